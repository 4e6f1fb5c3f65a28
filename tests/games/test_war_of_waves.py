"""The hard corners of War of Waves, worked out by hand from the rulebook and the rulings."""

from collections.abc import Mapping

import pytest

from referee.core import BadSetup, Seat, Setup, play, redact
from referee.games import load_all
from referee.games.war_of_waves.claims import in_sequence, same_parity
from referee.games.war_of_waves.components import DRAWS, HOUSE_DECK, SECTIONS, Card, Deed
from referee.games.war_of_waves.state import Laid, Phase, Place, conserved
from referee.games.war_of_waves.warnings_own import all_right, warnings

ANN, BO = Seat(0), Seat(1)
FACES = ("face card=build-1", "face card=war-2", "face card=build-3", "face card=war-4")
START = ("dealt seat=0 build=0 war=0", "dealt seat=1 build=0 war=0", *FACES)

Cards = tuple[tuple[int | None, ...], tuple[int | None, ...]]
"""What lies in a section: Build cards and War cards, by number, or None while unknown."""

BRIDGE: Mapping[str, Cards] = dict.fromkeys(("b1", "b2", "b3", "b4"), ((None,), (None,)))
GATE: Mapping[str, Cards] = dict.fromkeys(("g1", "g2", "g3"), ((None,), ()))
WHOLE = {**BRIDGE, **GATE}
EMPTY = "(- -)"


class Table:
    """A game in the middle: entries go in, values and facts come out."""

    def __init__(self, **options: str) -> None:
        self.game = load_all()["war-of-waves"]
        self.state = self.game.setup(Setup(("Ann", "Bo"), tuple(options.items())))
        self.facts: tuple = ()

    def enter(self, *entries: str) -> "Table":
        """Make entries that are allowed."""
        for text in entries:
            self.state, self.facts = play(self.game, self.state, self.game.parse(text))
        return self

    def lay(self, *sides: Mapping[str, Cards], hands=((9, 9, 0, 0), (9, 9, 0, 0))) -> "Table":
        """Put both gateways and hands on the table as they are given, in the first turn."""
        gateways = tuple(
            tuple(_place(side.get(section.value, ((), ()))) for section in SECTIONS)
            for side in (*sides, {}, {})[:2]
        )
        self.state = self.state._replace(gateways=gateways, hands=tuple(hands))
        return self

    def attack(self, target: str, *attackers: str, shows: str = "") -> "Table":
        """Attack as `1 b1 war 1`, with these cards; `shows` is what the owner turns over."""
        side, places, kinds, cards = target.split()
        self.enter(f"attack side={side} at={places} kind={kinds} cards={cards}")
        self.enter(*(f"present card={card}" for card in attackers), "strike")
        return self.reveal(*shows)

    def reveal(self, *values: str) -> "Table":
        """Turn over the next cards, which have these numbers."""
        for value in values:
            side, at, kind, card = self.values["to_reveal"][0]
            self.enter(f"reveal side={side} at={at} kind={kind} card={card} value={value}")
        return self

    def refused(self, entry: str) -> tuple[str, str]:
        """Give the rule and the reason that refuse an entry."""
        ruling = self.game.explain(self.state, self.game.parse(entry))
        assert not ruling.allowed
        return ruling.rule, ruling.reason

    def told(self) -> list[str]:
        """Give the sentences of what the last entry led to."""
        return [str(self.game.voice.fact(self.state, fact)) for fact in self.facts]

    def ordered(self) -> list[str]:
        """Give what people are told to do with their hands now."""
        return [str(text) for text in self.game.view(redact(self.state, None), None).step.hands]

    def found(self, kind: str) -> list:
        """Give the facts of one kind that the last entry led to."""
        return [fact for fact in self.facts if fact.kind == kind]

    @property
    def values(self) -> Mapping:
        """Give the public values."""
        return self.game.values(redact(self.state, None), None)

    def section(self, seat: int, at: str) -> list:
        """Give what lies in a section: Build cards, War cards."""
        return self.values["gateways"][seat][[one.value for one in SECTIONS].index(at)]


def _place(cards: Cards) -> Place:
    builds, wars = cards
    return Place(tuple(map(Laid, builds)), tuple(map(Laid, wars)))


def table(**options: str) -> Table:
    """Lay a table: dealt without Leaders, the row turned up, and Ann begins."""
    return Table(**options).enter(*START)


def one(at: str = "b1", *, builds=(None,), wars=(None,)) -> dict[str, Cards]:
    """Give a gateway of one section."""
    return {at: (builds, wars)}


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


# ---------------------------------------------------------------- Leaders


def leaders(*hand: int, **options: str) -> Table:
    """Lay a table where Ann holds these cards: Build, War, Leaders by back; Bo two of each."""
    return table(**options).lay(WHOLE, WHOLE, hands=(hand, (2, 2, 0, 0)))


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


