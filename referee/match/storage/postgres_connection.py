"""Reaches the PostgreSQL server that keeps the matches, and says in plain words why it cannot.

Its texts may hold everything but one letter, NUL; that is written as two others, so that whatever
a screen sends comes back as it was.
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

# It tells each try to connect again; `Listener` says once that the database is away.
logging.getLogger("psycopg.pool").setLevel(logging.ERROR)

_TOKENS: Final = """
    ALTER TABLE doors ADD COLUMN token text COLLATE "C" NOT NULL DEFAULT '';
    UPDATE doors SET token = replace(gen_random_uuid()::text, '-', '');
    CREATE UNIQUE INDEX doors_linked ON doors (token) WHERE token <> ''
"""
_MIGRATIONS: Final[Mapping[int, str]] = {2: f"{ONE_OWN_SEAT};{_TOKENS}"}
"""The script that turns a database of the version before into this version."""

_LOCK: Final = 0x7265666572656500
"""Held while the schema is made, so that of two processes that start together one makes it."""

_AGAIN_S: Final = 0.5
_PATIENCE_S: Final = 15.0
"""How long a command waits for a connection; many screens that come at once stand in line."""

_IN_LINE_S: Final = 1.0
"""How long it stands there before it looks whether the database is away."""

_GIVE_UP_S: Final = 1.0
"""How long the pool tries to connect again by itself; after that each command makes it try."""

_DEFAULTS: Final[Mapping[str, str | int]] = {
    "application_name": "referee",
    "connect_timeout": 3,
    # A database that vanished from the network is missed within a quarter of a minute.
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
    """The connection was lost on the way, so that nobody knows whether something was done."""


class Database:
    """The database of a store, by a few connections that are shared; safe to use from any thread.

    Connections that are lost are made again by themselves.
    """

    def __init__(
        self,
        url: str,
        *,
        connections: int,
        patience_s: float,
        waiting: Callable[[Text], None],
    ) -> None:
        """Connect, and make the tables where there are none.

        Waits for a server that does not answer yet. Raises `NoStore` where it cannot be used, and
        `NewerStore` for the database of a newer referee.
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
        """Return a connection; what the database refuses is raised as what stores raise."""
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
        """Do what has its place, and so can only be done once.

        Where the connection is lost on the way, nobody knows whether it was done; doing it again
        says so: then its place is taken.
        """
        with suppress(LineLost), self.connection(match) as connection:
            connection.execute(statement.encode(), given)
            return
        with self.connection(match) as connection:
            connection.execute(statement.encode(), given)

    def dedicated_connection(self) -> TimedConnection:
        """Return a connection that is shared with nobody; raises `StoreFailed`."""
        try:
            connection = TimedConnection.connect(self.address, autocommit=True)
        except psycopg.Error as error:
            raise StoreFailed(str(error)) from error
        self._configure(connection)
        return connection

    def away(self, why: str) -> Text:
        """Say why the database cannot be reached, by what it or the library said."""
        return _trouble(self.address, why).text

    def back(self) -> Text:
        """Say that the database is reached again."""
        host, port = _place(self.address)
        return say("The database at {host}:{port} answers again.", host=host, port=port)

    def close(self) -> None:
        """Let go of all connections."""
        self._pool.close(timeout=1)

    def _free_connection(self, held: ExitStack) -> TimedConnection:
        """Return a line that has just answered; others wait for long only where all are busy."""
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
        # A commit returns when its rows are on the disk, whatever the server is set to.
        connection.execute("SET synchronous_commit TO on")


def _address(url: str) -> str:
    if not url.startswith(("postgresql://", "postgres://")):
        raise NoStore(
            say("REFEREE_DATABASE_URL must begin with postgresql:// to name a database."),
        )
    try:
        given = conninfo_to_dict(url)
        is_read = str(given.get("port") or 0).isdecimal() and "@" not in str(given.get("host"))
    except psycopg.ProgrammingError:  # what it says may repeat the password
        is_read = False
    if not is_read:
        raise NoStore(
            say(
                "REFEREE_DATABASE_URL cannot be read as an address. It looks like"
                " postgresql://user:password@host:5432/database; signs such as @ or / in the"
                " password are written as %40 or %2F."
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
    """Why a database lets nobody in, and whether that may pass by itself."""

    def __init__(self, text: Text, *, may_pass: bool = False) -> None:
        self.text = text
        self.may_pass = may_pass


def _trouble(address: str, said: str) -> _Trouble:
    """Return the reason; the library keeps only the server's English sentence."""
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
                "There is no database called “{name}” at {host}:{port}. Make it with: createdb"
                " {name}",
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
                "The database “{name}” cannot hold every letter. Make one with: createdb"
                " --encoding UTF8 --template template0",
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
                "“{user}” may not make tables in the database “{name}”. Let it own the database.",
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
                "The database “{name}” is not whole. Bring the saved matches back into an empty"
                " one, all at once: pg_restore --single-transaction",
                name=name,
            )
        )
    version = found[0][0]
    if version > VERSION:
        raise NewerStore(f"the database has version {version}, this referee knows {VERSION}")
    for step in range(version + 1, VERSION + 1):
        connection.execute(_MIGRATIONS[step].encode())
    connection.execute("UPDATE schema_version SET version = %s", (VERSION,))
