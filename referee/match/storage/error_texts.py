"""Sentences for errors of the system and of SQLite: what failed, and what to do.

Their own messages do not say what people can do.
"""

import errno
import sqlite3
from collections.abc import Mapping
from typing import Final

from referee.core import RefereeError, Text, literal, say

_DAMAGED: Final = say(
    "the stored matches are damaged. Start the referee once: it saves what can be read of them"
)
_FULL: Final = say("the disk is full. Free some space, then try again")
_FORBIDDEN: Final = say("this user may not read and write there. Try sudo, or another folder")
_ONLY_READ: Final = say("that disk is read-only. Use another folder")
_NO_FOLDER: Final = say("there is a file where a folder should be. Use another folder")
_NO_FILE: Final = say("there is a folder where a file should be. Move it away")
_NOWHERE: Final = say("there is no such folder. Use another one")
_BAD_DISK: Final = say(
    "the disk cannot be read or written. Check that it is not full and is plugged in properly"
)
_NOT_OPENED: Final = say(
    "it cannot be opened. Check that it is a file that this user may read and write"
)
_BUSY: Final = say("another program is using it. Try again in a minute")

_OF_THE_SYSTEM: Final[Mapping[int, Text]] = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: _FULL,
    errno.EACCES: _FORBIDDEN,
    errno.EPERM: _FORBIDDEN,
    errno.EROFS: _ONLY_READ,
    errno.EEXIST: _NO_FOLDER,
    errno.ENOTDIR: _NO_FOLDER,
    errno.EISDIR: _NO_FILE,
    errno.ENOENT: _NOWHERE,
    errno.ENAMETOOLONG: _NOWHERE,
    errno.ELOOP: _NOWHERE,
    errno.EIO: _BAD_DISK,
}
_OF_SQLITE: Final[Mapping[int, Text]] = {
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_PERM: _FORBIDDEN,
    sqlite3.SQLITE_READONLY: _FORBIDDEN,
    sqlite3.SQLITE_CANTOPEN: _NOT_OPENED,
    sqlite3.SQLITE_IOERR: _BAD_DISK,
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
}


_OF_ROOM: Final = frozenset({sqlite3.SQLITE_IOERR_SHMSIZE})
"""The error codes of SQLite for a full disk other than SQLITE_FULL."""


class Damaged(sqlite3.DatabaseError):
    """An SQLite file can be read, but its content is inconsistent."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


def is_of_damage(trouble: BaseException) -> bool:
    """Return whether an error means that the content of the SQLite file is damaged."""
    return _DAMAGED in {_told(trouble), _told(trouble.__cause__)}


def is_of_use(trouble: BaseException) -> bool:
    """Return whether an error means that the SQLite file is in use by another process."""
    return _comes_from(_BUSY, trouble)


def is_of_room(trouble: BaseException) -> bool:
    """Return whether an error means that the disk is full."""
    return _comes_from(_FULL, trouble)


def reason(trouble: BaseException | None) -> Text:
    """Return the reason as the end of a sentence, without a full stop."""
    if isinstance(trouble, RefereeError):
        return _told(trouble.__cause__) or trouble.text
    return _told(trouble) or literal(getattr(trouble, "strerror", None) or str(trouble))


def _comes_from(why: Text, trouble: BaseException) -> bool:
    found: BaseException | None = trouble
    while found is not None and _told(found) is not why:
        found = found.__cause__
    return found is not None


def _told(trouble: BaseException | None) -> Text | None:
    if isinstance(trouble, OSError):
        return _OF_THE_SYSTEM.get(trouble.errno or 0)
    code = getattr(trouble, "sqlite_errorcode", 0)
    return _FULL if code in _OF_ROOM else _OF_SQLITE.get(code & 0xFF)
