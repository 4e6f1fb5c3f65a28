"""A photo at a match: what is sure is entered, what is none is refused, nobody else sees it."""

from dataclasses import replace
from html import unescape
from importlib.resources import files
from pathlib import Path

import pytest
from councils import (
    COUNCIL,
    ENTRIES,
    JSON,
    at,
    beside_a_code_of_bytes,
    dim_picture,
    entries,
    laid,
    photo,
    picture,
    report,
    scan_of,
)

from referee.core import Seat, Setup
from referee.core.codes import CardCode, format_code
from referee.games import load_all
from referee.match import SqliteStore
from referee.table.sight.scans import LIMIT_BYTES
from referee.web import Settings, create_app
from referee.web.sight import looks

pytestmark = pytest.mark.once

# ---------------------------------------------------------------- photos


def test_a_photo_of_the_whole_council_enters_it_and_says_so(three):
    answer = photo(three, picture(*COUNCIL))
    assert ENTRIES == entries(three)
    assert (303, f"{three.address}?look=") == (answer.status_code, answer.location[:-16])
    page = three.client.get(answer.location).text
    assert 4 == page.count("data-entered")
    assert "undo-look" in page
    assert {"camera"} == {row.source for row in three.match.now.rows[1:]}


def test_a_card_in_deep_shadow_is_looked_for_where_the_match_waits_for_it(three):
    photo(three, dim_picture(corners=True))
    assert ENTRIES == entries(three)


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02\xff\xfe\xfd"])
def test_somebody_elses_code_that_is_no_text_disturbs_nothing(three, content):
    photo(three, beside_a_code_of_bytes([], content))
    assert ENTRIES == entries(three)
    rebels = [("keeper", 1, 80.0), ("keeper", 1, 65.0)]
    where = photo(three, beside_a_code_of_bytes(rebels, content)).location
    told = three.client.get(where, headers=JSON).get_json()
    assert 4 == len(told["proposals"])
    assert bool(content) == any("is not one of ours" in one for one in told["remarks"])
    assert "data-partly" not in three.page("/reconcile"), "the whole table was seen"


def test_the_same_photo_sent_twice_counts_once(three):
    sent = {"expected": "0"}
    first, again = (photo(three, picture(*COUNCIL), **sent) for _ in range(2))
    assert first.location == again.location
    assert ENTRIES == entries(three)


def test_what_a_photo_has_entered_is_taken_back_as_a_whole(three):
    where = photo(three, picture(*COUNCIL)).location
    look = where.partition("look=")[2]
    told = {"expected": three.match.heard()}
    assert 303 == three.client.post(f"{three.address}/sightings/{look}/undo", data=told).status_code
    assert [] == entries(three)
    assert {5} == {row.act for row in three.match.now.rows[5:]}, "in one go"


def test_one_undo_takes_back_what_one_photo_entered_and_its_button_says_so(three):
    photo(three, picture(*COUNCIL))
    assert "Undo: 4 entries, the last: " in three.page()
    three.client.post(f"{three.address}/undo", data={"expected": three.match.heard()})
    assert [] == entries(three)
    assert "Redo: 4 entries, the last: " in three.page()
    three.client.post(f"{three.address}/redo", data={"expected": three.match.heard()})
    assert ENTRIES == entries(three)


def test_what_a_photo_has_entered_is_taken_back_whole_or_not_at_all(three):
    where = photo(three, picture(*COUNCIL)).location
    look = where.partition("look=")[2]
    actor = next(iter(three.match.game.to_act(three.match.state)))
    action = next(iter(three.match.game.legal_actions(three.match.state, actor)))
    assert 303 == three.enter(three.match.game.format(action)).status_code
    told = {"expected": three.match.heard()}
    answer = three.client.post(f"{three.address}/sightings/{look}/undo", data=told)
    assert 409 == answer.status_code
    assert ENTRIES == entries(three)[:4]


def test_who_is_missing_is_said(three):
    where = photo(three, picture("seer", "noble")).location
    assert ENTRIES[:2] == entries(three)
    page = unescape(three.client.get(where).text)
    assert "Cy: the card is not in view." in page


