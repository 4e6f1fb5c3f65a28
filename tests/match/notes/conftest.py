"""A small game with notes: Lids, where everybody lays numbers face down and may remember them.

Whoever calls has all lids turned over, one after the other; after two calls the highest sum wins.
A lid is named by its place, and places change when one is dropped.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from laid_notes import LAID

from referee.core import (
    TABLE,
    Action,
    AnyGame,
    BadSetup,
    Choice,
    Components,
    Fact,
    Game,
    Info,
    Note,
    Outcome,
    Overrule,
    PrivatePanel,
    Rule,
    RuleId,
    Ruling,
    Seat,
    Secret,
    Setup,
    Step,
    Text,
    View,
    Voice,
    literal,
    say,
)
from referee.match import Match, Matches, Store

MOST = 9_999
CALLS = 2


@dataclass(frozen=True, slots=True)
class Lay(Action):
    seat: Seat


@dataclass(frozen=True, slots=True)
class Drop(Action):
    seat: Seat
    lid: int


@dataclass(frozen=True, slots=True)
class Call(Action):
    seat: Seat


@dataclass(frozen=True, slots=True)
class Show(Action):
    seat: Seat
    lid: int
    value: int


@dataclass(frozen=True, slots=True)
class OverruleTurn(Overrule):
    seat: Seat


@dataclass(frozen=True, slots=True)
class Remember(Note):
    lid: int
    value: Secret[int]


@dataclass(frozen=True, slots=True)
class Shown(Fact):
    seat: Seat
    value: int


@dataclass(frozen=True, slots=True)
class Remembered(Fact):
    value: Secret[int]


@dataclass(frozen=True, slots=True)
class Lid:
    """A number face down until it is shown; what its owner noted is nobody else's business."""

    note: Secret[int]
    shown: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    names: tuple[str, ...]
    lids: tuple[tuple[Lid, ...], ...]
    turn: Seat
    asked: tuple[tuple[Seat, int], ...] = ()
    calls: int = 0

    @property
    def hidden(self) -> tuple[tuple[Seat, int], ...]:
        return tuple(
            (Seat(seat), place)
            for seat, row in enumerate(self.lids)
            for place, lid in enumerate(row)
            if lid.shown is None
        )


FIRST = Seat(0)
RULES = {
    RuleId(name): Rule(RuleId(name), literal(f"Rule {name}"), literal(says))
    for name, says in {
        "turn": "Take turns.",
        "lid": "There must be such a lid.",
        "show": "Turn over what was called, in order.",
        "end": "After two calls it is over.",
        "note": "You may remember your lids.",
    }.items()
}


def begin(setup: Setup) -> State:
    if len(setup.names) != 2 or setup.options:
        raise BadSetup(say("Lids is for two."))
    return State(setup.names, ((), ()), FIRST)


def is_over(state: State) -> bool:
    return state.calls == CALLS and not state.asked


def to_act(state: State) -> frozenset[Seat]:
    if is_over(state):
        return frozenset()
    return frozenset({state.asked[0][0] if state.asked else state.turn})


def actor(_state: State, action: Action) -> Seat:
    return action.seat if isinstance(action, Lay | Drop | Call | Show | Remember) else TABLE


def legal_actions(state: State, seat: Seat) -> Sequence[Action]:
    places = range(len(state.lids[seat]))
    wanted = [Lay(seat), Call(seat), *(Drop(seat, place) for place in places)]
    wanted += [Show(seat, place, value) for place in places for value in range(4)]
    return [action for action in wanted if explain(state, action).allowed]


def explain(state: State, action: Action) -> Ruling:
    rule, reason = _refusal(state, action)
    return Ruling(not reason, RuleId(rule), reason)


def _refusal(state: State, action: Action) -> tuple[str, str]:
    if is_over(state):
        return "end", "over"
    match action:
        case OverruleTurn():
            return "turn", "" if action.seat in (0, 1) else "no-lid"
        case Remember():
            return "note", "" if _fits(
                state, action.seat, action.lid, action.value.value
            ) else "no-lid"
        case Show():
            return "show", "" if state.asked[:1] == ((action.seat, action.lid),) else "not-called"
    assert isinstance(action, Lay | Drop | Call)
    if state.asked or action.seat != state.turn:
        return "turn", "turn"
    if isinstance(action, Call) and not state.hidden:
        return "lid", "no-lid"
    if isinstance(action, Drop) and action.lid not in range(len(state.lids[action.seat])):
        return "lid", "no-lid"
    return "turn", ""


def _fits(state: State, seat: Seat, lid: int, value: int | None) -> bool:
    return (seat, lid) in state.hidden and value in range(MOST + 1)


