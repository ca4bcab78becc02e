"""Saves that survive: the only code that writes game files."""

from saves.errors import NewerFormat, SaveError
from saves.game import Game
from saves.look import Look
from saves.store import SaveInfo, Store, export, load_file
from saves.summary import SORTS, Summary, in_order, summarize
from saves.trash import Trashed, empty, restore, trashed

__all__ = [
    "SORTS",
    "Game",
    "Look",
    "NewerFormat",
    "SaveError",
    "SaveInfo",
    "Store",
    "Summary",
    "Trashed",
    "empty",
    "export",
    "in_order",
    "load_file",
    "restore",
    "summarize",
    "trashed",
]
