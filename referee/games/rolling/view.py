"""What a screen shows of Rolling with the Waves, and the values that tools read."""

from typing import Any

from referee.core import Piece, Score, Seat, View, literal, say
from referee.games.rolling.allocation import planned
from referee.games.rolling.components import CHESTS, COLOURS, TRACKS, Colour
from referee.games.rolling.own import own
from referee.games.rolling.scoring import score
from referee.games.rolling.state import Die, Phase, State, acting
from referee.games.rolling.step import step
from referee.games.rolling.words import name_of, points_said
from referee.games.rolling.zones import zones


def view(state: State, seat: Seat | None) -> View:
    """Return the whole table, and for a seat what it can place behind its own screen."""
    return View(
        step=step(state, seat),
        zones=zones(state),
        scores=tuple(_score(state, one) for one in state.table.seats),
        own=own(state, seat),
    )


def _score(state: State, seat: Seat) -> Score:
    board = state.boards[seat]
    chests = sum(board.is_full(chest) or board.is_buried(chest) for chest in CHESTS)
    tracks = sum(board.is_full(track) for track in TRACKS)
    total = score(board).total
    points = Piece(points_said(total), icon="points", number=str(total), shape="token")
    return Score(
        literal(name_of(state, seat)),
        (seat,),
        (points,),
        counts=((chests, len(CHESTS)), (tracks, len(TRACKS))),
        said=(
            say("{count} of 3 chests", count=chests),
            say("{count} of 3 tracks", count=tracks),
        ),
    )


def values(state: State, seat: Seat | None) -> dict[str, Any]:
    """Return the values that transcripts and tools read; only `plan` differs by seat."""
    boards = state.boards
    return {
        "phase": state.phase.value,
        "round": state.round,
        "first": state.first,
        "acting": sorted(acting(state)),
        "bag": {
            colour.value: state.in_bag(colour)
            for colour in COLOURS
            if colour is Colour.CLEAR or colour in state.table.colours
        },
        "pool": [_die(die) for die in state.pool],
        "nests": [[_die(die) for die in nest] for nest in state.nests],
        "ready": sorted(state.ready),
        "laid": [[f"{laid.place.value}-{laid.value}" for laid in lying] for lying in state.laid],
        "plan": None if seat is None else _plan(state, seat),
        "infamy": [board.infamy for board in boards],
        "spirits": [list(board.spirits) for board in boards],
        "chests": [[list(chest) for chest in board.chests] for board in boards],
        "buried": [
            [place for place, is_buried in enumerate(board.buried, start=1) if is_buried]
            for board in boards
        ],
        "hull": [list(board.hull) for board in boards],
        "small": [list(board.small) for board in boards],
        "large": [list(board.large) for board in boards],
        "ports": [list(board.ports) for board in boards],
        "crew": [list(board.crew) for board in boards],
        "queue": list(state.queue),
        "loot": list(state.loot),
        "points": [score(board).total for board in boards],
        "over": state.phase is Phase.OVER,
    }


def _die(die: Die) -> str:
    return f"{die.colour.value}-{die.face}"


def _plan(state: State, seat: Seat) -> list[str | None]:
    return [place and place.value for place in planned(state, seat)]
