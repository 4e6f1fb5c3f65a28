"""Cannons, the end and what always holds in Rolling with the Waves, worked out by hand."""

import random

import pytest
from laid_rolling import DRAFTED, ROUND, Table

from referee.games.rolling.allocation import open_places
from referee.games.rolling.components import CLEAR_IN_BOX, CREW_IN_BOX, Place
from referee.games.rolling.state import Phase

# ---------------------------------------------------------------- cannons


THREE = ("r5 r6 y6 y1 g2 g1 c1 c3 c2", "r5 y6 g2 r6 y1 g1 c1 c2 c3")
"""Ann takes 5, 6 and 1, Bo 6, 1 and 2, Cy 2, 1 and 3."""


def three(table, *put, first: int = 0, infamy: tuple[int, ...] = (5, 5, 5)) -> Table:
    """Lay a table of three whose small cannons will fire, all with 6 in them."""
    laid = table("Ann Bo Cy", first=str(first))
    for seat in range(3):
        laid.put(seat, "small", 6)
    for one in put:
        laid.put(*one)
    laid.rich(*infamy).roll(THREE[0])
    order = ["Ann", "Bo", "Cy"]
    dice = {"Ann": "r5 r6 c1", "Bo": "y6 y1 c2", "Cy": "g2 g1 c3"}
    turns = [dice[order[(first + turn) % 3]].split()[turn // 3] for turn in range(9)]
    laid.draft(" ".join(turns), first)
    laying = {0: "5>small 6>crew 1>hull", 1: "6>small 1>hull 2>large", 2: "2>small 1>crew 3>ports"}
    return laid.lay(*(laying[(first + turn) % 3] for turn in range(3)))


@pytest.mark.parametrize(
    ("infamy", "first", "queue"),
    [
        ((5, 5, 5), 0, [0, 1, 2]),
        ((5, 5, 5), 2, [2, 0, 1]),
        ((5, 6, 7), 0, [2, 1, 0]),
        ((6, 5, 6), 1, [2, 0, 1]),
    ],
)
def test_most_infamy_fires_first_then_clockwise_from_the_first_player(
    table, infamy, first, queue
) -> None:
    assert three(table, first=first, infamy=infamy)["queue"] == queue


def test_infamy_gained_by_firing_changes_no_order(table) -> None:
    laid = three(table, infamy=(7, 6, 5))
    laid.enter("fire seat=0 guns=small target=2 chest=1")  # nothing there: it gains 5
    assert (laid["infamy"], laid["queue"]) == ([12, 6, 5], [1, 2])


def test_who_was_robbed_before_is_robbed_of_what_is_left(table) -> None:
    laid = three(table, (2, "chest-1", 1, 2, 3, 4))
    # Ann has 11 in her small cannon, 3 shots; Bo 12, also 3.
    laid.enter("fire seat=0 guns=small target=2 chest=1", "stow seat=0 chest=1")
    assert laid["chests"][0][0] == [4, 3, 2]
    laid.enter("fire seat=1 guns=small target=2 chest=1")
    assert laid["loot"] == [1]
    laid.enter("stow seat=1 chest=3")
    assert (laid["chests"][1][2], laid["chests"][2][0]) == ([1], [])
    assert laid["infamy"][:2] == [5 + 5, 5 + 6]


def test_a_hull_blocks_again_and_what_was_written_into_it_this_round_counts(table) -> None:
    laid = three(table, (0, "hull", 6), (0, "chest-1", 1, 2, 3, 4), infamy=(5, 7, 6))
    # Ann's Hull is 6 and the 1 of this round: 7, level 1. Bo has 12, Cy 8: 3 shots and 2.
    laid.enter("fire seat=1 guns=small target=0 chest=1")
    assert laid["loot"] == [4, 3]
    assert {"R16", "blocks"} <= set(laid.of("fired")[0].also)
    laid.enter("stow seat=1 chest=1", "fire seat=2 guns=small target=0 chest=1")
    assert laid["loot"] == [2]
    assert {"R23", "R29"} <= set(laid.of("fired")[0].also)


def test_loot_is_written_in_the_order_it_was_taken_and_the_rest_is_lost(table) -> None:
    laid = three(table, (2, "chest-1", 1, 2, 3, 4), (0, "chest-2", 6, 6))
    laid.enter("fire seat=0 guns=small target=2 chest=1", "stow seat=0 chest=2")
    assert laid["chests"][0][1] == [6, 6, 4, 3]
    assert [fact.lost for fact in laid.of("stowed")] == [(2,)]


def test_loot_goes_into_the_only_chest_that_is_not_buried_unasked(table) -> None:
    laid = table("Ann Bo Cy")
    for chest in (1, 2):
        laid.put(0, f"chest-{chest}", 1)
        laid.enter(f'overrule buried seat=0 chest={chest} buried=yes why="so we begin"')
    laid.put(0, "small", 6).put(1, "chest-2", 4, 5).roll(THREE[0]).draft(THREE[1])
    laid.lay("5>small 6>crew 1>hull", "6>crew 1>hull 2>large", "2>ports 1>crew 3>hull")
    laid.enter("fire seat=0 guns=small target=1 chest=2")
    assert (laid["chests"][0], laid["round"]) == ([[1], [1], [5, 4]], 2)


def test_a_cannon_without_a_shot_asks_nobody_and_gives_infamy(drafted) -> None:
    laid = drafted((0, "small", 1)).lay("2>small 1>crew 5>hull", "3>hull 1>crew 2>ports")
    assert laid["round"] == 2
    assert (laid["small"][0], laid["infamy"][0]) == ([], 6)
    assert [fact.rule for fact in laid.of("fired-in-vain")] == ["R19"]


def test_two_cannons_at_one_player_are_blocked_once(drafted) -> None:
    laid = drafted(
        (0, "small", 6), (0, "large", 3, 4), (1, "hull", 7), (1, "chest-1", 1, 2, 3, 4)
    ).lay("5>small 2>large 1>crew", "3>ports 1>crew 2>large")
    # 11 are 3 shots, 3 + 4 + 2 = 9 are 3: 6 shots, one is blocked, and 4 dice lie there.
    laid.enter("fire seat=0 guns=both target=1 chest=1")
    assert laid["loot"] == [4, 3, 2, 1]
    assert laid["infamy"][0] == 5 + 5 + 2
    laid.enter("stow seat=0 chest=3")
    assert laid["chests"][0][2] == [4, 3, 2, 1]


def test_a_chest_buried_this_round_is_safe_this_round(drafted) -> None:
    laid = drafted((0, "small", 6), (1, "chest-1", 5), (1, "chest-2", 3)).lay(
        "5>small 2>large 1>crew", "all"
    )
    laid.enter("bury seat=1 chest=1")
    assert not laid.allows("fire seat=0 guns=small target=1 chest=1")
    assert laid.allows("fire seat=0 guns=small target=1 chest=2")
    assert laid.allows("fire seat=0 guns=small target=1 chest=3")  # an empty one may be picked


# ---------------------------------------------------------------- the end


def test_three_full_tracks_end_the_game_whatever_their_levels(drafted) -> None:
    ones = (1, 1, 1, 1)
    laid = drafted((0, "hull", *ones), (0, "ports", *ones), (0, "crew", *ones)).lay(
        "1>hull 2>ports 5>crew", "3>hull 1>crew 2>small"
    )
    assert laid["over"]
    outcome = laid.game.outcome(laid.state)
    assert (outcome.reason, outcome.winners) == ("three-tracks", (0,))
    # Ann: three tracks, and 5 Infamy with 1 for level 1 of Ports and 1 for the greatest sum.
    assert laid["infamy"] == [7, 5]
    assert laid["points"] == [15 + 2, 1]


def test_a_chest_that_is_emptied_by_theft_ends_nothing(table) -> None:
    laid = three(
        table,
        *((2, f"chest-{chest}", 1, 1, 1, 1) for chest in (1, 2, 3)),
        infamy=(7, 6, 5),
    )
    laid.enter("fire seat=0 guns=small target=2 chest=1", "stow seat=0 chest=1")
    laid.enter("fire seat=1 guns=small target=0 chest=2")
    laid.enter("fire seat=2 guns=small target=0 chest=2")
    assert (laid["over"], laid["round"]) == (False, 2)


def test_three_chests_end_the_game_at_the_end_of_the_round_with_its_income(table) -> None:
    laid = table()
    for chest in (1, 2, 3):
        laid.put(0, f"chest-{chest}", 1, 2, 3, *([4] if chest < 3 else []))
    laid.put(1, "ports", 6, 6).roll(ROUND).draft(DRAFTED)
    laid.lay("5>chest-3 1>crew 2>hull", "3>hull 1>crew 2>large")
    assert laid["over"]
    assert laid["infamy"] == [5, 5 + 2 + 1]
    assert laid["points"] == [10 + 10 + 11 + 1, 2]


# ---------------------------------------------------------------- what always holds


@pytest.mark.parametrize("seed", range(12))
def test_dice_are_kept_and_three_can_always_be_laid(rolling, seed) -> None:
    chance = random.Random(seed)
    players = 2 + seed % 4
    laid = Table(rolling, ["Ann", "Bo", "Cy", "Di", "Ed"][:players])
    joined = 0
    while rolling.outcome(laid.state) is None:
        state = laid.state
        dice = sum(state.bag) + len(state.pool) + sum(map(len, state.nests))
        assert dice == 3 * players + 1 + joined
        assert all(count <= CREW_IN_BOX for count in state.bag[:-1])
        assert state.bag[-1] <= CLEAR_IN_BOX
        if state.phase is Phase.ALLOCATE:
            for board in state.boards:
                assert len([one for one in open_places(board) if one is not Place.BURY]) >= 3
        seat = chance.choice(sorted(rolling.to_act(state)))
        action = chance.choice(rolling.legal_actions(state, seat))
        laid.enter(rolling.format(action))
        joined += sum(fact.dice for fact in laid.of("crew-joined"))
