"""Base class of all errors, and the errors of games, notation, transcripts and boards.

    RefereeError
    ├── UnknownNotation   not an action of this game
    ├── BadSetup          invalid seats or options
    ├── BrokenTranscript  an unreadable line of a transcript
    ├── BadBoards         unreadable boards
    └── IllegalAction     not allowed by the rules now (see `rulings`)

The errors of matches (stale, unknown, broken log) are in `referee.match.errors`.
"""

from referee.core.prose import Text


class RefereeError(Exception):
    """A refusal; `text` is the sentence for people, translated when it is shown."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class UnknownNotation(RefereeError):
    """The text is not an action of this game."""


class BadSetup(RefereeError):
    """Invalid seats or options; `option` is the id of the invalid option, or empty."""

    def __init__(self, text: Text, option: str = "") -> None:
        super().__init__(text)
        self.option = option


class BrokenTranscript(RefereeError):
    """An unreadable transcript; `line` is the number of the line, from 1."""

    def __init__(self, line: int, text: Text) -> None:
        super().__init__(text)
        self.line = line


class BadBoards(RefereeError):
    """Unreadable boards; the sentence names the cell."""
