// The camera of this device: its pictures go to the referee one by one, each after the last answer.
// Browsers allow it only on pages with HTTPS or on localhost; anywhere else the photo is the way.

const PAUSE = 220; // between two pictures
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
const canvas = document.createElement("canvas");
const address = new URL(viewer.dataset.viewer, location.href);
let stream = null;

address.searchParams.set("camera", `page-${Math.random().toString(36).slice(2, 12)}`);

if (window.isSecureContext && navigator.mediaDevices?.getUserMedia) start.hidden = false;
else {
  viewer.dataset.state = "refused";
  state.textContent = viewer.dataset.refused;
}

start.addEventListener("click", async () => {
  start.disabled = true;
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } },
      audio: false,
    });
    video.srcObject = stream;
    await video.play();
  } catch {
    halt("denied", viewer.dataset.denied);
    return;
  } finally {
    start.disabled = false;
  }
  steady(stream.getVideoTracks()[0]);
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
  viewer.dataset.state = name;
  state.textContent = words;
}

// A camera that looks for its focus loses the table for seconds: where it lets us, it stays.
async function steady(track) {
  try {
    const can = track.getCapabilities?.() ?? {};
    const wanted = {};
    if (can.focusMode?.includes("continuous")) wanted.focusMode = "continuous";
    if (can.exposureMode?.includes("continuous")) wanted.exposureMode = "continuous";
    if (Object.keys(wanted).length) await track.applyConstraints({ advanced: [wanted] });
  } catch {
    // Then it is as the device has it.
  }
}

async function watch(mine) {
  while (stream === mine) {
    const picture = document.hidden ? null : await taken();
    if (picture && !(await sent(picture, mine))) await pause(AGAIN);
    await pause(PAUSE);
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
    if (answer.ok) show(told);
    else state.textContent = told.says;
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

async function stayAwake() {
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // Not allowed here; the device's own settings decide.
  }
}
