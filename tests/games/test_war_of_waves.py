"""Setting up and the actions of a turn of War of Waves, worked out by hand from the rules."""

import pytest
from laid_war_of_waves import FACES, START, Table, one, table

from referee.core import BadSetup, Setup
from referee.games import load_all
from referee.games.war_of_waves.components import DRAWS, HOUSE_DECK, Deed

EMPTY = "(- -)"


# ---------------------------------------------------------------- setting up


def test_after_dealing_and_the_row_the_first_player_acts() -> None:
    laid = table(first="0").values
    assert [[1, 1, 0, 0], [1, 1, 0, 0]] == laid["hands"]
    assert [32 - 4 - 2, 24 - 2 - 2, 2, 2] == laid["deck"]
    assert ["build-1", "war-2", "build-3", "war-4"] == laid["faces"]
    assert [[[None], []], *[[[], []]] * 6] == laid["gateways"][0] == laid["gateways"][1]
    assert ("act", 0, [0]) == (laid["phase"], laid["turn"], laid["acting"])


def test_whoever_begins_is_dealt_to_first() -> None:
    laid = Table(first="1")
    assert ("setup", "not-now") == laid.refused("dealt seat=0 build=0 war=0")
    laid.enter("dealt seat=1 build=0 war=0", "dealt seat=0 build=0 war=0")
    assert ("face", 1) == (laid.values["phase"], laid.values["turn"])


def test_v1_leaders_that_come_up_while_dealing_stay_in_the_hand() -> None:
    laid = Table().enter("dealt seat=0 build=2 war=1")
    assert [[1, 1, 2, 1], [0, 0, 0, 0]] == laid.values["hands"]
    assert [30, 23, 0, 1] == laid.values["deck"]
    assert "V1" == laid.found("hand-dealt")[0].rule
    assert ("V1", "not-so-many") == laid.refused("dealt seat=1 build=1 war=0")
    assert ("V1", "not-so-many") == laid.refused("dealt seat=1 build=0 war=-1")


def test_the_first_question_has_three_answers_and_asks_for_one_leader_at_a_time() -> None:
    # Two Leaders have each back in the list of the house: one at a time, never nine sums at once.
    laid = Table()
    assert laid.offered() == [
        "dealt seat=0 build=0 war=0",
        "dealt leader seat=0 back=build",
        "dealt leader seat=0 back=war",
    ]
    laid.enter("dealt leader seat=0 back=war", "dealt leader seat=0 back=war")
    assert laid.offered() == ["dealt seat=0 build=0 war=0", "dealt leader seat=0 back=build"]
    assert ("V1", "not-so-many") == laid.refused("dealt leader seat=0 back=war")


def test_leaders_entered_one_by_one_are_dealt_like_those_entered_at_once() -> None:
    at_once = Table().enter("dealt seat=0 build=1 war=2")
    one_by_one = Table().enter(
        "dealt leader seat=0 back=war",
        "dealt leader seat=0 back=build",
        "dealt leader seat=0 back=war",
        "dealt seat=0 build=0 war=0",
    )
    mixed = Table().enter("dealt leader seat=0 back=war", "dealt seat=0 build=1 war=1")
    assert at_once.state == one_by_one.state == mixed.state


def test_a_small_deck_lays_a_short_row() -> None:
    laid = Table(build="6,0,0,0,0,0", war="2,0,0,0,0,0")
    laid.enter("dealt seat=0 build=2 war=2", "dealt seat=1 build=0 war=0")
    laid.enter("face card=build-1", "face card=build-1")
    assert ("act", ["build-1", "build-1"]) == (laid.values["phase"], laid.values["faces"])


@pytest.mark.parametrize(
    ("options", "about"),
    [
        ({"build": "5,0,0,0,0,0"}, "build"),
        ({"war": "1,0,0,0,0,0"}, "war"),
        ({"build": "8,8,8,8"}, "build"),
        ({"build": "8,8,8,8,0,13"}, "build"),
        ({"war": "6,6,6,x,0,0"}, "war"),
        ({"leaders": "build,war,war"}, "leaders"),
        ({"leaders": "build,war,war,gate"}, "leaders"),
        ({"first": "2"}, "first"),
        ({"poseidon": "two"}, "poseidon"),
        ({"rebels": "4"}, "rebels"),
        ({"build": ""}, "build"),
        ({"war": "house"}, "war"),
        ({"preset": "8,8,8,8,0,0"}, "preset"),
    ],
)
def test_an_option_that_does_not_fit_is_named(options, about) -> None:
    with pytest.raises(BadSetup) as caught:
        Table(**options)
    assert about == caught.value.option
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"build": "8,8,8,8,0,0junk"}, "“0junk”"),
        ({"war": "6,6,6,x,0,0"}, "“x”"),
        ({"build": "8,8,8,8,0,13"}, "“13”"),
        ({"build": "8,8,8,8,0,0,0"}, "Here are 7."),
        ({"leaders": "build,war,war,gate"}, "“gate”"),
        ({"leaders": "build,war,war"}, "Here are 3."),
        ({"poseidon": "two"}, "“two”"),
        ({"first": "third"}, "“third”"),
    ],
)
def test_what_does_not_fit_in_an_option_is_quoted(options, named) -> None:
    with pytest.raises(BadSetup) as caught:
        Table(**options)
    assert named in str(caught.value)


