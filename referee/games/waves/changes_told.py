"""What an overrule changes on the table, as short orders: how it lies now, place by place."""

from collections.abc import Iterator, Sequence

from referee.core import TABLE, Text, listed, say, say_count
from referee.games.waves.components import CLASS_NAMES, Class
from referee.games.waves.facts import TableChanged
from referee.games.waves.state import State
from referee.games.waves.words import place, side_name, tablet_name


def changes(state: State, fact: TableChanged) -> tuple[Text, ...]:
    """Return how the table lies after an overrule, only where that changed anything."""
    return tuple(_changes(state, fact))


def _changes(state: State, fact: TableChanged) -> Iterator[Text]:
    if fact.tablet:
        yield say(
            "Active tablet: “{tablet}”.", tablet=tablet_name(state.table.edition, fact.tablet)
        )
    for seats, pile in zip(state.table.sides, fact.collected or (), strict=False):
        yield say(
            "Collected by {names}: {cards}.",
            names=side_name(state.table, seats),
            cards=_cards(pile),
        )
    if fact.elders:
        yield say("Elders: {elders}.", elders=_elders(state, fact.elders))
    if fact.shells is not None:
        yield say_count(
            "{count} Shell in the centre.", "{count} Shells in the centre.", fact.shells
        )
    if fact.hands:
        yield say("Cards in hand: {hands}.", hands=_hands(state, fact.hands))
    if fact.token is not None:
        yield say("Wave token: {place}.", place=place(state.table, fact.token))


def _cards(pile: Sequence[Class]) -> Text:
    return listed([CLASS_NAMES[card] for card in pile]) if pile else say("no card")


def _elders(state: State, elders: Sequence[Class | None]) -> Text:
    return listed(
        [
            say(
                "{place} {card}",
                place=place(state.table, slot),
                card=CLASS_NAMES[elder] if elder else say("no card"),
            )
            for slot, elder in enumerate(elders)
            if elder or state.table.owners[slot] != TABLE
        ]
    )


def _hands(state: State, hands: Sequence[int]) -> Text:
    return listed(
        [
            say("{name} {count}", name=name, count=count)
            for name, count in zip(state.table.names, hands, strict=True)
        ]
    )
