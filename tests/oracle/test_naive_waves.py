"""Tests of the naive engine of Waves against the rulebook and against itself.

The rulebook's three worked examples and the other cases are worked out by hand. In the random
games nothing is known beforehand, so only what must always hold is checked.
"""

from __future__ import annotations

import subprocess
import sys

import naive_waves
import pytest
from naive_waves import (
    BREAKERS,
    BREAKERS_GAMES,
    CLASSES,
    GAMES,
    SECOND,
    TABLETS,
    Json,
    NaiveGame,
    Settings,
    Table,
    full_deck,
    hand_limits,
    random_game,
    seat_sides,
    text,
)

pytestmark = pytest.mark.once

FIRST_GAME = ["scholars-six", "equal-or-lower", "knights-calm", "rotate-elders", "nobles-calm"]
CALM = ["scholars-six", "equal-or-lower", "knights-calm", "counterclockwise", "nobles-calm"]
HOUSE = [3, 3, 2, 2, 1]


def words(short: str) -> list[str]:
    """Spell out classes that are given by their Powers, such as "145"."""
    return [CLASSES[int(digit) - 1] for digit in short]


def make_table(  # noqa: PLR0913 - a table is laid with many things
    mode: str,
    hands: str,
    elders: str,
    rest: str = "",
    *,
    tablets: list[str] | None = None,
    council: list[int] | None = None,
    known: list[int | None] | None = None,
    token: int = 0,
    edition: str = SECOND,
) -> Table:
    """Lay a table with these hands and Elders, and these cards on top of the deck."""
    dealt = hands.split()
    first = words("".join(dealt)) + words(elders) + words(rest)
    deck = full_deck()
    for card in first:
        deck.remove(card)
    numbers = council or HOUSE
    known = known or list(numbers)
    settings = Settings(mode, len(dealt), tablets or CALM, numbers, known, token, edition)
    table = Table(settings, first + deck)
    for slot in range(table.slots):
        table.enter_elder(slot)
    return table


def follow(table: Table, slot: int, power: int) -> None:
    """Place the card of this Power as a Follower."""
    table.enter_follower(slot, CLASSES[power - 1])


def rebel(table: Table, slot: int, power: int, number: int = 1) -> None:
    """Place so many cards of this Power as Rebels."""
    table.enter_rebels(slot, CLASSES[power - 1], number)


def last_facts(table: Table, kind: str) -> list[Json]:
    """Return the facts of one kind that the last entry settled."""
    return [fact for fact in table.steps[-1].facts if fact["kind"] == kind]


def collections_of(table: Table) -> list[tuple[int, int, int, bool, int]]:
    """Return slot, Powers of Elder and Agent, collected, Shells of the last entry's tests."""
    found = []
    for fact in last_facts(table, "collection"):
        powers = (fact["slot"], fact["elder_power"], fact["agent_power"])
        found.append((*powers, fact["collected"], fact["shells"]))
    return found


def worked_example() -> Table:
    """Play the rulebook's worked examples up to the last placement."""
    table = make_table("teams", "34444 55555 11222 32222", "1442", tablets=FIRST_GAME)
    follow(table, 0, 3)
    follow(table, 1, 5)
    rebel(table, 2, 1, 2)
    rebel(table, 3, 3)
    return table


def test_example_open_majority() -> None:
    """Two Seers hold the Open Majority and two Shells are placed."""
    table = make_table("teams", "34444 55555 11222 32222", "1442")
    assert table.steps[-1].entry == "elder slot=3 card=keeper"
    counts = {"scholar": 1, "keeper": 1, "knight": 0, "seer": 2, "noble": 0}
    assert table.steps[-1].facts == [
        {"kind": "open-majority", "card": "seer", "counts": counts, "shells": 2}
    ]
    view = table.view()
    assert (view["phase"], view["open_majority"], view["shells"]) == ("play", "seer", 2)


