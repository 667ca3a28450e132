// Short cues, made of tones: no files, no network. What to sound follows from two views.

import { isOn } from "./switches.js";
import { spoken, words } from "./texts.js";

// Each tone: pitch in Hz, start and length in seconds.
const CUES = {
  roll: [[880, 0, 0.04], [660, 0.06, 0.04], [990, 0.12, 0.05]],
  done: [[523, 0, 0.09], [784, 0.09, 0.16]],
  warning: [[311, 0, 0.16], [233, 0.18, 0.28]],
  tick: [[1200, 0, 0.03]],
  bell: [[1568, 0, 0.9], [1976, 0.02, 0.7], [1568, 0.35, 0.9]],
};
const LOUD = 0.12;
let context = null;

// Browsers let a page sound only after a touch or a key.
export function wakeOnTouch() {
  const wake = () => {
    context ??= new AudioContext();
    context.resume();
  };
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wake, { once: true });
}

export function sound(cue) {
  document.body.dataset.cue = cue;
  if (!isOn("sound") || context?.state !== "running") return;
  for (const [pitch, start, length] of CUES[cue]) tone(pitch, context.currentTime + start, length);
}

function tone(pitch, at, length) {
  const source = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const swell = new GainNode(context, { gain: 0 });
  swell.gain.linearRampToValueAtTime(LOUD, at + 0.008);
  swell.gain.exponentialRampToValueAtTime(0.001, at + length);
  source.connect(swell).connect(context.destination);
  source.start(at);
  source.stop(at + length + 0.02);
}

const newest = (view) => view.deeds.at(-1)?.number ?? 0;
const broken = (view) => view.warnings.map((warning) => warning.rule).join();

// What has happened between two views of one game, in the order in which it is heard.
export function cuesOf(before, view) {
  if (before?.game_id !== view.game_id) return [];
  const heard = {
    roll: view.dice.length > 0 && view.dice.join() !== before.dice.join(),
    done: newest(view) > newest(before),
    warning: broken(view) !== "" && broken(view) !== broken(before),
    bell: (before.countdown !== null && view.countdown === null) || (view.ending !== null && before.ending === null),
  };
  const cues = Object.keys(heard).filter((cue) => heard[cue]);
  return cues.length > 1 ? cues.filter((cue) => cue !== "done") : cues;
}

export function speak(text) {
  if (!isOn("speech") || !text || !("speechSynthesis" in window)) return;
  const saying = new SpeechSynthesisUtterance(text);
  saying.lang = spoken() === "de" ? "de-DE" : "en-GB";
  speechSynthesis.cancel();
  speechSynthesis.speak(saying);
}

// Sounds and says what is new: the warning before the next thing to do.
export function announce(before, view) {
  for (const cue of cuesOf(before, view)) sound(cue);
  if (broken(view) && broken(view) !== (before ? broken(before) : "")) speak(words(view.warnings[0].text));
  else if (before && words(before.next) !== words(view.next)) speak(words(view.next));
}
