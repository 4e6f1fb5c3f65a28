"""What programs can do, described for them and for whoever writes them."""

import re
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, render_template
from markupsafe import Markup, escape

from referee.web.api.openapi import document
from referee.web.api.operations import PROGRAMS

pages = Blueprint("interface", __name__, url_prefix="/api")


@pages.get("")
def show() -> str:
    """Show the document of the interface to people."""
    return render_template("api.html", document=_document(), kind_of=_kind_of, coded=_coded)


@pages.get("/openapi.json")
def openapi() -> Response:
    """Return the document of the interface, in OpenAPI 3.1."""
    return jsonify(_document())


def _document() -> dict[str, Any]:
    return document(current_app, PROGRAMS)


def _coded(text: str) -> Markup:
    """Set what stands between backticks as the names of a program are set."""
    return Markup(re.sub(r"`([^`]+)`", r'<code dir="ltr">\1</code>', str(escape(text))))  # noqa: S704 - escaped first


def _kind_of(schema: Mapping[str, Any]) -> str:
    """Say in a few words what a value is, after its schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(f"“{value}”" for value in schema["enum"])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " | ".join(_kind_of(one) for one in schema[several])
    if "prefixItems" in schema:
        return f"[{', '.join(_kind_of(one) for one in schema['prefixItems'])}]"
    if schema.get("type") == "array":
        return f"[{_kind_of(schema.get('items', {}))}, …]"
    return str(schema.get("format") or schema.get("type") or "…")
