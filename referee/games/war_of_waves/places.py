"""Names of the cards and places of a gateway: the left War card on Bo’s Bridge 2.

Left and right, or rear and front of a gate, are as the screen shows the section; the rear is nearer
to its owner. A single card is neither.
"""

from collections.abc import Sequence
from dataclasses import replace

from referee.core import Text, listed, say
from referee.games.war_of_waves.components import Kind, Section
from referee.games.war_of_waves.gateways import place_at
from referee.games.war_of_waves.state import Spot, State
from referee.games.war_of_waves.words import section_name


def section_of(state: State, side: int, section: Section) -> Text:
    """Return a section of a player’s gateway: Bo’s Bridge 2."""
    names = state.table.names
    if not 0 <= side < len(names):
        return section_name(section)
    return say("{name}’s {section}", name=names[side], section=section_name(section))


def card_there(state: State, spot: Spot) -> Text:
    """Return a card within its section: War card, or left War card of two, rear of a gate."""
    build = spot.kind is Kind.BUILD
    if _alone(state, spot):
        return say("Build card") if build else say("War card")
    if spot.at.is_gate:
        return say("rear Build card") if spot.card == 1 else say("front Build card")
    if spot.card == 1:
        return say("left Build card") if build else say("left War card")
    return say("right Build card") if build else say("right War card")


def the_card(state: State, spot: Spot) -> Text:
    """Return a card within a sentence: the War card, the left War card."""
    return say("the {card}", card=card_there(state, spot))


def cards_there(state: State, targets: Sequence[Spot]) -> Text:
    """Return the one or two cards of one section that are pointed at."""
    if len(targets) == 1:
        return card_there(state, targets[0])
    return say("both Build cards") if targets[0].kind is Kind.BUILD else say("both War cards")


def card_at(state: State, spot: Spot) -> Text:
    """Return a card for a button: Bridge 2, left War card."""
    return say("{section}, {card}", section=section_name(spot.at), card=card_there(state, spot))


def place_of(state: State, spot: Spot) -> Text:
    """Return the place of a card whose kind is clear: Bridge 2, or Bridge 2, left."""
    section = section_name(spot.at)
    if _alone(state, spot):
        return section
    if spot.at.is_gate:
        where = say("{section}, rear") if spot.card == 1 else say("{section}, front")
        return replace(where, values=(("section", section),))
    if spot.card == 1:
        return say("{section}, left", section=section)
    return say("{section}, right", section=section)


def card_on(state: State, spot: Spot) -> Text:
    """Return a card by its place: the left War card on Bridge 2."""
    return say("{card} on {place}", card=the_card(state, spot), place=section_name(spot.at))


def card_of_side(state: State, spot: Spot) -> Text:
    """Return a card by its place and owner: the left War card on Bo’s Bridge 2."""
    return say(
        "{card} on {place}",
        card=the_card(state, spot),
        place=section_of(state, spot.side, spot.at),
    )


def cards_of_side(state: State, targets: Sequence[Spot]) -> Text:
    """Return the cards that are pointed at: both War cards on Bo’s Bridge 2."""
    first, rest = targets[0], targets[1:]
    if rest and len({(spot.at, spot.kind) for spot in targets}) == 1:
        return say(
            "{card} on {place}",
            card=cards_there(state, targets),
            place=section_of(state, first.side, first.at),
        )
    if rest and len({spot.kind for spot in targets}) == 1 and _all_alone(state, targets):
        places = [section_of(state, first.side, first.at), *(section_name(one.at) for one in rest)]
        if first.kind is Kind.BUILD:
            return say("the Build cards on {places}", places=listed(places))
        return say("the War cards on {places}", places=listed(places))
    return listed([card_of_side(state, first), *(card_on(state, spot) for spot in rest)])


def _all_alone(state: State, targets: Sequence[Spot]) -> bool:
    return all(_alone(state, spot) for spot in targets)


def _alone(state: State, spot: Spot) -> bool:
    if not 0 <= spot.side < len(state.gateways):
        return True
    return len(place_at(state, spot.side, spot.at).of(spot.kind)) < 2  # noqa: PLR2004 - a pair