def test_a_program_hears_what_a_photo_did(three):
    told = photo(three, picture(*COUNCIL), headers=JSON).get_json()
    assert (4, False) == (len(told["entered"]), told["asks"])
    assert "seq" in told


def test_the_page_shows_the_picture_and_each_code(three):
    look = photo(three, picture(*COUNCIL)).location.partition("look=")[2]
    page = three.page(f"/sightings/{look}")
    assert 4 == page.count('class="outline card"')
    for name in ("picture.jpg", "code-0.jpg"):
        answer = three.client.get(f"{three.address}/sightings/{look}/{name}")
        assert ("image/jpeg", b"\xff\xd8") == (answer.mimetype, answer.data[:2])
    assert 404 == three.client.get(f"{three.address}/sightings/{look}/code-9.jpg").status_code


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"hello", "This file is not a picture that can be read"),
        (b"\x00" * 2000, "This file is not a picture that can be read"),
        (picture(*COUNCIL)[:9000], "This picture is cut off or damaged"),
        (b"", "No photo arrived"),
    ],
)
def test_what_is_no_whole_picture_is_refused_kindly_and_changes_nothing(three, data, why):
    answer = photo(three, data)
    assert (400, True) == (answer.status_code, why in answer.text)
    assert [] == entries(three)
    assert "traceback" not in answer.text.lower()


def test_a_picture_that_is_too_large_is_refused_before_it_is_read(three, monkeypatch):
    monkeypatch.setattr("referee.web.sight.photos.take", None)
    app = create_app(SqliteStore(":memory:"), load_all(), Settings(max_photo_bytes=100_000))
    match = app.extensions["referee"].matches.open("waves", Setup(("Ann", "Bo", "Cy")))
    small = replace(three, match=match, client=app.test_client())
    answer = photo(small, b"\xff\xd8\xff" + b"x" * 100_000)
    assert (400, True) == (answer.status_code, "megabytes" in answer.text)


def test_a_photo_may_be_as_large_as_whatever_is_read_otherwise():
    assert Settings().max_photo_bytes == LIMIT_BYTES


def test_a_form_without_a_picture_is_asked_for_one(three):
    for more in ({"data": {"expected": "0"}}, {"json": {"expected": 0}}, {"data": b"\xff\xd8"}):
        answer = three.client.post(f"{three.address}/sightings", **more)
        assert 400 == answer.status_code
        assert [] == entries(three)


def test_another_website_cannot_send_a_photo(three):
    answer = photo(three, picture(*COUNCIL), headers={"Sec-Fetch-Site": "cross-site"})
    assert (403, []) == (answer.status_code, entries(three))


def test_only_games_with_something_to_see_have_a_photo_button(three, parlour):
    assert 'data-tool="photo"' in three.page()
    assert 'data-tool="photo"' not in parlour.device().get(parlour.address).text
    assert 'data-tool="photo"' not in three.page("/show")


def test_a_picture_is_forgotten_after_a_while(three, here, monkeypatch):
    look = photo(three, picture(*COUNCIL)).location.partition("look=")[2]
    now = here.looks.clock()
    monkeypatch.setattr(here.looks, "clock", lambda: now + looks.KEPT_S + 1)
    answer = three.client.get(f"{three.address}/sightings/{look}")
    assert (404, True) == (answer.status_code, "Take another one" in answer.text)


# ---------------------------------------------------------------- who may see what


def test_a_photo_is_shown_to_no_screen_but_the_one_that_took_it(three):
    where = photo(three, picture("seer", "noble", "scholar", "knight")).location
    look = where.partition("look=")[2]
    other = replace(three, client=three.client.application.test_client())
    for path in ("", "/show", "/history", "/reconcile", "/camera", "/more"):
        assert look not in other.page(path)
    assert look not in other.client.get("/").text


