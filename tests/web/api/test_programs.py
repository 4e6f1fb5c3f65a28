"""Whatever a program sends, it is answered as the document says: no breakdown, nothing unknown.

Requests are drawn from the document. Where a request names a match, a look or a moment, it is most
often one that is there, so that it comes further than to the first refusal.
"""

import itertools
from dataclasses import dataclass, field
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from referee.core import Mark, Seat
from referee.games import load_all
from referee.match import Match, SqliteStore
from referee.web import Settings, create_app
from referee.web.api.openapi import operations_of
from referee.web.screens.demo_files import demos_of

pytestmark = pytest.mark.once

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
GAMES = tuple(load_all())
JSON = {"Accept": "application/json"}
AS_WRITTEN = {"Accept-Encoding": "identity"}  # nothing unpacks what the client in memory gets
STEPS = 14
# What is drawn must not depend on how far a match is; what it means may.
ANY = st.integers(0, 9_999)
LIKELY = st.sampled_from([True] * 8 + [False])
HANDS = settings(
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    database=None,
)


def tightened(document: dict[str, Any]) -> dict[str, Any]:
    """Let no answer say more than the document."""
    schemas = document["components"]["schemas"]
    sent = {"Moment", "Entry", "Mend", "Change", "Whose", "Confirmed", "Nothing", "Photo",
            "Opening", "Pasted", "ScanSent", "CodeSighting", "MarkerSighting",
            "Unread"}  # fmt: skip
    for name in schemas.keys() - sent:
        schemas[name]["additionalProperties"] = False
    return document


@dataclass
class Place:
    """A referee of one game, a match that has begun, and who sits at its first seat."""

    slug: str
    app: Flask = field(init=False)
    schema: Any = field(init=False)
    match: Match = field(init=False)
    device: str = field(init=False)
    look: str = field(init=False)
    taken: list[str] = field(default_factory=list)

    def __post_init__(self):
        games = load_all()
        self.app = create_app(SqliteStore(":memory:"), games, Settings(streams=9))
        # Streams say what is now, and end.
        self.app.extensions["referee"].matches.feed.close()
        document: Any = self.app.test_client().get("/api/openapi.json").json
        self.schema = schemathesis.openapi.from_dict(tightened(document))
        self.schema.app = self.app
        self.begin()

    def begin(self):
        """Open a match and play some of a golden game, so that there is something to mend."""
        matches = self.app.extensions["referee"].matches
        game = matches.game(self.slug)
        demo = next(one for one in demos_of(game) if one.name.startswith("game-"))
        self.match = matches.open(self.slug, demo.setup)
        entries = [line.text for line in demo.lines if line.mark is Mark.ENTRY][:12]
        for entry in entries:
            self.match.submit([game.parse(entry)], expected_seq=self.match.seq)
        client = self.app.test_client()
        answer = client.post(f"/matches/{self.match.id}/seats/0/own")
        self.device = answer.headers["Set-Cookie"].partition(";")[0]
        scan = {"width": 640, "height": 480, "codes": [], "markers": [], "unread": [],
                "sharpness": 1.0, "glare": 0.0}  # fmt: skip
        told: Any = client.post(f"/api/matches/{self.match.id}/sightings", json=scan).json
        self.look = told["look"]

    @property
    def operations(self):
        return {found.ok().definition.raw["operationId"]: found.ok()
                for found in self.schema.get_all_operations()}  # fmt: skip

    def ask(self, case, *, is_local=True):
        """Send what was drawn, and judge the answer."""
        headers = {**JSON, "Cookie": self.device, **AS_WRITTEN}
        base = {"REMOTE_ADDR": "127.0.0.1" if is_local else "192.0.2.4"}
        answer = case.call(headers=headers, environ_base=base)
        case.validate_response(answer, checks=CHECKS)
        if answer.status_code < 400:
            self.taken.append(case.operation.definition.raw["operationId"])
        if self.match.id not in {one.id for one in self.app.extensions["referee"].matches.list()}:
            self.begin()
        return answer


