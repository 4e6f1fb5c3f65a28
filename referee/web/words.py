"""Turns texts into the reader's own words; the only place where screens ask for a language.

Rules and matches hand out a `Text`. Its language is chosen here, by what the browser asks for and
what has been translated.
"""

from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

from flask import Flask, has_request_context, request
from flask_babel import Babel, format_datetime, get_domain, get_locale  # type: ignore[import-untyped]

from referee.core import Text

WRITTEN_IN: Final = "en"
_FOLDER: Final = Path(__file__).with_name("translations")


def speak(app: Flask) -> None:
    """Let templates use `_()` and the filter `spoken`."""
    Babel(
        app,
        default_locale=WRITTEN_IN,
        default_translation_directories=str(_FOLDER),
        locale_selector=partial(_selected, _translated()),
    )
    app.jinja_env.filters["spoken"] = spoken
    app.jinja_env.filters["when"] = when
    app.jinja_env.globals["language"] = language


def spoken(text: Text | str) -> str:
    """Give a text in the language of the current request; words are words already."""
    return text if isinstance(text, str) else text.spoken(_gettext, _ngettext)


def when(moment: str) -> str:
    """Say when something was, by the clock of this machine: it stands in the same room."""
    local = datetime.fromisoformat(moment).astimezone()
    return str(format_datetime(local, "short", rebase=False))


def language() -> str:
    """Name the language of the current request: screens that share it share a rendering."""
    return str(get_locale() or WRITTEN_IN).replace("_", "-")


def _selected(known: tuple[str, ...]) -> str:
    if not has_request_context():
        return WRITTEN_IN
    return request.accept_languages.best_match(known) or WRITTEN_IN


def _translated() -> tuple[str, ...]:
    found = sorted(path.parts[-3] for path in _FOLDER.glob("*/LC_MESSAGES/messages.mo"))
    return (WRITTEN_IN, *found)


def _gettext(template: str) -> str:
    # gettext answers an empty id with the header of the catalogue.
    return str(get_domain().get_translations().ugettext(template)) if template else ""


def _ngettext(one: str, many: str, count: int) -> str:
    # Not flask-babel's own: it would fill in `%` places, and our templates have `{}` places.
    return str(get_domain().get_translations().ungettext(one, many, count))
