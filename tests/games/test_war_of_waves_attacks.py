"""Attacks in War of Waves and what they may reach, worked out by hand from the rules."""

import pytest
from laid_war_of_waves import BRIDGE, GATE, WHOLE, one, table

# ---------------------------------------------------------------- attacks


@pytest.mark.parametrize(
    ("attackers", "target", "shows", "won"),
    [
        # War against War: as much is enough.
        (["war-3"], "war", "3", True),
        (["war-2"], "war", "3", False),
        (["war-2", "war-1"], "war", "3", True),
        # Build against Build.
        (["build-4"], "build", "4", True),
        (["build-3"], "build", "4", False),
        # Build against War: twice as much.
        (["build-4"], "war", "2", True),
        (["build-3"], "war", "2", False),
        (["build-3", "build-3"], "war", "3", True),
        (["build-3", "build-2"], "war", "3", False),
        # War against Build.
        (["war-2"], "build", "1", True),
        (["war-1"], "build", "1", False),
        (["war-4", "war-4"], "build", "4", True),
        (["war-4", "war-3"], "build", "4", False),
    ],
)
def test_v12_the_four_pairings_at_and_just_below_what_is_needed(
    attackers, target, shows, won
) -> None:
    wars = (None,) if target == "war" else ()
    laid = table().lay(one(), one(wars=wars)).attack(f"1 b1 {target} 1", *attackers, shows=shows)
    (fact,) = laid.found("attack-decided")
    factor = 1 if attackers[0].startswith(target) else 2
    assert (factor, factor * int(shows), won) == (fact.factor, fact.needed, fact.won)
    assert sum(int(card[-1]) for card in attackers) == fact.attack
    lying = laid.section(1, "b1")[0 if target == "build" else 1]
    assert ([] if won else [int(shows)]) == lying


def test_the_attack_is_said_as_a_sum_both_ways() -> None:
    laid = table().lay(one(), one(wars=())).attack("1 b1 build 1", "war-3", "war-2", shows="2")
    assert (
        "Ann’s War 3 + 2 = 5 against Bo’s Build 2: 5 is at least 2 × 2 = 4, so the attack wins. "
        "Ann discards War 3 and War 2, Bo discards Build 2." in laid.told()
    )


def test_v9_one_or_two_cards_of_one_kind_in_one_section() -> None:
    bo = {"b1": ((None,), (None, None)), "b2": ((None, None), (None,))}
    laid = table().lay(one(), bo)
    for target in ("b1,b2 kind=war,war cards=1,1", "b1,b1 kind=build,war cards=1,1"):
        assert ("V9", "two-places") == laid.refused(f"attack side=1 at={target}")
    for target in (
        "b1,b1 kind=war,war cards=2,1",
        "b1,b1 kind=war,war cards=1,1",
        "b1 kind=war cards=3",
        "b1 kind=war cards=0",
        "b1,b1 kind=war cards=1,2",
        "b3 kind=build cards=1",
    ):
        assert ("V9", "not-a-target") == laid.refused(f"attack side=1 at={target}")
    laid.enter("attack side=1 at=b1,b1 kind=war,war cards=1,2")
    assert [[1, "b1", "war", 1], [1, "b1", "war", 2]] == laid.values["targets"]


def test_v10_only_the_cards_pointed_at_defend_and_the_rest_moves_up() -> None:
    laid = table().lay(one(), one(builds=(4, 1), wars=()))
    laid.attack("1 b1 build 2", "build-1")
    assert [[4], []] == laid.section(1, "b1")
    assert "V10" in laid.found("attack-decided")[0].also
    laid.attack("1 b1 build 1", "build-3", "build-1")
    assert [[], []] == laid.section(1, "b1")


def test_v11_attackers_are_of_one_kind() -> None:
    laid = table().lay(one(), one())
    laid.enter("attack side=1 at=b1 kind=war cards=1", "present card=war-1")
    assert ("V11", "mixed") == laid.refused("present card=build-1")
    assert ("attack", "not-an-attacker") == laid.refused("present card=ares")


def test_an_attacker_leaves_the_hand_when_it_is_shown() -> None:
    laid = table().lay(one(), one(), hands=((1, 1, 0, 0), (1, 1, 0, 0)))
    laid.enter("attack side=1 at=b1 kind=war cards=1")
    assert ("attack", "nothing-presented") == laid.refused("strike")
    laid.enter("present card=war-4")
    assert ([1, 0, 0, 0], ["war-4"]) == (laid.values["hands"][0], laid.values["attackers"])
    assert ("hand", "not-in-hand") == laid.refused("present card=war-4")


