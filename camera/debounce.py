"""Debounces codes over the frames of a camera: a pure fold over scans, without clock or pixels.

A single frame proves nothing: a code may be missed, or a hand may pass. A code is confirmed once it
was read in enough of the last frames, and dropped after many frames in which it was not read
although its place was visible. Readings are matched by text and position.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import dist
from typing import Final

from camera.scans import CodeSighting, MarkerSighting, Quad, Scan, centre

_SAME_PLACE: Final = 0.8
"""Greatest jitter of a code between frames that counts as no movement, in sides of the code."""

_NEAR: Final = 2.0
"""Distance within which an unread symbol may be this code, in sides of the code."""

_LEAST_VANISHED: Final = 3
"""Least number of codes vanishing at once that suggests a hand."""


@dataclass(frozen=True, slots=True)
class DebounceFrames:
    """Thresholds, in frames."""

    enough: int = 2
    """A code is confirmed once it was read in this many ..."""
    of: int = 4
    """... of the last frames."""
    gone: int = 6
    """It is dropped after this many frames in which its place was visible without it."""
    covered: int = 60
    """It is dropped after being covered for this many frames: it may have moved meanwhile."""


@dataclass(frozen=True, slots=True)
class TrackedCode:
    """A code at one place and its readings in the last frames; `counts` once confirmed."""

    code: CodeSighting
    """Its last reading."""
    since: CodeSighting
    """Its first reading; a code at another place is another code."""
    read: tuple[bool, ...] = (True,)
    absent: int = 0
    hidden: int = 0
    counts: bool = False


@dataclass(frozen=True, slots=True)
class Debounced:
    """The state of the fold: confirmed codes, and those not confirmed yet."""

    tracked: tuple[TrackedCode, ...] = ()
    seen: tuple[tuple[MarkerSighting, int], ...] = ()
    """Each marker where it was last seen, and the number of frames since."""
    last: Scan | None = None
    changed: bool = False
    """Whether the last frame changed the confirmed codes."""
    disturbed: bool = False
    """Whether something on the table moves or is covered."""

    @property
    def codes(self) -> tuple[CodeSighting, ...]:
        """Return the last readings of the confirmed codes."""
        return tuple(tracked.code for tracked in self.tracked if tracked.counts)

    @property
    def markers(self) -> tuple[MarkerSighting, ...]:
        """Return the markers on the table."""
        return tuple(marker for marker, _ in self.seen)


def debounce(
    steady: Debounced, scan: Scan, frames: DebounceFrames | None = None, *, moving: bool = False
) -> Debounced:
    """Return the state after one more scan; `moving` if the whole picture is in motion."""
    frames = frames or DebounceFrames()
    paired, fresh = _matched(steady.tracked, scan.codes)
    seen = _markers(steady.seen, scan, frames)
    over = moving or any(missed for _, missed in seen) or _many_vanished(paired)
    after = [
        _with_reading(one, code, frames)
        if code
        else _without_reading(one, frames, hidden=over or _has_unread_at(one, scan))
        for one, code in paired
    ]
    after += [TrackedCode(code, code, counts=frames.enough <= 1) for code in fresh]
    stay = tuple(one for one in after if _stays(one, after, frames))
    return Debounced(
        tracked=stay,
        seen=seen,
        last=scan,
        changed=_confirmed(steady.tracked) != _confirmed(stay),
        disturbed=over or any(one.hidden for one in stay),
    )


def _matched(
    tracked: Iterable[TrackedCode], codes: Iterable[CodeSighting]
) -> tuple[list[tuple[TrackedCode, CodeSighting | None]], list[CodeSighting]]:
    """Return each tracked code with its reading or None, and the readings left over."""
    left = list(codes)
    paired: list[tuple[TrackedCode, CodeSighting | None]] = []
    for one in tracked:
        alike = [code for code in left if code.text == one.since.text]
        nearest = min(alike, key=lambda code: _apart(one.since, code), default=None)
        if nearest is not None and _apart(one.since, nearest) < _SAME_PLACE:
            left.remove(nearest)
            paired.append((one, nearest))
        else:
            paired.append((one, None))
    return paired, left


def _with_reading(one: TrackedCode, code: CodeSighting, frames: DebounceFrames) -> TrackedCode:
    read = (*one.read, True)[-frames.of :]
    return TrackedCode(code, one.since, read, counts=one.counts or sum(read) >= frames.enough)


def _without_reading(one: TrackedCode, frames: DebounceFrames, *, hidden: bool) -> TrackedCode:
    if hidden:
        # A covered place proves nothing, so `absent` does not grow.
        return replace(one, hidden=one.hidden + 1)
    read = (*one.read, False)[-frames.of :]
    return replace(one, read=read, absent=one.absent + 1, hidden=0)


def _stays(one: TrackedCode, after: Iterable[TrackedCode], frames: DebounceFrames) -> bool:
    if not one.counts:
        return any(one.read) and one.hidden < frames.gone
    if (one.absent or one.hidden) and any(_moved(one, other) for other in after):
        return False
    return one.absent < frames.gone and one.hidden < frames.covered


def _moved(one: TrackedCode, other: TrackedCode) -> bool:
    """Return whether a code missed at one place is now at the other."""
    there = other.counts and not other.absent and not other.hidden
    return there and other is not one and other.code.text == one.code.text and all(other.read)


def _many_vanished(paired: list[tuple[TrackedCode, CodeSighting | None]]) -> bool:
    """Return whether so many codes vanished at once that a hand is the likely reason."""
    counting = [code for one, code in paired if one.counts and not one.absent]
    vanished = counting.count(None)
    return vanished >= _LEAST_VANISHED and vanished > len(counting) // 2


def _markers(
    seen: Iterable[tuple[MarkerSighting, int]], scan: Scan, frames: DebounceFrames
) -> tuple[tuple[MarkerSighting, int], ...]:
    """Return the markers, each kept for as long as it may be covered."""
    kept = {marker.number: (marker, missed + 1) for marker, missed in seen}
    kept |= {marker.number: (marker, 0) for marker in scan.markers}
    return tuple(kept[number] for number in sorted(kept) if kept[number][1] < frames.covered)


def _has_unread_at(one: TrackedCode, scan: Scan) -> bool:
    """Return whether an unread symbol is where the code was."""
    middle, reach = centre(one.code.corners), _NEAR * _side(one.code.corners)
    return any(dist(middle, centre(unread.corners)) < reach for unread in scan.unread)


def _confirmed(tracked: Iterable[TrackedCode]) -> list[CodeSighting]:
    return [one.since for one in tracked if one.counts]


def _apart(one: CodeSighting, other: CodeSighting) -> float:
    """Return the distance of two readings, in sides of the code; on the mat if both are known."""
    if one.place is not None and other.place is not None:
        return dist(centre(one.place), centre(other.place)) / max(_side(one.place), 1e-9)
    return dist(centre(one.corners), centre(other.corners)) / max(_side(one.corners), 1e-9)


def _side(quad: Quad) -> float:
    return dist(quad[0], quad[2]) / 2**0.5
