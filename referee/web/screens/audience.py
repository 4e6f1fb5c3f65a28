"""To whom a sentence speaks: an own phone speaks to its owner, and gives orders to nobody else.

An order names whom it is for and then a colon, such as "{name}: turn over your Follower.", in every
language. On the own screen of a seat these names are replaced, so no game needs a second sentence.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from referee.core import (
    TABLE,
    Seat,
    Step,
    Task,
    Text,
    display_names,
    listed,
    say,
    say_count,
)

_ADDRESSED: Final = re.compile(r"^(\{\w+\}(?: \w+ \{\w+\})?)(?:, [\w ]+)?: ")
_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")

YOUR_TURN: Final = say("Your turn")
YOU: Final = say("You")
YOU_TOO: Final = say("you")


@dataclass(frozen=True, slots=True)
class Owner:
    """The owner of a screen among all people of a match."""

    seat: Seat
    names: tuple[str, ...]

    @property
    def name(self) -> str:
        """Return the name under which sentences speak of the owner."""
        return self.names[self.seat]


def owner_of(seat: Seat, names: tuple[str, ...]) -> Owner:
    """Return the owner of a seat, with the names of a set-up as sentences tell them apart."""
    return Owner(seat, tuple(display_names(names)))


def step_for(owner: Owner, step: Step, acting: Collection[Seat], *, has_choices: bool) -> Step:
    """Return a step as the screen of its owner says it, while these seats are to act.

    `has_choices` says that the owner is among those who may enter something.
    """
    return replace(
        step,
        say=_question(owner, step.say, acting, has_choices=has_choices),
        hands=tuple(task_for(owner, task) for task in step.hands),
    )


def _question(owner: Owner, text: Text, acting: Collection[Seat], *, has_choices: bool) -> Text:
    names = _names_in(_addressed(text), owner.names)
    if owner.name in names:
        return _told(owner, text, YOUR_TURN)
    is_asked = owner.seat in acting or has_choices
    waited_for = [owner.names[seat] for seat in sorted(acting) if seat not in (owner.seat, TABLE)]
    if not waited_for or (is_asked and not names):
        return text
    return say_count(
        "{names} is choosing …",
        "{names} are choosing …",
        len(waited_for),
        names=listed(waited_for),
    )


def task_for(owner: Owner, task: Task) -> Task:
    """Return a task as the screen of its owner says it; of others it says that they do it."""
    names = _names_in(_addressed(task.say), owner.names)
    if not names:
        return task
    if owner.name in names:
        return replace(task, say=_told(owner, task.say, YOU))
    last, value = _addressed(task.say)[-1]
    doing = say("{name} does this", name=value)
    if len(names) > 1:
        doing = say("{names} do this", names=value)
    return replace(task, say=_with(task.say, {last: doing}))


def _told(owner: Owner, text: Text, you: Text) -> Text:
    """Return an order in which its owner is "you" in place of the name."""
    parts, found = _addressed(text), {}
    for number, (key, value) in enumerate(parts):
        names = _names_in([(key, value)], owner.names)
        if owner.name in names:
            said = YOU_TOO if number else YOU if len(parts) > 1 else you
            found[key] = said if len(names) > 1 else _replaced(value, owner.name, said)
    return _with(text, found)


def _with(text: Text, found: Mapping[str, object]) -> Text:
    return replace(text, values=tuple((key, found.get(key, value)) for key, value in text.values))


def _addressed(text: Text) -> list[tuple[str, object]]:
    """Return the placeholders before the colon of an order, and their values."""
    found = _ADDRESSED.match(text.template)
    values = dict(text.values)
    return [(key, values[key]) for key in _PLACEHOLDER.findall(found[1])] if found else []


def _names_in(parts: Collection[tuple[str, object]], names: Collection[str]) -> list[str]:
    return [name for _, value in parts for name in _leaves(value) if name in names]


def _leaves(value: object) -> Iterator[str]:
    if isinstance(value, Text):
        for _, inner in value.values:
            yield from _leaves(inner)
    else:
        yield str(value)


def _replaced(value: object, name: str, said: Text) -> object:
    if not isinstance(value, Text):
        return said if value == name else value
    inner = tuple((key, _replaced(one, name, said)) for key, one in value.values)
    return replace(value, values=inner)
