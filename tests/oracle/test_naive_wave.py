"""Tests of the naive engine of WAVE against the rulebook and against itself.

The rulebook's examples have lost most of their numbers, so they are filled in so that the text
beside them is true. The counts are worked out by hand. In the random games nothing is known
beforehand, so only what must always hold is checked.
"""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import pairwise, product

import naive_wave
import pytest
from naive_wave import (
    COLOURS,
    ENDS,
    NUMBER_CARDS,
    PLAYERS,
    VARIANTS,
    Json,
    NaiveGame,
    Table,
    colour_of,
    full_deck,
    holds,
    is_swap,
    laying,
    may_follow,
    number_of,
    random_game,
    random_ride,
    result_of,
    reverses,
    shuffled_deck,
    text,
)

pytestmark = pytest.mark.once

# Who plays each card when all are laid from the lowest to the highest and place 0 begins. White
# cards and zeros send it back: between them the turn goes round the one way or the other.
PLACES_OF_THE_LONG_RIDE = [0, 2, 0, 2, 0, 2, 1, 0, 2, 1, 0, 1, 2, 0, 1, 2]
PLACES_OF_THE_LONG_RIDE += [0, 2, 1, 0, 2, 1, 0, 1, 2, 0, 1, 2, 0, 2, 1, 0, 2]


def make_table(
    hands: str, top: str, pile: str = "", *, players: int = 3, variant: str = "none"
) -> Table:
    """Lay a table whose other cards lie below the top card already.

    A hand is written as the cards that face their player, a bar, and those that face the team;
    Silver's as the hidden cards, a bar, and the open ones. The top card of the pile comes first.
    """
    table = Table(players, variant, 0, [*shuffled_deck(variant, random.Random(0))])
    table.hands = []
    for place, hand in enumerate(hands.split("/")):
        names = ["hidden", "open"] if table.is_silver(place) else ["self", "team"]
        held = []
        for facing, cards in zip(names, hand.split("|"), strict=True):
            held += [naive_wave.Held(card, facing) for card in cards.split()]
        table.hands.append(held)
    table.pile = [naive_wave.Held(card) for card in reversed(pile.split())]
    table.enter({"verb": "start", "card": top})
    table.laid = list(table.box)
    for other in table.all_held():
        table.laid.remove(str(other.name))
    table.laid.remove(top)
    table.laid.append(top)
    return table


def play(table: Table, card: str) -> Json:
    """Play a card that is in the hand whose turn it is; return the view after it."""
    held = next(held for held in table.playable() if held.name == card)
    table.enter(laying(held, "play"))
    return table.steps[-1].view


def count_pairs(*, colours_swapped: bool = False, numbers_swapped: bool = False) -> int:
    """Count the pairs of different cards of which the second may follow the first."""
    count = 0
    for top, card in product(NUMBER_CARDS, NUMBER_CARDS):
        if top != card and may_follow(card, top, colours_swapped, numbers_swapped):
            count += 1
    return count


# The cards.


def test_there_are_34_cards_of_six_colours() -> None:
    """There are six times six cards but for white 0 and blue 5."""
    assert len(NUMBER_CARDS) == len(set(NUMBER_CARDS)) == 34
    assert [sum(colour_of(card) == place for card in NUMBER_CARDS) for place in range(6)] == [
        *(5, 6, 6, 6, 6, 5)
    ]
    assert {"white-0", "blue-5"}.isdisjoint(NUMBER_CARDS)


def test_ten_cards_turn_the_direction() -> None:
    """The sign is on the five white cards and on the five zeros."""
    whites = {f"white-{number}" for number in range(1, 6)}
    zeros = {f"{colour}-0" for colour in COLOURS[1:]}
    assert {card for card in full_deck("both") if reverses(card)} == whites | zeros


@pytest.mark.parametrize(
    ("variant", "cards"), [("none", 34), ("colours", 36), ("numbers", 36), ("both", 38)]
)
def test_the_house_variants_add_cards(variant: str, cards: int) -> None:
    """Two swap cards of the one kind, of the other, or of both."""
    assert len(full_deck(variant)) == cards


# What may follow what.


def test_the_worked_example_of_the_rulebook() -> None:
    """Number alone, colour alone, both, and number alone again make each card legal."""
    ride = ["yellow-2", "yellow-4", "turquoise-1", "blue-3", "red-5"]
    assert all(may_follow(card, top) for top, card in pairwise(ride))


