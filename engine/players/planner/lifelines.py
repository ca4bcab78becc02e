"""Supply as what hangs on single hexes: who loses it when a hex is left, closed by an enemy, or both."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from engine.components.floods import Flood
from engine.components.grid import Hex, Unit
from engine.players.planner.knowledge import Force, Knowledge

AWAY = -1
"""Where a unit is that stands nowhere."""


class Lifelines:
    """The supply of one side in one position. Every question is answered by the game's own rule, and only once."""

    def __init__(self, k: Knowledge, side: str, after: float = 0.0, penned: float = 0.0) -> None:
        """``after`` is the share of a unit's further steps that losing its supply costs beside the next one, ``penned``
        what all of them count once more where no way leads home."""
        self.k, self.side, self._after = k, side, after
        self.forces: tuple[Force, ...] = tuple(k.forces(side))
        told = getattr(k, "fed", None)
        self._bound = {h: k.goals().get(h, 0.0) for h in told(side)} if told is not None else {}
        """What hexes count as long as they are in supply, where that is told."""
        self._flags = k.supplied(side, {})
        self.fed: frozenset[Unit] = frozenset(f.unit for f in self.forces if self.reaches(f.hex))
        """Units in supply now."""
        self._known: dict[tuple[tuple[Unit, Hex], ...], Collection[Hex] | bytearray] = {}
        self._penned, self._ways = penned, dict[tuple[tuple[Unit, Hex], ...], Flood | None]()

    def reaches(self, h: Hex) -> bool:
        """Whether a hex is in supply now."""
        return _has(self._flags, h)

    @property
    def runs(self) -> bool:
        """Whether any hex is in supply now; where none is, as on a bare map, being cut off tells nothing."""
        return any(self._flags) if isinstance(self._flags, bytearray) else bool(self._flags)

    def penned(self, h: Hex) -> bool:
        """Whether no way leads home now from a hex for who stands there."""
        return not self._leaves(h, self._homes({}))

    def _leaves(self, h: Hex, homes: Flood | None) -> bool:
        """Whether some way leads home from a hex, which itself is no hindrance to who stands in it."""
        return homes is None or h in homes or any(n in homes for n in self.k.beside(h))

    def _homes(self, moved: Mapping[Unit, Hex]) -> Flood | None:
        """Hexes from which some way leads home then; ``None`` where that is not told, or counts for nothing."""
        key = tuple(sorted(moved.items()))
        if key not in self._ways:
            self._ways[key] = self.k.homes(self.side, moved) if self._penned else None
        return self._ways[key]

    @cached_property
    def flow(self) -> dict[Hex, float]:
        """By hex what the units have to lose whose line runs through it, their own hex left out."""
        found: dict[Hex, float] = {}
        for own, line, stake in self.ways:
            for h in line:
                if h != own:
                    found[h] = found.get(h, 0.0) + stake
        return found

    @cached_property
    def ways(self) -> list[tuple[Hex, Sequence[Hex], float]]:
        """The lines of all stacks: whence, the hexes, and what hangs on it."""
        along: dict[tuple[Hex, int], tuple[Sequence[Hex], float]] = {}
        for f in self.forces:
            if f.steps:
                line = self.k.line(f.unit)
                key = f.hex, id(line)  # those in a hex are mostly told the same line, which is followed once
                along[key] = line, along.get(key, (line, 0.0))[1] + self._stake(f)
        return [(own, line, stake) for (own, _), (line, stake) in along.items()]

    def _stake(self, f: Force) -> float:
        """What a unit has to lose by its supply: its next step, a share of those that follow it, and with others there
        the hex, if it counts only in supply."""
        found = f.steps[0] + self._after * sum(f.steps[1:])
        return found + self._bound[f.hex] / len(self._at[f.hex]) if f.hex in self._bound else found

    def cut_off(self) -> list[Force]:
        """Units out of supply now."""
        return [f for f in self.forces if f.unit not in self.fed]

    def _flags_after(self, moved: Mapping[Unit, Hex]) -> Collection[Hex] | bytearray:
        """Hexes in supply then."""
        key = tuple(sorted(moved.items()))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self.k.supplied(self.side, moved)
        return found

    def lost(self, moved: Mapping[Unit, Hex], movers: bool = False) -> float:
        """What the units have to lose that stay and lose their supply by these moves, less of those that regain it; of
        the ``movers`` too, against what they would have in their new hex if nobody else moved."""
        flags, before, total = self._flags_after(moved), self._flags, 0.0
        if isinstance(flags, bytearray) and isinstance(before, bytearray):
            changed = [h for h in self._at if before[h] != flags[h]] if flags != before else ()
        else:
            changed = [h for h in self._at if (h in before) != (h in flags)]
        concerned = {n for h in changed for n in self._at[h]}
        if movers:
            concerned.update(self._number[u] for u in moved if u in self._number)
        for n in sorted(concerned):
            f = self.forces[n]
            h = moved.get(f.unit, f.hex)
            if f.steps and h != AWAY and (movers or f.unit not in moved):
                total += self._stake(f) * (_has(before, h) - _has(flags, h))
        return total + (self._shut_in(moved, movers) if self._penned else 0.0)

    def _shut_in(self, moved: Mapping[Unit, Hex], movers: bool) -> float:
        """What those have to lose besides who then have no way home, less of those who have one again; whoever is in
        supply has one."""
        flags, total = self._flags_after(moved), 0.0
        there = ((f, moved.get(f.unit, f.hex)) for f in self.forces if movers or f.unit not in moved)
        unfed = [(f, h) for f, h in there if h != AWAY and not (_has(flags, h) and _has(self._flags, h))]
        before, after = (self._homes({}), self._homes(moved)) if unfed else (None, None)
        if before is None or after is None or before == after:
            return 0.0
        for f, h in unfed:
            total += sum(f.steps) * (self._leaves(h, before) - self._leaves(h, after))
        return self._penned * total

    def released(self, h: Hex, near: Iterable[Hex], moved: Mapping[Unit, Hex]) -> float:
        """What the units in a hex have to lose that are without supply after these moves, if going to one of the hexes
        ``near`` gives it back to them."""
        flags = self._flags_after(moved)
        if _has(flags, h) or not any(_has(flags, n) for n in near):
            return 0.0
        return sum(self._stake(self.forces[n]) for n in self._at.get(h, ()) if self.forces[n].steps)

    def cut_by(self, moved: Mapping[Unit, Hex]) -> int:
        """How many units that stay lose their supply by these moves."""
        flags = self._flags_after(moved)
        return sum(f.unit in self.fed and f.unit not in moved and not _has(flags, f.hex) for f in self.forces)

    def parted(self, moved: Mapping[Unit, Hex]) -> frozenset[Unit]:
        """Units that stay and lose their supply by these moves."""
        flags = self._flags_after(moved)
        if flags == self._flags:
            return frozenset()
        return frozenset(u for u in self.fed if u not in moved and not _has(flags, self.forces[self._number[u]].hex))

    @cached_property
    def _at(self) -> dict[Hex, list[int]]:
        """By hex the numbers of those who stand there, among all of the side."""
        found: dict[Hex, list[int]] = {}
        for n, f in enumerate(self.forces):
            found.setdefault(f.hex, []).append(n)
        return found

    @cached_property
    def _number(self) -> dict[Unit, int]:
        return {f.unit: n for n, f in enumerate(self.forces)}

    def left(self, h: Hex) -> float:
        """What others lose when all units of the side leave a hex: what it holds open."""
        return self.lost({f.unit: AWAY for f in self.forces if f.hex == h})

    def closed(self, u: Unit, hexes: Iterable[Hex]) -> dict[Hex, float]:
        """By hex what the side loses if an enemy unit stands there; only hexes where it loses anything."""
        found = {h: self.lost({u: h}) for h in hexes}
        return {h: value for h, value in found.items() if value > 0}


def _has(flags: Collection[Hex] | bytearray, h: Hex) -> bool:
    return bool(flags[h]) if isinstance(flags, bytearray) else h in flags
