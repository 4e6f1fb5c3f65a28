"""Tells a server what a camera sees, and keeps trying while the server is away."""

import base64
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from http.client import HTTPException
from ssl import SSLContext
from time import monotonic
from typing import TYPE_CHECKING, Any, Final
from urllib.error import HTTPError
from urllib.parse import quote

from referee.cli.server_client import Server
from referee.cli.trust import why_distrusted

if TYPE_CHECKING:
    from referee.table.sight.live import Granted
    from referee.table.sight.pictures import CapturedPicture

_AGAIN_S: Final = 1.0
"""Seconds between two tries, and between two questions for the moment of the match."""

_LATER: Final = frozenset({408, 409, 425, 429})
"""Answers that may be others in a while, as all from 500 on."""


_PUT_OFF_S: Final = 5.0
"""Seconds until a server that has said why it takes nothing now is told once more."""

_KEEPS_TRYING: Final = "This keeps trying."
_CAREFUL: Final = (
    "Its last starts ended too soon. Once it has run for a minute, start it anew: then it reads"
    " pictures again, and this goes on by itself."
)


class Unwelcome(Exception):
    """The server says no, and will say so again; the message is its sentence."""


class Reporter:
    """Sends what holds still to one match of a server; what could not be sent is kept."""

    def __init__(
        self,
        server: str,
        match: str,
        token: str,
        notice: Callable[[str], None],
        *,
        trust: SSLContext | None = None,
    ) -> None:
        """Find the door of the match; raises `ValueError` for an address that is none.

        By HTTPS the server's certificate is judged by `trust`.
        """
        self._server = Server(server, token, trust)
        self._door = f"/api/matches/{quote(match, safe='')}/sightings"
        self._notice = notice
        self._moment, self._asked, self._tried = 0, -_AGAIN_S, -_AGAIN_S
        self._away = False
        self._put_off, self._put_off_at = "", 0.0
        self._match, self._photo = match, False
        self._look: object = None
        self._said: tuple[str, ...] = ()
        self.waiting: CapturedPicture | None = None
        self.granted: Granted | None = None
        """What the camera gives, which the server shows where the camera is set up."""

    def moment(self) -> int:
        """Return the number of the last entry, as far as it is known."""
        if monotonic() - self._asked >= _AGAIN_S and self._may_try():
            self._asked = monotonic()
            self._ask(None)
        return self._moment

    def deliver(
        self, news: "CapturedPicture | None" = None, *, photo: bool = False
    ) -> Iterator[str]:
        """Send what is new, or what still waits; says what was entered, and what is asked.

        A `photo` is judged by itself, as one that somebody has taken on purpose.
        """
        if news is not None:
            self.waiting, self._photo = news, photo
        if self.waiting is None or not self._may_try() or self._is_put_off():
            return
        answer = self._ask(self.waiting)
        if answer is not None:
            taken, self.waiting = self.waiting, None
            if answer.get("look") != self._look:  # the same look again has entered nothing more
                self._look = answer.get("look")
                yield from answer.get("entered", ())
                yield from self._asked_of(answer, len(taken.scan.unread))

    def _asked_of(self, answer: dict[str, Any], unread: int) -> Iterator[str]:
        """Say what is left to people, where that is not what was said last."""
        said = [*_questions(answer), *(answer.get("remarks", ()) if self._photo else ())]
        if answer.get("asks"):
            look = quote(str(self._look), safe="")
            match = quote(self._match, safe="")
            said.append(f"Answer at {self._server.address}/matches/{match}/sightings/{look}")
        if unread and not self._photo:
            said.append(_unread(unread))
        fresh = tuple(line for line in said if "/sightings/" not in line)
        if fresh != self._said:
            yield from said
        self._said = fresh

    def _may_try(self) -> bool:
        return not self._away or monotonic() - self._tried >= _AGAIN_S

    def _is_put_off(self) -> bool:
        return bool(self._put_off) and monotonic() - self._put_off_at < _PUT_OFF_S

    def _ask(self, taken: "CapturedPicture | None") -> dict[str, Any] | None:
        """Ask or tell the server; None while it is away. Raises `Unwelcome`."""
        data = None if taken is None else _written(taken, self.granted)
        lobby = f"{self._door}?photo=yes" if taken is not None and self._photo else self._door
        self._tried = monotonic()
        try:
            told: dict[str, Any] = self._server.ask(lobby, data)
        except HTTPError as refusal:
            with refusal:
                self._refused(refusal, told=taken is not None)
            return None
        except (OSError, HTTPException, ValueError) as trouble:
            if why := why_distrusted(self._server.address, trouble):
                raise Unwelcome(why) from trouble
            self._missed()
            return None
        self._answered(told=taken is not None)
        self._moment = int(told.get("seq", self._moment))
        return told

    def _answered(self, *, told: bool) -> None:
        if self._away:
            self._away = False
            self._notice(f"{self._server.address} answers again.")
        if told and self._put_off:
            self._put_off = ""
            self._notice(f"{self._server.address} takes pictures again.")

    def _refused(self, refusal: HTTPError, *, told: bool) -> None:
        """Put off what was told, say that it is away, or raise `Unwelcome`: by what it answers."""
        if refusal.code not in _LATER and refusal.code < 500:  # noqa: PLR2004 - its own fault
            raise Unwelcome(refusal_of(refusal))
        problem, says = _said_by(refusal)
        if not (told and says):
            self._missed()
            return
        self._put_off_at = monotonic()
        if says != self._put_off:
            self._put_off = says
            self._notice(f"{says} {_CAREFUL if problem == 'careful' else _KEEPS_TRYING}")

    def _missed(self) -> None:
        if not self._away:
            self._away = True
            self._notice(f"{self._server.address} does not answer. {_KEEPS_TRYING}")


def _questions(answer: dict[str, Any]) -> Iterator[str]:
    for idea in answer.get("proposals", ()):
        yield f"Is this right? {idea['says']}"
    for group in answer.get("doubts", ()):
        yield f"Which is right? {' / '.join(idea['says'] for idea in group)}"
    for card in answer.get("seen", ()):
        if card.get("kind") == "unclear":
            yield f"Whose card is this? {card.get('name')}"


def _unread(count: int) -> str:
    if count == 1:
        return "Something is here that cannot be read. Turn it to the light."
    return f"{count} things are here that cannot be read. Turn them to the light."


def _written(taken: "CapturedPicture", granted: "Granted | None") -> bytes:
    from referee.table.sight.pictures import as_json  # noqa: PLC0415 - known by whoever has seen anything

    picture = base64.b64encode(taken.picture).decode()
    told = {**as_json(taken.scan), "jpeg": picture}
    if granted is not None:
        told["granted"] = asdict(granted)
    return json.dumps(told).encode()


def refusal_of(refusal: HTTPError) -> str:
    """Return the sentence by which a server says no."""
    says = _said_by(refusal)[1]
    return says or f"The server does not take this (it answers {refusal.code})."


def _said_by(refusal: HTTPError) -> tuple[str, str]:
    """Return what kind of problem a server has with it, and its sentence."""
    try:
        told = json.load(refusal)
        return str(told.get("problem", "")), str(told["says"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return "", ""
