"""What the interface promises is answered, each field and each kind of problem, at least once.

The other way round every test of the web holds: an answer that says more than the document fails.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from councils import JSON, at, photo, picture, report, scan_of
from described import Described
from score_maps import filled_map

from referee.core import RefereeError, kebab, literal
from referee.games import load_all
from referee.match import Played, SeqTaken, SqliteStore, StoreFailed
from referee.match.moment import follow_log
from referee.web.request import workers
from referee.web.request.shapes import StreamEvent
from referee.web.sight import photos

pytestmark = pytest.mark.once

FAR = {"REMOTE_ADDR": "192.0.2.4"}
WORDS = re.compile(r"`([^`]+)`")
NO_FIELDS = {"referee scan"}
"""What is called by its name, and is no part of anything that is sent or told."""


@pytest.fixture
def described(app) -> Described:
    return Described(app)


@pytest.fixture
def heard(monkeypatch) -> Callable[[], list]:
    """Return a function that gives all answers so far, each with what is described of it."""
    found: list = []
    check = Described.check

    def note(self, app, answer) -> None:
        check(self, app, answer)
        answers = self.answers_of(app, answer)
        if answers is not None:
            schema = answers[str(answer.status_code)]["content"]["application/json"]["schema"]
            found.append((schema, answer.json))

    monkeypatch.setattr(Described, "check", note)
    return lambda: found


ROLLING = load_all()["rolling"]


# ---------------------------------------------------------------- what is answered


def play(table) -> None:
    """Enter in time, too late, against the rules, under an old key, and what nobody can read."""
    act, before = f"{table.address}/act", table.match.heard()

    def send(text, path=act, **more):
        sent = {"action": text, "expected": table.match.heard(), **more}
        return table.client.post(path, json=sent, headers=JSON).json.get("problem", "taken")

    assert send("follow slot=0", key="mine") == "taken"
    assert send("rebel slot=1 count=2", key="mine") == "key-taken"
    assert send("follow slot=0", expected=before) == "stale-seq"
    assert send("follow slot=3") == "refused"
    assert send("dance") == "unknown-notation"
    assert send("follow slot=1", expected="") == "unclear"
    assert send("", f"{table.address}/redo") == "nothing-to-undo"
    assert send("follow slot=1") == "taken"
    assert send("", f"{table.address}/entries/2/retract") == "conflict"
    for path in ("", "/news", "/seats/0"):
        table.client.get(f"{table.address}{path}", headers=JSON)


def open_wrongly(client) -> None:
    """Open matches of no game, of no mode, from what is no transcript; ask for what is not here."""

    def load(text):
        return client.post("/transcripts", data={"text": text}, headers=JSON).json["problem"]

    assert load("nonsense") == "broken-transcript"
    assert load("game waves\nseats Ann, Bo, Cy, Di\noption mode=none\n") == "bad-setup"
    assert client.post("/new/none", headers=JSON).json["problem"] == "unknown-game"
    assert client.get("/matches/none", headers=JSON).json["problem"] == "unknown-match"
    stranger = client.post("/new/waves", headers={**JSON, "Origin": "http://elsewhere.example"})
    assert stranger.json["problem"] == "stranger"


def show_pictures(three, monkeypatch) -> None:
    """Show cards to a camera: sure ones, doubtful ones, and what is no picture at all."""
    client, address = three.client, three.address
    look = report(three, scan_of([("seer", at(0)), ("knight", at(0, 95))])).json["look"]
    for path in (f"{address}/sightings/{look}", f"/api{address}/sightings", "/api/watch"):
        assert client.get(path, headers=JSON).status_code == 200
    sent = {"data": picture("seer", "noble"), "content_type": "image/jpeg", "headers": JSON}
    assert client.post(f"{address}/frames?camera=one&try=yes", **sent).json["codes"]
    assert photo(three, b"x", headers=JSON).json["problem"] == "bad-photo"
    gone = client.get(f"{address}/sightings/none", headers=JSON)
    assert gone.json["problem"] == "gone-look"
    far = client.get(f"/api{address}/sightings", headers=JSON, environ_base=FAR)
    assert far.json["problem"] == "strange-camera"
    for problem in (workers.Busy, workers.Careful):
        with monkeypatch.context() as patched:
            patched.setattr(photos, "read_in_worker", raising(problem))
            told = photo(three, picture("seer"), headers=JSON).json
            assert told["problem"] == kebab(problem.__name__)


def raising(problem: Any) -> Callable[..., None]:
    def refuse(*_args: object, **_more: object) -> None:
        raise problem

    return refuse


def photograph_boards(client) -> None:
    """Read a board whose points are counted, one that contradicts itself, and one of no game."""

    def read(marks, slug="rolling"):
        sent = {"photo": (BytesIO(filled_map(ROLLING, marks)), "board.jpg")}
        return client.post(f"/score/{slug}/photo", data=sent, headers=JSON).json

    assert read({"chest-1.1": "6", "infamy.1": "x"})["score"]["lines"]
    assert read({"chest-1.1": "6", "buried.2": "x"})["contradictions"]
    assert read({}, "waves")["problem"] == "bad-boards"


def hide_cards(parlour) -> None:
    """Sit at the own phone of somebody, and try the same from the phones of others."""
    shared = parlour.device()
    parlour.opened(shared, 1)
    own, other = parlour.device(0), parlour.device()
    told = other.get(f"{parlour.address}/seats/0", headers=JSON).json
    assert told["problem"] == "held-elsewhere"
    note = own.get(f"{parlour.address}/seats/0", headers=JSON).json["own"]["choices"][0]
    sent = {"action": note, "expected": parlour.match.heard()}
    told = other.post(f"{parlour.address}/act", json=sent, headers=JSON).json
    assert told["problem"] == "not-held-here"
    told = shared.post(f"{parlour.address}/seats/0/own", headers=JSON).json
    assert told["problem"] == "shared-device"


def come_in(room) -> None:
    """Enter at a table with a host as one who only looks on, and come to it where it is locked."""

    def enter(client):
        return room.enter(client, "elder slot=0 card=seer", headers=JSON).json["problem"]

    stranger = room.device()
    assert enter(room.device("spectator")) == "not-yours"
    assert enter(stranger) == "unnamed"
    room.tell(room.tablet, "door", guarded="yes")
    assert enter(stranger) == "code-wanted"
    room.tell(room.tablet, "door", locked="yes")
    assert stranger.get(room.address, headers=JSON).json["problem"] == "not-for-here"


def break_down(table, monkeypatch) -> None:
    """Let the store and the rules fail, each in all its ways, and the referee itself."""
    act = {"action": "follow slot=2", "expected": table.match.heard()}

    def send():
        return table.client.post(f"{table.address}/act", json=act, headers=JSON).json["problem"]

    for problem in every_kind(StoreFailed):
        with monkeypatch.context() as patched:
            patched.setattr(SqliteStore, "append", raising(problem(literal("away"))))
            name = "StaleSeq" if problem is SeqTaken else problem.__name__
            assert send() == kebab(name)
    with monkeypatch.context() as patched:
        patched.setattr(SqliteStore, "append", raising(ZeroDivisionError))
        assert send() == "problem"
    rows = list(table.match.now.rows)
    rows[3] = replace(rows[3], entry=Played("dance"))
    table.match._now = follow_log(table.match.game, rows)
    assert table.client.get(table.address, headers=JSON).json["broken"]["entry"] == 3
    assert send() == "broken-log"


def every_kind(kind: type[RefereeError]) -> Iterator[type[RefereeError]]:
    yield kind
    for narrower in kind.__subclasses__():
        yield from every_kind(narrower)


# ---------------------------------------------------------------- what is promised


def answers_in(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for methods in document["paths"].values():
        for told in methods.values():
            yield from told["responses"].values()


def kinds_in(schema: dict[str, Any]) -> set[str]:
    parts = schema.get("oneOf", [schema])
    return {kind for part in parts
            for kind in part.get("properties", {}).get("problem", {}).get("enum", ())}  # fmt: skip


@pytest.fixture
def answered(table, three, room, *, parlour, heard, monkeypatch) -> list:
    """Return what tables of all kinds have answered to whatever programs ask."""
    open_wrongly(table.client)
    play(table)
    show_pictures(three, monkeypatch)
    photograph_boards(table.client)
    hide_cards(parlour)
    come_in(room)
    break_down(table, monkeypatch)
    return heard()


def test_every_field_and_every_kind_of_problem_that_is_promised_is_answered(answered, described):
    schemas = [kind["schema"] for answer in answers_in(described.document)
               for medium, kind in answer.get("content", {}).items()
               if medium == "application/json"]  # fmt: skip
    promised = {(shape, field) for schema in schemas for shape in described.shapes_in(schema)
                for field in described.shapes[shape]["properties"]}  # fmt: skip
    told = {field for schema, told in answered for field in described.fields_in(schema, told)}
    assert promised - told == set()
    kinds = {told.get("problem") for _, told in answered}
    assert set().union(*map(kinds_in, schemas)) - kinds == set()


def test_every_field_of_an_event_that_is_promised_is_sent(table):
    stream = table.client.get(f"{table.address}/stream", buffered=False)
    sent = next(stream.response) + next(stream.response)
    stream.close()
    fields = {line.partition(":")[0] for line in sent.decode().splitlines() if line}
    assert fields == StreamEvent.__annotations__.keys()


def test_who_was_too_late_is_told_all_that_came_between_in_its_order(table):
    before = table.match.heard()
    for text in ("follow slot=0", "rebel slot=1 count=2", "follow slot=2"):
        table.enter(text)
    sent = {"action": "rebel slot=0 count=1", "expected": before}
    told = table.client.post(f"{table.address}/act", json=sent, headers=JSON).json
    assert (told["expected"], told["seq"]) == (before, before + 3)
    assert told["since"] == [
        "Ann laid a Follower.",
        "Bo laid 2 Rebels.",
        "Cy laid a Follower.",
    ]


def test_what_only_a_seat_knows_is_not_told_to_who_was_too_late(parlour):
    own, other = parlour.device(0), parlour.device()
    before = parlour.match.heard()
    note = own.get(f"{parlour.address}/seats/0", headers=JSON).json["own"]["choices"][0]
    assert parlour.enter(own, note).status_code == 303
    first = parlour.match.game.format(parlour.match.game.legal_actions(parlour.match.state, 0)[0])
    assert parlour.enter(other, first).status_code == 303
    sent = {"action": first, "expected": before, "key": "another tap"}
    told = other.post(f"{parlour.address}/act", json=sent, headers=JSON).json
    assert (told["problem"], len(told["since"])) == ("stale-seq", 1)
    assert note not in str(told)


def test_every_name_in_the_prose_is_one_that_is_sent_or_told(described):
    shapes, values = described.shapes, set(NO_FIELDS)
    fields = {field for shape in shapes.values() for field in shape.get("properties", {})}
    for shape in shapes.values():
        for schema in shape.get("properties", {}).values():
            values |= set(schema.get("enum", ()))
            assert set(WORDS.findall(schema.get("description", ""))) <= fields | values | {
                word for word in WORDS.findall(schema.get("description", "")) if word in str(shapes)
            }
    assert set(WORDS.findall(described.document["info"]["description"])) <= fields
    for path in described.document["paths"].values():
        for told in path.values():
            asked = {one["name"] for one in told["parameters"]}
            sent = {field for shape in described.shapes_in(told.get("requestBody", {}))
                    for field in shapes[shape]["properties"]}  # fmt: skip
            of_all = asked | sent | {"seq", "expected"}
            for answer in told["responses"].values():
                content = answer.get("content", {}).values()
                here = {field for kind in content for shape in described.shapes_in(kind["schema"])
                        for field in shapes[shape].get("properties", {})}  # fmt: skip
                kinds = set().union(*(kinds_in(kind["schema"]) for kind in content), {"problem"})
                words = set(WORDS.findall(answer["description"]))
                assert words <= here | kinds, (told["operationId"], answer["description"])
                of_all |= here
            prose = [one.get("description", "") for one in (told, *told["parameters"])]
            for text in prose:
                assert set(WORDS.findall(text)) <= of_all, (told["operationId"], text)
