"""Joining a table by its code, and saying who one is there."""

import re
import threading
from datetime import UTC, datetime, timedelta

import pytest

from referee.games import load_all
from referee.match import Device, DeviceRole, HostOrigin, SqliteStore, StoreBusy
from referee.table.paper.join_symbol import address_as_svg
from referee.web import Settings, create_app
from referee.web.request import own_address

JSON = {"Accept": "application/json"}
OPENING = {"count": "3", "name": ["Ann", "Bo", "Cy"], "option.council.preset": "house"}


def parts(room):
    return [guest.role for guest in room.services.lobbies.store.guests(room.id).values()]


# ---------------------------------------------------------------- the code


def test_who_opens_a_match_is_its_host_and_the_match_has_a_code(room):
    membership = room.services.lobbies.membership(room.id, room.lobby.host)
    assert (membership.is_host, membership.role, room.lobby.way) == (
        True,
        DeviceRole.TABLE,
        HostOrigin.CLAIMED,
    )
    assert re.fullmatch("[0-9CFHJKMNPRTVWXY]{6}", room.lobby.code)
    page = room.tablet.get(f"{room.address}/join").text
    assert f">{room.lobby.code[:3]}-{room.lobby.code[3:]}<" in page
    assert f"http://localhost/j/{room.lobby.code}" in page or "/j/" in page


def test_a_match_that_a_program_opened_has_no_host(app):
    client = app.test_client()
    opened = client.post("/new/waves", data=OPENING)
    match_id = opened.location.rpartition("/")[2]
    assert app.extensions["referee"].lobbies.store.lobby(match_id) is None


@pytest.mark.parametrize(
    "typed", ["{}", " {} ", "{small}", "{first}-{last}", "{first} {last}", "{first}\u2013{last}"]
)
def test_a_code_is_read_as_people_type_it(typed, room):
    code = room.lobby.code
    first, last = code[:3], code[3:]
    written = typed.format(code, small=code.lower(), first=first, last=last)
    answer = room.app.test_client().post("/j", data={"code": written})
    assert (answer.status_code, answer.location) == (303, f"/j/{room.lobby.token}")


def test_the_first_page_asks_for_the_code_first_while_a_match_is_played(room, client):
    page = room.tablet.get("/").text
    assert page.count('action="/j"') == 1
    assert page.index("Continue playing") < page.index('action="/j"') < page.index('id="games"')
    assert client.get("/").text.count('action="/j"') == 1


def test_where_nothing_is_played_yet_the_code_is_asked_for_below_the_games(client):
    page = client.get("/").text
    assert page.count('action="/j"') == 1
    assert page.index('id="games"') < page.index('action="/j"')


def test_the_first_page_lists_a_table_with_a_host_only_where_it_is_known(room, client):
    phone = room.device("television")
    for knows in (room.tablet, phone):
        assert f'data-match="{room.id}"' in knows.get("/").text
    for stranger in (client, room.device()):
        page = stranger.get("/").text
        assert room.id not in page
        assert "Cy" not in page
    room.tell(room.tablet, "let-go", screen=room.handle("television"))
    assert room.id not in phone.get("/").text


def test_a_table_without_a_host_is_listed_for_everybody(three, app):
    assert f'data-match="{three.match.id}"' in app.test_client().get("/").text


def test_a_new_match_begins_with_names_of_people_whom_the_device_knows(room):
    stranger = room.app.test_client()
    for client, knows in ((room.tablet, True), (stranger, False), (room.device("seat", 1), True)):
        page = client.get("/new/waves").text
        assert [knows] * 3 == [f'value="{name}"' in page for name in ("Ann", "Bo", "Cy")]
    sent = stranger.post("/new/waves", data={"count": "2"})
    assert sent.status_code == 303
    names = room.services.matches.get(sent.location.rpartition("/")[2]).setup.names
    assert not {"Ann", "Bo", "Cy"} & set(names)


def test_a_wrong_code_is_answered_kindly(room):
    for answer in (
        room.app.test_client().post("/j", data={"code": "000000"}),
        room.app.test_client().get("/j/000000"),
        room.app.test_client().post("/j", data={"code": "<svg onload=x>"}),
    ):
        assert answer.status_code == 404
        assert "No table has this code" in answer.text
        assert "<svg onload" not in answer.text
    assert room.app.test_client().get("/j/000000", headers=JSON).json["problem"] == "unknown-code"


def test_after_some_wrong_codes_a_device_tries_no_other_but_its_neighbours_do(room):
    client = room.app.test_client()
    client.get("/j")
    for number in range(10):
        assert client.get(f"/j/00000{number}").status_code == 404
    for code in ("000011", room.lobby.code):
        answer = client.get(f"/j/{code}")
        assert answer.status_code == 429
        assert "Wait 10 minutes" in answer.text
        assert int(answer.headers["Retry-After"]) <= 601
    beside = room.app.test_client()
    beside.get("/j")
    typed = beside.post("/j", data={"code": room.lobby.code})
    assert (typed.status_code, typed.location) == (303, f"/j/{room.lobby.token}")