def test_example_true_majority() -> None:
    """Three Scholars hold the True Majority, and the extra Rebel is discarded."""
    table = worked_example()
    assert table.view()["phase"] == "rebels"
    table.enter_reveal(3)
    assert table.steps[-1].facts == []
    table.enter_reveal(2)
    counts = {"scholar": 3, "keeper": 1, "knight": 1, "seer": 2, "noble": 0}
    assert table.steps[-1].facts == [
        {
            "kind": "true-majority",
            "card": "scholar",
            "counts": counts,
            "tablet": "scholars-six",
            "shells": 2,
        }
    ]
    assert table.view()["agents"][2] == {"kind": "rebel", "count": 1, "card": "scholar"}
    assert table.discards == [["scholar", True]]


def test_example_collecting_elders() -> None:
    """Two Elders are collected, two are taken to hand, and the Agents become Elders."""
    table = worked_example()
    table.enter_reveal(2)
    table.enter_reveal(3)
    table.enter_reveal(0)
    assert collections_of(table) == [(0, 6, 3, False, 2)]
    assert table.view()["hands"] == [5, 4, 3, 4]
    table.enter_reveal(1)
    assert collections_of(table) == [
        (1, 4, 5, True, 1),
        (2, 4, 6, True, 0),
        (3, 2, 3, False, 0),
    ]
    view = table.view()
    assert view["collected"] == [["seer"], ["seer"]]
    assert view["elders"] == ["knight", "noble", "scholar", "knight"]
    assert view["agents"] == [None] * 4
    assert view["hands"] == [5, 5, 4, 5]
    assert (view["round"], view["token"], view["shells"]) == (2, 1, 2)
    assert [fact["kind"] for fact in table.steps[-1].facts][-1] == "open-majority"


def test_a_tie_goes_to_the_highest_class() -> None:
    """Four different Elders give the majority to the highest of them."""
    table = make_table("teams", "34444 55555 11222 32222", "1324")
    assert table.view()["open_majority"] == "seer"


def test_the_number_of_shells_is_asked_once() -> None:
    """An unknown number of the Council card is asked for and then remembered."""
    hands = "11111 22222 33333 44444"
    table = make_table("all-vs-all", hands, "4412", known=[None] * 5)
    assert table.view()["phase"] == "shells"
    assert table.steps[-1].facts == []
    table.enter_shells()
    assert table.steps[-1].entry == "shells count=2"
    assert last_facts(table, "open-majority")[0]["shells"] == 2
    assert table.known_council["seer"] == 2
    assert table.known_council["noble"] is None


def test_elders_move_to_the_player_on_the_right() -> None:
    """The Elders of players rotate, but the extra Elder of three players stays (W7)."""
    tablets = [*CALM[:3], "rotate-elders", CALM[4]]
    table = make_table("three", "15555 25555 35555", "3244", tablets=tablets)
    follow(table, 0, 1)
    follow(table, 1, 2)
    follow(table, 2, 3)
    assert table.view()["elders"] == ["keeper", "seer", "knight", "seer"]
    assert table.view()["tablet"] == "rotate-elders"
    table.enter_reveal(0)
    assert last_facts(table, "collection")[0]["elder"] == "keeper"


def test_elders_move_to_the_opponent_in_head_to_head() -> None:
    """Each Elder moves one slot counterclockwise, which is the opponent's (W9)."""
    tablets = [*CALM[:3], "rotate-elders", CALM[4]]
    table = make_table("head-to-head", "11111 11111", "4123", tablets=tablets)
    for slot in range(4):
        follow(table, slot, 1)
    assert table.view()["elders"] == words("1234")
    assert table.owners == [0, 1, 0, 1]


