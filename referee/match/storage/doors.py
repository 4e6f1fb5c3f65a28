"""The door of a match: by which code it is entered, which devices are there, and as what."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from referee.match.errors import SeqTaken


class Part(StrEnum):
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


class HostWay(StrEnum):
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
class Door:
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
    way: HostWay = HostWay.OPENED
    locked: bool = False
    guarded: bool = False
    token: str = ""

    @property
    def link(self) -> str:
        """Give what stands in links to the table."""
        return self.token or self.code


@dataclass(frozen=True, slots=True)
class Guest:
    """A device that has said what it is, since when, and when it was last `seen`.

    `word` names what it must still be told: that its seat was taken over, say.
    """

    part: Part
    since: str
    seen: str = ""
    word: str = ""


class Doors(Protocol):
    """Keeps how matches are entered, and which devices are there."""

    def hang_door(self, match: str, door: Door) -> Door:
        """Give a match its door, unless it has one, and give the one it has then.

        Raises `SeqTaken` where another match has this code, and `UnknownMatch`.
        """

    def change_door(self, match: str, door: Door, *, was: Door) -> None:
        """Change a door that is as it `was`; raises `SeqTaken` where it is not any more."""

    def door(self, match: str) -> Door | None:
        """Give the door of a match; None while it has none."""

    def match_behind(self, code: str) -> str | None:
        """Give the match whose door has this code."""

    def match_linked(self, token: str) -> str | None:
        """Give the match whose door has this token."""

    def admit(self, match: str, device: str, guest: Guest) -> None:
        """Keep what a device is, in place of what it was; raises `UnknownMatch`."""

    def dismiss(self, match: str, device: str) -> None:
        """Forget a device."""

    def see(self, match: str, device: str, at: str) -> None:
        """Keep when a device was last seen, if it has said what it is."""

    def guests(self, match: str) -> Mapping[str, Guest]:
        """Give the devices of a match, in the order in which they came."""

    def known_at(self, device: str) -> frozenset[str]:
        """Give the matches at which a device is something, or the host."""

    def private(self) -> frozenset[str]:
        """Give the matches that have a host, or are locked."""


class MemoryDoors:
    """Keeps them for as long as the process lives; safe to use from any thread.

    Whoever builds on it says which matches there are.
    """

    def __init__(self) -> None:
        """Begin with none."""
        super().__init__()
        self._at_the_door = threading.Lock()
        self._doors: dict[str, Door] = {}
        self._guests: dict[str, dict[str, Guest]] = {}

    def rows(self, match: str) -> object:
        """Raise `UnknownMatch` for a match that is not there."""
        raise NotImplementedError

    def hang_door(self, match: str, door: Door) -> Door:
        """Give a match its door, unless it has one, and give the one it has then.

        Raises `SeqTaken` where another match has this code, and `UnknownMatch`.
        """
        self.rows(match)
        with self._at_the_door:
            if match not in self._doors and self._behind(door.code) is not None:
                raise SeqTaken
            return self._doors.setdefault(match, door)

    def change_door(self, match: str, door: Door, *, was: Door) -> None:
        """Change a door that is as it `was`; raises `SeqTaken` where it is not any more."""
        with self._at_the_door:
            if self._doors.get(match) != was:
                raise SeqTaken
            self._doors[match] = door

    def door(self, match: str) -> Door | None:
        """Give the door of a match; None while it has none."""
        with self._at_the_door:
            return self._doors.get(match)

    def match_behind(self, code: str) -> str | None:
        """Give the match whose door has this code."""
        with self._at_the_door:
            return self._behind(code)

    def match_linked(self, token: str) -> str | None:
        """Give the match whose door has this token."""
        with self._at_the_door:
            found = (match for match, door in self._doors.items() if door.token == token != "")
            return next(found, None)

    def admit(self, match: str, device: str, guest: Guest) -> None:
        """Keep what a device is, in place of what it was; raises `UnknownMatch`."""
        self.rows(match)
        with self._at_the_door:
            self._guests.setdefault(match, {})[device] = guest

    def dismiss(self, match: str, device: str) -> None:
        """Forget a device."""
        with self._at_the_door:
            self._guests.get(match, {}).pop(device, None)

    def see(self, match: str, device: str, at: str) -> None:
        """Keep when a device was last seen, if it has said what it is."""
        with self._at_the_door:
            guests = self._guests.get(match, {})
            if device in guests:
                guests[device] = replace(guests[device], seen=at)

    def guests(self, match: str) -> Mapping[str, Guest]:
        """Give the devices of a match, in the order in which they came."""
        with self._at_the_door:
            found = self._guests.get(match, {}).items()
            return dict(sorted(found, key=lambda one: (one[1].since, one[0])))

    def known_at(self, device: str) -> frozenset[str]:
        """Give the matches at which a device is something, or the host."""
        with self._at_the_door:
            there = {
                match
                for match, guests in self._guests.items()
                if device in guests and guests[device].part is not Part.NONE
            }
            return frozenset(there | {m for m, door in self._doors.items() if door.host == device})

    def private(self) -> frozenset[str]:
        """Give the matches that have a host, or are locked."""
        with self._at_the_door:
            found = self._doors.items()
            return frozenset(match for match, door in found if door.host or door.locked)

    def forget_door(self, match: str) -> None:
        """Forget the door of a match, and its devices."""
        with self._at_the_door:
            self._doors.pop(match, None)
            self._guests.pop(match, None)

    def _behind(self, code: str) -> str | None:
        return next((match for match, door in self._doors.items() if door.code == code), None)
