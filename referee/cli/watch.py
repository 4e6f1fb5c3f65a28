"""`referee watch`: a camera above the table, in a process of its own."""

import os
import signal
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Final

import click

from referee.cli.latest_match import LatestMatch
from referee.cli.reporters import Rejected, Reporter
from referee.cli.stores import BROKEN, NO, fail, settings_of
from referee.cli.trust import tls_context
from referee.core import RefereeError
from referee.host.sd_notify import notifier_of

if TYPE_CHECKING:
    from referee.table.sight.live import Granted, Grey, Source
    from referee.table.sight.pictures import CapturedPicture

_ONCE_FRAMES: Final = 30
"""Frames after which `--once` gives up finding a card."""

_RETRY_S: Final = 2.0
"""Seconds before a picture is sent again to a server that did not answer."""


@click.command()
@click.option(
    "--source",
    required=True,
    envvar="CAMERA_SOURCE",
    help="A camera (/dev/video0 or 0, picamera2 on a Raspberry Pi, or the rtsp:// or http://"
    " address of a network camera), a folder, or a video. “referee doctor” lists the cameras of"
    " this computer. If the address contains a password, set CAMERA_SOURCE instead, because other"
    " users of this computer can read command lines.",
)
@click.option("--match", help="The end of the match's address; by default always the latest match.")
@click.option("--server", help="The address of the referee; by default this computer.")
@click.option(
    "--token",
    default="",
    envvar="CAMERA_TOKEN",
    help="The token from the camera page of the match; an open table on this computer needs none.",
)
@click.option(
    "--lens",
    type=click.FloatRange(0, 32),
    help="Fixed focus of a Pi camera: 1 divided by the distance in metres (2.5 is 40 cm).",
)
@click.option(
    "--trust",
    type=click.Path(path_type=Path),
    help="For HTTPS to another computer: the file from that referee’s page /trust/referee.pem.",
)
@click.option("--once", is_flag=True, help="Report the current picture and exit.")
def watch(  # noqa: PLR0913 - one parameter per option
    source: str,
    match: str | None,
    server: str | None,
    token: str,
    *,
    lens: float | None,
    trust: Path | None,
    once: bool,
) -> None:
    """Watch the table of a match and report what has settled to the server.

    In a folder, each new picture is read. A card counts when two pictures show it in the same
    place; with --once a single picture is enough, like a photo.
    """
    os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")  # we report problems ourselves
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    from referee.table.sight.live import Source  # noqa: PLC0415 - imports OpenCV

    if lens is not None and not Source(source).is_pi:
        fail("--lens only works with a Pi camera: --source picamera2 --lens 2.5.", BROKEN)
    address = server or f"http://127.0.0.1:{settings_of().port}"
    pause = _pause_until_signal()
    try:
        context = tls_context(address, trust)
        latest = LatestMatch(address, token, pause, context)
    except ValueError:
        fail(f"{address} is not a server address like http://192.168.1.20:8000.", BROKEN)
    try:
        while match or not latest.wait():
            here = match or latest.match
            reporter = Reporter(address, here, token, _warn, trust=context)
            camera = Source(source, _warn, lens=lens)
            if camera.is_folder or camera.ends:
                match = here  # old pictures do not belong to the next match
            if not once:
                reporter.seq()  # reports an unknown match before waiting for a camera
                click.echo(f"Watching {camera.name} for the match {here}.")
                click.echo("A card counts when two pictures show it in the same place.")
            _Watch(camera, reporter, pause if match else latest.pause, once=once).run()
            if match or once or pause(0):
                return
    except Rejected as no:
        fail(str(no), NO)


def _warn(sentence: object) -> None:
    click.echo(str(sentence), err=True)


def _pause_until_signal() -> Callable[[float], bool]:
    """Return a function that waits, pings the watchdog, and returns whether to stop."""
    stop, supervisor = Event(), notifier_of(os.environ)
    for kind in (signal.SIGTERM, signal.SIGINT):
        signal.signal(kind, lambda *_: stop.set())
    supervisor.ready()

    def pause(seconds: float) -> bool:
        supervisor.ping()
        return stop.wait(seconds)

    return pause


