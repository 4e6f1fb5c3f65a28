// The lines of one browser to the referee: one for each screen that is open in it, in however many
// tabs. They live in a worker that all tabs share; where there is none, in one of the tabs.
//
// A browser opens six connections to one host, and taps, pages and photos need some of them: above
// MOST, and where the server has no place for a stream, a screen is looked at every few seconds.

const MOST = 3;
const SILENCE = 9_000; // the server says something every 3 s
const LOOK_EVERY = 5_000;
const SLOW = 5_000;
const FORGOTTEN = 40_000; // a tab says every 10 s that it is still there

// `tell(tab, message)` brings a message to a tab.
export function openLines(tell) {
  const lines = new Map();

  function hear(tab, message) {
    if (message.kind === "join") join(tab, message);
    else if (message.kind === "leave") leave(tab);
    else if (message.kind === "suspect") suspect(tab);
  }

  function join(tab, { stream, news, seen }) {
    const line = lines.get(stream) ?? begin(stream, news, seen);
    const isNew = !line.tabs.has(tab);
    line.tabs.set(tab, Date.now());
    if (isNew && line.edition) tell(tab, { kind: "edition", edition: line.edition });
    tell(tab, { kind: "state", state: line.state });
    if (seen < line.seq && line.screen) tell(tab, { kind: "screen", html: line.screen });
    else if (seen < line.seq) { // it has slept, and what it missed went by here unseen
      line.seq = seen;
      connect(line);
    }
    if (isNew && line.look !== null) tell(tab, { kind: "look", html: line.look });
  }

  function leave(tab) {
    for (const line of lines.values()) if (line.tabs.delete(tab) && !line.tabs.size) end(line);
  }

  // A tap did not get through: perhaps the line is dead too, and only does not know it yet.
  function suspect(tab) {
    for (const line of lines.values()) {
      if (!line.tabs.has(tab)) continue;
      say(line, "off");
      connect(line);
    }
  }

  function begin(stream, news, seq) {
    const line = {
      stream, news, seq, tabs: new Map(), state: "wait", screen: "", look: null, edition: "",
      source: null, watchdog: 0, again: 0, looking: null,
    };
    lines.set(stream, line);
    connect(line);
    return line;
  }

  function end(line) {
    rest(line);
    lines.delete(line.stream);
  }

  function rest(line) {
    clearTimeout(line.watchdog);
    clearTimeout(line.again);
    stopLooking(line);
    line.source?.close();
    line.source = null;
  }

  function stopLooking(line) {
    line.looking?.abort();
    line.looking = null;
  }

  function connect(line) {
    rest(line);
    const streams = [...lines.values()].filter((one) => one.source).length;
    if (streams >= MOST || typeof EventSource === "undefined") return look(line);
    const source = new EventSource(`${line.stream}&seen=${line.seq}`);
    line.source = source;
    const on = (name, then) => source.addEventListener(name, (event) => {
      alive(line);
      then(event.data);
    });
    source.addEventListener("open", () => alive(line));
    on("hello", (data) => tellEdition(line, data));
    on("beat", () => {});
    on("screen", (data) => tellScreen(line, data, Number(/data-seq="(\d+)"/.exec(data)?.[1])));
    on("look", (data) => tellLook(line, data));
    on("gone", () => tellGone(line));
    on("onward", (data) => tellOnward(line, data));
    source.addEventListener("error", () => lost(line, source));
    line.watchdog = setTimeout(() => connect(line), SILENCE);
    line.again = setTimeout(() => look(line), LOOK_EVERY); // something on the way holds it back
  }

  function alive(line) {
    say(line, "on");
    clearTimeout(line.again);
    clearTimeout(line.watchdog);
    stopLooking(line);
    line.watchdog = setTimeout(() => {
      say(line, "off");
      connect(line);
    }, SILENCE);
  }

  // The browser tries again by itself after a broken line, but not after a refusal.
  function lost(line, source) {
    if (source !== line.source) return;
    if (source.readyState !== 2) return say(line, "off");
    rest(line);
    look(line);
  }

  // Without a stream: what is new, and in a while once more.
  async function look(line) {
    const mine = new AbortController();
    const slow = setTimeout(() => mine.abort(), SLOW);
    line.looking = mine;
    try {
      const answer = await fetch(`${line.news}&seen=${line.seq}`, { signal: mine.signal, cache: "no-store" });
      if (line.looking !== mine) return;
      if ([403, 404].includes(answer.status)) return tellGone(line);
      if (!answer.ok) throw new Error(answer.statusText);
      const told = await answer.json();
      if (line.looking !== mine) return;
      say(line, "poll");
      tellEdition(line, told.edition);
      if (told.screen) tellScreen(line, told.screen, told.seq);
      tellLook(line, told.look);
      if (told.onward) return tellOnward(line, told.onward);
    } catch {
      if (line.looking !== mine) return;
      say(line, "off");
    } finally {
      clearTimeout(slow);
    }
    line.again = setTimeout(() => connect(line), LOOK_EVERY);
  }

  function say(line, state) {
    if (line.state === state) return;
    line.state = state;
    all(line, { kind: "state", state });
  }

  function tellEdition(line, edition) {
    if (line.edition === edition) return;
    line.edition = edition;
    all(line, { kind: "edition", edition });
  }

  function tellScreen(line, html, seq) {
    Object.assign(line, { screen: html, seq });
    all(line, { kind: "screen", html });
  }

  function tellLook(line, html) {
    if (line.look === html) return;
    line.look = html;
    all(line, { kind: "look", html });
  }

  // The same people play again.
  function tellOnward(line, address) {
    all(line, { kind: "onward", address });
    end(line);
  }

  function tellGone(line) {
    all(line, { kind: "gone" });
    end(line);
  }

  function all(line, message) {
    for (const tab of line.tabs.keys()) tell(tab, message);
  }

  // A tab that crashed, or that the device has put away, does not say so.
  const sweeping = setInterval(() => {
    const before = Date.now() - FORGOTTEN;
    for (const line of lines.values()) {
      for (const [tab, heard] of line.tabs) if (heard < before) line.tabs.delete(tab);
      if (!line.tabs.size) end(line);
    }
  }, FORGOTTEN / 4);

  function endAll() {
    clearInterval(sweeping);
    [...lines.values()].forEach(end);
  }

  return { hear, end: endAll };
}

// As a worker that all tabs of a browser share.
if (typeof SharedWorkerGlobalScope !== "undefined") {
  const lines = openLines((port, message) => port.postMessage(message));
  self.addEventListener("connect", ({ ports: [port] }) => {
    port.addEventListener("message", ({ data }) => lines.hear(port, data));
    port.start();
  });
}
