"""All matches of one place: opening, finding, listing, and telling their watchers.

This is the one door that screens and the command line use. Matches that are in use stay in
memory; every append is announced, and what the table taught the game is kept for its next one.
"""

import io
import secrets
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Unpack
from weakref import WeakKeyDictionary, WeakValueDictionary

from referee.core import (
    Action,
    AnyGame,
    BadSetup,
    BrokenTranscript,
    Line,
    Mark,
    Outcome,
    Setup,
    Text,
    Transcript,
    UnknownNotation,
    read_transcripts,
    redact,
    say,
)
from referee.core.transcripts import format_header
from referee.match.cooperative import unhurried
from referee.match.errors import (
    BrokenLog,
    KeyTaken,
    Refused,
    SeqTaken,
    StoreFailed,
    UnknownGame,
    UnknownMatch,
)
from referee.match.feed import Feed
from referee.match.kept import taught, value_of
from referee.match.log import TRANSCRIPT, Opened, Row, opening
from referee.match.match import Arrival, Match, stamped
from referee.match.moment import Draft, Moment, draft_entries, follow_log, new_rows
from referee.match.storage.news import Happened, News
from referee.match.storage.records import Stored
from referee.match.storage.store import Store

_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without 0, 1, i, l and o, which people mix up when they read an id aloud."""

_KEEPING: Final = 64
"""Matches that stay in memory although nobody looks at them just now."""

_ENTRIES: Final = 30_000
"""Entries that these have together at most; each takes up two kilobytes."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in the list; `problem` says why it cannot be opened, where it cannot."""

    id: str
    slug: str
    title: str
    names: tuple[str, ...]
    opened_at: str
    last_at: str
    seq: int
    outcome: Outcome | None
    problem: Text | None = None


