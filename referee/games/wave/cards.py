"""The pile, the card to beat, and which cards are higher than it in the current orders."""

from typing import Final

from referee.games.wave.components import Card, Facing, Higher
from referee.games.wave.state import State

_HIGHER: Final = {
    (False, False): None,
    (True, False): Higher.NUMBER,
    (False, True): Higher.COLOUR,
    (True, True): Higher.BOTH,
}


def top(state: State) -> Card | None:
    """Return the card to beat, under any swap cards; None before the start card."""
    return next((lying.card for lying in reversed(state.laid) if not lying.card.swaps), None)


def to_beat(state: State) -> Card:
    """Return the card to beat, once there is a start card."""
    card = top(state)
    assert card is not None
    return card


def turns_of(state: State, card: Card) -> tuple[int, ...]:
    """Return the turns in which a card was laid; 0 is the start card's."""
    return tuple(turn for turn, lying in enumerate(state.laid) if lying.card is card)


def is_used_up(state: State, card: Card) -> bool:
    """Return whether every copy of a card is on the pile."""
    return len(turns_of(state, card)) >= card.copies


def is_in_game(state: State, card: Card) -> bool:
    """Return whether a card belongs to the deck that is played with."""
    return not card.swaps or card in state.table.variant.cards


def higher_in(state: State, card: Card) -> Higher | None:
    """Return in what a card is higher than the one to beat; None if it does not fit."""
    if card.swaps:
        return Higher.SWAP
    below = to_beat(state)
    by_number = _is_higher(card.number, below.number, swapped=state.numbers_swapped)
    by_colour = _is_higher(_level(card), _level(below), swapped=state.colours_swapped)
    return _HIGHER[by_number, by_colour]


def _level(card: Card) -> int | None:
    return card.colour.level if card.colour else None


def _is_higher(one: int | None, other: int | None, *, swapped: bool) -> bool:
    assert one is not None
    assert other is not None
    return one < other if swapped else one > other


def something_fits(state: State) -> bool:
    """Return whether any card left, in a hand or the pile, could be laid now."""
    return any(higher_in(state, card) for card in free_cards(state))


def unfit(state: State) -> int:
    """Return how many cards left, in the hands and the pile, cannot be laid now."""
    return sum(higher_in(state, card) is None for card in free_cards(state))


def to_choose_from(state: State) -> int:
    """Return how many cards can be chosen from this turn: of Silver's, only the open ones."""
    assert state.place is not None
    if state.silver and state.place == state.table.silver:
        return state.silver.open
    return state.held(state.place)


def sure_to_fit(state: State) -> int:
    """Return how many of these cards must fit, since fewer that do not are left (K9, K17)."""
    return max(0, to_choose_from(state) - unfit(state))


def facings(state: State) -> tuple[Facing, ...]:
    """Return the ways in which the cards of the current place are held."""
    assert state.place is not None
    if state.place == state.table.silver:
        return (Facing.OPEN,) if state.silver and state.silver.open else ()
    hand = state.hands[state.place]
    return tuple(
        facing for facing, count in ((Facing.SELF, hand.own), (Facing.TEAM, hand.team)) if count
    )


def free_cards(state: State) -> tuple[Card, ...]:
    """Return the cards of the deck that are not on the pile yet."""
    lying = [laid.card for laid in state.laid]
    return tuple(
        card for card in Card if lying.count(card) < card.copies and is_in_game(state, card)
    )
