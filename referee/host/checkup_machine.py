"""Checks of the machine: disk space, power, clock, pictures, Python, installed packages."""

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
from referee.host.checks import Check, CheckedSetup, CheckFunction, State, program_output

_OURS: Final = "tabletop-referee"
_MB: Final = 1_000_000
_GB: Final = 1_000_000_000
_FAILURE_BELOW: Final = 100 * _MB
_WARNING_BELOW: Final = 500 * _MB
_FIRST_YEAR: Final = 2026
"""An earlier clock is wrong: the referee had not been written yet."""

_LOW_NOW: Final = 0x1
_LOW_BEFORE: Final = 0x10000
_HOT_NOW: Final = 0xE
"""Bits of `vcgencmd get_throttled`."""

_PYTHON: Final = say("Python")
_PACKAGES: Final = say("Installed packages")
_DISK: Final = say("Disk space")
_POWER: Final = say("Power")
_CLOCK: Final = say("Clock")
_PICTURES: Final = say("Reading pictures")


def _python(_target: CheckedSetup) -> Check:
    here = platform.python_version()
    facts = {"version": here, "machine": platform.machine()}
    if sys.version_info < (3, 11):  # noqa: UP036 - it may have been installed by force
        todo = say("Install Python 3.11 or newer, and reinstall the referee with it.")
        return Check("python", _PYTHON, State.FAILURE, say("{version}", version=here), todo, facts)
    says = say("{version} on {machine}.", version=here, machine=platform.machine() or "?")
    return Check("python", _PYTHON, State.GOOD, says, EMPTY, facts)


def _packages(_target: CheckedSetup) -> Check:
    wrong = list(_unmet_requirements())
    facts = {"wrong": wrong}
    if wrong:
        which = listed(wrong)
        return Check(
            "packages",
            _PACKAGES,
            State.FAILURE,
            say("Missing or in the wrong version: {which}.", which=which),
            say("Reinstall the referee in its own environment."),
            facts,
        )
    says = say("Everything the referee needs is installed, in the right versions.")
    return Check("packages", _PACKAGES, State.GOOD, says, EMPTY, facts)


def _unmet_requirements() -> Iterator[str]:
    """Yield each required package that is missing or has the wrong version."""
    for line in distribution(_OURS).requires or ():
        try:
            wanted = Requirement(line)
            if wanted.marker and not wanted.marker.evaluate({"extra": ""}):
                continue
        except (InvalidRequirement, UndefinedEnvironmentName):
            continue
        try:
            here = version(wanted.name)
        except PackageNotFoundError:
            yield f"{wanted.name} (missing)"
            continue
        if not wanted.specifier.contains(here, prereleases=True):
            yield f"{wanted.name} {here} ({wanted.specifier})"


def _disk(target: CheckedSetup) -> Check:
    folder = _nearest(target.settings.database.parent)
    free = shutil.disk_usage(folder).free
    size = f"{free / _GB:.1f} GB" if free >= _GB else f"{free // _MB} MB"
    says = say("{size} free in {folder}.", size=size, folder=folder)
    todo = say("Free some space: the referee cannot take entries when the disk is full.")
    facts = {"free": free, "folder": str(folder)}
    if free < _FAILURE_BELOW:
        return Check("disk", _DISK, State.FAILURE, says, todo, facts)
    if free < _WARNING_BELOW:
        return Check("disk", _DISK, State.WARNING, says, todo, facts)
    return Check("disk", _DISK, State.GOOD, says, EMPTY, facts)


def _nearest(folder: Path) -> Path:
    """Return the folder, or its nearest parent that exists."""
    return next(one for one in (folder.absolute(), *folder.absolute().parents) if one.is_dir())


def _power(_target: CheckedSetup) -> Check:
    output = program_output("vcgencmd", "get_throttled")
    if output is None or not output.startswith("throttled="):
        says = say("Not measured; only a Raspberry Pi reports its voltage.")
        return Check("power", _POWER, State.GOOD, says)
    bits = int(output.removeprefix("throttled="), 16)
    facts = {"throttled": bits}
    todo = say("Use the power supply that came with the Pi, and a short, thick cable.")
    if bits & _LOW_NOW:
        says = say("The voltage is too low.")
        return Check("power", _POWER, State.FAILURE, says, todo, facts)
    if bits & _LOW_BEFORE:
        says = say("The voltage has been too low since this machine started.")
        return Check("power", _POWER, State.WARNING, says, todo, facts)
    if bits & _HOT_NOW:
        todo = say("Cool it, for example with a fan or more space; heat slows it down.")
        return Check("power", _POWER, State.WARNING, say("The machine is hot."), todo, facts)
    return Check("power", _POWER, State.GOOD, say("The voltage is good."), EMPTY, facts)


def _clock(_target: CheckedSetup) -> Check:
    now = datetime.now(UTC).astimezone()
    shown = f"{now:%Y-%m-%d %H:%M}"
    synchronized = program_output("timedatectl", "show", "--property=NTPSynchronized", "--value")
    facts = {"now": now.isoformat(timespec="seconds"), "in_step": synchronized}
    if now.year < _FIRST_YEAR:
        return Check(
            "clock",
            _CLOCK,
            State.FAILURE,
            say("The clock shows {now}, which cannot be right.", now=shown),
            say("Connect the machine to the internet for a minute, or set the clock by hand."),
            facts,
        )
    if synchronized == "no":
        return Check(
            "clock",
            _CLOCK,
            State.WARNING,
            say("The clock shows {now} and has not been set from the network yet.", now=shown),
            say("If the time is right, do nothing. It is only shown under “What happened”."),
            facts,
        )
    says = say("The clock shows {now}.", now=shown)
    return Check("clock", _CLOCK, State.GOOD, says, EMPTY, facts)


def _pictures(target: CheckedSetup) -> Check:
    failed = target.failed_pictures
    if failed is None:
        says = say("Counted while the referee runs; see its own system check page.")
        return Check("pictures", _PICTURES, State.GOOD, says)
    facts = {"failed": failed}
    if not failed:
        says = say("No unexpected failures since the start.")
        return Check("pictures", _PICTURES, State.GOOD, says, EMPTY, facts)
    return Check(
        "pictures",
        _PICTURES,
        State.WARNING,
        say_count(
            "1 picture has failed unexpectedly since the start.",
            "{count} pictures have failed unexpectedly since the start.",
            failed,
        ),
        say(
            "Take another picture, or enter it by hand. Please report it: the developers can fix"
            " this with the picture and the referee’s log."
        ),
        facts,
    )


CHECKS: Final[tuple[tuple[str, Text, CheckFunction], ...]] = (
    ("disk", _DISK, _disk),
    ("power", _POWER, _power),
    ("clock", _CLOCK, _clock),
    ("pictures", _PICTURES, _pictures),
    ("python", _PYTHON, _python),
    ("packages", _PACKAGES, _packages),
)
