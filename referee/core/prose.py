"""Translatable sentences.

Rules and views return a `Text`: an English template, which is also its message id, and values. Only
the web and the command line turn it into a string, in the reader's language.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

K = TypeVar("K")

_QUOTED: Final = 80
_MAX_ACCENTS: Final = 3
_UNSEEN: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_TURNS: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")

Translate: TypeAlias = Callable[[str], str]
TranslatePlural: TypeAlias = Callable[[str, str, int], str]


@dataclass(frozen=True, slots=True)
class Text:
    """A translatable sentence: a template with named placeholders, and their values.

    `many` is the plural template; the value `count` selects between the two.
    """

    template: str
    values: tuple[tuple[str, object], ...] = ()
    many: str = ""

    def __str__(self) -> str:
        """Return the sentence in English for a terminal, without bidirectional controls."""
        return _TURNS.sub("", self.spoken(_same, _english_plural))

    def spoken(self, translate: Translate, translate_plural: TranslatePlural) -> str:
        """Return the sentence translated by the two functions (gettext and ngettext)."""
        values = {
            name: value.spoken(translate, translate_plural)
            if isinstance(value, Text)
            else shown(value)
            if isinstance(value, str)
            else value
            for name, value in self.values
        }
        if self.many:
            count = values["count"]
            template = translate_plural(self.template, self.many, int(str(count)))
        else:
            template = translate(self.template)
        return template.format_map(values)


def say(template: str, **values: object) -> Text:
    """Return a sentence: `say("{name}: turn over your Follower.", name="Ann")`."""
    return Text(template, tuple(values.items()))


def say_count(one: str, many: str, count: int | str, **values: object) -> Text:
    """Return a sentence with singular and plural; its templates may use `{count}`.

    On a class, `count` is the name of the field with the number (see `sentences`).
    """
    return Text(one, (("count", count), *values.items()), many)


def literal(words: str) -> Text:
    """Return a text that is not translated, such as a player's name."""
    return Text("{words}", (("words", words),))


def shown(words: str) -> str:
    """Replace control characters by U+FFFD, and limit stacked accents."""
    return limit_accents(words if words.isprintable() else _UNSEEN.sub("\ufffd", words))


def limit_accents(words: str) -> str:
    """Keep at most three combining marks per letter; more would cover other lines."""
    if words.isascii():
        return words
    kept, accents = [], 0
    for sign in words:
        accents = accents + 1 if unicodedata.combining(sign) else 0
        if accents <= _MAX_ACCENTS:
            kept.append(sign)
    return "".join(kept)


def shortened(words: str) -> str:
    """Return at most 80 characters of typed text, to quote it in a sentence."""
    return words if len(words) <= _QUOTED else f"{words[: _QUOTED - 1]}…"


def tell(sentences: Mapping[K, Text | Callable[..., Text]], kind: K, *about: object) -> Text:
    """Return the sentence of a kind from a table of texts, or functions that make them."""
    sentence = sentences[kind]
    return sentence if isinstance(sentence, Text) else sentence(*about)


def joined(sentences: Sequence[Text]) -> Text:
    """Join sentences with spaces; without any, return an empty text."""
    if not sentences:
        return EMPTY
    whole = sentences[0]
    for sentence in sentences[1:]:
        whole = say("{first} {next}", first=whole, next=sentence)
    return whole


def listed(items: Sequence[object]) -> Text:
    """Join items as in “Ann, Bo and Cy”; without any, return an empty text."""
    if not items:
        return EMPTY
    joined = items[0]
    for item in items[1:-1]:
        joined = say("{first}, {next}", first=joined, next=item)
    if len(items) > 1:
        joined = say("{first} and {last}", first=joined, last=items[-1])
    return joined if isinstance(joined, Text) else literal(str(joined))


def _same(template: str) -> str:
    return template


def _english_plural(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


EMPTY: Final = Text("")
"""The empty text."""
