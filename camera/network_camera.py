"""Network cameras: RTSP or HTTP streams (multipart MJPEG), opened by OpenCV's FFmpeg.

Addresses may contain passwords, so messages show only scheme and host.
"""

import base64
import socket
import ssl
from collections.abc import Callable, Iterator
from threading import Condition, Thread
from time import monotonic
from typing import Final, Self
from urllib.parse import SplitResult, unquote, urlsplit

import cv2

from camera.frames import EARLY_S, RATE, Frame, NoFrames, granted_by, grey_of
from camera.pictures import is_strip
from camera.scans import Granted

_TIMEOUT_S: Final = 5.0
_PORTS: Final = {"http": 80, "https": 443, "rtsp": 554, "rtsps": 322}
SCHEMES: Final = tuple(_PORTS)

_LOCKOUT_S: Final = 60.0
"""Many cameras refuse all clients for half an hour after five to ten wrong passwords in a row."""

_UNAUTHORIZED: Final = ("401", "403")
_NOT_FOUND: Final = ("404", "410", "454")


def shown(address: str) -> str:
    """Return an address without secrets: scheme, host and port."""
    parts = _parsed(address)
    if parts is None:
        return f"{address.partition('://')[0].lower()}://…"
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


class NetworkCamera:
    """An open stream; a context manager that closes it.

    A thread reads the stream, because a slow reader falls behind: iteration yields the newest
    frame.
    """

    def __init__(
        self,
        address: str,
        *,
        open_stream: Callable[..., cv2.VideoCapture] = cv2.VideoCapture,
        timeout_s: float = _TIMEOUT_S,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Open the stream; raises `NoFrames`. `timeout_s` is the limit for each answer."""
        self._name = shown(address)
        self._clock = clock
        parts = _parsed(address)
        if parts is None:
            raise NoFrames(
                f"{self._name} is not the address of a camera, such as"
                " rtsp://NAME:PASSWORD@192.168.1.30/stream. In a password, write @ as %40,"
                " / as %2F, ? as %3F and # as %23."
            )
        timeout_ms = int(timeout_s * 1000)
        limits = [
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
            timeout_ms,
            cv2.CAP_PROP_READ_TIMEOUT_MSEC,
            timeout_ms,
        ]
        self._capture = open_stream(address, cv2.CAP_FFMPEG, limits)
        if not self._capture.isOpened():
            raise _reason(parts, self._name, timeout_s)
        self.granted = granted_by(self._capture)
        self._news = Condition()
        self._newest: Frame | None = None
        self._failure: NoFrames | None = None
        self._is_closed = False
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Frame]:
        """Yield the newest frame each time; raises `NoFrames` when the stream is lost."""
        while True:
            with self._news:
                self._news.wait_for(lambda: self._newest or self._failure)
                frame, self._newest = self._newest, None
            if frame is None:
                raise self._failure or NoFrames(self._lost_text)
            yield frame

    def lock(self) -> Granted | None:
        """Return None: focus and exposure of a network camera are set on its own page."""
        return None

    def close(self) -> None:
        """Close the stream and wait for its thread, at most one read time-out."""
        self._is_closed = True
        self._reader.join()

    @property
    def _lost_text(self) -> str:
        return f"The camera {self._name} has stopped sending pictures."

    def _read(self) -> None:
        """Run the thread, which owns the capture."""
        failure = NoFrames(self._lost_text)
        try:
            self._unpack()
        except NoFrames as why:
            failure = why
        finally:
            self._capture.release()
            with self._news:
                self._failure = failure
                self._news.notify()

    def _unpack(self) -> None:
        number, due = 0, self._clock()
        while not self._is_closed and self._capture.grab():
            now = self._clock()
            if now < due - EARLY_S:
                continue
            worked, pixels = self._capture.retrieve()
            if not worked:
                continue
            if is_strip(*pixels.shape[:2]):
                raise NoFrames(
                    f"{self._name} cannot show a table: its pictures are long, narrow strips."
                )
            due = max(due, now - EARLY_S) + 1 / RATE
            with self._news:
                self._newest = Frame(grey_of(pixels), str(number))
                self._news.notify()
            number += 1


def _parsed(address: str) -> SplitResult | None:
    """Return the parts of a camera address; None if it is not one."""
    try:
        parts = urlsplit(address)
        is_whole = bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is not a number, or unmatched brackets
        return None
    # An unescaped / ? # in a password ends the host too early, and part of it would be shown.
    after = address.partition("://")[2][len(parts.netloc) :]
    return parts if is_whole and "@" not in after and address.isprintable() else None


def _reason(parts: SplitResult, name: str, timeout_s: float) -> NoFrames:
    """Return why a stream could not be opened, by one more request: OpenCV does not say."""
    try:
        status = _status(parts, timeout_s)
    except (OSError, ValueError):
        return NoFrames(
            f"The camera {name} does not answer. Is it switched on and in this network, and is the"
            " address right?"
        )
    if status in _UNAUTHORIZED and parts.username is None:
        start = f"{parts.scheme}://NAME:PASSWORD@"
        why = f"The camera {name} needs a name and a password. Start its address with {start}."
        return NoFrames(why, _LOCKOUT_S)
    if status in _UNAUTHORIZED:
        return NoFrames(
            f"The camera {name} does not accept this name and password. In them, write @ as %40,"
            " / as %2F, ? as %3F and # as %23.",
            _LOCKOUT_S,
        )
    if status in _NOT_FOUND:
        return NoFrames(f"The camera {name} has no stream there. Check the end of the address.")
    return NoFrames(f"{name} does not send a video that can be played.")


def _status(parts: SplitResult, timeout_s: float) -> str:
    """Return the status code of one request for the stream, such as 404."""
    port = parts.port or _PORTS[parts.scheme]
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    host = parts.netloc.rpartition("@")[2]
    if parts.scheme.startswith("rtsp"):
        lines = [f"DESCRIBE rtsp://{host}{path} RTSP/1.0", "CSeq: 1"]
    else:
        lines = [f"GET {path} HTTP/1.0", f"Host: {host}"]
    if parts.username is not None:
        secret = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        lines.append(f"Authorization: Basic {base64.b64encode(secret.encode()).decode()}")
    with socket.create_connection((parts.hostname or "", port), timeout_s) as plain:
        connection = _encrypted(plain) if parts.scheme.endswith("s") else plain
        with connection:
            connection.sendall("\r\n".join([*lines, "", ""]).encode())
            answer = connection.makefile("rb").readline(200).split()
    return answer[1].decode("ascii", "replace") if len(answer) > 1 else ""


def _encrypted(plain: socket.socket) -> socket.socket:
    # Cameras have self-signed certificates, which FFmpeg accepts as well.
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context.wrap_socket(plain)