@pytest.mark.parametrize("card", ["red-2", "orange-3", "orange-2", "white-1", "yellow-0"])
def test_a_card_with_no_trait_higher_may_not_follow(card: str) -> None:
    """Equal is not higher (K4)."""
    assert not may_follow(card, "red-3")


def test_how_many_cards_may_follow_one() -> None:
    """From the grid: all but those at the lower left, which count the card itself.

    Under red 3 lie 4 x 4 places, one of them without a card (white 0) and one red 3 itself: 14 of
    the 33 others may not follow. Only the five 5s follow blue 4; everything follows white 1.
    """
    follow = {top: [card for card in NUMBER_CARDS if may_follow(card, top)] for top in NUMBER_CARDS}
    assert len(follow["red-3"]) == 19
    assert follow["blue-4"] == [f"{colour}-5" for colour in COLOURS[:-1]]
    assert len(follow["white-1"]) == 33
    assert all(follow.values())


def test_how_many_pairs_of_cards_may_be_laid() -> None:
    """In a grid of 36, a card is not above another in (1+2+..+6)^2 - 36 = 405 ordered pairs.

    White 0 is below and blue 5 above all others: without them 35 + 34 of these go, so of 34 x 33
    ordered pairs 1122 - 336 are legal. Both ways are legal for C(6,2)^2 = 225 pairs of cards.
    """
    assert count_pairs() == 1122 - 336
    both_ways = 0
    for one, other in product(NUMBER_CARDS, NUMBER_CARDS):
        if one < other and may_follow(one, other):
            both_ways += may_follow(other, one)
    assert both_ways == 225


def test_how_many_pairs_of_cards_may_be_laid_when_orders_are_swapped() -> None:
    """With one order swapped the missing cards stand in the other corners' rows.

    Each of them is then above or below only 10 others: 405 - 20 pairs are illegal. With both
    orders swapped the picture is turned round as a whole.
    """
    assert count_pairs(colours_swapped=True) == 1122 - 385
    assert count_pairs(numbers_swapped=True) == 1122 - 385
    assert count_pairs(colours_swapped=True, numbers_swapped=True) == 1122 - 336


def test_any_two_cards_can_be_laid_in_some_order() -> None:
    """Of two different cards at least one may follow the other, in any orders."""
    for one, other in product(NUMBER_CARDS, NUMBER_CARDS):
        for swapped in product([False, True], repeat=2):
            if one != other:
                assert may_follow(one, other, *swapped) or may_follow(other, one, *swapped)


# Setting up.


@pytest.mark.parametrize(
    ("players", "variant", "pile"),
    [(2, "none", 18), (3, "none", 18), (4, "none", 13), (2, "both", 22), (4, "colours", 15)],
)
def test_everybody_gets_five_cards(players: int, variant: str, pile: int) -> None:
    """Three cards face their player and two the team; Silver has two hidden and three open."""
    table = Table(players, variant, 1, [*full_deck(variant)])
    view = table.view()
    assert view["hands"] == [[3, 2]] * players
    assert view["silver"] == ([2, 3] if players == 2 else None)
    assert (view["pile"], view["phase"], view["acting"]) == (pile, "start", [1])
    assert view["remaining"] == len(full_deck(variant)) - 1


@pytest.mark.parametrize("card", ["white-1", "red-0", "red-3"])
def test_the_start_card_never_turns_the_direction(card: str) -> None:
    """The sign counts only where a card is played (K1)."""
    deck = [card] + [other for other in NUMBER_CARDS if other != card]
    table = Table(4, "none", 2, [*deck])
    table.enter({"verb": "start", "card": card})
    view = table.view()
    assert (view["direction"], view["place"], view["top"]) == ("clockwise", 2, card)


def test_a_swap_card_is_never_the_start_card() -> None:
    """It is put back and another card is turned over."""
    decks = [shuffled_deck("both", random.Random(seed)) for seed in range(100)]
    assert not any(is_swap(deck[0]) for deck in decks)
    assert all(sorted(deck) == sorted(full_deck("both")) for deck in decks)
    table = Table(3, "both", 0, [*decks[0]])
    assert not table.allows({"verb": "start", "card": "swap-colours"})


