"""Remarks on a look at the table besides entries: sentences on what to do by hand."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from camera.advice import AIM_PX, Advice, Topic, advise, px_per_module
from camera.scans import Granted, Quad, Scan
from referee.core import AnyGame, Text, say, say_count
from referee.core.codes import BOARD_CORNERS, CORNERS, FRAME_CORNERS, parse_board_code, seat_marker
from referee.core.prose import joined
from referee.table.sight.observations import Sighted, place_name
from referee.table.sight.scans import quoted
from referee.table.sight.watch import Look

_MODULE_MM: Final = 15 / 21
_DISTANCE: Final = 0.8
"""Distance of a camera relative to the width that it sees, for common lenses."""

_BOARD: Final = say("There is a score board: photograph it under “Only the score”.")
_NO_CODE: Final = say("I see no code in this picture. Turn the cards face up, and move closer.")


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence about a look, and the corners of the codes that it is about."""

    kind: Literal["missing", "foreign", "stranger", "unread", "strange", "staying", "impossible"]
    text: Text
    corners: tuple[Quad, ...] = ()


def remarks(game: AnyGame, state: Any, look: Look) -> Iterator[Remark]:  # noqa: ANN401
    """Yield what is impossible, missing or foreign, the most important first."""
    for one in look.contradictions:
        yield Remark("impossible", one.text, tuple(card.corners for card in one.cards))
    for card in look.fresh:
        if card.seen in look.reading.unexplained:
            yield Remark("strange", _unexplained(game, state, card), (card.corners,))
    yield from _missing(game, state, look)
    for card in look.staying:
        if card.seen not in look.reading.used:
            text = say("{card} is still there. Take it away.", card=card_name(game, card))
            yield Remark("staying", text, (card.corners,))
    yield from _strange(look)


def _strange(look: Look) -> Iterator[Remark]:
    """Yield what is not a card of this game, or could not be read."""
    for stranger in look.observation.strangers:
        text = say("There is a card of another game. Take it away.")
        yield Remark("stranger", text, (stranger.corners,))
    for foreign in look.observation.foreign:
        text = say("“{text}” is not one of ours.", text=quoted(foreign.text))
        if parse_board_code(foreign.text) is not None:
            text = _BOARD
        yield Remark("foreign", text, (foreign.corners,))
    unread = look.observation.scan.unread
    if unread:
        text = say_count(
            "There is something here that I cannot read. Turn it to the light.",
            "There are {count} things here that I cannot read. Turn them to the light.",
            len(unread),
        )
        yield Remark("unread", text, tuple(one.corners for one in unread))


def card_name(game: AnyGame, card: Sighted) -> Text:
    """Return the name of a card that was seen."""
    return game.components.coded[card.code.card].name


def is_whole(look: Look) -> bool:
    """Return whether the whole table was in view and readable."""
    return look.observation.whole and not look.observation.scan.unread


def advice(scan: Scan) -> tuple[tuple[Text, bool], ...]:
    """Return advice on the camera, each with whether codes are lost without it."""
    return tuple((_advised(one, scan), one.urgent) for one in advise(scan))


def granted(got: Granted) -> Text:
    """Return what a camera granted, and what is locked, as a sentence."""
    size = say(
        "The camera gives {width} × {height} pixels as {kind}.",
        width=got.width,
        height=got.height,
        kind=got.kind or "?",
    )
    return joined([size, _lock_text(got)])


def _lock_text(got: Granted) -> Text:
    if got.focus_locked and got.exposure_locked:
        return say("Focus and brightness are fixed.")
    if got.focus_locked:
        return say("Focus is fixed; the camera keeps adjusting the brightness.")
    if got.exposure_locked:
        return say("Brightness is fixed; the camera keeps adjusting the focus.")
    return say("The camera keeps adjusting focus and brightness.")


def fineness(scan: Scan) -> float | None:
    """Return the pixels per module of a code; None if unknown."""
    return px_per_module(scan)


def marked_spots(spots: int, scan: Scan) -> tuple[int, ...]:
    """Return the spots whose marker is in a picture."""
    seen = {marker.number for marker in scan.markers}
    return tuple(spot for spot in range(spots) if seat_marker(spot) in seen)


def marked_corners(scan: Scan) -> int:
    """Return the number of corner markers in a picture."""
    return len({marker.number for marker in scan.markers} & set(CORNERS))


def _unexplained(game: AnyGame, state: Any, card: Sighted) -> Text:  # noqa: ANN401
    return say(
        "{place}: {card} is there, but no entry explains it.",
        place=place_name(game, state, card.seen),
        card=card_name(game, card),
    )


def _missing(game: AnyGame, state: Any, look: Look) -> Iterator[Remark]:  # noqa: ANN401
    if not look.observation.scan.codes:
        markers = {marker.number for marker in look.observation.scan.markers}
        is_board = bool(markers & {*BOARD_CORNERS, *FRAME_CORNERS})
        yield Remark("missing", _BOARD if is_board else _NO_CODE)
        return
    said: list[Text] = []
    for lying in look.reading.awaited:
        text = say(
            "{place}: the card is not in view. Turn it face up and move it into the picture.",
            place=place_name(game, state, lying),
        )
        if text not in said:
            said.append(text)
            yield Remark("missing", text)


def _advised(one: Advice, scan: Scan) -> Text:
    match one.topic:
        case Topic.GOOD:
            return say("The camera sees well.")
        case Topic.CLOSER:
            return say("Move the camera {count} cm closer.", count=_centimetres(one.number, scan))
        case Topic.HOLD_STILL:
            return say("Hold the camera still, and let it focus on the cards.")
        case Topic.TILT_LAMP:
            return say("Tilt the lamp: the light dazzles the camera.")
        case Topic.CORNERS:
            return say(
                "I see {count} of the 4 corner markers. Move the camera until all are in view.",
                count=int(one.number),
            )
    return say("I see no code. Point the camera at the cards, and turn them face up.")


def _centimetres(share: float, scan: Scan) -> int:
    """Return how much closer the camera must be, in cm, for common lenses."""
    fine = px_per_module(scan) or AIM_PX
    across_mm = scan.width / fine * _MODULE_MM
    return max(5, round(across_mm * _DISTANCE * (1 - share) / 50) * 5)
