"""What a table chooses before a game: typed, so that one page can ask for any game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from referee.core.errors import BadSetup
from referee.core.prose import EMPTY, Text, listed, literal, say

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """One value that can be chosen, with how it is called and what it means."""

    value: str
    label: Text
    detail: Text = EMPTY
    icon: str = ""


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Choices of which exactly one is taken; an option with several groups takes one of each."""

    label: Text
    choices: tuple[OptionChoice, ...]
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """A question of the setup page.

    The value is the chosen values of the groups in order, joined by commas, or that of a preset,
    which may be a word of its own. `keep` gives each group the name under which its choice is
    learned from game to game.
    """

    id: str
    label: Text
    groups: tuple[OptionGroup, ...]
    default: str
    help: Text = EMPTY
    presets: tuple[OptionChoice, ...] = ()
    keep: tuple[str, ...] = ()

    def filled(self, value: str, known: Mapping[str, str]) -> str:
        """Put what is known into a value, group by group; a preset that is a word stays."""
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
    """Return the value that a text stands for; raises `BadSetup` with `otherwise` if for none."""
    if text not in values:
        raise BadSetup(otherwise, option)
    return values[text]
