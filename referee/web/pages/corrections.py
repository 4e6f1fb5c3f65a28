"""Overrules and corrections: entries that the table may make at any time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, render_template

from referee.core import Action, AnyGame, Overrule, Text, display_names, literal, redact, say, verb
from referee.web.access import rules as access
from referee.web.services import match_called

_GAP: Final = "…"

pages = Blueprint("corrections", __name__, url_prefix="/matches/<match_id>")


@dataclass(frozen=True, slots=True)
class Alternative:
    """One entry: its notation, its sentence, and what differs from the others of its kind."""

    text: str
    sentence: Text
    label: Text


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of entry that is possible at any time; its `sentence` has gaps for what differs."""

    name: str
    is_overrule: bool
    sentence: Text
    ways: tuple[Alternative, ...]


class _Open(int):
    """A number that is not chosen yet: formatted as a gap, but usable in calculations."""

    def __format__(self, spec: str) -> str:
        return _GAP


@pages.get("/overrule")
@access.tablet
def show(match_id: str) -> str:
    """Show the form for an overrule: what the table decides, who says so, and why."""
    match = match_called(match_id)
    seq, now = match.heard(), match.now
    kinds = () if now.broken else _kinds(now.game, now.state)
    names = display_names(match.setup.names)
    return render_template("overrule.html", match=match, seq=seq, kinds=kinds, names=names)


def _kinds(game: AnyGame, state: Any) -> tuple[Kind, ...]:  # noqa: ANN401 - any game's state
    seen = redact(state, None)
    found: dict[type[Action], list[Action]] = {}
    for action in game.optional_actions(state):
        found.setdefault(type(action), []).append(action)
    return tuple(_kind(game, seen, kind, actions) for kind, actions in found.items())


def _kind(
    game: AnyGame,
    seen: Any,  # noqa: ANN401 - any game's state
    kind: type[Action],
    actions: Sequence[Action],
) -> Kind:
    told = [_what(game, seen, action) for action in actions]
    differing = _differing(told)
    ways = tuple(
        Alternative(game.format(action), what, _label(what, differing))
        for action, what in zip(actions, told, strict=True)
    )
    name = verb(kind).removeprefix("overrule ")
    return Kind(name, issubclass(kind, Overrule), _with_gaps(told[-1], differing), ways)


def _differing(told: Sequence[Text]) -> tuple[str, ...]:
    """Return the placeholders of a sentence in which the entries of a kind differ."""
    names = [name for name, _ in told[0].values]
    if any([name for name, _ in text.values] != names for text in told):
        return ()
    places = zip(*(text.values for text in told), strict=True)
    return tuple(name for name, values in zip(names, places, strict=True) if len(set(values)) > 1)


def _label(text: Text, differing: tuple[str, ...]) -> Text:
    values = [value for name, value in text.values if name in differing]
    if not values:
        return text
    label = values[0]
    for value in values[1:]:
        label = say("{first} · {next}", first=label, next=value)
    return label if isinstance(label, Text) else literal(str(label))


def _with_gaps(text: Text, differing: tuple[str, ...]) -> Text:
    values = tuple(
        (name, _gap(value) if name in differing else value) for name, value in text.values
    )
    return Text(text.template, values, text.many)


def _gap(value: object) -> object:
    return _Open(value) if isinstance(value, int) else _GAP


def _what(game: AnyGame, state: Any, action: Action) -> Text:  # noqa: ANN401 - any game's state
    """Return what an entry does; of an overrule, the `what` of its sentence."""
    told = game.voice.action(state, action)
    what = dict(told.values).get("what")
    return what if isinstance(what, Text) else told
