"""What the table can decide: at any time, anything that can be so."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.core import TABLE, Overrule, Ruling, allow, refuse
from referee.games.war_of_waves.actions import (
    OverruleBack,
    OverruleCopies,
    OverrulePlace,
    OverruleRemove,
    OverruleTurn,
    OverruleValue,
)
from referee.games.war_of_waves.attack_rulings import cannot_stand, no_room
from referee.games.war_of_waves.components import FEWEST, MOST, Card, Kind, card_of
from referee.games.war_of_waves.gateways import laid_at, place_at
from referee.games.war_of_waves.knowledge import is_elsewhere, known
from referee.games.war_of_waves.refusals import (
    Refusal,
    no_such_card,
    no_such_seat,
    unseen,
)
from referee.games.war_of_waves.state import Phase, Spot, State
from referee.games.war_of_waves.taken import GATEWAY

_NO_TURN: Final = frozenset({Phase.DEAL, Phase.FACE, Phase.REFILL})
"""While the row is laid or filled up, no turn can begin: the row would keep its gap."""


def explain_overrule(state: State, action: Overrule) -> Ruling:
    """Say whether the table can decide this now."""
    if not action.why.strip():
        return refuse("table", Refusal.NO_REASON)
    refused = no_such_seat(action.by) if action.by != TABLE else None
    if refused:
        return refused
    if state.phase is Phase.OVER:
        return refuse("over", Refusal.OVER)
    return _EXPLAIN[type(action)](state, action) or allow("table")


def _explain_turn(state: State, action: OverruleTurn) -> Ruling | None:
    if state.phase in _NO_TURN:
        return refuse("table", Refusal.NOT_NOW)
    return no_such_seat(action.seat)


def _explain_value(state: State, action: OverruleValue) -> Ruling | None:
    refused = _no_card(state, action)
    if refused:
        return refused
    card = card_of(action.kind, action.value)
    if card is None:
        return no_such_card()
    laid = laid_at(state, Spot(action.side, action.at, action.kind, action.card))
    same = laid is not None and laid.value == action.value
    return unseen(state, card, (GATEWAY, action.side), already=int(same))


def _no_card(state: State, action: OverruleValue | OverruleRemove) -> Ruling | None:
    refused = no_such_seat(action.side)
    if refused:
        return refused
    if laid_at(state, Spot(action.side, action.at, action.kind, action.card)) is None:
        return refuse("table", Refusal.NOTHING_THERE, at=action.at.value)
    return None


def _explain_place(state: State, action: OverrulePlace) -> Ruling | None:
    refused = no_such_seat(action.seat)
    if refused:
        return refused
    if not state.hands[action.seat][action.kind.place]:
        return refuse("hand", Refusal.NOT_IN_HAND, seat=action.seat, kind=action.kind.value)
    place = place_at(state, action.seat, action.at)
    if action.kind is Kind.WAR:
        refused = cannot_stand(place, action.at, action.kind)
    return refused or no_room(place, action.at, action.kind)


def _explain_copies(state: State, action: OverruleCopies) -> Ruling | None:
    kind = action.card.kind
    if kind is None:
        return refuse("cards", Refusal.LEADERS_ONCE, card=action.card.value)
    fewest = fewest_copies(state, action.card, kind)
    if fewest <= action.count <= MOST:
        return None
    return refuse("cards", Refusal.COPIES, card=action.card.value, fewest=fewest, most=MOST)


def fewest_copies(state: State, card: Card, kind: Kind) -> int:
    """Count what must be there: copies in sight, and what the deck cannot have less of."""
    deck_list = state.table.deck_list
    copies = deck_list.copies(card)
    spare = deck_list.counts()[kind.place] - FEWEST[kind.place]
    return max(known(state, card), copies - min(state.deck[kind.place], spare))


def _explain_back(state: State, action: OverruleBack) -> Ruling | None:
    old = state.table.deck_list.back(action.leader)
    if old is action.back or is_elsewhere(state, action.leader) or state.deck[old.leaders]:
        return None
    return refuse("cards", Refusal.NO_SUCH_BACK, leader=action.leader.value, back=action.back.value)


_EXPLAIN: Mapping[type[Overrule], Callable[[State, Any], Ruling | None]] = {
    OverruleTurn: _explain_turn,
    OverruleValue: _explain_value,
    OverruleRemove: _no_card,
    OverrulePlace: _explain_place,
    OverruleCopies: _explain_copies,
    OverruleBack: _explain_back,
}
