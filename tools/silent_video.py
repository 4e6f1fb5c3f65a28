"""Writes a silent, grey video of a minute, which keeps a screen on where no page may ask for that.

`make sounds` runs it. An MP4 with an H.264 picture and an AAC track, bit by bit, without a library.
Every browser that plays H.264 plays it. It has a track of silence because Safari and Firefox let a
device sleep during a video without one.
"""

import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

SECONDS: Final = 60
RATE: Final = 8_000
"""Samples of sound per second; each block of AAC holds 1024."""

_BLOCKS: Final = -(-SECONDS * RATE // 1024)
_SIDE: Final = 8
"""Width and height in macroblocks of 16 px; some decoders take no smaller picture."""

_UNITY: Final = struct.pack(">9I", 1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)


class _Bits:
    """Writes bits, the most significant first."""

    def __init__(self) -> None:
        self._bits = ""

    def fixed(self, value: int, width: int) -> "_Bits":
        """Append a number of so many bits."""
        self._bits += f"{value:0{width}b}"
        return self

    def golomb(self, *values: int) -> "_Bits":
        """Append numbers as Exp-Golomb codes, as `ue(v)` and, for zero, `se(v)` of H.264."""
        for value in values:
            code = f"{value + 1:b}"
            self._bits += "0" * (len(code) - 1) + code
        return self

    def padded(self, *, stop: bool = True) -> bytes:
        """Return the bytes, after a stop bit if wanted."""
        bits = self._bits + "1" * stop
        bits += "0" * (-len(bits) % 8)
        return int(bits, 2).to_bytes(len(bits) // 8, "big")


# ---------------------------------------------------------------- the picture


def _unit(kind: int, content: bytes) -> bytes:
    """Return a NAL unit; three bytes that look like the start of one are told apart."""
    escaped, zeros = bytearray(), 0
    for byte in content:
        if zeros >= 2 and byte <= 3:  # noqa: PLR2004 - as the standard has it
            escaped.append(3)
            zeros = 0
        escaped.append(byte)
        zeros = zeros + 1 if byte == 0 else 0
    return bytes([kind]) + bytes(escaped)


def _sequence() -> bytes:
    """Return the parameters of the sequence: Baseline profile, level 1."""
    bits = _Bits().fixed(66, 8).fixed(0b11000000, 8).fixed(10, 8)
    bits.golomb(0, 0, 2, 1).fixed(0, 1).golomb(_SIDE - 1, _SIDE - 1)
    return _unit(0x67, bits.fixed(0b1100, 4).padded())


def _picture() -> bytes:
    """Return the parameters of the pictures."""
    bits = _Bits().golomb(0, 0).fixed(0, 2).golomb(0, 0, 0).fixed(0, 3).golomb(0, 0, 0)
    return _unit(0x68, bits.fixed(0, 3).padded())


def _frames() -> Iterator[bytes]:
    """Return one frame a second: a grey one, then ones that change nothing."""
    whole = _Bits().golomb(0, 7, 0).fixed(0, 4).golomb(0).fixed(0, 2).golomb(0)
    for _ in range(_SIDE * _SIDE):
        whole.golomb(3, 0, 0, 0)  # predicted from nothing, with no residual: grey
    yield _unit(0x65, whole.padded())
    for number in range(1, SECONDS):
        same = _Bits().golomb(0, 5, 0).fixed(number % 16, 4).fixed(0, 3).golomb(0, _SIDE * _SIDE)
        yield _unit(0x41, same.padded())


# ---------------------------------------------------------------- the sound


def _silence() -> bytes:
    """Return one block of AAC with no band: one channel, a long window, the end."""
    bits = _Bits().fixed(0, 3 + 4).fixed(0, 8).fixed(0, 1 + 2 + 1 + 6 + 1).fixed(0, 3)
    return bits.fixed(0b111, 3).padded(stop=False)


def _decoder_of_sound() -> bytes:
    """Return the descriptors of AAC-LC at 8000 samples a second, one channel."""
    specific = b"\x05\x02" + _Bits().fixed(2, 5).fixed(11, 4).fixed(1, 4).padded(stop=False)
    config = bytes([0x40, 0x15]) + bytes(3 + 4 + 4) + specific
    inside = b"\x00\x01\x00" + bytes([4, len(config)]) + config + b"\x06\x01\x02"
    return _full("esds", bytes([3, len(inside)]) + inside)


# ---------------------------------------------------------------- the file


def _box(name: str, *content: bytes) -> bytes:
    inside = b"".join(content)
    return struct.pack(">I4s", 8 + len(inside), name.encode()) + inside


def _full(name: str, *content: bytes, flags: int = 0) -> bytes:
    return _box(name, struct.pack(">I", flags), *content)


def _numbers(*values: int) -> bytes:
    return struct.pack(f">{len(values)}I", *values)


def _track(number: int, kind: str, clock: tuple[int, int], table: bytes) -> bytes:
    """Return a track; `clock` is the ticks per second, and how many there are."""
    per_second, ticks = clock
    shown = _SIDE * 16 << 16 if kind == "vide" else 0
    looks = struct.pack(">8x2hHxx", 0, 0, 0 if shown else 0x0100) + _UNITY
    header = _full(
        "tkhd",
        _numbers(0, 0, number, 0, SECONDS * 1000) + looks + _numbers(shown, shown),
        flags=3,
    )
    media = _full("vmhd", bytes(8), flags=1) if shown else _full("smhd", bytes(4))
    here = _box("dinf", _full("dref", _numbers(1), _full("url ", flags=1)))
    return _box(
        "trak",
        header,
        _box(
            "mdia",
            _full("mdhd", _numbers(0, 0, per_second, ticks) + b"\x55\xc4\0\0"),
            _full("hdlr", bytes(4) + kind.encode() + bytes(12) + b"\0"),
            _box("minf", media, here, table),
        ),
    )


def _table(entry: bytes, length: int, sizes: list[int], *, at: int, more: bytes = b"") -> bytes:
    """Return where the samples of a track are: one piece of the file, `at` its first byte."""
    alike = len(set(sizes)) == 1
    each = _numbers(sizes[0], len(sizes)) if alike else _numbers(0, len(sizes), *sizes)
    return _box(
        "stbl",
        _full("stsd", _numbers(1), entry),
        _full("stts", _numbers(1, len(sizes), length)),
        more,
        _full("stsc", _numbers(1, 1, len(sizes), 1)),
        _full("stsz", each),
        _full("stco", _numbers(1, at)),
    )


def _movie(frames: list[bytes], silence: bytes, start: int) -> bytes:
    """Return all before the content, which begins at this byte of the file."""
    sequence, picture = _sequence(), _picture()
    parameters = (
        b"\x01" + sequence[1:4] + b"\xff\xe1" + struct.pack(">H", len(sequence)) + sequence
        + b"\x01" + struct.pack(">H", len(picture)) + picture
    )  # fmt: skip
    seen = _box(
        "avc1",
        bytes(6) + b"\0\1" + bytes(16) + struct.pack(">HH", _SIDE * 16, _SIDE * 16),
        _numbers(72 << 16, 72 << 16, 0) + b"\0\1" + bytes(32) + b"\0\x18\xff\xff",
        _box("avcC", parameters),
    )
    heard = _box(
        "mp4a",
        bytes(6) + b"\0\1" + bytes(8) + b"\0\1\0\x10" + bytes(4) + _numbers(RATE << 16),
        _decoder_of_sound(),
    )
    length = sum(map(len, frames))
    only_first = _full("stss", _numbers(1, 1))
    sounds = _table(heard, 1024, [len(silence)] * _BLOCKS, at=start + length)
    header = _numbers(0, 0, 1000, SECONDS * 1000, 1 << 16) + b"\1\0" + bytes(10) + _UNITY
    return _box("ftyp", b"isom\0\0\2\0isomavc1mp41") + _box(
        "moov",
        _full("mvhd", header + bytes(24) + _numbers(3)),
        _track(
            1,
            "vide",
            (1000, SECONDS * 1000),
            _table(seen, 1000, [len(one) for one in frames], at=start, more=only_first),
        ),
        _track(2, "soun", (RATE, _BLOCKS * 1024), sounds),
    )


def silent_video() -> bytes:
    """Return the whole file."""
    frames = [struct.pack(">I", len(unit)) + unit for unit in _frames()]
    silence = _silence()
    start = len(_movie(frames, silence, 0)) + 8
    return _movie(frames, silence, start) + _box("mdat", *frames, silence * _BLOCKS)


def main() -> None:
    """Write the file that is named."""
    Path(sys.argv[1]).write_bytes(silent_video())


if __name__ == "__main__":
    main()
