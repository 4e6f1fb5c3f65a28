"""What sentences claim about WAVE's orders, printed or turned around, is what the rules say.

Every pair of cards is laid under all four orders. Whatever a sentence claims is read off it by a
few patterns and held against the two printed orders; the game's own code is asked for nothing but
its sentences.
"""

import re
from collections.abc import Iterator
from itertools import product

import pytest

from referee.core import AnyGame, Setup, format_action
from referee.games import load_all
from referee.games.wave.components import Card
from referee.games.wave.facts import Ended
from referee.games.wave.state import Lying

WAVE: AnyGame = load_all()["wave"]
ORDERS = list(product((False, True), (False, True)))
COLOURS = ["White", "Yellow", "Orange", "Red", "Turquoise", "Blue"]
YELLOW_ON_ORANGE = "Yellow counts as higher than Orange now."
TOP = ("Orange", 2)
CARDS = [
    (colour, number)
    for colour, number in product(("Yellow", "Orange", "Red"), (1, 2, 3))
    if (colour, number) != TOP
]


def at_orange_2(order):
    numbers_swapped, colours_swapped = order
    state = WAVE.setup(Setup(("Ann", "Bo", "Cy"), (("variant", "both"),)))
    state, _ = WAVE.apply(state, WAVE.parse("start card=orange-2"))
    return state._replace(numbers_swapped=numbers_swapped, colours_swapped=colours_swapped)


def rank(trait: str) -> int:
    return int(trait) if trait.isdecimal() else COLOURS.index(trait)


def is_swapped(trait: str, state) -> bool:
    return state.numbers_swapped if trait.isdecimal() else state.colours_swapped


def fits(card, state) -> bool:
    number, colour = card[1] - TOP[1], rank(card[0]) - rank(TOP[0])
    number = -number if state.numbers_swapped else number
    colour = -colour if state.colours_swapped else colour
    return number > 0 or colour > 0


def false_comparisons(sentence: str, state) -> Iterator[str]:
    """Find what is called higher and is not so, or not in the order that is named."""
    pattern = r"(\w+) (is|counts as) higher than (\w+)\b(?! \d)"
    for one, verb, other in re.findall(pattern, sentence):
        way = -1 if is_swapped(one, state) else 1
        if way * (rank(one) - rank(other)) <= 0 or (verb == "is") != (way == 1):
            yield f"{one} {verb} higher than {other}"


def false_needs(sentence: str, card, state) -> Iterator[str]:
    """Find “its number is higher” where it is lower, and “a lower colour” where that is no use."""
    number, colour = card[1] - TOP[1], rank(card[0]) - rank(TOP[0])
    for trait, difference, swapped in (
        ("number", number, state.numbers_swapped),
        ("colour", colour, state.colours_swapped),
    ):
        said = re.search(rf"its {trait} is (higher|lower)", sentence)
        if said and (said[1] == "higher") != (difference > 0):
            yield said[0]
        asked = re.search(rf"(?:an?|or) (?:a )?(higher|lower) (?:number or )?{trait}", sentence)
        if asked and (asked[1] == "lower") != swapped:
            yield asked[0]
    printed = re.search(r"(?:it )?is higher (?:than \w+ \d )?in both", sentence)
    swapped = state.numbers_swapped or state.colours_swapped
    if printed and (swapped or number <= 0 or colour <= 0):
        yield printed[0]


def lies(sentence: str, card, state) -> list[str]:
    """List what a sentence about this card on Orange 2 claims that is not so."""
    found = [*false_comparisons(sentence, state), *false_needs(sentence, card, state)]
    denied = r"does not fit|is not higher" if fits(card, state) else r" fits on | counts as higher "
    return found + re.findall(denied, sentence)


def sentences(card, state) -> list[str]:
    """Say everything that the referee has to say about a card on Orange 2."""
    written = f"{card[0].lower()}-{card[1]} facing=self"
    right, wrong = WAVE.parse(f"play card={written}"), WAVE.parse(f"wrong card={written}")
    entry, other = (right, wrong) if fits(card, state) else (wrong, right)
    refusal = WAVE.explain(state, other)
    assert not refusal.allowed
    after, facts = WAVE.apply(state, entry)
    told = [
        WAVE.voice.action(state, entry),
        WAVE.voice.refusal(state, other, refusal),
        *(WAVE.voice.fact(after, fact) for fact in facts),
        WAVE.view(state, None).step.say,
    ]
    asked = {format_action(one.action): one.ask for one in WAVE.view(state, None).step.choices}
    told.append(asked[format_action(entry)])
    outcome = WAVE.outcome(after)
    if outcome:
        assert any(isinstance(fact, Ended) for fact in facts)
        told.append(WAVE.voice.outcome(after, outcome))
    return [str(one) for one in told]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("card", CARDS)
