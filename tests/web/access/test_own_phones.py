"""An own phone stays one person's, and no table is ever left without a way on."""

import pytest

from referee.core import Seat
from referee.match import DeviceRole, Hold


def phone_of_ann(parlour, *, hosting):
    phone = parlour.device()
    if hosting:
        assert phone.post(f"{parlour.address}/screens/claim").status_code == 303
    assert phone.post(f"{parlour.address}/seats/0/own").status_code == 303
    return phone


def desk_of(parlour):
    return parlour.app.extensions["referee"]


@pytest.mark.parametrize("hosting", [True, False])
def test_on_an_own_phone_nobody_else_opens_hidden_cards(parlour, hosting):
    phone = phone_of_ann(parlour, hosting=hosting)
    slip = parlour.slip(parlour.device().get(f"{parlour.address}/seats/1/cover").text)
    refused = phone.post(f"{parlour.address}/seats/1/open", data={"slip": slip})
    assert refused.status_code == 403
    assert "This is Ann’s phone. Bo can open" in refused.text
    assert set(desk_of(parlour).holders.of(parlour.match.id)) == {Seat(0)}
    assert phone.get(f"{parlour.address}/seats/0").status_code == 200
    assert parlour.enter(phone, "pass seat=0", seat=0).status_code == 303


@pytest.fixture
def brought_over(parlour):
    """Return a host's own phone on which an earlier version has opened Bo's cards too."""

    def phone(*, hosting=True):
        found = phone_of_ann(parlour, hosting=hosting)
        store = desk_of(parlour).lobbies.store
        device = store.holds(parlour.match.id)[Seat(0)].device
        store.hold(parlour.match.id, Seat(1), Hold(device, own=False))
        return found

    return phone


def test_a_host_with_two_seats_since_an_earlier_version_still_looks_after_the_table(
    parlour, brought_over
):
    phone = brought_over()
    assert parlour.enter(phone, "pass seat=0").status_code == 303
    undone = phone.post(f"{parlour.address}/undo", data={"expected": parlour.match.heard()})
    assert undone.status_code == 303
    assert phone.post(f"{parlour.address}/seats/1/release").status_code == 303
    assert phone.get(f"{parlour.address}/seats/0").status_code == 200


def test_a_host_that_lets_go_of_its_own_seat_of_two_stays_the_host(parlour, brought_over):
    phone = brought_over()
    assert phone.post(f"{parlour.address}/seats/0/release", data={"sure": "yes"}).status_code == 303
    assert parlour.enter(phone, "pass seat=0").status_code == 303
    assert desk_of(parlour).lobbies.store.lobby(parlour.match.id).host


@pytest.mark.parametrize("part", ["seat", "table"])
def test_a_phone_with_two_seats_since_an_earlier_version_joins_anew(parlour, brought_over, part):
    lobbies = desk_of(parlour).lobbies
    phone = brought_over()
    tablet = parlour.device()
    assert tablet.post(f"/j/{lobbies.of(parlour.match.id).code}", data={"part": "television"})
    (other,) = (
        one for one, guest in lobbies.store.guests(parlour.match.id).items()
        if guest.role is DeviceRole.TELEVISION
    )  # fmt: skip
    lobbies.pass_on(parlour.match.id, other)
    data = {"part": part, "seat": 0}
    joined = phone.post(f"/j/{lobbies.of(parlour.match.id).code}", data=data)
    assert joined.status_code == 303
    if part == "seat":
        assert set(lobbies.holders.of(parlour.match.id)) == {Seat(0)}
        assert phone.get(f"{parlour.address}/seats/0").status_code == 200
