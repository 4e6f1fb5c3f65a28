"""What people do with their hands before the next entry, out of what followed from the last."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.core import Fact, Text, say, say_count
from referee.games.war_of_waves.components import LEADER_NAMES, Card, LeaderName, card_of
from referee.games.war_of_waves.facts import (
    AttackDecided,
    ClaimLapsed,
    ClaimTested,
    CutDecided,
    HandsSwapped,
    LeaderBonus,
    LeaderPlayed,
    Moved,
    Perished,
    Replenish,
    Reshuffled,
    Swapped,
    Target,
)
from referee.games.war_of_waves.state import Phase, State
from referee.games.war_of_waves.sums_told import card_names
from referee.games.war_of_waves.words import section_name


def hands(state: State) -> tuple[Text, ...]:
    """List what is to be done at the table now, in order."""
    if state.phase is Phase.OVER:
        return ()
    if state.phase is Phase.DEAL and state.turn == state.table.first:
        return _set_up()
    if state.phase is Phase.FACE and not state.faces:
        return (say("Lay 4 cards open beside the deck: the Face cards."),)
    return tuple(text for fact in state.news for text in _of(state, fact))


def _set_up() -> tuple[Text, ...]:
    return (
        say("Shuffle all cards together."),
        say("Deal each 1 Build card and 1 War card face down: the hand."),
        say("Deal each 1 more Build card face down in front: bridge 1."),
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
        "{name}: let the two Build cards of {bridge} and {gate} change places.",
        name=state.table.names[fact.seat],
        bridge=section_name(fact.bridge),
        gate=section_name(fact.gate),
    )


def _moved(state: State, fact: Moved) -> Iterator[Text]:
    yield say_count(
        "{name}: lay the War card face down at your {section}. You may look at it.",
        "{name}: lay the {count} War cards face down at your {section}. You may look at them.",
        fact.count,
        name=state.table.names[fact.seat],
        section=section_name(fact.to),
    )


def _hands_swapped(state: State, _fact: HandsSwapped) -> Iterator[Text]:
    yield say(
        "{one} and {two}: give each other your hands.",
        one=state.table.names[0],
        two=state.table.names[1],
    )


def _replenish(state: State, fact: Replenish) -> Iterator[Text]:
    if not fact.deck and not fact.face:
        if fact.leader is not LeaderName.POSEIDON or not state.table.poseidon_draws:
            yield say("{name}: draw nothing.", name=state.table.names[fact.seat])
        return
    yield say("{name}: draw {cards}.", name=state.table.names[fact.seat], cards=_cards(fact))


def _cards(fact: Replenish) -> Text:
    deck = say_count("{count} Deck card", "{count} Deck cards", fact.deck)
    face = say_count("{count} Face card", "{count} Face cards", fact.face)
    if not fact.face:
        return deck
    return say("{deck}, then {face}", deck=deck, face=face) if fact.deck else face


def _bonus(state: State, fact: LeaderBonus) -> Iterator[Text]:
    if fact.face:
        yield say("A Leader: {name} takes 1 more Face card.", name=state.table.names[fact.seat])
    else:
        yield say("A Leader: {name} draws 1 more from the deck.", name=state.table.names[fact.seat])


def _reshuffled(_state: State, _fact: Reshuffled) -> Iterator[Text]:
    yield say("Shuffle the discard pile: it is the deck now.")


def _lapsed(state: State, fact: ClaimLapsed) -> Iterator[Text]:
    yield say("{name}’s gateway is not complete any more.", name=state.table.names[fact.seat])


def _tested(state: State, fact: ClaimTested) -> Iterator[Text]:
    yield say(
        "{name}’s gateway has stood. Now its Build cards are shown.",
        name=state.table.names[fact.seat],
    )


def _cut(_state: State, fact: CutDecided) -> Iterator[Text]:
    if fact.winner is None:
        yield say("That decides nothing. Put both cards back and shuffle.")


_TOLD: Mapping[type[Fact], Callable[[State, Any], Iterator[Text]]] = {
    AttackDecided: _decided,
    Perished: _perished,
    LeaderPlayed: _played,
    Swapped: _swapped,
    Moved: _moved,
    HandsSwapped: _hands_swapped,
    Replenish: _replenish,
    LeaderBonus: _bonus,
    Reshuffled: _reshuffled,
    ClaimLapsed: _lapsed,
    ClaimTested: _tested,
    CutDecided: _cut,
}
