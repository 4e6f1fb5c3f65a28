"""Puts files in their place so that after a cut of the power the old one or the new one is there.

A file is made beside its place, brought to the disk, and only then given its name. A folder must
be brought to the disk too, for a name belongs to the folder.
"""

import os
from contextlib import suppress
from pathlib import Path


def replace_atomically(ready: Path, path: Path) -> None:
    """Return a file that is ready the name of another one, in whose place it is from then on."""
    sync_to_disk(ready)
    ready.replace(path)
    sync_to_disk(path.parent)


def write(path: Path, content: bytes) -> None:
    """Write a whole file, which only its owner may read."""
    ready = path.with_name(f".{path.name}.part")
    ready.unlink(missing_ok=True)
    make_private(ready)
    ready.write_bytes(content)
    replace_atomically(ready, path)


def make_private(path: Path) -> None:
    """Make a new, empty file that nobody but the owner of its folder may read."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    copy_owner(path)


def copy_owner(path: Path) -> None:
    """Return what root has made to the owner of the folder: with `sudo` one works for a service."""
    if os.geteuid() == 0:
        above = path.parent.stat()
        os.chown(path, above.st_uid, above.st_gid)


def opened_lock(path: Path) -> int:
    """Open the empty file at which processes wait for each other, and make it where it is not."""
    with suppress(FileExistsError):
        make_private(path)
    return os.open(path, os.O_RDWR | os.O_CLOEXEC)


def make_folder(folder: Path) -> None:
    """Make a folder, with those above it, that is still there after a cut of the power."""
    if folder.is_dir():
        return
    above = folder.absolute().parent
    make_folder(above)
    folder.mkdir(mode=0o700, exist_ok=True)
    copy_owner(folder)
    sync_to_disk(above)


def sync_to_disk(path: Path) -> None:
    """Wait until a file, or the names in a folder, lie on the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
