// How a tab reaches the streams of its browser: through a worker that all tabs share; where there is
// none, such as in browsers of telephones, through the tab that was elected to hold them; else by
// itself.
//
// A transport has `send(message)` and `leave()`; answers are passed to `hear`.

import { openStreams } from "./streams.js";

const HEARTBEAT = 1_000;
const SILENT = 3_000;
const ANSWER = 200;

export const TRANSPORTS = [byWorker, byElection, byItself];

function byWorker(hear, fail) {
  if (typeof SharedWorker === "undefined") return null;
  const worker = new SharedWorker(new URL("./streams.js", import.meta.url), {
    type: "module",
    name: "referee",
  });
  worker.addEventListener("error", fail);
  worker.port.addEventListener("message", ({ data }) => hear(data));
  worker.port.start();
  const send = (message) => worker.port.postMessage(message);
  return { send, leave: () => send({ kind: "leave" }) };
}

function byItself(hear) {
  const streams = openStreams((_, message) => hear(message));
  const send = (message) => streams.hear("this tab", message);
  return { send, leave: () => send({ kind: "leave" }) };
}

// One tab holds the streams and sends a heartbeat every second. Where none comes, each tab asks and,
// without an answer, takes over. Of two that did, the one with the smaller number stays.
function byElection(hear) {
  if (typeof BroadcastChannel === "undefined") return null;
  const me = `${Math.random()}`.slice(2);
  const channel = new BroadcastChannel(new URL(".", import.meta.url).pathname);
  let streams = null;
  let leader = "";
  let heard = 0;
  let joining = null;
  let beat = 0;
  let election = 0;

  channel.addEventListener("message", ({ data }) => {
    if (!joining && !streams) return; // at rest
    if (data.kind === "here") follow(data.from);
    else if (data.kind === "who" && streams) announce();
    else if (data.kind === "bye" && data.from === leader) elect();
    else if (data.to !== me) return;
    else if (data.kind === "up") streams?.hear(data.from, data.message);
    else if (data.kind === "down" && data.from === leader) hear(data.message);
  });

  function send(message) {
    if (message.kind === "join") {
      joining = message;
      if (!beat) wake();
    }
    if (streams) streams.hear(me, message);
    else if (leader) channel.postMessage({ kind: "up", to: leader, from: me, message });
  }

  function wake() {
    beat = setInterval(tick, HEARTBEAT);
    elect();
  }

  function tick() {
    if (streams) announce();
    else if (leader && performance.now() - heard > SILENT) elect();
  }

  function announce() {
    channel.postMessage({ kind: "here", from: me });
  }

  function follow(other) {
    if (streams && other > me) return announce();
    streams?.end();
    streams = null;
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
    streams = openStreams((tab, message) => {
      if (tab === me) hear(message);
      else channel.postMessage({ kind: "down", to: tab, from: me, message });
    });
    announce();
    if (joining) send(joining);
  }

  function leave() {
    send({ kind: "leave" });
    clearInterval(beat);
    clearTimeout(election);
    if (streams) channel.postMessage({ kind: "bye", from: me });
    streams?.end();
    [streams, leader, joining, beat] = [null, "", null, 0];
  }

  return { send, leave };
}
