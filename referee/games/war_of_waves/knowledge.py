"""What everybody knows about where cards lie, and so which card cannot lie here.

Notes have no part in this: they are secrets.
"""

from referee.core import Seat
from referee.games.war_of_waves.components import CARDS, KINDS, Card, LeaderName, leader_card
from referee.games.war_of_waves.state import PLAYERS, Hiding, State
from referee.games.war_of_waves.taken import copies_taken


def seen(state: State, card: Card) -> int:
    """Count the copies of a card that are known to lie in sight, or on the discard pile."""
    count = state.faces.count(card) + state.discarded.count(card) + state.cut.count(card)
    if state.assault:
        count += state.assault.attackers.count(card)
    return count + sum(shown_in(state, seat, card) for seat in PLAYERS)


def shown_in(state: State, seat: Seat, card: Card) -> int:
    """Count the copies of a card that have been shown in a gateway and lie there."""
    kind, number = card.kind, card.number
    if kind is None:
        return 0
    values = [laid.value for place in state.gateways[seat] for laid in place.of(kind)]
    return values.count(number)


def known(state: State, card: Card, besides: Hiding | None = None) -> int:
    """Count the copies that everybody knows to lie neither in the deck nor at a place `besides`."""
    return seen(state, card) + copies_taken(state, card, besides)


def numbers_left(state: State) -> frozenset[int]:
    """Return the numbers that a card of the deck can have, as far as everybody knows."""
    deck_list = state.table.deck_list
    return frozenset(
        card.number
        for card in CARDS
        if card.number
        and state.deck[deck_list.place(card)]
        and known(state, card) < deck_list.copies(card)
    )


def is_elsewhere(state: State, name: LeaderName) -> bool:
    """Return whether everybody knows where a Leader lies."""
    return any(name in names for names in state.named) or bool(seen(state, leader_card(name)))


def shown_by(state: State, card: Card) -> str:
    """Name the kind of entry that showed the latest copy of a card: one may be mistaken."""
    if card in state.faces or copies_taken(state, card):
        return f"face card={card.value}"
    for seat in PLAYERS:
        for place in state.gateways[seat]:
            for kind in KINDS:
                if card.kind is kind and any(laid.value == card.number for laid in place.of(kind)):
                    return f"reveal side={seat}"
    return f"present card={card.value}" if seen(state, card) else ""
