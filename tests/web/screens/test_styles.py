"""The style sheets of one page must not change what another page draws."""

import re
from importlib.resources import files

STATIC = files("referee.web").joinpath("sight", "static")
FRAMES = {"tools", "notice", "sheet", "actions"}
"""What both draw, so that a sheet says with it where its own things lie."""

CANARY = "whisper seat=0 card=0 word=cat"


def drawn(page: str) -> set[str]:
    """Name the classes that a page has."""
    return {name for found in re.findall(r'class="([^"]*)"', page) for name in found.split()}


def begins(sheet: str) -> set[str]:
    """Name the classes with which the selectors of a sheet begin."""
    text = STATIC.joinpath(sheet).read_text("utf-8")
    text = re.sub(r"/\*.*?\*/|\{[^{}]*\}", "\n", text, flags=re.DOTALL)
    parts = (part.strip() for part in re.split(r"[,\n]", text))
    firsts = (re.split(r"[\s>+~]", part, maxsplit=1)[0] for part in parts)
    alone = (re.sub(r":[a-z]+\([^)]*\)", "", first) for first in firsts)
    return {name for first in alone for name in re.findall(r"\.([a-z][\w-]*)", first)}


def test_what_a_camera_needs_changes_nothing_on_the_table(parlour) -> None:
    phone = parlour.device(0)
    parlour.enter(phone, CANARY)
    parlour.enter(phone, "strike seat=1 at=0 card=0")
    phone.post(f"{parlour.address}/undo", data={"expected": parlour.match.heard()})
    pages = [phone.get(f"{parlour.address}{path}").text for path in ("", "/show", "/seats/0")]
    pages += [phone.get(f"{parlour.address}{path}").text for path in ("/why", "/history", "/more")]
    assert "is hidden again" in pages[0]
    both = begins("seeing.css") & set().union(*map(drawn, pages))
    assert both <= FRAMES
