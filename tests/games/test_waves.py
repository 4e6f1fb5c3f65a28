"""Majorities, Powers and collecting in Waves, worked out by hand from the rules."""

import pytest
from laid_waves import CALM, FOUR, SIX, with_side

from referee.games.waves.components import Class


def judged(table) -> list[tuple]:
    """Return slot, Powers of Agent and Elder, what decided, and Shells left of the last tests."""
    return [
        (fact.slot, fact.agent_power, fact.elder_power, fact.decided, fact.shells)
        for fact in table.found("collection")
    ]


# ---------------------------------------------------------------- majorities and Shells


def test_w1_shells_are_set_and_not_added(table) -> None:
    laid = table("council scholar,keeper,seer,seer", "follows 0,1,2,3", tablets=CALM)
    laid.enter("reveal slot=0 card=scholar", "reveal slot=3 card=seer")
    laid.enter("reveal slot=2 card=seer", "reveal slot=1 card=knight")
    # Bo took one of two Shells; the next Council brings two again, not three.
    assert [("seer", 2)] == [(f.card.value, f.shells) for f in laid.found("open-majority")]
    assert 2 == laid.values["shells"]
    assert [(1, 2)] == [(fact.before, fact.shells) for fact in laid.found("shells-set")]


@pytest.mark.parametrize(
    ("council", "expected"),
    [
        ("scholar,keeper,knight,seer", "seer"),
        ("keeper,keeper,knight,knight", "knight"),
        ("noble,keeper,keeper,scholar", "keeper"),
        ("noble,scholar,scholar,noble", "noble"),
    ],
)
def test_w2_the_highest_number_decides_a_tie(table, council, expected) -> None:
    assert expected == table(f"council {council}").values["open_majority"]


def test_w3_a_tie_goes_by_the_printed_number(table) -> None:
    # Scholars would have 6 Power, but no tablet is active while the majority is found.
    laid = table("council scholar,scholar,keeper,keeper", "follows 0,1,2,3", tablets=CALM)
    assert "keeper" == laid.values["true_majority"]
    assert ["W2"] == [fact.rule for fact in laid.found("true-majority")]
    assert "W3" in laid.found("true-majority")[0].also


def test_w4_collected_elders_do_not_count(table) -> None:
    laid = table("council scholar,keeper,seer,seer")
    laid.enter('overrule give seat=1 card=scholar why="Left from before"')
    laid.enter('overrule give seat=1 card=scholar why="Left from before"', "follows 0,1,2,3")
    (fact,) = laid.found("true-majority")
    assert ("seer", (1, 1, 0, 2, 0), True) == (
        fact.card.value,
        fact.counts.tally(),
        "W4" in fact.also,
    )


def test_w5_rebels_count_before_the_extra_ones_are_discarded(table) -> None:
    laid = table("council seer,seer,seer,noble", "rebel slot=0 count=4", "follows 1,2,3")
    laid.enter("reveal slot=0 card=keeper")
    assert (0, 4, 0, 3, 1) == laid.found("true-majority")[0].counts.tally()
    assert (3, 1) == (laid.values["discard"], laid.values["agents"][0]["count"])


def test_w6_w8_the_majority_is_not_counted_again_and_the_elder_is_the_new_owners(table) -> None:
    laid = table(
        "council seer,seer,scholar,keeper", "follows 0,1,2,3", tablets=with_side("rotate-elders")
    )
    assert ["seer", "scholar", "keeper", "seer"] == laid.values["elders"]
    laid.enter("reveal slot=0 card=noble", "reveal slot=1 card=keeper")
    assert "seer" == laid.values["true_majority"]
    assert [["seer"], ["scholar"], [], []] == laid.values["collected"]


def test_w7_the_elder_that_faces_nobody_stays(table) -> None:
    laid = table(
        "council scholar,keeper,seer,seer",
        "follows 0,1,2",
        names=FOUR[:3],
        council="2,2,2,2,2",
        tablets=with_side("rotate-elders"),
    )
    assert ["keeper", "seer", "scholar", "seer"] == laid.values["elders"]
    assert "W7" in laid.found("rotated")[0].also


