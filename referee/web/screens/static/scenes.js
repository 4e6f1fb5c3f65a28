// Moments of the table: pictures that a tap ends, and pieces that move to where they are now.

const SHOWN = 6000; // ms: each picture, where nobody taps
const MOVE = 380; // ms
const MOST = 12; // pieces that move at once; after more, the table is simply another one
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
let timer = 0;
let shownFor = "";

// ---------------------------------------------------------------- pictures

function open() {
  return document.querySelector("#screen .scene > .scene-seen:not(:checked)");
}

// Which pictures this screen has seen: those of the last entry only.
function nameOf(scenes) {
  return `${scenes.closest("#screen").dataset.match} ${scenes.dataset.scenes}`;
}

function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem("scenes") ?? "{}");
  } catch {
    return {}; // storage may be off
  }
}

function remember(box) {
  const scenes = box.closest(".scenes");
  const count = scenes.querySelectorAll(".scene-seen:checked").length;
  try {
    sessionStorage.setItem("scenes", JSON.stringify({ name: nameOf(scenes), count }));
  } catch {
    kept = { name: nameOf(scenes), count };
  }
}
let kept = {};

// What has been seen does not come again when the same moment is drawn once more.
export function keepSeen() {
  const scenes = document.querySelector("#screen .scenes");
  if (!scenes) return clearTimeout(timer);
  const seen = { ...kept, ...remembered() };
  if (seen.name === nameOf(scenes)) {
    [...scenes.querySelectorAll(".scene-seen")].slice(0, seen.count).forEach((box) => (box.checked = true));
  }
  goOnAlone(scenes);
}

// Nobody taps a television: each picture is there for some seconds.
function goOnAlone(scenes) {
  if (scenes.closest("#screen").dataset.role !== "show") return;
  const name = nameOf(scenes);
  if (shownFor !== name) clearTimeout(timer);
  else if (timer) return;
  shownFor = name;
  timer = setTimeout(() => {
    timer = 0;
    end(open());
  }, SHOWN);
}

function end(box) {
  if (!box) return;
  box.checked = true;
  remember(box);
  goOnAlone(box.closest(".scenes"));
}

document.addEventListener("change", (event) => {
  if (event.target.matches("#screen .scene > .scene-seen")) remember(event.target);
});
// Hands that have done a task have seen what it followed from.
document.addEventListener("submit", (event) => {
  if (event.target.matches("#screen [data-tick]")) end(open());
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog[open]")) end(open());
});

// ---------------------------------------------------------------- pieces

// Where each piece is and what it is called; a pile counts as often as it holds that card.
export function placed(screen) {
  if (calm.matches || document.hidden) return [];
  const found = screen.querySelectorAll("[data-zone] :is(.piece:not(.panel, .empty), .name .mark:not(.tally)), .sides .pip.have");
  return [...found].map((element) => ({
    element,
    box: element.getBoundingClientRect(),
    name: (element.getAttribute("aria-label") ?? element.textContent).trim().split(",")[0],
    home: element.closest("[data-zone], [data-side]"),
    count: Number(element.dataset.count ?? 1),
    copy: null,
  })).map((piece) => ({ ...piece, home: piece.home.dataset.zone ?? `side ${piece.home.dataset.side}`, copy: piece.element.cloneNode(true) }));
}

// Let what has left its place slide to where it is now, or fade away.
export function slide(before) {
  if (!before.length) return;
  const after = placed(document.getElementById("screen"));
  const left = missing(before, after);
  const come = missing(after, before);
  if (left.length > MOST) return;
  const ghosts = document.createElement("div");
  ghosts.className = "ghosts";
  ghosts.setAttribute("aria-hidden", "true");
  document.body.append(ghosts);
  const moves = left.map((piece) => {
    const at = come.findIndex(({ name }) => name === piece.name);
    return move(ghosts, piece, at < 0 ? null : come.splice(at, 1)[0]);
  });
  Promise.allSettled(moves).then(() => ghosts.remove());
}

// The pieces of one list that have no counterpart of that name at that place in the other.
function missing(some, others) {
  const key = ({ home, name }) => `${home} ${name}`;
  const there = new Map();
  for (const one of others) there.set(key(one), (there.get(key(one)) ?? 0) + one.count);
  return some.filter((one) => {
    const rest = there.get(key(one)) ?? 0;
    there.set(key(one), Math.max(rest - one.count, 0));
    return rest < one.count;
  });
}

function move(ghosts, piece, to) {
  const { left, top, width, height } = piece.box;
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  ghost.style.setProperty("--cw", `${width}px`);
  ghost.style.setProperty("--ch", `${height}px`);
  ghost.append(piece.copy);
  ghosts.append(ghost);
  const timing = { duration: MOVE, easing: "ease-in-out", fill: "forwards" };
  if (!to) return ghost.animate({ opacity: [1, 0], scale: [1, 0.6] }, timing).finished;
  const aim = to.box;
  const x = aim.left + aim.width / 2 - left - width / 2;
  const y = aim.top + aim.height / 2 - top - height / 2;
  to.element.animate({ opacity: [0, 0] }, { duration: MOVE });
  return ghost.animate({ translate: ["0 0", `${x}px ${y}px`], scale: [1, aim.width / width || 1] }, timing).finished;
}

keepSeen();
