"""The errors of the referee, drawn as a tree.

    RefereeError
    ├── UnknownNotation   not an action of this game
    ├── BadSetup          these seats or options make no game
    ├── BrokenTranscript  a line of a transcript that cannot be read
    └── IllegalAction     understood, but the rules do not allow it now (see `rulings`)

The errors of matches (stale, unknown, broken log) stand in `referee.match.errors`.
"""

from referee.core.prose import Text


class RefereeError(Exception):
    """Something the referee says no to; `text` says what and why in plain words."""

    def __init__(self, text: Text) -> None:
        """Keep the sentence, so that the edge can translate it."""
        super().__init__(str(text))
        self.text = text


class UnknownNotation(RefereeError):
    """The text is no action of this game."""


class BadSetup(RefereeError):
    """The seats or options given make no game; `option` is the one that does not fit, if any."""

    def __init__(self, text: Text, option: str = "") -> None:
        """Keep which option it is about, so that its line can be named."""
        super().__init__(text)
        self.option = option


class BrokenTranscript(RefereeError):
    """A transcript cannot be read; `line` is the number of the line, from 1."""

    def __init__(self, line: int, text: Text) -> None:
        """Keep the line's number beside the sentence."""
        super().__init__(text)
        self.line = line


class BadBoards(RefereeError):
    """Boards that cannot be read; the sentence names the cell that does not fit."""
