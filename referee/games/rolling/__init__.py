"""Rolling with the Waves: roll dice and write them on a pirate map, for 2 to 5 players."""

from referee.core import Game, Info, SecretWords, Voice, say
from referee.games.rolling import rules, scenes, setup, view
from referee.games.rolling.actions import ACTIONS
from referee.games.rolling.components import COMPONENTS
from referee.games.rolling.layout import layout
from referee.games.rolling.refusals import tell_refusal
from referee.games.rolling.rulebook import RULEBOOK
from referee.games.rolling.rulings import explain
from referee.games.rolling.tallies import BOARDS, written
from referee.games.rolling.visibility import DICE
from referee.games.rolling.words import SENTENCES, tell_outcome

GAMES = (
    Game(
        info=Info(
            slug="rolling",
            title="Rolling with the Waves",
            summary=say("Roll dice, write them on your map, and guard your treasure."),
            seats=setup.SEATS,
            rules_version=1,
            stage="ready",
            minutes=(20, 45),  # rulebook, first page
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
            say("hidden dice"), say("hidden die"), say("Hidden dice"), say("Place my dice")
        ),
        boards=BOARDS,
        written=written,
        dice=DICE,
        layout=layout,
    ),
)
