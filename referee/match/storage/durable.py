"""Atomic, durable replacement of files: after a power cut the old or the new one is there.

A file is written under a temporary name, synced and then renamed. The folder is synced too, because
a name belongs to the folder.
"""

import os
from contextlib import suppress
from pathlib import Path


def replace_atomically(ready: Path, path: Path) -> None:
    """Rename a complete file to another path, replacing what is there."""
    sync_to_disk(ready)
    ready.replace(path)
    sync_to_disk(path.parent)


def write(path: Path, content: bytes) -> None:
    """Write a file atomically, readable only by its owner."""
    ready = path.with_name(f".{path.name}.part")
    ready.unlink(missing_ok=True)
    make_private(ready)
    ready.write_bytes(content)
    replace_atomically(ready, path)


def make_private(path: Path) -> None:
    """Create an empty file that only the owner of its folder can read."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    copy_owner(path)


def copy_owner(path: Path) -> None:
    """Change the owner of a file made by root to the owner of its folder, for `sudo`."""
    if os.geteuid() == 0:
        above = path.parent.stat()
        os.chown(path, above.st_uid, above.st_gid)


def opened_lock(path: Path) -> int:
    """Open a lock file, creating it if needed; return its descriptor."""
    with suppress(FileExistsError):
        make_private(path)
    return os.open(path, os.O_RDWR | os.O_CLOEXEC)


def make_folder(folder: Path) -> None:
    """Create a folder and its parents durably."""
    if folder.is_dir():
        return
    above = folder.absolute().parent
    make_folder(above)
    folder.mkdir(mode=0o700, exist_ok=True)
    copy_owner(folder)
    sync_to_disk(above)


def sync_to_disk(path: Path) -> None:
    """Sync a file or folder to the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
