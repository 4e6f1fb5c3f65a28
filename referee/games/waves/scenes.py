"""The moments of Waves as pictures: both majorities, each test of an Elder, a rotation, the end."""

from collections.abc import Iterator, Sequence

from referee.core import EMPTY, Fact, Piece, RuleId, Scene, SceneSide, Text, listed, say, say_count
from referee.games.waves.components import CLASS_NAMES, CLASS_PLURALS, CLASSES, Class, Counts
from referee.games.waves.facts import Collection, OpenMajority, Rotated, TrueMajority
from referee.games.waves.rulebook import rulebook_of
from referee.games.waves.state import State
from referee.games.waves.words import (
    WON_BY,
    has_teams,
    place,
    side_name,
    tablet_name,
    team_name,
    tell_outcome,
)


def scenes(state: State, facts: Sequence[Fact]) -> tuple[Scene, ...]:
    """Return the pictures of what followed from an entry, and of the end."""
    found = [scene for fact in facts for scene in _of(state, fact)]
    return (*found, _end(state)) if state.outcome else tuple(found)


def _of(state: State, fact: object) -> Iterator[Scene]:
    match fact:
        case OpenMajority():
            yield _open_majority(fact)
        case TrueMajority():
            yield _true_majority(state, fact)
        case Rotated():
            yield _rotation(state, fact)
        case Collection():
            yield _test(state, fact)


def _card(kind: Class, count: int = 1) -> Piece:
    name, icon = CLASS_NAMES[kind], kind.value
    return Piece(name, icon=icon, number=str(kind.number), colour=icon, count=count)


# ---------------------------------------------------------------- the majorities


def _open_majority(fact: OpenMajority) -> Scene:
    return Scene(
        "stacks",
        say("Open Majority: {classes}", classes=CLASS_PLURALS[fact.card]),
        _stacks(fact.counts, fact.card),
        say_count("{count} Shell in the centre.", "{count} Shells in the centre.", fact.shells),
        _tie(fact.counts, fact.card),
        fact.rule,
    )


def _true_majority(state: State, fact: TrueMajority) -> Scene:
    edition = state.table.edition
    tablet = say("“{tablet}” is active.", tablet=tablet_name(edition, fact.tablet))
    if fact.rule == "table":
        tablet = say(
            "The table decided: “{tablet}” is active.", tablet=tablet_name(edition, fact.tablet)
        )
    means = rulebook_of(edition)[RuleId(fact.tablet.value)].says
    return Scene(
        "stacks",
        say("True Majority: {classes}", classes=CLASS_PLURALS[fact.card]),
        _stacks(fact.counts, fact.card),
        say("{tablet} {means}", tablet=tablet, means=means),
        _tie(fact.counts, fact.card),
        fact.rule,
    )


def _stacks(counts: Counts, first: Class) -> tuple[SceneSide, ...]:
    """Return a stack for each class that is there, from the lowest number to the highest."""
    return tuple(
        SceneSide(CLASS_PLURALS[kind], (_card(kind),) * count, str(count), won=kind is first)
        for kind, count in zip(CLASSES, counts.tally(), strict=True)
        if count
    )


def _tie(counts: Counts, first: Class) -> Text:
    tally = counts.tally()
    most = max(tally)
    tied = [
        CLASS_PLURALS[kind] for kind, count in zip(CLASSES, tally, strict=True) if count == most
    ]
    if len(tied) < 2:  # noqa: PLR2004 - a tie needs two
        return EMPTY
    return say(
        "{tied} tie at {most}: the highest number, {number}, decides.",
        tied=listed(tied),
        most=most,
        number=first.number,
    )


# ---------------------------------------------------------------- the waves


def _rotation(state: State, fact: Rotated) -> Scene:
    sides = tuple(
        SceneSide(place(state.table, slot), (_card(elder),))
        for slot, elder in enumerate(fact.elders)
        if elder and slot in state.table.ring
    )
    return Scene("row", say("Every Elder moves one place to the right"), sides, rule=fact.rule)


def _test(state: State, fact: Collection) -> Scene:
    elder = CLASS_NAMES[fact.elder]
    title = (
        say("{name} collects the {elder}", name=place(state.table, fact.slot), elder=elder)
        if fact.collected
        else say(
            "The {elder} goes to {name}’s hand", name=state.table.names[fact.seat], elder=elder
        )
    )
    agent_won = fact.decided == "all" or fact.collected
    return Scene(
        "duel",
        title,
        (
            _fighter(
                say("Agent: {card}", card=CLASS_NAMES[fact.agent]),
                fact.agent,
                fact.agent_power,
                won=agent_won,
            ),
            _fighter(
                say("Elder: {card}", card=CLASS_NAMES[fact.elder]),
                fact.elder,
                fact.elder_power,
                won=fact.decided == "power",
            ),
        ),
        _verdict(fact),
        rule=fact.rule,
    )


def _fighter(label: Text, card: Class, power: int, *, won: bool) -> SceneSide:
    printed = EMPTY if power == card.number else say("printed: {number}", number=card.number)
    return SceneSide(label, (_card(card),), str(power), printed, won)


def _verdict(fact: Collection) -> Text:
    """Return what decided, and how many Shells are left where one goes."""
    if fact.collected:
        left = say_count("{count} Shell left.", "{count} Shells left.", fact.shells)
        return say("{why} {left}", why=_why(fact), left=left)
    if fact.returned:
        return say("The first one goes to the hand; its Shell stays.")
    return _why(fact)


def _why(fact: Collection) -> Text:
    powers = {"agent": fact.agent_power, "elder": fact.elder_power}
    match fact.decided:
        case "table":
            return say("The table decided.")
        case "shells":
            return say("No Shell is left.")
        case "tablet":
            return say("The tablet forbids it.")
    if fact.rule == "equal-or-lower":
        if fact.collected:
            return say("{agent} is not more than {elder}, as this tablet wants.", **powers)
        return say("{agent} is more than {elder}; this tablet wants equal or less.", **powers)
    if fact.decided == "all":
        return say("{agent} is more than {elder}.", **powers)
    return say("{agent} is not more than {elder}.", **powers)


# ---------------------------------------------------------------- the end


def _end(state: State) -> Scene:
    assert state.outcome is not None
    winners = state.outcome.winners
    sides = [_pile(state, side) for side in range(len(state.table.sides))]
    by_limit = state.outcome.reason.startswith("hundred-rounds")
    return Scene(
        "end",
        tell_outcome(state, state.outcome),
        tuple(sorted(sides, key=lambda side: not side.won)),
        say("With {by}.", by=WON_BY[state.outcome.reason])
        if winners
        else tell_outcome(state, state.outcome),
        rule=RuleId("W40" if by_limit else "goal"),
    )


def _pile(state: State, side: int) -> SceneSide:
    pile, seats = state.collected[side], state.table.sides[side]
    assert state.outcome is not None
    name = team_name(state.table, side) if has_teams(state.table) else side_name(state.table, seats)
    counted = say("{classes} classes, {elders} Elders", classes=len(set(pile)), elders=len(pile))
    pieces = tuple(_card(kind, pile.count(kind)) for kind in CLASSES if kind in pile)
    return SceneSide(name, pieces, detail=counted, won=set(seats) <= set(state.outcome.winners))