def test_devices_that_nobody_knows_have_their_tries_together_until_they_are_known(room):
    for number in range(10):
        assert room.app.test_client().get(f"/j/00000{number}").status_code == 404
    phone = room.app.test_client()
    assert phone.post("/j", data={"code": room.lobby.code}).status_code == 429
    assert phone.post("/j", data={"code": room.lobby.code}).status_code == 303
    elsewhere = {"REMOTE_ADDR": "192.0.2.9"}
    stranger = room.app.test_client()
    assert stranger.get(f"/j/{room.lobby.code}", environ_base=elsewhere).status_code == 200


def test_a_new_phone_is_not_kept_out_by_wrong_codes_of_others_at_its_address(room):
    for number in range(20):
        room.app.test_client().get(f"/j/0000{number:02}")
    phone = room.app.test_client()
    first = phone.get(f"/j/{room.lobby.code}")
    onward = first.headers["Refresh"].removeprefix("0; url=")
    page = phone.get(onward)
    assert (first.status_code, page.status_code, "Ann" in page.text) == (429, 200, True)
    again = room.app.test_client(use_cookies=False).get(onward)
    assert again.status_code == 429, "who keeps no cookie guesses no faster than before"
    assert "Refresh" not in again.headers


def test_the_symbol_lets_in_whoever_else_has_typed_wrong_codes(room):
    client = room.app.test_client()
    for number in range(11):
        client.get(f"/j/00000{number % 10}")
    assert client.get(f"/j/{room.lobby.code}").status_code == 429
    page = client.get(f"/j/{room.lobby.token}").text
    assert f'action="/j/{room.lobby.token}"' in page
    joined = client.post(f"/j/{room.lobby.token}", data={"part": "television"})
    assert joined.location == f"{room.address}/show"


def test_a_link_that_leads_nowhere_is_no_try(room):
    client = room.app.test_client()
    for _ in range(12):
        assert client.get(f"/j/{room.lobby.token}x").status_code == 404
    assert client.get(f"/j/{room.lobby.code}").status_code == 200


def test_the_right_code_is_never_too_much_however_often_it_is_typed(room):
    client = room.app.test_client()
    assert {client.get(f"/j/{room.lobby.code}").status_code for _ in range(70)} == {200}


# ---------------------------------------------------------------- who are you?


def test_it_asks_who_somebody_is_and_says_who_sits_there(room):
    phone = room.device()
    page = phone.get(f"/j/{room.lobby.code}").text
    assert "Who are you?" in page
    assert page.count('data-tool="sit"') == 3
    assert all(f'data-tool="{part}"' in page for part in ("television", "spectator", "table"))
    room.join(phone, "seat", 1)
    page = room.device().get(f"/j/{room.lobby.code}").text
    assert page.count('data-tool="sit"') == 2
    assert "already on another phone" in page
    assert "This is your own phone" in phone.get(f"/j/{room.lobby.code}").text


def test_two_of_one_name_are_told_apart(app, client):
    client.get("/new/waves")
    opened = client.post("/new/waves", data={**OPENING, "name": ["Anna", "Anna", "Cy"]})
    match_id = opened.location.rpartition("/")[2]
    code = app.extensions["referee"].lobbies.of(match_id).code
    page = client.get(f"/j/{code}").text
    assert "I am Anna (1)" in page
    assert "I am Anna (2)" in page
    app.test_client().post(f"/j/{code}", data={"part": "seat", "seat": 1})
    assert "Anna (2)’s phone" in client.get(f"{opened.location}/screens").text


@pytest.mark.parametrize(
    ("part", "seat", "leads"),
    [
        ("seat", 1, "/seats/1"),
        ("television", None, "/show"),
        ("spectator", None, "/watch"),
    ],
)
def test_each_answer_leads_to_its_screen_and_back_to_it(part, seat, leads, room):
    client = room.device()
    assert room.join(client, part, seat).location == f"{room.address}{leads}"
    page = client.get(f"{room.address}{leads}")
    assert page.status_code == 200
    assert client.get(room.address).location == f"{room.address}{leads}"


def test_a_new_screen_at_a_table_with_a_host_is_asked_who_it_is_first(room):
    phone = room.device()
    assert phone.get(room.address).location == f"/j/{room.lobby.token}"
    assert phone.get(room.address, headers=JSON).status_code == 200
    assert room.device("table").get(room.address).status_code == 200
    assert room.tablet.get(room.address).status_code == 200


