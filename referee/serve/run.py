"""Starts the referee: one process with one loop, and a word to whoever started it.

Matches live in memory and announce themselves inside one process. Everything in it that waits, a
stream above all, gives way to the others: hundreds of screens cost neither threads nor time.
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

    from referee.host.https import Secured
    from referee.host.threads import Thread
    from referee.serve.connections import Server

_TURN_S: Final = 0.0005
"""How long work beside the loop may hold it up, each time that the loop has sent or read something.

Python lets a thread go on for 5 ms, and an answer sends and reads about five times.
"""

_AGAIN_S: Final = 0.2
"""After so long it is tried again whether another program lets the matches be read."""

_LATER_S: Final = 2.0
"""After so long it is tried again whether there is room for what can be saved."""

_WAITING: Final = 512
"""Connections that may stand in line while the loop is busy."""

_GIVEN_UP_MS: Final = 30_000
"""A screen that has confirmed nothing for so long is gone: out of the room, or asleep."""

_UNSENT: Final = 64 * 1024
"""Bytes that may wait to be sent: a slow screen needs the latest, not hundreds that came before."""


_EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - as it is without a setting
_USUAL_PORT: Final = 8000


class CannotListen(RefereeError):
    """There is nothing to listen on: the port is taken, or the address is none of ours.

    `instead` are settings by which one may still be able to listen.
    """

    def __init__(self, why: Text, instead: Settings | None = None) -> None:
        super().__init__(why)
        self.instead = instead


def serve(settings: Settings) -> None:
    """Answer until told to stop.

    Raises `CannotListen`, `StoreFailed` for the database, and `InUse` where another one serves it.
    """
    is_file = not settings.database_url
    held = is_file and not may_be_read(settings.database)
    damaged = is_file and not held and is_damaged(settings.database, settings.backup_folder)
    if is_file and not held and not damaged:
        held = not _can_be_opened(settings)  # says at once, in plain words, what is wrong with it
    with ExitStack() as until_the_end:
        if is_file:
            until_the_end.enter_context(in_use(settings.database.parent))
        settings, listener = listen_anyway(settings, sys.stderr)
        until_the_end.enter_context(listener)
        if is_file:
            until_the_end.enter_context(lock_as_server(settings.database.parent))
        if held:
            sys.stdout.write(f"\n{HELD.says}\n")
            sys.stdout.flush()
            with maintenance_answer(listener, HELD):
                _wait_until_free(settings)
        # Only now: a second server must not move the file of the first, which may just be leaving.
        if (held or damaged) and is_damaged(settings.database, settings.backup_folder):
            sys.stdout.write(f"\n{_saved(settings, listener).text}\n")
        if is_file and is_full(settings.database.parent):
            sys.stdout.write(f"\n{NO_ROOM}\n")
        # Before the web is loaded: from here on, waiting means giving way to others.
        monkey.patch_all(ssl=False, subprocess=False)
        sys.setswitchinterval(_TURN_S)
        _run_marked(socket.socket(fileno=listener.detach()), settings)


def _run_marked(listener: socket.socket, settings: Settings) -> None:
    """Run, and leave a mark for the next start where this one ends too soon and not on purpose."""
    if settings.database_url:  # many processes share it, and whoever runs them watches over them
        _run(listener, settings)
        return
    starts = StartGuard(settings.database.parent)
    settings = replace(settings, careful=starts.begin())
    if settings.careful:
        sys.stdout.write(f"\n{explain()}\n")
    try:
        _run(listener, settings, starts)
    except RefereeError:
        starts.good()  # it has said what is wrong, and being careful would not help
        raise
    starts.good()


def _run(listener: socket.socket, settings: Settings, starts: StartGuard | None = None) -> None:
    from gevent import signal_handler, spawn  # noqa: PLC0415 - after the patch
    from gevent.event import Event  # noqa: PLC0415

    from referee.games import load_all  # noqa: PLC0415
    from referee.host.daily_backup import run_daily  # noqa: PLC0415
    from referee.host.https import secured  # noqa: PLC0415
    from referee.serve.gc_schedule import collect_when_idle, settle  # noqa: PLC0415
    from referee.web import create_app  # noqa: PLC0415
    from referee.web.access.camera_tokens import server_token  # noqa: PLC0415
    from referee.web.services import services  # noqa: PLC0415

    # The library for a database looks once, as it is loaded, whether waiting gives way to others.
    store = _opened(settings, for_long=True)
    if store.is_held():
        sys.stdout.write(f"\n{STILL_HELD}\n")
    settings, https = secured(settings, listen)
    app = create_app(store, load_all(), settings)
    token = server_token(store)
    servers = _servers(listener, https, app, settings)
    settle()
    told_to_stop = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal_handler(number, told_to_stop.set)
    for server in servers:
        server.start()
    spawn(collect_when_idle, lambda: max(server.asked_at for server in servers))
    here = _told_where(settings)
    announce(settings, sys.stdout, token)
    _take_down_start(starts)
    run_daily(settings, store)
    _last(told_to_stop, here, settings)
    with app.app_context():
        services().matches.feed.close()  # ends the streams, so that stopping need not wait for them
    for server in servers:
        server.leave()
    store.close()


def _servers(
    listener: socket.socket, https: "Secured | None", app: "Flask", settings: Settings
) -> tuple["Server", ...]:
    """Return the server of plain HTTP, and beside it the one of HTTPS where that is spoken."""
    from referee.serve.connections import SecuredServer, Server  # noqa: PLC0415

    plain = Server(listener, app, settings)
    if https is None:
        return (plain,)
    spawn(https.go_on)
    return (plain, SecuredServer(https.listener, https.context, plain, app))


def _take_down_start(starts: StartGuard | None) -> None:
    """Keep that this start went well, now and again once it has lasted; no screen waits for it."""
    from referee.host.threads import run_on_thread  # noqa: PLC0415 - after the patch

    if starts is not None:
        run_on_thread(starts.ready)
        spawn_later(GOOD_AFTER_S, run_on_thread, starts.good)


def _told_where(settings: Settings) -> Endpoint:
    """Leave word of where this referee listens, for whoever looks for it."""
    from referee.host.threads import run_on_thread  # noqa: PLC0415 - after the patch

    here = Endpoint(settings.host, settings.port, settings.https_port, careful=settings.careful)
    if not settings.database_url:  # many processes share it, each at a port of its own
        run_on_thread(partial(here.leave_word, settings.database.parent))
    return here


def _last(told_to_stop: "Event", here: Endpoint, settings: Settings) -> None:
    """Go on until told to stop, and tell whoever watches over this, or looks for it, how it is."""
    from referee.host.threads import run_on_thread  # noqa: PLC0415 - after the patch

    supervisor = notifier_of(os.environ)
    supervisor.ready()
    spawn(_give_signs, supervisor)
    told_to_stop.wait()
    run_on_thread(partial(here.take_away, settings.database.parent))
    supervisor.stopping()


def _give_signs(supervisor: SystemdNotifier) -> None:
    """Return signs of life from within the loop: where it stands still, they stay away."""
    while supervisor.every_s:
        supervisor.alive()
        sleep(supervisor.every_s)


def _saved(settings: Settings, listener: socket.socket) -> Rescue:
    """Save what can be read of damaged matches, once there is room for it; raises `NoStore`."""
    wait = MENDING
    while True:
        with maintenance_answer(listener, wait):
            if wait is TOO_FULL:
                time.sleep(_LATER_S)
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
    """Wait until the matches can be opened, or be seen to be damaged; raises `NoStore`."""
    path = settings.database
    while not may_be_read(path) or not (
        is_damaged(path, settings.backup_folder) or _can_be_opened(settings)
    ):
        time.sleep(_AGAIN_S)


def _can_be_opened(settings: Settings) -> bool:
    """Return False while another program does not let the matches be read; raises `NoStore`.

    At the first start keys are stored, so that a file without them must be free to be written.
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


