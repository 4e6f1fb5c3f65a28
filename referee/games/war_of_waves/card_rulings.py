"""Refusals that several rulings share: a seat or a card that does not exist.

If the deck list may be wrong, the number `mend` is the start of the overrule that corrects it.
"""

from referee.core import Ruling, refuse
from referee.games.war_of_waves.components import MOST, Card, Kind
from referee.games.war_of_waves.knowledge import is_elsewhere, known, shown_by
from referee.games.war_of_waves.refusals import Refusal
from referee.games.war_of_waves.state import PLAYERS, Hiding, State


def no_such_seat(seat: int) -> Ruling | None:
    """Refuse a seat that does not exist: the game is for two (V37)."""
    if seat in PLAYERS:
        return None
    return refuse("V37", Refusal.NO_SUCH_SEAT, seat=seat)


def no_such_card(rule: str = "cards") -> Ruling:
    """Refuse a number that no card of this deck has."""
    return refuse(rule, Refusal.NO_SUCH_CARD, card="", copies=0)


def unseen(
    state: State, card: Card, origin: Hiding | None = None, *, already: int = 0
) -> Ruling | None:
    """Refuse a card that can no longer come from this hidden place, or from the deck.

    `already` counts copies that are seen and mean this very card.
    """
    copies = state.table.deck_list.copies(card)
    leader = card.leader
    if leader:
        if is_elsewhere(state, leader):
            return refuse(
                "cards", Refusal.NO_SUCH_CARD, shown_by(state, card), card=card.value, copies=1
            )
        return None
    mend = _one_more(card, copies)
    if not copies:
        return refuse("cards", Refusal.NO_SUCH_CARD, card=card.value, copies=0, mend=mend)
    if known(state, card, origin) - already >= copies:
        suspect = shown_by(state, card)
        return refuse(
            "cards", Refusal.ALL_KNOWN, suspect, card=card.value, copies=copies, mend=mend
        )
    return None


def _one_more(card: Card, copies: int) -> str:
    return f"overrule copies card={card.value} count={copies + 1}" if copies < MOST else ""


def not_in_deck(state: State, place: int, mend: str = "") -> Ruling | None:
    """Refuse a kind of card that the deck does not hold."""
    if state.deck[place]:
        return None
    back = Kind.BUILD if place % 2 == 0 else Kind.WAR
    leader = place >= Kind.BUILD.leaders
    mend = mend or ("overrule back" if leader else "overrule copies")
    return refuse("cards", Refusal.NONE_LEFT, back=back.value, leader=leader, mend=mend)


def card_not_in_deck(state: State, card: Card) -> Ruling | None:
    """Refuse a card whose kind the deck has no more of."""
    deck_list, leader = state.table.deck_list, card.leader
    if leader is None:
        mend = _one_more(card, deck_list.copies(card))
    else:
        turned = Kind.WAR if deck_list.back(leader) is Kind.BUILD else Kind.BUILD
        mend = f"overrule back leader={leader.value} back={turned.value}"
    return not_in_deck(state, deck_list.place(card), mend)
