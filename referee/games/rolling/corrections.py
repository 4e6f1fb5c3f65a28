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
    match action:
        case OverruleInfamy(seat=seat, infamy=infamy):
            board = state.boards[seat]._replace(infamy=infamy)
            return state.with_board(seat, board), TableChanged(_RULE, seat, infamy=infamy)
        case OverruleWrite(seat=seat, to=place, value=value):
            board = state.boards[seat].with_die(place, value)
        case OverruleErase(seat=seat, to=place):
            board = state.boards[seat].having(place, state.boards[seat].at(place)[:-1])
        case OverruleBuried(seat=seat, chest=chest, buried=buried):
            marks = state.boards[seat].buried
            board = state.boards[seat]._replace(
                buried=(*marks[: chest - 1], buried, *marks[chest:])
            )
            place = CHESTS[chest - 1]
            changed = TableChanged(_RULE, seat, place=place, buried=buried)
            return state.with_board(seat, board), changed
        case _:
            message = f"nobody can decide {action}"
            raise AssertionError(message)
    changed = TableChanged(_RULE, seat, place=place, values=board.at(place))
    return state.with_board(seat, board), changed
