// Draws zones over the picture, by dragging or with arrow keys. The numbers under “By hand” are what is
// sent, so that zones can be typed as well.

const form = document.querySelector("[data-zones]");
const drawing = form?.querySelector("[data-drawing] svg");
const LEAST = 2; // per cent: a smaller zone is refused
const SIDES = ["left", "top", "right", "bottom"];
let chosen = 0;
let from = null;
let before = null;

if (drawing) {
  const { width, height } = drawing.viewBox.baseVal;
  const hint = document.createElement("p");
  hint.className = "lead";
  hint.textContent = form.dataset.hint;
  form.querySelector("[data-drawing]").after(hint);
  const picks = document.createElement("div");
  picks.className = "picks";
  hint.after(picks);
  const items = [...form.querySelectorAll("[data-zone-of]")];
  const shapes = items.map((item, spot) => {
    const shape = document.createElementNS(drawing.namespaceURI, "rect");
    shape.setAttribute("class", "zone");
    const name = document.createElementNS(drawing.namespaceURI, "text");
    name.textContent = item.querySelector("b").textContent;
    name.setAttribute("class", "zone-name");
    name.setAttribute("font-size", Math.round(width / 36));
    drawing.append(shape, name);
    const pick = document.createElement("button");
    pick.type = "button";
    pick.className = "pick-zone";
    pick.dataset.pick = spot;
    pick.append(item.querySelector("b").firstElementChild.cloneNode(true));
    picks.append(pick);
    pick.addEventListener("click", () => choose(spot));
    pick.addEventListener("keydown", (event) => moved(event, spot));
    return { shape, name, pick };
  });

  const field = (spot, side) => form.elements[`${side}-${spot}`];
  const read = (spot) => SIDES.map((side) => Number.parseFloat(field(spot, side).value.replace(",", ".")));
  const write = (spot, values) => SIDES.forEach((side, place) => {
    field(spot, side).value = String(Math.round(Math.min(100, Math.max(0, values[place])) * 10) / 10);
  });

  const choose = (spot) => {
    chosen = spot;
    shapes.forEach(({ pick, shape }, place) => {
      pick.setAttribute("aria-pressed", String(place === spot));
      shape.classList.toggle("chosen", place === spot);
    });
  };

  const draw = () => shapes.forEach(({ shape, name }, spot) => {
    const [left, top, right, bottom] = read(spot);
    const shown = [left, top, right, bottom].every(Number.isFinite) && right > left && bottom > top;
    shape.toggleAttribute("hidden", !shown);
    name.toggleAttribute("hidden", !shown);
    if (!shown) return;
    shape.setAttribute("x", (left * width) / 100);
    shape.setAttribute("y", (top * height) / 100);
    shape.setAttribute("width", ((right - left) * width) / 100);
    shape.setAttribute("height", ((bottom - top) * height) / 100);
    name.setAttribute("x", (left * width) / 100 + width / 100);
    name.setAttribute("y", (top * height) / 100 + width / 30);
  });

  const at = (event) => {
    const box = drawing.getBoundingClientRect();
    return [((event.clientX - box.x) / box.width) * 100, ((event.clientY - box.y) / box.height) * 100];
  };

  drawing.addEventListener("pointerdown", (event) => {
    from = at(event);
    before = SIDES.map((side) => field(chosen, side).value);
    drawing.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  drawing.addEventListener("pointermove", (event) => {
    if (!from) return;
    const to = at(event);
    write(chosen, [Math.min(from[0], to[0]), Math.min(from[1], to[1]), Math.max(from[0], to[0]), Math.max(from[1], to[1])]);
    draw();
  });
  for (const end of ["pointerup", "pointercancel"]) {
    drawing.addEventListener(end, () => {
      if (!from) return;
      from = null;
      const [left, top, right, bottom] = read(chosen);
      if (right - left >= LEAST && bottom - top >= LEAST && end === "pointerup") {
        if (chosen + 1 < items.length && !Number.isFinite(read(chosen + 1)[0])) choose(chosen + 1);
        return;
      }
      // A tap neither draws a zone nor removes one.
      SIDES.forEach((side, place) => { field(chosen, side).value = before[place]; });
      draw();
    });
  }

  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  function moved(event, spot) {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    choose(spot);
    const now = read(spot);
    const [left, top, right, bottom] = now.every(Number.isFinite) ? now : [40, 40, 60, 60];
    const [x, y] = step;
    const within = (value, low, high) => Math.min(high, Math.max(low, value));
    const along = (start, end, by) => {
      if (event.shiftKey) return [start, within(end + by, start + LEAST, 100)];
      const moves = within(by, -start, 100 - end);
      return [start + moves, end + moves];
    };
    const [newLeft, newRight] = along(left, right, x);
    const [newTop, newBottom] = along(top, bottom, y);
    write(spot, [newLeft, newTop, newRight, newBottom]);
    draw();
  }

  form.addEventListener("input", draw);
  choose(0);
  draw();
}
