"""What the table decides in War of Waves, whatever is waited for."""

import pytest
from laid_war_of_waves import (
    ANN,
    BO,
    FACES,
    START,
    WHOLE,
    Table,
    claimed,
    leaders,
    one,
    table,
    tied,
)

from referee.core import play
from referee.games.war_of_waves.components import Card
from referee.games.war_of_waves.state import Phase, conserved


def test_the_table_can_give_the_turn_back_and_it_begins_afresh() -> None:
    laid = table().lay(one(), one()).enter("build at=b2")
    laid.enter('overrule turn seat=0 why="Ann has not begun"')
    assert ([], 0, 0) == tuple(laid.values[name] for name in ("types", "turn", "turns"))
    laid.enter('overrule turn seat=1 why="Bo is on" by=1')
    assert 1 == laid.values["turn"]
    assert [BO] == [fact.by for fact in laid.found("table-decided")]


def test_the_table_can_say_what_a_card_is_and_then_it_is_known() -> None:
    laid = table().lay(one(), one())
    laid.enter('overrule value side=1 at=b1 kind=war card=1 value=4 why="It lay open"')
    assert [[None], [4]] == laid.section(1, "b1")


def test_a_card_taken_away_by_the_table_lets_war_cards_perish_too() -> None:
    laid = table().lay(one(builds=(None,), wars=(None, 2)), one())
    laid.enter('overrule remove side=0 at=b1 kind=build card=1 why="Wrong box"')
    assert ([[], []], [1, 2, 0, 0]) == (laid.section(0, "b1"), laid.values["discard"])


def test_a_card_placed_by_the_table_comes_from_the_hand_and_needs_room() -> None:
    laid = table().lay(one(), one(), hands=((1, 1, 0, 0), (0, 1, 0, 0)))
    laid.enter('overrule place seat=1 at=b1 kind=war why="It was laid"')
    assert ([[None], [None, None]], [0, 0, 0, 0]) == (
        laid.section(1, "b1"),
        laid.values["hands"][1],
    )
    assert ("hand", "not-in-hand") == laid.refused('overrule place seat=1 at=b2 kind=build why="x"')


def test_the_table_says_why_it_decides() -> None:
    laid = table().lay(one(), one())
    assert ("table", "no-reason") == laid.refused('overrule turn seat=1 why=" "')


def at_phase(phase: str) -> Table:
    """Lay a table that waits for something of this kind."""
    steps = {
        "deal": Table,
        "face": lambda: Table().enter(*START[:4]),
        "act": lambda: table().lay(one(), one()),
        "draw": lambda: leaders(1, 0, 0, 1).enter("leader name=poseidon"),
        "refill": lambda: table().lay(one(), one()).enter("build at=b2", "done"),
        "swap": lambda: leaders(1, 0, 1, 0).enter("leader name=hephaestus", "draw back=war"),
        "target": lambda: leaders(1, 0, 0, 1).enter("leader name=poseidon", "draw back=war"),
        "move": lambda: leaders(1, 0, 0, 1).enter("leader name=ares", "draw back=war"),
        "present": lambda: table().lay(one(), one()).enter(ON_WAR),
        "reveal": lambda: table().lay(one(), one()).enter(ON_WAR, "present card=war-2", "strike"),
        "claim": lambda: leaders(1, 0, 1, 0).enter("leader name=ceto", "draw back=war"),
        "cut": tied,
    }
    laid = steps[phase]()
    assert phase == laid.values["phase"]
    return laid


ON_WAR = "attack side=1 at=b1 kind=war cards=1"
PHASES = [phase.value for phase in Phase if phase is not Phase.OVER]
TURNLESS = ("deal", "face", "refill")


@pytest.mark.parametrize("phase", PHASES)
def test_the_table_can_mend_its_deck_list_whatever_is_waited_for(phase) -> None:
    laid = at_phase(phase)
    assert 0 == laid.state.table.deck_list.copies(Card.BUILD_5)
    deck, waiting = laid.values["deck"], laid.values
    laid.enter('overrule copies card=build-5 count=2 why="There are two"')
    assert 2 == laid.state.table.deck_list.copies(Card.BUILD_5)
    assert {**waiting, "deck": [deck[0] + 2, *deck[1:]]} == laid.values
    assert [("copies", "There are two")] == [
        (fact.what, fact.why) for fact in laid.found("table-decided")
    ]
    laid.enter('overrule back leader=ceto back=war why="Look"')


