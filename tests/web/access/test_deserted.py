"""A table whose phones and tablets are all gone: the server has another address, say.

A browser shows a cookie only to the address that gave it. So none of the devices is known any more,
none can say yes, and all seats are taken; whoever has the code must find a way on.
"""

import re
from contextlib import closing
from datetime import timedelta

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.games import load_all
from referee.match import HostOrigin, Matches, SqliteStore
from referee.web import Settings, create_app


@pytest.fixture
def full(room):
    """Return a room in which everybody has sat down."""
    room.phones = [room.device("seat", seat) for seat in range(3)]
    return room


def can_take_over(room, client):
    page = client.get(f"{room.address}/screens").text
    return 'data-tool="take-over"' in page


def test_a_new_tablet_takes_over_a_deserted_table_and_its_people_sit_down_again(full, later):
    later(timedelta(minutes=6))
    new = full.device()
    assert full.join(new, "seat", 1).status_code == 409
    assert not can_take_over(full, new)
    full.join(new, "table")
    page = new.get(f"{full.address}/watch").text
    assert "The table’s tablet cannot say yes" in page
    assert f'href="{full.address}/screens" data-tool="screens"' in page
    assert can_take_over(full, new)
    assert full.tell(new, "take-over").status_code == 303
    assert full.lobby.way is HostOrigin.TAKEN
    again = full.device()
    taken = [handle for part, handle in full.screens(new) if part == "seat"]
    assert full.tell(new, "let-go", screen=taken[0]).status_code == 303
    assert full.join(again, "seat", 0).status_code == 303


@pytest.mark.parametrize("seen", ["phone", "tablet"])
def test_as_long_as_one_of_its_own_devices_is_there_no_stranger_takes_a_table_over(
    seen, full, later
):
    later(timedelta(minutes=6))
    still = full.tablet if seen == "tablet" else full.phones[2]
    still.get(full.address if seen == "tablet" else f"{full.address}/seats/2")
    new = full.device()
    full.join(new, "table")
    assert not can_take_over(full, new)
    assert full.tell(new, "take-over").status_code == 403


def test_two_minutes_are_not_enough_for_a_stranger_who_is_told_how_long(full, later):
    later(timedelta(minutes=3))
    new = full.device()
    full.join(new, "table")
    page = new.get(f"{full.address}/screens").text
    assert "for five minutes, this screen can take over." in page
    assert 'data-tool="again"' in page
    assert full.tell(new, "take-over").status_code == 403


@pytest.mark.parametrize("part", ["", "television", "spectator"])
def test_who_does_not_want_to_look_after_a_deserted_table_is_not_asked_to(part, full, later):
    later(timedelta(minutes=6))
    new = full.device(part)
    assert not can_take_over(full, new)
    assert full.tell(new, "take-over").status_code == 403


# ---------------------------------------------------------------- what a clock says


@pytest.mark.parametrize("ran", [0, 4])
def test_while_the_server_was_off_nobody_was_silent(ran, full, later):
    """A night, or a clock that has found its time: the table is nobody else's by that."""
    phone, new = full.phones[1], full.device()
    full.join(new, "table")
    later(timedelta(hours=9), runs=timedelta(minutes=ran))
    assert not can_take_over(full, new)
    assert full.tell(new, "take-over").status_code == 403
    assert can_take_over(full, phone) == (ran > 2), "its people need not wait for strangers"


def test_a_clock_that_was_set_back_keeps_nobody_waiting_for_years(full, later):
    new = full.device()
    full.join(new, "table")
    later(timedelta(days=-400), runs=timedelta(minutes=6))
    assert can_take_over(full, new)
    assert full.tell(new, "take-over").status_code == 303


# ---------------------------------------------------------------- a locked one

HERE, ELSEWHERE = "127.0.0.1", "192.0.2.77"
OPENS = 'data-tool="take-over"'


@pytest.fixture
def locked(full, later):
    """Return a locked table that nobody of its own was at for a while."""
    full.tell(full.tablet, "door", locked="yes")
    later(timedelta(minutes=6))
    return full


