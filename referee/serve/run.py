"""Starts and stops the server: store, safe mode, listeners, gevent, background jobs.

One process has one gevent loop; the feed of matches is in memory. A waiting stream is a greenlet,
so hundreds of screens need no threads.
"""

import errno
import os
import signal
import socket
import sys
import time
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, TextIO

from gevent import monkey, sleep, spawn, spawn_later

from referee.core import RefereeError, Text, say
from referee.host.addresses import addresses, local_name
from referee.host.endpoint_file import Endpoint
from referee.host.safe_mode import GOOD_AFTER_S, StartGuard, explain
from referee.host.sd_notify import SystemdNotifier, notifier_of
from referee.host.settings import Settings
from referee.match import Rescue, is_damaged, rescue
from referee.match.care.in_use import in_use, lock_as_server
from referee.match.errors import NoStore
from referee.match.storage.error_texts import is_of_room, is_of_use
from referee.match.storage.open import open_store
from referee.match.storage.sqlite_files import HELD as STILL_HELD
from referee.match.storage.sqlite_files import NO_ROOM, is_full, may_be_read
from referee.match.storage.store import SIGNING_KEY, Store
from referee.serve.maintenance import HELD, MENDING, maintenance_answer
from referee.serve.maintenance import NO_ROOM as TOO_FULL
from referee.table.paper import join_symbol

if TYPE_CHECKING:
    from flask import Flask
    from gevent.event import Event

    from referee.host.https import HttpsListener
    from referee.host.threads import Thread
    from referee.serve.connections import Server

_SWITCH_INTERVAL_S: Final = 0.0005
"""How long a worker thread may keep the GIL from the loop, after each of its system calls.

Python's default is 5 ms, and a response makes about five system calls.
"""

_LOCK_RETRY_S: Final = 0.2
"""Seconds between two attempts to open matches that another program is using."""

_ROOM_RETRY_S: Final = 2.0
"""Seconds between two attempts to repair matches on a full disk."""

_BACKLOG: Final = 512
"""Connections that may wait to be accepted while the loop is busy."""

_TCP_USER_TIMEOUT_MS: Final = 30_000
"""A connection without acknowledgement for this long is closed."""

_UNSENT_BYTES: Final = 64 * 1024
"""Kernel buffer of unsent data: a slow screen needs the latest state, not hundreds of old ones."""

_ALL_ADDRESSES: Final = "0.0.0.0"  # noqa: S104 - the default
_DEFAULT_PORT: Final = 8000


class CannotListen(RefereeError):
    """The port is in use, or the address or port is not available.

    `instead` are settings that may work, if any.
    """

    def __init__(self, why: Text, instead: Settings | None = None) -> None:
        super().__init__(why)
        self.instead = instead


