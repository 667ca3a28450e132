// One game of the archive, move by move.

import { showDice } from "./clock.js";
import { byId, getJson, say } from "./dom.js";
import { wireLanguage } from "./page.js";
import { deedLine, showCard, showSeats, showTurn } from "./score.js";
import { Stage } from "./stage.js";
import { spoken, t } from "./texts.js";

const palette = await getJson("/static/palette.json");
const id = location.pathname.split("/")[2];
const record = await getJson(`/api/games/${id}`);
const total = record.deeds?.length ?? 0;
let step = Math.min(total, Number(new URLSearchParams(location.search).get("step") ?? total) || 0);
let view = null;
const stage = new Stage(palette, () => `/api/games/${id}/${step}/picture.svg`);
const kept = new Map();

function stepped(number) {
  if (!kept.has(number)) kept.set(number, getJson(`/api/games/${id}/${number}`));
  return kept.get(number);
}

async function go(to) {
  step = Math.max(0, Math.min(total, to));
  byId("step").value = String(step);
  say(byId("step-number"), `${step} / ${total}`);
  const wanted = step;
  const found = await stepped(wanted);
  if (wanted !== step) return;
  view = found;
  show();
  stage.show(view, true);
  if (step < total) stepped(step + 1);
}

function show() {
  showTurn(view, palette);
  showSeats(view, palette);
  showDice(view.dice);
  showCard(view);
  Object.assign(document.body.dataset, { game: view.game, step });
  for (const line of byId("acts").children) line.toggleAttribute("aria-current", Number(line.dataset.number) === step);
  byId("acts").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

function showRecord() {
  const { line } = record;
  say(byId("game"), t(`game.${line.game}`));
  say(byId("when"), new Intl.DateTimeFormat(spoken(), { dateStyle: "medium" }).format(line.began_ms));
  document.title = `${t(`game.${line.game}`)} · turmwart`;
  const lines = record.deeds.map((deed) => deedLine(line, deed, palette));
  for (const [number, item] of lines.entries()) item.addEventListener("click", () => go(number + 1));
  byId("acts").replaceChildren(...lines);
}

wireLanguage(() => {
  showRecord();
  show();
});

if (record.line) {
  byId("export").href = `/api/games/${id}/export`;
  byId("step").max = String(total);
  const jumps = { first: () => 0, back: () => step - 1, on: () => step + 1, last: () => total };
  for (const [name, to] of Object.entries(jumps)) byId(name).addEventListener("click", () => go(to()));
  byId("step").addEventListener("input", (event) => go(Number(event.target.value)));
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("#scene, input") || !(event.key in keys)) return;
    event.preventDefault();
    go(jumps[keys[event.key]]());
  });
  showRecord();
  await go(step);
} else {
  say(byId("next-text"), t("refused.game"));
}
