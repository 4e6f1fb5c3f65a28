"""The hard corners of WAVE, named after their rulings; expected values are worked out by hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from referee.core import (
    AnyGame,
    BadSetup,
    IllegalAction,
    Outcome,
    Seat,
    Setup,
    format_action,
    play,
    say,
)
from referee.games import load_all
from referee.games.wave.components import CARDS, Card
from referee.games.wave.state import Hand, Lying, Silver

WAVE: AnyGame = load_all()["wave"]
COLOURS = ("white", "yellow", "orange", "red", "turquoise", "blue")
DECK = [
    f"{colour}-{number}"
    for colour in COLOURS
    for number in range(6)
    if f"{colour}-{number}" not in ("white-0", "blue-5")
]


@dataclass
class Table:
    """A game of WAVE in the middle: entries go in, values and facts come out."""

    state: Any
    facts: tuple = ()

    def enter(self, *entries: str) -> "Table":
        for entry in entries:
            self.state, self.facts = play(WAVE, self.state, WAVE.parse(entry))
        return self

    def plays(self, *cards: str) -> "Table":
        """Lay cards, `+red-3` from those facing the team, `=red-3` from Silver's."""
        facing = {"+": "team", "=": "open"}
        for card in cards:
            how = facing.get(card[0], "self")
            self.enter(f"play card={card.lstrip('+=')} facing={how}")
        return self

    def ruling(self, entry: str):
        return WAVE.explain(self.state, WAVE.parse(entry))

    def reason(self, entry: str) -> str:
        ruling = self.ruling(entry)
        return "" if ruling.allowed else ruling.reason

    def refusal(self, entry: str) -> str:
        with pytest.raises(IllegalAction) as refused:
            play(WAVE, self.state, WAVE.parse(entry))
        return str(refused.value)

    def of(self, *names: str) -> list:
        values = WAVE.values(self.state, None)
        return [values[name] for name in names]

    def told(self, kind: str):
        return [fact for fact in self.facts if fact.kind == kind]

    @property
    def orders(self) -> list[str]:
        return [str(text) for text in WAVE.view(self.state, None).step.hands]


def table(*entries: str, names: Sequence[str] = ("Ann", "Bo", "Cy"), **options: str) -> Table:
    return Table(WAVE.setup(Setup(tuple(names), tuple(options.items())))).enter(*entries)


def duo(*entries: str, **options: str) -> Table:
    return table(*entries, names=("Ann", "Bo"), **options)


def rising(colours: Sequence[str] = COLOURS) -> list[str]:
    """Lay every number from low to high, and within a number every colour from low to high."""
    return [
        f"{colour}-{number}"
        for number in range(6)
        for colour in colours
        if f"{colour}-{number}" in DECK
    ]


def ended(game: Table) -> Outcome:
    outcome = WAVE.outcome(game.state)
    assert outcome is not None
    return outcome


def lay_all(game: Table, cards: Sequence[str]) -> Table:
    """Lay these cards from whichever way somebody holds one; the referee sees no faces."""
    for card in cards:
        if game.of("phase") == ["over"]:
            break
        here = f" card={card} "
        (seat,) = WAVE.to_act(game.state)
        offers = [format_action(one) for one in WAVE.legal_actions(game.state, seat)]
        game.enter(next(one for one in offers if one.startswith("play") and here in f"{one} "))
    return game


# ---------------------------------------------------------------- set-up


@pytest.mark.parametrize(
    ("names", "pile"), [(("Ann", "Bo"), 18), (("A", "B", "C"), 18), (("A", "B", "C", "D"), 13)]
)
def test_the_pile_is_what_the_start_card_and_five_for_each_place_leave(names, pile) -> None:
    # 34 - 1 - 5 * 3 = 18, and 34 - 1 - 5 * 4 = 13; Silver is the third place of two players.
    game = table(names=names)
    assert game.of("pile", "hands") == [pile, [[3, 2]] * len(names)]
    assert game.of("silver") == [[2, 3] if len(names) == 2 else None]


@pytest.mark.parametrize(
    ("variant", "pile"), [("none", 18), ("colours", 20), ("numbers", 20), ("both", 22)]
)
def test_a_house_variant_shuffles_in_two_cards_for_each_trait(variant, pile) -> None:
    assert table(variant=variant).of("pile") == [pile]


