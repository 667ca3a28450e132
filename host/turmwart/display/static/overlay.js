// Score and warning on a transparent ground, for a browser source.

import { byId, emblem, getJson, make, say } from "./dom.js";
import { connect } from "./live.js";
import { showLink, wireLanguage } from "./page.js";
import { t, words } from "./texts.js";

const palette = await getJson("/static/palette.json");
let view = null;

function show() {
  const playing = view.seats.find((seat) => seat.id === (view.turn ?? view.ending?.winners[0]));
  byId("seats").replaceChildren(...view.seats.map(chip));
  byId("next-emblem").replaceChildren(...(playing ? [emblem(playing, palette[playing.colour])] : []));
  say(byId("next-text"), words(view.next));
  const [first] = view.warnings;
  byId("verdict").dataset.verdict = first ? (first.disputed ? "disputed" : "illegal") : "none";
  say(byId("verdict"), first ? `${first.rule}: ${words(first.text)}` : "");
  say(byId("game"), t(`game.${view.game}`));
}

function chip(seat) {
  const playing = String(seat.id === view.turn);
  return make(
    "li",
    { data: { seat: seat.id, playing } },
    emblem(seat, palette[seat.colour]),
    make("span", { text: words(seat.name) }),
    make("strong", { text: String(seat.standing) }),
  );
}

wireLanguage(() => view && show());
connect({
  onView(newer, version) {
    view = newer;
    show();
    Object.assign(document.body.dataset, { seq: view.seq, version, game: view.game });
  },
  onLink: showLink,
});
