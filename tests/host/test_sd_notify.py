"""Whoever starts the referee as a service hears that it is ready, lives, and ends on purpose."""

import os
import socket
import time
from collections import Counter

import gevent
import pytest
from running_server import Server

from referee.host.sd_notify import SystemdNotifier, notifier_of
from referee.serve.run import _ping_watchdog

DEADLINE_S = 60


@pytest.fixture
def ear(tmp_path):
    """A socket that is listened at, as systemd does, and its address."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "ear"))
        line.settimeout(DEADLINE_S)
        yield line


def heard(ear):
    """Return all that was said until now."""
    said = []
    ear.settimeout(0)
    while True:
        try:
            said.append(ear.recv(100).decode())
        except BlockingIOError:
            ear.settimeout(DEADLINE_S)
            return Counter(said)


def wait_for_signs(ear, number):
    """Let the loop go on until so many signs of life were heard."""
    signs, until = 0, time.monotonic() + DEADLINE_S
    while signs < number:
        assert time.monotonic() < until
        gevent.sleep(0.02)
        signs += heard(ear)["WATCHDOG=1"]


def test_a_server_says_that_it_is_ready_lives_and_is_told_to_stop(tmp_path, ear):
    words = {"NOTIFY_SOCKET": ear.getsockname(), "WATCHDOG_USEC": "300000"}
    server = Server(tmp_path, environment=words)
    server.start()
    try:
        first = [ear.recv(100).decode() for _ in range(4)]
    finally:
        server.stop()
    assert first == ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"]
    assert heard(ear)["STOPPING=1"] == 1


def test_a_loop_that_stands_still_gives_no_sign_of_life(ear):
    giver = gevent.spawn(_ping_watchdog, SystemdNotifier(ear.getsockname(), 0.15))
    wait_for_signs(ear, 3)
    time.sleep(0.3)  # everything shares the loop, and this does not let go of it
    assert not heard(ear)
    wait_for_signs(ear, 1)
    giver.kill()


def test_three_signs_of_life_are_given_in_the_time_after_which_one_is_missed():
    asked = {"NOTIFY_SOCKET": "/run/nobody", "WATCHDOG_USEC": "300000"}
    assert notifier_of(asked).interval_s == pytest.approx(0.1)


def test_without_a_service_nobody_is_told_anything():
    nobody = notifier_of({})
    nobody.ready()
    nobody.ping()
    nobody.stopping()
    assert nobody.interval_s == 0


def test_an_address_without_a_file_is_told_too():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(f"\0referee-{os.getpid()}")
        notifier_of({"NOTIFY_SOCKET": f"@referee-{os.getpid()}"}).ready()
        ear.settimeout(DEADLINE_S)
        assert ear.recv(100) == b"READY=1"


def test_what_another_process_was_asked_for_is_not_answered(ear):
    other = {"WATCHDOG_USEC": "300000", "WATCHDOG_PID": "1", "NOTIFY_SOCKET": ear.getsockname()}
    notifier_of(other).ping()
    assert not heard(ear)


def test_a_service_that_is_gone_ends_no_game(tmp_path):
    notifier_of({"NOTIFY_SOCKET": str(tmp_path / "gone")}).ready()
