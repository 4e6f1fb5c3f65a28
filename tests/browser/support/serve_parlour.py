"""`referee`, with one more game than it has: Hushed, whose cards are secrets."""

from parlour.hushed import GAME

import referee.games
from referee.cli import main
from referee.core import AnyGame

found = referee.games.load_all


def load_all() -> dict[str, AnyGame]:
    return {**found(), GAME.info.slug: GAME}


if __name__ == "__main__":
    referee.games.load_all = load_all
    main()
