"""What people do with their hands after an entry, as short orders made from what followed."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.core import Fact, Text, say, tell
from referee.games.wave.changes_told import changes
from referee.games.wave.components import COLOUR_NAMES, Facing, Trait, Variant
from referee.games.wave.facts import (
    Dealt,
    Drawn,
    NotDrawn,
    Reversed,
    SilverLaid,
    Swapped,
    TableChanged,
    TurnedUp,
)
from referee.games.wave.state import Phase, State
from referee.games.wave.words import DIRECTIONS, colour_order, number_order, place_name


def hands(state: State) -> tuple[Text, ...]:
    """Return what is to be done at the table now, in order, after the last entry."""
    if state.phase is Phase.START:
        return _set_up(state)
    if state.phase is Phase.OVER:
        return ()
    told: list[Text] = []
    for fact in state.news:
        if isinstance(fact, TableChanged):
            told += changes(state, fact)
        elif type(fact) in _ORDERS:
            told.append(tell(_ORDERS, type(fact), state, fact))
    return tuple(told)


def _set_up(state: State) -> tuple[Text, ...]:
    return (
        say("Lay the overview cards in the middle: the colours, and the direction, clockwise."),
        _SHUFFLES[state.table.variant],
    )


def _deal(_state: State, fact: Dealt) -> Text:
    return say(
        "Deal to everybody: {own} cards facing their owner, then {team} facing the team.",
        own=fact.own,
        team=fact.team,
    )


def _silver(state: State, fact: SilverLaid) -> Text:
    return say(
        "For Silver, between {last} and {first}: {hidden} cards face down, {open} open on them.",
        last=state.table.names[-1],
        first=state.table.names[0],
        hidden=fact.hidden,
        open=fact.open,
    )


def _draw(state: State, fact: Drawn) -> Text:
    name = place_name(state.table, fact.place)
    match fact.facing:
        case Facing.OPEN:
            return say("For Silver: draw a card, lay it open.")
        case Facing.SELF:
            return say("{name} draws a card and holds it facing {name}.", name=name)
        case _:
            return say("{name} draws a card and holds it facing the team.", name=name)


def _turn_up(_state: State, fact: TurnedUp) -> Text:
    if fact.hidden:
        return say("Turn up the left one of Silver’s hidden cards.")
    return say("Turn up Silver’s last hidden card.")


def _turn_around(_state: State, fact: Reversed) -> Text:
    direction = DIRECTIONS[fact.direction]
    return say("Turn the direction card: {direction}.", direction=direction)


def _swap(_state: State, fact: Swapped) -> Text:
    if fact.trait is Trait.COLOURS:
        highest = COLOUR_NAMES[colour_order(swapped=fact.swapped)[-1]]
        return say("Turn the order of the colours around: {colour} is highest.", colour=highest)
    number = number_order(swapped=fact.swapped)[-1]
    return say("Turn the order of the numbers around: {number} is highest.", number=number)


_SHUFFLES: Final[Mapping[Variant, Text]] = {
    Variant.NONE: say(
        "Leave the 4 swap cards in the box, shuffle the other {count} face down, turn over the "
        "top one.",
        count=Variant.NONE.deck,
    ),
    Variant.COLOURS: say(
        "Leave the number swaps in the box, shuffle the other {count} cards face down, turn over "
        "the top one; a swap card goes back.",
        count=Variant.COLOURS.deck,
    ),
    Variant.NUMBERS: say(
        "Leave the colour swaps in the box, shuffle the other {count} cards face down, turn over "
        "the top one; a swap card goes back.",
        count=Variant.NUMBERS.deck,
    ),
    Variant.BOTH: say(
        "Shuffle all {count} cards face down, turn over the top one; a swap card goes back.",
        count=Variant.BOTH.deck,
    ),
}

_ORDERS: Final[Mapping[type[Fact], Text | Callable[[State, Any], Text]]] = {
    Dealt: _deal,
    SilverLaid: _silver,
    Drawn: _draw,
    NotDrawn: say("The pile is empty: draw nothing."),
    TurnedUp: _turn_up,
    Reversed: _turn_around,
    Swapped: _swap,
}
