"""The rules that are cited: where each comes from, and what it says in our own words.

`W1` to `W41` settle what is easily asked: either the rulebook says it, or it is silent or unclear
and this is our ruling, with the reason. The other ids are its sections, the tablet sides and a house
rule. Page numbers are those that the rulebook itself names.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Final

from referee.core import (
    EMPTY,
    Rule,
    RuleId,
    house_rule,
    in_rulebook,
    our_ruling,
    printed_rule,
    say,
)
from referee.games.waves.components import REBELS, Edition

_CORE: Final = "9-14"
_OPEN: Final = in_rulebook("Open Majority", _CORE)
_PLAYING: Final = in_rulebook("Playing Agents", _CORE)
_TRUE: Final = in_rulebook("True Majority", _CORE)
_BOTH: Final = in_rulebook("Open Majority and True Majority", _CORE)
_EXTRA: Final = in_rulebook("Discard extra Rebels", _CORE)
_COLLECTING: Final = in_rulebook("1st Wave and 2nd Wave", _CORE)
_ROUND: Final = in_rulebook("Preparing a new round", _CORE)
_TWO: Final = in_rulebook("Changes in Head to head mode", "15")
_SETUP: Final = in_rulebook("Setup")
_GOAL: Final = in_rulebook("Goal")
_CALM: Final = in_rulebook("Calm Tablets")
_BASE_SIDE: Final = in_rulebook("Base Tablets")
_ADVANCED: Final = in_rulebook("Advanced Tablets")

_BASE = (
    printed_rule(
        "council",
        _SETUP,
        say("One Elder is face up at each place of the Council."),
    ),
    printed_rule(
        "open-majority",
        _OPEN,
        say(
            "The class with the most Elders in the Council holds the Open Majority; the Council card says how many Shells that brings."
        ),
    ),
    printed_rule(
        "play",
        _PLAYING,
        say(
            "From the Wave token clockwise, each place gets one Follower or any number of {rebels} of one class.",
            rebels=REBELS,
        ),
    ),
    printed_rule(
        "rebels",
        _TRUE,
        say(
            "When everybody has laid, all {rebels} are turned over; Followers stay face down.",
            rebels=REBELS,
        ),
    ),
    printed_rule(
        "true-majority",
        _TRUE,
        say(
            "Elders and {rebels} together give the True Majority; the tablet of that class is active this round.",
            rebels=REBELS,
        ),
    ),
    printed_rule(
        "extra-rebels",
        _EXTRA,
        say(
            "Only one Agent stays at each Elder; the other {rebels} are discarded face up.",
            rebels=REBELS,
        ),
    ),
    printed_rule(
        "waves",
        _COLLECTING,
        say(
            "Followers are turned over and tested first, then {rebels}, both from the Wave token clockwise.",
            rebels=REBELS,
        ),
    ),
    printed_rule(
        "collect",
        _COLLECTING,
        say(
            "An Elder is collected if a Shell is left, the Agent has more Power, and the active tablet allows it; that removes one Shell."
        ),
    ),
    printed_rule(
        "to-hand",
        _COLLECTING,
        say("An Elder that is not collected goes to the hand of the player it is in front of."),
    ),
    printed_rule(
        "goal",
        _GOAL,
        say("A side wins with enough different classes or enough Elders in total."),
    ),
    printed_rule(
        "new-round",
        _ROUND,
        say(
            "The Wave token moves on clockwise, everybody draws 1 card (two players do not), and the Agents become the new Elders."
        ),
    ),
    printed_rule("hand", in_rulebook("Setup B"), say("Nobody can lay more cards than they hold.")),
    printed_rule(
        "cards",
        in_rulebook("Components"),
        say("The game has 20 cards of each class, 100 in total."),
    ),
    printed_rule("over", _GOAL, say("Once the game is over, nothing more is played.")),
    house_rule(
        "table",
        say("The table has the last word, over the referee too."),
        say("You can see the whole game; the referee sees only what is entered."),
    ),
)

_TABLETS = (
    printed_rule(
        "scholars-six",
        _BASE_SIDE,
        say("Scholars have 6 Power, as Elders and as Agents."),
    ),
    printed_rule(
        "followers-three-rebels-six",
        _ADVANCED,
        say("Whatever is printed, Followers have 3 Power and {rebels} 6.", rebels=REBELS),
    ),
    printed_rule(
        "equal-or-lower",
        _BASE_SIDE,
        say("An Agent collects with Power equal to the Elder’s or lower."),
    ),
    printed_rule(
        "keepers-per-shell",
        _ADVANCED,
        say("Keepers have 2 Power more for each Shell in the Council, as Elders and as Agents."),
    ),
    printed_rule(
        "knights-calm",
        _CALM,
        say("The calm tablet of the Knights changes nothing."),
    ),
    printed_rule(
        "rebels-first",
        _BASE_SIDE,
        say("{rebels} collect in the first wave, Followers in the second.", rebels=REBELS),
    ),
    printed_rule(
        "elders-right",
        _BASE_SIDE,
        say("Each Elder has the printed Power of the Elder to its right."),
    ),
    printed_rule(
        "agents-right",
        _ADVANCED,
        say("Each Agent has the printed Power of the Agent of the player to the right."),
    ),
    printed_rule(
        "rotate-elders",
        _BASE_SIDE,
        say("At once, each Elder moves on to the place at its right; Agents stay."),
    ),
    printed_rule(
        "followers-minus-two",
        _BASE_SIDE,
        say("Followers have 2 Power less."),
    ),
    printed_rule(
        "counterclockwise",
        _BASE_SIDE,
        say("Both waves go counterclockwise from the Wave token."),
    ),
    printed_rule(
        "no-twin-elders",
        _ADVANCED,
        say(
            "An Elder is collected only if no other Elder of its class was in the Council when the round began."
        ),
    ),
    printed_rule(
        "nobles-calm",
        _CALM,
        say("The calm tablet of the Nobles changes nothing."),
    ),
    printed_rule(
        "first-returned",
        _BASE_SIDE,
        say(
            "The first Elder that would be collected goes to the hand instead, and its Shell stays."
        ),
    ),
    printed_rule(
        "no-copies",
        _BASE_SIDE,
        say("Nobody collects a class that their side already has."),
    ),
    printed_rule(
        "shells-by-followers",
        _ADVANCED,
        say("At once, there are as many Shells as Followers."),
    ),
)


_MAJORITIES = (
    our_ruling(
        "W1",
        in_rulebook("Round overview, step 1"),
        say("Shells are set to the Council card’s number; old ones are not added."),
        say("The card says how many there should be, and the box has only 5."),
    ),
    printed_rule(
        "W2",
        _BOTH,
        say(
            "Among classes with equally many cards, the one with the highest number holds the majority."
        ),
    ),
    our_ruling(
        "W3",
        in_rulebook("Class & Power"),
        say("The number printed on the card breaks ties of a majority."),
        say("No tablet is active yet when majorities are counted."),
    ),
    our_ruling(
        "W4",
        _BOTH,
        say("Collected Elders do not count for a majority."),
        say("The rulebook counts cards of the Council, and they have left it."),
    ),
    printed_rule(
        "W5",
        _EXTRA,
        say(
            "All {rebels} laid count for the True Majority, even those discarded afterwards.",
            rebels=REBELS,
        ),
    ),
    our_ruling(
        "W6",
        _TRUE,
        say("The True Majority is not counted again after the Elders move."),
        say("It has chosen the tablet by then, and the tablet moves them."),
    ),
)

_TABLET_RULINGS = (
    our_ruling(
        "W7",
        in_rulebook("Base Tablets and Setup C"),
        say("With three players, the extra Elder stays when the others move."),
        say("The tablet moves the Elders in front of players, and this one is in front of nobody."),
    ),
    our_ruling(
        "W8",
        _BASE_SIDE,
        say("After the Elders move, each belongs to the player it now faces."),
        say("The Agents stay where they are, so each meets the Elder that has come."),
    ),
    our_ruling(
        "W9",
        in_rulebook("Base Tablets and Changes in Head to head mode"),
        say("Head to head, each Elder moves one place counterclockwise, to the opponent."),
        say("The places belong to the two players in turn, so the next one is the opponent’s."),
    ),
    our_ruling(
        "W10",
        in_rulebook("Base Tablets and Setup C"),
        say("With three players, the Elder to the right may be the extra one."),
        say("The tablet speaks of Elders, not of players."),
    ),
    our_ruling(
        "W11",
        _BASE_SIDE,
        say("The Powers of the Elders to the right are read when the tablet comes, and stay."),
        say("The rulebook has them read before any card is collected."),
    ),
    our_ruling(
        "W12",
        _ADVANCED,
        say("The Agent to the right counts, with its printed Power."),
        say(
            "Only one list in the second edition says Elder; both editions explain it with Agents, and only Agents have to be revealed."
        ),
    ),
    our_ruling(
        "W13",
        in_rulebook("Advanced Tablets and Changes in Head to head mode"),
        say(
            "The Agent to the right: with three players, skip the extra Elder; head to head, it is the one at the next place."
        ),
        say("The next Agent on that side is meant, and only a player’s place has one."),
    ),
    our_ruling(
        "W14",
        _ADVANCED,
        say("A Follower that is shown early stays a Follower."),
        say("The tablet has it revealed, and changes nothing else about it."),
    ),
    printed_rule(
        "W15", _BASE_SIDE, say("While Scholars have 6 Power, no Scholar can be collected.")
    ),
    our_ruling(
        "W16",
        _BASE_SIDE,
        say("Power can fall to 0 and below."),
        say("The tablet takes 2 away and names no floor."),
    ),
    our_ruling(
        "W17",
        _ADVANCED,
        say("Keepers count with the Shells that are there at each test, before one is removed."),
        say("Their Power falls with each Shell; the one that the test costs is still there."),
    ),
    our_ruling(
        "W18",
        _BASE_SIDE,
        say(
            "Only an Elder that really would be collected is the first one; later Elders are tested as usual."
        ),
        say("Without a Shell, or if the test fails, no Elder would be collected."),
    ),
    our_ruling(
        "W19",
        _BASE_SIDE,
        say("A class collected earlier in this round counts as already there."),
        say("The Breakers edition says so; the second edition has a misprint there."),
    ),
    printed_rule(
        "W20",
        _ADVANCED,
        say(
            "The Elders of the round’s start count (with three players, the extra one too); Agents never do."
        ),
    ),
    our_ruling(
        "W21",
        in_rulebook("Components and Advanced Tablets"),
        say("There are only 5 Shells, even for six Followers."),
        say("The box has no more."),
    ),
    our_ruling(
        "W22",
        in_rulebook("Advanced Tablets and Changes in Head to head mode"),
        say("Head to head, each place with a Follower counts."),
        say("Each of the four Elders has its own Agent."),
    ),
    our_ruling(
        "W23",
        in_rulebook("Overview & Terms"),
        say("Moving the Elders and setting the Shells happen at once, before the waves."),
        say(
            "The sign for at once is on the tablet that moves Elders; setting the Shells makes sense only then, too."
        ),
    ),
    printed_rule(
        "W24",
        _TRUE,
        say("If the active tablet and another rule differ, the tablet wins."),
    ),
)

_COLLECTED = (
    printed_rule(
        "W25",
        in_rulebook("Example: Collecting Elders", _CORE),
        say(
            "Without Shells nothing is collected: Agents are still turned over, and each Elder goes to the hand."
        ),
    ),
    printed_rule(
        "W26",
        _GOAL,
        say("The game ends the moment a side has what it needs, even in the middle of a wave."),
    ),
    our_ruling(
        "W27",
        _COLLECTING,
        say("The winning Elder needs its Shell like any other."),
        say("It is collected first, and that wins."),
    ),
    our_ruling(
        "W28",
        _ROUND,
        say(
            "First the Wave token moves, then all draw clockwise from it (two players do not), then all discard, then the Agents become Elders."
        ),
        say("The rulebook lists these steps in this order."),
    ),
    our_ruling(
        "W29",
        _ROUND,
        say("Each player chooses what to discard, face up, clockwise from the Wave token."),
        say("What you see others discard may matter to you, so there has to be an order."),
    ),
    our_ruling(
        "W30",
        _ROUND,
        say("A hand may be larger than its limit until the round ends."),
        say("The rulebook has you discard only there."),
    ),
    our_ruling(
        "W31",
        EMPTY,
        say("When the deck is empty, the discard pile is shuffled and becomes the deck."),
        say("No other cards are free: the rest is in hands, in the Council, or collected."),
    ),
    our_ruling(
        "W32",
        EMPTY,
        say("If you have to lay an Agent and have no card, draw one and lay it as a Follower."),
        say("Each Elder needs an Agent. It happens very rarely, and only with two players."),
    ),
)

_HEAD_TO_HEAD = (
    printed_rule(
        "W33",
        _TWO,
        say(
            "Head to head, each player draws 2 cards right after laying at the first of their Elders."
        ),
    ),
    printed_rule(
        "W34",
        _TWO,
        say(
            "Head to head, the four places belong to the players in turn, and the Wave token moves one place each round."
        ),
    ),
    printed_rule(
        "W35",
        _TWO,
        say(
            "Head to head, one player is picked to start, and the opponent chooses at which of the two Elders."
        ),
    ),
    printed_rule("W36", _TWO, say("Head to head, each of the four Elders gets its own Agent.")),
)

_TOGETHER = (
    our_ruling(
        "W37",
        in_rulebook("Setup C"),
        say(
            "With three players, the extra Elder stays between the last seat and the first, all game."
        ),
        say("The rulebook puts it between 2 players and never moves it."),
    ),
    our_ruling(
        "W38",
        in_rulebook("Communication in team mode", _CORE),
        say(
            "Team mates may talk aloud until they have laid, and again once everybody has; cards stay hidden."
        ),
        say("The rulebook lets you talk openly; it does not let you show cards."),
    ),
    printed_rule(
        "W39",
        _PLAYING,
        say("Everybody can see how many {rebels} there are; their class is hidden.", rebels=REBELS),
    ),
    our_ruling(
        "W40",
        EMPTY,
        say(
            "After 100 rounds the game ends: more classes wins, then more Elders, else it is a draw."
        ),
        say("The rulebook knows no such end; a real game is over long before that."),
    ),
    our_ruling(
        "W41",
        say("The rulebooks of both editions"),
        say("The second edition’s text is played, in all its modes."),
        say("The two differ in names, in their modes, and in how two players draw."),
    ),
)

_RULINGS = (*_MAJORITIES, *_TABLET_RULINGS, *_COLLECTED, *_HEAD_TO_HEAD, *_TOGETHER)

RULES: Final = (*_BASE, *_TABLETS, *_RULINGS)
"""Every rule of the second edition, in order."""


@cache
def rulebook_of(edition: Edition) -> Mapping[RuleId, Rule]:
    """Return every rule of an edition by its id, in its words and with its own sources."""
    sources, wordings = dict(edition.sources), dict(edition.wordings)
    return MappingProxyType(
        {
            rule.id: replace(
                rule,
                source=sources.get(rule.id, rule.source),
                says=edition.reworded(wordings.get(rule.id, rule.says)),
                reason=edition.reworded(rule.reason),
            )
            for rule in RULES
            if not sources or rule.id in sources
        }
    )
