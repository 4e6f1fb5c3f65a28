"""System check: runs all checks of this computer and its data; each finding has its remedy."""

import sqlite3
import subprocess
from typing import Final

from referee.core import RefereeError, Text, say
from referee.host import checkup_machine, checkup_network, checkup_storage
from referee.host.checks import Check, CheckedSetup, CheckFunction, State
from referee.match.storage.error_texts import reason

_ON_LOOP: Final = frozenset({"power", "clock", "cameras"})
"""Checks that run programs. gevent closes pipes only where a loop runs, so a worker would hang."""


def examine(target: CheckedSetup) -> tuple[Check, ...]:
    """Run all checks and return the findings, the most important first."""
    checks: tuple[tuple[str, Text, CheckFunction], ...] = (
        *checkup_storage.CHECKS,
        *checkup_machine.CHECKS,
        *checkup_network.CHECKS,
    )
    return tuple(
        _run(target, *one) if one[0] in _ON_LOOP else target.run(_run, target, *one)
        for one in checks
    )


def as_record(checks: tuple[Check, ...]) -> dict[str, object]:
    """Return the findings as a JSON-compatible dictionary."""
    return {
        "good": not any(check.state is State.FAILURE for check in checks),
        "checks": [
            {
                "id": check.id,
                "state": check.state.value,
                "title": str(check.title),
                "says": str(check.says),
                "todo": str(check.todo),
                "facts": dict(check.facts),
            }
            for check in checks
        ],
    }


def _run(target: CheckedSetup, name: str, title: Text, check: CheckFunction) -> Check:
    try:
        return check(target)
    except (OSError, ValueError, sqlite3.Error, subprocess.SubprocessError, RefereeError) as why:
        says = say("This could not be checked: {why}", why=reason(why))
        return Check(name, title, State.WARNING, says)
