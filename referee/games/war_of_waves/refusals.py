"""The kinds of refusal and their sentences: what was expected, from whom, and why."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from referee.core import Action, Numbers, RefusalKind, Ruling, Seat, Text, listed, say, say_count
from referee.games.war_of_waves.components import (
    KIND_NAMES,
    LEADER_NAMES,
    LIMIT,
    Card,
    Kind,
    LeaderName,
    Section,
    leader_card,
)
from referee.games.war_of_waves.gateways import place_at
from referee.games.war_of_waves.knowledge import HAND, PILE, shown_in
from referee.games.war_of_waves.places import card_of_side
from referee.games.war_of_waves.state import PLAYERS, Hiding, Phase, State, acting
from referee.games.war_of_waves.words import SENTENCES, name


def expected_now(state: State) -> Text:
    """Return what the table is waiting for."""
    seat = acting(state)
    if seat is None:
        return say("The game is over.")
    values: dict[str, object] = {"name": name(state, seat)}
    if state.phase is Phase.REVEAL:
        values["card"] = card_of_side(state, state.to_reveal[0])
    return _EXPECTED[state.phase](values)


_EXPECTED: Final[Mapping[Phase, Callable[[dict[str, object]], Text]]] = {
    Phase.DEAL: lambda it: say("Now deal to {name}.", **it),
    Phase.FACE: lambda it: say("Now flip the Face cards.", **it),
    Phase.ACT: lambda it: say("It is {name}’s turn.", **it),
    Phase.DRAW: lambda it: say("Now {name} draws a card from the deck.", **it),
    Phase.REFILL: lambda it: say("Now flip a new Face card.", **it),
    Phase.SWAP: lambda it: say("Now {name} swaps two Build cards.", **it),
    Phase.TARGET: lambda it: say("Now {name} points at what Poseidon attacks.", **it),
    Phase.MOVE: lambda it: say("Now {name} moves War cards.", **it),
    Phase.PRESENT: lambda it: say("Now {name} shows the cards that attack.", **it),
    Phase.REVEAL: lambda it: say("Now {name} turns over {card}.", **it),
    Phase.CLAIM: lambda it: say("Now {name} says whether the gateway is complete.", **it),
    Phase.CUT: lambda it: say("Now {name} flips the top card of the deck.", **it),
}


def _not_now(state: State, _action: Action, _numbers: Numbers) -> Text:
    return say("Not now. {expected}", expected=expected_now(state))


def _one_leader(state: State, _action: Action, _numbers: Numbers) -> Text:
    return say("Only one Leader a turn. {expected}", expected=expected_now(state))


def _no_such_seat(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say("There are two seats, 0 and 1, and no seat {seat}.", seat=numbers["seat"])


def _no_such_card(state: State, _action: Action, numbers: Numbers) -> Text:
    if not numbers["card"]:
        return say("No card of this deck has that number.")
    leader = Card(numbers["card"]).leader
    where = where_leader_lies(state, leader) if leader else None
    if where:
        return say("There is only one {card}, and everybody knows where: {place}.", place=where)
    return say("This deck has no {card}.")


def _all_known(state: State, _action: Action, numbers: Numbers) -> Text:
    return say_count(
        "There is only {count} {card}, and everybody knows where: {places}.",
        "There are only {count} {card}, and everybody knows where: {places}.",
        "copies",
        places=listed(list(where_copies_lie(state, Card(numbers["card"])))),
    )


def where_copies_lie(state: State, card: Card) -> Iterator[Text]:
    """Yield where everybody knows the copies of a card to be, place by place."""
    attackers = state.assault.attackers if state.assault else ()
    if count := state.faces.count(card):
        yield say("{count} in the row", count=count)
    if count := attackers.count(card):
        yield say("{count} in this attack", count=count)
    if count := state.cut.count(card):
        yield say("{count} turned up to break the tie", count=count)
    for seat in PLAYERS:
        if count := shown_in(state, seat, card):
            yield say("{count} shown in {name}’s gateway", count=count, name=name(state, seat))
    if count := state.discarded.count(card):
        yield say("{count} on the discard pile", count=count)
    hidden = Counter(one.places for one in state.taken if one.card is card)
    for places, count in hidden.items():
        yield _hidden(state, places, count)


def _hidden(state: State, places: frozenset[Hiding], count: int) -> Text:
    seats = {seat for _, seat in places}
    if len(seats) > 1 or PILE in places:
        return say("{count} seen going to a hand, and hidden since", count=count)
    whose = name(state, Seat(seats.pop()))
    if len(places) > 1:
        return say("{count} with {name}, in hand or face down", count=count, name=whose)
    if any(place == HAND for place, _ in places):
        return say("{count} in {name}’s hand", count=count, name=whose)
    return say("{count} face down in front of {name}", count=count, name=whose)


def where_leader_lies(state: State, leader: LeaderName) -> Text | None:
    """Return where a Leader is, if everybody knows."""
    card = leader_card(leader)
    if card in state.faces:
        return say("in the row")
    if card in state.cut:
        return say("turned up to break the tie")
    if card in state.discarded:
        return say("on the discard pile")
    for seat in PLAYERS:
        if leader in state.named[seat]:
            return say("in {name}’s hand", name=name(state, seat))
    return None


def _none_left(_state: State, _action: Action, numbers: Numbers) -> Text:
    if numbers["leader"]:
        return say("The deck holds no Leader with a {back} back.")
    return say("The deck holds no {back} card.")


def _not_in_hand(state: State, _action: Action, numbers: Numbers) -> Text:
    kind = numbers["kind"]
    if not kind:
        return say("{seat} has no Build or War card in hand.")
    if kind in (Kind.BUILD.value, Kind.WAR.value):
        return say("{seat} has no {kind} card in hand.", kind=KIND_NAMES[Kind(kind)])
    leader = LeaderName(kind)
    where, called = where_leader_lies(state, leader), LEADER_NAMES[leader]
    if where:
        return say(
            "{seat} cannot hold {leader} now: that card is {place}.", place=where, leader=called
        )
    return say("{seat} cannot hold {leader} now.", leader=called)


def _section_there(state: State, _action: Action, numbers: Numbers) -> Text:
    section = Section(numbers["at"])
    there = place_at(state, state.turn, section)
    if len(there.builds) == LIMIT and (section.is_gate or len(there.wars) == LIMIT):
        return say("{at} is already built, and full.")
    return say("{at} is already built; add to it with Fortify.")


def _not_a_target(state: State, _action: Action, _numbers: Numbers) -> Text:
    match state.phase:
        case Phase.REVEAL:
            return expected_now(state)
        case Phase.MOVE:
            return say("Pick 1 or 2 War cards on your opponent’s bridge, each once.")
        case _:
            return say("Pick 1 or 2 cards that are there, in order, each once.")


class Refusal(RefusalKind):
    """The kinds of refusal."""

    OVER = "over", say("The game is over. Undo the last entry to go on.")
    NOT_NOW = "not-now", _not_now
    NO_SUCH_SEAT = "no-such-seat", _no_such_seat
    NOT_SO_MANY = (
        "not-so-many",
        say(
            "Of the Leaders with a {back} back, the deck still holds {left}: "
            "no more than that can come up."
        ),
    )
    NO_SUCH_CARD = "no-such-card", _no_such_card
    ALL_KNOWN = "all-known", _all_known
    NONE_LEFT = "none-left", _none_left
    NOT_IN_HAND = "not-in-hand", _not_in_hand
    TOO_LATE = "too-late", say("A Leader comes before any action, and {seat} has already acted.")
    ONE_LEADER = "one-leader", _one_leader
    ONLY_LEADERS = (
        "only-leaders",
        say("A Leader needs a Build or War card in hand, and {seat} has none."),
    )
    TWO_TYPES = (
        "two-types",
        say("Two types of action a turn, and these were {types}; {wanted} would be a third."),
    )
    SECTION_THERE = "section-there", _section_there
    NO_BUILD_THERE = "no-build-there", say("{at} has no Build card yet.")
    FULL = "full", say("{at} has no room for that: {limit} {kind} cards at most.")
    WAR_ON_GATE = "war-on-gate", say("A gate takes no War cards.")
    NOT_READY = (
        "not-ready",
        say("First {seat}’s bridge needs a Build and a War card on each of its 4 sections."),
    )
    NOT_A_TARGET = "not-a-target", _not_a_target
    TWO_PLACES = "two-places", say("One attack is on cards of one kind in one section.")
    WAR_FIRST = "war-first", say("War cards protect {seat}’s {at}: they have to go first.")
    OWN_WAR = "own-war", say("You can only attack Build cards of your own gateway.")
    UNDER_WAR = "under-war", say("{at} has only this Build card under its War cards, so it stays.")
    ONE_AT_A_TIME = "one-at-a-time", say("Attack your own gate one card at a time.")
    OWN_SIDE = "own-side", say("Poseidon attacks the opponent.")
    BRIDGE_OR_GATE = (
        "bridge-or-gate",
        say("Poseidon attacks cards of the bridge, or cards of the gate, not both."),
    )
    NOT_AN_ATTACKER = "not-an-attacker", say("{card} is a Leader; only Build and War cards attack.")
    MIXED = "mixed", say("The attackers are all War or all Build cards.")
    NOTHING_PRESENTED = (
        "nothing-presented",
        say("{seat} has to show at least one card to attack with."),
    )
    NOTHING_THERE = "nothing-there", say("There is no such card on {at}.")
    WRONG_SECTION = (
        "wrong-section",
        say("Hephaestus swaps one Build card of the bridge with one of the gate."),
    )
    NOT_COMPLETE = (
        "not-complete",
        say(
            "{seat}’s gateway is not complete: 4 bridge sections with Build and War, "
            "3 gate sections."
        ),
    )
    CLAIMED_ALREADY = "claimed-already", say("{seat} has already said “complete”.")
    ALREADY_KNOWN = "already-known", say("That card on {at} has been shown; both know it.")
    NO_REASON = "no-reason", say("Please give a reason; it is kept under “What happened”.")
    LEADERS_ONCE = "leaders-once", say("There is only one {card}, like each Leader.")
    COPIES = "copies", say("As the cards are now, there can be {fewest} to {most} of {card}.")
    NO_SUCH_BACK = (
        "no-such-back",
        say(
            "That leaves too few Leaders with the other back. First say which other Leader has no "
            "{back} back; then {leader} can have one."
        ),
    )


def tell_refusal(state: State, action: Action, ruling: Ruling) -> Text:
    """Return what was expected instead, of whom, and why; and how to correct a wrong deck list."""
    refused = SENTENCES.refusal(Refusal(ruling.reason), state, action, ruling.numbers)
    if not ruling.numbers.get("mend"):
        return refused
    return say(
        "{refused} If your cards say otherwise, correct the list under “The table decides”.",
        refused=refused,
    )
