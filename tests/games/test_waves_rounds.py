"""Between rounds, the Council card and kind answers in Waves, worked out by hand from the rules."""

import pytest
from laid_waves import CALM, FOUR, SIX, with_side

from referee.core import TABLE, RuleId, Seat, Setup
from referee.games.waves.cards import draw
from referee.games.waves.state import conserved
from referee.match import Matches, SqliteStore

ANN, BO = Seat(0), Seat(1)
LAID = ("follow slot=1", "follow slot=2", "follow slot=3")


# ---------------------------------------------------------------- between rounds


def test_w28_first_the_token_moves_then_all_draw_then_all_discard(table) -> None:
    laid = table("council noble,noble,scholar,keeper", "follows 0,1,2,3")
    for slot in range(4):
        laid.enter(f"reveal slot={slot} card=scholar")
    after = [fact for fact in laid.facts if fact.kind in ("new-round", "drawn", "discarded")]
    assert ["new-round", *["drawn"] * 4, *["discarded"] * 4] == [fact.kind for fact in after]
    assert 1 == after[0].token
    assert [1, 2, 3, 0] == [fact.seat for fact in after[1:5]]
    assert [1, 2, 3, 0] == [fact.seat for fact in after[5:]]
    assert {"W29"} == {fact.rule for fact in after[5:]}


def test_w30_a_hand_may_be_larger_than_its_limit_until_the_round_ends(table) -> None:
    laid = table(
        "council noble,noble,noble,noble",
        "follows 0,1,2,3",
        names=("Ann", "Bo"),
        council="0,0,0,0,0",
        tablets=CALM,
    )
    laid.enter("reveal slot=0 card=scholar", "reveal slot=1 card=scholar")
    laid.enter("reveal slot=2 card=scholar")
    assert [7, 6] == laid.values["hands"]
    laid.enter("reveal slot=3 card=scholar")
    assert [5, 5] == laid.values["hands"]


def test_w31_the_discard_pile_becomes_the_deck(table) -> None:
    laid = table("council noble,noble,scholar,keeper")
    state = laid.state._replace(deck=1, discard=laid.state.deck - 1)
    state, facts = draw(state, [ANN, BO], 1, RuleId("new-round"))
    assert ["drawn", "reshuffled", "drawn"] == [fact.kind for fact in facts]
    assert (74, 0, 100) == (state.deck, state.discard, conserved(state))


def test_w31_nothing_is_drawn_where_there_is_no_card_at_all(table) -> None:
    state = table("council noble,noble,scholar,keeper").state._replace(deck=0, discard=0)
    assert (state, []) == draw(state, [ANN, BO], 1, RuleId("new-round"))


def test_w31_a_card_that_was_shuffled_away_may_be_seen_again(table) -> None:
    laid = table("council noble,noble,scholar,keeper")
    known = laid.state.known._replace(discarded=(20, 0, 0, 0, 0))
    laid.state = laid.state._replace(known=known, deck=0, discard=laid.state.deck)
    laid.enter("follows 0,1,2,3")
    assert "cards" == laid.ruling("reveal slot=0 card=scholar").rule
    for slot in range(4):
        laid.enter(f"reveal slot={slot} card=keeper")
    assert laid.found("reshuffled")
    laid.enter("follows 1,2,3,0")
    slot = laid.values["to_act"][0]
    assert laid.ruling(f"reveal slot={slot} card=scholar").allowed


def test_w31_the_elder_that_faces_nobody_may_come_from_the_shuffled_pile(table) -> None:
    laid = table(names=FOUR[:3], council="0,0,0,0,0")
    known = laid.state.known._replace(discarded=(0, 0, 20, 0, 0))
    laid.state = laid.state._replace(known=known)
    assert "cards" == laid.ruling("elder slot=3 card=knight").rule
    laid.state = laid.state._replace(deck=0, discard=laid.state.deck)
    laid.enter("elder slot=3 card=knight")
    assert ["reshuffled"] == [fact.kind for fact in laid.facts]
    assert (84, 0) == (laid.values["deck"], laid.values["discard"])


def test_w32_an_empty_hand_draws_one_card_and_lays_it(table) -> None:
    laid = table(
        "council scholar,seer,scholar,keeper",
        "rebel slot=0 count=5",
        "follow slot=1",
        "rebel slot=2 count=2",
        "follow slot=3",
        "reveal slot=0 card=noble",
        "reveal slot=2 card=noble",
        "reveal slot=1 card=knight",
        "reveal slot=3 card=scholar",
        "follow slot=1",
        names=("Ann", "Bo"),
        council="5,2,2,2,1",
        tablets=CALM,
    )
    assert 0 == laid.values["hands"][0]
    assert "W32" == laid.ruling("follow slot=2").rule
    assert ("W32", "empty-hand") == (
        laid.ruling("rebel slot=2 count=1").rule,
        laid.ruling("rebel slot=2 count=1").reason,
    )
    assert "draw 1 card" in laid.refusal("rebel slot=2 count=1")
    laid.enter("follow slot=2")
    assert [("W32", 1), ("W33", 2)] == [(fact.rule, fact.count) for fact in laid.found("drawn")]


