"""An application in memory, and a table of four that has begun to play."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from functools import cache
from html import unescape
from time import monotonic
from typing import Any

import pytest
from described import Described
from flask import Flask
from flask.testing import FlaskClient
from parlour.hushed import GAME as HUSHED
from werkzeug.test import TestResponse

from referee.core import TABLE, Setup
from referee.games import load_all
from referee.match import Lobby, Match, Matches, SqliteStore
from referee.web import Settings, create_app
from referee.web import app as application
from referee.web.access import lobbies, presence
from referee.web.request.editions import edition_of_pages
from referee.web.services import Services

ELDERS = ("seer", "scholar", "seer", "noble")


@dataclass(frozen=True)
class Table:
    """A match and the client at its screen."""

    match: Match
    client: FlaskClient

    @property
    def address(self) -> str:
        return f"/matches/{self.match.id}"

    def enter(self, text: str, **more: object) -> TestResponse:
        data = {"action": text, "expected": self.match.seq, **more}
        return self.client.post(f"{self.address}/act", data=data)

    def page(self, path: str = "") -> str:
        return self.client.get(f"{self.address}{path}").text

    def lay_council(self) -> None:
        for slot, card in enumerate(ELDERS):
            assert self.enter(f"elder slot={slot} card={card}").status_code == 303


@pytest.fixture(scope="session", autouse=True)
def pages_named_once() -> Iterator[None]:
    """Let all applications share the name of their pages, for which each file of them is read."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(vars(application), "edition_of_pages", cache(edition_of_pages))
        yield


@pytest.fixture(scope="session", autouse=True)
def answers_as_described() -> Iterator[None]:
    """Compare each answer in JSON that any test gets with the document of the interface."""
    described: list[Described] = []
    ask = FlaskClient.open

    def open_and_compare(client: FlaskClient, *args: Any, **more: Any) -> TestResponse:
        answer = ask(client, *args, **more)
        app = client.application
        if answer.mimetype == "application/json" and "interface" in app.blueprints:
            if not described:
                described.append(Described(app))
            described[0].check(app, answer)
        return answer

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(FlaskClient, "open", open_and_compare)
        yield


@pytest.fixture
def settings() -> Settings:
    return Settings(heartbeat_s=0.02, streams=3)


@pytest.fixture
def app(settings: Settings) -> Flask:
    return create_app(SqliteStore(":memory:"), load_all(), settings)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def here(app: Flask) -> Services:
    services = app.extensions["referee"]
    assert isinstance(services, Services)
    return services


@pytest.fixture
def matches(here: Services) -> Matches:
    return here.matches


@pytest.fixture
def seat(client: FlaskClient, matches: Matches) -> Callable[..., Table]:
    """Open a match for these people."""

    def open_match(*names: str, **options: str) -> Table:
        setup = Setup(names, tuple(options.items()))
        return Table(matches.open("waves", setup), client)

    return open_match


@pytest.fixture
def three(seat: Callable[..., Table]) -> Table:
    """Open a match of three against each other, before the council lies."""
    return seat("Ann", "Bo", "Cy", council="house")


@pytest.fixture
def table(seat: Callable[..., Table]) -> Table:
    table = seat("Ann", "Bo", "Cy", "Di", mode="teams", council="3,3,2,2,1")
    table.lay_council()
    return table


@dataclass(frozen=True)
class Parlour:
    """A match of a game with secrets, and the devices around it."""

    match: Match
    app: Flask

    @property
    def address(self) -> str:
        return f"/matches/{self.match.id}"

    def device(self, seat: int | None = None) -> FlaskClient:
        """Return a device of its own; with a seat, the own phone of who sits there."""
        client = self.app.test_client()
        if seat is not None:
            answer = client.post(f"{self.address}/seats/{seat}/own")
            assert (answer.status_code, answer.location) == (303, f"{self.address}/seats/{seat}")
        return client

    def enter(self, client: FlaskClient, text: str, **more: object) -> TestResponse:
        data = {"action": text, "expected": self.match.heard(), **more}
        return client.post(f"{self.address}/act", data=data)

    def opened(self, client: FlaskClient, seat: int) -> str:
        """Hand a device to somebody, who opens the hidden cards."""
        slip = self.slip(client.get(f"{self.address}/seats/{seat}/cover").text)
        answer = client.post(f"{self.address}/seats/{seat}/open", data={"slip": slip})
        assert answer.status_code == 200
        return answer.text

    def slip(self, page: str) -> str:
        found = re.search(r'name="slip" value="([^"]+)"', page)
        assert found is not None
        return found[1]


