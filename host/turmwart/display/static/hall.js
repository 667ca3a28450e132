// Every table on the broker: game, standing, turn, clock, online or not, newest warning.

import { byId, emblem, getJson, make, say } from "./dom.js";
import { connect } from "./live.js";
import { showLink, wireLanguage } from "./page.js";
import { spoken, t, words } from "./texts.js";

const TICK_MS = 500;
const palette = await getJson("/static/palette.json");
const cards = new Map();
let tables = {};

const known = () => Object.values(tables).filter((table) => table !== null);
const inOrder = (a, b) => a.table.localeCompare(b.table, "en", { numeric: true });

// Only the cards of tables that have changed are made again; their places are kept.
function show(changed) {
  const all = known().sort(inOrder);
  for (const table of all) {
    if (!changed || table.table in changed || !cards.has(table.table)) cards.set(table.table, card(table));
  }
  for (const name of cards.keys()) if (!tables[name]) cards.delete(name);
  const wanted = all.map((table) => cards.get(table.table));
  byId("tables").replaceChildren(...wanted);
  byId("hall-none").hidden = all.length > 0;
  say(byId("hall-count"), all.length ? t("hall.count", { n: all.filter((one) => one.online).length, all: all.length }) : "");
  document.title = `${t("hall")} · turmwart`;
  tick();
}

function card(table) {
  const name = table.page ? make("a", { href: table.page, text: table.table }) : make("span", { text: table.table });
  const well = make("span", { class: "online", text: t(table.online ? "hall.online" : "hall.offline") });
  const game = table.game ? t(`game.${table.game}`) : t("hall.silent");
  const count = table.game === "twentyseven" ? "ply" : "round";
  return make(
    "li",
    { data: { table: table.table, online: String(table.online), state: stateOf(table) } },
    make("h2", {}, name, well),
    make("p", { class: "game" }, make("b", { text: game }), make("span", { text: table.round ? t(count, { n: table.round }) : "" }), clock(table)),
    make("ul", { class: "seats" }, ...table.seats.map((seat) => seatLine(table, seat))),
    make("p", { class: "now", text: nowText(table) }),
    warning(table),
  );
}

function stateOf({ online, ending, warning, paused, asked }) {
  if (!online) return "offline";
  if (ending) return "ended";
  if (warning?.standing) return "warning";
  return paused || asked ? "waiting" : "playing";
}

function seatLine(table, seat) {
  const playing = seat.id === table.turn;
  const turn = make("span", { class: "role", text: playing ? t("on_turn") : "" });
  return make("li", { data: { seat: seat.id, playing: String(playing) } }, emblem(seat, palette[seat.colour]), make("span", { text: words(seat.name) }), turn, make("strong", { text: String(seat.standing) }));
}

function nowText(table) {
  if (!table.online) return t("hall.since", { when: when(table.seen_ms) });
  if (table.ending) return words(table.ending);
  if (table.paused) return t("hall.paused");
  return table.asked ? t("hall.asked") : "";
}

function warning({ warning: found }) {
  if (!found) return make("p", { class: "warning", data: { standing: "none" } });
  const text = `${found.standing ? "✕ " : ""}${found.rules.join(" ")}: ${words(found.text)}`;
  return make("p", { class: "warning", data: { standing: String(found.standing) }, text: found.standing ? text : `${when(found.at_ms)} · ${text}` });
}

const when = (ms) => (ms ? new Intl.DateTimeFormat(spoken(), { timeStyle: "short" }).format(ms) : "–");

function clock({ countdown }) {
  return make("span", { class: "clock", data: countdown ? { deadline: countdown.deadline_ms ?? "", left: countdown.left_ms ?? "" } : {} });
}

// Only the tables' clocks run; the seconds are told by nobody.
function tick() {
  for (const element of document.querySelectorAll(".clock[data-left]")) {
    const left = element.dataset.left === "" ? Number(element.dataset.deadline) - live.now() : Number(element.dataset.left);
    say(element, `${Math.max(0, Math.ceil(left / 1000))} s`);
  }
}

const live = connect({
  path: "/hall/live",
  onView(newer, version, changed) {
    tables = newer;
    show(changed);
    Object.assign(document.body.dataset, { version });
  },
  onLink: showLink,
});
wireLanguage(() => show(null));
if (!(await fetch("/api/games")).ok) document.querySelector("nav").remove(); // a hall without a table of its own
setInterval(tick, TICK_MS);
