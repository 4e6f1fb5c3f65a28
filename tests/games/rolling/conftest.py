"""Tables of Rolling with the Waves for its tests."""

import pytest
from laid_rolling import DRAFTED, ROUND, Table

from referee.core import AnyGame
from referee.games import load_all


@pytest.fixture(scope="session")
def rolling() -> AnyGame:
    return load_all()["rolling"]


@pytest.fixture
def table(rolling):
    def lay(names: str = "Ann Bo", **options: str) -> Table:
        return Table(rolling, names.split(), **options)

    return lay


@pytest.fixture
def drafted(table):
    """Return a function that lays a table of two, puts values on it and goes on to the dice."""

    def lay(*put: tuple, **options: str) -> Table:
        laid = table(**options)
        for one in put:
            laid.put(*one)
        return laid.roll(ROUND).draft(DRAFTED)

    return lay
