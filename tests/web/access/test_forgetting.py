"""What a match that is forgotten leaves behind: nothing."""

SIDES = {"left": "0", "top": "0", "right": "50", "bottom": "100"}
DRAWN = {f"{side}-{at}": "" if at else to for side, to in SIDES.items() for at in range(4)}


def test_the_camera_places_of_a_forgotten_match_are_gone_and_no_others(three, seat, here):
    other = seat("Di", "Ed", "Fay", council="house")
    for table in (three, other):
        drawn = table.client.post(f"{table.address}/camera/zones", data=DRAWN)
        assert drawn.status_code == 303
    store = here.holders.store
    before = set(store.all_kept())
    assert three.client.post(f"{three.address}/delete").status_code == 303
    gone = before - set(store.all_kept())
    assert len(gone) == 1
    assert all(three.match.id in name for name in gone)
