"""What comes with the program: the folder of its data files, and the version that is installed."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


@lru_cache(maxsize=1)
def shipped() -> Traversable:
    """The folder ``data``, wherever the program lies, an archive included."""
    folder = Path(__file__).resolve().parents[2] / "data"
    if folder.is_dir():
        return folder
    # Imported only here: it takes a tenth of the time of a rules look-up.
    from importlib.resources import files

    return files("data")


def game_folder(game: str) -> Traversable | None:
    """The folder of a game's data files, ``None`` where there is none; the name may be anything that was typed."""
    return next((f for f in shipped().iterdir() if f.name == game and f.is_dir()), None)


def data_of(game: str) -> Traversable:
    """The folder of a game's data files. Raises ``FileNotFoundError`` where there is none."""
    folder = game_folder(game)
    if folder is None:
        raise FileNotFoundError(f"there are no data files of a game '{game}'")
    return folder


def version_beside(name: str, module: str | None) -> str:
    """The version of the distribution ``name`` that one of its modules was installed with; empty if none is known.

    It stands in the name of the folder of metadata beside the package. ``importlib.metadata`` reads the same, but
    loading it takes a twentieth of the time to the first screen.
    """
    if not module:
        return ""
    start, end = f"{name}-", ".dist-info"
    found = [path.name for path in Path(module).parents[1].glob(f"{start}*{end}")]
    return found[0][len(start) : -len(end)] if len(found) == 1 else ""
