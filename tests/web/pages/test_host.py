"""Who looks after the screens of a table: letting go, passing on, taking over, closing the door."""

import re
from contextlib import closing
from datetime import timedelta
from itertools import islice

import pytest

from referee.match import DeviceRole, HostOrigin, StoreBusy


def parts(room):
    return [guest.role for guest in room.services.lobbies.store.guests(room.id).values()]


def test_the_host_takes_a_seat_back_and_its_holder_is_told_at_once(room):
    phone = room.device("seat", 1)
    handle = room.handle("seat")
    stream = phone.get(f"{room.address}/stream?role=seat&seat=1", buffered=False)
    with closing(stream):
        told = iter(stream.iter_encoded())
        assert any(b"event: screen" in part for part in islice(told, 5))
        assert room.tell(room.tablet, "let-go", screen=handle).status_code == 303
        assert any(b"event: gone" in part for part in islice(told, 5))
    sent_on = phone.get(f"{room.address}/seats/1")
    assert sent_on.location == f"{room.address}/join"
    page = phone.get(sent_on.location).text
    assert "The table’s tablet took your seat back." in page
    assert f'href="/j/{room.lobby.token}"' in page
    assert room.enter(phone, "elder slot=1 card=seer").status_code == 403
    assert room.join(room.device(), "seat", 1).status_code == 303
    assert room.join(phone, "seat", 2).status_code == 303
    assert "taken over" not in phone.get(f"{room.address}/join").text


def test_the_host_can_take_a_seat_back_from_the_page_of_hidden_cards_too(room):
    phone, stranger = room.device("seat", 1), room.device()
    data = {"sure": "yes"}
    assert stranger.post(f"{room.address}/seats/1/release", data=data).status_code == 403
    assert phone.get(f"{room.address}/seats/1").status_code == 200
    assert room.tablet.post(f"{room.address}/seats/1/release", data=data).status_code == 303
    assert phone.get(f"{room.address}/seats/1").location == f"{room.address}/join"


@pytest.mark.parametrize("part", ["table", "seat", "television"])
def test_the_menu_offers_what_only_the_host_can_do_to_the_host_only(part, room):
    other = room.device(part, 1 if part == "seat" else None)
    said = [client.get(f"{room.address}/more").text for client in (room.tablet, other)]
    assert ["disconnect one, lock the table" in page for page in said] == [True, False]
    assert "See them, and which one is the tablet" in said[1]


@pytest.mark.parametrize("what", ["let-go", "pass-on", "door"])
@pytest.mark.parametrize("part", ["", "table", "seat", "television"])
def test_only_the_host_looks_after_the_screens(what, part, room):
    client = room.device(part, 1 if part == "seat" else None)
    before = room.lobby
    room.device("spectator")
    data = {"screen": room.handle("spectator"), "locked": "yes", "guarded": "yes"}
    answer = room.tell(client, what, **data)
    assert answer.status_code == 403
    assert "Only the table’s tablet can do that." in answer.text
    assert room.lobby == before
    assert DeviceRole.SPECTATOR in parts(room)
    page = client.get(f"{room.address}/screens").text
    assert 'data-tool="let-go-screen"' not in page
    assert 'data-tool="pass-on"' not in page


def test_the_host_passes_the_table_on(room):
    phone = room.device("seat", 1)
    before = room.services.lobbies.mark(room.id, room.lobby.host)
    old = room.lobby.host
    assert room.tell(room.tablet, "pass-on", screen=room.handle("seat")).status_code == 303
    assert room.lobby.way is HostOrigin.GIVEN
    assert room.services.lobbies.mark(room.id, old) != before
    page = phone.get(room.address).text
    assert "This screen is now the table’s tablet." in page
    assert "This screen is now the table’s tablet." not in phone.get(room.address).text
    assert "Another screen passed the table on to it." in phone.get(f"{room.address}/screens").text
    assert room.enter(phone, "elder slot=0 card=seer").status_code == 303
    assert room.tell(room.tablet, "door", locked="yes").status_code == 403
    assert room.tell(phone, "door", locked="yes").status_code == 303


def test_what_is_none_of_the_screens_cannot_be_chosen(room):
    for handle in ("", "nobody", room.lobby.host):
        assert room.tell(room.tablet, "pass-on", screen=handle).status_code == 400
    assert room.lobby.way is HostOrigin.CLAIMED


