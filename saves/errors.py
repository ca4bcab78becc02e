"""What can go wrong with a save, as one error with a sentence for the player; and text made safe to show."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path

SHOWN = 300
"""Characters of a foreign text that are shown at most."""

UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
"""Control characters, marks that turn the direction of writing, and halves of characters."""


def unsafe(text: str) -> re.Match[str] | None:
    """The first such character of a text. Most texts are plain ASCII, in which Python finds it out much sooner."""
    return None if text.isascii() and text.isprintable() else UNSAFE.search(text)


def show(text: str, limit: int = SHOWN) -> str:
    """``text`` with everything that could move a cursor or turn a line written as ``\\u001b``, and cut to ``limit``."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    return UNSAFE.sub(lambda m: f"\\u{ord(m.group()):04x}", cut)


class SaveError(Exception):
    """A save that cannot be written or read: which file, why in a sentence, and the line where known."""

    def __init__(self, path: Path | str | None, reason: str, line: int | None = None) -> None:
        self.path = None if path is None else Path(path)
        self.reason = show(reason)
        self.line = line
        places = [] if self.path is None else [show(str(self.path))]
        place = ", ".join(places if line is None else [*places, f"line {line}"])
        super().__init__(f"{place}: {self.reason}" if place else self.reason)


class NewerFormat(SaveError):
    """A save that a later version of the program wrote; it is left as it is."""


class OtherData(SaveError):
    """A save that was played with other data files than those in use; it is left as it is."""


_SENTENCES = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk is used up",
    errno.EFBIG: "the file would become larger than is allowed here",
    errno.EROFS: "the disk can only be read",
    errno.EACCES: "access is not allowed",
    errno.EPERM: "access is not allowed",
    errno.ENOENT: "the file or its folder is not there",
    errno.ENOTDIR: "a part of its path is no folder",
    errno.EISDIR: "it is a folder, not a file",
    errno.ELOOP: "it is a link, and links are not followed",
    errno.EIO: "the disk reports a fault",
    errno.ESTALE: "the disk has gone away",
    errno.ENAMETOOLONG: "the name is too long",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
}


def disk_error(path: Path | str | None, error: OSError) -> SaveError:
    """The sentence for an error of the operating system."""
    words = _SENTENCES.get(error.errno or 0) or (os.strerror(error.errno) if error.errno else str(error))
    return SaveError(path, words)
