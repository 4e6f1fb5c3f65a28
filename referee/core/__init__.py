"""The kernel: what a game, an action, a ruling, a secret and a view are.

Pure: the standard library only, no I/O, no clock, no chance, no framework. Games build on it;
matches, screens and tools know games only through it.
"""

from referee.core.actions import Action, Fact, Note, Overrule, kebab, plain
from referee.core.boards import (
    BoardArea,
    BoardCell,
    Boards,
    CellKind,
    Contradicted,
    Counted,
    PrintedNumber,
    Ranking,
    SumLine,
    Written,
)
from referee.core.components import BoxPlace, Card, Components
from referee.core.dice import Dice, DieKind
from referee.core.errors import BadBoards, BadSetup, BrokenTranscript, RefereeError, UnknownNotation
from referee.core.frozen import plus, replaced
from referee.core.game import (
    AnyGame,
    Game,
    Info,
    Outcome,
    SecretWords,
    Setup,
    Voice,
    boards_of,
    box_of,
    play,
)
from referee.core.notation import format_action, parse_action, verb
from referee.core.observations import (
    NOTHING_VISIBLE,
    ExpectedCards,
    Impossible,
    Sighting,
    Spot,
    Visibility,
    nothing_implied,
)
from referee.core.options import Option, OptionChoice, OptionGroup, picked
from referee.core.overrules import TableDecided, tell_overrule
from referee.core.prose import EMPTY, Text, joined, listed, literal, say, say_count, shortened, tell
from referee.core.rulings import IllegalAction, Numbers, Rule, RuleId, Ruling, allow, refuse
from referee.core.seats import TABLE, Seat, display_names
from referee.core.secrets import Secret, redact
from referee.core.transcripts import Line, Mark, Transcript, read_transcripts
from referee.core.views import Choice, Missing, Piece, PrivatePanel, Score, Step, View, Zone

__all__ = [
    "EMPTY",
    "NOTHING_VISIBLE",
    "TABLE",
    "Action",
    "AnyGame",
    "BadBoards",
    "BadSetup",
    "BoardArea",
    "BoardCell",
    "Boards",
    "BoxPlace",
    "BrokenTranscript",
    "Card",
    "CellKind",
    "Choice",
    "Components",
    "Contradicted",
    "Counted",
    "Dice",
    "DieKind",
    "ExpectedCards",
    "Fact",
    "Game",
    "IllegalAction",
    "Impossible",
    "Info",
    "Line",
    "Mark",
    "Missing",
    "Note",
    "Numbers",
    "Option",
    "OptionChoice",
    "OptionGroup",
    "Outcome",
    "Overrule",
    "Piece",
    "PrintedNumber",
    "PrivatePanel",
    "Ranking",
    "RefereeError",
    "Rule",
    "RuleId",
    "Ruling",
    "Score",
    "Seat",
    "Secret",
    "SecretWords",
    "Setup",
    "Sighting",
    "Spot",
    "Step",
    "SumLine",
    "TableDecided",
    "Text",
    "Transcript",
    "UnknownNotation",
    "View",
    "Visibility",
    "Voice",
    "Written",
    "Zone",
    "allow",
    "boards_of",
    "box_of",
    "display_names",
    "format_action",
    "joined",
    "kebab",
    "listed",
    "literal",
    "nothing_implied",
    "parse_action",
    "picked",
    "plain",
    "play",
    "plus",
    "read_transcripts",
    "redact",
    "refuse",
    "replaced",
    "say",
    "say_count",
    "shortened",
    "tell",
    "tell_overrule",
    "verb",
]
