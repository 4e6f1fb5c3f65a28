"""What programs can do here is described, all of it, and nothing else."""

import re

import jsonschema_rs
import pytest

from referee.web.api.openapi import address_of, operations_of

JSON = {"Accept": "application/json"}

A_PAGE = "a page for people, whoever asks"
A_FILE = "a file, the same for whoever asks"
A_WATCHMAN = "for whoever watches over the server; it says only whether it can serve"
OWN_SCREEN = "for the screen of the referee’s own computer alone; there is nothing for others"
HOST = "a page for a table’s host alone; a program asks “referee doctor --json”"
BY_HAND = "a step between two pages; a program has another way"
NOT_FOR_PROGRAMS = {
    A_PAGE: {
        "cameras.live", "cameras.show", "corrections.show", "demos.catalogue", "demos.show",
        "design.show", "history.entry",
        "doctor.show", "history.show", "home.join", "home.show", "host.show", "interface.show",
        "join.again", "join.ask", "join.corner", "matches.more", "matches.television",
        "matches.watch", "new_match.ask", "prints.ask", "prints.printers", "prints.show",
        "reconcile.show", "seats.choose", "seats.cover", "photos.ask",
        "certificate.show", "webapp.away", "why.match_rules",
        "why.rules", "why.show",
    },
    A_FILE: {
        "artwork.show", "design.colours", "home.symbol", "interface.openapi", "join.symbol",
        "prints.preview",
        "prints.rulers_page", "prints.sheets", "score_frames.save", "score_photos.crop",
        "score_photos.picture", "scores.picture", "scores.save", "scores.text", "static",
        "pages.static", "score.static", "screens.static", "sight.static",
        "certificate.authority", "certificate.authority_as_text", "certificate.symbol",
        "webapp.manifest", "webapp.worker",
    },
    A_WATCHMAN: {"health.tell"},
    OWN_SCREEN: {"kiosk.ask", "kiosk.leave", "kiosk.state"},
    HOST: {"doctor.show_host"},
    BY_HAND: {
        "cameras.draw", "cameras.reloaded", "dice.change", "dice.crop", "dice.enter", "dice.photo",
        "dice.reloaded", "dice.show", "host.claim", "host.door", "host.let_go",
        "host.let_in", "host.turn_down",
        "host.pass_on", "host.take_over", "join.enter", "join.join", "join.who",
        "prints.forget", "prints.measure", "reconcile.settle", "rescues.read",
        "score_frames.draw", "score_frames.forget", "score_frames.open_", "score_frames.photo",
        "score_frames.show", "scores.choose", "score_matches.show", "scores.open_", "scores.show",
        "seats.covered", "seats.heard", "seats.note", "seats.open_", "seats.release",
        "photos.reloaded", "certificate.trial",
    },
}  # fmt: skip


def methods_of(rule):
    return {method for method in rule.methods or () if method not in {"HEAD", "OPTIONS"}}


@pytest.fixture
def operations(app):
    """Return what is described, by endpoint and method."""
    return {(rule.endpoint, method) for rule, method, _ in operations_of(app)}


@pytest.fixture
def described(client):
    return client.get("/api/openapi.json").json


def test_each_address_is_described_or_has_a_reason_not_to_be(app, operations):
    excused = set().union(*NOT_FOR_PROGRAMS.values())
    asked = {
        (rule.endpoint, method) for rule in app.url_map.iter_rules() for method in methods_of(rule)
    }
    left = {(endpoint, method) for endpoint, method in asked - operations
            if endpoint not in excused}  # fmt: skip
    assert left == set(), "describe these with @Operation on the view, or give a reason here"


def test_nothing_is_described_or_excused_that_is_not_there(app, operations):
    asked = {
        (rule.endpoint, method) for rule in app.url_map.iter_rules() for method in methods_of(rule)
    }
    assert operations <= asked
    excused = set().union(*NOT_FOR_PROGRAMS.values())
    assert excused <= {endpoint for endpoint, _ in asked}
    assert excused.isdisjoint(endpoint for endpoint, _ in operations)


def test_what_is_excused_as_a_page_answers_programs_with_a_page(app, table):
    values = {"match_id": table.match.id, "slug": "waves", "seat": "0", "seq": "1",
              "name": "game-teams-of-four"}  # fmt: skip
    tried = 0
    for rule in app.url_map.iter_rules():
        if rule.endpoint not in NOT_FOR_PROGRAMS[A_PAGE] or "GET" not in (rule.methods or ()):
            continue
        address = re.sub(r"<(?:\w+:)?(\w+)>", lambda place: values[place[1]], rule.rule)
        answer = table.client.get(address, headers=JSON)
        assert (answer.status_code, answer.mimetype) == (200, "text/html"), address
        tried += 1
    assert tried == len(NOT_FOR_PROGRAMS[A_PAGE])


def test_the_document_is_openapi(described, operations):
    assert described["openapi"] == "3.1.0"
    named = [told["operationId"] for path in described["paths"].values() for told in path.values()]
    assert len(named) == len(set(named)) == len(operations)
    for path, methods in described["paths"].items():
        for told in methods.values():
            in_path = {one["name"] for one in told["parameters"] if one["in"] == "path"}
            assert in_path == set(re.findall(r"\{(\w+)\}", path)), path
            assert told["summary"], path
            assert {"404", "500", "503"} <= set(told["responses"]), path


def test_each_shape_is_a_schema_and_each_reference_leads_to_one(described):
    schemas = described["components"]["schemas"]
    for name, schema in schemas.items():
        jsonschema_rs.meta.validate({**schema, "$defs": {}})
        assert schema["description"], name
    referred = set(re.findall(r"'\$ref': '#/components/schemas/(\w+)'", str(described)))
    assert referred <= set(schemas)


def test_a_refusal_by_a_rule_is_described_with_its_rule(described):
    act = described["paths"]["/matches/{match_id}/act"]["post"]
    by_shape = {
        one["$ref"].rpartition("/")[2]: one["properties"]["problem"]["enum"]
        for one in act["responses"]["409"]["content"]["application/json"]["schema"]["oneOf"]
    }
    assert "refused" in by_shape["Refused"]
    assert by_shape["Late"] == ["stale-seq"]
    assert {"rule", "reason", "suspect"} <= set(
        described["components"]["schemas"]["Refused"]["required"]
    )
    assert {"400", "403", "408", "413"} <= set(act["responses"])


def test_the_document_names_no_version_of_anything_and_no_path(described):
    from importlib.metadata import version  # noqa: PLC0415 - only here

    told = str(described)
    assert described["info"]["version"] == "1"
    for package in ("tabletop-referee", "flask", "werkzeug", "msgspec"):
        assert version(package) not in told
    assert "/home/" not in told
    assert "referee/web" not in told


def test_people_can_read_it_without_a_network(app, client, operations):
    page = client.get("/api").text
    for rule in app.url_map.iter_rules():
        if any((rule.endpoint, method) in operations for method in methods_of(rule)):
            assert f"{address_of(rule)}</code>" in page
    for shape in ("MatchTold", "Entry", "Refused"):
        assert f'data-shape="{shape}"' in page
        assert f'href="#shape-{shape}"' in page
    assert not re.search(r"(?:src|href)=\"(\w+:)?//", page)


def test_people_read_names_of_programs_as_such_and_not_their_marks(client):
    page = client.get("/api").text
    assert "`" not in page
    assert '<code dir="ltr">expected</code>' in page


def test_the_first_page_leads_to_it(client):
    assert 'href="/api"' in client.get("/").text
