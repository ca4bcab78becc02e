"""Where saves lie and what they are called. What a player types is a title inside a file; a name on disk is a slug."""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import platformdirs

from saves.errors import SaveError, show

ENVIRONMENT = "STAVKA_SAVES"
GAME = "game.toml"
JOURNAL = "journal"
AUTO = "auto"
NAMED = "named"
SHOWN = "shown"
"""Folder of a game for pictures and stories, which the program writes and never reads."""
TRASH = ".trash"
SLUG = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
"""Names that other systems keep for devices; a folder of saves may be carried there."""


def saves_folder(folder: Path | None = None) -> Path:
    """The folder of all saves: as given, else ``STAVKA_SAVES``, else that of the system. Raises ``SaveError``."""
    if folder is not None:
        return Path(os.path.abspath(folder))
    if named := os.environ.get(ENVIRONMENT):
        if "\0" in named:
            raise SaveError(None, f"{ENVIRONMENT} names no folder")
        return Path(os.path.abspath(named))
    try:
        return Path(platformdirs.user_data_dir("stavka", appauthor=False)) / "saves"
    except (RuntimeError, OSError, KeyError) as error:
        raise SaveError(None, f"there is no home folder for saves ({error}); set {ENVIRONMENT}") from None


def slugify(title: str, fallback: str = "game") -> str:
    """A name of at most 34 letters, digits and hyphens made from a title; there is room for a counter."""
    plain = unicodedata.normalize("NFKD", title[:200]).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain)[:34].strip("-")
    return slug if slug and slug not in RESERVED else f"{slug}-{fallback}".strip("-")[:34].strip("-")


def numbered(slug: str) -> Iterator[str]:
    """The slug itself, then with 2, 3, 4 ..."""
    yield slug
    for number in range(2, 100_000):
        yield f"{slug[:34].rstrip('-')}-{number}"


def check_slug(slug: str) -> str:
    """The slug if it is one. Raises ``SaveError``; nothing on disk is touched."""
    if not isinstance(slug, str) or not SLUG.fullmatch(slug) or slug in RESERVED:
        given = show(str(slug), 60)
        raise SaveError(None, f"'{given}' cannot be the name of a save: it is made of a-z, 0-9 and hyphens, up to 40")
    return slug


def inside(folder: Path, name: str) -> Path:
    """``folder / name``, which must not lead elsewhere. Raises ``SaveError`` for links and for names with a path."""
    path = folder / name
    if name in ("", ".", "..") or "/" in name or "\0" in name or path.parent != folder:
        raise SaveError(None, f"'{name}' leads out of the folder of the saves")
    if path.is_symlink():
        raise SaveError(path, "is a link, and links are not followed")
    return path


def game_folder(root: Path, slug: str) -> Path:
    """The folder of one game. Raises ``SaveError`` unless it is a real folder inside ``root``."""
    path = inside(root, check_slug(slug))
    try:
        info = os.lstat(path)
    except OSError:
        raise SaveError(path, "there is no such game") from None
    if not stat.S_ISDIR(info.st_mode):
        raise SaveError(path, "is no folder of a game")
    return path


def ring_file(folder: Path, generation: int, kind: str) -> Path:
    """The ring's file of one generation; ``kind`` is ``toml`` or ``journal``."""
    return folder / AUTO / f"{generation:06d}.{kind}"


def ring(folder: Path, kind: str) -> list[tuple[int, Path]]:
    """Generation and path of the ring's files, newest first; empty if there are none."""
    if (folder / AUTO).is_symlink():
        return []
    return sorted(
        ((int(p.stem), p) for p in listing(folder / AUTO) if re.fullmatch(rf"\d{{6,12}}\.{kind}", p.name)),
        reverse=True,
    )


def turn_file(folder: Path, turn: int) -> Path:
    """The file that keeps the beginning of a turn."""
    return folder / AUTO / f"turn-{turn:02d}.toml"


def listing(folder: Path) -> list[Path]:
    """Files and folders in a folder, sorted, without links; empty if it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return sorted(Path(e.path) for e in entries if not e.is_symlink())
    except OSError:
        return []
