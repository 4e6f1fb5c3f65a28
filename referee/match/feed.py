"""Tells whoever watches a match that something was entered, inside one process.

What happens in other processes comes in from the store that they share.

It carries only the match's newest seq: a watcher that missed three entries loses nothing, because
it shows the whole match anyway.

Each watcher sleeps on a lock of its own: two hundred that are woken at once would else stand in
line for one that they share, only to see that they are awake.
"""

import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self


class _Channel:
    """What the watchers of one match share."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.seq = -1
        self.nudges = 0
        self.closed = False
        self.watchers = 0
        self.asleep: list[threading.Lock] = []

    def announce(self, seq: int) -> None:
        """Let the match be as far as this, and wake everybody."""
        with self.lock:
            self.seq = max(self.seq, seq)
            self._wake()

    def nudge(self) -> None:
        """Wake everybody."""
        with self.lock:
            self.nudges += 1
            self._wake()

    def close(self) -> None:
        """Wake everybody for the last time."""
        with self.lock:
            self.closed = True
            self._wake()

    def _wake(self) -> None:
        sleepers, self.asleep = self.asleep, []
        for alarm in sleepers:
            alarm.release()


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
            channel.announce(seq)

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
            channel.nudge()

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
            channel.closed = self._closed
            channel.watchers += 1
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
            channel.close()

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
        self._alarm = threading.Lock()
        self._alarm.acquire()

    def next(self, *, after: int, timeout: float) -> int | None:
        """Wait until the match is further than `after`: its newest seq, or None in vain.

        A nudge, also one that came between two calls, ends the waiting early.
        """
        channel, until = self._channel, time.monotonic() + timeout
        while not self.has_news(after) and (left := until - time.monotonic()) > 0:
            self._sleep(after, left)
        self._nudges = channel.nudges
        return channel.seq if channel.seq > after else None

    def _sleep(self, after: int, seconds: float) -> None:
        channel, alarm = self._channel, self._alarm
        with channel.lock:
            if self.has_news(after):  # it came a moment ago, and wakes nobody any more
                return
            channel.asleep.append(alarm)
        if alarm.acquire(timeout=seconds):
            return
        with channel.lock:
            if alarm in channel.asleep:
                channel.asleep.remove(alarm)
                return
        alarm.acquire()  # it was rung in this very moment

    def has_news(self, after: int) -> bool:
        """Return whether waiting for news would end at once."""
        channel = self._channel
        return self.is_over or channel.seq > after or channel.nudges != self._nudges

    @property
    def is_over(self) -> bool:
        """Return whether nothing will ever be announced again, or nobody watches any more."""
        return self._channel.closed or not self._open

    def close(self) -> None:
        """Stop watching; whoever waits for news in another thread does so no longer."""
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
