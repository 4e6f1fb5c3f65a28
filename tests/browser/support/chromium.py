"""Which Chromium the tests start, and how."""

import shutil
from typing import Final

WHOLE: Final = shutil.which("chromium") or shutil.which("chromium-browser")
# Without a window of its own to draw, a page opens in a third of the processor's time.
QUICKEST: Final = shutil.which("chromium-headless-shell") or WHOLE
# The first lets it run as root in a container; the others keep it from talking to anyone but us.
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
