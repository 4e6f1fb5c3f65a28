"""The content of a screen, computed from a view and the story; without markup.

A screen has a role: `table` for entering, `show` for televisions and spectators, `demo` for playing
a transcript, `seat` for one person's phone with that person's secrets. No game is known by name.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final

from referee.core import (
    EMPTY,
    TABLE,
    AnyGame,
    Choice,
    Outcome,
    Scene,
    Seat,
    Setup,
    Step,
    Task,
    Text,
    View,
    Zone,
    format_action,
    listed,
    redact,
    say,
    say_count,
    view_for,
)
from referee.match import Match, Moment, OwnerNotice, StoryEntry, owner_notices_of
from referee.web.access.roles import may_put_back, may_take_back
from referee.web.screens.attribution import Named, undone_entry
from referee.web.screens.audience import owner_of, step_for, task_for
from referee.web.screens.scenes import end_scene, scenes_now
from referee.web.screens.ticks import Ticked, Ticks, tasks_now

LINES: Final = 24
"""Lines of the story beside the table; more than fit, so that the list fades out."""


class Role(StrEnum):
    """The role of a screen."""

    TABLE = "table"
    SHOW = "show"
    DEMO = "demo"
    SEAT = "seat"


@dataclass(frozen=True, slots=True)
class Item:
    """A choice, and the notation of what it enters."""

    choice: Choice
    text: str


@dataclass(frozen=True, slots=True)
class Group:
    """The choices that answer one question; `id` is the zone it is about, where there is one.

    `is_titled` says that its label is shown even if there is no other group.
    """

    id: str
    label: Text
    items: tuple[Item, ...]
    is_titled: bool = False

    def holds(self, text: str) -> bool:
        """Return whether one of the choices enters this."""
        return any(item.text == text for item in self.items)


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One line of what happened: an entry, what followed, an overrule, or a card that was seen.

    An undo by another screen is shown too, until the next entry.
    """

    seq: int
    kind: str
    text: Text


@dataclass(frozen=True, slots=True)
class NumberedTask:
    """A task of the moment, with its place among them from 0, by which it is ticked."""

    number: int
    task: Task


@dataclass(frozen=True, slots=True)
class Screen:
    """All that the table template draws.

    `seat` is the owner of a phone's screen, and `notes` are the choices of
    that seat alone; `peeks` are what it has not yet been told of its cards. `has_secrets`
    says that some seat has something to tell. A `bound` screen enters for its own seat only, and
    one that is `asked` waits for that very seat. It is its `turn` where everybody may see
    that; a sound depends on that alone. A photo can be read of `dice` that are awaited.
    `scenes` are the pictures of what followed from the entry with the number `moment`, and `end`
    that of the end. `next` is the entry that a demo is about to make.
    `tasks` are what hands do before the next entry, where `is_correction` says that they put the
    table right after a correction; `ticked` says which of them are done.
    """

    id: str
    seq: int
    role: Role
    game: AnyGame
    view: View
    groups: tuple[Group, ...]
    seat: Seat | None = None
    notes: tuple[Group, ...] = ()
    peeks: tuple[OwnerNotice, ...] = ()
    bound: bool = False
    asked: bool = False
    turn: bool = False
    dice: bool = False
    has_secrets: bool = False
    story: tuple[StoryLine, ...] = ()
    undo: Text | None = None
    redo: Text | None = None
    winners: Text = EMPTY
    verdict: Text | None = None
    winning: tuple[Seat, ...] = ()
    broken: Text | None = None
    moment: int = 0
    scenes: tuple[Scene, ...] = ()
    end: Scene | None = None
    next: str = ""
    tasks: tuple[Task, ...] = ()
    is_correction: bool = False
    ticked: Ticked = field(default_factory=Ticked)

    @property
    def left(self) -> tuple[NumberedTask, ...]:
        """Return the tasks that are not done, in order; a phone has those of its seat first."""
        left = [
            NumberedTask(number, task)
            for number, task in enumerate(self.tasks)
            if number not in self.ticked.done
        ]
        if self.seat is not None:
            left.sort(key=lambda one: bool(one.task.seats) and self.seat not in one.task.seats)
        return tuple(left)

    @property
    def task(self) -> NumberedTask | None:
        """Return the task that leads the screen; in a demo nobody ticks, so none leads."""
        return None if self.role is Role.DEMO else next(iter(self.left), None)

    @property
    def ahead(self) -> tuple[NumberedTask, ...]:
        """Return the tasks that are not done and do not lead."""
        return self.left[1:] if self.task else self.left

    @property
    def enters(self) -> bool:
        """Return whether something can be entered here."""
        return self.role in {Role.TABLE, Role.SEAT}

    @property
    def zones(self) -> tuple[Zone, ...]:
        """Return the places; while a task leads, only those of the seats that do it are acting."""
        doing = self.task.task.seats if self.task else ()
        if not doing:
            return self.view.zones
        return tuple(
            replace(zone, acting=zone.seat in doing)
            if zone.place == "ring" or zone.seat is not None
            else zone
            for zone in self.view.zones
        )

    @property
    def ring(self) -> tuple[Zone, ...]:
        """Return the places around the table, clockwise from the bottom, the own one nearest."""
        ring = tuple(zone for zone in self.zones if zone.place == "ring")
        near = next((at for at, zone in enumerate(ring) if zone.seat == self.seat), 0)
        near = near if self.seat is not None else 0
        return (*ring[near:], *ring[:near])

    @property
    def centre(self) -> tuple[Zone, ...]:
        """Return the places in the middle of the table."""
        return tuple(zone for zone in self.zones if zone.place == "centre")

    def zone(self, name: str) -> Zone:
        """Return a zone by its id; raises `KeyError`."""
        return {zone.id: zone for zone in self.zones}[name]

    @property
    def pickable(self) -> frozenset[str]:
        """Return the zones that can be tapped because a group of choices is about them."""
        return frozenset(group.id for group in self.groups if len(self.groups) > 1)

    @property
    def unlabelled(self) -> frozenset[str]:
        """Return the zones whose panels need no label."""
        return frozenset(
            zone.id for zone in self.centre if all(piece.shape == "panel" for piece in zone.pieces)
        )


