"""The Leaders of War of Waves, worked out by hand from the rules."""

import pytest
from laid_war_of_waves import BRIDGE, FACES, GATE, START, WHOLE, Table, leaders, one, table


def test_v5_the_card_is_drawn_first_then_the_leader_is_discarded() -> None:
    laid = leaders(1, 0, 0, 1).enter("leader name=ares")
    assert ("draw", 1, [1, 0, 0, 1], [["ares"], []]) == (
        laid.values["phase"],
        laid.values["draws"],
        laid.values["hands"][0],
        laid.values["names"],
    )
    assert [0, 0, 0, 0] == laid.values["discard"]
    laid.lay({**WHOLE, "b1": ((None,), ())}, WHOLE, hands=laid.state.hands)
    laid.enter("draw back=war")
    assert ([1, 1, 0, 0], [0, 0, 0, 1], [[], []], "move") == (
        laid.values["hands"][0],
        laid.values["discard"],
        laid.values["names"],
        laid.values["phase"],
    )


def test_v5_a_leader_needs_another_card_and_comes_before_any_action() -> None:
    laid = leaders(0, 0, 1, 1)
    assert ("V5", "only-leaders") == laid.refused("leader name=ceto")
    laid = leaders(2, 0, 1, 0).enter("fortify at=b1 kind=build")
    assert ("V5", "too-late") == laid.refused("leader name=ceto")


def test_a_leader_with_the_other_back_cannot_be_in_the_hand() -> None:
    laid = leaders(1, 0, 1, 0)
    assert ("hand", "not-in-hand") == laid.refused("leader name=ares")
    laid.state = laid.state._replace(named=(frozenset(), frozenset()))
    laid.enter("leader name=hephaestus")


def test_v7_one_leader_a_turn() -> None:
    laid = leaders(1, 0, 2, 0).enter("leader name=ceto")
    assert ("V7", "one-leader") == laid.refused("leader name=hephaestus")


def test_v6_no_row_of_the_table_counts_after_a_leader() -> None:
    laid = leaders(1, 0, 1, 0).enter("leader name=ceto", "draw back=war", "finish claim=no")
    assert (1, 1, []) == tuple(laid.values[name] for name in ("turn", "turns", "types"))
    assert [2, 2, 0, 0] == laid.values["hands"][0]


def test_v6_the_other_reading_brings_a_deck_card_after_poseidon() -> None:
    laid = leaders(1, 1, 0, 1, poseidon="attack")
    laid.enter("leader name=poseidon", "draw back=war").attack("1 b1 war 1", "build-1", shows="4")
    assert ("draw", 1, []) == tuple(laid.values[name] for name in ("phase", "draws", "types"))
    assert ["poseidon"] == [fact.rule for fact in laid.found("replenish")]
    laid.enter("draw back=build")
    assert ["poseidon"] == [fact.rule for fact in laid.found("drawn")]
    assert [1, 2, 0, 0] == laid.values["hands"][0]


@pytest.mark.parametrize(
    ("name", "ann", "bo"),
    [
        ("hephaestus", BRIDGE, WHOLE),  # no own gate
        ("hephaestus", GATE, WHOLE),  # no own bridge
        ("poseidon", WHOLE, {}),  # nothing to attack
        ("ares", WHOLE, {"b1": ((None,), ())}),  # no War card of the opponent
        ("ares", GATE, WHOLE),  # no own bridge section
        ("ares", {"b1": ((1,), (1, 1))}, WHOLE),  # no room
    ],
)
def test_v8_a_leader_without_effect_is_played_all_the_same(name, ann, bo) -> None:
    laid = table().lay(ann, bo, hands=((1, 1, 1, 1), (1, 1, 0, 0)))
    laid.enter(f"leader name={name}", "draw back=build")
    assert [("V8", False)] == [(fact.rule, fact.effect) for fact in laid.found("leader-played")]
    assert 1 == sum(laid.values["discard"])
    assert laid.values["turn"] == 1 or laid.values["phase"] == "claim"


def test_v24_hephaestus_exchanges_two_own_build_cards_and_what_is_known_travels() -> None:
    laid = table().lay(
        {**BRIDGE, "b2": ((None, 3), (None,)), "g2": ((4, None), ())},
        WHOLE,
        hands=((1, 1, 1, 0), (1, 1, 0, 0)),
    )
    laid.enter("remember seat=0 at=g2 kind=build card=2 value=1")
    laid.enter("leader name=hephaestus", "draw back=build")
    assert ("V24", "wrong-section") == laid.refused(
        "swap bridge=g2 bridge_card=1 gate=g2 gate_card=1"
    )
    assert ("V24", "nothing-there") == laid.refused(
        "swap bridge=b2 bridge_card=1 gate=g3 gate_card=1"
    )
    laid.enter("swap bridge=b2 bridge_card=2 gate=g2 gate_card=2")
    assert ([[None, None], [None]], [[4, 3], []]) == (
        laid.section(0, "b2"),
        laid.section(0, "g2"),
    )
    noted = laid.state.gateways[0][1].builds[1].note
    assert noted is not None
    assert 1 == noted.value


