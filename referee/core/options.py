"""Options of a game as data, so that one setup page serves all games."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from referee.core.errors import BadSetup
from referee.core.prose import EMPTY, Text, listed, literal, say

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """One value of an option, with its label and explanation."""

    value: str
    label: Text
    detail: Text = EMPTY
    icon: str = ""


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Choices that exclude each other; an option with several groups takes one of each."""

    label: Text
    choices: tuple[OptionChoice, ...]
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """A question of the setup page.

    The value is the chosen values of the groups in order, joined by commas, or the value of a
    preset. `keep` names each group's choice in the values that are kept from game to game.

    `first_game` is the value to suggest to people who have not played the game before. `is_starter`
    marks the question of who starts: its choices are seats or places, clockwise. `is_extra` marks a
    question that can be skipped; the page folds it away. `is_pictured` has each preset drawn as the
    choices that it consists of.
    """

    id: str
    label: Text
    groups: tuple[OptionGroup, ...]
    default: str
    help: Text = EMPTY
    presets: tuple[OptionChoice, ...] = ()
    keep: tuple[str, ...] = ()
    first_game: str = ""
    is_starter: bool = False
    is_extra: bool = False
    is_pictured: bool = False

    @property
    def places(self) -> tuple[str, ...]:
        """Return the values of the only group; clockwise if this is who starts."""
        return tuple(choice.value for choice in self.groups[0].choices)

    def next_place(self, value: str) -> str:
        """Return the place clockwise of a value of the only group."""
        return self.places[(self.places.index(value) + 1) % len(self.places)]

    def parts(self, value: str) -> tuple[tuple[OptionGroup, OptionChoice], ...]:
        """Return the choice in each group that a value consists of; none if it is a single word."""
        values = value.split(",")
        if len(values) != len(self.groups):
            return ()
        return tuple(
            (group, choice)
            for group, part in zip(self.groups, values, strict=True)
            for choice in group.choices
            if choice.value == part
        )

    def filled(self, value: str, known: Mapping[str, str]) -> str:
        """Return a value with the known choices of its groups; a preset is returned unchanged."""
        parts = value.split(",")
        if not len(parts) == len(self.groups) == len(self.keep):
            return value
        for place, (name, group) in enumerate(zip(self.keep, self.groups, strict=True)):
            if known.get(name) in {choice.value for choice in group.choices}:
                parts[place] = known[name]
        return ",".join(parts)

    def told(self, value: str) -> Text:
        """Return a value in words: its preset, or each choice that is not the default."""
        for preset in self.presets:
            if preset.value == value:
                return preset.label
        usual, parts = self.default.split(","), value.split(",")
        told = []
        for at, (group, part) in enumerate(zip(self.groups, parts, strict=False)):
            labels = {choice.value: choice.label for choice in group.choices}
            label = labels.get(part, literal(part))
            if len(self.groups) == 1:
                return label
            if usual[at : at + 1] != [part]:
                told.append(say("{group}: {choice}", group=group.label, choice=label))
        return listed(told)


def picked(text: str, values: Mapping[str, V], option: str, otherwise: Text) -> V:
    """Return `values[text]`; raises `BadSetup` with the sentence `otherwise` if it is missing."""
    if text not in values:
        raise BadSetup(otherwise, option)
    return values[text]
