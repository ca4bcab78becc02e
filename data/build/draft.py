"""A board in the making: what the steps of the build hand on to each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from data.build.coast import LAKE, OFF_BOARD, SEA
from data.build.honeycomb import Cell
from data.build.lattice import Lattice, Side

Settings = dict[str, Any]
"""The settings or another file of a game's folder, as read."""


@dataclass
class RiverRun:
    """A river or the part of it of one class (minor, major): its sides from source to mouth."""

    name: str
    kind: str
    sides: list[Side]


@dataclass
class City:
    """A place of the map: size in the rulebook's words, value in victory points, marks that rules ask for."""

    name: str
    cells: list[Cell]
    size: str
    note: str
    value: int = 0
    marks: list[str] = field(default_factory=list)


@dataclass
class Draft:
    """A board in the making; the corrections change it, the writer writes it."""

    lattice: Lattice
    terrain: dict[Cell, str]
    owner: dict[Cell, str]
    barred: set[Side]
    rivers: list[RiverRun]
    cities: list[City]
    lines: dict[str, dict[Side, str]] = field(default_factory=dict)
    """Roads, railroads and the like by kind: class of each joined pair of hexes."""
    highways: dict[str, list[Cell]] = field(default_factory=dict)
    """Ways that are one chain of hexes, by name."""
    shore: dict[Side, str] = field(default_factory=dict)
    """What water bars a side: LAKE or SEA."""
    supply: dict[str, list[Cell]] = field(default_factory=dict)
    fixes: list[tuple[str, str, str]] = field(default_factory=list)

    def is_land(self, cell: Cell) -> bool:
        """True for a land hex of the board."""
        return self.terrain.get(cell, SEA) not in (SEA, LAKE, OFF_BOARD)
