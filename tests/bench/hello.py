"""The peer of the server: the smallest Flask application, served as the referee serves itself.

It imports nothing of ours, so that it carries none of our weight.
"""

import signal
import sys

from gevent import monkey, signal_handler


def main(port: int) -> None:
    """Serve one page until told to stop, with the settings of `referee.serve.run`."""
    monkey.patch_all(ssl=False, subprocess=False)
    from flask import Flask  # noqa: PLC0415 - after the patch
    from gevent.pool import Pool  # noqa: PLC0415
    from gevent.pywsgi import WSGIServer  # noqa: PLC0415

    app = Flask(__name__)
    app.add_url_rule("/", view_func=lambda: "Hello", endpoint="hello")
    server = WSGIServer(("0.0.0.0", port), app, spawn=Pool(), log=None, error_log=None)  # noqa: S104 - as ours
    for number in (signal.SIGTERM, signal.SIGINT):
        signal_handler(number, server.stop, 1)
    server.serve_forever()


if __name__ == "__main__":
    main(int(sys.argv[1]))
