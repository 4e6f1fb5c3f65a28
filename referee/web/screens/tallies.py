"""How often who has won among the same people: the matches that are rematches of each other."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from referee.core import EMPTY, RefereeError, Scene, Score, Text, listed, say, say_count
from referee.match import Match, UnknownMatch
from referee.match.log import Closed, Row, opening
from referee.web.access.rematches import before_of
from referee.web.screens.scenes import end_scene
from referee.web.services import services

MOST: Final = 30
"""Matches that are looked back at; each is read from the store, but not replayed."""

_TWO: Final = 2


def tally_of(match_id: str, scores: Sequence[Score]) -> Text:
    """Return the score of the matches that these people have played in a row, this one included.

    Empty for the first match. Where all play together, it is their best result.
    """
    try:
        match = services().matches.get(match_id)
    except UnknownMatch:  # a demo
        return EMPTY
    if match.outcome is None or not before_of(match.now.rows[0]):
        return EMPTY
    sides = [score.seats for score in scores if score.seats]
    if not sides:
        return _best(match)
    wins = Counter(name for _, rows in _matches(match) for name in _winners(rows))
    names = match.setup.names
    told = [
        (_named(names, seats), max(wins[_key(names, seat)] for seat in seats)) for seats in sides
    ]
    if len(told) == _TWO:
        (one, first), (other, second) = told
        return say(
            "{one} {first} : {second} {other}", one=one, first=first, second=second, other=other
        )
    ordered = sorted(told, key=lambda side: -side[1])
    return listed([say("{name} {wins}", name=name, wins=number) for name, number in ordered])


def _named(names: Sequence[str], seats: Sequence[int]) -> Text:
    return listed([names[seat] or say("Player {number}", number=seat + 1) for seat in seats])


def _key(names: Sequence[str], seat: int) -> str | int:
    """Return what a player is told by: a place may change between two matches, a name does not."""
    return names[seat] or seat


def _winners(rows: Sequence[Row]) -> Iterator[str | int]:
    last, names = rows[-1].entry, opening(rows[0]).setup.names
    for seat in last.outcome.winners if isinstance(last, Closed) else ():
        yield _key(names, seat)


def _matches(match: Match) -> Iterator[tuple[str, Sequence[Row]]]:
    """Return a match and those before it with their rows, the latest first."""
    found, rows = match.id, match.now.rows
    for _ in range(MOST):
        yield found, rows
        found = before_of(rows[0])
        if not found:
            return
        try:
            rows = services().lobbies.store.rows(found)
        except RefereeError:  # deleted since, or damaged: the score begins after it
            return


def _best(match: Match) -> Text:
    """Return the best result of people who play together, and whether it is a new one."""
    ends = [
        end.sides[0]
        for found, rows in _matches(match)
        if isinstance(rows[-1].entry, Closed) and (end := _end_of(found)) and end.sides
    ]
    if len(ends) < _TWO:
        return EMPTY
    now, *before = [int(side.number) for side in ends]
    if now > max(before):
        return say_count(
            "{what}: {best}, better than the game before",
            "{what}: {best}, better than all {count} games before",
            len(before),
            what=ends[0].label,
            best=now,
        )
    return say(
        "{what}: {best} was the best of {count} games",
        what=ends[0].label,
        best=max(before),
        count=len(ends),
    )


def _end_of(match_id: str) -> Scene | None:
    """Return the end of a match; its only side has what was reached: the more, the better."""
    try:
        match = services().matches.get(match_id)
    except RefereeError:
        return None
    return end_scene(match.game, match.state, match.outcome)
