"""A real PostgreSQL server for tests, in a folder of its own and on a port of its own."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

PASSWORD: Final = "s3cret/@:%"  # noqa: S105 - of a server that lives for one test run
URL_PASSWORD: Final = "s3cret%2F%40%3A%25"  # noqa: S105 - the same
_DEADLINE_S: Final = 60

# What makes it small and quick; nothing that is kept in a test outlives the machine.
_SETTINGS: Final = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "shared_buffers": "8MB",
    "max_connections": "60",
    "max_wal_size": "64MB",
    "autovacuum": "off",
    "jit": "off",
    "listen_addresses": "127.0.0.1",
}


def programs() -> Path | None:
    """Find the folder of `initdb` and `postgres`; Debian does not put it on the path."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "postgres").exists()), None)


MISSING: Final = "no PostgreSQL server on this machine (Debian: apt-get install postgresql)"


def _someone() -> dict[str, Any]:
    """Name whom it runs as: it refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    entry = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


class PostgresServer:
    """A server that can be stopped and started again; databases are made in it by name."""

    def __init__(self, folder: Path) -> None:
        found = programs()
        assert found is not None
        self._programs = found
        self._as = _someone()
        self._folder = folder
        self._data = folder / "data"
        self._process: subprocess.Popen[bytes] | None = None
        self.port = _free_port()

    def make(self) -> None:
        folder, secret = self._folder, self._folder / "password"
        secret.write_text(PASSWORD)
        if self._as:
            for path in (folder, secret):
                os.chown(path, self._as["user"], self._as["group"])
        command = [
            *(str(self._programs / "initdb"), "--pgdata", str(self._data), "--username", "referee"),
            *("--encoding", "UTF8", "--locale", "C", "--no-sync", "--no-instructions"),
            *("--auth-local", "trust", "--auth-host", "scram-sha-256", "--pwfile", str(secret)),
        ]
        made = subprocess.run(command, capture_output=True, cwd="/", **self._as, check=False)
        assert made.returncode == 0, made.stderr.decode()

    def start(self) -> None:
        command = [str(self._programs / "postgres"), "-D", str(self._data), "-p", str(self.port)]
        for name, value in {**_SETTINGS, "unix_socket_directories": str(self._folder)}.items():
            command += ["-c", f"{name}={value}"]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                command, stdout=log, stderr=log, cwd="/", start_new_session=True, **self._as
            )
        self._wait()

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop; whoever is connected is hung up on."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(_DEADLINE_S)
            self._process = None

    def hang(self) -> None:
        """Stand still as the programs of a hanging machine: lines stay open, nobody answers."""
        assert self._process is not None
        for process in (self._process.pid, *_children(self._process.pid)):
            os.kill(process, signal.SIGSTOP)

    def go_on(self) -> None:
        """Answer again after having stood still."""
        if self._process is not None:
            for process in (*_children(self._process.pid), self._process.pid):
                os.kill(process, signal.SIGCONT)

    def url(self, database: str = "referee", *, password: str = URL_PASSWORD) -> str:
        """Return the address over the network, with the password."""
        return f"postgresql://referee:{password}@127.0.0.1:{self.port}/{database}"

    def near(self, database: str = "referee") -> str:
        """Return the address over the socket in its folder, which is quicker."""
        return f"postgresql://referee@/{database}?host={self._folder}&port={self.port}"

    def do(self, statement: str, database: str = "referee") -> None:
        """Do something as the one who may do anything."""
        import psycopg  # noqa: PLC0415 - most tests need no database

        with psycopg.connect(self.near(database), autocommit=True) as connection:
            connection.execute(statement.encode())

    def _wait(self) -> None:
        import psycopg  # noqa: PLC0415

        assert self._process is not None
        until = time.monotonic() + _DEADLINE_S
        while True:
            try:
                return psycopg.connect(self.near("postgres"), connect_timeout=5).close()
            except psycopg.OperationalError:
                said = (self._folder / "log").read_text("utf-8", "replace")
                assert self._process.poll() is None, said
                assert time.monotonic() < until, said
                time.sleep(0.02)


def _children(parent: int) -> list[int]:
    listed = Path(f"/proc/{parent}/task/{parent}/children").read_text()
    return [int(child) for child in listed.split()]


@contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    """Return a running server with two empty databases, `referee` and `emptied`."""
    # Not pytest's own folders: only root can enter those, where root runs the tests.
    with tempfile.TemporaryDirectory(prefix="referee-postgres-") as name:
        server = PostgresServer(Path(name))
        server.make()
        try:
            server.start()
            for database in ("referee", "emptied"):
                server.do(f"CREATE DATABASE {database}", "postgres")
            yield server
        finally:
            server.stop()


def needed(*, in_ci: bool) -> None:
    """Skip the test where there is no PostgreSQL; in CI its absence is a failure."""
    if programs() is None:
        if in_ci:
            pytest.fail(MISSING, pytrace=False)
        pytest.skip(MISSING)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
