"""Looks at everything that a table depends on, and says for each what to do.

Nothing is changed by it. A look that fails says so itself and takes no other with it.
"""

import sqlite3
import subprocess
from typing import Final

from referee.core import RefereeError, Text, say
from referee.host.checks import Check, CheckedSetup, Look, State
from referee.match.storage.error_texts import reason

_ASKING: Final = frozenset({"power", "clock", "cameras"})
"""These ask programs of the system, which is not done from a thread; the others take long."""


def examine(patient: CheckedSetup) -> tuple[Check, ...]:
    """Look at everything, what matters most first."""
    # Loaded by whoever looks: a server that nobody asks does without all of it.
    from referee.host import checkup_kept, checkup_machine, checkup_reach  # noqa: PLC0415

    looks: tuple[tuple[str, Text, Look], ...] = (
        *checkup_kept.LOOKS,
        *checkup_machine.LOOKS,
        *checkup_reach.LOOKS,
    )
    return tuple(
        _looked(patient, *look) if look[0] in _ASKING else patient.run(_looked, patient, *look)
        for look in looks
    )


def as_record(checks: tuple[Check, ...]) -> dict[str, object]:
    """Return what was found as programs read it."""
    return {
        "good": not any(check.state is State.MEND for check in checks),
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


def _looked(patient: CheckedSetup, name: str, title: Text, look: Look) -> Check:
    try:
        found = look(patient)
    except (OSError, ValueError, sqlite3.Error, subprocess.SubprocessError, RefereeError) as why:
        says = say("This could not be looked at: {why}", why=reason(why))
        return Check(name, title, State.LOOK, says)
    return found
