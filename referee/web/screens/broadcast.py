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

CONNECTION: Final = "referee.way"
"""Where a server puts the way to whoever has sent a request, among what it tells of that."""

Known: TypeAlias = dict[object, Any]
"""What was found out for one stream at this very moment, and counts for those like it."""

_LONGEST_S: Final = 60.0
_MOMENT_S: Final = 0.003
"""What is news for one does not wait longer for what is news for others.

Much less would let whoever listens fall asleep in between: to be woken costs more than to be sent.
"""


class StreamState(Protocol):
    """What a stream was told, and what it is to be told next."""

    @property
    def render_key(self) -> Hashable:
        """Return what it is shown: all of one look are sent the same drawing."""

    def parts(self, known: Known) -> list[bytes] | None:
        """Return what is to be said now, and take it as said; None where that ends the stream."""


class Connection(Protocol):
    """The way to whoever listens to an answer, past the application that writes it."""

    def send(self, data: bytes) -> bool:
        """Send a part of the answer, as far as that goes at once; return whether it was all."""

    def finish(self) -> None:
        """Send what is left; waits for whoever listens."""


class Waiter(Protocol):
    """How a stream waits until there may be something to say."""

    @property
    def is_over(self) -> bool:
        """Return whether there will never be any."""

    def wait(self, after: int, seconds: float) -> None:
        """Wait until then, or for so long, if nothing came already `after` a seq of the match."""

    def close(self) -> None:
        """Let go of it."""


class LoneWaiter:
    """A stream that waits for itself; for a server that gives no way to its connections."""

    def __init__(self, news: Subscription) -> None:
        """Wait for these news."""
        self._news = news

    @property
    def is_over(self) -> bool:
        """Return whether there will never be any."""
        return self._news.is_over

    def wait(self, after: int, seconds: float) -> None:
        """Wait until there may be something to say."""
        self._news.next(after=after, timeout=seconds)

    def close(self) -> None:
        """Let go of it."""
        self._news.close()


class Client:
    """One stream of a broadcast. Whoever holds its turn may send; while it rests nobody does.

    Its `render_key` is that of its state.
    """

    def __init__(self, broadcast: "Broadcast", state: StreamState, way: Connection) -> None:
        """Begin with the turn at the stream itself."""
        self.render_key = state.render_key
        self._broadcast = broadcast
        self._state = state
        self._way = way
        self._news = b""
        self._called = threading.Event()
        self._turn = threading.Lock()
        self._turn.acquire()

    @property
    def is_over(self) -> bool:
        """Return whether there will never be any news."""
        return self._broadcast.is_over

    def wait(self, after: int, seconds: float) -> None:  # noqa: ARG002 - it was called, if so
        """Rest until something must be said that only the stream itself can say."""
        self._turn.release()
        try:
            self._called.wait(seconds)
        finally:
            self._turn.acquire()
            self._called.clear()
        self._way.finish()

    def prepare(self, known: Known) -> bool:
        """Find out what is news and keep the turn to send it; wake the stream if it does not rest.

        Tell whether that could be found out.
        """
        if not self._turn.acquire(blocking=False):
            self._called.set()
            return True
        is_told = False
        try:
            is_told = self._take(self._state.parts(known))
        except Exception:  # noqa: BLE001 - as below
            return False
        finally:
            if not self._news:
                self._rest(is_told=is_told)
        return True

    @property
    def has_news(self) -> bool:
        """Return whether it holds the turn, because there is something to send."""
        return self._news != b""

    def flush(self) -> None:
        """Send what was found, and wake the stream where that does not go at once."""
        news, self._news = self._news, b""
        is_told = False
        try:
            is_told = self._way.send(news)
        except Exception:  # noqa: BLE001 - the stream meets it too, and answers for itself alone
            return
        finally:
            self._rest(is_told=is_told)

    def wake(self) -> None:
        """Wake the stream."""
        self._called.set()

    def close(self) -> None:
        """Leave the broadcast."""
        self._broadcast.leave(self)

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


