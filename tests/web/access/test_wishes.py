"""Where there is a host, who has said nothing enters nothing, and a new tablet waits for a yes."""

import re
from contextlib import closing
from itertools import islice

import pytest

from referee.match import DeviceRole
from referee.web.access.roles import WISH

JSON = {"Accept": "application/json"}


def membership(room, client):
    with client.session_transaction() as known:
        return room.services.lobbies.membership(room.id, known["device"])


def first_action(room):
    (turn, *_) = room.match.game.to_act(room.match.state)
    return room.match.game.format(room.match.game.legal_actions(room.match.state, turn)[0])


# ---------------------------------------------------------------- who has said nothing


def test_every_command_of_who_has_said_nothing_is_refused_with_the_way_to_say_it(room):
    """Also one that is added later, and one from a browser that keeps no cookie."""
    room.lay_council()
    values = {"match_id": room.id, "seat": "2", "seq": "1", "look": "none", "code": "0"}
    before, asked = room.match.seq, 0
    for rule in room.app.url_map.iter_rules():
        at_the_door = rule.endpoint.partition(".")[0] in {"host", "join"}
        if "POST" not in rule.methods or "match_id" not in rule.arguments or at_the_door:
            continue
        if rule.rule.startswith("/api/"):
            continue
        address = re.sub(r"<(?:\w+:)?(\w+)>", lambda place: values[place[1]], rule.rule)
        page = room.device().post(address, data={"expected": room.match.heard(), "sure": "yes"})
        assert page.status_code == 403, address
        assert "First say who you are at this table." in page.text, address
        assert f'href="/j/{room.lobby.link}"' in page.text, address
        told = room.device().post(address, json={}, headers=JSON)
        assert (403, "unnamed") == (told.status_code, told.get_json()["problem"]), address
        asked += 1
    assert asked > 15
    assert room.match.seq == before
    assert room.join(room.device(), "seat", 2).status_code == 303


def test_a_program_at_a_table_without_a_host_enters_as_ever(three):
    client = three.client
    data = {"action": "elder slot=0 card=seer", "expected": 0}
    assert client.post(f"{three.address}/act", json=data, headers=JSON).status_code == 200
    assert client.post(f"{three.address}/delete").status_code == 303


def test_only_the_host_forgets_a_match_and_no_other_is_offered_it(room):
    tablet = room.device("table")
    assert 'data-tool="delete"' not in tablet.get(f"{room.address}/more").text
    for client in (tablet, room.device("seat", 0), room.device("television"), room.device()):
        assert client.post(f"{room.address}/delete").status_code == 403
    assert 'data-tool="delete"' in room.tablet.get(f"{room.address}/more").text
    assert tablet.post(f"{room.address}/rematch").status_code == 303
    assert room.tablet.post(f"{room.address}/delete").status_code == 303


# ---------------------------------------------------------------- another tablet


def test_another_tablet_enters_nothing_before_the_host_has_said_yes(room):
    room.lay_council()
    other = room.device()
    assert room.join(other, "table").location == f"{room.address}/watch"
    assert "Until then, nothing changes." in other.get(f"{room.address}/watch").text
    assert room.enter(other, first_action(room)).status_code == 403
    assert "is asking to be another tablet" in room.tablet.get(f"{room.address}/screens").text
    assert room.tell(room.tablet, "let-in", screen=room.wish()).status_code == 303
    assert other.get(f"{room.address}/watch").location == room.address
    page = other.get(room.address).text
    assert "This screen is now another tablet of the table." in page
    assert other.get(f"{room.address}/show").status_code == 200
    assert room.enter(other, first_action(room)).status_code == 303
    for client in (room.tablet, other, room.device("seat", 0)):
        assert "joined just now" in client.get(f"{room.address}/history").text


def test_a_phone_keeps_its_seat_and_its_bounds_until_the_yes(room):
    room.lay_council()
    phone = room.device("seat", 1)
    assert room.join(phone, "table").location == f"{room.address}/seats/1"
    there = membership(room, phone)
    assert (1, True, True) == (there.seat, there.is_bound, there.wishes)
    assert room.join(room.device(), "seat", 1).status_code == 409
    room.tell(room.tablet, "let-in", screen=room.wish())
    there = membership(room, phone)
    assert (DeviceRole.TABLE, None, True) == (there.role, there.seat, there.acts_for_all)
    assert room.join(room.device(), "seat", 1).status_code == 303


def test_a_no_leaves_a_screen_what_it_was_and_says_so(room):
    phone = room.device("seat", 1)
    room.join(phone, "table")
    room.tell(room.tablet, "turn-down", screen=room.wish())
    assert "said no" in phone.get(f"{room.address}/seats/1").text
    assert "said no" not in phone.get(f"{room.address}/seats/1").text
    assert 'data-tool="let-in"' not in room.tablet.get(f"{room.address}/screens").text
    assert membership(room, phone).is_bound


@pytest.mark.parametrize("answer", ["let-in", "turn-down"])
def test_only_the_host_answers_a_wish(answer, room):
    others = [room.device("table"), room.device("seat", 1), room.device()]
    wisher = room.device()
    room.join(wisher, "table")
    handle = room.wish()
    for client in (*others, wisher):
        assert room.tell(client, answer, screen=handle).status_code == 403
        assert f'data-tool="{answer}"' not in client.get(f"{room.address}/screens").text
    assert membership(room, wisher).pending_notice == WISH