class Matches:
    """Every match of a store, for the games that are here; safe to use from any thread."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        *,
        keeping: int = _KEEPING,
        entries: int = _ENTRIES,
    ) -> None:
        self.games = games
        self.feed = Feed(self._spread)
        self._store = store
        self._keeping = keeping
        self._entries = entries
        self._lock = threading.Lock()
        # All that anybody holds are known, so that two readers share one; some are held here.
        self._known: WeakValueDictionary[str, Match] = WeakValueDictionary()
        self._recent: OrderedDict[str, Match] = OrderedDict()
        self._forgotten = 0
        self._learning = threading.Lock()
        self._taught: WeakKeyDictionary[Match, Mapping[str, str]] = WeakKeyDictionary()

    def game(self, slug: str) -> AnyGame:
        """Return a game by its name; raises `UnknownGame`."""
        if slug not in self.games:
            raise UnknownGame(slug, tuple(self.games))
        return self.games[slug]

    def follow_others(self) -> None:
        """Notify subscribers from now on also of what other processes do."""
        self._store.follow(self._hear)

    def get(self, match: str) -> Match:
        """Return a match with everything that was entered, also in other processes.

        Raises `UnknownMatch`, `UnknownGame`, and `BrokenLog` where not even its opening can be
        followed.
        """
        with self._lock:
            known = self._known.get(match)
        if known is not None and self._store.is_shared:
            self._catch_up(known)
        return self._remember(known) if known else self._read_and_remember(match)

    def followed(self, match: str) -> Match:
        """Return a match as far as this process has heard of it; raises like `get`.

        It costs no question to the store, so it is for those who are told of news anyway.
        """
        with self._lock:
            known = self._known.get(match)
        return self._remember(known) if known else self._read_and_remember(match)

    def is_current(self, match: Match) -> bool:
        """Return whether this is still the one by which this process knows the match."""
        return self._known.get(match.id) is match

    def list(self) -> tuple[Listed, ...]:
        """List the matches, the one opened last first."""
        return tuple(self._listed(stored) for stored in unhurried(self._store.matches()))

    def open(self, slug: str, setup: Setup, **arrival: Unpack[Arrival]) -> Match:
        """Begin a match; the same key again gives the same match.

        Raises `UnknownGame`, `BadSetup`, and `KeyTaken` where the key has opened another one.
        """
        return self._begin(self.game(slug), _tidied(setup), (), arrival)

    def load(self, text: str, **arrival: Unpack[Arrival]) -> Match:
        """Begin a match with all entries of a transcript, or none.

        Raises `BrokenTranscript` with the line that cannot be followed, `UnknownGame` and
        `BadSetup`.
        """
        transcript = _only(text)
        entries = [line for line in transcript.lines if line.mark is Mark.ENTRY]
        arrival.setdefault("source", TRANSCRIPT)
        return self._begin(self.game(transcript.slug), transcript.setup, entries, arrival)

    def rematch(self, match: str, **arrival: Unpack[Arrival]) -> Match:
        """Begin another match of the same people, with what the table has taught meanwhile.

        What a transcript tells stays with the matches that are played from it.
        """
        before = self.get(match)
        again = self._store.find(arrival.get("key", "")) if arrival.get("key") else None
        if again is not None:  # what the table has taught since makes no other match of it
            return self.get(again)
        arrival.setdefault("source", before.now.rows[0].source)
        return self.open(before.game.info.slug, self._again(before), **arrival)

    def delete(self, match: str) -> None:
        """Forget a match; raises `UnknownMatch`."""
        self._store.delete(match)
        self._forget(match)

    def kept(self, slug: str) -> Mapping[str, str]:
        """Return what earlier matches of a game taught, by the names of the options."""
        found = {name: value_of(text) for name, text in self._kept(slug).items()}
        return {name: value for name, value in found.items() if value is not None}

    # ------------------------------------------------------------ other processes

    def _hear(self, news: News) -> None:
        match news.happened:
            case Happened.ENTERED:
                self._take_in(news.match, news.seq)
            case Happened.NUDGED:
                self.feed.wake(news.match)
            case Happened.DELETED:
                self._forget(news.match)
            case Happened.MISSED:
                self._take_in_all()

    def _take_in(self, match: str, seq: int) -> None:
        with self._lock:
            known = self._known.get(match)
        if known is not None and known.seq < seq:
            with suppress(UnknownMatch):
                self._catch_up(known)
        self.feed.announce(match, seq)

    def _take_in_all(self) -> None:
        with self._lock:
            known = tuple(self._known.values())
        for match in known:
            with suppress(UnknownMatch):
                self._catch_up(match)
        self.feed.wake_all()  # those too whose match is not in memory just now

    def _catch_up(self, match: Match) -> None:
        before = match.seq
        try:
            match.refresh()
        except UnknownMatch:
            self._forget(match.id)
            raise
        if match.seq != before:
            self.feed.announce(match.id, match.seq)

    def _spread(self, match: str) -> None:
        with suppress(StoreFailed):  # a nudge that is lost costs a moment, an answer more
            self._store.nudge(match)

    # ------------------------------------------------------------ inside

    def _forget(self, match: str) -> None:
        with self._lock:
            self._forgotten += 1
            self._recent.pop(match, None)
            gone = self._known.pop(match, None)
        if gone is not None:
            self.feed.announce(match, gone.seq + 1)
        else:
            self.feed.wake(match)

    def _read_and_remember(self, match: str) -> Match:
        """Read a match; one that was deleted while it was followed is not remembered."""
        while True:
            before = self._forgotten
            found = self._read(match)
            if before == self._forgotten:
                return self._remember(found)

    def _read(self, match: str) -> Match:
        rows = self._store.rows(match)
        game = self.game(opening(rows[0]).slug)
        try:
            return Match(match, game, self._store, rows=rows, appended=self._appended)
        except BadSetup as error:
            raise BrokenLog(0, None, error.text) from None

    def _remember(self, match: Match) -> Match:
        with self._lock:
            match = self._known.setdefault(match.id, match)
            is_new = match.id not in self._recent
            self._recent[match.id] = match
            self._recent.move_to_end(match.id)
            if is_new:
                self._make_room()
        return match

    def _make_room(self) -> None:
        """Let go of those that were asked for longest ago; whoever still holds one keeps it."""
        left = self._entries
        for place, kept in enumerate(reversed(tuple(self._recent.values()))):
            left -= kept.seq
            if place >= self._keeping or (place and left < 0):
                del self._recent[kept.id]

    def _listed(self, stored: Stored) -> Listed:
        game = self.games.get(stored.slug)
        return Listed(
            stored.id,
            stored.slug,
            game.info.title if game else stored.slug,
            stored.names,
            stored.opened_at,
            stored.last_at,
            stored.seq,
            stored.outcome,
            None if game else UnknownGame(stored.slug).text,
        )

    def _begin(self, game: AnyGame, setup: Setup, lines: Sequence[Line], arrival: Arrival) -> Match:
        key = arrival.get("key", "")
        known = self._store.find(key) if key else None
        if known is not None:
            return self._same(known, game, setup)
        opened = Opened(game.info.rules_version, game.info.slug, setup)
        marks = stamped(arrival)
        now = follow_log(game, [Row(0, opened, **marks)])
        rows = (*now.rows, *(new_rows(now, _draft(now, lines), marks) if lines else ()))
        return self._create(game, rows, key)

    def _create(self, game: AnyGame, rows: tuple[Row, ...], key: str) -> Match:
        match = _new_id()
        try:
            self._store.create(match, rows)
        except SeqTaken:
            known = self._store.find(key) if key else None
            if known is None:
                raise
            return self._same(known, game, opening(rows[0]).setup)
        made = Match(match, game, self._store, rows=rows, appended=self._appended)
        made = self._remember(made)
        self._learn(made)
        return made

    def _same(self, known: str, game: AnyGame, setup: Setup) -> Match:
        """Return the match that this key has opened; raises `KeyTaken` where it is another one."""
        match = self.get(known)
        if match.game is not game or match.setup != setup:
            raise KeyTaken
        return match

    def _appended(self, match: Match) -> None:
        self.feed.announce(match.id, match.seq)
        self._learn(match)

    def _kept(self, slug: str) -> dict[str, str]:
        prefix = f"{slug}/"
        return {
            name.removeprefix(prefix): text
            for name, text in self._store.all_kept().items()
            if name.startswith(prefix)
        }

    def _learn(self, match: Match) -> None:
        """Keep what a match of this table teaches as it is now, also what it no longer does."""
        values = _learned(match)
        known = None if self._store.is_shared else self._taught.get(match)
        if match.now.rows[0].source == TRANSCRIPT or known == values:
            return
        # The entry is stored and counts; to answer that nothing was changed would be untrue.
        # What it teaches is kept with the next entry.
        with suppress(StoreFailed), self._learning:
            slug = match.game.info.slug
            kept = self._kept(slug)
            for name in {**kept, **values}:
                told = match.id, values.get(name)
                self._teach(f"{slug}/{name}", kept.get(name), told)
            self._taught[match] = values

    def _teach(self, name: str, was: str | None, told: tuple[str, str | None]) -> None:
        """Keep what a match tells beside what others tell, also at this moment."""
        text = taught(was or "", *told)
        while text != (was or "") and not self._store.change(name, text, was=was):
            was = self._store.kept(name)
            text = taught(was or "", *told)

    def _again(self, match: Match) -> Setup:
        known = {**self.kept(match.game.info.slug), **_learned(match)}
        chosen = dict(match.setup.options)
        for option in match.game.options(match.setup.names, chosen):
            value = option.filled(chosen.get(option.id, option.default), known)
            if value != option.default:
                chosen[option.id] = value
        return Setup(match.setup.names, tuple(chosen.items()))


def _learned(match: Match) -> Mapping[str, str]:
    """Return what a match teaches as it is now: what everybody at the table may know."""
    learned: Mapping[str, str] = match.game.learned(redact(match.state, None))
    return learned


def _draft(now: Moment, lines: Sequence[Line]) -> Draft:
    try:
        return draft_entries(now, [_action(now.game, line) for line in unhurried(lines)])
    except Refused as error:
        entry = now.game.format(redact(error.action, None))
        raise _unfollowable(lines[error.index].number, entry, error.why) from None


def _action(game: AnyGame, line: Line) -> Action:
    try:
        return game.parse(line.text)
    except UnknownNotation as error:
        raise _unfollowable(line.number, line.text, error.text) from None


def _unfollowable(line: int, entry: str, why: Text) -> BrokenTranscript:
    return BrokenTranscript(
        line, say("Line {line} (“{entry}”): {why}", line=line, entry=entry, why=why)
    )


def _only(text: str) -> Transcript:
    # Not `splitlines`: a name may hold a letter that only Unicode takes for the end of a line.
    games = list(read_transcripts(unhurried(io.StringIO(text, newline=None))))
    if not games:
        raise BrokenTranscript(1, say("This text holds no game."))
    if len(games) > 1:
        line = games[1].first_line
        why = say("A second game begins in line {line}; only one can be taken.", line=line)
        raise BrokenTranscript(line, why)
    return games[0]


def _tidied(setup: Setup) -> Setup:
    """Strip the names, and see that a transcript can hold them; raises `BadSetup`."""
    tidied = Setup(tuple(" ".join(name.split()) for name in setup.names), setup.options)
    try:
        games = list(read_transcripts(format_header("any", tidied)))
    except BrokenTranscript:
        games = []
    if not all(tidied.names) or [game.setup for game in games] != [tidied]:
        raise BadSetup(say("Every player needs a name that can be written in one line."))
    return tidied


def _new_id() -> str:
    letters = "".join(secrets.choice(_LETTERS) for _ in range(10))
    return f"{letters[:5]}-{letters[5:]}"
