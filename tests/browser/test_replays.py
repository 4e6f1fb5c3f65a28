"""Golden transcripts are played again by tapping what the screen offers.

Few of each game are, in which people do everything that they do in any;
`tests/web/pages/test_replays.py` plays every one of them on the same pages, without a browser.
"""

from dataclasses import replace

import pytest
from golden import firsts_of, transcript_of
from led_table import LedTable

from referee.core import EMPTY, TABLE, Mark, Note, Overrule, redact
from referee.games import load_all

pytestmark = [pytest.mark.browser, pytest.mark.unseen]

SIZES = ("tablet", "phone", "landscape")
WRITTEN = 2
"""So many refused entries are written by hand in each game, which takes a page of its own."""
IN_A_NOTICE = '#notice [data-refusal="refused"]'


class Player:
    """Plays a transcript line by line on a screen, and follows it in the game itself."""

    def __init__(self, game, setup, hand, refusals=()) -> None:
        self.game = game
        self.refusals = frozenset(refusals)
        self.setup = setup
        self.hand = hand
        self.table = LedTable(game, setup)
        self.led: set[tuple[str, ...]] = set()
        self.derived: list[str] = []

    @property
    def state(self):
        return self.table.state

    def view(self):
        return self.game.view(redact(self.state, None), None)

    @property
    def tasks(self) -> list[str]:
        """What hands do now: nothing once the game is over, after a correction its moves."""
        return [str(task) for task in self.table.tasks]

    def lead(self) -> None:
        """Tap through the tasks, where there are some of a kind that was not yet tapped through."""
        step, tasks = self.view().step, self.tasks
        kind = tuple(task.say.template for task in step.hands)
        if not tasks or kind in self.led:
            return
        self.led.add(kind)
        said = [self.hand.page.locator("[data-say]").text_content()]
        said += [self.hand.tick() for _ in tasks]
        assert [*tasks, str(step.say)] == said
        self.table.right = self.state  # what is ticked lies there

    def follow(self, lines) -> None:
        """Let the game go on by lines that the screen has seen already."""
        for line in lines:
            if line.mark is Mark.ENTRY:
                self.table.go_on(self.game.parse(line.text))

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
        if self.derived and self.derived[0] == written:
            self.derived.pop(0)
            return
        self.lead()
        offered = [choice for choice in self.view().step.choices if choice.action == action]
        if offered and offered[0].ask != EMPTY:
            said = self.hand.press_really(written)
        elif offered:
            said = self.hand.press(written)
        else:
            self.correct(action, written)
            said = self.hand.page.locator("[data-say]").text_content()
        before = self.state
        self.table.go_on(action)
        self.follow_what_is_forced(before)
        assert next(iter([*self.tasks, str(self.view().step.say)])) == said

    def follow_what_is_forced(self, before) -> None:
        """Follow what the match enters by itself; its lines are not tapped."""
        known = list(self.game.answers(redact(before, None)))[:1]
        while (found := list(self.game.answers(redact(self.state, None)))[:1]) not in ([], known):
            self.table.go_on(found[0])
            self.derived.append(self.game.format(found[0]))

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
        if isinstance(self.game.parse(text), Note) or self.derived:
            return  # a note, or refused where the match has gone on by itself
        page, seq = self.hand.page, self.hand.seq
        screen = page.locator("#screen").inner_text()
        written = self.game.format(self.game.parse(text))
        assert page.locator(f"#screen button[data-action='{written}']").count() == 0
        self.hand.write(text)
        notice = page.locator(IN_A_NOTICE)
        notice.wait_for()
        assert rule == notice.get_attribute("data-rule")
        assert str(self.game.rulebook[rule].cites) in (notice.text_content() or "")
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


def refused_first(slug, few, golden) -> list[str]:
    """Return some of what a game refuses within these stretches, each by a rule of its own."""
    lines = [line for one in few for line in lines_of(one, golden)[1]]
    by_rule = {line.detail: line.text for line in lines if line.mark is Mark.REFUSED}
    game = load_all()[slug]
    written = [text for text in by_rule.values() if not isinstance(game.parse(text), Note)]
    return written[:WRITTEN]


def lines_of(stretch, golden):
    """Return the lines before a stretch, and those in it and to the next entry."""
    lines = transcript_of(golden[stretch.transcript]).lines
    entries = [number for number, line in enumerate(lines) if line.mark is Mark.ENTRY]
    ends = [*entries, len(lines)]
    first, last = ends[stretch.first] if stretch.first else 0, ends[stretch.last + 1]
    return lines[:first], lines[first:last]


def test_a_golden_transcript_is_played_again_by_tapping(
    stretch, *, golden, stretches_of, begun, sit_down, refused
) -> None:
    text = golden[stretch.transcript]
    found = transcript_of(text)
    few = stretches_of[found.slug]
    size = SIZES[few.index(stretch) % len(SIZES)]
    hand = sit_down(begun(text, stretch.first), size, forgive=refused)
    refusals = refused_first(found.slug, few, golden)
    player = Player(load_all()[found.slug], found.setup, hand, refusals)
    before, lines = lines_of(stretch, golden)
    player.follow(before)
    for line in lines:
        player.play(line)


def test_all_that_is_entered_in_any_transcript_is_tapped_in_one(golden, stretches_of) -> None:
    for slug, few in stretches_of.items():
        firsts = {name: firsts_of(golden[name]) for name in golden if name.startswith(f"{slug}/")}
        shown = {
            kind
            for one in few
            for kind, number in firsts[one.transcript].items()
            if one.first <= number <= one.last
        }
        assert set().union(*firsts.values()) == shown
        assert any(line.mark is Mark.OUTCOME for line in lines_of(few[0], golden)[1])
        assert refused_first(slug, few, golden)


def endings(slug, golden) -> list[str]:
    """Return the shortest transcript for each way in which a game ends."""
    found: dict[str, str] = {}
    for name, text in sorted(golden.items(), key=lambda one: -len(one[1])):
        if name.startswith(f"{slug}/"):
            lines = transcript_of(text).lines
            found |= {line.text: name for line in lines if line.mark is Mark.OUTCOME}
    return list(found.values())


@pytest.mark.parametrize("slug", load_all())
def test_the_end_of_a_game_is_seen_in_whichever_way_it_ends(slug, golden, sit_down) -> None:
    for number, name in enumerate(endings(slug, golden)):
        found = transcript_of(golden[name])
        game = load_all()[slug]
        hand = sit_down(golden[name], SIZES[number % len(SIZES)])
        ended = Player(game, found.setup, hand)
        ended.follow(found.lines)
        ended.see_the_end()
