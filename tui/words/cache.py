"""What is kept ready in the user's cache folder: reading five books of TOML takes longer than an answer may.

The cache is thrown away when a rules file has changed, and believed only if nobody else can have written it; nothing
is lost when there is no place for one.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import stat
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.books.library import Library

NAME = "rules-4.json"
LIMIT = 30_000_000
"""No cache of ours is larger, in bytes."""
CONTROLS = re.compile(
    rb"\\(?:[bfr]|u(?:00[01][0-9a-fA-F]|007[fF]|00[89][0-9a-fA-F]|061[cC]|200[efEF]|202[89a-eA-E]|206[0-9a-fA-F]"
    rb"|[fF][eE][fF][fF]))"
)
"""Controls, marks for the direction of text, as JSON writes them; it holds none as they are."""


def cache_folder() -> Path:
    """Where the cache lies: STAVKA_CACHE, else this user's cache folder."""
    chosen = os.environ.get("STAVKA_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    import platformdirs

    return Path(platformdirs.user_cache_dir("stavka"))


@lru_cache(maxsize=1)
def library() -> Library:
    """The rule books of all games, from the cache where it is good. Raises ``DataError``."""
    from engine.books.library import Library, load_library

    record = read(NAME)
    with contextlib.suppress(ValueError):
        if record is not None:
            return Library.from_record(record)
    found = load_library()
    keep(NAME, found.record())
    return found


def ready() -> bool:
    """Whether the rule books are at hand; else they are read from the data files, which takes a second or more."""
    with contextlib.suppress(OSError, RuntimeError):
        return library.cache_info().currsize > 0 or (cache_folder() / NAME).is_file()
    return False


Naming = list[tuple[str, str, list[list[int]]]]
"""Id and title of rules, and the first and last turns they name."""


@lru_cache(maxsize=8)
def rules_naming_turns(game: str) -> Naming:
    """The rules of a game that name a turn in their text: kept by game, since the whole library takes long to read."""
    from engine.books.shelf import fingerprint

    name, mark = f"turns-{game}-1.json", fingerprint(game)
    record = read(name)
    with contextlib.suppress(KeyError, TypeError, ValueError):
        if record is not None and record["fingerprint"] == mark:
            return [(str(id), str(title), [[int(a), int(b)] for a, b in spans]) for id, title, spans in record["rules"]]
    found = _naming_turns(game)
    keep(name, {"fingerprint": mark, "rules": found})
    return found


def _naming_turns(game: str) -> Naming:
    from engine.books.rules import load_rules

    said = re.compile(
        r"\b(?:game )?turns?\s+(?:\d+,\s*)*(?:(?P<from>\d+)\s*(?:to|through|-|–|and)\s*)?(?P<to>\d+)\b", re.I
    )
    found = []
    for entry in load_rules(game).entries:
        spans = [[int(hit["from"] or hit["to"]), int(hit["to"])] for hit in said.finditer(entry.text)]
        if spans:
            found.append((entry.full_id, entry.title, spans))
    return found


def read(name: str, folder: Path | None = None) -> Any:
    """What was kept under a name; None where there is nothing that we have written."""
    with contextlib.suppress(OSError, ValueError, RuntimeError, RecursionError):
        return json.loads(clean(own_bytes(name, folder)))
    return None


def own_bytes(name: str, folder: Path | None = None) -> bytes:
    """The bytes of a file that belongs to us, has one name and that nobody else may write to. Raises ``OSError``."""
    path = (folder or cache_folder()) / name
    # By hand: what reads saves takes longer to load than the answer to a question about rules.
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOFOLLOW), "rb") as file:
        info = os.fstat(file.fileno())
        ours = stat.S_ISREG(info.st_mode) and info.st_nlink == 1 and info.st_uid == os.geteuid()
        if not ours or info.st_mode & 0o022 or info.st_size > LIMIT:
            raise PermissionError(f"{path} is no file of ours")
        return file.read(LIMIT)


def clean(data: bytes) -> bytes:
    """The bytes, if nothing in them moves a terminal's cursor or turns its text round. Raises ``ValueError``."""
    if not data.isascii() or b"\x7f" in data or CONTROLS.search(data):
        raise ValueError("a cache that we have not written")
    return data


def keep(name: str, record: object, folder: Path | None = None) -> None:
    """Write it where ``read`` finds it; nothing is lost where that is not possible."""
    keep_bytes(name, json.dumps(record, separators=(",", ":")).encode("ascii"), folder)


def keep_bytes(name: str, data: bytes, folder: Path | None = None) -> None:
    """Write a file of the cache; nothing is lost where that is not possible."""
    from saves.atomic import make_folder, write_whole

    with contextlib.suppress(OSError, RuntimeError):
        folder = folder or cache_folder()
        make_folder(folder)
        write_whole(folder / name, data)