def test_a_photo_from_ones_own_phone_leads_back_to_it(three):
    phone = three.client.application.test_client()
    phone.post(f"{three.address}/seats/1/own")
    mine = replace(three, client=phone)
    where = photo(mine, picture(*COUNCIL), seat="1").location
    assert f"{three.address}/seats/1?look=" == where[:-16]
    page = phone.get(where).text
    assert 4 == page.count("data-entered")
    where = photo(mine, picture(*COUNCIL), seat="1").location  # nothing is new: its page says so
    page = phone.get(where).text
    assert ("data-nothing" in page, f'href="{three.address}/seats/1"' in page) == (True, True)


def test_looks_of_one_match_are_not_those_of_another(three, seat):
    told = report(three, laid()).get_json()
    other = seat("Di", "Ed", "Flo", council="house")
    for path in ("", "/picture.jpg", "/code-0.jpg"):
        answer = other.client.get(f"{other.address}/sightings/{told['look']}{path}")
        assert 404 == answer.status_code


def test_what_is_remembered_is_bounded(three, here):
    for spot in range(30):
        report(three, scan_of([("seer", (20.0 * spot, 10.0)), ("noble", (20.0 * spot, 390.0))]))
    assert len(here.looks._looks) <= 8


def test_a_deleted_match_is_forgotten(three, here):
    report(three, laid())
    three.client.post(f"{three.address}/delete")
    assert (0, 0) == (len(here.looks._looks), len(here.looks._watchers))


def test_a_name_is_only_a_name_in_what_a_camera_asks(seat):
    table = seat("<i>Ann", "Bo", "Cy", council="house")
    told = report(table, scan_of([("seer", (370.0, 270.0))])).get_json()
    assert "<i>" not in table.page(f"/sightings/{told['look']}")


def war_game(matches, entries):
    """Begin a game of War of Waves with some of its entries."""
    folder = Path(str(files("referee.games.war_of_waves").joinpath("transcripts")))
    lines = (folder / "game-four-leaders.txt").read_text("utf-8").splitlines()
    head = [line for line in lines if line.startswith(("game ", "option ", "seats "))]
    played = [line for line in lines if line.startswith(">")]
    return matches.load("\n".join([*head, *played[:entries]]))


@pytest.mark.parametrize("entries", [20, 50])
def test_what_a_seat_has_noted_changes_nothing_in_what_a_camera_says(three, matches, entries):
    first, other = (war_game(matches, entries) for _ in range(2))
    noted = 0
    for seat in (Seat(0), Seat(1)):
        for note in list(first.notes(seat))[:1]:
            first.submit([note], expected_seq=first.seq)
            noted += 1
    assert noted
    signs = first.game.components
    texts = [
        (format_code(CardCode(signs.code, "1", sign, 1)), *at(place % 2, 60 + 20 * place))
        for place, sign in enumerate(signs.coded)
    ]
    told = []
    for match in (first, other):
        answer = report(replace(three, match=match), scan_of([], marks=range(2), texts=texts))
        pages = [three.client.get(f"/matches/{match.id}{path}").text for path in ("", "/reconcile")]
        look = answer.get_json()["look"]
        told.append(
            [
                text.replace(match.id, "match").replace(look, "look")
                for text in (answer.text, *pages)
            ]
        )
    assert told[0] == told[1]


# ---------------------------------------------------------------- what the page of a look asks


def asked_of(three):
    """Return the address of a look that proposes the whole council and has entered nothing."""
    where = photo(three, picture(*COUNCIL), then="camera").location
    return f"{three.address}/sightings/{where.partition('look=')[2]}"


@pytest.mark.parametrize("was", ["answer", "no", "whose", "undo"])
def test_a_reload_of_an_answer_leads_back_to_the_look(three, was):
    where = asked_of(three)
    answer = three.client.get(f"{where}/{was}")
    assert (303, where) == (answer.status_code, answer.location)


def test_a_reload_of_refused_places_leads_back_to_the_camera(three):
    answer = three.client.get(f"{three.address}/camera/zones")
    assert (303, f"{three.address}/camera") == (answer.status_code, answer.location)


def test_who_chooses_nothing_is_asked_again_beside_a_no(three):
    answer = three.client.post(f"{asked_of(three)}/answer", data={"expected": "0"})
    assert 400 == answer.status_code
    assert "What I see" in answer.text
    assert [] == entries(three)
