"""Garbage from the network is answered in plain words, never with a breakdown."""

import itertools
import random
from urllib.parse import quote

import pytest
from werkzeug.routing import Rule

LONG = "9" * 5_000
NASTY = (
    "", LONG, f"-{LONG}", "٣", "²", "\x00", "\u2028", "<svg onload=alert(1)>", "a,b" * 50, "1e999",
    "%s {x} %(y)s", '"', "\\", "=" * 300, "overrule shells count=0 why=x by=999999999",
    "elder slot=999999999 card=seer", "follow slot=-1", "rebel slot=0 count=999999999",
    "overrule give seat=-1 card=seer why=x", "overrule give seat=99 card=seer why=x by=-9",
    "overrule tablet tablet=no-copies why=?", "discard seat=-4 card=seer", "shells count=-1",
)  # fmt: skip
FIELDS = (
    "action", "expected", "key", "source", "by", "why", "onward", "count", "name", "move", "text",
    "option.mode.0", "option.tablets.preset", "option.council.0", "option.council.99",
    "option.council.default", "option.token.0", "option.token.preset", "role", "seen", "at",
)  # fmt: skip
BODIES = (
    b"[" * 100_000, b'{"a":' * 100_000, b'{"expected":3,"key":"\\ud800","action":"follow slot=0"}',
    b'{"expected":%s,"action":"follow slot=0"}' % LONG.encode(), b"null", b"3", b"\xff\xfe", b"{",
    b'{"expected":4,"source":"\\udfff","action":"follow slot=0"}', b'{"\\ud800":"x"}',
    b'{"expected":4,"action":"\\ud83d"}', b'{"expected":4,"by":' + b"[" * 900 + b"]" * 900 + b"}",
    b'{"expected":4,"action":{"follow":1}}', b'{"expected":NaN,"action":null}',
)  # fmt: skip
PLAIN = 3
"""A page that is there, whatever is sent, is got with each third draw: six fields at a time."""

HEADERS = (
    {"Accept": LONG}, {"Accept-Language": "xx;q=" + LONG}, {"Last-Event-ID": LONG},
    {"Last-Event-ID": "٣"}, {"Range": f"bytes={LONG}-"}, {"If-None-Match": '"'}, {"Cookie": "=;="},
    {"If-Modified-Since": LONG}, {"Content-Type": "multipart/form-data"}, {"Content-Length": "x"},
    {"Content-Type": "application/json; charset=none"}, {"Host": "x" * 3_000}, {"Host": "a b"},
)  # fmt: skip


def ask(client, address, method, **more):
    answer = client.open(address, method=method, buffered=False, **more)
    parts = [] if answer.mimetype == "text/event-stream" else list(answer.response)
    answer.close()
    assert answer.status_code < 500, (method, address, more, b"".join(parts)[-600:])
    return answer.status_code


def addresses(rule: Rule, table, given):
    """Return the address of what is there, then those of what is not."""
    values = {"match_id": [table.match.id, given], "slug": ["waves", given]}
    choices = [values.get(name, [given]) for name in sorted(rule.arguments)]
    for chosen in itertools.product(*choices):
        address = rule.rule
        for name, value in zip(sorted(rule.arguments), chosen, strict=True):
            for kind in ("", "int:", "path:"):
                address = address.replace(f"<{kind}{name}>", quote(value, safe=""))
        yield address


def is_plain(rule: Rule) -> bool:
    """Return whether the page of what is there stays the same, whatever stands in its address."""
    return rule.arguments <= {"match_id", "slug"}


@pytest.mark.once
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_no_value_of_any_field_breaks_any_page(app, table, method):
    chance = random.Random(method)
    for rule in app.url_map.iter_rules():
        if method not in (rule.methods or ()) or rule.rule.endswith("/delete"):
            continue
        for number, given in enumerate(NASTY):
            fields = {name: chance.choice(NASTY) for name in chance.sample(FIELDS, 6)}
            if chance.random() < 0.7:
                fields |= {"expected": str(table.match.seq), "action": given}
            sent = {"data": fields} if method == "POST" else {"query_string": fields}
            there, *missing = addresses(rule, table, chance.choice((given, "1")))
            is_enough = method == "GET" and is_plain(rule) and number % PLAIN
            for address in missing if is_enough else (there, *missing):
                ask(table.client, address, method, **sent)


@pytest.mark.once
def test_no_body_and_no_header_breaks_any_page(app, table):
    for rule in app.url_map.iter_rules():
        there, *missing = addresses(rule, table, "1")
        for headers in HEADERS:
            ask(table.client, there, "GET", headers=headers)
        for address in (there, *missing):
            for body in BODIES if "POST" in (rule.methods or ()) else ():
                if not address.endswith("/delete"):
                    ask(table.client, address, "POST", data=body, content_type="application/json")


@pytest.mark.parametrize("expected", [LONG, "9" * 12, "²", "٣", "1e3", "+1"])
def test_a_moment_that_is_no_number_is_unclear(table, expected):
    assert table.enter("follow slot=0", expected=expected).status_code == 400


def test_a_seat_that_is_no_number_is_unclear(table):
    answer = table.enter("overrule shells count=0 why=?", why="lost", by=LONG)
    assert answer.status_code == 400
    assert "who decides" in answer.text


def test_a_count_that_is_no_number_gets_the_page_with_another(table):
    assert table.client.post("/new/waves", data={"count": LONG}).status_code == 303


@pytest.mark.parametrize("body", BODIES)
def test_a_body_that_cannot_be_kept_is_unclear(table, body):
    before = table.match.seq
    answer = table.client.post(
        f"{table.address}/act",
        data=body,
        content_type="application/json",
        headers={"Accept": "application/json"},
    )
    assert answer.status_code == 400
    assert answer.json["says"]
    assert table.match.seq == before
