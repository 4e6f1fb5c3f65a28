"""Every golden transcript of every game is played again by tapping what the screen offers."""

from dataclasses import replace

import pytest

from referee.core import EMPTY, TABLE, Mark, Note, Overrule, play, read_transcripts, redact
from referee.games import load_all

pytestmark = pytest.mark.browser

SIZES = ("tablet", "phone", "landscape")
LONG = 300
TAPPED_OF_LONG = 40
IN_A_NOTICE = '#notice [data-refusal="refused"]'


class Player:
    """Plays a transcript line by line on a screen, and follows it in the game itself."""

    def __init__(self, game, setup, hand, refusals=()) -> None:
        self.game = game
        self.refusals = frozenset(refusals)
        self.setup = setup
        self.hand = hand
        self.state = game.setup(setup)

    def view(self):
        return self.game.view(redact(self.state, None), None)

    def play(self, line) -> None:
        match line.mark:
            case Mark.ENTRY:
                self.enter(line.text)
            case Mark.REFUSED if line.text in self.refusals:
                self.be_refused(line.text, line.detail)
            case Mark.OUTCOME:
                self.see_the_end()

    def enter(self, text) -> None:
        action = self.game.parse(text)
        if isinstance(action, Note):
            return  # entered on the own screen of its seat, and nothing follows from it here
        written = self.game.format(action)
        offered = [choice for choice in self.view().step.choices if choice.action == action]
        if offered and offered[0].ask != EMPTY:
            said = self.hand.press_really(written)
        elif offered:
            said = self.hand.press(written)
        else:
            self.correct(action, written)
            said = self.hand.page.locator("[data-say]").text_content()
        self.state, _ = play(self.game, self.state, action)
        assert str(self.view().step.say) == said

    def correct(self, action, written) -> None:
        """Enter what has no button of its own through the panel."""
        if not isinstance(action, Overrule):
            self.hand.tell(written)
            return
        offered = self.game.optional_actions(self.state)
        same = [option for option in offered if type(option) is type(action)]
        bare = next(
            option for option in same if replace(option, why=action.why, by=action.by) == action
        )
        by = "table" if action.by == TABLE else str(action.by)
        self.hand.decide(self.game.format(bare), action.why, by)

    def be_refused(self, text, rule) -> None:
        if isinstance(self.game.parse(text), Note):
            return
        page, seq = self.hand.page, self.hand.seq
        screen = page.locator("#screen").inner_text()
        written = self.game.format(self.game.parse(text))
        assert page.locator(f"#screen button[data-action='{written}']").count() == 0
        self.hand.write(text)
        notice = page.locator(IN_A_NOTICE)
        notice.wait_for()
        assert rule == notice.get_attribute("data-rule")
        assert self.game.rulebook[rule].cites in notice.inner_text()
        assert (seq, screen) == (self.hand.seq, page.locator("#screen").inner_text())
        notice.locator("[data-dismiss]").click()
        assert page.locator(IN_A_NOTICE).count() == 0

    def see_the_end(self) -> None:
        page = self.hand.page
        outcome = self.game.outcome(self.state)
        assert page.locator("#screen").get_attribute("data-over") == "yes"
        verdict = page.locator("#screen").inner_text()
        assert str(self.game.voice.outcome(redact(self.state, None), outcome)) in verdict
        for seat in outcome.winners:
            assert self.setup.names[seat] in page.locator("[data-verdict] h2").inner_text()


@pytest.fixture(scope="session")
def first_refusals(golden) -> dict[str, list[str]]:
    """Give, by transcript, what is the first that its game refuses by some rule."""
    found: dict[str, list[str]] = {}
    known = set()
    for name in sorted(golden):
        for line in next(read_transcripts(golden[name].splitlines())).lines:
            which = (name.partition("/")[0], line.detail)
            if line.mark is Mark.REFUSED and which not in known:
                known.add(which)
                found.setdefault(name, []).append(line.text)
    return found


def test_a_golden_transcript_is_played_again_by_tapping(
    transcript, *, golden, begun, sit_down, refused, first_refusals
) -> None:
    text = golden[transcript]
    found = next(read_transcripts(text.splitlines()))
    game = load_all()[found.slug]
    size = SIZES[sorted(golden).index(transcript) % len(SIZES)]
    lines = [line for line in found.lines if line.mark is not Mark.EXPECTED]
    is_long = len(lines) > LONG
    hand = sit_down(begun(text, 0), size, forgive=refused)
    # Writing what is refused takes a page of its own: once for each rule of each game.
    player = Player(game, found.setup, hand, first_refusals.get(transcript, ()))
    for line in lines[:TAPPED_OF_LONG] if is_long else lines:
        player.play(line)
    if is_long:
        ended = Player(game, found.setup, sit_down(text, size))
        for line in lines:
            if line.mark is Mark.ENTRY:
                ended.state, _ = play(game, ended.state, game.parse(line.text))
        ended.see_the_end()
