"""The peer of the server: the smallest Flask application, under gunicorn as the referee runs it.

It imports nothing of ours, so that it carries none of our weight.
"""

import sys
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication


class Hello(BaseApplication):
    """One process that serves one page."""

    def __init__(self, port: int, threads: int) -> None:
        self._port = port
        self._threads = threads
        super().__init__()

    def load_config(self) -> None:
        """Take what `referee.web.server` gives gunicorn."""
        settings = {
            "bind": f"0.0.0.0:{self._port}",
            "worker_class": "gthread",
            "workers": 1,
            "threads": self._threads,
            "worker_connections": self._threads * 4,
            "keepalive": 5,
            "timeout": 60,
            "graceful_timeout": 2,
            "loglevel": "warning",
            "control_socket_disable": True,
        }
        for name, value in settings.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """Make the application."""
        app = Flask(__name__)
        app.add_url_rule("/", view_func=lambda: "Hello", endpoint="hello")
        return app


if __name__ == "__main__":
    Hello(int(sys.argv[1]), int(sys.argv[2])).run()
