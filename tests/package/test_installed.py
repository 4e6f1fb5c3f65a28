"""What is installed is whole: every module is there, and a server plays a game with its pages."""

import re
import subprocess
import sys
import urllib.error
import urllib.request

import pytest
from running_server import Server
from talking import TABLE, Program, numbered

IMPORT_ALL = """
import importlib, pkgutil
for package in ("referee", "printables", "camera"):
    path = importlib.import_module(package).__path__
    for module in pkgutil.walk_packages(path, f"{package}."):
        importlib.import_module(module.name)
        print(module.name)
"""
PAGES = ("", "new/rolling", "games/waves/rules", "join", "api", "doctor")
NAMED = re.compile(r'(?:href|src)="(/(?:static|games)/[^"#?]+\.\w+)"')


def test_every_module_can_be_imported() -> None:
    command = [sys.executable, "-W", "error", "-c", IMPORT_ALL]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert {"referee.cli.serve", "camera.written", "printables.pdf"} <= {*done.stdout.split()}


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()


def got(address: str) -> bytes:
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:  # noqa: S310 - our own
            return bytes(answer.read())
    except urllib.error.HTTPError as error:
        pytest.fail(f"{address}: {error}")


def test_a_server_plays_a_match_and_has_every_file_that_its_pages_name(server) -> None:
    address = server.load(TABLE)
    program = Program(server.port, address.removeprefix(server.url))
    assert program.enter(numbered(1), expected=0)[0] == 200
    assert program.look()["seq"] == 1
    program.close()
    pages = [got(f"{server.url}/{path}").decode() for path in PAGES]
    pages += [got(page).decode() for page in (address, f"{address}/show")]
    named = sorted({path for page in pages for path in NAMED.findall(page)})
    assert any(path.endswith("game.css") for path in named)
    assert any(path.endswith("app.js") for path in named)
    assert all(got(server.url + path) for path in named)
