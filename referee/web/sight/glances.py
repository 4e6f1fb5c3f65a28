"""The box of a look on a table screen: what a photo has entered, or what a camera asks.

It is separate from the screen, in `#look`, and an event of its own in the stream: the screen is the
same for all clients of a role, however often a camera looks.
"""

from flask import render_template, request
from markupsafe import Markup

from referee.match import Match
from referee.web.screens.screen import Role
from referee.web.services import services
from referee.web.sight import recognition
from referee.web.sight.looks import GoneLook, KeptLook


def glance(match: Match, role: Role) -> Markup:
    """Render the box for a page: of the look in its address, or of the open question."""
    if role not in {Role.TABLE, Role.SEAT}:
        return Markup()
    name = request.args.get("look", "")
    if name:
        try:
            return _drawn(match, services().looks.get(match.id, name), done=True)
        except GoneLook:
            return Markup()
    waiting = services().looks.waiting(match)
    return _drawn(match, waiting) if waiting else Markup()


def asked_on(match: Match, waiting: KeptLook | None) -> str:
    """Render the open question, or an empty string."""
    return str(_drawn(match, waiting)) if waiting else ""


def _drawn(match: Match, kept: KeptLook, *, done: bool = False) -> Markup:
    html = render_template(
        "glance.html",
        match=match,
        kept=kept,
        done=done,
        entered=recognition.entered_of(match, kept) if done else (),
        proposals=() if done else recognition.proposals(match, kept.look),
        remarks=recognition.remarks_on(match, kept),
    )
    return Markup(html)  # noqa: S704 - escaped by the template
