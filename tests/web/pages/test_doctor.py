"""How it stands with the machine: a page and a command, each thing with what to do."""

import json
import os
import re
import socket
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from urllib.request import urlopen

import pytest
from click.testing import CliRunner
from running_server import Server, free_port

from referee.cli import main
from referee.core import Setup
from referee.games import load_all
from referee.host import checkup_network, checkup_storage
from referee.host.authority import CertificateFiles, renew
from referee.host.checks import CheckedSetup, State
from referee.host.checkup import as_record, examine
from referee.host.https import names_of
from referee.match import Matches, SqliteStore
from referee.match.care.backups import BEFORE, back_up
from referee.match.storage.counts import forget_counts
from referee.web import Settings, create_app

pytestmark = pytest.mark.once

GAMES = load_all()
IDS = {
    *("store", "backup", "printers", "disk", "power", "clock", "python", "packages"),
    *("network", "port", "certificate", "cameras", "pictures"),
}


@pytest.fixture
def of(tmp_path):
    """The settings of a referee with one match, on a port that is free."""
    with closing(SqliteStore(tmp_path / "referee.sqlite3")) as store:
        Matches(store, GAMES).open("war-of-waves", Setup(("Ann", "Bo")))
        store.keep("printers/Study", "[149.5, 199.5, 30.5, 40]")
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    return Settings(
        "127.0.0.1",
        port,
        tmp_path / "referee.sqlite3",
        backups=7,
        backup_folder=tmp_path / "backups",
    )


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """Put programs of a Raspberry Pi on the path that say this."""

    def put(**said):
        for name, words in said.items():
            program = tmp_path / "bin" / name
            program.parent.mkdir(exist_ok=True)
            program.write_text(f"#!/bin/sh\necho '{words}'\n")
            program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")

    return put


def checked(settings, name, **more):
    return {check.id: check for check in examine(CheckedSetup(settings, GAMES, **more))}[name]


def test_every_thing_that_a_table_depends_on_is_looked_at(of):
    found = examine(CheckedSetup(of, GAMES))
    assert {check.id for check in found} == IDS
    assert all(str(check.says) for check in found)
    assert all(str(check.todo) for check in found if check.state is not State.GOOD)
    json.dumps(as_record(found))


def test_looking_changes_nothing(of):
    before = {path.name: path.read_bytes() for path in of.database.parent.glob("referee*3")}
    examine(CheckedSetup(of, GAMES))
    after = {path.name: path.read_bytes() for path in of.database.parent.glob("referee*3")}
    assert before == after
    assert not of.backup_folder.exists()
    examine(CheckedSetup(replace(of, database=of.database.parent / "none" / "x.sqlite3"), GAMES))
    assert not (of.database.parent / "none").exists()


def test_a_sound_store_says_how_many_matches_can_be_replayed(of):
    store = checked(of, "store")
    assert (store.state, store.facts["matches"]) == (State.GOOD, 1)
    assert "1 match can be replayed" in str(store.says)


def test_a_store_of_this_version_is_looked_at_where_it_lies_and_copied_nowhere(of, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", "/nowhere")
    with closing(SqliteStore(of.database)) as in_use:
        Matches(in_use, GAMES).open("war-of-waves", Setup(("Cy", "Di")))
        assert checked(of, "store").facts["matches"] == 2, "what is not in the file yet counts too"


def test_a_store_of_an_older_version_is_brought_over_in_a_copy_only(of):
    with closing(sqlite3.connect(of.database)) as connection:
        connection.executescript(
            "DROP INDEX doors_linked; ALTER TABLE doors DROP COLUMN token; DROP INDEX holds_own;"
            " ALTER TABLE entries DROP COLUMN checksum"
        )
        connection.execute("PRAGMA user_version = 5")
    before = of.database.read_bytes()
    assert checked(of, "store").facts["matches"] == 1
    assert of.database.read_bytes() == before


def test_a_damaged_store_is_to_be_mended_and_the_command_ends_in_status_1(of):
    of.database.write_bytes(b"SQLite format 3\0" + b"\xff" * 9000)
    store = checked(of, "store")
    assert store.state is State.FAILURE
    assert "it saves what can be read" in str(store.todo)
    said = CliRunner().invoke(main, ["doctor", "--json", "--data", str(of.database.parent)])
    assert said.exit_code == 1
    assert json.loads(said.output)["good"] is False


def test_an_emptied_store_beside_its_backups_is_damaged_and_a_new_one_is_not(of):
    made = back_up(of.database, of.backup_folder)
    of.database.write_bytes(b"")
    forget_counts(of.database)
    assert "it saves what can be read" in str(checked(of, "store").todo)
    made.unlink()
    assert checked(of, "store").state is State.GOOD


def test_a_store_that_cannot_be_reached_is_not_called_damaged(of):
    of.database.with_name(f"{of.database.name}-wal").mkdir()
    store = checked(of, "store")
    assert store.state is State.FAILURE
    assert "damaged" not in str(store.says)
    assert "do not restore a backup" in str(store.todo)


def test_a_store_on_a_full_disk_takes_entries_again_by_itself_once_there_is_room(of, monkeypatch):
    of.database.with_name(f"{of.database.name}-wal").mkdir()
    monkeypatch.setattr(checkup_storage, "is_full", lambda _folder: True)
    store = checked(of, "store")
    assert str(store.says) == "The disk is full, so new entries may be refused."
    assert "then entries are accepted again" in str(store.todo)
    assert "start" not in str(store.todo)


def test_a_folder_in_the_place_of_the_store_is_told(of):
    of.database.unlink()
    of.database.mkdir()
    store = checked(of, "store")
    assert store.state is State.FAILURE
    assert str(store.todo).startswith("Move it away")


def test_a_store_of_a_newer_referee_and_a_match_that_breaks_are_told_apart(of):
    with closing(sqlite3.connect(of.database)) as connection:
        (match,) = connection.execute("SELECT id FROM matches").fetchone()
        row = (match, 1, 1, "played", None, '{"text": "dance"}', "2026-01-01", "", "", "")
        connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)", row)
        connection.commit()
    broken = checked(of, "store")
    assert (broken.state, broken.facts["broken"]) == (State.WARNING, [match])
    assert "Ann and Bo" in str(broken.says)
    with closing(sqlite3.connect(of.database)) as connection:
        connection.execute("PRAGMA user_version = 9000")
    assert "newer referee" in str(checked(of, "store").says)


