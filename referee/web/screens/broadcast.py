"""Sends news to all streams of a match in one go, instead of waking each for it.

To wake two hundred greenlets one after the other takes longer than to send to two hundred
connections. A stream that is at rest is sent its news here, as far as its connection takes it at
once; with anything else it is woken: to send what is left, to end, or to say what is wrong.
"""

import threading
from collections import deque
from collections.abc import Hashable, Iterator
from itertools import chain
from time import monotonic
from typing import Any, Final, Protocol, TypeAlias

from referee.match import Feed, Subscription

WAY: Final = "referee.way"
"""Where a server puts the way to whoever has sent a request, among what it tells of that."""

Known: TypeAlias = dict[object, Any]
"""What was found out for one stream at this very moment, and counts for those like it."""

_LONGEST_S: Final = 60.0
_MOMENT_S: Final = 0.003
"""What is news for one does not wait longer for what is news for others.

Much less would let whoever listens fall asleep in between: to be woken costs more than to be sent.
"""


class Telling(Protocol):
    """What a stream was told, and what it is to be told next."""

    @property
    def look(self) -> Hashable:
        """Give what it is shown: all of one look are sent the same drawing."""

    def parts(self, known: Known) -> list[bytes] | None:
        """Give what is to be said now, and take it as said; None where that ends the stream."""


class Way(Protocol):
    """The way to whoever listens to an answer, past the application that writes it."""

    def send(self, data: bytes) -> bool:
        """Send a part of the answer, as far as that goes at once; tell whether it was all."""

    def finish(self) -> None:
        """Send what is left; waits for whoever listens."""


class Rest(Protocol):
    """How a stream waits until there may be something to say."""

    @property
    def is_over(self) -> bool:
        """Tell whether there will never be any."""

    def wait(self, after: int, seconds: float) -> None:
        """Wait until then, or for so long, if nothing came already `after` a seq of the match."""

    def close(self) -> None:
        """Let go of it."""


class Alone:
    """A stream that waits for itself; for a server that gives no way to its connections."""

    def __init__(self, news: Subscription) -> None:
        """Wait for these news."""
        self._news = news

    @property
    def is_over(self) -> bool:
        """Tell whether there will never be any."""
        return self._news.is_over

    def wait(self, after: int, seconds: float) -> None:
        """Wait until there may be something to say."""
        self._news.next(after=after, timeout=seconds)

    def close(self) -> None:
        """Let go of it."""
        self._news.close()


class Voice:
    """One stream of a chorus. Whoever holds its turn may send; while it rests nobody does.

    Its `look` is that of its telling.
    """

    def __init__(self, chorus: "Chorus", telling: Telling, way: Way) -> None:
        """Begin with the turn at the stream itself."""
        self.look = telling.look
        self._chorus = chorus
        self._telling = telling
        self._way = way
        self._news = b""
        self._called = threading.Event()
        self._turn = threading.Lock()
        self._turn.acquire()

    @property
    def is_over(self) -> bool:
        """Tell whether there will never be any news."""
        return self._chorus.is_over

    def wait(self, after: int, seconds: float) -> None:  # noqa: ARG002 - it was called, if so
        """Rest until something must be said that only the stream itself can say."""
        self._turn.release()
        try:
            self._called.wait(seconds)
        finally:
            self._turn.acquire()
            self._called.clear()
        self._way.finish()

    def learn(self, known: Known) -> bool:
        """Find out what is news and keep the turn to sing it; wake the stream if it does not rest.

        Tell whether that could be found out.
        """
        if not self._turn.acquire(blocking=False):
            self._called.set()
            return True
        is_told = False
        try:
            is_told = self._take(self._telling.parts(known))
        except Exception:  # noqa: BLE001 - as below
            return False
        finally:
            if not self._news:
                self._rest(is_told=is_told)
        return True

    @property
    def has_news(self) -> bool:
        """Tell whether it holds the turn, because there is something to sing."""
        return self._news != b""

    def sing(self) -> None:
        """Send what was found, and wake the stream where that does not go at once."""
        news, self._news = self._news, b""
        is_told = False
        try:
            is_told = self._way.send(news)
        except Exception:  # noqa: BLE001 - the stream meets it too, and answers for itself alone
            return
        finally:
            self._rest(is_told=is_told)

    def call(self) -> None:
        """Wake the stream."""
        self._called.set()

    def close(self) -> None:
        """Leave the chorus."""
        self._chorus.leave(self)

    def _take(self, parts: list[bytes] | None) -> bool:
        if parts is None:
            return False
        # As one piece, which is the same for all to whom nothing else is news.
        self._news = parts[0] if len(parts) == 1 else b"".join(parts)
        return True

    def _rest(self, *, is_told: bool) -> None:
        self._turn.release()
        if not is_told:
            self._called.set()


