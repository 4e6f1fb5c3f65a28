"""Dice from a photo: seen, looked through, changed by taps, entered in one step or not at all."""

import re
from html import unescape
from io import BytesIO

import pytest
from dice_scenes import Die, taken
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from referee.core import Setup

LYING = (Die("red", 4, -40, 0, 10), Die("yellow", 1, 0, 0, 50), Die("clear", 6, 40, 0, 30))


@pytest.fixture
def match(matches):
    return matches.open("rolling", Setup(("Ann", "Bo"), (("first", "0"),)))


@pytest.fixture(scope="module")
def picture() -> bytes:
    return taken(LYING)


@pytest.fixture
def send(client, match):
    """Send a form to a page of the dice."""

    def sent(page: str, **fields: object):
        data = {"expected": match.heard(), **fields}
        return client.post(f"/matches/{match.id}/dice/{page}", data=data)

    return sent


def a_list(*dice: str, **more: str) -> dict[str, str]:
    """Write a list as its form sends it: “red 4”, a “?” for what is not said."""
    fields = {"lines": str(len(dice)), "photo": ""}
    for number, die in enumerate(dice):
        kind, face = die.split()
        fields |= {f"kind-{number}": kind, f"face-{number}": face}
    return {name: said for name, said in (fields | more).items() if said != "?"}


def listed(page: str) -> list[tuple[str, str]]:
    """Read which colour and which number is chosen for each die."""
    lines = re.findall(r'data-die="\d+".*?</li>', page, re.DOTALL)
    return [(checked("kind", line), checked("face", line)) for line in lines]


def checked(what: str, line: str) -> str:
    return next(iter(re.findall(rf'name="{what}-\d+" value="([^"]+)" checked', line)), "?")


def pool(match) -> list[str]:
    return list(match.game.values(match.state, None)["pool"])


def problem(page: str) -> str:
    return re.findall(r"data-problem>.*?<span>(.*?)</span>", page, re.DOTALL)[0]


def test_a_photo_is_listed_with_its_pieces_and_nothing_is_entered(client, match, picture, send):
    assert 'data-tool="dice-photo"' in client.get(f"/matches/{match.id}").text
    answer = send("photo", photo=(BytesIO(picture), "x.jpg"))
    assert 303 == answer.status_code
    page = client.get(answer.location).text
    assert [("red", "4"), ("yellow", "1"), ("clear", "6")] == listed(page)
    crops = [unescape(src) for src in re.findall(r'class="cut" src="([^"]+)"', page)]
    assert 3 == len(crops)
    assert all(client.get(one).data.startswith(b"\xff\xd8") for one in crops)
    assert 404 == client.get(crops[0].replace("number=0", "number=9")).status_code
    assert [] == pool(match)


def test_a_photo_may_be_as_large_as_one_of_a_whole_table(client, match, picture):
    large = FileStorage(BytesIO(picture + bytes(700_000)), "x.jpg", "photo")
    bounds, body = encode_multipart({"photo": large})
    sent = {"data": body, "content_type": f"multipart/form-data; boundary={bounds}"}
    assert 303 == client.post(f"/matches/{match.id}/dice/photo", **sent).status_code


def test_one_tap_enters_all_dice_of_the_list_and_one_undo_takes_them_back(client, match, send):
    answer = send("enter", **a_list("red 4", "yellow 1", "clear 6", photo="some"))
    assert (303, f"/matches/{match.id}") == (answer.status_code, answer.location)
    assert ["clear-6", "red-4", "yellow-1"] == sorted(pool(match))
    assert {"camera, confirmed"} == {row.source for row in match.now.rows[1:]}
    client.post(f"/matches/{match.id}/undo", data={"expected": match.heard()})
    assert [] == pool(match)


def test_the_same_list_sent_twice_counts_once(match, send):
    sent = a_list("red 4", "clear 6", expected=str(match.heard()))
    assert [303, 303] == [send("enter", **sent).status_code for _ in range(2)]
    assert ["clear-6", "red-4"] == sorted(pool(match))


def test_what_the_bag_cannot_hold_is_said_and_the_list_stays(match, send):
    # The bag of two players holds 2 red, 2 yellow and 3 clear dice: a third red one is no red one.
    dice = ("red 4", "clear 6", "red 1", "red 2")
    answer = send("enter", **a_list(*dice))
    assert 409 == answer.status_code
    said = problem(answer.text)
    assert "No Red die is left in the bag" in said
    assert "Nothing was entered." in said
    assert [tuple(die.split()) for die in dice] == listed(answer.text)
    assert ["3"] == re.findall(r'class="die-line wrong" data-die="(\d)"', answer.text)
    assert [] == pool(match)


