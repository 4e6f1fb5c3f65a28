"""A sentence stands on the class that it is about, and is filled by the types of the fields."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, NamedTuple, TypeAlias

import pytest

from referee.core import (
    Action,
    Fact,
    Overrule,
    RefusalKind,
    RuleId,
    Seat,
    Sentences,
    TableDecided,
    Text,
    literal,
    say,
    say_count,
)

Heap: TypeAlias = Annotated[int, "heap"]
RULE = RuleId("draw")


class Suit(Enum):
    CLUBS = "clubs"
    HEARTS = "hearts"


class Table(NamedTuple):
    names: tuple[str, ...] = ("Ann", "Bo", "Cy")
    turn: Seat = Seat(1)


@dataclass(frozen=True, slots=True)
class Draw(Action):
    seat: Seat
    heap: Heap
    cards: int

    sentence = say_count(
        "{seat} draws {count} card from {heap}.", "{seat} draws {count} cards from {heap}.", "cards"
    )


@dataclass(frozen=True, slots=True)
class Pass(Action):
    sentence = say("{player} passes.")


@dataclass(frozen=True, slots=True)
class OverruleTurn(Overrule):
    seat: Seat

    sentence = say("it is the turn of {seat}")


@dataclass(frozen=True, slots=True)
class Shown(Fact):
    seats: tuple[Seat, ...]
    suit: Suit | None
    numbers: tuple[int, ...] = ()

    def sentence(self, state: Table) -> Text:
        if self.suit is None:
            return say("{seats} show nothing to {next}.", next=state.names[state.turn])
        return say("{seats} show {suit}: {numbers}.")

    order = say("{seats}: lay {suit} down.")


@dataclass(frozen=True, slots=True)
class Cut(Fact):
    seat: Seat
    deep: bool

    sentence = say("{seat} cuts.")

    def order(self, _state: Table) -> tuple[Text, ...] | None:
        return (say("{seat}: cut."), say("{player}: deal.")) if self.deep else None


class Refusal(RefusalKind):
    LATE = "late", say("It is the turn of {player}, not of {seat}.")
    EMPTY = "empty", say("{heap} has no {suit}, only {left}.")
    FEW = "few", lambda _state, _action, numbers: say("Only {most}.", most=numbers["most"])


def _heap(_state: Table, heap: int) -> Text:
    return say("heap {number}", number=heap + 1)


SENTENCES: Sentences[Table] = Sentences(
    types={
        Seat: lambda state, seat: state.names[seat],
        Heap: _heap,
        Suit: {Suit.CLUBS: literal("Clubs"), Suit.HEARTS: literal("Hearts")},
    },
    state={"player": lambda state: state.names[state.turn]},
    numbers={"suit": Suit, "left": Suit},
    decided=lambda _state, _fact: say("{by} said so: {why}"),
)


def action(one: Action) -> str:
    return str(SENTENCES.action(Table(), one))


def fact(one: Fact) -> str:
    return str(SENTENCES.fact(Table(), one))


def test_fields_are_said_by_their_types_and_a_number_picks_the_plural():
    assert action(Draw(Seat(0), 1, 1)) == "Ann draws 1 card from heap 2."
    assert action(Draw(Seat(2), 0, 3)) == "Cy draws 3 cards from heap 1."


def test_the_template_stays_as_it_stands_on_the_class_so_that_it_can_be_translated():
    told = SENTENCES.action(Table(), Draw(Seat(0), 1, 1))
    assert told.template == "{seat} draws {count} card from {heap}."
    german = {told.template: "{seat} zieht {count} Karte von {heap}.", "heap {number}": "{number}"}
    assert (
        told.spoken(german.__getitem__, lambda one, *_: german[one]) == "Ann zieht 1 Karte von 2."
    )


def test_what_no_field_holds_comes_from_the_state():
    assert action(Pass()) == "Bo passes."


def test_an_overrule_is_told_with_who_decided_it_and_why():
    assert action(OverruleTurn(Seat(2), why="we slept")) == (
        "The table decided: it is the turn of Cy (we slept)"
    )
    assert action(OverruleTurn(Seat(2), why="we slept", by=Seat(0))) == (
        "Ann decided: it is the turn of Cy (we slept)"
    )


def test_a_method_picks_the_template_and_the_fields_still_fill_it():
    assert fact(Shown(RULE, (Seat(0), Seat(2)), Suit.CLUBS, (1, 2))) == (
        "Ann and Cy show Clubs: 1 and 2."
    )
    assert fact(Shown(RULE, (Seat(0),), None)) == "Ann show nothing to Bo."


def test_that_the_table_decided_is_told_in_the_words_of_the_game():
    decided = TableDecided.of(RULE, OverruleTurn(Seat(2), why="we slept", by=Seat(0)))
    assert fact(decided) == "Ann said so: we slept"


@pytest.mark.parametrize(
    ("one", "orders"),
    [
        (Shown(RULE, (Seat(1),), Suit.HEARTS), ["Bo: lay Hearts down."]),
        (Cut(RULE, Seat(0), deep=True), ["Ann: cut.", "Bo: deal."]),
        (Cut(RULE, Seat(0), deep=False), []),
        (TableDecided.of(RULE, OverruleTurn(Seat(2), why="")), []),
    ],
)
def test_a_fact_orders_one_thing_or_several_or_nothing(one, orders):
    assert [str(order) for order in SENTENCES.orders(Table(), one)] == orders


@pytest.mark.parametrize(
    ("kind", "numbers", "said"),
    [
        (Refusal.LATE, {}, "It is the turn of Bo, not of Ann."),
        (Refusal.LATE, {"seat": 7}, "It is the turn of Bo, not of 7."),
        (Refusal.FEW, {"most": 2}, "Only 2."),
        (
            Refusal.EMPTY,
            {"suit": "hearts", "left": ("clubs", "hearts")},
            "heap 2 has no Hearts, only Clubs and Hearts.",
        ),
    ],
)
def test_a_refusal_is_said_of_its_numbers_then_of_the_entry_then_of_the_state(kind, numbers, said):
    assert str(SENTENCES.refusal(kind, Table(), Draw(Seat(0), 1, 1), numbers)) == said


def test_a_kind_of_refusal_is_found_by_its_id():
    assert Refusal("late") is Refusal.LATE
    assert [kind.value for kind in Refusal] == ["late", "empty", "few"]
