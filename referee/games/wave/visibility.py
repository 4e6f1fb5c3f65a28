"""What a camera sees of WAVE: the pile in the middle, the newest card on top."""

from collections.abc import Sequence
from typing import Final

from referee.core import Action, ExpectedCards, Seat, Spot, Visibility, nothing_implied
from referee.games.wave.actions import Play, Start, Wrong
from referee.games.wave.state import State
from referee.games.wave.words import place_name

PILE: Final = "pile"


def spots(state: State) -> Sequence[Spot]:
    """Return the places around the table, Silver's among them."""
    table = state.table
    return [
        Spot(place_name(table, place), Seat(place) if place < len(table.names) else None)
        for place in range(table.places)
    ]


def expected_cards(state: State) -> Sequence[ExpectedCards]:
    """Return the pile: cards below the newest one may be covered by it."""
    newest = len(state.laid) - 1
    return [
        ExpectedCards(laid.card.value, place=PILE, covered=turn < newest)
        for turn, laid in enumerate(state.laid)
    ]


def shows(_state: State, action: Action) -> ExpectedCards | None:
    """Return which card an entry lays on the pile."""
    match action:
        case Start(card) | Play(card=card) | Wrong(card=card):
            return ExpectedCards(card.value, place=PILE)
        case _:
            return None


VISIBILITY: Final = Visibility(spots, expected_cards, shows, nothing_implied)
