"""Joining a table by its code, what each screen may do there, and who looks after the others."""

import re
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

import pytest

from referee.core import TABLE, Setup
from referee.games import load_all
from referee.match import HostWay, MemoryStore, Part, SqliteStore
from referee.web import Settings, create_app, home
from referee.web import doors as doors_module

JSON = {"Accept": "application/json"}
NAMES = ("Ann", "Bo", "Cy")
OPENING = {"count": "3", "name": [*NAMES], "option.council.preset": "house"}


class Room:
    """A match of three whose tablet opened it, and a room full of devices."""

    def __init__(self, app):
        self.app = app
        self.desk = app.extensions["referee"]
        self.tablet = app.test_client()
        self.tablet.get("/new/waves")
        opened = self.tablet.post("/new/waves", data=OPENING)
        assert opened.status_code == 303
        self.address = opened.location
        self.id = self.address.rpartition("/")[2]

    @property
    def match(self):
        return self.desk.matches.get(self.id)

    @property
    def door(self):
        return self.desk.doors.of(self.id)

    def device(self, part="", seat=None, code=None):
        """Give a device of its own, which has said what it is."""
        client = self.app.test_client()
        if part:
            answer = self.join(client, part, seat, code)
            assert answer.status_code == 303, answer.text
        return client

    def join(self, client, part, seat=None, code=None):
        data = {"part": part, **({} if seat is None else {"seat": seat})}
        return client.post(f"/j/{code or self.door.code}", data=data)

    def enter(self, client, text, **more):
        data = {"action": text, "expected": self.match.heard(), **more}
        return client.post(f"{self.address}/act", data=data)

    def lay_council(self):
        """Play until the seats are to act."""
        while TABLE in self.match.game.to_act(self.match.state):
            action = self.match.game.legal_actions(self.match.state, TABLE)[0]
            self.match.submit([action], expected_seq=self.match.seq)

    def screens(self, client):
        """Read the list of screens: what each is, and its handle where there is a button."""
        page = client.get(f"{self.address}/screens").text
        items = re.findall(r'<li data-screen="(\w+)"(.*?)</li>', page, re.DOTALL)
        return [
            (part, (re.findall(r'name="screen" value="(\w+)"', rest) or [""])[0])
            for part, rest in items
        ]

    def handle(self, part):
        return next(handle for one, handle in self.screens(self.tablet) if one == part and handle)

    def tell(self, client, what, **data):
        return client.post(f"{self.address}/screens/{what}", data=data)


@pytest.fixture
def room(app):
    return Room(app)


def parts(room):
    return [guest.part for guest in room.desk.doors.store.guests(room.id).values()]


# ---------------------------------------------------------------- the code


def test_who_opens_a_match_is_its_host_and_the_match_has_a_code(room):
    standing = room.desk.doors.standing(room.id, room.door.host)
    assert (standing.is_host, standing.part, room.door.way) == (True, Part.TABLE, HostWay.CLAIMED)
    assert re.fullmatch("[0-9CFHJKMNPRTVWXY]{6}", room.door.code)
    page = room.tablet.get(f"{room.address}/join").text
    assert f">{room.door.code[:3]}-{room.door.code[3:]}<" in page
    assert f"http://localhost/j/{room.door.code}" in page or "/j/" in page


def test_a_match_that_a_program_opened_has_no_host(app):
    client = app.test_client()
    opened = client.post("/new/waves", data=OPENING)
    match_id = opened.location.rpartition("/")[2]
    assert app.extensions["referee"].doors.store.door(match_id) is None


@pytest.mark.parametrize(
    "typed", ["{}", " {} ", "{small}", "{first}-{last}", "{first} {last}", "{first}\u2013{last}"]
)
def test_a_code_is_read_as_people_type_it(typed, room):
    code = room.door.code
    first, last = code[:3], code[3:]
    written = typed.format(code, small=code.lower(), first=first, last=last)
    answer = room.app.test_client().post("/j", data={"code": written})
    assert (answer.status_code, answer.location) == (303, f"/j/{code}")


@pytest.mark.usefixtures("room")
def test_the_first_page_asks_for_the_code_once_a_match_is_played(client):
    assert 'action="/j"' in client.get("/").text


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


