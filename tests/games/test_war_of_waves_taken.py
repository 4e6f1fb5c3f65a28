"""Cards that everybody saw go to a hand in War of Waves, and a row that had run short."""

import pytest
from laid_war_of_waves import Table

from referee.core import Sighting, redact
from referee.games.war_of_waves.components import Card
from referee.games.war_of_waves.knowledge import settled
from referee.games.war_of_waves.state import Phase
from referee.table.sight.interpretation import interpret

DEALT = ("dealt seat=0 build=0 war=0", "dealt seat=1 build=0 war=0")
ROW = ("face card=build-5", "face card=war-1", "face card=war-2", "face card=build-1")
DECK = {"build": "8,4,0,0,1,0", "war": "4,4,0,0,0,0"}
KNOWN = ("cards", "all-known")


def taken() -> Table:
    """Ann has taken the only Build 5 from the row, and Bo acts: two Build, no War in Ann's hand."""
    table = Table(**DECK).enter(*DEALT, *ROW, "fortify at=b1 kind=war", "done")
    assert [[2, 0, 0, 0], [1, 1, 0, 0]] == table.values["hands"]
    return table


def bo_attacks() -> Table:
    return taken().enter("face card=build-1", "attack side=0 at=b1 kind=war cards=1")


def why(table: Table, entry: str) -> str:
    action = table.game.parse(entry)
    ruling = table.game.explain(table.state, action)
    return str(table.game.voice.refusal(redact(table.state, None), action, ruling))


def test_a_card_that_was_taken_openly_is_refused_as_the_other_ones_with_where_it_is() -> None:
    table = bo_attacks()
    assert KNOWN == table.refused("present card=build-5")
    says = "There is only 1 Build 5, and everybody knows where: 1 in Ann’s hand."
    assert why(table, "present card=build-5").startswith(says)


def test_a_picture_of_it_before_the_other_one_enters_nothing() -> None:
    table = bo_attacks()
    reading = interpret(table.game, table.state, [Sighting("build-5", spot=1)])
    assert ((), ()) == (reading.entries, reading.doubts)
    own = interpret(table.game, table.state, [Sighting("build-2", spot=1)])
    assert [table.game.parse("present card=build-2")] == list(own.entries)


def test_it_does_not_come_from_the_deck_and_lies_in_no_gateway_either() -> None:
    assert KNOWN == taken().refused("face card=build-5")
    table = taken().enter("face card=build-1")
    for side in (0, 1):
        entry = f'overrule value side={side} at=b1 kind=build card=1 value=5 why="so"'
        assert KNOWN == table.refused(entry), "it is in the hand, and the section was laid before"
    assert ("cards", "copies") == table.refused('overrule copies card=build-5 count=0 why="so"')


def test_whoever_took_it_may_show_it_and_then_it_is_known_where_it_lies() -> None:
    table = taken().enter("face card=build-1", "done")
    table.enter("attack side=1 at=b1 kind=build cards=1", "present card=build-5", "strike")
    table.enter("reveal side=1 at=b1 kind=build card=1 value=1")
    assert KNOWN == table.refused('overrule value side=0 at=b1 kind=build card=1 value=5 why="so"')
    assert () == table.state.taken


@pytest.fixture
def laid() -> Table:
    """Ann has laid one of two Build cards since, of which one is the Build 5."""
    return taken().enter("face card=build-1", "done", "build at=b2", "done")


def test_once_it_may_lie_face_down_it_can_be_turned_up_there_and_still_not_elsewhere(laid) -> None:
    laid.enter("face card=build-1", "face card=build-1")
    laid.enter("attack side=0 at=b2 kind=build cards=1")
    where = "1 with Ann, in hand or face down"
    assert where in why(laid, "present card=build-5")
    laid.enter("present card=build-2", "strike")
    assert laid.game.explain(
        laid.state, laid.game.parse("reveal side=0 at=b2 kind=build card=1 value=5")
    ).allowed
    laid.enter("reveal side=0 at=b2 kind=build card=1 value=1")
    (still,) = [one for one in laid.state.taken if one.card.value == "build-5"]
    assert {("hand", 0), ("gateway", 0)} == set(still.places), "or it is the card of b1"


def test_ceto_brings_it_to_the_other_hand() -> None:
    table = taken().enter("face card=build-1", "done")
    table.state = table.state._replace(hands=((2, 0, 1, 0), (1, 1, 0, 0)))
    table.enter("leader name=ceto", "draw back=war")
    table.enter("attack side=0 at=b1 kind=war cards=1", "present card=build-5")
    table = taken().enter("face card=build-1")
    table.state = table.state._replace(hands=((2, 0, 0, 0), (1, 1, 1, 0)))
    table.enter("leader name=ceto", "draw back=war", "attack side=1 at=b1 kind=build cards=1")
    assert "1 in Bo’s hand" in why(table, "present card=build-5")


def test_what_perished_unseen_may_be_shuffled_into_the_deck() -> None:
    table = taken().enter("face card=build-1")
    action = 'overrule remove side=0 at=b1 kind=build card=1 why="so"'
    table.enter("done", "build at=b2", "done", "face card=build-1", "face card=build-1", action)
    assert KNOWN == table.refused('overrule value side=1 at=b1 kind=build card=1 value=5 why="so"')
    table.state = table.state._replace(deck=(0, 0, 0, 0))
    table.enter("fortify at=b1 kind=war", "fortify at=b1 kind=build", "done")
    left = [one.card.value for one in table.state.taken]
    assert "build-5" not in left, "the removed card may have been it"


