"""Whether an entry is allowed now, and by which rule: the only place that refuses."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.core import TABLE, Action, Overrule, Ruling, Seat, allow, refuse
from referee.games.waves.actions import (
    Discard,
    Elder,
    Follow,
    OverruleCollect,
    OverruleGive,
    OverruleReturn,
    OverruleShells,
    OverruleTablet,
    OverruleTake,
    Rebel,
    Reveal,
    Shells,
)
from referee.games.waves.cards import fresh, seen, with_deck
from referee.games.waves.components import COPIES, SHELLS, Class
from referee.games.waves.corrections import reachable
from referee.games.waves.refusals import Refusal
from referee.games.waves.state import Phase, State, next_to_lay
from referee.games.waves.waves import next_test, wanted


def explain(state: State, action: Action) -> Ruling:
    """Return whether an action is allowed now, by which rule, and the numbers behind it."""
    if isinstance(action, Overrule):
        return _explain_overrule(state, action)
    if state.phase is Phase.OVER:
        return refuse("over", Refusal.OVER)
    return _EXPLAIN[type(action)](state, action)


def _is_slot(state: State, slot: int) -> bool:
    return 0 <= slot < len(state.elders)


def _is_seat(state: State, seat: Seat) -> bool:
    return 0 <= seat < len(state.hands)


def _explain_elder(state: State, action: Elder) -> Ruling:
    if not _is_slot(state, action.slot):
        return refuse("council", Refusal.NO_SUCH_PLACE, slot=action.slot)
    if state.phase is not Phase.COUNCIL:
        return refuse("council", Refusal.NOT_NOW, suspect=f"elder slot={action.slot}")
    there = state.elders[action.slot]
    if there is not None:
        return refuse(
            "council",
            Refusal.ELDER_THERE,
            suspect=f"elder slot={action.slot}",
            slot=action.slot,
            card=there.value,
        )
    shuffled, _ = with_deck(state)  # W31: an empty deck is renewed before the card is turned up
    return _explain_copies(shuffled, "council", None, action.card)


def _explain_copies(
    state: State, rule: str, seat: Seat | None, card: Class, *, count: int = 1
) -> Ruling:
    new = fresh(state, seat, card, count)
    already = seen(state, card)
    if already + new <= COPIES:
        return allow(rule)
    return refuse(
        "cards",
        Refusal.NO_CARD_LEFT,
        suspect=_shown_lately(state, card),
        card=card.value,
        seen=already - (count - new),
        count=count,
    )


def _shown_lately(state: State, card: Class) -> str:
    """Return the entry of this round that showed the class last, which may be mistaken."""
    slots = [slot for slot, agent in enumerate(state.agents) if agent and agent.card is card]
    return f"reveal slot={slots[-1]}" if slots else ""


def _explain_shells(state: State, action: Shells) -> Ruling:
    if state.phase is not Phase.SHELLS:
        return refuse("open-majority", Refusal.NOT_NOW, suspect="shells")
    if not 0 <= action.count <= SHELLS:
        return refuse("cards", Refusal.SHELLS_OUT_OF_BOX, count=action.count)
    return allow("open-majority")


def _explain_turn(state: State, slot: int) -> Ruling | None:
    if not _is_slot(state, slot) or slot not in state.table.ring:
        return refuse("play", Refusal.NO_SUCH_PLACE, slot=slot)
    if state.agents[slot] is not None:
        return refuse("play", Refusal.ALREADY_LAID, suspect=_laid_at(state, slot), slot=slot)
    turns = next_to_lay(state)
    if not turns:
        return refuse("play", Refusal.NOT_NOW)
    if slot not in turns:
        rule = "W33" if state.table.picks_elder else "play"
        return refuse(rule, Refusal.OUT_OF_TURN, slot=slot, turn=turns[0])
    return None


def _laid_at(state: State, slot: int) -> str:
    agent = state.agents[slot]
    assert agent is not None
    return f"rebel slot={slot}" if agent.rebel else f"follow slot={slot}"


def _explain_follow(state: State, action: Follow) -> Ruling:
    refused = _explain_turn(state, action.slot)
    if refused:
        return refused
    hand = state.hands[state.table.owners[action.slot]]
    return allow("play" if hand else "W32")


def _explain_rebel(state: State, action: Rebel) -> Ruling:
    refused = _explain_turn(state, action.slot)
    if refused:
        return refused
    seat = state.table.owners[action.slot]
    hand = state.hands[seat]
    if action.count < 1:
        return refuse("play", Refusal.NO_REBELS, count=action.count)
    if not hand:
        return refuse("W32", Refusal.EMPTY_HAND, slot=action.slot)
    if action.count > hand:
        return refuse(
            "hand",
            Refusal.TOO_MANY_REBELS,
            count=action.count,
            hand=hand,
            slot=action.slot,
            suspect=_earlier_rebels(state, seat, action.slot),
        )
    return allow("W39")


def _earlier_rebels(state: State, seat: Seat, slot: int) -> str:
    """Return the entry of Rebels that may be miscounted: of this round, or the last one."""
    places = [place for place, owner in enumerate(state.table.owners) if owner == seat]
    laid = [place for place in places if (agent := state.agents[place]) and agent.rebel]
    return f"rebel slot={laid[0] if laid else slot}"


def _explain_reveal(state: State, action: Reveal) -> Ruling:
    slot = action.slot
    if not _is_slot(state, slot) or slot not in state.table.ring:
        return refuse("rebels", Refusal.NO_SUCH_PLACE, slot=slot)
    if state.phase not in (Phase.REBELS, Phase.WAVES):
        return _explain_early_reveal(state, action)
    agent = state.agents[slot]
    assert agent is not None
    if agent.card is not None:
        return refuse(
            "rebels",
            Refusal.ALREADY_SHOWN,
            suspect=f"reveal slot={slot}",
            slot=slot,
            card=agent.card.value,
        )
    if state.phase is Phase.REBELS and not agent.rebel:
        waiting = next(s for s, a in enumerate(state.agents) if a and a.rebel and not a.card)
        return refuse("rebels", Refusal.FOLLOWER_TOO_EARLY, slot=slot, turn=waiting)
    if state.phase is Phase.WAVES and slot not in wanted(state):
        return refuse("waves", Refusal.FOLLOWER_OUT_OF_ORDER, slot=slot, turn=wanted(state)[0])
    rule = "rebels" if agent.rebel else "waves"
    if slot != next_test(state) and not agent.rebel:
        rule = "W14"
    return _explain_copies(state, rule, state.table.owners[slot], action.card, count=agent.count)


def _explain_early_reveal(state: State, action: Reveal) -> Ruling:
    if state.phase is not Phase.PLAY:
        return refuse("rebels", Refusal.NOT_NOW)
    if state.agents[action.slot] is None:
        return refuse("rebels", Refusal.NOTHING_THERE, slot=action.slot)
    turn = next_to_lay(state)[0]
    return refuse("rebels", Refusal.FOLLOWER_TOO_EARLY, slot=action.slot, turn=turn)


def _explain_discard(state: State, action: Discard) -> Ruling:
    if not _is_seat(state, action.seat):
        return refuse("W29", Refusal.NO_SUCH_SEAT, seat=action.seat)
    if not state.owed[action.seat]:
        discarded = state.discards[action.seat] if state.discards else 0
        return refuse("W29", Refusal.NOTHING_TO_NAME, seat=action.seat, discarded=discarded)
    return _explain_copies(state, "W29", action.seat, action.card)


def _explain_overrule(state: State, action: Overrule) -> Ruling:
    if not action.why.strip():
        return refuse("table", Refusal.NO_REASON)
    if action.by != TABLE and not _is_seat(state, action.by):
        return refuse("table", Refusal.NO_SUCH_SEAT, seat=action.by)
    moves = isinstance(action, OverruleShells | OverruleGive | OverruleTake)
    if state.phase is Phase.OVER and (moves or reachable(state) is None):
        return refuse("over", Refusal.OVER)
    return _EXPLAIN[type(action)](state, action)


def _explain_set_shells(state: State, action: OverruleShells) -> Ruling:
    if not 0 <= action.count <= SHELLS:
        return refuse("cards", Refusal.SHELLS_OUT_OF_BOX, count=action.count)
    if state.phase in (Phase.COUNCIL, Phase.SHELLS):
        return refuse("open-majority", Refusal.NOT_NOW)
    if action.count == state.shells:
        return refuse("table", Refusal.SAME_ALREADY)
    return allow("table")


def _explain_give(state: State, action: OverruleGive) -> Ruling:
    if not _is_seat(state, action.seat):
        return refuse("table", Refusal.NO_SUCH_SEAT, seat=action.seat)
    if not state.hands[action.seat]:
        return refuse("hand", Refusal.EMPTY_HAND, seat=action.seat)
    return _explain_copies(state, "table", action.seat, action.card)


def _explain_take(state: State, action: OverruleTake) -> Ruling:
    if not _is_seat(state, action.seat):
        return refuse("table", Refusal.NO_SUCH_SEAT, seat=action.seat)
    if action.card not in state.collected[state.table.side_of[action.seat]]:
        return refuse("table", Refusal.NOT_COLLECTED, seat=action.seat, card=action.card.value)
    return allow("table")


def _explain_tablet(state: State, action: OverruleTablet) -> Ruling:
    waves = reachable(state)
    if waves is None:
        return refuse("table", Refusal.NO_WAVES)
    if action.tablet not in state.table.tablets:
        return refuse("table", Refusal.TABLET_NOT_HERE, tablet=action.tablet.value)
    if action.tablet is waves.tablet:
        return refuse("table", Refusal.SAME_ALREADY)
    return allow("table")


def _explain_verdict(state: State, action: OverruleCollect | OverruleReturn) -> Ruling:
    waves = reachable(state)
    if waves is None:
        return refuse("table", Refusal.NO_WAVES)
    if action.slot not in state.table.ring:
        return refuse("table", Refusal.NO_SUCH_PLACE, slot=action.slot)
    made = dict(waves.results).get(action.slot)
    if made is None:
        return refuse("table", Refusal.NOT_TESTED, slot=action.slot)
    if made is isinstance(action, OverruleCollect):
        return refuse("table", Refusal.SAME_ALREADY)
    return allow("table")


_EXPLAIN: Mapping[type[Action], Callable[[State, Any], Ruling]] = {
    Elder: _explain_elder,
    Shells: _explain_shells,
    Follow: _explain_follow,
    Rebel: _explain_rebel,
    Reveal: _explain_reveal,
    Discard: _explain_discard,
    OverruleCollect: _explain_verdict,
    OverruleReturn: _explain_verdict,
    OverruleShells: _explain_set_shells,
    OverruleTablet: _explain_tablet,
    OverruleGive: _explain_give,
    OverruleTake: _explain_take,
}
