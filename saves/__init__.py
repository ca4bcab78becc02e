"""Saves that survive: the only code that writes game files."""

from saves.errors import NewerFormat, SaveError
from saves.game import Game
from saves.store import Entry, Store, export, load_file

__all__ = ["Entry", "Game", "NewerFormat", "SaveError", "Store", "export", "load_file"]
