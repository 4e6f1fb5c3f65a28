"""Warnings for the owner of a gateway about its sums, from the cards shown or noted.

The consequence comes first and is short, so that no screen cuts it off; the sums follow.

Each function takes the state as redacted for the owner, so the opponent's notes have no part.
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
    """What is wrong with a bridge or gate, the sums that show it, and whether a card can fix it."""

    what: Text
    sums: Text
    mends: bool


def warnings(state: State, seat: Seat) -> tuple[Text, ...]:
    """Return warnings about a seat's bridge and gate; none if all that is known fits.

    First what follows from each fault, then the sums of each, which a small screen shows when
    unfolded.
    """
    details = [
        say("{sums} {mending}", sums=fault.sums, mending=_MENDED if fault.mends else _NOT_MENDED)
        for fault in _faults(state, seat)
    ]
    return (*consequences(state, seat), *details)


_MENDED = say("A second Build card can still fix that.")
_NOT_MENDED = say("Only removing cards can fix that.")


def consequences(state: State, seat: Seat) -> tuple[Text, ...]:
    """Return in short why a claim of this seat would lose, as far as it knows."""
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
    """Return that a gateway, or its bridge, is right as it is; None if unknown or wrong."""
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
    """Return the sum of a section's Build cards; None if it is empty or a card is unknown."""
    builds = place_at(state, seat, section).builds
    known = _all([laid.own for laid in builds])
    return sum(known) if known else None


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
    sums = {section: known_sum(state, seat, section) for section in GATE}
    known = [total for total in sums.values() if total is not None]
    if not known:
        return None
    choices = [_possible(state, seat, section) for section in GATE]
    there = [section for section, total in sums.items() if total is not None]
    shown = say("{sums}.", sums=_sections(sums, there))
    if not any(in_sequence(chosen) for chosen in product(*choices)):
        return Fault(say("your gate cannot become three in a row"), shown, mends=False)
    if len(known) == len(GATE) and not in_sequence(tuple(known)):
        return Fault(say("your gate is not three in a row"), shown, mends=True)
    return None


def _possible(state: State, seat: Seat, section: Section) -> list[int]:
    """Return the sums that a section can have, if no card is removed from it."""
    laid = [card.own for card in place_at(state, seat, section).builds]
    numbers = _numbers(state)
    least = max(1, len(laid))
    found: set[int] = set()
    for count in range(least, LIMIT + 1):
        cards = [*laid, *[None] * (count - len(laid))]
        found |= {sum(one) for one in product(*([card] if card else numbers for card in cards))}
    return sorted(found)
