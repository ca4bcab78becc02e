"""What is alike in all games where a side acts all at once, led by nobody: for an adapter to begin with."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter as Counts
from collections.abc import Callable, Hashable, Iterable, Mapping, MutableMapping, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from engine.components.grid import Hex, Unit
from engine.players.planner.knowledge import Command, Force, Stand, Untold

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


class Uncommanded(Untold, ABC):
    """Answers of ``Knowledge`` for a game without headquarters, zones of control and a second kind of movement."""

    @abstractmethod
    def forces(self, side: str) -> Sequence[Force]:
        """The units of a side on the map; the game knows them."""

    @abstractmethod
    def reach(self, u: Unit) -> Mapping[Hex, int]:
        """Where a unit could be when it attacks; the game knows it."""

    def travel(self, u: Unit) -> Mapping[Hex, int]:
        """The same as ``reach``."""
        return self.reach(u)

    def zone(self, h: Hex) -> Sequence[Hex]:
        """Nothing."""
        return ()

    def commands(self, side: str) -> Sequence[Command]:
        """Everybody acts in the side's turn, which is sure to come."""
        return [Command(frozenset(f.unit for f in self.forces(side)))]

    def led(self, u: Unit, h: Hex, heads: Mapping[Unit, Hex]) -> float:
        """Nobody needs to be."""
        return 1.0

    def leading(self, u: Unit, h: Hex, moved: Mapping[Unit, Hex]) -> float:
        """Nobody does."""
        return 0.0

    def duty(self, u: Unit, h: Hex) -> float:
        """Nothing that goals and lines do not say."""
        return 0.0


def once(memo: MutableMapping[Any, Any], key: Hashable, find: Callable[[], T]) -> T:
    """What is found for a key, the first time only."""
    if key not in memo:
        memo[key] = find()
    found: T = memo[key]
    return found


def alike(outcomes: Sequence[T]) -> list[tuple[T, float]]:
    """What may come of a roll, each thing with the share of the faces that bring it."""
    return [(one, outcomes.count(one) / len(outcomes)) for one in dict.fromkeys(outcomes)]


def kept(find: Callable[P, R]) -> Callable[P, R]:
    """Keep what a method finds for what it is asked, in ``known`` of its object."""

    @wraps(find)
    def found(*words: P.args, **named: P.kwargs) -> R:
        me: Any = words[0]
        key = (find, words[1:])
        if key not in me.known:
            me.known[key] = find(*words, **named)
        answer: R = me.known[key]
        return answer

    return found


class Remembering(Uncommanded):
    """The same for a game whose answers are found once a position, where nobody comes or goes."""

    def __init__(self, side: str, enemy: str) -> None:
        self.side, self.enemy = side, enemy
        self.known: dict[Hashable, Any] = {}
        """Answers by what was asked."""
        self._reaches: dict[Unit, Mapping[Hex, int]] = {}
        self._arrivals: dict[tuple[Unit, Hex], float] = {}
        self._rooms: dict[str, tuple[int, Mapping[Hex, int]]] = {}

    @abstractmethod
    def _present(self, side: str) -> Iterable[Force]:
        """The units of a side on the map."""

    @abstractmethod
    def _sides(self, h: Hex, side: str) -> Sequence[Hex]:
        """Hexes from which units of a side could attack a hex."""

    @abstractmethod
    def _most(self) -> int:
        """Units of a side that a hex holds."""

    @abstractmethod
    def _counts(self, u: Unit) -> bool:
        """Whether a unit counts among those."""

    @abstractmethod
    def _reached(self, u: Unit) -> Mapping[Hex, int]:
        """Where a unit could be when it attacks."""

    @abstractmethod
    def _arrives(self, u: Unit, target: Hex) -> float:
        """Attack strength of a unit that arrives, wherever it comes from."""

    def reach(self, u: Unit) -> Mapping[Hex, int]:
        """Where a unit could be when it attacks."""
        if u not in self._reaches:
            self._reaches[u] = self._reached(u)
        return self._reaches[u]

    def arriving(self, stand: Stand, target: Hex) -> float:
        """Attack strength that arrives."""
        key = (stand.unit, target)
        if key not in self._arrivals:
            self._arrivals[key] = self._arrives(*key)
        return self._arrivals[key]

    def forces(self, side: str) -> Sequence[Force]:
        """The units of a side on the map."""
        return once(self.known, side, lambda: tuple(self._present(side)))

    def struck_from(self, h: Hex, side: str) -> Sequence[Hex]:
        """Hexes from which units of a side could attack a hex."""
        return once(self.known, (h, side), lambda: self._sides(h, side))

    def room(self, side: str, h: Hex) -> int:
        """As many as a hex holds, with those in it who do not count."""
        if side not in self._rooms:
            self._rooms[side] = self._most(), Counts(f.hex for f in self.forces(side) if not self._counts(f.unit))
        most, uncounted = self._rooms[side]
        return most + uncounted.get(h, 0)