# ---------------------------------------------------------------- claims and the end


def claimed(bo: Mapping[str, Cards] = BRIDGE, **options: str) -> Table:
    """Lay a table where Ann has just claimed, and it is Bo's turn."""
    return table(**options).lay(WHOLE, bo).enter("done claim=yes")


ODD = "1331"
RIGHT, WRONG = ODD + "243", ODD + "244"
"""Bridge 1, 3, 3, 1 all odd; gate 2, 4, 3 in sequence, or 2, 4, 4 not."""


def test_v29_only_a_complete_gateway_can_be_claimed_and_only_once() -> None:
    laid = table().lay({**WHOLE, "g3": ((), ())}, BRIDGE)
    assert ("V29", "not-complete") == laid.refused("done claim=yes")
    laid = claimed()
    assert [True, False] == laid.values["claims"]
    laid.enter('overrule turn seat=0 why="Once more"')
    assert ("V29", "claimed-already") == laid.refused("done claim=yes")


def test_v29_after_a_leader_the_player_is_asked() -> None:
    laid = leaders(1, 0, 1, 0).enter("leader name=ceto", "draw back=war")
    assert ("claim", [0]) == (laid.values["phase"], laid.values["acting"])
    laid.enter("finish claim=yes")
    assert ([True, False], 1) == (laid.values["claims"], laid.values["turn"])


def test_v30_a_right_claim_wins_after_the_opponent_s_turn() -> None:
    laid = claimed().enter("done")
    assert ("reveal", 7, 2) == (
        laid.values["phase"],
        len(laid.values["to_reveal"]),
        laid.values["turns"],
    )
    laid.reveal(*RIGHT)
    assert ("gateway", (ANN,)) == (laid.state.outcome.reason, laid.state.outcome.winners)
    assert (None, []) == (laid.values["turn"], laid.values["acting"])


@pytest.mark.parametrize("values", [WRONG, "1231243", "2444135", "1331223"])
def test_v30_a_wrong_claim_loses(values) -> None:
    laid = claimed(build="8,8,8,8,8,0").enter("done").reveal(*values)
    assert ("false-claim", (BO,)) == (laid.state.outcome.reason, laid.state.outcome.winners)


def test_v30_cards_that_are_known_are_not_turned_over_again() -> None:
    known = {
        **dict.fromkeys(("b1", "b2", "b3", "b4"), ((2,), (None,))),
        "g1": ((1,), ()),
        "g2": ((2,), ()),
        "g3": ((3,), ()),
    }
    laid = table().lay(known, BRIDGE).enter("done claim=yes", "done")
    assert "gateway" == laid.state.outcome.reason


def test_v31_a_claim_lapses_with_the_gateway_and_may_be_repeated() -> None:
    laid = claimed().attack("0 b1 war 1", "war-4", shows="1").enter("done", "draw back=war")
    assert ["V31"] == [fact.rule for fact in laid.found("claim-lapsed")]
    assert ([False, False], 0, "act") == (
        laid.values["claims"],
        laid.values["turn"],
        laid.values["phase"],
    )
    laid.enter("fortify at=b1 kind=war", "done claim=yes")
    assert [True, False] == laid.values["claims"]


def test_a_wrong_claim_loses_also_where_the_opponent_claims() -> None:
    laid = claimed(WHOLE).enter("done claim=yes").reveal(*WRONG, *WRONG)
    assert ("false-claim", (BO,)) == (laid.state.outcome.reason, laid.state.outcome.winners)


def test_the_second_claim_is_looked_at_too_and_loses_if_it_is_wrong() -> None:
    laid = claimed(WHOLE).enter("done claim=yes")
    assert [0] * 7 + [1] * 7 == [spot[0] for spot in laid.values["to_reveal"]]
    laid.reveal(*RIGHT, *WRONG)
    assert ("gateway", (ANN,)) == (laid.state.outcome.reason, laid.state.outcome.winners)


@pytest.mark.parametrize(
    ("hands", "reason", "winners"),
    [
        (((1, 0, 1, 0), (1, 0, 0, 0)), "gateway-leader", (ANN,)),
        (((1, 0, 0, 0), (1, 0, 0, 2)), "gateway-leader", (BO,)),
        (((1, 0, 1, 0), (1, 0, 0, 1)), None, None),
        (((1, 0, 0, 0), (1, 0, 0, 0)), None, None),
    ],
)
def test_v32_a_leader_in_one_hand_breaks_the_tie(hands, reason, winners) -> None:
    laid = table().lay(WHOLE, WHOLE, hands=hands)
    laid.enter("done claim=yes", "done claim=yes").reveal(*RIGHT, *RIGHT)
    if reason is None:
        assert ("cut", [0], None) == (
            laid.values["phase"],
            laid.values["acting"],
            laid.state.outcome,
        )
    else:
        assert (reason, winners) == (laid.state.outcome.reason, laid.state.outcome.winners)


