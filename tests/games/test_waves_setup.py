"""Before a game of Waves: seats, modes, tablets, the Wave token, the Council card."""

import pytest

from referee.core import BadSetup, Setup
from referee.games import load_all
from referee.games.waves.components import HOUSE_COUNCIL, PRESETS, SHELLS, Tablet

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Fay")
RULEBOOK_SETS = {
    "first-game": "scholars-six,equal-or-lower,knights-calm,rotate-elders,nobles-calm",
    "head-to-head": "scholars-six,equal-or-lower,rebels-first,followers-minus-two,no-copies",
    "three": "scholars-six,keepers-per-shell,agents-right,rotate-elders,shells-by-followers",
    "teams": "scholars-six,equal-or-lower,rebels-first,rotate-elders,first-returned",
    "all-vs-all": (
        "followers-three-rebels-six,keepers-per-shell,elders-right,counterclockwise,no-copies"
    ),
}


def begin(waves, count: int, **options: str):
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    return waves.setup(Setup(NAMES[:count], tuple(chosen.items())))


def test_the_presets_are_the_sets_of_the_rulebook() -> None:
    written = {name: ",".join(one.value for one in side) for name, side in PRESETS.items()}
    assert RULEBOOK_SETS == written


def test_there_are_sixteen_tablet_sides_of_eight_tablets() -> None:
    counts = [sum(one.owner is kind for one in Tablet) for kind in {one.owner for one in Tablet}]
    assert [2, 2, 4, 4, 4] == sorted(counts)


def test_the_box_holds_a_hundred_cards(waves) -> None:
    assert [(number, 20) for number in range(1, 6)] == [
        (card.number, card.copies) for card in waves.components.cards
    ]


@pytest.mark.parametrize(
    ("mode", "count", "sides"),
    [
        ("head-to-head", 2, [[0], [1]]),
        ("three", 3, [[0], [1], [2]]),
        ("teams", 4, [[0, 2], [1, 3]]),
        ("teams", 5, [[0, 2], [1, 3], [4]]),
        ("teams", 6, [[0, 2, 4], [1, 3, 5]]),
        ("all-vs-all", 4, [[0], [1], [2], [3]]),
    ],
)
def test_the_sides_of_each_mode(waves, mode, count, sides) -> None:
    assert sides == waves.values(begin(waves, count, mode=mode), None)["sides"]


def test_the_solo_player_among_teams_of_five_holds_six_cards(waves) -> None:
    state = begin(waves, 5, mode="teams")
    assert [5, 5, 5, 5, 6] == waves.values(state, None)["hands"]
    orders = [str(order) for order in waves.view(state, None).step.hands]
    assert "Ed plays alone and gets 6." in orders


def test_without_a_mode_the_first_that_fits_is_played(waves) -> None:
    modes = [begin(waves, count).table.mode.value for count in (2, 3, 4)]
    assert ["head-to-head", "three", "teams"] == modes


def test_a_preset_can_be_named_and_tablets_come_in_any_order(waves) -> None:
    named = begin(waves, 4, tablets="first-game").table.tablets
    sides = RULEBOOK_SETS["first-game"].split(",")
    assert named == begin(waves, 4, tablets=", ".join(reversed(sides))).table.tablets


def test_the_house_numbers_are_used_only_where_they_are_asked_for(waves) -> None:
    assert (None,) * 5 == begin(waves, 5).numbers
    assert HOUSE_COUNCIL[5] == begin(waves, 5, council="house").numbers
    assert (1, None, 0, 5, None) == begin(waves, 5, council="1,?,0,5, ?").numbers
    assert {0, *range(1, SHELLS + 1)} >= {n for row in HOUSE_COUNCIL.values() for n in row}
    assert 2 == HOUSE_COUNCIL[4][3]


@pytest.mark.parametrize(
    ("count", "options", "said"),
    [
        (1, {}, "Waves cannot be played by 1."),
        (3, {"mode": "teams"}, "3 players cannot play “teams”."),
        (4, {"mode": "chess"}, "4 players cannot play “chess”."),
        (4, {"tablets": "scholars-six,hammer"}, "There is no such tablet: hammer."),
        (4, {"tablets": "best"}, "There is no such tablet: best."),
        (
            4,
            {"tablets": ""},
            "one tablet for each of the five classes: still missing for Scholars,",
        ),
        (
            4,
            {"tablets": "scholars-six,,no-copies"},
            "still missing for Keepers, Knights and Seers.",
        ),
        (
            4,
            {"tablets": RULEBOOK_SETS["teams"] + ",no-copies"},
            "Choose one tablet for each of the five classes: more than one for Nobles.",
        ),
        (
            4,
            {"tablets": RULEBOOK_SETS["teams"] + ",scholars-six"},
            "Choose one tablet for each of the five classes: more than one for Scholars.",
        ),
        (4, {"token": "4"}, "The Wave token cannot start at place “4”."),
        (4, {"token": "Ann"}, "The Wave token cannot start at place “Ann”."),
        (4, {"token": "٣"}, "The Wave token cannot start at place “٣”."),
        (4, {"token": "9" * 5000}, "The Wave token cannot start at place “999"),
        (4, {"council": "1,2,3"}, "five numbers from 0 to 5, or “?”; here are 3."),
        (4, {"council": "1,2,3,4,5,0"}, "five numbers from 0 to 5, or “?”; here are 6."),
        (4, {"council": "1,2,3,4,6"}, "five numbers from 0 to 5, or “?”; not “6”."),
        (4, {"council": "1,2,,4,5"}, "five numbers from 0 to 5, or “?”; not “”."),
        (4, {"council": "house,1"}, "five numbers from 0 to 5, or “?”; not “house”."),
        (4, {"council": "publisher"}, "five numbers from 0 to 5, or “?”; not “publisher”."),
        (4, {"agents_right": "left"}, "“agents-right” is “agents” or “elders”, not “left”."),
        (4, {"colour": "blue"}, "This game has no option called “colour”."),
    ],
)
def test_what_makes_no_game_is_refused_in_plain_words(waves, count, options, said) -> None:
    with pytest.raises(BadSetup) as refused:
        begin(waves, count, **options)
    assert said in str(refused.value)


