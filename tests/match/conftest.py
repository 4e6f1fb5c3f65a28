"""A small real game for the tests of matches: Nim, with a secret and an overrule."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from referee.core import (
    TABLE,
    Action,
    AnyGame,
    BadSetup,
    Components,
    Fact,
    Game,
    Info,
    Option,
    OptionChoice,
    OptionGroup,
    Outcome,
    Overrule,
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
from referee.match import Matches, SqliteStore, Store
from referee.match.storage.open import open_store
from referee.match.storage.postgres import PostgresStore


@dataclass(frozen=True, slots=True)
class Take(Action):
    seat: Seat
    heap: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class Bet(Action):
    """A secret guess of who will win."""

    seat: Seat
    on: Secret[Seat]


@dataclass(frozen=True, slots=True)
class OverruleHeap(Overrule):
    heap: int
    count: int


@dataclass(frozen=True, slots=True)
class Taken(Fact):
    heap: int
    left: int


@dataclass(frozen=True, slots=True)
class Bid(Fact):
    on: Secret[Seat]


FIRST = Seat(0)
LEARNED = ("first heap", "second heap")


@dataclass(frozen=True, slots=True)
class State:
    names: tuple[str, ...]
    heaps: tuple[int, ...]
    turn: Seat = FIRST
    bets: tuple[Secret[Seat], ...] = ()
    told: tuple[tuple[str, str], ...] = ()


ALLOWED, REFUSED = True, False
RULES = {
    RuleId(name): Rule(RuleId(name), literal(f"Nim, {name}"), literal(says))
    for name, says in {
        "turn": "Take turns.",
        "take": "Take from one heap, at least one.",
        "end": "Whoever takes the last one wins.",
        "bet": "You may bet.",
        "table": "The table decides.",
    }.items()
}


def options(_names: tuple[str, ...], _chosen: Mapping[str, str]) -> tuple[Option, ...]:
    sizes = tuple(OptionChoice(str(size), literal(str(size))) for size in range(1, 10))
    heaps = tuple(OptionGroup(literal(name), sizes) for name in LEARNED)
    big = OptionChoice("big", literal("Big heaps"))
    return (Option("heaps", literal("Heaps"), heaps, "3,4", presets=(big,), keep=LEARNED),)


def begin(setup: Setup) -> State:
    if len(setup.names) != 2:
        raise BadSetup(say("Nim is for two."))
    heaps = setup.chosen.get("heaps", "3,4")
    heaps = "50,50" if heaps == "big" else heaps
    few = {"3,4", "1,1", "2,1", "9,9,9"}
    if heaps not in few | {"50,50", *(f"{count},4" for count in (50, 250, 600))}:
        raise BadSetup(say("There are no such heaps."))
    return State(setup.names, tuple(int(heap) for heap in heaps.split(",")))


def is_over(state: State) -> bool:
    return not any(state.heaps)


def to_act(state: State) -> frozenset[Seat]:
    return frozenset() if is_over(state) else frozenset({state.turn})


def actor(_state: State, action: Action) -> Seat:
    return action.seat if isinstance(action, Take | Bet) else TABLE


def legal_actions(state: State, seat: Seat) -> Sequence[Action]:
    if seat not in to_act(state):
        return []
    return [
        Take(seat, heap, count)
        for heap, size in enumerate(state.heaps)
        for count in range(1, min(size, 3) + 1)
    ]


def explain(state: State, action: Action) -> Ruling:
    match action:
        case OverruleHeap():
            allowed = 0 <= action.heap < len(state.heaps) and 0 <= action.count < 1000
            return Ruling(allowed, RuleId("table"), "" if allowed else "no-heap")
        case Bet():
            return Ruling(not is_over(state), RuleId("bet"), "over" if is_over(state) else "")
    assert isinstance(action, Take)
    if is_over(state):
        return Ruling(REFUSED, RuleId("end"), "over")
    if action.seat != state.turn:
        return Ruling(REFUSED, RuleId("turn"), "turn", {"turn": state.turn})
    if not 0 <= action.heap < len(state.heaps) or action.count < 1:
        return Ruling(REFUSED, RuleId("take"), "no-heap")
    left = state.heaps[action.heap]
    if action.count > left:
        suspect = f"take seat={1 - state.turn} heap={action.heap}"
        return Ruling(REFUSED, RuleId("take"), "too-many", {"left": left}, suspect)
    return Ruling(ALLOWED, RuleId("take"))


def apply(state: State, action: Action) -> tuple[State, tuple[Fact, ...]]:
    if isinstance(action, Bet):
        return (
            replace(state, bets=(*state.bets, action.on)),
            (Bid(RuleId("bet"), action.on),),
        )
    assert isinstance(action, Take | OverruleHeap)
    heaps = list(state.heaps)
    heaps[action.heap] = (
        action.count if isinstance(action, OverruleHeap) else heaps[action.heap] - action.count
    )
    rule = RuleId("take" if isinstance(action, Take) else "table")
    turn = Seat(1 - state.turn) if isinstance(action, Take) else state.turn
    told = dict(state.told)
    if isinstance(action, OverruleHeap) and action.heap < len(LEARNED):
        told[LEARNED[action.heap]] = str(action.count)
    after = replace(state, heaps=tuple(heaps), turn=turn, told=tuple(told.items()))
    return after, (Taken(rule, action.heap, heaps[action.heap]),)


def outcome(state: State) -> Outcome | None:
    return Outcome("last-taken", (Seat(1 - state.turn),)) if is_over(state) else None


def values(state: State, _seat: Seat | None) -> Mapping[str, Any]:
    bets = [bet.value for bet in state.bets]
    return {"heaps": list(state.heaps), "turn": state.turn, "bets": bets}


def view(state: State, _seat: Seat | None) -> View:
    return View(Step(say("{name} takes.", name=state.names[state.turn])))


def say_action(state: State, action: Action) -> Text:
    match action:
        case Take():
            return say(
                "{name} takes {count} from heap {heap}.",
                name=state.names[action.seat],
                count=action.count,
                heap=action.heap,
            )
        case Bet():
            on = "somebody" if action.on.value is None else state.names[action.on.value]
            return say("{name} bets on {on}.", name=state.names[action.seat], on=on)
        case OverruleHeap():
            return say("Heap {heap} holds {count}.", heap=action.heap, count=action.count)
    raise TypeError(action)


def say_fact(_state: State, fact: Fact) -> Text:
    if isinstance(fact, Bid):
        return literal("A bet is placed.")
    assert isinstance(fact, Taken)
    return say("Heap {heap} has {left} left.", heap=fact.heap, left=fact.left)


def say_refusal(state: State, _action: Action, ruling: Ruling) -> Text:
    return {
        "turn": say("It is the turn of {name}.", name=state.names[state.turn]),
        "too-many": say("There are not that many."),
        "no-heap": say("There is no such heap."),
        "over": say("The game is over."),
    }[ruling.reason]


def learned(state: State) -> Mapping[str, str]:
    return {**dict(state.told), **(dict.fromkeys(LEARNED, "1") if is_over(state) else {})}


NIM: AnyGame = Game(
    info=Info("nim", "Nim", literal("Heaps."), (2,), rules_version=1, stage="ready"),
    rulebook=RULES,
    components=Components(),
    actions=(Take, Bet, OverruleHeap),
    options=options,
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
    voice=Voice(
        say_action,
        say_fact,
        say_refusal,
        lambda state, outcome: say("{name} wins.", name=state.names[outcome.winners[0]]),
    ),
    learned=learned,
)


@pytest.fixture
def nim() -> AnyGame:
    return NIM


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Yield an empty store of each kind; the tests of `storage` have SQLite on the disk."""
    if request.param == "sqlite":
        on_disk = request.path.parent.name == "storage"
        made: Store = SqliteStore(tmp_path / "r.sqlite3" if on_disk else ":memory:")
    else:
        made = open_store(tmp_path, request.getfixturevalue("emptied"), connections=4)
    yield made
    made.close()


@pytest.fixture
def matches(store: Store) -> Matches:
    return Matches(store, {"nim": NIM})


@pytest.fixture
def match(matches):
    return matches.open("nim", Setup(("Ann", "Bo")))


@pytest.fixture
def enter(nim):
    """Enter texts into a match as it is now, each as its own act."""

    def enter(match, *texts):
        for text in texts:
            match.submit([nim.parse(text)], expected_seq=match.seq)

    return enter


@pytest.fixture
def stores(database):
    """Two stores of one database, as two processes have them."""
    made = [PostgresStore(database, connections=3) for _ in range(2)]
    yield made
    for store in made:
        store.close()
