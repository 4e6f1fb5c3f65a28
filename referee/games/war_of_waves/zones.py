"""The table from above, and an attack while it runs, as a sum both ways."""

from collections.abc import Iterator, Sequence

from referee.core import Piece, Score, Seat, Text, Zone, listed, literal, say, say_count
from referee.games.war_of_waves.attacks import factor_of
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
    card_of,
)
from referee.games.war_of_waves.gateways import laid_at, place_at, take
from referee.games.war_of_waves.places import cards_there, section_of
from referee.games.war_of_waves.state import PLAYERS, Assault, Laid, Place, Spot, State, acting
from referee.games.war_of_waves.words import section_name, summed


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
    """Show a face-down card, with its number for a reader who knows it."""
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
        Zone("faces", say("Face cards"), _faces(state), place="centre"),
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
    """Show the row, with its empty places at the end beside the deck."""
    lying = [face_piece(card) for card in state.faces]
    free = Piece(say("no Face card"), empty=True)
    return (*lying, *[free] * (ROW - len(lying)))


def face_piece(card: Card) -> Piece:
    """Return the piece of a card that is face up."""
    if card.kind:
        return Piece(
            card_name(card), icon=card.kind.value, number=str(card.number), colour=card.kind.value
        )
    return Piece(card_name(card), icon=card.value, colour="leader")


def scores(state: State) -> tuple[Score, ...]:
    """Return how far both are: bridge sections with both kinds, gate sections built."""
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


def assault_panels(state: State) -> tuple[Piece, ...]:
    """Return who attacks what with which total, what that needs, and who discards what."""
    assault = state.assault
    if assault is None or not assault.targets:
        return ()
    return (
        Piece(
            who_attacks_what(state, assault),
            _sum(state, assault),
            icon="war",
            colour="war",
            shape="panel",
        ),
        Piece(say("What each side loses"), _losses(state, assault), icon="discard", shape="panel"),
    )


def who_attacks_what(state: State, assault: Assault) -> Text:
    """Return an attack in one line: Ann attacks Bo: Bridge 2, left War card."""
    names = state.table.names
    if assault.side == state.turn:
        return say(
            "{name} attacks their own gateway: {targets}",
            name=names[state.turn],
            targets=targets_named(state, assault.targets),
        )
    return say(
        "{name} attacks {other}: {targets}",
        name=names[state.turn],
        other=names[assault.side],
        targets=targets_named(state, assault.targets),
    )


def targets_named(state: State, targets: Sequence[Spot]) -> Text:
    """Return the cards that are pointed at: Bridge 2, left War card."""
    if len({(spot.at, spot.kind) for spot in targets}) == 1:
        return _named(state, targets)
    return listed([_named(state, (spot,)) for spot in targets])


def _named(state: State, targets: Sequence[Spot]) -> Text:
    return say(
        "{section}, {cards}",
        section=section_name(targets[0].at),
        cards=cards_there(state, targets),
    )


def _sum(state: State, assault: Assault) -> Text:
    shown = assault.attackers
    numbers = [_number(state, spot) for spot in assault.targets]
    if not shown:
        return _what_it_takes(assault, numbers)
    factor = factor_of(assault)
    if None in numbers:
        attack = sum(card.number for card in shown)
        return say(
            "{total}. It succeeds against {most} or less.",
            total=summed(shown),
            most=attack // factor,
        )
    defence = sum(number or 0 for number in numbers)
    return say("{total}. It takes {needed}.", total=summed(shown), needed=needed(factor, defence))


def needed(factor: int, defence: int) -> Text:
    """Return the total that an attack takes: 3 or more, or 2 × 3 = 6 or more."""
    if factor == 1:
        return say("{defence} or more", defence=defence)
    return say("2 × {defence} = {needed} or more", defence=defence, needed=2 * defence)


def card_names(cards: Sequence[Card]) -> Text:
    """Return cards by their fronts: War 3 and War 2."""
    return listed([card_name(card) for card in cards])


def _number(state: State, spot: Spot) -> int | None:
    laid = laid_at(state, spot)
    return laid.value if laid else None


def _what_it_takes(assault: Assault, numbers: Sequence[int | None]) -> Text:
    if None not in numbers:
        defence = sum(number or 0 for number in numbers)
        if assault.poseidon:
            return say("It takes {same} of any cards.", same=needed(1, defence))
        if assault.targets[0].kind is Kind.WAR:
            return say(
                "It takes War {same}, or Build {double}.",
                same=needed(1, defence),
                double=needed(2, defence),
            )
        return say(
            "It takes Build {same}, or War {double}.",
            same=needed(1, defence),
            double=needed(2, defence),
        )
    if assault.poseidon:
        return say("Any cards count, and the same total is enough.")
    if assault.targets[0].kind is Kind.WAR:
        return say("War cards need at least the same total, Build cards twice as much.")
    return say("Build cards need at least the same total, War cards twice as much.")


def _losses(state: State, assault: Assault) -> Text:
    attacker, defender = state.table.names[state.turn], state.table.names[assault.side]
    shown = card_names(assault.attackers) if assault.attackers else say("what attacks")
    lost = _lost(state, assault)
    if assault.side == state.turn:
        return say(
            "{name} discards {shown} in any case, and {lost} too if it succeeds.",
            name=attacker,
            shown=shown,
            lost=lost,
        )
    return say(
        "{name} discards {shown} in any case; {other} discards {lost} only if it succeeds.",
        name=attacker,
        other=defender,
        shown=shown,
        lost=lost,
    )


def _lost(state: State, assault: Assault) -> Text:
    numbers = [_number(state, spot) for spot in assault.targets]
    cards = [
        card
        for spot, number in zip(assault.targets, numbers, strict=True)
        if number is not None and (card := card_of(spot.kind, number))
    ]
    if len(cards) == len(numbers):
        lost = card_names(cards)
    else:
        lost = say_count("the card under attack", "both cards under attack", len(numbers))
    perishing = _perishing(state, assault)
    if not perishing:
        return lost
    return say_count(
        "{lost} with the War card on top",
        "{lost} with the {count} War cards on top",
        perishing,
        lost=lost,
    )


def _perishing(state: State, assault: Assault) -> int:
    """Count the War cards that lose their last Build card with the targets (V18)."""
    after, _cards = take(state, assault.targets)
    return sum(
        len(place.wars)
        for section in {spot.at for spot in assault.targets}
        if not (place := place_at(after, assault.side, section)).builds
    )
