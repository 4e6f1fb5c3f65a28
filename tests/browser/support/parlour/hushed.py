"""Hushed: a tiny game with secrets, for tests of screens.

Everybody has two cards face down, with a word on each, and passes in turn; after six turns it is
over. Each may whisper to the referee which word is on a card of theirs: a note. Anybody may strike
a card of somebody, who then shows it: what was whispered answers that.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.core import (
    Action,
    Choice,
    Components,
    Fact,
    Game,
    Info,
    Note,
    Outcome,
    Piece,
    PrivatePanel,
    Rule,
    RuleId,
    Ruling,
    Seat,
    Secret,
    SecretWords,
    Setup,
    Step,
    Text,
    View,
    Voice,
    Zone,
    literal,
    say,
)

CARDS = (0, 1)
TURNS = 6
WORDS = {"ant": "1", "bee": "2", "cat": "3", "dog": "4"}


@dataclass(frozen=True, slots=True)
class Pass(Action):
    seat: Seat


@dataclass(frozen=True, slots=True)
class Leap(Action):
    """The whole round at once, which nobody does without being asked."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Strike(Action):
    """Somebody asks for a card; no screen offers it."""

    seat: Seat
    at: Seat
    card: int


@dataclass(frozen=True, slots=True)
class Show(Action):
    seat: Seat
    card: int
    word: str


@dataclass(frozen=True, slots=True)
class Whisper(Note):
    card: int
    word: Secret[str]


@dataclass(frozen=True)
class State:
    names: tuple[str, ...]
    cards: tuple[tuple[Secret[str] | None, ...], ...]
    turns: int = 0
    struck: tuple[Seat, int] | None = None
    shown: tuple[tuple[Seat, int, str], ...] = ()

    @property
    def turn(self) -> Seat:
        return Seat(self.turns % len(self.names))


def setup(given: Setup) -> State:
    return State(given.names, ((None,) * len(CARDS),) * len(given.names))


def to_act(state: State) -> frozenset[Seat]:
    if outcome(state):
        return frozenset()
    return frozenset({state.struck[0] if state.struck else state.turn})


def actor(_state: State, action: Action) -> Seat:
    assert isinstance(action, Pass | Leap | Whisper | Strike | Show)
    return action.seat


def legal_actions(state: State, seat: Seat) -> Sequence[Action]:
    if seat not in to_act(state):
        return []
    if state.struck:
        return [Show(*state.struck, word) for word in WORDS]
    return [Pass(seat), Leap(seat)]


def answers(state: State) -> Sequence[Action]:
    if state.struck is None:
        return ()
    seat, card = state.struck
    whispered = state.cards[seat][card]
    return [Show(seat, card, whispered.value)] if whispered and whispered.value else ()


def notes(state: State, seat: Seat) -> Sequence[Note]:
    if outcome(state):
        return ()
    return [Whisper(seat, card, Secret(seat, word)) for card in CARDS for word in WORDS]


def explain(state: State, action: Action) -> Ruling:
    if outcome(state):
        return Ruling(allowed=False, rule=RuleId("end"), reason="over")
    if isinstance(action, Whisper):
        known = action.card in CARDS and action.word.value != "nothing"
        return Ruling(allowed=known, rule=RuleId("whisper"), reason="" if known else "no-card")
    if isinstance(action, Show):
        allowed = state.struck == (action.seat, action.card)
        return Ruling(allowed=allowed, rule=RuleId("strike"), reason="" if allowed else "turn")
    if isinstance(action, Strike):
        known = action.at in range(len(state.names)) and action.card in CARDS
        allowed = known and state.struck is None
        return Ruling(allowed=allowed, rule=RuleId("strike"), reason="" if allowed else "turn")
    assert isinstance(action, Pass | Leap)
    allowed = action.seat in to_act(state) and state.struck is None
    return Ruling(allowed=allowed, rule=RuleId("turn"), reason="" if allowed else "turn")


def apply(state: State, action: Action) -> tuple[State, tuple[Fact, ...]]:
    if isinstance(action, Whisper):
        own = list(state.cards[action.seat])
        own[action.card] = action.word
        cards = list(state.cards)
        cards[action.seat] = tuple(own)
        return replace(state, cards=tuple(cards)), ()
    if isinstance(action, Strike):
        return replace(state, struck=(action.at, action.card)), ()
    if isinstance(action, Show):
        shown = (*state.shown, (action.seat, action.card, action.word))
        return replace(state, struck=None, shown=shown), ()
    step = len(state.names) if isinstance(action, Leap) else 1
    return replace(state, turns=min(TURNS, state.turns + step)), ()


def outcome(state: State) -> Outcome | None:
    return Outcome("passed", ()) if state.turns >= TURNS else None


