"""The moments of Rolling with the Waves as pictures: cannons, chests, levels, Ports, the end."""

from collections.abc import Iterator, Sequence

from referee.core import EMPTY, Fact, Piece, RuleId, Scene, SceneSide, literal, say, say_count
from referee.games.rolling.components import POINTS_BURIED
from referee.games.rolling.facts import (
    ChestBuried,
    Fired,
    LevelEarned,
    PortsIncome,
    SpiritsUsed,
    TieBroken,
)
from referee.games.rolling.scoring import standing
from referee.games.rolling.state import THREE_CHESTS, State
from referee.games.rolling.words import (
    ENDS,
    PLACE_NAMES,
    SENTENCES,
    name_of,
    place_icon,
    points_said,
    tell_outcome,
)


def scenes(state: State, facts: Sequence[Fact]) -> tuple[Scene, ...]:
    """Return the pictures of what followed from an entry, and of the end."""
    found = [scene for fact in facts for scene in _of(state, fact)]
    found += _rows(state, facts)
    return (*found, _end(state)) if state.outcome else tuple(found)


def _of(state: State, fact: Fact) -> Iterator[Scene]:
    match fact:
        case Fired():
            yield _fired(state, fact)
        case ChestBuried():
            yield _buried(state, fact)
        case SpiritsUsed():
            yield _spirits(state, fact)


def _rows(state: State, news: Sequence[Fact]) -> Iterator[Scene]:
    """Return what several players get at once, each kind in one picture."""
    levels = [fact for fact in news if isinstance(fact, LevelEarned)]
    if levels:
        sides = tuple(_level(state, fact) for fact in levels)
        yield Scene("row", say("New levels"), sides, rule=levels[0].rule)
    ports = [fact for fact in news if isinstance(fact, PortsIncome)]
    if ports:
        sides = tuple(_income(state, fact) for fact in ports)
        greatest = say("The greatest sum brings 1 more.") if any(f.extra for f in ports) else EMPTY
        yield Scene("row", say("Infamy for Ports"), sides, greatest, rule=ports[0].rule)


def _die(value: int, icon: str = "") -> Piece:
    return Piece(literal(str(value)), icon=icon, number=str(value), shape="token")


def _fired(state: State, fact: Fired) -> Scene:
    names = {"name": name_of(state, fact.seat), "other": name_of(state, fact.target)}
    blocked = min(fact.hull, fact.shots)
    title = (
        say_count(
            "{name} steals {count} die from {other}",
            "{name} steals {count} dice from {other}",
            len(fact.stolen),
            **names,
        )
        if fact.stolen
        else say("{name} steals nothing from {other}", **names)
    )
    return Scene(
        "scale",
        title,
        (
            SceneSide(
                say("Shots of {name}", name=names["name"]),
                tuple(
                    _die(total, place_icon(cannon))
                    for cannon, total in zip(fact.cannons, fact.totals, strict=True)
                ),
                str(fact.shots),
                won=fact.shots > fact.hull,
            ),
            SceneSide(
                say("Hull of {name}", name=names["other"]),
                tuple(_die(value, "place-chest") for value in fact.stolen),
                str(fact.hull),
                say("blocks {count}", count=blocked) if blocked else EMPTY,
                won=fact.shots <= fact.hull,
            ),
        ),
        SENTENCES.fact(state, fact),
        rule=fact.rule,
    )


def _buried(state: State, fact: ChestBuried) -> Scene:
    name = name_of(state, fact.seat)
    chest = say("Chest {number}", number=fact.chest)
    pieces = tuple(_die(value) for value in fact.values)
    return Scene(
        "row",
        say("{name} buries chest {number}", name=name, number=fact.chest),
        (SceneSide(chest, pieces, won=True),),
        say(
            "No cannon can rob it now, and it’s worth {points} more.",
            points=points_said(POINTS_BURIED),
        ),
        rule=fact.rule,
    )


def _spirits(state: State, fact: SpiritsUsed) -> Scene:
    return Scene(
        "duel",
        say("{name} raises spirits", name=name_of(state, fact.seat)),
        (
            SceneSide(say("The die"), (_die(fact.die),), str(fact.die)),
            SceneSide(
                say("Written"),
                (_die(fact.value, place_icon(fact.place)),),
                str(fact.value),
                won=True,
            ),
        ),
        SENTENCES.fact(state, fact),
        rule=fact.rule,
    )


def _level(state: State, fact: LevelEarned) -> SceneSide:
    icon = Piece(PLACE_NAMES[fact.place], icon=place_icon(fact.place), shape="token")
    return SceneSide(
        literal(name_of(state, fact.seat)),
        (icon,),
        str(fact.total),
        say("{place}, level {level}", place=PLACE_NAMES[fact.place], level=fact.level),
    )


def _income(state: State, fact: PortsIncome) -> SceneSide:
    return SceneSide(
        literal(name_of(state, fact.seat)),
        (Piece(say("Infamy"), icon="infamy", shape="token"),),
        f"+{fact.level + fact.extra}",
        say("sum {total}", total=fact.total),
        won=bool(fact.extra),
    )


def _end(state: State) -> Scene:
    assert state.outcome is not None
    found = standing(state.boards)
    tied = next((fact for fact in state.news if isinstance(fact, TieBroken)), None)
    sides = tuple(
        SceneSide(
            literal(name_of(state, seat)),
            number=str(found.scores[seat].total),
            won=seat in state.outcome.winners,
        )
        for seat in sorted(state.table.seats, key=lambda seat: -found.scores[seat].total)
    )
    ended = "end-chests" if state.outcome.reason == THREE_CHESTS else "end-tracks"
    return Scene(
        "end",
        tell_outcome(state, state.outcome),
        sides,
        ENDS[state.outcome.reason],
        SENTENCES.fact(state, tied) if tied else EMPTY,
        tied.rule if tied else RuleId(ended),
    )