def test_w33_head_to_head_two_cards_are_drawn_after_the_first_elder_only(table) -> None:
    laid = table("council noble,noble,scholar,keeper", names=("Ann", "Bo"), council="2,2,2,2,2")
    sizes = []
    for slot in range(4):
        laid.enter(f"follow slot={slot}")
        sizes.append(laid.values["hands"])
    assert [[6, 5], [6, 6], [5, 6], [5, 5]] == sizes


def test_w37_the_elder_that_faces_nobody_is_discarded_and_a_new_one_turned_up(table) -> None:
    laid = table(
        "council scholar,scholar,keeper,seer",
        "follows 0,1,2",
        names=FOUR[:3],
        council="2,2,2,2,2",
        tablets=CALM,
    )
    for slot in range(3):
        laid.enter(f"reveal slot={slot} card=noble")
    assert ["seer"] == [fact.card.value for fact in laid.found("extra-elder")]
    assert ("council", None) == (laid.values["phase"], laid.values["elders"][3])
    assert "extra Elder" in str(laid.game.view(laid.state, None).step.say)
    assert "council" == laid.ruling("elder slot=0 card=seer").rule
    assert "play" == laid.ruling("follow slot=3").rule
    laid.enter("elder slot=3 card=keeper")
    assert "play" == laid.values["phase"]


def orders(laid) -> list[str]:
    return [str(order) for order in laid.game.view(laid.state, None).step.hands]


def without_deck(laid) -> None:
    state = laid.state
    laid.state = state._replace(deck=0, discard=state.deck + state.discard)


SHUFFLE = "Shuffle the discard pile: it is the new deck."


def test_w31_an_empty_deck_is_renewed_before_the_elder_that_faces_nobody_is_turned_up(
    table,
) -> None:
    laid = table(
        "council scholar,keeper,seer,seer",
        "follows 0,1,2",
        names=FOUR[:3],
        tablets=CALM,
        council="2,2,2,2,2",
    )
    laid.enter(*(f"reveal slot={slot} card=scholar" for slot in (0, 2, 1)))
    without_deck(laid)
    assert SHUFFLE == orders(laid)[-1]
    laid.enter("elder slot=3 card=noble")
    assert 1 == len(laid.found("reshuffled"))
    assert SHUFFLE not in orders(laid)
    assert [] == [order for order in orders(laid) if "draw" in order]


@pytest.mark.parametrize("lays", ["follow slot=0", "rebel slot=0 count=1"])
def test_w31_whoever_holds_cards_is_not_told_to_shuffle(table, lays) -> None:
    laid = table("council scholar,keeper,seer,seer", names=FOUR[:2], council="2,2,2,2,2")
    without_deck(laid)
    assert SHUFFLE not in orders(laid)
    laid.enter(lays)
    assert [SHUFFLE, "Ann: draw 2 cards."] == orders(laid)


# ---------------------------------------------------------------- the Council card


def test_an_unknown_number_is_asked_for_once_and_learned(table) -> None:
    laid = table("council scholar,keeper,seer,seer", council="?,?,?,?,4")
    assert ("shells", ["table"]) == (laid.values["phase"], laid.values["to_act"])
    assert {"council all-vs-all 4 noble": "4"} == dict(laid.game.learned(laid.state))
    laid.enter("shells count=2", "follows 0,1,2,3")
    learned = {"council all-vs-all 4 seer": "2", "council all-vs-all 4 noble": "4"}
    assert learned == dict(laid.game.learned(laid.state))


@pytest.mark.parametrize("council", ["house", ""])
def test_nothing_is_learned_from_the_house_numbers_or_from_silence(table, council) -> None:
    assert {} == dict(table(council=council).game.learned(table(council=council).state))


def test_what_was_learned_is_the_name_under_which_the_option_keeps_it(waves, table) -> None:
    laid = table(council="1,2,3,4,5")
    options = waves.options(FOUR, {"mode": "all-vs-all"})
    kept = [name for option in options for name in option.keep]
    assert set(waves.learned(laid.state)) <= set(kept)


# ---------------------------------------------------------------- kind answers


def test_out_of_turn_names_whose_turn_it_is(table) -> None:
    laid = table("council scholar,keeper,seer,seer")
    assert "Ann is next, then the others clockwise; Cy has to wait." == laid.refusal(
        "follow slot=2"
    )


@pytest.mark.parametrize(("given", "held"), [(4, "1 card"), (3, "2 cards")])
def test_more_rebels_than_cards_in_hand_are_refused_with_the_number_held(
    table, given, held
) -> None:
    laid = table("council scholar,keeper,seer,seer")
    for _ in range(given):
        laid.enter('overrule give seat=0 card=noble why="Left from before"')
    assert held in laid.refusal("rebel slot=0 count=5")


