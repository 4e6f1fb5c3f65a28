"""What a screen shows of War of Waves, and the values that tools read."""

from operator import attrgetter
from typing import Any

from referee.core import Piece, RuleId, Seat, View, say
from referee.games.war_of_waves.components import LEADER_NAMES, LEADERS
from referee.games.war_of_waves.gateways import is_complete, is_ready
from referee.games.war_of_waves.own import own
from referee.games.war_of_waves.rulebook import RULEBOOK
from referee.games.war_of_waves.rules import to_act
from referee.games.war_of_waves.state import PLAYERS, Gateway, Phase, Spot, State
from referee.games.war_of_waves.step import step
from referee.games.war_of_waves.zones import scores, zones


def view(state: State, seat: Seat | None) -> View:
    """Return the table as a seat sees it, from a state redacted for it."""
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


def values(state: State, seat: Seat | None) -> dict[str, Any]:
    """Return the values that transcripts and tools read; only own notes in `gateways` differ."""
    assault = state.assault
    return {
        "phase": state.phase.value,
        "turn": None if state.phase is Phase.OVER else state.turn,
        "acting": sorted(to_act(state)),
        "turns": state.turns,
        "types": [deed.value for deed in state.types],
        "hands": [list(hand) for hand in state.hands],
        "names": [sorted(name.value for name in names) for names in state.named],
        "deck": list(state.deck),
        "discard": list(state.discard),
        "faces": [card.value for card in state.faces],
        "gateways": [_gateway(state.gateways[side], is_own=side == seat) for side in PLAYERS],
        "ready": [is_ready(gateway) for gateway in state.gateways],
        "complete": [is_complete(gateway) for gateway in state.gateways],
        "claims": list(state.claims),
        "targets": [_spot(spot) for spot in assault.targets] if assault else [],
        "attackers": [card.value for card in assault.attackers] if assault else [],
        "to_reveal": [_spot(spot) for spot in state.to_reveal],
        "draws": state.draws,
    }


def _gateway(gateway: Gateway, *, is_own: bool) -> list[list[list[int | None]]]:
    number = attrgetter("own" if is_own else "value")
    return [[list(map(number, place.builds)), list(map(number, place.wars))] for place in gateway]


def _spot(spot: Spot) -> list[Any]:
    return [int(spot.side), spot.at.value, spot.kind.value, spot.card]