def values(state: State, _seat: Seat | None) -> Mapping[str, Any]:
    words = [[card.value if card else None for card in own] for own in state.cards]
    return {"turns": state.turns, "words": words, "shown": [list(one) for one in state.shown]}


def view(state: State, seat: Seat | None) -> View:
    choices: tuple[Choice, ...] = ()
    for one in () if state.struck else to_act(state):
        name = state.names[one]
        really = say("That skips everybody. Does {name} really leap?", name=name)
        choices = (
            Choice(Pass(one), say("Pass"), main=True),
            Choice(Leap(one), say("Leap"), ask=really),
        )
    asked = say("{name}, pass or leap.", name=state.names[state.turn])
    if state.struck:
        asked = say("{name}, show your card.", name=state.names[state.struck[0]])
        shows = (action for seat in to_act(state) for action in legal_actions(state, seat))
        choices = tuple(Choice(one, literal(one.word)) for one in shows if isinstance(one, Show))
    zones = tuple(_zone(state, Seat(one)) for one in range(len(state.names)))
    over = say("All have passed.")
    return View(
        Step(over if outcome(state) else asked, choices=choices), zones, own=_own(state, seat)
    )


def _zone(state: State, seat: Seat) -> Zone:
    pieces = tuple(
        Piece(
            literal(card.value) if card and card.value else say("Card"),
            number=WORDS.get((card and card.value) or "", ""),
            face_down=True,
            own=card is not None and card.value is not None,
        )
        for card in state.cards[seat]
    )
    pieces += tuple(Piece(literal(word)) for owner, _, word in state.shown if owner == seat)
    name = literal(state.names[seat])
    return Zone(f"cards-{seat}", name, pieces, seat, acting=seat in to_act(state))


def _own(state: State, seat: Seat | None) -> PrivatePanel | None:
    if seat is None:
        return None
    known = [card.value for card in state.cards[seat] if card]
    return PrivatePanel(
        say("You have whispered {count} of your words.", count=len(known)),
        (say("Two of your cards say the same."),) if len(set(known)) < len(known) else (),
        tuple(_choice(note) for note in notes(state, seat)),
    )


def _choice(note: Note) -> Choice:
    assert isinstance(note, Whisper)
    word = note.word.value or ""
    number = note.card + 1
    return Choice(
        note,
        literal(word),
        number=WORDS[word],
        group=f"card-{note.card}",
        group_label=say("Card {number}", number=number),
        ask=say("Nobody has a dog. Is it really one?") if word == "dog" else say(""),
    )


def tell_action(state: State, action: Action) -> Text:
    assert isinstance(action, Pass | Leap | Whisper | Strike | Show)
    name = state.names[action.seat]
    if isinstance(action, Whisper):
        return say("{name} whispers {word}.", name=name, word=action.word.value or "…")
    if isinstance(action, Show):
        return say("{name} shows {word}.", name=name, word=action.word)
    if isinstance(action, Strike):
        return say("{name} strikes a card of {other}.", name=name, other=state.names[action.at])
    return (
        say("{name} leaps.", name=name)
        if isinstance(action, Leap)
        else say("{name} passes.", name=name)
    )


_RULES = (
    Rule(RuleId("turn"), say("Parlour games, rule 1"), say("All pass or leap in turn.")),
    Rule(
        RuleId("whisper"),
        say("Parlour games, rule 2"),
        say("A word can be whispered for a card that is there."),
    ),
    Rule(RuleId("strike"), say("Parlour games, rule 4"), say("A card that is struck is shown.")),
    Rule(RuleId("end"), say("Parlour games, rule 3"), say("After six turns it is over.")),
)

GAME = Game(
    info=Info("hushed", "Hushed", say("Keep your words to yourself."), (2, 3, 4), 1, "ready"),
    rulebook={rule.id: rule for rule in _RULES},
    components=Components(),
    actions=(Pass, Leap, Whisper, Strike, Show),
    options=lambda _names, _chosen: (),
    setup=setup,
    to_act=to_act,
    actor=actor,
    legal_actions=legal_actions,
    optional_actions=lambda _state: (),
    explain=explain,
    apply=apply,
    outcome=outcome,
    values=values,
    view=view,
    voice=Voice(
        tell_action,
        lambda _state, _fact: say(""),
        lambda _state, _action, _ruling: say("That is not possible now."),
        lambda _state, _outcome: say("All have passed."),
    ),
    learned=lambda _state: {},
    notes=notes,
    answers=answers,
    hidden=SecretWords(
        say("hidden cards"), say("hidden card"), say("Hidden cards"), say("Tell my cards")
    ),
)
