"""How each kind of consequence is told in the story, with its numbers."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.core import TABLE, Fact, TableDecided, Text, joined, listed, say, say_count
from referee.games.rolling.changes_told import changes
from referee.games.rolling.components import COLOUR_NAMES, Place
from referee.games.rolling.facts import (
    Allocated,
    CalledOut,
    CannonCleared,
    ChestBuried,
    CrewJoined,
    DraftBegan,
    Drafted,
    DraftEnded,
    EndReached,
    Fired,
    FiredInVain,
    FiringOrder,
    InfamyFull,
    LevelEarned,
    LootLost,
    PortsIncome,
    Revealed,
    Rolled,
    RoundBegan,
    SailorTaken,
    Scored,
    SpiritsKept,
    SpiritsUsed,
    Stowed,
    TableChanged,
    TieBroken,
    Written,
)
from referee.games.rolling.state import Die, State
from referee.games.rolling.words import (
    ENDS,
    PLACE_NAMES,
    die_name,
    name_of,
    names_of,
    points_said,
    values_said,
)


def _rolled(_state: State, fact: Rolled) -> Text:
    die = die_name(Die(fact.colour, fact.face))
    if not fact.left:
        return say("{die} is the last one.", die=die)
    return say_count(
        "{die} is in the pool; {count} die is still to be entered.",
        "{die} is in the pool; {count} dice are still to be entered.",
        fact.left,
        die=die,
    )


def _draft_began(state: State, fact: DraftBegan) -> Text:
    return say("{name} takes the first die.", name=name_of(state, fact.first))


def _drafted(state: State, fact: Drafted) -> Text:
    name = name_of(state, fact.seat)
    if not fact.price:
        return say("It costs {name} nothing.", name=name)
    return say(
        "{name} pays {price} Infamy for another crew’s die and has {infamy} left.",
        name=name,
        price=fact.price,
        infamy=fact.infamy,
    )


def _sailor(state: State, fact: SailorTaken) -> Text:
    return say(
        "{name}’s drunken sailor is worth {value}.",
        name=name_of(state, fact.seat),
        value=fact.value,
    )


def _called(state: State, fact: CalledOut) -> Text:
    if not fact.left:
        return say("All are ready: lift the screens.")
    return say("{name} is ready.", name=name_of(state, fact.seat))


def _allocated(state: State, fact: Allocated) -> Text:
    return say(
        "{name}: {values} at {place}.",
        name=name_of(state, fact.seat),
        values=values_said(fact.values),
        place=PLACE_NAMES[fact.place],
    )


def _spirits_used(state: State, fact: SpiritsUsed) -> Text:
    return say(
        "{name} raises spirits: a {value} instead of the {die}, for {place}.",
        name=name_of(state, fact.seat),
        value=fact.value,
        die=fact.die,
        place=PLACE_NAMES[fact.place],
    )


def _spirits_kept(state: State, fact: SpiritsKept) -> Text:
    return say("{name} keeps Raise Spirits.", name=name_of(state, fact.seat))


def _written(state: State, fact: Written) -> Text:
    name, place = name_of(state, fact.seat), PLACE_NAMES[fact.place]
    if fact.place is Place.RAISE:
        return say("{name} writes {value} at {place}.", name=name, value=fact.value, place=place)
    return say(
        "{name} writes {value} into {place}, {total} in all.",
        name=name,
        value=fact.value,
        place=place,
        total=fact.total,
    )


def _level(state: State, fact: LevelEarned) -> Text:
    return say(
        "{name} earns level {level} of {place}: {total} reaches {circle}.",
        name=name_of(state, fact.seat),
        level=fact.level,
        place=PLACE_NAMES[fact.place],
        total=fact.total,
        circle=fact.circle,
    )


def _buried(state: State, fact: ChestBuried) -> Text:
    return say(
        "{name} buries chest {chest} with {values}.",
        name=name_of(state, fact.seat),
        chest=fact.chest,
        values=values_said(fact.values),
    )


def _order(state: State, fact: FiringOrder) -> Text:
    each = [
        say("{name} ({infamy} Infamy)", name=name_of(state, seat), infamy=infamy)
        for seat, infamy in zip(fact.seats, fact.infamy, strict=True)
    ]
    return say("Cannons fire in this order: {order}.", order=listed(each))


def _fired(state: State, fact: Fired) -> Text:
    told = [
        say_count(
            "{name}’s cannons have {count} shot at chest {chest} of {target}.",
            "{name}’s cannons have {count} shots at chest {chest} of {target}.",
            fact.shots,
            name=name_of(state, fact.seat),
            chest=fact.chest,
            target=name_of(state, fact.target),
        )
    ]
    if fact.hull:
        told.append(say("The Hull blocks {hull}.", hull=min(fact.hull, fact.shots)))
    if fact.stolen:
        told.append(say("Stolen from the top: {stolen}.", stolen=values_said(fact.stolen)))
    else:
        told.append(say("Nothing is stolen."))
    return joined(told)


def _in_vain(state: State, fact: FiredInVain) -> Text:
    name, cannon = name_of(state, fact.seat), PLACE_NAMES[fact.cannon]
    if fact.shots:
        return say("{name}’s {cannon} finds no chest that is not buried.", name=name, cannon=cannon)
    return say(
        "{name}’s {cannon} has only {total} and no shot.",
        name=name,
        cannon=cannon,
        total=fact.total,
    )


def _cleared(state: State, fact: CannonCleared) -> Text:
    return say(
        "{name} gains {lowest} Infamy, the lowest die, and has {infamy}.",
        name=name_of(state, fact.seat),
        lowest=fact.lowest,
        infamy=fact.infamy,
    )


def _stowed(state: State, fact: Stowed) -> Text:
    name = name_of(state, fact.seat)
    told = []
    if fact.kept:
        told.append(
            say(
                "{name} writes {kept} into chest {chest}.",
                name=name,
                kept=values_said(fact.kept),
                chest=fact.chest,
            )
        )
    if fact.lost:
        told.append(
            say(
                "Chest {chest} has no more room: {lost} is lost.",
                chest=fact.chest,
                lost=values_said(fact.lost),
            )
        )
    return joined(told)


def _lost(state: State, fact: LootLost) -> Text:
    return say(
        "{name} has no chest with room: {lost} is lost.",
        name=name_of(state, fact.seat),
        lost=values_said(fact.lost),
    )


def _income(state: State, fact: PortsIncome) -> Text:
    name = name_of(state, fact.seat)
    if fact.extra:
        return say(
            "{name} gains {gained} Infamy for Ports, 1 of it for the greatest sum ({total}), and "
            "has {infamy}.",
            name=name,
            gained=fact.level + fact.extra,
            total=fact.total,
            infamy=fact.infamy,
        )
    return say(
        "{name} gains {level} Infamy for Ports and has {infamy}.",
        name=name,
        level=fact.level,
        infamy=fact.infamy,
    )


def _full(state: State, fact: InfamyFull) -> Text:
    return say(
        "{name} has all {circles} circles of Infamy: {lost} is lost.",
        name=name_of(state, fact.seat),
        circles=fact.circles,
        lost=fact.lost,
    )


def _joined(state: State, fact: CrewJoined) -> Text:
    return say_count(
        "{count} more {colour} die of {name}’s crew goes into the bag.",
        "{count} more {colour} dice of {name}’s crew go into the bag.",
        fact.dice,
        colour=COLOUR_NAMES[fact.colour],
        name=name_of(state, fact.seat),
    )


def _round(state: State, fact: RoundBegan) -> Text:
    return say(
        "Round {round} begins: {name} has the bag.",
        round=fact.round,
        name=name_of(state, fact.first),
    )


def _reached(state: State, fact: EndReached) -> Text:
    return say("{name} ends the game. {why}", name=name_of(state, fact.seat), why=ENDS[fact.reason])


def _scored(state: State, fact: Scored) -> Text:
    return say(
        "{name}: {chests} in chests, {buried} for buried ones, {tracks} for full tracks, {points} "
        "for {infamy} Infamy: {total}.",
        name=name_of(state, fact.seat),
        chests=sum(fact.chests),
        buried=2 * fact.buried,
        tracks=5 * len(fact.tracks),
        points=fact.points,
        infamy=fact.infamy,
        total=points_said(fact.total),
    )


def _tie(state: State, fact: TieBroken) -> Text:
    names = names_of(state, fact.seats)
    if len(fact.winners) > 1:
        return say(
            "{names} have {points}; {winners} have {infamy} Infamy and share the win.",
            names=names,
            points=points_said(fact.points),
            winners=names_of(state, fact.winners),
            infamy=fact.infamy,
        )
    return say(
        "{names} have {points}; {winner} has most Infamy ({infamy}).",
        names=names,
        points=points_said(fact.points),
        winner=names_of(state, fact.winners),
        infamy=fact.infamy,
    )


def _decided(state: State, fact: TableDecided) -> Text:
    who = say("The table") if fact.by == TABLE else name_of(state, fact.by)
    return say("{who} decided it: {why}", who=who, why=fact.why)


def _changed(state: State, fact: TableChanged) -> Text:
    return changes(state, fact)


FACTS: Final[Mapping[type[Fact], Callable[[State, Any], Text]]] = {
    Rolled: _rolled,
    DraftBegan: _draft_began,
    Drafted: _drafted,
    SailorTaken: _sailor,
    DraftEnded: lambda _state, _fact: say("Everybody has three dice."),
    CalledOut: _called,
    Allocated: _allocated,
    Revealed: lambda _state, _fact: say("All signs are carried out from left to right."),
    SpiritsUsed: _spirits_used,
    SpiritsKept: _spirits_kept,
    Written: _written,
    LevelEarned: _level,
    ChestBuried: _buried,
    FiringOrder: _order,
    Fired: _fired,
    FiredInVain: _in_vain,
    CannonCleared: _cleared,
    Stowed: _stowed,
    LootLost: _lost,
    PortsIncome: _income,
    InfamyFull: _full,
    CrewJoined: _joined,
    RoundBegan: _round,
    EndReached: _reached,
    Scored: _scored,
    TieBroken: _tie,
    TableDecided: _decided,
    TableChanged: _changed,
}
