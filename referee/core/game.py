"""What a game is: a frozen value made of data and pure functions.

`explain` is the primitive: whether an action is allowed is asked in one place and always comes
with its rule. `play` is derived from it. Nothing here does I/O, reads a clock or rolls dice:
chance is observed at the table and entered.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from referee.core.actions import Action, Fact, Note
from referee.core.boards import Boards, Written
from referee.core.codes import box_of_slug
from referee.core.components import Components
from referee.core.dice import Dice
from referee.core.errors import BadBoards, BadSetup
from referee.core.notation import format_action, parse_action
from referee.core.observations import NOTHING_VISIBLE, Visibility
from referee.core.options import Option
from referee.core.prose import Text, say, shortened
from referee.core.rulings import IllegalAction, Rule, RuleId, Ruling
from referee.core.seats import Seat
from referee.core.secrets import redact
from referee.core.views import View

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Info:
    """What a list of games shows, and what a log must remember.

    `rules_version` goes up when a log of before would be judged otherwise now.
    """

    slug: str
    title: str
    summary: Text
    seats: tuple[int, ...]
    rules_version: int
    stage: Literal["draft", "ready"]


@dataclass(frozen=True, slots=True)
class Setup:
    """Who sits where (names by seat) and the options chosen, as `(id, value)` pairs."""

    names: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()

    @property
    def chosen(self) -> Mapping[str, str]:
        """Return the options as a table."""
        return dict(self.options)

    def chosen_among(self, *known: str) -> Mapping[str, str]:
        """Return the options as a table; raises `BadSetup` for one that is not known."""
        unknown = self.chosen.keys() - set(known)
        if unknown:
            name = min(unknown)
            text = say("This game has no option called “{name}”.", name=shortened(name))
            raise BadSetup(text, name)
        return self.chosen


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the reason's id, and who won (nobody in a draw)."""

    reason: str
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class SecretWords:
    """What seats hide in a game, as sentences about it say.

    `many` stands in “the hidden cards of Ann”, `one` in “a hidden card of Ann”; `title` and `tell`
    stand on buttons.
    """

    many: Text
    one: Text
    title: Text
    tell: Text


SECRETS: Final = SecretWords(say("secrets"), say("secret"), say("Secrets"), say("Tell my secrets"))
"""What they are called where a game has no word of its own."""


@dataclass(frozen=True, slots=True)
class Voice(Generic[S]):
    """How a game says things: each function turns ids and numbers into a sentence."""

    action: Callable[[S, Action], Text]
    fact: Callable[[S, Fact], Text]
    refusal: Callable[[S, Action, Ruling], Text]
    outcome: Callable[[S, Outcome], Text]


def _nothing(*_asked: object) -> Any:  # noqa: ANN401 - empty for every question
    return ()


def _nothing_learned(_state: object) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Game(Generic[S]):
    """A game, whose state is an `S`. All functions are pure and total for states they made.

    `options` asks the setup page's questions, for the names by seat and what was chosen so far.
    `to_act` and `legal_actions` are the game's main line: nobody to act and an outcome are the same
    thing; whoever acts is offered something, unless the entries contradict each other, which the
    step then says. `optional_actions` are entries that the game never waits for, such
    as a correction by the table. `values` are the public numbers under pinned names, which
    transcripts and other tools read, and `view` is the picture for people; both get a redacted
    state. `learned` gives what the table has told so far and is worth keeping for its next game,
    one value for each name under which an `Option` keeps a group's choice.

    `notes` are what a seat may tell the referee for itself alone. `answers` are the entries that
    such notes answer already, in order: what people are about to be asked and need not be. `hidden`
    says what such secrets are called.

    `boards` are what its players write on, so that boards can be printed and counted by themselves.
    `written` gives, by seat, what stands on them as far as the entries tell. `dice` are those of
    which a photo can be read.

    What stands last, from `options` on, a game may leave out that has nothing of the kind.
    """

    info: Info
    rulebook: Mapping[RuleId, Rule]
    components: Components
    actions: tuple[type[Action], ...]
    setup: Callable[[Setup], S]
    to_act: Callable[[S], frozenset[Seat]]
    actor: Callable[[S, Action], Seat]
    legal_actions: Callable[[S, Seat], Sequence[Action]]
    explain: Callable[[S, Action], Ruling]
    apply: Callable[[S, Action], tuple[S, tuple[Fact, ...]]]
    outcome: Callable[[S], Outcome | None]
    values: Callable[[S, Seat | None], Mapping[str, Any]]
    view: Callable[[S, Seat | None], View]
    voice: Voice[S]
    options: Callable[[tuple[str, ...], Mapping[str, str]], tuple[Option, ...]] = _nothing
    optional_actions: Callable[[S], Sequence[Action]] = _nothing
    learned: Callable[[S], Mapping[str, str]] = _nothing_learned
    notes: Callable[[S, Seat], Sequence[Note]] = _nothing
    answers: Callable[[S], Sequence[Action]] = _nothing
    visibility: Visibility[S] = NOTHING_VISIBLE
    hidden: SecretWords = SECRETS
    boards: Boards | None = None
    written: Callable[[S], Sequence[Written]] = _nothing
    dice: Dice[S] | None = None

    def parse(self, text: str) -> Action:
        """Read an action of this game; raises `UnknownNotation`."""
        return parse_action(text, self.actions)

    def format(self, action: Action) -> str:
        """Write an action of this game."""
        return format_action(action)


AnyGame: TypeAlias = Game[Any]


def play(game: Game[S], state: S, action: Action) -> tuple[S, tuple[Fact, ...]]:
    """Play an action: the state after it and what followed; raises `IllegalAction`."""
    ruling = game.explain(state, action)
    if not ruling.allowed:
        seen, told = redact(state, None), redact(action, None)
        raise IllegalAction(ruling, game.voice.refusal(seen, told, ruling))
    return game.apply(state, action)


def boards_of(game: AnyGame) -> Boards:
    """Return the boards of a game; raises `BadBoards` where nobody writes on any."""
    if game.boards is None:
        raise BadBoards(say("Nobody writes on a board in {game}.", game=game.info.title))
    return game.boards


def box_of(game: AnyGame) -> str:
    """Return the two signs of a game's box in the codes on its cards."""
    return game.components.code or box_of_slug(game.info.slug)
