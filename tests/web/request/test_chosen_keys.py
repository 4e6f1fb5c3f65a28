"""What a device sends again counts once, and no device spends the taps of another."""

JSON = {"Accept": "application/json"}


def test_a_key_that_one_device_has_chosen_stops_no_tap_of_another(room):
    phone = room.device("seat", 0)
    planted = {"key": "1 elder slot=1 card=scholar", "headers": JSON}
    assert room.enter(phone, "elder slot=0 card=scholar", **planted).status_code == 200
    assert room.enter(room.tablet, "elder slot=1 card=scholar", headers=JSON).status_code == 200
    assert room.match.heard() == 2
