"""What browsers lack, as scripts that take it away before a page begins."""

from typing import Final

NO_WORKER: Final = "delete window.SharedWorker;"
ALONE: Final = f"{NO_WORKER} delete window.BroadcastChannel;"
NO_WAKE_LOCK: Final = "delete Navigator.prototype.wakeLock;"
KEPT_DARK: Final = (
    f"{NO_WAKE_LOCK} HTMLMediaElement.prototype.play = () => Promise.reject(new Error('no'));"
)
"""Neither a lock nor a video keeps its screen on."""
