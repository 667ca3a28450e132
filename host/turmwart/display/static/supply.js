// Pieces of a supply, drawn as shapes.

import { draw, make } from "./dom.js";
import { t } from "./texts.js";

const CELL = 10;

export function pieceDrawing(piece, paint, natural) {
  const xs = piece.cells.map(([x]) => x);
  const ys = piece.cells.map(([, y]) => y);
  const [left, low] = [Math.min(...xs), Math.min(...ys)];
  const [wide, tall] = [Math.max(...xs) - left + 1, Math.max(...ys) - low + 1];
  const coloured = new Set(piece.coloured.map(String));
  const cells = piece.cells.map(([x, y]) =>
    draw("rect", {
      x: (x - left) * CELL + 0.5,
      y: (tall - 1 - (y - low)) * CELL + 0.5,
      width: CELL - 1,
      height: CELL - 1,
      rx: 1.2,
      fill: coloured.has(String([x, y])) ? paint : natural,
    }),
  );
  const box = `0 0 ${wide * CELL} ${tall * CELL}`;
  const drawing = draw("svg", { viewBox: box, class: "piece", "aria-hidden": "true" }, ...cells);
  drawing.style.setProperty("--wide", String(wide));
  drawing.style.setProperty("--tall", String(tall));
  return drawing;
}

export function pieceName(piece) {
  const fits = piece.allowed === null ? t("piece.free", { n: piece.cells.length }) : t(piece.allowed ? "piece.allowed" : "piece.barred", { n: piece.cells.length });
  return piece.count > 1 ? `${piece.count} × ${fits}` : fits;
}

// One item per piece; *count* only where pieces are alike.
export function pieceItem(piece, paint, natural, counted) {
  const shape = pieceDrawing(piece, paint, natural);
  const number = counted ? make("b", { text: String(piece.count) }) : "";
  return make("li", { data: { piece: piece.id, allowed: String(piece.allowed) }, title: pieceName(piece) }, shape, number, make("span", { class: "unseen", text: pieceName(piece) }));
}
