"""What the page of each game promises about when something can be entered, held against play.

Each promise is a sentence of the page, so that neither changes without the other. What else the
pages say is held by the tests of each game; here is what no other test says in the page's words.
"""

from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import pytest

from referee.core import AnyGame, Overrule
from referee.games import folder_of, load_all

pytestmark = pytest.mark.once

Checks = Callable[[AnyGame, Any], bool]


def reason(game: AnyGame, state: Any, entry: str) -> str:
    """Return the reason that refuses an entry; nothing where it is allowed."""
    ruling = game.explain(state, game.parse(entry))
    return "" if ruling.allowed else ruling.reason


def only_in(entry: str, *phases: str) -> Checks:
    """Say that an entry comes too early or too late in all other phases, and in none of these."""

    def holds(game: AnyGame, state: Any) -> bool:
        at = state.phase.value
        told = reason(game, state, entry)
        return told == "over" if at == "over" else (told == "not-now") == (at not in phases)

    return holds


def except_in(entry: str, *phases: str) -> Checks:
    """Say that an entry comes too early or too late in these phases and in no other."""

    def holds(game: AnyGame, state: Any) -> bool:
        at = state.phase.value
        told = reason(game, state, entry)
        return told == "over" if at == "over" else (told == "not-now") == (at in phases)

    return holds


def nobody_acts_after_the_end(game: AnyGame, state: Any) -> bool:
    acting = game.values(state, None).get("acting", game.values(state, None).get("to_act"))
    return bool(acting) == (state.phase.value != "over")


def waves_can_be_judged_again(game: AnyGame, state: Any) -> bool:
    """There are waves of this round, or none was entered since those of the last one."""
    waves = state.waves or state.last
    told = reason(game, state, 'overrule collect slot=0 why="so"')
    return (told in {"no-waves", "over"}) == (waves is None or waves.sealed)


VALUES = 'overrule value side=0 at=b1 kind=build card=1 value=1 why="so"'
REMOVE = 'overrule remove side=0 at=b1 kind=build card=1 why="so"'
PLACE = 'overrule place seat=0 at=b1 kind=build why="so"'
COPIES = 'overrule copies card=build-1 count=9 why="so"'
BACK = 'overrule back leader=ares back=war why="so"'
NOTE = "remember seat=0 at=b1 kind=build card=1 value=1"
ANY_TIME = "Overrules are entered at any time until the end, whatever is waited for"

PROMISES: list[tuple[str, str, Checks]] = [
    *(("war-of-waves", ANY_TIME, except_in(entry)) for entry in (VALUES, REMOVE, PLACE)),
    *(("war-of-waves", ANY_TIME, except_in(entry)) for entry in (COPIES, BACK)),
    (
        "war-of-waves",
        "only a turn cannot be given while cards are dealt, or the row is laid or filled up",
        except_in('overrule turn seat=0 why="so"', "deal", "face", "refill"),
    ),
    (
        "war-of-waves",
        "a secret note, at any time after dealing until the end",
        except_in(NOTE, "deal"),
    ),
    (
        "wave",
        (
            "that player named or compared colours or numbers, even in other words: the game ends; "
            "from the start card to the end"
        ),
        only_in("talk seat=0", "play"),
    ),
    (
        "wave",
        "It is possible from the start card to the end.",
        only_in('overrule direction direction=clockwise why="so"', "play"),
    ),
    (
        "rolling",
        "Infamy can be put right at any time",
        except_in('overrule infamy seat=0 infamy=1 why="so"'),
    ),
    (
        "rolling",
        "a map until the dice of the round are taken",
        only_in('overrule erase seat=0 to=hull why="so"', "roll", "draft"),
    ),
    (
        "rolling",
        "bag and first player while dice are rolled",
        only_in('overrule bag colour=clear dice=3 why="so"', "roll"),
    ),
    (
        "rolling",
        "bag and first player while dice are rolled",
        only_in('overrule first seat=0 why="so"', "roll"),
    ),
    (
        "rolling",
        "the seats that can enter something; empty after the end",
        nobody_acts_after_the_end,
    ),
    ("wave", "empty after the end", nobody_acts_after_the_end),
    ("waves", "seats that may act now", nobody_acts_after_the_end),
    (
        "waves",
        (
            "run the waves of this round again, or those of the round just ended until the next "
            "entry is made, unless an Elder was given or taken"
        ),
        waves_can_be_judged_again,
    ),
    ("breakers", "run the waves of this round again", waves_can_be_judged_again),
]


def moments(said: list) -> Iterator[Any]:
    """Return the states of the transcripts of a game."""
    for one in said:
        yield one.before
        if not one.refused:
            yield one.after


@pytest.mark.parametrize("slug", sorted({slug for slug, _, _ in PROMISES}))
def test_what_the_page_of_a_game_promises_is_so_in_every_transcript(slug, said) -> None:
    game = load_all()[slug]
    page = " ".join(files(folder_of(game)).joinpath("README.md").read_text("utf-8").split())
    states = list(moments(said(game)))
    for of, promise, holds in PROMISES:
        if of == slug:
            assert promise in page
            assert (promise, []) == (
                promise,
                [state.phase for state in states if not holds(game, state)],
            )


@pytest.mark.parametrize("slug", ["waves", "breakers"])
def test_after_the_next_entry_the_waves_of_the_last_round_stay_as_they_are(slug, said) -> None:
    for one in said(load_all()[slug]):
        if not one.refused and not isinstance(one.action, Overrule) and one.before.last:
            assert one.after.last is None or one.after.round > one.before.round
