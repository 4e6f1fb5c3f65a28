"""What a camera sees of War of Waves: the face row, and cards that are turned up."""

from collections.abc import Sequence
from typing import Final

from referee.core import (
    Action,
    ExpectedCards,
    Impossible,
    Seat,
    Sighting,
    Spot,
    Visibility,
    literal,
    nothing_implied,
    say,
)
from referee.games.war_of_waves.actions import Cut, Face, Present, Reveal
from referee.games.war_of_waves.actions import Leader as Announced
from referee.games.war_of_waves.components import (
    HOUSE_DECK,
    ROW,
    Card,
    Kind,
    card_name,
    card_of,
    leader_card,
)
from referee.games.war_of_waves.gateways import known_card, laid_at
from referee.games.war_of_waves.gateways import spots as gateway_spots
from referee.games.war_of_waves.state import PLAYERS, State

DECK: Final = "deck"
"""The face row is beside the deck."""

DISCARD: Final = "discard"


def spots(state: State) -> Sequence[Spot]:
    """Return the sides of the two players."""
    return [Spot(literal(state.table.names[seat]), seat) for seat in PLAYERS]


def expected_cards(state: State) -> Sequence[ExpectedCards]:
    """Return the face row, the attackers, and what was turned up to break a tie."""
    there = [ExpectedCards(card.value, place=DECK) for card in state.faces]
    if state.assault:
        attacker = (state.turn,)  # own cards can be attacked too
        there += [ExpectedCards(card.value, spots=attacker) for card in state.assault.attackers]
    there += [ExpectedCards(card.value, spots=tuple(PLAYERS), covered=True) for card in state.cut]
    there += [ExpectedCards(card.value, place=DISCARD, covered=True) for card in state.discarded]
    return there


def shows(state: State, action: Action) -> ExpectedCards | None:
    """Return which card an entry turns up, and where."""
    match action:
        case Face(card):
            return ExpectedCards(card.value, place=DECK)
        case Present(card):
            return ExpectedCards(card.value, spots=(state.turn,))
        case Announced(name):
            return ExpectedCards(leader_card(name).value, spots=(state.turn,))
        case Reveal(side, _, kind, _, value):
            return _shown(side, kind, value)
        case Cut(seat, card):
            return ExpectedCards(card.value, spots=(seat,))
        case _:
            return None


def _shown(side: Seat, kind: Kind, value: int) -> ExpectedCards | None:
    card = card_of(kind, value)
    return ExpectedCards(card.value, spots=(side,)) if card else None


def impossible(state: State, seen: Sequence[Sighting]) -> Sequence[Impossible]:
    """Return a face row that is too long, and more copies of a card than the deck has."""
    row = tuple(card for card in seen if card.place == DECK)
    found = []
    if len(row) > ROW:
        text = say("There are {count} cards in the row; it holds {most}.", count=len(row), most=ROW)
        found.append(Impossible(text, row, too_many=True))
    for card in Card:
        there = tuple(one for one in seen if one.card == card.value)
        most = state.table.deck_list.copies(card)
        if most < len(there) <= HOUSE_DECK.copies(card):  # beyond that, the box says so
            text = say(
                "I see {count} × {card}; your deck has {most}.",
                count=len(there),
                card=card_name(card),
                most=most,
            )
            found.append(Impossible(text, there, too_many=True))
    return found


def known(state: State) -> Sequence[ExpectedCards]:
    """Return the cards of both gateways that have been shown and are face down again."""
    return [
        ExpectedCards(card.value, spots=(spot.side,))
        for seat in PLAYERS
        for spot in gateway_spots(state, seat)
        if (laid := laid_at(state, spot)) and (card := known_card(laid, spot.kind))
    ]


VISIBILITY: Final = Visibility(spots, expected_cards, shows, nothing_implied, impossible, known)
