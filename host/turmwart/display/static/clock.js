// The countdown as a shrinking ring, and the dice as dice.

import { byId, draw, make, say } from "./dom.js";
import { sound } from "./sound.js";
import { t } from "./texts.js";

const SHORT_S = 10;
let ticking = 0;
let last = null;

// *now* tells the table's time; *countdown* carries a deadline or what is left.
export function showClock(countdown, now) {
  clearTimeout(ticking);
  byId("clock").dataset.shown = String(Boolean(countdown));
  if (countdown) tick(countdown, now);
  else say(byId("clock-seconds"), "");
}

function tick(countdown, now) {
  const left = Math.max(0, countdown.left_ms ?? countdown.deadline_ms - now());
  const seconds = Math.ceil(left / 1000);
  const runs = countdown.deadline_ms !== null;
  if (runs && seconds !== last && seconds <= SHORT_S && seconds > 0) sound("tick");
  last = seconds;
  say(byId("clock-seconds"), String(seconds));
  byId("clock").setAttribute("aria-label", t("seconds", { n: seconds }));
  byId("clock").dataset.short = String(seconds <= SHORT_S);
  byId("clock").querySelector(".left").style.strokeDashoffset = String(1 - left / countdown.total_ms);
  if (left > 0 && runs) ticking = setTimeout(() => tick(countdown, now), Math.min(250, left));
}

const PIPS = {
  1: [[12, 12]],
  2: [[7, 7], [17, 17]],
  3: [[6.5, 6.5], [12, 12], [17.5, 17.5]],
  4: [[7, 7], [17, 7], [7, 17], [17, 17]],
  5: [[6.5, 6.5], [17.5, 6.5], [12, 12], [6.5, 17.5], [17.5, 17.5]],
  6: [[7, 6], [17, 6], [7, 12], [17, 12], [7, 18], [17, 18]],
};

function die(value) {
  const pips = PIPS[value]?.map(([cx, cy]) => draw("circle", { cx, cy, r: 2.1 }));
  const number = draw("text", { x: 12, y: 16.6, "text-anchor": "middle", "font-size": 13 });
  number.textContent = String(value);
  const face = draw("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5 });
  return draw("svg", { viewBox: "0 0 24 24", class: "die", "aria-hidden": "true" }, face, ...(pips ?? [number]));
}

// The place of the dice is kept, whether they have been rolled or not.
export function showDice(dice) {
  const box = byId("dice");
  box.setAttribute("aria-label", dice.length ? t("dice", { n: dice.join(", ") }) : t("dice.none"));
  box.replaceChildren(...dice.map(die), make("span", { class: "unseen", text: dice.join(" ") }));
}
