"""Asks a program of the system something, without holding up whoever shares the loop.

Never from a thread beside the loop: gevent closes pipes there only when a loop runs, and whoever
waits for the end of a pipe waits for ever.
"""

import shutil
import subprocess
from typing import Final

from gevent import monkey
from gevent import subprocess as cooperative

_PATIENCE_S: Final = 10.0


def ask(*words: str) -> str | None:
    """Return what a program says; None where there is none, or it does not say."""
    program = shutil.which(words[0])
    if program is None:
        return None
    run = cooperative.run if monkey.is_module_patched("threading") else subprocess.run
    try:
        found = run(
            [program, *words[1:]],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_PATIENCE_S,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    said = str(found.stdout).strip()
    return said if found.returncode == 0 and said else None
