"""The sentence on an own phone belongs to what can be entered there, in every game and moment."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.core import (
    TABLE,
    AnyGame,
    RuleId,
    Seat,
    Step,
    Task,
    listed,
    redact,
    say,
    view_for,
)
from referee.core.transcripts import Mark, read_line, read_transcripts
from referee.games import folder_of, load_all
from referee.web.screens.audience import owner_of, step_for, task_for
from referee.web.screens.screen import own_groups

pytestmark = pytest.mark.once

GAMES = load_all()
GUESTS = ("Ann", "Bo", "Cy")


def moments(slug: str) -> Iterator[tuple[str, int, tuple[str, ...], object]]:
    """Return every moment of a game's golden transcripts: the place in its file, who sits there."""
    game = GAMES[slug]
    folder = Path(__import__(folder_of(game), fromlist=["_"]).__path__[0]) / "transcripts"
    for path in sorted(folder.glob("*.txt")):
        lines = path.read_text("utf-8").splitlines()
        transcript = next(read_transcripts(lines))
        if transcript.slug != slug:
            continue
        state = game.setup(transcript.setup)
        for number, raw in enumerate(lines, start=1):
            line = read_line(number, raw)
            if line is not None and line.mark is Mark.ENTRY:
                yield path.stem, number, transcript.setup.names, state
                state, _ = game.apply(state, game.parse(line.text))


def misled(game: AnyGame, names: tuple[str, ...], state: object, seat: Seat) -> str:
    """Return what is wrong with the sentence on the own phone of a seat; nothing where it fits."""
    view = view_for(game, state, seat)
    groups, sentence = own_groups(game, state, view, seat), str(view.step.say)
    shown = [item.choice for group in groups for item in group.items]
    whose = {game.actor(state, choice.action) for choice in view.step.choices}
    others = [name for one, name in enumerate(names) if one != seat and one in whose]
    if all(names[seat] in str(choice.label) for choice in shown):
        # Nothing to enter, or buttons that name the seat themselves, such as “Bo said too much”.
        is_said = not others or any(name in sentence for name in others)
        return "" if is_said else f"names nobody: {sentence}"
    if any(sentence.startswith(name) for name in others):
        return f"asks another: {sentence}"
    is_everybodys = {game.actor(state, choice.action) for choice in shown} == {TABLE}
    titles = [str(group.label) for group in groups if str(group.label)]
    fits = is_everybodys or any(words in sentence for words in (names[seat], *titles))
    return "" if fits else f"does not ask: {sentence}"


@pytest.mark.parametrize("slug", GAMES)
def test_an_own_phone_says_who_enters_what_it_shows(slug) -> None:
    game, wrong = GAMES[slug], []
    for path, number, names, state in moments(slug):
        if game.outcome(state) is not None:
            continue
        # Where one person acts, all others read the same, so each of them looks in turn.
        alike = len(game.to_act(state)) == 1
        for seat in [number % len(names)] if alike else range(len(names)):
            fault = misled(game, names, state, Seat(seat))
            if fault:
                wrong.append(f"{path}:{number} {names[seat]} {fault}")
    assert [] == wrong


def ordered(step: Step, names: tuple[str, ...], seat: Seat) -> str:
    """Return an order to somebody else that this step gives to a seat; nothing where it fits."""
    others = "|".join(re.escape(name) for one, name in enumerate(names) if one != seat)
    name = rf"(?:{others})(?: \(Elder \d\))?"
    order = re.compile(rf"(?:^|[.!?] ){name}(?:(?:, | and ){name})*(?:, [a-z ]+|:)")
    for text in (step.say, *(task.say for task in step.hands)):
        if order.search(str(text)):
            return str(text)
    return ""


@pytest.mark.parametrize("slug", GAMES)
def test_no_own_phone_gives_an_order_to_somebody_else(slug) -> None:
    game, wrong, own = GAMES[slug], set(), set()
    for _, _, names, state in moments(slug):
        acting = game.to_act(redact(state, None))
        for seat in map(Seat, range(len(names))):
            view = view_for(game, state, seat)
            whose = {game.actor(state, choice.action) for choice in view.step.choices}
            is_asked = not whose.isdisjoint({seat, TABLE})
            step = step_for(owner_of(seat, names), view.step, acting, has_choices=is_asked)
            wrong.add(ordered(step, names, seat))
            own.add(str(step.say).partition(":")[0])
    assert wrong == {""}
    assert any(said.startswith(("Your turn", "You and")) for said in own)
    assert any(said.endswith((" is choosing …", " are choosing …")) for said in own)


ANN, BO = (owner_of(Seat(seat), ("Ann", "Bo", "Cy")) for seat in (0, 1))


@pytest.mark.parametrize(
    ("text", "to_ann", "to_bo"),
    [
        (
            say("{seat}: draw 1 card.", seat="Ann"),
            "You: draw 1 card.",
            "Ann does this: draw 1 card.",
        ),
        (
            say("{names}: discard.", names=listed(["Ann", "Cy"])),
            "You: discard.",
            "Ann and Cy do this: discard.",
        ),
        (
            say("{one} and {two}: swap hands.", one="Bo", two="Ann"),
            "Bo and you: swap hands.",
            "You and Ann: swap hands.",
        ),
        (say("Wave token to {name}.", name="Ann"), "Wave token to Ann.", "Wave token to Ann."),
    ],
)
def test_a_task_says_you_to_its_doer_and_who_does_it_to_all_others(text, to_ann, to_bo) -> None:
    task = Task(text, RuleId(""))
    assert [str(task_for(owner, task).say) for owner in (ANN, BO)] == [to_ann, to_bo]


def asked(room, client, seat: int) -> tuple[str, list[str]]:
    """Return the sentence and the titles of what can be entered on the own phone of a seat."""
    page = client.get(f"{room.address}/seats/{seat}").text
    (sentence,) = re.findall(r"<h1 data-say[^>]*>([^<]*)<", page)
    return sentence, re.findall(r'(?:class="tab"[^>]*><span>|data-group-title>)([^<]*)<', page)


def enter(room, text: str) -> None:
    data = {"action": text, "expected": room.match.seq}
    assert room.tablet.post(f"{room.address}/act", data=data).status_code == 303


def test_all_who_turn_up_an_elder_at_once_are_asked_on_their_own_phones(room) -> None:
    data = {"expected": room.match.seq, "task": "all"}
    assert room.tablet.post(f"{room.address}/steps", data=data).status_code == 303
    for seat, name in enumerate(GUESTS):
        says = "Your turn: turn up your Elder. Which one is it?"
        phone = room.device("seat", seat)
        assert asked(room, phone, seat) == (says, [name, "the extra place"])


def test_a_group_that_is_left_alone_on_an_own_phone_keeps_its_title(room) -> None:
    bo, cy = room.device("seat", 1), room.device("seat", 2)
    enter(room, "elder slot=1 card=scholar")
    says = "Turn up the extra Elder. Which one is it?"
    assert asked(room, bo, 1) == (says, ["the extra place"])
    enter(room, "elder slot=3 card=seer")
    assert asked(room, bo, 1) == ("Ann and Cy are choosing …", [])
    assert asked(room, cy, 2) == ("Your turn: turn up your Elder. Which one is it?", ["Cy"])


def test_without_a_host_an_own_phone_asks_its_own_seat_first(three) -> None:
    assert three.client.post(f"{three.address}/seats/1/own").status_code == 303
    page = three.page("/seats/1")
    assert "Your turn: turn up your Elder" in page
    first = re.search(r'class="pick" type="radio" name="group" value="([^"]+)"', page)
    assert first is not None
    assert first[1] == "slot-1"
