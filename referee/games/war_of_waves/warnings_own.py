"""What only the owner of a gateway is told about its sums, from what is shown or noted.

What follows from it comes first and is short, so that no screen cuts it; the sums come after it.

Everything here gets the state as its owner may see it, so a note of somebody else has no part.
"""

from itertools import product
from typing import NamedTuple

from referee.core import Seat, Text, listed, say
from referee.games.war_of_waves.claims import in_sequence, same_parity
from referee.games.war_of_waves.components import BRIDGE, GATE, LIMIT, NUMBERS, Section
from referee.games.war_of_waves.gateways import place_at
from referee.games.war_of_waves.state import Phase, State
from referee.games.war_of_waves.words import section_name


class Fault(NamedTuple):
    """What is wrong with a bridge or a gate, the sums that show it, and whether a card mends it."""

    what: Text
    sums: Text
    mends: bool


def warnings(state: State, seat: Seat) -> tuple[Text, ...]:
    """Warn a seat about its bridge and its gate; nothing where all that is known fits.

    For each that is wrong first what follows from it, and after these the sums of each, which a
    small screen shows when they are unfolded.
    """
    details = [
        say("{sums} {mending}", sums=fault.sums, mending=_MENDED if fault.mends else _NOT_MENDED)
        for fault in _faults(state, seat)
    ]
    return (*consequences(state, seat), *details)


_MENDED = say("A second Build card can still mend that.")
_NOT_MENDED = say("Only taking cards away mends that.")


def consequences(state: State, seat: Seat) -> tuple[Text, ...]:
    """Say in short why a claim of this seat would lose, as far as it knows; else nothing."""
    return tuple(_consequence(state, seat, fault) for fault in _faults(state, seat))


def _faults(state: State, seat: Seat) -> list[Fault]:
    if state.phase is Phase.OVER:
        return []
    found = (_bridge_fault(state, seat), _gate_fault(state, seat))
    return [fault for fault in found if fault]


def _consequence(state: State, seat: Seat, fault: Fault) -> Text:
    if state.claims[seat]:
        return say("Your claim will lose: {what}.", what=fault.what)
    if fault.mends:
        return say("Do not claim yet: {what}.", what=fault.what)
    return say("Do not claim: {what}.", what=fault.what)


def all_right(state: State, seat: Seat) -> Text | None:
    """Return the text that a gateway is right as it lies; None where that is unknown or wrong."""
    bridge = [known_sum(state, seat, section) for section in BRIDGE]
    gate = [known_sum(state, seat, section) for section in GATE]
    bridge_sums, gate_sums = _all(bridge), _all(gate)
    if bridge_sums is None or not same_parity(bridge_sums):
        return None
    parity = say("all odd") if bridge_sums[0] % 2 else say("all even")
    if gate_sums is None or not in_sequence(gate_sums):
        return say(
            "Your bridge is right: {sums}, {parity}.", sums=listed(bridge_sums), parity=parity
        )
    return say(
        "Your gateway is right: bridge {bridge}, {parity}; gate {gate}, in sequence.",
        bridge=listed(bridge_sums),
        parity=parity,
        gate=listed(gate_sums),
    )


def known_sum(state: State, seat: Seat, section: Section) -> int | None:
    """Add up a section's Build cards; None where it is empty or a card is unknown to the reader."""
    builds = place_at(state, seat, section).builds
    numbers = [laid.own for laid in builds]
    return _total(numbers) if builds else None


def _total(numbers: list[int | None]) -> int | None:
    known = _all(numbers)
    return None if known is None else sum(known)


def _all(numbers: list[int | None]) -> tuple[int, ...] | None:
    known = tuple(number for number in numbers if number is not None)
    return known if len(known) == len(numbers) else None


def _bridge_fault(state: State, seat: Seat) -> Fault | None:
    sums = {section: known_sum(state, seat, section) for section in BRIDGE}
    odd = [section for section, total in sums.items() if total is not None and total % 2]
    even = [section for section, total in sums.items() if total is not None and not total % 2]
    if not odd or not even:
        return None
    return Fault(
        say("your bridge mixes odd and even"),
        say(
            "Odd: {odd}. Even: {even}.",
            odd=_sections(sums, odd),
            even=_sections(sums, even),
        ),
        any(_can_turn(state, seat, side) for side in (odd, even)),
    )


def _sections(sums: dict[Section, int | None], sections: list[Section]) -> Text:
    return listed(
        [
            say("{place} ({total})", place=section_name(section), total=sums[section])
            for section in sections
        ]
    )


def _can_turn(state: State, seat: Seat, sections: list[Section]) -> bool:
    """Return whether each of these sections has room for a Build card with an odd number."""
    has_odd = any(number % 2 for number in _numbers(state))
    room = all(len(place_at(state, seat, section).builds) < LIMIT for section in sections)
    return has_odd and room


def _numbers(state: State) -> list[int]:
    copies = state.table.deck_list.build
    return [number for number, count in zip(NUMBERS, copies, strict=True) if count]


def _gate_fault(state: State, seat: Seat) -> Fault | None:
    sums = [known_sum(state, seat, section) for section in GATE]
    known = [total for total in sums if total is not None]
    if not known:
        return None
    choices = [_possible(state, seat, section) for section in GATE]
    shown = say("{sums}.", sums=_gate_sums(sums))
    if not any(in_sequence(chosen) for chosen in product(*choices)):
        return Fault(say("your gate cannot become three in a row"), shown, mends=False)
    if len(known) == len(GATE) and not in_sequence(tuple(known)):
        return Fault(say("your gate is not three in a row"), shown, mends=True)
    return None


def _gate_sums(sums: list[int | None]) -> Text:
    return listed(
        [
            say("{place} ({total})", place=section_name(section), total=total)
            for section, total in zip(GATE, sums, strict=True)
            if total is not None
        ]
    )


def _possible(state: State, seat: Seat, section: Section) -> list[int]:
    """List the sums that a section can come to, if nothing is taken away from it."""
    laid = [card.own for card in place_at(state, seat, section).builds]
    numbers = _numbers(state)
    least = max(1, len(laid))
    found: set[int] = set()
    for count in range(least, LIMIT + 1):
        cards = [*laid, *[None] * (count - len(laid))]
        found |= {sum(one) for one in product(*([card] if card else numbers for card in cards))}
    return sorted(found)