def tied() -> Table:
    """Lay a table where both gateways are right and the deck must decide."""
    return claimed(WHOLE).enter("done claim=yes").reveal(*RIGHT, *RIGHT)


def test_v32_the_higher_card_wins_and_the_claimant_turns_up_first() -> None:
    laid = tied()
    assert ("V32", "not-now") == laid.refused("cut seat=1 card=war-4")
    laid.enter("cut seat=0 card=build-2", "cut seat=1 card=war-3")
    assert ("gateway-cut", (BO,)) == (laid.state.outcome.reason, laid.state.outcome.winners)


@pytest.mark.parametrize(
    ("first", "second"), [("build-2", "war-2"), ("ares", "war-1"), ("war-4", "ceto")]
)
def test_v38_equal_cards_and_leaders_are_laid_aside_and_the_next_are_cut(first, second) -> None:
    laid = tied()
    before = sum(laid.values["deck"])
    laid.enter(f"cut seat=0 card={first}", f"cut seat=1 card={second}")
    assert ["V32"] == [fact.rule for fact in laid.found("cut-decided")]
    assert (before - 2, "cut", [0]) == (
        sum(laid.values["deck"]),
        laid.values["phase"],
        laid.values["acting"],
    )
    laid.enter("cut seat=0 card=build-3", "cut seat=1 card=war-1")
    assert (ANN,) == laid.state.outcome.winners


@pytest.mark.parametrize(
    ("war", "deck", "differs"),
    [
        ("0,9,0,1,0,0", (0, 5, 0, 0), False),  # War 2 alone: the only War 4 lies in the row
        ("0,9,0,1,0,0", (0, 5, 1, 1), False),  # ... and Leaders, which never decide
        ("0,9,0,2,0,0", (0, 5, 0, 0), True),  # a second one may be in the deck
        ("0,9,0,2,0,0", (0, 1, 1, 1), False),  # two cards are compared
        ("0,9,0,1,0,0", (1, 1, 0, 0), True),  # a Build card may have another number
    ],
)
def test_v38_a_tie_that_no_card_left_can_break_is_a_draw(war, deck, differs) -> None:
    laid = Table(war=war).enter(*START)
    laid.lay(WHOLE, WHOLE).enter("done claim=yes")
    laid.state = laid.state._replace(deck=deck)
    laid.enter("done claim=yes").reveal(*RIGHT, *RIGHT)
    if differs:
        assert "cut" == laid.values["phase"]
    else:
        assert ("gateway-draw", ()) == (laid.state.outcome.reason, laid.state.outcome.winners)
        assert ["V38"] == [fact.rule for fact in laid.found("drew")]


def test_v38_a_tie_ends_whatever_is_cut() -> None:
    # The deck may hold two numbers, but only equal cards ever come up.
    laid = Table(war="0,9,0,2,0,0").enter(*START)
    laid.lay(WHOLE, WHOLE).enter("done claim=yes")
    laid.state = laid.state._replace(deck=(0, 5, 0, 0))
    laid.enter("done claim=yes").reveal(*RIGHT, *RIGHT)
    for left in (3, 1):
        assert None is laid.state.outcome
        laid.enter("cut seat=0 card=war-2", "cut seat=1 card=war-2")
        assert left == sum(laid.values["deck"])
    assert "gateway-draw" == laid.state.outcome.reason


def test_before_the_cut_deck_and_discard_pile_are_shuffled_together() -> None:
    laid = claimed(WHOLE)
    laid.state = laid.state._replace(deck=(3, 0, 0, 0), discard=(0, 2, 0, 1))
    laid.enter("done claim=yes").reveal(*RIGHT, *RIGHT)
    (fact,) = laid.found("reshuffled")
    assert ("V32", 3, 3) == (fact.rule, fact.count, fact.deck)
    assert 1 == sum("Shuffle" in text for text in laid.ordered())
    laid = tied()  # nothing was discarded: the deck alone is shuffled
    (fact,) = laid.found("reshuffled")
    assert ("V32", 0) == (fact.rule, fact.count)
    assert "The deck is shuffled." in laid.told()


def test_v32_the_discard_pile_is_shuffled_in_before_the_cut() -> None:
    laid = claimed(WHOLE)
    laid.state = laid.state._replace(deck=(1, 0, 0, 0), discard=(0, 2, 0, 1))
    laid.enter("done claim=yes").reveal(*RIGHT, *RIGHT)
    assert ([1, 2, 0, 1], [0, 0, 0, 0]) == (laid.values["deck"], laid.values["discard"])
    assert ("cards", "none-left") == laid.refused("cut seat=0 card=ceto")


