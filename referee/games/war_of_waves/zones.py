"""What lies on the table of War of Waves: two gateways, the face row, hands, an attack."""

from collections.abc import Iterator, Sequence

from referee.core import Piece, Score, Seat, Text, Zone, listed, literal, say, say_count
from referee.games.war_of_waves.components import (
    BRIDGE,
    GATE,
    KIND_NAMES,
    KINDS,
    LEADER_NAMES,
    LIMIT,
    ROW,
    SECTIONS,
    Card,
    Kind,
    Section,
    card_name,
)
from referee.games.war_of_waves.gateways import place_at
from referee.games.war_of_waves.places import section_of
from referee.games.war_of_waves.rules import acting
from referee.games.war_of_waves.state import PLAYERS, Laid, Place, State
from referee.games.war_of_waves.sums_told import assault_panels


def zones(state: State) -> tuple[Zone, ...]:
    """Return every place of the table; `0.b1` is the first bridge section of seat 0."""
    sections = tuple(_section(state, seat, section) for seat in PLAYERS for section in SECTIONS)
    hands = tuple(_hand(state, seat) for seat in PLAYERS)
    return (*hands, *sections, *_middle(state))


def _section(state: State, seat: Seat, section: Section) -> Zone:
    place = place_at(state, seat, section)
    pieces = list(_cards(place.builds, Kind.BUILD))
    if not section.is_gate:
        pieces = [*_cards(place.wars, Kind.WAR), *pieces]
    targets = state.assault.targets if state.assault else ()
    aimed = any((spot.side, spot.at) == (seat, section) for spot in targets)
    return Zone(
        f"{seat}.{section.value}",
        section_of(state, seat, section),
        tuple(pieces),
        seat=seat,
        marks=(Piece(say("under attack"), icon="war", shape="token"),) if aimed else (),
    )


def _cards(lying: Sequence[Laid], kind: Kind) -> Iterator[Piece]:
    for place in range(LIMIT):
        if place < len(lying):
            yield _laid(lying[place], kind)
        else:
            yield Piece(_no_card(kind), colour=kind.value, empty=True)


def _no_card(kind: Kind) -> Text:
    return say("no Build card") if kind is Kind.BUILD else say("no War card")


def _laid(laid: Laid, kind: Kind) -> Piece:
    """Draw a card that lies face down; its number stands there for whoever knows it."""
    return Piece(
        KIND_NAMES[kind],
        icon=kind.value,
        number="" if laid.own is None else str(laid.own),
        colour=kind.value,
        face_down=True,
        own=laid.value is None and laid.own is not None,
    )


def _hand(state: State, seat: Seat) -> Zone:
    """Show a hand by its backs: Build cards, War cards, and Leaders beside them."""
    builds, wars, build_leaders, war_leaders = state.hands[seat]
    pieces = [_count(Kind.BUILD, builds), _count(Kind.WAR, wars)]
    if build_leaders + war_leaders:
        pieces.append(_leaders(state, seat, build_leaders + war_leaders))
    claims = Piece(say("claims a complete gateway"), icon="claim", shape="token")
    return Zone(
        f"hand-{seat}",
        literal(state.table.names[seat]),
        tuple(pieces),
        seat=seat,
        marks=(claims,) if state.claims[seat] else (),
        acting=seat == acting(state),
    )


def _count(kind: Kind, count: int) -> Piece:
    return Piece(
        KIND_NAMES[kind], icon=kind.value, number=str(count), colour=kind.value, shape="token"
    )


def _leaders(state: State, seat: Seat, count: int) -> Piece:
    named = sorted(state.named[seat], key=lambda name: name.value)
    label = say("Leader") if count == 1 else say("Leaders")
    if named:
        names = listed([LEADER_NAMES[name] for name in named])
        label = say("{leaders}: {names}", leaders=label, names=names)
    return Piece(label, icon="leader", number=str(count), colour="leader", shape="token")


def _middle(state: State) -> tuple[Zone, ...]:
    deck, discard = sum(state.deck), sum(state.discard)
    return (
        Zone(
            "faces",
            say("Face cards"),
            _faces(state),
            place="centre",
        ),
        Zone(
            "deck",
            say_count("{count} in the deck", "{count} in the deck", deck),
            (Piece(say("Deck"), icon="deck", shape="token"),),
            place="centre",
        ),
        Zone(
            "discard",
            say_count("{count} discarded", "{count} discarded", discard),
            (Piece(say("Discard pile"), icon="discard", shape="token"),),
            place="centre",
        ),
        Zone("attack", say("The attack"), assault_panels(state), place="centre"),
        Zone("cut", say("Turned up"), tuple(map(face_piece, state.cut)), place="centre"),
    )


def _faces(state: State) -> tuple[Piece, ...]:
    """Show the row, with the places that are free at its end beside the deck."""
    lying = [face_piece(card) for card in state.faces]
    free = Piece(say("no Face card"), empty=True)
    return (*lying, *[free] * (ROW - len(lying)))


def face_piece(card: Card) -> Piece:
    """Draw a card that lies open."""
    if card.kind:
        return Piece(
            card_name(card), icon=card.kind.value, number=str(card.number), colour=card.kind.value
        )
    return Piece(card_name(card), icon=card.value, colour="leader")


def scores(state: State) -> tuple[Score, ...]:
    """Say how far both are: bridge sections with both kinds, gate sections built."""
    return tuple(_score(state, seat) for seat in PLAYERS)


def _score(state: State, seat: Seat) -> Score:
    bridge = [_is_bridge_section(place_at(state, seat, section)) for section in BRIDGE]
    gate = [bool(place_at(state, seat, section).builds) for section in GATE]
    pips = [
        *(Piece(say("Bridge"), icon="bridge", colour="war", empty=not there) for there in bridge),
        *(Piece(say("Gate"), icon="gate", colour="build", empty=not there) for there in gate),
    ]
    name = literal(state.table.names[seat])
    counts = ((sum(bridge), len(BRIDGE)), (sum(gate), len(GATE)))
    said = (
        say("bridge {count} of {need}", count=sum(bridge), need=len(BRIDGE)),
        say("gate {count} of {need}", count=sum(gate), need=len(GATE)),
    )
    return Score(name, (seat,), tuple(pips), counts, said)


def _is_bridge_section(place: Place) -> bool:
    return all(place.of(kind) for kind in KINDS)
