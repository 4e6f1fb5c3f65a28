"""What people do with their hands before the next entry, out of what followed from the last."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from referee.core import Fact, Seat, Text, say, say_count
from referee.games.war_of_waves.components import LEADER_NAMES, Card, LeaderName, card_name, card_of
from referee.games.war_of_waves.facts import (
    AttackDecided,
    ClaimLapsed,
    ClaimTested,
    CutDecided,
    HandsSwapped,
    LeaderPlayed,
    Moved,
    Perished,
    Replenish,
    Reshuffled,
    Swapped,
    Taken,
    Target,
    TieBroken,
)
from referee.games.war_of_waves.state import Phase, State, other
from referee.games.war_of_waves.sums_told import card_names
from referee.games.war_of_waves.turned_up_told import turn_up, turn_up_all
from referee.games.war_of_waves.words import section_name


def hands(state: State, seat: Seat | None = None) -> tuple[Text, ...]:
    """List what is to be done at the table now, in order; to a seat, its own before the other's."""
    if state.phase is Phase.OVER:
        return ()
    if state.phase is Phase.DEAL and state.turn == state.table.first:
        return _set_up()
    if state.phase is Phase.FACE and not state.faces:
        return (say("Lay 4 cards open beside the deck: the Face cards."),)
    told = (*turn_up(state), *(text for fact in state.news for text in _of(state, fact)))
    return told if seat is None else _own_first(told, state.table.names[seat])


def _own_first(told: Iterable[Text], name: str) -> tuple[Text, ...]:
    """Put the orders of one person first; what both do together, such as shuffling, stays."""
    ordered: list[Text] = []
    for _, alike in groupby(told, key=lambda text: text.template.startswith("{name}:")):
        ordered += sorted(alike, key=lambda text: str(dict(text.values).get("name")) != name)
    return tuple(ordered)


def _set_up() -> tuple[Text, ...]:
    return (
        say("Shuffle all cards together."),
        say("Deal everybody 1 Build card and 1 War card face down: the hand."),
        say("Deal everybody 1 more Build card face down in front: bridge 1."),
        say("A Leader that comes up goes to the hand. Deal on from the same back."),
    )


def _of(state: State, fact: Fact) -> Iterator[Text]:
    tell = _TOLD.get(type(fact))
    if tell:
        yield from tell(state, fact)


def _decided(state: State, fact: AttackDecided) -> Iterator[Text]:
    names = state.table.names
    yield say("{name}: discard {cards}.", name=names[fact.seat], cards=card_names(fact.attackers))
    cards = [card for target in fact.targets if (card := _front(target))]
    if fact.won:
        yield say("{name}: discard {cards}.", name=names[fact.side], cards=card_names(cards))
    else:
        yield say(
            "{name}: turn {cards} face down again.",
            name=names[fact.side],
            cards=card_names(cards),
        )


def _front(target: Target) -> Card | None:
    return None if target.value is None else card_of(target.kind, target.value)


def _perished(state: State, fact: Perished) -> Iterator[Text]:
    yield say_count(
        "{name}: discard the War card of {section} too.",
        "{name}: discard the {count} War cards of {section} too.",
        fact.count,
        name=state.table.names[fact.side],
        section=section_name(fact.at),
    )


def _played(state: State, fact: LeaderPlayed) -> Iterator[Text]:
    yield say(
        "{name}: discard {leader}.",
        name=state.table.names[fact.seat],
        leader=LEADER_NAMES[fact.leader],
    )


def _swapped(state: State, fact: Swapped) -> Iterator[Text]:
    yield say(
        "{name}: let the two Build cards of your {bridge} and {gate} change places.",
        name=state.table.names[fact.seat],
        bridge=section_name(fact.bridge),
        gate=section_name(fact.gate),
    )


def _moved(state: State, fact: Moved) -> Iterator[Text]:
    yield say_count(
        "{name}: lay {other}’s War card face down at your {section}. Look at it if you like.",
        "{name}: lay {other}’s {count} War cards face down at your {section}. "
        "Look at them if you like.",
        fact.count,
        name=state.table.names[fact.seat],
        other=state.table.names[other(fact.seat)],
        section=section_name(fact.to),
    )


def _hands_swapped(state: State, _fact: HandsSwapped) -> Iterator[Text]:
    yield say(
        "{one} and {two}: give each other your hands.",
        one=state.table.names[0],
        two=state.table.names[1],
    )


# What is drawn or taken and entered is ordered by the sentence on top, and not a second time here.


def _replenish(state: State, fact: Replenish) -> Iterator[Text]:
    poseidon = fact.leader is LeaderName.POSEIDON and state.table.poseidon_draws
    if not fact.deck and not fact.face and not poseidon:
        yield say("{name}: draw nothing.", name=state.table.names[fact.seat])


def _taken(state: State, fact: Taken) -> Iterator[Text]:
    if state.phase is not Phase.REFILL:
        yield say(
            "{name}: take {card}, the farthest Face card, and slide the row on.",
            name=state.table.names[fact.seat],
            card=card_name(fact.card),
        )


def _reshuffled(state: State, _fact: Reshuffled) -> Iterator[Text]:
    if state.phase is not Phase.CUT:
        yield say("Shuffle the discard pile: it is the deck now.")


def _tie(state: State, _fact: TieBroken) -> Iterator[Text]:
    if state.phase is Phase.CUT:
        yield say("Shuffle the deck and the discard pile together: one deck.")


def _lapsed(state: State, fact: ClaimLapsed) -> Iterator[Text]:
    yield say("{name}’s gateway is not complete any more.", name=state.table.names[fact.seat])


def _cut(_state: State, fact: CutDecided) -> Iterator[Text]:
    if fact.winner is None:
        yield say("That decides nothing. Lay both cards aside.")


_TOLD: Mapping[type[Fact], Callable[[State, Any], Iterator[Text]]] = {
    AttackDecided: _decided,
    Perished: _perished,
    LeaderPlayed: _played,
    Swapped: _swapped,
    Moved: _moved,
    HandsSwapped: _hands_swapped,
    Replenish: _replenish,
    Taken: _taken,
    TieBroken: _tie,
    Reshuffled: _reshuffled,
    ClaimLapsed: _lapsed,
    ClaimTested: turn_up_all,
    CutDecided: _cut,
}
