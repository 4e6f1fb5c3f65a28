"""The public values under pinned names, which transcripts and other tools read."""

from operator import attrgetter
from typing import Any

from referee.core import Seat
from referee.games.war_of_waves.gateways import is_complete, is_ready
from referee.games.war_of_waves.rules import to_act
from referee.games.war_of_waves.state import PLAYERS, Gateway, Phase, Spot, State


def values(state: State, seat: Seat | None) -> dict[str, Any]:
    """Return what the reader can see: the same for everybody but for own notes in `gateways`."""
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
