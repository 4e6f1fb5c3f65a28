"""Names in War of Waves: sections, cards, types of Action, ends; `SENTENCES` uses them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Final, TypeAlias

from referee.core import (
    TABLE,
    Outcome,
    Seat,
    Sentences,
    TableDecided,
    Text,
    listed,
    literal,
    say,
    say_count,
)
from referee.games.war_of_waves.components import (
    KIND_NAMES,
    LEADER_NAMES,
    Card,
    Deed,
    Kind,
    LeaderName,
    Section,
    card_name,
    card_of,
)
from referee.games.war_of_waves.state import State, Target, other

EndReason: TypeAlias = Annotated[str, "reason"]
"""The id of how a game ends."""

DEED_NAMES: Final[dict[Deed, Text]] = {
    Deed.BUILD: say("Build"),
    Deed.FORTIFY: say("Fortify"),
    Deed.ATTACK: say("Attack"),
}

WON_BY: Final[dict[str, Text]] = {
    "gateway": say("{name} wins with a complete gateway to Atlantis!"),
    "gateway-leader": say("{name} wins: both gateways are complete, and only {name} has a Leader!"),
    "gateway-cut": say("{name} wins: both gateways are complete, and {name} has the higher card!"),
    "gateway-draw": say("A draw: both gateways are complete, and no card is left to decide."),
    "turn-limit": say("A draw: 200 turns without a winner."),
}
"""How a game ends, as a sentence; a false claim is told by what the other player said."""


def name(state: State, seat: Seat | int) -> Text:
    """Return a player's name, or the number of a seat that does not exist."""
    names = state.table.names
    return literal(names[seat]) if 0 <= seat < len(names) else say("seat {seat}", seat=seat)


def won_by_false_claim(state: State, winner: Seat) -> Text:
    """Return who wins because the opponent’s claim was wrong."""
    return say(
        "{name} wins: {other} claimed a complete gateway, but it isn’t valid.",
        name=name(state, winner),
        other=name(state, other(winner)),
    )


def tell_outcome(state: State, outcome: Outcome) -> Text:
    """Return who won and by what."""
    if outcome.reason == "false-claim":
        return won_by_false_claim(state, outcome.winners[0])
    return tell_end(state, outcome.reason, outcome.winners[0] if outcome.winners else None)


def tell_end(state: State, reason: str, winner: Seat | None = None) -> Text:
    """Return how a game ended that no false claim has decided."""
    values = () if winner is None else (("name", name(state, winner)),)
    return replace(WON_BY[reason], values=values)


def section_name(section: Section) -> Text:
    """Return the name of a section: Bridge 1, Gate 2."""
    if section.is_gate:
        return say("Gate {number}", number=section.number)
    return say("Bridge {number}", number=section.number)


def lying_name(kind: Kind, value: int | None) -> Text:
    """Return the name of a card of a gateway, with its number if everybody knows it."""
    card = card_of(kind, value) if value else None
    if card:
        return card_name(card)
    return say("a Build card") if kind is Kind.BUILD else say("a War card")


def summed(cards: Sequence[Card]) -> Text:
    """Return cards as a sum: War 3 + 2 = 5, or Build 4; a kind is named where it changes."""
    parts: list[Text] = []
    before: Kind | None = None
    for card in cards:
        parts.append(literal(str(card.number)) if card.kind is before else card_name(card))
        before = card.kind
    if len(parts) == 1:
        return parts[0]
    total = sum(card.number for card in cards)
    return say("{sum} = {total}", sum=_added(parts), total=total)


def _added(parts: Sequence[object]) -> Text:
    return literal(" + ".join(str(part) for part in parts))


def counted_leaders(build: int, war: int) -> Text:
    """Return how many Leaders of each back there are; there is at least one."""
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
    """Return the name of a card by its back: a Build card, a Leader with a War back."""
    if leader:
        return (
            say("a Leader with a Build back")
            if kind is Kind.BUILD
            else say("a Leader with a War back")
        )
    return lying_name(kind, None)


def _target(_state: State, target: Target) -> Text:
    return say(
        "{card} on {place}",
        card=lying_name(target.kind, target.value),
        place=section_name(target.at),
    )


def _decided(_state: State, fact: TableDecided) -> Text:
    if fact.by == TABLE:
        return say("The table has decided, and that is what counts.")
    return say("{by} has decided, and that is what counts.")


SENTENCES: Final[Sentences[State]] = Sentences(
    types={
        Seat: name,
        Section: lambda _state, section: section_name(section),
        Card: lambda _state, card: card_name(card),
        Target: _target,
        Kind: KIND_NAMES,
        LeaderName: LEADER_NAMES,
        Deed: DEED_NAMES,
    },
    state={"player": lambda state: name(state, state.turn)},
    numbers={
        "seat": Seat,
        "at": Section,
        "card": Card,
        "back": Kind,
        "kind": Kind,
        "leader": LeaderName,
        "types": Deed,
        "wanted": Deed,
    },
    decided=_decided,
)
"""How the sentences on actions, facts and refusals are filled; `player` has the turn."""
