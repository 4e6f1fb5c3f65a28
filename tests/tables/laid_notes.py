"""What the tests of notes lay and tell: two lids before each, and what each remembers."""

from referee.core import Seat

ANN, BO = Seat(0), Seat(1)
LAID = ("lay seat=0", "lay seat=1", "lay seat=0", "lay seat=1")
ANNS = "remember seat=0 lid=0 value=7"
BOS = "remember seat=1 lid=0 value=5"


def texts(match):
    return [step.text for step in match.now.steps]


def entries(match, first=0):
    return [(type(row.entry), row.source) for row in match.now.rows[first:]]
