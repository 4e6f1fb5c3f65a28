"""What goes wrong with a PostgreSQL database costs no entry and is named in plain words."""

import subprocess
import sys
import threading
import time

import psycopg
import pytest
from heard_stores import DEADLINE_S, ROWS, Heard, played
from psycopg.conninfo import conninfo_to_dict

from referee.match import NewerStore, StoreFailed
from referee.match.errors import NoStore
from referee.match.storage import postgres_connection
from referee.match.storage.news import Happened, News
from referee.match.storage.open import open_store
from referee.match.storage.postgres import PostgresStore


@pytest.fixture
def server(postgres):
    """The server, which is running again afterwards."""
    yield postgres
    postgres.stop()
    postgres.start()


# ---------------------------------------------------------------- what goes wrong


def test_a_server_that_went_away_is_found_again_and_what_was_missed_is_said(server, stores):
    one, other = stores
    there = Heard(other)
    one.create("a", ROWS)
    server.stop()
    with pytest.raises(StoreFailed, match="Please try again"):
        one.append("a", [played(1)])
    before = len(there.news)  # nothing is heard while the server is away
    server.start()
    until = time.monotonic() + DEADLINE_S
    while Happened.MISSED not in [news.happened for news in there.news[before:]]:
        assert time.monotonic() < until
        time.sleep(0.05)
    one.append("a", [played(1)])
    there.wait_for(News(Happened.ENTERED, "a", 1))


def test_a_server_that_goes_is_named_once_and_once_when_it_is_back(
    server, database, caplog, monkeypatch
):
    monkeypatch.setattr(postgres_connection, "_PATIENCE_S", 0.5)
    store = PostgresStore(database, connections=3)
    there = Heard(store)
    server.stop()
    for _ in range(2):
        with pytest.raises(StoreFailed):
            store.matches()
    until = time.monotonic() + DEADLINE_S
    while not caplog.messages:
        assert time.monotonic() < until
        time.sleep(0.05)
    before = len(there.news)  # nothing is heard while the server is away
    server.start()
    while len(there.news) == before:
        assert time.monotonic() < until
        time.sleep(0.05)
    where = f"{conninfo_to_dict(database)['host']}:{server.port}"
    assert caplog.messages == [
        f"The database at {where} does not answer. Is PostgreSQL running there?",
        f"The database at {where} answers again.",
    ]
    store.close()


def test_a_cut_line_costs_no_command(postgres, stores):
    one, _ = stores
    one.create("a", ROWS)
    for seq in range(1, 4):
        postgres.do(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        one.append("a", [played(seq)])
    assert len(one.rows("a")) == 4


def test_a_line_that_is_cut_in_the_middle_of_an_entry_costs_nothing(postgres, stores):
    one, other = stores
    one.create("a", ROWS)
    postgres.do(
        """CREATE SEQUENCE times; CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('times') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
        RETURN NEW; END $$; CREATE TRIGGER cut BEFORE INSERT ON entries FOR EACH ROW
        EXECUTE FUNCTION cut()"""
    )
    one.append("a", [played(1)])
    assert other.rows("a") == (*ROWS, played(1))


def test_a_server_that_is_not_there_is_waited_for_and_then_named():
    said: list[object] = []
    with pytest.raises(NoStore) as failed:
        PostgresStore("postgresql://ann@127.0.0.1:1/club", patience_s=0.6, waiting=said.append)
    assert str(failed.value) == (
        "The database at 127.0.0.1:1 does not answer. Is PostgreSQL running there?"
    )
    assert list(map(str, said)) == [str(failed.value)]


def test_a_server_that_comes_late_is_waited_for(server):
    server.stop()
    said: list[object] = []
    later = threading.Timer(0.3, server.start)
    later.start()
    store = PostgresStore(server.near(), patience_s=DEADLINE_S, waiting=said.append)
    later.join()
    assert len(said) == 1
    store.close()


@pytest.mark.parametrize(
    ("password", "name", "says"),
    [
        ("wrong", "referee", "does not let “referee” in. Check the name and the password in"),
        (None, "nowhere", "There is no database called “nowhere” at 127.0.0.1:"),
    ],
)
def test_what_waiting_does_not_mend_is_said_at_once(postgres, password, name, says):
    url = postgres.url(name, password=password) if password else postgres.url(name)
    begun = time.monotonic()
    with pytest.raises(NoStore, match=says) as failed:
        PostgresStore(url, patience_s=60)
    assert time.monotonic() - begun < 30
    assert "wrong" not in str(failed.value)


@pytest.mark.usefixtures("database")
def test_the_right_password_with_any_letters_opens_the_database(postgres):
    store = PostgresStore(postgres.url())
    store.create("a", ROWS)
    store.close()


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("mysql://ann@club/referee", "must start with postgresql://"),
        ("referee.sqlite3", "must start with postgresql://"),
        ("postgresql://ann:pa/ss@[club/referee", "is not an address"),
    ],
)
def test_what_is_no_address_of_a_database_is_refused_without_saying_it(url, says):
    with pytest.raises(NoStore, match=says) as failed:
        PostgresStore(url)
    assert "pa/ss" not in str(failed.value)


