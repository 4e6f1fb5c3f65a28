"""Printer calibration: what a printer does to a page, measured once and stored by name.

The page with rulers shows two lengths and their distances from the edges of the paper. The four
measurements are entered once, and every sheet for that printer is corrected by them.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Protocol

from printables import fonts
from printables.calibrations import ACROSS_MM, DOWN_MM, EXACT, LEFT_MM, TOP_MM, Calibration
from printables.papers import Paper
from printables.sheets import Line, Shape, Sheet, Text
from referee.core import RefereeError, listed, literal, say
from referee.core import Text as Sentence
from referee.core.prose import shortened
from referee.table.paper.sheets import STRIP_MM, strip
from referee.table.paper.stickers import Speak

__all__ = ["EXACT", "BadMeasures", "Calibration", "KeyValueStore", "Printers", "measures", "rulers"]

LONGEST_NAME: Final = 40
_KEPT: Final = "printers/"


class KeyValueStore(Protocol):
    """Stores text values by name; implemented by the stores of matches."""

    def kept(self, name: str) -> str | None:
        """Return what is kept under a name."""

    def all_kept(self) -> Mapping[str, str]:
        """Return all values by name."""

    def keep(self, name: str, value: str) -> None:
        """Store a value under a name."""

    def forget(self, name: str) -> None:
        """Delete the value of a name."""


class BadMeasures(RefereeError):
    """Measurements or a name that no printer can have."""


class Printers:
    """The calibrated printers."""

    def __init__(self, store: KeyValueStore) -> None:
        self._store = store

    def all(self) -> Mapping[str, Calibration]:
        """Return the calibrations by name, sorted."""
        found = {}
        for name, text in sorted(self._store.all_kept().items()):
            calibration = _calibration(text) if name.startswith(_KEPT) else None
            if calibration is not None:
                found[name.removeprefix(_KEPT)] = calibration
        return found

    def find(self, name: str) -> Calibration:
        """Return the calibration of a printer; raises `BadMeasures` if there is none."""
        known = self.all()
        wanted = name.strip()
        if wanted not in known:
            names = listed([literal(printer) for printer in known])
            none = say("No printer has been measured yet. Print the page with rulers first.")
            why = say(
                "The printer {name} has not been measured. Measured printers: {known}.",
                name=shortened(wanted),
                known=names,
            )
            raise BadMeasures(why if known else none)
        return known[wanted]

    def replaces(self, name: str, measured: Sequence[str]) -> bool:
        """Return whether storing this would change the calibration of a printer."""
        known = self.all().get(_normalised(name))
        return known is not None and known != measures(measured)

    def keep(self, name: str, measured: Sequence[str]) -> Calibration:
        """Store measurements as they were typed; raises `BadMeasures`."""
        called = _normalised(name)
        if not 1 <= len(called) <= LONGEST_NAME or not called.isprintable():
            why = say("Give the printer a name of at most {most} letters.", most=LONGEST_NAME)
            raise BadMeasures(why)
        calibration = measures(measured)
        numbers = [
            calibration.across_mm,
            calibration.down_mm,
            calibration.left_mm,
            calibration.top_mm,
        ]
        self._store.keep(f"{_KEPT}{called}", json.dumps(numbers))
        return calibration

    def forget(self, name: str) -> None:
        """Delete the calibration of a printer, if there is one."""
        if name in self.all():
            self._store.forget(f"{_KEPT}{name}")


def measures(texts: Sequence[str]) -> Calibration:
    """Return the calibration for across, down, left and top in mm; raises `BadMeasures`."""
    try:
        across, down, left, top = (float(text.strip().replace(",", ".")) for text in texts)
    except ValueError:
        why = say("The four measures are lengths in millimetres, such as 149.5.")
        raise BadMeasures(why) from None
    found = Calibration(across, down, left, top)
    if not found.is_likely:
        why = say(
            "No printer is that far off: the lines should be near {across}, {down}, {left} and"
            " {top} mm. Choose “100 %” or “actual size” in the printer's window and print again.",
            across=f"{ACROSS_MM:g}",
            down=f"{DOWN_MM:g}",
            left=f"{LEFT_MM:g}",
            top=f"{TOP_MM:g}",
        )
        raise BadMeasures(why)
    return found


def rulers(paper: Paper, speak: Speak = str) -> Sheet:
    """Return the page with rulers."""
    bottom = paper.height - paper.margin - STRIP_MM
    title = speak(say("Page with rulers"))
    shapes = (
        *_ruler(across=True),
        *_ruler(across=False),
        *_distances(paper),
        *_instructions(speak),
        *strip(paper, title, speak, bottom),
    )
    return Sheet(paper, shapes)


# ---------------------------------------------------------------- inside


def _normalised(name: str) -> str:
    return " ".join(name.split())


def _calibration(text: str) -> Calibration | None:
    try:
        return measures([str(number) for number in json.loads(text)])
    except (BadMeasures, TypeError, ValueError):
        return None


def _ruler(*, across: bool) -> Iterator[Shape]:
    """Draw a ruler along the measured line, with its ticks towards the middle of the page."""
    length = int(ACROSS_MM if across else DOWN_MM)
    for mm in range(length + 1):
        tick = {0: 4.0, 5: 2.8}.get(mm % 10, 1.6)
        x, y, to_x, to_y = (mm, 0.0, mm, tick) if across else (0.0, mm, tick, mm)
        if mm:  # the other ruler's line begins here
            yield Line(x, y, to_x, to_y, width=0.12).moved(LEFT_MM, TOP_MM)
        if mm and mm % 10 == 0:
            x, y = (mm, 6.8) if across else (5.0, mm + 0.8)
            align = "middle" if across else "start"
            yield Text(x, y, 2.2, str(mm), align=align).moved(LEFT_MM, TOP_MM)  # type: ignore[arg-type]
    yield (Line(0, 0, length, 0) if across else Line(0, 0, 0, length)).moved(LEFT_MM, TOP_MM)


def _distances(paper: Paper) -> Iterator[Shape]:
    """Label the four measurements where they are taken."""
    edge = paper.margin
    middle = TOP_MM + 100.0
    yield Text(LEFT_MM + ACROSS_MM / 2, TOP_MM - 2.0, 5.0, "A", align="middle", bold=True)
    yield Text(LEFT_MM + 12.0, middle, 5.0, "B", align="middle", bold=True)
    yield Line(edge, middle, LEFT_MM, middle, width=0.1, grey=0.4)
    yield Text(LEFT_MM / 2 + 2.0, middle - 2.0, 5.0, "C", align="middle", bold=True)
    x = LEFT_MM + 120.0
    yield Line(x, edge, x, TOP_MM, width=0.1, grey=0.4)
    yield Text(x + 4.0, TOP_MM / 2 + 2.0, 5.0, "D", align="middle", bold=True)


def _instructions(speak: Speak) -> Iterator[Shape]:
    lines: tuple[tuple[Sentence, float, bool], ...] = (
        (say("What does your printer do to a page?"), 6.0, True),
        (
            say("Print this page at 100 % (actual size). Measure to half a millimetre:"),
            3.6,
            False,
        ),
        (say("A  the line across, from end to end: {mm} mm", mm=f"{ACROSS_MM:g}"), 4.2, False),
        (say("B  the line down, from end to end: {mm} mm", mm=f"{DOWN_MM:g}"), 4.2, False),
        (
            say("C  from the left edge of the paper to the line down: {mm} mm", mm=f"{LEFT_MM:g}"),
            4.2,
            False,
        ),
        (
            say(
                "D  from the upper edge of the paper to the line across: {mm} mm", mm=f"{TOP_MM:g}"
            ),
            4.2,
            False,
        ),
        (say("Enter your measurements on the page “Printers” of the referee."), 3.6, False),
        (say("Every sheet for this printer will then come out right."), 3.6, False),
    )
    y = TOP_MM + 30.0
    for sentence, size, bold in lines:
        words = speak(sentence)
        words = words if fonts.knows(words) else str(sentence)
        yield Text(LEFT_MM + 24.0, y, fonts.fitted(words, 122.0, size, bold=bold), words, bold=bold)
        y += 10.0