class Chorus:
    """All streams of one match."""

    def __init__(self, choruses: "Choruses", match_id: str, news: Subscription) -> None:
        """Begin without any; `news` are heard from now on."""
        self.match_id = match_id
        self._choruses = choruses
        self._news = news
        self._voices: dict[Voice, None] = {}

    @property
    def is_over(self) -> bool:
        """Tell whether nothing will ever be announced again."""
        return self._news.is_over

    def begin(self) -> None:
        """Listen beside everything else."""
        threading.Thread(target=self._listen, name=f"chorus {self.match_id}", daemon=True).start()

    def add(self, telling: Telling, way: Way) -> Voice:
        """Take a stream in."""
        voice = Voice(self, telling, way)
        self._voices[voice] = None
        return voice

    def leave(self, voice: Voice) -> None:
        """Let a stream go; the last one ends the chorus."""
        self._choruses.leave(self, voice)

    def remove(self, voice: Voice) -> bool:
        """Take a stream out; tell whether none is left."""
        self._voices.pop(voice, None)
        return not self._voices

    def end(self) -> None:
        """Listen no longer."""
        self._news.close()

    def _listen(self) -> None:
        after = -1
        while not self._news.is_over:
            newest = self._news.next(after=after, timeout=_LONGEST_S)
            after = after if newest is None else newest
            self._sing()
        for voice in tuple(self._voices):
            voice.call()

    def _sing(self) -> None:
        """Find out what is news for many, then send it to all of them.

        In turns both take longer: whoever listens has fallen asleep before its next piece comes.
        """
        known: Known = {}
        later = self._by_look()
        while later:
            voices, is_over = iter(later.popleft()), False
            while not is_over:
                ready: list[Voice] = []
                try:
                    is_over = self._learn(voices, known, ready, later)
                finally:
                    for voice in ready:
                        voice.sing()

    def _by_look(self) -> deque[list[Voice]]:
        """Give the voices by what is drawn for them together, first what most of them wait for.

        While that is on its way to them, the next is drawn.
        """
        found: dict[Hashable, list[Voice]] = {}
        for voice in tuple(self._voices):
            found.setdefault(voice.look, []).append(voice)
        return deque(sorted(found.values(), key=len, reverse=True))

    def _learn(
        self,
        voices: Iterator[Voice],
        known: Known,
        ready: list[Voice],
        later: deque[list[Voice]],
    ) -> bool:
        """Find out for as many as a moment allows; tell whether none is left.

        The moment begins with the first, for whom is drawn what the others need as well. Where a
        database does not answer, none waits for another.
        """
        until = 0.0
        for voice in voices:
            if not voice.learn(known):
                for other in chain(voices, *later):
                    other.call()
                later.clear()
            elif voice.has_news:
                ready.append(voice)
            now = monotonic()
            until = until or now + _MOMENT_S
            if now >= until:
                return False
        return True


class Choruses:
    """The choruses of all matches that somebody follows; safe to use from any thread."""

    def __init__(self, feed: Feed) -> None:
        """Begin with none; they hear of news from this feed."""
        self._feed = feed
        self._lock = threading.Lock()
        self._all: dict[str, Chorus] = {}

    def join(self, match_id: str, telling: Telling, way: Way) -> Voice:
        """Let a stream be told of a match from now on, together with the others."""
        with self._lock:
            chorus = self._all.get(match_id)
            is_new = chorus is None
            if chorus is None:
                chorus = Chorus(self, match_id, self._feed.subscribe(match_id))
                self._all[match_id] = chorus
            voice = chorus.add(telling, way)
        if is_new:
            chorus.begin()
        return voice

    def leave(self, chorus: Chorus, voice: Voice) -> None:
        """Let a stream go; a chorus without any ends."""
        with self._lock:
            if chorus.remove(voice) and self._all.get(chorus.match_id) is chorus:
                del self._all[chorus.match_id]
                chorus.end()

    def __len__(self) -> int:
        """Count the matches that somebody follows."""
        return len(self._all)
