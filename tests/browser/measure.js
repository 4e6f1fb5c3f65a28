// Measures a screen of the table: everything that is wrong with its layout, as sentences.
(limits) => {
  if (getComputedStyle(document.documentElement).opacity === "0") throw new Error("The page is unseen");
  const wrong = [];
  const [width, height] = [window.innerWidth, window.innerHeight];
  const isPhone = width < 600 || height < 480;
  // Nothing moves while it is measured, so each place is asked for once.
  const boxes = new Map();
  const box = (element) => {
    if (!boxes.has(element)) boxes.set(element, boxOf(element));
    return boxes.get(element);
  };
  // A sentence with very long names begins in its place and is scrolled there; so is the result.
  const inSight = (element, own, place) => {
    const { top, right, bottom } = place.getBoundingClientRect();
    if (element.matches("h1") && own.top < top - 1) wrong.push("the sentence begins above its place");
    const [wide, high] = [Math.min(own.right, right) - own.left, Math.min(own.bottom, bottom) - own.top];
    return new DOMRect(own.left, own.top, Math.max(0, wide), Math.max(0, high));
  };
  // A pile is as large as the cards behind its first one.
  const boxOf = (element) => {
    const own = element.getBoundingClientRect();
    const place = limits.long && element.parentElement?.closest(".say, .later, .won-by");
    if (place && getComputedStyle(place).overflowY === "auto") return inSight(element, own, place);
    if (!element.matches(".card.stack")) return own;
    const sides = { left: own.left, top: own.top, right: own.right, bottom: own.bottom };
    for (const behind of ["::before", "::after"]) {
      const { content, translate } = getComputedStyle(element, behind);
      if (content === "none") continue;
      const [x = 0, y = 0] = translate.split(" ").map((part) => Number.parseFloat(part) || 0);
      sides.left = Math.min(sides.left, own.left + x);
      sides.right = Math.max(sides.right, own.right + x);
      sides.top = Math.min(sides.top, own.top + y);
      sides.bottom = Math.max(sides.bottom, own.bottom + y);
    }
    return new DOMRect(sides.left, sides.top, sides.right - sides.left, sides.bottom - sides.top);
  };
  const name = (element) => {
    const words = (element.getAttribute("aria-label") || element.textContent).trim();
    return `${element.tagName.toLowerCase()}.${element.classList[0] ?? ""} “${words.slice(0, 40)}”`;
  };
  const isShown = (element) => {
    const { width: wide, height: high } = box(element);
    return wide > 1 && high > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isShown);
  const size = (element) => Number.parseFloat(getComputedStyle(element).fontSize);

  // Nothing scrolls.
  const page = document.documentElement;
  if (page.scrollHeight > height + 1) wrong.push(`the page is ${page.scrollHeight} high, not ${height}`);
  if (page.scrollWidth > width + 1) wrong.push(`the page is ${page.scrollWidth} wide, not ${width}`);

  // Nothing on the table lies over another thing.
  const things = all("#screen .piece, #screen .name, #screen .middle .title, #screen .verdict, #screen .choice, #screen .tab, #screen .step h1, #screen .step .where, #screen .hands, #screen .todo li, #screen .rest span, #screen .tools > *, #screen .side h2, #screen .counts, #screen .pips");
  const tight = 2; // a rounded corner may touch
  const placed = things.map((one) => [one, box(one)]);
  placed.forEach(([one, a], index) => {
    for (const [other, b] of placed.slice(index + 1)) {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      if (wide <= tight) continue;
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (high > tight && !one.contains(other) && !other.contains(one)) {
        wrong.push(`${name(one)} and ${name(other)} overlap by ${Math.round(wide)} x ${Math.round(high)}`);
      }
    }
  });

  // A count hides nothing of the sign that it counts.
  for (const count of all("#screen .pip .count")) {
    const [a, b] = [box(count), box(count.parentElement.querySelector(".icon"))];
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 1) wrong.push(`${name(count.parentElement)} has its count over its icon by ${Math.round(wide)} x ${Math.round(high)}`);
  }

  // Nothing is cut off at the edge.
  for (const thing of things) {
    // On a phone held sideways the choices can be pushed up by a finger where they are many.
    if (height < 480 && thing.closest(".choices")) continue;
    const { left, top, right, bottom } = box(thing);
    if (left < -1 || top < -1 || right > width + 1 || bottom > height + 1) {
      wrong.push(`${name(thing)} is cut off at the edge`);
    }
  }
  // A sentence is not cut short, unless a very long name is in it or it unfolds on a tap.
  for (const thing of all("#screen .step h1, #screen .where, #screen .hands span, #screen .todo li span, #screen .card small, #screen .panel, #screen .choice, #screen .verdict h2, #screen .counts")) {
    if (thing.closest(".todo")?.querySelector(".rest")?.checkVisibility() && isPhone) continue;
    if (limits.long && thing.matches("[title], h1")) continue;
    if (thing.scrollWidth > thing.clientWidth + 2 || thing.scrollHeight > thing.clientHeight + 2) {
      if (getComputedStyle(thing).display !== "inline") wrong.push(`${name(thing)} does not fit into its place`);
    }
  }

  // Whatever can be tapped is big enough.
  for (const thing of all("a[href], button, summary, select, label.tab, label.onto, label.chip, label.option, .rest span, input:not([type=radio])")) {
    const { width: wide, height: high } = box(thing);
    if (wide < 43.5 || high < 43.5) wrong.push(`${name(thing)} is only ${Math.round(wide)} x ${Math.round(high)}`);
  }

  // Everything can be read, and the sentence on top is the largest.
  const main = document.querySelector("#screen [data-say]");
  const largest = main ? size(main) : Infinity; // pages beside the table have none
  const texts = all("#screen *").filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()));
  for (const text of texts) {
    if (text.closest(".said") || (text.closest(".pip, .piece.card") && isPhone)) continue;
    if (size(text) < limits.smallest) wrong.push(`${name(text)} has ${size(text)} px`);
    // The number on a card is a sign, and the winners' names are the end's own headline.
    const isSign = text.closest(".piece.card") || text.closest(".verdict");
    if (!isSign && text !== main && size(text) >= largest) wrong.push(`${name(text)} is as large as the sentence`);
  }
  for (const text of all("#screen [data-say], #screen .name bdi, #screen .side h2 bdi, #screen .counts")) {
    if (size(text) < limits.important) wrong.push(`${name(text)} has only ${size(text)} px`);
  }
  return [...new Set(wrong)];
};
