"""Decodes a picture file, and classifies what was seen, independent of any match.

A code names the box of its game.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from camera.scans import CodeSighting, Scan, as_json, centre
from referee.core import AnyGame, RefereeError, Text, box_of, say, say_count
from referee.core.codes import (
    BOARD_CORNERS,
    CORNERS,
    FRAME_CORNERS,
    CardCode,
    Foreign,
    parse_board_code,
    parse_code,
    place_marker,
    seat_marker,
)
from referee.core.prose import listed, shortened

if TYPE_CHECKING:
    from camera.passes import Grey
    from camera.pictures import BadPicture, Picture

BUDGET_S: Final = 4.0
"""Time budget for a picture, in s; more finds little."""


LIMIT_BYTES: Final = 40_000_000
"""The largest file that is read."""


class BadPhoto(RefereeError):
    """A file that is not a picture, is truncated, or is too large."""


def _ignore(_error: Exception) -> None:
    """Do nothing."""


@contextmanager
def as_bad_photo(report: Callable[[Exception], None] = _ignore) -> Iterator[None]:
    """Turn unexpected exceptions while reading a picture into `BadPhoto`, and report them."""
    try:
        yield
    except RefereeError:
        raise
    except Exception as error:
        report(error)
        raise BadPhoto(say("I cannot read this picture. Please take another one.")) from error


@dataclass(frozen=True, slots=True)
class KnownCode:
    """A code of a known box: the games played with it, and the card."""

    games: tuple[AnyGame, ...]
    card: str
    name: Text
    code: CardCode


def is_ours(text: str) -> bool:
    """Return whether a text is a valid code of ours."""
    return isinstance(parse_code(text), CardCode)


def scan_picture(data: bytes, *, budget_s: float = BUDGET_S) -> Scan:
    """Return everything in a picture; raises `BadPhoto`."""
    from camera import codes  # noqa: PLC0415 - as below

    picture = read_photo(data)
    return codes.scan(picture.grey, codes.Wanted(accept=is_ours, budget_s=budget_s))


def read_photo(data: bytes) -> "Picture":
    """Return the pixels of a picture in grey; raises `BadPhoto`."""
    # OpenCV is imported only here: most servers never read a picture.
    from camera import pictures  # noqa: PLC0415

    try:
        return pictures.read_picture(data, limit_bytes=LIMIT_BYTES)
    except pictures.BadPicture as bad:
        raise BadPhoto(why_not(bad)) from bad


def read_photo_in_colour(data: bytes, longest: int) -> "Grey":
    """Return a picture in RGB, reduced to a longer side of `longest` px; raises `BadPhoto`."""
    from camera import pictures  # noqa: PLC0415 - as above

    try:
        return pictures.read_in_colour(data, longest, limit_bytes=LIMIT_BYTES)
    except pictures.BadPicture as bad:
        raise BadPhoto(why_not(bad)) from bad


def why_not(bad: "BadPicture") -> Text:
    """Return a sentence on why a file cannot be read."""
    return _why(bad.fault.value, bad.limit or 0)


def named(text: str, games: Mapping[str, AnyGame]) -> KnownCode | Foreign | CardCode:
    """Return the card of a text; a code of an unknown box or card is returned as it is."""
    code = parse_code(text)
    if isinstance(code, Foreign):
        return code
    boxed = tuple(game for game in games.values() if box_of(game) == code.box)
    if not boxed or code.card not in boxed[0].components.coded:
        return code
    card = boxed[0].components.coded[code.card]
    return KnownCode(boxed, card.id, card.name, code)


def quoted(text: str) -> str:
    """Return a text for a quotation: shortened, without unprintable characters."""
    return shortened("".join(sign if sign.isprintable() else "·" for sign in text))


def as_record(scan: Scan, games: Mapping[str, AnyGame]) -> dict[str, Any]:
    """Return a scan as JSON types, with the meaning of each code and marker."""
    record = as_json(scan)
    for code in record["codes"]:
        code["what"] = _code_record(code["text"], games)
    for marker in record["markers"]:
        marker["what"] = _marker_record(marker["number"])
    return record


def sentences(scan: Scan, games: Mapping[str, AnyGame]) -> Iterator[Text]:
    """Yield a sentence for each code, and one for all markers."""
    for code in scan.codes:
        yield _sentence(code, games)
    if scan.unread:
        count = len(scan.unread)
        yield say_count("1 code cannot be read.", "{count} codes cannot be read.", count)
    if not (scan.codes or scan.unread):
        yield say("There is no code in this picture.")
    if scan.markers:
        yield say("Markers: {markers}.", markers=listed(list(_markers(scan, games))))


# ---------------------------------------------------------------- inside


def _why(fault: str, limit: int) -> Text:
    match fault:
        case "too-many-bytes":
            return say("This picture is larger than {count} megabytes.", count=f"{limit / 1e6:g}")
        case "too-many-pixels":
            return say("This picture is larger than {count} megapixels.", count=f"{limit / 1e6:g}")
        case "cut-off":
            return say("This picture is cut off or damaged. Send it again.")
        case "strip":
            return say(
                "This picture is a long, narrow strip. Take an ordinary photo with everything in"
                " it."
            )
        case _:
            return say(
                "This file is not a picture that can be read (JPEG, PNG, WebP, HEIC or AVIF)."
            )


def _sentence(code: CodeSighting, games: Mapping[str, AnyGame]) -> Text:
    known = named(code.text, games)
    if isinstance(known, Foreign):
        board = parse_board_code(code.text)
        if board is not None:
            return say("A score board: use “referee score --photo”.")
        if _is_join_address(code.text):
            return say("The code to join a table: {address}", address=quoted(code.text))
        return say("“{text}” is not one of ours.", text=quoted(code.text))
    if isinstance(known, CardCode):
        return say(
            "{text} is a card of a game that is not installed here.",
            text=code.text,
        )
    return say(
        "{game}: {card}, copy {copy} of deck {deck}, at {place}.",
        game=known.games[0].info.title,  # editions that share a box follow it
        card=known.name,
        copy=known.code.copy,
        deck=known.code.deck,
        place=_place(code),
    )


def _code_record(text: str, games: Mapping[str, AnyGame]) -> dict[str, Any]:
    known = named(text, games)
    if isinstance(known, Foreign):
        board = parse_board_code(text)
        if board is not None:
            return {"kind": "board", "box": board.box, "player": board.player}
        if _is_join_address(text):
            return {"kind": "join"}
        return {"kind": "foreign", "because": known.value}
    if isinstance(known, CardCode):
        return {"kind": "unknown", "box": known.box}
    return {
        "kind": "card",
        "games": [game.info.slug for game in known.games],
        "card": known.card,
        "name": str(known.name),
        "copy": known.code.copy,
        "deck": known.code.deck,
    }


_CORNER_KINDS: Final = {"corner": CORNERS, "frame": FRAME_CORNERS, "board": BOARD_CORNERS}
"""What has a marker in each of its corners: the mat, a frame, our own board."""


def _marker_record(number: int) -> dict[str, Any]:
    for kind, corners in _CORNER_KINDS.items():
        if number in corners:
            return {"kind": kind, "number": corners.index(number)}
    if number < place_marker(0):
        return {"kind": "seat", "number": number - seat_marker(0)}
    return {"kind": "place", "number": number - place_marker(0)}


def _is_join_address(text: str) -> bool:
    """Return whether an address is the home page of a server or a join link."""
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    is_path = parts.path in {"", "/"} or re.fullmatch(r"/j/[0-9A-Za-z-]+", parts.path)
    return parts.scheme in {"http", "https"} and bool(parts.netloc and is_path)


def _markers(scan: Scan, games: Mapping[str, AnyGame]) -> Iterator[Text]:
    marked = [_marker_record(number) for number in sorted({one.number for one in scan.markers})]
    numbers = {
        kind: [one["number"] for one in ones] for kind, ones in groupby(marked, itemgetter("kind"))
    }
    if corners := numbers.get("corner"):
        yield say_count("1 corner", "{count} corners", len(corners))
    if seats := [number + 1 for number in numbers.get("seat", ())]:
        yield _seats(seats)
    if "board" in numbers:
        yield say("a score map")
    if "frame" in numbers:
        yield say("a frame for a board")
    for index in numbers.get("place", ()):
        yield _place_called(index, _played(scan, games))


def _seats(seats: Sequence[int]) -> Text:
    first, last = seats[0], seats[-1]
    if len(seats) > 1 and last - first == len(seats) - 1:
        return say("seats {first} to {last}", first=first, last=last)
    return say_count("seat {seats}", "seats {seats}", len(seats), seats=listed(seats))


def _played(scan: Scan, games: Mapping[str, AnyGame]) -> tuple[AnyGame, ...]:
    """Return the games whose cards are seen, or else all."""
    seen = (named(code.text, games) for code in scan.codes)
    found = {
        game.info.slug: game for one in seen if isinstance(one, KnownCode) for game in one.games
    }
    return tuple((found or games).values())


def _place_called(index: int, games: Sequence[AnyGame]) -> Text:
    """Return the name of a place; if games differ, each of their names."""
    names = [
        game.components.places[index].name for game in games if index < len(game.components.places)
    ]
    different = list({str(name): name for name in names}.values())
    if not different:
        return say("place {number}", number=index + 1)
    called = different[0]
    for name in different[1:]:
        called = say("{name} or {other}", name=called, other=name)
    return called


def _place(code: CodeSighting) -> Text:
    """Return where a code is: on the mat if its corners are seen, else in the picture."""
    across, down = (round(number) for number in centre(code.place or code.corners))
    if code.place is None:
        return say("pixel {across}, {down}", across=across, down=down)
    return say("{across} mm across and {down} mm down", across=across, down=down)
