"""The answers to a game's own options, from a form or an address.

An answer that would fit another number of players or another mode is replaced by its default. An
answer that no option ever offers is a mistake and is reported.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from werkzeug.datastructures import MultiDict

from referee.core import AnyGame, Option, Text, say
from referee.core.prose import shortened

OWN: Final = "own"
"""The choice of a value made group by group instead of by a preset."""

FIRST_GAME: Final = "first-game"
"""The field that says that the page has suggested what suits a first game."""

Ask: TypeAlias = Callable[[tuple[str, ...], Mapping[str, str]], tuple[Option, ...]]

_FIELD: Final = re.compile(r"option\.(?P<id>[a-z0-9-]+)\.(?P<part>preset|default|\d{1,2})")
_OTHERS: Final = frozenset({"count", "name", "move", "draw", "next", "key", FIRST_GAME})


def chosen_in(form: MultiDict[str, str]) -> dict[str, str]:
    """Return the answers without those that repeat a default, which may have changed since.

    A typed address may give an option by its plain name, too.
    """
    parts: dict[str, dict[str, str]] = {}
    for name in form:
        field = _FIELD.fullmatch(name)
        if field:
            parts.setdefault(field["id"], {})[field["part"]] = form[name]
    values = {name: _value(given) for name, given in parts.items()}
    asked = {name: value for name, value in values.items() if value != parts[name].get("default")}
    return {**dict(_typed(form)), **asked}


def one_by_one(form: MultiDict[str, str]) -> frozenset[str]:
    """Return the options that are answered group by group, whatever is chosen so far."""
    fields = filter(None, map(_FIELD.fullmatch, form))
    return frozenset(
        field["id"] for field in fields if field["part"] == "preset" and form[field[0]] == OWN
    )


def fits(option: Option, value: str) -> bool:
    """Return whether a question can be answered so."""
    if value in {preset.value for preset in option.presets}:
        return True
    parts = value.split(",")
    return len(parts) == len(option.groups) and all(
        part in {choice.value for choice in group.choices}
        for part, group in zip(parts, option.groups, strict=True)
    )


def wrong_in(form: MultiDict[str, str], game: AnyGame) -> Text | None:
    """Return the first answer that no option of this game offers, as a sentence, or None.

    Fields of another game's form are ignored: browsers fill in what they remember.
    """
    known: dict[str, list[Option]] = {}
    for option in _ever_asked(tuple(game.info.seats), game.options):
        known.setdefault(option.id, []).append(option)
    for name, _ in _typed(form):
        if name not in known:
            called = shortened(name)
            return say("This game has no option called “{name}”.", name=called)
    for name, value in chosen_in(form).items():
        wrong = _unknown(value, known.get(name, []))
        if wrong is not None:
            question = known[name][0].label
            return say(
                "“{wrong}” is not one of the choices for “{question}”. Please choose again.",
                wrong=shortened(wrong),
                question=question,
            )
    return None


def _typed(form: MultiDict[str, str]) -> Iterator[tuple[str, str]]:
    return ((name, form[name]) for name in form if "." not in name and name not in _OTHERS)


def _value(given: Mapping[str, str]) -> str:
    preset = given.get("preset", OWN)
    if preset != OWN:
        return preset
    return ",".join(given[part] for part in sorted(filter(str.isdecimal, given), key=int))


@lru_cache(maxsize=16)
def _ever_asked(seats: tuple[int, ...], ask: Ask) -> tuple[Option, ...]:
    """Return the questions for any number of players, whatever is answered to one of them."""
    found: dict[Option, None] = {}
    for count in seats:
        names = tuple(map(str, range(1, count + 1)))
        first = ask(names, {})
        found |= dict.fromkeys(first)
        for option in first:
            if len(option.groups) == 1:
                for choice in option.groups[0].choices:
                    found |= dict.fromkeys(ask(names, {option.id: choice.value}))
    return tuple(found)


def _unknown(value: str, options: list[Option]) -> str | None:
    """Return the part of a value that none of these questions offers."""
    if not value or not options or any(fits(option, value) for option in options):
        return None
    offered = {
        choice.value for option in options for group in option.groups for choice in group.choices
    }
    wrong = [part for part in value.split(",") if part not in offered]
    return wrong[0] if wrong else None
