// The archive: every game of this table, the newest first.

import { byId, emblem, getJson, make } from "./dom.js";
import { wireLanguage } from "./page.js";
import { spoken, t, words } from "./texts.js";

const palette = await getJson("/static/palette.json");
const games = await getJson("/api/games");

const when = (ms) => new Intl.DateTimeFormat(spoken(), { dateStyle: "medium", timeStyle: "short" }).format(ms);

function line(game) {
  const seats = game.seats.map((seat) =>
    make("span", { class: "seat" }, emblem(seat, palette[seat.colour]), make("span", { text: words(seat.name) }), make("b", { text: String(seat.standing) })),
  );
  return make(
    "li",
    { data: { game: game.id } },
    make("a", { href: `/games/${encodeURIComponent(game.id)}`, text: t(`game.${game.game}`) }),
    make("span", { class: "when", text: `${when(game.began_ms)} · ${t("games.count", { n: game.acts })}` }),
    make("span", { class: "result" }, ...seats),
    make("span", { class: "ending", text: game.ending ? words(game.ending) : t("games.open") }),
  );
}

function show() {
  document.title = `${t("nav.games")} · turmwart`;
  byId("games-none").hidden = games.length > 0;
  byId("games").replaceChildren(...games.map(line));
}

wireLanguage(show);
show();
