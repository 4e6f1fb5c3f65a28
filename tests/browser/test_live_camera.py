"""The camera of a page, in a browser that takes a film for one: it is set up, and it watches."""

import urllib.request

import pytest
from councils import COUNCIL, ENTRIES, picture

pytestmark = pytest.mark.browser

HEAD = "game waves\noption council=house\nseats Ann, Bo, Cy\n"


def entered(address: str) -> list[str]:
    with urllib.request.urlopen(f"{address}/transcript.txt") as answer:  # noqa: S310 - our own server
        return [line[2:] for line in answer.read().decode().splitlines() if line[0] == ">"]


@pytest.fixture
def filming(launch, tmp_path):
    """Open a page in a browser whose camera sees the council."""

    def start(address):
        path = tmp_path / "table.mjpeg"  # one JPEG after another
        path.write_bytes(picture(*COUNCIL) * 3)
        page = launch(
            "--use-fake-device-for-media-stream",
            "--use-fake-ui-for-media-stream",
            f"--use-file-for-fake-video-capture={path}",
        )
        page.goto(address)
        return page

    return start


def test_a_live_camera_enters_what_holds_still(server, filming):
    address = server.load(HEAD)
    page = filming(f"{address}/live")
    page.locator("[data-start]").click()
    page.locator("[data-said] li").nth(3).wait_for(timeout=30_000)
    assert 4 == page.locator("[data-said] li").count()
    assert set(ENTRIES) == set(entered(address))  # in whichever order they were read
    assert page.locator("video").is_visible()
    page.locator(".frame polygon.card").nth(3).wait_for(state="attached")
    page.locator("[data-stop]").click()
    assert "The camera is off." == page.locator("[data-camera-state]").inner_text()
    assert page.evaluate("document.querySelector('video').srcObject === null")


# A camera as the standard has it: what it is not asked for again it forgets, and an advanced set
# counts whole or not at all.
FOCUSING = """
(can) => {
  const now = { width: 1400, height: 1050, frameRate: 30, focusMode: "continuous",
    focusDistance: 0.4, exposureMode: "continuous", exposureTime: 120 };
  const fits = ([name, one]) => !name.endsWith("Mode") || can[name]?.includes(one);
  const track = MediaStreamTrack.prototype;
  window.asked = [];
  track.getCapabilities = () => can;
  track.getSettings = () => ({ ...now });
  track.applyConstraints = async (wanted) => {
    window.asked.push(wanted);
    now.width = wanted.width ? 1400 : 640;
    for (const set of wanted.advanced ?? [])
      if (Object.entries(set).every(fits)) Object.assign(now, set);
  };
}
"""
BOTH = {"focusMode": ["continuous", "manual"], "exposureMode": ["continuous", "manual"]}


@pytest.mark.parametrize(
    ("can", "said"),
    [
        (BOTH, "Focus and brightness are fixed."),
        ({"focusMode": ["single-shot"]}, "Focus is fixed; this device keeps"),
    ],
)
def test_setting_up_shows_the_live_picture_what_is_read_and_what_is_granted(
    server, filming, can, said
):
    address = server.load(HEAD)
    page = filming(f"{address}/camera")
    page.evaluate(FOCUSING, can)
    page.locator("[data-start]").click()
    page.locator(".frame polygon.card").nth(3).wait_for(state="attached", timeout=30_000)
    granted = page.locator("[data-granted]").filter(has_text=said)
    granted.wait_for(timeout=30_000)
    assert "1400 × 1050 pixels, 30 times a second" in granted.inner_text()
    assert "4 cards" in page.locator("[data-camera-state]").inner_text()
    assert page.locator("video").is_visible()
    assert [] == entered(address), "trying it enters nothing"
    if can == BOTH:
        first, last = (one["advanced"] for one in page.evaluate("window.asked"))
        assert [{"focusMode": "continuous"}, {"exposureMode": "continuous"}] == first
        assert [
            {"focusMode": "manual", "focusDistance": 0.4},
            {"exposureMode": "manual", "exposureTime": 120},
        ] == last


def test_where_the_browser_shows_no_camera_it_says_why_and_offers_the_photo(server, launch):
    page = launch("--host-resolver-rules=MAP table.local 127.0.0.1")
    address = server.load(HEAD)
    page.goto(f"{address.replace('127.0.0.1', 'table.local')}/live")
    assert "HTTPS" in page.locator("[data-camera-state]").inner_text()
    assert not page.locator("[data-start]").is_visible()
    file = {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": picture(*COUNCIL)}
    page.locator("form[data-photo] input[type=file]").first.set_input_files(file)
    page.locator("[data-look]").wait_for()
    assert ENTRIES == entered(address)
