"""What a table screen says of a look: what a photo has entered, or what a camera asks.

It lies beside the screen, in `#look`: a screen is the same for everybody of its role, however often
a camera looks. The stream carries it as an event of its own.
"""

from flask import Blueprint, render_template, request
from markupsafe import Markup

from referee.core import BLIND
from referee.match import Match
from referee.web import seeing
from referee.web.desk import desk
from referee.web.looks import GoneLook, KeptLook
from referee.web.screens import Role

pages = Blueprint("glances", __name__)


def glance(match: Match, role: Role) -> Markup:
    """Draw what a screen says as it is opened: of the look in its address, or what is asked."""
    if role not in {Role.TABLE, Role.SEAT}:
        return Markup()
    name = request.args.get("look", "")
    if name:
        try:
            return _drawn(match, desk().looks.get(match.id, name), done=True)
        except GoneLook:
            return Markup()
    waiting = desk().looks.waiting(match)
    return _drawn(match, waiting) if waiting else Markup()


def as_event(match: Match, waiting: KeptLook | None) -> bytes:
    """Write what is asked, or that nothing is asked any more, as a server-sent event."""
    html = asked_on(match, waiting)
    data = "\n".join(f"data: {line}" for line in html.splitlines() if line.strip())
    return f"event: look\n{data or 'data:'}\n\n".encode()


def asked_on(match: Match, waiting: KeptLook | None) -> str:
    """Draw what is asked; nothing where nothing is."""
    return str(_drawn(match, waiting)) if waiting else ""


def _drawn(match: Match, kept: KeptLook, *, done: bool = False) -> Markup:
    html = render_template(
        "glance.html",
        match=match,
        kept=kept,
        done=done,
        entered=seeing.entered_of(match, kept) if done else (),
        proposals=() if done else seeing.proposals(match, kept.look),
        remarks=seeing.remarks_on(match, kept),
    )
    return Markup(html)  # noqa: S704 - escaped by the template


@pages.app_context_processor
def _glancing() -> dict[str, object]:
    return {"glance": glance, "can_see": lambda game: game.sight is not BLIND}
