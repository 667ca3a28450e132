// A doubt is a question with pictures; the answer goes to the table.

import { byId, make, say } from "./dom.js";
import { t, words } from "./texts.js";

let asked = "";

export function showDoubt(view, answer) {
  const doubt = view.doubt;
  byId("doubt").hidden = !doubt;
  const key = doubt ? JSON.stringify([doubt, document.documentElement.lang]) : "";
  if (key === asked) return;
  asked = key;
  say(byId("doubt-answer"), "");
  if (!doubt) return byId("doubt-choices").replaceChildren();
  say(byId("doubt-question"), words(doubt.question));
  byId("doubt-choices").replaceChildren(
    ...doubt.candidates.map((candidate, choice) => choiceItem(candidate, choice, () => answer(doubt.id, choice))),
  );
}

function choiceItem(candidate, choice, onClick) {
  const picture = make("img", { src: `data:image/svg+xml,${encodeURIComponent(candidate.svg)}`, alt: "" });
  const number = make("kbd", { text: String(choice + 1) });
  const button = make("button", { type: "button", data: { choice } }, picture, make("span", {}, number, ` ${words(candidate.text)}`));
  button.addEventListener("click", onClick);
  return make("li", {}, button);
}

// The digits answer, as long as nobody is typing.
export function listenForDigits() {
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, dialog");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    byId("doubt-choices").querySelector(`[data-choice="${Number(event.key) - 1}"]`)?.click();
  });
}

export function showAnswer(reply) {
  const fault = reply.text ? words(reply.text) : t("link.lost");
  say(byId("doubt-answer"), reply.status === "ok" ? "" : fault);
}
