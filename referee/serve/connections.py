"""WSGI server on gevent: connection limits and quotas, time-outs, strict HTTP/1.1, TLS.

Requests are parsed strictly by RFC 9112. If a proxy and this server could disagree about where a
request ends (request smuggling), it is refused and the connection closed.

Poor Wi-Fi leaves half-sent requests and connections that never close. Each costs a few kilobytes
until it times out and delays no other.
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

_STOP_S: Final = 1
"""Seconds that running responses have to finish when the server stops."""

_REFUSED: Final = 64
"""Connections above the limit that get a 503; further ones are only closed."""

_GUARANTEED: Final = 12
"""Connections that each client may always have: a browser opens six, plus a stream."""

_SHORT_TIMEOUT_S: Final = 5.0
"""Idle time-out while connections are scarce."""

_MIN_UPLOAD_RATE: Final = 100_000
"""Bytes per second; slower uploads time out."""

_MAX_LENGTH_DIGITS: Final = 9

_NAME: Final = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_REQUEST_LINE: Final = re.compile(_NAME + r" [\x21-\x7e\x80-\xff]+ HTTP/1\.[01]\r\n")
_FIELD: Final = re.compile((_NAME + r":[\t\x20-\x7e\x80-\xff]*\r\n").encode())
_FIELDS: Final = 100
_FIELD_BYTES: Final = 65_536
_CHUNK_LINE: Final = re.compile(rb"[0-9A-Fa-f]{1,16}\r\n")
_CHUNK_LINE_BYTES: Final = 18

_TLS: Final = b"\x16"
"""The first byte of a TLS handshake."""

_FULL: Final = say("Too many screens are connected. Close some, then try again.")
_SECURED: Final = say("Type https:// in front of this address.")
_UNREADABLE: Final = say("The referee could not read this.")


def _response(status: str, text: str, *headers: str) -> bytes:
    body = f"{text}\n".encode()
    kind = "Content-Type: text/plain; charset=utf-8"
    lines = (f"HTTP/1.1 {status}", kind, f"Content-Length: {len(body)}", "Connection: close")
    return "\r\n".join([*lines, *headers, "", ""]).encode() + body


class Server(WSGIServer):
    """Plain HTTP server of one application, with a limit of connections and quotas per client.

    `idle` maps the greenlets of connections that wait for a request to the time since when.
    """

    scheme = "http"

    def __init__(
        self, listener: socket, app: Flask, settings: Settings, connections: Pool | None = None
    ) -> None:
        """Use a listening socket; `connections` is shared with another server."""
        self.settings = settings
        self.last_request_at = monotonic()
        self.idle: dict[greenlet, float] = {}
        self.quota = FairQuota(_GUARANTEED)
        self.chunks = _ChunkCache()
        self.connections = connections or Pool()
        super().__init__(
            listener,
            app,
            spawn=self.connections,
            log=None,
            error_log=None,
            handler_class=_Handler,
            # Otherwise gevent looks the name up in DNS, which may hang.
            environ={"SERVER_NAME": settings.host, "wsgi.url_scheme": self.scheme},
        )

    def handle(self, sock: socket, address: Any) -> None:  # noqa: ANN401 - differs by network
        """Answer a connection, or refuse it with 503."""
        client = "" if self.settings.proxies or not address else quota_owner(str(address[0]))
        if self.is_short:
            self._close_idle()
        free = self.settings.connections + 1 - len(self.connections)
        if free > 0 and not self.quota.has_room(client, free):
            self.refuse(sock)
            return
        self.quota.take(client)
        try:
            self.answer(sock, address)
        finally:
            self.quota.leave(client)

    @property
    def is_short(self) -> bool:
        """Return whether more than three quarters of the connections are in use."""
        return len(self.connections) * 4 > self.settings.connections * 3

    @property
    def idle_timeout_s(self) -> float:
        """Return the seconds in which a client must send the head of a request."""
        longest_s = _SHORT_TIMEOUT_S if self.is_short else float("inf")
        return min(self.settings.request_timeout_s, longest_s)

    def _close_idle(self) -> None:
        """Close connections that have been idle for 5 s, the longest first."""
        before = monotonic() - _SHORT_TIMEOUT_S
        for connection, since in tuple(self.idle.items()):
            if since > before:
                return
            kill(connection)

    def refuse(self, sock: socket) -> None:
        """Refuse a client that has used up its quota; with 503 unless connections are scarce."""
        sock.settimeout(1)
        if not self.is_short:
            _refuse_full(sock)

    def answer(self, sock: socket, address: Any) -> None:  # noqa: ANN401 - differs by network
        """Answer a connection within its client's quota, if the limit allows."""
        sock.settimeout(self.settings.request_timeout_s)
        # With Nagle's algorithm the end of a response waits up to 40 ms for a confirmation.
        sock.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
        if len(self.connections) <= self.settings.connections:
            super().handle(sock, address)
        elif len(self.connections) <= self.settings.connections + _REFUSED:
            _refuse_full(sock)

    def send_nowait(self, sock: socket, data: bytes) -> int:
        """Send as many bytes as possible without blocking, and return their number."""
        return sock.send(data, 0, 0.0)  # type: ignore[call-arg] # gevent's own third parameter

    def shut_down(self) -> None:
        """Stop; running requests may finish within a second."""
        self.close()
        for connection in tuple(self.idle):
            kill(connection)
        self.stop(timeout=_STOP_S)