@pytest.mark.parametrize("names", [("Ann",), ("Ann", "Bo", "Cy")])
def test_v37_the_game_is_for_two(names) -> None:
    with pytest.raises(BadSetup):
        load_all()["war-of-waves"].setup(Setup(names))
    assert (2,) == load_all()["war-of-waves"].info.seats
    assert ("V37", "no-such-seat") == Table().refused("dealt seat=2 build=0 war=0")


def test_the_table_s_own_deck_list_is_learned_for_its_next_game() -> None:
    laid = Table(build="7,6,5,4,3,2", war="1,2,3,4,5,6", leaders="war,war,build,build")
    learned = laid.game.learned(laid.state)
    options = {option.id: option for option in laid.game.options(("Ann", "Bo"), {})}
    filled = {
        name: options[name].filled(options[name].default, learned)
        for name in ("build", "war", "leaders")
    }
    assert {
        "build": "7,6,5,4,3,2",
        "war": "1,2,3,4,5,6",
        "leaders": "war,war,build,build",
    } == filled


def test_the_house_list_has_the_stated_numbers_of_cards_and_is_called_a_house_default() -> None:
    assert (32, 24, 2, 2) == HOUSE_DECK.counts()
    options = load_all()["war-of-waves"].options(("Ann", "Bo"), {})
    presets = [preset for option in options for preset in option.presets]
    assert ["House default"] * 3 == [str(preset.label) for preset in presets]
    asked = {option.id: [str(group.label) for group in option.groups] for option in options}
    assert "Build 1 (house default: 8)" == asked["build"][0]
    assert "War 6 (house default: 0)" == asked["war"][5]
    assert "Ares (house default: War)" == asked["leaders"][2]


# ---------------------------------------------------------------- actions of a turn


def test_v2_any_number_of_actions_of_two_types_in_any_order() -> None:
    laid = table().enter("fortify at=b1 kind=war").lay(one(), one(), hands=((9, 9, 0, 0),) * 2)
    laid.enter("build at=b2", "fortify at=b2 kind=war", "build at=b3")
    assert ["build", "fortify"] == laid.values["types"]
    assert ("V2", "two-types") == laid.refused("attack side=1 at=b1 kind=war cards=1")


def test_v2_an_attack_counts_from_when_it_is_declared() -> None:
    laid = table().lay(one(), one()).enter("attack side=1 at=b1 kind=war cards=1")
    assert ["attack"] == laid.values["types"]


@pytest.mark.parametrize(
    ("types", "deck", "face"),
    [
        ("", 0, 0),
        ("build", 0, 2),
        ("build fortify", 2, 0),
        ("fortify", 0, 1),
        ("fortify attack", 1, 1),
        ("attack", 1, 0),
        ("build attack", 0, 1),
    ],
)
def test_each_row_of_the_replenish_table(types, deck, face) -> None:
    laid = table().lay(one(), one())
    if "build" in types:
        laid.enter("build at=b2")
    if "fortify" in types:
        laid.enter("fortify at=b1 kind=build")
    if "attack" in types:
        laid.attack("1 b1 war 1", "war-1", shows="4")
    held, left = sum(laid.values["hands"][0]), sum(laid.values["deck"])
    laid.enter("done")
    assert (deck, "draw" if deck else "refill" if face else "act") == (
        laid.values["draws"],
        laid.values["phase"],
    )
    laid.enter(*["draw back=build"] * deck, *["face card=war-1"] * face)
    assert ("act", 1, 1) == (laid.values["phase"], laid.values["turn"], laid.values["turns"])
    assert held + deck + face == sum(laid.values["hands"][0])
    assert left - deck - face == sum(laid.values["deck"])


def test_the_replenish_table_has_no_row_for_three_types() -> None:
    assert {0, 1, 2} == {len(types) for types in DRAWS}
    assert 7 == len(DRAWS) == 1 + len(Deed) + len(Deed)


def test_v3_doing_nothing_brings_nothing() -> None:
    laid = table().enter("done")
    assert ["V3"] == [fact.rule for fact in laid.found("replenish")]
    assert [[1, 1, 0, 0], [1, 1, 0, 0]] == laid.values["hands"]


def test_v4_nothing_to_play_draws_a_deck_card_first_and_only_once() -> None:
    laid = table().lay(one(), one(), hands=((1, 1, 0, 0), (0, 0, 1, 0))).enter("done")
    assert ("draw", 1, 1) == (laid.values["phase"], laid.values["turn"], laid.values["draws"])
    laid.enter("draw back=war leader=yes")
    assert ("draw", 1) == (laid.values["phase"], laid.values["draws"])
    laid.enter("draw back=build")
    assert ("act", [1, 0, 1, 1], []) == (
        laid.values["phase"],
        laid.values["hands"][1],
        laid.values["types"],
    )