def test_w9_head_to_head_the_elders_move_to_the_opponent(table) -> None:
    laid = table(
        "council seer,noble,seer,seer",
        "follows 0,1,2,3",
        names=("Ann", "Bo"),
        council="2,2,2,2,2",
        tablets=with_side("rotate-elders"),
    )
    assert ["noble", "seer", "seer", "seer"] == laid.values["elders"]


# ---------------------------------------------------------------- Powers


def test_w10_w11_powers_to_the_right_are_read_once_and_pass_nobody_by(table) -> None:
    laid = table(
        "council knight,knight,noble,scholar",
        "follows 0,1,2",
        names=FOUR[:3],
        council="3,3,3,3,3",
        tablets=with_side("elders-right"),
    )
    assert [(1, 3, 3, 5)] == [fact.powers for fact in laid.found("right-powers")]
    laid.enter("reveal slot=0 card=keeper")
    assert [(0, 2, 1, "all", 2)] == judged(laid)
    # Ann's Elder is gone, but Bo's still has the 3 that was printed on it.
    laid.enter("reveal slot=1 card=seer")
    assert [(1, 4, 3, "all", 1)] == judged(laid)


@pytest.mark.parametrize(("reading", "power"), [("agents", 2), ("elders", 1)])
def test_w12_the_agent_to_the_right_counts_unless_the_house_says_the_elder(
    table, reading, power
) -> None:
    laid = table(
        "council knight,knight,keeper,scholar",
        "rebel slot=0 count=1",
        "follows 1,2",
        "rebel slot=3 count=1",
        "reveal slot=0 card=noble",
        "reveal slot=3 card=keeper",
        "reveal slot=1 card=scholar",
        tablets=with_side("agents-right"),
        agents_right=reading,
    )
    laid.enter("reveal slot=2 card=scholar")
    assert power == next(fact.agent_power for fact in laid.found("collection") if fact.slot == 0)


def test_w13_with_three_players_nobodys_elder_is_passed_by(table) -> None:
    laid = table(
        "council knight,knight,keeper,noble",
        "follows 0,1",
        "rebel slot=2 count=1",
        "reveal slot=2 card=seer",
        names=FOUR[:3],
        council="2,2,2,2,2",
        tablets=with_side("agents-right"),
    )
    laid.enter("reveal slot=0 card=scholar")
    assert [(0, 4, 3, "all", 1)] == judged(laid)
    assert "W13" in laid.found("collection")[0].also


def test_w14_a_follower_shown_early_stays_a_follower(table) -> None:
    laid = table(
        "council knight,knight,keeper,scholar",
        "follows 0,1",
        "rebel slot=2 count=1",
        "follow slot=3",
        "reveal slot=2 card=knight",
        "reveal slot=0 card=seer",
        tablets=with_side("agents-right"),
    )
    assert "waves" == laid.ruling("reveal slot=1 card=noble").rule
    laid.enter("reveal slot=3 card=noble")
    assert ["W14"] == [fact.rule for fact in laid.found("early-reveal")]
    assert [(0, 5, 3, "all", 1)] == judged(laid)
    laid.enter("reveal slot=1 card=noble")
    # Di's Follower acts in the first wave, before the Rebel of Cy.
    assert [1, 3, 2] == [fact.slot for fact in laid.found("collection")]


@pytest.mark.parametrize("agent", ["noble", "scholar"])
def test_w15_no_scholar_is_collected_while_scholars_have_six(table, agent) -> None:
    laid = table("council scholar,scholar,keeper,seer", "follows 0,1,2,3", tablets=CALM)
    laid.enter(f"reveal slot=0 card={agent}")
    assert [("W15", False)] == [(fact.rule, fact.collected) for fact in laid.found("collection")]


@pytest.mark.parametrize(("agent", "power"), [("scholar", -1), ("keeper", 0)])
def test_w16_power_falls_to_zero_and_below(table, agent, power) -> None:
    laid = table(
        "council seer,seer,scholar,keeper",
        "follows 0,1,2,3",
        tablets=with_side("followers-minus-two"),
    )
    laid.enter(f"reveal slot=0 card={agent}")
    assert [(0, power, 4, "power", 2)] == judged(laid)
    assert "W16" in laid.found("collection")[0].also


