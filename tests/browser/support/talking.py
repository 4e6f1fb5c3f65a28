"""A program at a match: it asks and enters over one connection, and knows when no answer came."""

import http.client
import json
from dataclasses import dataclass, field
from typing import Any, Final

PATIENCE_S: Final = 20

TABLE: Final = "game war-of-waves\nseats Ann, Bo\n"
"""A match at which `numbered` entries can be made."""


def numbered(number: int) -> str:
    """Write an entry that can be made at `TABLE` at any time, and is like no other."""
    return f'overrule copies card=war-2 count={1 + number % 9} why="Number {number}"'


class NoAnswer(Exception):
    """The server was gone before it had answered; whether it took what was sent is not known."""


@dataclass
class Program:
    """Speaks with the server behind a port about one match, as programs do: in JSON."""

    port: int
    address: str
    line: http.client.HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)

    @property
    def match(self) -> str:
        return self.address.rpartition("/")[2]

    def look(self) -> dict[str, Any]:
        """Ask how the match stands."""
        status, found = self._ask("GET", self.address)
        assert status == http.HTTPStatus.OK, found
        return found

    def enter(self, action: str, expected: int, key: str = "") -> tuple[int, dict[str, Any]]:
        """Enter something that is meant for a moment; gives the status and what is answered."""
        sent = {"action": action, "expected": expected, **({"key": key} if key else {})}
        return self._ask("POST", f"{self.address}/act", json.dumps(sent))

    def undo(self, expected: int) -> tuple[int, dict[str, Any]]:
        """Take back the latest entry."""
        return self._ask("POST", f"{self.address}/undo", json.dumps({"expected": expected}))

    def close(self) -> None:
        """Hang up."""
        self.line.close()

    def _ask(self, method: str, path: str, body: str | None = None) -> tuple[int, dict[str, Any]]:
        kinds = {"Accept": "application/json", "Content-Type": "application/json"}
        try:
            self.line.request(method, path, body, kinds)
            answer = self.line.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException) as error:
            self.line.close()  # the next question makes a new connection
            raise NoAnswer from error
