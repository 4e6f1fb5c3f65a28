"""`referee watch`: a camera above the table, in a process of its own."""

import os
import signal
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Final

import click

from referee.cli.latest_match import Latest
from referee.cli.reporters import Reporter, Unwelcome
from referee.cli.stores import BROKEN, NO, fail, settings_of
from referee.cli.trust import trusted
from referee.core import RefereeError
from referee.host.sd_notify import notifier_of

if TYPE_CHECKING:
    from referee.table.sight.live import Granted, Grey, Source
    from referee.table.sight.pictures import CapturedPicture

_ONCE: Final = 30
"""The most pictures of a camera that are looked at where it looks once, and sees no card."""

_AGAIN_S: Final = 2.0
"""Seconds until a server that is away is told once more."""


@click.command()
@click.option(
    "--source",
    required=True,
    envvar="CAMERA_SOURCE",
    help="A camera (/dev/video0 or 0, picamera2 for that of a Raspberry Pi, or the rtsp:// or"
    " http:// address of a network camera), a folder, or a video. “referee doctor” lists the"
    " cameras of this computer. With a password in it, set CAMERA_SOURCE instead: other users of"
    " this computer can read a command.",
)
@click.option(
    "--match", help="The match at the table: the end of its address; else the latest, and so on."
)
@click.option("--server", help="Where the referee runs; else on this computer.")
@click.option(
    "--token",
    default="",
    envvar="CAMERA_TOKEN",
    help="What the camera page of the match shows; here, an open table needs none.",
)
@click.option(
    "--lens",
    type=click.FloatRange(0, 32),
    help="Where a Pi camera that hangs still is sharp: 1 divided by the metres (2.5 is 40 cm).",
)
@click.option(
    "--trust",
    type=click.Path(path_type=Path),
    help="By HTTPS to another computer: the file from that referee’s page /trust/referee.pem.",
)
@click.option("--once", is_flag=True, help="Look at what is there now, tell it, and end.")
def watch(  # noqa: PLR0913 - each is an option of its own
    source: str,
    match: str | None,
    server: str | None,
    token: str,
    *,
    lens: float | None,
    trust: Path | None,
    once: bool,
) -> None:
    """Watch the table of a MATCH, and tell the server what holds still on it.

    In a folder each picture is looked at when it is put there. What lies on the table counts once
    two pictures show it at the same place; with --once a single picture is judged as a photo is.
    """
    os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")  # what goes wrong is said in our words
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # and nothing at all in those of others
    from referee.table.sight.live import Source  # noqa: PLC0415 - what reads pictures is large

    if lens is not None and not Source(source).is_pi:
        fail("Only the lens of a Pi camera is set here: --source picamera2 --lens 2.5.", BROKEN)
    address = server or f"http://127.0.0.1:{settings_of().port}"
    pause = _until_told_to_stop()
    try:
        judge = trusted(address, trust)
        latest = Latest(address, token, pause, judge)
    except ValueError:
        fail(f"{address} is no address of a server, such as http://192.168.1.20:8000.", BROKEN)
    try:
        while match or not latest.wait():
            here = match or latest.match
            reporter = Reporter(address, here, token, _say_aside, trust=judge)
            eyes = Source(source, _say_aside, lens=lens)
            if eyes.is_folder or eyes.ends:
                match = here  # what was pictured before a match is none of the next one's
            if not once:
                reporter.moment()  # a match that is not there is said before a camera is waited for
                click.echo(f"Watching {eyes.name} for the match {here}.")
                click.echo("A card counts once two pictures show it at the same place.")
            _Watch(eyes, reporter, pause if match else latest.pause, once=once).run()
            if match or once or pause(0):
                return
    except Unwelcome as no:
        fail(str(no), NO)


def _say_aside(sentence: object) -> None:
    click.echo(str(sentence), err=True)


def _until_told_to_stop() -> Callable[[float], bool]:
    """Return what waits and tells whether to stop; each time it gives a sign of life."""
    stop, supervisor = Event(), notifier_of(os.environ)
    for kind in (signal.SIGTERM, signal.SIGINT):
        signal.signal(kind, lambda *_: stop.set())
    supervisor.ready()

    def pause(seconds: float) -> bool:
        supervisor.alive()
        return stop.wait(seconds)

    return pause


