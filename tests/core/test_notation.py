"""One notation for every action: what is written reads back, and nothing else is read."""

import unicodedata
from dataclasses import dataclass, field
from enum import Enum

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.core import (
    TABLE,
    Action,
    Overrule,
    Seat,
    Secret,
    UnknownNotation,
    format_action,
    parse_action,
    verb,
)


class Suit(Enum):
    CLUBS = "clubs"
    HEARTS = "hearts"


@dataclass(frozen=True, slots=True)
class Lay(Action):
    seat: Seat
    card: str
    suit: Suit = Suit.CLUBS
    open: bool = False
    counts: tuple[int, ...] = ()
    score: int | None = None
    factor: float = 1.0


@dataclass(frozen=True, slots=True)
class Hide(Action):
    seat: Seat
    card: Secret[Suit]


@dataclass(frozen=True, slots=True)
class OverruleScore(Overrule):
    points: int
    tags: tuple[str, ...] = field(default=())


KINDS = (Lay, Hide, OverruleScore)
SEATS = st.integers(-1, 20).map(Seat)
NUMBERS = st.integers(-999_999_999, 999_999_999)
# Letters that cannot be stored as text (lone surrogates) are nobody's words.
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
ACTIONS = st.one_of(
    st.builds(
        Lay,
        SEATS,
        WORDS,
        st.sampled_from(Suit),
        st.booleans(),
        st.lists(NUMBERS, max_size=4).map(tuple),
        st.none() | NUMBERS,
    ),
    st.builds(
        lambda seat, value: Hide(seat, Secret(seat, value)),
        SEATS,
        st.sampled_from(Suit),
    ),
    st.builds(OverruleScore, points=NUMBERS, why=WORDS, by=SEATS),
)


@given(ACTIONS)
@example(OverruleScore(points=1, why="\x1b[2J", by=Seat(0)))
@example(OverruleScore(points=1, why="\u2028\x85\x00\u202e", by=Seat(0)))
def test_what_is_written_is_one_line_that_no_terminal_obeys(action):
    written = format_action(action)
    assert len(written.splitlines()) == 1
    assert not any(unicodedata.category(sign) in {"Cc", "Zl", "Zp"} for sign in written)
    assert parse_action(written, KINDS) == action


@pytest.mark.parametrize("why", ["\\ud83d", "\\u0041", "\\u00e9"])
def test_only_what_has_to_be_is_read_by_its_number(why):
    """Else half a letter could be written that no log can hold."""
    action = parse_action(f'overrule score points=1 why="{why}" by=0', KINDS)
    assert isinstance(action, OverruleScore)
    assert action.why == why


def test_an_action_is_written_as_its_verb_and_its_fields():
    assert format_action(Lay(Seat(1), "7", Suit.HEARTS, open=True, counts=(1, 2))) == (
        "lay seat=1 card=7 suit=hearts open=yes counts=1,2"
    )


def test_fields_that_hold_their_default_are_left_out():
    assert format_action(Lay(Seat(0), "7")) == "lay seat=0 card=7"


def test_a_verb_of_several_words_is_written_apart():
    assert verb(OverruleScore) == "overrule score"
    action = OverruleScore(points=-3, why="he said so", by=Seat(2))
    assert format_action(action) == 'overrule score points=-3 why="he said so" by=2'


def test_the_table_is_written_as_a_word():
    assert format_action(Lay(TABLE, "7")) == "lay seat=table card=7"
    assert parse_action("lay seat=table card=7", KINDS) == Lay(TABLE, "7")


def test_a_hidden_secret_is_written_as_a_question():
    assert format_action(Hide(Seat(1), Secret(Seat(1), None))) == "hide seat=1 card=?"


def test_a_hidden_secret_cannot_be_entered():
    with pytest.raises(UnknownNotation, match="A secret is hidden here"):
        parse_action("hide seat=1 card=?", KINDS)


def test_fields_are_read_in_any_order_and_spacing():
    assert parse_action("  lay   card=7 seat=3 ", KINDS) == Lay(Seat(3), "7")


@given(ACTIONS)
@example(Lay(Seat(0), ""))
@example(Lay(Seat(0), "?"))
@example(Lay(Seat(0), "a=b"))
@example(Lay(Seat(0), '\\"\n\r\t\\n'))
@example(Lay(Seat(0), "\u2028\x85\x0b\ufeff"))
@example(OverruleScore(points=1, why="-> !"))
def test_what_is_written_reads_back(action):
    assert parse_action(format_action(action), KINDS) == action


@given(ACTIONS)
def test_what_is_written_is_one_line(action):
    written = format_action(action)
    assert "\n" not in written
    assert "\r" not in written


PIECES = st.sampled_from(
    ["lay", "hide", "overrule", "score", "seat", "card", "=", '"', "\\", " ", "1", "-", "?", ","]
)


@given(st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=12).map("".join)))
@example("lay seat=\u0663 card=1")
@example("lay seat=1 card=1 counts=1,x")
@example("lay seat=1 card=1 open=maybe")
@example("lay seat=1 card=1 factor=x")
@example("lay seat=9999999999 card=1")
def test_garbage_is_unknown_and_nothing_worse(text):
    try:
        action = parse_action(text, KINDS)
    except UnknownNotation:
        return
    assert parse_action(format_action(action), KINDS) == action


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "has no entry that starts with “”"),
        ("dance", "has no entry that starts with “dance”"),
        ("lay seat=1 card=1 lay", "is not a valid entry"),
        ("lay seat=1 card=1 card=2", "“card” is given twice"),
        ("lay seat=1", "is missing “card”"),
        ("lay seat=1 card=1 colour=red", "“lay” has no “colour”"),
        ("lay seat=one card=1", "“seat” cannot be “one”"),
        ("lay seat=1 card=1 suit=stars", "“suit” cannot be “stars”"),
        ("hide card=clubs seat=x", "“seat” cannot be “x”"),
        ('lay seat=1 card="open', "is not a valid entry"),
        ("LAY seat=1 card=1", "is not a valid entry"),
        ("lay seat=1 card=" + "7" * 2000, "too long"),
    ],
)
def test_the_refusal_says_what_cannot_be_read(text, says):
    with pytest.raises(UnknownNotation, match=says):
        parse_action(text, KINDS)


def test_an_optional_field_may_be_given():
    assert parse_action("lay seat=1 card=7 score=5 factor=2.5", KINDS) == Lay(
        Seat(1), "7", score=5, factor=2.5
    )
