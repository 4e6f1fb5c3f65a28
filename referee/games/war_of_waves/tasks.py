"""What hands do at the table of War of Waves after an entry, in the order of the rulebook."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from referee.core import Fact, RuleId, TableDecided, Task, Text, listed, say
from referee.games.war_of_waves.attack_facts import (
    AttackBegan,
    AttackDecided,
    Perished,
    Shown,
    ShownAgain,
)
from referee.games.war_of_waves.claim_facts import ClaimTested
from referee.games.war_of_waves.components import Card, Kind, Section, card_name
from referee.games.war_of_waves.facts import HandsSwapped, Moved, Swapped, TurnBegan
from referee.games.war_of_waves.gateways import place_at
from referee.games.war_of_waves.places import card_on, cards_of_side, section_of
from referee.games.war_of_waves.state import PLAYERS, Phase, Spot, State, other
from referee.games.war_of_waves.words import SENTENCES, name, section_name

_SETUP: Final = RuleId("setup")
_DEAL: Final = (
    Task(say("Shuffle all the cards together."), _SETUP),
    Task(say("Deal each player 1 Build card and 1 War card, face down: the hand."), _SETUP),
    Task(say("Deal each player 1 more Build card, face down in front: Bridge 1."), _SETUP),
    Task(
        say("If you dealt a Leader, add it to that hand, and deal another with the same back."),
        RuleId("V1"),
    ),
)
_LAY_ROW: Final = Task(say("Lay 4 cards face up beside the deck: the Face cards."), _SETUP)
_LOOK: Final = Task(say("Everybody: look at your hand and your Bridge 1, in secret."), _SETUP)


def tasks(state: State) -> tuple[Task, ...]:
    """Return what hands do before the next entry, in order."""
    match state.phase:
        case Phase.OVER:
            return ()
        case Phase.DEAL:
            return () if any(map(any, state.hands)) else _DEAL
        case Phase.FACE if not state.faces:
            return (_LAY_ROW,)
    decided = next((at for at, one in enumerate(state.news) if isinstance(one, AttackDecided)), 0)
    turned_up = state.news if state.assault else state.news[:decided]
    followed = [task for fact in state.news for task in _of_fact(state, fact)]
    return (*_turn_up(state, turned_up), *followed, *_look(state))


def _look(state: State) -> tuple[Task, ...]:
    """Return that everybody looks at their cards, once all is dealt."""
    starts = any(isinstance(fact, TurnBegan) for fact in state.news)
    by_table = any(isinstance(fact, TableDecided) for fact in state.news)
    return (_LOOK,) if starts and not state.turns and not by_table else ()


def _of_fact(state: State, fact: Fact) -> tuple[Task, ...]:
    """Return the tasks of a fact; those of several seats each have their own."""
    match fact:
        case AttackBegan(rule="V9"):  # what Poseidon attacks, the question has asked to point at
            return _point(state, fact)
        case Swapped():
            return (_swap(state, fact),)
        case Moved():
            return (_move(state, fact),)
    ordered = SENTENCES.orders(state, fact)
    match fact:
        case AttackDecided():
            outcome = RuleId("V14")
            return tuple(
                replace(task, rule=outcome, seats=(seat,))
                for task, seat in zip(ordered, fact.doers, strict=True)
            )
        case ClaimTested():
            return tuple(
                replace(task, seats=(seat,))
                for task, seat in zip(ordered, fact.tested, strict=True)
            )
        case Perished():
            return tuple(replace(task, seats=(fact.side,)) for task in ordered)
        case HandsSwapped():
            return tuple(replace(task, seats=PLAYERS) for task in ordered)
    return ordered


def _point(state: State, fact: AttackBegan) -> tuple[Task, ...]:
    spots = [Spot(fact.side, one.at, one.kind, one.card) for one in fact.targets]
    text = say(
        "{seat}: point at {cards}.",
        seat=name(state, fact.seat),
        cards=cards_of_side(state, spots),
    )
    return (Task(text, fact.rule, (fact.seat,)),)


def _swap(state: State, fact: Swapped) -> Task:
    one = Spot(fact.seat, fact.bridge, Kind.BUILD, fact.bridge_card)
    two = Spot(fact.seat, fact.gate, Kind.BUILD, fact.gate_card)
    text = say(
        "{seat}: swap {one} with {two}.",
        seat=name(state, fact.seat),
        one=card_on(state, one),
        two=card_on(state, two),
    )
    return Task(text, fact.rule, (fact.seat,))


def _move(state: State, fact: Moved) -> Task:
    """Return which cards go where; they are named as they were before they left."""
    enemy = other(fact.seat)
    places = [
        _card_that_was(state, Spot(enemy, section, Kind.WAR, card), fact.at.count(section))
        for section, card in zip(fact.at, fact.cards, strict=True)
    ]
    if len(fact.at) > len(set(fact.at)):
        places = [say("both War cards on {place}", place=section_of(state, enemy, fact.at[0]))]
    text = say(
        "{seat}: move {cards} to {place}, face down.",
        seat=name(state, fact.seat),
        cards=listed(places),
        place=section_of(state, fact.seat, fact.to),
    )
    return Task(text, fact.rule, (fact.seat,))


def _card_that_was(state: State, spot: Spot, gone: int) -> Text:
    """Return a War card by its place in a section that `gone` cards have left."""
    place = section_of(state, spot.side, spot.at)
    if len(place_at(state, spot.side, spot.at).wars) + gone == 1:
        return say("the War card on {place}", place=place)
    if spot.card == 1:
        return say("the left War card on {place}", place=place)
    return say("the right War card on {place}", place=place)


def _turn_up(state: State, news: Sequence[Fact]) -> Iterator[Task]:
    """Return tasks to turn up the cards under attack that nobody was asked to turn over."""
    for seat in PLAYERS:
        counted = Counter(
            (fact.card, fact.at)
            for fact in news
            if isinstance(fact, Shown | ShownAgain) and fact.side == seat
        )
        if counted:
            cards = [_to_turn_up(card, at, count) for (card, at), count in counted.items()]
            yield Task(
                say("{seat}: turn up {cards}.", seat=name(state, seat), cards=listed(cards)),
                RuleId("attack"),
                (seat,),
            )


def _to_turn_up(card: Card, at: Section, count: int) -> Text:
    """Return the name of cards to turn up; equal ones are counted."""
    what, where = card_name(card), section_name(at)
    if count == 1:
        return say("{card} on {place}", card=what, place=where)
    return say("{count} × {card} on {place}", count=count, card=what, place=where)