# Turns, direction, drawing.


def test_the_direction_turns_at_once() -> None:
    """Jane lays a red card, Sam a turquoise 0: it is Jane’s turn again (K5)."""
    table = make_table("red-4|/turquoise-0 blue-1|/blue-2|", "red-3", "white-1 white-2 white-3")
    assert play(table, "red-4")["place"] == 1
    view = play(table, "turquoise-0")
    assert (view["place"], view["direction"]) == (0, "counterclockwise")


def test_a_drawn_card_faces_the_other_way() -> None:
    """Of three and two, two and three or four and one are left (K7)."""
    hand = "red-1 red-2 red-3|orange-1 orange-2/blue-1|/blue-2|"
    table = make_table(hand, "yellow-0", "white-1")
    assert play(table, "red-1")["hands"][0] == [2, 3]
    table = make_table(hand, "yellow-0", "white-1")
    assert play(table, "orange-1")["hands"][0] == [4, 1]
    table = make_table(hand, "yellow-0")
    assert play(table, "orange-1")["hands"][0] == [3, 1]


def test_places_with_empty_hands_are_skipped_both_ways() -> None:
    """Nobody waits for a player without cards."""
    table = make_table("red-1 red-2|/|/blue-1 turquoise-0|/|", "orange-1", players=4)
    assert play(table, "red-1")["place"] == 2
    assert play(table, "turquoise-0")["place"] == 0
    assert play(table, "red-2")["place"] == 2


def test_one_player_alone_goes_on_whatever_the_direction() -> None:
    """The others are skipped until it is the same player’s turn again (K6)."""
    table = make_table("|/red-0 red-1|blue-4/|", "orange-1")
    table.place = 1
    view = play(table, "red-0")
    assert (view["place"], view["direction"]) == (1, "counterclockwise")
    assert play(table, "red-1")["place"] == 1
    view = play(table, "blue-4")
    assert (view["phase"], view["result"], view["to_next"]) == ("over", "perfect", 0)
    assert (view["place"], view["acting"]) == (None, [])
    assert table.outcome == {"reason": "perfect-wave", "winners": [0, 1, 2]}


@pytest.mark.parametrize("players", [2, 3])
def test_the_long_ride_from_white_1_to_blue_4(players: int) -> None:
    """All 33 plays in order, each place worked out by hand; Silver sits where a third would.

    The eighteenth play takes the last card of the pile; then each place has five cards left.
    """
    deck: list[str | None] = [NUMBER_CARDS[0]] + [None] * 33
    table = Table(players, "none", 0, deck)
    table.enter({"verb": "start", "card": NUMBER_CARDS[0]})
    silver = []
    places = []
    for card in NUMBER_CARDS[1:]:
        places.append(table.place)
        held = table.playable()[0]
        held.name = card
        table.enter(laying(held, "play"))
        if table.is_silver(places[-1]):
            silver.append(table.view()["silver"])
    assert places == PLACES_OF_THE_LONG_RIDE
    assert [step.view["pile"] for step in table.steps[18:20]] == [0, 0]
    assert table.steps[17].view["pile"] == 1
    assert table.view()["result"] == "perfect"
    if players == 2:
        # Taking the last card of the pile is a draw (K20); a card is turned over the turn after.
        assert silver == [[2, 3]] * 7 + [[1, 3], [0, 3], [0, 2], [0, 1], [0, 0]]


# Silver.


def test_silver_draws_open_and_never_turns_one_over_while_there_is_a_pile() -> None:
    """The opposite rule is not Silver’s (K18)."""
    table = make_table("red-1|/red-2|/blue-1 blue-2|red-3 blue-3", "white-2", "white-1", players=2)
    table.place = 2
    view = play(table, "red-3")
    assert (view["silver"], view["pile"]) == ([2, 2], 0)
    assert [held.name for held in table.hands[2] if held.facing == "open"] == ["blue-3", "white-1"]
    table.place = 2
    assert play(table, "blue-3")["silver"] == [1, 2]


def test_silver_turns_the_left_card_first() -> None:
    """The faces are unknown to all, so it does not matter (K21)."""
    table = make_table("red-1|/red-2|/blue-1 blue-2|red-3 blue-3", "white-2", players=2)
    table.place = 2
    play(table, "red-3")
    assert [held.name for held in table.hands[2] if held.facing == "hidden"] == ["blue-2"]


