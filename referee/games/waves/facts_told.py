"""How each kind of consequence is told in the story, with its numbers."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.core import Fact, TableDecided, Text, joined, listed, say, say_count
from referee.games.waves.changes_told import changes
from referee.games.waves.components import CLASS_NAMES, CLASS_PLURALS, CLASSES, Class
from referee.games.waves.facts import (
    Collection,
    CouncilFormed,
    Counts,
    Discarded,
    Drawn,
    EarlyReveal,
    ExtraElder,
    ExtraRebels,
    Laid,
    Named,
    NewRound,
    OpenMajority,
    Reshuffled,
    RightPowers,
    Rotated,
    RoundLimit,
    ShellsSet,
    TableChanged,
    TrueMajority,
    Won,
)
from referee.games.waves.state import State
from referee.games.waves.words import WON_BY, place, side_name, tablet_name


def _council(state: State, fact: CouncilFormed) -> Text:
    lying = [
        say("{place} {card}", place=place(state.table, slot), card=CLASS_NAMES[elder])
        for slot, elder in enumerate(fact.elders)
        if elder
    ]
    return say("The Council: {elders}.", elders=listed(lying))


def _counted(counts: Counts) -> Text:
    parts = [
        say("{number} {classes}", number=number, classes=CLASS_PLURALS[kind])
        if number > 1
        else say("1 {card}", card=CLASS_NAMES[kind])
        for kind, number in zip(CLASSES, counts.tally(), strict=True)
        if number
    ]
    return listed(parts)


def _tie(fact: OpenMajority | TrueMajority) -> Text:
    most = max(fact.counts.tally())
    tied = [
        CLASS_PLURALS[kind]
        for kind, number in zip(CLASSES, fact.counts.tally(), strict=True)
        if number == most
    ]
    if len(tied) < 2:  # noqa: PLR2004 - a tie needs two
        return Text("")
    return say(
        " {tied} tie at {most}; the highest number, {number}, decides.",
        tied=listed(tied),
        most=most,
        number=fact.card.number,
    )


def _open_majority(_state: State, fact: OpenMajority) -> Text:
    return say_count(
        "{classes} hold the Open Majority ({counts}): {count} Shell.{tie}",
        "{classes} hold the Open Majority ({counts}): {count} Shells.{tie}",
        fact.shells,
        classes=CLASS_PLURALS[fact.card],
        counts=_counted(fact.counts),
        tie=_tie(fact),
    )


def _shells_set(_state: State, fact: ShellsSet) -> Text:
    if fact.rule == "W1":
        return say_count(
            "{count} Shell total: those from before ({before}) are not added.",
            "{count} Shells total: those from before ({before}) are not added.",
            fact.shells,
            before=fact.before,
        )
    return say_count(
        "{count} Follower, so {count} Shell in the centre (before: {before}).",
        "{count} Shells in the centre, one for each Follower (before: {before}).",
        fact.shells,
        before=fact.before,
    )


def _laid(state: State, fact: Laid) -> Text:
    return say_count(
        "{name} holds {count} card now.",
        "{name} holds {count} cards now.",
        fact.hand,
        name=state.table.names[fact.seat],
    )


def _drawn(state: State, fact: Drawn) -> Text:
    return say_count(
        "{name} draws {count} card and holds {hand}.",
        "{name} draws {count} cards and holds {hand}.",
        fact.count,
        name=state.table.names[fact.seat],
        hand=fact.hand,
    )


def _reshuffled(_state: State, fact: Reshuffled) -> Text:
    return say_count(
        "The discard pile, {count} card, becomes the deck.",
        "The discard pile, {count} cards, becomes the deck.",
        fact.count,
    )


def _early(state: State, fact: EarlyReveal) -> Text:
    return say(
        "{place} shows the Follower early, a {card}: its Power counts for somebody else too.",
        place=place(state.table, fact.slot),
        card=CLASS_NAMES[fact.card],
    )


def _true_majority(state: State, fact: TrueMajority) -> Text:
    if fact.rule == "table":
        return say(
            "{classes} hold the True Majority ({counts}), but the table decided: “{tablet}” is "
            "active.",
            classes=CLASS_PLURALS[fact.card],
            counts=_counted(fact.counts),
            tablet=tablet_name(state.table.edition, fact.tablet),
        )
    return say_count(
        "{classes} hold the True Majority ({counts}): “{tablet}” is active, {count} Shell lies "
        "there.{tie}",
        "{classes} hold the True Majority ({counts}): “{tablet}” is active, {count} Shells lie "
        "there.{tie}",
        fact.shells,
        classes=CLASS_PLURALS[fact.card],
        counts=_counted(fact.counts),
        tablet=tablet_name(state.table.edition, fact.tablet),
        tie=_tie(fact),
    )


def _extra(state: State, fact: ExtraRebels) -> Text:
    return say_count(
        "{place} keeps one {card} and discards the other.",
        "{place} keeps one {card} and discards the other {count}.",
        fact.count,
        place=place(state.table, fact.slot),
        card=CLASS_NAMES[fact.card],
    )


def _rotated(state: State, fact: Rotated) -> Text:
    lying = [
        say("{place} {card}", place=place(state.table, slot), card=CLASS_NAMES[elder])
        for slot, elder in enumerate(fact.elders)
        if elder
    ]
    return say("Every Elder moved one place to the right: {elders}.", elders=listed(lying))


def _right_powers(state: State, fact: RightPowers) -> Text:
    powers = [
        say("{place} {power}", place=place(state.table, slot), power=fact.powers[slot])
        for slot in state.table.ring
    ]
    return say("Power of the Elders this round: {powers}.", powers=listed(powers))


def _collection(state: State, fact: Collection) -> Text:
    return say(
        "{place}: {agent} against {elder}. {verdict}",
        place=place(state.table, fact.slot),
        agent=_power(fact.agent, fact.agent_power),
        elder=_power(fact.elder, fact.elder_power),
        verdict=_verdict(fact),
    )


def _power(card: Class, power: int) -> Text:
    if power == card.number:
        return say("{card} {power}", card=CLASS_NAMES[card], power=power)
    return say(
        "{card} {power} (printed {printed})",
        card=CLASS_NAMES[card],
        power=power,
        printed=card.number,
    )


def _verdict(fact: Collection) -> Text:
    if fact.decided == "table":
        return (
            say("The table decided: collected.")
            if fact.collected
            else say("The table decided: not collected.")
        )
    if fact.returned:
        return say("The first one goes to the hand; its Shell stays.")
    if fact.collected and not fact.shells:
        return say("Collected with the last Shell.")
    if fact.collected:
        return say_count(
            "Collected; {count} Shell left.", "Collected; {count} Shells left.", fact.shells
        )
    if fact.decided == "shells":
        return say("No Shell is left: to the hand.")
    if fact.decided == "tablet":
        return say("The tablet forbids it: to the hand.")
    if fact.rule == "equal-or-lower":
        return say("Stronger, and this tablet wants equal or weaker: to the hand.")
    return say("Not stronger: to the hand.")


def _won(state: State, fact: Won) -> Text:
    return say(
        "{names}: {by} ({classes} classes, {elders} Elders).",
        names=side_name(state.table, fact.seats),
        by=WON_BY[fact.by],
        classes=fact.classes,
        elders=fact.elders,
    )


def _round_limit(_state: State, fact: RoundLimit) -> Text:
    return say("The game ends: {by}.", by=WON_BY[fact.by])


def _new_round(state: State, fact: NewRound) -> Text:
    return say(
        "Round {round} begins; {place} has the Wave token.",
        round=fact.round,
        place=place(state.table, fact.token),
    )


def _discarded(state: State, fact: Discarded) -> Text:
    return say_count(
        "{name} discards {count} card and keeps {hand}.",
        "{name} discards {count} cards and keeps {hand}.",
        fact.count,
        name=state.table.names[fact.seat],
        hand=fact.hand,
    )


def _named(state: State, fact: Named) -> Text:
    return say(
        "Discarded by {name}: a {card}.",
        name=state.table.names[fact.seat],
        card=CLASS_NAMES[fact.card],
    )


def _extra_elder(_state: State, fact: ExtraElder) -> Text:
    return say("The extra {card} is discarded.", card=CLASS_NAMES[fact.card])


def _table_changed(state: State, fact: TableChanged) -> Text:
    orders = changes(state, fact)
    if not orders:
        return say("Nothing else changes.")
    return say("{orders}", orders=joined(orders))


def _table_decided(_state: State, fact: TableDecided) -> Text:
    return say("The table has the last word: {why}", why=fact.why)


FACTS: Final[Mapping[type[Fact], Callable[[State, Any], Text]]] = {
    CouncilFormed: _council,
    OpenMajority: _open_majority,
    ShellsSet: _shells_set,
    Laid: _laid,
    Drawn: _drawn,
    Reshuffled: _reshuffled,
    EarlyReveal: _early,
    TrueMajority: _true_majority,
    ExtraRebels: _extra,
    Rotated: _rotated,
    RightPowers: _right_powers,
    Collection: _collection,
    Won: _won,
    RoundLimit: _round_limit,
    NewRound: _new_round,
    Discarded: _discarded,
    Named: _named,
    ExtraElder: _extra_elder,
    TableChanged: _table_changed,
    TableDecided: _table_decided,
}
"""Every kind of fact and how it is told."""
