"""Starts a referee for more screens than it takes by default, for the bench alone."""

import resource
import sys
from pathlib import Path

from referee.serve.run import serve
from referee.web import Settings

MOST = 1_100


def main(port: int, folder: Path) -> None:
    """Serve until told to stop."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4 * MOST), hard))
    database = folder / "referee.sqlite3"
    serve(Settings("127.0.0.1", port, database, connections=2 * MOST, streams=MOST))


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
