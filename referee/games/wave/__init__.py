"""WAVE: lay every card, each one higher in number or colour, for 2 to 4 players together."""

from referee.core import Game, Info, Voice, say
from referee.games.wave import rules, scenes, setup, view
from referee.games.wave.actions import ACTIONS
from referee.games.wave.components import COMPONENTS
from referee.games.wave.layout import layout
from referee.games.wave.refusals import tell_refusal
from referee.games.wave.rulebook import RULEBOOK
from referee.games.wave.rulings import explain
from referee.games.wave.visibility import VISIBILITY
from referee.games.wave.words import SENTENCES, tell_outcome

GAMES = (
    Game(
        info=Info(
            "wave",
            "WAVE",
            say("Ride the wave together: every card is higher in number or colour."),
            setup.SEATS,
            2,
            "ready",
            minutes=(15, 25),  # our estimate; the leaflet gives none
        ),
        rulebook=RULEBOOK,
        components=COMPONENTS,
        actions=ACTIONS,
        options=setup.options,
        setup=setup.first_state,
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
        visibility=VISIBILITY,
        layout=layout,
    ),
)
