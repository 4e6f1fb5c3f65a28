"""A game as a value: what it must say, and what it may leave out."""

from typing import Any

import pytest

from referee.core import NOTHING_VISIBLE, AnyGame, Components, Game, Info, Seat, Voice, literal


def never(*_about: object) -> Any:
    """Stand for everything that a game must say and that is not asked here."""
    raise AssertionError


@pytest.fixture
def game() -> AnyGame:
    """Return a game that leaves out what it has not."""
    return Game(
        info=Info("plain", "Plain", literal("Plain."), (1,), 1, "draft"),
        rulebook={},
        components=Components(),
        actions=(),
        setup=never,
        to_act=never,
        actor=never,
        legal_actions=never,
        explain=never,
        apply=never,
        outcome=never,
        values=never,
        view=never,
        voice=Voice(never, never, never, never),
    )


def test_a_game_may_leave_out_what_it_has_not(game):
    assert game.options(("Ann",), {}) == ()
    assert game.optional_actions("state") == ()
    assert game.learned("state") == {}
    assert game.notes("state", Seat(0)) == ()
    assert game.answers("state") == ()
    assert game.visibility is NOTHING_VISIBLE