@pytest.mark.parametrize(("direction", "seat"), [("clockwise", 0), ("counterclockwise", 1)])
def test_who_plays_after_silver_enters_silvers_card(direction: str, seat: int) -> None:
    """Whoever will move next in the direction does (K16); the nearer one if nobody will."""
    for hands in ("|", "yellow-1|yellow-2"):
        one, two = hands.split("|")
        table = make_table(f"{one}|/{two}|/blue-1 blue-2|red-3 blue-3", "white-2", players=2)
        table.place = 2
        table.direction = direction
        assert table.view()["acting"] == [seat]


def test_a_player_without_cards_does_not_enter_silvers_card() -> None:
    """Clockwise the first player would be next, but only the second one still moves (K16)."""
    table = make_table("|/yellow-2|/blue-1 blue-2|red-3 blue-3", "white-2", players=2)
    table.place = 2
    assert table.view()["acting"] == [1]


def test_silver_plays_only_open_cards() -> None:
    """A hidden card does not help, even if it would fit (K17)."""
    table = make_table("red-1|/red-2|/blue-4 blue-3|red-0 orange-3", "red-3", players=2)
    table.place = 2
    assert [held.name for held in table.playable()] == ["red-0", "orange-3"]
    assert not table.allows({"verb": "play", "card": "blue-4", "facing": "hidden"})
    assert not table.allows({"verb": "play", "card": "blue-4", "facing": "self"})
    # Nobody sees the hidden cards: it could be an open one for all that the referee knows.
    assert table.allows({"verb": "play", "card": "blue-4", "facing": "open"})
    table.enter({"verb": "stuck"})
    assert table.outcome == {"reason": "stuck", "winners": []}
    assert table.view()["remaining"] == 6


def test_silver_without_cards_is_skipped() -> None:
    """Play goes back and forth between the two players."""
    table = make_table("red-1 red-4|/red-2 red-5|/|", "orange-1", players=2)
    assert play(table, "red-1")["place"] == 1
    assert play(table, "red-2")["place"] == 0
    assert play(table, "red-4")["place"] == 1


# How games end.


@pytest.mark.parametrize(
    ("remaining", "row", "to_next"),
    [
        (0, "perfect", 0),
        *((1, "awesome", 1), (2, "awesome", 2)),
        *((3, "pretty-good", 1), (4, "pretty-good", 2), (5, "pretty-good", 3)),
        *((6, "not-bad", 1), (10, "not-bad", 5)),
        *((11, "wipeout", 1), (33, "wipeout", 23), (37, "wipeout", 27)),
    ],
)
def test_the_rows_of_the_result_table(remaining: int, row: str, to_next: int) -> None:
    """The bounds of each row, and how many cards fewer reach the row above."""
    assert result_of(remaining) == (row, to_next)


def test_a_wrong_card_ends_the_game_and_counts() -> None:
    """It goes back to the hand for the count: pile, direction and hand stay (K10)."""
    table = make_table("white-1 red-4|/blue-1|/blue-2|", "red-3", "white-2")
    assert not table.allows({"verb": "wrong", "card": "red-4", "facing": "self"})
    assert not table.allows({"verb": "play", "card": "white-1", "facing": "self"})
    before = table.view()
    table.enter({"verb": "wrong", "card": "white-1", "facing": "self"})
    over: Json = {
        "phase": "over",
        "place": None,
        "acting": [],
        "result": "pretty-good",
        "to_next": 3,
    }
    assert table.view() == {**before, **over}
    assert table.view()["remaining"] == 5
    assert table.outcome == {"reason": "wrong-card", "winners": []}


def test_forbidden_talk_ends_the_game_at_once() -> None:
    """Also by somebody without cards, and the count stands as it is (K12, K13)."""
    table = make_table("red-4|/|/blue-2|", "red-3")
    table.enter({"verb": "talk", "seat": 1})
    assert table.outcome == {"reason": "forbidden-talk", "winners": []}
    assert (table.view()["remaining"], table.view()["result"]) == (2, "awesome")
    assert not table.allows({"verb": "stuck"})


