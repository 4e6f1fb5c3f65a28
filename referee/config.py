"""What the operator decides, read from the environment once, at the start."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

_PREFIX: Final = "REFEREE_"
_LAST_PORT: Final = 65_535
_MOST_CONNECTIONS: Final = 100
_MOST_PROXIES: Final = 9


def _default_data() -> Path:
    home = os.environ.get("XDG_DATA_HOME", "")
    base = Path(home) if Path(home).is_absolute() else Path.home() / ".local" / "share"
    return base / "tabletop-referee"


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the referee listens, where it keeps matches, and its names.

    `hosts` are names of this machine under which it answers besides those of a local network.
    With a `database_url` matches are kept in that database instead of the `data` folder, by at
    most so many `database_connections` of each process. What so many `proxies` before this
    server say of who asks is believed.
    """

    data: Path = field(default_factory=_default_data)
    host: str = "0.0.0.0"  # noqa: S104 - phones and televisions of the same room are to reach it
    port: int = 8000
    hosts: tuple[str, ...] = ()
    database_url: str = field(default="", repr=False)  # it holds a password
    database_connections: int = 8
    proxies: int = 0

    @property
    def database(self) -> Path:
        """Give the file that holds the matches."""
        return self.data / "referee.sqlite3"


def read_settings(environment: Mapping[str, str]) -> tuple[Settings, tuple[str, ...]]:
    """Read the settings, and give a warning for each that is unknown or cannot be used."""
    values: dict[str, Any] = {}
    warnings = []
    for name, text in sorted(environment.items()):
        if not name.startswith(_PREFIX) or name.startswith(f"{_PREFIX}TESTS"):
            continue
        reader = _READERS.get(name.removeprefix(_PREFIX))
        if reader is None:
            warnings.append(f"{name} is no setting of the referee; it is ignored.")
            continue
        try:
            values[name.removeprefix(_PREFIX).lower()] = reader(text)
        except ValueError as error:
            warnings.append(f"{name} is ignored: {error}.")
    return Settings(**values), tuple(warnings)


def _folder(text: str) -> Path:
    if not text.strip():
        raise ValueError("it names no folder")
    return Path(text).expanduser()


def _host(text: str) -> str:
    if not text.strip():
        raise ValueError("it names no address")
    return text.strip()


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or not 0 < int(text) <= _LAST_PORT:
        raise ValueError(f"“{text}” is not a number from 1 to {_LAST_PORT}")
    return int(text)


def _connections(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or not 0 < int(text) <= _MOST_CONNECTIONS:
        raise ValueError(f"“{text}” is not a number from 1 to {_MOST_CONNECTIONS}")
    return int(text)


def _proxies(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or int(text) > _MOST_PROXIES:
        raise ValueError(f"“{text}” is not a number from 0 to {_MOST_PROXIES}")
    return int(text)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


_READERS: Final[Mapping[str, Callable[[str], Any]]] = {
    "DATA": _folder,
    "DATABASE_CONNECTIONS": _connections,
    "DATABASE_URL": str.strip,  # a wrong one is no reason to keep matches elsewhere
    "HOST": _host,
    "HOSTS": _names,
    "PORT": _port,
    "PROXIES": _proxies,
}
