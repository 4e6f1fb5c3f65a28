"""Remembers how things on a screen are drawn: from one entry to the next nearly all stay as is."""

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, Final, TypeAlias

from flask import Flask
from jinja2.runtime import Macro
from markupsafe import Markup

from referee.web.words import sentences

_MOST: Final = 4096
"""Each is half a kilobyte, a place with some cards two."""

_Key: TypeAlias = tuple[str, str, Hashable, tuple[object, ...], Any]


class Drawings:
    """What was drawn last, by what it shows and in which language; safe to use from any thread."""

    def __init__(self) -> None:
        """Begin with none."""
        self._lock = threading.Lock()
        self._drawn: OrderedDict[_Key, Markup] = OrderedDict()

    def drawn(self, macro: Macro, what: Hashable, *more: object) -> Markup:
        """Draw a piece, a place or a button by a macro that looks at nothing but what is given."""
        key = (_template_of(macro), macro.name, what, more, sentences())
        found = self._drawn.get(key)
        if found is None:
            found = Markup(macro(what, *more))  # noqa: S704 - escaped by the template
            with self._lock:
                self._drawn[key] = found
                while len(self._drawn) > _MOST:
                    self._drawn.popitem(last=False)
        return found


def _template_of(macro: Macro) -> str:
    """Give where a macro is written: two games may each have one of the same name."""
    return str(macro._func.__code__.co_filename)  # noqa: SLF001 - nothing else tells


def remember_drawings(app: Flask) -> None:
    """Let templates draw by `drawn(macro, piece)`."""
    app.jinja_env.globals["drawn"] = Drawings().drawn