def test_v32_without_a_card_left_nobody_wins() -> None:
    laid = claimed(WHOLE)
    laid.state = laid.state._replace(deck=(0, 0, 0, 0))
    laid.enter("done claim=yes").reveal(*RIGHT, *RIGHT)
    assert ("gateway-draw", ()) == (laid.state.outcome.reason, laid.state.outcome.winners)


def test_v28_the_example_of_the_rulebook_is_a_sequence() -> None:
    # Section 1 = 4, section 2 = 2 and 1, section 3 = 3 and 2: 4, 3, 5.
    gate = {"g1": ((None,), ()), "g2": ((None, None), ()), "g3": ((None, None), ())}
    laid = table().lay({**BRIDGE, **gate}, BRIDGE).enter("done claim=yes", "done")
    laid.reveal(*"2442", *"4", *"21", *"32")
    (fact,) = laid.found("gateway-checked")
    assert ((2, 4, 4, 2), (4, 3, 5), True) == (fact.bridge, fact.gate, fact.valid)


@pytest.mark.parametrize(
    ("sums", "expected"),
    [
        ((3, 4, 5), True),
        ((5, 3, 4), True),
        ((3, 3, 4), False),
        ((2, 4, 6), False),
        ((1, 2, 4), False),
    ],
)
def test_v28_gate_sums_follow_each_other_in_any_order(sums, expected) -> None:
    assert expected == in_sequence(sums)


@pytest.mark.parametrize(
    ("sums", "expected"),
    [((2, 4, 6, 8), True), ((1, 3, 5, 3), True), ((1, 3, 5, 4), False), ((2, 2, 2, 3), False)],
)
def test_v28_bridge_sums_are_all_even_or_all_odd(sums, expected) -> None:
    assert expected == same_parity(sums)


def test_v36_after_200_turns_the_game_is_a_draw() -> None:
    laid = table()
    laid.state = laid.state._replace(turns=198)
    laid.enter("done")
    assert 199 == laid.values["turns"]
    laid.enter("done")
    assert ("turn-limit", ()) == (laid.state.outcome.reason, laid.state.outcome.winners)
    assert ("over", "over") == laid.refused("done")


def test_v36_the_claim_is_tested_before_the_limit_counts() -> None:
    laid = claimed()
    laid.state = laid.state._replace(turns=199)
    laid.enter("done").reveal(*RIGHT)
    assert "gateway" == laid.state.outcome.reason
    laid = claimed()
    laid.state = laid.state._replace(turns=199)
    laid.attack("0 b1 war 1", "war-4", shows="1").enter("done", "draw back=war")
    assert "turn-limit" == laid.state.outcome.reason
    assert [True] == [bool(laid.found("claim-lapsed"))]


# ---------------------------------------------------------------- notes and warnings


def test_a_note_changes_nothing_that_others_see_and_nothing_that_can_be_done() -> None:
    laid = table().lay(WHOLE, WHOLE)
    before = (laid.values, laid.game.legal_actions(laid.state, ANN), laid.state.news)
    laid.enter("remember seat=1 at=g2 kind=build card=1 value=4")
    assert () == laid.facts
    assert before == (laid.values, laid.game.legal_actions(laid.state, ANN), laid.state.news)
    hidden = redact(laid.state, ANN).gateways[1][5].builds[0].note
    assert hidden is not None
    assert hidden.is_hidden
    assert "4" not in str(
        laid.game.voice.action(
            redact(laid.state, ANN),
            redact(laid.game.parse("remember seat=1 at=g2 kind=build card=1 value=4"), ANN),
        )
    )


def test_each_unknown_own_card_can_be_noted_as_each_number_of_the_list() -> None:
    laid = Table(build="6,0,2,0,0,0", war="0,6,0,1,0,0").enter(*START)
    laid.lay({"b1": ((None, 1), (None,))}, one())
    assert [
        "remember seat=0 at=b1 kind=build card=1 value=1",
        "remember seat=0 at=b1 kind=build card=1 value=3",
        "remember seat=0 at=b1 kind=war card=1 value=2",
        "remember seat=0 at=b1 kind=war card=1 value=4",
    ] == [laid.game.format(note) for note in laid.game.notes(laid.state, ANN)]
    assert [] == list(laid.game.notes(Table().state, ANN))


def test_a_noted_card_answers_for_itself_when_it_must_be_turned_over() -> None:
    laid = table().lay(one(), one())
    assert [] == list(laid.game.answers(laid.state))
    laid.enter("remember seat=1 at=b1 kind=war card=1 value=3")
    laid.enter("attack side=1 at=b1 kind=war cards=1", "present card=war-2", "strike")
    (answer,) = laid.game.answers(laid.state)
    assert "reveal side=1 at=b1 kind=war card=1 value=3" == laid.game.format(answer)
    laid.enter(laid.game.format(answer))
    assert None is laid.state.gateways[1][0].wars[0].note


