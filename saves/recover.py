"""From the files of a game to its match: the newest snapshot that can be read, and all journals that continue it.

A snapshot is what its predecessor and that one's journal lead to. So when a snapshot is damaged, the one before it and
both journals give the same position, and nothing is lost. What is lost is told in a sentence; no file is changed here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time

from engine.play.match import Match
from saves.atomic import read_file
from saves.codec import Head, Save, decode, other_files
from saves.errors import NewerFormat, OtherData, SaveError, disk_error
from saves.journal import Journal, read_journal, replay
from saves.paths import AUTO, GAME, JOURNAL, listing, ring

TRIED = 12
"""Earlier snapshots, and turns, that are tried; a game keeps five snapshots."""
PATIENCE = 1.2
"""Seconds of work after which no further one is tried."""


@dataclass
class Found:
    """A game taken up again."""

    match: Match
    head: Head
    path: Path
    """The snapshot that could be read."""
    base: int
    """Lines of history that the snapshot under the last journal holds; undo by the journal ends there."""
    notes: list[str] = field(default_factory=list)
    damaged: list[Path] = field(default_factory=list)
    """Files to be moved aside before new ones take their names."""
    open_journal: Journal | None = None
    """The journal that can be appended to; ``None``: a new snapshot must be written."""
    journal: int = 0
    """The generation of the journal in place; 0 if there is none or it cannot be read."""
    other: str = ""
    """A sentence when the game was played with other data files than those in use."""
    top: int = 0
    """The highest generation seen; the next save has a higher one."""


def read_save(path: Path) -> Save:
    """Read a save inside the folder of a game. Raises ``SaveError``."""
    try:
        return decode(read_file(path), path)
    except OSError as error:
        raise disk_error(path, error) from None


def recover(folder: Path, overrides: Path | None = None) -> Found:
    """The game in this folder. Raises ``SaveError`` when no save in it can be read."""
    damaged: list[Path] = []
    found = _snapshot(folder, overrides, damaged)
    found.damaged = damaged
    lost = _journals(folder, found)
    if lost and found.other:
        # The actions are in order; it is the data that they do not fit.
        raise OtherData(folder, f"{found.other} Nothing has been changed")
    found.top = max([found.top, *(g for kind in ("toml", "journal") for g, _ in ring(folder, kind)[:1])])
    return found


# ---------------------------------------------------------------------- the snapshot
def _snapshot(folder: Path, overrides: Path | None, damaged: list[Path]) -> Found:
    problems: list[str] = []
    begun = process_time()
    for path in _candidates(folder):
        if process_time() - begun > PATIENCE:
            problems.append("the others were not tried, since reading took too long")
            break
        try:
            save = read_save(path)
            match = save.match(path, overrides)
        except (NewerFormat, OtherData):
            raise
        except SaveError as error:
            problems.append(f"{path.name}: {error.reason}")
            if (path.exists() or path.is_symlink()) and path.name == GAME:
                damaged.append(path)
            continue
        found = Found(match, save.head, path, len(match.history), top=save.head.generation)
        found.other = other_files(save.record, overrides)
        found.notes += [found.other] if found.other else []
        if problems:
            found.notes.append(
                f"The save could not be read ({problems[0]}). The game was taken up from '{path.name}', "
                f"written in turn {save.head.turn} at {save.head.when}."
            )
        return found
    raise SaveError(folder, f"no save in it can be read ({'; '.join(problems[:3])})")


def _candidates(folder: Path) -> Iterator[Path]:
    yield folder / GAME
    yield from (path for _, path in ring(folder, "toml")[:TRIED])
    turns = [p for p in listing(folder / AUTO) if re.fullmatch(r"turn-\d{2,4}\.toml", p.name)]
    yield from sorted(turns, key=lambda p: int(p.stem[5:]), reverse=True)[:TRIED]


# ---------------------------------------------------------------------- the journals
def _journals(folder: Path, found: Found) -> bool:
    """Replay every journal that continues the snapshot, oldest first, as far as they reach; whether some is lost."""
    main = _read(folder / JOURNAL, found)
    generation = found.head.generation
    found.journal = main.generation if main is not None else 0
    if main is not None and main.generation < generation:
        return False  # the snapshot was written after it and holds all of it
    chain = [main] if main is not None else []
    if main is None or main.generation != generation:
        older = [_read(p, found) for g, p in ring(folder, "journal") if g >= generation]
        chain = sorted([j for j in older if j is not None] + chain, key=lambda j: j.generation)
    played = 0
    for place, journal in enumerate(chain):
        found.top = max(found.top, journal.generation)
        if not journal.fits(found.match):
            _tell_lost(found, chain[place:], f"'{journal.path.name}' continues a newer save than can be read")
            return True
        found.base = len(found.match.history)
        played += replay(journal, found.match)
        if journal.lost:
            found.damaged += [journal.path] if journal is main else []
            _tell_lost(found, chain[place:], f"'{journal.path.name}': {journal.problem}")
            return True
        if journal.torn:
            found.notes.append("The last action was not yet completely written when the program stopped; it is lost.")
    if found.notes and found.damaged:
        found.notes.append(f"{played} action{'s were' if played != 1 else ' was'} played again from the journal.")
    if main is not None and chain == [main] and main.whole and found.path.name == GAME:
        found.open_journal = main
    return False


def _read(path: Path, found: Found) -> Journal | None:
    try:
        return read_journal(path)
    except NewerFormat:
        raise
    except SaveError as error:
        found.notes.append(f"The actions in '{path.name}' are lost: it {error.reason}.")
        if path.name == JOURNAL:
            found.damaged.append(path)
        return None


def _tell_lost(found: Found, journals: list[Journal], why: str) -> None:
    first, *later = journals
    count = (first.lost or len(first.entries)) + sum(len(j.entries) + j.lost for j in later)
    if count or first.problem:
        found.notes.append(f"{why}; {count} later action{'s are' if count != 1 else ' is'} lost.")
    found.damaged += [j.path for j in journals if j.path.name == JOURNAL and j.path not in found.damaged]
