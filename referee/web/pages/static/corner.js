// Five taps in the corner at the top left, within three seconds, ask whether to leave the full screen.
// What lies in the corner is tapped as well and may lead to another page: so they are counted on there.

const SIZE = 72;
const TAPS = 5;
const MEANT = 3; // from so many on nothing else is meant than the corner
const WITHIN = 3_000;
const KEPT = "referee-corner";

const recent = () =>
  (sessionStorage.getItem(KEPT) ?? "").split(" ").filter((at) => Number(at) > Date.now() - WITHIN);
const isCorner = ({ clientX, clientY }) => clientX < SIZE && clientY < SIZE && location.pathname !== "/kiosk";

addEventListener(
  "pointerdown",
  (event) => {
    if (isCorner(event)) sessionStorage.setItem(KEPT, [...recent(), Date.now()].join(" "));
  },
  true,
);
addEventListener(
  "click",
  (event) => {
    if (!isCorner(event) || recent().length < MEANT) return;
    event.preventDefault();
    event.stopPropagation();
    leave();
  },
  true,
);

function leave() {
  if (recent().length < TAPS) return;
  sessionStorage.removeItem(KEPT);
  location.assign(`/kiosk?back=${encodeURIComponent(location.pathname + location.search)}`);
}

leave();
