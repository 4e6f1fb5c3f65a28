"""Overrules: the table puts a map, the bag or the turn right."""

from referee.core import Fact, Overrule, RuleId, TableDecided
from referee.games.rolling.actions import (
    OverruleBag,
    OverruleBuried,
    OverruleErase,
    OverruleFirst,
    OverruleInfamy,
    OverruleWrite,
)
from referee.games.rolling.components import CHESTS, COLOURS
from referee.games.rolling.facts import TableChanged
from referee.games.rolling.state import State

_RULE = RuleId("table")


def overrule(state: State, action: Overrule) -> tuple[State, list[Fact]]:
    """Apply what the table decided; `explain` has allowed it."""
    state, changed = _changed(state, action)
    return state, [TableDecided.of(_RULE, action), changed]


def _changed(state: State, action: Overrule) -> tuple[State, TableChanged]:
    match action:
        case OverruleBag(colour=colour, dice=dice):
            at = COLOURS.index(colour)
            bag = (*state.bag[:at], dice, *state.bag[at + 1 :])
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
    buried = (*marks[: chest - 1], action.buried, *marks[chest:])
    board = state.boards[seat]._replace(buried=buried)
    changed = TableChanged(_RULE, seat, place=CHESTS[chest - 1], buried=action.buried)
    return state.with_board(seat, board), changed
