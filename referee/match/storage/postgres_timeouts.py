"""Query time-outs: 5 s normally, 1 s while the database is known to be unreachable.

A machine that hangs keeps its connections open without answering, and no limit of the server helps.
So the client measures the time.
"""

import time
from collections.abc import Generator
from typing import Any, Final, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

ANSWER_S: Final = 5.0
"""The normal time-out, in seconds; statements take milliseconds."""

AWAY_S: Final = 1.0
"""The time-out while the database is away, so that polling screens do not pile up."""

RV = TypeVar("RV")


class NoAnswer(psycopg.OperationalError):
    """The database keeps the connection open but does not answer."""


class Availability:
    """Whether the database answered last; thread-safe."""

    def __init__(self) -> None:
        """Assume that it answers."""
        self.is_away = False

    @property
    def patience_s(self) -> float:
        """Return the current time-out, in seconds."""
        return AWAY_S if self.is_away else ANSWER_S

    def miss(self) -> None:
        """Record a time-out."""
        self.is_away = True

    def find(self) -> None:
        """Record an answer."""
        self.is_away = False


class TimedConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection with a time-out, after which it is unusable."""

    presence = Availability()

    def wait(self, gen: PQGen[RV], *given: Any, **more: Any) -> RV:  # noqa: ANN401 - as its parent
        """Wait for an answer; raises `NoAnswer` after the time-out."""
        try:
            return super().wait(self._in_time(gen), *given, **more)
        except NoAnswer:
            self.presence.miss()
            self.close()
            raise

    def _in_time(self, gen: PQGen[RV]) -> Generator[Any, Any, RV]:
        """Forward the wait of the library, which yields about ten times a second, with a time-out.

        Only while a statement runs: a listener may wait for ever.
        """
        begun = time.monotonic()
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                is_late = time.monotonic() - begun > self.presence.patience_s
                if not ready and is_late and self._is_asking:
                    raise NoAnswer("the database holds its line and does not answer")
                wanted = gen.send(ready)
        except StopIteration as over:
            answer: RV = over.value
            return answer

    @property
    def _is_asking(self) -> bool:
        return self.pgconn.transaction_status == TransactionStatus.ACTIVE
