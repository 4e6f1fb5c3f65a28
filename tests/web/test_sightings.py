"""A photo or a camera at a match: what is sure is entered, the rest is asked, never guessed."""

import re
from base64 import b64encode
from dataclasses import replace
from functools import cache
from html import unescape
from importlib.resources import files
from io import BytesIO
from math import cos, pi, sin
from pathlib import Path

import pytest

from camera.scans import CodeSighting, MarkerSighting, Scan, as_json
from referee.core import Seat, Setup
from referee.core.codes import CardCode, format_code, seat_marker
from referee.games import load_all
from referee.match import MemoryStore
from referee.table.virtual import Laid, View, VirtualTable, as_file
from referee.web import Settings, create_app, looks
from referee.web.frames import camera_token

WAVES = load_all()["waves"]
COUNCIL = ("seer", "noble", "scholar", "knight")
ENTRIES = [f"elder slot={slot} card={card}" for slot, card in enumerate(COUNCIL)]
JSON = {"Accept": "application/json"}


def found(pattern, text):
    match = re.search(pattern, text)
    assert match is not None
    return match[1]


def square(x, y, *, half=7.5, scale=1.0):
    corners = (
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
    )
    return tuple((a * scale, b * scale) for a, b in corners)


def at(spot, radius=120.0):
    angle = pi / 2 + 2 * pi * spot / 4
    return 300.0 + radius * cos(angle), 200.0 + radius * sin(angle)


def code_text(card, copy=1, deck="1"):
    sign = next(sign for sign, known in WAVES.components.coded.items() if known.id == card)
    return format_code(CardCode(WAVES.components.code, deck, sign, copy))


def scan_of(cards, marks=range(4), texts=()):
    """Tell of cards at places on the mat, as a perfect camera would."""
    found = [(code_text(card, copy), x, y) for copy, (card, (x, y)) in enumerate(cards, 1)]
    return Scan(
        1200,
        800,
        tuple(
            CodeSighting(text, square(x, y, scale=2), square(x, y), 3.0)
            for text, x, y in (*found, *texts)
        ),
        tuple(
            MarkerSighting(
                seat_marker(spot), square(*at(spot, 180), scale=2), square(*at(spot, 180))
            )
            for spot in marks
        ),
        (),
        (600.0, 400.0),
        sharpness=0.5,
        glare=0.0,
    )


def laid(council=COUNCIL):
    return scan_of([(card, at(spot)) for spot, card in enumerate(council) if card])


@cache
def picture(*council, marks=4):
    """Take a real picture of a table where these Elders lie."""
    table = VirtualTable(WAVES, marks)
    cards = [
        Laid(card, *VirtualTable(WAVES, 4).at(spot, 120), copy=spot + 1)
        for spot, card in enumerate(council)
        if card
    ]
    return as_file(table.frame(cards, View(width=1400, height=1050)), "JPEG")


@pytest.fixture
def three(seat):
    return seat("Ann", "Bo", "Cy", council="house")


def photo(table, data, **more):
    sent = {"expected": table.match.heard(), "photo": (BytesIO(data), "table.jpg"), **more}
    headers = sent.pop("headers", {})
    return table.client.post(f"{table.address}/sightings", data=sent, headers=headers)


def report(table, scan, **more):
    return table.client.post(
        f"/api{table.address}/sightings", json={**as_json(scan), **more}, headers=JSON
    )


def entries(table):
    return [line[2:] for line in table.match.transcript().splitlines() if line.startswith("> ")]


def asked(table):
    """Give what the table's screen is asked by a camera."""
    return re.search(r'data-look="([^"]+)"[^>]*data-asking', table.page())


# ---------------------------------------------------------------- photos


def test_a_photo_of_the_whole_council_enters_it_and_says_so(three):
    answer = photo(three, picture(*COUNCIL))
    assert ENTRIES == entries(three)
    assert (303, f"{three.address}?look=") == (answer.status_code, answer.location[:-16])
    page = three.client.get(answer.location).text
    assert 4 == page.count("data-entered")
    assert "undo-look" in page
    assert {"camera"} == {row.source for row in three.match.now.rows[1:]}


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
        (b"hello", "This file is no picture that can be read"),
        (b"\x00" * 2000, "This file is no picture that can be read"),
        (picture(*COUNCIL)[:9000], "This picture is cut off or damaged"),
        (b"", "No photo came along"),
    ],
)
def test_what_is_no_whole_picture_is_refused_kindly_and_changes_nothing(three, data, why):
    answer = photo(three, data)
    assert (400, True) == (answer.status_code, why in answer.text)
    assert [] == entries(three)
    assert "traceback" not in answer.text.lower()


