"""Sentences of actions, facts and refusals: templates filled by the types of the fields.

An action, a fact and a kind of refusal have a `sentence`; a fact may have an `order` for people at
the table. Each is a `Text` whose placeholders are names of fields or, if it needs logic, a method
or function that returns one. Placeholders without a value are filled from the fields.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import cache
from string import Formatter
from types import GenericAlias, NoneType, UnionType
from typing import Any, Generic, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from referee.core.actions import Action, Fact, Overrule
from referee.core.overrules import TableDecided, tell_overrule
from referee.core.prose import Text, listed, say
from referee.core.rulings import Numbers, RefusalKind
from referee.core.seats import TABLE, Seat
from referee.core.views import Task

S = TypeVar("S")

Word: TypeAlias = Callable[[Any, Any], object] | Mapping[Any, object]
"""The words for values of a type: a mapping, or a function of the state and the value."""

_Values: TypeAlias = dict[str, tuple[Any, Any]]
"""The values for placeholders by name, with their types."""


def _last_word(_state: object, _fact: TableDecided) -> Text:
    return say("The table has the last word: {why}")


@dataclass(frozen=True, slots=True)
class Sentences(Generic[S]):
    """The words of a game for its sentences.

    `types` has the words by type of field: an Enum, a NewType or an `Annotated` number. Tuples are
    listed, and other values are used as they are. `state` computes placeholders from the state.
    `numbers` has the types of a refusal's numbers. `doers` returns the seats that do what a fact
    orders; without one it is the fact's own `seat`. `decided` is the sentence of `TableDecided`.
    """

    types: Mapping[Any, Word]
    state: Mapping[str, Callable[[S], object]] = field(default_factory=dict)
    numbers: Mapping[str, Any] = field(default_factory=dict)
    doers: Callable[[S, Fact], tuple[Seat, ...]] = lambda _state, fact: _seat_of(fact)
    decided: Callable[[S, TableDecided], Text] = _last_word

    def action(self, state: S, action: Action) -> Text:
        """Return the sentence of an action; `state` is the one before it."""
        text = self._filled(_template(action.sentence, state), state, _fields_of(action))
        if isinstance(action, Overrule):
            who = None if action.by == TABLE else self._word(state, action.by, Seat)
            return tell_overrule(action, text, who)
        return text

    def fact(self, state: S, fact: Fact) -> Text:
        """Return the sentence of a fact; `state` is the one after it."""
        if isinstance(fact, TableDecided):
            text = self.decided(state, fact)
        else:
            text = _template(fact.sentence, state)
        return self._filled(text, state, _fields_of(fact))

    def orders(self, state: S, fact: Fact) -> tuple[Task, ...]:
        """Return what people do at the table because of a fact, by the rule of the fact."""
        order = fact.order
        wanted = order if order is None or isinstance(order, Text) else order(state)
        texts = (wanted,) if isinstance(wanted, Text) else wanted or ()
        return tuple(
            Task(self._filled(text, state, _fields_of(fact)), fact.rule, self.doers(state, fact))
            for text in texts
        )

    def refusal(self, kind: RefusalKind, state: S, action: Action, numbers: Numbers) -> Text:
        """Return the sentence of a refusal."""
        text = _template(kind.sentence, state, action, numbers)
        return self._filled(text, state, _fields_of(action) | self._numbers(numbers))

    def _numbers(self, numbers: Numbers) -> _Values:
        return {name: (value, self._number(name, value)) for name, value in numbers.items()}

    def _number(self, name: str, value: object) -> Any:  # noqa: ANN401 - a type
        kind = self.numbers.get(name)
        return GenericAlias(tuple, (kind, ...)) if isinstance(value, tuple) else kind

    def _filled(self, text: Text, state: S, values: _Values) -> Text:
        given = {
            name: self._filled(value, state, values) if isinstance(value, Text) else value
            for name, value in text.values
        }
        if text.many and isinstance(given["count"], str):
            given["count"] = values[given["count"]][0]
        for name in _places(text.template, text.many):
            if name not in given:
                given[name] = self._value(name, state, values)
        return Text(text.template, tuple(given.items()), text.many)

    def _value(self, name: str, state: S, values: _Values) -> object:
        if name in values:
            return self._word(state, *values[name])
        return self.state[name](state)

    def _word(self, state: S, value: Any, hint: Any) -> object:  # noqa: ANN401 - of any type
        if isinstance(value, tuple):
            kind = get_args(hint)[0] if get_origin(hint) is tuple else None
            return listed([self._word(state, item, kind) for item in value])
        if isinstance(value, str) and isinstance(hint, type) and issubclass(hint, Enum):
            value = hint(value)  # as the numbers of a refusal write it
        word = self.types.get(hint) or self.types.get(type(value))
        if word is None or value is None:
            return value
        return word[value] if isinstance(word, Mapping) else word(state, value)


def _seat_of(fact: Fact) -> tuple[Seat, ...]:
    seat = getattr(fact, "seat", TABLE)
    return () if seat in {TABLE, None} else (seat,)


def _template(sentence: Text | Callable[..., Text], *about: object) -> Text:
    return sentence if isinstance(sentence, Text) else sentence(*about)


@cache
def _places(*templates: str) -> tuple[str, ...]:
    """Return the names of the placeholders in templates, each once."""
    named = (name for one in templates for _, name, _, _ in Formatter().parse(one) if name)
    return tuple(dict.fromkeys(named))


def _fields_of(thing: Action | Fact) -> _Values:
    kind: Any = type(thing)  # a cache asks for a hashable, which a class of dataclasses is
    return {name: (getattr(thing, name), hint) for name, hint in _hints(kind)}


@cache
def _hints(kind: Any) -> tuple[tuple[str, Any], ...]:  # noqa: ANN401 - any dataclass
    hints = get_type_hints(kind, include_extras=True)
    return tuple((entry.name, _present(hints[entry.name])) for entry in fields(kind))


def _present(hint: Any) -> Any:  # noqa: ANN401 - any type
    """Return the type without `None`."""
    if get_origin(hint) in (Union, UnionType):
        return next(option for option in get_args(hint) if option is not NoneType)
    return hint
