"""Says that stored matches are being mended, or cannot be opened yet, before the referee answers.

That may take minutes, and who sees nothing for so long pulls the plug. It is a thread of its own,
which has ended before anything that gives way to others is loaded.
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

_LATER_S: Final = 5
_PATIENCE_S: Final = 1.0
"""Seconds that one connection may keep the others waiting."""

_LOOK_S: Final = 0.2
_MORE_S: Final = 600.0
"""Seconds that are asked for, again and again, of whoever has started this and waits for it."""


@dataclass(frozen=True, slots=True)
class Wait:
    """What is waited for: the `word` that `/healthz` says meanwhile, and what people are told."""

    word: str
    says: Text


MENDING: Final = Wait(
    "mending",
    say(
        "The referee is mending the stored matches. That can take ten minutes. Leave it plugged in:"
        " this page goes on by itself."
    ),
)
NO_ROOM: Final = Wait(
    "full",
    say(
        "The stored matches are damaged, and the disk is too full to save what can be read of them."
        " Delete files that are no longer needed on that disk: this page goes on by itself."
    ),
)
HELD: Final = Wait(
    "held",
    say(
        "Another program is using the stored matches, so the referee waits for it. Close it, such"
        " as one that shows or copies the file: this page goes on by itself."
    ),
)


@contextmanager
def maintenance_answer(listener: socket.socket, wait: Wait = MENDING) -> Iterator[None]:
    """Answer whoever asks, until the end of this context; then the listener is as it was."""
    server = _Server(listener, wait)
    listener.settimeout(0)  # one that has hung up since must not be waited for
    answering = threading.Thread(target=server.serve_forever, args=(_LOOK_S,), daemon=True)
    answering.start()
    try:
        yield
    finally:
        server.shutdown()
        answering.join()
        listener.settimeout(None)


class _Server(HTTPServer):
    def __init__(self, listener: socket.socket, wait: Wait) -> None:
        self.wait = wait
        super().__init__(listener.getsockname()[:2], _Answer, bind_and_activate=False)
        self.socket.close()
        self.socket = listener
        self._supervisor = notifier_of(os.environ)

    def service_actions(self) -> None:
        """Ask for more time, between two answers."""
        self._supervisor.needs(_MORE_S)

    def handle_error(self, *_: object) -> None:
        """Let those be who have hung up or say nothing."""


class _Answer(BaseHTTPRequestHandler):
    timeout = _PATIENCE_S
    server: _Server

    def do_GET(self) -> None:
        """Say it in a word to programs, and in a sentence to people."""
        is_word = self.path.partition("?")[0] == "/healthz"
        wait = self.server.wait
        kind, text = ("text/plain", f"{wait.word}\n") if is_word else ("text/html", _page(wait))
        content = text.encode()
        self.send_response(503)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Retry-After", str(_LATER_S))
        if is_word:
            # The page that waits for the referee is a file, and asks from there.
            self.send_header("Access-Control-Allow-Origin", "*")
        elif self.command == "GET":
            self.send_header("Refresh", str(_LATER_S))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    do_HEAD = do_POST = do_PUT = do_DELETE = do_GET  # noqa: N815 - the same

    def log_message(self, *_: object) -> None:
        """Keep quiet: the terminal is for people."""


def _page(wait: Wait) -> str:
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>The referee</title>'
        f"<h1>The referee</h1><p>{escape(str(wait.says))}</p>"
    )
