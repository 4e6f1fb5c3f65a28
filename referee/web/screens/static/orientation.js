// How a device shows the table: whether the sentence is turned to whoever must act, whether the whole
// screen is turned round, and on which side its tools are. The device remembers each, as its sound.

const KEYS = {
  sentence: ["off", "tap", "always"],
  round: ["off", "on"],
  hand: ["right", "left"],
};
const root = document.documentElement;
let isTapped = false; // until the next moment

function stored(key) {
  try {
    return localStorage.getItem(`turn-${key}`) ?? KEYS[key][0];
  } catch {
    return KEYS[key][0]; // a browser that keeps nothing
  }
}

// Where the seat sits that acts alone, as seen from the middle of the table.
function edgeOfActing() {
  const table = document.querySelector("#screen .table")?.getBoundingClientRect();
  const acting = [...document.querySelectorAll("#screen .table .acting")].map((one) => one.closest("[data-zone]"));
  if (!table || new Set(acting).size !== 1) return "";
  const seat = acting[0].getBoundingClientRect();
  const x = (seat.left + seat.right - table.left - table.right) / table.width;
  const y = (seat.top + seat.bottom - table.top - table.bottom) / table.height;
  if (Math.abs(x) > Math.abs(y)) return x < 0 ? "left" : "right";
  return y < 0 ? "top" : "bottom";
}

export function turn() {
  const how = stored("sentence");
  root.dataset.sentence = how;
  root.classList.toggle("turned-round", stored("round") === "on");
  root.classList.toggle("left-handed", stored("hand") === "left");
  const edge = how === "always" || (how === "tap" && isTapped) ? edgeOfActing() : "";
  if (edge) root.dataset.edge = edge;
  else delete root.dataset.edge;
  for (const one of document.querySelectorAll("[data-turns]")) {
    const now = stored(one.dataset.turns);
    one.setAttribute("aria-pressed", String(now !== KEYS[one.dataset.turns][0]));
    for (const words of one.querySelectorAll("[data-when]")) words.hidden = words.dataset.when !== now;
  }
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-turns]");
  if (button) {
    const ways = KEYS[button.dataset.turns];
    try {
      localStorage.setItem(`turn-${button.dataset.turns}`, ways[(ways.indexOf(stored(button.dataset.turns)) + 1) % ways.length]);
    } catch {
      return;
    }
  } else if (target.closest('[data-tool="turn"], [data-turned]')) isTapped = !isTapped;
  else return;
  turn();
});
document.addEventListener("moment", () => {
  isTapped = false;
  turn();
});
new MutationObserver(turn).observe(document.getElementById("screen"), { attributes: true, attributeFilter: ["data-ticks"] });
window.addEventListener("resize", turn);
turn();
