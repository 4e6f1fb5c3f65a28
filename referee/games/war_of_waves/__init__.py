"""War of Waves: build a gateway to Atlantis and break the other one, for two players."""

from referee.core import Game, Info, SecretWords, Voice, say
from referee.games.war_of_waves import offers, rules, setup, values, view, voice
from referee.games.war_of_waves.actions import ACTIONS
from referee.games.war_of_waves.components import COMPONENTS
from referee.games.war_of_waves.rulebook import RULEBOOK
from referee.games.war_of_waves.rulings import explain
from referee.games.war_of_waves.visibility import VISIBILITY

GAMES = (
    Game(
        info=Info(
            slug="war-of-waves",
            title="War of Waves",
            summary=say("Finish your gateway to Atlantis first."),
            seats=(2,),
            rules_version=3,
            stage="ready",
        ),
        rulebook=RULEBOOK,
        components=COMPONENTS,
        actions=ACTIONS,
        options=setup.options,
        setup=setup.first_state,
        to_act=rules.to_act,
        actor=rules.actor,
        legal_actions=offers.legal_actions,
        optional_actions=offers.optional_actions,
        explain=explain,
        apply=rules.apply,
        outcome=rules.outcome,
        values=values.values,
        view=view.view,
        voice=Voice(
            action=voice.tell_action,
            fact=voice.tell_fact,
            refusal=voice.tell_refusal,
            outcome=voice.tell_outcome,
        ),
        learned=setup.learned,
        notes=offers.notes,
        answers=offers.answers,
        hidden=SecretWords(
            say("hidden cards"), say("hidden card"), say("Hidden cards"), say("Tell my cards")
        ),
        visibility=VISIBILITY,
    ),
)