def test_nobody_is_told_the_names_of_devices(room):
    room.device("seat", 1)
    for client in (room.tablet, room.device()):
        page = client.get(f"{room.address}/screens").text
        for device in room.services.lobbies.store.guests(room.id):
            assert device not in page


@pytest.mark.parametrize(("part", "seat"), [("table", None), ("seat", 1)])
def test_a_host_that_is_lost_is_followed_by_another_device_of_the_table(part, seat, room, later):
    client = room.device(part, seat)
    assert room.tell(client, "take-over").status_code == 403
    later(timedelta(minutes=2, seconds=5))
    assert 'data-tool="take-over"' in client.get(f"{room.address}/screens").text
    for other in (room.device("television"), room.device()):
        assert 'data-tool="take-over"' not in other.get(f"{room.address}/screens").text
        assert room.tell(other, "take-over").status_code == 403
    assert room.tell(client, "take-over").status_code == 303
    assert room.lobby.way is HostOrigin.TAKEN
    page = room.tablet.get(f"{room.address}/screens").text
    assert "It took over because the previous one was gone." in page
    assert room.tell(room.tablet, "door", locked="yes").status_code == 403
    assert room.tell(client, "door", locked="yes").status_code == 303


def test_phones_are_told_that_the_tablet_is_gone_once_it_is_waited_for(room, later):
    """Else they wait for somebody whose turn only the tablet can enter, and nobody knows why."""
    room.lay_council()
    (turn, *_) = room.match.game.to_act(room.match.state)
    phones = {seat: room.device("seat", seat) for seat in range(3) if seat != turn}
    waited, gone = "It is the turn of somebody without a phone", "has been away for two minutes"
    pages = [(phone, f"{room.address}/seats/{seat}") for seat, phone in phones.items()]
    assert all(waited not in phone.get(page).text for phone, page in pages)
    later(timedelta(minutes=2, seconds=5))
    for phone, page in pages:
        shown = phone.get(page).text
        assert waited in shown
        assert f'href="{room.address}/screens" data-panel data-tool="screens"' in shown
        assert gone in phone.get(f"{room.address}/more").text
    pages.append((room.device("seat", turn), f"{room.address}/seats/{turn}"))
    assert all(waited not in phone.get(page).text for phone, page in pages), "its phone is there"
    assert waited not in room.device("spectator").get(f"{room.address}/watch").text
    assert gone not in room.tablet.get(f"{room.address}/more").text


def test_a_host_that_shows_any_sign_is_not_lost(room, later):
    client = room.device("table")
    later(timedelta(minutes=2, seconds=5))
    room.tablet.get(f"{room.address}/more")
    assert room.tell(client, "take-over").status_code == 403
    assert "is still here" in room.tell(client, "take-over").text


def test_where_nobody_is_host_a_screen_of_the_table_says_that_it_is(table, app):
    client = app.test_client()
    page = client.get(f"{table.address}/join").text
    assert 'data-tool="claim"' in page
    assert client.post(f"{table.address}/screens/claim").status_code == 303
    lobby = app.extensions["referee"].lobbies.of(table.match.id)
    assert lobby.way is HostOrigin.CLAIMED
    other = app.test_client()
    assert 'data-tool="claim"' not in other.get(f"{table.address}/join").text
    assert other.post(f"{table.address}/screens/claim").status_code == 403
    assert app.extensions["referee"].lobbies.of(table.match.id) == lobby


def test_a_screen_that_only_shows_cannot_be_passed_the_table(room):
    room.device("television")
    answer = room.tell(room.tablet, "pass-on", screen=room.handle("television"))
    assert answer.status_code == 403
    assert "cannot manage the others" in answer.text
    assert room.lobby.way is HostOrigin.CLAIMED


def test_another_match_of_the_same_people_keeps_who_is_what(room):
    phone, television = room.device("seat", 1), room.device("television")
    room.tell(room.tablet, "door", guarded="yes")
    for _ in range(2):  # the button may be tapped twice
        again = room.tablet.post(f"{room.address}/rematch").location
    assert again != room.address
    assert phone.get(again).location == f"{again}/seats/1"
    assert phone.get(f"{again}/seats/1").status_code == 200
    assert television.get(again).location == f"{again}/show"
    lobby = room.services.lobbies.of(again.rpartition("/")[2])
    assert (lobby.host, lobby.guarded) == (room.lobby.host, True)
    assert lobby.code != room.lobby.code


