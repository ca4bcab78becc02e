"""Files in the user's cache folder: believed only if nobody else can have written them and nothing in them does harm.

Nothing is lost when there is no place for one.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import stat
import sys
from pathlib import Path
from typing import Any

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
    if sys.platform == "linux":
        # What knows the folders of every system takes a fifth as long to load as an answer may; here it is one rule.
        given = os.environ.get("XDG_CACHE_HOME", "")
        return Path(given if os.path.isabs(given) else "~/.cache").expanduser() / "stavka"
    import platformdirs

    return Path(platformdirs.user_cache_dir("stavka"))


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
