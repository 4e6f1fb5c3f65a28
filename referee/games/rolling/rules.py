"""The rules of Rolling with the Waves: whose turn it is, what can be entered, what follows."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from referee.core import TABLE, Action, Fact, Note, Outcome, Overrule, Seat, Secret
from referee.games.rolling.actions import (
    Allocate,
    AllocateAll,
    Bury,
    Draft,
    Fire,
    OverruleBag,
    OverruleBuried,
    OverruleErase,
    OverruleFirst,
    OverruleInfamy,
    OverruleWrite,
    Plan,
    Ready,
    Roll,
    Sailor,
    Stow,
    Write,
)
from referee.games.rolling.allocation import (
    allocate,
    allocate_all,
    call_out,
    noted,
    open_places,
    plan,
)
from referee.games.rolling.cannons import fire, stow
from referee.games.rolling.components import (
    CHESTS,
    CLEAR_IN_BOX,
    COLOURS,
    DRAFTED,
    FACES,
    PLACES,
    RAISED,
    SQUARED,
    Guns,
)
from referee.games.rolling.corrections import MOST_INFAMY, overrule
from referee.games.rolling.draft import draft, only_draft, roll, sailor
from referee.games.rolling.facts import CannonCleared
from referee.games.rolling.resolution import bury, proceed, write
from referee.games.rolling.rulings import explain
from referee.games.rolling.state import Phase, State, acting


def apply(state: State, action: Action) -> tuple[State, tuple[Fact, ...]]:
    """Return the state after an allowed action, and the facts that follow from it."""
    if isinstance(action, Plan):
        changed, _ = plan(state, action)
        return changed, ()
    if isinstance(action, Overrule):
        changed, facts = overrule(state, action)
    else:
        changed, facts = _APPLY[type(action)](state, action)
    news = tuple(facts)
    return changed._replace(news=_untold(state, action) + news), news


def _untold(state: State, action: Action) -> tuple[Fact, ...]:
    """Return the facts of the entry before whose tasks hands have still to do.

    What is derived is told together with what came before it, and a cannon is wiped after its loot
    is written.
    """
    if action == next(iter(answers(state)), None):
        return state.news
    if state.phase is Phase.STOW:
        return tuple(fact for fact in state.news if isinstance(fact, CannonCleared))
    return ()


def _fire(state: State, action: Fire) -> tuple[State, list[Fact]]:
    state, facts = fire(state, action)
    if state.phase is Phase.STOW:
        return state, facts
    state, more = proceed(state)
    return state, facts + more


def _stow(state: State, action: Stow) -> tuple[State, list[Fact]]:
    state, facts = stow(state, action.seat, CHESTS[action.chest - 1])
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
    """Return the seats that may enter something now; none when the game is over."""
    return frozenset(acting(state))


def actor(state: State, action: Action) -> Seat:
    """Return the seat that an action belongs to: a roll to the player with the bag."""
    if isinstance(action, Overrule):
        return TABLE
    if isinstance(action, Roll):
        return state.first
    seat: Seat = getattr(action, "seat", TABLE)
    return seat


NEAR: Final = 10
"""How far from the current Infamy the values go that are offered for a correction."""

_CHESTS: Final = range(1, len(CHESTS) + 1)


def legal_actions(state: State, seat: Seat) -> Sequence[Action]:
    """Return what a seat can enter now on the game's main line."""
    if seat not in acting(state):
        return []
    offered = _OFFERS[state.phase](state, seat)
    return [action for action in offered if explain(state, action).allowed]


def _drafts(state: State, seat: Seat) -> Iterator[Action]:
    dice = list(dict.fromkeys(state.pool))
    yield from (Draft(seat, *die) for die in dice)
    yield from (Sailor(seat, *die) for die in dice)


def _allocations(state: State, seat: Seat) -> Iterator[Action]:
    for value in dict.fromkeys(state.to_lay(seat)):
        yield from (Allocate(seat, value, place) for place in PLACES)
    yield AllocateAll(seat)


def _fires(state: State, seat: Seat) -> Iterator[Action]:
    for guns in (Guns.BOTH, Guns.SMALL, Guns.LARGE):
        for target in state.table.seats:
            yield from (Fire(seat, guns, target, chest) for chest in _CHESTS)


_OFFERS: Final[Mapping[Phase, Callable[[State, Seat], Iterable[Action]]]] = {
    Phase.ROLL: lambda _, __: [Roll(colour, face) for colour in COLOURS for face in FACES],
    Phase.DRAFT: _drafts,
    Phase.ALLOCATE: lambda state, seat: [Ready(seat), *_allocations(state, seat)],
    Phase.REVEAL: _allocations,
    Phase.WRITE: lambda _, seat: [Write(seat, raised) for raised in (False, True)],
    Phase.BURY: lambda _, seat: [Bury(seat, chest) for chest in _CHESTS],
    Phase.FIRE: _fires,
    Phase.STOW: lambda _, seat: [Stow(seat, chest) for chest in _CHESTS],
}


def optional_actions(state: State) -> Sequence[Action]:
    """Return what the table can decide itself (with `why` to fill in)."""
    why = "?"
    offered: list[Action] = []
    for seat in state.table.seats:
        infamy = state.boards[seat].infamy
        near = range(max(infamy - NEAR, 0), min(infamy + NEAR, MOST_INFAMY) + 1)
        offered += [OverruleInfamy(seat, one, why=why) for one in near]
        for place in SQUARED:
            offered.append(OverruleErase(seat, place, why=why))
            offered += [OverruleWrite(seat, place, one, why=why) for one in (*FACES, RAISED)]
        offered += [
            OverruleBuried(seat, chest, buried, why=why)
            for chest in _CHESTS
            for buried in (True, False)
        ]
        offered.append(OverruleFirst(seat, why=why))
    counts = range(CLEAR_IN_BOX + 1)
    offered += [OverruleBag(colour, count, why=why) for colour in COLOURS for count in counts]
    return [action for action in offered if explain(state, action).allowed]


def notes(state: State, seat: Seat) -> Sequence[Note]:
    """Return what a seat can place behind its screen: each die at each open sign."""
    if state.phase is not Phase.ALLOCATE or seat not in state.table.seats:
        return []
    return [
        Plan(seat, die, Secret(seat, place))
        for die in range(DRAFTED)
        for place in open_places(state.boards[seat])
    ]


def answers(state: State) -> Sequence[Action]:
    """Return what plans answer once the screens are lifted, or the only entry that is legal.

    Who writes, buries or stows always has a choice when asked; who drafts or fires may have none.
    """
    if state.phase is Phase.DRAFT:
        return only_draft(state)
    if state.phase is Phase.FIRE:
        offered = legal_actions(state, state.queue[0])
        return offered if len(offered) == 1 else []
    return list(noted(state))
