"""How each kind of refusal is said: what was expected, of whom, and why."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from referee.core import Action, Numbers, Seat, Text, listed, say, say_count
from referee.games.war_of_waves.components import (
    KIND_NAMES,
    LEADER_NAMES,
    LIMIT,
    Card,
    Deed,
    Kind,
    LeaderName,
    Section,
    card_name,
    leader_card,
)
from referee.games.war_of_waves.corrections_told import (
    refuse_back,
    refuse_copies,
    refuse_leaders_once,
)
from referee.games.war_of_waves.gateways import place_at
from referee.games.war_of_waves.knowledge import shown_in
from referee.games.war_of_waves.places import card_of_side
from referee.games.war_of_waves.refusals import Refusal
from referee.games.war_of_waves.rules import acting
from referee.games.war_of_waves.state import PLAYERS, Hiding, Phase, State
from referee.games.war_of_waves.taken import HAND, PILE
from referee.games.war_of_waves.words import DEED_NAMES, name, section_name

Teller = Callable[[State, Action, Numbers], Text]


def expected_now(state: State) -> Text:
    """Say what the table is waiting for."""
    seat = acting(state)
    if seat is None:
        return say("The game is over.")
    values: dict[str, object] = {"name": name(state, seat)}
    if state.phase is Phase.REVEAL:
        values["card"] = card_of_side(state, state.to_reveal[0])
    return _EXPECTED[state.phase](values)


_EXPECTED: Final[Mapping[Phase, Callable[[dict[str, object]], Text]]] = {
    Phase.DEAL: lambda it: say("Now {name} is dealt to.", **it),
    Phase.FACE: lambda it: say("Now the Face cards are turned up.", **it),
    Phase.ACT: lambda it: say("It is {name}’s turn.", **it),
    Phase.DRAW: lambda it: say("Now {name} draws a card from the deck.", **it),
    Phase.REFILL: lambda it: say("Now a new Face card is turned up.", **it),
    Phase.SWAP: lambda it: say("Now {name} swaps two Build cards.", **it),
    Phase.TARGET: lambda it: say("Now {name} points at what Poseidon attacks.", **it),
    Phase.MOVE: lambda it: say("Now {name} moves War cards.", **it),
    Phase.PRESENT: lambda it: say("Now {name} shows the cards that attack.", **it),
    Phase.REVEAL: lambda it: say("Now {name} turns over {card}.", **it),
    Phase.CLAIM: lambda it: say("Now {name} says whether the gateway is complete.", **it),
    Phase.CUT: lambda it: say("Now {name} turns up a card of the deck.", **it),
}


def _not_now(state: State, _action: Action, _numbers: Numbers) -> Text:
    return say("Not yet, or not any more. {expected}", expected=expected_now(state))


def _no_such_seat(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say("Two people play, with seats 0 and 1; nobody has seat {seat}.", seat=numbers["seat"])


def _not_so_many(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "The deck holds {count} of the Leaders with a {kind} back: as many can come up, or fewer.",
        count=numbers["left"],
        kind=KIND_NAMES[Kind(numbers["back"])],
    )


def _no_such_card(state: State, _action: Action, numbers: Numbers) -> Text:
    if not numbers["card"]:
        return say("No card of this deck has that number.")
    card = card_name(Card(numbers["card"]))
    leader = Card(numbers["card"]).leader
    where = where_leader_lies(state, leader) if leader else None
    if where:
        return say(
            "{card} is there only once, and everybody knows where: {place}.", card=card, place=where
        )
    return say("This deck has no {card}.", card=card)


def _all_known(state: State, _action: Action, numbers: Numbers) -> Text:
    card = Card(numbers["card"])
    return say_count(
        "There is only {count} {card}, and everybody knows where: {places}.",
        "There are only {count} {card}, and everybody knows where: {places}.",
        numbers["copies"],
        card=card_name(card),
        places=listed(list(where_copies_lie(state, card))),
    )


def where_copies_lie(state: State, card: Card) -> Iterator[Text]:
    """Say where the copies of a card are that everybody knows, place by place."""
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
    return say("{count} face down before {name}", count=count, name=whose)


def where_leader_lies(state: State, leader: LeaderName) -> Text | None:
    """Say where a Leader is, if everybody knows."""
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
    kind = KIND_NAMES[Kind(numbers["back"])]
    if numbers["leader"]:
        return say("The deck holds no Leader with a {kind} back.", kind=kind)
    return say("The deck holds no {kind} card.", kind=kind)


def _not_in_hand(state: State, _action: Action, numbers: Numbers) -> Text:
    who, kind = name(state, numbers["seat"]), numbers["kind"]
    if not kind:
        return say("{name} has no Build or War card in hand.", name=who)
    if kind in (Kind.BUILD.value, Kind.WAR.value):
        return say("{name} has no {kind} card in hand.", name=who, kind=KIND_NAMES[Kind(kind)])
    leader = LeaderName(kind)
    values = {"name": who, "leader": LEADER_NAMES[leader]}
    where = where_leader_lies(state, leader)
    if where:
        return say("{name} cannot hold {leader} now: that card is {place}.", place=where, **values)
    return say("{name} cannot hold {leader} now.", **values)


def _too_late(state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "A Leader comes before any action, and {name} has acted already.",
        name=name(state, numbers["seat"]),
    )


def _one_leader(state: State, _action: Action, _numbers: Numbers) -> Text:
    return say("Only one Leader a turn. {expected}", expected=expected_now(state))


def _only_leaders(state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "A Leader needs a Build or War card in hand, and {name} has none.",
        name=name(state, numbers["seat"]),
    )


def _two_types(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "Two types of action a turn, and these were {types}; {wanted} would be a third.",
        types=listed([DEED_NAMES[Deed(one)] for one in numbers["types"]]),
        wanted=DEED_NAMES[Deed(numbers["wanted"])],
    )


def _section_there(state: State, _action: Action, numbers: Numbers) -> Text:
    section = Section(numbers["at"])
    there = place_at(state, state.turn, section)
    if len(there.builds) == LIMIT and (section.is_gate or len(there.wars) == LIMIT):
        return say("{place} is built already, and full.", place=_place(numbers))
    return say("{place} is built already; add to it with Fortify.", place=_place(numbers))


def _no_build_there(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say("{place} has no Build card yet.", place=_place(numbers))


def _place(numbers: Numbers) -> Text:
    return section_name(Section(numbers["at"]))


def _full(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "{place} has no room for that: {limit} {kind} cards at most.",
        place=_place(numbers),
        limit=numbers["limit"],
        kind=KIND_NAMES[Kind(numbers["kind"])],
    )


def _not_ready(state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "First {name}’s bridge needs a Build and a War card on each of its 4 sections.",
        name=name(state, numbers["seat"]),
    )


def _not_a_target(state: State, _action: Action, _numbers: Numbers) -> Text:
    match state.phase:
        case Phase.REVEAL:
            return expected_now(state)
        case Phase.MOVE:
            return say("Name 1 or 2 War cards that lie on the opponent’s bridge, each once.")
        case _:
            return say("Name 1 or 2 cards that lie there, in order, each once.")


def _war_first(state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "War cards protect {name}’s {place}: they must be gone first.",
        name=name(state, numbers["seat"]),
        place=_place(numbers),
    )


def _under_war(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "{place} has only this Build card under its War cards, so it stays.",
        place=_place(numbers),
    )


def _not_an_attacker(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "{card} is a Leader; only Build and War cards attack.",
        card=card_name(Card(numbers["card"])),
    )


def _nothing_presented(state: State, _action: Action, numbers: Numbers) -> Text:
    return say("{name} shows at least one card that attacks.", name=name(state, numbers["seat"]))


def _nothing_there(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say("No such card lies on {place}.", place=_place(numbers))


def _not_complete(state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "{name}’s gateway is not complete: 4 bridge sections with Build and War, 3 gate sections.",
        name=name(state, numbers["seat"]),
    )


def _claimed_already(state: State, _action: Action, numbers: Numbers) -> Text:
    return say("{name} has said “complete” already.", name=name(state, numbers["seat"]))


def _already_known(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say("That card on {place} has been shown; both know it.", place=_place(numbers))


REFUSALS: Final[Mapping[Refusal, Text | Teller]] = {
    Refusal.OVER: say("The game is over. Undo the last entry to go on."),
    Refusal.NOT_NOW: _not_now,
    Refusal.NO_SUCH_SEAT: _no_such_seat,
    Refusal.NOT_SO_MANY: _not_so_many,
    Refusal.NO_SUCH_CARD: _no_such_card,
    Refusal.ALL_KNOWN: _all_known,
    Refusal.NONE_LEFT: _none_left,
    Refusal.NOT_IN_HAND: _not_in_hand,
    Refusal.TOO_LATE: _too_late,
    Refusal.ONE_LEADER: _one_leader,
    Refusal.ONLY_LEADERS: _only_leaders,
    Refusal.TWO_TYPES: _two_types,
    Refusal.SECTION_THERE: _section_there,
    Refusal.NO_BUILD_THERE: _no_build_there,
    Refusal.FULL: _full,
    Refusal.WAR_ON_GATE: say("No War card lies on a gate."),
    Refusal.NOT_READY: _not_ready,
    Refusal.NOT_A_TARGET: _not_a_target,
    Refusal.TWO_PLACES: say("One attack is on cards of one kind in one section."),
    Refusal.WAR_FIRST: _war_first,
    Refusal.OWN_WAR: say("Of your own gateway, only Build cards can be attacked."),
    Refusal.UNDER_WAR: _under_war,
    Refusal.ONE_AT_A_TIME: say("Attack your own gate one card at a time."),
    Refusal.OWN_SIDE: say("Poseidon attacks the opponent."),
    Refusal.BRIDGE_OR_GATE: say(
        "Poseidon attacks cards of the bridge, or cards of the gate, not both."
    ),
    Refusal.NOT_AN_ATTACKER: _not_an_attacker,
    Refusal.MIXED: say("The attackers are all War or all Build cards."),
    Refusal.NOTHING_PRESENTED: _nothing_presented,
    Refusal.NOTHING_THERE: _nothing_there,
    Refusal.WRONG_SECTION: say(
        "Hephaestus swaps one Build card of the bridge with one of the gate."
    ),
    Refusal.NOT_COMPLETE: _not_complete,
    Refusal.CLAIMED_ALREADY: _claimed_already,
    Refusal.ALREADY_KNOWN: _already_known,
    Refusal.NO_REASON: say("Say why the table decides so; it is kept in the story."),
    Refusal.LEADERS_ONCE: refuse_leaders_once,
    Refusal.COPIES: refuse_copies,
    Refusal.NO_SUCH_BACK: refuse_back,
}
