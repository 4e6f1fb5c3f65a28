"""The Breakers edition of Waves: its modes and its two players."""

import re

import pytest

from referee.core import BadSetup, Setup, play, read_transcripts
from referee.games import load_all
from referee.games.waves.facts import Drawn
from referee.match.replays import Mismatch, Said, replay

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Fay")
SHUFFLE = "Shuffle the discard pile: it is the new deck."
TABLETS = "scholars-six,equal-or-lower,knights-calm,counterclockwise,nobles-calm"


@pytest.fixture
def pair(table, breakers):
    """Lay a table of two players, whose Council is known and whose Wave token lies at place 1."""

    def pair(*entries: str, **options: str):
        chosen = {"tablets": TABLETS, "council": "2,2,2,2,2", "token": "1"} | options
        return table(
            "council knight,scholar,knight,keeper",
            *entries,
            names=("Ann", "Bo"),
            game=breakers,
            **chosen,
        )

    return pair


# ---------------------------------------------------------------- what it is


def test_both_editions_are_games_of_the_list_under_their_own_names(waves, breakers) -> None:
    assert [slug for slug in load_all() if slug in ("waves", "breakers")] == ["waves", "breakers"]
    assert ("Waves", "Waves: Breakers edition") == (waves.info.title, breakers.info.title)
    assert waves.info.summary != breakers.info.summary
    assert ((2, 4, 6), 1) == (breakers.info.seats, breakers.info.rules_version)
    assert (2, 3, 4, 5, 6) == waves.info.seats


@pytest.mark.parametrize(
    ("count", "mode", "sides"),
    [
        (2, ("head-to-head", "1 against 1"), [[0], [1]]),
        (4, ("teams", "2 against 2"), [[0, 2], [1, 3]]),
        (6, ("teams", "3 against 3"), [[0, 2, 4], [1, 3, 5]]),
    ],
)
def test_its_three_modes(breakers, count, mode, sides) -> None:
    modes = breakers.options(NAMES[:count], {})[0].groups[0].choices
    assert [mode] == [(choice.value, str(choice.label)) for choice in modes]
    state = breakers.setup(Setup(NAMES[:count], ()))
    values = breakers.values(state, None)
    assert (sides, [5] * count) == (values["sides"], values["hands"])
    assert {(5, 7)} == {(goal.classes, goal.elders) for goal in state.table.goals}


@pytest.mark.parametrize(
    ("count", "options", "said"),
    [
        (3, {}, "Waves: Breakers edition cannot be played by 3."),
        (5, {}, "Waves: Breakers edition cannot be played by 5."),
        (4, {"mode": "all-vs-all"}, "4 players cannot play “all-vs-all”."),
        (6, {"mode": "all-vs-all"}, "6 players cannot play “all-vs-all”."),
    ],
)
def test_other_modes_and_numbers_of_players_are_refused(breakers, count, options, said) -> None:
    with pytest.raises(BadSetup) as refused:
        breakers.setup(Setup(NAMES[:count], tuple(options.items())))
    assert said in str(refused.value)


@pytest.mark.parametrize("count", [2, 4, 6])
def test_the_suggested_tablets_are_those_of_the_second_edition_and_say_so(
    waves, breakers, count
) -> None:
    ours, theirs = (game.options(NAMES[:count], {})[1] for game in (breakers, waves))
    assert ours.default == theirs.default
    assert [preset.value for preset in ours.presets] == [preset.value for preset in theirs.presets]
    assert {"As in the second edition."} == {str(preset.detail) for preset in ours.presets}
    named = {2: "1 against 1"}.get(count, "Teams")
    assert ["First game", named] == [str(preset.label) for preset in ours.presets]


# ---------------------------------------------------------------- its two players


def test_w33_who_has_the_wave_token_picks_one_of_two_elders_then_the_opponent_does(pair) -> None:
    laid = pair()
    assert [1] == laid.values["to_act"]
    assert {"W33"} == {laid.ruling(f"follow slot={slot}").rule for slot in (0, 2)}
    assert [True, True] == [laid.ruling(f"follow slot={slot}").allowed for slot in (1, 3)]
    laid.enter("follow slot=3")
    assert [0] == laid.values["to_act"]
    assert [True, True] == [laid.ruling(f"rebel slot={slot} count=5").allowed for slot in (0, 2)]
    assert "Ann is next; Bo (Elder 1) has to wait." == laid.refusal("follow slot=1")
    laid.enter("follow slot=2")
    assert "Bo (Elder 1) is next; Ann (Elder 1) has to wait." == laid.refusal("follow slot=0")
    laid.enter("follow slot=1")
    assert "Bo (Elder 1) has already laid. Now Ann (Elder 1) lays Agents." == laid.refusal(
        "follow slot=1"
    )


