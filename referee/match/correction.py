"""Corrections: what hands do at the real table after an undo, redo, change or overrule.

The table follows from the layout that it had to the one that the log now tells, as everybody may
see both. So nothing of it depends on how the log was corrected.
"""

from typing import Final

from referee.core import Task, display_names, layout_for, tasks_between
from referee.match.log import TRANSCRIPT, Closed, Overruled, Replaced, Retracted, Row, is_quiet
from referee.match.moment import Moment, follow_log

_CORRECTIONS: Final = (Overruled, Replaced, Retracted)


def correction_tasks(now: Moment, settled: int = 0) -> tuple[Task, ...] | None:
    """Return what puts the table right after the last row; None if that corrects nothing.

    Several corrections in a row are one: the table is as it was before the first of them, or as it
    was after the row `settled`, up to which it is known to be right. An overrule that moves nothing
    is told by the game itself, and so is what was to do before corrections that undo each other.
    """
    last = _last(now)
    if now.broken or not isinstance(last.entry, _CORRECTIONS):
        return None
    base = max(_base(now), settled if settled < now.seq else 0)
    there = follow_log(now.game, now.rows[: base + 1], now).state
    if there == now.state:
        return () if base == settled else None
    before = layout_for(now.game, there)
    after = layout_for(now.game, now.state)
    if not before and not after:
        return None
    tasks = tasks_between(before, after, display_names(now.setup.names))
    return None if isinstance(last.entry, Overruled) and not tasks else tasks


def _last(now: Moment) -> Row:
    """Return the last row that the table hears of, besides that the match is over."""
    heard = (row for row in reversed(now.rows) if not is_quiet(now.rows, row))
    return next(row for row in heard if not isinstance(row.entry, Closed))


def _base(now: Moment) -> int:
    """Return the seq of the last row before the corrections at the end of the log."""
    rows = now.rows
    for row in reversed(rows):
        if is_quiet(rows, row) or isinstance(row.entry, (Closed, *_CORRECTIONS)):
            continue
        begun = row if row.source == TRANSCRIPT else rows[row.act]
        if not isinstance(begun.entry, _CORRECTIONS):
            return row.seq
    return 0