def test_a_follower_turned_over_too_early_says_who_comes_first(table) -> None:
    laid = table("council scholar,keeper,seer,seer", "rebel slot=0 count=2", "follows 1")
    assert "Cy has yet to lay" in laid.refusal("reveal slot=1 card=seer")
    laid.enter("follows 2,3")
    assert "first Ann turns over" in laid.refusal("reveal slot=1 card=seer")
    laid.enter("reveal slot=0 card=knight")
    # Seers hold the True Majority, and their tablet has the waves go counterclockwise.
    assert "Di is next" in laid.refusal("reveal slot=2 card=seer")


def test_the_21st_card_of_a_class_is_refused_and_the_others_are_named(table) -> None:
    laid = table(
        "council seer,knight,knight,knight,knight,knight",
        "follow slot=0",
        *(f"rebel slot={slot} count=5" for slot in (1, 2, 3)),
        "rebel slot=4 count=4",
        "follow slot=5",
        *(f"reveal slot={slot} card=seer" for slot in (1, 2, 3, 4)),
        names=SIX,
        tablets=with_side("followers-minus-two"),
    )
    assert "1 in the Council, 4 as Agents, 0 collected, 15 discarded" in laid.refusal(
        "reveal slot=0 card=seer"
    )
    # The Seers of Ed were turned over last: one of these entries may be the mistaken one.
    assert "reveal slot=4" == laid.ruling("reveal slot=0 card=seer").suspect
    laid.enter("reveal slot=0 card=scholar")
    # Everybody saw the Seer go to Ann's hand, so Fay cannot have it.
    assert "1 seen going to a hand" in laid.refusal("reveal slot=5 card=seer")
    laid.enter("reveal slot=5 card=keeper")
    # Ann may lay the very one that she took.
    laid.enter("follow slot=1", "follow slot=2", "follow slot=3", "follow slot=4", "follow slot=5")
    laid.enter("follow slot=0")
    while laid.values["to_act"] != [0]:
        laid.enter(f"reveal slot={laid.values['to_act'][0]} card=scholar")
    assert laid.ruling("reveal slot=0 card=seer").allowed


def test_a_class_of_which_no_card_is_left_is_not_offered(table) -> None:
    laid = table(names=FOUR[:3], council="0,0,0,0,0")
    laid.state = laid.state._replace(known=laid.state.known._replace(discarded=(0, 20, 0, 0, 0)))
    step = laid.game.view(laid.state, None).step
    assert 16 == len(step.choices)
    assert ["Keeper"] == [str(missing.label) for missing in step.missing]


@pytest.mark.parametrize(
    ("entries", "wrong", "suspect"),
    [
        ([], "elder slot=1 card=noble", "elder slot=1 card=keeper"),
        (["rebel slot=0 count=2"], "follow slot=0", "rebel slot=0 count=2"),
        (["follow slot=0"], "rebel slot=0 count=1", "follow slot=0"),
        (
            ["rebel slot=0 count=2", *LAID, "reveal slot=0 card=knight"],
            "reveal slot=0 card=seer",
            "reveal slot=0 card=knight",
        ),
        (["rebel slot=0 count=2", *LAID], "elder slot=3 card=noble", "elder slot=3 card=seer"),
        (["follow slot=0"], "follow slot=2", None),
    ],
)
def test_the_entry_that_may_be_the_mistaken_one_is_offered(waves, entries, wrong, suspect) -> None:
    options = (("mode", "all-vs-all"), ("council", "2,2,2,2,2"))
    match = Matches(SqliteStore(":memory:"), {"waves": waves}).open("waves", Setup(FOUR, options))
    council = ("scholar", "keeper", "seer", "seer")
    elders = [f"elder slot={slot} card={card}" for slot, card in enumerate(council)]
    for text in [*elders, *entries]:
        match.submit([waves.parse(text)], expected_seq=match.seq)
    told = match.suspect(waves.explain(match.state, waves.parse(wrong)))
    assert suspect == (told and told.text)


def test_a_refused_entry_changes_nothing(table) -> None:
    laid = table("council scholar,keeper,seer,seer", "rebel slot=0 count=2")
    before = laid.state
    for wrong in ("follow slot=3", "rebel slot=1 count=9", "reveal slot=0 card=seer"):
        assert laid.refusal(wrong)
    assert before == laid.state


def test_every_entry_belongs_to_a_seat_or_to_the_table(table) -> None:
    laid = table(names=FOUR[:3])
    belongs = {
        "follow slot=1": 1,
        "elder slot=3 card=seer": TABLE,
        "reveal slot=9 card=seer": TABLE,
        "discard seat=2 card=seer": 2,
        "shells count=2": TABLE,
        "overrule shells count=2 why=x by=1": TABLE,
    }
    assert belongs == {text: laid.game.actor(laid.state, laid.game.parse(text)) for text in belongs}