def test_a_die_that_is_taken_away_is_not_entered(match, send):
    fields = a_list("red 4", "? ?", "clear 6", **{"gone-1": "yes"})
    assert 303 == send("enter", **fields).status_code
    assert ["clear-6", "red-4"] == sorted(pool(match))


@pytest.mark.parametrize(
    ("dice", "says"),
    [
        (("red 4", "? 5"), "Tap the colour and the number of each die"),
        (("red 4", "yellow ?"), "Tap the colour and the number of each die"),
        (("red 4", "blue 5"), "Tap the colour and the number of each die"),  # no crew here is blue
        (("red 4", "yellow 7"), "Tap the colour and the number of each die"),
        ((), "There is no die on this list."),
        (("red 1",) * 7, "6 dice are still to be entered, but this list has 7."),
    ],
)
def test_a_list_that_is_not_whole_is_asked_and_not_entered(match, send, dice, says):
    answer = send("enter", **a_list(*dice))
    assert 400 == answer.status_code
    assert says in problem(answer.text)
    assert [] == pool(match)


def test_a_die_is_added_by_hand_and_what_was_changed_stays(match, send):
    page = send("list", **a_list("red 4", "yellow ?")).text
    assert [("red", "4"), ("yellow", "?"), ("?", "?")] == listed(page)
    assert [] == pool(match)


def test_where_somebody_was_faster_the_list_stays_and_the_next_tap_counts(client, match, send):
    before = str(match.heard())
    act = {"action": "roll colour=red face=2", "expected": before}
    assert 303 == client.post(f"/matches/{match.id}/act", data=act).status_code
    late = send("enter", **a_list("clear 6", expected=before))
    assert 409 == late.status_code
    assert [("clear", "6")] == listed(late.text)
    assert ["red-2"] == pool(match)
    assert 303 == send("enter", **a_list("clear 6")).status_code
    assert ["clear-6", "red-2"] == sorted(pool(match))


def test_a_picture_without_dice_says_so_and_what_is_no_picture_is_refused(client, send):
    where = send("photo", photo=(BytesIO(taken(())), "x.jpg")).location
    assert "I can’t see any dice in this picture" in client.get(where).text
    answer = send("photo", photo=(BytesIO(b"no picture"), "x.jpg"))
    assert 400 == answer.status_code
    assert "not a picture that can be read" in answer.text
    assert "" != problem(send("enter", lines="9" * 9, **{"kind-0": "\x00"}).text)


def test_dice_are_asked_for_only_while_they_are_rolled_and_only_where_a_game_has_them(
    client, match, send, three
):
    assert 404 == client.get(f"{three.address}/dice").status_code
    assert 404 == client.post(f"{three.address}/dice/enter", data={}).status_code
    assert "dice-photo" not in three.page()
    rolled = ("red 1", "red 2", "yellow 3", "yellow 4", "clear 5", "clear 6")
    assert 303 == send("enter", **a_list(*rolled)).status_code
    assert "dice-photo" not in client.get(f"/matches/{match.id}").text
    page = client.get(f"/matches/{match.id}/dice").text
    assert "There are no dice to enter right now." in page
    assert 400 == send("enter", **a_list("clear 1")).status_code


def test_the_own_phone_of_who_rolls_enters_them_and_that_of_another_does_not(app, client):
    opening = {"count": "2", "name": ["Ann", "Bo"], "option.first": "0"}
    client.get("/new/rolling")
    address = client.post("/new/rolling", data=opening).location
    match = app.extensions["referee"].matches.get(address.rpartition("/")[2])
    code = app.extensions["referee"].lobbies.of(match.id).code
    phones = [app.test_client() for _ in range(2)]
    for seat, phone in enumerate(phones):
        joined = phone.post(f"/j/{code}", data={"part": "seat", "seat": seat})
        assert 303 == joined.status_code, joined.text
    shown = [phone.get(f"{address}/seats/{seat}").text for seat, phone in enumerate(phones)]
    assert [True, False] == ['data-tool="dice-photo"' in page for page in shown]
    sent = {"expected": match.heard(), **a_list("red 4")}
    refused = phones[1].post(f"{address}/dice/enter", data=sent | {"seat": 1})
    assert 403 == refused.status_code
    assert [] == pool(match)
    taken_in = phones[0].post(f"{address}/dice/enter", data=sent | {"seat": 0})
    assert (303, f"{address}/seats/0") == (taken_in.status_code, taken_in.location)
    assert ["red-4"] == pool(match)
