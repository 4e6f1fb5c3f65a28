"""What hands do in each kind of turn of War of Waves, in the order of the rulebook.

Each order is written by hand from the rulebook (Setup, Turn, Attack, Leaders, Winning),
and from the rulings where it is silent.
"""

from laid_war_of_waves import ANN, BO, BRIDGE, WHOLE, Table, leaders, one, table


def led(laid: Table) -> list[str]:
    """Return what the screen leads through: each task, then the question."""
    return [*laid.ordered(), str(laid.seen().step.say)]


def by(laid: Table) -> list[tuple[str, tuple[int, ...]]]:
    """Return the rule of each task, and whose hands do it."""
    return [(task.rule, task.seats) for task in laid.seen().step.hands]


# ---------------------------------------------------------------- setting up


def test_setting_up_shuffles_deals_hands_then_bridges_then_the_row_and_then_all_look() -> None:
    laid = Table()
    assert led(laid) == [
        "Shuffle all the cards together.",
        "Deal each player 1 Build card and 1 War card, face down: the hand.",
        "Deal each player 1 more Build card, face down in front: Bridge 1.",
        "If you dealt a Leader, add it to that hand, and deal another with the same back.",
        "Ann: did a Leader come up for you?",
    ]
    assert by(laid) == [("setup", ()), ("setup", ()), ("setup", ()), ("V1", ())]
    laid.enter("dealt leader seat=0 back=war")
    assert led(laid) == ["Ann: did another Leader come up for you?"]
    laid.enter("dealt seat=0 build=0 war=0")
    assert led(laid) == ["Bo: did a Leader come up for you?"]
    laid.enter("dealt seat=1 build=0 war=0")
    assert led(laid) == [
        "Lay 4 cards face up beside the deck: the Face cards.",
        "Ann: which Face card is farthest from the deck?",
    ]
    laid.enter(*(f"face card={card}" for card in ("build-1", "war-2", "build-3")))
    assert led(laid) == ["Ann: which Face card is next to the deck?"]
    laid.enter("face card=war-4")
    assert led(laid) == [
        "Everybody: look at your hand and your Bridge 1, in secret.",
        "Ann: build, fortify, attack, or play a Leader?",
    ]


# ---------------------------------------------------------------- build, fortify, replenish


def test_a_turn_of_building_lays_the_card_and_takes_two_face_cards_one_after_the_other() -> None:
    laid = table().enter("build at=b2")
    assert laid.ordered() == ["Ann: lay a Build card as Bridge 2, face down."]
    assert by(laid) == [("build", (ANN,))]
    laid.enter("done")
    assert led(laid) == [
        "Ann: take Build 1, the Face card farthest from the deck, and slide the row on.",
        "Ann: flip a card next to the deck, for the row. Which is it?",
    ]
    laid.enter("face card=build-4")
    assert led(laid) == [
        "Ann: take War 2, the Face card farthest from the deck, and slide the row on.",
        "Ann: flip a card next to the deck, for the row. Which is it?",
    ]
    laid.enter("face card=war-1")
    assert led(laid) == ["Bo: build, fortify or attack?"]


def test_a_turn_of_building_and_fortifying_draws_two_deck_cards() -> None:
    laid = table().enter("build at=b2", "fortify at=b2 kind=war")
    assert laid.ordered() == ["Ann: add a War card to Bridge 2, face down."]
    assert by(laid) == [("fortify", (ANN,))]
    laid.enter("done")
    assert led(laid) == [
        "Ann: draw 2 cards from the deck. Build or War back on the first?",
    ]
    laid.enter("draw back=build")
    assert led(laid) == ["Ann: draw 1 card from the deck. Build or War back?"]


def test_a_second_build_card_is_added_and_a_fortified_turn_takes_one_face_card() -> None:
    laid = table().enter("fortify at=b1 kind=build")
    assert laid.ordered() == ["Ann: add a Build card to Bridge 1, face down."]
    laid.enter("done")
    assert led(laid) == [
        "Ann: take Build 1, the Face card farthest from the deck, and slide the row on.",
        "Ann: flip a card next to the deck, for the row. Which is it?",
    ]


def test_fortifying_and_attacking_draws_the_deck_card_before_the_face_card() -> None:
    laid = table().lay(one(), one(wars=(1,))).enter("fortify at=b1 kind=war")
    laid.attack("1 b1 war 1", "war-4").enter("done")
    assert led(laid) == ["Ann: draw 1 card from the deck. Build or War back?"]
    laid.enter("draw back=war")
    assert led(laid) == [
        "Ann: take Build 1, the Face card farthest from the deck, and slide the row on.",
        "Ann: flip a card next to the deck, for the row. Which is it?",
    ]


