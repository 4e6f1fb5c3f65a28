"""A camera of its own tells a match what it sees, and nobody else can."""

import re
from base64 import b64encode
from dataclasses import replace
from html import unescape

import pytest
from councils import (
    COUNCIL,
    ENTRIES,
    JSON,
    asked,
    at,
    entries,
    laid,
    picture,
    report,
    scan_of,
)

from camera.scans import Unread, as_json
from referee.core.codes import CardCode, format_code
from referee.web.access.camera_tokens import match_token, server_token


def test_a_camera_enters_what_is_sure(three):
    told = report(three, laid()).get_json()
    assert (ENTRIES, 4) == (entries(three), len(told["entered"]))
    assert 200 == report(three, laid()).status_code
    assert ENTRIES == entries(three)


def test_a_scan_sent_as_a_photo_is_looked_at_anew_after_an_undo(three):
    report(three, laid())
    three.client.post(f"{three.address}/undo", data={"expected": three.match.heard()})
    report(three, laid())
    assert [] == entries(three), "a camera enters nothing that people have just taken back"
    sent = three.client.post(
        f"/api{three.address}/sightings?photo=yes", json=as_json(laid()), headers=JSON
    )
    assert (200, ENTRIES) == (sent.status_code, entries(three))


@pytest.mark.parametrize("how", ["", "?photo=yes"])
def test_a_printed_card_that_was_seen_elsewhere_is_asked_about(three, how):
    def send(scan):
        address = f"/api{three.address}/sightings{how}"
        return three.client.post(address, json=as_json(scan), headers=JSON).get_json()

    send(scan_of([("seer", at(0))]))
    told = send(scan_of([("seer", at(1))]))
    assert (ENTRIES[:1], True) == (entries(three), told["asks"])
    assert ["elder slot=1 card=seer"] == [one["entry"] for one in told["proposals"]]
    why = "Seer, copy 1, cannot be in two places. It was here: Ann. Now it is here: Bo."
    assert why in told["remarks"]
    three.client.post(f"{three.address}/undo", data={"expected": three.match.heard()})
    send(scan_of([]))
    told = send(scan_of([("seer", at(1))]))
    assert (["elder slot=1 card=seer"], False) == (entries(three), told["asks"])


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


def test_entries_that_need_each_other_are_one_question_without_ticks(three):
    report(three, laid())
    look = report(three, revealed()).get_json()["look"]
    where = f"{three.address}/sightings/{look}"
    page = three.client.get(where).text
    assert "checkbox" not in page
    assert 4 == page.count('type="hidden" name="action"')
    assert 'data-tool="no"' in page
    assert f'href="{three.address}" data-tool="by-hand"' in page


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


def test_one_follower_says_nothing_of_places_that_are_not_in_the_picture(three):
    report(three, laid())
    follower = ("keeper", at(0, 150))
    told = report(three, scan_of([(COUNCIL[0], at(0)), follower])).get_json()
    assert ([], ENTRIES) == (told["proposals"], entries(three))
    assert any("no entry explains it" in one for one in told["remarks"])
    council = [(card, at(spot)) for spot, card in enumerate(COUNCIL)]
    told = report(three, scan_of([*council, follower])).get_json()
    assert [f"follow slot={slot}" for slot in range(3)] == [
        one["entry"] for one in told["proposals"]
    ][:3]


def test_something_unread_may_be_a_rebel_so_nothing_is_supposed(three):
    report(three, laid())
    scan = revealed()
    half = Unread(scan.codes[0].corners, scan.codes[0].place)
    told = report(three, replace(scan, unread=(half,))).get_json()
    assert [] == told["proposals"]


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
    assert "There is a card of another game." in page
    assert "<b>" not in page.partition("data-remark")[2].partition("</ul>")[0]


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


FAR = {"REMOTE_ADDR": "192.168.1.9"}


def bearing(token):
    return {**JSON, "Authorization": f"Bearer {token}"}


def test_a_camera_elsewhere_needs_the_token_of_its_match(three, here):
    address = f"/api{three.address}/sightings"
    answer = three.client.post(address, json=as_json(laid()), environ_base=FAR)
    assert (403, []) == (answer.status_code, entries(three))
    headers = bearing(match_token(here.holders.store, three.match.id))
    answer = three.client.post(address, json=as_json(laid()), environ_base=FAR, headers=headers)
    assert (200, ENTRIES) == (answer.status_code, entries(three))
    assert 200 == three.client.get(address, environ_base=FAR, headers=headers).status_code


def test_the_token_of_one_match_opens_no_other_and_no_list(three, seat, here):
    other = seat("Di", "Ed", "Fay", council="house")
    headers = bearing(match_token(here.holders.store, other.match.id))
    for address in (f"/api{three.address}/sightings", "/api/watch"):
        answer = three.client.get(address, environ_base=FAR, headers=headers)
        assert (403, "strange-camera") == (answer.status_code, answer.get_json()["problem"])
    servers = bearing(server_token(here.holders.store))
    for address in (f"/api{three.address}/sightings", "/api/watch"):
        assert 200 == three.client.get(address, environ_base=FAR, headers=servers).status_code


def test_what_was_handed_on_never_comes_from_this_machine(three):
    for name in ("X-Forwarded-For", "Forwarded"):
        handed_on = {**JSON, name: "127.0.0.1"}
        for address in (f"/api{three.address}/sightings", "/api/watch"):
            assert 403 == three.client.get(address, headers=handed_on).status_code


@pytest.mark.parametrize("closed", ["locked", "guarded"])
def test_a_closed_table_is_seen_by_a_camera_with_its_token_and_by_none_else(closed, room):
    room.tell(room.tablet, "door", **{closed: "yes"})
    address, store = f"/api{room.address}/sightings", room.services.holders.store
    stranger = room.device()
    for token in (match_token(store, room.id), server_token(store)):
        answer = stranger.get(address, environ_base=FAR, headers=bearing(token))
        assert 200 == answer.status_code
    sent = as_json(laid())
    for headers in (JSON, bearing("")):
        for where in ({}, FAR):
            assert 403 == stranger.get(address, environ_base=where, headers=headers).status_code
            refused = stranger.post(address, json=sent, environ_base=where, headers=headers)
            assert 403 == refused.status_code
    assert room.match.seq == 0


def test_the_token_is_shown_to_who_enters_for_everybody_and_to_nobody_else(room):
    token = match_token(room.services.holders.store, room.id)
    may = [room.tablet, room.device("table")]
    may_not = [room.device("television"), room.device("spectator"), room.device("seat", 1),
               room.device()]  # fmt: skip
    for client in may:
        assert token in client.get(f"{room.address}/camera").text
    for client in may_not:
        for path in ("/camera", "/live", "/reconcile", "/sightings", "/overrule"):
            page = client.get(f"{room.address}{path}")
            assert (302, room.address) == (page.status_code, page.location), path
            answer = client.get(f"{room.address}{path}", headers=JSON)
            assert (403, False) == (answer.status_code, token in answer.text), path
    assert (
        server_token(room.services.holders.store)
        not in room.tablet.get(f"{room.address}/camera").text
    )


def test_a_camera_is_told_what_to_watch(three):
    (offered,) = three.client.get("/api/watch").get_json()["matches"]
    assert (three.match.id, "waves") == (offered["match"], offered["game"])
    told = three.client.get(f"/api{three.address}/sightings").get_json()
    assert ([True, None], 4) == ([told["sees"], told["asking"]], len(told["spots"]))