@pytest.mark.parametrize("phase", PHASES)
def test_the_table_can_mend_a_gateway_whatever_is_waited_for(phase) -> None:
    laid = at_phase(phase)
    offered = {type(one).__name__ for one in laid.game.optional_actions(laid.state)}
    expected = {"OverruleCopies", "OverruleBack"}
    expected |= set() if phase in TURNLESS else {"OverruleTurn"}
    gateway = {"OverruleValue", "OverruleRemove", "OverrulePlace"}
    expected |= (
        {"Dealt"} if phase == "deal" else gateway
    )  # several Leaders at once, told in a panel
    assert expected - {"OverrulePlace"} == offered - {"OverrulePlace"}
    for action in laid.game.optional_actions(laid.state):
        state, _ = play(laid.game, laid.state, action)
        waited_for = laid.game.to_act(state)
        assert bool(waited_for) != bool(laid.game.outcome(state))
        assert all(laid.game.legal_actions(state, seat) for seat in waited_for)
        if phase not in ("deal", "face"):
            assert sum(state.table.deck_list.counts()) - conserved(state) == (
                sum(laid.state.table.deck_list.counts()) - conserved(laid.state)
            )


@pytest.mark.parametrize(
    ("entry", "mend"),
    [
        ("face card=build-5", "overrule copies card=build-5 count=1"),
        ("face card=war-6", "overrule copies card=war-6 count=2"),
    ],
)
def test_a_card_that_the_list_lacks_leads_to_the_list(entry, mend) -> None:
    laid = Table(war="3,3,0,0,0,1").enter(*START[:2], "face card=war-6")
    ruling = laid.game.explain(laid.state, laid.game.parse(entry))
    assert ("cards", mend) == (ruling.rule, ruling.numbers["mend"])
    said = laid.game.voice.refusal(laid.state, laid.game.parse(entry), ruling)
    assert "The table decides" in str(said)
    laid.enter(f'{mend} why="It lies here"', entry)


def test_a_leader_whose_back_is_another_than_listed_leads_to_the_list() -> None:
    # Hephaestus and Ceto have a Build back by the list; in truth it is Ares instead of Ceto.
    laid = leaders(1, 0, 1, 0)
    ruling = laid.game.explain(laid.state, laid.game.parse("leader name=ares"))
    assert ("hand", "overrule back leader=ares back=build") == (
        ruling.rule,
        ruling.numbers["mend"],
    )
    laid.enter(f'{ruling.numbers["mend"]} why="See for yourself"', "leader name=ares")
    assert [0, 0, 1, 0] == [0, *laid.values["hands"][0][1:]]


def test_a_draw_that_the_list_does_not_allow_leads_to_the_list() -> None:
    laid = Table(leaders="build,build,build,build").enter(*START)
    laid.lay(one(), one()).enter("build at=b2", "fortify at=b1 kind=war", "done")
    ruling = laid.game.explain(laid.state, laid.game.parse("draw back=war leader=yes"))
    assert ("cards", "overrule back") == (ruling.rule, ruling.numbers["mend"])
    laid.enter('overrule back leader=ares back=war why="It is here"', "draw back=war leader=yes")


def test_a_known_leader_takes_its_back_along_wherever_it_lies() -> None:
    laid = Table().enter(*START[:2], "face card=ceto", *FACES[1:])
    laid.lay(one(), one(), hands=((0, 1, 0, 0), (1, 1, 0, 0)))
    deck = laid.values["deck"]
    laid.enter('overrule back leader=ceto back=war why="In the row"')
    assert deck == laid.values["deck"]
    laid.enter("fortify at=b1 kind=war", "done")
    assert [0, 0, 0, 1] == laid.values["hands"][0]
    laid.enter('overrule back leader=ceto back=build why="In the hand"')
    assert [0, 0, 1, 0] == laid.values["hands"][0]