def test_a_picture_that_is_too_large_is_refused_before_it_is_read(three, monkeypatch):
    monkeypatch.setattr("referee.web.sightings.take", None)
    app = create_app(MemoryStore(), load_all(), Settings(longest_photo=100_000))
    match = app.extensions["referee"].matches.open("waves", Setup(("Ann", "Bo", "Cy")))
    small = replace(three, match=match, client=app.test_client())
    answer = photo(small, b"\xff\xd8\xff" + b"x" * 100_000)
    assert (400, True) == (answer.status_code, "megabytes" in answer.text)


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


# ---------------------------------------------------------------- a camera of its own


def test_a_camera_enters_what_is_sure(three):
    told = report(three, laid()).get_json()
    assert (ENTRIES, 4) == (entries(three), len(told["entered"]))
    assert 200 == report(three, laid()).status_code
    assert ENTRIES == entries(three)


def test_a_doubt_is_asked_on_the_screens_that_enter_and_nowhere_else(three):
    two = scan_of([("seer", at(0)), ("knight", at(0, 95))])
    told = report(three, two).get_json()
    assert ([], True) == (entries(three), told["asks"])
    assert asked(three)
    assert "data-look" not in three.page("/show")
    look = three.page(f"/sightings/{told['look']}")
    assert {"elder slot=0 card=seer", "elder slot=0 card=knight"} == set(
        re.findall(r'data-idea="([^"]+)"', look)
    )


def test_one_tap_answers_a_doubt(three):
    told = report(three, scan_of([("seer", at(0)), ("knight", at(0, 95))])).get_json()
    sent = {"action": "elder slot=0 card=knight", "expected": three.match.heard()}
    address = f"{three.address}/sightings/{told['look']}/answer"
    for _ in range(2):  # a finger that taps twice
        assert 303 == three.client.post(address, data=sent).status_code
    assert ["elder slot=0 card=knight"] == entries(three)
    assert "camera, confirmed" == three.match.now.rows[-1].source


def test_only_what_a_look_shows_can_be_confirmed(three):
    told = report(three, scan_of([("seer", at(0)), ("knight", at(0, 95))])).get_json()
    sent = {"action": "elder slot=0 card=noble", "expected": three.match.heard()}
    answer = three.client.post(f"{three.address}/sightings/{told['look']}/answer", data=sent)
    assert (400, []) == (answer.status_code, entries(three))


def test_a_question_is_out_of_date_once_somebody_has_entered_something(three):
    told = report(three, scan_of([("seer", at(0)), ("knight", at(0, 95))])).get_json()
    before = three.match.heard()
    three.enter("elder slot=1 card=noble")
    assert asked(three) is None
    sent = {"action": "elder slot=0 card=knight", "expected": before}
    answer = three.client.post(f"{three.address}/sightings/{told['look']}/answer", data=sent)
    assert (409, ["elder slot=1 card=noble"]) == (answer.status_code, entries(three))


def test_no_ends_a_question_for_everybody(three):
    scan = scan_of([("seer", at(0)), ("knight", at(0, 95))])
    told = report(three, scan).get_json()
    three.client.post(f"{three.address}/sightings/{told['look']}/no", data={})
    assert asked(three) is None
    report(three, scan)  # the camera still sees the same
    assert asked(three) is None


def revealed():
    """Lay the council, and before Bo two cards turned up nearer to the middle than the Elder."""
    council = [(card, at(spot)) for spot, card in enumerate(COUNCIL)]
    return scan_of([*council, ("keeper", at(1, 90)), ("keeper", at(1, 75))])


IDEA = [
    "follow slot=0",
    "rebel slot=1 count=2",
    "follow slot=2",
    "reveal slot=1 card=keeper",
]


