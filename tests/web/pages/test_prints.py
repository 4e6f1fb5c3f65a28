"""The print centre: choose, see what comes out, save it; measure a printer."""

import re
from html import unescape
from xml.etree import ElementTree as ET

import pypdfium2
import pytest

from referee.games import load_all
from referee.table.paper.stickers import icons_of

GAMES = load_all()


def text_of(pdf: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(pdf)
    texts = [page.get_textpage().get_text_range() for page in document]
    document.close()
    return texts


def previews(page: str) -> list[str]:
    return [unescape(found) for found in re.findall(r'<img src="([^"]+\.svg[^"]*)"', page)]


def test_the_first_page_leads_to_printing(client):
    assert 'href="/print"' in client.get("/").text
    assert 'href="/print/waves"' in client.get("/print").text


def test_a_running_match_leads_to_printing_for_its_game(table):
    assert 'href="/print/waves"' in table.page("/more")


def test_without_a_choice_all_cards_get_stickers(client):
    page = client.get("/print/waves").text
    assert "2 pages" in unescape(page)
    first, second = previews(page)
    drawn = ET.fromstring(client.get(first).text)  # noqa: S314 - our own
    words = {text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")}
    assert {"1 Scholar", "4 Seer"} <= words
    assert client.get(second).mimetype == "image/svg+xml"
    assert drawn.get("width") == "210mm"


TICKED = re.compile(r'name="card" value="([^"]+)" checked>')


def test_cards_that_the_box_has_none_of_are_not_ticked(client):
    page = client.get("/print/war-of-waves").text
    # The list of the house: Build and War from 1 to 4, and four Leaders; no 5, no 6.
    kinds = [f"{kind}-{number}" for kind in ("build", "war") for number in (1, 2, 3, 4)]
    assert TICKED.findall(page) == [*kinds, "hephaestus", "poseidon", "ares", "ceto"]
    assert "all 0" not in page
    more = client.get("/print/war-of-waves?asked=1&card=build-5&copies=2").text
    assert TICKED.findall(more) == ["build-5"]
    assert 'placeholder="all 2"' in more


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_can_be_printed_for(client, slug):
    known = {"stickers", "inserts"} if GAMES[slug].components.cards else set()
    for what in ("stickers", "inserts", "pieces", "map"):
        if what in known or what == "pieces" or (what == "map" and GAMES[slug].boards):
            answer = client.get(f"/print/{slug}/sheets.pdf?what={what}")
            assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
            named = f'attachment; filename="{slug}-{what}.pdf"'
            assert answer.headers["Content-Disposition"] == named
    assert client.get(f"/print/{slug}").status_code == 200


@pytest.mark.parametrize("slug", GAMES)
def test_all_that_is_offered_to_print_for_a_game_can_be_printed(client, slug):
    offered = re.findall(r'name="what" value="(\w+)"', client.get(f"/print/{slug}").text)
    assert "pieces" in offered
    for what in offered:
        page = client.get(f"/print/{slug}?what={what}")
        assert (page.status_code, what) == (200, what)
        assert previews(page.text)
        is_cut = what not in {"map", "frame"}
        assert is_cut == (">A4, plain, to cut out<" in unescape(page.text))


def test_a_game_in_a_bare_folder_without_icons_can_be_printed_for(parlour):
    client = parlour.app.test_client()
    for path in ("", "/hushed", "/hushed/sheets.pdf?what=pieces"):
        assert client.get(f"/print{path}").status_code == 200, path
    assert icons_of("parlour") == {}


def test_only_some_cards_and_copies(client):
    query = "asked=1&card=knight&which.knight=3, 7-9&card=noble&which.noble=20&which.seer=1"
    (page,) = text_of(client.get(f"/print/waves/sheets.pdf?{query}").data)
    numbers = re.findall(r"no\. (\d+)", page)
    assert (numbers, "Seer" in page) == (["3", "7", "8", "9", "20"], False)


def test_cards_come_in_the_order_of_the_box(client):
    page = "".join(text_of(client.get("/print/waves/sheets.pdf").data))
    names = re.findall(r"\d (Scholar|Keeper|Knight|Seer|Noble)", page)
    assert list(dict.fromkeys(names)) == ["Scholar", "Keeper", "Knight", "Seer", "Noble"]


def test_without_any_card_the_page_asks_for_one(client):
    page = client.get("/print/waves?asked=1")
    assert page.status_code == 400
    assert "Choose at least one card." in page.text


@pytest.mark.parametrize(("which", "right"), [("3,,4", False), ("3, 4,", True), ("3 4", True)])
def test_a_number_that_was_left_out_is_asked_for(client, which, right):
    page = client.get(
        "/print/waves", query_string={"asked": 1, "card": "knight", "which.knight": which}
    )
    assert page.status_code == (200 if right else 400)
    assert right != ("is not the number of a Knight" in page.text)


def test_what_was_typed_is_still_there_beside_the_problem(client):
    page = client.get("/print/waves?asked=1&card=knight&which.knight=99&size=15")
    assert page.status_code == 400
    assert "“99” is not the number of a Knight" in page.text
    assert 'name="which.knight" value="99"' in page.text
    assert not previews(page.text)
    assert " disabled" in page.text


def test_a_file_that_cannot_be_made_is_answered_with_a_sentence(client):
    answer = client.get("/print/waves/sheets.pdf?size=99")
    assert answer.status_code == 400
    assert "A code is 12 to 25 mm wide" in answer.text


def test_answers_that_no_longer_fit_are_forgotten(client):
    # Labels and their first free one belong to stickers, backs to inserts.
    query = "asked=1&what=pieces&paper=avery-5160&start=7&flip=long"
    assert client.get(f"/print/waves?{query}").status_code == 200
    (page,) = previews(client.get(f"/print/waves?{query}").text)
    assert 'width="215.9mm"' in client.get(page).text


def test_pieces_carry_the_address_of_the_tables(client):
    (page,) = text_of(client.get("/print/waves/sheets.pdf?what=pieces").data)
    assert "http://" in page


def test_there_is_no_sheet_beyond_the_last(client):
    assert client.get("/print/waves/sheet-3.svg").status_code == 404
    assert client.get("/print/waves/sheet-0.svg").status_code == 404


def test_a_game_that_is_not_here_is_said_so(client):
    assert client.get("/print/chess").status_code == 404


def test_only_the_first_sheets_are_shown_and_the_others_counted(client):
    page = client.get("/print/waves?what=inserts").text
    assert len(previews(page)) == 4
    assert "and 8 more" in page


# ---------------------------------------------------------------- printers


def keep(client, **measures):
    form = {"name": "Canon", "across": "150", "down": "200", "left": "30", "top": "40"}
    return client.post("/print/printers", data={**form, **measures})


def test_a_measured_printer_can_be_chosen_and_changes_the_file(client):
    assert keep(client, across="148,5").status_code == 303
    assert "<option>Canon</option>" in client.get("/print/waves").text
    plain = client.get("/print/waves/sheets.pdf").data
    assert client.get("/print/waves/sheets.pdf?printer=Canon").data != plain
    assert client.get("/print/waves/sheets.pdf?printer=").data == plain


def test_the_preview_shows_the_paper_and_not_what_is_sent_to_the_printer(client):
    keep(client, across="148,5")
    plain = client.get("/print/waves/sheet-1.svg").text
    assert client.get("/print/waves/sheet-1.svg?printer=Canon").text == plain


def test_the_page_with_rulers_can_be_checked_with_its_measures(client):
    keep(client, down="198")
    plain = client.get("/print/rulers.pdf?paper=letter")
    assert plain.mimetype == "application/pdf"
    assert client.get("/print/rulers.pdf?paper=letter&printer=Canon").data != plain.data


def test_measures_that_cannot_be_are_refused_and_stay_in_the_form(client):
    answer = keep(client, across="15")
    assert answer.status_code == 400
    assert "No printer is that far off" in answer.text
    assert 'value="15"' in answer.text
    assert "Canon" not in client.get("/print/waves").text


def test_a_printer_can_be_forgotten(client):
    keep(client)
    assert client.post("/print/printers/forget", data={"name": "Canon"}).status_code == 303
    assert "Canon" not in client.get("/print/printers").text


def measured(client):
    return re.findall(r"A ([\d.]+), B", client.get("/print/printers").text)


def test_measures_of_a_printer_are_replaced_only_by_who_says_so(client):
    keep(client)
    for name in ("Canon", "  Canon "):
        asked = keep(client, name=name, across="148")
        assert asked.status_code == 409
        assert "Replace its measurements, or choose another name?" in asked.text
        assert re.search('name="sure" value="yes"', asked.text)
        assert 'value="148"' in asked.text
        assert measured(client) == ["150.0"]
    assert keep(client).status_code == 303, "the same again replaces nothing"
    assert keep(client, across="148", sure="yes").status_code == 303
    assert measured(client) == ["148.0"]


def test_a_printer_that_is_not_known_is_said_so(client):
    answer = client.get("/print/waves/sheets.pdf?printer=HP")
    assert answer.status_code == 400
    assert "No printer has been measured yet" in answer.text


def test_the_name_of_a_printer_is_only_words(client):
    keep(client, name="<b>HP</b>")
    for path in ("/print/printers", "/print/waves"):
        assert "<b>HP</b>" not in client.get(path).text
        assert "&lt;b&gt;HP&lt;/b&gt;" in client.get(path).text


def test_score_maps_are_printed_for_a_game_that_is_written_on(client):
    page = unescape(client.get("/print/rolling").text)
    assert "5 pages" in page
    assert "3 pages" in unescape(client.get("/print/rolling?what=map&half=yes").text)
    assert len(text_of(client.get("/print/rolling/sheets.pdf?what=map&copies=2").data)) == 2
    (words,) = set(text_of(client.get("/print/rolling/sheets.pdf?what=map&copies=1").data))
    for said in ("once its squares add up to the number in it", "where Raise Spirits is full"):
        assert said in words
    assert 'value="map"' not in client.get("/print/waves").text
    assert client.get("/print/waves?what=map").status_code == 400
