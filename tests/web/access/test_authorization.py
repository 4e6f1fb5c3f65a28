"""Which device reaches which address: the whole table, written down by hand."""

import re
from functools import wraps

import pytest

from referee.core import Setup
from referee.web.access import rules as access
from referee.web.access.authorization import rule_of

JSON = {"Accept": "application/json"}
ELSEWHERE = {"REMOTE_ADDR": "192.0.2.9"}

ROLES = ("host", "tablet", "let in", "seat", "television", "spectator", "unnamed", "sent away",
         "no code", "no host", "locked out")  # fmt: skip
"""“let in” is a tablet that has not opened the table since; at “no host” the match has none."""

WORDS = {
    "table": "Only the table’s tablet can do that.",
    "host": "Only the table’s tablet that manages the other screens can do that.",
    "shows": "This screen only shows the table.",
    "name": "First say who you are at this table.",
    "away": "This screen is no longer part of the table.",
    "code": "To enter something here, join with the table’s code first.",
    "closed": "This table is not taking new screens right now.",
    "own": "on the referee’s own computer or on a table’s tablet",
    "kiosk": "Only the referee’s own screen can leave full screen.",
    "camera": "The referee does not know this camera.",
    "home": "Only a screen that has joined a table can do that.",
}
"""How each refusal is told from the others."""

EVERYONE = ". . . . . . . . . . ."
VIEWER = ". . . . . . . . . . closed"
SCREEN = ". . >table . . . . >join . . closed"
PLAYER = ". . . . >table >table . . . . closed"
TABLET_PAGE = ". . . >table >table >table >table >table >table . closed"
TABLET = ". . . table shows shows name away code . closed"
SEAT = ". . . . shows shows name away code . closed"
HOST = ". table table table table table table table table table closed"

DECISIONS = {
    # No match, or nothing that a device could be refused.
    EVERYONE: """
        artwork.show demos.catalogue demos.show design.colours design.show health.tell
        home.join home.load home.show home.symbol
        interface.openapi interface.show join.ask join.enter join.join join.who
        new_match.ask new_match.begin prints.ask prints.measure prints.preview prints.printers
        prints.rulers_page prints.sheets prints.show score_frames.draw score_frames.open_
        score_frames.photo score_frames.save score_frames.show score_photos.crop
        score_photos.picture score_photos.read scores.choose scores.open_ scores.picture
        pages.static scores.save scores.show scores.text score.static screens.static sight.static
        static certificate.authority
        certificate.authority_as_text certificate.show certificate.symbol certificate.trial
        webapp.away webapp.manifest webapp.worker why.rules""",
    ". . . . . . home home home home home": "prints.forget rescues.read score_frames.forget",
    " ".join(["kiosk"] * 11): "kiosk.ask kiosk.leave kiosk.state",
    " ".join(["own"] * 11): "doctor.show",
    " ".join(["camera"] * 11): "frames.awaited frames.report frames.tables",
    # Pages.
    VIEWER: """
        dice.crop dice.reloaded history.entry history.show host.show join.again
        join.corner join.symbol matches.more matches.transcript score_matches.show
        seats.covered photos.code photos.picture streams.follow streams.news why.match_rules
        why.show""",
    ". . . . . . >who >join >watch . closed": "matches.show",
    SCREEN: "matches.television matches.watch seats.show",
    PLAYER: "dice.show seats.choose seats.cover",
    TABLET_PAGE: """
        cameras.live cameras.reloaded cameras.show corrections.show reconcile.show
        photos.ask photos.reloaded photos.show""",
    # Commands.
    TABLET: """
        cameras.draw frames.frame history.replace history.retract matches.rematch
        matches.resume reconcile.settle photos.answer photos.no photos.photo
        photos.undo photos.whose""",
    SEAT: """
        dice.change dice.enter dice.photo matches.act matches.redo matches.steps matches.undo
        seats.heard seats.note seats.open_ seats.own""",
    ". table table . shows shows name away code . closed": "seats.release",
    ". host host table shows shows name away code . closed": "matches.delete",
    # The screens of the table.
    HOST: "host.door host.let_go host.let_in host.pass_on host.turn_down",
    ". . . table table table table table table . closed": "host.claim",
    "table . . . table table table table table table closed": "host.take_over",
    ". own own own own own own own own own closed": "doctor.show_host",
}  # fmt: skip

PROGRAMS = {
    VIEWER: "matches.show matches.television matches.watch seats.show",
    ". . . . shows shows . . . . closed": DECISIONS[PLAYER],
    TABLET: DECISIONS[TABLET_PAGE],
}
"""The decision on pages where a program asks, which is led nowhere."""

LEADS = {"": ">table", "/join": ">join", "/watch": ">watch", "/j/": ">who"}