def test_three_players_wait_for_the_extra_elder() -> None:
    """The old extra Elder is discarded and a new one is asked for at the end of a round."""
    table = make_table("three", "55555 55555 35555", "1121", rest="4443")
    follow(table, 0, 5)
    follow(table, 1, 5)
    follow(table, 2, 3)
    for slot in range(3):
        table.enter_reveal(slot)
    view = table.view()
    assert (view["phase"], view["round"]) == ("council", 2)
    assert view["elders"] == ["noble", "noble", "knight", None]
    assert ["scholar", True] in table.discards
    table.enter_elder(3)
    assert table.steps[-1].entry == "elder slot=3 card=knight"
    assert table.view()["phase"] == "play"


def test_elders_take_the_power_of_the_elder_to_their_right() -> None:
    """Slot 0 of three players has the extra Elder to its right (W10)."""
    tablets = [*CALM[:2], "elders-right", *CALM[3:]]
    table = make_table("three", "25555 45555 45555", "1233", tablets=tablets)
    follow(table, 0, 2)
    follow(table, 1, 4)
    follow(table, 2, 4)
    table.enter_reveal(0)
    assert collections_of(table) == [(0, 3, 2, False, 2)]
    table.enter_reveal(1)
    assert collections_of(table) == [(1, 1, 4, True, 1)]
    table.enter_reveal(2)
    assert collections_of(table) == [(2, 2, 4, True, 0)]


def test_agents_take_the_power_of_the_agent_to_their_right() -> None:
    """The own card is turned over first, then early the right neighbour's Follower."""
    tablets = [*CALM[:2], "agents-right", *CALM[3:]]
    table = make_table("all-vs-all", "11114 55552 33331 33332", "3321", tablets=tablets)
    follow(table, 0, 4)
    follow(table, 1, 2)
    rebel(table, 2, 3)
    follow(table, 3, 2)
    table.enter_reveal(2)
    assert table.next_card() == 0
    table.enter_reveal(0)
    assert collections_of(table) == []
    assert table.next_card() == 3
    table.enter_reveal(3)
    assert collections_of(table) == [(0, 3, 2, False, 2)]
    table.enter_reveal(1)
    assert collections_of(table) == [(1, 3, 4, True, 1), (3, 1, 3, True, 0), (2, 2, 2, False, 0)]


def test_keepers_weaken_as_shells_go() -> None:
    """A Keeper has 2 more Power for each Shell that lies there at the test (W17)."""
    tablets = [CALM[0], "keepers-per-shell", *CALM[2:]]
    hands = "22444 22444 15555 15555"
    table = make_table("all-vs-all", hands, "4411", tablets=tablets, council=[2] * 5)
    rebel(table, 0, 2, 2)
    rebel(table, 1, 2, 2)
    follow(table, 2, 1)
    follow(table, 3, 1)
    table.enter_reveal(0)
    table.enter_reveal(1)
    table.enter_reveal(2)
    assert collections_of(table) == [(2, 1, 1, False, 2)]
    table.enter_reveal(3)
    assert collections_of(table) == [
        (3, 1, 1, False, 2),
        (0, 4, 6, True, 1),
        (1, 4, 4, False, 1),
    ]


def test_the_first_collected_elder_is_returned() -> None:
    """Only an Elder that would be collected uses the tablet up, and its Shell stays (W18)."""
    tablets = [*CALM[:4], "first-returned"]
    hands = "15555 51111 51111 11111"
    table = make_table("all-vs-all", hands, "5215", tablets=tablets, council=[2] * 5)
    follow(table, 0, 1)
    follow(table, 1, 5)
    follow(table, 2, 5)
    follow(table, 3, 1)
    table.enter_reveal(0)
    table.enter_reveal(1)
    fact = last_facts(table, "collection")[0]
    assert (fact["collected"], fact["returned"], fact["shells"]) == (False, True, 2)
    table.enter_reveal(2)
    fact = last_facts(table, "collection")[0]
    assert (fact["collected"], fact["returned"], fact["shells"]) == (True, False, 1)


