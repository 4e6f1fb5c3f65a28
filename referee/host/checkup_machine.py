"""Looks at the machine: Python, what is installed, room on the disk, power, the clock."""

import platform
import shutil
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path
from typing import Final

from packaging.markers import UndefinedEnvironmentName
from packaging.requirements import InvalidRequirement, Requirement

from referee.core import EMPTY, Text, listed, say, say_count
from referee.host.checks import Check, CheckedSetup, Look, State
from referee.host.programs import ask

_OURS: Final = "tabletop-referee"
_MB: Final = 1_000_000
_LITTLE_ROOM: Final = 100 * _MB
_SOME_ROOM: Final = 500 * _MB
_FIRST_YEAR: Final = 2026
"""Before the referee was written no clock that goes right can be."""

_LOW_NOW: Final = 0x1
_LOW_BEFORE: Final = 0x10000
_HOT_NOW: Final = 0xE

_PYTHON: Final = say("Python")
_PACKAGES: Final = say("What is installed")
_DISK: Final = say("Room on the disk")
_POWER: Final = say("Power")
_CLOCK: Final = say("Clock")
_PICTURES: Final = say("Reading pictures")


def _python(_patient: CheckedSetup) -> Check:
    here = platform.python_version()
    facts = {"version": here, "machine": platform.machine()}
    if sys.version_info < (3, 11):  # noqa: UP036 - whoever has put it into another one is to hear of it
        todo = say("Install Python 3.11 or newer, and the referee into it.")
        return Check("python", _PYTHON, State.MEND, say("{version}", version=here), todo, facts)
    says = say("{version} on {machine}.", version=here, machine=platform.machine() or "?")
    return Check("python", _PYTHON, State.GOOD, says, EMPTY, facts)


def _packages(_patient: CheckedSetup) -> Check:
    wrong = list(_not_asask())
    facts = {"wrong": wrong}
    if wrong:
        which = listed(wrong)
        return Check(
            "packages",
            _PACKAGES,
            State.MEND,
            say("Not as the referee needs it: {which}.", which=which),
            say("Install the referee anew into an environment of its own."),
            facts,
        )
    says = say("Everything that the referee needs, in versions that it knows.")
    return Check("packages", _PACKAGES, State.GOOD, says, EMPTY, facts)


def _not_asask() -> Iterator[str]:
    """Name each package that is missing or has another version than was asked for."""
    for line in distribution(_OURS).requires or ():
        try:
            asked = Requirement(line)
            if asked.marker and not asked.marker.evaluate({"extra": ""}):
                continue
        except (InvalidRequirement, UndefinedEnvironmentName):
            continue
        try:
            here = version(asked.name)
        except PackageNotFoundError:
            yield f"{asked.name} (missing)"
            continue
        if not asked.specifier.contains(here, prereleases=True):
            yield f"{asked.name} {here} ({asked.specifier})"


def _disk(patient: CheckedSetup) -> Check:
    folder = _nearest(patient.settings.database.parent)
    free = shutil.disk_usage(folder).free
    says = say("{free} MB are free in {folder}.", free=free // _MB, folder=folder)
    todo = say("Make room: the referee writes what is entered at once, or not at all.")
    facts = {"free": free, "folder": str(folder)}
    if free < _LITTLE_ROOM:
        return Check("disk", _DISK, State.MEND, says, todo, facts)
    if free < _SOME_ROOM:
        return Check("disk", _DISK, State.LOOK, says, todo, facts)
    return Check("disk", _DISK, State.GOOD, says, EMPTY, facts)


def _nearest(folder: Path) -> Path:
    """Return the folder itself, or the one above it that is there."""
    return next(one for one in (folder.absolute(), *folder.absolute().parents) if one.is_dir())


def _power(_patient: CheckedSetup) -> Check:
    told = ask("vcgencmd", "get_throttled")
    if told is None or not told.startswith("throttled="):
        says = say("This machine does not say; a Raspberry Pi does.")
        return Check("power", _POWER, State.GOOD, says)
    bits = int(told.removeprefix("throttled="), 16)
    facts = {"throttled": bits}
    todo = say("Use the power supply that came with the Pi, and a short, thick cable.")
    if bits & _LOW_NOW:
        return Check("power", _POWER, State.MEND, say("The voltage is too low now."), todo, facts)
    if bits & _LOW_BEFORE:
        says = say("The voltage was too low since the start.")
        return Check("power", _POWER, State.LOOK, says, todo, facts)
    if bits & _HOT_NOW:
        todo = say("Give it air: it runs slower than it could.")
        return Check("power", _POWER, State.LOOK, say("The machine is hot."), todo, facts)
    return Check("power", _POWER, State.GOOD, say("The voltage is good."), EMPTY, facts)


def _clock(_patient: CheckedSetup) -> Check:
    now = datetime.now(UTC).astimezone()
    said = f"{now:%Y-%m-%d %H:%M}"
    in_step = ask("timedatectl", "show", "--property=NTPSynchronized", "--value")
    facts = {"now": now.isoformat(timespec="seconds"), "in_step": in_step}
    if now.year < _FIRST_YEAR:
        return Check(
            "clock",
            _CLOCK,
            State.MEND,
            say("It says {now}, which cannot be.", now=said),
            say("Bring the machine into a network for a minute, or set the clock by hand."),
            facts,
        )
    if in_step == "no":
        return Check(
            "clock",
            _CLOCK,
            State.LOOK,
            say("It says {now}, and no network has told it the time yet.", now=said),
            say("Where that is right, all is well. Nothing but the hours in the story needs it."),
            facts,
        )
    return Check("clock", _CLOCK, State.GOOD, say("It says {now}.", now=said), EMPTY, facts)


def _pictures(patient: CheckedSetup) -> Check:
    failed = patient.failed_pictures
    if failed is None:
        says = say("The referee counts this while it runs, and shows it on its own page.")
        return Check("pictures", _PICTURES, State.GOOD, says)
    facts = {"failed": failed}
    if not failed:
        says = say("Since the start each picture was read, or it was said why not.")
        return Check("pictures", _PICTURES, State.GOOD, says, EMPTY, facts)
    return Check(
        "pictures",
        _PICTURES,
        State.LOOK,
        say_count(
            "Since the start 1 picture could not be read, and nobody knows why.",
            "Since the start {count} pictures could not be read, and nobody knows why.",
            failed,
        ),
        say(
            "Take another one, or enter it by hand. Keep the picture: with it and what the referee"
            " has written down meanwhile (its log), whoever wrote the referee can mend this."
        ),
        facts,
    )


LOOKS: Final[tuple[tuple[str, Text, Look], ...]] = (
    ("disk", _DISK, _disk),
    ("power", _POWER, _power),
    ("clock", _CLOCK, _clock),
    ("pictures", _PICTURES, _pictures),
    ("python", _PYTHON, _python),
    ("packages", _PACKAGES, _packages),
)