def test_of_a_database_that_does_not_answer_that_is_said(of):
    club = replace(of, database_url="postgresql://nobody@127.0.0.1:1/nothing")
    store = checked(club, "store")
    assert store.state is State.FAILURE
    assert "Check that the database is running" in str(store.todo)
    assert "pg_dump" in str(checked(club, "backup").todo)


def test_the_last_backup_is_told_and_one_that_is_too_old(of):
    assert "There is no backup in" in str(checked(of, "backup").says)
    made = back_up(of.database, of.backup_folder)
    last = checked(of, "backup")
    assert (last.state, last.facts["latest"]) == (State.GOOD, str(made))
    back_up(of.database, of.backup_folder, kind=BEFORE)
    assert checked(of, "backup").facts["latest"] == str(made), "the other is of what was before"
    made.rename(of.backup_folder / "referee-2026-01-01-120000.sqlite3")
    assert checked(of, "backup").state is State.WARNING
    assert "“referee backup”" in str(checked(replace(of, backups=0), "backup").todo)


def test_measured_printers_are_named(of):
    assert "Study" in str(checked(of, "printers").says)


@pytest.mark.parametrize(
    ("bits", "says"),
    [
        ("0x0", (State.GOOD, "The voltage is good.")),
        ("0x50005", (State.FAILURE, "The voltage is too low.")),
        ("0x50000", (State.WARNING, "The voltage has been too low since this machine started.")),
        ("0x8", (State.WARNING, "The machine is hot.")),
    ],
)
def test_a_raspberry_pi_tells_of_low_voltage_and_heat(of, programs, bits, says):
    programs(vcgencmd=f"throttled={bits}")
    power = checked(of, "power")
    assert (power.state, str(power.says)) == says


def test_a_clock_that_no_network_has_set_is_told(of, programs):
    programs(timedatectl="no")
    clock = checked(of, "clock")
    assert clock.state is State.WARNING
    assert "has not been set from the network yet" in str(clock.says)
    programs(timedatectl="yes")
    assert checked(of, "clock").state is State.GOOD


def test_a_port_is_free_or_taken_by_another_program(of):
    assert "is free" in str(checked(of, "port").says)
    with socket.create_server(("127.0.0.1", of.port)):
        taken = checked(of, "port")
    assert taken.state is State.FAILURE
    assert "used by another program" in str(taken.says)
    assert checked(of, "port", serving=True).state is State.GOOD


def test_an_address_of_yesterday_is_told_though_it_stops_no_start(of):
    gone = checked(replace(of, host="203.0.113.77"), "port")
    assert gone.state is State.WARNING
    assert "cannot listen on 203.0.113.77" in str(gone.says)
    assert "all addresses" in str(gone.todo)


def test_a_certificate_is_good_or_is_said_to_be_made_anew(of):
    assert "HTTPS is off" in str(checked(of, "certificate").says)
    papers = CertificateFiles(of.database.parent / "certificate")
    renew(papers, names_of(of))
    good = checked(of, "certificate")
    assert (good.state, good.facts["there"]) == (State.GOOD, True)
    assert "localhost" in good.facts["for"]
    papers.own_key.write_text("")
    assert "missing or damaged" in str(checked(of, "certificate").says)
    renew(papers, names_of(of))
    moved = replace(of, hosts=("tablet.local",))
    assert "all current addresses" in str(checked(moved, "certificate").says)
    named = checked(replace(of, hosts=("club.example",)), "certificate")
    assert "--anew" in str(named.todo)


