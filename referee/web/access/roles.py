"""The role of one device at one match: what it sees there, and what it may enter."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, TypeAlias

from flask import url_for

from referee.core import TABLE, Action, Seat, UnknownNotation
from referee.match import DERIVED, DeviceRole, Lobby, Match, Moment, Played, Row
from referee.match.log import root

VIEWERS: Final = (DeviceRole.TELEVISION, DeviceRole.SPECTATOR)

WISH: Final = "wish"
"""The word of a device that would like to be another tablet of the table, as long as it waits."""

LET_IN: Final = "let-in"
"""The word of a device that the host has let be a tablet of the table."""

TURNED_DOWN: Final = "turned-down"
"""The word of a device to which the host has said no."""


@dataclass(frozen=True, slots=True)
class Membership:
    """The role of one device at one match; `part` is None if it has chosen none."""

    device: str
    lobby: Lobby | None = None
    role: DeviceRole | None = None
    seat: Seat | None = None
    holds: bool = False
    pending_notice: str = ""

    @property
    def has_host(self) -> bool:
        """Return whether the match has a host, which enters for those without a phone."""
        return self.lobby is not None and self.lobby.host != ""

    @property
    def is_host(self) -> bool:
        """Return whether this device is the host."""
        return self.lobby is not None and self.device != "" and self.lobby.host == self.device

    @property
    def is_known(self) -> bool:
        """Return whether it belongs to the match, also while that is locked."""
        return self.is_host or self.holds or self.role not in {None, DeviceRole.NONE}

    @property
    def is_let_in(self) -> bool:
        """Return whether it may see the match."""
        return self.is_known or self.lobby is None or not self.lobby.locked

    @property
    def is_onlooker(self) -> bool:
        """Return whether it is a television or a spectator."""
        return not self.is_host and self.role in VIEWERS

    @property
    def needs_code(self) -> bool:
        """Return whether it must join with the code before it may enter anything."""
        is_guarded = self.lobby is not None and self.lobby.guarded
        return is_guarded and not self.is_host and self.role in {None, DeviceRole.NONE}

    @property
    def must_say_who(self) -> bool:
        """Return whether it must choose a role first, as it must at a match with a host."""
        return self.has_host and not self.is_host and self.role is None

    @property
    def wishes(self) -> bool:
        """Return whether it waits for the host to accept it as a tablet."""
        return self.pending_notice == WISH and self.has_host and not self.is_host

    @property
    def is_bound(self) -> bool:
        """Return whether it enters for its own seat only."""
        return self.role is DeviceRole.SEAT and self.has_host and not self.is_host

    @property
    def acts_for_all(self) -> bool:
        """Return whether it may enter for every seat."""
        stays_out = self.role in {*VIEWERS, DeviceRole.NONE} or self.must_say_who or self.needs_code
        return self.is_host or (not stays_out and not self.is_bound and self.is_let_in)

    @property
    def may_follow(self) -> bool:
        """Return whether it may replace a silent host."""
        return (
            self.role in {DeviceRole.TABLE, DeviceRole.SEAT} and self.has_host and not self.is_host
        )

    @property
    def may_forget(self) -> bool:
        """Return whether it may delete the match."""
        return self.is_host or (self.acts_for_all and not self.has_host)

    @property
    def sees_code(self) -> bool:
        """Return whether it is shown the join code."""
        return self.is_let_in and not self.needs_code


Mark: TypeAlias = tuple[DeviceRole | None, Seat | None, bool, bool, bool, int]
"""What of a standing a screen depends on; the host's also on how many wait for its word."""


def sign_of(mark: Mark) -> str:
    """Return a short hash of a mark, for an address."""
    return blake2b(repr(mark).encode(), digest_size=6).hexdigest()


def address_for(match: Match, membership: Membership) -> str:
    """Return the address of the screen that belongs to a role."""
    if membership.is_host:
        return url_for("matches.show", match_id=match.id)
    if membership.seat is not None:
        return url_for("seats.show", match_id=match.id, seat=membership.seat)
    return url_for(
        {
            DeviceRole.TELEVISION: "matches.television",
            DeviceRole.SPECTATOR: "matches.watch",
            DeviceRole.NONE: "join.again",
        }.get(membership.role or DeviceRole.TABLE, "matches.show"),
        match_id=match.id,
    )


def is_for_another(now: Moment, action: Action, seat: Seat) -> bool:
    """Return whether an entry belongs to another seat than this one."""
    whose = now.game.actor(now.state, action)
    return whose != seat and whose in range(len(now.setup.names))


def may_take_back(match: Match, seat: Seat) -> bool:
    """Return whether the latest entry is a seat's own, or everybody's."""
    target = match.undo_target(seat)
    return target is not None and _is_of(match.now, target.seq, seat)


def may_put_back(match: Match, seat: Seat) -> bool:
    """Return whether what was taken back last is a seat's own, or everybody's."""
    target = match.redo_target(seat)
    return target is not None and _is_of(match.now, target.seq, seat)


def _is_of(now: Moment, seq: int, seat: Seat) -> bool:
    row = root(now.rows, now.rows[seq])
    with_it = (one for one in now.rows[row.act :] if one.act == row.act)
    together = (one for one in with_it if one.source not in DERIVED)
    return all(_whose(now, one) in {seat, TABLE} for one in together)


def _whose(now: Moment, row: Row) -> Seat | None:
    if not isinstance(row.entry, Played):
        return None
    before = next((step.before for step in now.steps if step.seq == row.seq), now.state)
    try:
        return now.game.actor(before, now.game.parse(row.entry.text))
    except UnknownNotation:
        return None
