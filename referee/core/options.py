"""What a table chooses before a game: typed, so that one page can ask for any game."""

from dataclasses import dataclass

from referee.core.prose import EMPTY, Text


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

    The value is the chosen values of the groups in order, joined by commas. `presets` are whole
    values with a name. What was learned under the name `keep` in an earlier game is the default.
    """

    id: str
    label: Text
    groups: tuple[OptionGroup, ...]
    default: str
    help: Text = EMPTY
    presets: tuple[OptionChoice, ...] = ()
    keep: str = ""
