"""The text of a card's code: short, exact both ways, and no slip of one sign goes unseen."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.codes import (
    BOARD_CORNERS,
    COPIES,
    CORNERS,
    FRAME_CORNERS,
    LENGTH,
    SIGNS,
    BoardCode,
    CardCode,
    Foreign,
    box_of_slug,
    check_signs,
    format_board_code,
    format_code,
    parse_board_code,
    parse_code,
    place_marker,
    seat_marker,
    two_characters,
)
from referee.games import load_all

SIGN = st.sampled_from(SIGNS)
CODES = st.builds(
    CardCode,
    box=st.text(SIGN, min_size=2, max_size=2),
    deck=SIGN,
    card=st.text(SIGN, min_size=2, max_size=2),
    copy=st.integers(1, COPIES),
)
SOME = (
    CardCode("WV", "1", "01", 1),
    CardCode("WV", "2", "05", 20),
    CardCode("ZZ", "Z", "ZZ", COPIES),
    CardCode("00", "0", "00", 1),
)
GAMES = load_all()


def test_the_check_is_the_one_of_the_standard() -> None:
    # The example of ISO 7064 for MOD 1271-36: ISO79 is written ISO793W.
    assert check_signs("ISO79") == "3W"


@given(CODES)
def test_what_is_written_is_read_again(code: CardCode) -> None:
    text = format_code(code)
    assert parse_code(text) == code
    assert len(text) == LENGTH == 10
    assert set(text) <= set(SIGNS), "capital letters and digits, as QR's alphanumeric mode wants"


@pytest.mark.parametrize("code", SOME, ids=format_code)
def test_one_wrong_sign_is_always_seen(code: CardCode) -> None:
    text = format_code(code)
    for place, sign in product(range(LENGTH), SIGNS):
        wrong = text[:place] + sign + text[place + 1 :]
        if wrong != text:
            assert isinstance(parse_code(wrong), Foreign), wrong


@given(CODES)
def test_two_neighbours_that_changed_places_are_always_seen(code: CardCode) -> None:
    text = format_code(code)
    for place in range(LENGTH - 1):
        left, right = text[place], text[place + 1]
        if left != right:
            swapped = text[:place] + right + left + text[place + 2 :]
            assert isinstance(parse_code(swapped), Foreign), swapped


def test_the_check_sees_every_slip_wherever_it_stands() -> None:
    # What a sign adds to the sum depends on its value and its place alone, so all pairs of values
    # at all places are all single slips and all swaps there are.
    values = range(len(SIGNS))
    for place in range(LENGTH):
        weight = pow(36, place, 1271)
        for one, other in product(values, values):
            if one != other:
                assert (one - other) * weight % 1271 != 0
                assert (one * 36 + other - other * 36 - one) * weight % 1271 != 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", Foreign.LENGTH),
        ("R", Foreign.LENGTH),
        ("https://example.org/", Foreign.LENGTH),
        ("rwv1010012", Foreign.SIGNS),
        ("RWV1 01001", Foreign.SIGNS),
        ("RWV101010\u0661", Foreign.SIGNS),
        ("1234567890", Foreign.FORM),
        ("RWV1010100", Foreign.CHECK),
    ],
)
def test_a_text_that_is_none_of_ours_is_told_apart(text: str, why: Foreign) -> None:
    assert parse_code(text) is why


def test_the_copy_zero_is_none_of_ours() -> None:
    text = "RWV10100"
    assert parse_code(text + check_signs(text)) is Foreign.CHECK


@pytest.mark.parametrize(
    "parts", [("W", "1", "01", 1), ("WV", "", "01", 1), ("WV", "1", "1", 1), ("wv", "1", "01", 1)]
)
def test_a_code_that_could_not_be_written_cannot_be_made(parts: tuple[str, str, str, int]) -> None:
    with pytest.raises(ValueError, match="CardCode"):
        CardCode(*parts)


@pytest.mark.parametrize("copy", [0, -1, COPIES + 1])
def test_a_copy_that_cannot_be_counted_cannot_be_made(copy: int) -> None:
    with pytest.raises(ValueError, match="copy"):
        CardCode("WV", "1", "01", copy)


@pytest.mark.parametrize("number", [-1, COPIES + 1])
def test_a_number_that_two_signs_cannot_write_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="two characters"):
        two_characters(number)


def test_two_decks_of_one_evening_differ() -> None:
    assert format_code(CardCode("WV", "1", "03", 7)) != format_code(CardCode("WV", "2", "03", 7))


@pytest.mark.parametrize("slug", GAMES)
def test_every_card_of_a_box_has_signs_of_its_own(slug: str) -> None:
    components = GAMES[slug].components
    assert len(components.coded) == len(components.cards)
    for code, card in components.coded.items():
        last = CardCode(components.code or box_of_slug(slug), "1", code, max(1, card.copies))
        assert parse_code(format_code(last)) == last


def test_boxes_differ_unless_they_are_the_same() -> None:
    boxes: dict[str, object] = {}
    for slug, game in GAMES.items():
        code = game.components.code or box_of_slug(slug)
        assert boxes.setdefault(code, game.components) == game.components, code


def test_slugs_that_resemble_each_other_give_other_boxes() -> None:
    slugs = ("wave", "waves", "breakers", "war-of-waves", "spoof", "vawes")
    assert len({box_of_slug(slug) for slug in slugs}) == len(slugs)


def test_no_two_markers_share_a_number() -> None:
    numbers = [
        *CORNERS,
        *(seat_marker(seat) for seat in range(10)),
        *(place_marker(place) for place in range(28)),
        *FRAME_CORNERS,
        *BOARD_CORNERS,
    ]
    assert sorted(numbers) == list(range(50))


def test_the_text_on_a_printed_board_comes_back_and_no_other_passes_for_it() -> None:
    code = BoardCode("RW", "1", 3)
    text = format_board_code(code)
    assert parse_board_code(text) == code
    for place, sign in enumerate(text):
        for other in set("0A7Z") - {sign}:
            assert parse_board_code(text[:place] + other + text[place + 1 :]) is None
    assert parse_board_code("") is parse_board_code("RRW1010001") is None
