"""Every golden transcript of every game is played again on the pages, without a script.

Each entry is sent as the page sends it. The page is looked at whenever something is asked, offered
or entered there that was not before in this transcript; `make long` looks at it after each entry.
What a browser adds to these pages is seen in `tests/browser/test_replays.py`.
"""

import re
from dataclasses import replace
from html import unescape

import pytest
from golden import read_golden, transcript_of
from led_table import LedTable

from referee.core import EMPTY, TABLE, Mark, Note, Overrule, redact

pytestmark = pytest.mark.once

GOLDEN = read_golden()
LONG = 300
ENTERED_OF_LONG = 40


class Player:
    """Plays a transcript line by line on the table's page, and follows it in the game itself."""

    def __init__(self, client, match, *, looks_always: bool) -> None:
        self.client = client
        self.looks_always = looks_always
        self.match = match
        self.game = match.game
        self.address = f"/matches/{match.id}"
        self.table = LedTable(match.game, match.setup)
        self.known: set[tuple[object, ...]] = set()
        self.looked: tuple[int, str] = (-1, "")
        self.derived: list[str] = []

    @property
    def state(self):
        return self.table.state

    @property
    def page(self) -> str:
        """The table's page of this moment, which is got once."""
        if self.looked[0] != self.match.seq:
            self.looked = self.match.seq, self.client.get(self.address).text
        return self.looked[1]

    def play(self, line) -> None:
        if line.mark is Mark.OUTCOME:
            self.see_the_end()
        elif not isinstance(self.game.parse(line.text), Note):
            # A note is entered on the own screen of its seat, and nothing follows from it here.
            {Mark.ENTRY: self.enter, Mark.REFUSED: self.be_refused}[line.mark](line)

    def enter(self, line) -> None:
        action = self.game.parse(line.text)
        if self.derived and self.derived[0] == self.game.format(action):
            self.derived.pop(0)
            return
        step = self.game.view(redact(self.state, None), None).step
        offered = [choice for choice in step.choices if choice.action == action]
        if self.is_new(step, action):
            self.look(line)
            if offered:
                assert f'data-action="{self.game.format(action)}"' in unescape(self.page)
        if offered:
            self.press(self.game.format(action), asks=offered[0].ask != EMPTY)
        else:
            self.correct(action)
        before = self.state
        self.table.go_on(action)
        self.follow_what_is_forced(before)

    def follow_what_is_forced(self, before) -> None:
        """Follow what the match enters by itself; its lines are not sent."""
        known = list(self.game.answers(redact(before, None)))[:1]
        while (found := list(self.game.answers(redact(self.state, None)))[:1]) not in ([], known):
            self.table.go_on(found[0])
            self.derived.append(self.game.format(found[0]))

    def look(self, line) -> None:
        step = self.game.view(redact(self.state, None), None).step
        said = str(next(iter((*self.table.tasks, step.say))))
        assert (line.number, said) == (line.number, self.said)

    @property
    def said(self) -> str:
        said = re.search(r"<h1 data-say[^>]*>(.*?)</h1>", self.page, re.DOTALL)
        assert said is not None
        return unescape(said[1])

    def is_new(self, step, action) -> bool:
        """Return whether such a moment was not yet seen: what is asked, offered and entered."""
        offered = frozenset(type(choice.action) for choice in step.choices)
        kind = (step.say.template, offered, type(action))
        is_new = kind not in self.known
        self.known.add(kind)
        return is_new or self.looks_always

    def send(self, text, status, **more) -> str:
        data = {"action": text, "expected": self.match.seq, **more}
        answer = self.client.post(f"{self.address}/act", data=data)
        assert (text, status) == (text, answer.status_code)
        return answer.text

    def press(self, text, *, asks) -> None:
        if asks:
            assert 'data-refusal="ask"' in self.send(text, 409)
        self.send(text, 303, **({"sure": "yes"} if asks else {}))

    def correct(self, action) -> None:
        """Enter what has no button of its own through the panel of the table's decisions."""
        panel = unescape(self.client.get(f"{self.address}/overrule").text)
        if not isinstance(action, Overrule):
            assert f'data-action="{self.game.format(action)}"' in panel
            self.send(self.game.format(action), 303)
            return
        bare = next(
            option
            for option in self.game.optional_actions(self.state)
            if type(option) is type(action)
            and replace(option, why=action.why, by=action.by) == action
        )
        assert f'data-action="{self.game.format(bare)}"' in panel
        by = "table" if action.by == TABLE else str(action.by)
        self.send(self.game.format(bare), 303, why=action.why, by=by)

    def be_refused(self, line) -> None:
        if self.derived:  # the match has gone on by itself, past what is refused here
            return
        seq = self.match.seq
        written = self.game.format(self.game.parse(line.text))
        assert f'data-action="{written}"' not in unescape(self.page)
        page = self.send(line.text, 409)
        assert f'data-refusal="refused" data-rule="{line.detail}"' in page
        assert str(self.game.rulebook[line.detail].cites) in unescape(page)
        assert seq == self.match.seq

    def see_the_end(self) -> None:
        outcome = self.game.outcome(self.state)
        page = unescape(self.page)
        assert 'data-over="yes"' in page
        assert str(self.game.voice.outcome(redact(self.state, None), outcome)) in page
        verdict = page[page.index(" data-verdict") :].partition("</h2>")[0]
        for seat in outcome.winners:
            assert self.match.setup.names[seat] in verdict


@pytest.mark.parametrize(
    "looks_always",
    [
        pytest.param(False, id="what-is-new"),
        pytest.param(True, id="always", marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize("transcript", GOLDEN)
def test_a_golden_transcript_is_played_again_on_the_pages(
    transcript, looks_always, client, matches
) -> None:
    found = transcript_of(GOLDEN[transcript])
    lines = [line for line in found.lines if line.mark is not Mark.EXPECTED]
    match = matches.open(found.slug, found.setup)
    player = Player(client, match, looks_always=looks_always)
    for line in lines[:ENTERED_OF_LONG] if len(lines) > LONG else lines:
        player.play(line)
    player.look(lines[-1])
