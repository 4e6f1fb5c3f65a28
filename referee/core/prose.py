"""Sentences that are still ids and values, so that every table can read its own language.

Rules and views hand out a `Text`: an English template, which is also its id in the catalogue, and
the values that go into it. Only the edge (web, command line) turns it into words.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

K = TypeVar("K")

_QUOTED: Final = 80
_MOST_ACCENTS: Final = 3
_UNSEEN: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_TURNS: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")

Translate: TypeAlias = Callable[[str], str]
TranslatePlural: TypeAlias = Callable[[str, str, int], str]


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence before it is translated: a template with named places, and what goes there.

    `many` is the template for any number but one; it is chosen by the value called `count`.
    """

    template: str
    values: tuple[tuple[str, object], ...] = ()
    many: str = ""

    def __str__(self) -> str:
        """Return the sentence in English, fit for a terminal: nothing in it turns others around."""
        return _TURNS.sub("", self.spoken(_same, _english_plural))

    def spoken(self, translate: Translate, translate_plural: TranslatePlural) -> str:
        """Return the sentence in the language of the two functions (gettext and ngettext)."""
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
    """Make a sentence: `say("{name}: turn over your Follower.", name="Ann")`."""
    return Text(template, tuple(values.items()))


def say_count(one: str, many: str, count: int | str, **values: object) -> Text:
    """Make a sentence that depends on a number, which its templates may use as `{count}`.

    On a class, `count` is the name of the field that holds the number (see `sentences`).
    """
    return Text(one, (("count", count), *values.items()), many)


def literal(words: str) -> Text:
    """Make a text out of words that nobody translates, such as a player's name."""
    return Text("{words}", (("words", words),))


def shown(words: str) -> str:
    """Put a sign that can be seen for each that cannot, and that a terminal would obey."""
    return low(words if words.isprintable() else _UNSEEN.sub("\ufffd", words))


def low(words: str) -> str:
    """Leave a letter few of its accents, where somebody has put so many that they make a tower."""
    if words.isascii():
        return words
    kept, accents = [], 0
    for sign in words:
        accents = accents + 1 if unicodedata.combining(sign) else 0
        if accents <= _MOST_ACCENTS:
            kept.append(sign)
    return "".join(kept)


def shortened(words: str) -> str:
    """Cut what somebody has written so that a sentence can quote it."""
    return words if len(words) <= _QUOTED else f"{words[: _QUOTED - 1]}…"


def tell(sentences: Mapping[K, Text | Callable[..., Text]], kind: K, *about: object) -> Text:
    """Say the sentence of a kind: as it stands in the table, or made there of what it is about."""
    sentence = sentences[kind]
    return sentence if isinstance(sentence, Text) else sentence(*about)


def joined(sentences: Sequence[Text]) -> Text:
    """Join sentences with blanks. Without any it is an empty text."""
    if not sentences:
        return EMPTY
    whole = sentences[0]
    for sentence in sentences[1:]:
        whole = say("{first} {next}", first=whole, next=sentence)
    return whole


def listed(items: Sequence[object]) -> Text:
    """Join things as people do: Ann, Bo and Cy. An empty list gives an empty text."""
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
"""Nothing to say."""