def test_rebels_of_six_and_followers_of_three() -> None:
    """Agents have fixed Powers under the advanced tablet of the Scholars."""
    tablets = ["followers-three-rebels-six", *CALM[1:]]
    table = make_table("all-vs-all", "55555 11111 22222 22222", "1155", tablets=tablets)
    follow(table, 0, 5)
    rebel(table, 1, 1)
    follow(table, 2, 2)
    follow(table, 3, 2)
    table.enter_reveal(1)
    table.enter_reveal(0)
    assert collections_of(table) == [(0, 1, 3, True, 0)]
    table.enter_reveal(2)
    assert collections_of(table) == [(2, 5, 3, False, 0)]
    table.enter_reveal(3)
    assert collections_of(table) == [(3, 5, 3, False, 0), (1, 1, 6, False, 0)]


def test_followers_may_fall_below_zero() -> None:
    """A Scholar as a Follower has Power -1 under the tablet that takes 2 (W16)."""
    tablets = [*CALM[:3], "followers-minus-two", CALM[4]]
    table = make_table("all-vs-all", "15555 55555 55555 55555", "4421", tablets=tablets)
    for slot, power in enumerate([1, 5, 5, 5]):
        follow(table, slot, power)
    table.enter_reveal(0)
    assert collections_of(table) == [(0, 4, -1, False, 2)]


def test_twin_elders_are_not_collected() -> None:
    """An Elder whose class was there twice at the round's start stays uncollected (W20)."""
    tablets = [*CALM[:3], "no-twin-elders", CALM[4]]
    table = make_table("three", "55555 55555 44444", "1241", tablets=tablets)
    follow(table, 0, 5)
    follow(table, 1, 5)
    rebel(table, 2, 4, 2)
    table.enter_reveal(2)
    table.enter_reveal(0)
    assert collections_of(table) == [(0, 1, 5, False, 3)]
    table.enter_reveal(1)
    assert collections_of(table) == [(1, 2, 5, True, 2), (2, 4, 4, False, 2)]


def test_no_second_copy_of_a_class() -> None:
    """A team cannot collect a class that its partner collected this round (W19)."""
    tablets = [*CALM[:4], "no-copies"]
    hands = "55555 11111 55555 11111"
    table = make_table("teams", hands, "4545", tablets=tablets, council=[4] * 5)
    for slot, power in enumerate([5, 1, 5, 1]):
        follow(table, slot, power)
    table.enter_reveal(0)
    assert collections_of(table) == [(0, 4, 5, True, 3)]
    table.enter_reveal(1)
    table.enter_reveal(2)
    assert collections_of(table) == [(2, 4, 5, False, 3)]


def test_shells_are_set_to_the_number_of_followers() -> None:
    """Five Shells are all there are, even for six Followers (W21)."""
    tablets = [*CALM[:4], "shells-by-followers"]
    hands = " ".join(["11234"] * 6)
    table = make_table("all-vs-all", hands, "555512", tablets=tablets)
    for slot in range(6):
        follow(table, slot, 1)
    assert last_facts(table, "true-majority")[0]["shells"] == 5


def test_equal_or_lower_agents_collect() -> None:
    """Under the base tablet of the Keepers an equal Agent collects and a higher one does not."""
    table = make_table("all-vs-all", "23333 33333 11111 11111", "2225", council=[5] * 5)
    for slot, power in enumerate([2, 3, 1, 1]):
        follow(table, slot, power)
    table.enter_reveal(0)
    assert collections_of(table) == [(0, 2, 2, True, 4)]
    table.enter_reveal(1)
    assert collections_of(table) == [(1, 2, 3, False, 4)]


