"""The line of these tests leaves nothing behind that a later test would be blamed for."""

import gc
import socket
import threading
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress

import pytest
from rough_line import RoughLine


@contextmanager
def calling(port: int) -> Iterator[ExitStack]:
    """Open connections without end meanwhile, as a browser does that thinks ahead."""
    enough = threading.Event()

    def call() -> None:
        while not enough.is_set():
            with suppress(OSError):
                held.enter_context(socket.create_connection(("127.0.0.1", port), 1))

    with ExitStack() as held:
        caller = threading.Thread(target=call)
        caller.start()
        try:
            yield held
        finally:
            enough.set()
            caller.join()


@pytest.mark.parametrize("hangs", [False, True])
def test_a_line_that_ends_while_a_browser_calls_leaves_no_connection_open(hangs) -> None:
    with (
        warnings.catch_warnings(record=True) as told,
        socket.create_server(("127.0.0.1", 0), backlog=4096) as far,  # it takes none up
    ):
        warnings.simplefilter("always")
        for _ in range(20):
            line = RoughLine(far.getsockname()[1])
            with closing(socket.create_connection(("127.0.0.1", line.port))) as near:
                near.sendall(b"POST /somewhere HTTP/1.1\r\n\r\n")
                line.hang() if hangs else None
                with calling(line.port):
                    line.close()
        del line
        gc.collect()
    assert [str(one.message) for one in told] == []
