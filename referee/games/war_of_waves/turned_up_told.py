"""What is ordered to be turned up: what is counted now, and for a claim all that is added up."""

from collections import Counter
from collections.abc import Iterator

from referee.core import Text, listed, say
from referee.games.war_of_waves.components import Card, Section, card_name
from referee.games.war_of_waves.facts import ClaimTested, Shown, ShownAgain
from referee.games.war_of_waves.state import PLAYERS, State
from referee.games.war_of_waves.words import name, section_name


def turn_up(state: State) -> Iterator[Text]:
    """Order what is counted now to be turned up, also where nobody was asked for it."""
    tested = any(isinstance(fact, ClaimTested) for fact in state.news)
    for seat in () if tested else PLAYERS:
        counted = Counter(
            (fact.card, fact.at)
            for fact in state.news
            if isinstance(fact, Shown | ShownAgain) and fact.side == seat
        )
        if counted:
            cards = [_to_turn_up(card, at, count) for (card, at), count in counted.items()]
            yield say("{name}: turn up {cards}.", name=name(state, seat), cards=listed(cards))


def _to_turn_up(card: Card, at: Section, count: int) -> Text:
    """Name cards that are to be turned up; those that are alike are named together."""
    what, where = card_name(card), section_name(at)
    if count == 1:
        return say("{card} on {place}", card=what, place=where)
    return say("{count} × {card} on {place}", count=count, card=what, place=where)


def turn_up_all(state: State, fact: ClaimTested) -> Iterator[Text]:
    """Order everything that is added up to be turned up."""
    seats = [seat for seat in PLAYERS if fact.both or seat == fact.seat]
    for seat in seats:
        yield say("{name}: turn up all your Build cards.", name=name(state, seat))