@pytest.mark.parametrize(
    ("side", "expected"),
    [("knights-calm", [2, 0, 3, 1]), ("rebels-first", [3, 1, 2, 0])],
)
def test_order_of_the_waves(side: str, expected: list[int]) -> None:
    """Both waves begin at the holder of the Wave token, Followers first or Rebels first."""
    tablets = [*CALM[:2], side, *CALM[3:]]
    hands = "11111 33333 11111 33333"
    table = make_table("teams", hands, "3345", tablets=tablets, token=2)
    follow(table, 2, 1)
    rebel(table, 3, 3)
    follow(table, 0, 1)
    rebel(table, 1, 3)
    table.enter_reveal(1)
    table.enter_reveal(3)
    slots = [fact["slot"] for fact in last_facts(table, "collection")]
    for slot in (2, 0):
        table.enter_reveal(slot)
        slots += [fact["slot"] for fact in last_facts(table, "collection")]
    assert slots == expected


def test_counterclockwise_waves() -> None:
    """The Seers' tablet lets both waves go to the right, still from the Wave token."""
    table = make_table("teams", "11111 11111 11111 11111", "4435", token=1)
    for slot in (1, 2, 3, 0):
        follow(table, slot, 1)
    assert table.view()["tablet"] == "counterclockwise"
    assert table.to_test == [1, 0, 3, 2]


def test_a_win_ends_the_game_at_that_collection() -> None:
    """Nothing happens after the winning Elder: later seats do not act (W26, W27)."""
    hands = "55555 55555 11111 11111"
    table = make_table("all-vs-all", hands, "1235", council=[2] * 5)
    table.collected[1] = words("134")
    for slot, power in enumerate([5, 5, 1, 1]):
        follow(table, slot, power)
    table.enter_reveal(0)
    table.enter_reveal(1)
    assert table.steps[-1].facts[-1] == {"kind": "won", "seats": [1], "by": "four-classes"}
    view = table.view()
    assert view["outcome"] == {"reason": "four-classes", "seats": [1]}
    assert (view["phase"], view["token"], view["shells"]) == ("over", 0, 0)
    assert view["elders"] == [None, None, "knight", "noble"]
    assert view["agents"][3] == {"kind": "follower", "count": 1, "card": None}


def test_classes_are_looked_at_before_totals() -> None:
    """A side that reaches both goals with one Elder wins by its classes."""
    table = make_table("teams", "55555 55555 11111 11111", "1234")
    table.collected[0] = words("1112345")
    table.look_for_win(0)
    assert table.outcome == {"reason": "five-classes", "seats": [0, 2]}


def test_the_solo_player_of_five() -> None:
    """The last of five has six cards and needs four classes or six Elders."""
    table = make_table("teams", "11111 11111 22222 22222 333333", "44444")
    assert table.view()["hands"] == [5, 5, 5, 5, 6]
    assert len(table.view()["collected"]) == 3
    table.collected[0] = words("1234")
    table.look_for_win(0)
    assert table.outcome is None
    table.collected[2] = words("333333")
    table.look_for_win(2)
    assert table.outcome == {"reason": "six-elders", "seats": [4]}


def test_head_to_head_draws_after_the_own_first_elder() -> None:
    """Each player draws 2 after the first placement and none at the round's end (W33)."""
    table = make_table("head-to-head", "11111 22222", "5545", rest="33445", token=1)
    follow(table, 1, 2)
    assert table.view()["hands"] == [5, 6]
    rebel(table, 2, 1, 3)
    assert table.view()["hands"] == [4, 6]
    follow(table, 3, 2)
    follow(table, 0, 1)
    assert table.view()["hands"] == [3, 5]
    table.enter_reveal(2)
    for slot in (1, 3, 0):
        table.enter_reveal(slot)
    view = table.view()
    assert view["hands"] == [5, 5]
    assert (view["token"], view["round"]) == (2, 2)
    assert [seat for seat, _ in table.recent_discards] == [1, 1]


