"""The OpenAPI 3.1 document, generated from the application, and its page for people.

Addresses come from Flask's URL map, summaries from docstrings, schemas from types, error statuses
from `referee.web.errors`, and the rest from the `Operation` that decorates a view.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Flask, Response, current_app, jsonify, render_template
from markupsafe import Markup, escape
from msgspec import json as shapes_as_json
from werkzeug.routing import Rule

from referee.core import BadSetup, BrokenTranscript, IllegalAction, RefereeError, kebab
from referee.match import (
    BrokenLog,
    Conflict,
    SeqTaken,
    StaleSeq,
    StoreFailed,
    UnknownGame,
    UnknownMatch,
)
from referee.web.access import rules as access
from referee.web.access.authorization import NotYours, rule_of
from referee.web.errors import status_of
from referee.web.request.operations import JSON, PLAIN, Operation, Parameter, operation_of
from referee.web.request.safety import Stranger
from referee.web.request.shapes import (
    Contradicted,
    Late,
    Problem,
    Refused,
    Stopped,
    Unfit,
    Unreadable,
)

pages = Blueprint("interface", __name__, url_prefix="/api")

_PLACE: Final = re.compile(r"<(?:\w+:)?(\w+)>")
_SHAPES: Final = "#/components/schemas/{name}"
_PROBLEM_SHAPES: Final[Mapping[type[RefereeError], type]] = {
    IllegalAction: Refused,
    StaleSeq: Late,
    Conflict: Contradicted,
    BrokenLog: Stopped,
    BadSetup: Unfit,
    BrokenTranscript: Unreadable,
}
_NAMED_IN_ADDRESSES: Final[Mapping[str, type[RefereeError]]] = {
    "match_id": UnknownMatch,
    "slug": UnknownGame,
}
_NEVER_ANSWERED: Final = frozenset({SeqTaken})
"""Errors that a match handles itself."""

_ANYBODYS: Final = "problem"
"""The kind of errors that are not the referee's own."""

_LARGEST: Final = 999_999_999


@pages.get("")
@access.everyone
def show() -> str:
    """Show the document as a page."""
    return render_template(
        "api.html", document=document(current_app), kind_of=_kind_of, coded=_coded
    )


@pages.get("/openapi.json")
@access.everyone
def openapi() -> Response:
    """Return the document as JSON."""
    return jsonify(document(current_app))


def document(app: Flask) -> dict[str, Any]:
    """Return the OpenAPI document: an operation for each view that carries an `Operation`."""
    found = list(operations_of(app))
    paths: dict[str, dict[str, Any]] = {}
    for rule, method, operation in found:
        path = paths.setdefault(address_of(rule), {})
        path[method.lower()] = _described(app, rule, method, operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tabletop referee",
            "version": "1",
            "description": (
                "Programs can do what screens can do. Send “Accept: application/json”. A command"
                " names the moment it is meant for, as `expected`; one that comes too late changes"
                " nothing. An error is answered with its kind and a sentence for people."
            ),
        },
        "paths": paths,
        "components": {
            "schemas": _schemas(operation for _, _, operation in found),
            "securitySchemes": {
                "device": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": app.config["SESSION_COOKIE_NAME"],
                    "description": "The cookie of a device that holds a seat.",
                },
                "camera": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token on the match’s camera page, or the server’s own.",
                },
            },
        },
    }


def address_of(rule: Rule) -> str:
    """Return the address of a rule in OpenAPI notation, with parameters in braces."""
    return _PLACE.sub(r"{\1}", rule.rule)


def operations_of(app: Flask) -> Iterator[tuple[Rule, str, Operation]]:
    """Yield each described operation with its rule and HTTP method, in the order of addresses."""
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        operation = operation_of(app.view_functions[rule.endpoint])
        if operation is not None:
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                yield rule, method, operation


def _schemas(operations: Iterable[Operation]) -> dict[str, Any]:
    named: dict[type, None] = dict.fromkeys((Problem, *_PROBLEM_SHAPES.values()))
    for one in operations:
        named |= dict.fromkeys(filter(None, (one.response, one.request_body)))
    named.pop(bytes, None)
    _, shapes = shapes_as_json.schema_components(tuple(named), ref_template=_SHAPES)
    return dict(sorted(shapes.items()))


def _reference(shape: type) -> dict[str, Any]:
    if shape is bytes:
        return {"type": "string", "format": "binary"}
    return {"$ref": _SHAPES.format(name=shape.__name__)}


# ---------------------------------------------------------------- one address


def _described(app: Flask, rule: Rule, method: str, operation: Operation) -> dict[str, Any]:
    view = app.view_functions[rule.endpoint]
    told = (view.__doc__ or "").strip()
    summary, _, more = told.partition("\n")
    found: dict[str, Any] = {
        "operationId": f"{rule.endpoint.replace('.', '-')}-{method.lower()}",
        "summary": summary.partition(";")[0].rstrip("."),
        "description": " ".join((summary + more).split()),
        "tags": [rule.endpoint.partition(".")[0]],
        "parameters": [
            *(_place(rule, name) for name in _PLACE.findall(rule.rule)),
            *(_parameter(one) for one in operation.parameters),
        ],
        "responses": _responses(app, rule, method, operation),
    }
    if operation.request_body is not None:
        schema = _reference(operation.request_body)
        content = {kind: {"schema": schema} for kind in operation.request_types}
        found["requestBody"] = {"required": True, "content": content}
    schemes = {"camera": rule_of(view) is access.camera, "device": operation.device}
    security: list[dict[str, list[str]]] = [
        {name: []} for name, is_one in schemes.items() if is_one
    ]
    return {**found, "security": security} if security else found


