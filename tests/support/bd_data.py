"""The data files of Barbarossa Deluxe for the tests of them, each read once."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any

from engine.components.board import Board
from engine.components.counters import build_roster
from engine.components.load import load_board
from engine.components.roster import Roster, Value


@lru_cache(maxsize=32)
def table(name: str) -> dict[str, Any]:
    """A data file of the game, by its path below ``data/bd``."""
    return tomllib.loads(files("data").joinpath("bd", *name.split("/")).read_text("utf-8"))


@lru_cache(maxsize=1)
def roster() -> Roster:
    """All counters."""
    return build_roster(table("counters.toml"), table("classes.toml"))


@lru_cache(maxsize=1)
def board() -> Board:
    """The map."""
    return load_board("bd")


def value(name: str, unit: str) -> Value:
    """A further value of a counter by its id."""
    return roster().value(name, roster().by_id[unit])


def arrival(unit: str) -> int:
    """The turn of entry of a counter by its id."""
    return roster().arrival[roster().by_id[unit]]


def front(unit: str) -> tuple[int, int]:
    """Attack and defense factor of a counter by its id."""
    u = roster().by_id[unit]
    return roster().attack[u], roster().defense[u]


def of(side: str = "", kind: str = "", size: str = "", nationality: str = "", **further: Value) -> list[str]:
    """Ids of the counters that fit."""
    r = roster()
    wanted = ((r.side, side), (r.kind, kind), (r.size, size), (r.nationality, nationality))
    return [
        i
        for u, i in enumerate(r.ids)
        if all(not word or column[u] == word for column, word in wanted)
        and all(r.value(name, u) == what for name, what in further.items())
    ]


def pairs(name: str) -> list[tuple[str, str]]:
    """The pairs of one table of ``conversions.toml``."""
    return [(a, b) for a, b in table("conversions.toml")[name]["rows"]]