def test_doing_nothing_draws_nothing() -> None:
    laid = table().enter("done")
    assert led(laid) == ["Ann: draw nothing.", "Bo: build, fortify or attack?"]
    assert by(laid) == [("V3", (ANN,))]


def test_a_leader_taken_from_the_row_brings_a_face_card_once_the_row_is_filled() -> None:
    laid = Table().enter("dealt seat=0 build=0 war=0", "dealt seat=1 build=0 war=0")
    laid.enter(*(f"face card={card}" for card in ("ares", "war-2", "build-3", "war-4")))
    laid.enter("fortify at=b1 kind=war", "done")
    assert led(laid) == [
        "Ann: take Ares, the Face card farthest from the deck, and slide the row on.",
        "Ann: flip a card next to the deck, for the row. Which is it?",
    ]
    laid.enter("face card=build-4")
    assert led(laid)[0] == (
        "Ann: take War 2, the Face card farthest from the deck, and slide the row on."
    )


# ---------------------------------------------------------------- attacks


def test_an_attack_points_shows_reveals_and_if_it_wins_the_attacker_discards_first() -> None:
    laid = table().lay(one(), one()).enter("attack side=1 at=b1 kind=war cards=1")
    assert led(laid) == [
        "Ann: point at the War card on Bo’s Bridge 1.",
        "Ann: show a card to attack with. Which is it?",
    ]
    assert by(laid) == [("V9", (ANN,))]
    laid.enter("present card=war-3")
    assert led(laid) == ["Ann: show another card, or strike?"]
    laid.enter("strike")
    assert led(laid) == ["Bo: turn over the War card on your Bridge 1. What is it?"]
    laid.reveal("3")
    assert laid.ordered() == [
        "Ann: the attack wins. Discard War 3.",
        "Bo: discard War 3.",
    ]
    assert by(laid) == [("V14", (ANN,)), ("V14", (BO,))]


def test_an_attack_that_fails_turns_the_defender_down_before_the_attacker_discards() -> None:
    laid = table().lay(one(), one()).attack("1 b1 war 1", "build-3", shows="2")
    assert laid.ordered() == [
        "Bo: the attack fails. Turn War 2 face down again.",
        "Ann: discard Build 3.",
    ]
    assert by(laid) == [("V14", (BO,)), ("V14", (ANN,))]


def test_a_card_that_everybody_knows_is_turned_up_before_what_comes_of_it() -> None:
    laid = table().lay(one(), one(wars=(2,))).attack("1 b1 war 1", "war-2")
    assert laid.ordered() == [
        "Bo: turn up War 2 on Bridge 1.",
        "Ann: the attack wins. Discard War 2.",
        "Bo: discard War 2.",
    ]
    assert by(laid)[0] == ("attack", (BO,))


def test_war_cards_that_lose_their_build_cards_go_last() -> None:
    laid = table().lay(one(builds=(1, 1), wars=(None,)), {})
    laid.attack("0 b1,b1 build,build 1,2", "build-2")
    assert laid.ordered() == [
        "Ann: turn up 2 × Build 1 on Bridge 1.",
        "Ann: the attack wins. Discard Build 2.",
        "Ann: discard Build 1 and Build 1.",
        "Ann: discard the War card of Bridge 1 too.",
    ]
    assert by(laid)[-1] == ("V18", (ANN,))


def test_a_noted_card_that_nobody_was_asked_for_is_turned_up_first() -> None:
    laid = table().lay(one(), one())
    laid.enter("remember seat=1 at=b1 kind=war card=1 value=4")
    laid.enter("attack side=1 at=b1 kind=war cards=1", "present card=war-2", "strike")
    assert laid.ordered() == []  # nothing tells that there is a note
    laid.enter(laid.game.format(laid.game.answers(laid.state)[0]))
    assert laid.ordered() == [
        "Bo: turn up War 4 on Bridge 1.",
        "Bo: the attack fails. Turn War 4 face down again.",
        "Ann: discard War 2.",
    ]


# ---------------------------------------------------------------- Leaders


def announced(name: str, *hand: int, back: str = "build") -> Table:
    laid = leaders(*hand).enter(f"leader name={name}")
    assert led(laid) == [
        f"Ann: show {name.capitalize()} to announce it.",
        f"Ann: draw 1 card for {name.capitalize()}. Build or War back?",
    ]
    assert by(laid) == [("V5", (ANN,))]
    return laid.enter(f"draw back={back}")


