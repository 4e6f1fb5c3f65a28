"""The role of one device at one match: what it sees there, and what it may enter."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, TypeAlias

from flask import url_for

from referee.core import TABLE, Action, Seat, UnknownNotation
from referee.match import NOTE, Door, Match, Moment, Part, Played, Row
from referee.match.log import root

ONLOOKERS: Final = (Part.TELEVISION, Part.SPECTATOR)

WISH: Final = "wish"
"""The word of a device that would like to be another tablet of the table, as long as it waits."""

LET_IN: Final = "let-in"
"""The word of a device that the host has let be a tablet of the table."""

TURNED_DOWN: Final = "turned-down"
"""The word of a device to which the host has said no."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What one device is at one match; `part` is None where it has not said so."""

    device: str
    door: Door | None = None
    part: Part | None = None
    seat: Seat | None = None
    holds: bool = False
    word: str = ""

    @property
    def has_host(self) -> bool:
        """Tell whether a device of the table enters for those who have none."""
        return self.door is not None and self.door.host != ""

    @property
    def is_host(self) -> bool:
        """Tell whether this is that device."""
        return self.door is not None and self.device != "" and self.door.host == self.device

    @property
    def is_known(self) -> bool:
        """Tell whether it belongs to the table, also where the table is locked."""
        return self.is_host or self.holds or self.part not in {None, Part.NONE}

    @property
    def is_let_in(self) -> bool:
        """Tell whether it may see the match."""
        return self.is_known or self.door is None or not self.door.locked

    @property
    def is_onlooker(self) -> bool:
        """Tell whether it only shows the table."""
        return not self.is_host and self.part in ONLOOKERS

    @property
    def needs_code(self) -> bool:
        """Tell whether it must bring the code before it may enter anything."""
        is_guarded = self.door is not None and self.door.guarded
        return is_guarded and not self.is_host and self.part in {None, Part.NONE}

    @property
    def must_say_who(self) -> bool:
        """Tell whether it must say who it is first: a host knows who enters something."""
        return self.has_host and not self.is_host and self.part is None

    @property
    def wishes(self) -> bool:
        """Tell whether it waits for the host to let it be another tablet of the table."""
        return self.word == WISH and self.has_host and not self.is_host

    @property
    def is_bound(self) -> bool:
        """Tell whether it enters for its own seat only."""
        return self.part is Part.SEAT and self.has_host and not self.is_host

    @property
    def acts_for_all(self) -> bool:
        """Tell whether it may enter for anybody."""
        stays_out = self.part in {*ONLOOKERS, Part.NONE} or self.must_say_who or self.needs_code
        return self.is_host or (not stays_out and not self.is_bound and self.is_let_in)

    @property
    def may_follow(self) -> bool:
        """Tell whether it belongs to the table closely enough to follow a host that is lost."""
        return self.part in {Part.TABLE, Part.SEAT} and self.has_host and not self.is_host

    @property
    def may_forget(self) -> bool:
        """Tell whether it may forget the match for good."""
        return self.is_host or (self.acts_for_all and not self.has_host)

    @property
    def sees_code(self) -> bool:
        """Tell whether it is shown by which code the table is joined."""
        return self.is_let_in and not self.needs_code


Mark: TypeAlias = tuple[Part | None, Seat | None, bool, bool, bool, int]
"""What of a standing a screen depends on; the host's also on how many wait for its word."""


def sign_of(mark: Mark) -> str:
    """Give what tells two marks apart, for an address."""
    return blake2b(repr(mark).encode(), digest_size=6).hexdigest()


def address_for(match: Match, standing: Standing) -> str:
    """Give the page on which a device is at home."""
    if standing.is_host:
        return url_for("matches.show", match_id=match.id)
    if standing.seat is not None:
        return url_for("seats.show", match_id=match.id, seat=standing.seat)
    return url_for(
        {
            Part.TELEVISION: "matches.television",
            Part.SPECTATOR: "matches.watch",
            Part.NONE: "joining.again",
        }.get(standing.part or Part.TABLE, "matches.show"),
        match_id=match.id,
    )


def is_for_another(now: Moment, action: Action, seat: Seat) -> bool:
    """Tell whether an entry belongs to another seat than this one."""
    whose = now.game.actor(now.state, action)
    return whose != seat and whose in range(len(now.setup.names))


def may_take_back(match: Match, seat: Seat) -> bool:
    """Tell whether the latest entry is a seat's own, or everybody's."""
    target = match.undo_target(seat)
    return target is not None and _is_of(match.now, target.seq, seat)


def may_put_back(match: Match, seat: Seat) -> bool:
    """Tell whether what was taken back last is a seat's own, or everybody's."""
    target = match.redo_target(seat)
    return target is not None and _is_of(match.now, target.seq, seat)


def _is_of(now: Moment, seq: int, seat: Seat) -> bool:
    row = root(now.rows, now.rows[seq])
    together = (one for one in now.rows[row.act :] if one.act == row.act and one.source != NOTE)
    return all(_whose(now, one) in {seat, TABLE} for one in together)


def _whose(now: Moment, row: Row) -> Seat | None:
    if not isinstance(row.entry, Played):
        return None
    before = next((step.before for step in now.steps if step.seq == row.seq), now.state)
    try:
        return now.game.actor(before, now.game.parse(row.entry.text))
    except UnknownNotation:
        return None
