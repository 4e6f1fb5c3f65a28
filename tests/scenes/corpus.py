"""Makes the small corpus of `tests/camera` anew: `python tests/scenes/corpus.py`.

A picture a scene as WebP, and beside it the texts of its codes; `~` stands
before one that is not whole, and need not be read. The thresholds
stay as they are: they only go up, and a new corpus that reads worse is a worse corpus.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import conditions
import cv2
import flats
import numpy as np
import scenes
from conditions import Maker
from scenes import Light, Scene, View

FOLDER: Final = Path(__file__).parent.parent / "camera" / "corpus"
SIZE: Final = (800, 600)


def worn(seed: int) -> Scene:
    """Make stickers with scratches, stains and a torn edge."""
    chance = np.random.default_rng([seed, 17])
    laid = []
    for number, text in enumerate(flats.texts(seed, 6)):
        flat = flats.with_code_only(flats.card(text, seed=seed * 50 + number))
        side = len(flat.pixels)
        for _ in range(int(chance.integers(2, 6))):
            ends = chance.integers(0, side, 4)
            start, end = (int(ends[0]), int(ends[1])), (int(ends[2]), int(ends[3]))
            cv2.line(flat.pixels, start, end, int(chance.choice([60, 230])), 2, cv2.LINE_AA)
        for _ in range(int(chance.integers(0, 3))):
            spot = (int(chance.integers(side)), int(chance.integers(side)))
            cv2.circle(flat.pixels, spot, int(side * 0.05), 120, -1, cv2.LINE_AA)
        laid += [(flat, number)]
    things = scenes.spread(chance, [flat for flat, _ in laid], (200, 150))
    return scenes.render(things, View(*SIZE, 220), Light(blur=0.9), seed=seed)


def crowded(seed: int) -> Scene:
    """Make many cards, some lying on others."""
    chance = np.random.default_rng([seed, 19])
    cards = [flats.card(text, seed=seed * 50 + n) for n, text in enumerate(flats.texts(seed, 14))]
    things = scenes.spread(chance, cards, (330, 250))
    return scenes.render(things, View(*SIZE, 330), Light(blur=0.6), seed=seed, style="playmat")


MAKERS: Final[Mapping[str, Maker]] = {
    "flat": conditions.sharp(2.2, cards=8, size=SIZE),
    "glare": conditions.sharp(3, cards=8, size=SIZE, light=Light(glare=4, glare_px=(10, 25))),
    "dim": conditions.sharp(
        2.5, cards=8, size=SIZE, light=Light(contrast=0.4, gamma=1.7, gradient=0.5, noise=6)
    ),
    "tilted": conditions.sharp(3, cards=8, size=SIZE, tilt=50, with_mat=True),
    "crowded": crowded,
    "worn": worn,
    "nothing-here": conditions.nothing,
}
PICTURES: Final = 3


def main() -> None:
    """Write all pictures and texts."""
    for condition, make in MAKERS.items():
        folder = FOLDER / condition
        folder.mkdir(parents=True, exist_ok=True)
        for seed in range(PICTURES):
            scene = make(seed + 40)
            path = folder / f"{seed}.webp"
            cv2.imwrite(str(path), scene.frame, [cv2.IMWRITE_WEBP_QUALITY, 60])
            lines = [f"{'' if one.whole else '~ '}{one.text}\n" for one in scene.truth]
            path.with_suffix(".txt").write_text("".join(sorted(lines)), "utf-8")
        sys.stdout.write(f"{condition}: {PICTURES}\n")


if __name__ == "__main__":
    main()
