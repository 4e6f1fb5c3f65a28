"""From what lies in the box to sheets: what stands where, and for whom."""

import re
from dataclasses import replace
from importlib.resources import files
from itertools import combinations
from pathlib import Path

import pytest

from printables.papers import LABELS, PAPERS
from printables.sheets import Outline, Symbol, Text
from referee.core import BoxPlace, Card, Components, literal
from referee.core.codes import CardCode, box_of_slug, parse_code
from referee.games import folder_of, load_all
from referee.table.paper.orders import BadOrder, order_of
from referee.table.paper.sheets import sheets_of
from referee.table.paper.stickers import MODULES, QUIET, icons_of, largest, text_of

GAMES = load_all()
WAVES = GAMES["waves"]
ADDRESS = "http://192.168.1.20:8000/"


def sheets(game=WAVES, **asked):
    return sheets_of(order_of(game, asked))


def shapes(kind, *made):
    return [shape for sheet in made for shape in sheet.shapes if isinstance(shape, kind)]


def words(*made):
    return [text.words for text in shapes(Text, *made)]


def test_every_sheet_says_how_to_print_and_which_sheet_it_is():
    for number, sheet in enumerate(sheets(), start=1):
        assert "50 mm. Print at 100 % (actual size); measure this line." in words(sheet)
        assert f"Waves · Stickers for the cards · {number}/2" in words(sheet)


def test_every_icon_of_every_game_can_be_printed():
    packages = {folder_of(game) for game in GAMES.values()}
    files_of_icons = {
        package: files(package).joinpath("static").joinpath("icons.svg") for package in packages
    }
    with_icons = {package: file for package, file in files_of_icons.items() if file.is_file()}
    assert folder_of(WAVES) in with_icons
    for package, file in with_icons.items():
        names = {*re.findall('<symbol id="([^"]*)"', file.read_text("utf-8"))}
        assert icons_of(package).keys() == names, "make icons"


def test_beside_each_code_stand_number_icon_name_and_copy():
    (sheet,) = sheets(paper="avery-l7651", cards="seer:7")
    assert len(shapes(Symbol, sheet)) == len(shapes(Outline, sheet)) == 1
    assert {"4", "Seer", "Deck 1, no. 7"} <= set(words(sheet))


def test_below_a_code_they_stand_in_one_row():
    (sheet,) = sheets(cards="seer:7", deck="B")
    assert {"4 Seer", "Deck B, no. 7"} <= set(words(sheet))


def test_a_number_that_is_part_of_the_name_is_not_said_twice():
    cards = (Card("war", literal("War 1"), 1, "", 1), Card("warrior", literal("War 10"), 1, "", 1))
    (sheet,) = sheets(replace(WAVES, components=Components(cards)))
    assert {"War 1", "1 War 10"} <= set(words(sheet))


def test_codes_are_all_different_and_say_which_card_they_are_on():
    texts = [text_of(order_of(WAVES, {}), copy) for copy in order_of(WAVES, {}).copies]
    assert len(set(texts)) == 100
    assert parse_code(texts[0]) == CardCode("WV", "1", "01", 1)
    assert parse_code(texts[-1]) == CardCode("WV", "1", "05", 20)


def test_printed_codes_stay_what_they_are():
    lines = Path(__file__).parents[1].joinpath("printed_codes.txt").read_text("utf-8").splitlines()
    for line in lines:
        if line.startswith("#"):
            continue
        slug, box, card, code = line.split()
        components = GAMES[slug].components
        assert (components.code or box_of_slug(slug)) == box
        assert components.coded[code].id == card


def test_a_box_without_codes_is_numbered_in_its_order():
    cards = tuple(Card(f"c{place}", literal("C"), None, "", 1) for place in range(1, 41))
    game = replace(WAVES, components=Components(cards))
    order = order_of(game, {})
    codes = [parse_code(text_of(order, copy)) for copy in order.copies]
    box = box_of_slug("waves")
    for place, signs in {0: "01", 1: "02", 9: "0A", 39: "14"}.items():
        assert codes[place] == CardCode(box, "1", signs, 1)


def test_a_name_that_the_font_cannot_set_is_its_plain_id():
    card = Card("samurai", literal("侍"), 3, "no-such-icon", 1)
    game = replace(WAVES, components=Components((card,)))
    (sheet,) = sheets(game)
    assert "3 samurai" in words(sheet)
    assert not shapes(Outline, sheet)
    (sheet,) = sheets(game, paper="avery-l7651")
    assert {"3", "samurai"} <= set(words(sheet))


def test_words_are_spoken_in_the_language_that_is_asked_for():
    order = order_of(WAVES, {"cards": "knight:1"})
    (sheet,) = sheets_of(order, lambda text: {"Knight": "Ritter"}.get(str(text), str(text)))
    assert "3 Ritter" in words(sheet)