def test_sets_of_tablets_are_those_of_the_modes_of_an_edition(breakers) -> None:
    for name in ("three", "all-vs-all"):
        with pytest.raises(BadSetup) as refused:
            begin(breakers, 4, tablets=name)
        assert f"There is no such tablet: {name}." in str(refused.value)


@pytest.mark.parametrize("slug", ["waves", "breakers"])
@pytest.mark.parametrize(
    "option", ["mode", "tablets", "token", "council", "agents-right", "colour"]
)
@pytest.mark.parametrize(
    "junk", ["", " ", ",", "?!", "six", "x" * 9000, "1" * 9000, "-1", "²", "٣"]
)
def test_junk_in_an_option_is_refused_by_the_name_of_the_option(slug, option, junk) -> None:
    if (option, junk) == ("council", ""):
        pytest.skip("no Council card yet: it is asked for")
    with pytest.raises(BadSetup) as refused:
        load_all()[slug].setup(Setup(NAMES[:4], ((option, junk),)))
    assert refused.value.option == option
    said = str(refused.value.text)
    assert said.endswith(".")
    assert junk.strip(" ,")[:20] in said or option == "colour"
    assert len(said) < 300


def test_every_player_needs_a_name(waves) -> None:
    with pytest.raises(BadSetup, match="Every player needs a name"):
        waves.setup(Setup(("Ann", "  "), ()))


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_the_questions_fit_the_players_and_their_answers_make_a_game(waves, count) -> None:
    names = NAMES[:count]
    for mode in [choice.value for choice in waves.options(names, {})[0].groups[0].choices]:
        options = waves.options(names, {"mode": mode})
        assert ["mode", "tablets", "token", "council"] == [option.id for option in options[:4]]
        tablets = options[1]
        assert RULEBOOK_SETS[mode] == tablets.default
        assert tablets.first_game == RULEBOOK_SETS["first-game"]
        assert [tablets.first_game, tablets.default] == [one.value for one in tablets.presets]
        assert f"council {mode} {count} scholar" in options[3].keep
        chosen = {option.id: option.default for option in options} | {"mode": mode}
        state = waves.setup(Setup(names, tuple(chosen.items())))
        assert waves.to_act(state)


def test_the_reading_of_the_agents_tablet_is_asked_for_only_where_it_lies(waves) -> None:
    sides = RULEBOOK_SETS["three"]
    asked = [option.id for option in waves.options(NAMES[:3], {"tablets": sides})]
    assert "agents-right" == asked[-1]
    assert "agents-right" not in [option.id for option in waves.options(NAMES[:4], {})]


def test_head_to_head_the_token_can_lie_at_each_of_the_four_elders(waves) -> None:
    token = waves.options(NAMES[:2], {})[2]
    assert ["Ann, Elder 1", "Bo, Elder 1", "Ann, Elder 2", "Bo, Elder 2"] == [
        str(choice.label) for choice in token.groups[0].choices
    ]


@pytest.mark.parametrize("slug", ["waves", "breakers"])
def test_w35_with_two_players_elders_lie_there_before_the_token_and_hands_come_last(slug) -> None:
    game = load_all()[slug]
    state = game.setup(Setup(("Ann", "Bo"), (("token", "3"),)))
    orders = [str(order) for order in game.view(state, None).step.hands]
    assert orders[1:5] == [
        "Shuffle the cards.",
        "Turn up 2 cards for each: Ann lays them in a column, Bo in a row across it.",
        "Wave token to Bo (Elder 2).",
        "Deal 5 to everybody.",
    ]
    token = game.options(("Ann", "Bo"), {})[2]
    assert "Where does the Wave token start?" == str(token.label)
    turned, picked, dealt = (
        str(token.help).index(word) for word in ("Flip", "other player", "hands")
    )
    assert turned < picked < dealt


def test_the_set_up_is_done_in_the_order_of_the_rulebook_from_a_to_f(waves) -> None:
    """A the Council card, B hands, C Elders, D the Wave token, E tablets, F Shells."""
    card, deal, elders, token, ready = waves.view(begin(waves, 4), None).step.hands
    assert "Put the Council card in the middle, face up." == str(card)
    assert "Shuffle the cards and deal 5 to everybody." == str(deal)
    assert "Turn up 1 card in front of each player: the Elders." == str(elders)
    assert "Wave token to Ann." == str(token)
    assert str(ready).startswith("Lay out the tablets “")
    assert str(ready).endswith(" and the 5 Shells.")
