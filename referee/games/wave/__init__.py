"""WAVE: lay every card, each one higher in number or colour, for 2 to 4 players together."""

from referee.core import Game, Info, Voice, say
from referee.games.wave import rules, setup, view, voice
from referee.games.wave.actions import ACTIONS
from referee.games.wave.components import COMPONENTS
from referee.games.wave.rulebook import RULEBOOK
from referee.games.wave.rulings import explain
from referee.games.wave.visibility import VISIBILITY

GAMES = (
    Game(
        info=Info(
            "wave",
            "WAVE",
            say("Ride the wave together: every card is higher in number or colour."),
            setup.SEATS,
            2,
            "ready",
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
        voice=Voice(
            action=voice.tell_action,
            fact=voice.tell_fact,
            refusal=voice.tell_refusal,
            outcome=voice.tell_outcome,
        ),
        visibility=VISIBILITY,
    ),
)