def test_no_card_lies_twice() -> None:
    """Of each number card there is one; of a swap card there are two."""
    table = make_table(
        "swap-colours blue-1|/blue-2|/swap-colours blue-3|", "red-3", "red-1", variant="colours"
    )
    assert not table.allows({"verb": "play", "card": "blue-4", "facing": "self"})
    assert table.allows({"verb": "play", "card": "blue-1", "facing": "self"})
    play(table, "swap-colours")
    assert table.allows({"verb": "play", "card": "swap-colours", "facing": "self"})
    table.place = 2
    play(table, "swap-colours")
    table.place = 0
    assert not table.allows({"verb": "play", "card": "swap-colours", "facing": "team"})


# The house variants.


def test_a_swapped_order_holds_until_it_is_swapped_again() -> None:
    """The card under the swap card stays the one to beat, and the direction stays too."""
    table = make_table(
        "swap-colours white-1|/yellow-2 blue-1|/swap-colours red-2|", "red-3", variant="colours"
    )
    view = play(table, "swap-colours")
    assert (view["top"], view["laid"][-1], view["place"]) == ("red-3", "swap-colours", 1)
    assert (view["colours_swapped"], view["numbers_swapped"]) == (True, False)
    assert not table.allows({"verb": "wrong", "card": "swap-colours", "facing": "self"})
    assert not table.fits("blue-1")
    play(table, "yellow-2")
    view = play(table, "swap-colours")
    assert (view["top"], view["colours_swapped"]) == ("yellow-2", False)
    assert not table.fits("white-1")


def test_swapped_numbers_let_lower_numbers_follow() -> None:
    """Each trait has its own order."""
    table = make_table("swap-numbers|/red-2 blue-4|/yellow-4|", "red-3", variant="numbers")
    play(table, "swap-numbers")
    assert table.fits("red-2")
    assert table.fits("blue-4")
    assert not table.fits("yellow-4")
    assert not table.allows({"verb": "play", "card": "swap-colours", "facing": "self"})


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_ride_over_all_cards_can_be_laid(variant: str) -> None:
    """Each rehearsed ride holds every card once, and each card is higher where none are swapped."""
    for seed in range(40):
        ride = random_ride(variant, random.Random(seed))
        assert sorted(ride) == sorted(full_deck(variant))
        assert holds(ride)
        if variant == "none":
            for top, card in pairwise(ride):
                higher = colour_of(card) > colour_of(top) or number_of(card) > number_of(top)
                assert higher


# The table decides.


def test_the_table_decides_whose_turn_it_is_and_which_way() -> None:
    """A place without cards cannot get the turn, and what is so already is no decision."""
    table = make_table("red-4 red-1|/|/blue-2 blue-3|", "red-3")
    turn: Json = {"verb": "overrule turn", "place": 2, "why": "So it was"}
    assert not table.allows({**turn, "place": 0})
    assert not table.allows({**turn, "place": 1})
    assert not table.allows({**turn, "why": ""})
    table.enter(turn)
    assert table.view()["place"] == 2
    way: Json = {"verb": "overrule direction", "direction": "counterclockwise", "why": "Turned"}
    table.enter(way)
    assert not table.allows(way)
    assert play(table, "blue-2")["place"] == 0


def test_the_table_decides_how_cards_face() -> None:
    """The number of cards stays, so one facing gains what the other loses."""
    table = make_table("red-4 red-1 red-2|blue-1 blue-3/blue-2|/|", "red-3")
    facing: Json = {"verb": "overrule facing", "seat": 0, "self": 5, "why": "Look"}
    assert not table.allows({**facing, "self": 3})
    assert not table.allows({**facing, "self": 6})
    assert not table.allows({**facing, "seat": 3})
    table.enter(facing)
    assert table.view()["hands"][0] == [5, 0]
    table.enter({**facing, "self": 1})
    assert table.view()["hands"][0] == [1, 4]


# Random games.


def check_steps(game: NaiveGame) -> None:
    """Check what must hold from each view of a game to the next."""
    cards = len(full_deck(game.variant))
    before = game.start
    for step in game.steps:
        view = step.view
        if step.refused:
            assert view == before
        assert view["remaining"] == cards - max(1, len(view["laid"]))
        hands = sum(seen + unseen for seen, unseen in view["hands"]) + sum(view["silver"] or [])
        assert view["remaining"] == hands + view["pile"]
        assert view["pile"] == 0 or all(seen + unseen == 5 for seen, unseen in view["hands"])
        assert view["silver"] is None or view["silver"][1] > 0 or view["silver"][0] == 0
        assert (view["phase"] == "play") == (view["place"] is not None)
        assert len(set(view["laid"])) >= len(view["laid"]) - 2
        before = view
    assert before["phase"] == "over"
    assert (before["result"] == "perfect") == (before["remaining"] == 0)