class _Watch:
    """Looks and reports until it is told to stop; `pause` waits and tells whether it was."""

    def __init__(
        self, source: "Source", reporter: Reporter, pause: Callable[[float], bool], *, once: bool
    ) -> None:
        from referee.table.sight.live import LiveCamera  # noqa: PLC0415 - known by now

        self._source, self._reporter, self._once = source, reporter, once
        self._pause = pause
        self._eye = LiveCamera()
        self._lost = ""
        """Why there are no pictures now; empty while there are."""
        self._unread = False
        """Whether the last picture could not be read."""
        self._asked_again = once or not source.is_folder
        """Whether it was said, or need not be, that a second picture is waited for."""

    def run(self) -> None:
        """Look until the end; a camera that is away is waited for."""
        from referee.table.sight.live import NoCamera  # noqa: PLC0415 - known by now

        while True:
            try:
                self._look()
            except NoCamera as gone:
                if self._once or self._source.ends:
                    fail(str(gone), BROKEN)
                self._miss(str(gone))
                again_s = gone.again_s
            else:
                break
            if self._pause(again_s):
                return
        self._finish()

    def _look(self) -> None:
        for number, grey in enumerate(self._frames()):
            if self._lost or not number:
                self._found()
            news = self._seen(grey)
            if news and news.scan.codes:  # what is read is sharp: there the camera stays
                self._say_granted(self._source.lock())
            told = self._tell(news)
            self._ask_again()
            is_read = told and news and news.scan.codes
            is_enough = self._once and self._source.granted and (is_read or number >= _ONCE)
            if self._pause(0) or is_enough:
                return
        if self._once and self._eye.is_unsure:
            click.echo("Nothing lay at the same place in two of these pictures.", err=True)

    def _seen(self, grey: "Grey") -> "CapturedPicture | None":
        """Take in a picture; one that cannot be read is passed over, and the first of them told."""
        try:
            news = self._eye.see(grey, self._reporter.moment())
        except RefereeError as bad:
            if not self._unread:
                _say_aside(bad)
            self._unread = True
            return None
        self._unread = False
        return news

    def _ask_again(self) -> None:
        if not self._asked_again and self._eye.is_unsure:
            self._asked_again = True
            seen = "1 code is" if self._eye.seen == 1 else f"{self._eye.seen} codes are"
            click.echo(f"{seen} seen. This waits for a second picture that shows the same.")

    def _frames(self) -> "Iterator[Grey]":
        """Return the frames that have to hold still; looking once, a single one is a photo."""
        if not self._once:
            return self._source.frames(self._go_on)
        frames = self._source.frames(None)
        first = list(islice(frames, 2))
        if not first:
            fail(f"There is no picture in {self._source.name} that can be read.", BROKEN)
        if len(first) == 1:
            try:
                self._tell(self._eye.photo(first[0]), photo=True)
            except RefereeError as bad:
                fail(str(bad), BROKEN)
            return iter(())
        return chain(first, frames)

    def _tell(self, news: "CapturedPicture | None", *, photo: bool = False) -> bool:
        for sentence in self._reporter.deliver(news, photo=photo):
            click.echo(sentence)
        return news is not None and self._reporter.waiting is None

    def _go_on(self, seconds: float) -> bool:
        self._tell(None)
        return not self._pause(seconds)

    def _finish(self) -> None:
        """Send what is still to be sent, as soon as somebody listens."""
        while self._reporter.waiting is not None:
            if self._once:
                fail("What was seen could not be told to the server.", NO)
            if not self._go_on(_AGAIN_S):
                return

    def _found(self) -> None:
        if self._source.granted is not None:
            self._say_granted(self._source.granted)
        elif self._lost:
            click.echo("The pictures come again.", err=True)
        self._lost = ""

    def _say_granted(self, got: "Granted | None") -> None:
        from referee.table.sight.remarks import granted  # noqa: PLC0415 - known by now

        if got is not None:
            self._reporter.granted = got
            click.echo(str(granted(got)), err=True)

    def _miss(self, why: str) -> None:
        if why != self._lost:
            click.echo(f"{why} This waits for it.", err=True)
        self._lost = why