def test_no_sentence_about_a_card_claims_what_is_not_so(card, order) -> None:
    state = at_orange_2(order)
    told = sentences(card, state)
    assert {one: [] for one in told} == {one: lies(one, card, state) for one in told}


def test_the_patterns_find_a_wrong_claim() -> None:
    plain, swapped = at_orange_2(ORDERS[0]), at_orange_2(ORDERS[-1])
    assert lies("Red is higher than Orange.", ("Red", 1), plain) == []
    assert lies("Red is higher than Orange.", ("Red", 1), swapped)
    assert lies("Red counts as higher than Orange now.", ("Red", 1), swapped)
    assert lies("The number 1 is higher than 2.", ("Red", 1), swapped)
    assert lies("Yellow 1 is higher than Orange 2 in both.", ("Yellow", 1), swapped)
    assert lies("Yellow 1 fits on Orange 2: its colour is higher.", ("Yellow", 1), swapped)
    assert lies("Ann: lay a higher number or a lower colour.", ("Red", 1), swapped)
    assert lies("Ann: lay a higher number or colour.", ("Red", 1), swapped)
    assert lies("Yellow 3 does not fit on Orange 2.", ("Yellow", 3), plain)


@pytest.mark.parametrize(
    ("order", "card", "told"),
    [
        ((False, False), "red-3", "Red 3 is higher than Orange 2 in both."),
        ((False, False), "yellow-3", "The number 3 is higher than 2."),
        ((False, False), "red-1", "Red is higher than Orange."),
        ((True, False), "red-1", "1 counts as higher than 2 now. Red is higher than Orange."),
        ((True, False), "yellow-1", "1 counts as higher than 2 now."),
        ((True, False), "red-3", "Red is higher than Orange."),
        ((False, True), "yellow-3", f"The number 3 is higher than 2. {YELLOW_ON_ORANGE}"),
        ((False, True), "yellow-1", "Yellow counts as higher than Orange now."),
        ((False, True), "red-3", "The number 3 is higher than 2."),
        ((True, True), "yellow-1", f"1 counts as higher than 2 now. {YELLOW_ON_ORANGE}"),
        ((True, True), "red-1", "1 counts as higher than 2 now."),
        ((True, True), "yellow-3", "Yellow counts as higher than Orange now."),
    ],
)  # fmt: skip
def test_why_a_card_fits_is_told_in_the_orders_of_now(order, card, told) -> None:
    after, facts = WAVE.apply(at_orange_2(order), WAVE.parse(f"play card={card} facing=self"))
    assert str(WAVE.voice.fact(after, facts[0])) == told


@pytest.mark.parametrize(
    ("order", "what"),
    [
        ((False, False), "a higher number or colour"),
        ((True, False), "a lower number or a higher colour"),
        ((False, True), "a higher number or a lower colour"),
        ((True, True), "a lower number or colour"),
    ],
)
def test_what_is_needed_is_said_and_refused_in_the_orders_of_now(order, what) -> None:
    state = at_orange_2(order)
    assert str(WAVE.view(state, None).step.say) == f"Ann: lay {what}."
    state = state._replace(laid=(Lying(Card.RED_5, None), *state.laid[1:], Lying(Card.ORANGE_3, 0)))
    low = {False: "1", True: "4"}[order[0]], {False: "yellow", True: "red"}[order[1]]
    entry = WAVE.parse(f"play card={low[1]}-{low[0]} facing=self")
    assert str(WAVE.voice.refusal(state, entry, WAVE.explain(state, entry))).startswith(
        f"{low[1].capitalize()} {low[0]} does not fit on Orange 3: that takes {what}."
    )


@pytest.mark.parametrize(
    ("trait", "swapped", "order", "told"),
    [
        ("colours", False, "Reverse the order of the colours: White is highest.",
         "The order is reversed: colours now rise from Blue to White."),
        ("colours", True, "Reverse the order of the colours: Blue is highest.",
         "The order is back as printed: colours now rise from White to Blue."),
        ("numbers", False, "Reverse the order of the numbers: 0 is highest.",
         "The order is reversed: numbers now rise from 5 to 0."),
        ("numbers", True, "Reverse the order of the numbers: 5 is highest.",
         "The order is back as printed: numbers now rise from 0 to 5."),
    ],
)  # fmt: skip
def test_a_swap_card_tells_the_order_that_it_makes(trait, swapped, order, told) -> None:
    state = at_orange_2((swapped, swapped))
    after, facts = WAVE.apply(state, WAVE.parse(f"play card=swap-{trait} facing=self"))
    assert str(WAVE.view(after, None).step.hands[0]) == order
    assert told in [str(WAVE.voice.fact(after, fact)) for fact in facts]
    refused = WAVE.parse(f"wrong card=swap-{trait} facing=self")
    assert str(WAVE.voice.refusal(state, refused, WAVE.explain(state, refused))) == (
        f"{trait[:-1].capitalize()} swap fits on every card, so it is never wrong."
    )
