// Small tools for building elements. Texts are always text.

export const byId = (id) => document.getElementById(id);

export function make(tag, { text, data, ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  Object.assign(element.dataset, data ?? {});
  if (text !== undefined) element.textContent = text;
  element.append(...children);
  return element;
}

// Writes only what differs, so that nothing is announced or laid out twice.
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export const getJson = async (address) => (await fetch(address)).json();

const SVG = "http://www.w3.org/2000/svg";

export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const EMBLEMS = {
  circle: () => draw("circle", { cx: 12, cy: 12, r: 10 }),
  square: () => draw("rect", { x: 2.5, y: 2.5, width: 19, height: 19, rx: 3 }),
  triangle: () => draw("path", { d: "M12 2 22.5 21.5H1.5Z" }),
  diamond: () => draw("path", { d: "M12 1 23 12 12 23 1 12Z" }),
};

// A seat's colour and shape in one sign.
export function emblem(seat, paint) {
  const shape = EMBLEMS[seat.emblem]();
  shape.setAttribute("fill", paint);
  return draw("svg", { viewBox: "0 0 24 24", class: "emblem", "aria-hidden": "true" }, shape);
}
