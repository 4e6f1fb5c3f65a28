"""What an overrule changes, as short orders: how it is now."""

from collections.abc import Iterator

from referee.core import Text, say
from referee.games.wave.facts import TableChanged
from referee.games.wave.state import State
from referee.games.wave.words import DIRECTIONS, place_name


def changes(state: State, fact: TableChanged) -> tuple[Text, ...]:
    """Return how it is after an overrule, only where that changed anything."""
    return tuple(_changes(state, fact))


def _changes(state: State, fact: TableChanged) -> Iterator[Text]:
    if fact.place is not None:
        yield say("It is the turn of {name} now.", name=place_name(state.table, fact.place))
    if fact.direction is not None:
        yield say("Play goes {direction} now.", direction=DIRECTIONS[fact.direction])
    if fact.hand is not None:
        seat, own, team = fact.hand
        yield say(
            "{name} holds {own} facing {name} and {team} facing the team now.",
            name=state.table.names[seat],
            own=own,
            team=team,
        )