@pytest.fixture
def parlour(settings: Settings) -> Parlour:
    """Open a match of two that have words to hide."""
    app = create_app(SqliteStore(":memory:"), {"hushed": HUSHED}, settings)
    match = app.extensions["referee"].matches.open("hushed", Setup(("Ann", "Bo")))
    return Parlour(match, app)


GUESTS = ("Ann", "Bo", "Cy")
OPENING = {"count": "3", "name": [*GUESTS], "option.council.preset": "house"}


class Room:
    """A match of three whose tablet opened it, and a room full of devices."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.services: Services = app.extensions["referee"]
        self.tablet = app.test_client()
        self.tablet.get("/new/waves")
        opened = self.tablet.post("/new/waves", data=OPENING)
        assert opened.status_code == 303
        self.address = opened.location
        self.id = self.address.rpartition("/")[2]

    @property
    def match(self) -> Match:
        return self.services.matches.get(self.id)

    @property
    def lobby(self) -> Lobby:
        return self.services.lobbies.of(self.id)

    def device(self, part: str = "", seat: int | None = None) -> FlaskClient:
        """Return a device of its own, which has said what it is."""
        client = self.app.test_client()
        if part:
            answer = self.join(client, part, seat)
            assert answer.status_code == 303, answer.text
        if part == "table":
            assert self.tell(self.tablet, "let-in", screen=self.wish()).status_code == 303
        return client

    def wish(self) -> str:
        """Return the handle of the latest screen that is asking to be a tablet of the table."""
        page = self.tablet.get(f"{self.address}/screens").text
        (*_, last) = re.findall(r'data-wish.*?name="screen" value="(\w+)"', page, re.DOTALL)
        return str(last)

    def join(self, client: FlaskClient, part: str, seat: int | None = None) -> TestResponse:
        data = {"part": part, **({} if seat is None else {"seat": seat})}
        return client.post(f"/j/{self.lobby.code}", data=data)

    def enter(self, client: FlaskClient, text: str, **more: Any) -> TestResponse:
        headers = more.pop("headers", None)
        data = {"action": text, "expected": self.match.heard(), **more}
        return client.post(f"{self.address}/act", data=data, headers=headers)

    def lay_council(self) -> None:
        """Play until the seats are to act."""
        while TABLE in self.match.game.to_act(self.match.state):
            action = self.match.game.legal_actions(self.match.state, TABLE)[0]
            self.match.submit([action], expected_seq=self.match.seq)

    def screens(self, client: FlaskClient) -> list[tuple[str, str]]:
        """Read the list of screens: what each is, and its handle where there is a button."""
        page = client.get(f"{self.address}/screens").text
        items = re.findall(r'<li data-screen="(\w+)"(.*?)</li>', page, re.DOTALL)
        return [
            (part, (re.findall(r'name="screen" value="(\w+)"', rest) or [""])[0])
            for part, rest in items
        ]

    def handle(self, part: str) -> str:
        return next(handle for one, handle in self.screens(self.tablet) if one == part and handle)

    def tell(self, client: FlaskClient, what: str, **data: str) -> TestResponse:
        return client.post(f"{self.address}/screens/{what}", data=data)


@pytest.fixture
def room(app: Flask) -> Room:
    """Open a match on a tablet, as people do."""
    return Room(app)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that lets time pass for whoever asks when a device was seen.

    By default a clock says so, and the server has run for as long.
    """

    def pass_by(by: timedelta, *, runs: timedelta | None = None) -> None:
        class Later(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> "Later":
                return cls.fromtimestamp(datetime.now(tz).timestamp() + by.total_seconds(), tz)

        run_s = (by if runs is None else runs).total_seconds()
        for module in (lobbies, presence):
            monkeypatch.setattr(module, "datetime", Later)
        monkeypatch.setattr(presence, "monotonic", lambda: monotonic() + run_s)

    return pass_by


@pytest.fixture
def room_of() -> type[Room]:
    """Return the room, for an application of one's own."""
    return Room


@pytest.fixture
def actions() -> Callable[[str], list[str]]:
    """Read what the buttons of a page enter, in their order."""

    def of(page: str) -> list[str]:
        return [unescape(text) for text in re.findall(r'<button[^>]*data-action="([^"]*)"', page)]

    return of


@pytest.fixture(autouse=True)
def all_streams_end(here: Services) -> Iterator[None]:
    yield
    assert here.stream_quota.taken == 0