def test_w17_keepers_count_the_shells_that_lie_there_at_each_test(table) -> None:
    laid = table(
        "council seer,seer,scholar,scholar",
        "rebel slot=0 count=2",
        "rebel slot=1 count=2",
        "follows 2,3",
        "reveal slot=0 card=keeper",
        "reveal slot=1 card=keeper",
        "reveal slot=2 card=scholar",
        tablets=with_side("keepers-per-shell"),
    )
    laid.enter("reveal slot=3 card=scholar")
    assert [(0, 6, 4, "all", 1), (1, 4, 4, "power", 1)] == judged(laid)[1:]


# ---------------------------------------------------------------- collecting


def test_w18_the_first_one_is_used_up_only_by_an_elder_that_would_be_collected(table) -> None:
    laid = table(
        "council noble,keeper,scholar,noble",
        "follows 0,1,2,3",
        "reveal slot=0 card=scholar",
        tablets=with_side("first-returned"),
    )
    assert [("to-hand", False)] == [(f.rule, f.returned) for f in laid.found("collection")]
    laid.enter("reveal slot=1 card=noble")
    assert [("first-returned", True, 2)] == [
        (fact.rule, fact.returned, fact.shells) for fact in laid.found("collection")
    ]
    laid.enter("reveal slot=2 card=noble")
    assert [("collect", False, 1)] == [
        (fact.rule, fact.returned, fact.shells) for fact in laid.found("collection")
    ]


def test_w18_without_shells_the_first_one_is_not_used_up(table) -> None:
    laid = table(
        "council noble,keeper,scholar,noble",
        "follows 0,1,2,3",
        council="0,0,0,0,0",
        tablets=with_side("first-returned"),
    )
    laid.enter("reveal slot=0 card=noble", "reveal slot=1 card=noble")
    assert [(False, "shells")] == [(f.returned, f.decided) for f in laid.found("collection")]


def test_w19_a_copy_collected_this_round_by_the_partner_blocks_too(table) -> None:
    laid = table(
        "council keeper,noble,keeper,noble",
        "follows 0,1,2,3",
        mode="teams",
        tablets=with_side("no-copies"),
    )
    laid.enter("reveal slot=0 card=knight", "reveal slot=1 card=scholar")
    laid.enter("reveal slot=2 card=seer")
    assert ["W19"] == [fact.rule for fact in laid.found("collection")]
    assert [["keeper"], []] == laid.values["collected"]


def test_w20_the_twin_that_faces_nobody_counts_and_agents_never(table) -> None:
    laid = table(
        "council keeper,seer,scholar,keeper",
        "rebel slot=0 count=3",
        "follows 1,2",
        "reveal slot=0 card=seer",
        "reveal slot=1 card=noble",
        names=FOUR[:3],
        council="3,3,3,3,3",
        tablets=with_side("no-twin-elders"),
    )
    assert [["seer"], "seer"] == [laid.values["collected"][1], laid.values["true_majority"]]
    laid.enter("reveal slot=2 card=keeper")
    # Ann's Keeper has a twin in front of nobody; the Seers laid as Rebels were no Elders.
    assert [(2, "collect"), (0, "no-twin-elders")] == [
        (fact.slot, fact.rule) for fact in laid.found("collection")
    ]


def test_w21_six_followers_bring_five_shells(table) -> None:
    laid = table(
        "council noble,noble,noble,scholar,keeper,knight",
        "follows 0,1,2,3,4,5",
        names=SIX,
        tablets=with_side("shells-by-followers"),
    )
    assert 5 == laid.values["shells"]
    assert "W21" in laid.found("shells-set")[0].also


def test_w22_head_to_head_each_place_with_a_follower_counts(table) -> None:
    laid = table(
        "council noble,noble,scholar,keeper",
        "follows 0,1",
        "rebel slot=2 count=2",
        "follow slot=3",
        "reveal slot=2 card=noble",
        names=("Ann", "Bo"),
        council="1,1,1,1,1",
        tablets=with_side("shells-by-followers"),
    )
    assert 3 == laid.values["shells"]
    assert {"W22", "W23"} == set(laid.found("shells-set")[0].also)


