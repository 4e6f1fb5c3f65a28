"""What every game promises, whatever is played: one machine for all games, and a sixth."""

from dataclasses import dataclass, fields, replace

import pytest
from conformance import CANARY, NAMES, Conformance, judge, planted
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import (
    run_state_machine_as_test,
)

from referee.core import (
    AnyGame,
    Game,
    Note,
    RuleId,
    Ruling,
    Seat,
    Secret,
    Setup,
    Voice,
    play,
    redact,
    say,
)


@pytest.mark.once
def test_a_game_keeps_its_promises_whatever_is_played(game) -> None:
    judge(game, 6)


@pytest.mark.long
def test_a_game_keeps_its_promises_however_often_it_is_played(game) -> None:
    judge(game, 250)


def test_the_canary_is_seen_where_a_game_leaks(sixth_game) -> None:
    # Without this, a machine that looks at nothing would pass too.
    leaking = replace(
        sixth_game, values=lambda state, _: {"fists": [f and f.value for f in state.fists]}
    )
    state, _ = play(
        leaking, leaking.setup(Setup(NAMES[:2])), leaking.parse("hide seat=0 pebbles=2")
    )
    assert CANARY in str(leaking.values(planted(state, Seat(1)), Seat(1)))
    assert CANARY not in str(leaking.values(redact(planted(state, Seat(1)), Seat(1)), Seat(1)))


@dataclass(frozen=True, slots=True)
class Whisper(Note):
    """What a player of the sixth game could tell the referee for itself alone."""

    pebbles: Secret[int]


def whispering(game: AnyGame, apply) -> AnyGame:
    """Add a note to the sixth game; `apply` says what comes of it."""

    def actor(state, action):
        return action.seat if isinstance(action, Whisper) else game.actor(state, action)

    def explain(state, action):
        if isinstance(action, Whisper):
            return Ruling(game.outcome(state) is None, RuleId("hide"), "over")
        return game.explain(state, action)

    def told(state, action):
        return say("Psst.") if isinstance(action, Whisper) else game.voice.action(state, action)

    def refused(state, action, ruling):
        if isinstance(action, Whisper):
            return say("The game is over.")
        return game.voice.refusal(state, action, ruling)

    def notes(state, seat):
        open_game = game.outcome(state) is None
        return [Whisper(seat, Secret(seat, number)) for number in range(2 * open_game)]

    return Game(
        **{entry.name: getattr(game, entry.name) for entry in fields(Game)}
        | {
            "actions": (*game.actions, Whisper),
            "actor": actor,
            "explain": explain,
            "apply": lambda state, action: (
                (apply(state, action), ())
                if isinstance(action, Whisper)
                else game.apply(state, action)
            ),
            "voice": Voice(told, game.voice.fact, refused, game.voice.outcome),
            "notes": notes,
        }
    )


def run(game: AnyGame) -> None:
    run_state_machine_as_test(
        type("Whispers", (Conformance,), {"game": game}),
        settings=settings(
            max_examples=10,
            stateful_step_count=10,
            database=None,
            phases=[Phase.generate],
            report_multiple_bugs=False,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_notes_that_change_nothing_keep_the_promises(sixth_game) -> None:
    run(whispering(sixth_game, lambda state, _: state))


@pytest.mark.parametrize(
    "apply",
    [
        lambda state, _: replace(state, round=state.round % 2 + 1),
        lambda state, note: replace(state, guesses=(note.pebbles.value,)),
        lambda state, note: replace(state, names=(f"{note.pebbles.value}", *state.names[1:])),
    ],
    ids=["changes the round", "guesses", "tells"],
)
def test_a_note_that_changes_something_is_caught(sixth_game, apply) -> None:
    # Without this, a machine that notes nothing would pass too.
    with pytest.raises(AssertionError):
        run(whispering(sixth_game, apply))
