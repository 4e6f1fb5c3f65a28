"""Settings of one server, as plain values; they are read from nowhere here."""

from dataclasses import dataclass, field
from pathlib import Path

from referee.table.sight.scans import LIMIT_BYTES


@dataclass(frozen=True, slots=True)
class Settings:
    """Addresses, storage and limits of a server.

    Network: `hosts` are further names of this machine. `https_port` is used if there is a
    certificate; 0 turns HTTPS off. `proxies` is the number of trusted proxies in front of the
    server; without one, forwarding headers are ignored.

    Connections: each open screen holds one of `connections`. `streams` must be lower, so that taps
    and page loads still get through, and `connections` must be below 1,024, the usual limit of open
    files. A request that has not arrived completely after `request_timeout_s` is dropped.

    Storage: with a `database_url`, matches are in that PostgreSQL database, reached over at most
    `database_connections`; at the start the server waits `database_timeout_s` for it.
    `cached_matches` stay in memory without viewers. So many daily `backups` are kept. In
    `safe_mode` the server reads no pictures and makes no daily backup.
    """

    host: str = "0.0.0.0"  # noqa: S104 - phones and televisions in the room must reach it
    port: int = 8000
    database: Path = Path("instance/referee.sqlite3")
    hosts: tuple[str, ...] = ()
    connections: int = 900
    streams: int = 500
    request_timeout_s: float = 20.0
    heartbeat_s: float = 3.0
    cached_screens: int = 64
    cached_matches: int = 256
    database_url: str = field(default="", repr=False)  # contains a password
    database_connections: int = 8
    database_timeout_s: float = 30.0
    proxies: int = 0
    max_upload_bytes: int = 512 * 1024
    max_photo_bytes: int = LIMIT_BYTES
    backups: int = 0
    backup_folder: Path = Path("instance/backups")
    safe_mode: bool = False
    https_port: int = 0
