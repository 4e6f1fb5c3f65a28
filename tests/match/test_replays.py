"""Transcripts played line by line: what is said to each entry, and what does not match."""

import re

import pytest

from referee.core import BrokenTranscript, Seat
from referee.match.replays import Began, Mismatch, Said, replay

HEAD = ["game nim", "option heaps=1,1", "seats Ann, Bo"]
WHOLE = [
    *HEAD,
    "= heaps 1 1",
    "> take seat=0 heap=0",
    "! take seat=0 heap=1 -> turn",
    "! take seat=1 heap=0",
    "> take seat=1 heap=1",
    "= bets -",
    "= bets",
    "outcome last-taken seats 1",
]


@pytest.fixture
def told(nim):
    """Everything that is told of these lines."""

    def told(*lines):
        return list(replay(lines, {"nim": nim}))

    return told


def said(events):
    return [event for event in events if isinstance(event, Said)]


def mismatches(events):
    return [(event.line, str(event.text)) for event in events if isinstance(event, Mismatch)]


def test_a_transcript_that_is_right_is_told_without_mismatch(told):
    events = told(*WHOLE)
    assert mismatches(events) == []
    assert [type(event) for event in events] == [Began, Said, Said, Said, Said]
    assert [entry.line for entry in said(events)] == [5, 6, 7, 8]


def test_each_entry_is_told_before_the_next_line_is_read(nim):
    read = []

    def lines():
        for line in WHOLE:
            read.append(line)
            yield line

    events = replay(lines(), {"nim": nim})
    assert isinstance(next(events), Began)
    assert read == WHOLE[:4]
    assert next(events).line == 5
    assert read == WHOLE[:5]


def test_an_entry_is_told_with_its_facts_and_the_view_after_it(told):
    (entry,) = said(told(*HEAD, "> take seat=0 heap=0"))
    assert entry.record() == {
        "entry": "take seat=0 heap=0",
        "refused": None,
        "facts": [{"kind": "taken", "rule": "take", "also": [], "heap": 0, "left": 0}],
        "view": {"heaps": [0, 1], "turn": 1, "bets": []},
    }
    assert str(entry.sentence()) == "Ann takes 1 from heap 0."
    assert [str(sentence) for _, sentence in entry.told()] == ["Heap 0 has 0 left."]
    assert entry.outcome is None


def test_a_refused_entry_is_told_with_its_ruling_and_changes_nothing(told):
    first, second = said(told(*HEAD, "! take seat=0 heap=0 count=3", "> take seat=0 heap=0"))
    assert first.record() == {
        "entry": "take seat=0 heap=0 count=3",
        "refused": {
            "rule": "take",
            "text": "There are not that many.",
            "reason": "too-many",
            "numbers": {"left": 1},
        },
        "facts": [],
        "view": {"heaps": [1, 1], "turn": 0, "bets": []},
    }
    assert first.outcome is None
    assert second.refused is None


def test_secrets_are_shown_only_to_their_owner(told):
    (entry,) = said(told(*HEAD, "> bet seat=0 on=1"))
    assert entry.record()["view"]["bets"] == [None]
    assert entry.record()["facts"][0]["on"] == {"owner": 0, "value": None}
    assert entry.record(Seat(0))["view"]["bets"] == [1]
    assert entry.record(Seat(0))["facts"][0]["on"] == {"owner": 0, "value": 1}
    assert str(entry.sentence()) == "Ann bets on somebody."
    assert str(entry.sentence(Seat(0))) == "Ann bets on Bo."


def test_the_last_entry_of_a_game_tells_the_outcome(told):
    assert [entry.outcome is not None for entry in said(told(*WHOLE))] == [
        False,
        False,
        False,
        True,
    ]


def test_an_entry_that_is_refused_is_a_mismatch_and_changes_nothing(told):
    events = told(*HEAD, "> take seat=1 heap=0", "= heaps 1 1")
    assert mismatches(events) == [
        (4, "Line 4: “take seat=1 heap=0” is refused (turn): It is the turn of Ann.")
    ]
    assert said(events)[0].record()["refused"]["rule"] == "turn"


def test_an_entry_that_should_be_refused_but_is_not_changes_nothing(told):
    events = told(*HEAD, "! take seat=0 heap=0", "= heaps 1 1")
    assert mismatches(events) == [
        (4, "Line 4: “take seat=0 heap=0” should be refused, but it is allowed.")
    ]
    assert said(events)[0].record()["refused"] is None
    assert said(events)[0].record()["facts"] == []


def test_a_refusal_by_another_rule_is_a_mismatch(told):
    events = told(*HEAD, "! take seat=1 heap=0 -> end")
    assert mismatches(events) == [
        (4, "Line 4: “take seat=1 heap=0” should be refused by end, not by turn.")
    ]


def test_another_view_is_a_mismatch(told):
    events = told(*HEAD, "= heaps 1 2", "= shells 3", "= bets 1")
    assert mismatches(events) == [
        (4, "Line 4: heaps should be “1 2”, but it is “1 1”."),
        (5, "Line 5: this game shows no “shells”."),
        (6, "Line 6: bets should be “1”, but it is “-”."),
    ]


def test_another_outcome_is_a_mismatch(told):
    events = told(*WHOLE[:-1], "outcome last-taken seats 0", "outcome draw seats 1")
    ends = "the game should end with “{}”, but it is “outcome last-taken seats 1”."
    assert mismatches(events) == [
        (11, "Line 11: " + ends.format("outcome last-taken seats 0")),
        (12, "Line 12: " + ends.format("outcome draw seats 1")),
    ]


def test_an_outcome_too_early_is_a_mismatch(told):
    assert mismatches(told(*HEAD, "outcome last-taken seats 0")) == [
        (4, "Line 4: the game should be over, but it is not.")
    ]


def test_several_games_follow_each_other_in_one_stream(told):
    events = told(*WHOLE, "", *HEAD, *WHOLE)
    begun = [event.line for event in events if isinstance(event, Began)]
    assert begun == [4, 13, 19]
    assert mismatches(events) == []


@pytest.mark.parametrize(
    ("lines", "number", "says"),
    [
        ([], 1, "Line 1: No game starts here."),
        (["# nothing"], 1, "Line 1: No game starts here."),
        (["> take seat=0 heap=0"], 1, "Line 1: This comes before any game."),
        (["", "game go"], 2, "Line 2: The referee does not know the game “go”."),
        (["game nim", "> take"], 1, "has no seats"),
        (["game nim"], 1, "has no seats"),
        (["game nim", "seats Ann"], 1, "Line 1: Nim is for two."),
        ([*HEAD, "> dance"], 4, "Line 4: This game has no entry"),
        ([*HEAD, "! take seat=x heap=1"], 4, "Line 4: “seat” cannot be “x”."),
        ([*HEAD, "= heaps 1 1", "seats Cy, Di"], 5, "is in the wrong place"),
        ([*HEAD, "? what"], 4, "Line 4 is not a line of a transcript"),
    ],
)
def test_a_broken_stream_ends_with_the_number_of_the_line(told, lines, number, says):
    with pytest.raises(BrokenTranscript, match=re.escape(says)) as broken:
        told(*lines)
    assert broken.value.line == number


def test_what_came_before_a_broken_line_is_told(nim):
    events = replay([*WHOLE, "???"], {"nim": nim})
    assert len([next(events) for _ in range(5)]) == 5
    with pytest.raises(BrokenTranscript):
        next(events)