def test_two_players_of_breakers_pick_their_first_elder_and_draw_together() -> None:
    """Both lay at one of their Elders, both draw 2, and then come the Elders left over (W33)."""
    table = make_table(
        "head-to-head", "11111 22222", "5545", rest="3344", token=1, edition=BREAKERS
    )
    assert table.may_place() == [1, 3]
    follow(table, 3, 2)
    assert table.view()["hands"] == [5, 4]
    assert table.may_place() == [2, 0]
    rebel(table, 0, 1, 3)
    assert table.view()["hands"] == [4, 6]
    assert [sorted(hand) for hand in table.hands] == [
        sorted(words("1144")),
        sorted(words("222233")),
    ]
    assert table.may_place() == [1]
    follow(table, 1, 3)
    assert table.may_place() == [2]
    follow(table, 2, 4)
    assert (table.view()["phase"], table.view()["hands"]) == ("rebels", [3, 5])
    assert table.order_of_tests() == [1, 2, 3, 0]


def test_two_players_of_breakers_cannot_lay_at_the_other_players_elders() -> None:
    """Whoever has laid waits, and nobody lays twice before the other has laid once."""
    table = make_table("head-to-head", "11111 22222", "5545", edition=BREAKERS)
    with pytest.raises(ValueError, match="slot 1 is not the next"):
        follow(table, 1, 2)
    follow(table, 2, 1)
    with pytest.raises(ValueError, match="slot 0 is not the next"):
        follow(table, 0, 1)


def test_more_players_of_breakers_lay_clockwise() -> None:
    """Only two players have an order of their own."""
    table = make_table("teams", "34444 55555 11222 32222", "1442", token=2, edition=BREAKERS)
    assert [table.may_place(), table.to_place] == [[2], [2, 3, 0, 1]]


def test_an_empty_hand_draws_the_card_it_places() -> None:
    """A player without a card draws one and places it as a Follower (W32)."""
    table = make_table("head-to-head", "11111 22222", "5545", rest="433")
    table.discards = [[card, False] for card in table.hands[0]]
    table.hands[0] = []
    table.enter_follower(0, None)
    assert table.agent_at(0)["cards"] == ["seer"]
    assert table.view()["hands"] == [2, 5]
    assert table.steps[-1].entry == "follow slot=0"


def test_discards_become_the_new_deck() -> None:
    """When the deck is empty the discards are shuffled into a new one (W31)."""
    table = make_table("teams", "11111 11111 22222 22222", "4444")
    table.discards = [[card, True] for card in table.deck]
    table.deck = []
    assert table.draw() is not None
    assert (table.reshuffles, table.discards) == (1, [])
    table.deck = []
    assert table.draw() is None
    assert table.reshuffles == 1


@pytest.mark.parametrize(
    ("piles", "outcome"),
    [
        (("12", "111"), {"reason": "hundred-rounds", "seats": [0, 2]}),
        (("12", "112"), {"reason": "hundred-rounds", "seats": [1, 3]}),
        (("12", "34"), {"reason": "hundred-rounds-draw", "seats": []}),
    ],
)
def test_the_hundredth_round_is_the_last(piles: tuple[str, str], outcome: Json) -> None:
    """More classes win, then more Elders, else nobody (W40)."""
    table = make_table("teams", "11111 11111 11111 11111", "5555", token=0)
    table.round = 100
    table.collected = [words(pile) for pile in piles]
    for slot in range(4):
        follow(table, slot, 1)
    for slot in table.clockwise(0):
        table.enter_reveal(slot)
    assert table.outcome == outcome
    assert table.view()["round"] == 100
    assert table.view()["phase"] == "over"


@pytest.mark.parametrize(("mode", "players"), GAMES)
def test_every_seat_and_slot_has_its_place(mode: str, players: int) -> None:
    """Sides alternate round the table in every mode with teams."""
    assert len(seat_sides(mode, players)) == players
    assert len(hand_limits(mode, players)) == players
    sides = seat_sides(mode, players)
    for seat in range(players):
        assert sides[seat] != sides[(seat + 1) % players]


