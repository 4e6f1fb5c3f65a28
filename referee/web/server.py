"""Starts the referee: one process with one loop, and a word to whoever started it.

Matches live in memory and announce themselves inside one process. Everything in it that waits, a
stream above all, gives way to the others: hundreds of screens cost neither threads nor time.
"""

import errno
import gc
import signal
import socket
import sys
from typing import Final, TextIO

from gevent import monkey

from referee.core import RefereeError, Text, say
from referee.match import is_damaged, rescue
from referee.match.store import Store
from referee.match.stores import open_store
from referee.table import joining
from referee.web.addresses import addresses, local_name
from referee.web.settings import Settings

_WAITING: Final = 512
"""Connections that may stand in line while the loop is busy."""

_GIVEN_UP_MS: Final = 30_000
"""A screen that has confirmed nothing for so long is gone: out of the room, or asleep."""


class CannotListen(RefereeError):
    """There is nothing to listen on: the port is taken, or the address is none of ours."""


def serve(settings: Settings) -> None:
    """Answer until told to stop; raises `CannotListen`, and `StoreFailed` for the database."""
    damaged = not settings.database_url and is_damaged(settings.database)
    if not settings.database_url and not damaged:
        _opened(settings).close()  # says at once, in plain words, what is wrong with it
    with listen(settings) as listener:
        if damaged:  # only now: a second server on this port must not move the file of the first
            sys.stdout.write(f"\n{rescue(settings.database).text}\n")
        # Before the web is loaded: from here on, waiting means giving way to others.
        monkey.patch_all(ssl=False, subprocess=False)
        _run(socket.socket(fileno=listener.detach()), settings)


def _run(listener: socket.socket, settings: Settings) -> None:
    from gevent import signal_handler  # noqa: PLC0415 - after the patch
    from gevent.event import Event  # noqa: PLC0415

    from referee.games import load_all  # noqa: PLC0415
    from referee.web import create_app  # noqa: PLC0415
    from referee.web.connections import Server  # noqa: PLC0415
    from referee.web.desk import desk  # noqa: PLC0415

    # The library for a database looks once, as it is loaded, whether waiting gives way to others.
    store = _opened(settings)
    app = create_app(store, load_all(), settings)
    server = Server(listener, app, settings)
    gc.freeze()  # to look through what is there for good would hold up every screen for 60 ms
    told_to_stop = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal_handler(number, told_to_stop.set)
    server.start()
    announce(settings, sys.stdout)
    told_to_stop.wait()
    with app.app_context():
        desk().matches.feed.close()  # ends the streams, so that stopping need not wait for them
    server.leave()
    store.close()


def _opened(settings: Settings) -> Store:
    return open_store(
        settings.database,
        settings.database_url,
        connections=settings.database_connections,
        patience_s=settings.database_patience_s,
        waiting=_say_why,
    )


def _say_why(text: Text) -> None:
    sys.stderr.write(f"{say('{why} Waiting for it.', why=text)}\n")
    sys.stderr.flush()


def listen(settings: Settings) -> socket.socket:
    """Listen on the host and port of the settings; raises `CannotListen`."""
    try:
        found = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, *_, address = found[0]
        listener = socket.create_server(address, family=family, backlog=_WAITING)
    except (OSError, UnicodeError) as trouble:
        raise CannotListen(_why_not(settings, trouble)) from trouble
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _GIVEN_UP_MS)
    return listener


def _why_not(settings: Settings, trouble: Exception) -> Text:
    match getattr(trouble, "errno", None):
        case errno.EADDRINUSE:
            return say(
                "Port {port} is taken, perhaps by a referee that runs already."
                " Choose another with --port.",
                port=str(settings.port),
            )
        case errno.EACCES:
            return say(
                "This user may not listen on port {port}. Choose one above 1023 with --port.",
                port=str(settings.port),
            )
    return say("This machine has no address called “{host}”.", host=settings.host)


def announce(settings: Settings, out: TextIO) -> None:
    """Say by which addresses the table is reached, with a symbol to point a phone at.

    Behind a proxy nobody reaches this process by its own.
    """
    if settings.proxies:
        names = f", as {', '.join(settings.hosts)}" if settings.hosts else ""
        out.write(f"The referee is ready. Screens reach it through its proxy{names}.\n")
        out.flush()
        return
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
