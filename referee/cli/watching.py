"""`referee watch`: a camera above the table, in a process of its own."""

import os
import signal
from collections.abc import Callable, Iterator
from itertools import chain, islice
from threading import Event
from typing import TYPE_CHECKING, Final

import click

from referee.cli.ending import BROKEN, NO, fail, settings_of
from referee.cli.reporting import Reporter, Unwelcome

if TYPE_CHECKING:
    from referee.table.live import Grey, Source
    from referee.table.looking import Taken

_AGAIN_S: Final = 2.0
"""Seconds until a source that is away is tried once more."""


@click.command()
@click.option("--source", required=True, help="A camera (/dev/video0 or 0), a folder, or a video.")
@click.option("--match", required=True, help="The match at the table: the end of its address.")
@click.option("--server", help="Where the referee runs; else on this computer.")
@click.option("--token", default="", help="For another computer: what its camera page shows.")
@click.option("--once", is_flag=True, help="Look at what is there now, tell it, and end.")
def watch(source: str, match: str, server: str | None, token: str, *, once: bool) -> None:
    """Watch the table of a MATCH, and tell the server what holds still on it.

    In a folder each picture is looked at when it is put there. What lies on the table counts once
    two pictures show it at the same place; with --once a single picture is judged as a photo is.
    """
    os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")  # what goes wrong is said in our words
    from referee.table.live import Source  # noqa: PLC0415 - what reads pictures is large

    address = server or f"http://127.0.0.1:{settings_of().port}"
    stop = Event()
    for kind in (signal.SIGTERM, signal.SIGINT):
        signal.signal(kind, lambda *_: stop.set())
    try:
        reporter = Reporter(address, match, token, lambda text: click.echo(text, err=True))
    except ValueError:
        fail(f"{address} is no address of a server, such as http://192.168.1.20:8000.", BROKEN)
    try:
        eyes = Source(source, lambda text: click.echo(str(text), err=True))
        if not once:
            click.echo(f"Watching {eyes.name} for the match {match}.")
            click.echo("A card counts once two pictures show it at the same place.")
        _Watch(eyes, reporter, stop.wait, once=once).run()
    except Unwelcome as no:
        fail(str(no), NO)


class _Watch:
    """Looks and reports until it is told to stop; `pause` waits and tells whether it was."""

    def __init__(
        self, source: "Source", reporter: Reporter, pause: Callable[[float], bool], *, once: bool
    ) -> None:
        from referee.table.live import Eye  # noqa: PLC0415 - known by now

        self._source, self._reporter, self._once = source, reporter, once
        self._pause = pause
        self._eye = Eye()
        self._lost = False
        self._asked_again = once or not source.is_folder
        """Whether it was said, or need not be, that a second picture is waited for."""

    def run(self) -> None:
        """Look until the end; a camera that is away is waited for."""
        from referee.table.live import NoCamera  # noqa: PLC0415 - known by now

        while True:
            try:
                self._look()
            except NoCamera as gone:
                if self._once or self._source.ends:
                    fail(str(gone), BROKEN)
                self._miss(str(gone))
            else:
                break
            if self._pause(_AGAIN_S):
                return
        self._finish()

    def _look(self) -> None:
        for number, grey in enumerate(self._frames()):
            if self._lost or not number:
                self._found()
            told = self._tell(self._eye.see(grey, self._reporter.moment()))
            self._ask_again()
            if told:
                self._source.lock()
            if self._pause(0) or (told and self._once and self._source.granted()):
                return
        if self._once and self._eye.is_unsure:
            click.echo("Nothing lay at the same place in two of these pictures.", err=True)

    def _ask_again(self) -> None:
        if not self._asked_again and self._eye.is_unsure:
            self._asked_again = True
            seen = "1 code is" if self._eye.seen == 1 else f"{self._eye.seen} codes are"
            click.echo(f"{seen} seen. This waits for a second picture that shows the same.")

    def _frames(self) -> "Iterator[Grey]":
        """Give the frames that have to hold still; looking once, a single one is a photo."""
        if not self._once:
            return self._source.frames(self._go_on)
        frames = self._source.frames(None)
        first = list(islice(frames, 2))
        if not first:
            fail(f"There is no picture in {self._source.name} that can be read.", BROKEN)
        if len(first) == 1:
            self._tell(self._eye.photo(first[0]), photo=True)
            return iter(())
        return chain(first, frames)

    def _tell(self, news: "Taken | None", *, photo: bool = False) -> bool:
        for sentence in self._reporter.deliver(news, photo=photo):
            click.echo(sentence)
        return news is not None and self._reporter.waiting is None

    def _go_on(self, seconds: float) -> bool:
        self._tell(None)
        return not self._pause(seconds)

    def _finish(self) -> None:
        """Tell what is still to be told, as soon as somebody listens."""
        while self._reporter.waiting is not None:
            if self._once:
                fail("What was seen could not be told to the server.", NO)
            if not self._go_on(_AGAIN_S):
                return

    def _found(self) -> None:
        granted = self._source.granted()
        if granted:
            click.echo(str(granted), err=True)
        elif self._lost:
            click.echo("The pictures come again.", err=True)
        self._lost = False

    def _miss(self, why: str) -> None:
        if not self._lost:
            click.echo(f"{why} This waits for it.", err=True)
        self._lost = True