def test_who_is_what_is_brought_along_on_the_next_try_where_the_store_failed(room, monkeypatch):
    def held(*_, **_more):
        raise StoreBusy

    phone = room.device("seat", 1)
    for step in ("admit", "hold", "create_lobby"):
        with monkeypatch.context() as patch:
            patch.setattr(room.services.lobbies.store, step, held)
            assert room.tablet.post(f"{room.address}/rematch").status_code == 503
    again = room.tablet.post(f"{room.address}/rematch").location
    assert phone.get(f"{again}/seats/1").status_code == 200
    assert room.services.lobbies.of(again.rpartition("/")[2]).host == room.lobby.host


# ---------------------------------------------------------------- locked and guarded


def test_a_locked_table_lets_nobody_new_in_and_keeps_who_is_there(room):
    phone, stranger = room.device("seat", 1), room.device()
    assert room.tell(room.tablet, "door", locked="yes").status_code == 303
    for path in ("", "/show", "/watch", "/history", "/transcript.txt", "/join", "/screens",
                 "/join.svg", "/stream", "/seats", "/seats/2/cover"):  # fmt: skip
        answer = stranger.get(f"{room.address}{path}")
        assert answer.status_code == 403, path
        if path != "/stream":
            assert "is not taking new screens right now" in answer.text, path
    assert stranger.get(f"/j/{room.lobby.code}").status_code == 403
    assert room.join(stranger, "seat", 2).status_code == 403
    assert room.enter(stranger, "elder slot=0 card=seer").status_code == 403
    assert phone.get(f"{room.address}/seats/1").status_code == 200
    assert room.tell(room.tablet, "door", locked="no").status_code == 303
    assert room.join(stranger, "seat", 2).status_code == 303


def test_a_guarded_table_takes_entries_only_from_who_brought_the_code(room):
    room.lay_council()
    phone, stranger = room.device("seat", 1), room.device()
    assert room.tell(room.tablet, "door", guarded="yes").status_code == 303
    match = room.match
    turn = min(match.game.to_act(match.state))
    action = match.game.format(match.game.legal_actions(match.state, turn)[0])
    before = match.seq
    for answer in (
        room.enter(stranger, action),
        stranger.post(f"{room.address}/undo", data={"expected": match.heard()}),
        stranger.post(f"{room.address}/seats/2/own"),
        stranger.post(f"{room.address}/delete"),
    ):
        assert answer.status_code == 403
        assert "join with the table’s code" in answer.text
    assert room.match.seq == before
    code = room.lobby.code
    for path in ("", "/show", "/join", "/join/corner", "/screens", "/more"):
        page = stranger.get(f"{room.address}{path}").text
        assert code not in page, path
        assert f"{code[:3]}-{code[3:]}" not in page, path
    assert 'action="/j"' in stranger.get(f"{room.address}/join").text
    assert code in phone.get(f"{room.address}/join").text
    room.join(stranger, "table")
    assert room.tell(room.tablet, "let-in", screen=room.wish()).status_code == 303
    assert room.enter(stranger, action).status_code == 303


def test_lock_and_guard_are_changed_one_by_one(room):
    room.tell(room.tablet, "door", locked="yes")
    room.tell(room.tablet, "door", guarded="yes")
    assert (room.lobby.locked, room.lobby.guarded) == (True, True)
    room.tell(room.tablet, "door", locked="no")
    assert (room.lobby.locked, room.lobby.guarded) == (False, True)


def test_who_locks_the_table_sees_next_that_it_is_locked_however_many_screens_there_are(room):
    answer = room.tell(room.tablet, "door", locked="yes")
    path, place = answer.headers["Location"].split("#")
    below = room.tablet.get(path).text.split(f'id="{place}"')[1]
    assert "The table is locked" in below


def test_every_page_of_a_match_is_closed_to_strangers_when_it_is_locked(room):
    """Also one that is added later."""
    room.tell(room.tablet, "door", locked="yes")
    stranger = room.app.test_client()
    values = {"match_id": room.id, "seat": "0", "seq": "1", "look": "none", "code": "0"}
    asked = 0
    for rule in room.app.url_map.iter_rules():
        if "match_id" not in rule.arguments or rule.rule.startswith("/api/"):
            continue
        address = re.sub(r"<(?:\w+:)?(\w+)>", lambda place: values[place[1]], rule.rule)
        for method in sorted(rule.methods & {"GET", "POST"}):
            asked += 1
            answer = stranger.open(address, method=method)
            assert answer.status_code == 403, (method, address)
    assert asked > 40