def test_after_some_wrong_codes_nobody_there_tries_another(room):
    client = room.app.test_client()
    for number in range(10):
        assert client.get(f"/j/00000{number}").status_code == 404
    for code in ("000011", room.door.code):
        answer = client.get(f"/j/{code}")
        assert answer.status_code == 429
        assert "Try again in 10 minutes" in answer.text
        assert int(answer.headers["Retry-After"]) <= 601
    elsewhere = {"REMOTE_ADDR": "192.0.2.9"}
    assert client.get(f"/j/{room.door.code}", environ_base=elsewhere).status_code == 200


# ---------------------------------------------------------------- who are you?


def test_it_asks_who_somebody_is_and_says_who_sits_there(room):
    phone = room.device()
    page = phone.get(f"/j/{room.door.code}").text
    assert "Who are you?" in page
    assert page.count('data-tool="sit"') == 3
    assert all(f'data-tool="{part}"' in page for part in ("television", "spectator", "table"))
    room.join(phone, "seat", 1)
    page = room.device().get(f"/j/{room.door.code}").text
    assert page.count('data-tool="sit"') == 2
    assert "sits at another phone" in page
    assert "This is your own phone" in phone.get(f"/j/{room.door.code}").text


@pytest.mark.parametrize(
    ("part", "seat", "leads"),
    [
        ("seat", 1, "/seats/1"),
        ("television", None, "/show"),
        ("spectator", None, "/watch"),
        ("table", None, ""),
    ],
)
def test_each_answer_leads_to_its_screen_and_back_to_it(part, seat, leads, room):
    client = room.device()
    assert room.join(client, part, seat).location == f"{room.address}{leads}"
    page = client.get(f"{room.address}{leads}")
    assert page.status_code == 200
    if leads:
        assert client.get(room.address).location == f"{room.address}{leads}"


@pytest.mark.parametrize(
    "sent", [{}, {"part": "none"}, {"part": "seat"}, {"part": "seat", "seat": 9}]
)
def test_what_is_no_answer_makes_nobody_anything(sent, room):
    client = room.app.test_client()
    assert client.post(f"/j/{room.door.code}", data=sent).status_code == 400
    assert parts(room) == [Part.TABLE]


def test_two_phones_cannot_hold_one_seat_unnoticed(room):
    first, second = room.device("seat", 1), room.device()
    answer = room.join(second, "seat", 1)
    assert answer.status_code == 409
    assert "on another screen" in answer.text
    assert first.get(f"{room.address}/seats/1").status_code == 200
    assert second.get(f"{room.address}/seats/1").status_code == 302


def test_whoever_sat_in_the_wrong_place_moves_by_one_tap(room):
    phone = room.device("seat", 1)
    assert room.join(phone, "seat", 2).location == f"{room.address}/seats/2"
    assert room.device("seat", 1).get(f"{room.address}/seats/1").status_code == 200


def test_a_seat_survives_a_restart_and_another_address(tmp_path):
    def started():
        store = SqliteStore(tmp_path / "referee.sqlite3")
        return create_app(store, load_all(), Settings(heartbeat_s=0.02)), store

    app, store = started()
    room = Room(app)
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


# ---------------------------------------------------------------- what each may enter


def test_a_phone_enters_only_for_its_seat(room):
    room.lay_council()
    ann, bo = room.device("seat", 0), room.device("seat", 1)
    match = room.match
    turn = min(match.game.to_act(match.state))
    mine, other = (ann, bo) if turn == 0 else (bo, ann)
    assert turn in {0, 1}
    (action,) = [match.game.format(one) for one in match.game.legal_actions(match.state, turn)][:1]
    refused = room.enter(other, action)
    assert refused.status_code == 403
    name = NAMES[turn]
    assert f"Only the table’s tablet can enter that for {name}." in refused.text
    assert room.enter(other, action, headers=JSON).status_code == 403
    assert room.match.seq == match.seq
    assert room.enter(mine, action).status_code == 303


def test_a_phone_shows_only_what_it_may_enter(room, actions):
    room.lay_council()
    seats = room.match.game.to_act(room.match.state)
    for seat in range(3):
        page = room.device("seat", seat).get(f"{room.address}/seats/{seat}").text
        assert bool(actions(page)) == (seat in seats)
        assert 'data-tool="photo"' not in page
    assert actions(room.tablet.get(room.address).text)


def test_the_tablet_and_another_tablet_enter_for_anybody(room):
    room.lay_council()
    other = room.device("table")
    for client in (room.tablet, other, room.device()):  # and whoever has not said who it is
        match = room.match
        (turn, *_) = match.game.to_act(match.state)
        action = match.game.format(match.game.legal_actions(match.state, turn)[0])
        assert room.enter(client, action).status_code == 303


