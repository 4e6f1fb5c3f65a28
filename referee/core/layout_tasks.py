"""What hands are told so that the real table follows from one layout to another."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from referee.core.layout import At, Layout, Move, Place, Thing, moves
from referee.core.prose import EMPTY, Text, listed, say, say_count
from referee.core.rulings import RuleId
from referee.core.seats import Seat
from referee.core.views import Task

_NO_RULE: Final = RuleId("")
"""No rule asks for what puts the table right; the rules ask for what was entered."""


@dataclass(frozen=True, slots=True)
class _Line:
    """One sentence without the names of those who do it; equal ones are one task.

    `several` is the sentence where more than one does it and their order counts.
    """

    text: Text
    seat: Seat | None
    several: Text | None = field(default=None, compare=False)


def tasks_between(before: Layout, after: Layout, names: Sequence[str]) -> tuple[Task, ...]:
    """Return what hands do to turn one layout into another; `names` are those of the seats.

    What goes the same way is one task, and so is what several seats do alike.
    """
    told = [move for move in moves(before, after) if move.is_told]
    found: dict[Text, list[Seat]] = {}
    several: dict[Text, Text] = {}
    for _, together in groupby(told, key=_way):
        line = _line(tuple(together))
        seats = found.setdefault(line.text, [])
        seats.extend([] if line.seat is None else [line.seat])
        if len(seats) > 1 and line.several:
            several[line.text] = line.several
    return tuple(_task(several.get(text, text), seats, names) for text, seats in found.items())


def _way(move: Move) -> object:
    """Return what moves have in common that are one task."""
    return move.places if move.source and move.target and move.leaves else move


def _task(text: Text, seats: Sequence[Seat], names: Sequence[str]) -> Task:
    if not seats:
        return Task(text, _NO_RULE)
    who = listed([names[seat] for seat in sorted(set(seats))])
    if len(set(seats)) == len(names):
        who = say("Everybody")
    values = (("who", who), *text.values)
    return Task(Text(text.template, values, text.many), _NO_RULE, tuple(sorted(set(seats))))


def _line(together: Sequence[Move]) -> _Line:
    move = together[0]
    source, target = move.source, move.target
    if source is None or target is None:
        return _written(source or target, erased=target is None, count=move.count)
    seats = {place.seat for place in move.places if place.seat is not None}
    seat = next(iter(seats)) if len(seats) == 1 else None
    if source[0] == target[0]:
        return _Line(_turned(source, target[1], move.count, seat), seat)
    if target[0].told is not None:
        return _Line(target[0].told, target[0].seat)
    said = _moved(source[0], target[0], together, seat)
    if (
        target[0].pile == "deck"
        and seat is not None
        and source[0].covered
        and _is_unknown(together)
    ):
        return _Line(said, seat, _in_turn(source[0], target[0], together))
    return _Line(said, seat)


def _is_unknown(together: Sequence[Move]) -> bool:
    """Return whether no front is known, so that only hands know which things these are."""
    ends = (at for move in together for at in (move.source, move.target) if at)
    return not any(thing.face for _, thing in ends)


def _in_turn(here: Place, there: Place, together: Sequence[Move]) -> Text:
    return say(
        "{who}: from {here}, put {what} that you drew last on top of {there}; whoever drew last "
        "goes first.",
        what=_those(together),
        here=here.own,
        there=there.label,
    )


def _those(together: Sequence[Move]) -> Text:
    """Return what moves as certain things, which a sentence goes on to tell."""
    things = [(move.target[1], move.count) for move in together if move.target]
    return listed(
        [
            say_count("the {thing}", "the {count} {things}", count, thing=thing.name,
                      things=thing.names)
            for thing, count in things
        ]
    )  # fmt: skip


def _last(here: Place, there: Place, together: Sequence[Move], seat: Seat | None) -> Text | None:
    """Return the sentence for things without a known front, which hands know by what came last."""
    if not (here.covered and _is_unknown(together)):
        return None
    what = _those(together)
    values = {"what": what, "here": _called(here, seat), "there": _called(there, seat)}
    if there.pile == "deck":
        if seat is None:
            return say("From {here}, put {what} drawn last on top of {there}.", **values)
        return say("{who}: from {here}, put {what} that you drew last on top of {there}.", **values)
    if here.pile == "discard" and there.covered and seat is not None:
        return say("{who}: move {what} that you discarded last from {here} to {there}.", **values)
    return None


_WAYS: Final[Mapping[str, tuple[Text, Text]]] = {
    "deck": (
        say("Put {what} from {here} on top of {there}."),
        say("{who}: put {what} from {here} on top of {there}."),
    ),
    "back": (
        say("Move {what} from {here} to {there}, face down."),
        say("{who}: move {what} from {here} to {there}, face down."),
    ),
    "front": (
        say("Move {what} from {here} to {there}, face up."),
        say("{who}: move {what} from {here} to {there}, face up."),
    ),
    "": (
        say("Move {what} from {here} to {there}."),
        say("{who}: move {what} from {here} to {there}."),
    ),
}
"""By where things go and which side is up: the sentence to everybody, and that to their owner."""


def _moved(here: Place, there: Place, together: Sequence[Move], seat: Seat | None) -> Text:
    what = _things(together)
    if (here.pile, there.pile) == ("discard", "deck"):
        return say("Shuffle {what} from {here} into {there}.", what=what, here=here.label,
                   there=there.label)  # fmt: skip
    if (here.pile, there.pile) == ("deck", "discard"):
        return say(
            "The deck was shuffled, so nobody can find the same cards again: put any {what} from "
            "it on {there}.",
            what=_things([Move(move.source, move.source, move.count) for move in together]),
            there=there.label,
        )
    known = _last(here, there, together, seat)
    if known is not None:
        return known
    values = {"what": what, "here": _called(here, seat), "there": _called(there, seat)}
    hidden = not there.covered and any(move.target and not move.target[1].face for move in together)
    way = "deck" if there.pile == "deck" else "back" if hidden else there.shown
    return Text(_WAYS[way][seat is not None].template, tuple(values.items()))


def _things(together: Sequence[Move]) -> Text:
    """Return what moves, by the fronts that show before or after; alike things are counted."""
    counts: Counter[tuple[str, str]] = Counter()
    seen: dict[tuple[str, str], Thing] = {}
    for move in together:
        if move.source and move.target:
            known = _named(move.source, move.target)
            seen[known.kind, known.face] = known
            counts[known.kind, known.face] += move.count
    return listed([_what(seen[key], seen[key], count) for key, count in counts.items()])


def _named(source: At, target: At) -> Thing:
    """Return a thing by its front where it shows; one in a hand may be another than is known."""
    ends = target, source
    shown = [thing for place, thing in ends if thing.face and not _hides(place)]
    backs = [thing for _, thing in ends if not thing.face]
    return next(iter((*shown, *backs)), target[1])


def _hides(place: Place) -> bool:
    return place.covered and not (place.pile or place.shown)


def _turned(at: At, new: Thing, count: int, seat: Seat | None) -> Text:
    here, old = at
    if new.turn is not None:
        return new.turn
    where = _called(here, seat)
    if old.face and new.face:
        if seat is None:
            return say("Check that {here} has {what}, not {old}.", here=where,
                       what=_what(new, new, count), old=_what(old, old, count))  # fmt: skip
        return say("{who}: check that {here} has {what}, not {old}.", here=where,
                   what=_what(new, new, count), old=_what(old, old, count))  # fmt: skip
    what = _what(old, new, count)
    if new.face:
        if seat is None:
            return say("Turn {what} in {here} face up.", what=what, here=where)
        return say("{who}: turn {what} in {here} face up.", what=what, here=where)
    if seat is None:
        return say("Turn {what} in {here} face down again.", what=what, here=where)
    return say("{who}: turn {what} in {here} face down again.", what=what, here=where)


def _written(at: At | None, *, erased: bool, count: int) -> _Line:
    """Return the sentence of what is erased or written, or goes to the box or comes from it."""
    if at is None:
        return _Line(EMPTY, None)
    place, thing = at
    given = thing.erase if erased else thing.write
    if given is not None:
        values = (*given.values, ("count", count))
        return _Line(Text(given.template, values, given.many), place.seat)
    what = _what(thing, thing, count)
    if erased:
        return _Line(say("Put {what} from {here} in the box.", what=what, here=place.label), None)
    return _Line(say("Take {what} from the box to {here}.", what=what, here=place.label), None)


def _called(place: Place, seat: Seat | None) -> Text:
    return place.own if seat is not None and place.seat == seat else place.label


def _what(old: Thing, new: Thing, count: int) -> Text:
    """Return a thing by the front that shows before or after, or how many there are."""
    known = new if new.face else old
    if count == 1 and known.face:
        return say("the {thing}", thing=known.name)
    return say_count("{count} {thing}", "{count} {things}", count, thing=known.name,
                     things=known.names)  # fmt: skip
