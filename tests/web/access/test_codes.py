"""Codes are easily read out, and cannot be guessed in an evening."""

import string
from contextlib import suppress

import pytest

from referee.web.access.join_codes import (
    LENGTH,
    SIGNS,
    TRIES_HERE,
    TRIES_IN_ALL,
    TRIES_THERE,
    TRIES_WHEN_MANY,
    WINDOW_S,
    CodeAttempts,
    TooManyCodes,
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
    """All who guess, at all tables, over all processes, in six hours: less than one in twenty."""
    there = len(SIGNS) ** LENGTH
    assert there == 191_102_976
    addresses = 100
    in_window = TRIES_IN_ALL + addresses * TRIES_WHEN_MANY
    tries = EVENING_S / WINDOW_S * in_window * PROCESSES
    assert tries == 43_200
    assert tries * TABLES / there < 1 / 20
    # One table, one patient guesser: once in some twenty thousand evenings.
    alone = EVENING_S / WINDOW_S * TRIES_THERE * PROCESSES
    assert alone / there < 1 / 20_000


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def tries(clock):
    return CodeAttempts(clock)


def count(tries, address, device=""):
    """Try wrong codes until no other is taken, and return how many were."""
    taken = 0
    with suppress(TooManyCodes):
        while tries.begin(address, device):
            taken += 1
    return taken


def test_the_limit_holds_for_one_address_and_ends_by_itself(tries, clock):
    for _ in range(TRIES_HERE):
        tries.begin("a")
        clock.now += 10
    with pytest.raises(TooManyCodes, match="Wait 9 minutes") as too_many:
        tries.begin("a")
    assert too_many.value.wait_s == WINDOW_S - 100
    tries.begin("b")
    clock.now = WINDOW_S + 0.1
    tries.begin("a")
    with pytest.raises(TooManyCodes, match="Wait one minute"):
        tries.begin("a")


def test_codes_that_are_looked_up_at_once_are_no_more_than_one_after_the_other(tries):
    under_way = [tries.begin("a") for _ in range(TRIES_HERE)]
    with pytest.raises(TooManyCodes):
        tries.begin("a")
    tries.give_back(under_way[0])  # it was right
    tries.give_back(under_way[0])
    assert count(tries, "a") == 1


def test_a_device_that_is_known_has_its_own_tries_and_an_address_has_not_endlessly_many(tries):
    assert count(tries, "hall") == TRIES_HERE
    taken = [count(tries, "hall", f"phone {number}") for number in range(8)]
    assert taken == [10, 10, 10, 10, 10, 0, 0, 0]
    assert sum(taken) + TRIES_HERE == TRIES_THERE
    assert count(tries, "elsewhere", "phone 0") == TRIES_HERE


def test_many_wrong_codes_from_everywhere_leave_an_address_a_few(tries):
    for number in range(TRIES_IN_ALL // TRIES_HERE):
        assert count(tries, f"{number}") == TRIES_HERE
    assert count(tries, "hall", "phone") == TRIES_WHEN_MANY
    tries.give_back(tries.begin("club", "tablet"))
    assert count(tries, "club") == TRIES_WHEN_MANY


def test_addresses_that_one_home_can_choose_are_one_address(tries):
    taken = [count(tries, f"2001:db8:1:2::{number:x}") for number in range(9)]
    assert sum(taken) == TRIES_HERE
    assert count(tries, "2001:db8:1:3::1") == TRIES_HERE
    assert (count(tries, "192.0.2.1"), count(tries, "192.0.2.2")) == (TRIES_HERE, TRIES_HERE)