def test_a_list_cannot_have_fewer_cards_than_lie_there() -> None:
    laid = table()
    assert ("cards", "copies") == laid.refused('overrule copies card=build-1 count=0 why="x"')
    assert ("cards", "copies") == laid.refused('overrule copies card=build-1 count=13 why="x"')
    assert ("cards", "leaders-once") == laid.refused('overrule copies card=ares count=2 why="x"')
    laid.enter('overrule copies card=build-1 count=1 why="Only this one"')
    assert 26 - 7 == laid.values["deck"][0]
    laid.state = laid.state._replace(deck=(2, 2, 0, 0))
    assert ("cards", "copies") == laid.refused('overrule copies card=build-2 count=5 why="x"')
    assert ("cards", "no-such-back") == laid.refused('overrule back leader=ares back=build why="x"')


def test_a_draw_from_a_deck_that_has_nothing_after_all_is_let_go() -> None:
    laid = table().lay(one(), one()).enter("build at=b2", "fortify at=b1 kind=war")
    laid.state = laid.state._replace(deck=(1, 0, 0, 0))
    laid.enter("done")
    assert ("draw", 2) == (laid.values["phase"], laid.values["draws"])
    laid.enter('overrule copies card=build-4 count=7 why="The deck is empty"')
    assert ("act", 1, 0) == tuple(laid.values[name] for name in ("phase", "turn", "draws"))


def test_a_mended_list_is_kept_for_the_next_game() -> None:
    laid = table().enter('overrule copies card=war-5 count=3 why="Three"')
    assert "3" == laid.game.learned(laid.state)["copies war 5"]


@pytest.mark.parametrize("phase", ["draw", "swap", "present", "reveal", "claim", "cut"])
def test_a_turn_given_back_takes_nothing_along_of_what_had_begun(phase) -> None:
    laid = at_phase(phase)
    total = conserved(laid.state)
    laid.enter('overrule turn seat=0 why="Once more"')
    values = laid.values
    assert ("act", 0, 0, [], []) == tuple(
        values[name] for name in ("phase", "turn", "draws", "attackers", "to_reveal")
    )
    assert total == conserved(laid.state)


def test_a_card_taken_away_under_attack_leaves_the_attack_and_the_others_move_up() -> None:
    laid = table().lay(one(), one(wars=(None, None)))
    laid.enter("attack side=1 at=b1,b1 kind=war,war cards=1,2", "present card=war-2", "strike")
    laid.enter('overrule remove side=1 at=b1 kind=war card=1 why="Never there"')
    assert ([[1, "b1", "war", 1]],) * 2 == (laid.values["targets"], laid.values["to_reveal"])
    laid.enter('overrule remove side=1 at=b1 kind=war card=1 why="Nor this"')
    assert ("act", [], [9, 9, 0, 0], ["attack"]) == tuple(
        laid.values[name] if name != "hands" else laid.values["hands"][0]
        for name in ("phase", "targets", "hands", "types")
    )


def test_a_number_that_the_table_knows_decides_the_attack() -> None:
    laid = at_phase("reveal")
    laid.enter('overrule value side=1 at=b1 kind=war card=1 value=2 why="It lay open"')
    assert [True] == [fact.won for fact in laid.found("attack-decided")]
    assert "act" == laid.values["phase"]


def test_a_gateway_that_the_table_changes_is_tested_again() -> None:
    laid = claimed().enter("done")
    laid.enter('overrule value side=0 at=b1 kind=build card=1 value=1 why="Seen"')
    assert 6 == len(laid.values["to_reveal"])
    laid.enter('overrule remove side=0 at=g1 kind=build card=1 why="Wrong box"')
    assert (["V31"], "act", 0, []) == (
        [fact.rule for fact in laid.found("claim-lapsed")],
        *(laid.values[name] for name in ("phase", "turn", "to_reveal")),
    )


def test_a_tie_that_the_table_changes_is_added_up_again() -> None:
    laid = tied().enter("cut seat=0 card=build-4")
    laid.enter('overrule value side=1 at=g1 kind=build card=1 value=3 why="Look again"')
    assert ("gateway", (ANN,)) == (laid.state.outcome.reason, laid.state.outcome.winners)


def test_a_second_claim_that_the_table_made_wrong_is_not_looked_at() -> None:
    laid = claimed(WHOLE)
    laid.enter("fortify at=g1 kind=build", "done claim=yes")
    assert "refill" == laid.values["phase"]
    laid.enter('overrule remove side=1 at=g2 kind=build card=1 why="Not a Build card"')
    laid.enter("face card=war-1")
    assert [BO] == [fact.seat for fact in laid.found("claim-lapsed")]
    assert {0} == {spot[0] for spot in laid.values["to_reveal"]}