def words_of(page):
    """Return what stands on a page, as it is read."""
    return " ".join(re.sub(r"<[^>]*>", "", page).split())


def test_each_switch_says_how_it_is_now(room):
    words = words_of(room.tablet.get(f"{room.address}/screens").text)
    assert "The code is not required: every screen can enter anything." in words
    assert "The table is open: new screens can join." in words
    room.tell(room.tablet, "door", locked="yes", guarded="yes")
    words = words_of(room.tablet.get(f"{room.address}/screens").text)
    assert "required: only screens that joined with it can enter anything." in words
    assert "The table is locked: new screens cannot join" in words


def test_sentences_about_the_host_stand_apart_and_say_what_their_time_is(room):
    phone = room.device("seat", 1)
    room.tell(room.tablet, "pass-on", screen=room.handle("seat"))
    for client in (phone, room.tablet):
        words = words_of(client.get(f"{room.address}/screens").text)
        assert (
            "other screens. Another screen passed the table on to it. That was just now." in words
        )
        assert re.search(r"[a-z][.:!?][A-Z]", words) is None


def test_a_phone_that_has_become_the_host_is_still_known_by_its_seat(room):
    room.device("seat", 1)
    room.tell(room.tablet, "pass-on", screen=room.handle("seat"))
    words = words_of(room.tablet.get(f"{room.address}/screens").text)
    assert "Bo’s phone, now the table’s tablet" in words


def test_screens_of_one_kind_are_numbered_where_there_are_several(room):
    first = room.device("television")
    assert "A television" in room.tablet.get(f"{room.address}/screens").text
    assert "data-number" not in first.get(f"{room.address}/join/corner").text
    room.device("television")
    page = room.tablet.get(f"{room.address}/screens").text
    assert re.findall(r"<bdi>(Television \d)</bdi>", page) == ["Television 1", "Television 2"]
    assert "Television 1" in first.get(f"{room.address}/join/corner").text


def test_a_screen_that_has_not_said_who_it_is_learns_how_it_could_take_over(room, later):
    stranger, knows_how = room.device(), "Say who you are first, then this screen can take over."
    assert knows_how not in stranger.get(f"{room.address}/screens").text
    later(timedelta(minutes=2, seconds=5))
    page = stranger.get(f"{room.address}/screens").text
    assert knows_how in page
    assert f'href="/j/{room.lobby.token}"' in page


def test_that_a_screen_is_gone_says_only_who_may(room):
    room.device("seat", 1)
    cover = f"{room.address}/seats/1/cover"
    assert 'data-tool="release"' in room.tablet.get(cover).text
    for other in (room.device("table"), room.device("seat", 0), room.device()):
        page = other.get(cover).text
        assert "on another screen" in page
        assert 'data-tool="release"' not in page


def test_an_own_phone_is_passed_to_nobody(room):
    phone = room.device("seat", 1)
    assert 'data-tool="pass"' not in phone.get(f"{room.address}/seats/1/cover").text
    assert 'data-tool="pass"' in room.tablet.get(f"{room.address}/seats/0/cover").text


def test_a_locked_table_invites_nobody_on_the_page_to_join_by_and_says_who_opens_it(room):
    television = room.device("television")
    room.tell(room.tablet, "door", locked="yes")
    for client, who in (
        (room.tablet, "Unlock it under “Screens of this table”."),
        (television, "Ask the person with the table’s tablet."),
    ):
        page = client.get(f"{room.address}/join").text
        assert "This table is locked" in page
        assert who in page
        assert "<img" not in page
        assert room.lobby.code not in page
    room.tell(room.tablet, "door", locked="no")
    assert room.lobby.code in room.tablet.get(f"{room.address}/join").text


def test_whoever_waits_for_a_yes_stands_first_in_the_list_of_screens(room):
    room.device("seat", 1)
    room.join(room.device("television"), "table")
    room.device("spectator")
    assert room.screens(room.tablet)[0][0] == "television"
    assert room.screens(room.tablet)[0][1] == room.wish()


def test_other_screens_are_found_at_the_top_of_the_menu(room):
    menu = room.tablet.get(f"{room.address}/more").text
    tools = re.findall(r'<li><a[^>]* data-tool="([\w-]+)"', menu)
    assert {"joining", "screens"} < set(tools[:4])
