"""The peer of the server: the smallest Flask application, under gunicorn as the referee runs it."""

import sys
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication

from referee.web.settings import Settings


class Hello(BaseApplication):
    """One process that serves one page."""

    def __init__(self, port: int) -> None:
        self._port = port
        super().__init__()

    def load_config(self) -> None:
        """Take the settings of the referee's server."""
        settings = {
            "bind": f"127.0.0.1:{self._port}",
            "workers": 1,
            "worker_class": "gthread",
            "threads": Settings().threads,
            "loglevel": "error",
        }
        for name, value in settings.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """Make the application."""
        app = Flask(__name__)
        app.add_url_rule("/", view_func=lambda: "Hello", endpoint="hello")
        return app


if __name__ == "__main__":
    Hello(int(sys.argv[1])).run()
