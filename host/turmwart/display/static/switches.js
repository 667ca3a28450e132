// Switches that a browser remembers: sound and speech.

import { byId } from "./dom.js";

const place = (name) => `turmwart.${name}`;

function remembered(name, usual) {
  try {
    return (localStorage.getItem(place(name)) ?? usual) === "on";
  } catch {
    return usual === "on"; // storage is forbidden: the usual will do
  }
}

function remember(name, on) {
  try {
    localStorage.setItem(place(name), on ? "on" : "off");
  } catch {
    // storage is forbidden: the choice lasts as long as the page
  }
}

const state = { sound: remembered("sound", "on"), speech: remembered("speech", "off") };

export const isOn = (name) => state[name];

// Each switch is a button with the same name as its id.
export function wireSwitches(onChange) {
  for (const name of Object.keys(state)) {
    const button = byId(name);
    if (!button) continue;
    button.setAttribute("aria-pressed", String(state[name]));
    button.addEventListener("click", () => {
      state[name] = !state[name];
      button.setAttribute("aria-pressed", String(state[name]));
      remember(name, state[name]);
      onChange?.(name, state[name]);
    });
  }
}
