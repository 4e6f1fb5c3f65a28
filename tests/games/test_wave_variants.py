"""Silver, house variants and what the table decides in WAVE, worked out by hand from the rules."""

from laid_wave import COLOURS, WAVE, Table, duo, lay_all, rising, table

from referee.core import (
    format_action,
    say,
)
from referee.games.wave.state import Hand

# ---------------------------------------------------------------- Silver


def test_k15_silver_sits_after_the_second_player() -> None:
    game = duo("start card=yellow-1").plays("yellow-2")
    assert game.of("place") == [1]
    assert game.plays("yellow-3").of("place") == [2]
    assert game.plays("=yellow-4").of("place") == [0]


def test_k16_who_comes_after_silver_enters_for_silver() -> None:
    game = duo("start card=yellow-1").plays("yellow-2", "yellow-3")
    assert game.of("place", "acting", "direction") == [2, [0], "clockwise"]
    assert WAVE.to_act(game.state) == {0}
    game = duo("start card=yellow-1").plays("red-0")
    assert game.of("place", "acting", "direction") == [2, [1], "counterclockwise"]


def test_k16_both_are_told_to_choose_for_silver_and_one_to_enter_it() -> None:
    step = WAVE.view(duo("start card=yellow-1").plays("red-0").state, None).step
    assert str(step.say) == "Bo and Ann, together for Silver: lay a higher number or colour."
    assert str(step.where).endswith("· Bo enters it")


def test_k16_who_has_no_cards_leaves_silver_to_the_player_who_moves_next() -> None:
    game = duo("start card=yellow-1").plays("yellow-2", "yellow-3")
    assert WAVE.to_act(game.state._replace(hands=(Hand(0, 0), Hand(3, 2)))) == {1}
    assert WAVE.to_act(game.state._replace(hands=(Hand(0, 0), Hand(0, 0)))) == {0}


def test_k6_silver_alone_with_cards_is_named_and_goes_on() -> None:
    game = duo("start card=yellow-1").plays("yellow-2", "yellow-3")
    alone = game.state._replace(hands=(Hand(0, 0), Hand(0, 0)))
    after, facts = WAVE.apply(alone, WAVE.parse("play card=yellow-4 facing=open"))
    told = [str(WAVE.voice.fact(after, fact)) for fact in facts]
    assert "Silver is the only one with cards and plays on." in told


def test_k17_silver_lays_open_cards_only() -> None:
    game = duo("start card=yellow-1").plays("yellow-2", "yellow-3")
    assert game.reason("play card=red-4 facing=self") == "no-such-facing"
    assert game.reason("play card=red-4 facing=team") == "no-such-facing"
    assert game.reason("play card=red-4 facing=open") == ""
    assert game.enter("stuck").told("ended")[0].rule == "K17"


def test_k17_nobody_but_silver_lays_open_cards() -> None:
    assert duo("start card=yellow-1").reason("play card=red-4 facing=open") == "no-such-facing"


def test_k18_silver_draws_open() -> None:
    game = duo("start card=yellow-1").plays("yellow-2", "yellow-3", "=yellow-4")
    assert game.of("silver", "pile") == [[2, 3], 15]
    assert game.orders == ["For Silver: draw a card, lay it open."]


def at_silvers_turn(pile: int, silver: tuple[int, int]) -> Table:
    game = duo("start card=yellow-1").plays("yellow-2", "yellow-3")
    shown = game.state.silver._replace(hidden=silver[0], open=silver[1])
    game.state = game.state._replace(pile=pile, silver=shown)
    return game


def test_k19_and_k21_without_a_pile_silver_turns_up_the_left_hidden_card_first() -> None:
    game = at_silvers_turn(0, (2, 3)).plays("=yellow-4")
    assert game.of("silver") == [[1, 3]]
    assert game.orders == ["Turn up the left one of Silver’s hidden cards."]


def test_k19_the_second_hidden_card_follows_and_then_there_is_no_other() -> None:
    game = at_silvers_turn(0, (1, 3)).plays("=yellow-4")
    assert game.of("silver") == [[0, 3]]
    assert game.orders == ["Turn up Silver’s last hidden card."]
    game = at_silvers_turn(0, (0, 3)).plays("=yellow-4")
    assert game.of("silver") == [[0, 2]]


def test_k20_the_last_card_of_the_pile_is_silvers_draw_and_nothing_is_turned_up() -> None:
    game = at_silvers_turn(1, (2, 3)).plays("=yellow-4")
    assert game.of("silver", "pile") == [[2, 3], 0]
    assert game.told("turned-up") == []
    assert "K20" in game.told("drawn")[0].also


def test_k22_silver_never_has_hidden_cards_alone() -> None:
    game = lay_all(duo("start card=yellow-0"), rising()[1:])
    assert game.of("remaining", "silver") == [0, [0, 0]]
    game = duo("start card=yellow-0")
    for card in rising()[1:]:
        lay_all(game, [card])
        hidden, shown = game.of("silver")[0]
        assert shown or not hidden


def test_k23_talk_about_silvers_cards_ends_the_game_and_silver_says_nothing() -> None:
    game = duo("start card=yellow-0")
    assert game.reason("talk seat=2") == "no-such-seat"
    assert "K23" in game.enter("talk seat=1").told("ended")[0].also


# ---------------------------------------------------------------- the house variants


def test_a_swap_card_stays_in_the_box_without_its_variant() -> None:
    game = table("start card=red-3", variant="colours")
    assert game.reason("play card=swap-numbers facing=self") == "not-in-game"
    assert game.reason("play card=swap-colours facing=self") == ""
    assert table().reason("start card=swap-colours") == "not-in-game"


