"""Whether an entry is allowed now, and by which rule: the only place that refuses."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.core import TABLE, Action, Overrule, Ruling, Seat, allow, refuse
from referee.games.wave.actions import (
    OverruleDirection,
    OverruleFacing,
    OverruleTurn,
    Play,
    Start,
    Stuck,
    Talk,
    Wrong,
)
from referee.games.wave.cards import (
    facings,
    higher_in,
    is_in_game,
    is_used_up,
    sure_to_fit,
    to_beat,
    to_choose_from,
    turns_of,
    unfit,
)
from referee.games.wave.components import Card
from referee.games.wave.refusals import Refusal
from referee.games.wave.state import Phase, State


def explain(state: State, action: Action) -> Ruling:
    """Return whether an action is allowed now, by which rule, and the numbers behind it."""
    if isinstance(action, Overrule):
        return _explain_overrule(state, action)
    if state.phase is Phase.OVER:
        return refuse("over", Refusal.OVER)
    return _EXPLAIN[type(action)](state, action)


def _is_seat(state: State, seat: Seat) -> bool:
    return 0 <= seat < len(state.hands)


def _explain_start(state: State, action: Start) -> Ruling:
    if state.phase is not Phase.START:
        return refuse("K2", Refusal.NOT_NOW, suspect="start")
    if not is_in_game(state, action.card):
        return refuse("box", Refusal.NOT_IN_GAME, card=action.card.value)
    if action.card.swaps:
        return refuse("house-swap", Refusal.NO_START_CARD, card=action.card.value)
    return allow("K2")


def _explain_play(state: State, action: Play) -> Ruling:
    refusal = _explain_card(state, action)
    if refusal:
        return refusal
    if not higher_in(state, action.card):
        below = to_beat(state)
        return refuse("K4", Refusal.NOT_HIGHER, card=action.card.value, top=below.value)
    return allow("higher")


def _explain_wrong(state: State, action: Wrong) -> Ruling:
    refusal = _explain_card(state, action)
    if refusal:
        return refusal
    by = higher_in(state, action.card)
    if by:
        below = to_beat(state)
        return refuse(
            "higher", Refusal.IT_FITS, card=action.card.value, top=below.value, by=by.value
        )
    return allow("K10")


def _explain_card(state: State, action: Play | Wrong) -> Ruling | None:
    """Refuse a card that cannot come from this hand now, whether it is higher or not."""
    card = action.card
    if state.phase is Phase.START:
        return refuse("K2", Refusal.NOT_NOW)
    if not is_in_game(state, card):
        return refuse("box", Refusal.NOT_IN_GAME, card=card.value)
    if is_used_up(state, card):
        return _laid_before(state, card)
    if action.facing not in facings(state):
        assert state.place is not None
        held = [facing.value for facing in facings(state)]
        return refuse(
            "facing",
            Refusal.NO_SUCH_FACING,
            place=state.place,
            facing=action.facing.value,
            held=tuple(held),
        )
    return None


def _laid_before(state: State, card: Card) -> Ruling:
    turn = turns_of(state, card)[-1]
    verb = "play" if turn else "start"
    return refuse(
        "one-each",
        Refusal.LAID_BEFORE,
        suspect=f"{verb} card={card.value}",
        card=card.value,
        turn=turn,
        place=state.laid[turn].place,
    )


def _explain_stuck(state: State, _action: Stuck) -> Ruling:
    if state.phase is Phase.START:
        return refuse("K2", Refusal.NOT_NOW)
    rule = "K17" if state.place == state.table.silver else "K9"
    fits = sure_to_fit(state)
    if fits:
        return refuse(
            rule,
            Refusal.MUST_FIT,
            place=state.place,
            top=to_beat(state).value,
            held=to_choose_from(state),
            unfit=unfit(state),
            fits=fits,
        )
    return allow(rule)


def _explain_talk(state: State, action: Talk) -> Ruling:
    if not _is_seat(state, action.seat):
        return refuse("seats", Refusal.NO_SUCH_SEAT, seat=action.seat)
    if state.phase is Phase.START:
        return refuse("K2", Refusal.NOT_NOW)
    return allow("K12")


def _explain_overrule(state: State, action: Overrule) -> Ruling:
    if not action.why.strip():
        return refuse("table", Refusal.NO_REASON)
    if action.by != TABLE and not _is_seat(state, action.by):
        return refuse("seats", Refusal.NO_SUCH_SEAT, seat=action.by)
    if state.phase is Phase.OVER:
        return refuse("over", Refusal.OVER)
    if state.phase is Phase.START:
        return refuse("K2", Refusal.NOT_NOW)
    return _EXPLAIN[type(action)](state, action)


def _explain_turn(state: State, action: OverruleTurn) -> Ruling:
    if not 0 <= action.place < state.table.places:
        return refuse("seats", Refusal.NO_SUCH_PLACE, place=action.place)
    if action.place == state.place:
        return refuse("table", Refusal.SAME_ALREADY)
    if not state.held(action.place):
        return refuse("skip", Refusal.EMPTY_HAND, place=action.place)
    return allow("table")


def _explain_direction(state: State, action: OverruleDirection) -> Ruling:
    if action.direction is state.direction:
        return refuse("table", Refusal.SAME_ALREADY)
    return allow("table")


def _explain_facing(state: State, action: OverruleFacing) -> Ruling:
    if not _is_seat(state, action.seat):
        return refuse("seats", Refusal.NO_SUCH_SEAT, seat=action.seat)
    held = state.held(action.seat)
    if not 0 <= action.self <= held:
        return refuse("facing", Refusal.TOO_MANY, place=action.seat, count=action.self, held=held)
    if action.self == state.hands[action.seat].own:
        return refuse("table", Refusal.SAME_ALREADY)
    return allow("table")


_EXPLAIN: Mapping[type[Action], Callable[[State, Any], Ruling]] = {
    Start: _explain_start,
    Play: _explain_play,
    Wrong: _explain_wrong,
    Stuck: _explain_stuck,
    Talk: _explain_talk,
    OverruleTurn: _explain_turn,
    OverruleDirection: _explain_direction,
    OverruleFacing: _explain_facing,
}