def test_pi_cameras_are_listed_as_the_system_knows_them(of, tmp_path, monkeypatch):
    python = tmp_path / "python3"
    python.write_text(
        '#!/bin/sh\ncase "$3" in *global_camera_info*) echo imx708;; *) echo 0.3;; esac'
    )
    python.chmod(0o755)
    monkeypatch.setattr(checkup_network, "_SYSTEM_PYTHON", str(python))
    found = checked(of, "cameras")
    assert ["imx708"] == found.facts["pi_cameras"]
    assert "the Pi camera imx708" in str(found.says)
    assert found.facts["cameras"] or "--source picamera2" in str(found.todo)


def test_the_command_says_one_thing_a_line_and_what_to_do_below_it(of):
    said = CliRunner().invoke(main, ["doctor", "--data", str(of.database.parent)])
    titles = [
        line for line in said.output.splitlines() if re.match(r"(  ok |warn |FAIL ) \S", line)
    ]
    assert len(titles) == len(IDS)
    assert said.exit_code == any(line.startswith("FAIL") for line in titles)


def doctor(*words):
    said = CliRunner().invoke(main, ["doctor", "--json", *words])
    return {check["id"]: check for check in json.loads(said.output)["checks"]}


def test_page_and_command_agree_on_a_referee_that_runs_at_whatever_port(tmp_path):
    server = Server(tmp_path)
    folder = ("--data", str(tmp_path / "data"))
    server.start()
    try:
        with urlopen(f"{server.url}/healthz", timeout=30) as answer:  # noqa: S310 - our own
            assert answer.read() == b"ok\n"
        wanted = CliRunner().invoke(main, ["certificate", *folder])
        assert f"http://…:{server.port}/trust" in wanted.output
        with urlopen(f"{server.url}/doctor", timeout=30) as answer:  # noqa: S310 - our own
            page = answer.read().decode()
        told = doctor(*folder)
        assert told["certificate"]["state"] == "look"
        for sentence in (told["certificate"]["says"], told["certificate"]["todo"]):
            assert sentence in page
        assert "Restart the referee" in told["certificate"]["todo"]
        assert told["port"]["says"] == f"The referee is running on port {server.port}."
        assert told["port"]["says"] in page
        assert "is free" in doctor(*folder, "--port", str(free_port()))["port"]["says"]
    finally:
        assert server.process is not None
        server.process.kill()
        server.stop()
    assert "not running" in doctor(*folder)["port"]["says"], "it was killed, and has left its word"


# ---------------------------------------------------------------- the page


ELSEWHERE = {"REMOTE_ADDR": "192.0.2.9"}


@pytest.fixture
def at(of):
    return create_app(SqliteStore(":memory:"), GAMES, of)


def test_the_first_page_leads_to_it_on_this_machine_only(at):
    here = at.test_client()
    assert 'href="/doctor"' in here.get("/").text
    assert set(re.findall(r'data-check="(\w+)"', here.get("/doctor").text)) == IDS
    assert 'href="/doctor"' not in here.get("/", environ_overrides=ELSEWHERE).text
    refused = here.get("/doctor", environ_overrides=ELSEWHERE)
    assert refused.status_code == 403
    assert "data-check" not in refused.text


def test_the_host_of_a_table_finds_it_below_its_screens_and_nobody_else_does(at, room_of):
    room = room_of(at)
    screens = room.tablet.get(f"{room.address}/screens").text
    assert f'href="{room.address}/doctor"' in screens
    page = room.tablet.get(f"{room.address}/doctor", environ_overrides=ELSEWHERE)
    assert set(re.findall(r'data-check="(\w+)"', page.text)) == IDS
    seat = room.device("seat", 0)
    assert "/doctor" not in seat.get(f"{room.address}/screens").text
    assert seat.get(f"{room.address}/doctor").status_code == 403


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded"])
def test_what_a_proxy_has_handed_on_does_not_come_from_this_machine(at, header):
    handed_on = at.test_client().get("/doctor", headers={header: "192.0.2.9"})
    assert handed_on.status_code == 403


def test_behind_a_proxy_nobody_counts_as_this_machine(of, room_of):
    app = create_app(SqliteStore(":memory:"), GAMES, replace(of, proxies=1))
    room = room_of(app)
    for address in ("/doctor", f"{room.address}/doctor"):
        assert room.tablet.get(address).status_code == 403
    assert 'href="/doctor"' not in room.tablet.get("/").text


def test_the_sentences_name_no_file_of_the_code(of):
    told = json.dumps(as_record(examine(CheckedSetup(of, GAMES))))
    assert ".py" not in told
    assert str(Path(__file__).parents[3] / "referee") not in told


def test_a_running_server_answers_with_all_of_it_although_it_asks_other_programs(
    tmp_path, programs
):
    programs(timedatectl="yes", vcgencmd="throttled=0x0")
    server = Server(tmp_path)
    server.start()
    try:
        for _ in range(2):
            with urlopen(f"{server.url}/doctor", timeout=30) as answer:  # noqa: S310 - our own
                page = answer.read().decode()
            assert set(re.findall(r'data-check="(\w+)"', page)) == IDS
        assert "The voltage is good." in page
    finally:
        server.stop()
