// Who runs the table: new game, pause, take back, doubts, corrections, camera, health, codes.

import { byId, getJson, make, say } from "./dom.js";
import { listenForDigits, showAnswer, showDoubt } from "./doubt.js";
import { connect } from "./live.js";
import { NewGame } from "./newgame.js";
import { Camera, showLink, showReply, wireDoor, wireLanguage } from "./page.js";
import { openWhy, showTurn, showVerdict } from "./score.js";
import { setTexts, spoken, t, words } from "./texts.js";

const palette = await getJson("/static/palette.json");
const camera = new Camera(500);
const newGame = new NewGame((wish) => live.send("new_game", wish));
let view = null;
let role = { kind: "viewer", seat: "" };
let desk = null;

const operates = () => role.kind === "operator";

function show() {
  showTurn(view, palette);
  showVerdict(view);
  say(byId("pause"), t(view.paused ? "key.resume" : "key.pause"));
  byId("take-back").disabled = !view.deeds.length;
  byId("press-done").disabled = !view.keys.includes("done");
  byId("hints").setAttribute("aria-pressed", String(view.hints));
  byId("voice").setAttribute("aria-pressed", String(view.voice));
  byId("share").setAttribute("aria-pressed", String(view.camera));
  byId("parts").replaceChildren(...view.lamps.map(part));
  showDoubt(view, async (doubt, choice) => showAnswer(await live.send("answer", { doubt, choice })));
  document.body.dataset.game = view.game;
  document.title = `${words(view.next)} · turmwart`;
}

function part(lamp) {
  return make(
    "li",
    { data: { well: String(lamp.well) } },
    make("i", { "aria-hidden": "true", text: lamp.well ? "●" : "▲" }),
    make("b", { text: t(`part.${lamp.part}`) }),
    make("span", { text: words(lamp.text) }),
    make("span", { class: "cure", text: words(lamp.cure) }),
  );
}

// What only an operator may fetch.
async function openDesk() {
  desk = await getJson("/api/desk");
  newGame.show(desk.offers);
  byId("seat-codes").replaceChildren(...desk.codes.map(code));
}

function code({ seat, url, svg }) {
  const name = words(view?.seats.find((one) => one.id === seat)?.name) || seat;
  const picture = make("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: t("desk.qr", { seat: name }) });
  return make("li", {}, picture, make("a", { href: url, text: name }), make("code", { text: url }));
}

async function offerCorrections() {
  const offers = await getJson("/api/corrections");
  byId("correct-choices").replaceChildren(...offers.map(offer));
  say(byId("correct-answer"), offers.length ? "" : t("desk.correct.none"));
}

function offer({ act, text, svg }) {
  const picture = make("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: "" });
  const button = make("button", { type: "button" }, picture, make("span", { text: words(text) }));
  button.addEventListener("click", () => correct(act));
  return make("li", {}, button);
}

async function correct(act) {
  const reply = await live.send("correct", { act });
  showReply(byId("correct-answer"), reply);
  if (reply.status === "ok") byId("correct-choices").replaceChildren();
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

wireLanguage(() => {
  if (view) show();
  if (desk) newGame.show(desk.offers);
});
const live = connect({
  onView(newer, version) {
    const other = view?.game_id !== newer.game_id;
    view = newer;
    show();
    if (other && operates()) openDesk();
    Object.assign(document.body.dataset, { seq: view.seq, version });
  },
  onLink: showLink,
  onRole(newer) {
    role = newer;
    document.body.dataset.role = role.kind;
    camera.show(operates());
    if (operates()) openDesk();
  },
});

async function press(verb, args) {
  showReply(byId("answer"), await live.send(verb, args));
}

byId("pause").addEventListener("click", () => press(view.paused ? "resume" : "pause"));
byId("take-back").addEventListener("click", () => press("take_back", { acts: 1 }));
byId("press-done").addEventListener("click", () => press("done"));
byId("hints").addEventListener("click", () => press("hints", { on: !view.hints }));
byId("voice").addEventListener("click", () => press("voice", { on: !view.voice, language: spoken() }));
byId("share").addEventListener("click", () => press("share_camera", { on: !view.camera }));
byId("why").addEventListener("click", () => openWhy(view));
byId("correct-offers").addEventListener("click", offerCorrections);
byId("correct-free").addEventListener("submit", (event) => {
  event.preventDefault();
  const act = parsed(byId("correct-act").value);
  if (act) correct(act);
  else say(byId("correct-answer"), t("refused.form"));
});
byId("leave").addEventListener("click", async () => {
  await fetch("/leave", { method: "POST" });
  live.again();
});
byId("pin").addEventListener("submit", async (event) => {
  event.preventDefault();
  const reply = await live.send("change_pin", { pin: byId("pin-new").value });
  showReply(byId("pin-answer"), reply);
  byId("pin-new").value = "";
  if (reply.status === "ok") live.again();
});
wireDoor((pin) => ({ pin }), () => live.again());
listenForDigits();
setTexts();