def test_what_a_phone_may_not_is_refused_in_a_sentence(room):
    room.lay_council()
    phone = room.device("seat", 1)
    now = {"expected": room.match.heard()}
    before = room.match.seq
    refused = {
        "/entries/1/retract": now,
        "/entries/1/replace": {**now, "action": "elder slot=0 card=noble"},
        "/sightings": now,
        "/rematch": {},
        "/delete": {},
        "/resume": now,
        "/reconcile": now,
        "/camera/zones": {},
        "/seats/0/own": {},
        "/seats/0/open": {},
        "/seats/0/release": {"sure": "yes"},
    }
    for path, data in refused.items():
        answer = phone.post(f"{room.address}{path}", data=data)
        assert answer.status_code == 403, path
        assert "Only the table’s tablet" in answer.text or "stay closed here" in answer.text, path
    assert room.match.seq == before


def test_only_the_table_overrules(room):
    room.lay_council()
    phone = room.device("seat", 1)
    kinds = [kind for kind in room.match.game.actions if kind.__name__.startswith("Overrule")]
    found = [one for one in room.match.game.optional_actions(room.match.state)
             if isinstance(one, tuple(kinds))]  # fmt: skip
    text = room.match.game.format(found[0])
    refused = room.enter(phone, text, by="1", why="it fell")
    assert refused.status_code == 403
    assert "Only the table’s tablet can do that." in refused.text
    assert room.enter(room.tablet, text, by="1", why="it fell", sure="yes").status_code == 303


def test_a_phone_takes_back_its_own_latest_entry_and_nobody_elses(room):
    room.lay_council()
    match = room.match
    turn = min(match.game.to_act(match.state))
    mine, other = room.device("seat", turn), room.device("seat", (turn + 1) % 3)
    action = match.game.format(match.game.legal_actions(match.state, turn)[0])
    assert room.enter(mine, action).status_code == 303
    assert 'data-tool="undo"' in mine.get(f"{room.address}/seats/{turn}").text
    assert 'data-tool="undo"' not in other.get(f"{room.address}/seats/{(turn + 1) % 3}").text

    def take(client, what):
        data = {"expected": room.match.heard()}
        return client.post(f"{room.address}/{what}", data=data).status_code

    assert (take(other, "undo"), take(mine, "undo")) == (403, 303)
    assert (take(other, "redo"), take(mine, "redo")) == (403, 303)
    assert (take(mine, "undo"), take(mine, "undo")) in {(303, 403), (303, 303)}
    assert take(room.tablet, "redo") == 303


@pytest.mark.parametrize("part", ["television", "spectator"])
def test_a_screen_that_only_shows_enters_nothing(part, room):
    room.lay_council()
    client = room.device(part)
    match, before = room.match, room.match.seq
    turn = min(match.game.to_act(match.state))
    action = match.game.format(match.game.legal_actions(match.state, turn)[0])
    refused = [
        room.enter(client, action),
        *(client.post(f"{room.address}/{path}", data={"expected": match.heard()})
          for path in ("undo", "entries/1/retract", "rematch", "delete", "seats/0/own")),
    ]  # fmt: skip
    for answer in refused:
        assert answer.status_code == 403
        assert "This screen only shows the table." in answer.text
        assert "data-action=" not in answer.text
    assert room.match.seq == before


def test_without_a_host_each_own_phone_enters_for_anybody_as_ever(table, app):
    client = app.test_client()
    client.post(f"{table.address}/seats/0/own")
    for _ in range(2):
        (turn, *_) = table.match.game.to_act(table.match.state)
        action = table.match.game.legal_actions(table.match.state, turn)[0]
        data = {"action": table.match.game.format(action), "expected": table.match.heard()}
        assert client.post(f"{table.address}/act", data=data).status_code == 303


# ---------------------------------------------------------------- the host and the others


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
    assert "Your seat was taken over by the table’s tablet." in page
    assert f'href="/j/{room.door.code}"' in page
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


@pytest.mark.parametrize("what", ["let-go", "pass-on", "door"])
@pytest.mark.parametrize("part", ["", "table", "seat", "television"])
def test_only_the_host_looks_after_the_screens(what, part, room):
    client = room.device(part, 1 if part == "seat" else None)
    before = room.door
    room.device("spectator")
    data = {"screen": room.handle("spectator"), "locked": "yes", "guarded": "yes"}
    answer = room.tell(client, what, **data)
    assert answer.status_code == 403
    assert "Only the table’s tablet can do that." in answer.text
    assert room.door == before
    assert Part.SPECTATOR in parts(room)
    page = client.get(f"{room.address}/screens").text
    assert 'data-tool="let-go-screen"' not in page
    assert 'data-tool="pass-on"' not in page


