// One player's phone: the keys of the controller, the own supply, the dice and the ring.

import { showClock, showDice } from "./clock.js";
import { byId, emblem, getJson, make, say } from "./dom.js";
import { listenForDigits, showAnswer, showDoubt } from "./doubt.js";
import { asked } from "./enter.js";
import { connect } from "./live.js";
import { Camera, showLink, showReply, wireDoor, wireLanguage } from "./page.js";
import { openWhy, showTurn, showVerdict } from "./score.js";
import { announce, wakeOnTouch } from "./sound.js";
import { pieceItem, pieceName, pieceDrawing } from "./supply.js";
import { wireSwitches } from "./switches.js";
import { t, words } from "./texts.js";

const palette = await getJson("/static/palette.json");
const own = decodeURIComponent(location.pathname.split("/")[2]);
const camera = new Camera(700);
let view = null;
let role = { kind: "viewer", seat: "" };
let chosen = null;
let reach = "";

const allowed = () => role.kind === "operator" || (role.kind === "seat" && role.seat === own);
const mine = (seat) => seat.id === own || seat.player === own;
const onTurn = () => view.seats.some((seat) => seat.id === view.turn && mine(seat));

// What each key sends.
const SENDS = {
  done: () => ["done"],
  roll: () => ["roll"],
  start: () => ["start"],
  stop: () => ["stop"],
  take_back: () => ["take_back"],
  ring_a: () => ["ring", { effect: "a" }],
  ring_b: () => ["ring", { effect: "b" }],
  ring_c: () => ["ring", { effect: "c" }],
  discard: () => ["discard", { piece: chosen }],
};

function showKeys() {
  const now = new Set(onTurn() && allowed() ? view.keys : []);
  for (const button of byId("keys").children) {
    const key = button.dataset.key;
    button.disabled = !now.has(key) || (key === "discard" && !chosen);
    button.hidden = !usual(view.game).includes(key);
  }
  byId("door").hidden = allowed();
  byId("thrown").hidden = !usual(view.game).includes("roll");
  byId("thrown").dataset.shown = String(Boolean(view.rolling) && now.has("roll"));
}

// The keys that a game has at all: their places are kept.
const KEYS = {
  twentyseven: ["done", "take_back"],
  talo: ["done", "roll", "take_back"],
  turmbauer: ["done", "roll", "take_back", "ring_a", "ring_b", "ring_c", "discard"],
  make_n_break: ["done", "roll", "start", "stop", "take_back"],
};
const usual = (game) => KEYS[game];

// For those who roll real dice: one choice per die.
function showThrown() {
  const [dice, sides] = view.rolling ?? [0, 0];
  const choice = (n) => {
    const values = Array.from({ length: sides }, (_, i) => make("option", { text: String(i + 1) }));
    return make("select", { "aria-label": t("thrown.die", { n: n + 1 }) }, ...values);
  };
  byId("thrown-dice").replaceChildren(...Array.from({ length: dice }, (_, n) => choice(n)));
}

function showOwn() {
  const seat = view.seats.find((one) => one.id === own);
  byId("own-emblem").replaceChildren(...(seat ? [emblem(seat, palette[seat.colour])] : []));
  say(byId("own-name"), seat ? words(seat.name) : own);
  const hands = view.seats.filter(mine).filter((one) => one.supply.length);
  byId("own").hidden = !hands.length && !view.supply.length;
  byId("own-supply").replaceChildren(
    ...hands.flatMap((hand) => hand.supply.map((piece) => ownPiece(hand, piece))),
    ...view.supply.map((piece) => pieceItem(piece, palette.beech, palette.beech, true)),
  );
}

function ownPiece(hand, piece) {
  const shape = pieceDrawing(piece, palette[hand.colour], palette.natural);
  const button = make("button", { type: "button", "aria-label": pieceName(piece), "aria-pressed": String(chosen === piece.id && hand.id === view.turn) }, shape);
  button.disabled = hand.id !== view.turn || !view.keys.includes("discard");
  button.addEventListener("click", () => {
    chosen = chosen === piece.id ? null : piece.id;
    showOwn();
    showKeys();
  });
  return make("li", { data: { piece: piece.id, allowed: String(piece.allowed) } }, button);
}

// Where the pawn can go and a block may lie, drawn small; only with hints.
function showReach() {
  byId("reach").hidden = !view.hints;
  const key = view.hints ? JSON.stringify(view.picture) : "";
  if (key === reach) return;
  reach = key;
  if (!view.hints) return;
  const lit = (meaning) => view.picture.marks.filter((mark) => mark.meaning === meaning).length;
  byId("reach-picture").src = `/picture.svg?at=${view.seq}-${document.body.dataset.version}`;
  byId("reach-picture").alt = t("picture");
  say(byId("reach-text"), t("reach", { fields: lit("reachable"), places: lit("place") }));
}

async function press(key) {
  showReply(byId("answer"), await live.send(...SENDS[key]()));
  if (key === "discard") chosen = null;
}

function show() {
  showTurn(view, palette);
  showVerdict(view);
  showOwn();
  showKeys();
  showDice(view.dice);
  showClock(view.countdown, live.now);
  showDoubt(view, async (doubt, choice) => showAnswer(await live.send("answer", { doubt, choice })));
  camera.show(view.camera || (view.hints && allowed()));
  showReach();
  document.body.dataset.game = view.game;
  document.title = `${words(view.next)} · turmwart`;
}

wireLanguage(() => view && show());
const live = connect({
  onView(newer, version, changed) {
    const before = view;
    view = newer;
    if (!before || !changed || "rolling" in changed) showThrown();
    show();
    announce(before, view);
    Object.assign(document.body.dataset, { seq: view.seq, version });
  },
  onLink(state) {
    showLink(state);
    if (state !== "live") showClock(null);
  },
  onRole(newer) {
    role = newer;
    document.body.dataset.role = role.kind;
    if (view) show();
  },
});

for (const button of byId("keys").children) button.addEventListener("click", () => press(button.dataset.key));
byId("thrown").addEventListener("submit", async (event) => {
  event.preventDefault();
  const dice = [...byId("thrown-dice").children].map((one) => Number(one.value));
  showReply(byId("answer"), await live.send("roll", { dice }));
});
byId("why").addEventListener("click", () => openWhy(view));
wireDoor((code) => ({ seat: own, code }), () => live.again());
wireSwitches();
wakeOnTouch();
listenForDigits();

// The code comes with the QR's address; it is shown to the server and kept for the next time.
const PLACE = `turmwart.code.${own}`;

function keptCode() {
  const given = decodeURIComponent(location.hash.slice(1));
  if (given) history.replaceState(null, "", location.pathname);
  try {
    if (given) localStorage.setItem(PLACE, given);
    return localStorage.getItem(PLACE);
  } catch {
    return given; // storage is forbidden: the code lasts as long as the page
  }
}

async function knock() {
  const code = keptCode();
  if (code && !allowed() && (await asked({ seat: own, code })).status === "ok") live.again();
}

await knock();