@pytest.mark.parametrize("paper", LABELS)
def test_a_code_that_is_too_large_for_a_label_is_refused_with_the_largest_that_fits(paper):
    grid = LABELS[paper].grid
    most = largest(grid.width, grid.height)
    assert sheets(paper=paper, size=str(min(most, 25)), cards="seer:1")
    if most < 25:
        with pytest.raises(BadOrder, match=f"the largest that fits is {most:g} mm"):
            sheets(paper=paper, size=str(most + 0.5), cards="seer:1")


@pytest.mark.parametrize("paper", [*PAPERS, *LABELS])
@pytest.mark.parametrize("size", ["12", "15", "17", "20", "25"])
def test_a_code_of_any_size_keeps_its_distance(paper, size):
    if paper in LABELS and float(size) > largest(
        LABELS[paper].grid.width, LABELS[paper].grid.height
    ):
        size = "12"
    made = sheets(paper=paper, size=size, copies="2")
    for sheet in made:
        symbols = shapes(Symbol, sheet)
        for one, other in combinations(symbols, 2):
            apart = max(abs(one.x - other.x), abs(one.y - other.y)) - one.side
            assert apart >= 2 * QUIET * one.side / MODULES - 0.01
        for symbol in symbols:
            quiet = QUIET * symbol.side / MODULES - 0.01
            for text in shapes(Text, sheet):
                below = text.y - text.size >= symbol.y + symbol.side + quiet - text.size * 0.3
                above = text.y <= symbol.y - quiet + 1
                left = text.x < symbol.x + symbol.side / 2
                beside = text.x >= symbol.x + symbol.side + quiet
                assert below or above or beside or left


@pytest.mark.parametrize("paper", LABELS)
def test_a_sticker_stays_on_its_label(paper):
    grid = LABELS[paper].grid
    (sheet, *_) = sheets(paper=paper, size="12")
    corners = [grid.corner(index) for index in range(grid.count)]
    for symbol, (x, y) in zip(shapes(Symbol, sheet), corners, strict=False):
        assert x + 1 <= symbol.x
        assert symbol.x + symbol.side + 1 <= x + grid.width
        assert y + 1 <= symbol.y
        assert symbol.y + symbol.side + 1 <= y + grid.height


def test_a_half_used_sheet_begins_at_its_first_free_label():
    grid = LABELS["avery-l7651"].grid
    (sheet,) = sheets(paper="avery-l7651", cards="seer:1", start="12")
    (symbol,) = shapes(Symbol, sheet)
    x, y = grid.corner(11)
    assert x < symbol.x < x + grid.width
    assert y < symbol.y < y + grid.height


def test_inserts_are_as_large_as_the_games_cards():
    game = replace(WAVES, components=replace(WAVES.components, card_mm=(44.0, 68.0)))
    (sheet, *_) = sheets(game, what="inserts")
    # 200 x 278 mm hold four cards across and four down.
    assert len(shapes(Symbol, sheet)) == 16
    one, two = shapes(Symbol, sheet)[:2]
    assert two.x - one.x == pytest.approx(44.0)


def test_cards_that_no_paper_holds_are_refused():
    game = replace(WAVES, components=replace(WAVES.components, card_mm=(250.0, 88.0)))
    with pytest.raises(BadOrder, match="does not fit on A4"):
        sheets(game, what="inserts")


def test_backs_follow_their_fronts_only_where_they_are_asked_for():
    assert len(sheets(what="inserts")) == 12
    made = sheets(what="inserts", flip="long")
    assert len(made) == 24
    assert not shapes(Symbol, *made[1::2])
    for front, back in zip(made[::2], made[1::2], strict=True):
        beside_the_line = shapes(Text, front)[:2]
        assert beside_the_line == shapes(Text, back), "nothing to read on the back of a card"


def test_pieces_name_the_corners_every_seat_and_every_place():
    (sheet,) = sheets(what="pieces", address=ADDRESS)
    told = set(words(sheet))
    assert {f"Seat {number}" for number in range(1, 7)} <= told
    assert {"Deck", "Discard pile", "Shells", "Mat: far left", ADDRESS} <= told
    assert "Seat 7" not in told
    assert len(shapes(Symbol, sheet)) == 4 + 6 + 3 + 1


def test_without_an_address_there_is_no_code_to_join():
    assert len(shapes(Symbol, *sheets(what="pieces"))) == 4 + 6 + 3


def test_places_are_the_games_own():
    places = (BoxPlace("jackpot", literal("賞")),)
    game = replace(WAVES, components=replace(WAVES.components, places=places))
    (sheet,) = sheets(game, what="pieces")
    assert "jackpot" in words(sheet)
    assert "Shells" not in words(sheet)
