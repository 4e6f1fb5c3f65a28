"""Speaks with browsers: one loop, a greenlet for each connection, and patience that ends.

Requests are read strictly, as RFC 9112 writes them: where a proxy before this server and the server
itself could disagree about where a request ends, it is refused and the connection closed.

Bad Wi-Fi leaves connections behind that say half a sentence, or nothing, or never hang up. Each
costs a few kilobytes until its time is over; nobody else waits for it.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPMessage
from io import BufferedIOBase, BytesIO
from socket import IPPROTO_TCP, MSG_PEEK, SHUT_WR, TCP_NODELAY, socket
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, Final, cast

from flask import Flask
from gevent import Timeout, getcurrent, kill, sleep
from gevent.pool import Pool
from gevent.pywsgi import Input, WSGIHandler, WSGIServer
from werkzeug.exceptions import RequestTimeout

from referee.core import say
from referee.host.settings import Settings
from referee.serve.gc_schedule import collect_after_response
from referee.web.request.quotas import FairQuota, quota_owner
from referee.web.screens.broadcast import CONNECTION

if TYPE_CHECKING:
    from gevent.pywsgi import OldMessage
    from gevent.ssl import SSLContext
    from greenlet import greenlet

_LEAVE_S: Final = 1
"""How long an answer that is on its way may take when the server stops."""

_ASIDE: Final = 64
"""Connections above the limit that are told so; still more are only closed."""

_FEW: Final = 12
"""Connections that an address has in any case: a browser keeps six, and a stream beside them."""

_HURRIED_S: Final = 5.0
"""How long somebody may say nothing while places run short."""

_SLOWEST: Final = 100_000
"""Bytes a second; a photo that comes more slowly than this is not waited for."""

_DIGITS: Final = 9

_NAME: Final = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_REQUEST_LINE: Final = re.compile(_NAME + r" [\x21-\x7e\x80-\xff]+ HTTP/1\.[01]\r\n")
_FIELD: Final = re.compile((_NAME + r":[\t\x20-\x7e\x80-\xff]*\r\n").encode())
_FIELDS: Final = 100
_FIELD_BYTES: Final = 65_536
_CHUNK_LINE: Final = re.compile(rb"[0-9A-Fa-f]{1,16}\r\n")
_CHUNK_LINE_BYTES: Final = 18

_TLS: Final = b"\x16"
"""What a browser begins with that speaks HTTPS."""

_FULL: Final = say("So many screens are connected that there is no place for another. Close some.")
_SECURED: Final = say("Write https:// before this address.")
_UNREADABLE: Final = say("The referee could not read this.")


def _plain(status: str, text: str, *headers: str) -> bytes:
    body = f"{text}\n".encode()
    kind = "Content-Type: text/plain; charset=utf-8"
    lines = (f"HTTP/1.1 {status}", kind, f"Content-Length: {len(body)}", "Connection: close")
    return "\r\n".join([*lines, *headers, "", ""]).encode() + body


class Server(WSGIServer):
    """Answers all connections of one application, up to a limit."""

    scheme = "http"

    def __init__(
        self, listener: socket, app: Flask, settings: Settings, everybody: Pool | None = None
    ) -> None:
        """Take a socket that listens already, and count `everybody` of another server as well."""
        self.settings = settings
        self.asked_at = monotonic()
        self.resting: dict[greenlet, float] = {}
        self.shares = FairQuota(_FEW)
        self.framed = _Framed()
        self.everybody = everybody or Pool()
        super().__init__(
            listener,
            app,
            spawn=self.everybody,
            log=None,
            error_log=None,
            handler_class=_Handler,
            # Without a name of its own the server is looked up, which may hang.
            environ={"SERVER_NAME": settings.host, "wsgi.url_scheme": self.scheme},
        )

    def handle(self, sock: socket, address: Any) -> None:  # noqa: ANN401 - differs by network
        """Answer a connection, or say that there is no place for it."""
        who = "" if self.settings.proxies or not address else quota_owner(str(address[0]))
        if self.is_short:
            self._let_go_of_silent()
        left = self.settings.connections + 1 - len(self.everybody)
        if left > 0 and not self.shares.has_room(who, left):
            self.refuse(sock)
            return
        self.shares.take(who)
        try:
            self.answer(sock, address)
        finally:
            self.shares.leave(who)

    @property
    def is_short(self) -> bool:
        """Return whether more than three quarters of the places are taken."""
        return len(self.everybody) * 4 > self.settings.connections * 3

    @property
    def patience_s(self) -> float:
        """Return how long somebody who has connected may take to ask for something."""
        return min(self.settings.patience_s, _HURRIED_S if self.is_short else float("inf"))

    def _let_go_of_silent(self) -> None:
        """Hang up on who has said nothing for a while, the longest first."""
        before = monotonic() - _HURRIED_S
        for connection, since in tuple(self.resting.items()):
            if since > before:
                return
            kill(connection)

    def refuse(self, sock: socket) -> None:
        """Say to somebody who has taken its share that there is no place, while that costs none."""
        sock.settimeout(1)
        if not self.is_short:
            _turn_away(sock)

    def answer(self, sock: socket, address: Any) -> None:  # noqa: ANN401 - differs by network
        """Answer a connection that may have a place."""
        sock.settimeout(self.settings.patience_s)
        # Else the end of an answer waits until its beginning is confirmed: 40 ms, each time.
        sock.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
        if len(self.everybody) <= self.settings.connections:
            super().handle(sock, address)
        elif len(self.everybody) <= self.settings.connections + _ASIDE:
            _turn_away(sock)

    def send_at_once(self, sock: socket, data: bytes) -> int:
        """Send as much of this as goes without waiting, and return how much that was."""
        return sock.send(data, 0, 0.0)  # type: ignore[call-arg] # gevent's take how long to wait

    def leave(self) -> None:
        """Stop; what has been asked is still answered, within a second."""
        self.close()
        for connection in tuple(self.resting):
            kill(connection)
        self.stop(timeout=_LEAVE_S)


class SecuredServer(Server):
    """The same over HTTPS, beside the plain one: a process has only so many files for both."""

    scheme = "https"

    def __init__(self, listener: socket, context: "SSLContext", plain: Server, app: Flask) -> None:
        """Take a socket that listens already, and what a browser is shown first."""
        self._context = context
        super().__init__(listener, app, plain.settings, plain.everybody)
        self.shares, self.resting = plain.shares, plain.resting

    def refuse(self, sock: socket) -> None:
        """Say nothing: nothing is agreed upon yet in which it could be said."""

    def answer(self, sock: socket, address: Any) -> None:  # noqa: ANN401 - differs by network
        """Agree upon a secret first, within the time of a request."""
        if len(self.everybody) > self.settings.connections + _ASIDE:
            return
        sock.settimeout(self.settings.patience_s)
        agreed: socket | None = None
        try:
            with Timeout(self.patience_s):
                if sock.recv(1, MSG_PEEK) not in {_TLS, b""}:
                    _say_last(sock, _plain("400 Bad Request", str(_SECURED)))
                    return
                agreed = self._context.wrap_socket(sock, server_side=True)
        except (OSError, Timeout):  # it does not trust us, speaks another language, or is gone
            return
        try:
            super().answer(agreed, address)
        finally:
            agreed.close()

    def send_at_once(self, sock: socket, data: bytes) -> int:
        """Send as much of this as goes without waiting; sockets that hide it ask themselves."""
        patience_s = sock.gettimeout()
        sock.settimeout(0.0)
        try:
            return sock.send(data)
        finally:
            sock.settimeout(patience_s)


def _turn_away(sock: socket) -> None:
    _say_last(sock, _plain("503 Service Unavailable", str(_FULL), "Retry-After: 5"))


def _say_last(sock: socket, words: bytes) -> None:
    with Timeout(1, False):  # type: ignore[arg-type] # noqa: FBT003 - its way to say “quietly”
        try:
            sock.sendall(words)
            sock.shutdown(SHUT_WR)
            while sock.recv(4096):  # closing before it has read would take the answer away
                pass
        except OSError:
            return


class _Framed:
    """The part of an answer that was written last, as it goes over the line."""

    def __init__(self) -> None:
        self._data = self._written = b""

    def of(self, data: bytes) -> bytes:
        """Write a part with its length before it; what goes to two hundred screens only once."""
        if data is not self._data:
            self._data, self._written = data, b"%x\r\n%b\r\n" % (len(data), data)
        return self._written


class _Way:
    """The way to whoever listens to an answer that has begun."""

    def __init__(self, handler: "_Handler") -> None:
        self._handler = handler
        self._left = b""

    def send(self, data: bytes) -> bool:
        """Send as much as goes at once; return whether that was all."""
        handler = self._handler
        whole = handler.server.framed.of(data) if handler.response_use_chunked else data
        try:
            sent = handler.server.send_at_once(handler.socket, whole)
        except OSError:  # also where nobody listens any more, which `finish` finds out
            sent = 0
        handler.response_length += sent
        self._left = whole[sent:]
        return not self._left

    def finish(self) -> None:
        """Send what is left."""
        left, self._left = self._left, b""
        if left:
            self._handler.send_all(left)


class _Handler(WSGIHandler):
    """One connection: its requests one after the other, each whole within its time."""

    server: Server

    def handle_one_request(self) -> Any:  # noqa: ANN401 - its own kinds of result
        self._patience = Timeout.start_new(self.server.patience_s)
        try:
            return super().handle_one_request()
        except Timeout as over:
            if over is not self._patience:
                raise
            return None
        finally:
            self._patience.close()

    def handle_one_response(self) -> None:
        super().handle_one_response()
        collect_after_response()
        sleep(0)  # who has sent many requests at once lets all others be answered in between

    def read_requestline(self) -> Any:  # noqa: ANN401 - its own kinds of result
        if self.server.closed:
            return b""
        resting = self.server.resting
        resting[getcurrent()] = monotonic()
        try:
            return super().read_requestline()
        finally:
            resting.pop(getcurrent(), None)

    def read_request(self, raw_requestline: str) -> Any:  # noqa: ANN401 - as its source
        """Read the head of a request; raises `ValueError` where it is not written strictly."""
        if not _REQUEST_LINE.fullmatch(raw_requestline):
            raise ValueError(raw_requestline)
        return super().read_request(raw_requestline)

    def MessageClass(self, fp: BufferedIOBase, *_more: object) -> "OldMessage":  # noqa: N802 - as its source
        """Read the fields of a head, which say in one way only where the request ends.

        Raises `ValueError` where they do not.
        """
        lines: list[bytes] = []
        while (line := fp.readline(_FIELD_BYTES)) != b"\r\n":
            if len(lines) == _FIELDS or not _FIELD.fullmatch(line):
                raise ValueError(line)
            lines.append(line)
        told = BytesIO(b"".join([*lines, b"\r\n"]))
        fields = super().MessageClass(told)
        if not _is_one_way(fields, str(self.request_version)):
            raise ValueError(lines)
        return fields

    def get_environ(self) -> dict[str, Any]:
        self._patience.close()  # the head of the request is there
        self.server.asked_at = monotonic()
        environ: dict[str, Any] = super().get_environ()
        source = _StrictInput.of(cast("Input", self.wsgi_input))
        body = _Body(source, _patience(environ, self.server.settings), self._hang_up)
        environ["wsgi.input"] = self.wsgi_input = body  # type: ignore[assignment]
        environ[CONNECTION] = _Way(self)
        return environ

    def finalize_headers(self) -> None:
        super().finalize_headers()
        if self.command == "HEAD":  # else the end of a body follows that is not there
            self.response_use_chunked = False

    def _write(self, data: bytes) -> None:
        if self.response_use_chunked and data:
            self.send_all(self.server.framed.of(data))
        else:
            super()._write(data)  # type: ignore[misc]

    def send_all(self, data: bytes) -> None:
        """Send this; waits for whoever listens, but not for ever."""
        self._sendall(data)  # type: ignore[attr-defined]

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


def _is_one_way(fields: HTTPMessage, version: str) -> bool:
    """Return whether a head names one host, and the length of its body once at most."""
    hosts, lengths, codings = (
        [str(value).strip() for value in fields.get_all(name, [])]
        for name in ("Host", "Content-Length", "Transfer-Encoding")
    )
    is_new = version == "HTTP/1.1"
    return (
        len(hosts) in ({1} if is_new else {0, 1})
        and len(lengths) + len(codings) <= 1
        and all(length.isascii() and length.isdecimal() for length in lengths)
        and all(is_new and coding.lower() == "chunked" for coding in codings)
    )


class _StrictInput(Input):
    """A body whose chunks are set apart by whole line ends, without extensions and trailers.

    gevent takes lone line feeds within those, and no browser sends any.
    """

    @classmethod
    def of(cls, source: Input) -> "_StrictInput":
        """Read the same body strictly."""
        return cls(source.rfile, source.content_length, source.socket, source.chunked_input)

    def _Input__read_chunk_length(self, rfile: BinaryIO) -> int:  # noqa: N802 - as its source
        line = rfile.readline(_CHUNK_LINE_BYTES)
        length = int(line, 16) if _CHUNK_LINE.fullmatch(line) else -1
        if length < 0 or (length == 0 and rfile.readline(2) != b"\r\n"):
            self._chunked_input_error = True
            raise OSError(line)
        return length


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
        try:
            with Timeout(max(self._until - monotonic(), 0), RequestTimeout):
                yield
        except (OSError, RequestTimeout):  # nobody knows where the next request would begin
            self._hang_up()
            raise

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
        with suppress(OSError, RequestTimeout), self._in_time():
            self._source._discard()  # type: ignore[attr-defined] # noqa: SLF001 - as the handler does