def test_attackers_that_go_back_to_the_hand_are_known_there() -> None:
    table = taken().enter("face card=build-1", "attack side=0 at=b1 kind=war cards=1")
    table.enter("present card=build-2", 'overrule turn seat=1 why="so"')
    assert ["build-5", "build-2"] == [one.card.value for one in table.state.taken]
    assert {("hand", 1)} == set(table.state.taken[1].places)


def test_what_only_a_seat_has_noted_is_known_to_nobody_else() -> None:
    table = taken().enter("face card=build-1")
    noted = table.enter("remember seat=0 at=b1 kind=build card=1 value=2").state
    assert noted.taken == taken().state.taken
    assert redact(noted, None).taken == noted.taken


def test_a_place_that_hides_no_such_card_any_more_is_no_place_of_it() -> None:
    table = taken()
    empty = table.state._replace(hands=((0, 1, 0, 0), (1, 1, 0, 0)))
    assert () == settled(empty).taken


# ---------------------------------------------------------------- Leaders


def ceto_taken() -> Table:
    """Ann has taken Ceto from the row, which waits for a new Face card."""
    table = Table().enter(*DEALT, "face card=ceto", *ROW[1:])
    table.state = table.state._replace(hands=((2, 2, 0, 0), (2, 2, 0, 0)))
    return table.enter("fortify at=b1 kind=war", "done")


def only_once(place: str) -> str:
    return f"There is only one Ceto, and everybody knows where: {place}."


def test_a_leader_that_lies_in_the_row_is_refused_with_that() -> None:
    table = Table().enter(*DEALT, "face card=ceto")
    assert only_once("in the row") == why(table, "face card=ceto")


def test_a_leader_that_everybody_saw_go_to_a_hand_is_refused_with_whose_it_is() -> None:
    assert only_once("in Ann’s hand") == why(ceto_taken(), "face card=ceto")


def test_a_leader_that_was_played_is_refused_with_where_it_was_discarded() -> None:
    table = ceto_taken().enter("face card=build-1", "face card=build-1", "done")
    table.enter("leader name=ceto", "draw back=build", "build at=b2", "done")
    assert only_once("on the discard pile") == why(table, "face card=ceto")


def test_a_leader_that_was_turned_up_to_break_the_tie_is_refused_with_that() -> None:
    table = ceto_taken()
    table.state = table.state._replace(
        phase=Phase.CUT, named=(frozenset(), frozenset()), cut=(Card("ceto"),)
    )
    seat = table.game.to_act(table.state)
    entry = f"cut seat={next(iter(seat))} card=ceto"
    assert only_once("turned up to break the tie") == why(table, entry)


def test_a_leader_that_is_played_and_lies_elsewhere_is_refused_with_where_it_is() -> None:
    table = ceto_taken().enter("face card=build-1", "face card=build-1")
    table.state = table.state._replace(hands=(table.state.hands[0], (2, 2, 1, 0)))
    says = "Bo cannot hold Ceto now: that card is in Ann’s hand."
    assert says == why(table, "leader name=ceto")


def test_a_leader_that_nobody_has_seen_is_refused_without_a_place() -> None:
    table = taken().enter("face card=build-1")
    table.state = table.state._replace(hands=((2, 0, 1, 0), (1, 1, 0, 0)))
    assert "that card is" not in why(table, "leader name=ceto")


# ---------------------------------------------------------------- the row


def short(faces: int, **more) -> Table:
    """Bo has one War card to attack with; the row is short, and the deck is empty."""
    table = Table(**DECK).enter(*DEALT, *ROW, "fortify at=b1 kind=war", "done")
    table.enter("face card=build-1")
    row = table.state.faces[:faces]
    table.state = table.state._replace(faces=row, deck=(0, 0, 0, 0), **more)
    return table


def test_v39_a_row_that_ran_short_is_filled_once_there_are_discards() -> None:
    table = short(2).enter("attack side=0 at=b1 kind=war cards=1", "present card=war-1", "strike")
    table.enter("reveal side=0 at=b1 kind=war card=1 value=1", "done")
    assert ("draw", [0, 2, 0, 0]) == (table.values["phase"], table.values["deck"])
    table.enter("draw back=war")
    assert [2] == [fact.empty for fact in table.found("row-stayed-short")]
    assert ("refill", 1) == (table.values["phase"], table.values["turn"])
    table.enter("face card=war-1")
    assert (["war-1", "war-2", "war-1"], 0) == (table.values["faces"], table.values["turn"])


def test_v39_it_is_filled_before_a_face_card_is_taken() -> None:
    table = short(0, discard=(1, 0, 0, 0))
    table.enter("fortify at=b1 kind=war", "done")
    assert ("refill", []) == (table.values["phase"], table.values["faces"])
    table.enter("face card=build-1")
    assert ([], 0) == (table.values["faces"], table.values["turn"])
    assert 2 == table.values["hands"][1][0]


def test_v39_nothing_is_filled_before_the_hand_is_replenished() -> None:
    table = short(2, discard=(1, 0, 0, 0), turn=1)
    assert "act" == table.values["phase"]
    table.enter("done")
    assert "refill" == table.values["phase"], "also after a turn in which nothing was done"


def test_v39_without_any_card_the_row_stays_short() -> None:
    table = short(2).enter("done")
    assert (2, 0) == (len(table.values["faces"]), table.values["turn"])