def _opened(settings: Settings, *, for_long: bool = False) -> Store:
    return open_store(
        settings.database,
        settings.database_url,
        connections=settings.database_connections,
        patience_s=settings.database_patience_s,
        waiting=_say_why,
        for_long=_worker if for_long else None,
    )


def _worker() -> "Thread":
    from referee.host.threads import Thread  # noqa: PLC0415 - after the patch

    return Thread()


def _say_why(text: Text) -> None:
    sys.stderr.write(f"{say('{why} Waiting for it.', why=text)}\n")
    sys.stderr.flush()


def listen_anyway(settings: Settings, err: TextIO) -> tuple[Settings, socket.socket]:
    """Listen as the settings say, or at what can be had where they cannot be followed.

    An address may be another one tomorrow, and then a table is not to stay without its referee.
    Gives the settings that hold now; raises `CannotListen` where the port is taken.
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
    """Listen on the host and port of the settings; raises `CannotListen`."""
    try:
        found = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, *_, address = found[0]
        listener = socket.create_server(address, family=family, backlog=_WAITING)
    except (OSError, UnicodeError) as trouble:
        raise _cannot(settings, trouble) from trouble
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _GIVEN_UP_MS)
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, _UNSENT)
    return listener


def _cannot(settings: Settings, trouble: Exception) -> CannotListen:
    port = str(settings.port)
    match getattr(trouble, "errno", None):
        case errno.EADDRINUSE:
            why = say(
                "Port {port} is taken, perhaps by a referee that runs already."
                " End what runs there, or choose another with --port or REFEREE_PORT.",
                port=port,
            )
            return CannotListen(why)
        case errno.EACCES if settings.port == _USUAL_PORT:
            return CannotListen(say("This user may not listen on port {port}.", port=port))
        case errno.EACCES:
            why = say(
                "This user may not listen on port {port}; ports above 1023 are for everybody."
                " The referee listens on port {usual} instead.",
                port=port,
                usual=str(_USUAL_PORT),
            )
            return CannotListen(why, replace(settings, port=_USUAL_PORT))
    if settings.host == _EVERYWHERE:
        return CannotListen(say("This machine has no address to listen on."))
    why = say(
        "This machine has no address called “{host}” now, so the referee listens on all that it"
        " has. Without REFEREE_HOST or --host it always does so.",
        host=settings.host,
    )
    return CannotListen(why, replace(settings, host=_EVERYWHERE))


def announce(settings: Settings, out: TextIO, token: str) -> None:
    """Say by which addresses the table is reached, with a symbol to point a phone at.

    Behind a proxy nobody reaches this process by its own. The token opens every table to a camera,
    so it stands here only.
    """
    if settings.proxies:
        names = f", as {', '.join(settings.hosts)}" if settings.hosts else ""
        out.write(f"The referee is ready. Screens reach it through its proxy{names}.\n")
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
        out.write("\nor point a phone of the same network at this:\n\n")
        out.writelines(f"    {row}\n" for row in symbol.splitlines())
    if settings.https_port:
        out.write(
            "\nFor the live camera and the web app, let a device trust this referee once:\n\n"
        )
        out.write(f"    {lines[0] if lines else f'http://localhost:{settings.port}/'}trust\n")
    out.write(f"\n{_for_cameras(token)}")
    out.write("\nStop with Ctrl+C. Every entry is already stored.\n\n")
    out.flush()


def _for_cameras(token: str) -> str:
    return f"For a camera on another computer, at any table: referee watch --token {token}\n"


def _reachable(settings: Settings) -> tuple[str, ...]:
    if settings.host in {_EVERYWHERE, "::", ""}:
        return addresses()
    return () if settings.host.startswith("127.") else (settings.host,)
