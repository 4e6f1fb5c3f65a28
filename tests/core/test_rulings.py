"""What the referee says about an action before it happens, and what follows from it."""

from dataclasses import dataclass
from enum import Enum

import pytest

from referee.core import (
    EMPTY,
    BadSetup,
    BrokenTranscript,
    Fact,
    IllegalAction,
    RefereeError,
    RuleId,
    Ruling,
    Seat,
    UnknownNotation,
    allow,
    house_default,
    house_rule,
    in_rulebook,
    kebab,
    our_ruling,
    plain,
    printed_rule,
    refuse,
    say,
)


class Suit(Enum):
    CLUBS = "clubs"


class Refusal(Enum):
    LATE = "late"


@dataclass(frozen=True, slots=True)
class HeapTaken(Fact):
    suit: Suit
    seats: tuple[Seat, ...]


def test_a_ruling_hashes_whatever_it_counted():
    ruling = Ruling(False, RuleId("W1"), "late", {"left": 3})  # noqa: FBT003
    assert hash(ruling) == hash(Ruling(False, RuleId("W1"), "late", {"left": 4}))  # noqa: FBT003
    assert ruling != Ruling(False, RuleId("W1"), "late", {"left": 4})  # noqa: FBT003


def test_something_is_allowed_by_a_rule():
    assert allow("W1") == Ruling(allowed=True, rule=RuleId("W1"))
    assert allow("W1") is allow("W1")  # the most frequent answer of all is made once


def test_something_is_refused_by_a_rule_with_its_kind_its_numbers_and_the_suspect():
    late = Ruling(allowed=False, rule=RuleId("W1"), reason="late")
    assert refuse("W1", Refusal.LATE) == late
    assert refuse("W1", Refusal.LATE, "draw", left=3, seats=(0, 2)) == Ruling(
        False,  # noqa: FBT003
        RuleId("W1"),
        "late",
        {"left": 3, "seats": (0, 2)},
        "draw",
    )


def test_an_illegal_action_carries_its_ruling_and_its_sentence():
    ruling = Ruling(False, RuleId("W1"))  # noqa: FBT003
    illegal = IllegalAction(ruling, say("Not now, {name}.", name="Ann"))
    assert illegal.ruling is ruling
    assert str(illegal) == "Not now, Ann."
    assert illegal.text == say("Not now, {name}.", name="Ann")


@pytest.mark.parametrize("kind", [BadSetup, UnknownNotation])
def test_every_no_of_the_referee_is_one_family(kind):
    assert isinstance(kind(say("No.")), RefereeError)
    assert isinstance(BrokenTranscript(3, say("No.")), RefereeError)
    assert issubclass(IllegalAction, RefereeError)


def test_a_fact_is_named_by_its_class():
    assert HeapTaken(RuleId("W1"), Suit.CLUBS, ()).kind == "heap-taken"
    assert kebab("OpenMajority") == "open-majority"


def test_a_fact_becomes_plain_data():
    fact = HeapTaken(RuleId("W1"), Suit.CLUBS, (Seat(0), Seat(2)), also=(RuleId("W2"),))
    assert plain(fact) == {
        "kind": "heap-taken",
        "rule": "W1",
        "also": ["W2"],
        "suit": "clubs",
        "seats": [0, 2],
    }


def test_values_of_every_kind_become_plain_data():
    assert plain({Suit.CLUBS: [1], 2: None}) == {"clubs": [1], "2": None}
    assert plain(frozenset({3, 1})) == [1, 3]
    assert plain(say("Hi")) == {"template": "Hi", "values": [], "many": ""}
    assert plain("x") == "x"


@pytest.mark.parametrize(
    ("rule", "cites"),
    [
        (printed_rule("a", in_rulebook("Setup"), say("Deal.")), "Rulebook, Setup"),
        (printed_rule("a", in_rulebook("Setup", "4"), say("Deal.")), "Rulebook p. 4, Setup"),
        (our_ruling("K4", in_rulebook("Setup"), say("Deal."), say("So.")), "Our ruling K4"),
        (house_rule("table", say("Decide."), say("So.")), "House rule"),
        (house_default("end", EMPTY, say("7 rounds."), say("So.")), "House default"),
    ],
)
def test_a_rule_is_cited_by_where_it_comes_from(rule, cites):
    assert cites == str(rule.cites)