@pytest.mark.parametrize(
    ("names", "options"),
    [
        (("Ann",), {}),
        (("A", "B", "C", "D", "E"), {}),
        (("Ann", "Bo"), {"first": "2"}),
        (("Ann", "Bo"), {"first": "-1"}),
        (("Ann", "Bo"), {"variant": "leaflet"}),
        (("Ann", "Bo"), {"mode": "teams"}),
        (("Ann", " "), {}),
    ],
)
def test_what_is_no_game_is_said_in_a_sentence(names, options) -> None:
    with pytest.raises(BadSetup) as wrong:
        table(names=names, **options)
    assert str(wrong.value).endswith(".")


def test_the_setup_page_calls_the_house_variants_house_variants() -> None:
    first, variant = WAVE.options(("Ann", "Bo"), {})
    assert [choice.value for choice in first.groups[0].choices] == ["0", "1"]
    assert variant.default == "none"
    assert "house" in str(variant.label)
    details = [str(choice.detail) for choice in variant.groups[0].choices[1:]]
    assert [detail.startswith("House variant") for detail in details] == [True] * 3


@pytest.mark.parametrize(
    ("variant", "shuffled"),
    [
        ("none", "Leave the 4 swap cards in the box, shuffle the other 34 face down"),
        ("colours", "Leave the number swaps in the box, shuffle the other 36 cards face down"),
        ("numbers", "Leave the colour swaps in the box, shuffle the other 36 cards face down"),
        ("both", "Shuffle all 38 cards face down"),
    ],
)
def test_the_first_screen_sets_up_in_the_order_in_which_hands_do_it(variant, shuffled) -> None:
    # the overview cards, the shuffled pile, its top card; dealt is after that (K2)
    game = table(variant=variant)
    assert str(WAVE.view(game.state, None).step.say) == "Ann: which one is the start card?"
    overview, pile = game.orders
    assert overview == (
        "Lay the overview cards in the middle: the colours, and the direction, clockwise."
    )
    back = "" if variant == "none" else "; a swap card goes back"
    assert pile == f"{shuffled}, turn over the top one{back}."
    assert [order.partition(":")[0] for order in game.enter("start card=red-3").orders] == [
        "Deal to everybody"
    ]


def test_a_game_that_all_play_together_knows_no_sides() -> None:
    (score,) = WAVE.view(table("start card=red-3").state, None).scores
    assert (score.seats, score.counts) == ((), ((1, 34),))


@pytest.mark.parametrize("text", ["", " 0", "00", "0,0", "+1", "1.0", "Ann", "\u0660", "x" * 500])
@pytest.mark.parametrize("option", ["first", "variant"])
def test_a_value_that_is_none_is_refused_and_named(option, text) -> None:
    with pytest.raises(BadSetup) as wrong:
        table(**{option: text})
    assert wrong.value.option == option
    assert (text[:20] or "“”") in str(wrong.value)
    assert len(str(wrong.value)) < 200


# ---------------------------------------------------------------- K1 to K4


@pytest.mark.parametrize("card", ["white-1", "white-5", "yellow-0", "blue-0"])
def test_k1_a_start_card_with_the_sign_turns_nothing_around(card) -> None:
    game = table(f"start card={card}")
    assert game.of("direction", "place") == ["clockwise", 0]
    assert game.told("reversed") == []


def test_k2_nothing_is_laid_before_the_start_card() -> None:
    game = table()
    assert game.of("phase", "acting", "place", "top") == ["start", [0], None, None]
    for entry in ("play card=red-3 facing=self", "wrong card=red-3 facing=self", "stuck"):
        assert game.ruling(entry).rule == "K2"
    assert len(WAVE.legal_actions(game.state, Seat(0))) == 34


def test_k2_before_the_start_card_nothing_is_dealt_and_all_cards_lie_in_the_pile() -> None:
    zones = {zone.id: zone for zone in WAVE.view(duo().state, None).zones}
    assert [piece.number for piece in zones["pile"].pieces] == ["34"]
    assert str(zones["pile"].pieces[0].label) == "all 34 cards, nothing dealt yet"
    shown = [piece for place in range(3) for piece in zones[f"place-{place}"].pieces]
    assert [(piece.number, str(piece.label)) for piece in shown] == [("", "nothing dealt yet")] * 3


def test_k3_the_table_says_who_begins() -> None:
    game = table("start card=red-3", first="2")
    assert game.of("place", "acting") == [2, [2]]


