"""What a screen shows of Rolling with the Waves, made from a redacted state."""

from referee.core import Piece, Score, Seat, View, literal, say
from referee.games.rolling.components import CHESTS, TRACKS
from referee.games.rolling.own import own
from referee.games.rolling.scoring import score
from referee.games.rolling.state import State
from referee.games.rolling.step import step
from referee.games.rolling.words import name_of, points_said
from referee.games.rolling.zones import zones


def view(state: State, seat: Seat | None) -> View:
    """Show the whole table, and to a seat what it can lay behind its own screen."""
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