def test_what_was_laid_face_down_is_an_idea_that_one_tap_confirms(three):
    report(three, laid())
    told = report(three, revealed()).get_json()
    assert (IDEA, ENTRIES) == ([one["entry"] for one in told["proposals"]], entries(three))
    question = three.page().partition("data-asking")[2].partition("</section>")[0]
    assert "The camera asks: is this right?" in question
    assert 4 == question.count('name="action" value')
    sent = {"action": IDEA, "expected": three.match.heard()}
    answer = three.client.post(f"{three.address}/sightings/{told['look']}/answer", data=sent)
    assert (303, [*ENTRIES, *IDEA]) == (answer.status_code, entries(three)[:8])
    assert asked(three) is None


def test_what_is_not_so_is_unticked(three):
    report(three, laid())
    told = report(three, revealed()).get_json()
    address = f"{three.address}/sightings/{told['look']}/answer"
    sent = {"action": IDEA[:1], "expected": three.match.heard()}
    assert 303 == three.client.post(address, data=sent).status_code
    assert [*ENTRIES, IDEA[0]] == entries(three)
    sent = {"action": [IDEA[3]], "expected": three.match.heard()}
    answer = three.client.post(address, data=sent)  # what cannot follow by itself
    assert (409, [*ENTRIES, IDEA[0]]) == (answer.status_code, entries(three))
    assert 400 == three.client.post(address, data={"expected": three.match.heard()}).status_code


def test_streams_carry_a_question_and_take_it_away(three):
    stream = three.client.get(f"{three.address}/stream?role=table&seen=0", buffered=False)
    show = three.client.get(f"{three.address}/stream?role=show&seen=0", buffered=False)
    parts = stream.response
    next(parts)
    report(three, scan_of([("seer", at(0)), ("knight", at(0, 95))]))
    event = next(part for part in parts if b"event: look" in part)
    assert b"data-asking" in event
    three.enter("elder slot=1 card=noble")
    event = next(part for part in parts if b"event: look" in part)
    assert b"event: look\ndata:\n\n" == event
    heard = [next(show.response) for _ in range(3)]
    assert not any(b"event: look" in part for part in heard)
    stream.close()
    show.close()


def test_whose_a_card_is_is_asked_and_then_entered(three):
    between = scan_of([("seer", (370.0, 270.0))])
    told = report(three, between).get_json()
    page = three.page(f"/sightings/{told['look']}")
    assert ("Whose is this: Seer?" in unescape(page), []) == (True, entries(three))
    sent = {"card": "0", "spot": "3", "expected": three.match.heard()}
    answer = three.client.post(f"{three.address}/sightings/{told['look']}/whose", data=sent)
    assert (303, ["elder slot=3 card=seer"]) == (answer.status_code, entries(three))


@pytest.mark.parametrize("sent", [{}, {"card": "7", "spot": "0"}, {"card": "0", "spot": "4"}])
def test_a_card_is_only_of_somebody_who_is_there(three, sent):
    told = report(three, scan_of([("seer", (370.0, 270.0))])).get_json()
    sent = {**sent, "expected": three.match.heard()}
    answer = three.client.post(f"{three.address}/sightings/{told['look']}/whose", data=sent)
    assert (400, []) == (answer.status_code, entries(three))


def test_strange_codes_and_cards_are_named_and_disturb_nothing(three):
    other = format_code(CardCode("ZZ", "1", "AA", 1))
    texts = [("https://shop.example/<b>", 60.0, 60.0), (other, 540.0, 60.0)]
    scan = scan_of([(card, at(spot)) for spot, card in enumerate(COUNCIL)], texts=texts)
    told = report(three, scan).get_json()
    assert ENTRIES == entries(three)
    page = three.page(f"/sightings/{told['look']}")
    assert "is not one of ours" in page
    assert "A card of another game lies there." in page
    assert "<b>" not in page.partition("data-remark")[2].partition("</ul>")[0]


def test_everything_that_cannot_be_is_listed_at_once(three):
    twice = [(code_text("seer", 1), *at(0)), (code_text("seer", 1), *at(1))]
    scan = scan_of([], texts=[*twice, (code_text("noble", 2, deck="2"), *at(2))])
    told = report(three, scan).get_json()
    assert [] == entries(three)
    assert ("lies there twice" in told["remarks"][0], "2 decks" in told["remarks"][1]) == (
        True,
        True,
    )


def test_a_camera_may_send_its_picture_along(three):
    told = report(three, laid(), jpeg=b64encode(picture(*COUNCIL)).decode()).get_json()
    answer = three.client.get(f"{three.address}/sightings/{told['look']}/code-3.jpg")
    assert (200, "image/jpeg") == (answer.status_code, answer.mimetype)


