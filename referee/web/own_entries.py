"""Which entries belong to a seat, so that its phone may make them and take them back.

What belongs to everybody, such as a card that is turned up in the middle, any seat may enter: all
of them see it. What the table has decided or mended is no seat's.
"""

from referee.core import TABLE, Action, Seat, UnknownNotation
from referee.match import NOTE, Match, Moment, Played, Row
from referee.match.log import root


def is_for_another(now: Moment, action: Action, seat: Seat) -> bool:
    """Tell whether an entry belongs to another seat than this one."""
    whose = now.game.actor(now.state, action)
    return whose != seat and whose in range(len(now.setup.names))


def may_take_back(match: Match, seat: Seat) -> bool:
    """Tell whether the latest entry is a seat's own, or everybody's."""
    target = match.undo_target(seat)
    return target is not None and _is_of(match.now, target.seq, seat)


def may_put_back(match: Match, seat: Seat) -> bool:
    """Tell whether what was taken back last is a seat's own, or everybody's."""
    target = match.redo_target(seat)
    return target is not None and _is_of(match.now, target.seq, seat)


def _is_of(now: Moment, seq: int, seat: Seat) -> bool:
    row = root(now.rows, now.rows[seq])
    together = (one for one in now.rows[row.act :] if one.act == row.act and one.source != NOTE)
    return all(_whose(now, one) in {seat, TABLE} for one in together)


def _whose(now: Moment, row: Row) -> Seat | None:
    if not isinstance(row.entry, Played):
        return None
    before = next((step.before for step in now.steps if step.seq == row.seq), now.state)
    try:
        return now.game.actor(before, now.game.parse(row.entry.text))
    except UnknownNotation:
        return None
