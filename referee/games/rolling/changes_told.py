"""What an overrule changes, as a short order: how it is now."""

from referee.core import Text, say
from referee.games.rolling.components import COLOUR_NAMES
from referee.games.rolling.facts import TableChanged
from referee.games.rolling.state import State
from referee.games.rolling.words import PLACE_NAMES, name_of, values_said


def changes(state: State, fact: TableChanged) -> Text:
    """Return how it is after an overrule."""
    if fact.first is not None:
        return say("{name} has the bag now.", name=name_of(state, fact.first))
    if fact.colour is not None:
        return say(
            "The bag holds {dice} of {colour} now.",
            dice=fact.dice,
            colour=COLOUR_NAMES[fact.colour],
        )
    assert fact.seat is not None
    name = name_of(state, fact.seat)
    if fact.infamy is not None:
        return say("{name} has {infamy} Infamy now.", name=name, infamy=fact.infamy)
    return _place(fact, name)


def _place(fact: TableChanged, name: str) -> Text:
    assert fact.place is not None
    place = PLACE_NAMES[fact.place]
    if fact.buried is not None:
        if fact.buried:
            return say("{place} of {name} is buried now.", place=place, name=name)
        return say("{place} of {name} is not buried now.", place=place, name=name)
    if not fact.values:
        return say("{place} of {name} is empty now.", place=place, name=name)
    return say(
        "{place} of {name} holds {values} now.",
        place=place,
        name=name,
        values=values_said(fact.values),
    )
