"""Devices and the seats that they hold: the hidden cards of a seat are sent to its device only.

A device is identified by a signed cookie, which is set by the first page on which it can get a role
and becomes final with its first POST. It belongs to one person, or is handed from person to person.
"""

import secrets
import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import wraps
from hashlib import blake2b
from typing import Any, Concatenate, Final, ParamSpec, Protocol, TypeVar

from flask import Flask, request, session

from referee.core import RefereeError, Seat, display_names, say
from referee.host.settings import Settings
from referee.match import Hold, HoldChange, Match, SeqTaken, Store, Visit
from referee.match.storage.store import SIGNING_KEY

_DEVICE: Final = "device"

_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")


def _about(match: Match, seat: Seat) -> dict[str, object]:
    return {"what": match.game.hidden.many, "name": display_names(match.setup.names)[seat]}


class HeldElsewhere(RefereeError):
    """Another device holds the seat."""

    def __init__(self, match: Match, seat: Seat) -> None:
        """Say where they are."""
        super().__init__(say("{name}’s {what} are on another screen.", **_about(match, seat)))


class NotHeldHere(RefereeError):
    """A note of a seat that this device does not hold."""

    def __init__(self, match: Match, seat: Seat) -> None:
        """Say who can tell that, and where."""
        super().__init__(
            say(
                "Only {name} can enter that, on the screen where {name}’s {what} are open.",
                **_about(match, seat),
            )
        )


class SharedDevice(RefereeError):
    """A device that holds other seats too and so cannot be the own phone of one seat."""

    def __init__(self, match: Match, seat: Seat) -> None:
        """Say what helps."""
        super().__init__(
            say(
                "Other players’ {what} are open on this screen too, so it cannot be {name}’s "
                "own phone. Release them first.",
                **_about(match, seat),
            )
        )


class OwnPhone(RefereeError):
    """The own phone of another seat; it opens no hidden cards of others."""

    def __init__(self, match: Match, seat: Seat, *, own: Seat) -> None:
        """Say whose phone it is, and where the cards are opened instead."""
        super().__init__(
            say(
                "This is {own}’s phone. {name} can open {name}’s {what} on the table’s tablet "
                "or on another phone.",
                own=display_names(match.setup.names)[own],
                **_about(match, seat),
            )
        )


class Locked(Protocol):
    """What is changed by one request at a time."""

    @property
    def lock(self) -> AbstractContextManager[Any]:
        """Return the lock for its changes."""


_Locked = TypeVar("_Locked", bound=Locked)


def changes(
    method: Callable[Concatenate[_Locked, _Given], _Answer],
) -> Callable[Concatenate[_Locked, _Given], _Answer]:
    """Return a method that runs under the lock of its object."""

    @wraps(method)
    def called(one: _Locked, /, *given: _Given.args, **more: _Given.kwargs) -> _Answer:
        with one.lock:
            return method(one, *given, **more)

    return called


