"""Broadcasts news of a match: one loop writes to all its idle streams, without waking them.

Waking two hundred greenlets one after the other takes longer than writing to two hundred sockets.
An idle stream is written to here, as far as its socket accepts at once; it is woken only to send
the rest, to end, or to report a failure.
"""

import threading
from collections import deque
from collections.abc import Hashable, Iterator
from itertools import chain
from time import monotonic
from typing import Any, Final, Protocol, TypeAlias

from referee.match import Feed, Subscription

CONNECTION: Final = "referee.connection"
"""Key in the WSGI environment under which the server offers the `Connection` of a request."""

Known: TypeAlias = dict[object, Any]
"""Results of one flush, shared by all streams with the same audience."""

_LONGEST_S: Final = 60.0
_MOMENT_S: Final = 0.003
"""Longest time for which prepared news wait until the news of other clients are prepared too.

With much less the receiving processes fall asleep in between, and waking them costs more than
sending.
"""


class StreamState(Protocol):
    """What a stream was sent, and what it is to be sent next."""

    @property
    def render_key(self) -> Hashable:
        """Return role, seat and language: all clients that share them share one rendering."""

    def parts(self, known: Known) -> list[bytes] | None:
        """Return the parts to send now, and count them as sent; None where the stream must end."""


class Connection(Protocol):
    """The connection of a response, written to past the WSGI application."""

    def send(self, data: bytes) -> bool:
        """Send a part of the response without blocking; return whether all of it was sent."""

    def finish(self) -> None:
        """Send the rest; blocks until the client has taken it."""


class Waiter(Protocol):
    """How a stream waits for news."""

    @property
    def is_over(self) -> bool:
        """Return whether there will be no more news."""

    def wait(self, after: int, seconds: float) -> None:
        """Wait at most so many seconds for news `after` this seq of the match."""

    def close(self) -> None:
        """Stop waiting for good."""


class LoneWaiter:
    """A stream that waits by itself, for a server that does not offer its connections."""

    def __init__(self, news: Subscription) -> None:
        """Wait for the news of this subscription."""
        self._news = news

    @property
    def is_over(self) -> bool:
        """Return whether there will be no more news."""
        return self._news.is_over

    def wait(self, after: int, seconds: float) -> None:
        """Wait at most so many seconds for news `after` this seq of the match."""
        self._news.next(after=after, timeout=seconds)

    def close(self) -> None:
        """End the subscription."""
        self._news.close()


class Client:
    """One stream of a broadcast.

    Its lock says which greenlet may send: while the stream is idle it is free, and the broadcast
    takes it for each flush. Its `render_key` is that of its state.
    """

    def __init__(self, broadcast: "Broadcast", state: StreamState, connection: Connection) -> None:
        """Begin with the lock held by the stream itself."""
        self.render_key = state.render_key
        self._broadcast = broadcast
        self._state = state
        self._connection = connection
        self._news = b""
        self._woken = threading.Event()
        self._sending = threading.Lock()
        self._sending.acquire()

    @property
    def is_over(self) -> bool:
        """Return whether there will be no more news."""
        return self._broadcast.is_over

    def wait(self, after: int, seconds: float) -> None:  # noqa: ARG002 - it was woken, if so
        """Stay idle for so many seconds, or until the stream itself must send something."""
        self._sending.release()
        try:
            self._woken.wait(seconds)
        finally:
            self._sending.acquire()
            self._woken.clear()
        self._connection.finish()

    def prepare(self, known: Known) -> bool:
        """Find out what is news and keep the lock to send it; wake the stream if it is not idle.

        Return whether that could be found out.
        """
        if not self._sending.acquire(blocking=False):
            self._woken.set()
            return True
        is_done = False
        try:
            is_done = self._take(self._state.parts(known))
        except Exception:  # noqa: BLE001 - as below
            return False
        finally:
            if not self._news:
                self._release(is_done=is_done)
        return True

    @property
    def has_news(self) -> bool:
        """Return whether it holds the lock because there is something to send."""
        return self._news != b""

    def flush(self) -> None:
        """Send what was prepared; wake the stream where not all of it could be sent at once."""
        news, self._news = self._news, b""
        is_done = False
        try:
            is_done = self._connection.send(news)
        except Exception:  # noqa: BLE001 - the stream meets it too, and reports it
            return
        finally:
            self._release(is_done=is_done)

    def wake(self) -> None:
        """Wake the stream."""
        self._woken.set()

    def close(self) -> None:
        """Leave the broadcast."""
        self._broadcast.leave(self)

    def _take(self, parts: list[bytes] | None) -> bool:
        if parts is None:
            return False
        # One object, shared by all clients for which nothing else is news.
        self._news = parts[0] if len(parts) == 1 else b"".join(parts)
        return True

    def _release(self, *, is_done: bool) -> None:
        self._sending.release()
        if not is_done:
            self._woken.set()