def test_a_note_that_cannot_be_right_answers_nothing() -> None:
    laid = Table(war="1,6,0,1,0,0").enter(*START)  # the only War 4 lies in the row
    laid.lay(one(), one()).enter("remember seat=1 at=b1 kind=war card=1 value=4")
    laid.enter("attack side=1 at=b1 kind=war cards=1", "present card=war-2", "strike")
    assert [] == list(laid.game.answers(laid.state))


def test_a_note_can_be_made_out_of_turn_and_replaced() -> None:
    laid = table().enter(
        "remember seat=1 at=b1 kind=build card=1 value=4",
        "remember seat=1 at=b1 kind=build card=1 value=2",
    )
    note = laid.state.gateways[1][0].builds[0].note
    assert note is not None
    assert (BO, 2) == (note.owner, note.value)


def warned(ann: Mapping[str, Cards], **options: str) -> list[str]:
    """Say what Ann is warned of when these cards are known."""
    laid = Table(**options).lay(ann, {})
    return [str(text) for text in warnings(redact(laid.state, ANN), ANN)]


def test_the_owner_is_warned_of_odd_and_even_bridge_sums() -> None:
    text = " ".join(warned({"b1": ((1,), ()), "b3": ((2, 2), ()), "b4": ((None,), ())}))
    assert "Odd: Bridge 1 (1). Even: Bridge 3 (4)." in text
    assert "can still mend that" in text
    text = " ".join(warned({"b1": ((1, 2), ()), "b3": ((2, 2), ())}))
    assert "Only taking cards away" in text
    assert [] == warned({"b1": ((1, 2), ()), "b3": ((3,), ()), "b4": ((None,), ())})


def test_the_owner_is_warned_where_the_gate_cannot_become_a_sequence() -> None:
    # 8 and 1 with two cards each: whatever the third is, three in a row is out of reach.
    text = " ".join(warned({"g1": ((4, 4), ()), "g2": ((1, 1), ())}))
    assert "cannot become" in text
    # 2 and 5 cannot both be in one row of three, but the 2 can still become 3 to 6.
    assert [] == warned({"g1": ((2,), ()), "g2": ((4, 1), ())})
    # Twice the same sum, both full.
    text = " ".join(warned({"g1": ((1, 3), ()), "g2": ((2, 2), ())}))
    assert "Gate 1 (4) and Gate 2 (4)" in text
    # All three there, not in a row, but one can still be fortified: do not claim yet.
    text = " ".join(warned({"g1": ((2,), ()), "g2": ((3,), ()), "g3": ((3,), ())}))
    assert "yet" in text
    assert [] == warned({"g1": ((2,), ()), "g2": ((3,), ()), "g3": ((4,), ())})


def test_the_numbers_in_the_deck_list_decide_what_can_still_be_mended() -> None:
    even = {"build": "0,8,0,8,0,0"}
    text = " ".join(warned({"g1": ((2,), ())}, **even))
    assert "cannot become" in text


def test_an_unknown_card_of_the_gate_may_be_anything() -> None:
    assert [] == warned({"g1": ((4, None), ()), "g2": ((4, 4), ())})


def test_nobody_else_is_warned_by_a_note() -> None:
    laid = table().lay({"b1": ((None,), ()), "b2": ((2,), ())}, {})
    laid.enter("remember seat=0 at=b1 kind=build card=1 value=1")
    assert () != warnings(redact(laid.state, ANN), ANN)
    assert () == warnings(redact(laid.state, BO), ANN) == warnings(redact(laid.state, None), ANN)


def test_the_owner_is_told_that_everything_is_right() -> None:
    known = dict.fromkeys(BRIDGE, ((3,), (None,))) | {
        "g1": ((4,), ()),
        "g2": ((2, 1), ()),
        "g3": ((3, 2), ()),
    }
    laid = table().lay(known, {})
    assert (
        "Your gateway is right: bridge 3, 3, 3 and 3, all odd; gate 4, 3 and 5, in sequence."
    ) == str(all_right(redact(laid.state, ANN), ANN))
    assert None is all_right(redact(table().lay(WHOLE, {}).state, ANN), ANN)


# ---------------------------------------------------------------- the table decides


def test_the_table_can_give_the_turn_back_and_it_begins_afresh() -> None:
    laid = table().lay(one(), one()).enter("build at=b2")
    laid.enter('overrule turn seat=0 why="Ann has not begun"')
    assert ([], 0, 0) == tuple(laid.values[name] for name in ("types", "turn", "turns"))
    laid.enter('overrule turn seat=1 why="Bo is on" by=1')
    assert 1 == laid.values["turn"]
    assert [BO] == [fact.by for fact in laid.found("table-decided")]


def test_the_table_can_say_what_a_card_is_and_then_it_is_known() -> None:
    laid = table().lay(one(), one())
    laid.enter('overrule value side=1 at=b1 kind=war card=1 value=4 why="It lay open"')
    assert [[None], [4]] == laid.section(1, "b1")