@pytest.mark.parametrize(
    "sent", [[], {}, {"width": "a"}, "x", None, {**as_json(laid()), "jpeg": "%"},
             {**as_json(laid()), "jpeg": b64encode(b"no picture").decode()}]
)  # fmt: skip
def test_nonsense_from_a_camera_changes_nothing(three, sent):
    answer = three.client.post(f"/api{three.address}/sightings", json=sent, headers=JSON)
    assert (400, []) == (answer.status_code, entries(three))


def test_a_camera_elsewhere_needs_the_token(three, here):
    address, far = f"/api{three.address}/sightings", {"REMOTE_ADDR": "192.168.1.9"}
    answer = three.client.post(address, json=as_json(laid()), environ_base=far)
    assert (403, []) == (answer.status_code, entries(three))
    token = camera_token(here.holders.store)
    headers = {**JSON, "Authorization": f"Bearer {token}"}
    answer = three.client.post(address, json=as_json(laid()), environ_base=far, headers=headers)
    assert (200, ENTRIES) == (answer.status_code, entries(three))
    assert 403 == three.client.get("/api/watch", environ_base=far).status_code


def test_a_camera_is_told_what_to_watch(three):
    (offered,) = three.client.get("/api/watch").get_json()["matches"]
    assert (three.match.id, "waves") == (offered["match"], offered["game"])
    told = three.client.get(f"/api{three.address}/sightings").get_json()
    assert ([True, None], 4) == ([told["sees"], told["asking"]], len(told["spots"]))


# ---------------------------------------------------------------- a page with a camera


def frame(table, data, **query):
    return table.client.post(
        f"{table.address}/frames", query_string={"camera": "a", **query}, data=data,
        content_type="image/jpeg", headers=JSON,
    )  # fmt: skip


def test_what_holds_still_in_front_of_a_page_is_entered(three):
    first = frame(three, picture(*COUNCIL)).get_json()
    assert (4, []) == (len(first["codes"]), entries(three))  # one picture proves nothing
    for _ in range(3):
        frame(three, picture(*COUNCIL))
    assert ENTRIES == entries(three)


def test_a_trial_enters_nothing(three):
    for _ in range(4):
        told = frame(three, picture(*COUNCIL), **{"try": ""}).get_json()
    assert (4, []) == (len(told["codes"]), entries(three))
    assert told["advice"]


def test_a_frame_that_is_none_is_refused(three):
    assert 400 == frame(three, b"no").status_code
    assert 400 == frame(three, picture(*COUNCIL), camera="<x>").status_code


# ---------------------------------------------------------------- setting up


def test_the_camera_page_says_how_well_it_sees(three):
    where = photo(three, picture(*COUNCIL), then="camera").location
    assert [] == entries(three)  # trying it enters nothing
    page = three.client.get(where).text
    assert "data-advice" in page
    assert re.search(r"data-fine>\d", page)
    assert "4 of 4" in page


def zones(**sides):
    blank = {f"{side}-{n}": "" for side in ("left", "top", "right", "bottom") for n in range(4)}
    return {**blank, **{name.replace("_", "-"): value for name, value in sides.items()}}


def test_drawn_places_tell_whose_a_card_is_and_are_kept(three, here):
    drawn = zones(left_1="0", top_1="0", right_1="50", bottom_1="100")
    answer = three.client.post(f"{three.address}/camera/zones", data=drawn)
    assert 303 == answer.status_code
    report(three, scan_of([("seer", (150.0, 50.0))], marks=()))
    assert ["elder slot=1 card=seer"] == entries(three)
    assert 1 == len(here.looks.zones.of("waves", 4))
    assert 'value="50"' in three.page("/camera")
    three.client.post(f"{three.address}/camera/zones", data={**drawn, "clear": "yes"})
    assert () == here.looks.zones.of("waves", 4)


@pytest.mark.parametrize("wrong", ["x", "-1", "101", "nan", "inf", "10"])
def test_a_place_that_is_none_is_refused_and_shown_again(three, here, wrong):
    drawn = zones(left_1="10", top_1="0", right_1=wrong, bottom_1="100")
    answer = three.client.post(f"{three.address}/camera/zones", data=drawn)
    assert (400, True) == (answer.status_code, f'value="{wrong}"' in answer.text)
    assert () == here.looks.zones.of("waves", 4)


