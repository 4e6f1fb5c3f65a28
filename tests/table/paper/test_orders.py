"""What can be ordered, and in which sentence everything else is refused."""

from dataclasses import replace

import pytest

from referee.core import Card, Components, literal
from referee.games import load_all
from referee.table.paper.orders import BadOrder, Flip, What, order_of

GAMES = load_all()
WAVES = GAMES["waves"]


def counted(**asked):
    order = order_of(WAVES, asked)
    return [(card.id, copy) for _, card, copy in order.copies]


def test_without_a_wish_every_card_of_the_box_gets_a_sticker_on_a4():
    order = order_of(WAVES, {})
    assert (order.what, order.paper.id, order.labels) == (What.STICKERS, "a4", None)
    assert (order.size, order.deck, order.start, order.flip) == (15.0, "1", 1, None)
    assert len(order.copies) == 100
    assert len(set(order.copies)) == 100


def test_only_some_cards_and_only_some_copies_can_be_printed():
    assert counted(cards="knight:3") == [("knight", 3)]
    assert counted(cards="Seer:5-7, noble:20") == [
        ("seer", 5),
        ("seer", 6),
        ("seer", 7),
        ("noble", 20),
    ]
    assert len(counted(cards="scholar")) == 20


def test_a_card_that_is_asked_for_twice_is_printed_once():
    assert counted(cards="knight:3,knight:2-4") == [("knight", 3), ("knight", 2), ("knight", 4)]


def test_other_numbers_of_copies_than_the_box_holds():
    assert len(counted(copies="3")) == 15
    assert counted(cards="noble:25", copies="30") == [("noble", 25)]


@pytest.mark.parametrize(
    "address", ["foo", "192.168.1.20", "ftp://x", "http://", "http://a b", "http://x:y"]
)
def test_a_code_to_join_leads_somewhere_or_is_not_printed(address):
    with pytest.raises(BadOrder, match="is not an address that a phone can open") as refused:
        order_of(WAVES, {"what": "pieces", "address": address})
    assert refused.value.field == "address"
    whole = "http://192.168.1.20:8000"
    assert order_of(WAVES, {"what": "pieces", "address": f" {whole} "}).address == whole


def test_pieces_are_ordered_without_cards():
    assert order_of(WAVES, {"what": "pieces"}).copies == ()


def test_everything_else_is_as_it_was_asked_for():
    asked = {"what": "inserts", "paper": "Letter", "size": "12,5", "deck": "b", "flip": "short"}
    order = order_of(WAVES, asked)
    assert (order.what, order.paper.id) == (What.INSERTS, "letter")
    assert (order.size, order.deck, order.flip) == (12.5, "B", Flip.SHORT)


def test_labels_bring_their_paper_and_can_be_half_used():
    order = order_of(WAVES, {"paper": "avery-L7651", "start": "65"})
    assert order.labels is not None
    assert (order.paper.id, order.labels.grid.count, order.start) == ("a4", 65, 65)


@pytest.mark.parametrize(
    ("field", "asked", "part"),
    [
        ("what", {"what": "posters"}, "posters cannot be printed"),
        ("paper", {"paper": "a5"}, "The paper a5 is not known"),
        ("paper", {"paper": "L7160", "what": "inserts"}, "Only stickers are printed on labels"),
        ("size", {"size": "11"}, "12 to 25 mm"),
        ("size", {"size": "25.5"}, "12 to 25 mm"),
        ("size", {"size": "large"}, "12 to 25 mm"),
        ("size", {"size": "nan"}, "12 to 25 mm"),
        ("copies", {"copies": "0"}, "whole number from 1"),
        ("copies", {"copies": "-3"}, "whole number from 1"),
        ("copies", {"copies": "1296"}, "whole number from 1"),
        ("copies", {"copies": "999999999999999999999"}, "whole number from 1"),
        ("copies", {"copies": "250"}, "1250 codes"),
        ("deck", {"deck": "AB"}, "one letter from A to Z or one digit"),
        ("deck", {"deck": "é"}, "one letter from A to Z or one digit"),
        ("start", {"start": "2"}, "Only a sheet of labels"),
        ("start", {"start": "66", "paper": "L7651"}, "from 1 to 65"),
        ("start", {"start": "x", "paper": "L7651"}, "from 1 to 65"),
        ("flip", {"flip": "sideways", "what": "inserts"}, "long or short"),
        ("flip", {"flip": "long"}, "Only inserts have a back"),
        ("cards", {"cards": "joker"}, "There is no card joker. There are: scholar, keeper"),
        (
            "cards",
            {"cards": "knight:21"},
            "“21” is not the number of a Knight. They go from 1 to 20",
        ),
        ("cards", {"cards": "knight:9-3"}, "“9-3” is not the number of a Knight"),
        ("cards", {"cards": "knight:"}, "“” is not the number of a Knight"),
        ("cards", {"cards": "knight:one"}, "“one” is not the number of a Knight"),
    ],
)
def test_what_cannot_be_printed_is_refused_in_a_sentence(field, asked, part):
    with pytest.raises(BadOrder) as refused:
        order_of(WAVES, asked)
    assert refused.value.field == field
    assert part in str(refused.value.text)


def test_long_nonsense_is_not_repeated_in_full():
    with pytest.raises(BadOrder) as refused:
        order_of(WAVES, {"cards": "x" * 5000})
    assert len(str(refused.value.text)) < 300


def test_a_game_without_cards_has_only_pieces():
    bare = replace(WAVES, components=Components())
    with pytest.raises(BadOrder) as refused:
        order_of(bare, {})
    assert "Waves has no cards to print" in str(refused.value.text)
    assert order_of(bare, {"what": "pieces"}).copies == ()


def test_a_card_that_the_box_does_not_hold_is_printed_only_when_its_number_is_told():
    none = Components((Card("house", literal("House"), None, "", 0),))
    bare = replace(WAVES, components=none)
    with pytest.raises(BadOrder):
        order_of(bare, {})
    assert len(order_of(bare, {"copies": "2"}).copies) == 2
