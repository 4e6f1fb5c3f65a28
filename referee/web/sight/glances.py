"""What a table screen says of a look: what a photo has entered, or what a camera asks.

It lies beside the screen, in `#look`: a screen is the same for everybody of its role, however often
a camera looks. The stream carries it as an event of its own.
"""

from flask import render_template, request
from markupsafe import Markup

from referee.match import Match
from referee.web.screens.screen import Role
from referee.web.services import services
from referee.web.sight import recognition
from referee.web.sight.looks import GoneLook, KeptLook


def glance(match: Match, role: Role) -> Markup:
    """Draw what a screen says as it is opened: of the look in its address, or what is asked."""
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
    """Draw what is asked; nothing where nothing is."""
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
