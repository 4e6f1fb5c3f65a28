"""What a note has turned up is covered again when it is taken back, for everybody but its owner."""

from dataclasses import replace

import pytest

from referee.core import Seat, Setup, say
from referee.match import Match, Matches, NothingToUndo, SqliteStore, StaleSeq

ANN, BO = Seat(0), Seat(1)
CANARY = "7351"
LAID = ("lay seat=0", "lay seat=1")
NOTED = f"remember seat=0 lid=0 value={CANARY}"
SEEN = "Ann’s secret was revealed and is hidden again."


def gossiping(lids):
    """The same game, in which every entry is told with all that lies open."""

    def gossip(state, action):
        told = [lid.shown for row in state.lids for lid in row]
        return say("{said} after {told}", said=lids.voice.action(state, action), told=told)

    return replace(lids, voice=replace(lids.voice, action=gossip))


@pytest.fixture
def turned_up(lids, enter) -> Match:
    """Ann has noted the canary, Bo's turn to be asked; the note of Ann has answered at once."""
    match = Matches(SqliteStore(":memory:"), {"lids": gossiping(lids)}).open(
        "lids", Setup(("Ann", "Bo"))
    )
    enter(match, *LAID, NOTED, "call seat=0")
    assert match.state.lids[0][0].shown == int(CANARY)
    return match


def told(match, seat=None):
    texts = [match.undo_target(seat), match.redo_target(seat), match.transcript()]
    for one in match.story(seat):
        facts = [(fact.fact, str(fact.sentence)) for fact in one.facts]
        texts += [one, one.text, one.action, str(one.sentence), str(one.was), str(one.seen), *facts]
    with pytest.raises(StaleSeq) as stale:
        match.undo(expected_seq=0)
    texts += [str(stale.value), *map(str, stale.value.since)]
    return "\n".join(f"{text!r} {text}" for text in texts)


def test_what_is_turned_up_is_told_to_everybody(turned_up):
    for seat in (None, ANN, BO):
        assert f"Ann shows {CANARY}." in told(turned_up, seat)
        assert all(one.seen is None for one in turned_up.story(seat))


@pytest.mark.parametrize("times", [1, 2])
def test_once_taken_back_only_its_owner_is_told_what_it_says(turned_up, times):
    for _ in range(times):
        turned_up.undo(expected_seq=turned_up.seq)
    for seat in (None, BO):
        assert CANARY not in told(turned_up, seat)
    assert CANARY in told(turned_up, ANN)


def test_the_table_is_told_that_it_was_seen(turned_up):
    turned_up.undo(expected_seq=turned_up.seq)
    for seat in (None, BO):
        (one,) = (one for one in turned_up.story(seat) if one.seen)
        assert (str(one.sentence), str(one.seen)) == (SEEN, SEEN)
        assert (one.text, one.action, one.facts) == ("show seat=? lid=? value=?", None, ())
        assert str(turned_up.redo_target(seat).sentence) == "Ann’s secret is revealed."
    (one,) = (one for one in turned_up.story(ANN) if one.seen)
    assert one.text == f"show seat=0 lid=0 value={CANARY}"


def test_put_back_it_is_told_again(turned_up):
    turned_up.undo(expected_seq=turned_up.seq)
    turned_up.redo(expected_seq=turned_up.seq)
    assert f"Ann shows {CANARY}." in told(turned_up)
    assert all(one.seen is None for one in turned_up.story())


def test_what_was_entered_in_sight_of_it_says_nothing_of_it_either(turned_up, enter):
    enter(turned_up, "show seat=1 lid=0 value=1", "lay seat=1", "lay seat=0")
    assert f"after [{CANARY}, 1]" in told(turned_up)
    for _ in range(4):
        turned_up.undo(expected_seq=turned_up.seq)
    for seat in (None, BO):
        assert CANARY not in told(turned_up, seat)
    for _ in range(4):
        turned_up.redo(expected_seq=turned_up.seq)
    assert CANARY in told(turned_up)


def test_what_goes_with_an_earlier_entry_is_covered_too(turned_up):
    turned_up.retract(4, expected_seq=turned_up.seq, onward=True)
    for seat in (None, BO):
        assert CANARY not in told(turned_up, seat)
        assert SEEN in told(turned_up, seat)


def test_what_the_table_enters_instead_leaves_nothing_of_the_note(turned_up, enter):
    game = turned_up.game
    turned_up.replace(5, game.parse("show seat=0 lid=0 value=2"), expected_seq=turned_up.seq)
    for seat in (None, BO):
        assert CANARY not in told(turned_up, seat)
    enter(turned_up, "show seat=1 lid=0 value=1")
    turned_up.undo(expected_seq=turned_up.seq)
    turned_up.undo(expected_seq=turned_up.seq)
    turned_up.undo(expected_seq=turned_up.seq)
    for seat in (None, BO):
        assert CANARY not in told(turned_up, seat)


def test_undoing_what_was_entered_instead_is_named_as_the_story_names_it(turned_up):
    game = turned_up.game
    turned_up.replace(5, game.parse("show seat=0 lid=0 value=2"), expected_seq=turned_up.seq)
    for seat in (None, BO):
        sentence = str(turned_up.undo_target(seat).sentence)
        assert sentence.startswith("Changed to “Ann shows 2.")


def test_what_can_no_longer_be_put_back_is_refused_without_its_value(turned_up):
    game = turned_up.game
    loud = replace(game, voice=replace(game.voice, refusal=lambda _s, action, _r: say(str(action))))
    turned_up.undo(expected_seq=turned_up.seq)
    taken_back = turned_up.seq
    turned_up.undo(expected_seq=turned_up.seq)
    match = Match(turned_up.id, loud, SqliteStore(":memory:"), rows=turned_up.now.rows)
    with pytest.raises(NothingToUndo) as refused:
        match.retract(taken_back, expected_seq=match.seq)
    error = refused.value
    assert CANARY not in f"{error} {error!r} {vars(error)}"


def test_what_people_have_entered_themselves_is_told_as_ever(turned_up, enter):
    turned_up.undo(expected_seq=turned_up.seq)
    enter(turned_up, "show seat=0 lid=0 value=2")
    turned_up.undo(expected_seq=turned_up.seq)
    assert "Ann shows 2." in told(turned_up)
    assert CANARY not in told(turned_up)
