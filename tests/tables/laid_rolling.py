"""A table of Rolling with the Waves as a test lays it."""

from collections.abc import Sequence

from referee.core import AnyGame, Setup, play, redact

COLOURS = {"r": "red", "y": "yellow", "g": "green", "c": "clear"}
ROUND = "r1 r2 y3 y1 c2 c5"
"""A roll of two, taken in this order from the first player on."""

DRAFTED = "r1 y3 r2 y1 c5 c2"
"""Ann takes 1, 2 and 5, Bo 3, 1 and 2."""


class Table:
    """A game in the middle: entries go in, values and facts come out."""

    def __init__(self, game: AnyGame, names: Sequence[str], **options: str) -> None:
        self.game = game
        self.state = game.setup(Setup(tuple(names), tuple(options.items())))
        self.facts: list = []

    def enter(self, *entries: str) -> "Table":
        self.facts = []
        for entry in entries:
            self.state, facts = play(self.game, self.state, self.game.parse(entry))
            self.facts += facts
        return self

    def put(self, seat: int, place: str, *values: int) -> "Table":
        """Let the table decide what stands there."""
        entry = f'overrule write seat={seat} to={place} value={{}} why="so we begin"'
        return self.enter(*(entry.format(value) for value in values))

    def rich(self, *infamy: int) -> "Table":
        """Let the table decide how much Infamy there is, where it is another."""
        for seat, number in enumerate(infamy):
            if number != self["infamy"][seat]:
                self.enter(f'overrule infamy seat={seat} infamy={number} why="so we begin"')
        return self

    def roll(self, dice: str) -> "Table":
        return self.enter(*(f"roll colour={COLOURS[die[0]]} face={die[1]}" for die in dice.split()))

    def draft(self, dice: str, first: int = 0) -> "Table":
        seats = len(self.state.table.names)
        for turn, die in enumerate(dice.split()):
            seat = (first + turn) % seats
            self.enter(f"draft seat={seat} colour={COLOURS[die[0]]} face={die[1]}")
        return self

    def lay(self, *laid: str) -> "Table":
        """Return where dice lie, seat by seat from the first player on: `1>hull 2>crew 5>ports`."""
        facts: list = []
        for seat, lying in zip(self.state.order, laid, strict=True):
            for one in lying.split():
                value, _, place = one.partition(">")
                all_three = f"allocate all seat={seat}"
                entry = f"allocate seat={seat} value={value} to={place}"
                facts += self.enter(entry if place else all_three).facts
        self.facts = facts
        return self

    def of(self, kind: str) -> list:
        return [fact for fact in self.facts if fact.kind == kind]

    def allows(self, entry: str) -> bool:
        return bool(self.game.explain(self.state, self.game.parse(entry)).allowed)

    def __getitem__(self, name: str):
        return self.game.values(redact(self.state, None), None)[name]