def test_a_card_taken_away_by_the_table_lets_war_cards_perish_too() -> None:
    laid = table().lay(one(builds=(None,), wars=(None, 2)), one())
    laid.enter('overrule remove side=0 at=b1 kind=build card=1 why="Wrong box"')
    assert ([[], []], [1, 2, 0, 0]) == (laid.section(0, "b1"), laid.values["discard"])


def test_a_card_placed_by_the_table_comes_from_the_hand_and_needs_room() -> None:
    laid = table().lay(one(), one(), hands=((1, 1, 0, 0), (0, 1, 0, 0)))
    laid.enter('overrule place seat=1 at=b1 kind=war why="It was laid"')
    assert ([[None], [None, None]], [0, 0, 0, 0]) == (
        laid.section(1, "b1"),
        laid.values["hands"][1],
    )
    assert ("hand", "not-in-hand") == laid.refused('overrule place seat=1 at=b2 kind=build why="x"')


def test_the_table_says_why_it_decides() -> None:
    laid = table().lay(one(), one())
    assert ("table", "no-reason") == laid.refused('overrule turn seat=1 why=" "')


def at_phase(phase: str) -> Table:
    """Lay a table that waits for something of this kind."""
    steps = {
        "deal": Table,
        "face": lambda: Table().enter(*START[:4]),
        "act": lambda: table().lay(one(), one()),
        "draw": lambda: leaders(1, 0, 0, 1).enter("leader name=poseidon"),
        "refill": lambda: table().lay(one(), one()).enter("build at=b2", "done"),
        "swap": lambda: leaders(1, 0, 1, 0).enter("leader name=hephaestus", "draw back=war"),
        "target": lambda: leaders(1, 0, 0, 1).enter("leader name=poseidon", "draw back=war"),
        "move": lambda: leaders(1, 0, 0, 1).enter("leader name=ares", "draw back=war"),
        "present": lambda: table().lay(one(), one()).enter(ON_WAR),
        "reveal": lambda: table().lay(one(), one()).enter(ON_WAR, "present card=war-2", "strike"),
        "claim": lambda: leaders(1, 0, 1, 0).enter("leader name=ceto", "draw back=war"),
        "cut": tied,
    }
    laid = steps[phase]()
    assert phase == laid.values["phase"]
    return laid


ON_WAR = "attack side=1 at=b1 kind=war cards=1"
PHASES = [phase.value for phase in Phase if phase is not Phase.OVER]
TURNLESS = ("deal", "face", "refill")


@pytest.mark.parametrize("phase", PHASES)
def test_the_table_can_mend_its_deck_list_whatever_is_waited_for(phase) -> None:
    laid = at_phase(phase)
    assert 0 == laid.state.table.deck_list.copies(Card.BUILD_5)
    deck, waiting = laid.values["deck"], laid.values
    laid.enter('overrule copies card=build-5 count=2 why="There are two"')
    assert 2 == laid.state.table.deck_list.copies(Card.BUILD_5)
    assert {**waiting, "deck": [deck[0] + 2, *deck[1:]]} == laid.values
    assert [("copies", "There are two")] == [
        (fact.what, fact.why) for fact in laid.found("table-decided")
    ]
    laid.enter('overrule back leader=ceto back=war why="Look"')


@pytest.mark.parametrize("phase", PHASES)
def test_the_table_can_mend_a_gateway_whatever_is_waited_for(phase) -> None:
    laid = at_phase(phase)
    offered = {type(one).__name__ for one in laid.game.optional_actions(laid.state)}
    expected = {"OverruleCopies", "OverruleBack"}
    expected |= set() if phase in TURNLESS else {"OverruleTurn"}
    expected |= set() if phase == "deal" else {"OverruleValue", "OverruleRemove", "OverrulePlace"}
    assert expected - {"OverrulePlace"} == offered - {"OverrulePlace"}
    for action in laid.game.optional_actions(laid.state):
        state, _ = play(laid.game, laid.state, action)
        waited_for = laid.game.to_act(state)
        assert bool(waited_for) != bool(laid.game.outcome(state))
        assert all(laid.game.legal_actions(state, seat) for seat in waited_for)
        if phase not in ("deal", "face"):
            assert sum(state.table.deck_list.counts()) - conserved(state) == (
                sum(laid.state.table.deck_list.counts()) - conserved(laid.state)
            )


@pytest.mark.parametrize(
    ("entry", "mend"),
    [
        ("face card=build-5", "overrule copies card=build-5 count=1"),
        ("face card=war-6", "overrule copies card=war-6 count=2"),
    ],
)
def test_a_card_that_the_list_lacks_leads_to_the_list(entry, mend) -> None:
    laid = Table(war="3,3,0,0,0,1").enter(*START[:2], "face card=war-6")
    ruling = laid.game.explain(laid.state, laid.game.parse(entry))
    assert ("cards", mend) == (ruling.rule, ruling.numbers["mend"])
    said = laid.game.voice.refusal(laid.state, laid.game.parse(entry), ruling)
    assert "The table decides" in str(said)
    laid.enter(f'{mend} why="It lies here"', entry)