def test_v13_all_war_cards_must_be_gone_before_the_build_card() -> None:
    laid = table().lay(one(), one(wars=(1, 1)))
    laid.attack("1 b1 war 1", "war-1")
    assert ("V13", "war-first") == laid.refused("attack side=1 at=b1 kind=build cards=1")
    laid.attack("1 b1 war 1", "war-1")
    laid.enter("attack side=1 at=b1 kind=build cards=1")


def test_v14_attackers_are_discarded_and_defenders_only_if_they_lose() -> None:
    laid = table().lay(one(), one())
    laid.attack("1 b1 war 1", "war-1", shows="3")
    assert [0, 1, 0, 0] == laid.values["discard"]
    laid.attack("1 b1 war 1", "war-4")
    assert [0, 3, 0, 0] == laid.values["discard"]


def test_v15_what_was_shown_stays_known_and_is_not_asked_again() -> None:
    laid = table().lay(one(), one())
    laid.attack("1 b1 war 1", "war-1", shows="3")
    assert [[None], [3]] == laid.section(1, "b1")
    laid.enter("attack side=1 at=b1 kind=war cards=1", "present card=war-2", "strike")
    assert ("act", [[None], [3]]) == (laid.values["phase"], laid.section(1, "b1"))


def test_unknown_targets_are_turned_over_in_order_by_their_owner() -> None:
    laid = table().lay(one(), one(wars=(None, 2)))
    laid.lay(one(), one(wars=(None, None)))
    laid.enter("attack side=1 at=b1,b1 kind=war,war cards=1,2", "present card=war-4", "strike")
    assert ("reveal", [1], 0) == tuple(laid.values[name] for name in ("phase", "acting", "turn"))
    second = "reveal side=1 at=b1 kind=war card=2 value=1"
    assert ("V15", "not-a-target") == laid.refused(second)
    laid.enter("reveal side=1 at=b1 kind=war card=1 value=4", second)
    assert [[None], [4, 1]] == laid.section(1, "b1")  # 4 against 5


def test_v35_twice_the_sum_of_all_targets() -> None:
    laid = table().lay(one(), one(builds=(2, 2), wars=()))
    laid.attack("1 b1,b1 build,build 1,2", "war-4", "war-3")
    (fact,) = laid.found("attack-decided")
    assert (7, 4, 8, False, True) == (
        fact.attack,
        fact.defence,
        fact.needed,
        fact.won,
        "V35" in fact.also,
    )
    laid.attack("1 b1,b1 build,build 1,2", "war-4", "war-4")
    assert [[], []] == laid.section(1, "b1")


def test_nobody_attacks_without_a_card_to_attack_with() -> None:
    laid = table().lay(one(), one(), hands=((0, 0, 2, 0), (1, 1, 0, 0)))
    assert ("hand", "not-in-hand") == laid.refused("attack side=1 at=b1 kind=war cards=1")


# ---------------------------------------------------------------- bridge, gate, own cards


def test_v16_the_own_bridge_must_be_ready_for_any_work_on_a_gate() -> None:
    laid = table().lay({**BRIDGE, "b4": ((None,), ())}, WHOLE)
    assert ("V16", "not-ready") == laid.refused("build at=g1")
    assert ("V16", "not-ready") == laid.refused("attack side=1 at=g1 kind=build cards=1")
    laid.enter("fortify at=b4 kind=war")
    assert [True, True] == laid.values["ready"]
    assert ["bridge-ready"] == [fact.kind for fact in laid.facts if fact.rule == "V16"]
    laid.enter("build at=g1", "fortify at=g1 kind=build")


def test_v16_is_checked_at_each_action_and_the_opponent_s_bridge_does_not_matter() -> None:
    laid = table().lay(BRIDGE, GATE).enter("attack side=1 at=g1 kind=build cards=1")
    assert "V16" in laid.found("attack-began")[0].also


def test_v17_a_broken_bridge_leaves_the_gate_which_cannot_grow_nor_count() -> None:
    laid = table().lay(WHOLE, WHOLE).attack("1 b2 war 1", "war-4", shows="1")
    assert ([True, False], [True, False]) == (laid.values["ready"], laid.values["complete"])
    assert [3] == [fact.gate for fact in laid.found("bridge-broken")]
    laid.enter("done", "draw back=war")
    assert ("V17", "not-ready") == laid.refused("fortify at=g1 kind=build")
    laid.enter("fortify at=b2 kind=war")
    assert [True, True] == laid.values["complete"]
    laid.enter("fortify at=g1 kind=build")


