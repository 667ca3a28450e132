// The wire to the table: full state on connect, changes after, silence means lost.

const SILENCE_MS = 4500;
const AGAIN_MS = 1000;
const UNANSWERED_MS = 5000;

// onView(view, version, changed) after every change; onLink("waiting" | "live" | "lost"); onRole(role).
export function connect({ onView, onLink, onRole = () => {}, path = "/live" }) {
  let socket = null;
  let view = null;
  let heard = 0;
  let ahead = 0;
  let next = 0;
  const waiting = new Map();
  const run = crypto.getRandomValues(new Uint32Array(2)).join("-");

  const take = {
    full: (frame) => show(frame.full, frame, null),
    changed: (frame) => show({ ...view, ...frame.changed }, frame, frame.changed),
    beat: (frame) => (ahead = frame.beat - Date.now()),
    role: (frame) => onRole(frame.role),
    reply: (frame) => settle(frame.reply, frame),
  };

  function show(newer, frame, changed) {
    view = newer;
    ahead = frame.now_ms - Date.now();
    onLink("live");
    onView(view, frame.version, changed);
  }

  function settle(id, answer) {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  }

  function hear(event) {
    heard = performance.now();
    const frame = JSON.parse(event.data);
    for (const word of Object.keys(take)) {
      if (word in frame) return take[word](frame);
    }
  }

  function open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const mine = (socket = new WebSocket(`${scheme}://${location.host}${path}`));
    heard = performance.now();
    mine.onmessage = (event) => mine === socket && hear(event);
    mine.onclose = () => mine === socket && lose();
  }

  function lose() {
    const old = socket;
    socket = null;
    old?.close();
    for (const id of [...waiting.keys()]) settle(id, { status: "error" });
    onLink(view ? "lost" : "waiting");
    setTimeout(() => socket ?? open(), AGAIN_MS);
  }

  setInterval(() => {
    if (socket && performance.now() - heard > SILENCE_MS) lose();
  }, 250);
  open();

  return {
    // The table's clock, as far as it can be told from here.
    now: () => Date.now() + ahead,
    // A new role is told on a new connection.
    again: () => socket && lose(),
    send(verb, args = {}) {
      const id = `${run}-${next++}`;
      if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve({ status: "error" });
      socket.send(JSON.stringify({ id, verb, args }));
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        setTimeout(() => settle(id, { status: "error" }), UNANSWERED_MS);
      });
    },
  };
}
