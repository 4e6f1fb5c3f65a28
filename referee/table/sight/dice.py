"""Reads photos of dice; people confirm what was read before it counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.core import DieKind
from referee.table.sight.scans import read_photo_in_colour


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die in a photo: its number, its kind if that is clear, and a small JPEG of it."""

    face: int
    kind: str | None
    crop: bytes


def read_dice_photo(data: bytes, kinds: Sequence[DieKind]) -> tuple[SeenDie, ...]:
    """Return the dice in a photo, row by row; raises `BadPhoto`."""
    from camera.dice import LONGEST, read_dice  # noqa: PLC0415 - OpenCV only for pictures
    from camera.preview import in_colour  # noqa: PLC0415 - as above

    samples: Mapping[str, tuple[int, int, int]] = {kind.id: kind.sample for kind in kinds}
    seen = read_dice(read_photo_in_colour(data, LONGEST), samples)
    return tuple(SeenDie(one.face, one.colour.name, in_colour(one.crop)) for one in seen)
