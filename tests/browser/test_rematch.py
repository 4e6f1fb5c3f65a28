"""Playing again with the same people: their screens go along by themselves."""

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.unseen]

SOON_MS = 10_000
FINGER_MS = 300
"""A tap that comes sooner after the screen has changed is none."""
FORGIVEN = r"ERR_|Failed to load resource"


@pytest.fixture
def tablet(open_page, server):
    """Open a match of WAVE on the table's tablet."""
    page = open_page(f"{server.url}/new/wave", forgive=FORGIVEN)
    page.locator("form button.main").last.click()
    page.locator("#screen").wait_for()
    return page


@pytest.fixture
def device(tablet, open_page, server):
    """Return a function that lets another device join as what it is."""
    code = tablet.request.get(f"{tablet.url}/join").text().split('data-code="')[1][:6]

    def joined(tool, size):
        page = open_page(f"{server.url}/j/{code}", size, forgive=FORGIVEN)
        page.locator(f'[data-tool="{tool}"]').first.click()
        page.locator("#screen").wait_for()
        page.locator('#light[data-state="on"]').wait_for(state="attached")
        return page

    return joined


def end(tablet):
    """Let somebody talk about cards, which ends the game at once."""
    seq = tablet.locator("#screen").get_attribute("data-seq")
    for action in ("start card=orange-2", "talk seat=1"):
        tablet.request.post(
            f"{tablet.url}/act",
            form={"action": action, "expected": seq, "sure": "yes"},
            headers={"Origin": tablet.url.partition("/matches")[0]},
        )
        seq = str(int(seq) + 1)
    tablet.locator('#screen[data-over="yes"]').wait_for()


def play_again(tablet):
    tablet.wait_for_timeout(FINGER_MS)
    tablet.locator('[data-tool="rematch"]').click()
    tablet.locator('#screen[data-over="no"]').wait_for()


def test_phones_and_television_go_along_to_the_next_match_of_the_same_people(tablet, device):
    phone, television = device("sit", "phone"), device("television", "television")
    before = tablet.url
    end(tablet)
    for screen in (phone, television):
        screen.locator('#screen[data-over="yes"]').wait_for()
    play_again(tablet)
    assert tablet.url != before
    phone.wait_for_url(f"{tablet.url}/seats/0", timeout=SOON_MS)
    television.wait_for_url(f"{tablet.url}/show", timeout=SOON_MS)


def test_whoever_looks_back_at_a_game_that_is_over_stays_there(tablet, device):
    television = device("television", "television")
    before = tablet.url
    end(tablet)
    play_again(tablet)
    television.wait_for_url(lambda url: before not in url, timeout=SOON_MS)
    television.goto(f"{before}/show")
    television.locator('#light[data-state="on"]').wait_for(state="attached")
    assert television.locator('#screen[data-over="yes"]').count() == 1
