"""How each kind of consequence is told in the story, with its numbers."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.core import TABLE, Fact, TableDecided, Text, listed, say, say_count
from referee.games.war_of_waves.attacks_told import (
    tell_attack,
    tell_decision,
    tell_perished,
    tell_shown,
)
from referee.games.war_of_waves.components import LEADER_NAMES, card_name
from referee.games.war_of_waves.corrections_told import tell_shown_again
from referee.games.war_of_waves.facts import (
    AttackBegan,
    AttackDecided,
    BridgeBroken,
    BridgeReady,
    Claimed,
    ClaimLapsed,
    ClaimTested,
    CutDecided,
    Drawn,
    Drew,
    GatewayChecked,
    GatewayComplete,
    HandDealt,
    HandsSwapped,
    LeaderAnnounced,
    LeaderBonus,
    LeaderPlayed,
    Moved,
    NoCardLeft,
    NothingToPlay,
    Perished,
    Replenish,
    Reshuffled,
    RowStayedShort,
    SectionEmptied,
    SectionLaid,
    Shown,
    ShownAgain,
    Swapped,
    Taken,
    TieBroken,
    TurnBegan,
    Won,
)
from referee.games.war_of_waves.state import State, other
from referee.games.war_of_waves.words import (
    DEED_NAMES,
    WON_BY,
    back_name,
    name,
    section_name,
    won_by_false_claim,
)


def _hand_dealt(state: State, fact: HandDealt) -> Text:
    return say(
        "{name} begins with {hand} cards in hand and one Build card at Bridge 1.",
        name=name(state, fact.seat),
        hand=fact.hand,
    )


def _turn_began(state: State, fact: TurnBegan) -> Text:
    return say("Turn {number}: {name}.", number=fact.number, name=name(state, fact.seat))


def _nothing_to_play(state: State, fact: NothingToPlay) -> Text:
    return say(
        "{name} has no Build or War card and draws a Deck card first.", name=name(state, fact.seat)
    )


def _section_laid(state: State, fact: SectionLaid) -> Text:
    values = {
        "name": name(state, fact.seat),
        "place": section_name(fact.at),
        "builds": fact.builds,
        "wars": fact.wars,
    }
    if fact.at.is_gate:
        return say_count(
            "{name}’s {place} has {count} Build card now.",
            "{name}’s {place} has {count} Build cards now.",
            fact.builds,
            **values,
        )
    return say("{name}’s {place}: {builds} Build and {wars} War now.", **values)


def _bridge_ready(state: State, fact: BridgeReady) -> Text:
    return say(
        "{name}’s bridge is ready: Build and War on all 4 sections.", name=name(state, fact.seat)
    )


def _bridge_broken(state: State, fact: BridgeBroken) -> Text:
    if not fact.gate:
        return say("{name}’s bridge is broken.", name=name(state, fact.seat))
    return say(
        "{name}’s bridge is broken: the gate stays, but cannot grow and does not count.",
        name=name(state, fact.seat),
    )


def _gateway_complete(state: State, fact: GatewayComplete) -> Text:
    return say("Every section of {name}’s gateway is there.", name=name(state, fact.seat))


def _section_emptied(state: State, fact: SectionEmptied) -> Text:
    return say(
        "{name}’s {place} is empty and can be built again.",
        name=name(state, fact.side),
        place=section_name(fact.at),
    )


def _leader_announced(_state: State, fact: LeaderAnnounced) -> Text:
    return say(
        "First comes 1 Deck card; then {leader} must be played.",
        leader=LEADER_NAMES[fact.leader],
    )


def _leader_played(state: State, fact: LeaderPlayed) -> Text:
    values = {"name": name(state, fact.seat), "leader": LEADER_NAMES[fact.leader]}
    if fact.effect:
        return say("{name} discards {leader} and plays it.", **values)
    return say("{name} discards {leader}, who can do nothing here.", **values)


def _swapped(state: State, fact: Swapped) -> Text:
    return say(
        "{name}’s {bridge} and {gate}: what was shown of these cards still counts.",
        name=name(state, fact.seat),
        bridge=section_name(fact.bridge),
        gate=section_name(fact.gate),
    )


def _moved(state: State, fact: Moved) -> Text:
    return say_count(
        "It lies face down there, and {name} may look at it.",
        "They lie face down there, and {name} may look at them.",
        fact.count,
        name=name(state, fact.seat),
    )


def _hands_swapped(state: State, fact: HandsSwapped) -> Text:
    return say(
        "The hands are swapped: {first} holds {one} now, {second} {two}.",
        first=name(state, 0),
        one=fact.hands[0],
        second=name(state, 1),
        two=fact.hands[1],
    )


def _replenish(state: State, fact: Replenish) -> Text:
    values = {"name": name(state, fact.seat), "cards": _draws(fact.deck, fact.face)}
    if fact.leader:
        leader = LEADER_NAMES[fact.leader]
        if fact.deck:
            return say("{name} draws {cards} after {leader}.", leader=leader, **values)
        return say("{name} draws nothing more after {leader}.", leader=leader, **values)
    if not fact.types:
        return say("{name} did nothing, and draws nothing.", **values)
    types = listed([DEED_NAMES[deed] for deed in fact.types])
    return say_count(
        "{types} brings {name} {cards}.",
        "{types} bring {name} {cards}.",
        len(fact.types),
        types=types,
        **values,
    )


def _draws(deck: int, face: int) -> Text:
    parts = []
    if deck:
        parts.append(say_count("{count} Deck card", "{count} Deck cards", deck))
    if face:
        parts.append(say_count("{count} Face card", "{count} Face cards", face))
    return listed(parts)


def _drawn(state: State, fact: Drawn) -> Text:
    return say(
        "{name} has drawn {card} and holds {hand}.",
        name=name(state, fact.seat),
        card=back_name(fact.back, leader=fact.leader),
        hand=fact.hand,
    )


def _taken(state: State, fact: Taken) -> Text:
    return say(
        "{name} takes {card}, the Face card farthest from the deck, and holds {hand}.",
        name=name(state, fact.seat),
        card=card_name(fact.card),
        hand=fact.hand,
    )


def _leader_bonus(state: State, fact: LeaderBonus) -> Text:
    if fact.face:
        return say("A Leader: {name} takes 1 Face card more.", name=name(state, fact.seat))
    return say("A Leader: {name} draws 1 Deck card more.", name=name(state, fact.seat))


def _no_card_left(_state: State, fact: NoCardLeft) -> Text:
    if fact.face:
        return say("No Face card is left to take.")
    return say("Neither the deck nor the discard pile has a card left to draw.")


def _row_stayed_short(_state: State, fact: RowStayedShort) -> Text:
    return say_count(
        "{count} place in the row stayed empty; now there is a card for it.",
        "{count} places in the row stayed empty; now there is a card for one.",
        fact.empty,
    )


def _reshuffled(_state: State, fact: Reshuffled) -> Text:
    if not fact.count:
        return say("The deck is shuffled.")
    return say_count(
        "The discard pile, {count} card, is shuffled into the deck.",
        "The discard pile, {count} cards, is shuffled into the deck.",
        fact.count,
    )


def _claimed(state: State, fact: Claimed) -> Text:
    return say(
        "The claim of {name} is tested after {other}’s next turn.",
        name=name(state, fact.seat),
        other=name(state, other(fact.seat)),
    )


def _claim_lapsed(state: State, fact: ClaimLapsed) -> Text:
    return say(
        "{name}’s gateway is not complete any more, so the claim lapses.",
        name=name(state, fact.seat),
    )


def _claim_tested(state: State, fact: ClaimTested) -> Text:
    values = {"name": name(state, fact.seat)}
    if fact.both:
        return say("{name}’s gateway still stands; now both gateways are added up.", **values)
    return say("{name}’s gateway still stands; now it is added up.", **values)


def _gateway_checked(state: State, fact: GatewayChecked) -> Text:
    return say(
        "{name}: bridge {bridge}, {parity}; gate {gate}, {sequence}.",
        name=name(state, fact.seat),
        bridge=listed(fact.bridge),
        parity=_parity(fact),
        gate=listed(fact.gate),
        sequence=say("in sequence") if fact.sequence else say("not in sequence"),
    )


def _parity(fact: GatewayChecked) -> Text:
    if not fact.even_or_odd:
        return say("even and odd mixed")
    return say("all odd") if fact.bridge[0] % 2 else say("all even")


def _tie_broken(state: State, fact: TieBroken) -> Text:
    if fact.winner is not None:
        return say(
            "Both gateways are right; only {name} holds a Leader.", name=name(state, fact.winner)
        )
    if any(fact.leaders):
        return say("Both gateways are right, and both hold a Leader: the deck decides.")
    return say("Both gateways are right, and nobody holds a Leader: the deck decides.")


def _cut_decided(state: State, fact: CutDecided) -> Text:
    values = {"one": card_name(fact.cards[0]), "two": card_name(fact.cards[1])}
    if fact.winner is None:
        return say("{one} and {two} decide nothing: both are laid aside.", **values)
    first, second = fact.cards
    high, low = (first, second) if first.number > second.number else (second, first)
    return say(
        "{name}’s {high} is higher than {low}.",
        name=name(state, fact.winner),
        high=card_name(high),
        low=card_name(low),
    )


def _won(state: State, fact: Won) -> Text:
    if fact.by == "false-claim":
        return won_by_false_claim(state, fact.seat)
    return say("{name} wins with {by}.", name=name(state, fact.seat), by=WON_BY[fact.by])


def _drew(_state: State, fact: Drew) -> Text:
    return say("Nobody wins: {by}.", by=WON_BY[fact.by])


def _table_decided(state: State, fact: TableDecided) -> Text:
    if fact.by == TABLE:
        return say("So the table has decided, and so it counts.")
    return say("So {name} has decided, and so it counts.", name=name(state, fact.by))


FACTS: Final[Mapping[type[Fact], Callable[[State, Any], Text]]] = {
    HandDealt: _hand_dealt,
    TurnBegan: _turn_began,
    NothingToPlay: _nothing_to_play,
    SectionLaid: _section_laid,
    BridgeReady: _bridge_ready,
    BridgeBroken: _bridge_broken,
    GatewayComplete: _gateway_complete,
    AttackBegan: tell_attack,
    Shown: tell_shown,
    ShownAgain: tell_shown_again,
    AttackDecided: tell_decision,
    Perished: tell_perished,
    SectionEmptied: _section_emptied,
    LeaderAnnounced: _leader_announced,
    LeaderPlayed: _leader_played,
    Swapped: _swapped,
    Moved: _moved,
    HandsSwapped: _hands_swapped,
    Replenish: _replenish,
    Drawn: _drawn,
    Taken: _taken,
    LeaderBonus: _leader_bonus,
    NoCardLeft: _no_card_left,
    RowStayedShort: _row_stayed_short,
    Reshuffled: _reshuffled,
    Claimed: _claimed,
    ClaimLapsed: _claim_lapsed,
    ClaimTested: _claim_tested,
    GatewayChecked: _gateway_checked,
    TieBroken: _tie_broken,
    CutDecided: _cut_decided,
    Won: _won,
    Drew: _drew,
    TableDecided: _table_decided,
}