def test_w33_both_draw_two_together_after_both_have_laid_once(pair) -> None:
    laid = pair("follow slot=1")
    assert ([5, 4], []) == (laid.values["hands"], laid.found("drawn"))
    laid.enter("rebel slot=0 count=5")
    drawn = [(fact.seat, fact.count, fact.hand, fact.rule) for fact in laid.found("drawn")]
    assert [(1, 2, 6, "W33"), (0, 2, 2, "W33")] == drawn
    assert (86 - 4, [2, 6]) == (laid.values["deck"], laid.values["hands"])
    laid.enter("follow slot=3")
    assert [] == laid.found("drawn")
    laid.enter("follow slot=2")
    assert [] == laid.found("drawn")
    assert [1, 5] == laid.values["hands"]


def test_the_screen_says_who_picks_and_that_both_draw(pair) -> None:
    laid = pair()
    step = laid.game.view(laid.state, None).step
    assert "Bo: lay one Follower or Breakers at either Elder." == str(step.say)
    groups = {(choice.group, str(choice.group_label)) for choice in step.choices}
    assert {("slot-1", "Elder 1: Bo"), ("slot-3", "Elder 2: Bo")} == groups
    assert 2 * (1 + 5) == len(step.choices)
    laid.enter("follow slot=3", "follow slot=0")
    step = laid.game.view(laid.state, None).step
    assert "Bo (Elder 1): lay your Agents. One Follower, or Breakers?" == str(step.say)
    assert ["Bo: draw 2 cards.", "Ann: draw 2 cards."] == [str(order) for order in step.hands]
    assert {""} == {choice.group for choice in step.choices}


def test_w32_an_empty_hand_lays_a_follower_at_either_elder_and_draws_two_afterwards(pair) -> None:
    laid = pair(
        "rebel slot=3 count=5",
        "follow slot=0",
        "rebel slot=1 count=2",
        "follow slot=2",
        "reveal slot=1 card=noble",
        "reveal slot=3 card=noble",
        "reveal slot=2 card=scholar",
        "reveal slot=0 card=scholar",
        council="5,5,5,5,5",
    )
    # Bo has collected at both Elders; Ann has 5 + 2 - 2 and two Elders more, and keeps 5.
    assert (2, 2, [5, 0]) == tuple(laid.values[name] for name in ("round", "token", "hands"))
    laid.enter("follow slot=0")
    step = laid.game.view(laid.state, None).step
    assert "Bo: draw 1 card and lay it as a Follower at either Elder." == str(step.say)
    assert {"follow slot=1", "follow slot=3"} == {
        laid.game.format(choice.action) for choice in step.choices
    }
    assert "W32" == laid.ruling("rebel slot=3 count=1").rule
    deck = laid.values["deck"]
    empty = laid.state._replace(deck=0, discard=deck + laid.values["discard"])
    assert SHUFFLE in hands_of(laid.game, empty)
    after, _ = play(laid.game, empty, laid.game.parse("follow slot=3"))
    assert SHUFFLE not in hands_of(laid.game, after)
    laid.enter("follow slot=3")
    assert [("W32", 1, 1), ("W33", 0, 2), ("W33", 1, 2)] == [
        (fact.rule, fact.seat, fact.count) for fact in laid.found("drawn")
    ]
    assert ([6, 2], deck - 5) == (laid.values["hands"], laid.values["deck"])


@pytest.mark.parametrize("slug", ["waves", "breakers"])
def test_every_card_that_two_players_draw_is_ordered_once_and_when_it_is_drawn(
    slug, transcripts
) -> None:
    # What is said before an entry and after it, together, orders each draw that followed from it.
    game = load_all()[slug]
    drawn = 0
    for path in transcripts(game):
        events = [
            event
            for event in replay(path.read_text("utf-8").splitlines(), load_all())
            if isinstance(event, Said) and not event.refused
        ]
        if len(events[0].after.table.names) > 2:
            continue
        asked = ""
        for event in events:
            ordered = [order for order in hands_of(game, event.after) if ": draw " in order]
            ordered += [asked] if ": draw 1 card" in asked else []
            names = event.after.table.names
            facts = [fact for fact in event.facts if isinstance(fact, Drawn)]
            wanted = [(names[fact.seat], fact.count) for fact in facts]
            assert sorted(wanted) == sorted(drawing(order) for order in ordered)
            asked = str(game.view(event.after, None).step.say)
            drawn += len(wanted)
    assert drawn > 20