def test_a_table_without_a_host_asks_nobody_who_it_is(three):
    assert three.client.get(three.address).status_code == 200


def test_before_the_first_entry_the_tablet_shows_how_others_join_and_then_makes_room(room):
    way = f'href="{room.address}/join" data-panel data-tool="invite"'
    phone = room.device("seat", 1)
    assert way in room.tablet.get(room.address).text
    assert way not in phone.get(f"{room.address}/seats/1").text
    room.enter(room.tablet, "elder slot=0 card=seer")
    assert way not in room.tablet.get(room.address).text


def test_a_screen_that_has_not_brought_the_code_is_not_led_to_it(room):
    room.tell(room.tablet, "door", guarded="yes")
    stranger = room.device()
    led = stranger.get(room.address)
    assert led.location == f"{room.address}/watch"
    page = stranger.get(led.location).text
    assert room.lobby.code not in page
    assert room.lobby.link not in page
    assert "data-action" not in page, "what would only be refused is no button"
    assert f'href="{room.address}/join"' in page
    assert 'name="code"' in stranger.get(f"{room.address}/join").text


@pytest.mark.parametrize(
    "sent", [{}, {"part": "none"}, {"part": "seat"}, {"part": "seat", "seat": 9}]
)
def test_what_is_no_answer_makes_nobody_anything(sent, room):
    client = room.app.test_client()
    assert client.post(f"/j/{room.lobby.code}", data=sent).status_code == 400
    assert parts(room) == [DeviceRole.TABLE]


def test_a_seat_survives_a_restart_and_another_address(tmp_path, room_of):
    def started():
        store = SqliteStore(tmp_path / "referee.sqlite3")
        return create_app(store, load_all(), Settings(heartbeat_s=0.02)), store

    app, store = started()
    room = room_of(app)
    phone = room.device("seat", 1)
    cookie = phone.get_cookie("referee-8000")
    store.close()
    app, store = started()
    phone = app.test_client()
    phone.set_cookie("referee-8000", cookie.value)
    for address in ("192.0.2.4", "192.0.2.77"):
        page = phone.get(f"{room.address}/seats/1", environ_base={"REMOTE_ADDR": address})
        assert page.status_code == 200
        assert 'data-seat="1"' in page.text
    store.close()


# ---------------------------------------------------------------- the address


@pytest.fixture
def at(monkeypatch):
    """Return a function that moves this machine to other addresses."""

    def move(*addresses, name=None):
        monkeypatch.setattr(own_address, "addresses", lambda: addresses)
        monkeypatch.setattr(own_address, "local_name", lambda: name)

    return move


def test_the_address_in_numbers_stands_beside_the_local_name(room, at, monkeypatch):
    at("192.0.2.7", name="table.local")
    monkeypatch.setattr("socket.gethostname", lambda: "table")
    for host in ("localhost:8000", "table.local:8000", "table:8000"):
        page = room.tablet.get(f"{room.address}/join", base_url=f"http://{host}").text
        assert f">http://192.0.2.7:8000/j/{room.lobby.code}<" in page
        assert ">http://table.local:8000/<" in page
        assert f"join.svg?for=http%3A//192.0.2.7%3A8000/j/{room.lobby.code}" in page


def test_no_name_that_only_somebody_who_asks_gives_this_machine_is_shown(room, at, monkeypatch):
    at("192.0.2.7")
    monkeypatch.setattr("socket.gethostname", lambda: "table")
    for address in (f"{room.address}/join", "/join"):
        page = room.tablet.get(address, base_url="http://free-coins.local:8000").text
        assert "free-coins" not in page
        assert "http://192.0.2.7:8000/" in page
        page = room.tablet.get(address, base_url="http://table.local:8000").text
        assert "http://table.local:8000/" in page


@pytest.mark.parametrize("host", ["0.0.0.0:8000", "[::]:8000", "[::1]", "localhost.:8000"])
def test_no_phone_is_led_to_an_address_that_leads_back_to_itself(host, room, at):
    at("192.0.2.7")
    page = room.tablet.get("/join", base_url=f"http://{host}").text
    assert host not in page
    assert "http://192.0.2.7:8000/" in page


def test_another_address_has_another_symbol(room, at):
    at("192.0.2.7")
    before = room.tablet.get(f"{room.address}/join")
    symbol = room.tablet.get(f"{room.address}/join.svg").data
    assert symbol.decode() == address_as_svg(f"http://192.0.2.7:8000/j/{room.lobby.token}")
    assert 'data-renewed="' + f'{room.address}/join"' in before.text
    assert "joining.js" in before.text
    at("192.0.2.99")
    after = room.tablet.get(f"{room.address}/join").text
    assert "192.0.2.7" not in after
    assert f"http://192.0.2.99:8000/j/{room.lobby.code}" in after
    assert symbol != room.tablet.get(f"{room.address}/join.svg").data
    assert "192.0.2.99" in room.tablet.get("/join").text


