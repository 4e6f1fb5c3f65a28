"""Reconciliation: the entered state beside the picture; each difference is settled by one tap.

If the table is right, the state is corrected: by an entry, by changing an earlier one, or by an
overrule. If the screen is right, it says which cards to move.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.core import Card, ExpectedCards, Piece, Text, say
from referee.match import Match, StaleSeq, Stamp
from referee.table.sight.impossible import Contradiction, Resolution
from referee.table.sight.observations import Sighted
from referee.table.sight.reconcile import Difference, Remedy, differences
from referee.table.sight.remarks import is_whole
from referee.web.access import rules as access
from referee.web.access.devices import this_device
from referee.web.request.payload import Unclear, given, number_in
from referee.web.screens.commands import screen_seat, stamp
from referee.web.services import match_called, services
from referee.web.sight import recognition
from referee.web.sight.look_shown import current, shown
from referee.web.sight.looks import KeptLook

pages = Blueprint("reconcile", __name__, url_prefix="/matches/<match_id>/reconcile")


@dataclass(frozen=True, slots=True)
class SightingRow:
    """A card in the picture: its image and its code."""

    piece: Piece
    code: int


@dataclass(frozen=True, slots=True)
class Row:
    """One place of the table on both sides; `difference` if they differ.

    `key` names the difference; `settled` tells that the screen is right, and hands will follow.
    """

    where: Text
    believed: tuple[Piece, ...]
    seen: tuple[SightingRow, ...]
    difference: Difference | None = None
    key: str = ""
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Cannot:
    """An impossible situation: its name in the form, and the chosen resolution."""

    found: Contradiction
    key: str
    chosen: Text | None


@pages.get("")
@access.tablet
def show(match_id: str) -> str:
    """Show both sides, or ask for a picture."""
    match = match_called(match_id)
    kept = _kept(match)
    seat = number_in(request.args.get("seat", ""))
    if kept is None:
        return render_template("reconcile.html", match=match, seat=seat, kept=None)
    found, cannot = rows(match, kept), impossible(kept)
    return render_template(
        "reconcile.html",
        match=match,
        seat=seat,
        kept=kept,
        rows=found,
        whole=is_whole(kept.look),
        code_of=recognition.code_of,
        cannot=cannot,
        unmended=[one for one in cannot if not one.chosen],
        open=[row for row in found if row.difference and not row.settled],
        **shown(match, kept),
    )


@pages.post("")
@access.tablet
def settle(match_id: str) -> AnyResponse:
    """Settle one difference."""
    match = match_called(match_id)
    kept = services().looks.get(match.id, str(given().get("look", "")))
    key, side = str(given().get("difference", "")), str(given().get("side", ""))
    marks = stamp(f"reconcile {kept.id} {key} {side}")
    marks["source"] = recognition.CONFIRMED
    by_hand = {key} if side == "screen" else _by_hand(kept, key, side)
    if by_hand:
        recognition.again(match, kept, settled=kept.settled | by_hand)
    elif marks["expected_seq"] == match.seq_of(match.heard()):
        _follow(match, _way(kept, key, side) or _remedy(match, kept, key, side), marks)
        recognition.again(match, kept)
    else:  # the same tap again, or a late one
        _check_known(match, marks)
    address = url_for("reconcile.show", match_id=match.id, look=kept.id, seat=screen_seat(match))
    return redirect(address, code=303)


def rows(match: Match, kept: KeptLook) -> tuple[Row, ...]:
    """Return every place on both sides, those that differ first."""
    found = differences(match.now, kept.look)
    differing = tuple(_differing(match, kept, one) for one in found)
    told = {_spot_of(one) for one in found}
    alike = [row for spot, row in _alike(match, kept) if spot not in told]
    return (*differing, *alike)


def impossible(kept: KeptLook) -> tuple[Cannot, ...]:
    """Return everything that cannot be, with the way that people have chosen to mend it by hand."""
    told = []
    for found in kept.look.contradictions:
        key = _named(found)
        chosen = (way.text for n, way in enumerate(found.ways) if f"{key} {n}" in kept.settled)
        told.append(Cannot(found, key, next(chosen, None)))
    return tuple(told)


# ---------------------------------------------------------------- inside


def _named(found: Contradiction) -> str:
    return _digest((str(found.text), [(card.code, card.corners) for card in found.cards]))


def _chosen_way(kept: KeptLook, key: str, side: str) -> Resolution | None:
    place = number_in(side.removeprefix("way "))
    for found in kept.look.contradictions:
        if _named(found) == key and place is not None and place < len(found.ways):
            return found.ways[place]
    return None


def _by_hand(kept: KeptLook, key: str, side: str) -> set[str]:
    """Return the mark of a way out that hands go, and nothing for any other."""
    way = _chosen_way(kept, key, side)
    return {f"{key} {side.removeprefix('way ')}"} if way and way.action is None else set()


def _way(kept: KeptLook, key: str, side: str) -> Remedy | None:
    way = _chosen_way(kept, key, side)
    return Remedy("entry", way.text, (way.action,)) if way and way.action else None


def _kept(match: Match) -> KeptLook | None:
    if "look" in request.args:
        return current(match, request.args["look"])
    looks = services().looks
    latest = looks.taken_on(match.id, this_device()) or looks.shared(match.id)
    return current(match, latest.id) if latest else None


def _differing(match: Match, kept: KeptLook, one: Difference) -> Row:
    spot = _spot_of(one)
    whole = dict(_alike(match, kept)).get(-1 if spot is None else spot)
    return Row(
        one.where,
        whole.believed
        if whole
        else tuple(_piece(match, lying.card, lying.count) for lying in one.believed),
        whole.seen if whole else tuple(_seen(match, kept, card) for card in one.seen),
        one,
        _key(one),
        settled=_key(one) in kept.settled,
    )


def _key(one: Difference) -> str:
    return _digest((str(one.where), one.believed, [card.seen for card in one.seen]))


def _digest(about: object) -> str:
    return blake2b(repr(about).encode(), digest_size=6).hexdigest()


def _spot_of(one: Difference) -> int | None:
    spots = one.believed[0].spots if one.believed else (one.seen[0].seen.spot,)
    return spots[0] if len(spots) == 1 else None


def _alike(match: Match, kept: KeptLook) -> Iterator[tuple[int, Row]]:
    lying: Sequence[ExpectedCards] = match.game.visibility.expected_cards(match.state)
    for spot, place in enumerate(match.game.visibility.spots(match.state)):
        believed = [one for one in lying if one.spots[:1] == (spot,)]
        cards = [one for one in kept.look.observation.cards if one.seen.spot == spot]
        if believed or cards:
            yield (
                spot,
                Row(
                    place.label,
                    tuple(_piece(match, one.card, one.count) for one in believed),
                    tuple(_seen(match, kept, card) for card in cards),
                ),
            )


def _seen(match: Match, kept: KeptLook, card: Sighted) -> SightingRow:
    return SightingRow(_piece(match, card.seen.card, 1), recognition.code_of(kept.look, card))


def _piece(match: Match, name: str, count: int) -> Piece:
    """Draw a card as the table draws it."""
    card = next((one for one in match.game.components.cards if one.id == name), None)
    if card is None:
        return Piece(say("A card"), count=count)
    return Piece(card.name, icon=card.icon, number=_number(card), colour=card.id, count=count)


def _number(card: Card) -> str:
    return "" if card.number is None else str(card.number)


def _remedy(match: Match, kept: KeptLook, key: str, side: str) -> Remedy:
    for one in differences(match.now, kept.look):
        place = number_in(side)
        if _key(one) == key and place is not None and place < len(one.remedies):
            return one.remedies[place]
    raise Unclear(say("This is already settled, or the table has changed."))


def _follow(match: Match, remedy: Remedy, marks: Stamp) -> None:
    if remedy.kind == "mend" and remedy.seq is not None:
        match.replace(remedy.seq, remedy.actions[0], **marks)
    elif remedy.kind == "retract" and remedy.seq is not None:
        match.retract(remedy.seq, onward=remedy.onward, **marks)
    else:
        match.submit(remedy.actions, **marks)


def _check_known(match: Match, marks: Stamp) -> None:
    """See that a late tap is one that was taken before; raises `StaleSeq`."""
    if not any(row.key == marks.get("key") for row in match.now.rows):
        raise StaleSeq(marks["expected_seq"], match.seq_of(match.heard()))
