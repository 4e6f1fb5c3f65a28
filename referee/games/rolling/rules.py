"""What happens when an entry is made, whose turn it is, and how a game ended."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.core import TABLE, Action, Fact, Outcome, Overrule, Seat
from referee.games.rolling.actions import (
    Allocate,
    AllocateAll,
    Bury,
    Draft,
    Fire,
    Plan,
    Ready,
    Roll,
    Sailor,
    Stow,
    Write,
)
from referee.games.rolling.allocation import allocate, allocate_all, call_out, plan
from referee.games.rolling.cannons import fire, stow
from referee.games.rolling.corrections import overrule
from referee.games.rolling.draft import draft, roll, sailor
from referee.games.rolling.resolution import bury, proceed, write
from referee.games.rolling.state import Phase, State, acting


def apply(state: State, action: Action) -> tuple[State, tuple[Fact, ...]]:
    """Do what was allowed, and everything that follows from it without a further entry."""
    if isinstance(action, Plan):
        changed, _ = plan(state, action)
        return changed, ()
    if isinstance(action, Overrule):
        changed, facts = overrule(state, action)
    else:
        changed, facts = _APPLY[type(action)](state, action)
    news = tuple(facts)
    return changed._replace(news=news), news


def _fire(state: State, action: Fire) -> tuple[State, list[Fact]]:
    state, facts = fire(state, action)
    if state.phase is Phase.STOW:
        return state, facts
    state, more = proceed(state)
    return state, facts + more


def _stow(state: State, action: Stow) -> tuple[State, list[Fact]]:
    state, facts = stow(state, action)
    state, more = proceed(state)
    return state, facts + more


_APPLY: Final[Mapping[type[Action], Callable[[State, Any], tuple[State, list[Fact]]]]] = {
    Roll: roll,
    Draft: draft,
    Sailor: sailor,
    Ready: call_out,
    Allocate: allocate,
    AllocateAll: allocate_all,
    Write: write,
    Bury: bury,
    Fire: _fire,
    Stow: _stow,
}


def outcome(state: State) -> Outcome | None:
    """Return how the game ended; None while it goes on."""
    return state.outcome


def to_act(state: State) -> frozenset[Seat]:
    """Return the seats that may enter something now; nobody when the game is over."""
    return frozenset(acting(state))


def actor(state: State, action: Action) -> Seat:
    """Return the seat that an action belongs to: a roll to whoever holds the bag."""
    if isinstance(action, Overrule):
        return TABLE
    if isinstance(action, Roll):
        return state.first
    seat: Seat = getattr(action, "seat", TABLE)
    return seat
