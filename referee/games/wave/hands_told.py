"""What people do with their hands after an entry, as short orders made from what followed."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.core import Fact, Text, say, say_count
from referee.games.wave.changes_told import changes
from referee.games.wave.components import COLOUR_NAMES, SWAP_CARDS, Facing, Trait
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
    """Tell what is to be done at the table now, in order, after the last entry."""
    if state.phase is Phase.START:
        return _shuffle(state)
    if state.phase is Phase.OVER:
        return ()
    told: list[Text] = []
    for fact in state.news:
        if isinstance(fact, TableChanged):
            told += changes(state, fact)
        elif type(fact) in _ORDERS:
            told.append(_ORDERS[type(fact)](state, fact))
    return tuple(told)


def _shuffle(state: State) -> tuple[Text, ...]:
    specials = len(state.table.variant.cards) * SWAP_CARDS
    orders = [
        say_count(
            "Shuffle all {count} card into one pile, face down.",
            "Shuffle all {count} cards into one pile, face down.",
            state.table.variant.deck,
        )
    ]
    if specials:
        orders.append(
            say_count(
                "{count} swap card is among them; turned up first, it goes back.",
                "{count} swap cards are among them; one that is turned up first goes back.",
                specials,
            )
        )
    return tuple(orders)


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
            return say("{name}: draw a card and hold it facing you.", name=name)
        case _:
            return say("{name}: draw a card and hold it facing your team.", name=name)


def _no_draw(_state: State, _fact: NotDrawn) -> Text:
    return say("The pile is empty: draw nothing.")


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


_ORDERS: Final[Mapping[type[Fact], Callable[[State, Any], Text]]] = {
    Dealt: _deal,
    SilverLaid: _silver,
    Drawn: _draw,
    NotDrawn: _no_draw,
    TurnedUp: _turn_up,
    Reversed: _turn_around,
    Swapped: _swap,
}