def test_v18_own_build_cards_but_not_the_only_one_under_war() -> None:
    laid = table().lay(one(builds=(None,), wars=(None,)), one())
    own = "attack side=0 at=b1 kind=build cards=1"
    assert ("V18", "under-war") == laid.refused(own)
    assert ("V18", "own-war") == laid.refused("attack side=0 at=b1 kind=war cards=1")
    laid.lay(one(builds=(None,), wars=()), one()).attack("0 b1 build 1", "build-2", shows="2")
    assert [[], []] == laid.section(0, "b1")


def test_v18_one_of_two_build_cards_leaves_the_war_cards() -> None:
    laid = table().lay(one(builds=(1, 3), wars=(None, None)), one())
    laid.attack("0 b1 build 1", "build-1")
    assert [[3], [None, None]] == laid.section(0, "b1")
    assert [] == laid.found("perished")


def test_v18_both_build_cards_at_once_let_the_war_cards_perish() -> None:
    laid = table().lay(one(builds=(1, 1), wars=(None, 4)), one())
    laid.attack("0 b1,b1 build,build 1,2", "build-2")
    assert [[], []] == laid.section(0, "b1")
    assert [2] == [fact.count for fact in laid.found("perished")]
    # The attacker, two Build cards and two War cards; the unknown one stays unknown.
    assert [3, 2, 0, 0] == laid.values["discard"]
    assert ["build-2", "build-1", "build-1", "war-4"] == [
        card.value for card in laid.state.discarded
    ]


def test_v18_a_lost_attack_on_both_leaves_everything() -> None:
    laid = table().lay(one(builds=(4, 4), wars=(None,)), one())
    laid.attack("0 b1,b1 build,build 1,2", "build-4", "build-3")
    assert [[4, 4], [None]] == laid.section(0, "b1")


def test_v19_the_own_gate_one_card_at_a_time_and_with_the_bridge_ready() -> None:
    gate = {"g1": ((None, None), ())}
    laid = table().lay({**BRIDGE, **gate}, WHOLE)
    both = "attack side=0 at=g1,g1 kind=build,build cards=1,2"
    assert ("V19", "one-at-a-time") == laid.refused(both)
    laid.attack("0 g1 build 2", "war-4", shows="2")
    assert [[None], []] == laid.section(0, "g1")
    laid.lay(gate, WHOLE)
    assert ("V17", "not-ready") == laid.refused("attack side=0 at=g1 kind=build cards=1")


def test_both_cards_of_the_enemy_gate_may_be_attacked_at_once() -> None:
    laid = table().lay(BRIDGE, {"g1": ((1, 2), ())})
    laid.attack("1 g1,g1 build,build 1,2", "build-3")
    assert [[], []] == laid.section(1, "g1")


def test_v20_own_war_cards_need_not_go_first() -> None:
    laid = table().lay(one(builds=(1, 1), wars=(None,)), one())
    laid.enter("attack side=0 at=b1 kind=build cards=1")
    assert {"V18", "V20", "V21"} == set(laid.found("attack-began")[0].also)


def test_v21_an_attack_on_oneself_brings_what_an_attack_brings() -> None:
    laid = table().lay(one(builds=(1, 1), wars=()), one()).attack("0 b1 build 1", "build-1")
    laid.enter("done")
    assert (["attack"], 1) == (laid.values["types"], laid.values["draws"])


def test_v22_limits_of_sections() -> None:
    laid = table().lay({**BRIDGE, "b1": ((1, 1), (1, 1)), "g1": ((1, 1), ())}, {})
    assert ("V22", "full") == laid.refused("fortify at=b1 kind=build")
    assert ("V22", "full") == laid.refused("fortify at=b1 kind=war")
    assert ("V22", "full") == laid.refused("fortify at=g1 kind=build")
    assert ("V22", "war-on-gate") == laid.refused("fortify at=g1 kind=war")
    assert ("fortify", "no-build-there") == laid.refused("fortify at=g2 kind=build")
    assert ("build", "section-there") == laid.refused("build at=b2")


def test_v23_an_emptied_section_can_be_built_again() -> None:
    laid = table().lay(one(), one(builds=(1,), wars=())).attack("1 b1 build 1", "build-1")
    assert ["b1"] == [fact.at.value for fact in laid.found("section-emptied")]
    laid.enter("done", "draw back=war", "build at=b1")
    assert [[None], []] == laid.section(1, "b1")
