"""Maintenance page: answers 503 while the store is repaired or locked, before the server starts.

This can take minutes, and people who see nothing for so long pull the plug. The page is served by a
plain thread that ends before gevent is loaded.
"""

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Final

from referee.core import Text, say
from referee.host.sd_notify import notifier_of

_RETRY_S: Final = 5
_TIMEOUT_S: Final = 1.0
"""Connections are served one at a time, so a silent one delays the others this long."""

_POLL_S: Final = 0.2
_EXTENSION_S: Final = 600.0
"""Seconds by which systemd's start time-out is extended, repeatedly."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A reason to wait: the `word` in the answer of `/healthz`, and the sentence for people."""

    word: str
    says: Text


MENDING: Final = Wait(
    "mending",
    say(
        "The referee is repairing the stored matches. This can take ten minutes. Keep it plugged"
        " in; this page will reload by itself."
    ),
)
NO_ROOM: Final = Wait(
    "full",
    say(
        "The stored matches are damaged, and the disk is too full to save what can be read of them."
        " Delete files that you no longer need; this page will reload by itself."
    ),
)
HELD: Final = Wait(
    "held",
    say(
        "The referee is waiting because another program is using the stored matches. Close any"
        " program that shows or copies the file; this page will reload by itself."
    ),
)


@contextmanager
def maintenance_answer(listener: socket.socket, wait: Wait = MENDING) -> Iterator[None]:
    """Serve the maintenance page on the listener inside this context."""
    server = _Server(listener, wait)
    listener.settimeout(0)  # accepting must not block on a client that is gone
    thread = threading.Thread(target=server.serve_forever, args=(_POLL_S,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        listener.settimeout(None)


class _Server(HTTPServer):
    def __init__(self, listener: socket.socket, wait: Wait) -> None:
        self.wait = wait
        super().__init__(listener.getsockname()[:2], _Answer, bind_and_activate=False)
        self.socket.close()
        self.socket = listener
        self._supervisor = notifier_of(os.environ)

    def service_actions(self) -> None:
        """Extend systemd's time-out between requests."""
        self._supervisor.extend_timeout(_EXTENSION_S)

    def handle_error(self, *_: object) -> None:
        """Ignore clients that disconnected or timed out."""


class _Answer(BaseHTTPRequestHandler):
    timeout = _TIMEOUT_S
    server: _Server

    def do_GET(self) -> None:
        """Answer 503 with a word at `/healthz` and a page everywhere else."""
        is_health = self.path.partition("?")[0] == "/healthz"
        wait = self.server.wait
        kind, text = ("text/plain", f"{wait.word}\n") if is_health else ("text/html", _page(wait))
        content = text.encode()
        self.send_response(503)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Retry-After", str(_RETRY_S))
        if is_health:
            # The kiosk's waiting page is a local file, which is another origin.
            self.send_header("Access-Control-Allow-Origin", "*")
        elif self.command == "GET":
            self.send_header("Refresh", str(_RETRY_S))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    do_HEAD = do_POST = do_PUT = do_DELETE = do_GET  # noqa: N815 - the same

    def log_message(self, *_: object) -> None:
        """Do not log requests."""


def _page(wait: Wait) -> str:
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>The referee</title>'
        f"<h1>The referee</h1><p>{escape(str(wait.says))}</p>"
    )
