"""A real server that things happen to, with a table of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from running_server import Server
from talking import TABLE, Program


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def sit_down() -> Iterator[Callable[[Server], Program]]:
    """Open a match on a server, for a program that has a connection of its own."""
    programs: list[Program] = []

    def open_match(server: Server) -> Program:
        programs.append(Program(server.port, urlsplit(server.load(TABLE)).path))
        return programs[-1]

    yield open_match
    for program in programs:
        program.close()
