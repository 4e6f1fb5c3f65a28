"""Takes the pictures that the README shows, from the running product.

`make screenshots` starts the referee with an empty folder, loads a golden game up to a moment
worth seeing, and writes the pictures beside this script.
"""

import contextlib
import importlib.util
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, FilePayload, Page, sync_playwright

from referee.games import load_all
from referee.table.sight.virtual import Laid, View, VirtualTable, as_file

HERE: Final = Path(__file__).parent
GAMES: Final = HERE.parents[1] / "referee" / "games"
PICTURES: Final = HERE / "pictures"
WAVES: Final = GAMES / "waves" / "transcripts" / "game-teams-of-four.txt"
WAVE: Final = GAMES / "wave" / "transcripts" / "game-four-players.txt"
WAR: Final = GAMES / "war_of_waves" / "transcripts" / "game-four-leaders.txt"
NAMES: Final = ("Ann", "Ben", "Cleo", "Dan")
DEADLINE_S: Final = 20
LARGEST: Final = 150_000
STRONG: Final = 110
TABLE: Final = "192.168.1.20:8000"
"""What a table's address looks like; the browser is told where it really is."""


@dataclass(frozen=True)
class Picture:
    """What a picture shows: which moment, on which screen; `tap` opens a panel.

    `elders` lie on the table that a photo is then taken of.
    """

    name: str
    entries: int
    size: tuple[int, int]
    scheme: str = "light"
    path: str = ""
    tap: str = ""
    game: Path = WAVES
    elders: tuple[str, ...] = ()


COUNCIL: Final = 4
LAID: Final = ("keeper", "seer", "scholar", "knight")
"""What lies on the table of the photo: the Elder of the second seat was entered wrongly."""

PLAY: Final = 31
REVEALS: Final = 34
COLLECTED: Final = 42
RIDE: Final = 12
SIEGE: Final = 50
ALL: Final = (
    Picture("tablet", PLAY, (1180, 820)),
    Picture("night", REVEALS, (1024, 640), "dark"),
    Picture("phone", PLAY, (360, 740)),
    Picture("television", REVEALS, (1920, 1080), path="/show"),
    Picture("why", COLLECTED, (1180, 820), tap='[data-tool="why"]'),
    Picture("wave", RIDE, (1024, 700), game=WAVE),
    Picture("war", SIEGE, (1024, 700), game=WAR),
    Picture("photo", COUNCIL, (1024, 860), path="/sightings", elders=LAID),
)


def begun(game: Path, entries: int) -> str:
    """Cut a game after some of its entries."""
    kept, left = [], entries
    for line in game.read_text("utf-8").splitlines():
        if line.startswith(">"):
            left -= 1
            if left < 0:
                break
        if not line.startswith(("=", "!", "outcome", "#")):
            count = line.count(",") + 1 if line.startswith("seats ") else 0
            kept.append(re.sub("^seats .*", f"seats {', '.join(NAMES[:count])}", line))
    return "\n".join(kept)


@contextlib.contextmanager
def served(folder: Path) -> Iterator[int]:
    """Start the referee, and return its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [str(Path(sys.executable).with_name("referee")), "serve", "--host", "127.0.0.1"]
    process = subprocess.Popen([*command, "--port", str(port), "--data", str(folder)])
    try:
        until = time.monotonic() + DEADLINE_S
        while time.monotonic() < until:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait(DEADLINE_S)


def load(port: int, text: str) -> str:
    """Begin a match from a transcript, and return its address."""
    here = HTTPConnection("127.0.0.1", port, timeout=DEADLINE_S)
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    here.request("POST", "/transcripts", urllib.parse.urlencode({"text": text}), kind)
    answer = here.getresponse()
    if answer.status != HTTPStatus.SEE_OTHER:
        raise RuntimeError(answer.read().decode())
    path = urllib.parse.urlsplit(answer.headers["Location"]).path
    return f"http://{TABLE}{path}"


def take(browser: Browser, port: int, picture: Picture) -> None:
    """Open the moment and take its picture."""
    width, height = picture.size
    page: Page = browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if picture.scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    page.goto(load(port, begun(picture.game, picture.entries)) + picture.path)
    if not picture.elders:
        page.locator('#light[data-state="on"]').wait_for(state="attached")
    page.evaluate("() => document.fonts.ready")
    if picture.elders:
        compare(page, picture.elders)
    if picture.tap:
        page.locator(picture.tap).first.click()
        page.locator("dialog[open] .sheet").wait_for()
        page.wait_for_timeout(600)
    file = PICTURES / f"{picture.name}.png"
    page.screenshot(path=file)
    page.close()
    shrink(file)


def compare(page: Page, elders: Sequence[str]) -> None:
    """Return a photo of a table with these Elders, and lay screen and table side by side."""
    table = VirtualTable(load_all()["waves"], len(elders))
    cards = [
        Laid(card, *table.at(slot, 110), copy=slot + 1) for slot, card in enumerate(elders) if card
    ]
    data = as_file(table.frame(cards, View(1400, 1050)), "JPEG")
    photo = FilePayload(name="table.jpg", mimeType="image/jpeg", buffer=data)
    page.locator("input[type=file]").set_input_files(photo)
    page.get_by_role("link", name="Compare screen and table").click()
    page.wait_for_timeout(600)


def shrink(file: Path) -> None:
    """Keep as many colours as fit, where Pillow happens to be installed."""
    if importlib.util.find_spec("PIL") is None:
        return
    from PIL import Image  # noqa: PLC0415 - may be missing

    with Image.open(file) as image:
        whole = image.convert("RGB")
    # Small strong colours stand for classes, and wide pale ones fade: both must have a say.
    strong = whole.convert("HSV").getchannel("S").point(lambda value: 255 * (value > STRONG))
    model = Image.new("RGB", (whole.width, 2 * whole.height), whole.getpixel((0, 0)))
    model.paste(whole, (0, 0))
    model.paste(whole, (0, whole.height), strong)
    for colours in (256, 192, 128):
        palette = model.quantize(colours, kmeans=2)
        whole.quantize(palette=palette, dither=Image.Dither.NONE).save(file, optimize=True)
        if file.stat().st_size <= LARGEST:
            break


def main() -> None:
    """Take all pictures, or those named."""
    PICTURES.mkdir(exist_ok=True)
    wanted = sys.argv[1:] or [picture.name for picture in ALL]
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as port,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=chromium,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                f"--host-resolver-rules=MAP {TABLE} 127.0.0.1:{port}",
            ],
        )
        for picture in ALL:
            if picture.name in wanted:
                take(browser, port, picture)
        browser.close()


if __name__ == "__main__":
    main()