class Broadcast:
    """All streams of one match."""

    def __init__(self, broadcasts: "Broadcasts", match_id: str, news: Subscription) -> None:
        """Begin without any; `news` are heard from now on."""
        self.match_id = match_id
        self._broadcasts = broadcasts
        self._news = news
        self._clients: dict[Client, None] = {}

    @property
    def is_over(self) -> bool:
        """Return whether nothing will ever be announced again."""
        return self._news.is_over

    def begin(self) -> None:
        """Listen beside everything else."""
        threading.Thread(
            target=self._listen, name=f"broadcast {self.match_id}", daemon=True
        ).start()

    def add(self, state: StreamState, way: Connection) -> Client:
        """Take a stream in."""
        client = Client(self, state, way)
        self._clients[client] = None
        return client

    def leave(self, client: Client) -> None:
        """Let a stream go; the last one ends the broadcast."""
        self._broadcasts.leave(self, client)

    def remove(self, client: Client) -> bool:
        """Take a stream out; return whether none is left."""
        self._clients.pop(client, None)
        return not self._clients

    def end(self) -> None:
        """Listen no longer."""
        self._news.close()

    def _listen(self) -> None:
        after = -1
        while not self._news.is_over:
            newest = self._news.next(after=after, timeout=_LONGEST_S)
            after = after if newest is None else newest
            self._flush()
        for client in tuple(self._clients):
            client.wake()

    def _flush(self) -> None:
        """Find out what is news for many, then send it to all of them.

        In turns both take longer: whoever listens has fallen asleep before its next piece comes.
        """
        known: Known = {}
        later = self._by_look()
        while later:
            clients, is_over = iter(later.popleft()), False
            while not is_over:
                ready: list[Client] = []
                try:
                    is_over = self._prepare(clients, known, ready, later)
                finally:
                    for client in ready:
                        client.flush()

    def _by_look(self) -> deque[list[Client]]:
        """Return the clients by what is drawn for them together, first what most of them wait for.

        While that is on its way to them, the next is drawn.
        """
        found: dict[Hashable, list[Client]] = {}
        for client in tuple(self._clients):
            found.setdefault(client.render_key, []).append(client)
        return deque(sorted(found.values(), key=len, reverse=True))

    def _prepare(
        self,
        clients: Iterator[Client],
        known: Known,
        ready: list[Client],
        later: deque[list[Client]],
    ) -> bool:
        """Find out for as many as a moment allows; return whether none is left.

        The moment begins with the first, for whom is drawn what the others need as well. Where a
        database does not answer, none waits for another.
        """
        until = 0.0
        for client in clients:
            if not client.prepare(known):
                for other in chain(clients, *later):
                    other.wake()
                later.clear()
            elif client.has_news:
                ready.append(client)
            now = monotonic()
            until = until or now + _MOMENT_S
            if now >= until:
                return False
        return True


class Broadcasts:
    """The broadcasts of all matches that somebody follows; safe to use from any thread."""

    def __init__(self, feed: Feed) -> None:
        """Begin with none; they hear of news from this feed."""
        self._feed = feed
        self._lock = threading.Lock()
        self._all: dict[str, Broadcast] = {}

    def join(self, match_id: str, state: StreamState, way: Connection) -> Client:
        """Let a stream be told of a match from now on, together with the others."""
        with self._lock:
            broadcast = self._all.get(match_id)
            is_new = broadcast is None
            if broadcast is None:
                broadcast = Broadcast(self, match_id, self._feed.subscribe(match_id))
                self._all[match_id] = broadcast
            client = broadcast.add(state, way)
        if is_new:
            broadcast.begin()
        return client

    def leave(self, broadcast: Broadcast, client: Client) -> None:
        """Let a stream go; a broadcast without any ends."""
        with self._lock:
            if broadcast.remove(client) and self._all.get(broadcast.match_id) is broadcast:
                del self._all[broadcast.match_id]
                broadcast.end()

    def __len__(self) -> int:
        """Count the matches that somebody follows."""
        return len(self._all)