@pytest.fixture(scope="module")
def places():
    return {slug: Place(slug) for slug in GAMES}


NAMES = sorted(
    f"{rule.endpoint.replace('.', '-')}-{method.lower()}"
    for rule, method, _ in operations_of(
        create_app(SqliteStore(":memory:"), load_all(), Settings())
    )
)


def aimed(draw, place: Place, case):
    """Let what was drawn mean what is there, most of the time."""
    seats = len(place.match.setup.names)
    real = {
        "match_id": place.match.id,
        "slug": place.slug,
        "seat": draw(ANY) % (seats + 1),
        "seq": draw(ANY) % (place.match.seq + 2),
        "look": place.look,
        "code": 0,
    }
    for name in case.path_parameters or {}:
        if draw(LIKELY):
            case.path_parameters[name] = real[name]
    if isinstance(case.body, dict):
        if "expected" in case.body and draw(LIKELY):
            case.body["expected"] = place.match.heard()
        if "action" in case.body and draw(LIKELY):
            written = notations(place)
            case.body["action"] = written[draw(ANY) % len(written)]
        case.body.pop("key", None)
    return case


def notations(place: Place) -> list[str]:
    """Return what could be entered: what is offered, what was, and what is not."""
    game, state = place.match.game, place.match.state
    offered = [
        action for seat in sorted(game.to_act(state)) for action in game.legal_actions(state, seat)
    ]
    told = [told.text for told in place.match.story() if told.text]
    noted = [game.format(note) for note in itertools.islice(game.notes(state, Seat(0)), 9)]
    other = [game.format(action) for action in game.optional_actions(state)][:9]
    return [*map(game.format, offered), *told, *noted, *other, "pass", "nonsense seat=0"]


def try_address(place, name, examples):
    for mode in GenerationMode:
        if mode is GenerationMode.NEGATIVE and not can_be_wrong(place.operations[name]):
            continue
        drawn = place.operations[name].as_strategy(generation_mode=mode)
        send_drawn(place, drawn, examples)


def send_drawn(place, drawn, examples):
    @settings(HANDS, max_examples=examples)
    @given(st.data(), LIKELY)
    def send(data, is_local):
        place.ask(aimed(data.draw, place, data.draw(drawn)), is_local=is_local)

    send()


def can_be_wrong(operation):
    """Return whether something can be sent that the document does not allow."""
    raw = operation.definition.raw
    kinds = [one["schema"] for one in raw["parameters"]]
    return "requestBody" in raw or any({"minimum", "enum"} & set(kind) for kind in kinds)


@pytest.mark.once
@pytest.mark.parametrize("name", NAMES)
def test_each_address_answers_as_described(places, name):
    try_address(places["waves"], name, 5)


@pytest.mark.long
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("name", NAMES)
def test_each_address_of_each_game_answers_as_described(places, name, slug):
    try_address(places[slug], name, 100)


@pytest.mark.parametrize("slug", GAMES)
def test_a_program_that_plays_is_answered_as_described(places, slug):
    play(places[slug], 4)


@pytest.mark.long
@pytest.mark.parametrize("slug", GAMES)
def test_a_program_that_plays_for_long_is_answered_as_described(places, slug):
    play(places[slug], 100)


def play(place, examples):
    operations = place.operations
    begun = len(place.taken)
    names = [name for name in NAMES if "delete" not in name and "frames" not in name]
    acts = ["matches-act-post"] * 5 + ["history-replace-post", "history-retract-post"] * 2

    @settings(HANDS, max_examples=examples)
    @given(st.data())
    def play_it(data):
        for _ in range(STEPS):
            name = data.draw(st.sampled_from([*acts, *names]))
            place.ask(aimed(data.draw, place, data.draw(operations[name].as_strategy())))

    play_it()
    assert "matches-act-post" in place.taken[begun:]
