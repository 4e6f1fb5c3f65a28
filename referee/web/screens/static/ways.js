// How a tab reaches the lines of its browser: by a worker that all tabs share; where there is none,
// such as in browsers of telephones, by the tab that was elected to hold them; else by itself.
//
// A way has `send(message)` and `rest()`; what comes back goes to `hear`.

import { openLines } from "./lines.js";

const HERE_EVERY = 1_000;
const SILENT = 3_000;
const ANSWER = 200;

export const WAYS = [byWorker, byElection, byItself];

function byWorker(hear, fail) {
  if (typeof SharedWorker === "undefined") return null;
  const worker = new SharedWorker(new URL("./lines.js", import.meta.url), {
    type: "module",
    name: "referee",
  });
  worker.addEventListener("error", fail);
  worker.port.addEventListener("message", ({ data }) => hear(data));
  worker.port.start();
  const send = (message) => worker.port.postMessage(message);
  return { send, rest: () => send({ kind: "leave" }) };
}

function byItself(hear) {
  const lines = openLines((_, message) => hear(message));
  const send = (message) => lines.hear("this tab", message);
  return { send, rest: () => send({ kind: "leave" }) };
}

// One tab holds the lines and says so every second; where nobody does, each asks and, hearing
// nothing, takes it over. Where two have, the one with the smaller name goes on.
function byElection(hear) {
  if (typeof BroadcastChannel === "undefined") return null;
  const me = `${Math.random()}`.slice(2);
  const channel = new BroadcastChannel(new URL(".", import.meta.url).pathname);
  let lines = null;
  let leader = "";
  let heard = 0;
  let joining = null;
  let beat = 0;
  let election = 0;

  channel.addEventListener("message", ({ data }) => {
    if (!joining && !lines) return; // at rest
    if (data.kind === "here") follow(data.from);
    else if (data.kind === "who" && lines) announce();
    else if (data.kind === "bye" && data.from === leader) elect();
    else if (data.to !== me) return;
    else if (data.kind === "up") lines?.hear(data.from, data.message);
    else if (data.kind === "down" && data.from === leader) hear(data.message);
  });

  function send(message) {
    if (message.kind === "join") {
      joining = message;
      if (!beat) wake();
    }
    if (lines) lines.hear(me, message);
    else if (leader) channel.postMessage({ kind: "up", to: leader, from: me, message });
  }

  function wake() {
    beat = setInterval(tick, HERE_EVERY);
    elect();
  }

  function tick() {
    if (lines) announce();
    else if (leader && performance.now() - heard > SILENT) elect();
  }

  function announce() {
    channel.postMessage({ kind: "here", from: me });
  }

  function follow(other) {
    if (lines && other > me) return announce();
    lines?.end();
    lines = null;
    clearTimeout(election);
    heard = performance.now();
    if (leader === other) return;
    leader = other;
    if (joining) send(joining);
  }

  function elect() {
    leader = "";
    clearTimeout(election);
    channel.postMessage({ kind: "who", from: me });
    election = setTimeout(lead, ANSWER * (1 + Math.random()));
  }

  function lead() {
    lines = openLines((tab, message) => {
      if (tab === me) hear(message);
      else channel.postMessage({ kind: "down", to: tab, from: me, message });
    });
    announce();
    if (joining) send(joining);
  }

  function rest() {
    send({ kind: "leave" });
    clearInterval(beat);
    clearTimeout(election);
    if (lines) channel.postMessage({ kind: "bye", from: me });
    lines?.end();
    [lines, leader, joining, beat] = [null, "", null, 0];
  }

  return { send, rest };
}