def apply(state: State, action: Action) -> tuple[State, tuple[Fact, ...]]:
    match action:
        case OverruleTurn():
            return replace(state, turn=action.seat), ()
        case Remember():
            noted = _with(state, action.seat, action.lid, note=action.value)
            return noted, (Remembered(RuleId("note"), action.value),)
        case Show():
            asked = state.asked[1:]
            turn = state.turn if asked else Seat(1 - state.turn)
            shown = replace(
                _with(state, action.seat, action.lid, shown=action.value), asked=asked, turn=turn
            )
            return shown, (Shown(RuleId("show"), action.seat, action.value),)
        case Call():
            return replace(state, asked=state.hidden, calls=state.calls + 1), ()
    assert isinstance(action, Lay | Drop)
    row = state.lids[action.seat]
    if isinstance(action, Lay):
        row = (*row, Lid(Secret(action.seat, None)))
    else:
        row = (*row[: action.lid], *row[action.lid + 1 :])
    return replace(_with_row(state, action.seat, row), turn=Seat(1 - state.turn)), ()


def _with(state: State, seat: Seat, lid: int, **changed: Any) -> State:
    row = list(state.lids[seat])
    row[lid] = replace(row[lid], **changed)
    return _with_row(state, seat, tuple(row))


def _with_row(state: State, seat: Seat, row: tuple[Lid, ...]) -> State:
    return replace(state, lids=(*state.lids[:seat], row, *state.lids[seat + 1 :]))


def outcome(state: State) -> Outcome | None:
    if not is_over(state):
        return None
    sums = [sum(lid.shown or 0 for lid in row) for row in state.lids]
    return Outcome("called", tuple(Seat(seat) for seat in (0, 1) if sums[seat] == max(sums)))


def values(state: State, _seat: Seat | None) -> Mapping[str, Any]:
    return {
        "lids": [[lid.shown for lid in row] for row in state.lids],
        "notes": [[lid.note.value for lid in row] for row in state.lids],
        "turn": state.turn,
        "asked": [list(one) for one in state.asked],
    }


def notes(state: State, seat: Seat) -> Sequence[Note]:
    own = [place for owner, place in state.hidden if owner == seat and not is_over(state)]
    return [Remember(seat, place, Secret(seat, value)) for place in own for value in range(3)]


def answers(state: State) -> Sequence[Action]:
    found: list[Action] = []
    for seat, place in state.asked:
        value = state.lids[seat][place].note.value
        if value is None:
            break
        found.append(Show(seat, place, value))
    return found


def view(state: State, seat: Seat | None) -> View:
    step = Step(say("{name} is asked.", name=state.names[state.turn]))
    if seat is None:
        return View(step)
    offered = tuple(Choice(note, literal("remember")) for note in notes(state, seat))
    return View(step, own=PrivatePanel(choices=offered))


def say_action(state: State, action: Action) -> Text:
    match action:
        case Remember():
            told = action.value.value
            return say("{name} remembers {value}.", name=state.names[action.seat], value=told)
        case Show():
            return say("{name} shows {value}.", name=state.names[action.seat], value=action.value)
        case OverruleTurn():
            return say("{name} goes on.", name=state.names[action.seat])
    assert isinstance(action, Lay | Drop | Call)
    verb = {Lay: "lays a lid", Drop: "drops a lid", Call: "calls"}[type(action)]
    return say("{name} {verb}.", name=state.names[action.seat], verb=verb)


def say_fact(state: State, fact: Fact) -> Text:
    if isinstance(fact, Remembered):
        return say("It is {value}.", value=fact.value.value)
    assert isinstance(fact, Shown)
    return say("{name} has {value}.", name=state.names[fact.seat], value=fact.value)


def say_refusal(_state: State, action: Action, ruling: Ruling) -> Text:
    why = {
        "over": "The game is over.",
        "turn": "Somebody else is asked.",
        "not-called": "That lid was not called.",
        "no-lid": "There is no such lid.",
    }[ruling.reason]
    value = action.value.value if isinstance(action, Remember) else ""
    return say("{why}{value}", why=why, value="" if value is None else value)


LIDS: AnyGame = Game(
    info=Info("lids", "Lids", literal("Numbers."), (2,), rules_version=1, stage="ready"),
    rulebook=RULES,
    components=Components(),
    actions=(Lay, Drop, Call, Show, OverruleTurn, Remember),
    options=lambda _names, _chosen: (),
    setup=begin,
    to_act=to_act,
    actor=actor,
    legal_actions=legal_actions,
    optional_actions=lambda _: (),
    explain=explain,
    apply=apply,
    outcome=outcome,
    values=values,
    view=view,
    voice=Voice(say_action, say_fact, say_refusal, lambda *_: literal("Over.")),
    # What a game should not do: what is noted must not be learned all the same.
    learned=lambda state: {"notes": str([lid.note.value for row in state.lids for lid in row])},
    notes=notes,
    answers=answers,
)


@pytest.fixture
def lids() -> AnyGame:
    return LIDS


@pytest.fixture
def matches(store: Store) -> Matches:
    return Matches(store, {"lids": LIDS})


@pytest.fixture
def match(matches: Matches) -> Match:
    return matches.open("lids", Setup(("Ann", "Bo")))


@pytest.fixture
def enter() -> Callable[..., None]:
    """Enter texts into a match as it is now, each as its own act."""

    def enter(match: Match, *texts: str) -> None:
        for text in texts:
            match.submit([LIDS.parse(text)], expected_seq=match.seq)

    return enter


@pytest.fixture
def laid(match, enter):
    """Two lids lie before each; it is the turn of Ann."""
    enter(match, *LAID)
    return match
