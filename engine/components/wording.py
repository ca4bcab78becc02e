"""Numbers with their nouns, for every sentence that counts something."""

from __future__ import annotations

SEVERAL = (
    "Battalions",
    "Batteries",
    "Brigades",
    "Divisions",
    "Guns",
    "Regiments",
    "Reinforcements",
    "Troops",
    "Volunteers",
)
"""What the names of counters end with that stand for several."""


def plural(number: float, word: str, ending: str = "s") -> str:
    """``1 line``, ``2 lines``; of ``1 command chit`` the last word takes the ending."""
    told = number if isinstance(number, int) else f"{number:g}"
    return f"{told} {word}{ending if number != 1 else ''}"


def counted(number: int, one: str, many: str) -> str:
    """A number with what agrees with it: ``1 unit waits``, ``3 units wait``."""
    return f"{number} {one if number == 1 else many}"


def is_several(name: str) -> bool:
    """Whether a name is in the plural: ``180 and 122 Fighter Regiments``, but no corps, and no group of regiments."""
    return name.endswith(SEVERAL) and ":" not in name


def modified(die: int, modifier: int) -> str:
    """A die with what its modifier makes of it: ``7``, ``7, +1 makes 8``."""
    return f"{die}, {modifier:+d} makes {die + modifier}" if modifier else str(die)
