// The streams of one browser: one for each screen that is open in it, in however many tabs. They
// live in a worker that all tabs share; where there is none, in one of the tabs.
//
// A browser opens six connections to one host, and taps, pages and photos need some of them. Above
// MOST, and where the server has no place for a stream, a screen is polled.

const MOST = 3;
const SILENCE = 9_000; // the server says something every 3 s
const POLL_EVERY = 5_000;
const TIMEOUT = 5_000;
const FORGOTTEN = 40_000; // a tab says every 10 s that it is still there

// Return the streams of a browser; `tell(tab, message)` sends a message to a tab.
export function openStreams(tell) {
  const streams = new Map();

  function hear(tab, message) {
    if (message.kind === "join") join(tab, message);
    else if (message.kind === "leave") leave(tab);
    else if (message.kind === "suspect") suspect(tab);
  }

  function join(tab, { stream: address, news, seen, ticks }) {
    const stream = streams.get(address) ?? begin(address, news, seen, ticks);
    const isNew = !stream.tabs.has(tab);
    stream.tabs.set(tab, Date.now());
    if (isNew && stream.edition) tell(tab, { kind: "edition", edition: stream.edition });
    tell(tab, { kind: "state", state: stream.state });
    const isBehind = seen < stream.seq || (seen === stream.seq && ticks !== stream.ticks);
    if (isBehind && stream.screen) tell(tab, { kind: "screen", html: stream.screen });
    else if (isBehind) { // it has slept, and its events were not kept
      Object.assign(stream, { seq: seen, ticks });
      connect(stream);
    }
    if (isNew && stream.look !== null) tell(tab, { kind: "look", html: stream.look });
  }

  function leave(tab) {
    for (const stream of streams.values()) if (stream.tabs.delete(tab) && !stream.tabs.size) end(stream);
  }

  // A tap did not get through: perhaps the connection is lost too, which nobody has noticed yet.
  function suspect(tab) {
    for (const stream of streams.values()) {
      if (!stream.tabs.has(tab)) continue;
      say(stream, "off");
      connect(stream);
    }
  }

  function begin(address, news, seq, ticks) {
    const stream = {
      address, news, seq, ticks, tabs: new Map(), state: "wait", screen: "", look: null, edition: "",
      source: null, watchdog: 0, again: 0, polling: null,
    };
    streams.set(address, stream);
    connect(stream);
    return stream;
  }

  function end(stream) {
    disconnect(stream);
    streams.delete(stream.address);
  }

  function disconnect(stream) {
    clearTimeout(stream.watchdog);
    clearTimeout(stream.again);
    stopPolling(stream);
    stream.source?.close();
    stream.source = null;
  }

  function stopPolling(stream) {
    stream.polling?.abort();
    stream.polling = null;
  }

  function connect(stream) {
    disconnect(stream);
    const open = [...streams.values()].filter((one) => one.source).length;
    if (open >= MOST || typeof EventSource === "undefined") return poll(stream);
    const source = new EventSource(`${stream.address}&seen=${stream.seq}&ticks=${stream.ticks}`);
    stream.source = source;
    let isCaughtUp = false; // a stream begins with what was missed, or with a beat
    const on = (name, then) => source.addEventListener(name, (event) => {
      alive(stream);
      then(event.data);
    });
    source.addEventListener("open", () => alive(stream));
    on("hello", (data) => tellEdition(stream, data));
    on("beat", () => { isCaughtUp = true; });
    on("screen", (data) => {
      tellScreen(stream, data, isCaughtUp);
      isCaughtUp = true;
    });
    on("look", (data) => tellLook(stream, data));
    on("gone", () => tellGone(stream));
    on("onward", (data) => tellOnward(stream, data));
    source.addEventListener("error", () => lost(stream, source));
    stream.watchdog = setTimeout(() => connect(stream), SILENCE);
    stream.again = setTimeout(() => poll(stream), POLL_EVERY); // a proxy may hold it back
  }

  function alive(stream) {
    say(stream, "on");
    clearTimeout(stream.again);
    clearTimeout(stream.watchdog);
    stopPolling(stream);
    stream.watchdog = setTimeout(() => {
      say(stream, "off");
      connect(stream);
    }, SILENCE);
  }

  // The browser tries again by itself after a broken connection, but not after a refusal.
  function lost(stream, source) {
    if (source !== stream.source) return;
    if (source.readyState !== 2) return say(stream, "off");
    disconnect(stream);
    poll(stream);
  }

  // Without a stream: ask for news, and again after a while.
  async function poll(stream) {
    const mine = new AbortController();
    const slow = setTimeout(() => mine.abort(), TIMEOUT);
    stream.polling = mine;
    try {
      const answer = await fetch(`${stream.news}&seen=${stream.seq}&ticks=${stream.ticks}`, { signal: mine.signal, cache: "no-store" });
      if (stream.polling !== mine) return;
      if ([403, 404].includes(answer.status)) return tellGone(stream);
      if (!answer.ok) throw new Error(answer.statusText);
      const told = await answer.json();
      if (stream.polling !== mine) return;
      const isCaughtUp = stream.state === "poll";
      say(stream, "poll");
      tellEdition(stream, told.edition);
      if (told.screen) tellScreen(stream, told.screen, isCaughtUp);
      tellLook(stream, told.look);
      if (told.onward) return tellOnward(stream, told.onward);
    } catch {
      if (stream.polling !== mine) return;
      say(stream, "off");
    } finally {
      clearTimeout(slow);
    }
    stream.again = setTimeout(() => connect(stream), POLL_EVERY);
  }

  function say(stream, state) {
    if (stream.state === state) return;
    stream.state = state;
    all(stream, { kind: "state", state });
  }

  function tellEdition(stream, edition) {
    if (stream.edition === edition) return;
    stream.edition = edition;
    all(stream, { kind: "edition", edition });
  }

  function tellScreen(stream, html, live) {
    const numberIn = (name) => Number(new RegExp(`data-${name}="(\\d+)"`).exec(html)?.[1]);
    Object.assign(stream, { screen: html, seq: numberIn("seq"), ticks: numberIn("ticks") });
    all(stream, { kind: "screen", html, live });
  }

  function tellLook(stream, html) {
    if (stream.look === html) return;
    stream.look = html;
    all(stream, { kind: "look", html });
  }

  // The same people play again.
  function tellOnward(stream, address) {
    all(stream, { kind: "onward", address });
    end(stream);
  }

  function tellGone(stream) {
    all(stream, { kind: "gone" });
    end(stream);
  }

  function all(stream, message) {
    for (const tab of stream.tabs.keys()) tell(tab, message);
  }

  // A tab that crashed, or that the device has unloaded, does not say so.
  const sweeping = setInterval(() => {
    const before = Date.now() - FORGOTTEN;
    for (const stream of streams.values()) {
      for (const [tab, heard] of stream.tabs) if (heard < before) stream.tabs.delete(tab);
      if (!stream.tabs.size) end(stream);
    }
  }, FORGOTTEN / 4);

  function endAll() {
    clearInterval(sweeping);
    [...streams.values()].forEach(end);
  }

  return { hear, end: endAll };
}

// As a worker that all tabs of a browser share.
if (typeof SharedWorkerGlobalScope !== "undefined") {
  const streams = openStreams((port, message) => port.postMessage(message));
  self.addEventListener("connect", ({ ports: [port] }) => {
    port.addEventListener("message", ({ data }) => streams.hear(port, data));
    port.start();
  });
}