def screen_of(
    match: Match,
    role: Role,
    seat: Seat | None = None,
    *,
    told: int = 0,
    bound: bool = False,
    named: Named = lambda _match, _device: say("A screen"),
) -> Screen:
    """Return the current screen of a match, public or of a seat that is informed up to `told`.

    With `bound` it offers only what that seat itself may enter and take back. `named` says which
    screen a device is.
    """
    while True:
        now, seq = match.now, match.heard(seat)
        undo, redo = match.undo_target(seat), match.redo_target(seat)
        lines, back = last_lines(match.effective_entries(seat)), undone_entry(match, seat, named)
        peeks = () if seat is None else owner_notices_of(match, seat, after=told)
        moment, scenes = scenes_now(match, now, seat)
        if bound and seat is not None:
            undo = undo if may_take_back(match, seat) else None
            redo = redo if may_put_back(match, seat) else None
        if match.now is now:  # else an entry was made meanwhile
            break
    broken = now.broken
    view = view_for(now.game, now.state, seat)
    if seat is not None:
        view = replace(view, step=_step_for(now, view, seat))
    groups = () if broken else _groups(now, view, seat, bound=bound)
    return Screen(
        id=match.id,
        seq=seq,
        role=role,
        game=now.game,
        view=view,
        groups=groups,
        seat=seat,
        notes=grouped(view.own.choices) if view.own and not broken else (),
        peeks=peeks,
        bound=bound,
        asked=any(_is_for(now, group, seat) for group in groups),
        turn=not broken and seat is not None and _is_its_turn(now, seat),
        dice=bool(groups) and awaits_dice(now),
        has_secrets=not broken and has_secrets(now.game, now.setup, now.state),
        story=tuple(
            replace(line, seq=match.number_of(line.seq, seat))
            for line in (*_back_lines(back), *lines)
        ),
        undo=undo.sentence if undo and not broken else None,
        redo=redo.sentence if redo and not broken else None,
        broken=broken.text if broken else None,
        tasks=() if broken or now.outcome else view.step.hands,
        moment=moment,
        scenes=scenes,
        **ending(now.game, now.setup, now.state, now.outcome),
    )


def _step_for(now: Moment, view: View, seat: Seat) -> Step:
    """Return the step as the own screen of a seat says it."""
    whose = {now.game.actor(now.state, choice.action) for choice in view.step.choices}
    acting = now.game.to_act(redact(now.state, None))
    owner = owner_of(seat, now.setup.names)
    return step_for(owner, view.step, acting, has_choices=not whose.isdisjoint({seat, TABLE}))


def led(screen: Screen, match: Match, ticks: Ticks) -> Screen:
    """Return a screen with what hands do now, and what of it is done."""
    number = match.heard()
    tasks, is_correction = tasks_now(match, screen.view, ticks)
    if screen.seat is not None and is_correction:
        owner = owner_of(screen.seat, match.setup.names)
        tasks = tuple(task_for(owner, task) for task in tasks)
    shown = tasks if match.broken is None and match.outcome is None else ()
    return replace(
        screen, tasks=shown, is_correction=is_correction, ticked=ticks.of(match.id, number)
    )