def test_a_leader_whose_back_is_another_than_listed_leads_to_the_list() -> None:
    # Hephaestus and Ceto have a Build back by the list; in truth it is Ares instead of Ceto.
    laid = leaders(1, 0, 1, 0)
    ruling = laid.game.explain(laid.state, laid.game.parse("leader name=ares"))
    assert ("hand", "overrule back leader=ares back=build") == (
        ruling.rule,
        ruling.numbers["mend"],
    )
    laid.enter(f'{ruling.numbers["mend"]} why="See for yourself"', "leader name=ares")
    assert [0, 0, 1, 0] == [0, *laid.values["hands"][0][1:]]


def test_a_draw_that_the_list_does_not_allow_leads_to_the_list() -> None:
    laid = Table(leaders="build,build,build,build").enter(*START)
    laid.lay(one(), one()).enter("build at=b2", "fortify at=b1 kind=war", "done")
    ruling = laid.game.explain(laid.state, laid.game.parse("draw back=war leader=yes"))
    assert ("cards", "overrule back") == (ruling.rule, ruling.numbers["mend"])
    laid.enter('overrule back leader=ares back=war why="It is here"', "draw back=war leader=yes")


def test_a_known_leader_takes_its_back_along_wherever_it_lies() -> None:
    laid = Table().enter(*START[:2], "face card=ceto", *FACES[1:])
    laid.lay(one(), one(), hands=((0, 1, 0, 0), (1, 1, 0, 0)))
    deck = laid.values["deck"]
    laid.enter('overrule back leader=ceto back=war why="In the row"')
    assert deck == laid.values["deck"]
    laid.enter("fortify at=b1 kind=war", "done")
    assert [0, 0, 0, 1] == laid.values["hands"][0]
    laid.enter('overrule back leader=ceto back=build why="In the hand"')
    assert [0, 0, 1, 0] == laid.values["hands"][0]


def test_a_list_cannot_have_fewer_cards_than_lie_there() -> None:
    laid = table()
    assert ("cards", "copies") == laid.refused('overrule copies card=build-1 count=0 why="x"')
    assert ("cards", "copies") == laid.refused('overrule copies card=build-1 count=13 why="x"')
    assert ("cards", "leaders-once") == laid.refused('overrule copies card=ares count=2 why="x"')
    laid.enter('overrule copies card=build-1 count=1 why="Only this one"')
    assert 26 - 7 == laid.values["deck"][0]
    laid.state = laid.state._replace(deck=(2, 2, 0, 0))
    assert ("cards", "copies") == laid.refused('overrule copies card=build-2 count=5 why="x"')
    assert ("cards", "no-such-back") == laid.refused('overrule back leader=ares back=build why="x"')


def test_a_draw_from_a_deck_that_has_nothing_after_all_is_let_go() -> None:
    laid = table().lay(one(), one()).enter("build at=b2", "fortify at=b1 kind=war")
    laid.state = laid.state._replace(deck=(1, 0, 0, 0))
    laid.enter("done")
    assert ("draw", 2) == (laid.values["phase"], laid.values["draws"])
    laid.enter('overrule copies card=build-4 count=7 why="The deck is empty"')
    assert ("act", 1, 0) == tuple(laid.values[name] for name in ("phase", "turn", "draws"))


def test_a_mended_list_is_kept_for_the_next_game() -> None:
    laid = table().enter('overrule copies card=war-5 count=3 why="Three"')
    assert "3" == laid.game.learned(laid.state)["copies war 5"]


@pytest.mark.parametrize("phase", ["draw", "swap", "present", "reveal", "claim", "cut"])
def test_a_turn_given_back_takes_nothing_along_of_what_had_begun(phase) -> None:
    laid = at_phase(phase)
    total = conserved(laid.state)
    laid.enter('overrule turn seat=0 why="Once more"')
    values = laid.values
    assert ("act", 0, 0, [], []) == tuple(
        values[name] for name in ("phase", "turn", "draws", "attackers", "to_reveal")
    )
    assert total == conserved(laid.state)


def test_a_card_taken_away_under_attack_leaves_the_attack_and_the_others_move_up() -> None:
    laid = table().lay(one(), one(wars=(None, None)))
    laid.enter("attack side=1 at=b1,b1 kind=war,war cards=1,2", "present card=war-2", "strike")
    laid.enter('overrule remove side=1 at=b1 kind=war card=1 why="Never there"')
    assert ([[1, "b1", "war", 1]],) * 2 == (laid.values["targets"], laid.values["to_reveal"])
    laid.enter('overrule remove side=1 at=b1 kind=war card=1 why="Nor this"')
    assert ("act", [], [9, 9, 0, 0], ["attack"]) == tuple(
        laid.values[name] if name != "hands" else laid.values["hands"][0]
        for name in ("phase", "targets", "hands", "types")
    )


