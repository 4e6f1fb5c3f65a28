"""Reads handwritten digits from 1 to 7 with two small nets; knows blank squares and other marks.

Each field is looked at in several ways, a little shifted, turned, larger or smaller: by one net
sharply, by another softened, so that grain and ragged edges mislead only one. The mean of what they
say counts, before it is made a share: one look that is sure against a class weighs more than a mean
of shares would let it.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from camera.ink import Ink, View, seen

Shares: TypeAlias = NDArray[np.float64]
"""For each field, how likely each class is."""

EMPTY: Final = 0
OTHER: Final = 8
"""A smear, a letter, an 8: something is written, and it is no digit from 1 to 7."""

CLASSES: Final = 9
"""What the nets tell apart: blank, the digits from 1 to 7, other."""

LOOKS: Final[Mapping[str, Sequence[View]]] = {
    "digits.onnx": (
        View(),
        View(x=2.5, y=-1.5, scale=0.94),
        View(x=-2.5, y=1.5, scale=1.06),
    ),
    "digits-soft.onnx": (
        View(x=1.0, y=2.5, degrees=5, soft=2.0),
        View(x=-1.0, y=-2.5, degrees=-5, soft=2.0),
    ),
}
"""How each net looks at a field."""


class DigitReader:
    """The nets, and by how much their outputs are softened so that they mean what they say."""

    def __init__(self, models: Mapping[str, bytes], temperature: float = 1.0) -> None:
        self._nets: dict[str, Any] = {
            name: cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8))
            for name, model in models.items()
        }
        self._temperature = temperature

    def shares(self, fields: Sequence[Ink]) -> Shares:
        """Return for each field how likely it is blank, a digit from 1 to 7, or something else."""
        if not fields:
            return np.zeros((0, CLASSES))
        each = np.concatenate([self._said(name, fields) for name in self._nets], axis=1)
        said = each.mean(axis=1) / self._temperature
        likely = np.exp(said - said.max(axis=1, keepdims=True))
        return np.asarray(likely / likely.sum(axis=1, keepdims=True))

    def _said(self, name: str, fields: Sequence[Ink]) -> NDArray[np.float64]:
        """Return what one net says of each field, look by look."""
        looks = np.array([seen(field, view) for field in fields for view in LOOKS[name]])
        self._nets[name].setInput(looks[:, None].astype(np.float32) / 255)
        said = np.asarray(self._nets[name].forward(), np.float64)
        return said.reshape(len(fields), len(LOOKS[name]), CLASSES)


@cache
def digit_reader() -> DigitReader:
    """Return the reader that comes with the package; it is loaded once."""
    folder = files("camera") / "models"
    told = json.loads((folder / "digits.json").read_text("utf-8"))
    models = {name: (folder / name).read_bytes() for name in LOOKS}
    return DigitReader(models, told["temperature"])
