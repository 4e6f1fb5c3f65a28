"""Rolling with the Waves: roll dice and write them on a pirate map, for 2 to 5 players."""

from referee.core import Game, Info, SecretWords, Voice, say
from referee.games.rolling import offers, rules, setup, values, view, voice
from referee.games.rolling.actions import ACTIONS
from referee.games.rolling.components import COMPONENTS
from referee.games.rolling.rulebook import RULEBOOK
from referee.games.rolling.rulings import explain
from referee.games.rolling.tallies import BOARDS, written
from referee.games.rolling.visibility import DICE

GAMES = (
    Game(
        info=Info(
            slug="rolling",
            title="Rolling with the Waves",
            summary=say("Roll dice, write them on your map, and guard your treasure."),
            seats=setup.SEATS,
            rules_version=1,
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
            say("hidden dice"), say("hidden die"), say("Hidden dice"), say("Lay my dice")
        ),
        boards=BOARDS,
        written=written,
        dice=DICE,
    ),
)
