"""Turn handwriting of other people than MNIST's into what the bench reads: for tests only.

python -m tools.digits.others --usps usps.h5 --semeion semeion.data --output build/digits

From strokes it makes what the tests keep, with another seed another choice:

python -m tools.digits.others --pendigits pendigits.tes --unipen FOLDER --output tests/scenes
"""

import argparse
from pathlib import Path

import cv2
import numpy as np

from tools.digits.sources import Labels, Pictures, mnist
from tools.digits.strokes import Penned, kept_back, pendigits, unipen

_SIDE = 28
_OF_EACH = 24
"""Digits of each number from each source that are kept for the tests."""

_FINE = 250


def usps(path: Path) -> tuple[Pictures, Labels]:
    """Read both parts of USPS: letters' postcodes, 16 by 16."""
    import h5py  # noqa: PLC0415 - only who has this file needs its library

    with h5py.File(path) as parts:
        pictures = np.concatenate([parts[name]["data"][:] for name in ("train", "test")])
        labels = np.concatenate([parts[name]["target"][:] for name in ("train", "test")])
    low, high = float(pictures.min()), float(pictures.max())
    return _framed((pictures - low) / (high - low), 16), labels.astype(int)


def semeion(path: Path) -> tuple[Pictures, Labels]:
    """Read Semeion: 80 people of Italy, 16 by 16, only black and white."""
    # The copy that is about ends with lines of another kind.
    lines = [line.split() for line in path.read_text("ascii").splitlines()]
    table = np.array([line for line in lines if len(line) == 266], float)
    return _framed(table[:, :256], 16), table[:, 256:266].argmax(axis=1)


def optdigits() -> tuple[Pictures, Labels]:
    """Take the test part of optdigits from scikit-learn: 13 people, 8 by 8."""
    from sklearn.datasets import load_digits  # noqa: PLC0415 - likewise

    known = load_digits()
    return _framed(known.data / 16, 8), known.target.astype(int)


def _framed(shares: np.ndarray, side: int) -> Pictures:
    """Enlarge to the size of MNIST's pictures, with an edge all round."""
    framed = np.zeros((len(shares), _SIDE, _SIDE), np.uint8)
    for number, share in enumerate(shares.reshape(-1, side, side)):
        small = (share * 255).astype(np.uint8)
        framed[number, 2:26, 2:26] = cv2.resize(small, (24, 24), interpolation=cv2.INTER_CUBIC)
    return framed


def chosen(sources: list[list[Penned]], seed: int) -> list[Penned]:
    """Choose as many of each number from each source."""
    chance = np.random.default_rng(seed)
    found = []
    for source in sources:
        for number in range(10):
            alike = [one for one in source if one.label == number]
            found += [alike[n] for n in chance.choice(len(alike), _OF_EACH, replace=False)]
    return found


def kept(path: Path, digits: list[Penned]) -> None:
    """Write digits as a small file: all points, and of which stroke of which digit each is."""
    strokes = [(number, one) for number, digit in enumerate(digits) for one in digit.strokes]
    np.savez_compressed(
        path,
        points=np.vstack([np.round(one * _FINE) for _, one in strokes]).astype(np.uint8),
        lengths=np.array([len(one) for _, one in strokes], np.uint16),
        digits=np.array([number for number, _ in strokes], np.uint16),
        labels=np.array([digit.label for digit in digits], np.uint8),
        fine=np.uint8(_FINE),
    )


def main() -> None:
    """Write one file for each source that is there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--usps", type=Path)
    parser.add_argument("--semeion", type=Path)
    parser.add_argument("--optdigits", action="store_true")
    parser.add_argument(
        "--mnist", type=Path, help="the cache of training: takes the whole test part"
    )
    parser.add_argument("--pendigits", type=Path, help="pendigits.tes, the test part")
    parser.add_argument("--unipen", type=Path, help="the folder of UNIPEN's train_r01_v07")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, required=True)
    asked = parser.parse_args()
    asked.output.mkdir(parents=True, exist_ok=True)
    made = {
        "usps": asked.usps and usps(asked.usps),
        "semeion": asked.semeion and semeion(asked.semeion),
        "optdigits": optdigits() if asked.optdigits else None,
        "mnist": asked.mnist and mnist(asked.mnist, "t10k"),
    }
    if asked.pendigits and asked.unipen:
        strangers = kept_back(unipen(asked.unipen))
        kept(asked.output / "pens.npz", chosen([pendigits(asked.pendigits), strangers], asked.seed))
    for name, source in made.items():
        if source is not None:
            np.savez_compressed(asked.output / f"{name}.npz", pictures=source[0], labels=source[1])


if __name__ == "__main__":
    main()
