"""The two gateways: the cards of their sections, what is complete, and how cards come and go."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from referee.core import Fact, RuleId, Seat, replaced
from referee.games.war_of_waves.attack_facts import Perished
from referee.games.war_of_waves.components import (
    BRIDGE,
    GATE,
    KINDS,
    SECTIONS,
    Card,
    Kind,
    Section,
    card_of,
)
from referee.games.war_of_waves.facts import (
    BridgeBroken,
    BridgeReady,
    GatewayComplete,
    SectionEmptied,
)
from referee.games.war_of_waves.knowledge import GATEWAY, HAND, PILE, may_lie
from referee.games.war_of_waves.piles import discard
from referee.games.war_of_waves.state import PLAYERS, Gateway, Laid, Place, Spot, State

_UNKNOWN: Final = Laid()


def place_at(state: State, side: Seat, section: Section) -> Place:
    """Return the cards of a section of a side's gateway."""
    return state.gateways[side][section.place]


def is_ready(gateway: Gateway) -> bool:
    """Return whether all four bridge sections have a Build and a War card (V16)."""
    return all(place.builds and place.wars for place in gateway[: len(BRIDGE)])


def is_complete(gateway: Gateway) -> bool:
    """Return whether the bridge is ready and each gate section has a Build card."""
    return is_ready(gateway) and all(place.builds for place in gateway[len(BRIDGE) :])


def laid_at(state: State, spot: Spot) -> Laid | None:
    """Return the card at a spot; None if there is none."""
    there = place_at(state, spot.side, spot.at).of(spot.kind)
    return there[spot.card - 1] if 1 <= spot.card <= len(there) else None


def spots(state: State, side: Seat, sections: Sequence[Section] = SECTIONS) -> Iterator[Spot]:
    """Yield the spot of every card of a side's sections, in order."""
    for section in sections:
        place = place_at(state, side, section)
        for kind in KINDS:
            for number in range(1, len(place.of(kind)) + 1):
                yield Spot(side, section, kind, number)


def known_card(laid: Laid, kind: Kind) -> Card | None:
    """Return the front of a card that everybody knows."""
    return None if laid.value is None else card_of(kind, laid.value)


def with_place(state: State, side: Seat, section: Section, place: Place) -> State:
    """Return the state with another section."""
    gateway = replaced(state.gateways[side], section.place, place)
    return state._replace(gateways=replaced(state.gateways, side, gateway))


def _with_cards(place: Place, kind: Kind, cards: tuple[Laid, ...]) -> Place:
    return place._replace(builds=cards) if kind is Kind.BUILD else place._replace(wars=cards)


def lay(state: State, side: Seat, section: Section, kind: Kind, *, laid: Laid = _UNKNOWN) -> State:
    """Add a card to a section, after those of its kind; without `laid`, an unknown one."""
    place = place_at(state, side, section)
    if not laid.mark:
        laid = laid._replace(mark=f"{state.turns}.{section.value}.{len(place.of(kind))}")
    return with_place(state, side, section, _with_cards(place, kind, (*place.of(kind), laid)))


def lay_from_hand(state: State, seat: Seat, section: Section, kind: Kind) -> State:
    """Add a card of a hand to an own section; only its owner knows which one it is."""
    state = lay(state, seat, section, kind)
    return may_lie(state, kind, (HAND, seat), (GATEWAY, seat))


def change(state: State, spot: Spot, laid: Laid) -> State:
    """Replace a card, for example by the same card shown."""
    place = place_at(state, spot.side, spot.at)
    if not laid.mark:
        laid = laid._replace(mark=place.of(spot.kind)[spot.card - 1].mark)
    cards = replaced(place.of(spot.kind), spot.card - 1, laid)
    return with_place(state, spot.side, spot.at, _with_cards(place, spot.kind, cards))


def take(state: State, taken: Iterable[Spot]) -> tuple[State, list[Laid]]:
    """Take cards out of gateways, and return them in the order given; the others move up."""
    named = list(taken)
    lifted = [laid for spot in named if (laid := laid_at(state, spot))]
    for spot in sorted(named, key=lambda one: one.card, reverse=True):
        place = place_at(state, spot.side, spot.at)
        cards = place.of(spot.kind)
        rest = (*cards[: spot.card - 1], *cards[spot.card :])
        state = with_place(state, spot.side, spot.at, _with_cards(place, spot.kind, rest))
    return state, lifted


def destroy(state: State, gone: Sequence[Spot]) -> tuple[State, list[Fact]]:
    """Discard cards of gateways; War cards without a Build card under them perish too (V18)."""
    before = state
    state, lifted = take(state, gone)
    for spot, laid in zip(gone, lifted, strict=True):
        state = _discard(state, spot.side, spot.kind, laid)
    facts: list[Fact] = []
    for side, section in dict.fromkeys((spot.side, spot.at) for spot in gone):
        place = place_at(state, side, section)
        if not place.builds and place.wars:
            facts.append(Perished(RuleId("V18"), side, section, len(place.wars)))
            for laid in place.wars:
                state = _discard(state, side, Kind.WAR, laid)
            state = with_place(state, side, section, Place())
        if not place.builds:
            facts.append(SectionEmptied(RuleId("V23"), side, section))
    return state, [*facts, *turning_points(before, state)]


def _discard(state: State, side: Seat, kind: Kind, laid: Laid) -> State:
    card = known_card(laid, kind)
    if card is None:
        state = may_lie(state, kind, (GATEWAY, side), PILE)
    return discard(state, kind.place, card)


def turning_points(before: State, after: State) -> list[Fact]:
    """Return which bridges became ready or were broken, and which gateways became complete."""
    facts: list[Fact] = []
    for seat in PLAYERS:
        old, new = before.gateways[seat], after.gateways[seat]
        if is_ready(old) and not is_ready(new):
            gate = sum(bool(new[section.place].builds) for section in GATE)
            facts.append(BridgeBroken(RuleId("V17"), seat, gate))
        if is_ready(new) and not is_ready(old):
            facts.append(BridgeReady(RuleId("V16"), seat))
        if is_complete(new) and not is_complete(old):
            facts.append(GatewayComplete(RuleId("winning"), seat))
    return facts
