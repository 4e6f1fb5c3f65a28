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
    """

    id: str
    label: Text
    groups: tuple[OptionGroup, ...]
    default: str
    help: Text = EMPTY
    presets: tuple[OptionChoice, ...] = ()
    keep: tuple[str, ...] = ()

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
