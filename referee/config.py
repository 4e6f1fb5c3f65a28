"""Settings of the operator, from environment variables and `settings.toml`.

Environment variables win. Unknown or invalid settings are ignored with a warning and never prevent
a start.
"""

import os
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

_PREFIX: Final = "REFEREE_"
FILE: Final = "settings.toml"
_DATA_IN_FILE: Final = "is ignored: the file is already in that folder."


def _folder(text: str) -> Path:
    if not text:
        raise ValueError("it is empty, but must be a folder")
    try:
        return Path(text).expanduser()
    except RuntimeError as no_home:
        raise ValueError("there is no home folder of that user") from no_home


def _host(text: str) -> str:
    if not text:
        raise ValueError("it is empty, but must be an address")
    return text


def _number(lowest: int, highest: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not (text.isascii() and text.isdecimal()) or not lowest <= int(text) <= highest:
            raise ValueError(f"“{text}” is not a number from {lowest} to {highest}")
        return int(text)

    return parse


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _default_data() -> Path:
    home = os.environ.get("XDG_DATA_HOME", "")
    base = Path(home) if Path(home).is_absolute() else Path.home() / ".local" / "share"
    return base / "tabletop-referee"


def _setting(parse: Callable[[str], Any], default: object, *, repr: bool = True) -> Any:  # noqa: A002, ANN401
    """Return a field with its parser, which raises `ValueError` with the reason."""
    return field(default=default, repr=repr, metadata={"parse": parse})


@dataclass(frozen=True, slots=True)
class Settings:
    """Addresses, storage and limits.

    `hosts` are names of this machine besides those of the local network. With a `database_url`,
    matches are stored in that database instead of the `data` folder, over at most
    `database_connections` per process. `proxies` is the number of trusted proxies in front of the
    server. `backups` daily backups are kept (0 turns them off), by default beside the matches.
    """

    data: Path = field(default_factory=_default_data, metadata={"parse": _folder})
    host: str = _setting(_host, "0.0.0.0")  # noqa: S104 - phones of the same room must reach it
    port: int = _setting(_number(1, 65_535), 8000)
    hosts: tuple[str, ...] = _setting(_names, ())
    # Contains a password. An invalid URL must not move the matches elsewhere.
    database_url: str = _setting(str, "", repr=False)
    database_connections: int = _setting(_number(1, 100), 8)
    proxies: int = _setting(_number(0, 9), 0)
    backups: int = _setting(_number(0, 365), 7)
    backup_folder: Path | None = _setting(_folder, None)  # noqa: RUF009 - a field
    https_port: int = _setting(_number(1, 65_535), 8443)

    @property
    def backups_in(self) -> Path:
        """Return the folder of the backups."""
        return self.backup_folder or self.data / "backups"

    @property
    def certificate_in(self) -> Path:
        """Return the folder of the certificate; HTTPS is on if it exists."""
        return self.data / "certificate"

    @property
    def database(self) -> Path:
        """Return the SQLite file of the matches."""
        return self.data / "referee.sqlite3"


def read_settings(
    environment: Mapping[str, str], data: Path | None = None
) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings and a warning for each unknown or invalid one.

    `settings.toml` is in the data folder: `data`, or else that of the environment or the default.
    """
    values: dict[str, Any] = {}
    warnings: list[str] = []
    for variable, text in sorted(environment.items()):
        if variable.startswith(_PREFIX) and not variable.startswith(f"{_PREFIX}TESTS"):
            wrong = _set(values, variable.removeprefix(_PREFIX).lower(), text)
            warnings += [f"{variable} {wrong}"] if wrong else []
    from_environment = frozenset(values)
    path = (data or values.get("data") or Settings().data) / FILE
    for name, text in _in_file(path, warnings):
        if name in from_environment and name != "data":
            continue
        wrong = _DATA_IN_FILE if name == "data" else _set(values, name, text)
        warnings += [f"“{name}” in {path} {wrong}"] if wrong else []
    return Settings(**values), tuple(warnings)


def _set(values: dict[str, Any], name: str, text: str) -> str:
    """Set a value from its text; return what is wrong with it, or an empty text."""
    parse = next((one.metadata["parse"] for one in fields(Settings) if one.name == name), None)
    if parse is None:
        return "is not a setting of the referee; it is ignored."
    try:
        values[name] = parse(text.strip())
    except ValueError as error:
        return f"is ignored: {error}."
    return ""


def _in_file(path: Path, warnings: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the settings of a file as text, like environment variables."""
    try:
        text = path.read_bytes().decode("utf-8-sig", "replace")
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as trouble:
        warnings.append(f"{path} is ignored: {trouble.strerror}.")
        return
    for name, value in _parse_file(text, path, warnings).items():
        as_text = _as_text(value)
        if as_text is None:
            warnings.append(f"“{name}” in {path} is ignored: it is neither text nor a number.")
        else:
            yield name.lower(), as_text


def _parse_file(text: str, path: Path, warnings: list[str]) -> Mapping[str, Any]:
    """Parse a TOML file; if it is malformed, line by line, so that only bad lines are lost."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):  # also for huge numbers and deep nesting
        found: dict[str, Any] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            found |= tomllib.loads(line)
        except (ValueError, RecursionError):
            warnings.append(f"Line {number} of {path} is ignored: it cannot be read.")
    return found


def _as_text(value: object) -> str | None:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ",".join(value)
    if isinstance(value, str | int) and not isinstance(value, bool):
        return str(value)
    return None
