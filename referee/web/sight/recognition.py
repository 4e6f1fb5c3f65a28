"""Evaluation of a picture: unambiguous entries are made, the rest waits for answers."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from flask import request

from referee.core import Action, Text, redact
from referee.match import Match, Moment, StaleSeq, Stamp, StoryEntry
from referee.table.sight.expected import ExpectedAreas
from referee.table.sight.observations import Sighted
from referee.table.sight.pictures import CapturedPicture, Placements, Scan, placed
from referee.table.sight.remarks import Remark, card_name, remarks
from referee.table.sight.watch import Look, Watcher
from referee.web.request.shapes import CodeKind
from referee.web.services import services
from referee.web.sight.looks import KeptLook, new_id

CAMERA: Final = "camera"
"""The source of what was beyond doubt."""

CONFIRMED: Final = "camera, confirmed"
"""The source of a confirmed proposal."""

_TRIES: Final = 4


@dataclass(frozen=True, slots=True)
class Idea:
    """An entry that a look suggests: its notation, its sentence, and its codes."""

    text: str
    sentence: Text
    codes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unclear:
    """A card that could be at more than one spot: its number in the look, its code, its name."""

    card: int
    code: int
    name: Text


@dataclass(frozen=True, slots=True)
class Mark:
    """A code in the picture: which it is in the scan, what it is, and its corners for a drawing."""

    code: int
    kind: CodeKind
    name: Text | None
    points: str
    left: int
    top: int


def see(
    match: Match,
    taken: CapturedPicture,
    *,
    asked: bool,
    shared: bool = False,
    key: str = "",
    device: str = "",
) -> KeptLook:
    """Evaluate a picture of a match; make the unambiguous entries and keep the rest.

    `asked` is for a picture taken on purpose. What a camera says again, without
    anything new, is the same look as before.
    """
    name = new_id()
    judged = _judged(match, name, taken, {}, asked=asked)
    kept = KeptLook(
        name,
        match.id,
        match.heard(),
        judged.look,
        taken,
        services().looks.clock(),
        shared=shared,
        key=key,
        entered=judged.entered,
        device=device,
    )
    before = services().looks.shared(match.id) if shared else None
    if before is not None and not kept.entered and before.meaning == kept.meaning:
        return before
    return _kept(kept)


def see_photo(match: Match, taken: CapturedPicture, key: str, device: str) -> KeptLook:
    """Evaluate a photo that was taken on purpose."""
    return see(match, taken, asked=True, key=key, device=device)


def peek(match: Match, taken: CapturedPicture, key: str, device: str) -> KeptLook:
    """Evaluate a picture only to check the camera; nothing is entered."""
    look, _ = _look(match, taken, {}, asked=False)
    at = services().looks.clock()
    kept = KeptLook(new_id(), match.id, match.heard(), look, taken, at, key=key, device=device)
    return _kept(kept)


def glance(match: Match, scan: Scan) -> Look:
    """Return the cards in one frame; nothing is kept."""
    return Watcher(match.game).look(match.state, scan)


def expecting(match: Match) -> ExpectedAreas:
    """Return the cards that a photo should show, so that they are searched for more closely."""
    return services().looks.watcher(match).expecting(match.state)


def close(kept: KeptLook) -> None:
    """Close the questions of a look."""
    _kept(replace(kept, closed=True))


def again(match: Match, kept: KeptLook, **changes: Any) -> KeptLook:  # noqa: ANN401 - any field
    """Evaluate a look again with the present state and the answers so far; enter nothing."""
    kept = replace(kept, **changes)
    look, now = _look(match, kept.taken, kept.said, asked=False)
    services().looks.watcher(match).account(look, now.state, entered=False)
    return _kept(replace(kept, look=look, heard=match.heard()))


def named(match: Match, kept: KeptLook, said: Placements) -> KeptLook:
    """Evaluate a look again with the owners that were named; enter what is unambiguous now."""
    judged = _judged(match, new_id(), kept.taken, said, asked=False)
    entered = (*kept.entered, *judged.entered)
    changed = replace(kept, said=said, look=judged.look, entered=entered, heard=match.heard())
    return _kept(changed)


def answered(match: Match, kept: KeptLook, actions: Sequence[Action], stamp: Stamp) -> KeptLook:
    """Enter the confirmed proposals of a look and evaluate it again."""
    receipt = match.submit(actions, **stamp)
    everything = set(kept.look.reading.entries) <= set(actions)
    services().looks.watcher(match).account(kept.look, match.state, entered=everything)
    return again(match, kept, entered=(*kept.entered, *receipt.seqs))


def _kept(kept: KeptLook) -> KeptLook:
    services().looks.keep(kept)
    if kept.shared:
        services().matches.feed.nudge(kept.match)
    return kept


@dataclass(frozen=True, slots=True)
class _Judged:
    look: Look
    entered: tuple[int, ...] = ()


def _judged(
    match: Match, name: str, taken: CapturedPicture, said: Placements, *, asked: bool
) -> _Judged:
    watcher = services().looks.watcher(match)
    for left in reversed(range(_TRIES)):
        look, now = _look(match, taken, said, asked=asked)
        entered: tuple[int, ...] = ()
        if look.entries and not now.broken:
            try:
                entered = _entered(match, now, look, name)
            except StaleSeq:  # another entry was faster: evaluate with the present state
                if left:
                    continue
                raise
        watcher.account(look, match.state, entered=bool(entered))
        if entered:
            look, _ = _look(match, taken, said, asked=False)
        return _Judged(look, entered)
    raise AssertionError


def _entered(match: Match, now: Moment, look: Look, name: str) -> tuple[int, ...]:
    receipt = match.submit(
        look.entries,
        expected_seq=now.seq,
        key=f"camera {name}",
        source=CAMERA,
        device=request.remote_addr or "",
    )
    return receipt.seqs


def _look(
    match: Match, taken: CapturedPicture, said: Placements, *, asked: bool
) -> tuple[Look, Moment]:
    now = match.now
    watcher = services().looks.watcher(match)
    look = watcher.look(now.state, taken.scan, asked=asked, entries=len(now.steps), steps=now.steps)
    return placed(match.game, now.state, look, said), now


# ---------------------------------------------------------------- what is shown of it


def entered_of(match: Match, kept: KeptLook) -> tuple[StoryEntry, ...]:
    """Return the entries of a look that are still valid."""
    return tuple(
        told
        for told in map(match.entry, sorted(kept.entered))
        if told is not None and told.taken_back is None and told.action
    )


def proposals(match: Match, look: Look) -> tuple[Idea, ...]:
    """Return the likely entries, to be confirmed, in the order of entering."""
    return tuple(_told_in_turn(match, look, look.reading.entries))


def doubts(match: Match, look: Look) -> tuple[tuple[Idea, ...], ...]:
    """Return sets of entries; at most one entry of each set is meant."""
    state = _after(match, look.reading.entries)
    return tuple(
        tuple(_idea(match, state, look, action) for action in group)
        for group in look.reading.doubts
    )


def unclear(match: Match, look: Look) -> tuple[Unclear, ...]:
    """Return the cards whose owner is not clear."""
    return tuple(
        Unclear(place, code_of(look, card), card_name(match.game, card))
        for place, card in enumerate(look.observation.cards)
        if card in look.unclear
    )


def remarks_on(match: Match, kept: KeptLook) -> tuple[Remark, ...]:
    """Return further remarks on a look."""
    return tuple(remarks(match.game, match.state, kept.look))


def code_of(look: Look, card: Sighted) -> int:
    """Return the index of a card's code in the scan."""
    return next(
        place
        for place, code in enumerate(look.observation.scan.codes)
        if code.corners == card.corners
    )


