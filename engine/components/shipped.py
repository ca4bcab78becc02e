"""The folder of the data files that come with the program."""

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
