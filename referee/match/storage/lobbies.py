"""The door of a match: by which code it is entered, which devices are there, and as what."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class DeviceRole(StrEnum):
    """What a device is at a table."""

    TABLE = "table"
    """A tablet of the table, which enters for anybody."""
    SEAT = "seat"
    """The own phone of one person, which enters for that person."""
    TELEVISION = "television"
    """Shows the table to everybody, and never enters anything."""
    SPECTATOR = "spectator"
    """Only watches."""
    NONE = "none"
    """Was there and is not any more: it is asked anew what it is."""


class HostOrigin(StrEnum):
    """How a device became the host of a match."""

    OPENED = "opened"
    """It opened the match."""
    CLAIMED = "claimed"
    """There was none, and it said that it is the table's."""
    GIVEN = "given"
    """The host before it passed this on."""
    TAKEN = "taken"
    """The host before it was not seen any more."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """How a match is entered.

    `code` is what is typed to join, and `token` stands in symbols and links instead, too long for
    anybody to guess. `host` is the device that enters for anybody and looks after the
    others, `since` when and `way` how it became that; both are empty without one. While a match is
    `locked`, no new device is let in; while it is `guarded`, whoever enters something must have
    come by the code.
    """

    code: str
    host: str = ""
    since: str = ""
    way: HostOrigin = HostOrigin.OPENED
    locked: bool = False
    guarded: bool = False
    token: str = ""

    @property
    def link(self) -> str:
        """Return what stands in links to the table."""
        return self.token or self.code


@dataclass(frozen=True, slots=True)
class Device:
    """A device that has said what it is, since when, and when it was last `seen`.

    `word` names what it must still be told: that its seat was taken over, say.
    """

    role: DeviceRole
    since: str
    seen: str = ""
    pending_notice: str = ""


class LobbyStore(Protocol):
    """Keeps how matches are entered, and which devices are there."""

    def create_lobby(self, match: str, lobby: Lobby) -> Lobby:
        """Create the lobby of a match, unless it has one, and return the one it has then.

        Raises `SeqTaken` where another match has this code, and `UnknownMatch`.
        """

    def change_lobby(self, match: str, lobby: Lobby, *, was: Lobby) -> None:
        """Change a door that is as it `was`; raises `SeqTaken` where it is not any more."""

    def lobby(self, match: str) -> Lobby | None:
        """Return the door of a match; None while it has none."""

    def match_by_code(self, code: str) -> str | None:
        """Return the match whose door has this code."""

    def match_by_token(self, token: str) -> str | None:
        """Return the match whose door has this token."""

    def admit(self, match: str, device: str, guest: Device) -> None:
        """Keep what a device is, in place of what it was; raises `UnknownMatch`."""

    def dismiss(self, match: str, device: str) -> None:
        """Forget a device."""

    def see(self, match: str, device: str, at: str) -> None:
        """Keep when a device was last seen, if it has said what it is."""

    def guests(self, match: str) -> Mapping[str, Device]:
        """Return the devices of a match, in the order in which they came."""

    def known_at(self, device: str) -> frozenset[str]:
        """Return the matches at which a device is something, or the host."""

    def private(self) -> frozenset[str]:
        """Return the matches that have a host, or are locked."""
