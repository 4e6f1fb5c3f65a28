"""Who follows a match by a stream: what is to be seen there, and whether it may still be seen."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from referee.core import Seat
from referee.match import Match
from referee.web.access.rematches import next_of
from referee.web.access.roles import Mark, address_for
from referee.web.screens.render import Fragment
from referee.web.screens.screen import Role
from referee.web.services import Services

if TYPE_CHECKING:
    from referee.web.sight.looks import KeptLook

_SEAT_BEAT_S: Final = 2.0
"""How soon a screen hears that it no longer holds its seat."""

News: TypeAlias = tuple[int, Fragment]
"""What a screen shows, and the seq up to which it is told with that."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who wants to see a match: in which role, at which seat, on which device, in which words.

    `stood` is what the device was at the table as it came. The match is `kept` in memory for as
    long as somebody looks: else each event would read it anew where there are many tables.
    """

    here: Services
    kept: Match
    match_id: str
    role: Role
    seat: Seat | None
    device: str
    stood: Mark
    spoken: str

    @property
    def match(self) -> Match:
        """Return the match as far as this process has heard of it; raises `UnknownMatch`."""
        if self.here.matches.is_current(self.kept):
            return self.kept
        return self.here.matches.followed(self.match_id)

    @property
    def is_let_in(self) -> bool:
        """Return whether the device is still what it was at the table, and holds its seat."""
        if self.here.lobbies.mark(self.match_id, self.device) != self.stood:
            return False
        return self.seat is None or self.seat == self.here.holders.own_seat(
            self.match_id, self.device
        )

    @property
    def audience(self) -> tuple[str, Seat | None, str, Mark, str]:
        """Return what makes it the same as another viewer of the match: both see the same."""
        return self.role.value, self.seat, self.device, self.stood, self.spoken

    @property
    def heartbeat_s(self) -> float:
        """Return how long a stream may say nothing."""
        usual = self.here.settings.heartbeat_s
        return min(usual, _SEAT_BEAT_S) if self.device else usual

    def news(self, render: Callable[[Match, int], Fragment]) -> News | None:
        """Return the screen as it is now; None where the seat is no longer held here."""
        match = self.match
        if not self.is_let_in:
            return None
        self.here.lobbies.presence.touch(self.match_id, self.device)
        at, told = match.seq, self.here.holders.informed_up_to(match, self.seat)
        made = self.here.fragments.made(match, self.role, self.spoken, self.seat, told=told)
        return at, made or render(match, told)

    def render(self, match: Match, told: int) -> Fragment:
        """Draw the screen; needs the request, for its language."""
        return self.here.fragments.of(match, self.role, self.seat, told=told)

    @property
    def may_go_on(self) -> bool:
        """Return whether there can be a next match for this device; costs nothing."""
        return self.device != "" and self.kept.outcome is not None

    def onward(self) -> str:
        """Return where the same people play again, for a device that was here when they ended."""
        match = self.match
        again = next_of(self.here.lobbies, match) if self.device else None
        membership = self.here.lobbies.membership(again, self.device) if again else None
        if again is None or membership is None or not membership.is_known:
            return ""
        return address_for(self.here.matches.followed(again), membership)

    def waiting(self) -> "KeptLook | None":
        """Return what a camera asks; whoever only looks is not asked."""
        if self.role is Role.SHOW:
            return None
        return self.here.looks.waiting(self.match)