def test_w25_without_shells_everybody_still_turns_over(table) -> None:
    laid = table("council scholar,keeper,seer,seer", "follows 0,1,2,3", council="0,0,0,0,0")
    for slot in (0, 3, 2):
        laid.enter(f"reveal slot={slot} card=noble")
        assert [(slot, "W25")] == [(fact.slot, fact.rule) for fact in laid.found("collection")]
    laid.enter("reveal slot=1 card=noble")
    assert (["noble"] * 4, [5] * 4) == (laid.values["elders"], laid.values["hands"])


def test_w26_w27_a_win_in_mid_wave_takes_its_shell_and_ends_the_game_at_once(table) -> None:
    laid = table("council seer,keeper,seer,scholar")
    for card in ("scholar", "keeper", "knight"):
        laid.enter(f'overrule give seat=0 card={card} why="Left from before"')
    laid.enter("follows 0,1,2,3", "reveal slot=0 card=noble")
    assert ("over", 1, []) == tuple(laid.values[name] for name in ("phase", "shells", "to_act"))
    assert {"reason": "four-classes", "seats": [0]} == laid.values["outcome"]
    assert ["collection", "won"] == [fact.kind for fact in laid.facts]
    assert [("goal", ("W26", "W27"))] == [(fact.rule, fact.also) for fact in laid.found("won")]


def test_classes_are_looked_at_before_elders_in_all(table) -> None:
    laid = table("council seer,keeper,seer,scholar", "follows 0,1,2,3")
    scholars = (Class.SCHOLAR, Class.SCHOLAR, Class.SCHOLAR)
    laid.state = laid.state._replace(
        collected=((*scholars, Class.KEEPER, Class.KNIGHT), (), (), ())
    )
    # The Seer makes both four classes and six Elders.
    laid.enter("reveal slot=0 card=noble")
    assert "four-classes" == laid.values["outcome"]["reason"]


@pytest.mark.parametrize(
    ("mode", "names", "goal"),
    [
        ("all-vs-all", FOUR, (0, 6, "six-elders", [0])),
        ("all-vs-all", SIX, (5, 6, "six-elders", [5])),
        ("teams", FOUR, (1, 7, "seven-elders", [1, 3])),
        ("teams", SIX[:5], (3, 7, "seven-elders", [1, 3])),
        ("teams", SIX[:5], (4, 6, "six-elders", [4])),
        ("teams", SIX, (2, 7, "seven-elders", [0, 2, 4])),
        ("three", FOUR[:3], (2, 7, "seven-elders", [2])),
        ("head-to-head", FOUR[:2], (1, 7, "seven-elders", [1])),
    ],
)
def test_each_side_wins_with_its_own_number_of_elders(table, mode, names, goal) -> None:
    seat, count, reason, winners = goal
    laid = table(names=names, mode=mode)
    side = laid.state.table.side_of[seat]
    piles = list(laid.state.collected)
    piles[side] = (Class.NOBLE,) * (count - 2)
    laid.state = laid.state._replace(collected=tuple(piles))
    laid.enter(f'overrule give seat={seat} card=noble why="It was forgotten"')
    assert laid.values["outcome"] is None
    laid.enter(f'overrule give seat={seat} card=noble why="It was forgotten"')
    assert {"reason": reason, "seats": winners} == laid.values["outcome"]


@pytest.mark.parametrize(
    ("mode", "names", "goal"),
    [
        ("all-vs-all", SIX[:5], (4, 4, "four-classes")),
        ("teams", SIX[:5], (4, 4, "four-classes")),
        ("teams", SIX[:5], (0, 5, "five-classes")),
        ("three", FOUR[:3], (0, 5, "five-classes")),
        ("head-to-head", FOUR[:2], (0, 5, "five-classes")),
    ],
)
def test_each_side_wins_with_its_own_number_of_classes(table, mode, names, goal) -> None:
    seat, count, reason = goal
    laid = table(names=names, mode=mode)
    for kind in list(Class)[:count]:
        assert laid.values["outcome"] is None
        laid.enter(f'overrule give seat={seat} card={kind.value} why="It was forgotten"')
    assert reason == laid.values["outcome"]["reason"]
