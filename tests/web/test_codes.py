"""Codes are easily read out, and cannot be guessed in an evening."""

import itertools
import string

import pytest

from referee.web import codes
from referee.web.codes import (
    LENGTH,
    SIGNS,
    TRIES_HERE,
    TRIES_IN_ALL,
    WINDOW_S,
    TooManyCodes,
    Tries,
    new_code,
    read_code,
    shown,
)

EVENING_S = 6 * 3600
TABLES = 200
PROCESSES = 4

ALIKE = ["0ODQ", "1IL", "2Z", "3E", "4A", "5S", "6G", "8B", "VU"]
"""Signs that are taken for each other, by hand, on a screen or by ear."""


def test_no_two_signs_of_a_code_are_taken_for_each_other():
    for group in ALIKE:
        assert len(set(group) & set(SIGNS)) == 1, group
    assert len(set(SIGNS)) == len(SIGNS) == 24


@pytest.mark.parametrize("group", ALIKE)
def test_what_looks_like_a_sign_counts_as_that_sign(group):
    read = {read_code(sign * LENGTH) for sign in (*group, *group.lower())}
    assert len(read) == 1
    assert None not in read


def test_every_letter_and_digit_can_be_typed():
    for sign in string.ascii_letters + string.digits:
        assert read_code(sign * LENGTH) is not None, sign


@pytest.mark.parametrize(
    "written", ["K7M-4RX", "k7m4rx", " K7M 4RX ", "k 7 m 4 r x", "K7M\u20134RX", "k7m.4rx"]
)
def test_a_code_is_the_same_however_it_is_written(written):
    assert read_code(written) == "K7M4RX"


@pytest.mark.parametrize(
    "written", ["", "K7M4R", "K7M4RXX", "K7M4R!", "ÄÖÜ123", "K" * 10_000, "\0"]
)
def test_what_is_no_code_is_none(written):
    assert read_code(written) is None


def test_a_code_is_shown_in_two_halves_and_read_back():
    for code in (new_code() for _ in range(200)):
        assert set(code) <= set(SIGNS)
        assert shown(code) == f"{code[:3]}-{code[3:]}"
        assert read_code(shown(code)) == code


def test_codes_differ():
    assert len({new_code() for _ in range(2_000)}) >= 1_995


def test_no_code_is_found_in_a_conventions_evening():
    """All who guess, at all tables, over all processes, in six hours: less than one in sixty."""
    there = len(SIGNS) ** LENGTH
    assert there == 191_102_976
    tries = EVENING_S / WINDOW_S * TRIES_IN_ALL * PROCESSES
    assert tries == 14_400
    assert tries * TABLES / there < 1 / 60
    # One table, one patient guesser: once in some ten thousand evenings and more.
    alone = EVENING_S / WINDOW_S * TRIES_HERE * PROCESSES
    assert alone / there < 1 / 100_000


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def test_the_limit_holds_for_one_address_and_ends_by_itself():
    clock = Clock()
    tries = Tries(clock)
    for _ in range(TRIES_HERE):
        tries.check("a")
        tries.was_wrong("a")
        clock.now += 10
    with pytest.raises(TooManyCodes, match="in 9 minutes") as too_many:
        tries.check("a")
    assert too_many.value.wait_s == WINDOW_S - 100
    tries.check("b")
    clock.now = WINDOW_S + 0.1
    tries.check("a")
    tries.was_wrong("a")
    with pytest.raises(TooManyCodes, match="in one minute"):
        tries.check("a")


def test_the_limit_of_all_holds_however_many_addresses_somebody_has():
    clock = Clock()
    tries = Tries(clock)
    wrong = 0
    for address in itertools.count():
        try:
            tries.check(str(address))
        except TooManyCodes:
            break
        tries.was_wrong(str(address))
        wrong += 1
    assert wrong == TRIES_IN_ALL


def test_over_an_evening_no_more_tries_come_through_than_are_counted_with():
    clock = Clock()
    tries = Tries(clock)
    let_through = 0
    for second in range(EVENING_S):
        clock.now = second
        for address in "abcdefghijklmnop":
            try:
                tries.check(address)
            except TooManyCodes:
                continue
            tries.was_wrong(address)
            let_through += 1
    assert let_through <= EVENING_S / WINDOW_S * TRIES_IN_ALL
    assert codes.TRIES_HERE * 16 > TRIES_IN_ALL
