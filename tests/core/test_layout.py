"""Layouts and moves: worked out by hand for a table of two players with a deck."""

from dataclasses import replace

import pytest

from referee.core import Place, Seat, Thing, applied, layout_of, moves, say, tasks_between

NAMES = ("Ann", "Bo")
DECK = Place("deck", say("the deck"), covered=True, pile="deck")
DISCARDS = Place("discards", say("the discard pile"), covered=True, pile="discard")
HANDS = tuple(
    Place(
        f"hand-{seat}", say("{name}’s hand", name=name), say("your hand"), Seat(seat), covered=True
    )
    for seat, name in enumerate(NAMES)
)
FRONTS = tuple(
    Place(f"front-{seat}", say("{name}’s place", name=name), say("your place"), Seat(seat))
    for seat, name in enumerate(NAMES)
)
CARD = Thing("card", name=say("card"), names=say("cards"))
KING = replace(CARD, face="king", name=say("King"), names=say("Kings"))
QUEEN = replace(CARD, face="queen", name=say("Queen"), names=say("Queens"))

SHUFFLED = (
    "The deck was shuffled, so nobody can find the same cards again: put any 7 cards from it on "
    "the discard pile."
)


def told(before, after) -> list[str]:
    assert applied(before, moves(before, after)) == after
    return [str(task.say) for task in tasks_between(before, after, NAMES)]


def test_equal_layouts_need_no_move() -> None:
    before = layout_of((DECK, CARD, 3), (FRONTS[0], KING, 1))
    assert told(before, layout_of((FRONTS[0], KING, 1), (DECK, CARD, 2), (DECK, CARD, 1))) == []


def test_a_card_comes_from_the_hand_of_its_owner() -> None:
    before = layout_of((HANDS[0], CARD, 3), (HANDS[1], CARD, 3))
    after = layout_of((HANDS[0], CARD, 2), (HANDS[1], CARD, 2), *((at, KING, 1) for at in FRONTS))
    assert told(before, after) == ["Everybody: move the King from your hand to your place."]
    assert tasks_between(before, after, NAMES)[0].seats == (Seat(0), Seat(1))


def test_a_card_that_is_turned_stays_where_it_is() -> None:
    down, up = layout_of((FRONTS[0], CARD, 1)), layout_of((FRONTS[0], KING, 1))
    assert told(down, up) == ["Ann: turn the King in your place face up."]
    assert told(up, down) == ["Ann: turn the King in your place face down again."]


def test_a_card_that_was_mistaken_is_looked_at_again() -> None:
    before, after = layout_of((FRONTS[1], KING, 1)), layout_of((FRONTS[1], QUEEN, 1))
    assert told(before, after) == ["Bo: check that your place has the Queen, not the King."]


def test_cards_that_change_places_are_moved_and_not_taken_for_mistaken() -> None:
    before = layout_of((FRONTS[0], KING, 1), (FRONTS[1], QUEEN, 1))
    after = layout_of((FRONTS[0], QUEEN, 1), (FRONTS[1], KING, 1))
    assert told(before, after) == [
        "Move the King from Ann’s place to Bo’s place.",
        "Move the Queen from Bo’s place to Ann’s place.",
    ]


def test_what_blocks_a_place_goes_first() -> None:
    before = layout_of((DECK, CARD, 1), (FRONTS[0], KING, 1), (FRONTS[1], QUEEN, 1))
    after = layout_of((HANDS[0], CARD, 1), (DECK, CARD, 1), (FRONTS[0], QUEEN, 1))
    assert told(before, after) == [
        "Ann: move the King from your place to your hand.",
        "Move the Queen from Bo’s place to Ann’s place.",
    ]


def test_a_discard_pile_becomes_the_deck_before_anybody_draws() -> None:
    before = layout_of((DISCARDS, CARD, 9))
    after = layout_of((DECK, CARD, 7), (HANDS[0], CARD, 1), (HANDS[1], CARD, 1))
    assert told(before, after) == [
        "Shuffle 9 cards from the discard pile into the deck.",
        "Everybody: move 1 card from the deck to your hand.",
    ]
    assert told(after, before) == [
        SHUFFLED,
        "Everybody: move 1 card from your hand to the discard pile.",
    ]


def test_what_was_written_is_wiped_and_what_is_written_is_no_thing_that_moves() -> None:
    def number(value: int) -> Thing:
        return Thing(
            "written",
            str(value),
            erase=say("{who}: wipe the {value}.", value=value),
            write=say("{who}: write {value}.", value=value),
        )

    before, after = (layout_of((FRONTS[0], number(value), 1)) for value in (4, 3))
    assert told(before, after) == ["Ann: wipe the 4.", "Ann: write 3."]


def test_what_leaves_the_game_goes_to_the_box() -> None:
    before = layout_of((DECK, CARD, 2))
    assert told(before, layout_of((DECK, CARD, 1))) == ["Put 1 card from the deck in the box."]
    assert told(layout_of((DECK, CARD, 1)), before) == ["Take 1 card from the box to the deck."]


def test_a_thing_that_is_not_there_cannot_be_moved() -> None:
    done = moves(layout_of((DECK, CARD, 2)), layout_of((HANDS[0], CARD, 2)))
    with pytest.raises(ValueError, match="deck"):
        applied(layout_of((DECK, CARD, 1)), done)
