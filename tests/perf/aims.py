"""What is aimed at, by title where one has aims of its own: the last column of the table, and what gates go by."""

from __future__ import annotations

AIMS = {
    "first screen": "400",
    "key": "6 / 15",
    "key's processor time": "ratio 0.35",
    "memory": "70",
    "legal": "400 ms",
    "action": "20 ms",
    "undo": "5 ms",
    "overlay": "30 ms",
    "supply": "20 ms",
    "reach": "1 ms",
    "random": "300",
    "start": "2.2",
}
"""Milliseconds where nothing is said; MiB of memory, random actions a second, a start by that of the screen library."""
LARGEST = {"memory": "90", "supply": "40 ms"}
OWN = {"efs1": LARGEST, "efs2": LARGEST}
"""By title: the largest board has more of it to know."""


def aim(game: str, what: str) -> str:
    """The aim of a title, for the table."""
    return OWN.get(game, {}).get(what, AIMS[what])


def number(game: str, what: str) -> float:
    """The same as a number, for a gate. Raises ``ValueError`` for one that is two."""
    return float(aim(game, what).removeprefix("ratio ").removesuffix(" ms"))
