"""Opens the store that the operator has chosen: a file, or a database that processes share."""

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

    A database server may let wait for itself so long; `waiting` is told so. A file for which
    `for_long` makes workers is prepared for many entries; they wait for the disk in place of a
    server. Raises `NoStore` where nothing can be kept there, and `NewerStore` for what a newer
    referee has written.
    """
    if not url:
        store = SqliteStore(path)
        if for_long:
            store.make_room()
            store.hand_over(for_long(), for_long())
        return store
    try:
        # Only whoever has a database needs the library for it.
        from referee.match.storage.postgres import PostgresStore  # noqa: PLC0415
    except ImportError as error:
        raise NoStore(
            say(
                "REFEREE_DATABASE_URL names a database, but what it needs is not installed."
                " Install it with: pip install 'tabletop-referee[postgresql]'"
            ),
            str(error),
        ) from error
    return PostgresStore(url, connections=connections, patience_s=patience_s, waiting=waiting)