def test_the_host_passes_the_table_on(room):
    phone = room.device("seat", 1)
    before = room.desk.doors.mark(room.id, room.door.host)
    old = room.door.host
    assert room.tell(room.tablet, "pass-on", screen=room.handle("seat")).status_code == 303
    assert room.door.way is HostWay.GIVEN
    assert room.desk.doors.mark(room.id, old) != before
    page = phone.get(room.address).text
    assert "This screen is the table’s tablet now." in page
    assert "This screen is the table’s tablet now." not in phone.get(room.address).text
    assert "Another screen passed this on to it." in phone.get(f"{room.address}/screens").text
    assert room.enter(phone, "elder slot=0 card=seer").status_code == 303
    assert room.tell(room.tablet, "door", locked="yes").status_code == 403
    assert room.tell(phone, "door", locked="yes").status_code == 303


def test_what_is_none_of_the_screens_cannot_be_chosen(room):
    for handle in ("", "nobody", room.door.host):
        assert room.tell(room.tablet, "pass-on", screen=handle).status_code == 400
    assert room.door.way is HostWay.CLAIMED


def test_nobody_is_told_the_names_of_devices(room):
    room.device("seat", 1)
    for client in (room.tablet, room.device()):
        page = client.get(f"{room.address}/screens").text
        for device in room.desk.doors.store.guests(room.id):
            assert device not in page


def later(monkeypatch, by):
    class Later(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) + by

    monkeypatch.setattr(doors_module, "datetime", Later)


@pytest.mark.parametrize(("part", "seat"), [("table", None), ("seat", 1)])
def test_a_host_that_is_lost_is_followed_by_another_device_of_the_table(
    part, seat, room, monkeypatch
):
    client = room.device(part, seat)
    assert room.tell(client, "take-over").status_code == 403
    later(monkeypatch, timedelta(minutes=2, seconds=5))
    assert 'data-tool="take-over"' in client.get(f"{room.address}/screens").text
    for other in (room.device("television"), room.device()):
        assert 'data-tool="take-over"' not in other.get(f"{room.address}/screens").text
        assert room.tell(other, "take-over").status_code == 403
    assert room.tell(client, "take-over").status_code == 303
    assert room.door.way is HostWay.TAKEN
    page = room.tablet.get(f"{room.address}/screens").text
    assert "It took over, because the one before was not seen any more." in page
    assert room.tell(room.tablet, "door", locked="yes").status_code == 403
    assert room.tell(client, "door", locked="yes").status_code == 303


def test_a_host_that_shows_any_sign_is_not_lost(room, monkeypatch):
    client = room.device("table")
    later(monkeypatch, timedelta(minutes=2, seconds=5))
    room.tablet.get(f"{room.address}/more")
    assert room.tell(client, "take-over").status_code == 403
    assert "was seen a moment ago" in room.tell(client, "take-over").text


def test_where_nobody_is_host_a_screen_of_the_table_says_that_it_is(table, app):
    client = app.test_client()
    page = client.get(f"{table.address}/join").text
    assert 'data-tool="claim"' in page
    assert client.post(f"{table.address}/screens/claim").status_code == 303
    door = app.extensions["referee"].doors.of(table.match.id)
    assert door.way is HostWay.CLAIMED
    other = app.test_client()
    assert 'data-tool="claim"' not in other.get(f"{table.address}/join").text
    assert other.post(f"{table.address}/screens/claim").status_code == 403
    assert app.extensions["referee"].doors.of(table.match.id) == door


# ---------------------------------------------------------------- locked and guarded


def test_a_locked_table_lets_nobody_new_in_and_keeps_who_is_there(room):
    phone, stranger = room.device("seat", 1), room.device()
    assert room.tell(room.tablet, "door", locked="yes").status_code == 303
    for path in ("", "/show", "/watch", "/history", "/transcript.txt", "/join", "/screens",
                 "/join.svg", "/stream", "/seats", "/seats/2/cover"):  # fmt: skip
        answer = stranger.get(f"{room.address}{path}")
        assert answer.status_code == 403, path
        if path != "/stream":
            assert "takes no new screens now" in answer.text, path
    assert stranger.get(f"/j/{room.door.code}").status_code == 403
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
        assert "joined with the code of the table" in answer.text
    assert room.match.seq == before
    code = room.door.code
    for path in ("", "/show", "/join", "/join/corner", "/screens", "/more"):
        page = stranger.get(f"{room.address}{path}").text
        assert code not in page, path
        assert f"{code[:3]}-{code[3:]}" not in page, path
    assert 'action="/j"' in stranger.get(f"{room.address}/join").text
    assert code in phone.get(f"{room.address}/join").text
    room.join(stranger, "table")
    assert room.enter(stranger, action).status_code == 303


