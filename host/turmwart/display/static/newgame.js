// The form for a new game: which, who, by what options.

import { byId, make, say } from "./dom.js";
import { t, words } from "./texts.js";

export class NewGame {
  constructor(start) {
    this.start = start;
    this.offers = [];
    byId("new-which").addEventListener("change", () => this.choose());
    byId("new-game").addEventListener("submit", (event) => this.submit(event));
  }

  show(offers) {
    const chosen = byId("new-which").value;
    this.offers = offers;
    byId("new-which").replaceChildren(...offers.map(({ game }) => make("option", { value: game, text: t(`game.${game}`) })));
    if (chosen) byId("new-which").value = chosen;
    this.choose();
  }

  get offer() {
    return this.offers.find(({ game }) => game === byId("new-which").value);
  }

  choose() {
    const { seats, fewest, options } = this.offer;
    const [first] = byId("new-seats").children;
    byId("new-seats").replaceChildren(first, ...seats.map((seat, place) => seatLine(seat, place < fewest)));
    const [title] = byId("new-options").children;
    byId("new-options").replaceChildren(title, ...options.map(optionLine));
  }

  async submit(event) {
    event.preventDefault();
    const lines = [...byId("new-seats").querySelectorAll("[data-seat]")];
    const playing = lines.filter((line) => line.querySelector("[type=checkbox]").checked);
    const names = Object.fromEntries(playing.map((line) => [line.dataset.seat, line.querySelector("[type=text]").value.trim()]));
    const options = Object.fromEntries([...byId("new-options").querySelectorAll("[name]")].map((one) => [one.name, one.value]).filter(([, value]) => value !== ""));
    const seats = playing.map((line) => line.dataset.seat);
    const reply = await this.start({ game: this.offer.game, seats, names, options });
    const done = reply.status === "ok" ? t("desk.started") : reply.text ? words(reply.text) : t("link.lost");
    say(byId("new-answer"), done);
  }
}

function seatLine(seat, on) {
  const box = make("input", { type: "checkbox", "aria-label": t("desk.plays", { seat: t(`seat.${seat}`) }) });
  box.checked = on;
  const name = make("input", { type: "text", maxlength: "24", autocomplete: "off", placeholder: t(`seat.${seat}`), "aria-label": t("desk.name", { seat: t(`seat.${seat}`) }) });
  return make("div", { class: "seat-line", data: { seat } }, box, make("span", { text: t(`seat.${seat}`) }), name);
}

// A choice where the option lists its values, else a line to write in.
function optionLine({ name, default: usual, allowed }) {
  const values = /^[\w-]+(\|[\w-]+)+$/.test(allowed) ? allowed.split("|") : null;
  const choice = (value) => make("option", { value, text: choiceName(name, value), ...(value === usual ? { selected: "" } : {}) });
  const field = values
    ? make("select", { name }, ...values.map(choice))
    : make("input", { name, type: "text", placeholder: usual, autocomplete: "off", title: allowed });
  return make("label", {}, make("span", { text: t(`option.${name}`) }), field);
}

const choiceName = (name, value) => t(`choice.${name}.${value}`) || t(`seat.${value}`) || value;
