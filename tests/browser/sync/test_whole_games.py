"""Whole games at one table: everybody's own phone, a tablet and a television, always in step."""

from dataclasses import dataclass
from typing import Any

import pytest

from referee.core import EMPTY, Mark, Note, play, read_transcripts, redact
from referee.games import load_all

pytestmark = [pytest.mark.browser, pytest.mark.unseen]

OWN = 100_000
"""What each own note adds to the number that the screen of its seat shows."""
PATIENCE_MS = 5_000
BOUNCE_MS = 300
# Waits until a screen shows this moment of the table, and gives what it shows of it.
SHOWN = """
async ({ seq, own, patience }) => {
  const until = performance.now() + patience;
  const at = () => Number(document.getElementById("screen")?.dataset.seq ?? -1) % own;
  while (at() < seq && performance.now() < until) await new Promise((go) => setTimeout(go, 5));
  return [at(), document.querySelector("[data-where]")?.textContent.trim() ?? ""];
}
"""
CLICK = "(action) => document.querySelector(`#screen [data-action='${action}']`).click()"
WORDS = """
() => [
  document.getElementById("screen").innerText,
  ...[...document.querySelectorAll("#screen [aria-label]")].map((one) => one.ariaLabel),
].join("\\n")
"""


@dataclass
class Round:
    """A game that is followed in the game itself, and played on all the screens around it."""

    game: Any
    state: Any
    phones: list[Any]
    tablet: Any
    television: Any

    @property
    def screens(self) -> list[Any]:
        return [*self.phones, self.tablet, self.television]

    def enter(self, text: str) -> None:
        """Enter it where it belongs: on the phone of the seat that acts, else on the tablet."""
        action = self.game.parse(text)
        if isinstance(action, Note):
            self.note(action)
            return
        seat = self.game.actor(self.state, action)
        hand = self.phones[seat] if seat in range(len(self.phones)) else self.tablet
        written = self.game.format(action)
        view = self.game.view(redact(self.state, None), None)
        offered = [choice for choice in view.step.choices if choice.action == action]
        if not offered:
            hand.tell(written)
        elif offered[0].ask != EMPTY:
            hand.page.wait_for_timeout(
                BOUNCE_MS
            )  # else it passes for a tap on what lay there before
            hand.press_really(written)
        else:
            hand.press(written)
        self.state, _ = play(self.game, self.state, action)
        self.all_show(hand)

    def note(self, action: Note) -> None:
        """Describe the referee something on the own phone, which changes no other screen."""
        phone = self.phones[action.seat]
        others = [hand for hand in self.screens if hand is not phone]
        before, seen = phone.seq, [hand.page.evaluate(WORDS) for hand in others]
        phone.page.evaluate(CLICK, self.game.format(action))
        phone.settle(before)
        assert seen == [hand.page.evaluate(WORDS) for hand in others]
        self.state, _ = play(self.game, self.state, action)

    def all_show(self, hand: Any) -> None:
        """See that every screen shows the same moment, and what is hidden only to its owner."""
        wanted = {"seq": hand.seq % OWN, "own": OWN, "patience": PATIENCE_MS}
        shown = [tuple(one.page.evaluate(SHOWN, wanted)) for one in self.screens]
        assert len(set(shown)) == 1, f"after {hand.said}: {shown}"
        hidden = [one.page.locator("[data-own], .own").count() for one in self.screens[-2:]]
        assert hidden == [0, 0]


@pytest.fixture
def sit_around(pub, golden, refused):
    """Return a function that begins a game with all the screens of its table."""

    def sit(name: str, *, last: int | None = None) -> tuple[Round, list[str]]:
        found = next(read_transcripts(golden[name].splitlines()))
        game, state = load_all()[found.slug], load_all()[found.slug].setup(found.setup)
        entries = [line.text for line in found.lines if line.mark is Mark.ENTRY]
        played = 0 if last is None else len(entries) - last
        for text in entries[:played]:
            state, _ = play(game, state, game.parse(text))
        address = pub.line.through(pub.server.load(pub.begun(golden[name], played)))
        tablet = pub.sit(address, forgive=refused)
        phones = [
            pub.own_phone(address, seat, forgive=refused) for seat in range(len(found.setup.names))
        ]
        television = pub.sit(f"{address}/show", "television")
        round_ = Round(game, state, phones, tablet, television)
        for hand in round_.screens:
            pub.light(hand, "on")
        return round_, entries[played:]

    return sit


@pytest.mark.parametrize(
    ("name", "last"),
    [
        ("war-of-waves/game-four-leaders", None),
        # Eight screens are drawn anew by each entry; one more round says what all of them say.
        ("waves/game-six-players", 18),
        pytest.param("waves/game-six-players", None, marks=pytest.mark.long),
    ],
)
def test_a_whole_game_is_in_step_on_all_screens_to_its_end(sit_around, name, last) -> None:
    round_, entries = sit_around(name, last=last)
    for entry in entries:
        round_.enter(entry)
    assert all(hand.page.locator('#screen[data-over="yes"]').count() for hand in round_.screens)


def test_what_a_phone_notes_in_war_of_waves_stays_on_it(sit_around) -> None:
    round_, entries = sit_around("war-of-waves/notes")
    noted = [round_.game.parse(text) for text in entries if text.startswith("remember")]
    for text in entries[: entries.index("present card=build-4") + 1]:
        round_.enter(text)
        action = round_.game.parse(text)
        if action in noted:
            card = f"Build, {action.value.value}, face down"
            sees = [card in hand.page.evaluate(WORDS) for hand in round_.screens]
            assert sees == [place == action.seat for place in range(4)]
    assert len(noted) == 3
