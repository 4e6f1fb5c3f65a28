"""An attack while it runs, as a sum both ways, with what each side loses."""

from collections.abc import Sequence

from referee.core import Piece, Text, listed, say, say_count
from referee.games.war_of_waves.components import Card, Kind, card_name, card_of
from referee.games.war_of_waves.gateways import laid_at, place_at, take
from referee.games.war_of_waves.places import cards_there
from referee.games.war_of_waves.state import Assault, Spot, State
from referee.games.war_of_waves.words import section_name, summed


def assault_panels(state: State) -> tuple[Piece, ...]:
    """Say who attacks what with which total, what that needs, and who discards what then."""
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
    """Say it in one line: Ann attacks Bo’s bridge 2: War card 1."""
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
    """Name the cards that are pointed at: bridge 2, War card 1."""
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
    factor = _factor(assault)
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
    """Say which total an attack takes: 3 or more, or 2 × 3 = 6 or more."""
    if factor == 1:
        return say("{defence} or more", defence=defence)
    return say("2 × {defence} = {needed} or more", defence=defence, needed=2 * defence)


def card_names(cards: Sequence[Card]) -> Text:
    """List cards by their fronts: War 3 and War 2."""
    return listed([card_name(card) for card in cards])


def _number(state: State, spot: Spot) -> int | None:
    laid = laid_at(state, spot)
    return laid.value if laid else None


def _factor(assault: Assault) -> int:
    same = assault.poseidon or assault.attackers[0].kind is assault.targets[0].kind
    return 1 if same else 2


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
