"""The rules that are cited: where each is written, and what it says in our own words.

`K1` to `K24` are rulings, where the rulebook is silent or unclear; the other ids are parts of the
rulebook and variants. What no publisher has said is called a house rule.
"""

from types import MappingProxyType
from typing import Final

from referee.core import Rule, RuleId, Text, say


def _rule(name: str, cites: str, says: Text) -> Rule:
    return Rule(RuleId(name), cites, says)


_BASE = (
    _rule(
        "deal",
        "rules 4.1; rulebook, Set-up",
        say("Everybody gets 5 cards: 3 facing themselves, then 2 facing the team."),
    ),
    _rule(
        "one-each",
        "rules 4.1; rulebook, Game material",
        say(
            "There is one card of each colour and number: 34, for White 0 and Blue 5 are left out."
        ),
    ),
    _rule(
        "box",
        "rulebook, Set-up",
        say("The special swap cards stay in the box unless a variant is played."),
    ),
    _rule(
        "higher",
        "rules 4.2; rulebook, How to play",
        say("A card can be laid if its number or its colour is higher than that of the top card."),
    ),
    _rule(
        "turn",
        "rules 4.2; rulebook, How to play",
        say("One after the other lays a card, in the direction that the overview card shows."),
    ),
    _rule(
        "symbol",
        "rules 4.1; rulebook, change of direction",
        say("All white cards and every 0 bear the sign that turns the direction around."),
    ),
    _rule(
        "facing",
        "rules 4.2; rulebook, Set-up",
        say("A card is laid from the hand: it faced its owner there, or the team."),
    ),
    _rule(
        "skip",
        "rules 4.2; rulebook, drawing cards",
        say("Whoever has no cards left is passed over."),
    ),
    _rule(
        "silver",
        "rules 4.1; rulebook, 2-player game",
        say("Two players ride with Silver, who has 2 hidden cards and 3 open ones on top of them."),
    ),
    _rule(
        "goal",
        "rules 4.2; rulebook, End of the game",
        say("When the last card is laid, everybody has won."),
    ),
    _rule(
        "result",
        "rules 4.1; rulebook, End of the game; the cut between 5 and 6 is a house reading",
        say("The cards left over are counted: 0, 1 to 2, 3 to 5, 6 to 10, or 11 and more."),
    ),
    _rule("over", "rules 4.2", say("Once the game is over, nothing can be laid any more.")),
    _rule(
        "house-swap",
        "house variant, rules 4.5",
        say(
            "House variant: a swap card fits on everything and turns one order around until the next one of its kind; the card under it stays the one to beat."
        ),
    ),
    _rule(
        "seats",
        "rules 4.2",
        say("Only somebody who sits at the table can say or decide something."),
    ),
    _rule(
        "table",
        "rules 4.5",
        say("The table can decide otherwise at any time, and says why."),
    ),
)

_RULINGS = (
    _rule(
        "K1",
        "rules K1; rulebook, How to play",
        say("The start card turns nothing around: the game begins clockwise."),
    ),
    _rule(
        "K2",
        "rules K2; rulebook, Set-up",
        say("The start card is turned over before the cards are dealt."),
    ),
    _rule(
        "K3",
        "rules K3; rulebook, How to play",
        say("The one who was at the beach last begins; who that is, the table says."),
    ),
    _rule(
        "K4",
        "rules K4; rulebook, How to play",
        say("Equal is not higher: a card that is higher in neither number nor colour is wrong."),
    ),
    _rule(
        "K5",
        "rules K5; rulebook, change of direction",
        say("The direction turns at once: whoever came before comes next."),
    ),
    _rule(
        "K6",
        "rules K6; rulebook, drawing cards",
        say("Where only one still has cards, that one goes on alone."),
    ),
    _rule(
        "K7",
        "rules K7; rulebook, drawing cards",
        say("A new card is held the other way than the one just laid."),
    ),
    _rule(
        "K8",
        "rules K8; rulebook, drawing cards",
        say("A card is drawn after each turn as long as the pile has one; then nobody draws."),
    ),
    _rule(
        "K9",
        "rules K9; rulebook, End of the game; the counting is arithmetic",
        say(
            "Whoever has no card that fits, on either side of the hand, ends the game. Counting the cards that are left can show that one must fit, or that not one can."
        ),
    ),
    _rule(
        "K10",
        "rules K10; a review, spieletest.at",
        say("A card that is not higher ends the game when it is laid, and counts as left over."),
    ),
    _rule(
        "K11",
        "rules K11",
        say("Nobody may pass: who can lay a card must lay one, who cannot ends the game."),
    ),
    _rule(
        "K12",
        "rules K12; rulebook, Communication",
        say(
            "Colours and numbers named, compared or said in other words end the game as it stands."
        ),
    ),
    _rule(
        "K13",
        "rules K13; rulebook, Communication",
        say("Everybody may always point at cards and say which to lay, also without any cards."),
    ),
    _rule(
        "K14",
        "rules K14; rulebook, Communication",
        say("Nobody may tell what is on their own cards either."),
    ),
    _rule(
        "K15",
        "rules K15; rulebook, 2-player game",
        say("Silver sits like a third player, between the second one and the first."),
    ),
    _rule(
        "K16",
        "rules K16; rulebook, 2-player game",
        say(
            "Both players choose Silver’s card together; whoever moves next after Silver enters it."
        ),
    ),
    _rule(
        "K17",
        "rules K17; rulebook, 2-player game",
        say("Silver lays open cards only: if no open one fits, the game ends."),
    ),
    _rule(
        "K18",
        "rules K18; rulebook, 2-player game",
        say("Silver’s new card lies open in the gap; Silver holds nothing the other way."),
    ),
    _rule(
        "K19",
        "rules K19; rulebook, 2-player game",
        say(
            "When the pile is empty, one of Silver’s hidden cards is turned up after Silver’s turn."
        ),
    ),
    _rule(
        "K20",
        "rules K20",
        say("If Silver takes the last card of the pile, nothing is turned up in that turn."),
    ),
    _rule("K21", "rules K21", say("Silver’s left hidden card is turned up first.")),
    _rule(
        "K22",
        "rules K22",
        say("Silver never has hidden cards alone: each turn without a draw turns one of them up."),
    ),
    _rule(
        "K23",
        "rules K23; rulebook, Communication",
        say("Nobody may name or compare colours and numbers of Silver’s cards either."),
    ),
    _rule(
        "K24",
        "rules K24; rulebook, End of the game",
        say("No card left over is the best result of all."),
    ),
)

RULEBOOK: Final = MappingProxyType({rule.id: rule for rule in (*_BASE, *_RULINGS)})