def test_v4_with_a_war_card_nobody_draws_first() -> None:
    laid = table().lay(one(), one(), hands=((1, 1, 0, 0), (0, 1, 0, 0))).enter("done")
    assert "act" == laid.values["phase"]


def test_face_cards_are_taken_from_the_far_end_and_filled_up_at_the_deck() -> None:
    laid = table().lay(one(), one()).enter("build at=b2", "done")
    assert ["war-2", "build-3", "war-4"] == laid.values["faces"]
    laid.enter("face card=build-4")
    assert ["build-3", "war-4", "build-4"] == laid.values["faces"]
    laid.enter("face card=war-1")
    assert ["build-3", "war-4", "build-4", "war-1"] == laid.values["faces"]


def test_a_leader_of_the_row_brings_one_more_after_the_row_is_filled_up() -> None:
    laid = Table().enter(*START[:2], "face card=ceto", *FACES[1:])
    laid.lay(one(), one(), hands=((0, 1, 0, 0), (1, 1, 0, 0)))
    laid.enter("fortify at=b1 kind=war", "done")
    assert ([["ceto"], []], [0, 0, 1, 0]) == (laid.values["names"], laid.values["hands"][0])
    laid.enter("face card=build-1")
    assert [0, 1, 1, 0] == laid.values["hands"][0]
    laid.enter("face card=build-1")
    assert (1, ["build-3", "war-4", "build-1", "build-1"]) == (
        laid.values["turn"],
        laid.values["faces"],
    )


def test_v34_nobody_has_a_hand_limit() -> None:
    laid = table().lay(one(), one(), hands=((30, 20, 0, 0), (1, 1, 0, 0)))
    laid.enter("fortify at=b1 kind=build", "done", "face card=war-1")
    assert 50 == sum(laid.values["hands"][0])


# ---------------------------------------------------------------- the deck runs out


def test_v33_the_discard_pile_becomes_the_deck_and_nothing_in_it_is_known() -> None:
    laid = table().lay(one(), one())
    laid.attack("1 b1 war 1", "war-3", shows="3")
    gone = laid.state.deck
    laid.state = laid.state._replace(deck=(0, 0, 0, 0))
    laid.enter("done")
    assert ([0, 2, 0, 0], [0, 0, 0, 0]) == (laid.values["deck"], laid.values["discard"])
    assert [2] == [fact.count for fact in laid.found("reshuffled")]
    assert ("cards", "none-left") == laid.refused("draw back=build")
    laid.enter("draw back=war")
    assert 1 == laid.values["turn"]
    assert 0 < sum(gone)


def test_v33_with_no_card_anywhere_nothing_is_drawn() -> None:
    laid = table().lay(one(), one())
    laid.enter("build at=b2", "fortify at=b1 kind=war")
    laid.state = laid.state._replace(deck=(0, 0, 0, 0))
    laid.enter("done")
    assert (1, 0) == (laid.values["turn"], laid.values["draws"])
    assert [False] == [fact.face for fact in laid.found("no-card-left")]


def test_v33_the_row_stays_shorter_when_nothing_is_left_to_turn_up() -> None:
    laid = table().lay(one(), one())
    laid.enter("build at=b2")
    laid.state = laid.state._replace(deck=(0, 0, 0, 0), faces=laid.state.faces[:1])
    laid.enter("done")
    assert ([], 1) == (laid.values["faces"], laid.values["turn"])
    assert [True] == [fact.face for fact in laid.found("no-card-left")]


def test_a_card_all_of_whose_copies_are_seen_cannot_come_again() -> None:
    laid = Table(war="3,3,0,0,0,1").enter(*START[:2], "face card=war-6")
    assert ("cards", "all-known") == laid.refused("face card=war-6")
    assert ("cards", "no-such-card") == laid.refused("face card=war-3")
    laid.enter("face card=ares")
    assert ("cards", "no-such-card") == laid.refused("face card=ares")


def test_a_leader_known_in_a_hand_or_discarded_cannot_come_up() -> None:
    laid = Table().enter(*START[:2], "face card=ceto", *FACES[1:])
    laid.lay(one(), one(), hands=((0, 1, 0, 0), (1, 1, 0, 0)))
    laid.enter("fortify at=b1 kind=war", "done")
    assert ("cards", "no-such-card") == laid.refused("face card=ceto")
    laid.enter("face card=build-1", "face card=build-1", "done")
    laid.enter("leader name=ceto", "draw back=build", "build at=b2", "done")
    assert [0, 0, 1, 0] == laid.values["discard"]
    assert ("cards", "no-such-card") == laid.refused("face card=ceto")
