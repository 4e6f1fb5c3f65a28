"""Whole games as text: what is written reads back, and a broken line is named by its number."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.core import (
    BrokenTranscript,
    Line,
    Mark,
    Outcome,
    Seat,
    Setup,
    Transcript,
    read_transcripts,
)
from referee.core.transcripts import (
    format_header,
    format_names,
    format_outcome,
    format_value,
    parse_names,
    parse_outcome,
    read_line,
    read_lines,
)

TEXT = """\
\ufeff# a comment

game waves
option mode=teams
option token=
seats Ann, "Bo, the 2nd", Cy
> elder slot=0 card=seer
! follow slot=2 -> play
! follow slot=3
= open_majority seer
= bets
outcome five-classes seats 0 2
game nim
seats Di
outcome draw seats
"""


def test_a_stream_of_games_is_read():
    first, second = read_transcripts(TEXT.splitlines())
    assert first == Transcript(
        "waves",
        Setup(("Ann", "Bo, the 2nd", "Cy"), (("mode", "teams"), ("token", ""))),
        (
            Line(7, Mark.ENTRY, "elder slot=0 card=seer"),
            Line(8, Mark.REFUSED, "follow slot=2", "play"),
            Line(9, Mark.REFUSED, "follow slot=3"),
            Line(10, Mark.EXPECTED, "open_majority", "seer"),
            Line(11, Mark.EXPECTED, "bets"),
            Line(12, Mark.OUTCOME, "five-classes", "0 2"),
        ),
        3,
    )
    assert second == Transcript("nim", Setup(("Di",)), (Line(15, Mark.OUTCOME, "draw", ""),), 13)


def test_an_empty_stream_holds_no_game():
    assert list(read_transcripts([])) == []


def test_lines_are_read_as_they_come():
    lines = iter(["game nim", "seats A", "junk", "> never read"])
    reader = read_lines(lines)
    assert next(reader).text == "nim"
    assert next(reader).text == "A"
    with pytest.raises(BrokenTranscript):
        next(reader)
    assert next(lines) == "> never read"


@pytest.mark.parametrize(
    ("text", "number", "says"),
    [
        ("hello", 1, "not a line of a transcript: “hello”"),
        ("x" * 100, 1, "x…”"),
        ("# fine\n\n>", 3, "Line 3"),
        ("game", 1, "Line 1"),
        ("game nim\noption Mode=1", 2, "Line 2"),
        ("game nim\nseats A\noutcome Draw", 3, "Line 3"),
        ("game nim\nseats A\n= Key 1", 3, "Line 3"),
        ("> take", 1, "“>”) is in the wrong place"),
        ("seats A", 1, "wrong place"),
        ("game nim\nseats A\nseats B", 3, "wrong place"),
        ("game nim\noption a=1\noption a=2", 3, "wrong place"),
        ("game nim\nseats A\n> take\noption a=1", 4, "wrong place"),
        ("game nim\n> take", 1, "starts in line 1 has no seats"),
        ("game nim\ngame nim", 1, "has no seats"),
        ("game nim\nseats A\n> " + "x" * 4000, 3, "Line 3 is too long"),
    ],
)
def test_a_broken_line_is_named_by_its_number(text, number, says):
    with pytest.raises(BrokenTranscript, match=re.escape(says)) as broken:
        list(read_transcripts(text.split("\n")))
    assert broken.value.line == number


@given(st.text(max_size=60))
def test_no_line_does_worse_than_being_broken(text):
    try:
        line = read_line(3, text)
    except BrokenTranscript:
        return
    assert line is None or line.number == 3


NAMES = st.lists(
    st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), min_size=1, max_size=12)
    .map(str.strip)
    .filter(bool),
    min_size=1,
    max_size=6,
).map(tuple)


@given(NAMES)
@example(('"', ",", '","', "a, b"))
def test_names_read_back_as_they_were_written(names):
    assert parse_names(format_names(names)) == names


@given(
    NAMES, st.dictionaries(st.from_regex(r"[a-z][a-z0-9-]{0,5}", fullmatch=True), st.just("3,4"))
)
def test_a_header_reads_back_as_it_was_written(names, options):
    setup = Setup(names, tuple(options.items()))
    (transcript,) = read_transcripts(format_header("nim", setup))
    assert (transcript.slug, transcript.setup) == ("nim", setup)


@pytest.mark.parametrize("outcome", [Outcome("draw", ()), Outcome("five-5", (Seat(0), Seat(12)))])
def test_an_outcome_reads_back_as_it_was_written(outcome):
    line = read_line(1, format_outcome(outcome))
    assert line is not None
    assert parse_outcome(line) == outcome


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, "-"),
        (True, "yes"),
        (False, "no"),
        (3, "3"),
        ("seer", "seer"),
        ([], "-"),
        ((), "-"),
        ({}, "-"),
        ([1, None, "x"], "1 - x"),
        ([[1, 2], []], "(1 2) -"),
        ({"a": 1, "b": [1, 2]}, "a:1 b:1 2"),
        ([{"a": 1}], "(a:1)"),
    ],
)
def test_a_value_is_written_as_it_stands_in_a_transcript(value, written):
    assert format_value(value) == written
