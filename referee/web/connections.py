"""Speaks with browsers: one loop, a greenlet for each connection, and patience that ends.

Bad Wi-Fi leaves connections behind that say half a sentence, or nothing, or never hang up. Each
costs a few kilobytes until its time is over; nobody else waits for it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from socket import IPPROTO_TCP, SHUT_WR, TCP_NODELAY, socket
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, cast

from flask import Flask
from gevent import Timeout, getcurrent, kill
from gevent.pool import Pool
from gevent.pywsgi import Input, WSGIHandler, WSGIServer
from werkzeug.exceptions import RequestTimeout

from referee.core import say
from referee.web.settings import Settings

if TYPE_CHECKING:
    from greenlet import greenlet

_LEAVE_S: Final = 1
"""How long an answer that is on its way may take when the server stops."""

_ASIDE: Final = 64
"""Connections above the limit that are told so; still more are only closed."""

_SLOWEST: Final = 100_000
"""Bytes a second; a photo that comes more slowly than this is not waited for."""

_DIGITS: Final = 9

_FULL: Final = say("So many screens are connected that there is no place for another. Close some.")
_UNREADABLE: Final = say("The referee could not read this.")


def _plain(status: str, text: str, *headers: str) -> bytes:
    body = f"{text}\n".encode()
    kind = "Content-Type: text/plain; charset=utf-8"
    lines = (f"HTTP/1.1 {status}", kind, f"Content-Length: {len(body)}", "Connection: close")
    return "\r\n".join([*lines, *headers, "", ""]).encode() + body


class Server(WSGIServer):
    """Answers all connections of one application, up to a limit."""

    def __init__(self, listener: socket, app: Flask, settings: Settings) -> None:
        """Take a socket that listens already."""
        self.settings = settings
        self.resting: set[greenlet] = set()
        self._all = Pool()
        super().__init__(
            listener,
            app,
            spawn=self._all,
            log=None,
            error_log=None,
            handler_class=_Handler,
            environ={"SERVER_NAME": settings.host},  # else its name is looked up, which may hang
        )

    def handle(self, sock: socket, address: Any) -> None:  # noqa: ANN401 - differs by network
        """Answer a connection, or say that there is no place for it."""
        sock.settimeout(self.settings.patience_s)
        # Else the end of an answer waits until its beginning is confirmed: 40 ms, each time.
        sock.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
        if len(self._all) <= self.settings.connections:
            super().handle(sock, address)
        elif len(self._all) <= self.settings.connections + _ASIDE:
            _turn_away(sock)

    def leave(self) -> None:
        """Stop; what has been asked is still answered, within a second."""
        self.close()
        for connection in self.resting:
            kill(connection)
        self.stop(timeout=_LEAVE_S)


def _turn_away(sock: socket) -> None:
    with Timeout(1, False):  # type: ignore[arg-type] # noqa: FBT003 - its way to say “quietly”
        try:
            sock.sendall(_plain("503 Service Unavailable", str(_FULL), "Retry-After: 5"))
            sock.shutdown(SHUT_WR)
            while sock.recv(4096):  # closing before it has read would take the answer away
                pass
        except OSError:
            return


class _Handler(WSGIHandler):
    """One connection: its requests one after the other, each whole within its time."""

    server: Server

    def handle_one_request(self) -> Any:  # noqa: ANN401 - its own kinds of result
        self._patience = Timeout.start_new(self.server.settings.patience_s)
        try:
            return super().handle_one_request()
        except Timeout as over:
            if over is not self._patience:
                raise
            return None
        finally:
            self._patience.close()

    def read_requestline(self) -> Any:  # noqa: ANN401 - its own kinds of result
        if self.server.closed:
            return b""
        resting = self.server.resting
        resting.add(getcurrent())
        try:
            return super().read_requestline()
        finally:
            resting.discard(getcurrent())

    def get_environ(self) -> dict[str, Any]:
        self._patience.close()  # the head of the request is there
        environ: dict[str, Any] = super().get_environ()
        source = cast("Input", self.wsgi_input)
        body = _Body(source, _patience(environ, self.server.settings), self._hang_up)
        environ["wsgi.input"] = self.wsgi_input = body  # type: ignore[assignment]
        return environ

    def _hang_up(self) -> None:
        self.close_connection = True

    def _handle_client_error(self, _error: Exception) -> tuple[str, bytes]:
        return "400", _plain("400 Bad Request", str(_UNREADABLE))

    def handle_error(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, OSError):  # whoever listened is gone
            self._hang_up()
        else:
            super().handle_error(kind, error, trace)


def _patience(environ: dict[str, Any], settings: Settings) -> float:
    """Say how long a body may take: a photo over bad Wi-Fi takes longer than a tap."""
    told = str(environ.get("CONTENT_LENGTH", ""))
    length = int(told) if told.isdecimal() and len(told) <= _DIGITS else 0
    return settings.patience_s + min(length, settings.longest_photo) // _SLOWEST


class _Body:
    """The body of a request; whoever stops in the middle of sending it is told so."""

    def __init__(self, source: Input, patience_s: float, hang_up: Callable[[], None]) -> None:
        self._source = source
        self._until = monotonic() + patience_s
        self._hang_up = hang_up

    @contextmanager
    def _in_time(self) -> Iterator[None]:
        with Timeout(max(self._until - monotonic(), 0), RequestTimeout):
            yield

    def read(self, *size: int) -> Any:  # noqa: ANN401 - as its source
        with self._in_time():
            return self._source.read(*size)

    def readline(self, *size: int) -> Any:  # noqa: ANN401 - as its source
        with self._in_time():
            return self._source.readline(*size)

    def readlines(self, *hint: int) -> Any:  # noqa: ANN401 - as its source
        with self._in_time():
            return self._source.readlines(*hint)

    def __iter__(self) -> Iterator[bytes]:
        while line := self.readline():
            yield line

    def _discard(self) -> None:
        """Read what nobody wanted, so that the next request of the connection is found."""
        try:
            with self._in_time():
                self._source._discard()  # type: ignore[attr-defined] # noqa: SLF001 - as the handler does
        except (OSError, RequestTimeout):
            self._hang_up()
