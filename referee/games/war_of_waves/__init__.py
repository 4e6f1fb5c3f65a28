"""War of Waves: build a gateway to Atlantis and break the other one, for two players."""

from referee.core import Game, Info, SecretWords, Voice, say
from referee.games.war_of_waves import rules, scenes, setup, view
from referee.games.war_of_waves.actions import ACTIONS
from referee.games.war_of_waves.components import COMPONENTS
from referee.games.war_of_waves.layout import layout
from referee.games.war_of_waves.refusals import tell_refusal
from referee.games.war_of_waves.rulebook import RULEBOOK
from referee.games.war_of_waves.rulings import explain
from referee.games.war_of_waves.visibility import VISIBILITY
from referee.games.war_of_waves.words import SENTENCES, tell_outcome

GAMES = (
    Game(
        info=Info(
            slug="war-of-waves",
            title="War of Waves",
            summary=say("Finish your gateway to Atlantis first."),
            seats=(2,),
            rules_version=3,
            stage="ready",
            minutes=(20, 20),  # the box
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
        learned=setup.learned,
        notes=rules.notes,
        answers=rules.answers,
        hidden=SecretWords(
            say("hidden cards"), say("hidden card"), say("Hidden cards"), say("Note my cards")
        ),
        visibility=VISIBILITY,
        layout=layout,
    ),
)