@pytest.mark.parametrize("players", PLAYERS)
def test_random_games_hold_together(players: int) -> None:
    """In 100 random games of each size no card is lost and the views follow from each other."""
    seen: set[str] = set()

    def watch(table: Table) -> None:
        known = [held.name for held in table.all_held() if held.name is not None]
        whole = sorted(full_deck(table.variant))
        start = [str(table.start_card)] if table.phase == "start" else []
        if len(known) == table.remaining():
            assert sorted(known + table.laid + start) == whole
        assert len(known) + len(table.laid) <= len(whole)

    for seed in range(100):
        game = random_game(seed, players, watch=watch)
        check_steps(game)
        assert game.outcome is not None
        winners = list(range(players)) if game.outcome["reason"] == "perfect-wave" else []
        assert game.outcome["winners"] == winners
        seen |= {game.variant, game.outcome["reason"], *game.mistakes}
    assert {*VARIANTS, *ENDS} <= seen
    assert {"laid before", "not higher", "it fits", "no such facing", "after the end"} <= seen


def test_the_same_seed_gives_the_same_game() -> None:
    """A game can be made again from its seed, and asked for by players and variant."""
    assert random_game(7) == random_game(7)
    game = random_game(7, 2, "both", mistakes=0)
    assert (game.players, game.variant) == (2, "both")
    assert not any(step.refused or step.asked for step in game.steps)
    with pytest.raises(ValueError, match="no game of 5 players with the variant none"):
        random_game(7, 5, "none")


def test_the_transcript_has_its_parts() -> None:
    """A transcript has its settings, its entries with their marks, and its outcome."""
    game = random_game(3, 4, "colours")
    lines = text(game).splitlines()
    assert lines[0] == "game wave"
    assert "option variant=colours" in lines
    assert "seats Ann, Bo, Cy, Di" in lines
    assert len([line for line in lines if line[:2] in ("> ", "! ")]) == len(game.steps)
    assert lines[-1].startswith("outcome ")


def test_an_overrule_is_written_with_its_reason() -> None:
    """Words with spaces stand between quotation marks."""
    entry = {"verb": "overrule turn", "place": 2, "why": "So it was", "by": 1}
    assert naive_wave.write(entry) == 'overrule turn place=2 why="So it was" by=1'


def test_games_are_printed_as_one_stream() -> None:
    """Run as a program it prints games that each begin with their game line."""
    command = [sys.executable, naive_wave.__file__, "4", "--seed", "9"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert printed == "".join(text(random_game(seed)) for seed in range(9, 13))


# What counting shows.


@pytest.mark.parametrize(
    ("hand", "stuck"),
    [("red-1|red-2", True), ("red-1|red-2 yellow-0", True), ("red-1 red-5|red-2 yellow-0", False)],
)
def test_nobody_is_stuck_with_more_cards_than_there_are_that_do_not_fit(
    hand: str, *, stuck: bool
) -> None:
    """Blue 4 is to beat; red 1, red 2 and yellow 0 are all the cards left that do not fit on it."""
    rest = {"red-1", "red-2", "red-5", "yellow-0", "white-5"} - set(hand.replace("|", " ").split())
    table = make_table(f"{hand}/{' '.join(sorted(rest))}|/|", "blue-4")
    assert table.allows({"verb": "stuck"}) is stuck


def test_the_game_ends_by_itself_when_nothing_that_is_left_fits() -> None:
    """On red 5 only turquoise and blue cards fit, and none of them is left."""
    table = make_table("red-5|red-2/red-1|/|white-4", "blue-4")
    assert play(table, "red-5")["phase"] == "over"
    assert table.outcome == {"reason": "stuck", "winners": []}
    table = make_table("red-5|red-2/turquoise-0|/|white-4", "blue-4")
    assert play(table, "red-5")["phase"] == "play"
