"""Every page that the application has, asked of its own map of addresses."""

import re
from collections.abc import Iterator
from typing import Final

from referee.games import load_all
from referee.match import SqliteStore
from referee.web import create_app

NO_PAGE: Final = re.compile(
    r"/(stream|news|static|api/|healthz)|\.(jpg|png|svg|pdf|txt|json|js|css|webmanifest|crt|pem)$|<name>$"
)


def pages_of(match_id: str, slug: str = "war-of-waves") -> Iterator[str]:
    """Return an address of each page, with this match and this game where it names one."""
    values = {"match_id": match_id, "slug": slug, "seat": "0", "seq": "1",
              "look": "none-such", "code": "ABCDEF"}  # fmt: skip
    for rule in create_app(SqliteStore(":memory:"), load_all()).url_map.iter_rules():
        if "GET" in (rule.methods or ()) and not NO_PAGE.search(rule.rule):
            yield re.sub(r"<(?:\w+:)?(\w+)>", lambda place: values[place[1]], rule.rule)
