"""Endpoint file: where the running referee of a data folder listens.

The port is an option of `referee serve`, so other commands cannot know it otherwise.
"""

import http.client
import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.match.storage.durable import write

NAME: Final = "running.json"
_TIMEOUT_S: Final = 3.0


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a referee listens; `https_port` is 0 without HTTPS."""

    host: str
    port: int
    https_port: int = 0
    safe_mode: bool = False

    def save(self, folder: Path) -> None:
        """Write the endpoint file into the data folder; does nothing if the disk refuses."""
        record = {
            "host": self.host,
            "port": self.port,
            "https_port": self.https_port,
            "careful": self.safe_mode,
        }
        with suppress(OSError):
            write(folder / NAME, json.dumps(record).encode())

    def remove(self, folder: Path) -> None:
        """Remove the endpoint file, unless another server has replaced it."""
        if _read(folder) == self:
            with suppress(OSError):
                (folder / NAME).unlink(missing_ok=True)

    def answers(self) -> bool:
        """Return whether a referee answers at this endpoint."""
        host = "127.0.0.1" if self.host in {"0.0.0.0", "::", ""} else self.host  # noqa: S104
        connection = http.client.HTTPConnection(host, self.port, timeout=_TIMEOUT_S)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().read(100) == b"ok\n"
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


def running_endpoint(folder: Path) -> Endpoint | None:
    """Return where the referee of a data folder answers; None if none does."""
    endpoint = _read(folder)  # a killed server leaves its file behind
    return endpoint if endpoint is not None and endpoint.answers() else None


def _read(folder: Path) -> Endpoint | None:
    try:
        found = json.loads((folder / NAME).read_bytes())
        where = str(found["host"]), int(found["port"]), int(found["https_port"])
        return Endpoint(*where, safe_mode=found.get("careful") is True)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
