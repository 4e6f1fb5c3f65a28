"""Reading the body of a request: a form, JSON or a photo."""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from referee.core import RefereeError, say
from referee.table.sight.scans import BadPhoto
from referee.web.services import services

_NUMBER: Final = re.compile("[0-9]{1,10}")
_SIMPLE: Final = (str, int, float, type(None))
_GIVEN: Final = "referee.given"


class Unclear(RefereeError):
    """A request that lacks a field, or has one that cannot be read."""


def wants_json() -> bool:
    """Return whether the client prefers JSON, as programs do."""
    kinds = request.accept_mimetypes
    return kinds.best_match(["text/html", "application/json"]) == "application/json"


def given() -> Mapping[str, Any]:
    """Return the fields of the form or JSON body; raises `Unclear` if no log could store them."""
    known: Mapping[str, Any] | None = request.environ.get(_GIVEN)
    if known is None:
        known = request.environ[_GIVEN] = _read()
    return known


def _read() -> Mapping[str, Any]:
    sent = _json() if request.is_json else request.form.to_dict()
    if not isinstance(sent, dict) or not all(isinstance(one, _SIMPLE) for one in sent.values()):
        raise Unclear(say("The referee cannot read what was sent."))
    return {name: value for name, value in sent.items() if value is not None}


def _json() -> object:
    try:
        sent = json.loads(request.get_data())
        json.dumps(sent, ensure_ascii=False).encode()  # a lone surrogate cannot be encoded
    except (ValueError, RecursionError):
        return None
    return sent


def number_in(text: str) -> int | None:
    """Read a number as people write it; None for anything else, however long."""
    return int(text) if _NUMBER.fullmatch(text) else None


def sent_photo() -> bytes:
    """Return the uploaded picture; raises `BadPhoto` if it is too large, `Unclear` without one."""
    limit = services().settings.max_photo_bytes
    request.max_content_length = limit
    try:
        file = request.files.get("photo")
        data = file.read() if file else b""
    except RequestEntityTooLarge:
        count = f"{limit / 1e6:.0f}"
        raise BadPhoto(say("This picture is larger than {count} megabytes.", count=count)) from None
    if not data:
        raise Unclear(say("No photo arrived. Take one or choose one."))
    return data
