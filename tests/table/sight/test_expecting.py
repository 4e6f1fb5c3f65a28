"""A photo is looked at closely where a card is missed, as far as markers tell where that is."""

import pytest
from councils import COUNCIL, code_text, dim_picture, picture

from camera.scans import centre
from referee.core import Setup, play
from referee.games import load_all
from referee.table.sight.expected import REACH_MM, ExpectedAreas
from referee.table.sight.observations import Zone
from referee.table.sight.pictures import take
from referee.table.sight.watch import Watcher

WAVES = load_all()["waves"]
STATE = WAVES.setup(Setup(("Ann", "Bo", "Cy"), (("council", "house"),)))
DIM = code_text(COUNCIL[0], 1)


def laid(scene, *spots):
    """Lay the Elders of some spots, where only the markers of the seats tell the places."""
    table = scene("waves", 4)
    table.mat = False
    for spot in spots:
        table.lay(COUNCIL[spot], spot, copy=spot + 1)
    return table


def texts(taken):
    return {code.text for code in taken.scan.codes}


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("corners", [True, False], ids=["a mat", "seats only"])
def test_a_card_too_dim_for_the_whole_picture_is_found_where_it_is_expected(corners, seed):
    data = dim_picture(corners=corners, seed=seed)
    rest = {code_text(card, spot) for spot, card in enumerate(COUNCIL, 1)} - {DIM}
    assert rest == texts(take(data, budget_s=60))
    expecting = Watcher(WAVES).expecting(STATE)
    assert rest | {DIM} == texts(take(data, budget_s=60, expecting=expecting))


def test_nothing_is_looked_for_again_where_all_cards_were_seen(scene):
    assert () == ExpectedAreas(WAVES, STATE).areas(laid(scene, 0, 1, 2, 3).scan())


def test_what_lies_there_by_what_was_entered_is_looked_for_and_what_was_seen_is_not(scene):
    state = STATE
    for spot, card in enumerate(COUNCIL):
        state, _ = play(WAVES, state, WAVES.parse(f"elder slot={spot} card={card}"))
    table = laid(scene, 0, 1, 3)
    (area,) = ExpectedAreas(WAVES, state).areas(table.scan())
    marker = table.scan().markers[2]
    assert centre(marker.corners) == pytest.approx(centre(area))
    # Two pixels are a millimetre in these scans.
    assert area[2][0] - area[0][0] == pytest.approx(2 * 2 * REACH_MM)


def test_a_spot_whose_marker_is_not_seen_is_looked_for_nowhere(scene):
    table = laid(scene)
    gone = min(table.marks)
    del table.marks[gone]
    assert 3 == len(ExpectedAreas(WAVES, STATE).areas(table.scan()))


def test_a_drawn_place_counts_instead_of_the_marker(scene):
    zone = Zone(0, 0.25, 0.6, 0.75, 1.0)
    areas = ExpectedAreas(WAVES, STATE, (zone,)).areas(laid(scene, 1, 2, 3).scan())
    assert [pytest.approx((600, 640))] == [centre(area) for area in areas]


def test_a_marker_that_was_seen_before_tells_the_place_on_a_mat():
    watcher = Watcher(WAVES)
    watcher.look(STATE, take(picture(), budget_s=60).scan)
    # In the next photo the marker of one seat is covered; its Elder is missed all the same.
    covered = take(picture(marks=3), budget_s=60).scan
    areas = watcher.expecting(STATE).areas(covered)
    assert 4 == len(areas)
    assert 3 == len(ExpectedAreas(WAVES, STATE).areas(covered))
