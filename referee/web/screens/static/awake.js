// Keeps the screen on while a match is played on it and somebody may look: with the wake lock of the
// browser, which there is only with HTTPS or on localhost; elsewhere with a silent video of our own,
// which `tools/silent_video.py` has made. Where neither works, the menu of the match says what to do.
//
// What a browser asks of a video that keeps its screen on:
// - Chromium: it covers a fifth of the page, also if nobody can make it out.
// - Firefox: it has a track of sound.
// - Safari: so, it is not muted, and does not loop. Sound is played only after a tap.

const SPARE = 20; // s before its end at which it begins again; a busy device may be late
const HAS_LOCK = "wakeLock" in navigator;
const IS_SAFARI = "webkitSetPresentationMode" in HTMLVideoElement.prototype;

export const SILENCE = new URL("./awake.mp4", import.meta.url).href;

let lock = null;
let isAsking = false;
let video = null;

function isWanted() {
  return !document.hidden && document.getElementById("screen")?.dataset.over === "no";
}

function renew() {
  if (HAS_LOCK) renewLock();
  else renewVideo();
}

const isHeld = () => Boolean(lock) && !lock.released;

async function renewLock() {
  if (isAsking) return;
  isAsking = true;
  try {
    // Once more where the page was hidden or the game ended while the browser was asked.
    for (let tries = 0; tries < 2 && isHeld() !== isWanted(); tries += 1) {
      if (isHeld()) await lock.release();
      else await takeLock();
    }
  } catch {
    lock = null; // such as to save the battery
  }
  isAsking = false;
  say(isHeld());
}

async function takeLock() {
  lock = await navigator.wakeLock.request("screen");
  lock.addEventListener("release", () => say(isHeld()));
}

function renewVideo() {
  if (!isWanted()) return video?.pause();
  video ??= makeVideo();
  if (video.paused) video.play().catch(() => {}); // not before a tap, or not at all
}

function makeVideo() {
  const made = document.createElement("video");
  made.id = "keeps-on";
  made.playsInline = true;
  made.muted = !IS_SAFARI;
  made.disablePictureInPicture = true;
  made.disableRemotePlayback = true;
  made.tabIndex = -1;
  made.setAttribute("aria-hidden", "true");
  made.src = SILENCE;
  if (navigator.audioSession) navigator.audioSession.type = "ambient"; // other apps may go on playing
  made.addEventListener("timeupdate", () => {
    if (made.currentTime > made.duration - SPARE) made.currentTime = 0;
  });
  made.addEventListener("ended", renew);
  for (const name of ["playing", "pause", "error"]) made.addEventListener(name, () => say(!made.paused && !made.error));
  document.body.append(made);
  return made;
}

function say(isOn) {
  document.documentElement.classList.toggle("awake", isOn);
}

for (const name of ["visibilitychange", "moment"]) document.addEventListener(name, renew);
for (const name of ["pageshow", "click", "keydown"]) window.addEventListener(name, renew, true);
renew();
