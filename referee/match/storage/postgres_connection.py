"""The connection pool to PostgreSQL, with reconnection and error sentences.

PostgreSQL text cannot hold NUL, so that character is escaped.
"""

import logging
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from importlib.resources import files
from typing import Any, Final

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.types.string import StrDumper, TextLoader
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from referee.core import Text, say
from referee.match.errors import (
    NewerStore,
    NoStore,
    SeqTaken,
    StoreFailed,
    StoreFull,
    UnknownMatch,
)
from referee.match.storage.columns import ONE_OWN_SEAT
from referee.match.storage.postgres_timeouts import Availability, TimedConnection

VERSION: Final = 2
"""Of the schema; `schema_version` of a database."""

# It logs each attempt to reconnect; `Listener` logs once that the database is away.
logging.getLogger("psycopg.pool").setLevel(logging.ERROR)

_TOKENS: Final = """
    ALTER TABLE doors ADD COLUMN token text COLLATE "C" NOT NULL DEFAULT '';
    UPDATE doors SET token = replace(gen_random_uuid()::text, '-', '');
    CREATE UNIQUE INDEX doors_linked ON doors (token) WHERE token <> ''
"""
_MIGRATIONS: Final[Mapping[int, str]] = {2: f"{ONE_OWN_SEAT};{_TOKENS}"}
"""The script that turns a database of the version before into this version."""

_LOCK: Final = 0x7265666572656500
"""The advisory lock held while the schema is created, for processes that start together."""

_AGAIN_S: Final = 0.5
_PATIENCE_S: Final = 15.0
"""Time that a command waits for a free connection, in seconds."""

_IN_LINE_S: Final = 1.0
"""Interval at which a waiting command checks whether the database is away."""

_GIVE_UP_S: Final = 1.0
"""Time that the pool reconnects by itself; after that each command makes it try."""

_DEFAULTS: Final[Mapping[str, str | int]] = {
    "application_name": "referee",
    "connect_timeout": 3,
    # A database that vanished from the network is noticed within 15 s.
    "keepalives_idle": 5,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 15_000,
}

_WRITTEN: Final = {"\x1a": "\x1aZ", "\x00": "\x1aN"}
_READ: Final = {written: letter for letter, written in _WRITTEN.items()}
_SPECIAL: Final = re.compile("[\x1a\x00]")
_SPECIAL_WRITTEN: Final = re.compile("\x1a[ZN]")


class _Write(StrDumper):
    def dump(self, obj: str) -> bytes | bytearray | memoryview | None:
        return super().dump(_SPECIAL.sub(lambda found: _WRITTEN[found[0]], obj))


class _Read(TextLoader):
    def load(self, data: bytes | bytearray | memoryview) -> bytes | str:
        text = super().load(data)
        assert isinstance(text, str)  # noqa: S101 - the database is known to speak UTF-8
        return _SPECIAL_WRITTEN.sub(lambda found: _READ[found[0]], text) if "\x1a" in text else text


class LineLost(StoreFailed):
    """The connection was lost, so it is unknown whether the command was executed."""


class Database:
    """The database of a store, with a shared connection pool; thread-safe.

    Lost connections are replaced automatically.
    """

    def __init__(
        self,
        url: str,
        *,
        connections: int,
        patience_s: float,
        waiting: Callable[[Text], None],
    ) -> None:
        """Connect, and create the schema if it is missing.

        Waits for a server that does not answer yet. Raises `NoStore` if it cannot be used, and
        `NewerStore` if a newer referee has written it.
        """
        self.presence = Availability()
        self.address = _address(url)
        with _first_connection(self.address, patience_s, waiting) as connection:
            _prepare(self.address, connection)
        self._pool: ConnectionPool[TimedConnection] = ConnectionPool(
            self.address,
            kwargs={"autocommit": True},
            min_size=1,
            max_size=connections,
            timeout=_PATIENCE_S,
            reconnect_timeout=_GIVE_UP_S,
            reconnect_failed=lambda _: self.presence.miss(),
            connection_class=TimedConnection,
            configure=self._configure,
            check=ConnectionPool.check_connection,
            name="referee",
            open=True,
        )

    @contextmanager
    def connection(self, match: str = "") -> Iterator[TimedConnection]:
        """Yield a connection; its errors are raised as store errors."""
        try:
            with ExitStack() as held:
                yield self._free_connection(held)
        except errors.UniqueViolation as error:
            raise SeqTaken(str(error)) from error
        except errors.ForeignKeyViolation:
            raise UnknownMatch(match) from None
        except errors.DiskFull as error:
            raise StoreFull(str(error)) from error
        except (PoolTimeout, PoolClosed) as error:
            raise StoreFailed(str(error)) from error
        except psycopg.OperationalError as error:
            raise LineLost(str(error)) from error
        except psycopg.Error as error:
            raise StoreFailed(str(error)) from error

    def do(self, statement: str, given: Mapping[str, Any], match: str = "") -> None:
        """Run a statement that is unique by its key, with a retry after a lost connection.

        If the first try was executed, the second one fails on the key.
        """
        with suppress(LineLost), self.connection(match) as connection:
            connection.execute(statement.encode(), given)
            return
        with self.connection(match) as connection:
            connection.execute(statement.encode(), given)

    def dedicated_connection(self) -> TimedConnection:
        """Return a connection outside the pool; raises `StoreFailed`."""
        try:
            connection = TimedConnection.connect(self.address, autocommit=True)
        except psycopg.Error as error:
            raise StoreFailed(str(error)) from error
        self._configure(connection)
        return connection

    def away(self, why: str) -> Text:
        """Return the sentence that the database is away, and why."""
        return _trouble(self.address, why).text

    def back(self) -> Text:
        """Return the sentence that the database is back."""
        host, port = _place(self.address)
        return say("The database at {host}:{port} answers again.", host=host, port=port)

    def close(self) -> None:
        """Close all connections."""
        self._pool.close(timeout=1)

    def _free_connection(self, held: ExitStack) -> TimedConnection:
        """Return a connection that has just answered; waits long only if all are busy."""
        until = time.monotonic() + _PATIENCE_S
        while True:
            try:
                connection = held.enter_context(self._pool.connection(timeout=_IN_LINE_S))
            except PoolTimeout:
                if self.presence.is_away or time.monotonic() >= until:
                    raise
            else:
                self.presence.find()
                return connection

    def _configure(self, connection: TimedConnection) -> None:
        connection.presence = self.presence
        connection.adapters.register_dumper(str, _Write)
        connection.adapters.register_loader("text", _Read)
        # A commit returns when its rows are on the disk, whatever the server setting.
        connection.execute("SET synchronous_commit TO on")


