"""The matches of a store: open, get, list, delete, and publish changes.

Screens and the command line use matches through this module only. Recent matches stay in memory;
every append is published, and the option defaults learned from a match are saved for the next one.
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
from referee.match.cooperative import cooperatively
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
from referee.match.kept import value_of, with_value
from referee.match.log import TRANSCRIPT, Opened, Row, opening
from referee.match.match import Arrival, Match, stamped
from referee.match.moment import Draft, Moment, draft_entries, follow_log, new_rows
from referee.match.storage.news import Happened, News
from referee.match.storage.records import Stored
from referee.match.storage.store import Store

_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without 0, 1, i, l and o, which are mixed up when an id is read aloud."""

_KEEPING: Final = 64
"""Number of matches that stay in memory while no screen shows them."""

_ENTRIES: Final = 30_000
"""Number of entries that these have together at most; each takes two kilobytes."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in the list; `problem` says why it cannot be opened, if so."""

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
    """The matches of a store, for the installed games; thread-safe."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        *,
        keeping: int = _KEEPING,
        entries: int = _ENTRIES,
    ) -> None:
        self.games = games
        self.feed = Feed(self._publish_nudge)
        self._store = store
        self._keeping = keeping
        self._entries = entries
        self._lock = threading.Lock()
        # Weak references to all matches in use, so that readers share them; `_recent` holds some.
        self._known: WeakValueDictionary[str, Match] = WeakValueDictionary()
        self._recent: OrderedDict[str, Match] = OrderedDict()
        self._evictions = 0
        self._learn_lock = threading.Lock()
        self._saved: WeakKeyDictionary[Match, Mapping[str, str]] = WeakKeyDictionary()

    def game(self, slug: str) -> AnyGame:
        """Return a game by its name; raises `UnknownGame`."""
        if slug not in self.games:
            raise UnknownGame(slug, tuple(self.games))
        return self.games[slug]

    def follow_others(self) -> None:
        """Start publishing the changes of other processes too."""
        self._store.follow(self._on_news)

    def get(self, match: str) -> Match:
        """Return a match with all its entries, including those of other processes.

        Raises `UnknownMatch`, `UnknownGame`, and `BrokenLog` if not even its setup is accepted.
        """
        with self._lock:
            known = self._known.get(match)
        if known is not None and self._store.is_shared:
            self._refresh(known)
        return self._cache(known) if known else self._read_and_cache(match)

    def followed(self, match: str) -> Match:
        """Return a match from memory if it is there; raises like `get`.

        It does not query the store for new rows, so it is for callers that subscribe to the feed.
        """
        with self._lock:
            known = self._known.get(match)
        return self._cache(known) if known else self._read_and_cache(match)

    def is_current(self, match: Match) -> bool:
        """Return whether this is the object that this process uses for the match."""
        return self._known.get(match.id) is match

    def list(self) -> tuple[Listed, ...]:
        """Return the matches, the one opened last first."""
        return tuple(self._listed(stored) for stored in cooperatively(self._store.matches()))

    def open(self, slug: str, setup: Setup, **arrival: Unpack[Arrival]) -> Match:
        """Open a match; a repeated key returns the same match.

        Raises `UnknownGame`, `BadSetup`, and `KeyTaken` if the key opened another match.
        """
        return self._begin(self.game(slug), _stripped(setup), (), arrival)

    def load(self, text: str, **arrival: Unpack[Arrival]) -> Match:
        """Open a match with all entries of a transcript, or none.

        Raises `BrokenTranscript` with the line that cannot be replayed, `UnknownGame` and
        `BadSetup`.
        """
        transcript = _only(text)
        entries = [line for line in transcript.lines if line.mark is Mark.ENTRY]
        arrival.setdefault("source", TRANSCRIPT)
        return self._begin(self.game(transcript.slug), transcript.setup, entries, arrival)

    def rematch(self, match: str, **arrival: Unpack[Arrival]) -> Match:
        """Open another match with the same names and the option defaults learned since.

        The next seat clockwise starts. The rulebooks say who starts a game (somebody at random, or
        who was at the beach or on a boat last) but not who starts the next one of an evening.
        Values learned from a transcript are used only for rematches of its match.
        """
        before = self.get(match)
        again = self._store.find(arrival.get("key", "")) if arrival.get("key") else None
        if (
            again is not None
        ):  # a repeated request, although the learned defaults may have changed since
            return self.get(again)
        arrival.setdefault("source", before.now.rows[0].source)
        return self.open(before.game.info.slug, self._rematch_setup(before), **arrival)

    def delete(self, match: str) -> None:
        """Delete a match; raises `UnknownMatch`."""
        self._store.delete(match)
        self._evict(match)

    def kept(self, slug: str) -> Mapping[str, str]:
        """Return the defaults learned from earlier matches of a game, by option."""
        found = {name: value_of(text) for name, text in self._kept(slug).items()}
        return {name: value for name, value in found.items() if value is not None}

    # ------------------------------------------------------------ other processes

    def _on_news(self, news: News) -> None:
        match news.happened:
            case Happened.ENTERED:
                self._refresh_one(news.match, news.seq)
            case Happened.NUDGED:
                self.feed.wake(news.match)
            case Happened.DELETED:
                self._evict(news.match)
            case Happened.MISSED:
                self._refresh_all()

    def _refresh_one(self, match: str, seq: int) -> None:
        with self._lock:
            known = self._known.get(match)
        if known is not None and known.seq < seq:
            with suppress(UnknownMatch):
                self._refresh(known)
        self.feed.announce(match, seq)

    def _refresh_all(self) -> None:
        with self._lock:
            known = tuple(self._known.values())
        for match in known:
            with suppress(UnknownMatch):
                self._refresh(match)
        self.feed.wake_all()  # also subscribers of matches that are not in memory

    def _refresh(self, match: Match) -> None:
        before = match.seq
        try:
            match.refresh()
        except UnknownMatch:
            self._evict(match.id)
            raise
        if match.seq != before:
            self.feed.announce(match.id, match.seq)

    def _publish_nudge(self, match: str) -> None:
        with suppress(StoreFailed):  # a lost nudge only delays a screen; the request must not fail
            self._store.nudge(match)

    # ------------------------------------------------------------ cache and creation

    def _evict(self, match: str) -> None:
        with self._lock:
            self._evictions += 1
            self._recent.pop(match, None)
            gone = self._known.pop(match, None)
        if gone is not None:
            self.feed.announce(match, gone.seq + 1)
        else:
            self.feed.wake(match)

    def _read_and_cache(self, match: str) -> Match:
        """Read a match and cache it, unless a match was deleted meanwhile: then read again."""
        while True:
            before = self._evictions
            found = self._read(match)
            if before == self._evictions:
                return self._cache(found)

    def _read(self, match: str) -> Match:
        rows = self._store.rows(match)
        game = self.game(opening(rows[0]).slug)
        try:
            return Match(match, game, self._store, rows=rows, appended=self._appended)
        except BadSetup as error:
            raise BrokenLog(0, None, error.text) from None

    def _cache(self, match: Match) -> Match:
        with self._lock:
            match = self._known.setdefault(match.id, match)
            is_new = match.id not in self._recent
            self._recent[match.id] = match
            self._recent.move_to_end(match.id)
            if is_new:
                self._shrink_cache()
        return match

    def _shrink_cache(self) -> None:
        """Evict the least recently used matches; those in use elsewhere stay known."""
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
        made = self._cache(made)
        self._update_learned(made)
        return made

    def _same(self, known: str, game: AnyGame, setup: Setup) -> Match:
        """Return the match that a key opened; raises `KeyTaken` if its setup differs."""
        match = self.get(known)
        if match.game is not game or match.setup != setup:
            raise KeyTaken
        return match

    def _appended(self, match: Match) -> None:
        self.feed.announce(match.id, match.seq)
        self._update_learned(match)

    def _kept(self, slug: str) -> dict[str, str]:
        prefix = f"{slug}/"
        return {
            name.removeprefix(prefix): text
            for name, text in self._store.all_kept().items()
            if name.startswith(prefix)
        }

    def _update_learned(self, match: Match) -> None:
        """Save the option defaults learned from a match, and remove those it no longer gives."""
        values = _learned(match)
        known = None if self._store.is_shared else self._saved.get(match)
        if match.now.rows[0].source == TRANSCRIPT or known == values:
            return
        # The entry is already stored, so a failure here must not fail the command. The defaults are
        # saved with the next entry.
        with suppress(StoreFailed), self._learn_lock:
            slug = match.game.info.slug
            kept = self._kept(slug)
            for name in {**kept, **values}:
                self._save_learned(f"{slug}/{name}", kept.get(name), match.id, values.get(name))
            self._saved[match] = values

    def _save_learned(self, name: str, was: str | None, match: str, value: str | None) -> None:
        """Set the value of a match beside those of others; retry if another process wrote."""
        text = with_value(was or "", match, value)
        while text != (was or "") and not self._store.change(name, text, was=was):
            was = self._store.kept(name)
            text = with_value(was or "", match, value)

    def _rematch_setup(self, match: Match) -> Setup:
        known = {**self.kept(match.game.info.slug), **_learned(match)}
        chosen = dict(match.setup.options)
        for option in match.game.options(match.setup.names, chosen):
            value = option.filled(chosen.get(option.id, option.default), known)
            if option.is_starter:
                chosen[option.id] = option.next_place(value)
            elif value != option.default:
                chosen[option.id] = value
        return Setup(match.setup.names, tuple(chosen.items()))


def _learned(match: Match) -> Mapping[str, str]:
    """Return the option defaults that a match gives now, without secrets."""
    learned: Mapping[str, str] = match.game.learned(redact(match.state, None))
    return learned


def _draft(now: Moment, lines: Sequence[Line]) -> Draft:
    try:
        return draft_entries(now, [_action(now.game, line) for line in cooperatively(lines)])
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
    # Not `splitlines`: a name may hold a character that Unicode treats as a line break.
    games = list(read_transcripts(cooperatively(io.StringIO(text, newline=None))))
    if not games:
        raise BrokenTranscript(1, say("There is no game in this text."))
    if len(games) > 1:
        line = games[1].first_line
        why = say("A second game starts in line {line}; only one can be loaded.", line=line)
        raise BrokenTranscript(line, why)
    return games[0]


def _stripped(setup: Setup) -> Setup:
    """Strip the names; raises `BadSetup` if a transcript cannot hold them."""
    tidied = Setup(tuple(" ".join(name.split()) for name in setup.names), setup.options)
    try:
        games = list(read_transcripts(format_header("any", tidied)))
    except BrokenTranscript:
        games = []
    if not all(tidied.names) or [game.setup for game in games] != [tidied]:
        raise BadSetup(say("Every player needs a name that fits on one line."))
    return tidied


def _new_id() -> str:
    letters = "".join(secrets.choice(_LETTERS) for _ in range(10))
    return f"{letters[:5]}-{letters[5:]}"
