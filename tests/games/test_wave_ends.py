"""The ends of WAVE and what counting alone shows, worked out by hand from the rules."""

from collections.abc import Sequence

import pytest
from laid_wave import WAVE, Table, duo, lay_all, rising, table

from referee.core import (
    Outcome,
    Seat,
    format_action,
)
from referee.games.wave.components import CARDS, Card
from referee.games.wave.state import Hand, Lying, Silver


def ended(game: Table) -> Outcome:
    outcome = WAVE.outcome(game.state)
    assert outcome is not None
    return outcome


# ---------------------------------------------------------------- the ends


def test_k9_who_can_lay_nothing_ends_the_game_and_everything_left_is_counted() -> None:
    game = table("start card=red-3").plays("blue-4").enter("stuck")
    # 34 cards, 2 of them laid: 32 are left over, 22 more than the row of 10 allows.
    assert game.of("phase", "remaining", "result", "to_next") == ["over", 32, "wipeout", 22]
    outcome = ended(game)
    assert (outcome.reason, outcome.winners) == ("stuck", ())
    assert game.told("ended")[0].rule == "K9"


def test_k10_a_wrong_card_ends_the_game_and_stays_counted_in_the_hand() -> None:
    game = table("start card=red-3").plays("red-4").enter("wrong card=red-1 facing=team")
    assert game.of("hands", "pile", "remaining") == [[[2, 3], [3, 2], [3, 2]], 17, 32]
    assert game.of("top", "laid") == ["red-4", ["red-3", "red-4"]]
    assert ended(game).reason == "wrong-card"


def test_k11_there_is_no_entry_for_passing() -> None:
    game = table("start card=red-3")
    kinds = {type(action).__name__ for action in WAVE.legal_actions(game.state, Seat(0))}
    assert kinds == {"Play", "Wrong", "Stuck"}


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_k12_anybody_can_say_what_ends_the_game_whoever_is_to_play(seat) -> None:
    game = table("start card=red-3").enter(f"talk seat={seat}")
    assert ended(game).reason == "forbidden-talk"
    assert game.of("remaining") == [33]


def test_k24_no_card_left_is_the_top_row_and_everybody_wins() -> None:
    game = lay_all(table("start card=yellow-0"), rising()[1:])
    assert len(game.of("laid")[0]) == 34
    assert game.of("remaining", "result", "to_next") == [0, "perfect", 0]
    assert ended(game).winners == (0, 1, 2)
    assert ended(game).reason == "perfect-wave"


@pytest.mark.parametrize(
    ("left", "row", "to_next"),
    [
        (1, "awesome", 1),
        (2, "awesome", 2),
        (3, "pretty-good", 1),
        (5, "pretty-good", 3),
        (6, "not-bad", 1),
        (10, "not-bad", 5),
        (11, "wipeout", 1),
        (33, "wipeout", 23),
    ],
)
def test_the_row_of_the_result_and_how_far_the_better_one_was(left, row, to_next) -> None:
    game = lay_all(table("start card=yellow-0"), rising()[1 : 34 - left]).enter("talk seat=0")
    assert game.of("remaining", "result", "to_next") == [left, row, to_next]


def test_after_the_end_nothing_can_be_entered() -> None:
    game = table("start card=red-3").enter("stuck")
    for entry in ("start card=red-4", "play card=red-4 facing=self", "stuck", "talk seat=0"):
        assert game.reason(entry) == "over"
    assert game.reason('overrule turn place=1 why="Bo"') == "over"
    assert list(WAVE.optional_actions(game.state)) == []


# ---------------------------------------------------------------- cards laid before


def test_a_card_laid_before_is_refused_by_turn_and_name() -> None:
    game = table("start card=red-3").plays("red-4", "red-5")
    assert (
        game.refusal("play card=red-4 facing=self") == "Red 4 was laid already: by Ann in turn 1."
    )
    assert game.refusal("play card=red-5 facing=self") == "Red 5 was laid already: by Bo in turn 2."
    assert "start card" in game.refusal("play card=red-3 facing=self")


def test_the_entry_that_may_be_mistaken_is_named() -> None:
    game = table("start card=red-3").plays("red-4")
    assert game.ruling("play card=red-4 facing=team").suspect == "play card=red-4"
    assert game.ruling("play card=red-3 facing=team").suspect == "start card=red-3"


def test_cards_laid_before_are_not_offered_but_said_to_be_missing() -> None:
    step = WAVE.view(table("start card=red-3").plays("red-4").state, None).step
    offered = [format_action(choice.action) for choice in step.choices]
    assert [] == [one for one in offered if "red-3" in one or "red-4" in one]
    missing = {str(one.label): str(one.why) for one in step.missing}
    assert missing["Red 3 and Red 4"] == "Red 3 is the start card. Red 4: Ann in turn 1."
    assert missing["White 0"] == "There is no such card: White has no 0, and Blue has no 5."