def hands_of(game, state) -> list[str]:
    return [str(order) for order in game.view(state, None).step.hands]


def drawing(order: str) -> tuple[str, int]:
    """Take apart `Bo (Elder 2): draw 2 cards.`."""
    taken = re.fullmatch(r"([^(:]+?)(?: \(.*?\))?: draw (\d) cards?\b.*", order)
    assert taken
    return taken[1], int(taken[2])


@pytest.mark.parametrize("slug", ["waves", "breakers"])
def test_what_is_said_of_laying_and_drawing_is_so_with_two_players_too(slug) -> None:
    says = {str(name): str(rule.says) for name, rule in load_all()[slug].rulebook.items()}
    for name in ("new-round", "W28"):
        assert "two players" in says[name]
    if slug == "breakers":
        assert "two players" in says["play"]
        assert says["play"].index("two players") > says["play"].lower().index("clockwise")


@pytest.mark.parametrize("slug", ["waves", "breakers"])
def test_two_elders_of_one_player_are_told_apart_however_early_a_name_is_cut(slug) -> None:
    game = load_all()[slug]
    names = (40 * "w", "Anna Katharina von Hohenstein-Waldenburg")
    state = game.setup(Setup(names, ()))
    view = game.view(state, None)
    groups = {choice.group: str(choice.group_label) for choice in view.step.choices}
    for labels in ([str(zone.label) for zone in view.zones[:4]], list(groups.values())):
        assert 4 == len({label[:12] for label in labels})


@pytest.mark.parametrize("slug", ["waves", "breakers"])
def test_with_two_players_a_place_says_whose_hand_it_counts(slug) -> None:
    game = load_all()[slug]
    places = game.view(game.setup(Setup(("Ann", "Bo"), ())), None).zones[:4]
    marks = [str(place.marks[-1].label) for place in places]
    assert ["Ann holds 5 cards", "Bo holds 5 cards"] * 2 == marks


@pytest.mark.parametrize(
    ("token", "order"), [("0", "0,1,2,3"), ("1", "1,2,3,0"), ("2", "2,3,0,1"), ("3", "3,0,1,2")]
)
@pytest.mark.parametrize("swapped", [False, True])
def test_elders_are_tested_from_the_wave_token_whichever_was_laid_at_first(
    pair, token, order, swapped
) -> None:
    around = [int(slot) for slot in order.split(",")]
    picked = [around[index] for index in ((2, 3, 0, 1) if swapped else range(4))]
    laid = pair(*(f"follow slot={slot}" for slot in picked), token=token)
    for slot in around:
        laid.enter(f"reveal slot={slot} card=scholar")
        assert [slot] == [fact.slot for fact in laid.found("collection")]


def test_four_and_six_players_lay_clockwise_and_draw_at_the_end_of_the_round(
    table, breakers
) -> None:
    begun = {"mode": "teams", "token": "2"}
    laid = table("council knight,scholar,noble,keeper", game=breakers, **begun)
    assert "Cy is next, then the others clockwise; Di has to wait." == laid.refusal("follow slot=3")
    laid.enter("follows 2,3,0,1")
    assert [] == laid.found("drawn")
    assert [4, 4, 4, 4] == laid.values["hands"]


# ---------------------------------------------------------------- the same game otherwise


def test_the_teams_of_the_second_edition_play_the_same_game(waves, transcripts) -> None:
    # Every transcript of the second edition in a mode that this one has too, except for two
    # players, is played again word by word: each value, each refusal and each end is the same.
    played = 0
    for path in transcripts(waves):
        lines = path.read_text("utf-8").splitlines()
        setup = next(read_transcripts(lines)).setup
        if setup.chosen.get("mode") != "teams" or len(setup.names) not in (4, 6):
            continue
        again = ["game breakers" if line == "game waves" else line for line in lines]
        events = list(replay(again, load_all()))
        assert [] == [str(event.text) for event in events if isinstance(event, Mismatch)]
        played += 1
    assert played >= 5


def test_two_players_of_the_second_edition_still_lay_clockwise(table) -> None:
    laid = table("council knight,scholar,knight,keeper", names=("Ann", "Bo"), council="2,2,2,2,2")
    assert ("play", "play") == tuple(laid.ruling(f"follow slot={slot}").rule for slot in (0, 2))
    assert not laid.ruling("follow slot=2").allowed
    laid.enter("follow slot=0")
    assert [6, 5] == laid.values["hands"]
