// The camera of this device: its pictures are sent to the referee one by one, each after the last
// answer. Browsers allow it only with HTTPS or on localhost; elsewhere a photo can be taken instead.

const WANTED = { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } };

const KINDS = { focus: ["focusMode", "focusDistance"], exposure: ["exposureMode", "exposureTime"] };
const SETTLING = 1500; // until focus and exposure have settled
const LEAST = 80; // from one picture to the next: twelve a second are enough
const SELDOM = 250; // where there is no picture to look at
const AGAIN = 2000; // after a picture that did not get through
const LONGEST = 1600;
const QUALITY = 0.8;
const LINES = 6;

const viewer = document.querySelector("[data-viewer]");
const video = viewer.querySelector("video");
const drawing = viewer.querySelector("svg");
const state = viewer.querySelector("[data-camera-state]");
const said = viewer.querySelector("[data-said]");
const start = viewer.querySelector("[data-start]");
const stop = viewer.querySelector("[data-stop]");
const asked = viewer.querySelector("[data-asked]");
const got = viewer.querySelector("[data-granted]");
const canvas = document.createElement("canvas");
const address = new URL(viewer.dataset.viewer, location.href);
let stream = null;
let lock = null; // keeps the screen on
let begun = 0;
let isHeld = false;

address.searchParams.set("camera", `page-${Math.random().toString(36).slice(2, 12)}`);

if (window.isSecureContext && navigator.mediaDevices?.getUserMedia) start.hidden = false;
else {
  viewer.dataset.state = "refused";
  state.textContent = viewer.dataset.refused;
  const trusting = viewer.querySelector("[data-how-trusted]");
  if (trusting && !window.isSecureContext) trusting.hidden = false;
}

start.addEventListener("click", async () => {
  start.disabled = true;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: WANTED, audio: false });
    video.srcObject = stream;
    await video.play();
  } catch {
    halt("denied", viewer.dataset.denied);
    return;
  } finally {
    start.disabled = false;
  }
  begun = performance.now();
  isHeld = false;
  const mine = stream;
  await settle(track());
  if (stream !== mine) return;
  say();
  video.hidden = false;
  start.hidden = true;
  stop.hidden = false;
  viewer.dataset.state = "on";
  stayAwake();
  watch(stream);
});

stop.addEventListener("click", () => halt("off", state.dataset.off));
state.dataset.off = state.textContent;
window.addEventListener("pagehide", () => halt("off", state.dataset.off));

function halt(name, words) {
  stream?.getTracks().forEach((track) => track.stop());
  stream = null;
  video.srcObject = null;
  video.hidden = true;
  drawing.replaceChildren();
  start.hidden = false;
  stop.hidden = true;
  asked.hidden = true;
  got.hidden = true;
  viewer.dataset.state = name;
  state.textContent = words;
  lock?.release();
  lock = null;
}

function say(held) {
  got.hidden = false;
  got.textContent = granted(track(), got.dataset, held);
}

const track = () => stream.getVideoTracks()[0];

// Lock focus and exposure once cards are read, because then the picture is sharp.
async function keep(told, mine) {
  const isSharp = told.codes.length && performance.now() - begun > SETTLING;
  if (isHeld || !isSharp || stream !== mine) return;
  isHeld = true;
  const held = await hold(track());
  if (stream === mine) say(held);
}

async function watch(mine) {
  while (stream === mine) {
    const since = performance.now();
    const picture = document.hidden ? null : await taken();
    if (!picture) await pause(SELDOM);
    else if (!(await sent(picture, mine))) await pause(AGAIN);
    else await pause(LEAST - (performance.now() - since));
  }
}

function taken() {
  const { videoWidth: width, videoHeight: height } = video;
  if (!width) return null;
  const scale = Math.min(1, LONGEST / Math.max(width, height));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => { canvas.toBlob(done, "image/jpeg", QUALITY); });
}

