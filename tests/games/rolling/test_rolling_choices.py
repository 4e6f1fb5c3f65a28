"""What stands on the buttons and tabs of Rolling with the Waves, and in which order."""

import pytest
from laid_rolling import ROUND, Table

from referee.core import Seat, redact
from referee.web.screens.screen import grouped


def tabs(laid: Table, seat: Seat | None = None) -> list[tuple[str, str]]:
    """Return the groups of what can be entered, as they stand side by side: id and title."""
    view = laid.game.view(redact(laid.state, seat), seat)
    return [(group.id, str(group.label)) for group in grouped(view.step.choices)]


@pytest.mark.parametrize("dice", ["r1 r2 y3 y1 c2 c5", "y6 y5 c1 c2 r3 c4", "r1 r4 y2 c6 c6 c5"])
def test_dice_that_cost_nothing_stand_first_and_dice_for_infamy_at_the_same_place(
    table, dice
) -> None:
    laid = table().rich(20, 20).roll(dice)
    while laid["phase"] == "draft":
        (seat,) = laid["acting"]
        titles = [title for _, title in tabs(laid)]
        assert titles[0] in {"Free", "Drunken sailor"}
        assert titles[1:] in ([], ["For Infamy"])
        assert titles == [title for _, title in tabs(laid, Seat(seat))]
        first = laid.game.view(redact(laid.state, None), None).step.choices[0]
        before = laid["infamy"]
        laid.enter(laid.game.format(first.action))
        assert before == laid["infamy"]


def test_whoever_takes_the_next_die_finds_no_tab_open_that_was_picked_before(table) -> None:
    laid = table().rich(20, 20).roll(ROUND)
    picked: set[str] = set()
    for die in ("yellow face=1", "red face=1", "yellow face=3", "red face=2"):
        paid = {name for name, title in tabs(laid) if title == "For Infamy"}
        assert len(paid) == 1
        assert not paid & picked
        picked |= paid
        laid.enter(f"draft seat={laid['acting'][0]} colour={die}")


def test_the_own_screen_of_whoever_is_ready_says_what_becomes_of_the_other_dice(
    rolling, drafted
) -> None:
    laid = drafted().enter("plan seat=0 die=0 to=hull", "ready seat=0")

    def said() -> str:
        return str(rolling.view(redact(laid.state, Seat(0)), Seat(0)).own.say)

    assert said() == "You are ready. Red 2: tap where you put it, or say so later."
    laid.enter("plan seat=0 die=1 to=crew", "plan seat=0 die=2 to=ports")
    assert said() == "All your dice are placed, and you are ready."


def test_tabs_say_in_words_what_they_are_for_while_dice_are_laid(drafted) -> None:
    # Ann has taken 1, 2 and 5; no chest holds a die, so that there is nothing to bury.
    laid = drafted()
    dice = ["Ann’s 1 goes to", "Ann’s 2 goes to", "Ann’s 5 goes to"]
    assert [title for _, title in tabs(laid)] == [*dice, "Who is ready?"]
    laid.enter("ready seat=1")  # somebody places dice on the own screen, so the others are asked
    assert [title for _, title in tabs(laid)] == ["Who is ready?", *dice]