class HttpsServer(Server):
    """HTTPS server that shares connections, limits and quotas with the plain HTTP server."""

    scheme = "https"

    def __init__(self, listener: socket, context: "SSLContext", plain: Server, app: Flask) -> None:
        """Use a listening socket and a TLS context."""
        self._context = context
        super().__init__(listener, app, plain.settings, plain.connections)
        self.quota, self.idle = plain.quota, plain.idle

    def refuse(self, sock: socket) -> None:
        """Close without a response: there is no TLS session to send it in."""

    def answer(self, sock: socket, address: Any) -> None:  # noqa: ANN401 - differs by network
        """Perform the TLS handshake, within the idle time-out, and then answer."""
        if len(self.connections) > self.settings.connections + _REFUSED:
            return
        sock.settimeout(self.settings.request_timeout_s)
        tls: socket | None = None
        try:
            with Timeout(self.idle_timeout_s):
                if sock.recv(1, MSG_PEEK) not in {_TLS, b""}:
                    _send_last(sock, _response("400 Bad Request", str(_SECURED)))
                    return
                tls = self._context.wrap_socket(sock, server_side=True)
        except (OSError, Timeout):  # no trust, no TLS, or disconnected
            return
        try:
            super().answer(tls, address)
        finally:
            tls.close()

    def send_nowait(self, sock: socket, data: bytes) -> int:
        """Send as many bytes as possible without blocking, and return their number."""
        timeout_s = sock.gettimeout()
        sock.settimeout(0.0)
        try:
            return sock.send(data)
        finally:
            sock.settimeout(timeout_s)


def _refuse_full(sock: socket) -> None:
    _send_last(sock, _response("503 Service Unavailable", str(_FULL), "Retry-After: 5"))


def _send_last(sock: socket, response: bytes) -> None:
    with Timeout(1, False):  # type: ignore[arg-type] # noqa: FBT003 - gevent's way to stay silent
        try:
            sock.sendall(response)
            sock.shutdown(SHUT_WR)
            while sock.recv(4096):  # closing with unread data would discard the response
                pass
        except OSError:
            return


class _ChunkCache:
    """The last chunk as sent (RFC 9112, 7.1): a broadcast encodes it once for all streams."""

    def __init__(self) -> None:
        self._data = self._chunk = b""

    def of(self, data: bytes) -> bytes:
        """Return data as a chunk with its length."""
        if data is not self._data:
            self._data, self._chunk = data, b"%x\r\n%b\r\n" % (len(data), data)
        return self._chunk


class _StreamWriter:
    """Writes to the client of a response that has begun, without blocking the broadcast."""

    def __init__(self, handler: "_Handler") -> None:
        self._handler = handler
        self._unsent = b""

    def send(self, data: bytes) -> bool:
        """Send as much as possible without blocking; return whether all was sent."""
        handler = self._handler
        chunk = handler.server.chunks.of(data) if handler.response_use_chunked else data
        try:
            sent = handler.server.send_nowait(handler.socket, chunk)
        except OSError:  # if the client is gone, `finish` raises
            sent = 0
        handler.response_length += sent
        self._unsent = chunk[sent:]
        return not self._unsent

    def finish(self) -> None:
        """Send the rest; blocks the greenlet."""
        unsent, self._unsent = self._unsent, b""
        if unsent:
            self._handler.send_all(unsent)


