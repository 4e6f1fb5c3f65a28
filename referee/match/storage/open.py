"""Opening of the configured store: an SQLite file or a PostgreSQL database."""

from collections.abc import Callable
from pathlib import Path

from referee.core import Text, say
from referee.match.errors import NoStore
from referee.match.storage.sqlite import SqliteStore
from referee.match.storage.sqlite_connections import Worker
from referee.match.storage.store import Store


def open_store(
    path: Path,
    url: str = "",
    *,
    connections: int = 8,
    patience_s: float = 0.0,
    waiting: Callable[[Text], None] = lambda _: None,
    for_long: Callable[[], Worker] | None = None,
) -> Store:
    """Open the database at `url`, or without one the file at `path`.

    Waits at most `patience_s` seconds for a database server, and calls `waiting` with a sentence
    then. `for_long` makes the workers of a server, which wait for the disk. Raises `NoStore` if the
    store cannot be used, and `NewerStore` if a newer referee has written it.
    """
    if not url:
        store = SqliteStore(path)
        if for_long:
            store.make_room()
            store.hand_over(for_long(), for_long())
        return store
    try:
        # The library is needed for PostgreSQL only.
        from referee.match.storage.postgres import PostgresStore  # noqa: PLC0415
    except ImportError as error:
        raise NoStore(
            say(
                "REFEREE_DATABASE_URL names a database, but its library is not installed. "
                "Install it with: pip install 'tabletop-referee[postgresql]'"
            ),
            str(error),
        ) from error
    return PostgresStore(url, connections=connections, patience_s=patience_s, waiting=waiting)
