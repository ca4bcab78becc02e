"""Which books there are: games whose rules can be looked up, their titles, editions, and whether files changed.

Asking this reads no rules, so that what shows only a chart or a turn starts quickly.
"""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

from engine.components.datafile import read_table
from engine.components.errors import BadInput
from engine.components.shipped import shipped


class RuleNotFound(BadInput):
    """No rule of that id, or no rules of that game."""


@lru_cache(maxsize=1)
def book_ids() -> tuple[str, ...]:
    """The games whose rules can be looked up, in the order of ``books.toml``; others follow by name."""
    found = {folder.name for folder in shipped().iterdir() if folder.joinpath("rules").is_dir()}
    order = [str(game) for game in read_table("ui", "books.toml")[0].get("books", [])]
    return tuple(sorted(found, key=lambda game: (order.index(game) if game in order else len(order), game)))


@lru_cache(maxsize=8)
def editions(game: str) -> tuple[str, ...]:
    """The other editions of a game, by ``books.toml``."""
    groups = read_table("ui", "books.toml")[0].get("editions", [])
    return tuple(str(other) for group in groups if game in group for other in group if other != game)


@lru_cache(maxsize=8)
def book_title(game: str) -> str:
    """The title of a game. Raises ``RuleNotFound`` or ``DataError``."""
    if game not in book_ids():
        raise RuleNotFound(f"there are no rules of a game '{game}'; there is: {', '.join(book_ids())}")
    return str(read_table(game, "game.toml")[0].get("title", game))


@lru_cache(maxsize=8)
def fingerprint(game: str = "") -> str:
    """A mark that changes when a rules file does, of one game or of any: names, sizes and times of the files.

    In an archive, which has no times, the texts themselves count.
    """
    marks = []
    folder = shipped()
    paths = [folder.joinpath("ui", name) for name in ("search.toml", "books.toml")]
    for one in (game,) if game else book_ids():
        paths += sorted(folder.joinpath(one, "rules").iterdir(), key=lambda path: path.name)
    for path in paths:
        stat = getattr(path, "stat", None)
        info = stat() if stat is not None else None
        told = f"{info.st_size}:{info.st_mtime_ns}" if info is not None else path.read_text("utf-8")
        marks.append(f"{path.name}:{told}\n")
    # A checksum is enough to tell old from new; a hash would bring in a library as large as the rest.
    text = "".join(marks).encode()
    return f"{crc32(text):08x}-{len(text)}"
