"""Common knowledge: where everybody knows cards to be, also those that were seen going to a hand.

Notes are secrets and have no part in this. Which card of a hand was laid face down is not known, so
a laid card may be any card of its kind that the hand is known to hold. Copies are interchangeable:
when one of several has moved, each keeps what is true whichever it was.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from referee.core import Seat
from referee.games.war_of_waves.components import CARDS, KINDS, Card, Kind, LeaderName, leader_card
from referee.games.war_of_waves.state import PLAYERS, Followed, Hiding, State


def seen(state: State, card: Card) -> int:
    """Return how many copies of a card are in sight, or known on the discard pile."""
    count = state.faces.count(card) + state.discarded.count(card) + state.cut.count(card)
    if state.assault:
        count += state.assault.attackers.count(card)
    return count + sum(shown_in(state, seat, card) for seat in PLAYERS)


def shown_in(state: State, seat: Seat, card: Card) -> int:
    """Return how many copies of a card have been shown in a gateway and are there."""
    kind, number = card.kind, card.number
    if kind is None:
        return 0
    values = [laid.value for place in state.gateways[seat] for laid in place.of(kind)]
    return values.count(number)


def known(state: State, card: Card, besides: Hiding | None = None) -> int:
    """Return how many copies everybody knows to be outside the deck and the place `besides`."""
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
    """Return whether everybody knows where a Leader is."""
    return any(name in names for names in state.named) or bool(seen(state, leader_card(name)))


def shown_by(state: State, card: Card) -> str:
    """Return the kind of entry that showed the latest copy of a card, which may be mistaken."""
    if card in state.faces or copies_taken(state, card):
        return f"face card={card.value}"
    for seat in PLAYERS:
        for place in state.gateways[seat]:
            for kind in KINDS:
                if card.kind is kind and any(laid.value == card.number for laid in place.of(kind)):
                    return f"reveal side={seat}"
    return f"present card={card.value}" if seen(state, card) else ""


HAND: Final = "hand"
GATEWAY: Final = "gateway"
PILE: Final[Hiding] = ("discard", -1)


def hold(state: State, card: Card, seat: Seat) -> State:
    """Return the state after everybody saw a numbered card go to a hand."""
    taken = Followed(card, frozenset({(HAND, seat)}))
    return state if card.leader else state._replace(taken=(*state.taken, taken))


def may_lie(state: State, kind: Kind, origin: Hiding, to: Hiding) -> State:
    """Return the state after a card of a kind went from one hidden place to another, unseen."""
    for card in CARDS:
        if card.kind is kind:
            state = _among(state, card, origin, lambda sets: [sets[0] | {to}, *_joined(sets)])
    return state


def shown(state: State, card: Card, origin: Hiding) -> State:
    """Return the state after a card from a hidden place was shown."""
    return _among(state, card, origin, _joined)


def swapped(state: State) -> State:
    """Return the state after the two hands were exchanged."""
    other: dict[Hiding, Hiding] = {(HAND, seat): (HAND, 1 - seat) for seat in PLAYERS}
    taken = [
        one._replace(places=frozenset(other.get(place, place) for place in one.places))
        for one in state.taken
    ]
    return state._replace(taken=tuple(taken))


def shuffled(state: State) -> State:
    """Return the state after the discard pile became the deck: cards that may be there are lost."""
    return state._replace(taken=tuple(one for one in state.taken if PILE not in one.places))


def settled(state: State) -> State:
    """Return the state without places in which no card of the kind is hidden any more.

    If a place hides fewer cards than are known to be there and nowhere else, an entry was mistaken,
    and these cards are no longer followed.
    """
    if not state.taken:
        return state
    room = {
        (kind, place): hidden(state, kind, place)
        for kind in KINDS
        for place in (*((name, seat) for seat in PLAYERS for name in (HAND, GATEWAY)), PILE)
    }
    taken = [
        one._replace(places=frozenset(at for at in one.places if room[_kind(one), at]))
        for one in state.taken
    ]
    certain = [(_kind(one), at) for one in taken if len(one.places) == 1 for at in one.places]
    too_many = {at for at in certain if certain.count(at) > room[at]}
    left = [
        one
        for one in taken
        if one.places and not (len(one.places) == 1 and (_kind(one), *one.places) in too_many)
    ]
    return state if left == list(state.taken) else state._replace(taken=tuple(left))


def hidden(state: State, kind: Kind, place: Hiding) -> int:
    """Return how many cards of a kind at a place only their owner can know."""
    name, seat = place
    if name == HAND:
        return state.hands[seat][kind.place]
    if name == GATEWAY:
        return sum(
            laid.value is None for section in state.gateways[seat] for laid in section.of(kind)
        )
    return state.discard[kind.place] - sum(card.kind is kind for card in state.discarded)


def copies_taken(state: State, card: Card, besides: Hiding | None = None) -> int:
    """Return how many copies of a card everybody knows to be hidden, but not at `besides`."""
    return sum(one.card is card and besides not in one.places for one in state.taken)


def _kind(taken: Followed) -> Kind:
    kind = taken.card.kind
    assert kind is not None
    return kind


Sets = Sequence[frozenset[Hiding]]


def _joined(sets: Sets) -> list[frozenset[Hiding]]:
    """Return one set fewer: one copy is gone, and the others are as said whichever it was."""
    return [one | other for one, other in pairwise(sets)]


def _among(
    state: State, card: Card, origin: Hiding, change: Callable[[Sets], list[frozenset[Hiding]]]
) -> State:
    """Change what is known of the copies of a card that may lie at a place."""
    there = [one for one in state.taken if one.card is card and origin in one.places]
    if not there:
        return state
    sets = sorted((one.places for one in there), key=lambda places: (len(places), sorted(places)))
    rest = [one for one in state.taken if one not in there]
    return state._replace(taken=(*rest, *(Followed(card, places) for places in change(sets))))
