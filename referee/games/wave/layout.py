"""What lies where in WAVE, so that a correction can be followed with the real cards."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from referee.core import Layout, Place, Seat, Thing, layout_of, literal, say
from referee.games.wave.components import Facing, Trait, name_of
from referee.games.wave.state import Phase, State
from referee.games.wave.words import DIRECTIONS, facing_name, order_turned

_CARD: Final = Thing("card", name=say("card"), names=say("cards"))
_MIDDLE: Final = Place("middle", say("the middle"), stays="game")
_PILE: Final = Place("pile", say("the pile"), covered=True, pile="deck")
_HIDDEN: Final = Place("silver-hidden", say("Silver’s hidden cards"), covered=True, shown="back")
_OPEN: Final = Place("silver-open", say("Silver’s open cards"), covered=True)
# Silver’s open cards stay as many when one is laid, so what was drawn for it would not move.
_SILVER_LAID: Final = replace(_MIDDLE, via=_OPEN)
_DIRECTION: Final = Place("direction", say("the direction card"))
_ORDERS: Final = {
    Trait.COLOURS: Place("colours", say("the order of the colours")),
    Trait.NUMBERS: Place("numbers", say("the order of the numbers")),
}

_Lying = Iterator[tuple[Place, Thing, int]]


def layout(state: State) -> Layout:
    """Return where every card is; of hidden cards, only how many there are."""
    return layout_of(*_cards(state), *_orders(state))


def _cards(state: State) -> _Lying:
    if state.phase is Phase.START:  # nothing is dealt yet
        yield _PILE, _CARD, state.table.variant.deck
        return
    for lying in state.laid:
        name, place = name_of(lying.card), _MIDDLE
        origin = None
        if lying.facing is Facing.OPEN:
            place = _SILVER_LAID
        elif lying.facing and lying.place is not None:
            origin = _hand(state, Seat(lying.place), lying.facing)
        yield place, Thing("card", lying.card.value, name, name, origin=origin), 1
    yield _PILE, _CARD, state.pile
    for seat, hand in enumerate(state.hands):
        yield _hand(state, Seat(seat), Facing.SELF), _CARD, hand.own
        yield _hand(state, Seat(seat), Facing.TEAM), _CARD, hand.team
    if state.silver:
        yield _HIDDEN, _CARD, state.silver.hidden
        yield _OPEN, _CARD, state.silver.open


def _hand(state: State, seat: Seat, facing: Facing) -> Place:
    name = literal(state.table.names[seat])
    label = say(
        "the cards of {name} {facing}", name=name, facing=facing_name(state.table, seat, facing)
    )
    own = {
        Facing.SELF: say("your cards facing you"),
        Facing.TEAM: say("your cards facing the team"),
    }
    return Place(f"hand-{seat}-{facing.value}", label, own[facing], seat, covered=True)


def _orders(state: State) -> _Lying:
    turn = say("Turn the direction card: {direction}.", direction=DIRECTIONS[state.direction])
    yield _DIRECTION, Thing("direction", state.direction.value, turn=turn), 1
    swapped = {Trait.COLOURS: state.colours_swapped, Trait.NUMBERS: state.numbers_swapped}
    for trait, place in _ORDERS.items():
        face = "swapped" if swapped[trait] else "printed"
        turn = order_turned(trait, swapped=swapped[trait])
        yield place, Thing(trait.value, face, turn=turn), 1