def test_a_television_shows_the_code_too(room):
    page = room.device("television").get(f"{room.address}/show").text
    assert f'data-code="{room.lobby.code}"' in page
    assert 'id="join-corner"' in page


# ---------------------------------------------------------------- when they were seen


def test_when_a_device_was_seen_is_kept_about_twice_a_minute(room):
    written = []
    see = room.services.lobbies.store.see

    def take_down(*told):
        written.append(told)
        see(*told)

    room.services.lobbies.store.see = take_down
    phone = room.device("seat", 1)
    for _ in range(5):
        phone.get(f"{room.address}/seats/1")
    assert len(written) == 1
    seen = datetime.fromisoformat(room.services.lobbies.store.guests(room.id)[written[0][1]].seen)
    assert datetime.now(UTC) - seen < timedelta(seconds=20)


def test_a_page_is_shown_although_it_cannot_be_kept_that_its_device_was_seen(room, monkeypatch):
    def held(*_):
        raise StoreBusy

    phone = room.device("seat", 1)
    monkeypatch.setattr(room.services.lobbies.store, "see", held)
    assert phone.get(f"{room.address}/seats/1").status_code == 200


def test_who_is_sent_away_while_a_page_takes_its_news_as_told_stays_away(room):
    """A store lets others go on while it writes."""
    lobbies, store, admit = (
        room.services.lobbies,
        room.services.lobbies.store,
        room.services.lobbies.store.admit,
    )
    writes, is_away = threading.Event(), threading.Event()

    def slow(match_id, device, guest):
        if guest.role is not DeviceRole.NONE:
            writes.set()
            is_away.wait(0.3)
        admit(match_id, device, guest)

    room.services.lobbies.store.admit(
        room.id, "watcher", Device(DeviceRole.SPECTATOR, "t", "t", "taken")
    )
    store.admit = slow
    page = threading.Thread(target=lobbies.read, args=(room.id, "watcher"))
    page.start()
    assert writes.wait(20)
    lobbies.let_go(room.match, "watcher")
    is_away.set()
    page.join()
    assert store.guests(room.id)["watcher"].role is DeviceRole.NONE


def test_the_memory_of_a_match_that_is_gone_opens_nothing(room):
    code = room.lobby.code
    phone = room.device("seat", 1)
    assert room.tablet.post(f"{room.address}/delete").status_code == 303
    for client in (phone, room.tablet):
        assert client.get(f"/j/{code}").status_code == 404
        assert client.get(f"{room.address}/join").status_code == 404


# ---------------------------------------------------------------- at a locked table, and sent away


def test_a_locked_table_says_so_and_how_to_try_again(room):
    stranger = room.device()
    room.tell(room.tablet, "door", locked="yes")
    for address in (room.address, f"/j/{room.lobby.code}", f"{room.address}/history"):
        answer = stranger.get(address)
        assert answer.status_code == 403
        assert "This table is locked" in answer.text
        assert "That did not work" not in answer.text
        assert 'data-tool="again"' in answer.text
    tap = room.enter(stranger, "elder slot=0 card=seer")
    assert (tap.status_code, "This table is locked" in tap.text) == (403, True)
    assert 'id="screen"' not in tap.text


def test_a_television_invites_nobody_while_the_table_is_locked(room):
    television = room.device("television")
    corner = f"{room.address}/join/corner"
    assert room.lobby.code in television.get(corner).text
    room.tell(room.tablet, "door", locked="yes")
    page = television.get(corner).text
    assert 'id="join-corner"' in page
    assert "This table is locked" in page
    assert room.lobby.code not in page
    assert "<img" not in page


def test_whose_seat_was_taken_reads_that_first_and_then_who_it_may_be(room):
    phone = room.device("seat", 1)
    room.tell(room.tablet, "let-go", screen=room.handle("seat"))
    page = phone.get(f"{room.address}/join").text
    assert re.search(r"<h1[^>]*>The table’s tablet took your seat back.</h1>", page)
    who, symbol = page.index('data-tool="who"'), page.index("<img")
    assert page.index("<h1") < who < symbol
    assert "This screen:" not in page
    assert "data-close" not in page
    assert 'data-tool="home"' in page


def test_who_are_you_has_a_way_back(room):
    stranger, known = room.device(), room.device("television")
    address = f"/j/{room.lobby.code}"
    for client in (stranger, known):
        assert 'data-tool="home"' in client.get(address).text
    back = f'href="{room.address}" data-tool="table"'
    assert back in known.get(address).text
    assert back not in stranger.get(address).text
    assert stranger.get(address).text.count("<small>") == 6