def serve(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT.

    Raises `CannotListen`, `StoreFailed` for the database, and `InUse` if another process serves it.
    """
    is_file = not settings.database_url
    held = is_file and not may_be_read(settings.database)
    damaged = is_file and not held and is_damaged(settings.database, settings.backup_folder)
    if is_file and not held and not damaged:
        held = not _can_be_opened(settings)  # fails early, with a message
    with ExitStack() as resources:
        if is_file:
            resources.enter_context(in_use(settings.database.parent))
        settings, listener = listen_anyway(settings, sys.stderr)
        resources.enter_context(listener)
        if is_file:
            resources.enter_context(lock_as_server(settings.database.parent))
        if held:
            sys.stdout.write(f"\n{HELD.says}\n")
            sys.stdout.flush()
            with maintenance_answer(listener, HELD):
                _wait_until_free(settings)
        # Only under the lock: the first server may be stopping and must not lose its file.
        if (held or damaged) and is_damaged(settings.database, settings.backup_folder):
            sys.stdout.write(f"\n{_repair(settings, listener).text}\n")
        if is_file and is_full(settings.database.parent):
            sys.stdout.write(f"\n{NO_ROOM}\n")
        # Patched before the web is imported, so that its blocking calls yield to the loop.
        monkey.patch_all(ssl=False, subprocess=False)
        sys.setswitchinterval(_SWITCH_INTERVAL_S)
        _run_guarded(socket.socket(fileno=listener.detach()), settings)


def _run_guarded(listener: socket.socket, settings: Settings) -> None:
    """Run with the start guard, which turns on safe mode after bad starts."""
    if settings.database_url:  # several processes share it, under a supervisor of their own
        _run(listener, settings)
        return
    starts = StartGuard(settings.database.parent)
    settings = replace(settings, safe_mode=starts.begin())
    if settings.safe_mode:
        sys.stdout.write(f"\n{explain()}\n")
    try:
        _run(listener, settings, starts)
    except RefereeError:
        starts.clear()  # a reported problem, which safe mode would not solve
        raise
    starts.clear()


def _run(listener: socket.socket, settings: Settings, starts: StartGuard | None = None) -> None:
    from gevent import signal_handler, spawn  # noqa: PLC0415 - after the patch
    from gevent.event import Event  # noqa: PLC0415

    from referee.games import load_all  # noqa: PLC0415
    from referee.host.daily_backup import run_daily  # noqa: PLC0415
    from referee.host.https import set_up_https  # noqa: PLC0415
    from referee.serve.gc_schedule import collect_when_idle, settle  # noqa: PLC0415
    from referee.web import create_app  # noqa: PLC0415
    from referee.web.access.camera_tokens import server_token  # noqa: PLC0415
    from referee.web.services import services  # noqa: PLC0415

    # After the patch: psycopg checks for gevent when it is imported.
    store = _opened(settings, with_worker=True)
    if store.is_held():
        sys.stdout.write(f"\n{STILL_HELD}\n")
    settings, https = set_up_https(settings, listen)
    app = create_app(store, load_all(), settings)
    token = server_token(store)
    servers = _servers(listener, https, app, settings)
    settle()
    stop = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal_handler(number, stop.set)
    for server in servers:
        server.start()
    spawn(collect_when_idle, lambda: max(server.last_request_at for server in servers))
    endpoint = _save_endpoint(settings)
    announce(settings, sys.stdout, token)
    _mark_ready(starts)
    run_daily(settings, store)
    _wait(stop, endpoint, settings)
    with app.app_context():
        services().matches.feed.close()  # ends the streams; otherwise stopping waits for them
    for server in servers:
        server.shut_down()
    store.close()


def _servers(
    listener: socket.socket, https: "HttpsListener | None", app: "Flask", settings: Settings
) -> tuple["Server", ...]:
    """Return the plain HTTP server and, if HTTPS is on, the HTTPS server."""
    from referee.serve.connections import HttpsServer, Server  # noqa: PLC0415

    plain = Server(listener, app, settings)
    if https is None:
        return (plain,)
    spawn(https.keep_renewed)
    return (plain, HttpsServer(https.listener, https.context, plain, app))


def _mark_ready(starts: StartGuard | None) -> None:
    """Record that this start is ready, and clear its mark once it has lasted."""
    from referee.host.threads import run_on_thread  # noqa: PLC0415 - after the patch

    if starts is not None:
        run_on_thread(starts.ready)
        spawn_later(GOOD_AFTER_S, run_on_thread, starts.clear)


def _save_endpoint(settings: Settings) -> Endpoint:
    """Write the endpoint file and return its content."""
    from referee.host.threads import run_on_thread  # noqa: PLC0415 - after the patch

    endpoint = Endpoint(
        settings.host, settings.port, settings.https_port, safe_mode=settings.safe_mode
    )
    if not settings.database_url:  # several processes share it, each with its own port
        run_on_thread(partial(endpoint.save, settings.database.parent))
    return endpoint


def _wait(stop: "Event", endpoint: Endpoint, settings: Settings) -> None:
    """Wait for the stop signal; notify systemd and remove the endpoint file."""
    from referee.host.threads import run_on_thread  # noqa: PLC0415 - after the patch

    supervisor = notifier_of(os.environ)
    supervisor.ready()
    spawn(_ping_watchdog, supervisor)
    stop.wait()
    run_on_thread(partial(endpoint.remove, settings.database.parent))
    supervisor.stopping()


def _ping_watchdog(supervisor: SystemdNotifier) -> None:
    """Ping the watchdog from within the loop, so that pings stop if the loop hangs."""
    while supervisor.interval_s:
        supervisor.ping()
        sleep(supervisor.interval_s)


def _repair(settings: Settings, listener: socket.socket) -> Rescue:
    """Repair damaged matches once there is disk space; raises `NoStore`."""
    wait = MENDING
    while True:
        with maintenance_answer(listener, wait):
            if wait is TOO_FULL:
                time.sleep(_ROOM_RETRY_S)
            try:
                return rescue(settings.database)
            except NoStore as error:
                if not is_of_room(error):
                    raise
        if wait is MENDING:
            sys.stdout.write(f"\n{TOO_FULL.says}\n")
            sys.stdout.flush()
            wait = TOO_FULL


def _wait_until_free(settings: Settings) -> None:
    """Wait until the matches can be opened, or turn out to be damaged; raises `NoStore`."""
    path = settings.database
    while not may_be_read(path) or not (
        is_damaged(path, settings.backup_folder) or _can_be_opened(settings)
    ):
        time.sleep(_LOCK_RETRY_S)


def _can_be_opened(settings: Settings) -> bool:
    """Return False while another program locks the matches; raises `NoStore`.

    The first start stores keys, so a file without them must be writable.
    """
    if not may_be_read(settings.database):
        return False
    try:
        with closing(_opened(settings)) as store:
            return store.kept(SIGNING_KEY) is not None or not store.is_held()
    except NoStore as error:
        if not is_of_use(error):
            raise
        return False


def _opened(settings: Settings, *, with_worker: bool = False) -> Store:
    return open_store(
        settings.database,
        settings.database_url,
        connections=settings.database_connections,
        patience_s=settings.database_timeout_s,
        waiting=_print_waiting,
        for_long=_worker if with_worker else None,
    )


def _worker() -> "Thread":
    from referee.host.threads import Thread  # noqa: PLC0415 - after the patch

    return Thread()


def _print_waiting(text: Text) -> None:
    sys.stderr.write(f"{say('{why} Waiting for it.', why=text)}\n")
    sys.stderr.flush()


def listen_anyway(settings: Settings, err: TextIO) -> tuple[Settings, socket.socket]:
    """Return the effective settings and a listening socket, falling back to other addresses.

    A router may assign a new address, which must not keep a table from its referee. Raises
    `CannotListen` if the port is in use.
    """
    try:
        return settings, listen(settings)
    except CannotListen as trouble:
        if trouble.instead is None:
            raise
        err.write(f"{trouble}\n")
        err.flush()
        return listen_anyway(trouble.instead, err)


def listen(settings: Settings) -> socket.socket:
    """Return a socket that listens on the host and port of the settings; raises `CannotListen`."""
    try:
        found = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, *_, address = found[0]
        listener = socket.create_server(address, family=family, backlog=_BACKLOG)
    except (OSError, UnicodeError) as trouble:
        raise _cannot(settings, trouble) from trouble
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _TCP_USER_TIMEOUT_MS)
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, _UNSENT_BYTES)
    return listener


def _cannot(settings: Settings, trouble: Exception) -> CannotListen:
    port = str(settings.port)
    match getattr(trouble, "errno", None):
        case errno.EADDRINUSE:
            why = say(
                "Port {port} is already in use, perhaps by another referee. Stop that program, or"
                " choose another port with --port or REFEREE_PORT.",
                port=port,
            )
            return CannotListen(why)
        case errno.EACCES if settings.port == _DEFAULT_PORT:
            return CannotListen(say("This user may not listen on port {port}.", port=port))
        case errno.EACCES:
            why = say(
                "This user may not listen on port {port}; any user may use ports above 1023."
                " The referee listens on port {usual} instead.",
                port=port,
                usual=str(_DEFAULT_PORT),
            )
            return CannotListen(why, replace(settings, port=_DEFAULT_PORT))
    if settings.host == _ALL_ADDRESSES:
        return CannotListen(say("This machine has no address to listen on."))
    why = say(
        "This machine does not have the address “{host}” now, so the referee listens on all its"
        " addresses, as it does without REFEREE_HOST or --host.",
        host=settings.host,
    )
    return CannotListen(why, replace(settings, host=_ALL_ADDRESSES))


def announce(settings: Settings, out: TextIO, token: str) -> None:
    """Print the addresses of this server, a QR code of the first, and the camera token.

    Behind a proxy its own addresses are useless. The token gives a camera access to every table,
    so it is printed nowhere else.
    """
    if settings.proxies:
        names = f", as {', '.join(settings.hosts)}" if settings.hosts else ""
        out.write(f"The referee is ready. Open it through its proxy{names}.\n")
        out.write(_for_cameras(token))
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
        symbol = join_symbol.address_for_terminal(lines[0])
        out.write("\nor scan this with a phone on the same network:\n\n")
        out.writelines(f"    {row}\n" for row in symbol.splitlines())
    if settings.https_port:
        out.write(
            "\nTo use the live camera or the web app, trust this referee once on each device:\n\n"
        )
        out.write(f"    {lines[0] if lines else f'http://localhost:{settings.port}/'}trust\n")
    out.write(f"\n{_for_cameras(token)}")
    out.write("\nStop with Ctrl+C. Every entry is already stored.\n\n")
    out.flush()


def _for_cameras(token: str) -> str:
    # deploy/install.sh reads the token from this line.
    return f"For a camera on another computer: referee watch --token {token}\n"


def _reachable(settings: Settings) -> tuple[str, ...]:
    if settings.host in {_ALL_ADDRESSES, "::", ""}:
        return addresses()
    return () if settings.host.startswith("127.") else (settings.host,)
