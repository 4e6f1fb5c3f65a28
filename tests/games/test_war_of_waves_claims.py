"""Claims, ties and the ends of War of Waves, worked out by hand from the rules."""

import pytest
from laid_war_of_waves import (
    ANN,
    BO,
    BRIDGE,
    RIGHT,
    START,
    WHOLE,
    WRONG,
    Table,
    claimed,
    leaders,
    table,
    tied,
)

from referee.games.war_of_waves.claims import in_sequence, same_parity


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
