"""Streaming replay of transcripts, with a check of the statements in them.

A transcript can state values of the public view, refused entries with their rule, and the outcome.
A mismatch is an event and the replay goes on; a line that cannot be parsed ends it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from referee.core import (
    Action,
    AnyGame,
    BadSetup,
    BrokenTranscript,
    Fact,
    Line,
    Mark,
    Note,
    Outcome,
    Ruling,
    Seat,
    Setup,
    Text,
    UnknownNotation,
    plain,
    redact,
    say,
)
from referee.core.transcripts import (
    HeaderReader,
    format_outcome,
    format_value,
    parse_outcome,
    read_lines,
)
from referee.match.errors import UnknownGame
from referee.match.replay import Step, step_of


@dataclass(frozen=True, slots=True)
class Began:
    """The start of a game; `line` is that of its first step."""

    line: int
    game: AnyGame
    setup: Setup


@dataclass(frozen=True, slots=True)
class Said:
    """The result of one entry; `refused` and `why` are set if it was refused.

    `text` is the line itself, which may hold a secret; `entry` redacts it.
    """

    line: int
    game: AnyGame
    text: str = field(repr=False)
    action: Action
    before: Any
    after: Any
    facts: tuple[Fact, ...] = ()
    refused: Ruling | None = None
    why: Text | None = None

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended; None if this entry did not end it."""
        outcome: Outcome | None = None if self.refused else self.game.outcome(self.after)
        return outcome

    def is_visible(self, seat: Seat | None = None) -> bool:
        """Return whether `seat` may know of the entry: a note is known to its own seat only."""
        return not isinstance(self.action, Note) or self.action.seat == seat

    def entry(self, seat: Seat | None = None) -> str:
        """Return the notation of the entry, redacted for `seat`."""
        return self.game.format(redact(self.action, seat))

    def sentence(self, seat: Seat | None = None) -> Text:
        """Return the sentence of the entry, redacted for `seat`."""
        before, action = redact(self.before, seat), redact(self.action, seat)
        sentence: Text = self.game.voice.action(before, action)
        return sentence

    def told(self, seat: Seat | None = None) -> tuple[tuple[Fact, Text], ...]:
        """Return the facts that followed, with their sentences."""
        after = redact(self.after, seat)
        facts = redact(self.facts, seat)
        return tuple((fact, self.game.voice.fact(after, fact)) for fact in facts)

    def record(self, seat: Seat | None = None) -> dict[str, Any]:
        """Return the result as plain data, redacted for `seat`."""
        return {
            "entry": self.entry(seat),
            "refused": None if self.refused is None else self._refusal(self.refused, seat),
            "facts": [plain(fact) for fact in redact(self.facts, seat)],
            "view": view_values(self.game, self.after, seat),
        }

    def _refusal(self, ruling: Ruling, seat: Seat | None) -> dict[str, Any]:
        return {
            "rule": ruling.rule,
            "text": str(self.why),
            "reason": ruling.reason,
            "numbers": plain(redact(dict(ruling.numbers), seat)),
        }


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A statement of the transcript that is not true."""

    line: int
    text: Text


Event: TypeAlias = Began | Said | Mismatch


def view_values(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - the state of any game
    seat: Seat | None = None,
) -> dict[str, Any]:
    """Return the values of the view of `seat`, as plain data."""
    return {name: plain(value) for name, value in game.values(redact(state, seat), seat).items()}


def replay(lines: Iterable[str], games: Mapping[str, AnyGame]) -> Iterator[Event]:
    """Replay a stream of transcripts; each event is yielded before the next line is read.

    Raises `BrokenTranscript` with the number of the line.
    """
    current: _Replay | None = None
    for line in read_lines(lines):
        if line.mark is Mark.GAME:
            if current is not None:
                yield from current.end()
            current = _Replay(line, games)
        elif current is None:
            raise _broken(line.number, say("This comes before any game."))
        else:
            yield from current.take(line)
    if current is None:
        raise _broken(1, say("No game starts here."))
    yield from current.end()


class _Replay:
    """One game of the stream."""

    def __init__(self, line: Line, games: Mapping[str, AnyGame]) -> None:
        if line.text not in games:
            raise _broken(line.number, UnknownGame(line.text, tuple(games)).text)
        self._game = games[line.text]
        self._header = HeaderReader(line)
        self._begun = False
        self._state: Any = None

    def take(self, line: Line) -> Iterator[Event]:
        if self._header.take(line):
            return
        yield from self._begin(line.number)
        match line.mark:
            case Mark.ENTRY:
                yield from self._enter(line)
            case Mark.REFUSED:
                yield from self._try(line)
            case Mark.EXPECTED:
                yield from self._compare(line)
            case _:
                yield from self._compare_outcome(line)

    def end(self) -> Iterator[Event]:
        yield from self._begin(self._header.line)

    def _begin(self, line: int) -> Iterator[Event]:
        if self._begun:
            return
        setup = self._header.setup()
        try:
            self._state = self._game.setup(setup)
        except BadSetup as error:
            raise _broken(self._header.line_of(error.option), error.text) from None
        self._begun = True
        yield Began(line, self._game, setup)

    def _enter(self, line: Line) -> Iterator[Event]:
        said = self._said(line)
        self._state = said.after
        yield said
        if said.refused is not None:
            yield Mismatch(
                line.number,
                say(
                    "Line {line}: “{entry}” is refused ({rule}): {why}",
                    line=line.number,
                    entry=said.entry(),
                    rule=said.refused.rule,
                    why=said.why,
                ),
            )

    def _try(self, line: Line) -> Iterator[Event]:
        said = self._said(line)
        if said.refused is None:
            text = "Line {line}: “{entry}” should be refused, but it is allowed."
            yield Said(line.number, self._game, line.text, said.action, self._state, self._state)
            yield Mismatch(line.number, say(text, line=line.number, entry=said.entry()))
            return
        yield said
        if line.detail and line.detail != said.refused.rule:
            yield Mismatch(
                line.number,
                say(
                    "Line {line}: “{entry}” should be refused by {expected}, not by {rule}.",
                    line=line.number,
                    entry=said.entry(),
                    expected=line.detail,
                    rule=said.refused.rule,
                ),
            )

    def _said(self, line: Line) -> Said:
        game, state = self._game, self._state
        try:
            action = game.parse(line.text)
        except UnknownNotation as error:
            raise _broken(line.number, error.text) from None
        step = step_of(game, state, action, seq=line.number, text=line.text)
        if isinstance(step, Step):
            return Said(line.number, game, line.text, action, state, step.after, step.facts)
        return Said(line.number, game, line.text, action, state, state, (), step.ruling, step.why)

    def _compare(self, line: Line) -> Iterator[Event]:
        values = self._game.values(redact(self._state, None), None)
        if line.text not in values:
            text = "Line {line}: this game shows no “{key}”."
            yield Mismatch(line.number, say(text, line=line.number, key=line.text))
            return
        actual = format_value(plain(values[line.text]))
        if actual != (line.detail or "-"):
            yield Mismatch(
                line.number,
                say(
                    "Line {line}: {key} should be “{expected}”, but it is “{actual}”.",
                    line=line.number,
                    key=line.text,
                    expected=line.detail,
                    actual=actual,
                ),
            )

    def _compare_outcome(self, line: Line) -> Iterator[Event]:
        expected, actual = parse_outcome(line), self._game.outcome(self._state)
        if actual is None:
            text = "Line {line}: the game should be over, but it is not."
            yield Mismatch(line.number, say(text, line=line.number))
        elif _ending(expected) != _ending(actual):
            yield Mismatch(
                line.number,
                say(
                    "Line {line}: the game should end with “{expected}”, but it is “{actual}”.",
                    line=line.number,
                    expected=format_outcome(expected),
                    actual=format_outcome(actual),
                ),
            )


def _ending(outcome: Outcome) -> tuple[str, frozenset[Seat]]:
    return outcome.reason, frozenset(outcome.winners)


def _broken(line: int, why: Text) -> BrokenTranscript:
    return BrokenTranscript(line, say("Line {line}: {why}", line=line, why=why))
