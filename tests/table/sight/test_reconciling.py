"""Screen and table side by side: every difference is found, and every remedy mends it."""

import pytest

from referee.core import Setup
from referee.games import load_all
from referee.match import Matches, SqliteStore
from referee.table.sight.reconcile import differences
from referee.table.sight.watch import Watcher

COUNCIL = {0: "seer", 1: "noble", 2: "scholar"}


class Table:
    """A match of Waves for three against each other, and a watcher of it."""

    def __init__(self, *texts, **options):
        games = load_all()
        setup = Setup(("Ann", "Bo", "Cy"), tuple({"council": "house", **options}.items()))
        self.match = Matches(SqliteStore(":memory:"), games).open("waves", setup)
        self.watcher = Watcher(games["waves"])
        self.enter(*texts)

    def enter(self, *texts):
        for text in texts:
            self.match.submit([self.match.game.parse(text)], expected_seq=self.match.seq)

    def differences(self, scan):
        return differences(self.match.now, self.watcher.look(self.match.state, scan))

    def settle(self, remedy):
        seq = self.match.seq
        if remedy.kind == "mend":
            self.match.replace(remedy.seq, remedy.actions[0], expected_seq=seq)
        elif remedy.kind == "retract":
            self.match.retract(remedy.seq, onward=remedy.onward, expected_seq=seq)
        else:
            self.match.submit(remedy.actions, expected_seq=seq)


@pytest.fixture
def table():
    return Table(
        "elder slot=0 card=seer",
        "elder slot=1 card=noble",
        "elder slot=2 card=scholar",
        "elder slot=3 card=knight",
    )


@pytest.fixture
def laid(scene):
    """Lay the Elders that are believed, with others at some spots; None for an empty spot."""

    def lay(**others):
        made = scene("waves", 4)
        council = {0: "seer", 1: "noble", 2: "scholar", 3: "knight"}
        council |= {int(spot.removeprefix("at")): card for spot, card in others.items()}
        for spot, card in council.items():
            if card:
                made.lay(card, spot, copy=spot + 1)
        return made

    return lay


def test_where_everything_lies_as_believed_nothing_differs(table, laid):
    assert () == table.differences(laid().scan())


def test_a_mistyped_elder_is_mended_where_it_was_entered(table, laid):
    table.enter("follow slot=0")
    scan = laid(at1="keeper").scan()
    (found,) = table.differences(scan)
    (remedy,) = found.remedies
    assert ("mend", 2) == (remedy.kind, remedy.seq)
    assert "Bo: take away Keeper and put Noble there." == str(found.hands)
    table.settle(remedy)
    assert () == table.differences(scan)
    assert "follow slot=0" in table.match.transcript()


def test_an_elder_that_is_not_there_can_be_taken_back(laid):
    table = Table("elder slot=0 card=seer", "elder slot=1 card=noble")
    scan = laid(at1=None, at2=None, at3=None).scan()
    (found,) = table.differences(scan)
    assert ["retract"] == [remedy.kind for remedy in found.remedies]
    assert "Bo: put Noble there." == str(found.hands)
    table.settle(found.remedies[0])
    assert () == table.differences(scan)


LAID = ["follow slot=0", "rebel slot=1 count=1", "follow slot=2"]


@pytest.mark.parametrize("later", [LAID[:1], LAID, [*LAID, "reveal slot=1 card=knight"]])
def test_an_elder_that_is_gone_after_later_entries_is_settled_to_either_side(table, laid, later):
    table.enter(*later)
    made = laid(at0=None)
    if "reveal" in later[-1]:
        made.lay("knight", 1, copy=9, radius=85.0)
    scan = made.scan()
    found = next(one for one in table.differences(scan) if "Ann" == str(one.where))
    assert "Ann: put Seer there." == str(found.hands), "where the screen is right"
    (remedy,) = found.remedies
    table.settle(remedy)
    assert not [one for one in table.differences(scan) if "Ann" == str(one.where)]
    (left,) = [
        line for line in table.match.transcript().splitlines() if "slot=1 card=noble" in line
    ]
    assert left.startswith(">"), "the other Elders stay"
    assert "follow" not in table.match.transcript(), "Agents are laid once all Elders lie there"


def test_a_card_that_is_new_is_an_entry(laid):
    table = Table("elder slot=0 card=seer", "elder slot=1 card=noble", "elder slot=2 card=scholar")
    (found,) = table.differences(laid().scan())
    assert ["entry"] == [remedy.kind for remedy in found.remedies]
    table.settle(found.remedies[0])
    assert () == table.differences(laid().scan())


def test_an_elder_collected_by_word_of_mouth_is_a_decision_of_the_table(table, laid):
    made = laid()
    made.lay("keeper", 0, copy=9, radius=150.0)
    (found,) = table.differences(made.scan())
    idea, *decisions = found.remedies
    assert "entry" == idea.kind  # it may also be Ann's Follower
    assert {"overrule"} == {remedy.kind for remedy in decisions}
    table.settle(decisions[0])
    assert () == table.differences(made.scan())


def test_several_differences_are_listed_at_once(table, laid):
    found = table.differences(laid(at0="knight", at2="keeper").scan())
    assert ["Ann", "Cy"] == sorted(str(one.where) for one in found)
    assert all(one.remedies for one in found)


def test_settling_one_difference_leaves_the_others(table, laid):
    scan = laid(at0="knight", at2="keeper").scan()
    first, second = table.differences(scan)
    table.settle(first.remedies[0])
    (left,) = table.differences(scan)
    assert str(second.where) == str(left.where)


def test_looking_for_remedies_changes_nothing(table, laid):
    before = table.match.now
    table.differences(laid(at1="keeper", at2=None).scan())
    assert before is table.match.now


def test_a_remedy_says_everything_that_it_enters(table, laid):
    made = laid()
    made.lay("keeper", 1, copy=9, radius=85.0)
    (found,) = table.differences(made.scan())
    remedy = next(one for one in found.remedies if one.kind == "entry")
    assert 4 == len(remedy.actions)
    assert all(name in str(remedy.label) for name in ("Ann laid", "Bo laid", "Cy laid"))


def test_a_wrong_elder_is_mended_also_when_agents_lie_there(table, laid):
    table.enter("follow slot=0", "rebel slot=1 count=1", "follow slot=2")
    made = laid(at1="keeper")
    made.lay("knight", 1, copy=9, radius=85.0)
    scan = made.scan()
    entries = [one for one in table.differences(scan)[0].remedies if one.kind == "entry"]
    table.settle(next(one for one in entries if "Knight" in str(one.label)))
    (found,) = table.differences(scan)
    assert ["noble"] == [one.card for one in found.believed if one.card == "noble"]
    (remedy,) = [one for one in found.remedies if one.kind == "mend"]
    table.settle(remedy)
    assert "elder slot=1 card=keeper" in table.match.transcript()


def test_what_lies_outside_a_picture_differs_in_nothing(table, laid):
    made = laid(at0=None, at1=None)
    made.mat = False
    assert () == table.differences(made.scan())