def _groups(now: Moment, view: View, seat: Seat | None, *, bound: bool) -> tuple[Group, ...]:
    if seat is None:
        return grouped(view.step.choices)
    if bound:
        return own_groups(now.game, now.state, view, seat)

    own_first = sorted(grouped(view.step.choices), key=lambda group: not _is_for(now, group, seat))
    return tuple(own_first)


def awaits_dice(now: Moment) -> bool:
    """Return whether dice must be entered now that a photo can show."""
    dice = now.game.dice
    return dice is not None and not now.broken and dice.awaited(now.state) > 0


def _is_for(now: Moment, group: Group, seat: Seat | None) -> bool:
    """Return whether a seat itself answers a question."""
    return all(now.game.actor(now.state, item.choice.action) == seat for item in group.items)


def _is_its_turn(now: Moment, seat: Seat) -> bool:
    """Return whether a seat is to act, as far as everybody may know."""
    return seat in now.game.to_act(redact(now.state, None))


def own_groups(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - the state of any game
    view: View,
    seat: Seat,
) -> tuple[Group, ...]:
    """Return what a seat may enter: its own, and what belongs to everybody.

    Where the others are asked something else, a group that is left alone keeps its title.
    """
    whose = ((choice, game.actor(state, choice.action)) for choice in view.step.choices)
    own = grouped(choice for choice, actor in whose if actor in {seat, TABLE})
    if len(own) != 1 or len({choice.group for choice in view.step.choices}) == 1:
        return own
    return (replace(own[0], is_titled=True),)


def has_secrets(game: AnyGame, setup: Setup, state: Any) -> bool:  # noqa: ANN401 - of any game
    """Return whether some seat can tell the referee something for itself alone now."""
    seen = redact(state, None)  # so that the result reveals no secret
    return any(game.notes(seen, Seat(seat)) for seat in range(len(setup.names)))


def ending(
    game: AnyGame,
    setup: Setup,
    state: Any,  # noqa: ANN401 - the state of any game
    outcome: Outcome | None,
) -> dict[str, Any]:
    """Return who won and by what."""
    if outcome is None:
        return {}
    return {
        "winners": _winners(setup, outcome),
        "verdict": game.voice.outcome(redact(state, None), outcome),
        "winning": outcome.winners,
        "end": end_scene(game, state, outcome),
    }


def _winners(setup: Setup, outcome: Outcome) -> Text:
    names = [setup.names[seat] for seat in outcome.winners]
    if not names:
        return say("Nobody wins")
    return say_count("{names} wins!", "{names} win!", len(names), names=listed(names))


def grouped(choices: Iterable[Choice]) -> tuple[Group, ...]:
    """Group the choices that answer one question, in their order."""
    found: dict[str, list[Choice]] = {}
    for choice in choices:
        found.setdefault(choice.group, []).append(choice)
    return tuple(
        Group(
            name,
            next((choice.group_label for choice in group if choice.group_label != EMPTY), EMPTY),
            tuple(Item(choice, format_action(choice.action)) for choice in group),
        )
        for name, group in found.items()
    )


def numbered(match: Match, story: Iterable[StoryEntry]) -> tuple[StoryEntry, ...]:
    """Return the entries of a story with the numbers under which everybody hears of them."""
    number = match.number_of
    return tuple(
        replace(
            told,
            seq=number(told.seq),
            taken_back=None if told.taken_back is None else number(told.taken_back),
        )
        for told in story
    )


def _back_lines(back: tuple[int, Text] | None) -> Iterator[StoryLine]:
    if back is not None:
        yield StoryLine(back[0], "back", back[1])


def last_lines(membership: Iterable[StoryEntry]) -> tuple[StoryLine, ...]:
    """Return the lines of the effective entries, latest first, as many as fit.

    That a card was seen cannot be taken back, so it is told.
    """
    lines: list[StoryLine] = []
    for told in membership:
        if told.taken_back is None:
            lines += lines_of(told)
        elif told.seen is not None:
            lines.append(StoryLine(told.seq, "seen", told.seen))
        if len(lines) >= LINES:
            break
    return tuple(lines[:LINES])


def lines_of(told: StoryEntry) -> Iterator[StoryLine]:
    """Return the lines of one entry, the latest first: what followed, then the entry itself."""
    for fact in reversed(told.facts):
        if not fact.fact.minor:
            yield StoryLine(told.seq, "fact", fact.sentence)
    yield StoryLine(told.seq, "overrule" if told.overrule else "entry", told.sentence)
