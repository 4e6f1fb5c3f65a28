"""Reports pictures of a camera to a server, and retries while the server does not answer."""

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

_RETRY_S: Final = 1.0
"""Seconds between two attempts, and between two requests for the current `seq`."""

_TEMPORARY: Final = frozenset({408, 409, 425, 429})
"""Statuses that are worth a retry, besides those from 500 on."""

_DEFERRED_S: Final = 5.0
"""Seconds before a picture is sent again to a server that takes none at the moment."""

_KEEPS_TRYING: Final = "Trying again."
_SAFE_MODE: Final = (
    "Its last starts ended too soon. Restart it when it has run for a minute; then it reads"
    " pictures again and the camera continues by itself."
)


class Rejected(Exception):
    """The server refuses permanently; the message is its sentence."""


class Reporter:
    """Sends pictures to one match of a server; `waiting` is a picture that is not sent yet."""

    def __init__(
        self,
        server: str,
        match: str,
        token: str,
        notice: Callable[[str], None],
        *,
        trust: SSLContext | None = None,
    ) -> None:
        """Report to a match; `notice` prints warnings, `trust` verifies an HTTPS certificate.

        Raises `ValueError` for an invalid address.
        """
        self._server = Server(server, token, trust)
        self._path = f"/api/matches/{quote(match, safe='')}/sightings"
        self._notice = notice
        self._seq, self._asked_at, self._tried_at = 0, -_RETRY_S, -_RETRY_S
        self._is_away = False
        self._deferred, self._deferred_at = "", 0.0
        self._match, self._photo = match, False
        self._look: object = None
        self._printed: tuple[str, ...] = ()
        self.waiting: CapturedPicture | None = None
        self.granted: Granted | None = None
        """Resolution and focus of the camera, which the server shows on the camera page."""

    def seq(self) -> int:
        """Return the `seq` of the last entry, as last reported by the server."""
        if monotonic() - self._asked_at >= _RETRY_S and self._may_try():
            self._asked_at = monotonic()
            self._request(None)
        return self._seq

    def deliver(
        self, news: "CapturedPicture | None" = None, *, photo: bool = False
    ) -> Iterator[str]:
        """Send a new picture, or the waiting one; yield what was entered and what is asked.

        A `photo` is interpreted by itself, like one taken on purpose. Raises `Rejected`.
        """
        if news is not None:
            self.waiting, self._photo = news, photo
        if self.waiting is None or not self._may_try() or self._is_deferred():
            return
        response = self._request(self.waiting)
        if response is not None:
            sent, self.waiting = self.waiting, None
            if response.get("look") != self._look:  # the same look again has entered nothing more
                self._look = response.get("look")
                yield from response.get("entered", ())
                yield from self._asked_in(response, len(sent.scan.unread))

    def _asked_in(self, response: dict[str, Any], unread: int) -> Iterator[str]:
        """Yield the questions to people, unless they are the same as last time."""
        lines = [*_questions(response), *(response.get("remarks", ()) if self._photo else ())]
        if response.get("asks"):
            look = quote(str(self._look), safe="")
            match = quote(self._match, safe="")
            lines.append(f"Answer at {self._server.address}/matches/{match}/sightings/{look}")
        if unread and not self._photo:
            lines.append(_unread(unread))
        compared = tuple(line for line in lines if "/sightings/" not in line)
        if compared != self._printed:
            yield from lines
        self._printed = compared

    def _may_try(self) -> bool:
        return not self._is_away or monotonic() - self._tried_at >= _RETRY_S

    def _is_deferred(self) -> bool:
        return bool(self._deferred) and monotonic() - self._deferred_at < _DEFERRED_S

    def _request(self, picture: "CapturedPicture | None") -> dict[str, Any] | None:
        """Send a picture, or ask for the current `seq`; None if there is no usable response."""
        data = None if picture is None else _encoded(picture, self.granted)
        path = f"{self._path}?photo=yes" if picture is not None and self._photo else self._path
        self._tried_at = monotonic()
        try:
            response: dict[str, Any] = self._server.request(path, data)
        except HTTPError as refusal:
            with refusal:
                self._handle_refusal(refusal, is_picture=picture is not None)
            return None
        except (OSError, HTTPException, ValueError) as trouble:
            if why := why_distrusted(self._server.address, trouble):
                raise Rejected(why) from trouble
            self._set_away()
            return None
        self._set_present(is_picture=picture is not None)
        self._seq = int(response.get("seq", self._seq))
        return response

    def _set_present(self, *, is_picture: bool) -> None:
        if self._is_away:
            self._is_away = False
            self._notice(f"{self._server.address} answers again.")
        if is_picture and self._deferred:
            self._deferred = ""
            self._notice(f"{self._server.address} takes pictures again.")

    def _handle_refusal(self, refusal: HTTPError, *, is_picture: bool) -> None:
        """Defer the picture or note that the server is away; raises `Rejected` if permanent."""
        if refusal.code not in _TEMPORARY and refusal.code < 500:  # noqa: PLR2004 - server errors
            raise Rejected(refusal_of(refusal))
        problem, says = _problem_in(refusal)
        if not (is_picture and says):
            self._set_away()
            return
        self._deferred_at = monotonic()
        if says != self._deferred:
            self._deferred = says
            self._notice(f"{says} {_SAFE_MODE if problem == 'careful' else _KEEPS_TRYING}")

    def _set_away(self) -> None:
        if not self._is_away:
            self._is_away = True
            self._notice(f"{self._server.address} does not answer. {_KEEPS_TRYING}")


def _questions(response: dict[str, Any]) -> Iterator[str]:
    for idea in response.get("proposals", ()):
        yield f"Is this right? {idea['says']}"
    for group in response.get("doubts", ()):
        yield f"Which is right? {' / '.join(idea['says'] for idea in group)}"
    for card in response.get("seen", ()):
        if card.get("kind") == "unclear":
            yield f"Whose card is this? {card.get('name')}"


def _unread(count: int) -> str:
    if count == 1:
        return "One code cannot be read. Turn it towards the light."
    return f"{count} codes cannot be read. Turn them towards the light."


def _encoded(picture: "CapturedPicture", granted: "Granted | None") -> bytes:
    from referee.table.sight.pictures import as_json  # noqa: PLC0415 - already imported

    jpeg = base64.b64encode(picture.picture).decode()
    record = {**as_json(picture.scan), "jpeg": jpeg}
    if granted is not None:
        record["granted"] = asdict(granted)
    return json.dumps(record).encode()


def refusal_of(refusal: HTTPError) -> str:
    """Return the sentence of a server's refusal, or one with its status."""
    says = _problem_in(refusal)[1]
    return says or f"The server does not accept this (status {refusal.code})."


def _problem_in(refusal: HTTPError) -> tuple[str, str]:
    """Return the kind of a problem and its sentence; both empty without a JSON body."""
    try:
        record = json.load(refusal)
        return str(record.get("problem", "")), str(record["says"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return "", ""
