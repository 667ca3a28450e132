// The page of the table: puts the newest view on the screen, and only what has changed in it.

import { showClock, showDice } from "./clock.js";
import { byId, getJson, say } from "./dom.js";
import { listenForDigits, showAnswer, showDoubt } from "./doubt.js";
import { enter } from "./enter.js";
import { connect } from "./live.js";
import { openWhy, showCard, showDeeds, showEnding, showHead, showLamps, showSeats, showSupply, showTurn, showVerdict } from "./score.js";
import { Camera } from "./page.js";
import { announce, wakeOnTouch } from "./sound.js";
import { Stage } from "./stage.js";
import { wireSwitches } from "./switches.js";
import { otherLanguage, setTexts, t, words } from "./texts.js";

const palette = await getJson("/static/palette.json");
const stage = new Stage(palette);
let view = null;
let role = { kind: "viewer", seat: "" };
let looking = false;
const camera = new Camera(700);

// Which fields of the view each part of the page shows.
const PARTS = [
  [["game", "round", "notice"], () => showHead(view)],
  [["lamps"], () => showLamps(view)],
  [["next", "turn", "seats", "paused"], () => showTurn(view, palette)],
  [["seats", "turn", "ending"], () => showSeats(view, palette)],
  [["supply"], () => showSupply(view, palette)],
  [["warnings", "trial", "ending"], () => showVerdict(view)],
  [["deeds", "seats"], () => showDeeds(view, palette)],
  [["ending"], () => showEnding(view)],
  [["game", "card"], () => showCard(view)],
  [["camera", "hints"], showLook],
  [["dice"], () => showDice(view.dice)],
  [["countdown"], () => showClock(view.countdown, live.now)],
  [["doubt"], () => showDoubt(view, answer)],
  [["next"], () => (document.title = `${words(view.next)} · turmwart`)],
];

// The operator may always look, players while hints are on, all when the operator shares it.
function showLook() {
  const may = view.camera || role.kind === "operator" || (view.hints && role.kind === "seat");
  looking &&= may;
  byId("look").hidden = !may;
  byId("look").setAttribute("aria-pressed", String(looking));
  camera.show(looking);
}

function show(changed) {
  for (const [fields, draw] of PARTS) {
    if (!changed || fields.some((field) => field in changed)) draw();
  }
}

async function answer(doubt, choice) {
  if (role.kind === "viewer") {
    if (!(await enter(view))) return;
    await signedIn();
  }
  showAnswer(await live.send("answer", { doubt, choice }));
}

// A new role holds for a new connection; wait until it is told.
let told = () => {};
function signedIn() {
  return new Promise((resolve) => {
    told = resolve;
    live.again();
  });
}

function showLink(state) {
  const before = document.body.dataset.link;
  document.body.dataset.link = state;
  say(byId("link"), t(`link.${state}`));
  if (state !== "live") showClock(null);
  else if (before !== "live" && view) showClock(view.countdown, live.now);
}

setTexts();
const live = connect({
  onView(newer, version, changed) {
    const before = view;
    view = newer;
    document.body.dataset.game = view.game;
    show(before && changed);
    stage.show(view, !before || !changed || "picture" in changed);
    Object.assign(document.body.dataset, { seq: view.seq, version });
    announce(before, view);
  },
  onLink: showLink,
  onRole(newer) {
    role = newer;
    document.body.dataset.role = role.kind;
    if (view) showLook();
    if (role.kind !== "viewer") told();
  },
});

byId("why").addEventListener("click", () => openWhy(view));
byId("language").addEventListener("click", () => {
  otherLanguage();
  showLink(document.body.dataset.link);
  if (view) show(null);
});
byId("look").addEventListener("click", () => {
  looking = !looking;
  showLook();
});
wireSwitches();
wakeOnTouch();
listenForDigits();
