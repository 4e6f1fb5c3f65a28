"""Publish/subscribe of changes to matches, inside one process.

Changes by other processes arrive through the shared store.

A message is only the newest seq of a match: a subscriber that missed some entries loses nothing,
because it shows the whole match anyway.

Each subscriber waits on a lock of its own: two hundred woken at once would otherwise queue for a
shared one.
"""

import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self


class _Channel:
    """The state that the subscribers of one match share."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.seq = -1
        self.nudges = 0
        self.closed = False
        self.watchers = 0
        self.asleep: list[threading.Lock] = []

    def announce(self, seq: int) -> None:
        """Set the newest seq and wake all subscribers."""
        with self.lock:
            self.seq = max(self.seq, seq)
            self._wake()

    def nudge(self) -> None:
        """Wake all subscribers without a new seq."""
        with self.lock:
            self.nudges += 1
            self._wake()

    def close(self) -> None:
        """Wake all subscribers for the last time."""
        with self.lock:
            self.closed = True
            self._wake()

    def _wake(self) -> None:
        sleepers, self.asleep = self.asleep, []
        for alarm in sleepers:
            alarm.release()


class Feed:
    """Publishes the newest seq of matches to their subscribers; thread-safe.

    `publish` forwards a nudge to other processes; entries reach them through the store. `nudges`
    counts those of all matches and processes, as a version for caches.
    """

    def __init__(self, publish: Callable[[str], None] = lambda _: None) -> None:
        """Start without subscribers."""
        self.nudges = 0
        self._publish = publish
        self._lock = threading.Lock()
        self._channels: dict[str, _Channel] = {}
        self._closed = False

    def announce(self, match: str, seq: int) -> None:
        """Set the newest seq of a match and wake its subscribers."""
        with self._lock:
            channel = self._channels.get(match)
        if channel is not None:
            channel.announce(seq)

    def nudge(self, match: str) -> None:
        """Wake the subscribers of a match in all processes, although nothing was entered."""
        self.wake(match)
        self._publish(match)

    def wake(self, match: str) -> None:
        """Wake the subscribers of a match in this process, although nothing was entered."""
        with self._lock:
            self.nudges += 1
            channel = self._channels.get(match)
        if channel is not None:
            channel.nudge()

    def wake_all(self) -> None:
        """Wake all subscribers in this process, after changes may have been missed."""
        with self._lock:
            watched = tuple(self._channels)
        for match in watched:
            self.wake(match)

    def subscribe(self, match: str) -> "Subscription":
        """Subscribe to a match.

        Subscribe before reading the match, so that no change is missed.
        """
        with self._lock:
            channel = self._channels.setdefault(match, _Channel())
            channel.closed = self._closed
            channel.watchers += 1
        return Subscription(self, match, channel)

    def watchers(self, match: str) -> int:
        """Return the number of subscribers of a match."""
        with self._lock:
            channel = self._channels.get(match)
            return 0 if channel is None else channel.watchers

    def close(self) -> None:
        """Wake all subscribers for the last time, so that a server can stop."""
        with self._lock:
            self._closed = True
            channels = tuple(self._channels.values())
        for channel in channels:
            channel.close()

    def leave(self, match: str, channel: _Channel) -> None:
        """Remove a subscriber; the last one removes the channel."""
        with self._lock:
            channel.watchers -= 1
            if not channel.watchers:
                del self._channels[match]


class Subscription:
    """A subscription to one match; a context manager that closes it."""

    def __init__(self, feed: Feed, match: str, channel: _Channel) -> None:
        self._feed = feed
        self._match = match
        self._channel = channel
        self._nudges = channel.nudges
        self._open = True
        self._alarm = threading.Lock()
        self._alarm.acquire()

    def next(self, *, after: int, timeout: float) -> int | None:
        """Wait until the seq of the match exceeds `after`, and return it; None otherwise.

        Waits at most `timeout` seconds. A nudge, also one since the last call, ends it early.
        """
        channel, until = self._channel, time.monotonic() + timeout
        while not self.has_news(after) and (left := until - time.monotonic()) > 0:
            self._sleep(after, left)
        self._nudges = channel.nudges
        return channel.seq if channel.seq > after else None

    def _sleep(self, after: int, seconds: float) -> None:
        channel, alarm = self._channel, self._alarm
        with channel.lock:
            if self.has_news(after):  # it arrived just before, so nothing would release the lock
                return
            channel.asleep.append(alarm)
        if alarm.acquire(timeout=seconds):
            return
        with channel.lock:
            if alarm in channel.asleep:
                channel.asleep.remove(alarm)
                return
        alarm.acquire()  # it is being released at this moment

    def has_news(self, after: int) -> bool:
        """Return whether `next` would return at once."""
        channel = self._channel
        return self.is_over or channel.seq > after or channel.nudges != self._nudges

    @property
    def is_over(self) -> bool:
        """Return whether the feed or this subscription is closed."""
        return self._channel.closed or not self._open

    def close(self) -> None:
        """Close the subscription, and end a `next` that waits in another thread."""
        channel = self._channel
        with channel.lock:
            was_open, self._open = self._open, False
            if self._alarm in channel.asleep:
                channel.asleep.remove(self._alarm)
                self._alarm.release()
        if was_open:
            self._feed.leave(self._match, channel)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