# ---------------------------------------------------------------- screen and table


def test_without_a_picture_reconciling_asks_for_one(three):
    assert "data-no-look" in three.page("/reconcile")


def test_where_all_lies_as_believed_it_says_so(three):
    report(three, laid())
    assert "Everything lies as I believe." in three.page("/reconcile")


def differing(page):
    return re.findall(r'data-difference="([^"]+)"', page)


def settle(table, kind, page=None):
    page = page or table.page("/reconcile")
    (key, *_) = differing(page)
    form = page.partition(f'data-difference="{key}"')[2].partition("</form>")[0]
    look = found(r'name="look" value="([^"]+)"', form)
    side = found(rf'name="side" value="([^"]+)" data-settle="{kind}"', form)
    sent = {"look": look, "difference": key, "side": side, "expected": table.match.heard()}
    return table.client.post(f"{table.address}/reconcile", data=sent)


def test_a_mistyped_elder_is_mended_by_a_tap_on_the_table_side(three):
    for text in ("elder slot=0 card=seer", "elder slot=1 card=keeper", *ENTRIES[2:]):
        three.enter(text)
    report(three, laid())
    assert 1 == len(differing(three.page("/reconcile")))
    assert 303 == settle(three, "mend").status_code
    assert ENTRIES == entries(three)
    assert "Everything lies as I believe." in three.page("/reconcile")


def test_a_tap_on_the_screen_side_says_what_hands_do_and_enters_nothing(three):
    for text in ("elder slot=0 card=seer", "elder slot=1 card=keeper", *ENTRIES[2:]):
        three.enter(text)
    report(three, laid())
    before = entries(three)
    settle(three, "screen")
    page = unescape(three.page("/reconcile"))
    assert "Bo: take away Noble and lay Keeper there." in page
    assert before == entries(three)


def test_an_elder_that_is_not_there_is_taken_back(three):
    three.enter(ENTRIES[0])
    three.enter(ENTRIES[1])
    report(three, laid(("seer", None, None, None)))
    settle(three, "retract")
    assert ENTRIES[:1] == entries(three)


def test_an_elder_collected_by_word_of_mouth_is_decided(three):
    report(three, laid())
    more = [(card, at(spot)) for spot, card in enumerate(COUNCIL)]
    told = report(three, scan_of([*more, ("keeper", at(0, 155))])).get_json()
    page = three.page(f"/reconcile?look={told['look']}")
    assert 303 == settle(three, "overrule", page).status_code
    assert entries(three)[-1].startswith("overrule")


def test_a_tap_that_comes_twice_settles_once(three):
    three.enter(ENTRIES[0])
    three.enter("elder slot=1 card=keeper")
    report(three, laid(("seer", "noble", None, None)))
    page = three.page("/reconcile")
    key = differing(page)[0]
    look = found(r'name="look" value="([^"]+)"', page)
    side = found(r'name="side" value="([^"]+)" data-settle="mend"', page)
    sent = {"look": look, "difference": key, "side": side, "expected": three.match.heard()}
    codes = [three.client.post(f"{three.address}/reconcile", data=sent).status_code for _ in "ab"]
    assert ([303, 303], 4) == (codes, len(three.match.now.rows))


def test_a_tap_for_an_earlier_moment_settles_nothing(three):
    three.enter(ENTRIES[0])
    three.enter("elder slot=1 card=keeper")
    report(three, laid(("seer", "noble", None, None)))
    page, before = three.page("/reconcile"), three.match.heard()
    three.enter(ENTRIES[2])
    look = found(r'name="look" value="([^"]+)"', page)
    sent = {"look": look, "difference": differing(page)[0], "side": "0", "expected": before}
    assert 409 == three.client.post(f"{three.address}/reconcile", data=sent).status_code
    assert "elder slot=1 card=keeper" in entries(three)


# ---------------------------------------------------------------- who may see what


def test_a_photo_is_shown_to_no_screen_but_the_one_that_took_it(three):
    where = photo(three, picture("seer", "noble", "scholar", "knight")).location
    look = where.partition("look=")[2]
    for path in ("", "/show", "/history", "/reconcile", "/camera", "/more"):
        assert look not in three.page(path)
    assert look not in three.client.get("/").text


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
