// Signing in: the operator by PIN, a seat by its code.

import { byId, make, say } from "./dom.js";
import { t, words } from "./texts.js";

// Resolves to true once the server has let somebody in.
export function enter(view) {
  const dialog = byId("enter-dialog");
  const own = view.seats.filter((seat) => !seat.player || seat.player === seat.id);
  const choices = own.map((seat) => make("option", { value: seat.id, text: words(seat.name) }));
  byId("enter-who").replaceChildren(...choices, make("option", { value: "", text: t("enter.operator") }));
  say(byId("enter-fault"), "");
  byId("enter-code").value = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === "in");
    byId("enter-cancel").onclick = () => dialog.close("out");
    byId("enter-form").onsubmit = async (event) => {
      event.preventDefault();
      const reply = await knock();
      if (reply.status === "ok") dialog.close("in");
      else say(byId("enter-fault"), reply.text ? words(reply.text) : t("link.lost"));
    };
  });
}

function knock() {
  const seat = byId("enter-who").value;
  const code = byId("enter-code").value.trim();
  return asked(seat ? { seat, code } : { pin: code });
}

// Shows the server a PIN or a code; the answer says whether the door is open.
export async function asked(key) {
  try {
    return await (await fetch("/enter", { method: "POST", body: JSON.stringify(key) })).json();
  } catch {
    return { status: "error", text: null };
  }
}
