"""How long a database is waited for: hardly at all once it is known to be away.

One that is gone refuses at once; one whose machine hangs holds its lines and says nothing, and no
limit of its own helps then. So whoever waits for an answer keeps the time.
"""

import time
from collections.abc import Generator
from typing import Any, Final, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

ANSWER_S: Final = 5.0
"""How long an answer is waited for while all seems well; each is a statement of milliseconds."""

AWAY_S: Final = 1.0
"""The same once the database is known to be away: screens that ask again must not pile up."""

RV = TypeVar("RV")


class NoAnswer(psycopg.OperationalError):
    """A database that holds its line and says nothing."""


class Availability:
    """Whether the database answers, as far as anybody knows; safe to use from any thread."""

    def __init__(self) -> None:
        """Believe that it does."""
        self.is_away = False

    @property
    def patience_s(self) -> float:
        """Return how long an answer is waited for just now."""
        return AWAY_S if self.is_away else ANSWER_S

    def miss(self) -> None:
        """Take down that it did not answer."""
        self.is_away = True

    def find(self) -> None:
        """Take down that it did."""
        self.is_away = False


class TimedConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that waits for an answer only so long, and is worth nothing after that."""

    presence = Availability()

    def wait(self, gen: PQGen[RV], *given: Any, **more: Any) -> RV:  # noqa: ANN401 - as its parent
        """Wait for an answer; raises `NoAnswer` where none comes in time."""
        try:
            return super().wait(self._in_time(gen), *given, **more)
        except NoAnswer:
            self.presence.miss()
            self.close()
            raise

    def _in_time(self, gen: PQGen[RV]) -> Generator[Any, Any, RV]:
        """Hand on what is waited for; about ten times a second nothing has come, and that counts.

        Only while a statement is under way: whoever listens for news may wait for ever.
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