# ---------------------------------------------------------------- what counting alone shows


def on_blue_4(*hand: int, left: Sequence[str], **options: str) -> Table:
    """Lay a table at Ann's turn: Blue 4 is to beat, and only these cards are not laid yet."""
    game = table("start card=red-3", **options)
    deck = list(Card) if options else CARDS
    laid = [
        card for card in deck if card.value not in (*left, "blue-4") for _ in range(card.copies)
    ]
    below = tuple(Lying(card, 0) for card in (*laid, Card.BLUE_4))
    own, team, others = hand
    hands = (Hand(own, team), Hand(others, 0), Hand(0, 0))
    pile = len(left) - sum(hand)
    game.state = game.state._replace(laid=below, hands=hands, pile=pile)
    return game


FITTING = ("red-5", "orange-5", "white-5")
OTHERS = ("red-1", "red-2", "white-4", "yellow-0")


@pytest.mark.parametrize(
    ("own", "team", "others", "fits"), [(2, 1, 0, 0), (3, 1, 0, 0), (2, 3, 0, 1), (3, 3, 1, 2)]
)
def test_k9_nobody_is_stuck_who_holds_more_cards_than_there_are_that_do_not_fit(
    own, team, others, fits
) -> None:
    # 4 of the 7 cards left do not fit on Blue 4: a hand of 5 has one that does, one of 6 two.
    game = on_blue_4(own, team, others, left=(*FITTING, *OTHERS))
    ruling = game.ruling("stuck")
    assert (ruling.allowed, ruling.rule) == (not fits, "K9")
    step = WAVE.view(game.state, None).step
    offered = [format_action(choice.action) for choice in step.choices]
    assert ("stuck" in offered) == (not fits)
    missing = [str(one.why) for one in step.missing if str(one.label) == "No card can be laid"]
    if not fits:
        assert missing == []
        return
    held = own + team
    numbers = {"place": 0, "top": "blue-4", "held": held, "unfit": 4, "fits": fits}
    assert dict(ruling.numbers) == numbers
    assert missing == [game.refusal("stuck")]
    assert missing[0] == (
        f"Look again: Ann has {held} to choose from. Of all cards left, no more than 4 cannot go "
        f"on Blue 4, so at least {fits} of these fit{'s' if fits == 1 else ''}."
    )


def test_k9_where_every_card_fits_nobody_is_stuck() -> None:
    game = table("start card=white-1")
    assert game.refusal("stuck") == "Look again: every card left fits on White 1."


def test_a_swap_card_that_is_left_fits_whatever_is_to_beat() -> None:
    left = ("red-1", "red-2", "swap-colours")  # both swap cards of a kind are left
    assert on_blue_4(2, 0, 0, left=left, variant="both").reason("stuck") == ""
    assert on_blue_4(2, 1, 0, left=left, variant="both").reason("stuck") == "must-fit"


@pytest.mark.parametrize(("shown", "reason"), [(2, ""), (3, "must-fit")])
def test_k17_only_the_open_cards_of_silver_are_counted(shown, reason) -> None:
    # Blue 4 is to beat; of the cards left, Red 1 and Red 2 do not fit, and Red 5 and White 5 do.
    game = duo("start card=red-3")
    left = ("red-1", "red-2", "red-5", "white-5")
    laid = [card for card in CARDS if card.value not in (*left, "blue-4")]
    game.state = game.state._replace(
        laid=tuple(Lying(card, 0) for card in (*laid, Card.BLUE_4)),
        hands=(Hand(0, 0), Hand(0, 0)),
        silver=Silver(4 - shown, shown),
        pile=0,
        place=2,
    )
    assert (game.ruling("stuck").rule, game.reason("stuck")) == ("K17", reason)


def test_the_game_ends_by_itself_when_no_card_that_is_left_could_be_laid() -> None:
    # Red 5 is laid on Blue 4. Nothing of a higher colour is left, and no number is above 5.
    game = on_blue_4(2, 1, 1, left=("red-5", "red-1", "red-2", "white-4", "yellow-0"))
    game.plays("red-5")
    assert (ended(game).reason, ended(game).winners) == ("stuck", ())
    (why,) = game.told("nothing-fits")
    assert (why.top, why.left, why.rule) == (Card.RED_5, 4, "higher")
    assert [fact.kind for fact in game.facts][-4:] == ["turn", "nothing-fits", "ended", "result"]
    assert game.told("ended")[0].rule == "K9"
    assert game.of("remaining", "result") == [4, "pretty-good"]
    told = [str(WAVE.voice.fact(game.state, fact)) for fact in game.facts]
    assert "Not one of the 4 cards left fits on Red 5." in told


def test_the_game_goes_on_while_one_card_that_could_be_laid_is_left() -> None:
    game = on_blue_4(2, 1, 1, left=("red-5", "turquoise-1", "red-2", "white-4", "yellow-0"))
    assert game.plays("red-5").of("phase") == ["play"]