def test_a_number_that_the_table_knows_decides_the_attack() -> None:
    laid = at_phase("reveal")
    laid.enter('overrule value side=1 at=b1 kind=war card=1 value=2 why="It lay open"')
    assert [True] == [fact.won for fact in laid.found("attack-decided")]
    assert "act" == laid.values["phase"]


def test_a_gateway_that_the_table_changes_is_tested_again() -> None:
    laid = claimed().enter("done")
    laid.enter('overrule value side=0 at=b1 kind=build card=1 value=1 why="Seen"')
    assert 6 == len(laid.values["to_reveal"])
    laid.enter('overrule remove side=0 at=g1 kind=build card=1 why="Wrong box"')
    assert (["V31"], "act", 0, []) == (
        [fact.rule for fact in laid.found("claim-lapsed")],
        *(laid.values[name] for name in ("phase", "turn", "to_reveal")),
    )


def test_a_tie_that_the_table_changes_is_added_up_again() -> None:
    laid = tied().enter("cut seat=0 card=build-4")
    laid.enter('overrule value side=1 at=g1 kind=build card=1 value=3 why="Look again"')
    assert ("gateway", (ANN,)) == (laid.state.outcome.reason, laid.state.outcome.winners)


def test_a_second_claim_that_the_table_made_wrong_is_not_looked_at() -> None:
    laid = claimed(WHOLE)
    laid.enter("fortify at=g1 kind=build", "done claim=yes")
    assert "refill" == laid.values["phase"]
    laid.enter('overrule remove side=1 at=g2 kind=build card=1 why="Not a Build card"')
    laid.enter("face card=war-1")
    assert [BO] == [fact.seat for fact in laid.found("claim-lapsed")]
    assert {0} == {spot[0] for spot in laid.values["to_reveal"]}


# ---------------------------------------------------------------- what is turned up


def test_a_card_that_everybody_knows_is_ordered_to_be_turned_up_for_the_sum() -> None:
    laid = table().lay(one(), one(wars=(3, None)))
    laid.enter("attack side=1 at=b1,b1 kind=war,war cards=1,2", "present card=war-2", "strike")
    (fact,) = laid.found("shown-again")
    assert (BO, "b1", "war-3", 1) == (fact.side, fact.at.value, fact.card.value, fact.number)
    assert ["Bo: turn up War 3 on Bridge 1."] == laid.ordered()
    laid.reveal("1")
    assert "Bo: turn up War 3 on Bridge 1 and War 1 on Bridge 1." == laid.ordered()[0]
    assert any("face down again" in text for text in laid.ordered())


def test_cards_that_only_their_owner_noted_are_ordered_to_be_turned_up_too() -> None:
    laid = table().lay(one(), one(wars=(None, None)))
    laid.enter("remember seat=1 at=b1 kind=war card=1 value=3")
    laid.enter("remember seat=1 at=b1 kind=war card=2 value=4")
    laid.enter("attack side=1 at=b1,b1 kind=war,war cards=1,2", "present card=war-2", "strike")
    while answers := laid.game.answers(laid.state):
        laid.enter(laid.game.format(answers[0]))
    assert "Bo: turn up War 3 on Bridge 1 and War 4 on Bridge 1." == laid.ordered()[0]


def test_all_build_cards_are_ordered_to_be_turned_up_for_a_claim_also_known_ones() -> None:
    laid = table().lay({**WHOLE, "b1": ((1,), (None,))}, BRIDGE).enter("done claim=yes", "done")
    assert [("b1", "V30")] == [(fact.at.value, fact.rule) for fact in laid.found("shown-again")]
    assert "Ann: turn up all your Build cards." in laid.ordered()
    laid.reveal("3")
    assert "Ann: turn up all your Build cards." in laid.ordered()


def test_no_card_is_lost_in_a_whole_game(said) -> None:
    totals = {
        one_.text: conserved(one_.after)
        for one_ in said(load_all()["war-of-waves"])
        if one_.after.phase is not Phase.DEAL and one_.after.table.deck_list == HOUSE_DECK
    }
    assert {60} == set(totals.values())


def test_a_seat_sees_its_own_notes_among_the_values_and_nobody_else_does() -> None:
    laid = table().enter("remember seat=0 at=b1 kind=build card=1 value=3")
    seen = [
        laid.game.values(redact(laid.state, reader), reader)["gateways"][0][0]
        for reader in (None, ANN, BO)
    ]
    assert [[[None], []], [[3], []], [[None], []]] == seen