def marks(match: Match, look: Look) -> tuple[Mark, ...]:
    """Return every code that was read, as it is drawn over the picture."""
    observation = look.observation
    cards = {code_of(look, card): card for card in observation.cards}
    strange = {one.corners for one in observation.strangers}
    found = []
    for place, code in enumerate(observation.scan.codes):
        card = cards.get(place)
        kind: CodeKind = "stranger" if code.corners in strange else "foreign"
        name = None
        if card is not None:
            kind, name = "unclear" if card.unclear else "card", card_name(match.game, card)
        points = [(round(x), round(y)) for x, y in code.corners]
        drawn = " ".join(f"{x},{y}" for x, y in points)
        left, top = min(x for x, _ in points), min(y for _, y in points)
        found.append(Mark(place, kind, name, drawn, left, top))
    return tuple(found)


def _told_in_turn(match: Match, look: Look, actions: Iterable[Action]) -> Iterator[Idea]:
    state = match.state
    for action in actions:
        yield _idea(match, state, look, action)
        state, _ = match.game.apply(state, action)


def _after(match: Match, actions: Iterable[Action]) -> Any:  # noqa: ANN401 - any game's state
    state = match.state
    for action in actions:
        if match.game.explain(state, action).allowed:
            state, _ = match.game.apply(state, action)
    return state


def _idea(match: Match, state: Any, look: Look, action: Action) -> Idea:  # noqa: ANN401
    game = match.game
    sentence = game.voice.action(redact(state, None), redact(action, None))
    shown = game.visibility.shows(state, action)
    codes = tuple(
        code_of(look, card)
        for card in look.observation.cards
        if shown and card.seen.card == shown.card and shown.is_at(card.seen.spot, card.seen.place)
    )
    return Idea(game.format(action), sentence, codes)
