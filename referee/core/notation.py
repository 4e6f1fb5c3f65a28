"""Text notation of all actions: `reveal slot=1 card=scholar`.

It is used in buttons, the HTTP API, the log, transcripts and the command line. It is derived from
the action's dataclass (class name in words, then fields), so games need no code for it.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from referee.core.actions import Action, kebab
from referee.core.errors import UnknownNotation
from referee.core.prose import say
from referee.core.seats import TABLE, Seat
from referee.core.secrets import Secret

_TOKEN = re.compile(
    r"""\s*(?:(?P<key>[a-z_]+)=(?P<value>"(?:[^"\\]|\\.)*"|[^\s"]*)|(?P<word>[a-z-]+))(?=\s|$)"""
)
_PLAIN = re.compile(r"[^\s\"\\=\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]+")
_ESCAPED = re.compile(r"\\(?:u([0-9a-f]{4})|(.))")
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}
_HIDDEN = "?"
_MAX_LENGTH = 2_000
_NUMBER = re.compile(r"-?[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    type: Any
    needed: bool
    default: object


def verb(kind: type[Action]) -> str:
    """Return the words for a kind of action: `overrule shells` for `OverruleShells`."""
    return kebab(kind.__name__).replace("-", " ")


def format_action(action: Action) -> str:
    """Return the notation of an action, without fields that have their default."""
    kind: Any = type(action)  # `Any` satisfies the signature of the cached functions
    words = [verb(kind)]
    for entry in _fields(kind):
        value = getattr(action, entry.name)
        if entry.needed or value != entry.default:
            words.append(f"{entry.name}={_quoted(_written(value, entry.type))}")
    return " ".join(words)


def parse_action(text: str, kinds: Iterable[type[Action]]) -> Action:
    """Parse an action of one of these kinds; raises only `UnknownNotation`."""
    if len(text) > _MAX_LENGTH:
        raise UnknownNotation(say("This entry is too long."))
    name, given = _split(text)
    kind = _by_verb(tuple(kinds)).get(name)
    if kind is None:
        raise UnknownNotation(
            say("This game has no entry that starts with “{verb}”.", verb=name or text)
        )
    return _build(kind, given, text)


def _split(text: str) -> tuple[str, dict[str, str]]:
    words: list[str] = []
    given: dict[str, str] = {}
    position = 0
    stripped = text.strip()
    while position < len(stripped):
        token = _TOKEN.match(stripped, position)
        if token is None:
            raise UnknownNotation(say("“{text}” is not a valid entry.", text=text))
        position = token.end()
        if token["word"] is not None:
            if given:
                raise UnknownNotation(say("“{text}” is not a valid entry.", text=text))
            words.append(token["word"])
        elif token["key"] in given:
            raise UnknownNotation(say("“{key}” is given twice.", key=token["key"]))
        else:
            given[token["key"]] = _unquoted(token["value"])
    return " ".join(words), given


def _build(kind: Any, given: Mapping[str, str], text: str) -> Action:  # noqa: ANN401 - see `format_action`
    entries = _fields(kind)
    unknown = given.keys() - {entry.name for entry in entries}
    if unknown:
        raise UnknownNotation(
            say("“{verb}” has no “{key}”.", verb=verb(kind), key=min(unknown)),
        )
    values: dict[str, Any] = {}
    for entry in entries:
        if entry.name in given:
            values[entry.name] = _read(entry, given[entry.name], given)
        elif entry.needed:
            raise UnknownNotation(
                say("“{text}” is missing “{key}”.", text=text.strip(), key=entry.name),
            )
    built: Action = kind(**values)
    return built


def _read(entry: _Field, text: str, given: Mapping[str, str]) -> Any:  # noqa: ANN401 - by type
    try:
        return _reader(entry.type)(text, given)
    except (ValueError, KeyError):
        raise UnknownNotation(
            say("“{key}” cannot be “{value}”.", key=entry.name, value=text),
        ) from None


@cache
def _reader(kind: Any) -> Callable[[str, Mapping[str, str]], Any]:  # noqa: ANN401 - by type
    origin = get_origin(kind)
    if origin is Secret:
        inner = _reader(get_args(kind)[0])
        return lambda text, given: Secret(_seat(given["seat"]), inner(_revealed(text), given))
    if origin in (Union, UnionType):
        return _reader(next(option for option in get_args(kind) if option is not NoneType))
    if origin is tuple:
        item = _reader(get_args(kind)[0])
        return lambda text, given: tuple(item(part, given) for part in text.split(",") if part)
    if kind is Seat:
        return lambda text, _: _seat(text)
    if kind is bool:
        return lambda text, _: {"yes": True, "no": False}[text]
    if getattr(kind, "__supertype__", kind) is int:
        return lambda text, _: _integer(text)
    return lambda text, _: kind(text)


def _revealed(text: str) -> str:
    if text == _HIDDEN:
        raise UnknownNotation(
            say("A secret is hidden here: a game saved before its end cannot be continued.")
        )
    return text


def _seat(text: str) -> Seat:
    return TABLE if text == "table" else Seat(_integer(text))


def _integer(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise ValueError(text)
    return int(text)


def _written(value: Any, kind: Any) -> str:  # noqa: ANN401 - by type
    if isinstance(value, Secret):
        return _HIDDEN if value.value is None else _written(value.value, get_args(kind)[0])
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(_written(item, get_args(kind)[0]) for item in value)
    return "table" if kind is Seat and value == TABLE else str(value)


def _quoted(text: str) -> str:
    if _PLAIN.fullmatch(text):
        return text
    escaped = "".join(_ESCAPES.get(letter, letter) for letter in text)
    return f'"{_UNSEEN.sub(_by_number, escaped)}"'


def _by_number(unseen: re.Match[str]) -> str:
    """Return the escape of a control character: a backslash, `u` and four hex digits."""
    return f"\\u{ord(unseen[0]):04x}"


def _unquoted(text: str) -> str:
    if not text.startswith('"'):
        return text
    return _ESCAPED.sub(_meant, text[1:-1])


def _meant(escaped: re.Match[str]) -> str:
    if escaped[1]:
        letter = chr(int(escaped[1], 16))
        return letter if _UNSEEN.match(letter) else escaped[0]
    return {"n": "\n", "r": "\r"}.get(escaped[2], escaped[2])


@cache
def _by_verb(kinds: tuple[Any, ...]) -> dict[str, Any]:
    return {verb(kind): kind for kind in reversed(kinds)}  # the first one wins


@cache
def _fields(kind: Any) -> tuple[_Field, ...]:  # noqa: ANN401 - any dataclass
    hints = get_type_hints(kind)
    ordered = sorted(fields(kind), key=lambda entry: bool(entry.kw_only))
    return tuple(
        _Field(entry.name, hints[entry.name], entry.default is MISSING, entry.default)
        for entry in ordered
    )