def test_hephaestus_does_not_need_a_ready_bridge() -> None:
    laid = table().lay({"b1": ((2,), ()), "g1": ((3,), ())}, {}, hands=((1, 0, 1, 0), (1, 0, 0, 0)))
    laid.enter("leader name=hephaestus", "draw back=build")
    laid.enter("swap bridge=b1 bridge_card=1 gate=g1 gate_card=1")
    assert ([[3], []], [[2], []]) == (laid.section(0, "b1"), laid.section(0, "g1"))


def test_v25_poseidon_compares_any_cards_one_to_one_in_any_sections() -> None:
    laid = table().lay(
        one(), {"b1": ((2,), ()), "b3": ((1,), (4,))}, hands=((2, 2, 0, 1), (1, 1, 0, 0))
    )
    laid.enter("leader name=poseidon", "draw back=war")
    laid.attack("1 b1,b3 build,war 1,1", "build-3", "war-3")
    (fact,) = laid.found("attack-decided")
    assert (6, 6, 1, True) == (fact.attack, fact.defence, fact.factor, fact.won)
    assert ([[], []], [[1], []]) == (laid.section(1, "b1"), laid.section(1, "b3"))
    assert 1 == laid.values["turn"]


def test_v25_poseidon_reaches_a_gate_without_a_bridge_but_not_both_at_once() -> None:
    laid = table().lay(one(), WHOLE, hands=((1, 1, 0, 1), (1, 1, 0, 0)))
    laid.enter("leader name=poseidon", "draw back=war")
    assert ("V25", "not-a-target") == laid.refused("attack side=1 at=b1 kind=war cards=2")
    mixed = "attack side=1 at=b1,g1 kind=war,build cards=1,1"
    assert ("V25", "bridge-or-gate") == laid.refused(mixed)
    assert ("V25", "own-side") == laid.refused("attack side=0 at=b1 kind=war cards=1")
    assert ("V13", "war-first") == laid.refused("attack side=1 at=b1,b1 kind=build,war cards=1,1")
    laid.attack("1 g1,g3 build,build 1,1", "war-4", shows="22")
    assert [[], []] == laid.section(1, "g1") == laid.section(1, "g3")


def test_v26_ares_brings_war_cards_to_one_section_with_a_build_card_and_room() -> None:
    ann = {"b1": ((None,), (None,)), "b2": ((None,), ())}
    laid = table().lay(ann, {"b1": ((None,), (4, None))}, hands=((1, 1, 0, 1), (1, 1, 0, 0)))
    laid.enter("leader name=ares", "draw back=war")
    assert ("V22", "full") == laid.refused("move at=b1,b1 cards=1,2 to=b1")
    assert ("V26", "no-build-there") == laid.refused("move at=b1 cards=1 to=b3")
    assert ("V22", "war-on-gate") == laid.refused("move at=b1 cards=1 to=g1")
    assert ("V26", "not-a-target") == laid.refused("move at=b1,b1 cards=1,1 to=b2")
    laid.enter("move at=b1,b1 cards=2,1 to=b2")
    assert ([[None], [None, 4]], [[None], []]) == (laid.section(0, "b2"), laid.section(1, "b1"))


def test_v26_a_note_of_the_old_owner_does_not_travel_to_the_new_one() -> None:
    laid = table().lay(one(), one(), hands=((1, 1, 0, 1), (1, 1, 0, 0)))
    laid.enter("remember seat=1 at=b1 kind=war card=1 value=3")
    laid.enter("leader name=ares", "draw back=war", "move at=b1 cards=1 to=b1")
    assert [None, None] == [card.note for card in laid.state.gateways[0][0].wars]
    laid.enter("remember seat=0 at=b1 kind=war card=2 value=2")


def test_v27_the_card_of_the_announcement_goes_along_with_ceto_s_hand() -> None:
    laid = table().lay(one(), one(), hands=((1, 0, 2, 0), (3, 4, 0, 1)))
    laid.state = laid.state._replace(named=(laid.state.named[0], frozenset()))
    laid.enter("leader name=ceto", "draw back=war")
    assert [[3, 4, 0, 1], [1, 1, 1, 0]] == laid.values["hands"]
    assert 1 == laid.values["turn"]


def test_names_known_in_hands_are_exchanged_with_them() -> None:
    laid = Table().enter(*START[:2], "face card=ares", "face card=ceto", *FACES[2:])
    laid.lay(one(), one(), hands=((0, 1, 0, 0), (1, 1, 0, 0)))
    laid.enter("fortify at=b1 kind=war", "done", "face card=build-1", "face card=build-1")
    laid.enter("face card=build-1")
    assert [["ares", "ceto"], []] == laid.values["names"]
    laid.enter("done", "leader name=ceto", "draw back=build")
    assert [[], ["ares"]] == laid.values["names"]
    assert ("hand", "not-in-hand") == laid.refused("leader name=poseidon")


def test_a_leader_drawn_for_an_announcement_brings_one_more_card() -> None:
    laid = leaders(1, 0, 0, 1).enter("leader name=poseidon", "draw back=build leader=yes")
    assert ("draw", 1) == (laid.values["phase"], laid.values["draws"])
    laid.enter("draw back=war")
    assert ("target", [1, 1, 1, 0]) == (laid.values["phase"], laid.values["hands"][0])
