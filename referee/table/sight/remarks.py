"""What is to be said about a look at the table besides what it enters, a sentence for each thing.

Whoever reads it knows what to do with the hands: turn a card over, move it into view, take it away.
"""

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
"""How far a camera is from what it sees, as a share of the width of that; most lenses are near."""

_BOARD: Final = say("A board to be counted lies there: photograph it under “Only the score”.")
_NO_CODE: Final = say("I see no code in this picture. Turn the cards up, and come closer.")


@dataclass(frozen=True, slots=True)
class Remark:
    """One sentence about a look, and the codes that it is about, by their corners."""

    kind: Literal["missing", "foreign", "stranger", "unread", "strange", "staying", "impossible"]
    text: Text
    corners: tuple[Quad, ...] = ()


def remarks(game: AnyGame, state: Any, look: Look) -> Iterator[Remark]:  # noqa: ANN401
    """Say what is impossible, missing, or none of ours; the most important first."""
    for one in look.contradictions:
        yield Remark("impossible", one.text, tuple(card.corners for card in one.cards))
    for card in look.fresh:
        if card.seen in look.reading.unexplained:
            yield Remark("strange", _unexplained(game, state, card), (card.corners,))
    yield from _missing(game, state, look)
    for card in look.staying:
        if card.seen not in look.reading.used:
            text = say("{card} still lies there. Take it away.", card=card_name(game, card))
            yield Remark("staying", text, (card.corners,))
    yield from _strange(look)


def _strange(look: Look) -> Iterator[Remark]:
    """Say what is no card of this game, or could not be read."""
    for stranger in look.observation.strangers:
        text = say("A card of another game lies there: it is not one of ours. Take it away.")
        yield Remark("stranger", text, (stranger.corners,))
    for foreign in look.observation.foreign:
        text = say("“{text}” is not one of ours.", text=quoted(foreign.text))
        if parse_board_code(foreign.text) is not None:
            text = _BOARD
        yield Remark("foreign", text, (foreign.corners,))
    unread = look.observation.scan.unread
    if unread:
        text = say_count(
            "Something is here that I cannot read. Turn it to the light.",
            "{count} things are here that I cannot read. Turn them to the light.",
            len(unread),
        )
        yield Remark("unread", text, tuple(one.corners for one in unread))


def card_name(game: AnyGame, card: Sighted) -> Text:
    """Name a card that was seen."""
    return game.components.coded[card.code.card].name


def is_whole(look: Look) -> bool:
    """Return whether the whole table was in view and could be read."""
    return look.observation.whole and not look.observation.scan.unread


def advice(scan: Scan) -> tuple[tuple[Text, bool], ...]:
    """Say how the camera would see better, and whether cards are lost until then."""
    return tuple((_advised(one, scan), one.urgent) for one in advise(scan))


def granted(got: Granted) -> Text:
    """Say what a camera gives of what was asked for, and what of it stays as it is."""
    size = say(
        "The camera gives {width} × {height} pixels as {kind}.",
        width=got.width,
        height=got.height,
        kind=got.kind or "?",
    )
    return joined([size, _held(got)])


def _held(got: Granted) -> Text:
    if got.focus_locked and got.exposure_locked:
        return say("Focus and brightness stay as they are now.")
    if got.focus_locked:
        return say("The focus stays as it is now; the camera goes on changing the brightness.")
    if got.exposure_locked:
        return say("The brightness stays as it is now; the camera goes on changing the focus.")
    return say("The camera goes on changing focus and brightness by itself.")


def fineness(scan: Scan) -> float | None:
    """Return how many pixels of the picture one dot of a code has; None where nothing tells."""
    return px_per_module(scan)


def marked_spots(spots: int, scan: Scan) -> tuple[int, ...]:
    """Return the spots whose marker is in a picture."""
    seen = {marker.number for marker in scan.markers}
    return tuple(spot for spot in range(spots) if seat_marker(spot) in seen)


def marked_corners(scan: Scan) -> int:
    """Count the corner markers of the mat that are in a picture."""
    return len({marker.number for marker in scan.markers} & set(CORNERS))


def _unexplained(game: AnyGame, state: Any, card: Sighted) -> Text:  # noqa: ANN401
    return say(
        "{place}: {card} lies there, and nothing was entered that explains it.",
        place=place_name(game, state, card.seen),
        card=card_name(game, card),
    )


def _missing(game: AnyGame, state: Any, look: Look) -> Iterator[Remark]:  # noqa: ANN401
    if not look.observation.scan.codes:
        markers = {marker.number for marker in look.observation.scan.markers}
        is_board = bool(markers & {*BOARD_CORNERS, *FRAME_CORNERS})
        yield Remark("missing", _BOARD if is_board else _NO_CODE)
        return
    told: list[Text] = []
    for lying in look.reading.awaited:
        text = say(
            "{place}: the card is not in view. Turn it up and move it into the picture.",
            place=place_name(game, state, lying),
        )
        if text not in told:
            told.append(text)
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
    return say("I see no code. Point the camera at the cards, and turn their faces up.")


def _centimetres(share: float, scan: Scan) -> int:
    """Say how much closer the camera must come, as far as any common lens tells."""
    fine = px_per_module(scan) or AIM_PX
    across_mm = scan.width / fine * _MODULE_MM
    return max(5, round(across_mm * _DISTANCE * (1 - share) / 50) * 5)
