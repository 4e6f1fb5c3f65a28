"""What a watcher remembers of the table of a match, kept with the matches across restarts."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from camera.scans import Point
from referee.core import AnyGame, Sighting
from referee.core.codes import CardCode, Foreign, format_code, parse_code
from referee.table.paper.printers import KeyValueStore
from referee.table.sight.copies import LastSighting

_KEPT: Final = "sightings/"


@dataclass(frozen=True, slots=True)
class Kept:
    """Where a card lay when it was accounted for, and whether it may be covered since."""

    spot: int | None
    place: str
    point: Point
    below: bool = False


@dataclass(frozen=True, slots=True)
class Memory:
    """What a watcher remembers.

    `entries` is how many entries counted at the last request, `kept` are the cards that were
    accounted for, `last` are the last sightings of printed copies, the oldest first.
    """

    entries: int = 0
    kept: Mapping[CardCode, Kept] = field(default_factory=dict)
    last: Mapping[CardCode, LastSighting] = field(default_factory=dict)

    def has_news(self, before: "Memory") -> bool:
        """Return whether anything is remembered that was not remembered `before`.

        A card that is some millimetres farther, or that was forgotten, is no news: cameras see
        something of that kind in each frame.
        """
        lay = {code: (one.spot, one.place, one.below) for code, one in before.kept.items()}
        return self.last != before.last or any(
            lay.get(code) != (one.spot, one.place, one.below) for code, one in self.kept.items()
        )


class Memories:
    """The memories of watchers, by match, in the store of the matches."""

    def __init__(self, store: KeyValueStore) -> None:
        self._store = store

    def of(self, match: str, game: AnyGame) -> Memory:
        """Return what was kept of a match; nothing where it cannot be read."""
        text = self._store.kept(f"{_KEPT}{match}")
        try:
            return _memory_of(json.loads(text), game) if text else Memory()
        except (ValueError, TypeError, LookupError):
            return Memory()

    def keep(self, match: str, memory: Memory) -> None:
        """Keep the memory of a match in place of the one before; raises `StoreFailed`."""
        self._store.keep(f"{_KEPT}{match}", json.dumps(_as_json(memory), separators=(",", ":")))

    def forget(self, match: str) -> None:
        """Forget a match; raises `StoreFailed`."""
        self._store.forget(f"{_KEPT}{match}")


def _as_json(memory: Memory) -> dict[str, Any]:
    groups = list(dict.fromkeys(one.counted for one in memory.last.values()))
    place_of = {counted: place for place, counted in enumerate(groups)}
    return {
        "entries": memory.entries,
        "kept": [
            [format_code(code), one.spot, one.place, *(round(x, 1) for x in one.point), one.below]
            for code, one in memory.kept.items()
        ],
        "counted": [_ranges(counted) for counted in groups],
        "last": [
            [format_code(code), one.seen.spot, one.seen.place, place_of[one.counted]]
            for code, one in memory.last.items()
        ],
    }


def _memory_of(found: Any, game: AnyGame) -> Memory:  # noqa: ANN401 - JSON
    """Read a memory; raises `ValueError`, `TypeError` or `LookupError` where it is none."""
    groups = [
        frozenset(seq for first, last in ranges for seq in range(first, last + 1))
        for ranges in found["counted"]
    ]
    kept = {
        _code_of(text): Kept(spot, place, (x, y), below)
        for text, spot, place, x, y, below in found["kept"]
    }
    last = {}
    for text, spot, place, group in found["last"]:
        code = _code_of(text)
        card = game.components.coded[code.card].id
        last[code] = LastSighting(Sighting(card, code.copy, code.deck, spot, place), groups[group])
    return Memory(int(found["entries"]), kept, last)


def _code_of(text: str) -> CardCode:
    code = parse_code(text)
    if isinstance(code, Foreign):
        raise ValueError(text)  # noqa: TRY004 - not about types
    return code


def _ranges(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Write numbers as ranges, each with its first and its last one."""
    ordered = sorted(numbers)
    if not ordered:
        return []
    gaps = [(one, other) for one, other in pairwise(ordered) if other != one + 1]
    firsts = [ordered[0], *(other for _, other in gaps)]
    lasts = [*(one for one, _ in gaps), ordered[-1]]
    return list(zip(firsts, lasts, strict=True))