def test_a_swap_card_is_no_start_card() -> None:
    assert table(variant="both").reason("start card=swap-numbers") == "no-start-card"


def test_a_swap_card_turns_its_order_around_and_back_and_stays_to_be_counted() -> None:
    game = table("start card=red-3", variant="colours")
    assert game.of("remaining") == [35]
    game.plays("swap-colours")
    assert game.of("top", "colours_swapped", "place", "remaining") == ["red-3", True, 1, 34]
    assert game.reason("play card=orange-3 facing=self") == ""
    assert game.reason("play card=blue-3 facing=self") == "not-higher"
    assert game.reason("play card=blue-4 facing=self") == ""
    game.plays("swap-colours")
    assert game.of("colours_swapped") == [False]
    assert game.reason("play card=orange-3 facing=self") == "not-higher"
    assert game.reason("play card=swap-colours facing=self") == "laid-before"


def test_a_swap_card_is_never_wrong() -> None:
    game = table("start card=blue-4", variant="both")
    assert game.reason("wrong card=swap-colours facing=self") == "it-fits"
    assert game.reason("wrong card=swap-numbers facing=team") == "it-fits"


def test_a_number_swap_makes_the_lower_number_the_higher_one() -> None:
    game = table("start card=red-3", variant="numbers").plays("swap-numbers")
    assert game.reason("play card=white-2 facing=self") == ""
    assert game.reason("play card=red-4 facing=self") == "not-higher"
    assert game.reason("play card=blue-4 facing=self") == ""
    say_now = str(WAVE.view(game.state, None).step.say)
    assert say_now == "Bo: lay a lower number or a higher colour."


def test_the_order_that_is_shown_is_the_one_of_now() -> None:
    game = table("start card=red-3", variant="both").plays("swap-colours", "swap-numbers")
    zones = {zone.id: zone for zone in WAVE.view(game.state, None).zones}
    assert [piece.colour for piece in zones["colours"].pieces] == list(COLOURS[::-1])
    assert [piece.number for piece in zones["numbers"].pieces] == list("543210")
    assert [str(piece.label) for piece in zones["top"].pieces] == [
        "Red 3",
        "Colour swap",
        "Number swap",
    ]


# ---------------------------------------------------------------- the table decides


def test_the_table_gives_the_turn_to_another_place() -> None:
    game = duo("start card=red-3").enter('overrule turn place=2 why="we forgot Silver"')
    assert game.of("place", "acting") == [2, [0]]
    assert game.told("table-decided")[0].why == "we forgot Silver"


def test_an_empty_hand_cannot_get_the_turn() -> None:
    game = table("start card=red-3")
    game.state = game.state._replace(hands=(Hand(3, 2), Hand(0, 0), Hand(3, 2)))
    assert game.reason('overrule turn place=1 why="Bo"') == "empty-hand"


def test_the_table_turns_a_hand_and_the_total_stays() -> None:
    game = table("start card=red-3").enter('overrule facing seat=2 self=5 why="all to Cy"')
    assert game.of("hands") == [[[3, 2], [3, 2], [5, 0]]]
    assert game.reason('overrule facing seat=2 self=6 why="more"') == "too-many"


def test_an_overrule_needs_the_start_card_and_a_reason() -> None:
    assert table().reason('overrule direction direction=counterclockwise why="so"') == "not-now"
    game = table("start card=red-3")
    assert game.reason('overrule direction direction=counterclockwise why=" "') == "no-reason"
    assert game.reason('overrule direction direction=clockwise why="so"') == "same-already"


# ---------------------------------------------------------------- what is offered


def test_cards_that_are_not_higher_are_asked_about_before_they_end_the_game() -> None:
    step = WAVE.view(table("start card=red-3").state, None).step
    asked = {format_action(choice.action): str(choice.ask) for choice in step.choices}
    assert asked["wrong card=red-2 facing=self"] == (
        "Was Red 2 really laid? It does not fit on Red 3, and that ends the game."
    )
    assert asked["play card=red-4 facing=self"] == ""
    silver = WAVE.view(duo("start card=red-3").plays("red-4", "blue-4").state, None).step
    (stuck,) = [str(one.ask) for one in silver.choices if format_action(one.action) == "stuck"]
    assert stuck == "Does no open card of Silver’s fit? That ends the game."
    assert asked["stuck"].startswith("Does no card of Ann’s fit, whichever way it is held?")
    assert asked["talk seat=2"] == (
        "Did Cy name or compare colours or numbers, even in other words? That ends the game."
    )


def test_every_card_is_two_taps_away_and_the_ends_stand_last() -> None:
    step = WAVE.view(table("start card=red-3").state, None).step
    groups = list(dict.fromkeys(choice.group for choice in step.choices))
    assert groups == [*COLOURS, "end"]


def test_a_name_that_looks_like_a_template_stays_a_name() -> None:
    game = table("start card=red-3", names=("{top}", "Bo", "Cy"))
    assert str(WAVE.view(game.state, None).step.say) == (
        str(say("{name}: lay a higher number or colour.", name="{top}"))
    )


def test_the_state_is_hashable_and_conserves_its_cards() -> None:
    game = duo("start card=yellow-0", variant="both")
    for card in rising()[1:20]:
        lay_all(game, [card])
        assert game.of("remaining")[0] + len(game.of("laid")[0]) == 38
        assert hash(game.state)
