"""What every command needs: the settings, one game, and how a command ends with a sentence."""

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

_UNSEEN: Final = re.compile("[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")

NO: Final = 1
"""The exit status where the answer is no."""

BROKEN: Final = 2
"""The exit status where what was given cannot be used."""

DATA: Final = click.option(
    "--data",
    type=click.Path(path_type=Path, readable=False),  # what may not be read is said in our words
    help="The folder that holds the matches.",
)


def settings_of(**given: Any) -> Settings:  # noqa: ANN401 - each option has its own type
    """Take the settings of file and environment, and above them what the command line gives."""
    settings, warnings = read_settings(os.environ, given.get("data"))
    for warning in warnings:
        click.echo(warning, err=True)
    found = replace(settings, **{name: value for name, value in given.items() if value is not None})
    _see_that_it_can_be_reached(found)
    return found


def _see_that_it_can_be_reached(settings: Settings) -> None:
    try:
        if not settings.database_url:
            settings.database.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return  # what is not there yet can be made, or whoever wants it says so
    except OSError as trouble:
        from referee.match.storage.error_texts import reason  # noqa: PLC0415 - brings the store

        fail(f"{settings.data} cannot be used: {reason(trouble)}.", NO)


def fail(sentence: str, status: int) -> NoReturn:
    """Say a sentence where people look for trouble, and end with a status."""
    click.echo(sentence, err=True)
    sys.exit(status)


def as_line(record: object) -> str:
    """Write a record as one line of JSON that no terminal obeys."""
    written = json.dumps(record, ensure_ascii=False)
    return _UNSEEN.sub(lambda unseen: f"\\u{ord(unseen[0]):04x}", written)


def game_of(slug: str) -> AnyGame:
    """Find a game by its slug; raises `UnknownGame`."""
    from referee.games import load_all  # noqa: PLC0415 - finding the games takes a while
    from referee.match import UnknownGame  # noqa: PLC0415

    found = load_all()
    if slug not in found:
        raise UnknownGame(slug, tuple(found))
    return found[slug]


def save(name: str, content: bytes) -> None:
    """Write a file, or standard output for "-"; ends the command where it cannot be written."""
    try:
        with click.open_file(name, "wb") as file:
            file.write(content)
    except OSError as trouble:
        fail(f"{name} cannot be written: {trouble.strerror}.", BROKEN)


def stored(settings: Settings, *, missing: int = NO) -> "Matches":
    """Open the stored matches; ends the command with `missing` where there are none."""
    from referee.games import load_all  # noqa: PLC0415 - finding the games takes a while
    from referee.match import Matches  # noqa: PLC0415

    return Matches(store_of(settings, missing=missing), load_all())


def store_of(settings: Settings, *, missing: int = NO) -> "Store":
    """Open what keeps the matches; ends the command with `missing` where there is nothing yet."""
    if not (settings.database_url or settings.data.exists()):  # looking for matches makes none
        fail(f"There are no stored matches in {settings.data}.", missing)
    return opened(settings)


def opened(settings: Settings) -> "Store":
    """Open what keeps the matches; raises `StoreFailed`, also where only a start may do so."""
    from referee.match.care.damage import see_that_it_may_be_opened  # noqa: PLC0415 - brings the store
    from referee.match.storage.open import open_store  # noqa: PLC0415

    if not settings.database_url:
        see_that_it_may_be_opened(settings.database)
    return open_store(settings.database, settings.database_url)