def comes(room, address, path, **more):
    """Let a device that nobody knows ask from an address."""
    client = room.app.test_client()
    return client, client.get(path, environ_base={"REMOTE_ADDR": address}, **more)


def test_the_own_computer_opens_a_locked_table_that_is_deserted(locked):
    _, home = comes(locked, HERE, "/")
    assert f'href="{locked.address}"' in home.text
    screen, page = comes(locked, HERE, locked.address)
    assert page.status_code == 403
    assert OPENS in page.text
    assert locked.tell(screen, "take-over").status_code == 303
    assert locked.lobby.way is HostOrigin.TAKEN
    assert locked.lobby.locked, "who has it now may open it"
    assert locked.tell(screen, "door", locked="no").status_code == 303
    assert locked.join(locked.device(), "spectator").status_code == 303


@pytest.mark.parametrize("way", ["the match", "the code"])
def test_a_stranger_in_the_room_does_not_open_it_and_reads_who_can(way, locked):
    path = {"the match": locked.address, "the code": f"/j/{locked.lobby.code}"}[way]
    stranger, page = comes(locked, ELSEWHERE, path)
    assert page.status_code == 403
    assert "on the referee’s own computer" in page.text
    assert OPENS not in page.text
    far = {"environ_base": {"REMOTE_ADDR": ELSEWHERE}}
    assert stranger.post(f"{locked.address}/screens/take-over", **far).status_code == 403
    _, home = comes(locked, ELSEWHERE, "/")
    assert locked.id not in home.text
    assert locked.lobby.way is HostOrigin.CLAIMED


def test_who_stands_behind_a_proxy_is_not_the_own_computer(locked):
    _, page = comes(locked, HERE, locked.address, headers={"X-Forwarded-For": ELSEWHERE})
    assert OPENS not in page.text


def test_as_long_as_somebody_is_there_the_own_computer_opens_nothing(full, later):
    full.tell(full.tablet, "door", locked="yes")
    later(timedelta(minutes=6))
    full.phones[0].get(f"{full.address}/seats/0")
    screen, page = comes(full, HERE, full.address)
    assert OPENS not in page.text
    assert "five minutes, this screen can take over" in page.text
    assert full.tell(screen, "take-over").status_code == 403
    _, home = comes(full, HERE, "/")
    assert full.id not in home.text


def test_the_command_line_opens_it_beside_the_server_and_tells_the_code(tmp_path, room_of):
    store = SqliteStore(tmp_path / "referee.sqlite3")
    room = room_of(create_app(store, load_all(), Settings(heartbeat_s=0.02)))
    room.tell(room.tablet, "door", locked="yes")
    said = CliRunner().invoke(main, ["unlock", room.id, "--data", str(tmp_path)])
    assert said.exit_code == 0
    (code,) = re.findall("[A-Z0-9]{3}-[A-Z0-9]{3}", said.stdout)
    assert room.device().get(f"/j/{code}").status_code == 200
    said = CliRunner().invoke(main, ["unlock", "nothing", "--data", str(tmp_path)])
    assert said.exit_code == 1
    assert "There is no match “nothing”" in said.stderr
    store.close()


def test_the_command_line_tells_the_code_of_a_match_that_no_screen_has_shown_yet(tmp_path):
    with closing(SqliteStore(tmp_path / "referee.sqlite3")) as store:
        app = create_app(store, load_all(), Settings(heartbeat_s=0.02))
        match = Matches(store, load_all()).load("game wave\nseats Ann, Bo\n")
        said = CliRunner().invoke(main, ["unlock", match.id, "--data", str(tmp_path)])
        (code,) = re.findall("[A-Z0-9]{3}-[A-Z0-9]{3}", said.stdout)
        assert app.test_client().get(f"/j/{code}").status_code == 200


def test_whoever_locks_a_table_reads_before_what_opens_it_in_need(full):
    page = full.tablet.get(f"{full.address}/screens").text
    assert "only the referee’s own computer can unlock it" in page
