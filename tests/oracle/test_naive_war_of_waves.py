"""Tests of the naive engine of War of Waves against the rules, with tables laid by hand.

Every expected number is worked out from the rulebook's text and the rulings V1 to V37. In the
random games nothing is known beforehand, so only what must always hold is checked.
"""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import permutations

import naive_war_of_waves as naive
import pytest
from naive_war_of_waves import Card, Entry, Json, Settings, Table, all_cards, usual_settings

pytestmark = pytest.mark.once

Sections = dict[str, str]


def take(pool: list[Card], names: str) -> list[Card]:
    """Take cards by what is written on them out of all that are left."""
    taken = []
    for name in names.split():
        card = next(card for card in pool if card.written() == name)
        pool.remove(card)
        taken.append(card)
    return taken


def lay_table(  # noqa: PLR0913 - a table is laid with many things
    hands: tuple[str, str],
    own: Sections,
    enemy: Sections | None = None,
    *,
    deck: str = "",
    row: str = "",
    discard: str = "",
    short: bool = False,
    settings: Settings | None = None,
) -> Table:
    """Lay a table in which the seat 0 acts; what is named of the deck is drawn first.

    All other cards lie under those, or in the box if the deck is to be short. If it is not, the row
    is full: what it needs besides the named cards comes from the middle of the deck.
    """
    settings = settings or usual_settings()
    pool = all_cards(settings)
    table = Table(settings, list(pool), random.Random(0))
    table.hands = [take(pool, hand) for hand in hands]
    for seat, sections in ((0, own), (1, enemy or {})):
        for place, names in sections.items():
            for card in take(pool, names):
                table.gateways[seat][place].cards[card.kind].append(card)
    table.row = take(pool, row)
    table.discard = take(pool, discard)
    for card in table.row + table.discard:
        card.known = True
    drawn = take(pool, deck)
    while len(table.row) < naive.ROW and not short:
        table.row.append(pool.pop(len(pool) // 2))
        table.row[-1].known = True
    table.deck = ([] if short else pool) + drawn[::-1]
    table.begin_turn(0)
    return table


def make(table: Table, verb: str, named: str = "", **fields: object) -> Json:
    """Make an entry with a card of the hand if one is named; return the view after it."""
    entry: Entry = {"verb": verb, **fields}
    if verb == "present":
        entry["card"] = named
    hand = table.hands[entry.get("seat", table.turn)]
    card = next((card for card in hand if card.written() == named), None)
    table.enter(entry, card)
    return table.steps[-1].view


def why_not(table: Table, verb: str, **fields: object) -> str:
    """Say why an entry is refused, or nothing."""
    return table.refusal({"verb": verb, **fields})


def see(table: Table) -> Json:
    """Enter what the cards show as long as nobody has a choice; return the view after it."""
    while table.phase in ("draw", "refill", "reveal", "cut"):
        table.enter(naive.observed(table))
    return table.view()


def fight(table: Table, attackers: str, targets: list[tuple[str, str, int]], side: int = 1) -> Json:
    """Lead an attack from its targets to its end."""
    table.enter(naive.attack_on(side, targets))
    for name in attackers.split():
        make(table, "present", name)
    make(table, "strike")
    return see(table)


BRIDGE_OF_ODD = {
    "b1": "build-1 war-1",
    "b2": "build-3 war-1",
    "b3": "build-1 war-2",
    "b4": "build-3 war-2",
}
GATE_OF_THREE = {"g1": "build-4", "g2": "build-2", "g3": "build-2 build-1"}
FINISHED = {**BRIDGE_OF_ODD, **GATE_OF_THREE}
OTHER_BRIDGE = {
    "b1": "build-2 war-3",
    "b2": "build-4 war-3",
    "b3": "build-2 war-4",
    "b4": "build-4 war-4",
}
OTHER_GATE = {"g1": "build-1", "g2": "build-3", "g3": "build-2"}
OTHER_FINISHED = {**OTHER_BRIDGE, **OTHER_GATE}


# The cards.


def test_the_deck_list_holds_sixty_cards() -> None:
    """32 Build, 24 War and four Leaders, two with either back."""
    assert naive.count(all_cards(usual_settings())) == [32, 24, 2, 2]


def test_the_deal_passes_leaders_on_to_the_hand() -> None:
    """A Leader comes to the hand and the deal goes on from the same back (V1)."""
    settings = usual_settings()
    pool = all_cards(settings)
    drawn = take(pool, "ceto build-1 war-1 hephaestus build-2")
    table = Table(settings, pool + drawn[::-1], random.Random(0))
    view = make(table, "dealt", seat=0, build=2, war=0)
    assert view["hands"] == [[1, 1, 2, 0], [0, 0, 0, 0]]
    assert view["gateways"][0][0] == [[None], []]
    assert view["deck"] == [30, 23, 0, 2]
    assert table.gateways[0]["b1"].total() == 2
    assert why_not(table, "dealt", seat=0, build=0, war=0) == "not-now"
    assert why_not(table, "dealt", seat=1, build=1, war=0) == "not-so-many"


def test_four_face_cards_lie_from_the_farthest_to_the_nearest() -> None:
    """The first that is entered is the farthest; a Leader may lie there."""
    settings = usual_settings()
    pool = all_cards(settings)
    drawn = take(pool, "build-1 war-1 build-1 build-2 war-2 build-2 war-4 ares build-3 build-4")
    table = Table(settings, pool + drawn[::-1], random.Random(0))
    for seat in (0, 1):
        make(table, "dealt", seat=seat, build=0, war=0)
    assert table.phase == "face"
    for card in ("war-4", "ares", "build-3"):
        assert make(table, "face", card=card)["phase"] == "face"
    view = make(table, "face", card="build-4")
    assert view["faces"] == ["war-4", "ares", "build-3", "build-4"]
    assert (view["phase"], view["turn"]) == ("act", 0)


# The replenish table.


@pytest.mark.parametrize(
    ("types", "face", "deck"),
    [
        ("", 0, 0),
        ("build", 2, 0),
        ("build fortify", 0, 2),
        ("fortify", 1, 0),
        ("fortify attack", 1, 1),
        ("attack", 0, 1),
        ("build attack", 1, 0),
    ],
)
def test_what_was_done_says_what_is_drawn(types: str, face: int, deck: int) -> None:
    """As the rulebook's table has it, whatever the order of the types (V2, V3)."""
    for order in permutations(types.split()):
        table = lay_table(
            ("build-4 war-4", "build-1"),
            {},
            deck="war-1 war-1 war-1 war-1",
            row="build-1 build-2 build-3 build-4",
        )
        table.types = list(order)
        make(table, "done")
        view = see(table)
        # The four cards on top of the deck are War cards, those of the row are Build cards.
        assert view["hands"][0] == [1 + face, 1 + deck, 0, 0]
        expected = ["build-1", "build-2", "build-3", "build-4"] + ["war-1"] * face
        assert view["faces"] == expected[-4:]
        assert (view["turn"], view["turns"]) == (1, 1)


def test_the_deck_card_comes_before_the_face_card() -> None:
    """After Fortify and Attack: 1 Deck then 1 Face."""
    table = lay_table(("build-4 war-4", "build-1"), {}, row="build-1 build-2 build-3 build-4")
    table.types = ["attack", "fortify"]
    view = make(table, "done")
    assert (view["phase"], view["draws"], len(view["faces"])) == ("draw", 1, 4)


def test_each_leader_drawn_brings_one_more_card_from_the_same_place() -> None:
    """Two Leaders from the deck: two further Deck cards; one from the row: a further Face card."""
    row = "build-1 build-2 build-3 build-4"
    table = lay_table(("build-4", "build-1"), {}, deck="ares ceto war-1", row=row)
    table.types = ["attack"]
    make(table, "done")
    assert make(table, "draw", back="war", leader=True)["draws"] == 1
    assert make(table, "draw", back="build", leader=True)["draws"] == 1
    view = make(table, "draw", back="war")
    assert view["hands"][0] == [1, 1, 1, 1]
    assert (view["faces"], view["names"][0]) == (row.split(), [])

    table = lay_table(
        ("build-4", "build-1"), {}, deck="war-1 war-1", row="ares build-1 build-2 build-3"
    )
    table.types = ["fortify"]
    make(table, "done")
    make(table, "face", card="war-1")
    view = make(table, "face", card="war-1")
    assert view["hands"][0] == [2, 0, 0, 1]
    assert view["faces"] == ["build-2", "build-3", "war-1", "war-1"]
    assert view["names"][0] == ["ares"]


def test_an_empty_deck_is_made_of_the_discard_pile() -> None:
    """It is shuffled when a card must come (V33), and nothing in it is known any more."""
    table = lay_table(("build-4", "build-1"), {}, short=True, discard="war-1 build-1")
    table.types = ["attack"]
    view = make(table, "done")
    assert (view["phase"], view["deck"], view["discard"]) == ("draw", [1, 1, 0, 0], [0, 0, 0, 0])
    assert not any(card.known for card in table.deck)


def test_without_deck_and_discard_pile_nothing_is_drawn() -> None:
    """The turn ends at once, and a row from which is taken stays shorter (V33)."""
    table = lay_table(("build-4", "build-1"), {}, short=True)
    table.types = ["attack"]
    assert make(table, "done")["turn"] == 1
    table = lay_table(("build-4", "build-1"), {}, short=True, row="war-1 war-2 war-3 war-4")
    table.types = ["build"]
    view = make(table, "done")
    assert (view["turn"], view["faces"]) == (1, ["war-3", "war-4"])
    assert view["hands"][0] == [1, 2, 0, 0]


def test_a_hand_without_a_plain_card_draws_one_first() -> None:
    """Once, whatever comes (V4); the Leader that comes brings one more."""
    table = lay_table(("ares", "build-1"), {}, deck="ceto war-1")
    assert table.phase == "draw"
    view = see(table)
    assert (view["phase"], view["hands"][0]) == ("act", [0, 1, 1, 1])


# Building and fortifying.


def test_at_most_two_types_of_action_in_a_turn() -> None:
    """Any number of actions of two types (V2); the third type is refused."""
    table = lay_table(("build-1 build-2 build-3 war-1 war-2", "build-1"), {"b1": "build-4"})
    make(table, "build", "build-1", at="b2")
    make(table, "fortify", "war-1", at="b2", kind="war")
    make(table, "build", "build-2", at="b3")
    view = make(table, "fortify", "war-2", at="b2", kind="war")
    assert view["types"] == ["build", "fortify"]
    attack = naive.attack_on(0, [("b3", "build", 1)])
    assert table.refusal(attack) == "two-types"
    assert why_not(table, "build", at="b4") == ""


def test_a_section_has_room_for_two_build_and_two_war() -> None:
    """And a gate for no War card (V22); the gate waits for the whole bridge (V16)."""
    table = lay_table(
        ("build-1 build-2 war-3", "build-1"),
        {**BRIDGE_OF_ODD, "b1": "build-1 build-2 war-1", "g1": "build-4"},
    )
    assert why_not(table, "fortify", at="b1", kind="build") == "no-room"
    assert why_not(table, "fortify", at="b1", kind="war") == ""
    assert why_not(table, "fortify", at="g1", kind="war") == "no-war-on-gate"
    assert why_not(table, "fortify", at="g1", kind="build") == ""
    assert why_not(table, "build", at="g2") == ""
    assert why_not(table, "build", at="g1") == "not-empty"
    table.gateways[0]["b4"].wars.clear()
    assert why_not(table, "fortify", at="g1", kind="build") == "bridge-first"
    assert why_not(table, "build", at="g2") == "bridge-first"


# Attacking.


@pytest.mark.parametrize(
    ("attackers", "target", "won"),
    [
        ("war-3", "war-3", True),
        ("war-2", "war-3", False),
        ("build-4", "war-2", True),
        ("build-3", "war-2", False),
        ("build-3", "build-3", True),
        ("build-2", "build-3", False),
        ("war-4", "build-2", True),
        ("war-3", "build-2", False),
        ("war-1 war-3", "build-2", True),
        ("build-1 build-1", "build-2", True),
    ],
)
def test_an_attack_at_its_bounds(attackers: str, target: str, won: bool) -> None:  # noqa: FBT001
    """Match the same kind, double the other kind (V12); ties are the attacker's."""
    kind = target.split("-", maxsplit=1)[0]
    lying = target if kind == "build" else f"build-4 {target}"
    table = lay_table((attackers, "build-1"), {}, {"b1": lying})
    view = fight(table, attackers, [("b1", kind, 1)])
    builds, wars = view["gateways"][1][0]
    value = int(target[-1])
    left = [] if won else [value]
    assert (builds if kind == "build" else wars) == left
    number = len(attackers.split()) + won
    assert sum(view["discard"]) == number
    assert view["hands"][0] == [0, 0, 0, 0]
    assert (view["phase"], view["types"]) == ("act", ["attack"])


def test_two_targets_count_together() -> None:
    """Build 4 + 2 against War 1 + 2: exactly twice 3 (V35)."""
    for attackers, won in (("build-4 build-2", True), ("build-4 build-1", False)):
        table = lay_table((attackers, "build-1"), {}, {"b1": "build-4 war-1 war-2"})
        view = fight(table, attackers, [("b1", "war", 1), ("b1", "war", 2)])
        assert view["gateways"][1][0][1] == ([] if won else [1, 2])


def test_attackers_are_of_one_kind() -> None:
    """All War or all Build (V11)."""
    table = lay_table(("war-1 build-1", "build-1"), {}, {"b1": "build-4 war-1"})
    table.enter(naive.attack_on(1, [("b1", "war", 1)]))
    assert why_not(table, "strike") == "nothing-presented"
    make(table, "present", "war-1")
    assert why_not(table, "present", card="build-1") == "mixed"
    assert why_not(table, "present", card="war-2") == "not-in-hand"


def test_what_may_be_attacked() -> None:
    """War first (V13), one kind in one section (V9), a gate with the whole bridge only (V16)."""
    enemy = {"b1": "build-4 war-1", "b2": "build-3 build-2", "g1": "build-1"}
    table = lay_table(("war-1 build-1", "build-1"), {"b1": "build-2"}, enemy)

    def refused(*targets: tuple[str, str, int]) -> str:
        return table.refusal(naive.attack_on(1, list(targets)))

    assert refused(("b1", "build", 1)) == "war-first"
    assert refused(("b1", "war", 1)) == ""
    assert refused(("b2", "build", 1), ("b2", "build", 2)) == ""
    assert refused(("b2", "build", 2), ("b2", "build", 1)) == "not-a-target"
    assert refused(("b2", "build", 1), ("b2", "build", 1)) == "not-a-target"
    assert refused(("b1", "war", 1), ("b2", "build", 1)) == "one-kind-one-section"
    assert refused(("g1", "build", 1)) == "bridge-first"
    assert refused(("b3", "build", 1)) == "not-a-target"


def test_the_own_build_cards_may_be_attacked() -> None:
    """One must stay under War cards; when both go, the War cards perish (V18); no own War."""
    table = lay_table(
        ("build-4 build-3 build-4", "build-1"),
        {"b1": "build-1 build-2 war-1 war-2", "b2": "build-2"},
    )
    assert table.refusal(naive.attack_on(0, [("b1", "war", 1)]))
    view = fight(table, "build-3", [("b1", "build", 1), ("b1", "build", 2)], side=0)
    assert view["gateways"][0][0] == [[], []]
    assert view["discard"] == [3, 2, 0, 0]

    table = lay_table(("build-4 build-4", "build-1"), {"b1": "build-1 build-2 war-1"})
    fight(table, "build-4", [("b1", "build", 1)], side=0)
    assert table.refusal(naive.attack_on(0, [("b1", "build", 1)])) == "under-war"


def test_the_own_gate_is_attacked_one_card_at_a_time() -> None:
    """With the whole bridge (V16), one card (V19)."""
    table = lay_table(("build-4", "build-1"), FINISHED)
    both = naive.attack_on(0, [("g3", "build", 1), ("g3", "build", 2)])
    assert table.refusal(both) == "one-at-a-time"
    view = fight(table, "build-4", [("g3", "build", 1)], side=0)
    assert view["gateways"][0][6] == [[None], []]
    assert table.gateways[0]["g3"].total() == 1


def test_a_card_that_was_shown_stays_known() -> None:
    """After a lost attack it lies there for all to see, and is not revealed again (V15)."""
    table = lay_table(("war-1 war-3", "build-1"), {}, {"b1": "build-4 war-3"})
    assert fight(table, "war-1", [("b1", "war", 1)])["gateways"][1][0] == [[None], [3]]
    view = fight(table, "war-3", [("b1", "war", 1)])
    assert view["gateways"][1][0] == [[None], []]
    assert view["discard"] == [0, 3, 0, 0]


# The Leaders.


def announce(table: Table, name: str) -> Json:
    """Play a Leader and draw what comes for it."""
    make(table, "leader", name=name)
    return see(table)


def test_a_leader_comes_first_and_with_another_card() -> None:
    """Before any action and with a plain card besides (V5)."""
    table = lay_table(("ares build-1 build-2", "build-1"), {"b1": "build-1"})
    assert why_not(table, "leader", name="ares") == ""
    assert why_not(table, "leader", name="ceto") == "not-in-hand"
    make(table, "build", "build-1", at="b2")
    assert why_not(table, "leader", name="ares") == "leader-first"


def test_a_leader_without_effect_is_played_for_nothing() -> None:
    """One card is drawn, the Leader goes, and the turn is over without replenishing (V6, V8)."""
    for name in ("hephaestus", "poseidon", "ares"):
        table = lay_table((f"{name} build-1", "build-1"), {"b1": "build-1"}, deck="war-1")
        view = announce(table, name)
        assert view["hands"][0] == [1, 1, 0, 0]
        assert sum(view["discard"]) == 1
        assert (view["turn"], view["turns"], view["types"]) == (1, 1, [])


def test_hephaestus_swaps_an_own_bridge_card_with_an_own_gate_card() -> None:
    """Values and what is known of them go along (V24); the bridge need not be whole."""
    table = lay_table(
        ("hephaestus war-1", "build-1"), {"b2": "build-1", "g1": "build-2 build-4"}, deck="war-1"
    )
    table.gateways[0]["g1"].builds[1].known = True
    assert announce(table, "hephaestus")["phase"] == "swap"
    view = make(table, "swap", bridge="b2", bridge_card=1, gate="g1", gate_card=2)
    assert view["gateways"][0][1] == [[4], []]
    assert view["gateways"][0][4] == [[None, None], []]
    assert table.gateways[0]["g1"].total() == 3


def test_poseidon_attacks_two_cards_of_bridge_or_gate_with_any_cards() -> None:
    """One comparison of totals (V25): 2 + 3 beat 4 + 1; War protects its section still (V13)."""
    enemy = {"b1": "build-4", "b2": "build-3 war-1", "g1": "build-1"}
    for reading, cards in (("nothing", 1), ("attack", 2)):
        settings = usual_settings()
        settings.poseidon = reading
        table = lay_table(
            ("poseidon war-2 build-3", "build-1"), {}, enemy, deck="war-4 war-4", settings=settings
        )
        assert announce(table, "poseidon")["phase"] == "target"
        mixed = naive.attack_on(1, [("b1", "build", 1), ("g1", "build", 1)])
        assert table.refusal(mixed) == "bridge-or-gate"
        assert table.refusal(naive.attack_on(1, [("b2", "build", 1)])) == "war-first"
        assert table.refusal(naive.attack_on(1, [("g1", "build", 1)])) == ""
        view = fight(table, "war-2 build-3", [("b1", "build", 1), ("b2", "war", 1)])
        assert view["gateways"][1][:2] == [[[], []], [[None], []]]
        # One card for the announcement, and one more where Poseidon counts as Attack (V6).
        assert view["hands"][0] == [0, cards, 0, 0]
        assert view["turn"] == 1


def test_ares_moves_up_to_two_enemy_war_cards_to_one_section() -> None:
    """Only to a section with a Build card and room (V26)."""
    enemy = {"b1": "build-4 war-1 war-2", "b3": "build-2 war-3"}
    table = lay_table(
        ("ares build-1", "build-1"), {"b1": "build-1", "b2": "build-3 war-4"}, enemy, deck="war-4"
    )
    assert announce(table, "ares")["phase"] == "move"
    assert why_not(table, "move", at=["b1", "b3"], cards=[1, 1], to="b2") == "no-room"
    assert why_not(table, "move", at=["b1"], cards=[1], to="b3") == "not-a-move"
    view = make(table, "move", at=["b3", "b1"], cards=[1, 2], to="b1")
    assert [card.value for card in table.gateways[0]["b1"].wars] == [3, 2]
    assert view["gateways"][1][0] == [[None], [None]]
    assert view["gateways"][1][2] == [[None], []]


def test_ceto_swaps_the_hands() -> None:
    """The card drawn for the announcement goes along, and what is known of them (V27)."""
    table = lay_table(("ceto build-1", "war-1 war-2 ares"), {}, deck="war-3")
    table.hands[1][2].known = True
    view = announce(table, "ceto")
    assert view["hands"] == [[0, 2, 0, 1], [1, 1, 0, 0]]
    assert view["names"] == [["ares"], []]
    assert view["discard"] == [0, 0, 1, 0]


# Claims and the end.


def test_the_sums_of_the_bridge_are_all_even_or_all_odd() -> None:
    """One sum of the other sort spoils it (V28)."""
    assert naive.bridge_holds([1, 3, 5, 7])
    assert naive.bridge_holds([2, 4, 4, 8])
    assert not naive.bridge_holds([1, 3, 5, 6])


def test_the_sums_of_the_gate_follow_each_other() -> None:
    """In any order; the rulebook's example is 4, 2 + 1 and 3 + 2 (V28)."""
    assert all(naive.gate_holds(list(sums)) for sums in permutations([4, 2 + 1, 3 + 2]))
    for sums in ([1, 2, 2], [1, 2, 4], [3, 3, 3], [2, 4, 6]):
        assert not naive.gate_holds(sums)


def test_a_claim_needs_a_complete_gateway_and_can_be_made_once() -> None:
    """The owner says so at the end of a turn (V29)."""
    table = lay_table(("build-1", "build-1"), {**BRIDGE_OF_ODD, "g1": "build-4"})
    assert why_not(table, "done", claim=True) == "not-complete"
    table = lay_table(("build-1", "build-1"), FINISHED)
    view = make(table, "done", claim=True)
    assert (view["claims"], view["turn"]) == ([True, False], 1)
    assert view["complete"] == [True, False]


def test_a_right_claim_wins_after_the_turn_of_the_other() -> None:
    """All its Build cards are revealed, in order (V30)."""
    table = lay_table(("build-1", "build-4"), FINISHED)
    make(table, "done", claim=True)
    view = make(table, "done")
    assert view["phase"] == "reveal"
    assert [at for _, at, _, _ in view["to_reveal"]] == [
        *("b1", "b2", "b3", "b4", "g1", "g2", "g3", "g3")
    ]
    assert view["acting"] == [0]
    view = see(table)
    assert (view["phase"], view["turn"], view["acting"]) == ("over", None, [])
    assert view["gateways"][0][6] == [[2, 1], []]
    assert table.outcome == {"reason": "gateway", "winners": [0]}


@pytest.mark.parametrize("wrong", [{"b4": "build-2 war-2"}, {"g1": "build-1"}])
def test_a_wrong_claim_loses(wrong: Sections) -> None:
    """An even section among odd ones; a gate of 1, 2 and 3 made of 1, 2 and 2 + 1 would hold."""
    table = lay_table(("build-1", "build-4"), {**FINISHED, **wrong})
    if "g1" in wrong:
        table.gateways[0]["g2"].builds[0].value = 4  # 1, 4 and 3
    make(table, "done", claim=True)
    make(table, "done")
    see(table)
    assert table.outcome == {"reason": "false-claim", "winners": [1]}


def test_a_claim_lapses_with_the_gateway() -> None:
    """The other turn took a War card off the bridge (V31); it may be claimed again later."""
    table = lay_table(("war-1", "war-4"), FINISHED)
    make(table, "done", claim=True)
    fight(table, "war-4", [("b1", "war", 1)], side=0)
    make(table, "done")
    view = see(table)
    assert (view["claims"], view["phase"], view["turn"]) == ([False, False], "act", 0)
    make(table, "fortify", "war-1", at="b1", kind="war")
    assert why_not(table, "done", claim=True) == ""


def both_claim(hands: tuple[str, str], other: Sections, deck: str = "") -> Table:
    """Let both players claim, one after the other, and reveal everything."""
    row = "build-1 build-2 build-2 build-3" if deck else ""
    table = lay_table(hands, FINISHED, other, deck=deck, row=row, short=bool(deck))
    make(table, "done", claim=True)
    make(table, "done", claim=True)
    while table.phase == "reveal":
        table.enter(naive.observed(table))
    return table


def test_both_claim_and_one_holds_a_leader() -> None:
    """Whoever holds one wins (V32), be it claimed first or second."""
    for hands, winner in ((("ares war-1", "war-2"), 0), (("war-1", "ares war-2"), 1)):
        table = both_claim(hands, OTHER_FINISHED)
        assert table.outcome == {"reason": "gateway-leader", "winners": [winner]}


def test_both_claim_and_the_second_is_wrong() -> None:
    """The first wins by the gateway, though the other holds a Leader (V30, V32)."""
    wrong = {**OTHER_FINISHED, "b1": "build-3 war-3", "g2": "build-3"}
    table = both_claim(("war-1", "ares war-2"), wrong)
    assert table.outcome == {"reason": "gateway", "winners": [0]}


def test_both_claim_and_the_higher_card_wins() -> None:
    """Both hold a Leader, or neither does: one card each, an equal card or a Leader again (V32)."""
    table = both_claim(("war-1", "war-2"), OTHER_FINISHED, "build-1 war-4")
    assert table.phase == "cut"
    assert table.view()["acting"] == [0]
    first = naive.observed(table)["card"]
    view = see(table)
    assert view["phase"] == "over"
    assert table.outcome == {"reason": "gateway-cut", "winners": [0 if first == "war-4" else 1]}

    table = both_claim(("ares war-1", "ceto war-2"), OTHER_FINISHED, "build-1 war-1")
    for _ in range(2):
        table.enter(naive.observed(table))
    assert (table.phase, table.view()["deck"]) == ("over", [0, 0, 0, 0])
    assert table.outcome == {"reason": "gateway-draw", "winners": []}

    table = both_claim(("war-1", "war-2"), OTHER_FINISHED, "build-1 war-1 build-3 war-4")
    table.deck.sort(key=lambda card: -int(card.value))
    for _ in range(2):
        table.enter(naive.observed(table))
    assert (table.phase, table.view()["deck"], table.view()["acting"]) == ("cut", [1, 1, 0, 0], [0])


def test_a_tie_is_a_draw_when_nobody_can_expect_two_cards_that_differ() -> None:
    """By what is known, the deck has one number only, or fewer than two numbered cards (V38)."""
    for deck in ("war-1 ares ceto", "hephaestus poseidon"):
        table = both_claim(("build-1", "build-1"), OTHER_FINISHED, deck)
        assert table.outcome == {"reason": "gateway-draw", "winners": []}


# What everybody knows, and a row that had run short.


def test_a_card_taken_from_the_row_is_with_whoever_took_it() -> None:
    """So nobody else can show one, if there is no other."""
    settings = Settings([8, 8, 8, 8, 1, 0], [6, 6, 6, 6, 0, 0], ["build", "war", "war", "build"])
    row = "build-5 build-1 build-2 build-3"
    hands = ("build-4 build-1 war-1", "build-2 war-2")
    table = lay_table(hands, {"b1": "build-1"}, {"b1": "build-3"}, row=row, settings=settings)
    table.types = ["fortify"]
    make(table, "done")
    see(table)
    table.enter(naive.attack_on(0, [("b1", "build", 1)]))
    assert why_not(table, "present", card="build-5") == "all-known"
    assert not why_not(table, "present", card="build-2")
    make(table, "present", "build-2")
    make(table, "strike")
    reveal: Json = {"side": 0, "at": "b1", "kind": "build", "card": 1}
    assert why_not(table, "reveal", **reveal, value=5) == "all-known", "it is in the hand"


def test_a_card_that_was_laid_unseen_may_be_the_one_that_was_taken() -> None:
    """From then on it is in the hand or face down, until something comes to light."""
    table = lay_table(("build-4 build-1", "build-2 war-2"), {"b1": "build-1"})
    table.follow(naive.Card("build", 4, "build"), 0)
    make(table, "build", "build-1", at="b2")
    assert table.followed["build", 4] == [{"hand0", "gate0"}]
    make(table, "build", "build-4", at="b3")
    assert table.followed["build", 4] == [{"gate0"}], "the hand holds no Build card any more"


def test_equal_copies_stand_for_each_other() -> None:
    """One of two was shown: the other one is where either of them could be."""
    table = lay_table(("build-4", "build-2"), {"b1": "build-1"})
    table.followed["build", 4] = [{"hand0", "gate0"}, {"hand1", "gate0"}]
    table.came_to_light("build", 4, "gate0")
    assert table.followed["build", 4] == [{"hand0", "hand1", "gate0"}]


def test_a_row_that_had_run_short_is_filled_when_a_hand_is_replenished() -> None:
    """Deck cards are drawn first; then the row is filled as far as cards are there (V39)."""
    table = lay_table(
        ("build-4", "build-1"), {}, row="build-1", discard="war-1 war-2 war-3", short=True
    )
    table.types = ["attack"]
    assert make(table, "done")["phase"] == "draw"
    view = make(table, "draw", back="war")
    assert (view["phase"], view["faces"], view["turn"]) == ("refill", ["build-1"], 0)
    view = see(table)
    assert (len(view["faces"]), view["deck"], view["turn"]) == (3, [0, 0, 0, 0], 1)


# What the table decides in the middle of something.


def test_new_copies_are_in_the_deck_and_others_were_never_there() -> None:
    """The deck list is corrected at any time, within what lies there."""
    table = lay_table(("build-1", "build-4"), {}, row="build-2 build-2 war-1 war-1")
    view = make(table, "overrule copies", card="build-5", count=2, why="Two of them")
    assert view["deck"] == [32 - 4 + 2, 24 - 2, 2, 2]
    assert why_not(table, "overrule copies", card="build-2", count=1, why="x") == "copies"
    view = make(table, "overrule copies", card="build-2", count=2, why="Only these")
    assert view["deck"] == [32 - 4 + 2 - 6, 24 - 2, 2, 2]


def test_a_leader_has_its_new_back_wherever_it_lies() -> None:
    """In the deck or, where it is known, in the row; else other Leaders must have that back."""
    table = lay_table(("build-1", "build-4"), {}, row="ares")
    assert make(table, "overrule back", leader="ares", back="build", why="x")["deck"][2:] == [2, 1]
    assert make(table, "overrule back", leader="ceto", back="war", why="x")["deck"][2:] == [1, 2]
    table = lay_table(("build-1 ares poseidon", "build-4"), {})
    assert why_not(table, "overrule back", leader="ares", back="build", why="x") == "no-such-back"


def test_an_attack_on_nothing_is_called_off() -> None:
    """Its cards go back to the hand, and the type of action stays used."""
    table = lay_table(("war-1 war-2", "build-4"), {"b1": "build-1"}, {"b1": "build-2 war-4"})
    table.enter(naive.attack_on(1, [("b1", "war", 1)]))
    make(table, "present", "war-1")
    view = make(table, "overrule remove", side=1, at="b1", kind="build", card=1, why="x")
    assert (view["phase"], view["hands"][0], view["types"]) == ("act", [0, 2, 0, 0], ["attack"])
    assert view["discard"] == [1, 1, 0, 0]


def test_a_claim_is_tested_again_when_the_table_changes_the_gateway() -> None:
    """It lapses where the gateway is not complete any more (V31)."""
    table = lay_table(("build-1", "build-4"), FINISHED)
    make(table, "done", claim=True)
    assert make(table, "done")["phase"] == "reveal"
    view = make(table, "overrule remove", side=0, at="g1", kind="build", card=1, why="x")
    assert (view["phase"], view["turn"], view["claims"]) == ("act", 0, [False, False])


def test_after_two_hundred_turns_nobody_wins() -> None:
    """The referee's own bound (V36), after the test of a claim."""
    table = lay_table(("build-1", "build-4"), {})
    for _ in range(199):
        make(table, "done")
    assert table.outcome is None
    assert make(table, "done")["turns"] == 200
    assert table.outcome == {"reason": "turn-limit", "winners": []}
    table = lay_table(("build-1", "build-4"), FINISHED)
    table.turns = 198
    make(table, "done", claim=True)
    make(table, "done")
    see(table)
    assert table.outcome == {"reason": "gateway", "winners": [0]}


# Random games.


def test_no_card_is_ever_lost_or_made() -> None:
    """All cards lie somewhere once, sections keep their limits, War lies only on Build."""

    def check(table: Table) -> None:
        cards = table.deck + table.discard + table.row + table.attackers + table.cuts
        for seat in (0, 1):
            cards = cards + table.hands[seat]
            for place, section in table.gateways[seat].items():
                cards = cards + section.builds + section.wars
                assert len(section.builds) <= 2
                assert len(section.wars) <= (2 if place in naive.BRIDGE else 0)
                assert section.builds or not section.wars
        assert len(cards) == len(table.box)
        assert {id(card) for card in cards} == {id(card) for card in table.box}

    for seed in range(60):
        naive.random_game(seed, watch=check)


def test_a_game_of_a_seed_is_always_the_same() -> None:
    """In one process and in another."""
    told = naive.text(naive.random_game(7))
    assert told == naive.text(naive.random_game(7))
    command = [sys.executable, naive.__file__, "1", "--seed", "7"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True)
    assert printed.stdout == told
    assert told.startswith("game war-of-waves\n")


def test_the_naive_engine_imports_nothing_of_the_project() -> None:
    """Agreement means something only between two engines that share nothing."""
    command = "import sys, naive_war_of_waves; print([m for m in sys.modules if 'referee' in m])"
    path = naive.__file__.rpartition("/")[0]
    printed = subprocess.run(
        [sys.executable, "-S", "-c", command],
        capture_output=True,
        text=True,
        check=True,
        cwd=path,
    )
    assert printed.stdout == "[]\n"
