"""The table decides against the referee."""

from dataclasses import dataclass

import pytest

from referee.core import Overrule, RuleId, Seat, TableDecided, plain, say, tell_overrule

LOST = "the cat ate one"


@dataclass(frozen=True, slots=True)
class OverruleShells(Overrule):
    count: int


@dataclass(frozen=True, slots=True)
class OverruleWholeHeap(Overrule):
    heap: int


@pytest.mark.parametrize(
    ("action", "what", "by"),
    [
        (OverruleShells(2, why=LOST), "shells", -1),
        (OverruleWholeHeap(0, why=LOST, by=Seat(1)), "whole-heap", 1),
    ],
)
def test_an_overrule_is_a_fact_that_says_what_why_and_who(action, what, by):
    assert plain(TableDecided.of(RuleId("table"), action)) == {
        "kind": "table-decided",
        "rule": "table",
        "also": [],
        "what": what,
        "why": LOST,
        "by": by,
    }


def test_an_overrule_is_told_with_who_and_why():
    what = say("{count} Shells in the centre", count=2)

    def told(**by):
        return str(tell_overrule(OverruleShells(2, why=LOST, **by), what, "Bo"))

    assert told() == "The table decided: 2 Shells in the centre (the cat ate one)"
    assert told(by=Seat(1)) == "Bo decided: 2 Shells in the centre (the cat ate one)"


def test_what_was_decided_can_be_shown_without_who_and_why():
    what = say("no Shells in the centre")
    told = tell_overrule(OverruleShells(0, why=LOST), what, None)
    assert dict(told.values)["what"] == what
