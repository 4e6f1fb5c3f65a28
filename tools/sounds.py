"""Writes the sounds of a table, each a few sine tones one after the other.

`make sounds` runs it. The files are ours: nothing in them was recorded or taken from elsewhere.
"""

import math
import struct
import sys
import wave
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

RATE: Final = 8_000
"""Samples a second; no tone here is above 1200 Hz."""

Tone: TypeAlias = tuple[float, float]
"""Its pitch in Hz, and how long it lasts in seconds."""

SOUNDS: Final[Mapping[str, Sequence[Tone]]] = {
    "turn": ((659.3, 0.14), (880.0, 0.28)),
    "taken": ((587.3, 0.12),),
    "refused": ((246.9, 0.13), (196.0, 0.22)),
    "end": ((523.3, 0.12), (659.3, 0.12), (784.0, 0.12), (1046.5, 0.34)),
}

_LOUDNESS: Final = 0.5
_ONSET_S: Final = 0.008
"""A tone that began at once would click."""


def samples(tones: Sequence[Tone]) -> Iterator[float]:
    """Return the samples of tones that follow each other, each from -1 to 1."""
    for pitch, seconds in tones:
        count = round(seconds * RATE)
        for number in range(count):
            at = number / RATE
            envelope = min(1.0, at / _ONSET_S) * (1 - number / count) ** 1.5
            turn = 2 * math.pi * pitch * at
            yield _LOUDNESS * envelope * (math.sin(turn) + 0.2 * math.sin(2 * turn)) / 1.2


def write(tones: Sequence[Tone], file: Path) -> None:
    """Write them as WAV of 16 bits, one channel."""
    with wave.open(str(file), "wb") as made:
        made.setnchannels(1)
        made.setsampwidth(2)
        made.setframerate(RATE)
        made.writeframes(b"".join(struct.pack("<h", round(one * 32767)) for one in samples(tones)))


def main() -> None:
    """Write all into the folder that is named."""
    for name, tones in SOUNDS.items():
        write(tones, Path(sys.argv[1]) / f"{name}.wav")


if __name__ == "__main__":
    main()
