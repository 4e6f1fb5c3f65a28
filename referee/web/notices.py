"""What a screen says when something was not taken: what, why, by which rule, and what helps."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from referee.core import IllegalAction, RefereeError, Rule, Text, say
from referee.match import HostWay, Match, StaleSeq, Told
from referee.web.commands import Unsure, given
from referee.web.desk import desk
from referee.web.devices import this_device
from referee.web.firsts import text_of
from referee.web.screens import numbered


@dataclass(frozen=True, slots=True)
class Notice:
    """A kind sentence about something that was not taken; the game is as it was.

    `suspect` is the earlier entry that may be the mistaken one. A notice that asks whether it is
    really so has in `sent` what would be sent again.
    """

    kind: str
    text: Text
    rule: Rule | None = None
    suspect: Told | None = None
    sent: Mapping[str, Any] = field(default_factory=dict)


def notice_of(error: RefereeError, match: Match) -> Notice:
    """Make a notice for a match's own screen."""
    if isinstance(error, IllegalAction):
        return refusal(error, match)
    if isinstance(error, Unsure):
        return Notice("ask", error.text, sent={**given(), "sure": "yes"})
    return Notice("stale" if isinstance(error, StaleSeq) else "problem", text_of(error, match))


_NEWS: Final = {
    HostWay.GIVEN: say("This screen is the table’s tablet now. It enters for everybody."),
    HostWay.TAKEN: say(
        "This screen is the table’s tablet now, because the one before was not seen any more."
    ),
}


def news_of(match: Match) -> Notice | None:
    """Tell this device once what has become of it."""
    device = this_device()
    word = desk().doors.read(match.id, device) if device else ""
    return Notice("news", _NEWS[HostWay(word)]) if word in _NEWS else None


def refusal(error: IllegalAction, match: Match) -> Notice:
    """Say by which rule an entry is refused, and which earlier one to look at."""
    rule = match.game.rulebook.get(error.ruling.rule)
    suspect = match.suspect(error.ruling)
    told = None if suspect is None else numbered(match, [suspect])[0]
    return Notice("refused", error.text, rule, told)
