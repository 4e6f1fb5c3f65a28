"""What a camera sees of WAVE: the pile in the middle, the newest card on top."""

from collections.abc import Sequence
from typing import Final

from referee.core import Action, Lying, Seat, Sight, Spot, nothing_implied
from referee.games.wave.actions import Play, Start, Wrong
from referee.games.wave.state import State
from referee.games.wave.words import place_name

PILE: Final = "pile"


def spots(state: State) -> Sequence[Spot]:
    """Give the places around the table, Silver's among them."""
    table = state.table
    return [
        Spot(place_name(table, place), Seat(place) if place < len(table.names) else None)
        for place in range(table.places)
    ]


def lying(state: State) -> Sequence[Lying]:
    """List the pile: what lies below the newest card may be hidden by it."""
    newest = len(state.laid) - 1
    return [
        Lying(laid.card.value, place=PILE, covered=turn < newest)
        for turn, laid in enumerate(state.laid)
    ]


def shows(_state: State, action: Action) -> Lying | None:
    """Tell which card an entry lays on the pile."""
    match action:
        case Start(card) | Play(card=card) | Wrong(card=card):
            return Lying(card.value, place=PILE)
        case _:
            return None


SIGHT: Final = Sight(spots, lying, shows, nothing_implied)
