"""Waves: win over a Council of Elders with Followers and Rebels, for 2 to 6 players."""

from functools import partial

from referee.core import Game, Info, Voice
from referee.games.waves import rules, scenes, setup, view
from referee.games.waves.actions import ACTIONS
from referee.games.waves.breakers import BREAKERS
from referee.games.waves.components import COMPONENTS, SECOND_EDITION, Edition
from referee.games.waves.layout import layout
from referee.games.waves.refusals import tell_refusal
from referee.games.waves.rulebook import rulebook_of
from referee.games.waves.rulings import explain
from referee.games.waves.state import State
from referee.games.waves.visibility import VISIBILITY
from referee.games.waves.words import SENTENCES, tell_outcome


def build(edition: Edition) -> Game[State]:
    """Return the game of one edition."""
    return Game(
        info=Info(
            edition.slug,
            edition.title,
            edition.summary,
            edition.seats,
            1,
            "ready",
            minutes=(20, 45),  # our estimate: 7 to 16 rounds; the rulebook gives none
        ),
        rulebook=rulebook_of(edition),
        components=COMPONENTS,
        actions=ACTIONS,
        options=partial(setup.options, edition),
        setup=partial(setup.first_state, edition),
        to_act=rules.to_act,
        actor=rules.actor,
        legal_actions=rules.legal_actions,
        optional_actions=rules.optional_actions,
        explain=explain,
        apply=rules.apply,
        outcome=rules.outcome,
        values=view.values,
        view=view.view,
        scenes=scenes.scenes,
        voice=Voice(
            action=SENTENCES.action,
            fact=SENTENCES.fact,
            refusal=tell_refusal,
            outcome=tell_outcome,
        ),
        learned=view.learned,
        visibility=VISIBILITY,
        layout=layout,
    )


GAMES = (build(SECOND_EDITION), build(BREAKERS))
