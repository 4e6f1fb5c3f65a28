"""What a look at one thing that a table depends on finds, and what there is to do about it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from referee.core import EMPTY, AnyGame, Text
from referee.host.settings import Settings


class State(StrEnum):
    """How it stands with one thing."""

    GOOD = "good"
    LOOK = "look"
    """It works, and there is something to know or to do."""
    MEND = "mend"
    """It does not work, or not for long."""


@dataclass(frozen=True, slots=True)
class Check:
    """What was found about one thing, and what to do, if anything; `facts` are for programs."""

    id: str
    title: Text
    state: State
    says: Text
    todo: Text = EMPTY
    facts: Mapping[str, Any] = field(default_factory=dict)


def _run_here(work: Callable[..., Any], *given: object) -> Any:  # noqa: ANN401 - as the work
    return work(*given)


@dataclass(frozen=True, slots=True)
class CheckedSetup:
    """The referee that is looked at; `serving` where it is the one that looks.

    `run` does what takes long; a server hands in its worker pool.

    At most so many matches are replayed, the latest first. Whether it `speaks_https` is known
    while it runs, and how often reading a picture failed unexpectedly only by itself.
    """

    settings: Settings
    games: Mapping[str, AnyGame]
    serving: bool = False
    most_matches: int | None = None
    speaks_https: bool | None = None
    run: Callable[..., Any] = _run_here
    failed_pictures: int | None = None


Look: TypeAlias = Callable[[CheckedSetup], Check]
