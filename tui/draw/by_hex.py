"""What lies in the hexes of a large board, most of which is out of view: found for a hex when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Generic, TypeVar

from engine.components.grid import Hex

T = TypeVar("T")


class ByHex(Mapping[Hex, T], Generic[T]):
    """What lies in each of some hexes; ``find`` is asked once for each, and only when it is wanted."""

    def __init__(self, hexes: Collection[Hex], find: Callable[[Hex], T]) -> None:
        self._hexes, self._find = hexes, find
        self.asked: dict[Hex, T | None] = {}
        """What was wanted so far, ``None`` for hexes that hold nothing: whatever was drawn depends on no other hex."""

    def get(self, h: Hex, default: Any = None) -> Any:
        """What lies in a hex."""
        if h in self.asked:
            found = self.asked[h]
        else:
            found = self.asked[h] = self._find(h) if h in self._hexes else None
        return default if found is None else found

    def __getitem__(self, h: Hex) -> T:
        """What lies in a hex. Raises ``KeyError`` where there is nothing."""
        found: T | None = self.get(h)
        if found is None:
            raise KeyError(h)
        return found

    def __contains__(self, h: object) -> bool:
        return isinstance(h, int) and self.get(h) is not None

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._hexes)

    def __len__(self) -> int:
        return len(self._hexes)


def differing(new: Mapping[Hex, Any], old: Mapping[Hex, Any]) -> set[Hex]:
    """Hexes in which something else lies than before; of what is found when it is wanted, those that were wanted."""
    if new is old:
        return set()
    hexes = old.asked if isinstance(old, ByHex) else new.keys() | old.keys()
    return {h for h in hexes if new.get(h) != old.get(h)}
