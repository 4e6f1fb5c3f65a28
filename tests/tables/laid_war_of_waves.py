"""A table of War of Waves as a test lays it: gateways and hands, and what is entered there."""

from collections.abc import Mapping

from referee.core import Seat, Setup, format_action, play, redact
from referee.games import load_all
from referee.games.war_of_waves.components import SECTIONS
from referee.games.war_of_waves.state import Laid, Place

ANN, BO = Seat(0), Seat(1)
FACES = ("face card=build-1", "face card=war-2", "face card=build-3", "face card=war-4")
START = ("dealt seat=0 build=0 war=0", "dealt seat=1 build=0 war=0", *FACES)

Cards = tuple[tuple[int | None, ...], tuple[int | None, ...]]
"""What lies in a section: Build cards and War cards, by number, or None while unknown."""

BRIDGE: Mapping[str, Cards] = dict.fromkeys(("b1", "b2", "b3", "b4"), ((None,), (None,)))
GATE: Mapping[str, Cards] = dict.fromkeys(("g1", "g2", "g3"), ((None,), ()))
WHOLE = {**BRIDGE, **GATE}


class Table:
    """A game in the middle: entries go in, values and facts come out."""

    def __init__(self, **options: str) -> None:
        self.game = load_all()["war-of-waves"]
        self.state = self.game.setup(Setup(("Ann", "Bo"), tuple(options.items())))
        self.facts: tuple = ()

    def enter(self, *entries: str) -> "Table":
        """Make entries that are allowed."""
        for text in entries:
            self.state, self.facts = play(self.game, self.state, self.game.parse(text))
        return self

    def lay(self, *sides: Mapping[str, Cards], hands=((9, 9, 0, 0), (9, 9, 0, 0))) -> "Table":
        """Put both gateways and hands on the table as they are given, in the first turn."""
        gateways = tuple(
            tuple(_place(side.get(section.value, ((), ()))) for section in SECTIONS)
            for side in (*sides, {}, {})[:2]
        )
        self.state = self.state._replace(gateways=gateways, hands=tuple(hands))
        return self

    def attack(self, target: str, *attackers: str, shows: str = "") -> "Table":
        """Attack as `1 b1 war 1`, with these cards; `shows` is what the owner turns over."""
        side, places, kinds, cards = target.split()
        self.enter(f"attack side={side} at={places} kind={kinds} cards={cards}")
        self.enter(*(f"present card={card}" for card in attackers), "strike")
        return self.reveal(*shows)

    def reveal(self, *values: str) -> "Table":
        """Turn over the next cards, which have these numbers."""
        for value in values:
            side, at, kind, card = self.values["to_reveal"][0]
            self.enter(f"reveal side={side} at={at} kind={kind} card={card} value={value}")
        return self

    def refused(self, entry: str) -> tuple[str, str]:
        """Return the rule and the reason that refuse an entry."""
        ruling = self.game.explain(self.state, self.game.parse(entry))
        assert not ruling.allowed
        return ruling.rule, ruling.reason

    def told(self) -> list[str]:
        """Return the sentences of what the last entry led to."""
        return [str(self.game.voice.fact(self.state, fact)) for fact in self.facts]

    def ordered(self) -> list[str]:
        """Return what people are told to do with their hands now."""
        return [str(task.say) for task in self.seen().step.hands]

    def seen(self, seat: int | None = None):
        """Return the view of a seat, or what everybody sees."""
        whose = None if seat is None else Seat(seat)
        return self.game.view(redact(self.state, whose), whose)

    def offered(self) -> list[str]:
        """Return the notation of each button."""
        return [format_action(one.action) for one in self.seen().step.choices]

    def found(self, kind: str) -> list:
        """Return the facts of one kind that the last entry led to."""
        return [fact for fact in self.facts if fact.kind == kind]

    @property
    def values(self) -> Mapping:
        """Return the public values."""
        return self.game.values(redact(self.state, None), None)

    def section(self, seat: int, at: str) -> list:
        """Return what lies in a section: Build cards, War cards."""
        return self.values["gateways"][seat][[one.value for one in SECTIONS].index(at)]


def _place(cards: Cards) -> Place:
    builds, wars = cards
    return Place(tuple(map(Laid, builds)), tuple(map(Laid, wars)))


def table(**options: str) -> Table:
    """Lay a table: dealt without Leaders, the row turned up, and Ann begins."""
    return Table(**options).enter(*START)


def one(at: str = "b1", *, builds=(None,), wars=(None,)) -> dict[str, Cards]:
    """Return a gateway of one section."""
    return {at: (builds, wars)}


def leaders(*hand: int, **options: str) -> Table:
    """Lay a table where Ann holds these cards: Build, War, Leaders by back; Bo two of each."""
    return table(**options).lay(WHOLE, WHOLE, hands=(hand, (2, 2, 0, 0)))


def claimed(bo: Mapping[str, Cards] = BRIDGE, **options: str) -> Table:
    """Lay a table where Ann has just claimed, and it is Bo's turn."""
    return table(**options).lay(WHOLE, bo).enter("done claim=yes")


ODD = "1331"
RIGHT, WRONG = ODD + "243", ODD + "244"
"""Bridge 1, 3, 3, 1 all odd; gate 2, 4, 3 in sequence, or 2, 4, 4 not."""


def tied() -> Table:
    """Lay a table where both gateways are right and the deck must decide."""
    return claimed(WHOLE).enter("done claim=yes").reveal(*RIGHT, *RIGHT)