@pytest.mark.parametrize("card", DECK)
def test_k4_a_card_fits_exactly_when_its_number_or_its_colour_is_higher(card) -> None:
    colour, number = card.split("-")
    game = table("start card=orange-2")
    fits = int(number) > 2 or COLOURS.index(colour) > COLOURS.index("orange")
    expected = "" if fits else "not-higher"
    if card == "orange-2":
        expected = "laid-before"
    assert game.reason(f"play card={card} facing=self") == expected
    wrong = {"": "it-fits", "not-higher": "", "laid-before": "laid-before"}[expected]
    assert game.reason(f"wrong card={card} facing=self") == wrong


def test_something_fits_on_every_card_and_every_card_fits_on_something() -> None:
    # check A of the rules: that is what the missing White 0 and Blue 5 are left out for
    found = set()
    for card in DECK:
        game = table(f"start card={card}")
        fits = {one for one in DECK if not game.reason(f"play card={one} facing=self")}
        assert fits, card
        found |= fits
    assert found == set(DECK)


# ---------------------------------------------------------------- K5 to K8


def test_k5_the_sign_gives_the_turn_back_at_once() -> None:
    game = table("start card=orange-1").plays("red-2")
    assert game.of("place") == [1]
    game.plays("turquoise-0")
    assert game.of("place", "direction") == [0, "counterclockwise"]
    game.plays("turquoise-1")
    assert game.of("place", "direction") == [2, "counterclockwise"]


@pytest.mark.parametrize("card", ["blue-3", "blue-0"])
def test_k6_one_player_with_cards_goes_on_alone_whatever_the_direction(card) -> None:
    game = table("start card=red-2")
    none = Hand(0, 0)
    game.state = game.state._replace(hands=(Hand(2, 2), none, none), pile=0)
    game.plays(card)
    assert game.of("place", "hands") == [0, [[1, 2], [0, 0], [0, 0]]]
    assert [fact.place for fact in game.told("skipped")] == ([1, 2] if card == "blue-3" else [2, 1])
    assert game.told("turn")[0].rule == "K6"


def test_k7_a_card_facing_oneself_is_followed_by_one_facing_the_team() -> None:
    game = table("start card=yellow-1").plays("yellow-2")
    assert game.of("hands", "pile") == [[[2, 3], [3, 2], [3, 2]], 17]
    assert game.orders == ["Ann draws a card and holds it facing the team."]


def test_k7_a_card_facing_the_team_is_followed_by_one_facing_oneself() -> None:
    game = table("start card=yellow-1").plays("+yellow-2")
    assert game.of("hands") == [[[4, 1], [3, 2], [3, 2]]]
    assert game.orders == ["Ann draws a card and holds it facing Ann."]


def test_k7_a_hand_that_faces_one_way_only_has_nothing_to_lay_the_other_way() -> None:
    game = table("start card=red-1").plays("red-2", "red-3", "red-4")
    assert game.of("hands", "place") == [[[2, 3], [2, 3], [2, 3]], 0]
    game.enter('overrule facing seat=0 self=0 why="all to the team"')
    assert game.reason("play card=red-5 facing=self") == "no-such-facing"
    assert game.reason("wrong card=red-0 facing=self") == "no-such-facing"
    assert game.reason("play card=red-5 facing=team") == ""


def test_k8_nobody_draws_from_an_empty_pile() -> None:
    game = table("start card=yellow-0")
    lay_all(game, rising()[1:19])  # 18 cards are drawn for the first 18 cards laid
    assert game.of("pile", "remaining") == [0, 15]
    before = [sum(hand) for hand in game.of("hands")[0]]
    assert before == [5, 5, 5]
    seat = game.of("place")[0]
    lay_all(game, rising()[19:20])
    assert sum(game.of("hands")[0][seat]) == 4
    assert game.orders[-1] == "The pile is empty: draw nothing."


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
    assert "Silver is the only one with cards and goes on." in told


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
    missing = [str(one.why) for one in step.missing if str(one.label) == "Nothing can be laid"]
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
    assert game.refusal("stuck") == "Look again: every card that is left fits on White 1."


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
    assert "Not one of the 4 cards that are left fits on Red 5." in told


def test_the_game_goes_on_while_one_card_that_could_be_laid_is_left() -> None:
    game = on_blue_4(2, 1, 1, left=("red-5", "turquoise-1", "red-2", "white-4", "yellow-0"))
    assert game.plays("red-5").of("phase") == ["play"]


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
    assert stuck == "Silver has no open card that fits? That ends the game."
    assert asked["stuck"].startswith("Does no card of Ann fit, whichever way it is held?")
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