def test_hephaestus_is_announced_discarded_and_then_swaps() -> None:
    laid = announced("hephaestus", 1, 1, 1, 0)
    assert led(laid) == [
        "Ann: discard Hephaestus.",
        "Ann: which of your bridge’s Build cards do you swap with which of your gate’s?",
    ]
    laid.enter("swap bridge=b2 bridge_card=1 gate=g3 gate_card=1")
    assert laid.ordered() == [
        "Ann: swap the Build card on Bridge 2 with the Build card on Gate 3.",
        "Ann: draw nothing.",
    ]
    assert led(laid)[-1] == "Ann: your gateway is complete. Do you claim it?"


def test_poseidon_is_discarded_before_his_attack() -> None:
    laid = announced("poseidon", 1, 1, 0, 1)
    assert led(laid) == [
        "Ann: discard Poseidon.",
        "Ann: Poseidon attacks. Point at 1 or 2 of Bo’s cards.",
    ]
    laid.enter("attack side=1 at=b1 kind=war cards=1")
    assert led(laid) == ["Ann: show a card to attack with. Which is it?"]
    laid.enter("present card=build-4", "strike").reveal("4")
    assert laid.ordered()[:2] == [
        "Ann: the attack wins. Discard Build 4.",
        "Bo: discard War 4.",
    ]


def test_ares_brings_cards_over_and_nothing_more_is_drawn() -> None:
    laid = table().lay(one(wars=()), one(wars=(None, None)), hands=((1, 1, 0, 1), (2, 2, 0, 0)))
    laid.enter("leader name=ares", "draw back=war")
    assert led(laid) == [
        "Ann: discard Ares.",
        "Ann: Ares brings 1 or 2 of Bo’s War cards to your bridge. Which, and where to?",
    ]
    laid.enter("move at=b1,b1 cards=1,2 to=b1")
    assert laid.ordered() == [
        "Ann: move both War cards on Bo’s Bridge 1 to Ann’s Bridge 1, face down.",
        "Ann: draw nothing.",
    ]


def test_ceto_is_discarded_and_then_both_swap_hands() -> None:
    laid = announced("ceto", 1, 1, 1, 0)
    assert laid.ordered()[:2] == ["Ann: discard Ceto.", "Ann and Bo: swap hands."]
    assert by(laid)[:2] == [("ceto", (ANN,)), ("V27", (ANN, BO))]


# ---------------------------------------------------------------- claims, ties, and the deck


def test_a_claim_is_said_before_hands_are_replenished() -> None:
    laid = table().lay(WHOLE, BRIDGE).enter("fortify at=b1 kind=war", "done claim=yes")
    assert led(laid) == [
        "Ann: say “Complete!”",
        "Ann: take Build 1, the Face card farthest from the deck, and slide the row on.",
        "Ann: flip a card next to the deck, for the row. Which is it?",
    ]
    assert by(laid)[0] == ("V29", (ANN,))


def test_a_claim_is_tested_by_turning_up_all_then_card_by_card() -> None:
    laid = table().lay(WHOLE, BRIDGE).enter("done claim=yes", "done")
    assert led(laid) == [
        "Bo: draw nothing.",
        "Ann: turn up all the Build cards of Ann’s gateway.",
        "Ann: what is the Build card on your Bridge 1?",
    ]
    laid.reveal("1")
    assert led(laid) == ["Ann: what is the Build card on your Bridge 2?"]


def test_both_claims_are_turned_up_the_first_claimant_first() -> None:
    laid = table().lay(WHOLE, WHOLE).enter("done claim=yes", "done claim=yes")
    assert laid.ordered() == [
        "Bo: say “Complete!”",
        "Bo: draw nothing.",
        "Ann: turn up all the Build cards of Ann’s gateway.",
        "Bo: turn up all the Build cards of Bo’s gateway.",
    ]
    laid.reveal(*"1111123", *"3333234")
    assert led(laid) == [
        "Shuffle the deck and the discard pile together: one deck.",
        "Ann: flip the top card of the deck. What is it?",
    ]
    laid.enter("cut seat=0 card=war-3", "cut seat=1 card=war-3")
    assert laid.ordered() == ["Still a tie: set both cards aside."]


def test_the_discard_pile_is_shuffled_before_the_card_is_drawn() -> None:
    laid = table().lay(one(), one())
    laid.state = laid.state._replace(deck=(0, 0, 0, 0), discard=(3, 3, 0, 0))
    laid.attack("1 b1 war 1", "war-4", shows="4").enter("done")
    assert led(laid) == [
        "Shuffle the discard pile: it is the new deck.",
        "Ann: draw 1 card from the deck. Build or War back?",
    ]
    assert by(laid) == [("V33", ())]
