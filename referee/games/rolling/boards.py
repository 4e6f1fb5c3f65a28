"""A player's map: what is written on it, and the levels it reaches."""

from typing import Any, Final, NamedTuple

from referee.core import replaced
from referee.games.rolling.components import (
    CHESTS,
    START_INFAMY,
    TRACKS,
    Circles,
    Place,
    chest_number,
)

_FIELDS: Final = {
    Place.RAISE: "spirits",
    Place.HULL: "hull",
    Place.SMALL: "small",
    Place.LARGE: "large",
    Place.PORTS: "ports",
    Place.CREW: "crew",
}


class Board(NamedTuple):
    """One map: Infamy, and the values in each place in the order in which they were written.

    The last value of a chest is its top one, which is stolen first.
    """

    infamy: int = START_INFAMY
    spirits: tuple[int, ...] = ()
    chests: tuple[tuple[int, ...], ...] = ((), (), ())
    buried: tuple[bool, ...] = (False, False, False)
    hull: tuple[int, ...] = ()
    small: tuple[int, ...] = ()
    large: tuple[int, ...] = ()
    ports: tuple[int, ...] = ()
    crew: tuple[int, ...] = ()

    def at(self, place: Place) -> tuple[int, ...]:
        """Return the values in a place."""
        if place in _FIELDS:
            values: tuple[int, ...] = getattr(self, _FIELDS[place])
            return values
        return self.chests[chest_number(place) - 1] if place in CHESTS else ()

    def having(self, place: Place, values: tuple[int, ...]) -> "Board":
        """Return the same map with these values in a place."""
        if place in CHESTS:
            chests = replaced(self.chests, chest_number(place) - 1, values)
            return self._replace(chests=chests)
        changed: dict[str, Any] = {_FIELDS[place]: values}
        return self._replace(**changed)

    def with_die(self, place: Place, value: int) -> "Board":
        """Return the same map with one more value in a place."""
        return self.having(place, (*self.at(place), value))

    def is_full(self, place: Place) -> bool:
        """Return whether a place has no empty square."""
        return len(self.at(place)) >= place.squares

    def is_buried(self, place: Place) -> bool:
        """Return whether a place is a buried chest."""
        return place in CHESTS and self.buried[chest_number(place) - 1]

    def level(self, place: Place, circles: Circles) -> int:
        """Count the circles that the sum in a place reaches."""
        return circles.level(place, sum(self.at(place)))

    @property
    def unburied(self) -> tuple[Place, ...]:
        """Return the chests that are not buried: they can be robbed and written into."""
        return tuple(chest for chest in CHESTS if not self.is_buried(chest))

    @property
    def buriable(self) -> tuple[Place, ...]:
        """Return the chests that could be buried: those with a die."""
        return tuple(chest for chest in self.unburied if self.at(chest))

    @property
    def spirits_up(self) -> bool:
        """Return whether both squares of Raise Spirits are full, so that a 7 may be written."""
        return self.is_full(Place.RAISE)

    @property
    def chests_done(self) -> bool:
        """Return whether each chest is buried or full; a chest that is both counts once (R34)."""
        return all(self.is_full(chest) or self.is_buried(chest) for chest in CHESTS)

    @property
    def tracks_done(self) -> bool:
        """Return whether Hull, Ports and Crew are all full."""
        return all(self.is_full(track) for track in TRACKS)
