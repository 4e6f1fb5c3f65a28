"""The description of a view for programs, as a decorator: an operation of the OpenAPI document.

The address, the parameters in it and the errors of every view come from the code itself
(`referee.web.api.openapi`); this module holds only what describes one view.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from referee.core import RefereeError

JSON: Final = "application/json"
FORM: Final = "application/x-www-form-urlencoded"
MULTIPART: Final = "multipart/form-data"
PLAIN: Final = "text/plain"

View = TypeVar("View", bound=Callable[..., Any])

_OPERATION: Final = "operation"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter in the query of an address; `enum` are its only values, if it has any."""

    name: str
    description: str
    enum: tuple[str, ...] = ()
    required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """What a program sends to a view and gets from it; used as a decorator on the view.

    `response` and `request_body` are shapes: typed dictionaries, or `bytes` for a file. Without a
    `response` the answer redirects, or is a file of the `media_type`. `errors` are those of this
    view besides those of all. `plain` are statuses with an empty body, each with its description.
    `device` means that the answer depends on the cookie of a device that holds a seat.
    """

    response: type | None = None
    media_type: str = JSON
    request_body: type | None = None
    request_types: tuple[str, ...] = (JSON, FORM)
    parameters: tuple[Parameter, ...] = ()
    errors: tuple[type[RefereeError], ...] = ()
    plain: Mapping[int, str] = field(default_factory=dict)
    device: bool = False

    def __call__(self, view: View) -> View:
        """Attach the description to a view."""
        vars(view)[_OPERATION] = self
        return view


def operation_of(view: Callable[..., Any]) -> Operation | None:
    """Return the description of a view, or None if no program uses it."""
    operation: Operation | None = vars(view).get(_OPERATION)
    return operation
