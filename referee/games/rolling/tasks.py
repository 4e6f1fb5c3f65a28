"""What hands do in Rolling with the Waves before the next entry, in the order of the rulebook.

What several players do at the same icons is one task. A task is told by the facts of the last
entry, so that the same facts give the same tasks on every screen.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from referee.core import Fact, RuleId, Seat, Task, Text, listed, say, say_count
from referee.games.rolling.components import (
    COLOUR_NAMES,
    DRAFTED,
    START_CREW,
    START_INFAMY,
)
from referee.games.rolling.facts import (
    CalledOut,
    CannonCleared,
    CrewJoined,
    Drafted,
    InfamyFull,
    LevelEarned,
    LootLost,
    PortsIncome,
    SailorTaken,
    Stowed,
    Written,
)
from referee.games.rolling.state import Die, Phase, State
from referee.games.rolling.words import PLACE_NAMES, SENTENCES, die_name, name_of, names_of


def tasks(state: State) -> tuple[Task, ...]:
    """Return what hands do after the last entry, in order; nothing once the game is over."""
    if state.phase is Phase.OVER:
        return ()
    found = [*_after_entry(state), *_before_question(state)]
    if not state.news and state.round == 1:
        found = [*_set_up(state), *found]
    return tuple(found)


def _set_up(state: State) -> Iterator[Task]:
    """Yield what is set up, each task short enough for a phone."""
    clear = len(state.table.seats) + 1
    yield Task(
        say("Everybody: set up your screen, with the mini board behind it and the map in front."),
        RuleId("start"),
    )
    yield Task(
        say("Everybody: fill {count} circles of Infamy on your map.", count=START_INFAMY),
        RuleId("start"),
    )
    put = say(
        "Put {crew} dice of each crew and {count} clear dice into the bag.",
        crew=START_CREW,
        count=clear,
    )
    yield Task(put, RuleId("bag"))
    give = say("Give the bag to {name}.", name=name_of(state, state.first))
    yield Task(give, RuleId("R1"))


def _before_question(state: State) -> Iterator[Task]:
    """Yield what has to be on the table before the question of the phase can be answered."""
    if state.phase is Phase.ROLL and not state.pool:
        text = say(
            "{name}: draw {count} dice and roll them.",
            name=name_of(state, state.first),
            count=state.table.dice,
        )
        yield Task(text, RuleId("roll"), (state.first,))
    if state.phase is Phase.ALLOCATE and not state.ready:
        text = say(
            "Everybody: place your {count} dice behind your screen, then call “Yarrr!”",
            count=DRAFTED,
        )
        yield Task(text, RuleId("yarrr"))
        yield Task(say("Everybody: lift your screen once all have called."), RuleId("reveal"))


def _after_entry(state: State) -> Iterator[Task]:
    """Yield what follows from the last entry, and from what was forced after it."""
    facts = _as_hands_do(state)
    for kind, group in groupby(facts, key=_step):
        told = list(group)
        if kind is not None:
            yield from _TOGETHER[kind](state, told)
            continue
        for fact in told:
            if isinstance(fact, CalledOut) and not fact.left:
                yield Task(say("Everybody: lift your screen."), RuleId("reveal"))
            if fact is not facts[0] and isinstance(fact, Drafted | SailorTaken):
                yield _forced(state, fact)
            yield from SENTENCES.orders(state, fact)


def _as_hands_do(state: State) -> list[Fact]:
    """Return the facts, with a cannon wiped only after its loot is written (Fire Cannons)."""
    ordered: list[Fact] = []
    cleared: list[Fact] = []
    for fact in state.news:
        if isinstance(fact, CannonCleared):
            cleared.append(fact)
        elif isinstance(fact, Stowed | LootLost):
            ordered += [fact, *cleared]
            cleared = []
        elif not isinstance(fact, InfamyFull):
            ordered += [*cleared, fact]
            cleared = []
    return ordered if state.phase is Phase.STOW else [*ordered, *cleared]


def _step(fact: Fact) -> type[Fact] | None:
    """Return the kind of step to which a fact belongs, if several players do it together.

    A circle that is filled, and a die of the crew, belong to the value that was written.
    """
    if isinstance(fact, Written | LevelEarned | CrewJoined):
        return Written
    return PortsIncome if isinstance(fact, PortsIncome) else None


def _forced(state: State, fact: Drafted | SailorTaken) -> Task:
    die = Die(fact.colour, fact.face)
    text = say(
        "{name}: take {die}, the only choice.", name=name_of(state, fact.seat), die=die_name(die)
    )
    return Task(text, fact.rule, (fact.seat,))


def _write(state: State, facts: Sequence[Fact]) -> Iterator[Task]:
    """Yield the values written from one icon to another, then the circles and the crew."""
    written = [fact for fact in facts if isinstance(fact, Written)]
    if written:
        yield Task(_writing(state, written), written[0].rule, _seats(written))
    levels = [fact for fact in facts if isinstance(fact, LevelEarned)]
    joined = [fact for fact in facts if isinstance(fact, CrewJoined)]
    yield from _together(state, levels, lambda all_of: say("Fill circles: {all}.", all=all_of))
    yield from _together(
        state, joined, lambda all_of: say("Put into the bag: {all} more.", all=all_of)
    )


def _gain(state: State, facts: Sequence[Fact]) -> Iterator[Task]:
    incomes = [fact for fact in facts if isinstance(fact, PortsIncome)]
    yield from _together(state, incomes, lambda all_of: say("Fill Infamy: {all}.", all=all_of))


_TOGETHER: Final[Mapping[type[Fact], Callable[[State, Sequence[Fact]], Iterator[Task]]]] = {
    Written: _write,
    PortsIncome: _gain,
}

_Shared = LevelEarned | CrewJoined | PortsIncome


def _together(
    state: State, facts: Sequence[_Shared], combined: Callable[[Text], Text]
) -> Iterator[Task]:
    """Yield the order of one fact as it is, and the orders of several as one task."""
    if len(facts) == 1:
        yield from SENTENCES.orders(state, facts[0])
    elif facts:
        text = combined(listed([_part(state, fact) for fact in facts]))
        yield Task(text, facts[0].rule, _seats(facts))


def _part(state: State, fact: _Shared) -> Text:
    name = name_of(state, fact.seat)
    if isinstance(fact, LevelEarned):
        place = PLACE_NAMES[fact.place]
        return say("{name} {circle} of {place}", name=name, circle=fact.circle, place=place)
    if isinstance(fact, PortsIncome):
        return say("{name} up to {infamy}", name=name, infamy=fact.infamy)
    colour = COLOUR_NAMES[fact.colour]
    return say_count("{count} {colour} die", "{count} {colour} dice", fact.dice, colour=colour)


def _writing(state: State, written: Sequence[Written]) -> Text:
    """Return what is written where; of several players at several icons only from where to where.

    Each of them has the own dice on the mini board, and a list of all would not be read.
    """
    seats = _seats(written)
    places = [fact.place for fact in written]
    first, last = PLACE_NAMES[places[0]], PLACE_NAMES[places[-1]]
    if len(seats) == 1:
        what = [say("{value} into {place}", value=one.value, place=PLACE_NAMES[one.place])
                for one in written]  # fmt: skip
        return say("{name}: write {what}.", name=name_of(state, seats[0]), what=listed(what))
    if len(set(places)) == 1:
        who = [say("{name} {value}", name=name_of(state, one.seat), value=one.value)
               for one in written]  # fmt: skip
        return say("Write into {place}: {who}.", place=first, who=listed(who))
    if len(seats) == len(state.table.seats):
        return say("Everybody: write your dice, from {first} to {last}.", first=first, last=last)
    return say(
        "{names}: write the dice, from {first} to {last}.",
        names=names_of(state, seats),
        first=first,
        last=last,
    )


def _seats(facts: Sequence[Written | _Shared]) -> tuple[Seat, ...]:
    return tuple(dict.fromkeys(fact.seat for fact in facts))
