"""What a screen shows of War of Waves: the next sentence, two gateways, and progress."""

from referee.core import Piece, RuleId, Seat, View, say
from referee.games.war_of_waves.components import LEADER_NAMES, LEADERS
from referee.games.war_of_waves.own import own
from referee.games.war_of_waves.rulebook import RULEBOOK
from referee.games.war_of_waves.state import State
from referee.games.war_of_waves.step import step
from referee.games.war_of_waves.zones import scores, zones


def view(state: State, seat: Seat | None) -> View:
    """Show the table as a seat sees it, out of a state redacted for it."""
    return View(
        step=step(state, seat),
        zones=zones(state),
        scores=scores(state),
        reference=(*_replenish(), *_leaders()),
        own=own(state, seat),
    )


def _leaders() -> tuple[Piece, ...]:
    return tuple(
        Piece(
            LEADER_NAMES[name],
            RULEBOOK[RuleId(name.value)].says,
            icon=name.value,
            colour="leader",
            shape="panel",
        )
        for name in LEADERS
    )


def _replenish() -> tuple[Piece, ...]:
    rows = (
        (say("Build"), say("2 Face cards")),
        (say("Build and Fortify"), say("2 Deck cards")),
        (say("Fortify"), say("1 Face card")),
        (say("Fortify and Attack"), say("1 Deck card, then 1 Face card")),
        (say("Attack"), say("1 Deck card")),
        (say("Attack and Build"), say("1 Face card")),
    )
    return tuple(Piece(done, drawn, icon="hand", shape="panel") for done, drawn in rows)