def _responses(app: Flask, rule: Rule, method: str, operation: Operation) -> dict[str, Any]:
    refusals = _refusals(app, rule, method, operation)
    answers = {str(status): text for status, text in refusals.items()}
    for status, why in operation.plain.items():
        answer = answers.setdefault(str(status), {"description": "", "content": {}})
        answer["description"] = f"{answer['description']} {why}".strip()
        answer["content"][PLAIN] = {"schema": {"type": "string"}}
    return {**_success(operation), **dict(sorted(answers.items()))}


def _success(operation: Operation) -> dict[str, Any]:
    shape, media_type = operation.response, operation.media_type
    if shape is not None:
        content = {media_type: {"schema": _reference(shape)}}
        return {"200": {"description": (shape.__doc__ or "").strip(), "content": content}}
    if media_type != JSON:
        content = {media_type: {"schema": {"type": "string"}}}
        return {"200": {"description": "The file.", "content": content}}
    where = {
        "description": "Redirects to the next page.",
        "required": True,
        "schema": {"type": "string"},
    }
    return {"303": {"description": "Taken.", "headers": {"Location": where}}}


def _refusals(
    app: Flask, rule: Rule, method: str, operation: Operation
) -> dict[int, dict[str, Any]]:
    """Describe every refusal, by status: those of the view, then those of all."""
    kinds = [*operation.errors, StoreFailed]
    kinds += [kind for name, kind in _NAMED_IN_ADDRESSES.items() if name in rule.arguments]
    is_camera = rule_of(app.view_functions[rule.endpoint]) is access.camera
    if "match_id" in rule.arguments and not is_camera:
        kinds.append(NotYours)
    if method == "POST":
        kinds.append(Stranger)
    by_status: dict[int, list[type[RefereeError]]] = {}
    for kind in kinds:
        by_status.setdefault(status_of(kind), []).append(kind)
    anybodys = {404, 500} | ({400, 408, 413} if method == "POST" else set())
    return {
        status: _refusal(status, by_status.get(status, []), anybodys=status in anybodys)
        for status in by_status.keys() | anybodys
    }


def _refusal(status: int, kinds: Iterable[type[RefereeError]], *, anybodys: bool) -> dict[str, Any]:
    told = [(_names(kind), _shape_of(kind), _first_line(kind)) for kind in kinds]
    if anybodys:
        told.append(([_ANYBODYS], Problem, f"{HTTPStatus(status).phrase}."))
    named: dict[type, list[str]] = {}
    for names, shape, _ in told:
        named.setdefault(shape, []).extend(names)
    schemas = [
        {**_reference(shape), "properties": {"problem": {"enum": names}}}
        for shape, names in named.items()
    ]
    schema = schemas[0] if len(schemas) == 1 else {"oneOf": schemas}
    return {
        "description": " ".join(f"`{names[0]}`: {why}" for names, _, why in told),
        "content": {JSON: {"schema": schema}},
    }


def _names(kind: type[RefereeError]) -> list[str]:
    """Return the names of an error and of its subclasses."""
    known = (one for one in kind.__subclasses__() if one not in _NEVER_ANSWERED)
    narrower = sorted(name for one in known for name in _names(one))
    return [kebab(kind.__name__), *narrower]


def _shape_of(kind: type[RefereeError]) -> type:
    return next((_PROBLEM_SHAPES[one] for one in kind.__mro__ if one in _PROBLEM_SHAPES), Problem)


def _first_line(kind: type[RefereeError]) -> str:
    return (kind.__doc__ or "").strip().partition("\n")[0]


def _parameter(parameter: Parameter) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    if parameter.enum:
        schema["enum"] = list(parameter.enum)
    return {
        "name": parameter.name,
        "in": "query",
        "required": parameter.required,
        "description": parameter.description,
        "schema": schema,
    }


def _place(rule: Rule, name: str) -> dict[str, Any]:
    number = f"<int:{name}>" in rule.rule
    schema: dict[str, Any] = {"type": "string", "minLength": 1}
    if number:
        schema = {"type": "integer", "minimum": 0, "maximum": _LARGEST}
    return {"name": name, "in": "path", "required": True, "schema": schema}


# ---------------------------------------------------------------- the page


def _coded(text: str) -> Markup:
    """Return text with `code` between backticks marked up."""
    return Markup(re.sub(r"`([^`]+)`", r'<code dir="ltr">\1</code>', str(escape(text))))  # noqa: S704 - escaped first


def _kind_of(schema: Mapping[str, Any]) -> str:
    """Return a short description of a schema."""
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
