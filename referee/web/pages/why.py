"""Why? Everything that was just decided, with its rule, and why a choice is missing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, render_template

from referee.core import Rule, RuleId, Text
from referee.match import Match, StoryEntry, StoryFact
from referee.web.screens.screen import numbered, view_for_all
from referee.web.services import match_called, services

pages = Blueprint("why", __name__)

_ENOUGH: Final = 14
"""Facts that are shown; what was decided earlier stands in the history."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Something that was decided: its sentence, its rule, and the rules that had a part in it."""

    kind: str
    sentence: Text
    rule: Rule | None
    also: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """An entry with all that followed from it; what only moves cards about stands apart."""

    seq: int
    sentence: Text
    reasons: tuple[Reason, ...]
    minor: tuple[Reason, ...]


@pages.get("/matches/<match_id>/why")
def show(match_id: str) -> str:
    """Explain the moment."""
    match = match_called(match_id)
    view = view_for_all(match.game, match.state)
    return render_template(
        "why.html",
        match=match,
        step=view.step,
        reference=view.reference,
        decided=_decided(match),
    )


@pages.get("/games/<slug>/rules")
def rules(slug: str) -> str:
    """List every rule that the referee can cite."""
    return render_template("rules.html", game=services().matches.game(slug))


def _decided(match: Match) -> tuple[Decided, ...]:
    found: list[StoryEntry] = []
    for told in match.effective_entries():
        if told.taken_back is None and any(not fact.fact.minor for fact in told.facts):
            found.append(told)
        if sum(not fact.fact.minor for told in found for fact in told.facts) >= _ENOUGH:
            break
    return tuple(_explained(told, match.game.rulebook) for told in numbered(match, found))


def _explained(told: StoryEntry, rulebook: Mapping[RuleId, Rule]) -> Decided:
    main = [fact for fact in told.facts if not fact.fact.minor]
    minor = [fact for fact in told.facts if fact.fact.minor]
    return Decided(
        told.seq,
        told.sentence,
        tuple(_reason(fact, rulebook) for fact in main),
        tuple(_reason(fact, rulebook) for fact in minor),
    )


def _reason(told: StoryFact, rulebook: Mapping[RuleId, Rule]) -> Reason:
    fact = told.fact
    also = [name for name in dict.fromkeys(fact.also) if name in rulebook and name != fact.rule]
    return Reason(fact.kind, told.sentence, told.rule, tuple(rulebook[name] for name in also))
