"""How the cards and places of a gateway are pointed at: Bo’s Bridge 2, both War cards there."""

from collections.abc import Sequence

from referee.core import Text, say
from referee.games.war_of_waves.components import Kind, Section
from referee.games.war_of_waves.state import Spot, State
from referee.games.war_of_waves.words import section_name


def section_of(state: State, side: int, section: Section) -> Text:
    """Call a section of somebody’s gateway: Bo’s bridge 2."""
    return say("{name}’s {section}", name=state.table.names[side], section=section_name(section))


def card_there(spot: Spot, lying: int) -> Text:
    """Call a card within its section: War card, or War card 2 where two of them lie."""
    if lying < 2:  # noqa: PLR2004 - one needs no number
        return say("Build card") if spot.kind is Kind.BUILD else say("War card")
    if spot.kind is Kind.BUILD:
        return say("Build card {number}", number=spot.card)
    return say("War card {number}", number=spot.card)


def cards_there(targets: Sequence[Spot], lying: int) -> Text:
    """Call the one or two cards of one section that are pointed at."""
    if len(targets) == 1:
        return card_there(targets[0], lying)
    return say("both Build cards") if targets[0].kind is Kind.BUILD else say("both War cards")
