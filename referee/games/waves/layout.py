"""What lies where on a table of Waves, so that a correction can be followed with the real cards."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from referee.core import TABLE, Layout, Place, Seat, Thing, layout_of, say
from referee.games.waves.components import CLASS_NAMES, CLASS_PLURALS, CLASSES, SHELLS, Class
from referee.games.waves.state import NONE, State, Table
from referee.games.waves.words import side_name, tablet_name

_CARD: Final = Thing("card", name=say("card"), names=say("cards"))
_FACES: Final = {
    kind: Thing("card", kind.value, CLASS_NAMES[kind], CLASS_PLURALS[kind]) for kind in Class
}
_SHELL: Final = Thing("shell", name=say("Shell"), names=say("Shells"))
_TOKEN: Final = Thing("token", "wave", say("Wave token"))

_CENTRE: Final = Place("centre", say("the centre"), covered=True)
_SUPPLY: Final = Place("supply", say("the supply"), covered=True)
_ACTIVE: Final = Place("active", say("the place beside the Council"))
_TABLETS: Final = Place("tablets", say("the other tablets"))
_DECK: Final = Place("deck", say("the deck"), covered=True, pile="deck")
_DISCARDED: Final = Place(
    "discard",
    say("the discard pile"),
    covered=True,
    heap="discard",
    pile="discard",
    shown="front",
)

_Lying = Iterator[tuple[Place, Thing, int]]


def layout(state: State) -> Layout:
    """Return where every card, Shell, tablet and the Wave token is."""
    return layout_of(*_tokens(state), *_council(state), *_piles(state))


def _tokens(state: State) -> _Lying:
    for tablet in state.table.tablets:
        name = say("tablet “{tablet}”", tablet=tablet_name(state.table.edition, tablet))
        at = _ACTIVE if tablet is state.tablet else _TABLETS
        yield at, Thing("tablet", tablet.value, name), 1
    yield _CENTRE, _SHELL, state.shells
    yield _SUPPLY, _SHELL, SHELLS - state.shells
    slot = state.table.ring[state.token]
    owner = state.table.owners[slot]
    name = say("{name}", name=state.table.names[owner])
    yield Place(f"token-{slot}", name), _TOKEN, 1


def _council(state: State) -> _Lying:
    for slot, elder in enumerate(state.elders):
        if elder:
            yield _elder_place(state.table, slot), _FACES[elder], 1
        agent = state.agents[slot]
        if agent:
            thing = _FACES[agent.card] if agent.card else _CARD
            yield (
                replace(_agent_place(state.table, slot), stays=f"round-{state.round}"),
                thing,
                agent.count,
            )


def _piles(state: State) -> _Lying:
    for side, pile in enumerate(state.collected):
        for elder in pile:
            yield _collected(state.table, side), _FACES[elder], 1
    yield _DECK, _CARD, state.deck
    hands = [_hand(state.table, Seat(seat)) for seat in range(len(state.hands))]
    lately = () if state.shuffled else state.discards
    yield _DISCARDED, _CARD, state.discard - sum(lately)
    for hand, count in zip(hands, lately, strict=False):
        yield _discarded_by(hand, state.round), _CARD, count
    for hand, count, held in zip(hands, state.hands, state.known.held, strict=True):
        # An Elder that went to a hand is known there, as long as all that are can still be there.
        known = held if sum(held) <= count else NONE
        yield hand, _CARD, count - sum(known)
        for kind, number in zip(CLASSES, known, strict=True):
            yield hand, _FACES[kind], number


def _discarded_by(hand: Place, turn: int) -> Place:
    """Return what went from a hand when a round began; it comes back to that very hand."""
    place = f"discard-{turn}-{hand.id}"
    return replace(_DISCARDED, id=place, via=hand)


def _hand(table: Table, seat: Seat) -> Place:
    label = say("{name}’s hand", name=table.names[seat])
    return Place(f"hand-{seat}", label, say("your hand"), seat, covered=True)


def _elder_place(table: Table, slot: int) -> Place:
    owner = table.owners[slot]
    if owner == TABLE:
        return Place(f"elder-{slot}", say("the extra place"))
    name, number = table.names[owner], slot // 2 + 1
    label, own = say("{name}’s Elder place", name=name), say("your Elder place")
    if table.is_head_to_head:
        label = say("{name}’s Elder place {number}", name=name, number=number)
        own = say("your Elder place {number}", number=number)
    return Place(f"elder-{slot}", label, own, owner)


def _agent_place(table: Table, slot: int) -> Place:
    owner = table.owners[slot]
    name, number = table.names[owner], slot // 2 + 1
    label, own = say("{name}’s Agent place", name=name), say("your Agent place")
    if table.is_head_to_head:
        label = say("{name}’s Agent place {number}", name=name, number=number)
        own = say("your Agent place {number}", number=number)
    return Place(f"agent-{slot}", label, own, owner)


def _collected(table: Table, side: int) -> Place:
    seats = table.sides[side]
    label = say("the Elders collected by {names}", names=side_name(table, seats))
    if len(seats) > 1:
        return Place(f"collected-{side}", label)
    return Place(f"collected-{side}", label, say("your collected Elders"), seats[0])
