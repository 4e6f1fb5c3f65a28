"""Whom a device knows from its matches, to suggest the names for the next one."""

from dataclasses import dataclass

from referee.core import say
from referee.web.access.devices import this_device
from referee.web.request.words import spoken
from referee.web.services import services


@dataclass(frozen=True, slots=True)
class Acquaintances:
    """The names of the matches that a device knows, the latest first, and their games."""

    tables: tuple[tuple[str, ...], ...] = ()
    games: frozenset[str] = frozenset()

    @property
    def latest(self) -> tuple[str, ...]:
        """Return the people of the latest match."""
        return next(iter(self.tables), ())

    def people(self, count: int) -> tuple[str, ...]:
        """Return whom to suggest for so many seats, and after them all others who are known.

        These are the latest people, as they last sat at a table of that size.
        """
        sat = (names for names in self.tables if len(names) == count)
        same = next((names for names in sat if {*self.latest} - {""} <= {*names}), self.latest)
        others = (name for names in self.tables for name in names if name and name not in same)
        return (*same, *dict.fromkeys(others))


def acquaintances() -> Acquaintances:
    """Return whom this device knows, without the numbers of those who had no name."""
    device = this_device()
    known = services().lobbies.store.known_at(device) if device else frozenset[str]()
    listed = [match for match in services().matches.list() if match.id in known]
    return Acquaintances(
        tuple(_written(match.names) for match in listed), frozenset(match.slug for match in listed)
    )


def _written(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names without those that players without a name are called by."""
    numbers = {*called(("",) * len(names))}
    return tuple("" if name in numbers else name for name in names)


def called(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return every seat a name: where none is written, its number."""
    return tuple(
        " ".join(name.split()) or spoken(say("Player {number}", number=number))
        for number, name in enumerate(names, start=1)
    )
