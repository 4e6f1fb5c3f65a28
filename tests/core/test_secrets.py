"""A secret is seen by its owner, wherever in a state it lies, and by nobody else."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from referee.core import Seat, Secret, redact

ANN, BO = Seat(0), Seat(1)


class Pair(NamedTuple):
    left: Secret[str]
    right: int


@dataclass(frozen=True, slots=True)
class Hand:
    cards: tuple[Secret[str], ...]
    size: int


class Suit(Enum):
    CLUBS = "clubs"


@dataclass(frozen=True, slots=True)
class Harmless:
    suit: Suit
    size: Literal["big", "small"]
    count: int | None
    seat: Seat
    anything: tuple[Suit, ...] = ()


@dataclass(frozen=True, slots=True)
class Untyped:
    anything: Any


@dataclass(frozen=True, slots=True)
class State:
    hands: tuple[Hand, ...]
    by_name: dict[str, Secret[str]]
    seen: frozenset[Secret[str]]
    pair: Pair


def mine(owner, value="canary"):
    return Secret(owner, value)


def test_a_secret_stays_with_its_owner():
    assert redact(mine(ANN), ANN) == mine(ANN)
    assert redact(mine(ANN), BO) == Secret(ANN, None)
    assert redact(mine(ANN), None) == Secret(ANN, None)
    assert redact(mine(ANN), BO).is_hidden
    assert not mine(ANN).is_hidden


def test_secrets_are_found_wherever_they_lie():
    state = State(
        (Hand((mine(ANN), mine(BO)), 2),),
        {"ann": mine(ANN)},
        frozenset({mine(BO)}),
        Pair(mine(ANN), 3),
    )
    hidden = redact(state, BO)
    assert hidden.hands == (Hand((Secret(ANN, None), mine(BO)), 2),)
    assert hidden.by_name == {"ann": Secret(ANN, None)}
    assert hidden.seen == frozenset({mine(BO)})
    assert hidden.pair == Pair(Secret(ANN, None), 3)
    assert isinstance(hidden.pair, Pair)


def test_what_holds_no_secret_is_given_back_as_it_is():
    hand = Hand((), 4)
    assert redact(hand, None) is hand
    assert redact(Hand, None) is Hand
    names = ("Ann", "Bo")
    assert redact(names, None) is names


def test_a_secret_is_found_also_where_its_type_does_not_tell():
    assert redact(Untyped([mine(ANN)]), None) == Untyped([Secret(ANN, None)])
    harmless = Untyped(Harmless(Suit.CLUBS, "big", None, ANN))
    assert redact(harmless, None) is harmless


def test_a_secret_is_found_in_a_kind_that_is_made_after_the_first_look():
    @dataclass(frozen=True)
    class Mark:
        count: int

    @dataclass(frozen=True)
    class Marked:
        marks: tuple[Mark, ...]

    open_marks = Marked((Mark(3),))
    assert redact(open_marks, None) is open_marks

    @dataclass(frozen=True)
    class SecretMark(Mark):
        name: Secret[str]

    marked = Marked((SecretMark(3, mine(ANN)),))
    assert redact(marked, None) == Marked((SecretMark(3, Secret(ANN, None)),))
    assert redact(marked, ANN) is marked


def test_a_secret_is_never_shown_by_accident():
    assert "canary" not in repr(mine(ANN))
    assert repr(mine(ANN)) == "Secret(owner=0)"


NESTED = st.recursive(
    st.builds(Secret, st.sampled_from([ANN, BO]), st.just("canary")) | st.integers(),
    lambda inner: (
        st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(max_size=2), inner, max_size=3)
    ),
)


@given(NESTED)
def test_no_canary_is_left_for_a_reader_who_owns_nothing(value):
    assert not list(_shown(redact(value, None)))


def _shown(value):
    if isinstance(value, Secret) and value.value is not None:
        yield value.value
    elif isinstance(value, tuple):
        for item in value:
            yield from _shown(item)
    elif isinstance(value, dict):
        yield from _shown(tuple(value.values()))
