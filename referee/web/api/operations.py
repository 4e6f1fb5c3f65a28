"""What programs can do here, address by address; what a page alone needs is not among it."""

from collections.abc import Mapping
from typing import Final

from referee.core import BadBoards, BadSetup, BrokenTranscript, UnknownNotation
from referee.match import BrokenLog, Conflict, KeyTaken, NothingToUndo, Refused, StaleSeq
from referee.table.sight.scans import BadPhoto
from referee.web.access.camera_tokens import StrangeCamera
from referee.web.access.devices import HeldElsewhere, NotHeldHere, SharedDevice
from referee.web.api.openapi import FILE, FORM, JSON, PLAIN, Program, Query
from referee.web.request.payload import Unclear
from referee.web.request.shapes import (
    Awaited,
    Change,
    Confirmed,
    Entered,
    Entry,
    FrameTold,
    LookTold,
    MatchTold,
    Mend,
    Moment,
    News,
    Nothing,
    Opening,
    Pasted,
    Photo,
    ScanSent,
    SeatTold,
    StreamEvent,
    Watchable,
    Whose,
)
from referee.web.request.workers import Busy
from referee.web.score.shapes import BoardPhoto, BoardTold
from referee.web.sight.looks import GoneLook

_LATE: Final = (StaleSeq, KeyTaken, BrokenLog)
_WRITTEN: Final = (Unclear, UnknownNotation, Refused, NotHeldHere)
_MENDED: Final = (Conflict, NothingToUndo, Refused)
_STREAM: Final = "text/event-stream"
_SCREEN: Final = (
    Query("role", "Whose screen it is.", ("table", "show", "seat")),
    Query("seat", "The seat, for its own screen."),
    Query("seen", "The `seq` that is shown already."),
)
_NOT_HELD: Final = "This device does not hold the seat."

PROGRAMS: Final[Mapping[tuple[str, str], Program]] = {
    ("openings.begin", "POST"): Program(
        takes=Opening, sent_as=(FORM,), refuses=(BadSetup, KeyTaken)
    ),
    ("home.load", "POST"): Program(
        takes=Pasted, sent_as=(FORM,), refuses=(BrokenTranscript, BadSetup)
    ),
    ("matches.show", "GET"): Program(MatchTold),
    ("matches.act", "POST"): Program(
        Entered, takes=Entry, refuses=(*_LATE, *_WRITTEN), device=True
    ),
    ("matches.undo", "POST"): Program(
        Entered, takes=Moment, refuses=(*_LATE, Unclear, NothingToUndo)
    ),
    ("matches.redo", "POST"): Program(Entered, takes=Moment, refuses=(*_LATE, Unclear, *_MENDED)),
    ("matches.resume", "POST"): Program(
        Entered, takes=Moment, refuses=(*_LATE, Unclear, NothingToUndo)
    ),
    ("matches.rematch", "POST"): Program(takes=Nothing, refuses=(BadSetup,)),
    ("matches.delete", "POST"): Program(takes=Nothing),
    ("matches.transcript", "GET"): Program(kind=PLAIN),
    ("history.replace", "POST"): Program(
        Entered, takes=Change, refuses=(*_LATE, *_WRITTEN, Conflict, NothingToUndo), device=True
    ),
    ("history.retract", "POST"): Program(Entered, takes=Mend, refuses=(*_LATE, Unclear, *_MENDED)),
    ("streams.follow", "GET"): Program(
        StreamEvent,
        kind=_STREAM,
        query=_SCREEN,
        plain={403: _NOT_HELD, 503: "All places are taken."},
        device=True,
    ),
    ("streams.news", "GET"): Program(News, query=_SCREEN, plain={403: _NOT_HELD}, device=True),
    ("seats.show", "GET"): Program(SeatTold, refuses=(HeldElsewhere,), device=True),
    ("seats.own", "POST"): Program(takes=Nothing, refuses=(HeldElsewhere, SharedDevice)),
    ("sightings.photo", "POST"): Program(
        LookTold, takes=Photo, sent_as=(FILE,), refuses=(*_LATE, Unclear, BadPhoto, Busy)
    ),
    ("sightings.show", "GET"): Program(LookTold, refuses=(GoneLook,)),
    ("sightings.answer", "POST"): Program(
        LookTold, takes=Confirmed, refuses=(*_LATE, *_WRITTEN, GoneLook)
    ),
    ("sightings.whose", "POST"): Program(
        LookTold, takes=Whose, refuses=(StaleSeq, Unclear, GoneLook)
    ),
    ("sightings.undo", "POST"): Program(
        MatchTold, takes=Moment, refuses=(*_LATE, Unclear, GoneLook, *_MENDED)
    ),
    ("sightings.no", "POST"): Program(MatchTold, takes=Nothing, refuses=(GoneLook,)),
    ("score_photos.read", "POST"): Program(
        BoardTold, takes=BoardPhoto, sent_as=(FILE,), refuses=(Unclear, BadPhoto, BadBoards, Busy)
    ),
    ("sightings.picture", "GET"): Program(kind="image/jpeg", refuses=(GoneLook,)),
    ("sightings.code", "GET"): Program(kind="image/jpeg", refuses=(GoneLook,)),
    ("frames.tables", "GET"): Program(Watchable, refuses=(StrangeCamera,), token=True),
    ("frames.awaited", "GET"): Program(Awaited, refuses=(StrangeCamera,), token=True),
    ("frames.report", "POST"): Program(
        LookTold,
        takes=ScanSent,
        sent_as=(JSON,),
        query=(Query("photo", "Judges the scan as a photo that was taken on purpose."),),
        refuses=(*_LATE, Unclear, BadPhoto, Busy, GoneLook, StrangeCamera),
        token=True,
    ),
    ("frames.frame", "POST"): Program(
        FrameTold,
        takes=bytes,
        sent_as=("image/jpeg",),
        query=(
            Query("camera", "A name of your own for the camera.", needed=True),
            Query("try", "Enters nothing; says only how well the camera sees."),
        ),
        refuses=(*_LATE, Unclear, BadPhoto, Busy),
    ),
}
