"""Translation: turns each `Text` into the language of the reader.

The language is chosen here, from the browser's preferences and the translations that exist. What
people have typed is isolated (Unicode bidi): a name that is written from right to left must not
reorder the sentence around it.
"""

import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Final, cast

from babel.support import Translations
from flask import Flask, g, has_app_context, has_request_context, request
from flask_babel import (  # type: ignore[import-untyped]
    Babel,
    format_datetime,
    format_timedelta,
    get_domain,
    get_locale,
)

from referee.core import Text, display_names, say
from referee.core.prose import limit_accents

WRITTEN_IN: Final = "en"
_FOLDER: Final = Path(__file__).parents[1] / "translations"
_TODAY: Final = timedelta(hours=12)
_TURNS: Final = dict.fromkeys(map(ord, "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
_OTHER_WAY: Final = frozenset({"R", "AL", "AN"})
_WITHIN: Final[ContextVar[Translations | None]] = ContextVar("within", default=None)
_APART: Final = "\u2068{words}\u2069"


def speak(app: Flask) -> None:
    """Add `_()` and the filters `spoken`, `when`, `day` and `clock` to the templates."""
    Babel(
        app,
        default_locale=WRITTEN_IN,
        default_translation_directories=str(_FOLDER),
        locale_selector=partial(_selected, _translated()),
    )
    # Instead of flask-babel's own, which look the language up for each of a hundred texts.
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        _said, _said_of_many, newstyle=True
    )
    app.jinja_env.filters["spoken"] = spoken
    app.jinja_env.filters["told_apart"] = display_names
    app.jinja_env.filters["when"] = when
    app.jinja_env.filters["day"] = day
    app.jinja_env.filters["clock"] = clock
    app.jinja_env.globals["language"] = language


def _said(words: str) -> str:
    return str(_catalogue().ugettext(words))


def _said_of_many(one: str, more: str, count: int) -> str:
    return str(_catalogue().ungettext(one, more, count))


def sentences() -> Translations:
    """Return the catalogue of the current language; the same object for the same language."""
    return _catalogue()


@contextmanager
def in_one_language() -> Iterator[None]:
    """Look the catalogue up once for all texts that are translated within."""
    found = _WITHIN.set(_catalogue())
    try:
        yield
    finally:
        _WITHIN.reset(found)


def spoken(text: Text | str) -> str:
    """Return a text in the language of the request; a string is returned as it is."""
    if isinstance(text, str):
        return apart(text)
    return _spoken(text, _catalogue())


def speaker() -> Callable[[Text], str]:
    """Return a function that translates texts for this request, also on another thread."""
    return partial(_spoken, catalogue=_catalogue())


def _spoken(text: Text, catalogue: Translations) -> str:
    def one(template: str) -> str:
        # gettext returns the header of the catalogue for an empty id.
        return str(catalogue.ugettext(template)) if template else ""

    def number(singular: str, plural: str, count: int) -> str:
        # Not flask-babel's own: it would fill in `%` places, and our templates have `{}` places.
        return str(catalogue.ungettext(singular, plural, count))

    return _apart_within(text).spoken(one, number)


def apart(words: str) -> str:
    """Isolate words that run from right to left, so that they reorder nothing around them."""
    if words.isascii():
        return words
    straight = limit_accents(words.translate(_TURNS))
    if _OTHER_WAY.isdisjoint(map(unicodedata.bidirectional, straight)):
        return straight
    return _APART.format(words=straight)


def _apart_within(text: Text) -> Text:
    if not text.values:
        return text
    values = tuple((name, _value_apart(value)) for name, value in text.values)
    return Text(text.template, values, text.many)


def _value_apart(value: object) -> object:
    if isinstance(value, Text):
        return _apart_within(value)
    return apart(value) if isinstance(value, str) else value


def when(moment: str) -> str:
    """Return how long ago something was, or on which day if that is long ago."""
    ago = datetime.now(UTC) - datetime.fromisoformat(moment)
    if not timedelta(0) <= ago < _TODAY:
        return day(moment)
    if ago < timedelta(minutes=1):
        return spoken(say("just now"))
    return str(format_timedelta(-ago, granularity="minute", add_direction=True))


def day(moment: str) -> str:
    """Return day and time in the time zone of this machine, which is in the same room."""
    local = datetime.fromisoformat(moment).astimezone()
    return str(format_datetime(local, "d MMM y, HH:mm", rebase=False))


def clock(moment: str) -> str:
    """Return the time of day, with the day if that is long ago."""
    then = datetime.fromisoformat(moment)
    if abs(datetime.now(UTC) - then) > _TODAY:
        return day(moment)
    return str(format_datetime(then.astimezone(), "HH:mm", rebase=False))


def language() -> str:
    """Return the language of the request; screens with the same one share a rendering."""
    return str(get_locale() or WRITTEN_IN).replace("_", "-")


def _selected(known: tuple[str, ...]) -> str:
    if not has_request_context():
        return WRITTEN_IN
    return request.accept_languages.best_match(known) or WRITTEN_IN


def _translated() -> tuple[str, ...]:
    found = sorted(path.parts[-3] for path in _FOLDER.glob("*/LC_MESSAGES/messages.mo"))
    return (WRITTEN_IN, *found)


def _catalogue() -> Translations:
    """Return the catalogue of the request's language, looked up once for all texts."""
    within = _WITHIN.get()
    if within is not None:
        return within
    if not has_app_context():
        return cast("Translations", get_domain().get_translations())
    if "catalogue" not in g:
        g.catalogue = get_domain().get_translations()
    return cast("Translations", g.catalogue)
