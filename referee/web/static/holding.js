// What a camera is asked for and what it grants: its size, and focus and exposure that stay.
// A camera that looks for its focus loses the table for seconds. So it first settles by itself, and
// once it sees cards well it is held where it settled, as far as the device allows.

export const WANTED = { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } };

const KINDS = { focus: ["focusMode", "focusDistance"], exposure: ["exposureMode", "exposureTime"] };

export async function settle(track) {
  await ask(track, (modes) => modes.includes("continuous") && "continuous");
}

// Says which of both is held now.
export async function hold(track) {
  const asked = await ask(track, (modes) => ["manual", "single-shot"].find((one) => modes.includes(one)));
  const now = track.getSettings();
  const isHeld = ([mode]) => Boolean(asked[mode]) && now[mode] === asked[mode];
  return { focus: isHeld(KINDS.focus), exposure: isHeld(KINDS.exposure) };
}

// Each of both stands alone: a device that grants only one grants that. The size is asked for again,
// because a camera forgets what it is not asked for.
async function ask(track, modeOf) {
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

export function granted(track, words, held) {
  const { width, height, frameRate } = track.getSettings();
  const size = words.size.replace("{width}", width).replace("{height}", height);
  const told = [size.replace("{rate}", Math.round(frameRate ?? 0) || "?")];
  if (held?.focus && held.exposure) told.push(words.both);
  else if (held?.focus) told.push(words.focus);
  else if (held?.exposure) told.push(words.exposure);
  else if (held) told.push(words.neither);
  return told.join(" ");
}
