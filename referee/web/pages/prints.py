"""The print centre: one form for what to print and on which paper, with a preview.

The form is requested again whenever an answer changes the preview, so it works without JavaScript.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeVar, cast

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from referee.core import AnyGame, Text, literal, say
from referee.table.paper.orders import (
    BOARDS,
    LABELS,
    PAPERS,
    BadOrder,
    Order,
    Paper,
    What,
    order_of,
    paper_of,
)
from referee.table.paper.printers import EXACT, BadMeasures, Calibration, rulers
from referee.table.paper.sheets import NAMES, as_pdf, as_svg, sheets_of
from referee.table.paper.stickers import Speak
from referee.web.access import rules as access
from referee.web.request.own_address import join_address
from referee.web.request.words import language, speaker
from referee.web.request.workers import draw_in_worker
from referee.web.services import services

_Made = TypeVar("_Made")

pages = Blueprint("prints", __name__, url_prefix="/print")

SHOWN: Final = 4
"""Sheets that are shown at once; more are only counted."""

_PARTS: Final = re.compile(r"\s*[,;]\s*|\s+(?=\d)")
_FIELDS: Final = ("what", "paper", "size", "copies", "deck", "start", "flip", "half", "printer")

_MEASURES: Final = ("across", "down", "left", "top")

_REPLACES: Final = say(
    "You have already measured a printer with this name. Replace its measurements, or choose "
    "another name?"
)

DETAILS: Final = {
    What.STICKERS: say("A code with the card’s name beside it, for the face of each card."),
    What.INSERTS: say("Card-sized paper for the sleeve, with the code in a corner."),
    What.PIECES: say("Markers for the mat, the seats and the piles, and the code to join."),
    What.FRAME: say("Place the game’s board in it, and the referee can count it from a photo."),
    What.MAP: say("Our own drawing to play on with a pen. The referee can count it from a photo."),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """The form as filled in so far: which cards, which of their copies, and the other answers."""

    fields: Mapping[str, str]
    cards: tuple[str, ...]
    which: Mapping[str, str]

    @property
    def picks(self) -> str:
        """Return the chosen cards in the notation of an order."""
        return ",".join(
            part for card in self.cards for part in _pick(card, self.which.get(card, ""))
        )


@pages.get("")
@access.everyone
def show() -> str:
    """List the games with sheets to print, and the measured printers."""
    return render_template("print.html", games=tuple(services().matches.games.values()))


@pages.get("/<slug>")
@access.everyone
def ask(slug: str) -> str | tuple[str, int]:
    """Show the form and the preview."""
    game = services().matches.game(slug)
    asked = _asked(game)
    problem: Text | None = None
    sheets: tuple[Paper, ...] = ()
    try:
        sheets = _made("papers", _papers, game, asked)
    except BadOrder as error:
        problem = error.text
    page = render_template(
        "print_game.html",
        game=game,
        asked=asked,
        problem=problem,
        sheets=sheets,
        shown=SHOWN,
        names={what: name for what, name in NAMES.items() if _is_for(game, what)},
        details=DETAILS,
        papers=PAPERS.values(),
        labels=LABELS.values(),
        printers=tuple(services().printers.all()),
        query=request.args.to_dict(flat=False),
    )
    return (page, 400) if problem else page


@pages.get("/<slug>/sheet-<int:number>.svg")
@access.everyone
def preview(slug: str, number: int) -> Response:
    """Return the preview of one sheet as SVG; sheets are counted from 1."""
    game = services().matches.game(slug)
    drawn = _made(f"sheet {number}", partial(_svg, number), game, _asked(game))
    return Response(drawn or abort(404), mimetype="image/svg+xml")


@pages.get("/<slug>/sheets.pdf")
@access.everyone
def sheets(slug: str) -> Response:
    """Return the sheets as a PDF, drawn for the chosen printer."""
    game = services().matches.game(slug)
    asked = _asked(game)
    calibration = _calibration(asked.fields["printer"])
    content = _made(f"{calibration}", partial(_as_pdf, calibration), game, asked)
    return _pdf(content, f"{slug}-{asked.fields['what'].lower()}.pdf")


# ---------------------------------------------------------------- printers


@pages.get("/printers")
@access.everyone
def printers() -> str:
    """Explain how to measure a printer, and list the measured ones."""
    return _printers_page({}, None)


@pages.post("/printers")
@access.everyone
def measure() -> AnyResponse | tuple[str, int]:
    """Store the measures of a printer."""
    name = request.form.get("name", "")
    try:
        typed = [request.form.get(one, "") for one in _MEASURES]
        if services().printers.replaces(name, typed):
            access.check_any_table()
            if request.form.get("sure") != "yes":
                return _printers_page(request.form, _REPLACES, asks=True), 409
        services().printers.keep(name, typed)
    except BadMeasures as problem:
        return _printers_page(request.form, problem.text), 400
    return redirect(url_for("prints.printers"), code=303)


@pages.post("/printers/forget")
@access.any_table
def forget() -> AnyResponse:
    """Delete a printer."""
    services().printers.forget(request.form.get("name", ""))
    return redirect(url_for("prints.printers"), code=303)


@pages.get("/rulers.pdf")
@access.everyone
def rulers_page() -> Response:
    """Return the page with rulers, drawn for a printer that is to be checked."""
    paper = paper_of(request.args.get("paper", ""))
    calibration = _calibration(request.args.get("printer", ""))
    key = "rulers", paper, calibration, language()
    content = services().prints.get(
        key, lambda: draw_in_worker(_rulers, paper, calibration, speaker())
    )
    return _pdf(cast("bytes", content), f"rulers-{paper.id}.pdf")


def _printers_page(form: Mapping[str, str], problem: Text | None, *, asks: bool = False) -> str:
    return render_template(
        "printers.html",
        known=services().printers.all(),
        form={name: form.get(name, "") for name in ("name", *_MEASURES)},
        problem=problem,
        asks=asks,
        papers=PAPERS.values(),
    )


# ---------------------------------------------------------------- inside


def _is_for(game: AnyGame, what: What) -> bool:
    """Return whether the game has what is printed there: boards to write on, or cards."""
    if what in BOARDS:
        return game.boards is not None
    return what is What.PIECES or bool(game.components.cards)


def _made(kind: str, make: Callable[[Order, Speak], _Made], game: AnyGame, asked: Asked) -> _Made:
    """Return the drawing of an order from the cache, or draw it; raises `BadOrder`."""
    wanted = _wanted(game, asked)
    key = kind, game.info.slug, tuple(wanted.items()), language()
    made = services().prints.get(
        key, lambda: draw_in_worker(_ordered, make, game, wanted, speaker())
    )
    return cast("_Made", made)


def _ordered(
    make: Callable[[Order, Speak], _Made], game: AnyGame, wanted: Mapping[str, str], speak: Speak
) -> _Made:
    return make(order_of(game, wanted), speak)


def _papers(order: Order, speak: Speak) -> tuple[Paper, ...]:
    return tuple(sheet.paper for sheet in sheets_of(order, speak))


def _svg(number: int, order: Order, speak: Speak) -> str:
    """Draw one sheet, counted from 1; nothing where there are fewer."""
    sheets = sheets_of(order, speak)
    return as_svg(sheets[number - 1]) if 1 <= number <= len(sheets) else ""


def _as_pdf(calibration: Calibration, order: Order, speak: Speak) -> bytes:
    title = f"{order.game.info.title}: {speak(NAMES[order.what])}"
    return as_pdf(sheets_of(order, speak), title, calibration)


def _rulers(paper: Paper, calibration: Calibration, speak: Speak) -> bytes:
    return as_pdf([rulers(paper, speak)], speak(say("Page with rulers")), calibration)


def _wanted(game: AnyGame, asked: Asked) -> Mapping[str, str]:
    fields = dict(asked.fields)
    fields.pop("printer")
    is_of_cards = fields["what"] not in {one.value for one in (What.PIECES, *BOARDS)}
    if not asked.cards and game.components.cards and is_of_cards:
        raise BadOrder("cards", say("Choose at least one card."))
    return {**fields, "cards": asked.picks, "address": join_address()}


def _asked(game: AnyGame) -> Asked:
    """Read the form; an answer that no longer fits another one is ignored."""
    args = request.args
    fields = {name: args.get(name, "").strip() for name in _FIELDS}
    usual = What.STICKERS if game.components.cards else What.MAP if game.boards else What.PIECES
    fields["what"] = fields["what"] or usual.value
    stickers = fields["what"] == What.STICKERS.value
    fields["paper"] = fields["paper"] or "a4"
    if not stickers and fields["paper"] in LABELS:
        fields["paper"] = LABELS[fields["paper"]].paper.id
    if not stickers or fields["paper"] in PAPERS:
        fields["start"] = ""
    if fields["what"] != What.INSERTS.value:
        fields["flip"] = ""
    if fields["what"] != What.MAP.value:
        fields["half"] = ""
    ids = [card.id for card in game.components.cards]
    in_box = [card.id for card in game.components.cards if card.copies]
    cards = in_box if "asked" not in args else _known(args, ids)
    which = {card: args.get(f"which.{card}", "").strip() for card in ids}
    return Asked(fields, tuple(cards), which)


def _known(args: MultiDict[str, str], ids: Iterable[str]) -> list[str]:
    chosen = set(args.getlist("card"))
    return [card for card in ids if card in chosen]


def _pick(card: str, which: str) -> list[str]:
    parts = _PARTS.split(which.rstrip(" ,;"))  # a trailing comma is still being typed
    return [f"{card}:{part}" for part in parts] if any(parts) else [card]


def _calibration(printer: str) -> Calibration:
    return services().printers.find(printer) if printer.strip() else EXACT


def _pdf(content: bytes, name: str) -> Response:
    response = Response(content, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def paper_name(name: str) -> Text:
    """Name a label sheet for people: its maker, its numbers, its labels."""
    sheet = LABELS[name]
    return say(
        "{maker} {numbers}: {count} labels of {width} × {height} mm, {paper}",
        maker=sheet.maker,
        numbers=literal(", ".join(sheet.numbers[:3])),
        count=sheet.grid.count,
        width=f"{sheet.grid.width:.4g}",
        height=f"{sheet.grid.height:.4g}",
        paper=sheet.paper.name,
    )
