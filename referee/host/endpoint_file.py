"""Where the referee of a folder of matches listens, as it has left word of when it started.

The port is an option of the start, so whoever looks after the machine could else only guess it.
"""

import http.client
import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from referee.match.storage.durable import write

NAME: Final = "running.json"
_PATIENCE_S: Final = 3.0


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A referee that runs: where it listens, and at which port it speaks HTTPS; 0 is at none.

    Its start may have been a `careful` one.
    """

    host: str
    port: int
    https_port: int = 0
    careful: bool = False

    def leave_word(self, folder: Path) -> None:
        """Leave word of it beside the matches."""
        with suppress(OSError):  # a disk that is full or read-only is no reason not to start
            write(folder / NAME, json.dumps(asdict(self)).encode())

    def take_away(self, folder: Path) -> None:
        """Take the word away, unless another one has left its own since."""
        if _told(folder) == self:
            with suppress(OSError):
                (folder / NAME).unlink(missing_ok=True)

    def answers(self) -> bool:
        """Return whether it is a referee that answers there."""
        host = "127.0.0.1" if self.host in {"0.0.0.0", "::", ""} else self.host  # noqa: S104
        asked = http.client.HTTPConnection(host, self.port, timeout=_PATIENCE_S)
        try:
            asked.request("GET", "/healthz")
            return asked.getresponse().read(100) == b"ok\n"
        except (OSError, http.client.HTTPException):
            return False
        finally:
            asked.close()


def running_on(folder: Path) -> Endpoint | None:
    """Return the referee that runs on these matches; one that was killed has left its word, too."""
    told = _told(folder)
    return told if told is not None and told.answers() else None


def _told(folder: Path) -> Endpoint | None:
    try:
        found = json.loads((folder / NAME).read_bytes())
        where = str(found["host"]), int(found["port"]), int(found["https_port"])
        return Endpoint(*where, careful=found.get("careful") is True)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
