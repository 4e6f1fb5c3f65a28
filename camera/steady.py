"""What has held still: a fold over scans, without a clock, a camera or a picture.

One frame proves nothing: a code is missed in one and read in the next, a hand passes. So a code
counts once it was read in enough of the last frames, and leaves only when it has long not been
read although its place could be seen. Readings are joined by text and place.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import dist
from typing import Final

from camera.scans import CodeSighting, MarkerSighting, Quad, Scan, centre

_SAME_PLACE: Final = 0.8
"""Sides of a code that it may seem to move between frames and still lie where it lay."""

_NEAR: Final = 2.0
"""Sides of a code within which something unread may be this very code."""

_MOST: Final = 3
"""Fewer codes than this may leave at once without a hand being suspected."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How much proof is asked for, in frames."""

    enough: int = 2
    """A code counts once it was read in so many ..."""
    of: int = 4
    """... of the last so many frames."""
    gone: int = 6
    """It leaves after so many frames in which its place was seen without it."""
    covered: int = 60
    """What is covered for so long has left, or was moved under the cover."""


@dataclass(frozen=True, slots=True)
class Held:
    """A code at a place, and how it fared in the last frames."""

    code: CodeSighting
    """As it was read last."""
    since: CodeSighting
    """As it was read first: a code that lies elsewhere is another one."""
    read: tuple[bool, ...] = (True,)
    absent: int = 0
    hidden: int = 0
    counts: bool = False


@dataclass(frozen=True, slots=True)
class Steady:
    """What counts as lying on the table, and what is still being proved."""

    held: tuple[Held, ...] = ()
    seen: tuple[tuple[MarkerSighting, int], ...] = ()
    """Each marker where it was seen last, and how many frames ago."""
    last: Scan | None = None
    changed: bool = False
    """Whether the last frame changed what counts."""
    disturbed: bool = False
    """Whether something moves on the table or covers it."""

    @property
    def codes(self) -> tuple[CodeSighting, ...]:
        """Return the codes that count."""
        return tuple(held.code for held in self.held if held.counts)

    @property
    def markers(self) -> tuple[MarkerSighting, ...]:
        """Return the markers that lie on the table."""
        return tuple(marker for marker, _ in self.seen)


def watch(
    steady: Steady, scan: Scan, patience: Patience | None = None, *, moving: bool = False
) -> Steady:
    """Take in one more scan; `moving` tells that the picture itself is in motion."""
    patience = patience or Patience()
    paired, fresh = _paired(steady.held, scan.codes)
    seen = _markers(steady.seen, scan, patience)
    over = moving or any(missed for _, missed in seen) or _many_vanished(paired)
    after = [
        _seen(one, code, patience)
        if code
        else _missed(one, patience, hidden=over or _at(one, scan))
        for one, code in paired
    ]
    after += [Held(code, code, counts=patience.enough <= 1) for code in fresh]
    stay = tuple(one for one in after if _stays(one, after, patience))
    return Steady(
        held=stay,
        seen=seen,
        last=scan,
        changed=_counting(steady.held) != _counting(stay),
        disturbed=over or any(one.hidden for one in stay),
    )


def _paired(
    held: Iterable[Held], codes: Iterable[CodeSighting]
) -> tuple[list[tuple[Held, CodeSighting | None]], list[CodeSighting]]:
    """Find for each held code where it is now; each reading is used once."""
    left = list(codes)
    paired: list[tuple[Held, CodeSighting | None]] = []
    for one in held:
        alike = [code for code in left if code.text == one.since.text]
        nearest = min(alike, key=lambda code: _apart(one.since, code), default=None)
        if nearest is not None and _apart(one.since, nearest) < _SAME_PLACE:
            left.remove(nearest)
            paired.append((one, nearest))
        else:
            paired.append((one, None))
    return paired, left


def _seen(one: Held, code: CodeSighting, patience: Patience) -> Held:
    read = (*one.read, True)[-patience.of :]
    return Held(code, one.since, read, counts=one.counts or sum(read) >= patience.enough)


def _missed(one: Held, patience: Patience, *, hidden: bool) -> Held:
    if hidden:
        # What cannot be seen proves nothing: the count waits.
        return replace(one, hidden=one.hidden + 1)
    read = (*one.read, False)[-patience.of :]
    return replace(one, read=read, absent=one.absent + 1, hidden=0)


def _stays(one: Held, after: Iterable[Held], patience: Patience) -> bool:
    if not one.counts:
        return any(one.read) and one.hidden < patience.gone
    if (one.absent or one.hidden) and any(_moved(one, other) for other in after):
        return False
    return one.absent < patience.gone and one.hidden < patience.covered


def _moved(one: Held, other: Held) -> bool:
    """Return whether what is missed here lies there now."""
    there = other.counts and not other.absent and not other.hidden
    return there and other is not one and other.code.text == one.code.text and all(other.read)


def _many_vanished(paired: list[tuple[Held, CodeSighting | None]]) -> bool:
    """Return whether so many codes vanished at once that a hand explains it best."""
    counting = [code for one, code in paired if one.counts and not one.absent]
    vanished = counting.count(None)
    return vanished >= _MOST and vanished > len(counting) // 2


def _markers(
    seen: Iterable[tuple[MarkerSighting, int]], scan: Scan, patience: Patience
) -> tuple[tuple[MarkerSighting, int], ...]:
    """Keep each marker for as long as something may cover it."""
    kept = {marker.number: (marker, missed + 1) for marker, missed in seen}
    kept |= {marker.number: (marker, 0) for marker in scan.markers}
    return tuple(kept[number] for number in sorted(kept) if kept[number][1] < patience.covered)


def _at(one: Held, scan: Scan) -> bool:
    """Return whether something unread lies where the code lay."""
    middle, reach = centre(one.code.corners), _NEAR * _side(one.code.corners)
    return any(dist(middle, centre(unread.corners)) < reach for unread in scan.unread)


def _counting(held: Iterable[Held]) -> list[CodeSighting]:
    return [one.since for one in held if one.counts]


def _apart(one: CodeSighting, other: CodeSighting) -> float:
    """Return how far apart two readings are, in sides of the code: on the table where known."""
    if one.place is not None and other.place is not None:
        return dist(centre(one.place), centre(other.place)) / max(_side(one.place), 1e-9)
    return dist(centre(one.corners), centre(other.corners)) / max(_side(one.corners), 1e-9)


def _side(quad: Quad) -> float:
    return dist(quad[0], quad[2]) / 2**0.5
