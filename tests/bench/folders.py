"""Where the bench may write: on the disk of the checkout, because /tmp may be memory."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

_BUILD = Path(__file__).parents[2] / "build"


@contextmanager
def scratch() -> Iterator[Path]:
    """Return an empty folder that is gone afterwards."""
    _BUILD.mkdir(exist_ok=True)
    with TemporaryDirectory(prefix="bench-", dir=_BUILD) as folder:
        yield Path(folder)
