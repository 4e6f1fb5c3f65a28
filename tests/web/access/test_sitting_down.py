"""Sitting down in a seat that is free, taken meanwhile, or not the one that was meant."""

import re

import pytest

from referee.core import Setup

JSON = {"Accept": "application/json"}


@pytest.fixture
def link(app, matches):
    """Return a function that begins a match of two, and gives the link that leads to its table."""

    def begin(slug, *names):
        match = matches.open(slug, Setup(names))
        return f"/j/{app.extensions['referee'].lobbies.of(match.id).link}"

    return begin


def test_two_phones_cannot_hold_one_seat_unnoticed(room):
    first, second = room.device("seat", 1), room.device()
    assert room.join(second, "seat", 1).status_code == 409
    assert first.get(f"{room.address}/seats/1").status_code == 200
    assert second.get(f"{room.address}/seats/1").status_code == 302


@pytest.mark.parametrize("slug", ["waves", "war-of-waves"])
def test_whoever_sits_down_a_moment_too_late_is_told_so_and_asked_again(slug, app, link):
    table = link(slug, "Ann", "Ann")
    sent = {"part": "seat", "seat": 1}
    assert app.test_client().post(table, data=sent).status_code == 303
    late = app.test_client()
    answer = late.post(table, data=sent)
    assert answer.status_code == 409
    assert re.search(
        r'role="alert"[^>]*>Ann \(2\) is already playing on another phone', answer.text
    )
    assert "Who are you?" in answer.text
    assert 'data-tool="sit" data-seat="0"' in answer.text
    assert "secrets" not in answer.text
    assert "hidden" not in re.sub(r"<[^>]*>", "", answer.text)
    assert late.post(table, json=sent, headers=JSON).get_json()["problem"] == "held-elsewhere"


def test_whoever_sat_in_the_wrong_place_is_asked_and_moves(room):
    phone = room.device("seat", 1)
    asked = room.join(phone, "seat", 2)
    assert asked.status_code == 200
    assert "Give up your seat?" in asked.text
    assert "becomes Cy’s phone" in asked.text
    assert phone.get(f"{room.address}/seats/1").status_code == 200
    moved = phone.post(f"/j/{room.lobby.link}", data={"part": "seat", "seat": 2, "sure": "yes"})
    assert moved.location == f"{room.address}/seats/2"
    assert room.device("seat", 1).get(f"{room.address}/seats/1").status_code == 200


def test_whoever_says_again_who_it_is_keeps_the_seat_unasked(room):
    phone = room.device("seat", 1)
    assert room.join(phone, "seat", 1).location == f"{room.address}/seats/1"


def test_a_seat_that_is_taken_is_not_worth_giving_up_the_own(room):
    room.device("seat", 2)
    phone = room.device("seat", 1)
    answer = room.join(phone, "seat", 2)
    assert answer.status_code == 409
    assert "Cy is already playing on another phone" in answer.text
    assert phone.get(f"{room.address}/seats/1").status_code == 200


def test_who_moves_hears_that_notes_stay_with_the_seat_where_there_are_notes(parlour, room):
    lobbies = parlour.app.extensions["referee"].lobbies
    told = parlour.device(1).post(
        f"/j/{lobbies.of(parlour.match.id).link}", data={"part": "seat", "seat": 0}
    )
    for asked, noted in (
        (told.text, True),
        (room.join(room.device("seat", 1), "seat", 0).text, False),
    ):
        assert "Give up your seat?" in asked
        assert ("will see what you have noted" in asked) == noted


@pytest.mark.parametrize("part", ["television", "spectator"])
def test_the_host_is_told_that_it_stays_the_tablet_until_it_has_passed_the_table_on(part, room):
    page = room.tablet.get(f"/j/{room.lobby.link}").text
    assert f'data-tool="{part}"' not in page
    answer = room.join(room.tablet, part)
    assert answer.status_code == 409
    assert "Pass the table on to another screen first." in answer.text
    assert f'href="{room.address}/screens"' in answer.text
    assert room.tablet.get(room.address).status_code == 200
    told = room.tablet.post(f"/j/{room.lobby.link}", json={"part": part}, headers=JSON)
    assert told.status_code == 403
    assert room.screens(room.tablet) == [("table", "")]


def test_whoever_lets_go_of_the_own_seat_is_asked_first(parlour):
    phone = parlour.device(1)
    address = f"{parlour.address}/seats/1"
    assert 'data-tool="let-go"' in phone.get(f"{parlour.address}/seats").text
    asked = phone.post(f"{address}/release")
    assert "Give up your seat?" in asked.text
    assert "no longer be Bo’s phone" in asked.text
    assert "will see what you have noted" in asked.text
    assert f'href="{address}" data-tool="no"' in asked.text
    assert phone.get(address).status_code == 200
    assert phone.post(f"{address}/release", data={"sure": "yes"}).status_code == 303
    assert phone.get(address).status_code == 302