def test_one_who_may_not_make_tables_is_told_so(database, postgres):
    postgres.do("DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN")
    with pytest.raises(NoStore, match="“guest” may not create tables in the database “referee”"):
        PostgresStore(database.replace("referee@", "guest@"))


def test_a_database_that_cannot_hold_every_letter_is_refused(postgres):
    postgres.do("DROP DATABASE IF EXISTS latin", "postgres")
    postgres.do(
        "CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0",
        "postgres",
    )
    with pytest.raises(NoStore, match="cannot hold all characters"):
        PostgresStore(postgres.near("latin"))


def test_a_database_of_a_newer_referee_is_left_alone(database, postgres):
    PostgresStore(database).close()
    postgres.do("UPDATE schema_version SET version = 99")
    with pytest.raises(NewerStore, match="stored by a newer referee") as newer:
        PostgresStore(database)
    assert "99" in newer.value.detail


def test_a_database_of_an_older_referee_is_brought_along(database, monkeypatch):
    PostgresStore(database).close()
    newer = postgres_connection.VERSION + 1
    script = "ALTER TABLE kept ADD COLUMN at text; CREATE TABLE more (id text);"
    monkeypatch.setattr(postgres_connection, "VERSION", newer)
    monkeypatch.setattr(postgres_connection, "_MIGRATIONS", {newer: script})
    for _ in range(2):
        PostgresStore(database).close()
    with psycopg.connect(database) as connection:
        assert connection.execute("SELECT version FROM schema_version").fetchall() == [(newer,)]
        assert connection.execute("SELECT name, value, at FROM kept").fetchall() == []
        assert connection.execute("SELECT id FROM more").fetchall() == []


@pytest.mark.parametrize("broken", ["INSERT INTO schema_version VALUES (1)", "DELETE FROM {}"])
def test_a_database_that_was_brought_back_only_in_part_is_named(database, postgres, broken):
    PostgresStore(database).close()
    postgres.do(broken.format("schema_version"))
    with pytest.raises(NoStore, match=r"“referee” is incomplete.*Restore the saved matches"):
        PostgresStore(database)


def test_a_closed_store_takes_nothing(database):
    store = PostgresStore(database)
    store.close()
    with pytest.raises(StoreFailed):
        store.keep("a", "b")


def test_what_is_acknowledged_is_on_the_disk(stores):
    one, _ = stores
    with one._database.connection() as connection:
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("on",)


def test_a_row_that_cannot_be_read_does_not_hide_the_other_matches(stores, postgres):
    one, _ = stores
    one.create("a", ROWS)
    one.create("b", ROWS)
    postgres.do("UPDATE entries SET body = 'junk' WHERE match = 'a'")
    assert [(stored.id, stored.slug) for stored in one.matches()] == [("b", "nim"), ("a", "")]


def test_without_a_database_nothing_of_it_is_loaded(tmp_path):
    asks = (
        "import sys; from pathlib import Path;"
        "from referee.match.storage.open import open_store;"
        f"open_store(Path({str(tmp_path / 'r.sqlite3')!r})).close();"
        "import referee.web, referee.web.app;"
        "sys.exit(any(name.startswith('psycopg') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", asks], check=False).returncode == 0


def test_a_machine_without_the_library_is_told_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "referee.match.storage.postgres", None)
    with pytest.raises(NoStore, match="pip install 'tabletop-referee\\[postgresql\\]'"):
        open_store(tmp_path, "postgresql://ann@club/referee")


PATIENT = """
from gevent import monkey
monkey.patch_all(ssl=False, subprocess=False)
import sys, gevent
from gevent.event import Event
from pathlib import Path
from referee.match.storage.open import open_store

store = open_store(Path(), sys.argv[1], connections=2)
held = Event()
WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"

def hold():
    "Hold a lock for as long as nobody is seen waiting for it."
    with store._database.connection() as line:
        line.execute("SELECT pg_advisory_lock(1)")
        held.set()
        while line.execute(WAITING).fetchone() == (0,):
            gevent.sleep(0.01)
        line.execute("SELECT pg_advisory_unlock(1)")

def wait():
    held.wait()
    with store._database.connection() as line:
        line.execute("SELECT pg_advisory_lock(1)")
        line.execute("SELECT pg_advisory_unlock(1)")

store.follow(lambda news: None)
gevent.joinall([gevent.spawn(hold), gevent.spawn(wait)], raise_error=True)
"""


def test_in_a_loop_waiting_for_the_database_gives_way_to_others(database):
    done = subprocess.run(
        [sys.executable, "-c", PATIENT, database],
        capture_output=True,
        text=True,
        check=False,
        timeout=DEADLINE_S,
    )
    assert (done.returncode, done.stderr) == (0, "")