def _address(url: str) -> str:
    if not url.startswith(("postgresql://", "postgres://")):
        raise NoStore(
            say("REFEREE_DATABASE_URL must start with postgresql://."),
        )
    try:
        given = conninfo_to_dict(url)
        is_read = str(given.get("port") or 0).isdecimal() and "@" not in str(given.get("host"))
    except psycopg.ProgrammingError:  # the message may contain the password
        is_read = False
    if not is_read:
        raise NoStore(
            say(
                "REFEREE_DATABASE_URL is not an address. It should look like "
                "postgresql://user:password@host:5432/database; write characters such as @ or "
                "/ in the password as %40 or %2F."
            )
        )
    return make_conninfo("", **{**_DEFAULTS, **given})


def _place(address: str) -> tuple[str, str]:
    where = conninfo_to_dict(address)
    return str(where.get("host") or "localhost"), str(where.get("port") or 5432)


def _first_connection(
    address: str, patience_s: float, waiting: Callable[[Text], None]
) -> TimedConnection:
    until = time.monotonic() + patience_s
    told = False
    while True:
        try:
            return TimedConnection.connect(address, autocommit=True)
        except psycopg.OperationalError as error:
            trouble = _trouble(address, str(error))
            if not trouble.may_pass or time.monotonic() >= until:
                raise NoStore(trouble.text, str(error)) from None
            if not told:
                told = True
                waiting(trouble.text)
            time.sleep(_AGAIN_S)


class _Trouble:
    """Why a database refuses connections, and whether that is temporary."""

    def __init__(self, text: Text, *, may_pass: bool = False) -> None:
        self.text = text
        self.may_pass = may_pass


def _trouble(address: str, said: str) -> _Trouble:
    """Return the reason, from the English message of the server."""
    where = conninfo_to_dict(address)
    host, port = _place(address)
    user, name = where.get("user", ""), where.get("dbname") or where.get("user", "")
    if re.search(r"authentication failed|no password supplied|role .* does not exist", said):
        return _Trouble(
            say(
                "The database at {host}:{port} does not let “{user}” in. Check the name and the"
                " password in REFEREE_DATABASE_URL.",
                host=host,
                port=port,
                user=user,
            )
        )
    if re.search(r"database .* does not exist", said):
        return _Trouble(
            say(
                "There is no database called “{name}” at {host}:{port}. Create it with: "
                "createdb {name}",
                name=name,
                host=host,
                port=port,
            )
        )
    if "FATAL:" in said and not re.search(r"starting up|shutting down|recovery|too many", said):
        return _Trouble(
            say(
                "The database at {host}:{port} does not let the referee in: {why}",
                host=host,
                port=port,
                why=said.rpartition("FATAL:")[2].strip(),
            )
        )
    return _Trouble(
        say(
            "The database at {host}:{port} does not answer. Is PostgreSQL running there?",
            host=host,
            port=port,
        ),
        may_pass=True,
    )


def _prepare(address: str, connection: TimedConnection) -> None:
    name = str(conninfo_to_dict(address).get("dbname") or connection.info.dbname)
    if connection.info.parameter_status("server_encoding") != "UTF8":
        raise NoStore(
            say(
                "The database “{name}” cannot hold all characters. Create one with: createdb "
                "--encoding UTF8 --template template0",
                name=name,
            )
        )
    try:
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
            _migrate(connection, name)
    except (errors.InsufficientPrivilege, errors.InvalidSchemaName) as error:
        raise NoStore(
            say(
                "“{user}” may not create tables in the database “{name}”. Make it the owner.",
                user=connection.info.user,
                name=name,
            ),
            str(error),
        ) from error
    except psycopg.Error as error:
        raise StoreFailed(str(error)) from error


def _migrate(connection: TimedConnection, name: str) -> None:
    there = connection.execute("SELECT to_regclass('schema_version') IS NOT NULL").fetchone()
    if there == (False,):
        script = files("referee.match.storage").joinpath("schema_postgres.sql").read_text("utf-8")
        connection.execute(script.encode())
        connection.execute("INSERT INTO schema_version VALUES (%s)", (VERSION,))
        return
    found = connection.execute("SELECT version FROM schema_version").fetchall()
    if len(found) != 1:
        raise NoStore(
            say(
                "The database “{name}” is incomplete. Restore the saved matches into an empty "
                "one in one go: pg_restore --single-transaction",
                name=name,
            )
        )
    version = found[0][0]
    if version > VERSION:
        raise NewerStore(f"the database has version {version}, this referee knows {VERSION}")
    for step in range(version + 1, VERSION + 1):
        connection.execute(_MIGRATIONS[step].encode())
    connection.execute("UPDATE schema_version SET version = %s", (VERSION,))
