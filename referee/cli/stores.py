"""Shared by all commands: settings, games, the store, output, and exit with a message."""

import json
import os
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

import click

from referee.config import Settings, read_settings
from referee.core import AnyGame

if TYPE_CHECKING:
    from referee.match import Matches, Store

_CONTROL: Final = re.compile("[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")

NO: Final = 1
"""Exit status: the result is negative, or the command failed."""

BROKEN: Final = 2
"""Exit status: the input or an option is unusable."""

DATA: Final = click.option(
    "--data",
    type=click.Path(path_type=Path, readable=False),  # we report it ourselves
    help="The folder of the matches.",
)


def settings_of(**given: Any) -> Settings:  # noqa: ANN401 - each option has its own type
    """Return the settings of file and environment, overridden by options that are not None."""
    settings, warnings = read_settings(os.environ, given.get("data"))
    for warning in warnings:
        click.echo(warning, err=True)
    found = replace(settings, **{name: value for name, value in given.items() if value is not None})
    _check_access(found)
    return found


def _check_access(settings: Settings) -> None:
    try:
        if not settings.database_url:
            settings.database.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return  # it may be created later; commands that need it say so
    except OSError as trouble:
        from referee.match.storage.error_texts import reason  # noqa: PLC0415 - imports the store

        fail(f"{settings.data} cannot be used: {reason(trouble)}.", NO)


def fail(sentence: str, status: int) -> NoReturn:
    """Print a sentence to standard error and exit."""
    click.echo(sentence, err=True)
    sys.exit(status)


def as_line(record: object) -> str:
    """Return a record as one line of JSON, with control characters escaped for terminals."""
    line = json.dumps(record, ensure_ascii=False)
    return _CONTROL.sub(lambda sign: f"\\u{ord(sign[0]):04x}", line)


def game_of(slug: str) -> AnyGame:
    """Return a game by its slug; raises `UnknownGame`."""
    from referee.games import load_all  # noqa: PLC0415 - slow
    from referee.match import UnknownGame  # noqa: PLC0415

    found = load_all()
    if slug not in found:
        raise UnknownGame(slug, tuple(found))
    return found[slug]


def save(name: str, content: bytes) -> None:
    """Write to a file, or to standard output for "-"; ends the command if that fails."""
    try:
        with click.open_file(name, "wb") as file:
            file.write(content)
    except OSError as trouble:
        fail(f"{name} cannot be written: {trouble.strerror}.", BROKEN)


def stored(settings: Settings, *, missing: int = NO) -> "Matches":
    """Open the stored matches; ends the command with status `missing` if there are none."""
    from referee.games import load_all  # noqa: PLC0415 - slow
    from referee.match import Matches  # noqa: PLC0415

    return Matches(store_of(settings, missing=missing), load_all())


def store_of(settings: Settings, *, missing: int = NO) -> "Store":
    """Open the store; ends the command with status `missing` if there is none yet."""
    if not (settings.database_url or settings.data.exists()):  # do not create one
        fail(f"There are no stored matches in {settings.data}.", missing)
    return opened(settings)


def opened(settings: Settings) -> "Store":
    """Open the store; raises `StoreFailed`, also if only a server start may open (repair) it."""
    from referee.match.care.damage import check_openable  # noqa: PLC0415 - imports the store
    from referee.match.storage.open import open_store  # noqa: PLC0415

    if not settings.database_url:
        check_openable(settings.database)
    return open_store(settings.database, settings.database_url)
