"""Which tasks of the moment are done, as the table has ticked them; the same on all its screens.

Ticks are no entries: they change nothing in the match, and the next entry ends them, as hands that
go on have done what came before. They are kept in memory, so after a restart the tasks of the last
entry are shown from the first one again.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from time import time
from typing import Final

from referee.core import Task, View
from referee.match import Match

_MOST: Final = 4096
"""Matches whose ticks are kept; of more, those that were ticked longest ago are dropped."""


@dataclass(frozen=True, slots=True)
class Ticked:
    """The numbers of the tasks that are done, from 0; `version` is another after each change."""

    done: frozenset[int] = frozenset()
    version: int = 0


@dataclass(frozen=True, slots=True)
class _Kept:
    seq: int
    ticked: Ticked
    settled: tuple[int, ...] = ()


class Ticks:
    """The ticks of all matches, each for one seq of its match; thread-safe."""

    def __init__(self) -> None:
        """Begin with none."""
        self._lock = threading.Lock()
        self._versions = int(time())  # beyond those that were sent before a restart
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    def of(self, match_id: str, seq: int) -> Ticked:
        """Return what is done of the tasks after the entry with this seq."""
        kept = self._kept.get(match_id)
        return kept.ticked if kept is not None and kept.seq == seq else Ticked()

    def change(self, match_id: str, seq: int, tasks: Iterable[int], *, is_done: bool) -> None:
        """Tick tasks, or take the ticks away; a later seq than that of the ticks begins anew."""
        with self._lock:
            before = self._kept.get(match_id)
            if before is not None and before.seq > seq:
                return
            ticked = self.of(match_id, seq)
            done = ticked.done | set(tasks) if is_done else ticked.done - set(tasks)
            settled = before.settled if before is not None else ()
            if not is_done:
                settled = tuple(one for one in settled if one != seq)
            self._versions += 1
            self._kept[match_id] = _Kept(seq, Ticked(done, self._versions), settled)
            self._kept.move_to_end(match_id)
            while len(self._kept) > _MOST:
                self._kept.popitem(last=False)

    def settle(self, match_id: str, seq: int) -> None:
        """Note that all tasks after the entry with this seq are done."""
        with self._lock:
            kept = self._kept.get(match_id)
            if kept is not None and kept.seq == seq and seq not in kept.settled:
                self._kept[match_id] = replace(kept, settled=(*kept.settled[-1:], seq))

    def settled(self, match_id: str, seq: int) -> int:
        """Return the last seq before this one after which all tasks were done; 0 if unknown."""
        kept = self._kept.get(match_id)
        return max((one for one in (kept.settled if kept else ()) if one < seq), default=0)

    def forget(self, match_id: str) -> None:
        """Drop the ticks of a match that is deleted."""
        with self._lock:
            self._kept.pop(match_id, None)


def tasks_now(match: Match, view: View, ticks: Ticks) -> tuple[tuple[Task, ...], bool]:
    """Return what hands do now, and whether that puts the table right after a correction."""
    settled = ticks.settled(match.id, match.heard())
    corrected = match.correction_tasks(match.seq_of(settled))
    return (view.step.hands, False) if corrected is None else (corrected, True)
