"""Turn handwriting of other people than MNIST's into what the bench reads: for tests only.

python -m camera.training.others --usps usps.h5 --semeion semeion.data --output build/digits
"""

import argparse
from pathlib import Path

import cv2
import numpy as np

from camera.training.sources import Labels, Pictures, mnist

_SIDE = 28


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


def main() -> None:
    """Write one file for each source that is there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--usps", type=Path)
    parser.add_argument("--semeion", type=Path)
    parser.add_argument("--optdigits", action="store_true")
    parser.add_argument(
        "--mnist", type=Path, help="the cache of training: takes the whole test part"
    )
    parser.add_argument("--output", type=Path, required=True)
    asked = parser.parse_args()
    asked.output.mkdir(parents=True, exist_ok=True)
    made = {
        "usps": asked.usps and usps(asked.usps),
        "semeion": asked.semeion and semeion(asked.semeion),
        "optdigits": optdigits() if asked.optdigits else None,
        "mnist": asked.mnist and mnist(asked.mnist, "t10k"),
    }
    for name, source in made.items():
        if source is not None:
            np.savez_compressed(asked.output / f"{name}.npz", pictures=source[0], labels=source[1])


if __name__ == "__main__":
    main()