def expected(table, role):
    """Return the decision for each endpoint that a table names."""
    at = ROLES.index(role)
    return {
        endpoint: {row.split()[at]} for row, named in table.items() for endpoint in named.split()
    }


def stub_views(app):
    """Let no view do anything; the copies keep the access rules of the views."""
    for endpoint, view in app.view_functions.items():
        app.view_functions[endpoint] = wraps(view)(lambda **_: ("", 204))


DOORS = {"no code": {"guarded": "yes"}, "locked out": {"locked": "yes"}}


def joined(room, role):
    """Return a device that has become what a role is, as far as it can by itself."""
    if role == "host":
        return room.tablet
    if role in {"tablet", "let in"}:
        return room.device("table")
    if role == "sent away":
        client = room.device("spectator")
        room.tell(room.tablet, "let-go", screen=room.handle("spectator"))
        return client
    return room.device(role if role in {"television", "spectator"} else "")


@pytest.fixture
def device_of(room):
    """Return a device of a role, and the match that it is at."""

    def make(role):
        match, phone = room.match, room.device("seat", 1)
        client = phone if role == "seat" else joined(room, role)
        if role == "tablet":
            client.get(room.address)
        if role == "no host":
            match = room.services.matches.open("waves", Setup(("Ann", "Bo", "Cy")))
        if role in DOORS:
            room.tell(room.tablet, "door", **DOORS[role])
        stub_views(room.app)
        return client, match

    return make


def asked(app, client, match, *, headers=None, only=None):
    """Yield the endpoint of each address and what came of asking for it."""
    values = {"match_id": match.id, "slug": "waves", "seat": "1", "seq": "1", "look": "none",
              "code": "0", "name": "x", "number": "1", "field": "x", "filename": "x"}  # fmt: skip
    for rule in app.url_map.iter_rules():
        if only is not None and rule.endpoint not in only:
            continue
        address = re.sub(r"<(?:\w+:)?(\w+)>", lambda place: values[place[1]], rule.rule)
        for method in sorted(rule.methods - {"HEAD", "OPTIONS"}):
            yield (
                rule.endpoint,
                client.open(address, method=method, headers=headers, environ_base=ELSEWHERE),
            )


def decision_in(answer, match):
    if answer.status_code == 403:
        text = answer.json["says"] if answer.is_json else answer.text
        return next((word for word, told in WORDS.items() if told in text), text)
    if answer.status_code == 302:
        page = answer.location.removeprefix(f"/matches/{match.id}")
        return LEADS["/j/" if page.startswith("/j/") else page]
    return "."


@pytest.mark.parametrize("role", ROLES)
def test_each_address_is_open_to_whom_it_should_be(role, app, device_of):
    client, match = device_of(role)
    found: dict[str, set[str]] = {}
    for endpoint, answer in asked(app, client, match):
        found.setdefault(endpoint, set()).add(decision_in(answer, match))
    assert found == expected(DECISIONS, role)


@pytest.mark.parametrize("role", ROLES)
def test_a_program_is_led_nowhere_but_told_why(role, app, device_of):
    client, match = device_of(role)
    pages = expected(PROGRAMS, role)
    found: dict[str, set[str]] = {}
    for endpoint, answer in asked(app, client, match, headers=JSON, only=pages):
        found.setdefault(endpoint, set()).add(decision_in(answer, match))
    assert found == pages


def test_every_view_carries_its_access_rule(app):
    """Also one that is added later."""
    bare = [rule.endpoint for rule in app.url_map.iter_rules()
            if rule_of(app.view_functions[rule.endpoint]) is None]  # fmt: skip
    assert bare == [], "put one of the decorators of referee/web/access/rules.py on these views"


def test_an_address_without_an_access_rule_is_refused_to_everybody(app):
    app.add_url_rule("/bare", view_func=lambda: "open")
    for headers in ({}, JSON):
        assert app.test_client().get("/bare", headers=headers).status_code == 403


def test_a_view_takes_no_second_access_rule():
    """Else the weaker of two might win."""

    @access.everyone
    def view() -> str:
        return ""

    with pytest.raises(TypeError, match="two access rules for"):
        access.tablet(view)


@pytest.mark.parametrize("path", ["own", "heard", "open", "note", "release"])
def test_a_phone_of_one_person_commands_no_other_seat(path, room):
    phone, before = room.device("seat", 1), room.match.seq
    refused = phone.post(f"{room.address}/seats/2/{path}", data={"sure": "yes"})
    assert refused.status_code == 403
    assert "This is one person’s phone." in refused.text
    assert room.match.seq == before


@pytest.mark.parametrize("path", ["stream", "news"])
def test_a_page_that_was_drawn_for_another_role_is_told_nothing(path, room):
    answer = room.tablet.get(f"{room.address}/{path}?stood=before")
    assert (answer.status_code, answer.mimetype, answer.text) == (403, "text/plain", "")
