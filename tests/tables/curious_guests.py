"""Somebody's device at a match with secrets, which asks for everything and keeps each answer."""

import base64
import itertools
import re
import zlib
from dataclasses import dataclass, field

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from referee.match import Match

CANARIES = ("kestrelword", "linnetword")
MISSING = {"match_id": "none-such", "seat": "9", "name": "none"}
KINDS: tuple[dict[str, str], ...] = ({}, {"Accept": "application/json"})

# What differs between any two matches, or any two answers.
PASSING_HEADERS = {"Set-Cookie", "Date", "Expires"}
PASSING = (
    (r'(name="slip" value=")[^"]*', r"\1slip"),
    (r'(name="key" value=")[^"]*', r"\1key"),
    (r"<code>[^<]*</code>", "token"),
    (r"(?<![\w-])[2-9a-z]{5}-[2-9a-z]{5}(?![\w-])", "match"),
    (r"\d{4}-\d\d-\d\dT[\d:.+]+", "time"),
    (r"\d+ [A-Z][a-z]{2} \d{4}, \d\d:\d\d", "day"),
    (r">\d\d:\d\d</time>", ">clock</time>"),
    (r"[\d.]+ [GM]B free", "some space free"),
    (r"The clock shows [\d:. -]+", "The clock shows some time"),
)


@dataclass
class Guest:
    """Somebody's device at a match: asks for everything and remembers every answer."""

    app: Flask
    client: FlaskClient
    match: Match
    heard: list[str] = field(default_factory=list)

    def ask(self, method: str, address: str, **more) -> str:
        answer = self.client.open(address, method=method, buffered=False, **more)
        stream = answer.mimetype == "text/event-stream"
        parts = list(itertools.islice(answer.iter_encoded(), 4 if stream else None))
        answer.close()
        headers = [
            f"{name}: {value}" for name, value in answer.headers if name not in PASSING_HEADERS
        ]
        cookies = [opened(value) for value in answer.headers.getlist("Set-Cookie")]
        body = b"".join(parts).decode(errors="replace")
        whole = "\n".join([method, address, str(answer.status_code), *headers, *cookies, body])
        self.heard.append(whole.replace(self.match.id, "match"))
        return whole

    def addresses(self, rule: Rule):
        """Return every address of what is there, and for each part one of what is not."""
        seats, last = range(len(self.match.setup.names)), self.match.seq
        values = {
            "match_id": [self.match.id],
            "slug": [self.match.game.info.slug],
            "seat": [*map(str, seats)],
            "seq": [str(seq) for seq in sorted({1, 2, *range(max(0, last - 3), last + 3)})],
            "name": ["icons.svg", "game.css"],
            "filename": ["app.js"],
            "number": ["1"],
            "look": ["none-such"],
            "code": ["0"],
            "field": ["0"],
        }
        names = sorted(rule.arguments)
        for chosen in itertools.product(*(values[name] for name in names)):
            yield filled(rule, dict(zip(names, chosen, strict=True)))
        first = {name: values[name][0] for name in names}
        for name in rule.arguments & MISSING.keys():
            yield filled(rule, {**first, name: MISSING[name]})


def filled(rule: Rule, values: dict[str, str]) -> str:
    address = rule.rule
    for name, value in values.items():
        address = re.sub(rf"<(?:\w+:)?{name}>", value, address)
    return address


def opened(cookie: str) -> str:
    """Read what a cookie says; its signature, and who it is, differ by device."""
    payload = cookie.partition("=")[2].partition(".")[0]
    try:
        raw = base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
        said = zlib.decompress(raw) if payload.startswith(".") else raw
        return f"Set-Cookie: {re.sub(b':.*', b'', said)!r}"
    except (ValueError, zlib.error):
        return f"Set-Cookie: {cookie}"


def look_everywhere(guest: Guest, *, only_at_the_table: bool = False) -> None:
    """Get every address there is, or what belongs to matches, as a page and as a program."""
    for rule in guest.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()):
            continue
        if only_at_the_table and not ("match_id" in rule.arguments or rule.rule == "/"):
            continue
        for address, headers in itertools.product(guest.addresses(rule), KINDS):
            queries = [""]
            if address.endswith(("/stream", "/news")):
                roles = ("table", "show", "demo", "seat", "seat&seat=0", "seat&seat=1", "x")
                queries = [f"?role={role}" for role in roles]
            for query in queries:
                guest.ask("GET", address + query, headers=headers)


def try_everything(guests: list[Guest], actions: list[str], begin) -> None:
    """Post to every address, right and wrong; a match that has changed is laid anew."""
    for rule in guests[0].app.url_map.iter_rules():
        if "POST" not in (rule.methods or ()) or rule.rule.startswith("/new"):
            continue
        for number, _ in enumerate(list(guests[0].addresses(rule))):
            for fields, headers in itertools.product(sent_to(rule, actions), KINDS):
                for guest in guests:
                    address = next(itertools.islice(guest.addresses(rule), number, None))
                    told = {**fields}
                    if told.get("expected") == "now":
                        told["expected"] = str(guest.match.heard())
                    before = guest.match.seq
                    guest.ask("POST", address, data=told, headers=headers)
                    known = guest.app.extensions["referee"].matches
                    if guest.match.seq != before or guest.match.id not in {
                        listed.id for listed in known.list()
                    }:
                        begin(guest)


def sent_to(rule: Rule, actions: list[str]):
    yield {}
    for expected in ("now", "0"):
        yield {"expected": expected, "slip": "x", "onward": "1"}
        if rule.endpoint in {"matches.act", "history.replace", "seats.note"}:
            for action in actions:
                yield {"expected": expected, "action": action, "slip": "x", "seat": "0"}


def passing(whole: str) -> str:
    for pattern, instead in PASSING:
        whole = re.sub(pattern, instead, whole)
    return whole
