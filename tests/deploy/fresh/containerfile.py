"""Reads a Containerfile, and takes its steps in a Debian that is there, where no engine is.

The image that it begins with is not fetched: a Python of its own in the tree stands for it. Layers,
volumes and ports are an engine's matter and not looked at.
"""

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from fresh_debian import Tree

_DEADLINE_S: Final = 40
_PYTHON: Final = "/opt/python"


@dataclass
class Image:
    """What has come of the steps so far."""

    environment: dict[str, str] = field(default_factory=dict)
    folder: str = "/"
    user: str = "root"
    command: list[str] = field(default_factory=list)


def steps(path: Path) -> list[tuple[str, str]]:
    """Return each step with its words, comments left out and lines joined."""
    lines = [one for one in path.read_text("utf-8").splitlines() if not one.startswith("#")]
    whole = re.sub(r"\\\n\s*", "", "\n".join(lines))
    split = [line.split(maxsplit=1) for line in whole.splitlines() if line.strip()]
    return [(verb, words) for verb, words in split]


def build(tree: Tree, path: Path, sources: str, **told: str) -> Image:
    """Take all steps in a tree, with sources from a folder of it."""
    tree.done("python3", "-m", "venv", _PYTHON)
    image = Image({"PATH": f"{_PYTHON}/bin:/usr/sbin:/usr/bin:/sbin:/bin"})
    for verb, words in steps(path):
        if verb == "ENV":
            image.environment |= dict(pair.split("=", 1) for pair in words.split())
        elif verb == "WORKDIR":
            image.folder = words
            tree.file(words).mkdir(parents=True, exist_ok=True)
        elif verb == "COPY":
            _copy(tree, tree.file(sources), image.folder, words.split())
        elif verb == "RUN":
            _run(tree, image, words, **told)
        elif verb == "USER":
            image.user = words
        elif verb == "CMD":
            image.command = json.loads(words)
        else:
            assert verb in {"FROM", "EXPOSE"}, f"this test does not know {verb}"
    return image


@contextmanager
def running(tree: Tree, image: Image) -> Iterator[None]:
    """Run the command of the image as its user, from when it answers on."""
    pairs = [f"{name}={value}" for name, value in image.environment.items()]
    words = ["--user", image.user, "--", "env", "-i", *pairs, *image.command]
    log = tree.file("/run/container.log")
    with (
        log.open("w") as said,
        subprocess.Popen(tree.entered("runuser", *words), stdout=said, stderr=said) as process,
    ):
        try:
            until = time.monotonic() + _DEADLINE_S
            while tree.run("python3", "/root/ask.py", "/healthz").returncode:
                assert time.monotonic() < until, log.read_text("utf-8")
                time.sleep(0.2)
            yield
        finally:
            process.kill()


def _run(tree: Tree, image: Image, words: str, **told: str) -> None:
    tree.done("sh", "-ec", f"cd {image.folder} && {words}", **{**image.environment, **told})


def _copy(tree: Tree, sources: Path, folder: str, names: list[str]) -> None:
    *taken, into = names
    for name in taken:
        there = tree.file(f"{folder}/{into}")
        if (sources / name).is_dir():
            shutil.copytree(sources / name, there)
        else:
            shutil.copy(sources / name, there / name if into.startswith(".") else there)
