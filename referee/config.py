"""What the operator decides, read once, at the start: from a file, and above it the environment.

Nothing of it stops a start: what is unknown or cannot be used is named and ignored.
"""

import os
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

_PREFIX: Final = "REFEREE_"
FILE: Final = "settings.toml"
_INSIDE: Final = "is ignored: the file lies in that folder already."


def _folder(text: str) -> Path:
    if not text:
        raise ValueError("it names no folder")
    try:
        return Path(text).expanduser()
    except RuntimeError as no_home:
        raise ValueError("nobody of that name has a folder here") from no_home


def _host(text: str) -> str:
    if not text:
        raise ValueError("it names no address")
    return text


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal()) or not least <= int(text) <= most:
            raise ValueError(f"“{text}” is not a number from {least} to {most}")
        return int(text)

    return read


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _default_data() -> Path:
    home = os.environ.get("XDG_DATA_HOME", "")
    base = Path(home) if Path(home).is_absolute() else Path.home() / ".local" / "share"
    return base / "tabletop-referee"


def _setting(read: Callable[[str], Any], default: object, *, repr: bool = True) -> Any:  # noqa: A002, ANN401
    """Return a field and how it is read from a text: `read` raises `ValueError` with the reason."""
    return field(default=default, repr=repr, metadata={"read": read})


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the referee listens, where it keeps matches, and its names.

    `hosts` are names of this machine under which it answers besides those of a local network.
    With a `database_url` matches are kept in that database instead of the `data` folder, by at
    most so many `database_connections` of each process. What so many `proxies` before this
    server say of who asks is believed. So many daily `backups` are kept, in the `backup_folder` or
    else beside the matches; 0 makes none. HTTPS has a port of its own, where it is wanted.
    """

    data: Path = field(default_factory=_default_data, metadata={"read": _folder})
    host: str = _setting(_host, "0.0.0.0")  # noqa: S104 - phones of the same room must reach it
    port: int = _setting(_number(1, 65_535), 8000)
    hosts: tuple[str, ...] = _setting(_names, ())
    # It holds a password. A wrong one is no reason to keep matches elsewhere.
    database_url: str = _setting(str, "", repr=False)
    database_connections: int = _setting(_number(1, 100), 8)
    proxies: int = _setting(_number(0, 9), 0)
    backups: int = _setting(_number(0, 365), 7)
    backup_folder: Path | None = _setting(_folder, None)  # noqa: RUF009 - it makes a field
    https_port: int = _setting(_number(1, 65_535), 8443)

    @property
    def backups_in(self) -> Path:
        """Return the folder of the backups."""
        return self.backup_folder or self.data / "backups"

    @property
    def certificate_in(self) -> Path:
        """Return the folder of the certificate; that it is there says that HTTPS is wanted."""
        return self.data / "certificate"

    @property
    def database(self) -> Path:
        """Return the file that holds the matches."""
        return self.data / "referee.sqlite3"


def read_settings(
    environment: Mapping[str, str], data: Path | None = None
) -> tuple[Settings, tuple[str, ...]]:
    """Read the settings, and return a warning for each that is unknown or cannot be used.

    The file of settings lies in the folder of the matches: in `data`, or where the environment
    or the default says.
    """
    values: dict[str, Any] = {}
    warnings: list[str] = []
    for called, text in sorted(environment.items()):
        if called.startswith(_PREFIX) and not called.startswith(f"{_PREFIX}TESTS"):
            wrong = _take(values, called.removeprefix(_PREFIX).lower(), text)
            warnings += [f"{called} {wrong}"] if wrong else []
    above = frozenset(values)
    path = (data or values.get("data") or Settings().data) / FILE
    for name, text in _in_file(path, warnings):
        if name in above and name != "data":
            continue
        wrong = _INSIDE if name == "data" else _take(values, name, text)
        warnings += [f"“{name}” in {path} {wrong}"] if wrong else []
    return Settings(**values), tuple(warnings)


def _take(values: dict[str, Any], name: str, text: str) -> str:
    """Take the value of a setting, or say what is wrong with it."""
    reader = next((one.metadata["read"] for one in fields(Settings) if one.name == name), None)
    if reader is None:
        return "is no setting of the referee; it is ignored."
    try:
        values[name] = reader(text.strip())  # an editor may have left what nobody sees
    except ValueError as error:
        return f"is ignored: {error}."
    return ""


def _in_file(path: Path, warnings: list[str]) -> Iterator[tuple[str, str]]:
    """Return the settings of a file as they would stand in the environment."""
    try:
        text = path.read_bytes().decode("utf-8-sig", "replace")
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as trouble:
        warnings.append(f"{path} is ignored: {trouble.strerror}.")
        return
    for name, value in _read_lines(text, path, warnings).items():
        words = _as_words(value)
        if words is None:
            warnings.append(f"“{name}” in {path} is ignored: it is neither a text nor a number.")
        else:
            yield name.lower(), words


def _read_lines(text: str, path: Path, warnings: list[str]) -> Mapping[str, Any]:
    """Read a file as a whole, and where that fails line by line, so that one bad line is one."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):  # also a number or a nesting beyond all measure
        found: dict[str, Any] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            found |= tomllib.loads(line)
        except (ValueError, RecursionError):
            warnings.append(f"Line {number} of {path} is ignored: it cannot be read.")
    return found


def _as_words(value: object) -> str | None:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ",".join(value)
    if isinstance(value, str | int) and not isinstance(value, bool):
        return str(value)
    return None
