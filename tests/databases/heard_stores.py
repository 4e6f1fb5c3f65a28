"""What the tests of PostgreSQL put into stores, and what they wait to hear of them."""

import threading

from referee.core import Setup
from referee.match import Opened, Played, Row

ROWS = (Row(0, Opened(1, "nim", Setup(("Ann", "Bo"))), "t"),)
DEADLINE_S = 20


def played(seq):
    return Row(seq, Played("take"), "t", act=seq)


class Heard:
    """What a store has been told of, to be waited for."""

    def __init__(self, store):
        self.news = []
        self._more = threading.Condition()
        store.follow(self._hear)

    def _hear(self, news):
        with self._more:
            self.news.append(news)
            self._more.notify_all()

    def wait_for(self, *wanted):
        with self._more:
            found = self._more.wait_for(lambda: set(wanted) <= set(self.news), DEADLINE_S)
        assert found, self.news