class _Watch:
    """Reads frames and reports them until it must stop; `pause` waits and returns whether to."""

    def __init__(
        self, source: "Source", reporter: Reporter, pause: Callable[[float], bool], *, once: bool
    ) -> None:
        from referee.table.sight.live import LiveCamera  # noqa: PLC0415 - already imported

        self._source, self._reporter, self._once = source, reporter, once
        self._pause = pause
        self._live = LiveCamera()
        self._lost = ""
        """Why there are no pictures now, or empty."""
        self._was_unreadable = False
        self._has_asked_second = once or not source.is_folder
        """Whether the request for a second picture was printed, or is not needed."""

    def run(self) -> None:
        """Watch until the source ends or it must stop; waits for a missing camera."""
        from referee.table.sight.live import NoCamera  # noqa: PLC0415 - already imported

        while True:
            try:
                self._read_frames()
            except NoCamera as gone:
                if self._once or self._source.ends:
                    fail(str(gone), BROKEN)
                self._set_lost(str(gone))
                retry_s = gone.again_s
            else:
                break
            if self._pause(retry_s):
                return
        self._finish()

    def _read_frames(self) -> None:
        for number, grey in enumerate(self._frames()):
            if self._lost or not number:
                self._set_found()
            news = self._read(grey)
            if news and news.scan.codes:  # codes are readable, so focus and exposure are right
                self._show_granted(self._source.lock())
            is_sent = self._report(news)
            self._ask_second()
            is_read = is_sent and news and news.scan.codes
            is_enough = self._once and self._source.granted and (is_read or number >= _ONCE_FRAMES)
            if self._pause(0) or is_enough:
                return
        if self._once and self._live.is_unsure:
            click.echo("No two of these pictures show the same.", err=True)

    def _read(self, grey: "Grey") -> "CapturedPicture | None":
        """Return what is new in a frame; prints the first of several unreadable ones."""
        try:
            news = self._live.see(grey, self._reporter.seq())
        except RefereeError as bad:
            if not self._was_unreadable:
                _warn(bad)
            self._was_unreadable = True
            return None
        self._was_unreadable = False
        return news

    def _ask_second(self) -> None:
        if not self._has_asked_second and self._live.is_unsure:
            self._has_asked_second = True
            found = "Found 1 code." if self._live.seen == 1 else f"Found {self._live.seen} codes."
            click.echo(f"{found} Waiting for a second picture that shows the same.")

    def _frames(self) -> "Iterator[Grey]":
        """Return the frames to compare; with `--once` a single frame is reported as a photo."""
        if not self._once:
            return self._source.frames(self._send_and_pause)
        frames = self._source.frames(None)
        first = list(islice(frames, 2))
        if not first:
            fail(f"There is no readable picture in {self._source.name}.", BROKEN)
        if len(first) == 1:
            try:
                self._report(self._live.photo(first[0]), photo=True)
            except RefereeError as bad:
                fail(str(bad), BROKEN)
            return iter(())
        return chain(first, frames)

    def _report(self, news: "CapturedPicture | None", *, photo: bool = False) -> bool:
        for sentence in self._reporter.deliver(news, photo=photo):
            click.echo(sentence)
        return news is not None and self._reporter.waiting is None

    def _send_and_pause(self, seconds: float) -> bool:
        """Send a waiting picture, pause, and return whether to continue."""
        self._report(None)
        return not self._pause(seconds)

    def _finish(self) -> None:
        """Send the waiting picture, retrying until it succeeds; `--once` tries only once."""
        while self._reporter.waiting is not None:
            if self._once:
                fail("The picture could not be sent to the server.", NO)
            if not self._send_and_pause(_RETRY_S):
                return

    def _set_found(self) -> None:
        if self._source.granted is not None:
            self._show_granted(self._source.granted)
        elif self._lost:
            click.echo("Pictures are arriving again.", err=True)
        self._lost = ""

    def _show_granted(self, got: "Granted | None") -> None:
        from referee.table.sight.remarks import granted  # noqa: PLC0415 - already imported

        if got is not None:
            self._reporter.granted = got
            click.echo(str(granted(got)), err=True)

    def _set_lost(self, why: str) -> None:
        if why != self._lost:
            click.echo(f"{why} Waiting for it.", err=True)
        self._lost = why
