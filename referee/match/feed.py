"""Tells whoever watches a match that something was entered, inside one process.

What happens in other processes comes in from the store that they share.

It carries only the match's newest seq: a watcher that missed three entries loses nothing, because
it shows the whole match anyway.
"""

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self


class _Channel:
    """What the watchers of one match share."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.seq = -1
        self.nudges = 0
        self.watchers = 0
        self.closed = False


class Feed:
    """Announces the newest seq of matches to their watchers; safe to use from any thread.

    `spread` tells other processes of a nudge; what is entered they hear from the store. `nudges`
    counts those of all matches and processes: what was remembered before may be out of date.
    """

    def __init__(self, spread: Callable[[str], None] = lambda _: None) -> None:
        """Begin without watchers."""
        self.nudges = 0
        self._spread = spread
        self._lock = threading.Lock()
        self._channels: dict[str, _Channel] = {}
        self._closed = False

    def announce(self, match: str, seq: int) -> None:
        """Wake everybody who watches the match."""
        with self._lock:
            channel = self._channels.get(match)
        if channel is not None:
            with channel.changed:
                channel.seq = max(channel.seq, seq)
                channel.changed.notify_all()

    def nudge(self, match: str) -> None:
        """Wake everybody who watches the match, although nothing was entered."""
        self.wake(match)
        self._spread(match)

    def wake(self, match: str) -> None:
        """Wake everybody of this process who watches the match, although nothing was entered."""
        with self._lock:
            self.nudges += 1
            channel = self._channels.get(match)
        if channel is not None:
            with channel.changed:
                channel.nudges += 1
                channel.changed.notify_all()

    def wake_all(self) -> None:
        """Wake everybody of this process: nobody knows what happened."""
        with self._lock:
            watched = tuple(self._channels)
        for match in watched:
            self.wake(match)

    def subscribe(self, match: str) -> "Subscription":
        """Watch a match from now on.

        Subscribe first and read the match after that: then nothing can fall in between.
        """
        with self._lock:
            channel = self._channels.setdefault(match, _Channel())
            channel.watchers += 1
            channel.closed = self._closed
        return Subscription(self, match, channel)

    def watchers(self, match: str) -> int:
        """Count who watches the match."""
        with self._lock:
            channel = self._channels.get(match)
            return 0 if channel is None else channel.watchers

    def close(self) -> None:
        """Wake everybody for the last time, so that a server can stop."""
        with self._lock:
            self._closed = True
            channels = tuple(self._channels.values())
        for channel in channels:
            with channel.changed:
                channel.closed = True
                channel.changed.notify_all()

    def leave(self, match: str, channel: _Channel) -> None:
        """Stop watching; the last one to leave takes the channel down."""
        with self._lock:
            channel.watchers -= 1
            if not channel.watchers:
                del self._channels[match]


class Subscription:
    """One watcher of one match; to be closed, best by `with`."""

    def __init__(self, feed: Feed, match: str, channel: _Channel) -> None:
        self._feed = feed
        self._match = match
        self._channel = channel
        self._nudges = channel.nudges
        self._open = True

    def next(self, *, after: int, timeout: float) -> int | None:
        """Wait until the match is further than `after`: its newest seq, or None in vain.

        A nudge, also one that came between two calls, ends the waiting early.
        """
        channel = self._channel
        with channel.changed:
            channel.changed.wait_for(lambda: self._is_news(after), timeout)
            self._nudges = channel.nudges
            return channel.seq if channel.seq > after else None

    def _is_news(self, after: int) -> bool:
        channel = self._channel
        return channel.closed or channel.seq > after or channel.nudges != self._nudges

    @property
    def is_over(self) -> bool:
        """Tell whether nothing will ever be announced again."""
        return self._channel.closed

    def close(self) -> None:
        """Stop watching."""
        if self._open:
            self._open = False
            self._feed.leave(self._match, self._channel)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