def test_who_wishes_nothing_is_let_in_nowhere(room):
    room.device("seat", 1)
    handle = room.handle("seat")
    room.tell(room.tablet, "let-in", screen=handle)
    guests = room.services.lobbies.store.guests(room.id).values()
    assert [DeviceRole.TABLE, DeviceRole.SEAT] == [guest.role for guest in guests]


def test_the_host_is_told_at_once_of_a_wish_and_the_one_who_waits_of_the_answer(room):
    def beginning(client, role):
        stream = client.get(f"{room.address}/stream?role={role}", buffered=False)
        told = iter(stream.iter_encoded())
        assert any(b"event: screen" in part for part in islice(told, 5))
        return stream, told

    wisher = room.device("spectator")
    stream, told = beginning(room.tablet, "table")
    with closing(stream):
        room.join(wisher, "table")
        assert any(b"event: gone" in part for part in islice(told, 5))
    page = room.tablet.get(room.address).text
    assert "Another screen is asking to be a tablet of this table" in page
    assert f'href="{room.address}/screens"' in page
    stream, told = beginning(wisher, "show")
    with closing(stream):
        room.tell(room.tablet, "turn-down", screen=room.wish())
        assert any(b"event: gone" in part for part in islice(told, 5))
    assert "is asking to be a tablet" not in room.tablet.get(room.address).text


# ---------------------------------------------------------------- a host that stands up


def test_a_host_that_gives_its_seat_back_stays_the_tablet_of_the_table(room):
    room.lay_council()
    assert room.join(room.tablet, "seat", 0).status_code == 303
    assert (
        room.tablet.post(f"{room.address}/seats/0/release", data={"sure": "yes"}).status_code == 303
    )
    there = membership(room, room.tablet)
    assert (DeviceRole.TABLE, True, None) == (there.role, there.is_host, there.seat)
    assert room.tablet.get(room.address).status_code == 200
    assert room.enter(room.tablet, first_action(room)).status_code == 303
    page = room.tablet.get(f"{room.address}/screens").text
    assert "data-is-host data-here" in page


def test_a_phone_that_was_given_the_table_stays_its_host_without_its_seat(room):
    phone = room.device("seat", 1)
    room.tell(room.tablet, "pass-on", screen=room.handle("seat"))
    assert phone.post(f"{room.address}/seats/1/release", data={"sure": "yes"}).status_code == 303
    there = membership(room, phone)
    assert (DeviceRole.TABLE, True) == (there.role, there.is_host)
    assert room.enter(phone, "elder slot=0 card=seer").status_code == 303


# ---------------------------------------------------------------- asked once, and names


def test_what_is_not_easily_undone_says_first_what_follows(room):
    phone_of_ann = room.device("seat", 0)
    room.device("television")
    page = room.tablet.get(f"{room.address}/screens").text
    asked: dict[str, str] = {}
    # Two screens that came in one moment are listed in either order.
    for tool, words in re.findall(
        r'<details[^>]*data-ask="([\w-]+)">(.*?)</details>', page, re.DOTALL
    ):
        asked[tool] = " ".join([asked.get(tool, ""), *re.sub("<[^>]*>", "", words).split()])
    assert asked.keys() == {"let-go-screen", "pass-on", "locked"}
    assert "A television will be disconnected" in asked["let-go-screen"]
    assert "This screen will not." in asked["pass-on"]
    assert "New screens cannot join then" in asked["locked"]
    bare = re.sub(r"<details.*?</details>", "", page, flags=re.DOTALL)
    for tool in asked:
        assert f'data-tool="{tool}"' not in bare
    assert "<details" not in phone_of_ann.get(f"{room.address}/screens").text


def test_two_of_one_name_are_told_apart_wherever_one_is_named(room_of, app):
    anna = room_of(app)
    data = {"count": "3", "name": ["Anna", "Anna", "Cy"], "option.council.preset": "house"}
    anna.address = anna.tablet.post("/new/waves", data=data).location
    anna.id = anna.address.rpartition("/")[2]
    anna.lay_council()
    (turn, *_) = anna.match.game.to_act(anna.match.state)
    action = anna.match.game.format(anna.match.game.legal_actions(anna.match.state, turn)[0])
    other = anna.device("seat", (turn + 1) % 3)
    name = ("Anna (1)", "Anna (2)", "Cy")[turn]
    said = f"can enter that for {name}."
    assert said in anna.enter(other, action).text
    assert "Anna (2)" in anna.tablet.get(f"{anna.address}/overrule").text
    phone = anna.device("seat", 1) if turn != 0 else other
    assert "Anna (2)" in anna.join(phone, "television").text


def test_what_all_tables_share_is_tidied_up_by_no_stranger(room):
    measured = {"name": "Study", "across": "150", "down": "200", "left": "30", "top": "40"}
    assert room.tablet.post("/print/printers", data=measured).status_code == 303
    stranger = room.device()
    for address, data in (("/print/printers/forget", {"name": "Study"}), ("/rescue/read", {})):
        assert stranger.post(address, data=data).status_code == 403
    assert "Study" in stranger.get("/print/printers").text
    assert "/print/printers/forget" not in stranger.get("/print/printers").text
    other = {**measured, "across": "148", "sure": "yes"}
    assert stranger.post("/print/printers", data=other).status_code == 403
    assert "148" not in stranger.get("/print/printers").text
    assert room.tablet.post("/print/printers/forget", data={"name": "Study"}).status_code == 303
    assert "Study" not in room.tablet.get("/print/printers").text
