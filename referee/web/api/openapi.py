"""Writes the document of the interface for programs, in OpenAPI 3.1, out of the code itself.

Addresses come from the application's own map, summaries from the views, shapes from types,
refusals from the table of problems. Only what belongs to each address is written down beside it,
in `programs`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

from flask import Flask
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
from referee.web.access.authorization import BY_TOKEN, NotYours
from referee.web.errors import status_of
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

JSON: Final = "application/json"
FORM: Final = "application/x-www-form-urlencoded"
FILE: Final = "multipart/form-data"
PLAIN: Final = "text/plain"

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
"""What a match turns into another kind of problem before anybody hears of it."""

_ANYBODYS: Final = "problem"
"""The kind of a problem that is none of the referee's own."""

_LARGEST: Final = 999_999_999


@dataclass(frozen=True, slots=True)
class Query:
    """One field of an address."""

    name: str
    why: str
    choices: tuple[str, ...] = ()
    needed: bool = False

    def described(self) -> dict[str, Any]:
        """Return it as a parameter of the OpenAPI document."""
        schema: dict[str, Any] = {"type": "string"}
        if self.choices:
            schema["enum"] = list(self.choices)
        return {
            "name": self.name,
            "in": "query",
            "required": self.needed,
            "description": self.why,
            "schema": schema,
        }


@dataclass(frozen=True, slots=True)
class Program:
    """What a program can do at one address.

    `tells` is the shape of the answer; without one, the answer leads to another address, or is a
    file of the `kind`. `refuses` are the problems of this address beside those of all. `plain`
    are statuses that come without a word.
    """

    tells: type | None = None
    kind: str = JSON
    takes: type | None = None
    sent_as: tuple[str, ...] = (JSON, FORM)
    query: tuple[Query, ...] = ()
    refuses: tuple[type[RefereeError], ...] = ()
    plain: Mapping[int, str] = field(default_factory=dict)
    token: bool = False
    device: bool = False


def document(app: Flask, programs: Mapping[tuple[str, str], Program]) -> dict[str, Any]:
    """Write the whole document: each of these endpoints with its method."""
    found = list(_operations(app, programs))
    paths: dict[str, dict[str, Any]] = {}
    for rule, method, program in found:
        path = paths.setdefault(address_of(rule), {})
        path[method.lower()] = _operation(app, rule, method, program)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tabletop referee",
            "version": "1",
            "description": (
                "What the screens can do, programs can do too. Ask with “Accept: application/json”."
                " A command names the moment it is meant for, as `expected`; one that comes too"
                " late changes nothing. What was not taken is answered with a sentence for people"
                " and the kind of the problem."
            ),
        },
        "paths": paths,
        "components": {
            "schemas": _schemas(program for _, _, program in found),
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
    """Write an address with its places in braces."""
    return _PLACE.sub(r"{\1}", rule.rule)


def _operations(
    app: Flask, programs: Mapping[tuple[str, str], Program]
) -> Iterator[tuple[Rule, str, Program]]:
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        for method in sorted(rule.methods or ()):
            program = programs.get((rule.endpoint, method))
            if program is not None:
                yield rule, method, program


def _schemas(programs: Iterable[Program]) -> dict[str, Any]:
    named: dict[type, None] = dict.fromkeys((Problem, *_PROBLEM_SHAPES.values()))
    for program in programs:
        named |= dict.fromkeys(filter(None, (program.tells, program.takes)))
    named.pop(bytes, None)
    _, shapes = shapes_as_json.schema_components(tuple(named), ref_template=_SHAPES)
    return dict(sorted(shapes.items()))


def _reference(shape: type) -> dict[str, Any]:
    if shape is bytes:
        return {"type": "string", "format": "binary"}
    return {"$ref": _SHAPES.format(name=shape.__name__)}


# ---------------------------------------------------------------- one address


def _operation(app: Flask, rule: Rule, method: str, program: Program) -> dict[str, Any]:
    told = (app.view_functions[rule.endpoint].__doc__ or "").strip()
    summary, _, more = told.partition("\n")
    found: dict[str, Any] = {
        "operationId": f"{rule.endpoint.replace('.', '-')}-{method.lower()}",
        "summary": summary.partition(";")[0].rstrip("."),
        "description": " ".join((summary + more).split()),
        "tags": [rule.endpoint.partition(".")[0]],
        "parameters": [
            *(_place(rule, name) for name in _PLACE.findall(rule.rule)),
            *(query.described() for query in program.query),
        ],
        "responses": _answers(rule, method, program),
    }
    if program.takes is not None:
        content = {kind: {"schema": _reference(program.takes)} for kind in program.sent_as}
        found["requestBody"] = {"required": True, "content": content}
    schemes = {"camera": program.token, "device": program.device}
    security: list[dict[str, list[str]]] = [
        {name: []} for name, is_one in schemes.items() if is_one
    ]
    return {**found, "security": security} if security else found


def _answers(rule: Rule, method: str, program: Program) -> dict[str, Any]:
    answers = {str(status): text for status, text in _refusals(rule, method, program).items()}
    for status, why in program.plain.items():
        answer = answers.setdefault(str(status), {"description": "", "content": {}})
        answer["description"] = f"{answer['description']} {why}".strip()
        answer["content"][PLAIN] = {"schema": {"type": "string"}}
    return {**_taken(program), **dict(sorted(answers.items()))}


def _taken(program: Program) -> dict[str, Any]:
    if program.tells is not None:
        content = {program.kind: {"schema": _reference(program.tells)}}
        return {"200": {"description": (program.tells.__doc__ or "").strip(), "content": content}}
    if program.kind != JSON:
        content = {program.kind: {"schema": {"type": "string"}}}
        return {"200": {"description": "The file.", "content": content}}
    where = {"description": "Where to go on.", "required": True, "schema": {"type": "string"}}
    return {"303": {"description": "Taken.", "headers": {"Location": where}}}


def _refusals(rule: Rule, method: str, program: Program) -> dict[int, dict[str, Any]]:
    """Describe every refusal, by status: those of the address, then those of all."""
    kinds = [*program.refuses, StoreFailed]
    kinds += [kind for name, kind in _NAMED_IN_ADDRESSES.items() if name in rule.arguments]
    if "match_id" in rule.arguments and rule.endpoint not in BY_TOKEN:
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
    """Name a kind of problem, and the narrower kinds as which it may come."""
    known = (one for one in kind.__subclasses__() if one not in _NEVER_ANSWERED)
    narrower = sorted(name for one in known for name in _names(one))
    return [kebab(kind.__name__), *narrower]


def _shape_of(kind: type[RefereeError]) -> type:
    return next((_PROBLEM_SHAPES[one] for one in kind.__mro__ if one in _PROBLEM_SHAPES), Problem)


def _first_line(kind: type[RefereeError]) -> str:
    return (kind.__doc__ or "").strip().partition("\n")[0]


def _place(rule: Rule, name: str) -> dict[str, Any]:
    number = f"<int:{name}>" in rule.rule
    schema: dict[str, Any] = {"type": "string", "minLength": 1}
    if number:
        schema = {"type": "integer", "minimum": 0, "maximum": _LARGEST}
    return {"name": name, "in": "path", "required": True, "schema": schema}