class _Handler(WSGIHandler):
    """One connection; each of its requests must arrive within a time-out."""

    server: Server

    def handle_one_request(self) -> Any:  # noqa: ANN401 - as in gevent
        self._timeout = Timeout.start_new(self.server.idle_timeout_s)
        try:
            return super().handle_one_request()
        except Timeout as over:
            if over is not self._timeout:
                raise
            return None
        finally:
            self._timeout.close()

    def handle_one_response(self) -> None:
        super().handle_one_response()
        collect_after_response()
        sleep(0)  # pipelined requests must not starve other connections

    def read_requestline(self) -> Any:  # noqa: ANN401 - as in gevent
        if self.server.closed:
            return b""
        idle = self.server.idle
        idle[getcurrent()] = monotonic()
        try:
            return super().read_requestline()
        finally:
            idle.pop(getcurrent(), None)

    def read_request(self, raw_requestline: str) -> Any:  # noqa: ANN401 - as in gevent
        """Parse the head of a request; raises `ValueError` if it is malformed."""
        if not _REQUEST_LINE.fullmatch(raw_requestline):
            raise ValueError(raw_requestline)
        return super().read_request(raw_requestline)

    def MessageClass(self, fp: BufferedIOBase, *_more: object) -> "OldMessage":  # noqa: N802 - as in gevent
        """Parse the header fields.

        Raises `ValueError` if they are malformed or ambiguous about the length of the body.
        """
        lines: list[bytes] = []
        while (line := fp.readline(_FIELD_BYTES)) != b"\r\n":
            if len(lines) == _FIELDS or not _FIELD.fullmatch(line):
                raise ValueError(line)
            lines.append(line)
        fields = super().MessageClass(BytesIO(b"".join([*lines, b"\r\n"])))
        if not _is_unambiguous(fields, str(self.request_version)):
            raise ValueError(lines)
        return fields

    def get_environ(self) -> dict[str, Any]:
        self._timeout.close()
        self.server.last_request_at = monotonic()
        environ: dict[str, Any] = super().get_environ()
        source = _StrictInput.of(cast("Input", self.wsgi_input))
        body = _Body(source, _body_timeout_s(environ, self.server.settings), self._close)
        environ["wsgi.input"] = self.wsgi_input = body  # type: ignore[assignment]
        environ[CONNECTION] = _StreamWriter(self)
        return environ

    def finalize_headers(self) -> None:
        super().finalize_headers()
        if self.command == "HEAD":  # otherwise gevent sends the last chunk of a missing body
            self.response_use_chunked = False

    def _write(self, data: bytes) -> None:
        if self.response_use_chunked and data:
            self.send_all(self.server.chunks.of(data))
        else:
            super()._write(data)  # type: ignore[misc]

    def send_all(self, data: bytes) -> None:
        """Send all data, within the socket's time-out."""
        self._sendall(data)  # type: ignore[attr-defined]

    def _close(self) -> None:
        self.close_connection = True

    def _handle_client_error(self, _error: Exception) -> tuple[str, bytes]:
        return "400", _response("400 Bad Request", str(_UNREADABLE))

    def handle_error(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, OSError):  # the client disconnected
            self._close()
        else:
            super().handle_error(kind, error, trace)


def _is_unambiguous(fields: HTTPMessage, version: str) -> bool:
    """Return whether a head names one host, and the length of its body at most once."""
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
    """A request body whose chunks must end with CRLF, without extensions or trailers.

    gevent also accepts lone line feeds there; browsers send none of these.
    """

    @classmethod
    def of(cls, source: Input) -> "_StrictInput":
        """Return a strict reader of the same body."""
        return cls(source.rfile, source.content_length, source.socket, source.chunked_input)

    def _Input__read_chunk_length(self, rfile: BinaryIO) -> int:  # noqa: N802 - as in gevent
        line = rfile.readline(_CHUNK_LINE_BYTES)
        length = int(line, 16) if _CHUNK_LINE.fullmatch(line) else -1
        if length < 0 or (length == 0 and rfile.readline(2) != b"\r\n"):
            self._chunked_input_error = True
            raise OSError(line)
        return length


def _body_timeout_s(environ: dict[str, Any], settings: Settings) -> float:
    """Return the seconds in which a body must arrive; a photo has longer than a tap."""
    text = str(environ.get("CONTENT_LENGTH", ""))
    length = int(text) if text.isdecimal() and len(text) <= _MAX_LENGTH_DIGITS else 0
    return settings.request_timeout_s + min(length, settings.max_photo_bytes) // _MIN_UPLOAD_RATE


class _Body:
    """The body of a request; reading raises `RequestTimeout` (408) if it arrives too slowly."""

    def __init__(self, source: Input, timeout_s: float, close: Callable[[], None]) -> None:
        self._source = source
        self._until = monotonic() + timeout_s
        self._close = close

    @contextmanager
    def _in_time(self) -> Iterator[None]:
        try:
            with Timeout(max(self._until - monotonic(), 0), RequestTimeout):
                yield
        except (OSError, RequestTimeout):  # where the next request begins is unknown
            self._close()
            raise

    def read(self, *size: int) -> Any:  # noqa: ANN401 - as in gevent
        with self._in_time():
            return self._source.read(*size)

    def readline(self, *size: int) -> Any:  # noqa: ANN401 - as in gevent
        with self._in_time():
            return self._source.readline(*size)

    def readlines(self, *hint: int) -> Any:  # noqa: ANN401 - as in gevent
        with self._in_time():
            return self._source.readlines(*hint)

    def __iter__(self) -> Iterator[bytes]:
        while line := self.readline():
            yield line

    def _discard(self) -> None:
        """Read the rest of the body, so that the next request of the connection is found."""
        with suppress(OSError, RequestTimeout), self._in_time():
            self._source._discard()  # type: ignore[attr-defined] # noqa: SLF001 - as the handler does
