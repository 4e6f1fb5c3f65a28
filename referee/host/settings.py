"""How one server of tables is set up; plain values, read from nowhere by themselves."""

from dataclasses import dataclass, field
from pathlib import Path

from referee.table.sight.scans import LIMIT_BYTES


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the server listens, where matches are kept, and its limits.

    Every open screen holds one of the `connections` for as long as it is open. `streams` stays
    below them, so that a place is left for whoever taps or opens a page, however many screens
    watch; and `connections` below the 1,024 files that a process may have open nearly everywhere.
    A request that is not there as a whole after `patience_s` is given up.

    With a `database_url` matches are kept there, by at most so many `database_connections`; a
    database that does not answer yet at the start is waited for. `matches_kept` stay in memory
    although nobody looks at them just now.

    So many daily `backups` are kept in their folder. A `careful` server reads no picture and makes
    no backup by itself, for such things may have ended the ones before.

    HTTPS is spoken at the `https_port` where a certificate is wanted; 0 speaks none.

    What so many `proxies` before this server say of who asks is believed; without one, nobody can
    claim to be somebody else.
    """

    host: str = "0.0.0.0"  # noqa: S104 - phones and televisions of the same room are to reach it
    port: int = 8000
    database: Path = Path("instance/referee.sqlite3")
    hosts: tuple[str, ...] = ()
    connections: int = 900
    streams: int = 500
    patience_s: float = 20.0
    heartbeat_s: float = 3.0
    screens_kept: int = 64
    matches_kept: int = 256
    database_url: str = field(default="", repr=False)  # it holds a password
    database_connections: int = 8
    database_patience_s: float = 30.0
    proxies: int = 0
    longest_upload: int = 512 * 1024
    longest_photo: int = LIMIT_BYTES
    backups: int = 0
    backup_folder: Path = Path("instance/backups")
    careful: bool = False
    https_port: int = 0
