"""“Why?”: the latest decisions with their rules; and the rules and rulings that are cited."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, render_template

from referee.core import AnyGame, Origin, Rule, RuleId, Text, redact, say, view_for
from referee.match import Match, StoryEntry, StoryFact
from referee.web.access import rules as access
from referee.web.screens.screen import numbered
from referee.web.services import match_called, services

pages = Blueprint("why", __name__)

_ENOUGH: Final = 14
"""Number of facts on the page; earlier ones are in the history."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A decision: its sentence, its rule, and further rules that apply."""

    kind: str
    sentence: Text
    rule: Rule | None
    also: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """An entry with its consequences; mere movements of cards are kept apart."""

    seq: int
    sentence: Text
    reasons: tuple[Reason, ...]
    minor: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """The rules of one origin, with what is said above them."""

    origin: Origin
    heading: Text
    lead: Text
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """A question of the setup page whose answer at this table is not the default."""

    label: Text
    says: Text


_HEADINGS: Final = {
    Origin.RULEBOOK: (
        say("From the rulebook"),
        say("In our own words, with the place in the printed rulebook."),
    ),
    Origin.RULING: (
        say("Our rulings"),
        say("The rulebook is silent or unclear here. This is how we settled it, and why."),
    ),
    Origin.HOUSE_DEFAULT: (
        say("House defaults"),
        say("Our guesses. Your table can replace them with what your own copy says."),
    ),
    Origin.HOUSE_RULE: (
        say("House rules"),
        say("How the referee works, and variants that are not in any rulebook."),
    ),
}


@pages.get("/matches/<match_id>/why")
@access.viewer
def show(match_id: str) -> str:
    """Explain the present state."""
    match = match_called(match_id)
    view = view_for(match.game, match.state, None)
    return render_template(
        "why.html",
        match=match,
        step=view.step,
        reference=view.reference,
        decided=_decided(match),
    )


@pages.get("/games/<slug>/rules")
@access.everyone
def rules(slug: str) -> str:
    """List every rule and ruling that the referee can cite."""
    game = services().matches.game(slug)
    return render_template("rules.html", game=game, parts=_parts(game))


@pages.get("/matches/<match_id>/rules")
@access.viewer
def match_rules(match_id: str) -> str:
    """List every rule and ruling of a match's game, and what is set differently at its table."""
    match = match_called(match_id)
    return render_template(
        "match_rules.html",
        match=match,
        parts=_parts(match.game),
        settings=tuple(_settings(match)),
    )


def _parts(game: AnyGame) -> tuple[Part, ...]:
    """Return the rules of a game by their origin; an origin without any is left out."""
    found: dict[Origin, list[Rule]] = {}
    for rule in game.rulebook.values():
        found.setdefault(rule.origin, []).append(rule)
    return tuple(
        Part(origin, heading, lead, tuple(found[origin]))
        for origin, (heading, lead) in _HEADINGS.items()
        if origin in found
    )


def _settings(match: Match) -> Iterator[Setting]:
    """Yield what was chosen at the start, or told since, that is not the default."""
    game, chosen = match.game, dict(match.setup.options)
    told = game.learned(redact(match.state, None))
    for option in game.options(match.setup.names, chosen):
        value = option.filled(chosen.get(option.id, option.default), told)
        if value != option.default:
            yield Setting(option.label, option.told(value))


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
