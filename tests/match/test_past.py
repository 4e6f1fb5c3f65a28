"""What a match was before each row, read in one pass: the same as when each is read by itself."""

from dataclasses import replace
from random import Random

import pytest

from referee.core import Setup
from referee.match.log import (
    NOTE,
    Entry,
    Noted,
    Opened,
    Played,
    Replaced,
    Retracted,
    Row,
    cancelled,
    effective,
    fold,
)
from referee.match.moment import follow_log
from referee.match.notes.redaction import is_answer
from referee.match.past import Past
from referee.match.replay import follow

LONG = 60


def entered_at_random(chance, *, noted):
    """Make a log in which half of the rows take back, put back or change others."""
    rows = [Row(0, Opened(1, "nim", Setup(("Ann", "Bo"), (("heaps", "50,50"),))), "")]
    for seq in range(1, LONG):
        gone = cancelled(rows)
        left = [row for row in rows[1:] if row.seq not in gone]
        played = [row.seq for row in rows if isinstance(row.entry, Played)]
        text = f"bet seat={chance.randrange(2)} on={chance.randrange(2)}"
        text = text if chance.randrange(60) else "take seat=1 heap=0 count=1"  # not her turn
        kind = chance.choice(["play", "play", "note", "retract", "retract last", "replace"])
        entry: Entry = Played(text)
        if kind == "note" and noted:
            entry = Noted(f"bet seat=0 on={chance.randrange(2)}")
        elif kind == "retract" and left:
            entry = Retracted(chance.choice(left).seq)
        elif kind == "retract last" and left:
            entry = Retracted(left[-1].seq)
        elif kind == "replace" and played:
            entry = Replaced(chance.choice(played), text)
        source = NOTE if isinstance(entry, Played) and not chance.randrange(4) else "tap"
        rows.append(Row(seq, entry, "", source))
    return tuple(rows)


def read_alone(now, row):
    """Read what was before a row from the beginning of the log."""
    place = row.entry.target if isinstance(row.entry, Replaced) else row.seq
    counts = fold(now.rows[: row.seq])
    before = replace(counts, entries=tuple(one for one in counts.entries if one[0] < place))
    steps, stop = follow(now.game, now.first, before)
    answers = {seq for seq, _ in effective(now.rows[: row.seq]) if is_answer(now.rows[seq])}
    return (steps[-1].after if steps else now.first), stop, answers


def read_on(past, row):
    place = row.entry.target if isinstance(row.entry, Replaced) else row.seq
    return *past.state(row.seq, place), past.answers(row.seq)


@pytest.mark.parametrize("noted", [False, True])
def test_row_after_row_the_past_is_what_it_is_for_each_alone(nim, noted):
    for seed in range(15):
        now = follow_log(nim, entered_at_random(Random(seed), noted=noted))
        past = Past(now)
        for row in now.rows[1:]:
            assert read_on(past, row) == read_alone(now, row), (seed, row)


def test_an_earlier_row_can_be_asked_about_after_a_later_one(nim):
    chance = Random(1)
    now = follow_log(nim, entered_at_random(chance, noted=True))
    past = Past(now)
    for row in chance.sample(now.rows[1:], LONG - 1):
        assert read_on(past, row) == read_alone(now, row), row
