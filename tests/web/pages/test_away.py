"""A database that is away holds up nobody for long, and all goes on by itself when it is back."""

import time
from contextlib import contextmanager

import pytest

from referee.core import Setup
from referee.games import load_all
from referee.match import StoreFailed
from referee.match.storage import postgres_timeouts
from referee.match.storage.postgres import PostgresStore
from referee.web import Settings, create_app

pytestmark = pytest.mark.once

SOON_S = 2.5
"""A second, and what a machine that has much to do may add."""

DEADLINE_S = 20


@pytest.fixture
def club(database):
    store = PostgresStore(database, connections=3)
    app = create_app(store, load_all(), Settings())
    match = app.extensions["referee"].matches.open("waves", Setup(("Ann", "Bo", "Cy")))
    yield app, store, f"/matches/{match.id}"
    store.close()


@pytest.fixture
def hanging(postgres):
    yield postgres
    postgres.go_on()


@pytest.fixture
def stopped(postgres):
    yield postgres
    postgres.stop()
    postgres.start()


@contextmanager
def at_most(seconds):
    begun = time.monotonic()
    yield
    assert time.monotonic() - begun < seconds


def is_refused_soon(app, table):
    """Ask for what is looked at first, and enter something."""
    client = app.test_client()
    for address in ("/healthz", "/"):
        with at_most(SOON_S):
            assert client.get(address).status_code == 503, address
    with at_most(SOON_S):
        act = client.post(f"{table}/act", data={"action": "elder slot=0 card=seer", "expected": 0})
    assert act.status_code == 503


def comes_back(app, table):
    client = app.test_client()
    until = time.monotonic() + DEADLINE_S
    while client.get("/healthz").status_code != 200:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert client.get(table).status_code == 200


def test_a_database_that_is_gone_is_not_waited_for(club, stopped):
    app, store, table = club
    stopped.stop()
    until = time.monotonic() + DEADLINE_S
    while not store._database.presence.is_away:
        assert time.monotonic() < until
        time.sleep(0.02)
    is_refused_soon(app, table)
    stopped.start()
    comes_back(app, table)


def test_a_database_that_holds_its_lines_and_says_nothing_is_given_up(club, hanging, monkeypatch):
    """The first to ask waits as long as for any answer, the others hardly."""
    monkeypatch.setattr(postgres_timeouts, "ANSWER_S", 1.5)
    app, store, table = club
    hanging.hang()
    with at_most(1.5 + SOON_S), pytest.raises(StoreFailed):
        store.matches()
    is_refused_soon(app, table)
    hanging.go_on()
    comes_back(app, table)
