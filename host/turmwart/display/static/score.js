// Whose turn, what next, the standing, the verdict and the last acts.

import { byId, emblem, make, say } from "./dom.js";
import { pieceItem } from "./supply.js";
import { t, words } from "./texts.js";

const SIGNS = { none: "·", open: "…", legal: "✓", disputed: "?", illegal: "✕" };
const DEEDS = 6;

export function showHead(view) {
  say(byId("game"), t(`game.${view.game}`));
  const count = view.game === "twentyseven" ? "ply" : "round";
  say(byId("round"), view.round ? t(count, { n: view.round }) : "");
  say(byId("notice"), words(view.notice));
}

export function showLamps(view) {
  byId("lamps").replaceChildren(...view.lamps.map(lamp));
  const faulty = view.lamps.filter((part) => !part.well);
  say(byId("faulty"), faulty.length > 1 ? t("faulty", { n: faulty.length }) : faulty.map((part) => t(`part.${part.part}`)).join());
}

function lamp(part) {
  const state = t(part.well ? "well.yes" : "well.no");
  const cure = part.cure ? ` ${words(part.cure)}` : "";
  const title = `${t(`part.${part.part}`)}: ${words(part.text) || state}${cure}`;
  return make(
    "li",
    { data: { well: String(part.well) }, title },
    make("i", { "aria-hidden": "true", text: part.well ? "●" : "▲" }),
    make("span", { class: "unseen", text: `${t(`part.${part.part}`)}: ${state}` }),
  );
}

export function showTurn(view, palette) {
  const seat = view.seats.find((one) => one.id === (view.turn ?? view.ending?.winners[0]));
  byId("next-emblem").replaceChildren(...(seat ? [emblem(seat, palette[seat.colour])] : []));
  say(byId("next-text"), words(view.next));
  document.body.dataset.paused = String(view.paused);
}

export function showSeats(view, palette) {
  byId("seats").dataset.many = String(view.seats.length > 2);
  byId("seats").replaceChildren(...view.seats.map((seat) => seatCard(view, seat, palette)));
}

function seatCard(view, seat, palette) {
  const playing = seat.id === view.turn && !view.ending;
  const won = view.ending?.winners.includes(seat.id) ?? false;
  const role = won ? t("winner") : playing ? t("on_turn") : "";
  return make(
    "li",
    { data: { seat: seat.id, playing: String(playing), won: String(won) } },
    emblem(seat, palette[seat.colour]),
    make(
      "div",
      { class: "who" },
      make("b", { text: words(seat.name) }),
      make("span", { class: "role", text: role }),
      make("small", {}, words(seat.detail), ...rings(seat)),
    ),
    make("div", { class: "count" }, make("strong", { text: String(seat.standing) }), make("small", { text: words(seat.unit) })),
  );
}

function rings(seat) {
  if (seat.rings === null) return [];
  const signs = make("span", { class: "rings", "aria-hidden": "true", text: "◎".repeat(seat.rings) });
  return [" ", signs, make("span", { class: "unseen", text: t("rings", { n: seat.rings }) })];
}

export function showSupply(view, palette) {
  byId("supply").hidden = !view.supply.length;
  const items = view.supply.map((piece) => pieceItem(piece, palette.beech, palette.beech, true));
  byId("supply").replaceChildren(...items);
}

// The first warning is said in full; the others are counted and explained under «why».
export function showVerdict(view) {
  const [first, ...others] = view.warnings;
  const verdict = first ? (first.disputed ? "disputed" : "illegal") : view.trial?.verdict ?? "none";
  byId("verdict").dataset.verdict = verdict;
  byId("verdict").dataset.rule = first?.rule ?? "";
  say(byId("verdict-sign"), SIGNS[verdict]);
  const more = others.length ? ` (${t("more", { n: others.length })})` : "";
  const seen = view.trial ? `${t(`trial.${verdict}`)} · ${words(view.trial.text)}` : t("trial.none");
  const text = first ? `${first.rule}: ${words(first.text)}${more}` : view.ending ? t("over", { rule: view.ending.rule }) : seen;
  say(byId("verdict-text"), text);
  byId("why").dataset.shown = String(Boolean(first));
  byId("why").disabled = !first;
  if (!first && byId("why-dialog").open) byId("why-dialog").close();
}

export function openWhy(view) {
  say(byId("why-rule"), view.warnings.map((warning) => warning.rule).join(", "));
  byId("why-text").replaceChildren(
    ...view.warnings.flatMap((warning) => [
      make("p", { class: "broken", text: `${warning.rule}: ${words(warning.text)}` }),
      make("p", { text: words(warning.why) }),
    ]),
  );
  byId("why-dialog").showModal();
}

export function showDeeds(view, palette) {
  const last = view.deeds.slice(-DEEDS).reverse();
  const lines = last.map((deed) => deedLine(view, deed, palette));
  byId("deeds").replaceChildren(...(lines.length ? lines : [make("li", { text: t("deeds.none"), class: "none" })]));
}

export function deedLine(view, deed, palette) {
  const seat = view.seats.find((one) => one.id === deed.seat);
  const mark = deed.verdict === "legal" ? "" : `${SIGNS[deed.verdict]} ${deed.rules.join(" ")}`;
  return make(
    "li",
    { data: { number: deed.number, verdict: deed.verdict } },
    make("i", { text: String(deed.number) }),
    seat ? emblem(seat, palette[seat.colour]) : "",
    make("span", { text: words(deed.text) }),
    make("b", { text: mark, title: mark ? t(`trial.${deed.verdict}`) : "" }),
  );
}

export function showEnding(view) {
  byId("ending").hidden = !view.ending;
  say(byId("ending"), words(view.ending?.text));
}

export function showCard(view) {
  byId("stage").dataset.game = view.game;
  byId("card").dataset.shown = String(Boolean(view.card));
  if (!view.card) {
    byId("card-picture").removeAttribute("src");
    byId("card-picture").alt = "";
    return say(byId("card-points"), "");
  }
  byId("card-picture").src = `data:image/svg+xml,${encodeURIComponent(view.card.svg)}`;
  byId("card-picture").alt = `${t("card")} ${view.card.id}`;
  say(byId("card-points"), t("points", { n: view.card.points }));
}
