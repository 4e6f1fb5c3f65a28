"""An entry that is the only legal one is made by itself, and undone with the one before it."""

import pytest

from referee.core import Seat, Setup
from referee.match import Match
from referee.web.access.roles import may_take_back

ROLLED = ("yellow face=6", "yellow face=5", "clear face=1", "clear face=2", "red face=3")
TAKEN = (
    "draft seat=0 colour=red face=3",
    "draft seat=1 colour=clear face=1",
    "draft seat=0 colour=clear face=2",
    "draft seat=1 colour=clear face=4",
)
SAILOR = "sailor seat=0 colour=yellow face=6"


@pytest.fixture
def match(matches) -> Match:
    """Return a match in which Ann can pay for yellow 5 or take a sailor, and Bo has yellow."""
    opened = matches.open("rolling", Setup(("Ann", "Bo"), (("first", "0"),)))
    rolls = [f"roll colour={die}" for die in (*ROLLED, "clear face=4")]
    for entry in (*rolls, *TAKEN):
        enter(opened, entry)
    return opened


def enter(match: Match, entry: str, key: str = ""):
    return match.submit([match.game.parse(entry)], expected_seq=match.seq, key=key)


def sources(match: Match) -> list[str]:
    return [row.source for row in match.now.rows[-2:]]


def test_the_last_die_that_has_no_alternative_is_taken_without_a_tap(match):
    receipt = enter(match, SAILOR)
    assert len(receipt.seqs) == 2
    assert match.now.steps[-1].text == "draft seat=1 colour=yellow face=5"
    assert [fact.rule for fact in match.now.steps[-1].facts][:1] == ["own-crew"]
    assert sources(match) == ["tap", "forced"]
    assert match.state.phase.value == "allocate"


def test_one_undo_takes_both_back_and_the_story_says_what_was_taken(match):
    seq = match.seq
    enter(match, SAILOR)
    assert may_take_back(match, Seat(0))  # what follows by itself belongs to whoever made the entry
    match.undo(expected_seq=match.seq)
    assert [step.seq for step in match.now.steps][-1] == seq
    back = [told for told in match.story() if told.taken_back is not None]
    assert [str(told.sentence) for told in back] == [
        "Ann takes Yellow 6 as a drunken sailor, a 1.",
        "Bo takes Yellow 5.",
    ]
    assert all(told.seen is None for told in back)  # nothing secret was shown by it
    match.redo(expected_seq=match.seq)
    assert match.state.phase.value == "allocate"


def test_a_repeated_command_is_answered_with_both_entries_and_enters_nothing(match):
    seq = match.seq
    first = enter(match, SAILOR, "once")
    again = match.submit([match.game.parse(SAILOR)], expected_seq=seq, key="once")
    assert (again.seqs, again.is_repeated) == (first.seqs, True)
    assert match.seq == seq + 2


def test_what_could_be_paid_for_or_taken_as_a_sailor_is_not_forced(match):
    # After yellow 5 is paid for, Bo has yellow 6 left, its own; before it, Ann has three ways.
    assert match.game.answers(match.state) == ()
    enter(match, "draft seat=0 colour=yellow face=5")
    assert match.now.steps[-1].text == "draft seat=1 colour=yellow face=6"


def test_no_program_can_claim_that_an_entry_was_forced(match, client):
    data = {"expected": match.heard(), "action": SAILOR, "source": "forced"}
    client.post(f"/matches/{match.id}/act", data=data)
    assert sources(match) == ["tap", "forced"]
