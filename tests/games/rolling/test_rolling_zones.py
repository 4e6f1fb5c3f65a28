"""What lies in the tray and on the maps of Rolling with the Waves, and what enters itself."""

from laid_rolling import DRAFTED, ROUND, Table

from referee.core import Piece, redact


def pieces(laid: Table, zone: str) -> tuple[Piece, ...]:
    zones = laid.game.view(redact(laid.state, None), None).zones
    return next(one.pieces for one in zones if one.id == zone)


def test_a_die_that_is_taken_leaves_its_place_empty_so_that_no_other_moves(table) -> None:
    laid = table().roll(ROUND).draft("y3 c5")  # rolled: red 1 and 2, yellow 1 and 3, clear 2 and 5
    lying = [(one.number, one.colour, one.empty) for one in pieces(laid, "pool")]
    assert lying == [
        *(("1", "red", False), ("2", "red", False)),
        *(("1", "yellow", False), ("3", "yellow", True)),
        *(("2", "clear", False), ("5", "clear", True)),
    ]
    assert pieces(laid.draft("r1 y1 r2 c2"), "pool") == ()


def test_of_two_dice_alike_only_one_is_taken(table) -> None:
    laid = table().roll("r1 r2 y3 y1 c5 c5").draft("c5")
    assert [one.empty for one in pieces(laid, "pool")] == [False] * 4 + [True, False]


def test_what_was_just_written_is_marked_until_the_next_entry(drafted) -> None:
    laid = drafted((0, "hull", 6)).lay("1>raise 2>chest-1 5>hull", "3>ports 1>small 2>crew")
    assert [(one.number, str(one.detail)) for one in pieces(laid, "0.hull")[:3]] == [
        *(("6", ""), ("5", "just written"), ("", "")),
    ]
    laid.roll("r1")
    assert {str(one.detail) for one in pieces(laid, "0.hull")} == {""}


def test_a_shot_that_has_one_target_is_fired_by_itself(table) -> None:
    laid = table()
    for chest in (1, 3):
        laid.put(1, f"chest-{chest}", 1)
        laid.enter(f'overrule buried seat=1 chest={chest} buried=yes why="so we begin"')
    laid.put(0, "small", 6).put(1, "chest-2", 4).roll(ROUND).draft(DRAFTED)
    laid.lay("5>small 1>crew 2>hull", "3>hull 1>crew 2>large")
    assert [laid.game.format(one) for one in laid.game.answers(laid.state)] == [
        "fire seat=0 guns=small target=1 chest=2",
    ]


def test_a_shot_with_two_targets_waits_for_its_player(drafted) -> None:
    laid = drafted((0, "small", 6)).lay("5>small 1>crew 2>hull", "3>hull 1>crew 2>large")
    assert list(laid.game.answers(laid.state)) == []  # three chests of one player
