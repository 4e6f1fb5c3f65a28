"""Overrules: what the table may decide about a map, the bag or the first player."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.core import (
    TABLE,
    Fact,
    Overrule,
    RuleId,
    Ruling,
    TableDecided,
    allow,
    refuse,
    replaced,
)
from referee.games.rolling.actions import (
    OverruleBag,
    OverruleBuried,
    OverruleErase,
    OverruleFirst,
    OverruleInfamy,
    OverruleWrite,
)
from referee.games.rolling.components import (
    CANNONS,
    CHESTS,
    CLEAR_IN_BOX,
    COLOURS,
    CREW_IN_BOX,
    FACES,
    RAISED,
    Colour,
    Place,
)
from referee.games.rolling.facts import TableChanged
from referee.games.rolling.refusals import Refusal
from referee.games.rolling.state import Phase, State

_RULE = RuleId("table")


def overrule(state: State, action: Overrule) -> tuple[State, list[Fact]]:
    """Apply what the table decided, after `explain` has allowed it."""
    state, changed = _changed(state, action)
    return state, [TableDecided.of(_RULE, action), changed]


def _changed(state: State, action: Overrule) -> tuple[State, TableChanged]:
    match action:
        case OverruleBag(colour=colour, dice=dice):
            bag = replaced(state.bag, COLOURS.index(colour), dice)
            return state._replace(bag=bag), TableChanged(_RULE, colour=colour, dice=dice)
        case OverruleFirst(seat=seat):
            return state._replace(first=seat), TableChanged(_RULE, first=seat)
    return _changed_map(state, action)


def _changed_map(state: State, action: Overrule) -> tuple[State, TableChanged]:
    if isinstance(action, OverruleInfamy):
        seat, infamy = action.seat, action.infamy
        board = state.boards[seat]._replace(infamy=infamy)
        return state.with_board(seat, board), TableChanged(_RULE, seat, infamy=infamy)
    if isinstance(action, OverruleBuried):
        return _changed_burial(state, action)
    assert isinstance(action, OverruleWrite | OverruleErase)
    seat, place = action.seat, action.to
    before = state.boards[seat]
    if isinstance(action, OverruleWrite):
        board = before.with_die(place, action.value)
    else:
        board = before.having(place, before.at(place)[:-1])
    changed = TableChanged(_RULE, seat, place=place, values=board.at(place))
    return state.with_board(seat, board), changed


def _changed_burial(state: State, action: OverruleBuried) -> tuple[State, TableChanged]:
    seat, chest, marks = action.seat, action.chest, state.boards[action.seat].buried
    buried = replaced(marks, chest - 1, action.buried)
    board = state.boards[seat]._replace(buried=buried)
    changed = TableChanged(_RULE, seat, place=CHESTS[chest - 1], buried=action.buried)
    return state.with_board(seat, board), changed


MOST_INFAMY: Final = 99


def explain_overrule(state: State, action: Overrule) -> Ruling:
    """Return whether the table can decide this now."""
    if not action.why.strip():
        return refuse("table", Refusal.NO_REASON)
    if action.by != TABLE and action.by not in state.table.seats:
        return refuse("seats", Refusal.NO_SUCH_SEAT, seat=action.by)
    seat = getattr(action, "seat", 0)
    if seat not in state.table.seats:
        return refuse("seats", Refusal.NO_SUCH_SEAT, seat=seat)
    if state.phase not in _PHASES[type(action)]:
        return refuse("table", Refusal.NOT_NOW)
    return _OVERRULES[type(action)](state, action)


def _explain_infamy(state: State, action: OverruleInfamy) -> Ruling:
    circles = state.table.circles.infamy
    most = MOST_INFAMY if circles is None else circles
    if action.infamy not in range(most + 1):
        return refuse("infamy-circles", Refusal.TOO_MANY, most=most)
    if action.infamy == state.boards[action.seat].infamy:
        return refuse("table", Refusal.SAME_ALREADY)
    return allow("table")


def _explain_write(state: State, action: OverruleWrite) -> Ruling:
    board, place = state.boards[action.seat], action.to
    if place is Place.BURY:
        return refuse("R8", Refusal.NOT_WRITTEN_THERE)
    if action.value not in (*FACES, RAISED):
        return refuse("faces", Refusal.NO_SUCH_VALUE, value=action.value)
    if board.is_full(place):
        return refuse("next-square", Refusal.PLACE_FULL, place=place.value)
    after = board.with_die(place, action.value)
    if place in CANNONS and after.is_full(place):
        return refuse("R18", Refusal.WOULD_FIRE)
    if after.tracks_done:
        return refuse("R33", Refusal.WOULD_END)
    return allow("table")


def _explain_erase(state: State, action: OverruleErase) -> Ruling:
    board = state.boards[action.seat]
    if not board.at(action.to):
        return refuse("table", Refusal.NOTHING_THERE, place=action.to.value)
    if board.is_buried(action.to) and len(board.at(action.to)) == 1:
        return refuse("R8", Refusal.EMPTY_CHEST, chest=CHESTS.index(action.to) + 1)
    return allow("table")


def _explain_buried(state: State, action: OverruleBuried) -> Ruling:
    if action.chest not in range(1, len(CHESTS) + 1):
        return refuse("seats", Refusal.NO_SUCH_CHEST, chest=action.chest)
    board = state.boards[action.seat]
    if board.buried[action.chest - 1] == action.buried:
        return refuse("table", Refusal.SAME_ALREADY)
    if not board.chests[action.chest - 1]:
        return refuse("R8", Refusal.EMPTY_CHEST, chest=action.chest)
    return allow("table")


def _explain_bag(state: State, action: OverruleBag) -> Ruling:
    most = _most(state, action.colour)
    if action.dice not in range(most + 1):
        return refuse("bag", Refusal.TOO_MANY, most=most)
    before = state.bag[COLOURS.index(action.colour)]
    if action.dice == before:
        return refuse("table", Refusal.SAME_ALREADY)
    if sum(state.bag) - before + action.dice < state.table.dice:
        return refuse("roll", Refusal.TOO_FEW, needed=state.table.dice)
    return allow("table")


def _most(state: State, colour: Colour) -> int:
    if colour is Colour.CLEAR:
        return CLEAR_IN_BOX
    return CREW_IN_BOX if colour in state.table.colours else 0


def _explain_first(state: State, action: OverruleFirst) -> Ruling:
    if action.seat == state.first:
        return refuse("table", Refusal.SAME_ALREADY)
    return allow("table")


_ANY_TIME: Final = tuple(phase for phase in Phase if phase is not Phase.OVER)
_BEFORE_LAYING: Final = (Phase.ROLL, Phase.DRAFT)

_PHASES: Final[Mapping[type[Overrule], tuple[Phase, ...]]] = {
    OverruleInfamy: _ANY_TIME,
    OverruleWrite: _BEFORE_LAYING,
    OverruleErase: _BEFORE_LAYING,
    OverruleBuried: _BEFORE_LAYING,
    OverruleBag: (Phase.ROLL,),
    OverruleFirst: (Phase.ROLL,),
}

_OVERRULES: Final[Mapping[type[Overrule], Callable[[State, Any], Ruling]]] = {
    OverruleInfamy: _explain_infamy,
    OverruleWrite: _explain_write,
    OverruleErase: _explain_erase,
    OverruleBuried: _explain_buried,
    OverruleBag: _explain_bag,
    OverruleFirst: _explain_first,
}
