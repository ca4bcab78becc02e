"""The journal: what was played since the snapshot, one line an action, each with a check sum over all before it.

::

    stavka-journal 1 generation=7 seed=7 history=41 digest=1f0c... crc=9f3a11c2
    1 5d1e0a77 axis move 7pz S0915
    2 83b2c6d4 axis attack S0915 = 4 2
    3 0e11f0aa undo
    4 77c0de12 redo axis attack S0915 = 4 2
    5 c0ffee12 dice | 6 1

``| 6 1`` after any line are dice that somebody rolled by hand and that wait to be taken. A line without its newline was
never finished and does not count. What stands behind a damaged line is not used.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from zlib import crc32

from engine.play.history import HistoryLine
from engine.play.match import Match
from saves.atomic import read_file, sync_data, write_all
from saves.errors import NewerFormat, SaveError, disk_error

JOURNAL_FORMAT = 1
FULL = 1_000
"""Entries after which a snapshot and a new journal are due."""
MOST = 5_000
"""Entries that are played again at most: a journal that is longer was not written by this program."""
_HEADER = re.compile(
    r"stavka-journal (\d{1,6}) generation=(\d{1,12}) seed=(-?\d{1,20}) history=(\d{1,9}) digest=([0-9a-f]{1,64}) "
    r"crc=([0-9a-f]{8})"
)
_DICE = re.compile(r"(?:\d{1,4}(?: \d{1,4})*)?")


@dataclass(slots=True)
class Journal:
    """A journal as read: the snapshot it continues, its good lines, and what is wrong with the rest."""

    path: Path
    generation: int
    seed: int
    history: int
    digest: str
    entries: list[str] = field(default_factory=list)
    crc: int = 0
    lost: int = 0
    """Lines that cannot be used, from the first damaged one on."""
    torn: bool = False
    """The last line was being written when the program was stopped."""
    problem: str = ""

    @property
    def whole(self) -> bool:
        """Whether every byte of the file is good, so that more can be appended."""
        return not (self.lost or self.torn)

    def fits(self, match: Match) -> bool:
        """Whether this journal continues the match as it stands."""
        there = (self.seed, self.history, self.digest)
        return there == (match.seed, len(match.history), match.digest())


def header(generation: int, match: Match) -> bytes:
    """The first line of a journal that continues this match."""
    words = f"stavka-journal {JOURNAL_FORMAT} generation={generation} seed={match.seed} history={len(match.history)}"
    words += f" digest={match.digest()}"
    return f"{words} crc={crc32(words.encode()):08x}\n".encode()


def read_journal(path: Path) -> Journal | None:
    """The journal at ``path``; ``None`` if there is none. Raises ``SaveError`` when even its first line is no good."""
    try:
        data = read_file(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise disk_error(path, error) from None
    first, *lines = data.split(b"\n")
    found = _HEADER.fullmatch(first.decode("latin-1"))
    if found is None or not lines:
        raise SaveError(path, "does not begin like a journal", 1)
    crc = crc32(first.rpartition(b" crc=")[0])
    if f"{crc:08x}" != found.group(6):
        raise SaveError(path, "is damaged: the first line does not fit its check sum", 1)
    if int(found.group(1)) != JOURNAL_FORMAT:
        raise NewerFormat(path, "was written by a later version of the program; it has been left as it is")
    generation, seed, history = map(int, found.group(2, 3, 4))
    journal = Journal(path, generation, seed, history, found.group(5), crc=crc)
    _read_lines(journal, lines)
    return journal


def _read_lines(journal: Journal, lines: list[bytes]) -> None:
    journal.torn = lines.pop() != b""
    for number, line in enumerate(lines, 1):
        words = line.split(b" ", 2)
        crc = crc32(words[-1], journal.crc)
        if len(words) != 3 or words[0] != b"%d" % number or words[1] != b"%08x" % crc:
            journal.lost = len(lines) - number + 1
            journal.problem = f"line {number + 1} does not fit its check sum"
            return
        if number > MOST:
            journal.lost = len(lines) - MOST
            journal.problem = f"it has more than {MOST:,} lines, as no journal of this program"
            return
        journal.entries.append(words[2].decode("utf-8", "replace"))
        journal.crc = crc


# ---------------------------------------------------------------------- replaying
def replay(journal: Journal, match: Match) -> int:
    """Play the entries on the match; the number played. What cannot be played becomes ``lost`` and ``problem``."""
    for number, entry in enumerate(journal.entries, 1):
        try:
            _play_entry(match, entry)
        except Exception as error:  # a forged or outdated line may fail anywhere in the rules of its game
            words = str(error) if isinstance(error, ValueError) else repr(error)
            journal.lost += len(journal.entries) - number + 1
            journal.problem = f"line {number + 1} cannot be played any more ({words})"
            return number - 1
    return len(journal.entries)


def _play_entry(match: Match, entry: str) -> None:
    text, bar, dice = entry.partition(" |")
    if text == "undo":
        match.undo()
    elif text.startswith("redo "):
        _redo(match, text.removeprefix("redo "))
    elif text != "dice":
        match.replay_line(HistoryLine.parse(text))
    if bar:
        if not _DICE.fullmatch(dice.strip()):
            raise ValueError(f"'{dice}' are no dice")
        match.dice.queued.clear()
        match.dice.queue(int(word) for word in dice.split())


def _redo(match: Match, text: str) -> None:
    line = HistoryLine.parse(text)
    if not match.can_redo:
        match.replay_line(line)
        return
    match.redo()
    if match.history[-1] != line:
        raise ValueError(f"'{text}' is not what was taken back")


# ---------------------------------------------------------------------- writing
class Writer:
    """An open journal, to which lines are appended and brought to the disk."""

    def __init__(self, path: Path, crc: int, count: int = 0) -> None:
        """Open the journal that ends after ``count`` entries with the check sum ``crc``. Raises ``OSError``."""
        self.path = path
        self._crc, self._count = crc, count
        self._fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW)

    @classmethod
    def begun(cls, path: Path, first: bytes) -> Writer:
        """Open a journal that has just been made with the header ``first``."""
        return cls(path, crc32(first.rpartition(b" crc=")[0]))

    @property
    def full(self) -> bool:
        """Whether a new journal is due."""
        return self._count >= FULL

    def in_place(self) -> bool:
        """Whether the open file still is the one that has its name."""
        try:
            there, here = os.stat(self.path, follow_symlinks=False), os.fstat(self._fd)
        except OSError:
            return False
        return (there.st_dev, there.st_ino) == (here.st_dev, here.st_ino)

    def append(self, entries: list[str]) -> None:
        """Append the entries and wait until the disk has them. Raises ``OSError``; the journal is then given up."""
        crc, count, lines = self._crc, self._count, []
        for entry in entries:
            raw = entry.encode()
            crc, count = crc32(raw, crc), count + 1
            lines.append(b"%d %08x %s\n" % (count, crc, raw))
        write_all(self._fd, b"".join(lines))
        sync_data(self._fd)
        self._crc, self._count = crc, count

    def close(self) -> None:
        """Close the file; what was appended is on the disk already."""
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            os.close(fd)