class Broadcast:
    """All streams of one match."""

    def __init__(self, broadcasts: "Broadcasts", match_id: str, news: Subscription) -> None:
        """Begin without streams, for the news of this subscription."""
        self.match_id = match_id
        self._broadcasts = broadcasts
        self._news = news
        self._clients: dict[Client, None] = {}

    @property
    def is_over(self) -> bool:
        """Return whether there will be no more news."""
        return self._news.is_over

    def begin(self) -> None:
        """Follow the news on a thread of its own."""
        threading.Thread(
            target=self._listen, name=f"broadcast {self.match_id}", daemon=True
        ).start()

    def add(self, state: StreamState, connection: Connection) -> Client:
        """Add a stream."""
        client = Client(self, state, connection)
        self._clients[client] = None
        return client

    def leave(self, client: Client) -> None:
        """Remove a stream; without the last one the broadcast ends."""
        self._broadcasts.leave(self, client)

    def remove(self, client: Client) -> bool:
        """Remove a stream; return whether none is left."""
        self._clients.pop(client, None)
        return not self._clients

    def end(self) -> None:
        """End the subscription."""
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
        """Prepare the news of many clients, then send them all.

        Alternating the two takes longer: the receiving process falls asleep before its next part.
        """
        known: Known = {}
        later = self._by_render_key()
        while later:
            clients, is_over = iter(later.popleft()), False
            while not is_over:
                ready: list[Client] = []
                try:
                    is_over = self._prepare(clients, known, ready, later)
                finally:
                    for client in ready:
                        client.flush()

    def _by_render_key(self) -> deque[list[Client]]:
        """Return the clients grouped by their rendering, the largest group first.

        While one group receives, the rendering of the next is made.
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
        """Prepare as many clients as `_MOMENT_S` allows; return whether none is left.

        The time begins after the first, which renders for the others too. Where a database does
        not answer, all others are woken, so that none waits for another.
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
    """The broadcasts of all matches that have streams; safe to use from any thread."""

    def __init__(self, feed: Feed) -> None:
        """Begin with none; they subscribe to this feed."""
        self._feed = feed
        self._lock = threading.Lock()
        self._all: dict[str, Broadcast] = {}

    def join(self, match_id: str, state: StreamState, connection: Connection) -> Client:
        """Add a stream to the broadcast of a match, which begins with the first stream."""
        with self._lock:
            broadcast = self._all.get(match_id)
            is_new = broadcast is None
            if broadcast is None:
                broadcast = Broadcast(self, match_id, self._feed.subscribe(match_id))
                self._all[match_id] = broadcast
            client = broadcast.add(state, connection)
        if is_new:
            broadcast.begin()
        return client

    def leave(self, broadcast: Broadcast, client: Client) -> None:
        """Remove a stream; a broadcast without streams ends."""
        with self._lock:
            if broadcast.remove(client) and self._all.get(broadcast.match_id) is broadcast:
                del self._all[broadcast.match_id]
                broadcast.end()

    def __len__(self) -> int:
        """Return the number of matches that have streams."""
        return len(self._all)
