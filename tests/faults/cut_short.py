"""Does a piece of work again and again, each time killed before another of its calls that write.

Runs by itself: `cut_short.py WORK FOLDER EVERY`. FOLDER/0 is how everything lies before; for each
point a copy of it is made, FOLDER/1 and so on, in which the work is done until then. EVERY says
which of the points are tried. The last line printed is JSON.
"""

import ctypes
import json
import mmap
import os
import platform
import shutil
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from referee.games import load_all
from referee.match import SqliteStore
from referee.match.care.backups import back_up_daily
from referee.match.care.restore import restore
from referee.match.log import Played, Row
from referee.match.storage.durable import write

CALLS = {
    "x86_64": {
        1: "write", 18: "pwrite", 20: "writev", 40: "sendfile", 326: "copy_file_range",
        74: "fsync", 75: "fdatasync", 77: "ftruncate", 82: "rename", 83: "mkdir", 86: "link",
        87: "unlink", 263: "unlink", 264: "rename", 316: "rename",
    },
    "aarch64": {
        64: "write", 68: "pwrite", 66: "writev", 71: "sendfile", 285: "copy_file_range",
        82: "fsync", 83: "fdatasync", 46: "ftruncate",
        34: "mkdir", 35: "unlink", 37: "link", 38: "rename", 276: "rename",
    },
}  # fmt: skip
TRACE_ME, NEXT_CALL, OPTIONS, CALL_INFO = 0, 24, 0x4200, 0x420E
MARK_CALLS, KILL_WITH_ME, ENTRY = 0x1, 0x100000, 1
MAY_NOT = 77
"""The status where no process may be watched here."""

ACKNOWLEDGED = mmap.mmap(-1, 8)
GAMES = load_all()

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long


def do_daily(folder: Path) -> None:
    back_up_daily(folder / "data" / "referee.sqlite3", folder / "backups", keep=1)


def do_restore(folder: Path) -> None:
    database = folder / "data" / "referee.sqlite3"
    restore(folder / "earlier.sqlite3", database, folder / "backups", GAMES)


def do_mend(folder: Path) -> None:
    database = folder / "data" / "referee.sqlite3"
    restore(folder / "earlier.sqlite3", database, folder / "backups", GAMES, partly=True)


def do_settings(folder: Path) -> None:
    write(folder / "data" / "settings.toml", b"port = 8002\n" * 2000)


def do_enter(folder: Path) -> None:
    with closing(SqliteStore(folder / "data" / "referee.sqlite3")) as store:
        (match,) = (stored.id for stored in store.matches())
        for seq in range(1, 6):
            store.append(match, [Row(seq, Played(f"entry {seq}"), "2026-01-01T00:00:00+00:00")])
            ACKNOWLEDGED[0] = seq


def do_begin(folder: Path) -> None:
    SqliteStore(folder / "new" / "referee.sqlite3").close()


def main(name: str, folder: Path, every: int) -> None:
    """Try the points of one task; return what was done before each, and what was acknowledged."""
    work = {
        "daily": do_daily, "restore": do_restore, "mend": do_mend, "settings": do_settings,
        "enter": do_enter, "begin": do_begin,
    }[name]  # fmt: skip
    whole = fresh(folder, 1)
    calls = cut(partial(work, whole), at=0)
    points = []
    for at in range(1, len(calls) + 1, every):
        there = fresh(folder, at + 1)
        ACKNOWLEDGED[0] = 0
        cut(partial(work, there), at)
        points.append({"folder": str(there), "at": at, "acknowledged": ACKNOWLEDGED[0]})
    print(json.dumps({"calls": calls, "points": points}))


def fresh(folder: Path, number: int) -> Path:
    return Path(shutil.copytree(folder / "0", folder / str(number)))


def cut(work: Callable[[], object], at: int) -> list[str]:
    """Do a piece of work in a process that is killed before its call number `at`."""
    pid = os.fork()
    if not pid:
        do_watched(work)
    os.waitpid(pid, 0)
    libc.ptrace(OPTIONS, pid, None, MARK_CALLS | KILL_WITH_ME)
    calls: list[str] = []
    sent = 0
    while True:
        libc.ptrace(NEXT_CALL, pid, None, sent)
        _, status = os.waitpid(pid, 0)
        if not os.WIFSTOPPED(status):
            code = os.waitstatus_to_exitcode(status)
            if code:
                sys.exit(code if code == MAY_NOT else f"the work ended with {code}")
            return calls
        is_call = os.WSTOPSIG(status) == signal.SIGTRAP | 0x80
        sent = 0 if is_call else os.WSTOPSIG(status)
        call = entered(pid) if is_call else None
        if call:
            calls.append(call)
            if len(calls) == at:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                return calls


def do_watched(work: Callable[[], object]) -> None:
    if libc.ptrace(TRACE_ME, 0, None, None):
        os._exit(MAY_NOT)
    os.kill(os.getpid(), signal.SIGSTOP)
    try:
        work()
    except BaseException:  # noqa: BLE001 - whatever it is, this process is over
        traceback.print_exc()
        os._exit(9)
    os._exit(0)


def entered(pid: int) -> str | None:
    """Return the name of the call that writes and is just entered."""
    info = ctypes.create_string_buffer(128)
    if libc.ptrace(CALL_INFO, pid, 128, ctypes.addressof(info)) <= 0 or info.raw[0] != ENTRY:
        return None
    return CALLS[platform.machine()].get(int.from_bytes(info.raw[24:32], sys.byteorder))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