async function sent(picture, mine) {
  try {
    const answer = await fetch(address, {
      method: "POST",
      body: picture,
      headers: { "Content-Type": "image/jpeg", Accept: "application/json" },
    });
    const told = await answer.json();
    if (stream !== mine) return true;
    if (answer.ok) {
      show(told);
      keep(told, mine);
    } else state.textContent = told.says;
    return answer.ok;
  } catch {
    if (stream === mine) state.textContent = viewer.dataset.lost;
    return false;
  }
}

function show(told) {
  drawing.setAttribute("viewBox", `0 0 ${told.width} ${told.height}`);
  drawing.replaceChildren(...told.codes.flatMap((code) => outlined(code, told.width)));
  const count = told.codes.filter((code) => code.kind === "card" || code.kind === "unclear").length;
  state.textContent = [viewer.dataset.watching.replace("{count}", count), ...told.advice].join(" ");
  for (const line of told.entered) {
    const item = document.createElement("li");
    item.textContent = line;
    said.prepend(item);
  }
  while (said.children.length > LINES) said.lastElementChild.remove();
  asked.hidden = !told.address;
  if (told.address) asked.href = told.address;
}

function outlined(code, width) {
  const make = (name) => document.createElementNS(drawing.namespaceURI, name);
  const line = make("polygon");
  line.setAttribute("points", code.points);
  line.setAttribute("class", `outline ${code.kind}`);
  line.setAttribute("pathLength", "40");
  const name = make("text");
  const [x, y] = code.points.split(" ")[0].split(",");
  name.setAttribute("x", x);
  name.setAttribute("y", y - width / 160);
  name.setAttribute("font-size", Math.round(width / 28));
  name.textContent = code.name;
  return [line, name];
}

const pause = (time) => new Promise((go) => { setTimeout(go, time); });

// A browser lets go of the lock while the page is hidden.
async function stayAwake() {
  if (document.hidden || viewer.dataset.state !== "on") return;
  try {
    lock = await navigator.wakeLock?.request("screen");
  } catch {
    // Not allowed here; the device's own settings decide.
  }
}

document.addEventListener("visibilitychange", stayAwake);

// ---------------------------------------------------------------- focus and exposure

// A camera that looks for its focus sees nothing for seconds. So it first settles by itself, and is
// locked once cards are read, as far as the device allows.
async function settle(track) {
  await apply(track, (modes) => modes.includes("continuous") && "continuous");
}

// Return which of both is locked now.
async function hold(track) {
  const asked = await apply(track, (modes) => ["manual", "single-shot"].find((one) => modes.includes(one)));
  const now = track.getSettings();
  const isHeld = ([mode]) => Boolean(asked[mode]) && now[mode] === asked[mode];
  return { focus: isHeld(KINDS.focus), exposure: isHeld(KINDS.exposure) };
}

// Each is asked for by itself, because a device may grant only one. The size is asked for again, because
// a camera resets what a request leaves out.
async function apply(track, modeOf) {
  const can = track.getCapabilities?.() ?? {};
  const settled = track.getSettings();
  const asked = {};
  const advanced = [];
  for (const [mode, value] of Object.values(KINDS)) {
    const chosen = modeOf(can[mode] ?? []);
    if (!chosen) continue;
    asked[mode] = chosen;
    const stays = chosen === "manual" && settled[value] !== undefined;
    advanced.push({ [mode]: chosen, ...(stays ? { [value]: settled[value] } : {}) });
  }
  try {
    if (advanced.length) await track.applyConstraints({ ...WANTED, advanced });
  } catch {
    // Then it is as the device has it, which its settings tell.
  }
  return asked;
}

function granted(track, words, held) {
  const { width, height, frameRate } = track.getSettings();
  const size = words.size.replace("{width}", width).replace("{height}", height);
  const told = [size.replace("{rate}", Math.round(frameRate ?? 0) || "?")];
  if (held?.focus && held.exposure) told.push(words.both);
  else if (held?.focus) told.push(words.focus);
  else if (held?.exposure) told.push(words.exposure);
  else if (held) told.push(words.neither);
  return told.join(" ");
}