def check_steps(game: NaiveGame) -> None:
    """Check what must hold from each view of a game to the next."""
    before = game.start
    for step in game.steps:
        if step.refused:
            assert step.facts == []
            assert step.view == before
        gained = 0
        for fact in step.facts:
            if fact["kind"] == "collection":
                gained += fact["collected"]
                assert fact["shells"] >= 0
                assert not (fact["collected"] and fact["returned"])
            if fact["kind"] in ("open-majority", "true-majority"):
                assert list(fact["counts"]) == CLASSES
                assert fact["counts"][fact["card"]] == max(fact["counts"].values())
        piles_before = sum(len(pile) for pile in before["collected"])
        assert sum(len(pile) for pile in step.view["collected"]) == piles_before + gained
        assert 0 <= step.view["shells"] <= 5
        assert step.view["round"] - before["round"] in (0, 1)
        before = step.view
    assert before["phase"] == "over"
    assert before["outcome"] == game.outcome


def test_random_games_hold_together() -> None:
    """In 300 random games no card is lost and the views follow from each other."""
    whole = sorted(full_deck())
    seen: set[str] = set()

    def watch(table: Table) -> None:
        assert sorted(table.all_cards()) == whole
        if table.phase in ("play", "rebels") and table.round > 1:
            assert all(len(hand) <= 20 for hand in table.hands)
        assert max(table.open_counts().values()) <= 20

    for seed in range(300):
        game = random_game(seed, watch=watch)
        check_steps(game)
        assert game.outcome is not None
        seen |= {game.mode, *game.tablets, *game.mistakes, game.outcome["reason"]}
    assert {mode for mode, _ in GAMES} <= seen
    assert {side for sides in TABLETS.values() for side in sides} <= seen
    assert {"five-classes", "seven-elders", "four-classes", "six-elders"} <= seen
    assert {"impossible class", "out of turn", "follower too early", "too many rebels"} <= seen


def test_random_games_of_breakers_hold_together() -> None:
    """The same for the other edition, with games of its modes only."""
    whole = sorted(full_deck())
    seen: set[tuple[str, int]] = set()
    picked: set[tuple[int, int]] = set()

    def watch(table: Table) -> None:
        assert sorted(table.all_cards()) == whole
        if table.picks_elder and len(table.to_place) == 3:
            (slot,) = (slot for slot in range(4) if table.agents[slot])
            picked.add((table.token, slot))

    for seed in range(90):
        game = random_game(seed, edition=BREAKERS, watch=watch)
        check_steps(game)
        assert game.header()[0] == "game breakers"
        seen.add((game.mode, game.players))
    assert seen == set(BREAKERS_GAMES)
    assert picked == {(token, slot) for token in range(4) for slot in range(token % 2, 4, 2)}


def test_the_same_seed_gives_the_same_game() -> None:
    """A game can be made again from its seed, and asked for by mode and players."""
    assert text(random_game(7)) == text(random_game(7))
    game = random_game(7, "teams", 5, mistakes=0)
    assert (game.mode, game.players) == ("teams", 5)
    assert not any(step.refused for step in game.steps)
    with pytest.raises(ValueError, match="no game of mode three has 6 players"):
        random_game(7, "three", 6)


def test_the_transcript_has_its_parts() -> None:
    """A transcript has its settings, its entries with their marks, and its outcome."""
    game = random_game(3)
    lines = text(game).splitlines()
    assert lines[0] == "game waves"
    assert lines[1] == f"option mode={game.mode}"
    assert len([line for line in lines if line[:2] in ("> ", "! ")]) == len(game.steps)
    assert lines[-1].startswith("outcome ")


def test_games_are_printed_as_one_stream() -> None:
    """Run as a program it prints games that each begin with their game line."""
    command = [sys.executable, naive_waves.__file__, "4", "--seed", "9"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert printed == "".join(text(random_game(seed)) for seed in range(9, 13))