@dataclass(frozen=True, slots=True)
class Holders:
    """Which device holds which seat, as stored."""

    store: Store
    lock: AbstractContextManager[Any] = field(
        default_factory=threading.RLock, repr=False, compare=False
    )

    def of(self, match: str) -> Mapping[Seat, Hold]:
        """Return who holds which seats of a match."""
        return self.store.holds(match)

    def held_by(self, match: str, device: str) -> Mapping[Seat, Hold]:
        """Return the seats that a device holds."""
        held = self.of(match) if device else {}
        return {seat: hold for seat, hold in held.items() if hold.device == device}

    def own_seat(self, match: str, device: str) -> Seat | None:
        """Return the one seat whose table a device may show at any time, if it holds just that."""
        return own_seat_among(self.held_by(match, device))

    @changes
    def open(self, match: Match, seat: Seat) -> None:
        """Let this device hold a seat, as it goes from hand to hand.

        Raises `OwnPhone` on another person's phone, and `HeldElsewhere`.
        """
        held = self.held_by(match.id, this_device())
        for other in (one for one, hold in held.items() if hold.own and one != seat):
            raise OwnPhone(match, seat, own=other)
        if seat not in held:
            self._hold(match, seat, own=False)
        self._tell(match, seat, HoldChange.OPENED)

    @changes
    def own(self, match: Match, seat: Seat) -> None:
        """Let this device hold a seat as that person's own.

        Raises `SharedDevice` and `HeldElsewhere`.
        """
        if self.held_by(match.id, this_device()).keys() - {seat}:
            raise SharedDevice(match, seat)
        is_new = self.own_seat(match.id, this_device()) != seat
        self._hold(match, seat, own=True)
        if is_new:
            self._tell(match, seat, HoldChange.OWNED)

    @changes
    def narrow(self, match: Match, seat: Seat) -> None:
        """Let an own phone on which other seats are open too keep this seat at most.

        No phone comes to that any more, but one may be so since an earlier version.
        """
        held = self.held_by(match.id, this_device())
        if any(hold.own for hold in held.values()):
            for other in held.keys() - {seat}:
                self.release(match, other)

    @changes
    def release(self, match: Match, seat: Seat) -> None:
        """Release a seat, whichever device holds it."""
        holds = self.of(match.id)
        if seat in holds:
            here = holds[seat].device == this_device()
            self.store.release(match.id, seat)
            self._tell(match, seat, HoldChange.LET_GO if here else HoldChange.TAKEN)

    def visits(self, match: Match, seat: Seat | None = None) -> tuple[Visit, ...]:
        """Return who opened hidden cards in a match, or those of one seat, the latest first."""
        found = self.store.visits(match.id)
        return tuple(visit for visit in found if seat in (None, visit.seat))

    def informed_up_to(self, match: Match, seat: Seat | None) -> int:
        """Return the number up to which a seat knows which of its cards were seen."""
        return 0 if seat is None else self.store.informed_up_to(match.id, seat)

    @changes
    def set_informed(self, match: Match, seat: Seat, number: int) -> None:
        """Take down that a seat knows which of its cards were seen until then."""
        self.store.set_informed(match.id, seat, max(number, self.informed_up_to(match, seat)))

    def _tell(self, match: Match, seat: Seat, way: HoldChange) -> None:
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        self.store.visit(match.id, Visit(seat, way, at, introduce()))

    def _hold(self, match: Match, seat: Seat, *, own: bool) -> None:
        device = introduce()
        try:
            self.store.hold(match.id, seat, Hold(device, own))
        except SeqTaken:
            raise HeldElsewhere(match, seat) from None


def own_seat_among(held: Mapping[Seat, Hold]) -> Seat | None:
    """Return the own seat of a device that holds these, if it holds just that."""
    return next((seat for seat, hold in held.items() if hold.own and len(held) == 1), None)


def recognise(app: Flask, store: Store, settings: Settings) -> None:
    """Sign cookies with a key that is created once and stored, so they survive a restart."""
    if store.kept(SIGNING_KEY) is None:  # of two processes, one creates it
        store.change(SIGNING_KEY, secrets.token_urlsafe(32), was=None)
    app.secret_key = store.kept(SIGNING_KEY)
    app.config["SESSION_COOKIE_NAME"] = f"referee-{_name(store, settings)}"
    app.config["SESSION_COOKIE_HTTPONLY"] = True
    app.config["SESSION_COOKIE_SAMESITE"] = "Lax"
    app.config["SESSION_REFRESH_EACH_REQUEST"] = False


def _name(store: Store, settings: Settings) -> str:
    """Return what tells cookies apart: a browser sends all of them to all ports of a host.

    Processes that share a store share their cookies, whatever their ports.
    """
    if not store.is_shared:
        return str(settings.port)
    return blake2b(str(store.kept(SIGNING_KEY)).encode(), digest_size=4).hexdigest()


def introduce() -> str:
    """Return the id of the requesting device; sets its cookie if it has none."""
    if not this_device():
        session[_DEVICE] = secrets.token_urlsafe(16)
        session.permanent = True
    return this_device()


def asking_device() -> str:
    """Return what the log calls the device that asks: as it is known here, else by its address."""
    return this_device() or request.remote_addr or ""


def this_device() -> str:
    """Return the id of the requesting device, or an empty string if it has no cookie."""
    return str(session.get(_DEVICE, ""))
