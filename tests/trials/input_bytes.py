"""What may come from a terminal: bytes at random, and bytes that a grammar of terminals makes, whole and broken."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

KNOWN = [
    b"\x1b[97;1:3u", b"\x1b[97:65;2u", b"\x1b[1;1:3A", b"\x1b[2000000u", b"\x1b[48;9999;9999;1;1t", b"\x1b[?2026;2$y",
    b"\x1b[?2048;1$y", b"\x1b[24;80R", b"\x1b[I", b"\x1b[O", b"\x1b[200~", b"\x1b[201~", b"\x1b[M !!", b"\x1b[[A",
    b"\x1b[23$", b"\x1bOP", b"\x1b[<0;3;4M", b"\x1b[<-1;9m", b"\x1b[;u", b"\x1b[:u", b"\x1b[55296u", b"\x1b[1114112;5u",
    b"\x1b[97;5;0u", b"\x1b[48;0;0;0;0t", b"\x1b[48;" + b"9" * 5000 + b";1;1;1t", b"\x1b[" + b"9" * 5000 + b"u",
    b"\x1bPq#1;2;3\x1b\\", b"\x1b]52;c;aGFsbG8=\x07", b"\x9b97u", b"\xc2\x9b97;1:3u",
]  # fmt: skip
"""Sequences that terminals send, and some that have ended programs."""
TEXTS = ["\u0301", "\ud7ff", "\U0001f600", "\u202e", "\u00e4", "\u4e2d", "\ufffe", "\u200d"]


def _number(rnd: Random) -> bytes:
    return rnd.choice([b"", b"0", b"1", b"5", b"13", b"27", b"97", b"127", b"200", b"255", b"55296", b"65536",
                       b"2000000", b"9" * rnd.randint(5, 60), b"-1", b":", b"97:65", b"1:3", b"::"])  # fmt: skip


def _csi(rnd: Random) -> bytes:
    begin = rnd.choice([b"", b"", b"?", b"<", b">", b"="])
    middle = rnd.choice([b"", b"", b"", b"$", b" ", b"!"])
    end = bytes([rnd.randint(0x40, 0x7E)]) if rnd.random() < 0.5 else rnd.choice([b"u", b"~", b"A", b"R", b"t", b"M"])
    return b"\x1b[" + begin + b";".join(_number(rnd) for _ in range(rnd.randint(0, 6))) + middle + end


def _string(rnd: Random) -> bytes:
    end = rnd.choice([b"\x1b\\", b"\x07", b"", b"\x18", b"\x1b"])
    return b"\x1b" + rnd.choice([b"P", b"]", b"_", b"^", b"X"]) + _noise(rnd) + end


def _keyboard(rnd: Random) -> bytes:
    fields = [_number(rnd) + rnd.choice([b"", b":" + _number(rnd)]) for _ in range(rnd.randint(1, 4))]
    return b"\x1b[" + b";".join(fields) + rnd.choice([b"u", b"~", b"A", b"P", b"H"])


def _mouse(rnd: Random) -> bytes:
    if rnd.random() < 0.3:
        return b"\x1b[M" + rnd.randbytes(rnd.randint(0, 3))
    return b"\x1b[<" + b";".join(_number(rnd) for _ in range(3)) + rnd.choice([b"M", b"m"])


def _paste(rnd: Random) -> bytes:
    return b"\x1b[200~" + _noise(rnd) + rnd.choice([b"\x1b[201~", b"\x1b[201", b"\x1b[200~", b""])


def _cut(rnd: Random) -> bytes:
    text = rnd.choice(TEXTS).encode()
    return text[: rnd.randint(1, len(text))]


def _noise(rnd: Random) -> bytes:
    return rnd.randbytes(rnd.randint(0, 40))


MAKERS: list[Callable[[Random], bytes]] = [
    _csi, _csi, _string, _keyboard, _keyboard, _mouse, _paste, _cut, _noise, lambda rnd: rnd.choice(KNOWN),
    lambda rnd: rnd.choice([b"\x1b", b"\x1b\x1b", b"\x1bO", b"\x1bO5A"]),
    lambda rnd: rnd.choice([b"\x1b[I\x1b[O", b"\x1b[O"]),
]  # fmt: skip


def hostile(rnd: Random, size: int, without: bytes = b"") -> bytes:
    """About so many bytes; ``without`` are bytes that must not be among them, as those of keys that end the program."""
    made = bytearray()
    while len(made) < size:
        made += rnd.choice(MAKERS)(rnd)
        if rnd.random() < 0.1 and made:
            del made[-rnd.randint(1, 3) :]  # broken off
    return bytes(made).translate(None, without)
