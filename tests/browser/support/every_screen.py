"""Every screen of the product in a moment worth seeing, to be measured and looked at."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from every_page import pages_of
from golden import read_golden

from referee.games import load_all

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext
    from running_server import Server

NAMES: Final = ("Anna", "Ben", "Chris", "Dora", "Emil", "Fay")
MIDDLE: Final = {
    "waves": ("game-teams-of-four", 31),
    "breakers": ("game-breakers-2-against-2", 20),
    "rolling": ("game-four-players", 40),
    "wave": ("game-four-players", 12),
    "war-of-waves": ("game-four-leaders", 50),
}
"""A whole game of each, and after how many entries it is in the middle."""

TYPED: Final = "?players=2&name.1=Anna&1.chest-1.1=6&1.chest-1.2=5&1.hull.2=4&1.infamy=3"
_NOWHERE: Final = {
    "nowhere": "/nowhere",
    "a form without its page": "/score/rolling/photo",
    "no such match": "/matches/none-such",
}
# Parts of a page, pages that lead at once to another one, and a photo that has been read.
_NO_SCREEN: Final = re.compile(
    r"/corner$|^/design|kiosk/state|/zones$|/dice/|/trial$|/seats/0(/note|/open)?$|none-such|/score/of/"
)
# The same for every game, so that it is looked at once.
_OF_EACH: Final = re.compile(
    r"^$|/show|/history|/more|/overrule|/why|/rules|/new/|/print/|/seats|/reconcile|/camera|/games/"
)
_DICE: Final = re.compile(r"/dice")
_BOARDS: Final = re.compile(r"/score/\w")


def begun(text: str, entries: int) -> str:
    """Cut a transcript after some of its entries, and let people sit at its table."""
    kept, left = [], entries
    for line in text.splitlines():
        if line.startswith(">"):
            left -= 1
            if left < 0:
                break
        if line.startswith("seats "):
            kept.append(f"seats {', '.join(NAMES[: line.count(',') + 1])}")
        elif not line.startswith(("=", "!", "outcome")):
            kept.append(line)
    return "\n".join(kept)


def screens_of(context: "BrowserContext", server: "Server", slug: str) -> dict[str, str]:
    """Return the address of each screen of a game by its name; this browser is the host.

    The screens that are the same for all games, such as the home page, are among those of Waves.
    """
    name, entries = MIDDLE[slug]
    text = read_golden()[f"{slug}/{name}"]
    origin = {"Origin": server.url}
    addresses = [server.load(begun(text, count)) for count in (0, entries, 999, entries)]
    start, middle, over, own = (one.removeprefix(server.url) for one in addresses)
    for path in (start, middle, over):
        assert context.request.post(f"{server.url}{path}/screens/claim", headers=origin).ok
    assert context.request.post(f"{server.url}{own}/seats/0/own", headers=origin).ok
    found = {
        **dict(_pages(middle, slug)),
        f"{slug} start": start,
        f"{slug} over": over,
        f"{slug} over show": f"{over}/show",
        f"{slug} own phone": f"{own}/seats/0",
        f"{slug} demo": f"/demos/{slug}/{name}",
        f"{slug} demo middle": f"/demos/{slug}/{name}?at={entries}",
    }
    found[f"{slug} design"] = f"/design?game={slug}"
    if slug == "waves":
        joining = context.request.get(f"{server.url}{middle}/join").text()
        code = joining.partition('data-code="')[2][:6]
        found |= {"join by code": f"/j/{code}", "waves over history": f"{over}/history", **_NOWHERE}
    if load_all()[slug].boards:
        found[f"{slug} score typed"] = f"/score/{slug}{TYPED}"
        found[f"{slug} score of match"] = f"/score/of/{middle.rpartition('/')[2]}"
    return {name: server.url + path for name, path in found.items()}


def _pages(match: str, slug: str) -> Iterator[tuple[str, str]]:
    game = load_all()[slug]
    for path in pages_of(match.rpartition("/")[2], slug):
        of_match = path.startswith(match)
        of_game = of_match or f"/{slug}" in path
        said = path.removeprefix(match) if of_match else path.replace(f"/{slug}", "")
        if (
            _NO_SCREEN.search(path)
            or (_BOARDS.search(path) and not game.boards)
            or (_DICE.search(path) and not game.dice)
            or (slug != "waves" and not (of_game and _is_own(said, path)))
        ):
            continue
        name = f"{slug} {said}" if of_game else said
        yield re.sub(r"\W+", " ", name).strip() or "home", path


def _is_own(said: str, path: str) -> bool:
    return any(one.search(said) or one.search(path) for one in (_OF_EACH, _DICE, _BOARDS))
