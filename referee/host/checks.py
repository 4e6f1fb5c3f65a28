"""What a check of the system check is: its target, its finding and its function.

Checks only read. A check that fails is reported as one finding and does not stop the others.
"""

import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, TypeAlias

from gevent import monkey
from gevent import subprocess as gevent_subprocess

from referee.core import EMPTY, AnyGame, Text
from referee.host.settings import Settings

_PROGRAM_TIMEOUT_S: Final = 10.0


class State(StrEnum):
    """The result of a check."""

    GOOD = "good"
    WARNING = "look"
    """It works, but there is something to know or to do."""
    FAILURE = "mend"
    """It does not work, or will stop working soon."""


@dataclass(frozen=True, slots=True)
class Check:
    """The finding of one check and what to do about it; `facts` are for programs."""

    id: str
    title: Text
    state: State
    says: Text
    todo: Text = EMPTY
    facts: Mapping[str, Any] = field(default_factory=dict)


def _run_here(work: Callable[..., Any], *args: object) -> Any:  # noqa: ANN401 - as the work
    return work(*args)


@dataclass(frozen=True, slots=True)
class CheckedSetup:
    """What is checked: the settings and games of a referee.

    `serving` is True if the checking process is the server itself. `most_matches` limits how many
    matches are replayed, the latest first. `speaks_https` is None unless the server is running,
    and `failed_pictures` (unexpected failures since the start) is known only to the server.
    `run` executes slow checks; a server passes its worker pool.
    """

    settings: Settings
    games: Mapping[str, AnyGame]
    serving: bool = False
    most_matches: int | None = None
    speaks_https: bool | None = None
    run: Callable[..., Any] = _run_here
    failed_pictures: int | None = None


CheckFunction: TypeAlias = Callable[[CheckedSetup], Check]


def program_output(*command: str) -> str | None:
    """Run a program of the system and return its stripped standard output.

    None if it is not installed, fails, prints nothing or takes more than 10 s. Under gevent this
    must be called on the event loop, not on a worker thread.
    """
    program = shutil.which(command[0])
    if program is None:
        return None
    run = gevent_subprocess.run if monkey.is_module_patched("threading") else subprocess.run
    try:
        done = run(
            [program, *command[1:]],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_PROGRAM_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    output = str(done.stdout).strip()
    return output if done.returncode == 0 and output else None
