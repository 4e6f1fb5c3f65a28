"""What lies where in War of Waves, as everybody may see it, so that corrections can be followed.

Cards of a gateway lie face down; one is told from another by when it was laid (`Laid.mark`).
"""

from collections.abc import Iterator
from typing import Final

from referee.core import Layout, Place, Seat, Text, Thing, layout_of, say
from referee.games.war_of_waves.components import (
    KINDS,
    SECTIONS,
    Card,
    Counts,
    Section,
    card_name,
)
from referee.games.war_of_waves.gateways import known_card, place_at
from referee.games.war_of_waves.state import PLAYERS, State
from referee.games.war_of_waves.words import section_name

_BUILD_LEADER, _WAR_LEADER = say("Leader with a Build back"), say("Leader with a War back")
_BACKS: Final = (
    Thing("build", name=say("Build card"), names=say("Build cards")),
    Thing("war", name=say("War card"), names=say("War cards")),
    Thing("build-leader", name=_BUILD_LEADER, names=say("Leaders with a Build back")),
    Thing("war-leader", name=_WAR_LEADER, names=say("Leaders with a War back")),
)
"""What can be told apart by its back, in the order of `Counts`."""

_DECK: Final = Place("deck", say("the deck"), covered=True, pile="deck")
_DISCARDED: Final = Place("discard", say("the discard pile"), covered=True, pile="discard")
_ROW_END: Final = Place("row-end", say("the far end of the Face cards"), heap="row")
_ROW: Final = Place("row", say("the Face cards"), heap="row")
_ATTACK: Final = Place("attack", say("the cards that attack"))
_CUT: Final = Place("cut", say("the cards turned up to decide"))
_HANDS: Final = Place("hands", say("the hands"))

_Lying = Iterator[tuple[Place, Thing, int]]


def layout(state: State) -> Layout:
    """Return where every card is: by its back, unless everybody knows its front."""
    gateways = (one for seat in PLAYERS for one in _gateway(state, seat))
    return layout_of(*_open(state), *gateways, *_piles(state))


def _open(state: State) -> _Lying:
    for at, card in enumerate(state.faces):
        yield _ROW if at else _ROW_END, _front(state, card), 1
    for card in state.assault.attackers if state.assault else ():
        yield _ATTACK, _front(state, card), 1
    for card in state.cut:
        yield _CUT, _front(state, card), 1


def _piles(state: State) -> _Lying:
    yield from _counted(_DECK, state.deck)
    rest = list(state.discard)
    for card in state.discarded:
        rest[state.table.deck_list.place(card)] -= 1
        yield _DISCARDED, _front(state, card), 1
    yield from _counted(_DISCARDED, tuple(rest))
    # After hands were exchanged, each is still the same cards, so it keeps its id.
    swapped = state.exchanges % len(PLAYERS)
    turn = say("Swap your hands with each other.")
    yield _HANDS, Thing("hands", str(swapped), turn=turn), 1
    for seat in PLAYERS:
        label = say("{name}’s hand", name=state.table.names[seat])
        hand = seat if not swapped else 1 - seat
        place = Place(f"hand-{hand}", label, say("your hand"), seat, covered=True)
        yield from _counted(place, state.hands[seat])


def _counted(place: Place, counts: Counts) -> _Lying:
    for back, count in zip(_BACKS, counts, strict=True):
        yield place, back, count


def _front(state: State, card: Card) -> Thing:
    back, name = _BACKS[state.table.deck_list.place(card)], card_name(card)
    if card.leader:
        name = say("{leader} card", leader=name)
    return Thing(back.kind, card.value, name, name)


def _gateway(state: State, seat: Seat) -> _Lying:
    for section in SECTIONS:
        for kind in KINDS:
            cards = place_at(state, seat, section).of(kind)
            for at, laid in enumerate(cards):
                card = known_card(laid, kind)
                back = _BACKS[kind.place]
                name = card_name(card) if card else back.name
                face = card.value if card else ""
                heap = f"{seat}-{section.value}-{kind.value}"
                label, own = _section(state, seat, section, at if len(cards) > 1 else None)
                place = Place(
                    f"{heap}-{at}", label, own, seat, covered=True, heap=heap, shown="back"
                )
                yield place, Thing(back.kind, face, name, back.names, mark=laid.mark), 1


def _section(state: State, seat: Seat, section: Section, at: int | None) -> tuple[Text, Text]:
    """Return the name of a section, and its owner's name for it; `at` counts cards of a pair."""
    values: dict[str, object] = {
        "name": state.table.names[seat],
        "section": section_name(section),
    }
    if at is None:
        return say("{name}’s {section}", **values), say("your {section}", **values)
    if section.is_gate:
        return _of_gate(values, at)
    if at == 0:
        return (
            say("the left of {name}’s {section}", **values),
            say("the left of your {section}", **values),
        )
    return (
        say("the right of {name}’s {section}", **values),
        say("the right of your {section}", **values),
    )


def _of_gate(values: dict[str, object], at: int) -> tuple[Text, Text]:
    if at == 0:
        return (
            say("the rear of {name}’s {section}", **values),
            say("the rear of your {section}", **values),
        )
    return (
        say("the front of {name}’s {section}", **values),
        say("the front of your {section}", **values),
    )
