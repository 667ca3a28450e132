// What pages with a wire share: the notice of a lost connection, the language, the door.

import { byId, say } from "./dom.js";
import { asked } from "./enter.js";
import { otherLanguage, setTexts, t, words } from "./texts.js";

export function showLink(state) {
  document.body.dataset.link = state;
  say(byId("link"), t(`link.${state}`));
}

// *again* redraws what came with the view.
export function wireLanguage(again) {
  setTexts();
  byId("language")?.addEventListener("click", () => {
    otherLanguage();
    if (byId("link")) showLink(document.body.dataset.link);
    again();
  });
}

// A form that shows the server a PIN or a code; *key* makes it of what was typed.
export function wireDoor(key, opened) {
  byId("door").addEventListener("submit", async (event) => {
    event.preventDefault();
    const reply = await asked(key(byId("door-code").value.trim()));
    const open = reply.status === "ok";
    say(byId("door-fault"), open ? "" : reply.text ? words(reply.text) : t("link.lost"));
    if (!open) return;
    byId("door-code").value = "";
    opened();
  });
}

export function showReply(element, reply) {
  const fault = reply.text ? words(reply.text) : t("link.lost");
  say(element, reply.status === "ok" ? "" : fault);
}

// The camera's picture, anew as long as somebody looks at the page.
export class Camera {
  constructor(everyMs) {
    this.everyMs = everyMs;
    this.on = false;
  }

  show(on) {
    byId("camera").hidden = !on;
    if (on === this.on) return;
    this.on = on;
    if (on) this.next();
  }

  async next() {
    if (!this.on) return;
    if (!document.hidden) await this.fetch();
    setTimeout(() => this.next(), this.everyMs);
  }

  async fetch() {
    const picture = byId("camera-picture");
    const next = new Image();
    next.src = `/camera.jpg?at=${Date.now()}`;
    const seen = await next.decode().then(() => true, () => false);
    picture.dataset.seen = String(seen);
    picture.alt = t(seen ? "camera.alt" : "camera.none");
    if (seen) picture.src = next.src;
  }
}
