"""How War of Waves calls things: sections, cards that lie there, types of Action, ends."""

from collections.abc import Sequence
from typing import Final

from referee.core import Seat, Text, listed, literal, say, say_count
from referee.games.war_of_waves.components import (
    Card,
    Deed,
    Kind,
    Section,
    card_name,
    card_of,
)
from referee.games.war_of_waves.facts import Target
from referee.games.war_of_waves.state import State, other

DEED_NAMES: Final[dict[Deed, Text]] = {
    Deed.BUILD: say("Build"),
    Deed.FORTIFY: say("Fortify"),
    Deed.ATTACK: say("Attack"),
}

WON_BY: Final[dict[str, Text]] = {
    "gateway": say("a complete gateway to Atlantis"),
    "gateway-leader": say("a complete gateway and a Leader in hand"),
    "gateway-cut": say("a complete gateway and the higher card"),
    "gateway-draw": say("two complete gateways, and no card left to decide"),
    "turn-limit": say("200 turns without a winner"),
}


def name(state: State, seat: Seat | int) -> Text:
    """Return a player's name; a seat that nobody has is called by its number."""
    names = state.table.names
    return literal(names[seat]) if 0 <= seat < len(names) else say("seat {seat}", seat=seat)


def won_by_false_claim(state: State, winner: Seat) -> Text:
    """Say who wins because the other one’s claim was wrong."""
    return say(
        "{name} wins: {other} said “complete”, and {other}’s gateway is not right.",
        name=name(state, winner),
        other=name(state, other(winner)),
    )


def section_name(section: Section) -> Text:
    """Call a section: Bridge 1, Gate 2."""
    if section.is_gate:
        return say("Gate {number}", number=section.number)
    return say("Bridge {number}", number=section.number)


def lying_name(kind: Kind, value: int | None) -> Text:
    """Call a card of a gateway, by its number where everybody knows it."""
    card = card_of(kind, value) if value else None
    if card:
        return card_name(card)
    return say("a Build card") if kind is Kind.BUILD else say("a War card")


def target_names(targets: Sequence[Target]) -> Text:
    """List what is attacked, by number where it is known, and where it lies."""
    return listed(
        [
            say(
                "{card} on {place}",
                card=lying_name(target.kind, target.value),
                place=section_name(target.at),
            )
            for target in targets
        ]
    )


def summed(cards: Sequence[Card]) -> Text:
    """Write cards as a sum: War 3 + 2 = 5, or Build 4; kinds are named where they change."""
    parts: list[Text] = []
    before: Kind | None = None
    for card in cards:
        parts.append(literal(str(card.number)) if card.kind is before else card_name(card))
        before = card.kind
    if len(parts) == 1:
        return parts[0]
    total = sum(card.number for card in cards)
    return say("{sum} = {total}", sum=added([str(part) for part in parts]), total=total)


def either(items: Sequence[Text]) -> Text:
    """Join things of which one is chosen: build, fortify or attack."""
    joined = items[0]
    for item in items[1:-1]:
        joined = say("{first}, {next}", first=joined, next=item)
    return say("{first} or {last}", first=joined, last=items[-1]) if len(items) > 1 else joined


def added(parts: Sequence[object]) -> Text:
    """Join parts with plus signs."""
    return literal(" + ".join(str(part) for part in parts))


def counted_leaders(build: int, war: int) -> Text:
    """Say how many Leaders of each back there are; at least one is there."""
    said = []
    if build:
        said.append(
            say_count(
                "{count} Leader with a Build back", "{count} Leaders with a Build back", build
            )
        )
    if war:
        said.append(
            say_count("{count} Leader with a War back", "{count} Leaders with a War back", war)
        )
    return listed(said)


def back_name(kind: Kind, *, leader: bool) -> Text:
    """Call a card by its back: a Build card, a Leader with a War back."""
    if leader:
        return (
            say("a Leader with a Build back")
            if kind is Kind.BUILD
            else say("a Leader with a War back")
        )
    return lying_name(kind, None)
