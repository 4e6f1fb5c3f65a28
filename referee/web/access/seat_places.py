"""The list of seats: who sits there, and which device holds their hidden cards."""

from dataclasses import dataclass

from referee.core import Seat, display_names
from referee.match import Match
from referee.web.access.devices import this_device
from referee.web.services import services


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """A seat in the list: whose it is, and where its hidden cards are open."""

    seat: Seat
    name: str
    here: bool
    elsewhere: bool
    is_own: bool = False

    @property
    def is_taken(self) -> bool:
        """Return whether another device is the own phone of who sits there."""
        return self.elsewhere and self.is_own


def places_of(match: Match) -> tuple[SeatPlace, ...]:
    """List the seats with who holds them, as this device may know it."""
    device = this_device()
    holds = services().holders.of(match.id)
    found = []
    for number, name in enumerate(display_names(match.setup.names)):
        hold = holds.get(Seat(number))
        here = hold is not None and hold.device == device
        is_own = hold is not None and hold.own
        found.append(SeatPlace(Seat(number), name, here, hold is not None and not here, is_own))
    return tuple(found)
