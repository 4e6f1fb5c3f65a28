"""Scenes: the moments that a table waits for, each as the rulebook has it and nothing secret."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from conformance import CANARY, planted, texts
from laid_war_of_waves import RIGHT, WHOLE, claimed, one, tied
from laid_war_of_waves import table as war_table

from referee.core import AnyGame, Fact, Overrule, Scene, Seat, play, read_transcripts, redact
from referee.core.transcripts import Mark
from referee.games import load_all

Step = tuple[object, tuple[Fact, ...]]

MOMENTS: Mapping[str, Mapping[str, str]] = {
    "waves": {
        "open-majority": "stacks",
        "true-majority": "stacks",
        "rotated": "row",
        "collection": "duel",
        "won": "end",
        "round-limit": "end",
    },
    "rolling": {
        "fired": "scale",
        "chest-buried": "row",
        "level-earned": "row",
        "ports-income": "row",
        "spirits-used": "duel",
        "end-reached": "end",
    },
    "war-of-waves": {
        "attack-decided": "scale",
        "bridge-ready": "row",
        "gateway-complete": "row",
        "claimed": "row",
        "gateway-checked": "row",
        "leader-played": "row",
        "tie-broken": "duel",
        "cut-decided": "duel",
        "won": "end",
        "drew": "end",
    },
    "wave": {"swapped": "row", "result": "end"},
    "spoof": {},
}
"""The facts that people at a table look up for, by game, and as what they are shown."""


def played(game: AnyGame, path: Path) -> tuple[Step, ...]:
    """Play a transcript, and return each state with what followed, but for overrules."""
    if path not in KNOWN:
        KNOWN[path] = tuple(_played(game, path))
    return KNOWN[path]


KNOWN: dict[Path, tuple[Step, ...]] = {}


def _played(game: AnyGame, path: Path) -> Iterator[Step]:
    transcript = next(read_transcripts(path.read_text("utf-8").splitlines()))
    state = game.setup(transcript.setup)
    for line in transcript.lines:
        if line.mark is Mark.ENTRY:
            action = game.parse(line.text)
            state, facts = play(game, state, action)
            if not isinstance(action, Overrule):
                yield state, facts


def shown(game: AnyGame, state: object, facts: tuple[Fact, ...]) -> tuple[Scene, ...]:
    return game.scenes(redact(state, None), redact(facts, None))


def columns(scene: Scene) -> list[tuple[str, int, str, bool]]:
    """Return of each column: label, count of pieces, number, whether it prevailed."""
    return [(str(side.label), len(side.pieces), side.number, side.won) for side in scene.sides]


def said(scene: Scene) -> tuple[str, str, str, str]:
    return str(scene.title), str(scene.verdict), str(scene.why), scene.rule


# ---------------------------------------------------------------- all games


def deserved(game: AnyGame, facts: tuple[Fact, ...]) -> Counter[str]:
    """Count the scenes of each kind that these facts ask for; a Leader without effect asks none."""
    moments = MOMENTS["waves" if game.info.slug == "breakers" else game.info.slug]
    told = [fact for fact in facts if getattr(fact, "effect", True)]
    return Counter(moments[fact.kind] for fact in told if fact.kind in moments)


def test_every_moment_that_a_table_waits_for_has_a_scene_and_nothing_else_has(
    game, transcripts
) -> None:
    found = set()
    for path in transcripts(game):
        for state, facts in played(game, path):
            wanted = deserved(game, facts)
            kinds = Counter(scene.kind for scene in shown(game, state, facts))
            if game.info.slug == "wave" and game.outcome(state):
                kinds.pop("duel", None)  # a card that does not fit, which is not a fact of its own
            if "end" in wanted:  # it shows the sums of both gateways, and comes once
                wanted.pop("row", None)
                kinds.pop("row", None)
            assert wanted.keys() == kinds.keys(), (path.name, facts)
            for kind in ("stacks", "duel", "scale"):
                assert wanted[kind] == kinds[kind], (path.name, facts)
            found |= {fact.kind for fact in facts}
    moments = MOMENTS["waves" if game.info.slug == "breakers" else game.info.slug]
    assert moments.keys() <= found, "no transcript shows these moments"


def test_a_scene_cites_a_rule_and_says_whole_sentences(game, transcripts) -> None:
    for path in transcripts(game):
        for state, facts in played(game, path):
            for scene in shown(game, state, facts):
                assert scene.rule in game.rulebook
                assert str(scene.title).strip()
                assert [] == [text for text in texts(scene) if "{" in str(text)]


@pytest.mark.parametrize("slug", ["rolling", "war-of-waves"])
def test_no_scene_names_what_only_a_seat_knows(slug, transcripts) -> None:
    # Of the others, the machine of all games asks the same.
    game = load_all()[slug]
    for path in transcripts(game):
        for state, facts in played(game, path):
            for reader in (None, Seat(0), Seat(1)):
                hidden = planted(state, reader)
                if hidden != state:
                    scenes = game.scenes(
                        redact(hidden, reader), redact(planted(facts, reader), reader)
                    )
                    assert CANARY not in repr([[str(text) for text in texts(s)] for s in scenes])


def test_the_end_is_a_scene_of_its_own_as_long_as_the_game_is_over(game, transcripts) -> None:
    has_scenes = game.info.slug != "spoof"  # a game need not have any
    for path in transcripts(game):
        for state, facts in played(game, path):
            ends = [scene for scene in shown(game, state, facts) if scene.kind == "end"]
            assert len(ends) == (has_scenes and game.outcome(state) is not None)


# ---------------------------------------------------------------- Waves


@pytest.fixture
def example() -> Callable[..., list[Scene]]:
    """Return a function that returns the scenes after the last entry of a golden transcript."""

    def scenes_of(slug: str, name: str) -> list[Scene]:
        folder = Path(__file__).parents[2] / "referee" / "games" / slug / "transcripts"
        game = load_all()[slug.replace("_", "-")]
        *_, (state, facts) = played(game, folder / f"{name}.txt")
        return list(shown(game, state, facts))

    return scenes_of


def test_the_open_majority_is_counted_in_stacks(example) -> None:
    # The rulebook's first example: a Scholar, a Keeper and two Seers, who bring 2 Shells.
    (scene,) = example("waves", "example-open-majority")
    assert said(scene) == ("Open Majority: Seers", "2 Shells in the centre.", "", "open-majority")
    assert columns(scene) == [
        ("Scholars", 1, "1", False),
        ("Keepers", 1, "1", False),
        ("Seers", 2, "2", True),
    ]


def test_a_tie_says_that_the_highest_number_decides(table) -> None:
    laid = table("council scholar,keeper,knight,seer")
    (scene,) = shown(laid.game, laid.state, laid.facts)
    assert said(scene) == (
        "Open Majority: Seers",
        "2 Shells in the centre.",
        "Scholars, Keepers, Knights and Seers tie at 1: the highest number, 4, decides.",
        "W2",
    )


def test_the_true_majority_counts_rebels_and_says_what_its_tablet_does(example) -> None:
    # The second example: two Scholar Rebels more make three Scholars.
    (scene,) = example("waves", "example-true-majority")
    assert str(scene.title) == "True Majority: Scholars"
    assert str(scene.verdict).startswith("“Scholars have 6” is active. ")
    assert columns(scene) == [
        ("Scholars", 3, "3", True),
        ("Keepers", 1, "1", False),
        ("Knights", 1, "1", False),
        ("Seers", 2, "2", False),
    ]


def test_each_test_of_an_elder_is_a_duel_in_the_order_of_the_waves(example) -> None:
    # The third example: Bo's Noble beats a Seer, Cy's Scholar with 6 another one, and no Shell
    # is left for Di.
    scenes = example("waves", "example-collecting-elders")
    assert [said(scene)[:2] for scene in scenes] == [
        ("Bo collects the Seer", "5 is more than 4. 1 Shell left."),
        ("Cy collects the Seer", "6 is more than 4. 0 Shells left."),
        ("The Keeper goes to Di’s hand", "No Shell is left."),
    ]
    assert columns(scenes[1]) == [("Agent: Scholar", 1, "6", True), ("Elder: Seer", 1, "4", False)]
    assert [str(side.detail) for side in scenes[1].sides] == ["printed: 1", ""]


def test_a_rotated_council_is_shown_where_it_is_now(table) -> None:
    # Seers hold both majorities; each Elder goes one place counterclockwise.
    laid = table(
        "council seer,seer,scholar,noble",
        "follows 0,1,2,3",
        tablets="scholars-six,equal-or-lower,knights-calm,rotate-elders,nobles-calm",
    )
    majority, scene = shown(laid.game, laid.state, laid.facts)
    assert (majority.kind, scene.kind) == ("stacks", "row")
    assert [(str(side.label), str(side.pieces[0].label)) for side in scene.sides] == [
        ("Ann", "Seer"),
        ("Bo", "Scholar"),
        ("Cy", "Noble"),
        ("Di", "Seer"),
    ]


def test_the_end_of_waves_shows_the_winners_first_with_what_they_have(example) -> None:
    # Bo and Di win in round 7 with all classes, one of them twice; Ann and Cy have four.
    scene = example("waves", "game-teams-of-four")[-1]
    assert said(scene)[1::2] == ("With all 5 classes.", "goal")
    assert columns(scene) == [("B: Bo and Di", 5, "", True), ("A: Ann and Cy", 4, "", False)]
    assert str(scene.sides[0].detail) == "5 classes, 6 Elders"


# ---------------------------------------------------------------- the other games


def test_an_attack_is_a_scale_with_what_it_needs() -> None:
    # War against Build needs twice as much: 5 against 2 × 2.
    laid = war_table().lay(one(), one(wars=())).attack("1 b1 build 1", "war-3", "war-2", shows="2")
    (scene,) = shown(laid.game, laid.state, laid.facts)
    assert (scene.kind, *said(scene)[:2]) == ("scale", "Ann’s attack succeeds", "5 is at least 4.")
    assert columns(scene) == [("Ann", 2, "5", True), ("Bo", 1, "4", False)]
    assert str(scene.sides[1].detail) == "2 × 2"


def test_a_claim_shows_the_sections_that_are_there() -> None:
    laid = claimed()
    assert [said(one)[0] for one in shown(laid.game, laid.state, laid.facts)] == [
        "Ann claims a complete gateway"
    ]
    assert columns(shown(laid.game, laid.state, laid.facts)[0]) == [("Ann", 7, "", False)]


def test_the_end_of_war_says_why_with_the_sums() -> None:
    # 1, 3, 3 and 1 are all odd; 2, 4 and 3 follow each other.
    laid = claimed(WHOLE).enter("done claim=no").reveal(*RIGHT)
    (end,) = shown(laid.game, laid.state, laid.facts)
    assert said(end)[1] == "With a complete gateway to Atlantis."
    assert columns(end) == [("Bridge of Ann", 4, "", True), ("Gate of Ann", 3, "", True)]
    assert [str(side.detail) for side in end.sides] == ["all odd", "in sequence"]


def test_two_right_gateways_are_decided_by_leaders_and_then_by_a_cut() -> None:
    laid = tied()
    kinds = [(scene.kind, str(scene.title)) for scene in shown(laid.game, laid.state, laid.facts)]
    assert kinds[-1] == ("duel", "Both gateways are valid: Leaders in hand decide")
    laid.enter("cut seat=0 card=war-4", "cut seat=1 card=build-2")
    cut, end = shown(laid.game, laid.state, laid.facts)
    assert columns(cut) == [("Ann", 1, "4", True), ("Bo", 1, "2", False)]
    assert end.kind == "end"


def test_cannons_are_a_scale_of_shots_and_hull() -> None:
    # The rulebook's example: 3 shots at a Hull of level 2 take one die; Ports bring 2 + 1 and 1.
    game = load_all()["rolling"]
    path = Path(__file__).parents[2] / "referee/games/rolling/transcripts"
    steps = list(played(game, path / "example-ports-and-cannon.txt"))
    (fired,) = shown(game, *steps[-2])
    assert (fired.kind, str(fired.title)) == ("scale", "Ann steals 1 die from Bo")
    assert columns(fired) == [("Shots of Ann", 1, "3", True), ("Hull of Bo", 1, "2", False)]
    levels, ports = shown(game, *steps[-1])
    assert columns(levels) == [("Ann", 1, "12", False)]
    assert str(levels.sides[0].detail) == "Ports, level 2"
    assert columns(ports) == [("Ann", 1, "+3", True), ("Bo", 1, "+1", False)]


def test_a_card_that_does_not_fit_lies_beside_the_one_to_beat(example) -> None:
    duel, end = example("wave", "end-wrong-card-of-silver")
    assert said(duel)[:2] == (
        "Red 1 does not fit on Blue 3",
        "It takes a higher number or colour.",
    )
    # The start card, and one laid on it.
    assert columns(end) == [("Cards laid", 0, "2", False)]