def test_lock_and_guard_are_changed_one_by_one(room):
    room.tell(room.tablet, "door", locked="yes")
    room.tell(room.tablet, "door", guarded="yes")
    assert (room.door.locked, room.door.guarded) == (True, True)
    room.tell(room.tablet, "door", locked="no")
    assert (room.door.locked, room.door.guarded) == (False, True)


# ---------------------------------------------------------------- the address


@pytest.fixture
def at(monkeypatch):
    """Give a function that moves this machine to other addresses."""

    def move(*addresses, name=None):
        monkeypatch.setattr(home, "addresses", lambda: addresses)
        monkeypatch.setattr(home, "local_name", lambda: name)

    return move


def test_the_address_in_numbers_stands_beside_the_local_name(room, at):
    at("192.0.2.7", name="table.local")
    for host in ("localhost:8000", "table.local:8000", "table:8000"):
        page = room.tablet.get(f"{room.address}/join", base_url=f"http://{host}").text
        assert f">http://192.0.2.7:8000/j/{room.door.code}<" in page
        assert ">http://table.local:8000/<" in page
        assert f"join.svg?for=http%3A//192.0.2.7%3A8000/j/{room.door.code}" in page


def test_another_address_has_another_symbol(room, at):
    at("192.0.2.7")
    before = room.tablet.get(f"{room.address}/join")
    symbol = room.tablet.get(f"{room.address}/join.svg").data
    assert 'data-renewed="' + f'{room.address}/join"' in before.text
    assert "joining.js" in before.text
    at("192.0.2.99")
    after = room.tablet.get(f"{room.address}/join").text
    assert "192.0.2.7" not in after
    assert f"http://192.0.2.99:8000/j/{room.door.code}" in after
    assert symbol != room.tablet.get(f"{room.address}/join.svg").data
    assert "192.0.2.99" in room.tablet.get("/join").text


def test_a_television_shows_the_code_too(room):
    page = room.device("television").get(f"{room.address}/show").text
    assert f'data-code="{room.door.code}"' in page
    assert 'id="join-corner"' in page


# ---------------------------------------------------------------- when they were seen


def test_when_a_device_was_seen_is_kept_about_twice_a_minute(room):
    written = []
    see = room.desk.doors.store.see
    room.desk.doors.store.see = lambda *told: (written.append(told), see(*told))
    phone = room.device("seat", 1)
    for _ in range(5):
        phone.get(f"{room.address}/seats/1")
    assert len(written) == 1
    seen = datetime.fromisoformat(room.desk.doors.store.guests(room.id)[written[0][1]].seen)
    assert datetime.now(UTC) - seen < timedelta(seconds=20)


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


def test_every_command_of_a_match_is_refused_to_a_television(room):
    """Also one that is added later."""
    television = room.device("television")
    values = {"match_id": room.id, "seat": "0", "seq": "1", "look": "none", "code": "0"}
    for rule in room.app.url_map.iter_rules():
        if "match_id" not in rule.arguments or rule.rule.startswith("/api/"):
            continue
        if "POST" in rule.methods:
            address = re.sub(r"<(?:\w+:)?(\w+)>", lambda place: values[place[1]], rule.rule)
            assert television.post(address).status_code == 403, address
    assert Path(room.address).name == room.id


def test_the_memory_of_a_match_that_is_gone_opens_nothing(room):
    code = room.door.code
    phone = room.device("seat", 1)
    assert room.tablet.post(f"{room.address}/delete").status_code == 303
    for client in (phone, room.tablet):
        assert client.get(f"/j/{code}").status_code == 404
        assert client.get(f"{room.address}/join").status_code == 404


def test_a_match_is_opened_in_memory_as_on_a_disk():
    app = create_app(MemoryStore(), load_all(), Settings(heartbeat_s=0.02))
    match = app.extensions["referee"].matches.open("waves", Setup(NAMES, (("council", "house"),)))
    assert app.extensions["referee"].doors.of(match.id) == app.extensions["referee"].doors.of(
        match.id
    )
