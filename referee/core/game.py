"""`Game`: a frozen value made of data and pure functions.

`explain` decides in one place whether an action is allowed, and by which rule; `play` is derived
from it. There is no I/O, clock or random number here: chance is observed at the table and entered.
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
from referee.core.layout import Layout
from referee.core.notation import format_action, parse_action
from referee.core.observations import NOTHING_VISIBLE, Visibility
from referee.core.options import Option
from referee.core.prose import Text, say, shortened
from referee.core.rulings import IllegalAction, Rule, RuleId, Ruling
from referee.core.seats import Seat
from referee.core.secrets import redact
from referee.core.views import Scene, View

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Info:
    """The description of a game in lists.

    `rules_version` is stored with each match; increase it when an existing log would be judged
    differently. `minutes` is how long a game takes, at least and at most, if that is known.
    """

    slug: str
    title: str
    summary: Text
    seats: tuple[int, ...]
    rules_version: int
    stage: Literal["draft", "ready"]
    minutes: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """The players' names by seat, and the chosen options as `(id, value)` pairs."""

    names: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()

    @property
    def chosen(self) -> Mapping[str, str]:
        """Return the options as a dictionary."""
        return dict(self.options)

    def chosen_among(self, *known: str) -> Mapping[str, str]:
        """Return the options as a dictionary; raises `BadSetup` for an unknown one."""
        unknown = self.chosen.keys() - set(known)
        if unknown:
            name = min(unknown)
            text = say("This game has no option called “{name}”.", name=shortened(name))
            raise BadSetup(text, name)
        return self.chosen


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the id of the reason, and the winners (empty for a draw)."""

    reason: str
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class SecretWords:
    """The words for what seats hide in a game.

    `many` and `one` are used in sentences (“the hidden cards of Ann”, “a hidden card of Ann”),
    `title` and `tell` on buttons.
    """

    many: Text
    one: Text
    title: Text
    tell: Text


SECRETS: Final = SecretWords(say("secrets"), say("secret"), say("Secrets"), say("Tell my secrets"))
"""The words for games that define none."""


@dataclass(frozen=True, slots=True)
class Voice(Generic[S]):
    """The sentences of a game: each function makes one from ids and numbers."""

    action: Callable[[S, Action], Text]
    fact: Callable[[S, Fact], Text]
    refusal: Callable[[S, Action, Ruling], Text]
    outcome: Callable[[S, Outcome], Text]


def _nothing(*_asked: object) -> Any:  # noqa: ANN401 - empty for every question
    return ()


def _no_layout(_state: object) -> Layout:
    return {}


def _nothing_learned(_state: object) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Game(Generic[S]):
    """A game with states of type `S`. All functions are pure, and total for states they made.

    Required: `to_act` returns the seats to act; it is empty exactly if there is an `outcome`.
    `legal_actions` is not empty for a seat to act, unless entries contradict each other, which the
    step then says. `values` returns the public numbers under stable names for transcripts and
    tools, `view` the picture for people; both get a redacted state.

    Optional, from `options` on:

    - `options` returns the questions of the setup page, for names by seat and the choices so far.
    - `optional_actions` are entries that the game never waits for, such as corrections.
    - `learned` returns values worth keeping for the next game, by the names in `Option.keep`.
    - `notes` are the private entries of a seat; `answers` are the entries, in order, that notes
      already answer or that have no alternative, so that people are not asked; `hidden` are the
      words for such secrets.
    - `scenes` are the pictures of what followed from an entry, in order, and of the end, from its
      facts and the state after it, both redacted.
    - `boards` describes the boards that players write on; `written` returns their contents by
      seat, as far as entries tell. `dice` describes dice that a photo can show.
    - `layout` returns what is where on the table, from a redacted state, so that the moves after
      a correction can be told.
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
    scenes: Callable[[S, Sequence[Fact]], tuple[Scene, ...]] = _nothing
    visibility: Visibility[S] = NOTHING_VISIBLE
    hidden: SecretWords = SECRETS
    boards: Boards | None = None
    written: Callable[[S], Sequence[Written]] = _nothing
    dice: Dice[S] | None = None
    layout: Callable[[S], Layout] = _no_layout

    def parse(self, text: str) -> Action:
        """Parse an action of this game; raises `UnknownNotation`."""
        return parse_action(text, self.actions)

    def format(self, action: Action) -> str:
        """Return the notation of an action."""
        return format_action(action)


AnyGame: TypeAlias = Game[Any]


def play(game: Game[S], state: S, action: Action) -> tuple[S, tuple[Fact, ...]]:
    """Return the state after an action, and its facts; raises `IllegalAction`."""
    ruling = game.explain(state, action)
    if not ruling.allowed:
        text = game.voice.refusal(redact(state, None), redact(action, None), ruling)
        raise IllegalAction(ruling, text)
    return game.apply(state, action)


def view_for(game: AnyGame, state: Any, seat: Seat | None) -> View:  # noqa: ANN401 - of any game
    """Return what a seat may see, or what everybody may see if `seat` is None."""
    view: View = game.view(redact(state, seat), seat)
    return view


def layout_for(game: AnyGame, state: Any) -> Layout:  # noqa: ANN401 - of any game
    """Return what is where on the table, as everybody may see it."""
    found: Layout = game.layout(redact(state, None))
    return found


def boards_of(game: AnyGame) -> Boards:
    """Return the boards of a game; raises `BadBoards` if it has none."""
    if game.boards is None:
        raise BadBoards(say("{game} has no boards to write on.", game=game.info.title))
    return game.boards


def box_of(game: AnyGame) -> str:
    """Return the two characters of a game's box in the codes on its cards."""
    return game.components.code or box_of_slug(game.info.slug)
