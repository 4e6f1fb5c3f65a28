"""Transcripts: whole games as text, one line per step, like PGN for chess.

    game waves
    option mode=teams
    seats Ann, Bo, Cy, Di
    > elder slot=0 card=seer          an entry
    ! follow slot=2 -> play           an entry that is refused, and the rule that refuses it
    = open_majority seer              a value of the public view now
    outcome five-classes seats 0 2

Empty lines and lines that start with `#` are ignored. A stream may contain several games; each
starts with its `game` line. Tests, demos, export, import and `referee replay` use this format.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from referee.core.errors import BrokenTranscript
from referee.core.game import Outcome, Setup
from referee.core.prose import say, shortened
from referee.core.seats import Seat

LONGEST_LINE: Final = 4_000
"""Characters per line."""

_OPTION = re.compile(r"([a-z][a-z0-9-]*)=(.*)")
_EXPECTED = re.compile(r"([a-z_]+)(?: (.*))?")
_OUTCOME = re.compile(r"([a-z0-9-]+) seats((?: [0-9]+)*)")
_REFUSED = re.compile(r"(.*?)(?:\s+->\s*(\S+))?")


class Mark(Enum):
    """The first word of a transcript line."""

    GAME = "game"
    OPTION = "option"
    SEATS = "seats"
    ENTRY = ">"
    REFUSED = "!"
    EXPECTED = "="
    OUTCOME = "outcome"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a transcript; `number` counts from 1.

    `text` follows the mark. `detail` is the second part of lines that have two: an option's value,
    the rule of a refusal, an expected value, the winners of an outcome.
    """

    number: int
    mark: Mark
    text: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Transcript:
    """One game: its slug, setup, and further lines in order."""

    slug: str
    setup: Setup
    lines: tuple[Line, ...]
    first_line: int = 1


def read_lines(lines: Iterable[str]) -> Iterator[Line]:
    """Yield the lines of a stream as they arrive; raises `BrokenTranscript`."""
    for number, raw in enumerate(lines, start=1):
        line = read_line(number, raw)
        if line is not None:
            yield line


def read_line(number: int, raw: str) -> Line | None:
    """Parse one line; None for an empty line or a comment. Raises `BrokenTranscript`."""
    text = raw.strip().removeprefix("\ufeff")
    if not text or text.startswith("#"):
        return None
    if len(text) > LONGEST_LINE:
        raise BrokenTranscript(number, say("Line {line} is too long.", line=number))
    word, _, rest = text.partition(" ")
    try:
        mark = Mark(word)
    except ValueError:
        raise _unreadable(number, text) from None
    return _read_marked(number, mark, rest.strip(), text)


def _read_marked(number: int, mark: Mark, rest: str, text: str) -> Line:
    patterns = {
        Mark.OPTION: _OPTION,
        Mark.EXPECTED: _EXPECTED,
        Mark.OUTCOME: _OUTCOME,
        Mark.REFUSED: _REFUSED,
    }
    if not rest:
        raise _unreadable(number, text)
    if mark not in patterns:
        return Line(number, mark, rest)
    found = patterns[mark].fullmatch(rest)
    if found is None:
        raise _unreadable(number, text)
    return Line(number, mark, found[1], (found[2] or "").strip())


def _unreadable(number: int, text: str) -> BrokenTranscript:
    return BrokenTranscript(
        number,
        say(
            "Line {line} is not a line of a transcript: “{text}”.",
            line=number,
            text=shortened(text),
        ),
    )


def read_transcripts(lines: Iterable[str]) -> Iterator[Transcript]:
    """Yield whole games; raises `BrokenTranscript` for an unreadable or misplaced line."""
    header: HeaderReader | None = None
    steps: list[Line] = []
    for line in read_lines(lines):
        if line.mark is Mark.GAME:
            if header is not None:
                yield Transcript(header.slug, header.setup(), tuple(steps), header.line)
            header, steps = HeaderReader(line), []
        elif header is None:
            raise _misplaced(line)
        elif not header.take(line):
            header.setup()
            steps.append(line)
    if header is not None:
        yield Transcript(header.slug, header.setup(), tuple(steps), header.line)


class HeaderReader:
    """Collects the header of a game, from its `game` line to its first step."""

    def __init__(self, line: Line) -> None:
        self.slug = line.text
        self.line = line.number
        self._options: dict[str, str] = {}
        self._lines: dict[str, int] = {}
        self._names: tuple[str, ...] = ()
        self._open = True

    def take(self, line: Line) -> bool:
        """Add a line to the header; return False for a step, which closes the header.

        Raises `BrokenTranscript` for a header line that is repeated or follows a step.
        """
        if line.mark not in (Mark.OPTION, Mark.SEATS):
            self._open = False
            return False
        is_repeated = line.text in self._options if line.mark is Mark.OPTION else bool(self._names)
        if not self._open or is_repeated:
            raise _misplaced(line)
        if line.mark is Mark.OPTION:
            self._options[line.text] = line.detail
            self._lines[line.text] = line.number
        else:
            self._names = parse_names(line.text)
        return True

    def line_of(self, option: str) -> int:
        """Return the number of an option's line, or of the `game` line if it is not set."""
        return self._lines.get(option, self.line)

    def setup(self) -> Setup:
        """Return the setup; raises `BrokenTranscript` without a `seats` line."""
        if not self._names:
            raise BrokenTranscript(
                self.line,
                say("The game that starts in line {line} has no seats.", line=self.line),
            )
        return Setup(self._names, tuple(self._options.items()))


def _misplaced(line: Line) -> BrokenTranscript:
    return BrokenTranscript(
        line.number,
        say(
            "Line {line} (“{mark}”) is in the wrong place.",
            line=line.number,
            mark=line.mark.value,
        ),
    )


def parse_names(text: str) -> tuple[str, ...]:
    """Parse the players' names; a name with a comma is in double quotes."""
    names = next(csv.reader([text], skipinitialspace=True), [])
    return tuple(name.strip() for name in names)


def format_names(names: Sequence[str]) -> str:
    """Return the players' names as text; the inverse of `parse_names`."""
    return ", ".join(
        '"' + name.replace('"', '""') + '"' if set(name) & {",", '"'} else name for name in names
    )


def format_header(slug: str, setup: Setup) -> list[str]:
    """Return the header lines of a game."""
    return [
        f"game {slug}",
        *(f"option {name}={value}" for name, value in setup.options),
        f"seats {format_names(setup.names)}",
    ]


def format_outcome(outcome: Outcome) -> str:
    """Return the line of an outcome."""
    return " ".join(["outcome", outcome.reason, "seats", *(str(seat) for seat in outcome.winners)])


def parse_outcome(line: Line) -> Outcome:
    """Parse the line of an outcome."""
    return Outcome(line.text, tuple(Seat(int(seat)) for seat in line.detail.split()))


def format_value(value: object) -> str:
    """Return a value of the public view as written after `=`."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return " ".join(f"{key}:{format_value(item)}" for key, item in value.items()) or "-"
    if isinstance(value, list | tuple):
        return " ".join(_nested(item) for item in value) or "-"
    return str(value)


def _nested(item: object) -> str:
    if isinstance(item, list | tuple | Mapping) and item:
        return f"({format_value(item)})"
    return format_value(item)
