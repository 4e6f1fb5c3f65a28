"""The rules that are cited: where each comes from, and what it says in our own words.

`K1` to `K24` settle what is easily asked: either the rulebook says it, or it is silent or unclear
and this is our ruling, with the reason. The other ids are parts of the rulebook and house rules.
"""

from types import MappingProxyType
from typing import Final

from referee.core import (
    EMPTY,
    house_default,
    house_rule,
    in_rulebook,
    our_ruling,
    printed_rule,
    say,
)

_SETUP: Final = in_rulebook("Set-up")
_PLAY: Final = in_rulebook("How to play")
_TALK: Final = in_rulebook("Communication")
_TURNING: Final = in_rulebook("Change of direction")
_DRAWING: Final = in_rulebook("Drawing cards")
_END: Final = in_rulebook("End of the game")
_PAIR: Final = in_rulebook("Changes in the 2-player game")


_BASE = (
    printed_rule(
        "deal", _SETUP, say("Everybody gets 5 cards: 3 facing themselves, then 2 facing the team.")
    ),
    printed_rule(
        "one-each",
        in_rulebook("Game material"),
        say("There is one card of each colour and number, except White 0 and Blue 5: 34 cards."),
    ),
    printed_rule(
        "box", _SETUP, say("The special swap cards stay in the box unless a variant is played.")
    ),
    printed_rule(
        "higher",
        _PLAY,
        say("A card fits if its number or its colour is higher than that of the top card."),
    ),
    printed_rule(
        "turn",
        _PLAY,
        say("Players take turns laying one card, in the direction that the overview card shows."),
    ),
    printed_rule(
        "symbol",
        _TURNING,
        say("All white cards and every 0 show the symbol that changes the direction."),
    ),
    printed_rule("facing", _SETUP, say("Each card in a hand faces either its owner or the team.")),
    printed_rule("skip", _DRAWING, say("A player without cards is skipped.")),
    printed_rule(
        "silver",
        _PAIR,
        say("Two players ride with Silver, who has 2 hidden cards and 3 open ones on top of them."),
        say("We could not read the number of open cards; 3 makes a hand of 5, like the others’."),
    ),
    printed_rule("goal", _END, say("Once the last card is laid, everybody has won.")),
    house_default(
        "result",
        _END,
        say("The cards left over are counted: 0, 1 to 2, 3 to 5, 6 to 10, or 11 and more."),
        say(
            "The table is in the rulebook, but we could not read where its third row ends. 5 is our guess: check it against yours."
        ),
    ),
    printed_rule("over", _END, say("Once the game is over, no more cards are laid.")),
    house_rule(
        "house-swap",
        say(
            "House variant: a swap card fits on everything and reverses one order until the next swap card of its kind; the card under it stays the one to beat."
        ),
        say("We do not know the leaflet of variants in the box, so this one is our own."),
    ),
    house_rule(
        "seats",
        say("Only players at the table can say or decide something."),
        say("The referee has to know who decides."),
    ),
    house_rule(
        "table",
        say("The table can decide otherwise at any time, and says why."),
        say("You can see the whole game; the referee sees only what is entered."),
    ),
)

_LAYING = (
    our_ruling(
        "K1",
        _PLAY,
        say("The start card does not change the direction: play starts clockwise."),
        say("The direction changes when somebody plays the symbol, and nobody played this card."),
    ),
    printed_rule("K2", _SETUP, say("The start card is flipped before the cards are dealt.")),
    our_ruling(
        "K3",
        _PLAY,
        say("The player who was last at the beach starts; the table says who that is."),
        say("The referee cannot check it."),
    ),
    printed_rule(
        "K4",
        _PLAY,
        say("Equal is not higher: a card that is higher in neither number nor colour is wrong."),
    ),
    printed_rule(
        "K5", _TURNING, say("The direction changes at once: the previous player comes next.")
    ),
    our_ruling(
        "K6",
        _DRAWING,
        say("If only one player has cards left, that player goes on alone."),
        say("Everybody else is skipped, in either direction."),
    ),
    printed_rule("K7", _DRAWING, say("A new card is held the other way than the one just laid.")),
    printed_rule(
        "K8",
        _DRAWING,
        say("A card is drawn after each turn until the pile is empty."),
    ),
    our_ruling(
        "K9",
        _END,
        say(
            "A player with no card that fits, on either side of the hand, ends the game. Counting the cards that are left can show that one must fit, or that no card can."
        ),
        say("All cards of a hand can be played, so all of them count, whoever sees them."),
    ),
    our_ruling(
        "K10",
        EMPTY,
        say("A card that is not higher ends the game when it is laid, and counts as left over."),
        say("The rulebook lets nobody take a card back, and a review (spieletest.at) plays it so."),
    ),
    our_ruling(
        "K11",
        _END,
        say(
            "Passing is not allowed: if you can lay a card you must, and if you cannot the game ends."
        ),
        say("The rulebook knows only these two cases."),
    ),
)

_TALKING = (
    our_ruling(
        "K12",
        _TALK,
        say(
            "Naming or comparing colours and numbers, or hinting at them in other words, ends the game as it stands."
        ),
        say(
            "The rulebook forbids all of it, but says only for colours and numbers that it ends the game. We treat them alike."
        ),
    ),
    printed_rule(
        "K13",
        _TALK,
        say(
            "Everybody may point at cards at any time and say which to lay, even without any cards."
        ),
    ),
    printed_rule("K14", _TALK, say("You may not say what is on your own cards either.")),
)

_SILVER = (
    our_ruling(
        "K15",
        _PAIR,
        say("Silver sits like a third player, between the second one and the first."),
        say("The rulebook gives Silver a seat, but does not say where."),
    ),
    our_ruling(
        "K16",
        _PAIR,
        say("Both players choose Silver’s card together; the next player after Silver enters it."),
        say("Only one of you can tap it, and the next player is ready for it."),
    ),
    our_ruling(
        "K17",
        _PAIR,
        say("Silver lays open cards only: if no open one fits, the game ends."),
        say("Hidden cards are not Silver’s to play, so they cannot help."),
    ),
    printed_rule(
        "K18",
        _PAIR,
        say("Silver’s new card is placed face up in the gap; Silver holds nothing the other way."),
    ),
    our_ruling(
        "K19",
        _PAIR,
        say("When the pile is empty, one of Silver’s hidden cards is flipped after Silver’s turn."),
        say("The rulebook does not say at which moment. Then, every turn leaves an open card."),
    ),
    our_ruling(
        "K20",
        _PAIR,
        say("If Silver takes the last card of the pile, nothing is flipped in that turn."),
        say("Silver has drawn in that turn: the pile was not empty yet."),
    ),
    our_ruling(
        "K21",
        EMPTY,
        say("Silver’s left hidden card is flipped first."),
        say("Nobody knows what they are, so any fixed order is fair."),
    ),
    our_ruling(
        "K22",
        _PAIR,
        say("Silver never has hidden cards alone: each turn without a draw flips one of them."),
        say("It follows from 3 open cards, 2 hidden ones, and one flipped each turn."),
    ),
    our_ruling(
        "K23",
        _TALK,
        say("You may not name or compare colours and numbers of Silver’s cards either."),
        say("The ban on colours and numbers covers Silver too."),
    ),
    our_ruling(
        "K24",
        _END,
        say("No card left over is the best result of all."),
        say("Nothing left in the pile and in the hands means that all cards were laid."),
    ),
)

RULEBOOK: Final = MappingProxyType(
    {rule.id: rule for rule in (*_BASE, *_LAYING, *_TALKING, *_SILVER)}
)
