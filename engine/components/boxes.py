"""Boxes that units off the map may be in: declared by a game's file, one ``[[box]]`` each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.components.board import Box
from engine.components.datafile import DataError

FOLLOWS = ("", "number", "words")
"""What may stand behind the id of a box: nothing, always a number (``turn 5``), or words as well."""


def read_boxes(meta: Mapping[str, Any], name: str = "game.toml") -> dict[str, Box]:
    """The boxes of a game by id, as ``[[box]]`` gives them: id, title, rule, ``follows``. Raises ``DataError``."""
    found: dict[str, Box] = {}
    for entry in meta.get("box", []):
        id, follows = str(entry["id"]), entry.get("follows", "")
        if not id or id in found or follows not in FOLLOWS:
            raise DataError(name, f"box '{id}'", f"stands twice, or 'follows' is none of: {', '.join(FOLLOWS[1:])}")
        found[id] = Box(id, str(entry["title"]), str(entry.get("rule", "")), str(entry.get("note", "")), "", follows)
    return found


def box_of(boxes: Mapping[str, Box], text: str) -> Box | None:
    """The box that a unit is in, by what the state says of it; ``None`` where no box is written like that."""
    found = boxes.get(text)
    if found is not None:
        return None if found.follows == "number" else found
    for id, box in boxes.items():
        rest = text.removeprefix(f"{id} ")
        if rest != text and (box.follows == "words" or (box.follows == "number" and rest.isdecimal())):
            return box
    return None


def strays(boxes: Mapping[str, Box], column: Iterable[str]) -> set[str]:
    """What stands in the state's column of boxes and is none; the empty text is the map."""
    return {text for text in set(column) if text and box_of(boxes, text) is None}
