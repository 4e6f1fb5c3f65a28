"""Starts the referee: one process that answers, many threads, and a word to whoever started it.

Matches live in memory and announce themselves inside one process, so there is one worker. Each
open screen holds a thread; how many there may be is set on purpose (`Settings`). Beside the worker
there is only gunicorn's watchman, and everything heavy is loaded in the worker alone.
"""

import sys
from typing import TYPE_CHECKING, Any, Final, TextIO

from gunicorn.app.base import BaseApplication

from referee.match import SqliteStore
from referee.table import joining
from referee.web.addresses import addresses, local_name
from referee.web.settings import Settings

if TYPE_CHECKING:
    from flask import Flask

_LEAVE_S: Final = 2


def serve(settings: Settings) -> None:
    """Answer until told to stop."""
    SqliteStore(settings.database).close()  # says at once, in plain words, what is wrong with it
    _Server(settings).run()


def announce(settings: Settings, out: TextIO) -> None:
    """Say by which addresses the table is reached, with a symbol to point a phone at."""
    here = _reachable(settings)
    name = local_name()
    lines = [f"http://{host}:{settings.port}/" for host in here]
    if name and here:
        lines.append(f"http://{name}:{settings.port}/")
    out.write("\nThe referee is ready. Open one of these addresses in a browser:\n\n")
    out.writelines(f"    {line}\n" for line in lines or [f"http://localhost:{settings.port}/"])
    if here:
        symbol = joining.address_for_terminal(lines[0])
        out.write("\nor point a phone of the same network at this:\n\n")
        out.writelines(f"    {row}\n" for row in symbol.splitlines())
    out.write("\nStop with Ctrl+C. Every entry is already stored.\n\n")
    out.flush()


def _reachable(settings: Settings) -> tuple[str, ...]:
    if settings.host in {"0.0.0.0", "::", ""}:  # noqa: S104 - compares, binds nothing
        return addresses()
    return () if settings.host.startswith("127.") else (settings.host,)


class _Server(BaseApplication):
    """Gunicorn without its command line and files."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._app: Flask | None = None
        super().__init__()

    def load_config(self) -> None:
        for name, value in _options(self._settings, self).items():
            self.cfg.set(name, value)

    def load(self) -> Any:  # noqa: ANN401 - gunicorn takes many kinds
        # In the worker, not before it: an open database must not go through a fork.
        from referee.games import load_all  # noqa: PLC0415
        from referee.web import create_app  # noqa: PLC0415

        store = SqliteStore(self._settings.database)
        self._app = create_app(store, load_all(), self._settings)
        return self._app

    def let_go(self) -> None:
        """End the streams, so that stopping need not wait for them."""
        from referee.web.desk import desk  # noqa: PLC0415 - loaded by now

        if self._app is not None:
            with self._app.app_context():
                desk().matches.feed.close()


def _options(settings: Settings, server: "_Server") -> dict[str, Any]:
    return {
        "bind": f"{settings.host}:{settings.port}",
        "worker_class": "gthread",
        "workers": 1,
        "threads": settings.threads,
        # Above the threads: one more waits in line instead of being turned away.
        "worker_connections": settings.threads * 4,
        "keepalive": 5,
        "timeout": 60,
        "graceful_timeout": _LEAVE_S,
        "loglevel": "warning",
        "control_socket_disable": True,
        "post_worker_init": lambda _: announce(settings, sys.stdout),
        "worker_int": lambda _: server.let_go(),
        "worker_exit": lambda _, __: server.let_go(),
    }
