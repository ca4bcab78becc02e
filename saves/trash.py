"""The trash: games thrown away, brought back, or deleted for good.

``.trash/<slug>.<stamp>/`` is the folder of a game as it was. Every step is one rename, so that a game is always whole,
in one place or the other; for good only goes what has been renamed to ``.gone-*`` first.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
from pathlib import Path
from typing import NamedTuple

from saves import atomic, paths
from saves.errors import SaveError, disk_error
from saves.store import SaveInfo, Store, entry_of

GONE = ".gone-"
_NAME = re.compile(r"([a-z0-9][a-z0-9-]{0,39})\.(\d{8,14})")


class Trashed(NamedTuple):
    """A game in the trash: the name of its folder there, when it was thrown away (UTC, ISO), and what it is."""

    name: str
    thrown: str
    entry: SaveInfo


def _folder(store: Store) -> Path:
    return paths.inside(store.folder, paths.TRASH)


def trashed(store: Store) -> list[Trashed]:
    """What lies in the trash, the last thrown away first; a damaged game is listed like the others."""
    found = []
    with contextlib.suppress(SaveError):
        for folder in paths.listing(_folder(store)):
            parts = _NAME.fullmatch(folder.name)
            if parts and folder.is_dir():
                found.append(Trashed(folder.name, _iso(parts.group(2)), entry_of(folder / paths.GAME, parts.group(1))))
    return sorted(found, key=lambda t: (t.thrown, t.name), reverse=True)


def _iso(stamp: str) -> str:
    day = f"{stamp[:4]}-{stamp[4:6]}-{stamp[6:8]}"
    clock = stamp[8:].ljust(6, "0")
    return f"{day}T{clock[:2]}:{clock[2:4]}:{clock[4:6]}Z"


def find(store: Store, name: str) -> Trashed:
    """The game in the trash with this folder name, or the last one thrown away of this slug. Raises ``SaveError``."""
    for one in trashed(store):
        if name in (one.name, one.entry.slug):
            return one
    raise SaveError(None, f"there is no '{name[:60]}' in the trash")


def restore(store: Store, name: str) -> str:
    """Bring a game back, under another name if its own is taken by now; its slug. Raises ``SaveError``."""
    one = find(store, name)
    source = paths.inside(_folder(store), one.name)
    try:
        for slug in paths.numbered(one.entry.slug):
            target = store.folder / slug
            if not os.path.lexists(target):
                os.rename(source, target)
                atomic.sync_folder(store.folder)
                atomic.sync_folder(source.parent)
                return slug
    except OSError as error:
        raise disk_error(source, error) from None
    raise SaveError(source, "cannot be brought back")


def empty(store: Store, name: str = "") -> int:
    """Delete everything in the trash for good, or one game of it; how many were deleted. Raises ``SaveError``."""
    doomed = [find(store, name)] if name else trashed(store)
    trash = _folder(store)
    try:
        for one in doomed:
            os.rename(trash / one.name, trash / f"{GONE}{one.name}")
        for folder in paths.listing(trash):
            if folder.name.startswith(GONE):
                _delete(folder)
    except OSError as error:
        raise disk_error(trash, error) from None
    return len(doomed)


def _delete(path: Path) -> None:
    """Delete a folder with what is in it; links are deleted, never followed."""
    if not stat.S_ISDIR(os.lstat(path).st_mode):
        os.unlink(path)
        return
    with os.scandir(path) as entries:
        inside = [Path(e.path) for e in entries]
    for one in inside:
        _delete(one)
    os.rmdir(path)
