"""What the tests of matches tell of one: its entries, its sentences, and three takes of Nim."""


def texts(match):
    return [step.text for step in match.now.steps]


def sentences(match, seat=None):
    return [str(told.sentence) for told in match.story(seat)]


A1 = "take seat=0 heap=0"
A2 = "take seat=0 heap=0 count=2"
B1 = "take seat=1 heap=0"
