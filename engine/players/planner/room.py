"""Room for those who act later: what other commands of the side could attack, as far as nobody stands in their way.

Few find room beside a strong place. Where those who act now fill it, others who could take the place find none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from engine.components.grid import Hex, Unit
from engine.components.matching import seated
from engine.players.planner.distances import within
from engine.players.planner.exchange import expected
from engine.players.planner.knowledge import Force, Knowledge, Stand
from engine.players.planner.maps import Maps
from engine.players.planner.plan import Order
from engine.players.planner.strikes import Strikes

FAINT = 0.5
"""What a later attack is worth at least for room to be left to it."""
BETTER = 1.5
"""How many times as much as what those could do themselves who act now."""
MOST = 4
"""Targets of each later command that are looked at."""


class Later(NamedTuple):
    """A command that acts later, the chance that it does, and what of it could strike where."""

    units: frozenset[Unit]
    chance: float
    strikes: Strikes
    targets: tuple[Hex, ...]


class Room:
    """What is left to later commands of the side that plans by where those stand who act now."""

    def __init__(self, maps: Maps, fixed: Mapping[Hex, Collection[Unit]]) -> None:
        """``fixed`` are own units by hex that may not act now."""
        self.maps, self.k, self._fixed = maps, maps.k, fixed
        self._known: dict[tuple[int, Hex, tuple[int, ...]], float] = {}
        self._later: list[Later] = []
        self._sides: dict[Hex, list[Hex]] = {}
        self.wanted: frozenset[Hex] = frozenset()
        """Hexes from which the best of those attacks would be made, that some of those could leave who act now."""

    def work(self) -> Iterator[None]:
        """Find who could attack what, in pieces."""
        maps, k, ready = self.maps, self.k, frozenset(self.maps.ready)
        stands = {h for u in ready for h in maps.choices(u)}
        targets = [t for t in sorted(maps.foes) if not stands.isdisjoint(k.struck_from(t, k.side))]
        if not targets:
            return
        now, least = Strikes(k, k.side, ready), dict[Hex, float]()
        for t in targets:
            least[t] = max(FAINT, BETTER * self._value(now.against(t), t))
            yield
        near = within(k.beside, targets, k.pace(k.side) + 1)
        able = {f.unit for f in k.forces(k.side) if f.attack > 0 and not f.leads and f.hex in near} - ready
        wanted = set[Hex]()
        for command in k.commands(k.side):
            units = command.units & able
            for u in sorted(units) if command.chance > 0 else ():
                k.reach(u)
                yield
            if not units or command.chance <= 0:
                continue
            strikes, worth = Strikes(k, k.side, units), dict[Hex, float]()
            for t in targets:
                worth[t] = self._value(strikes.against(t), t)
                yield
            best = sorted((t for t in targets if worth[t] >= least[t]), key=lambda t: (-worth[t], t))[:MOST]
            if best:
                self._later.append(Later(units, command.chance, strikes, tuple(best)))
                wanted.update(h for _, h in strikes.against(best[0]))
        self._sides = {t: sorted(k.struck_from(t, k.side)) for later in self._later for t in later.targets}
        self.wanted = frozenset(wanted)

    def left(self, orders: Mapping[Unit, Order], vacated: Mapping[Hex, float]) -> float:
        """What later commands could bring once those stand where they are told to go who act now; a target is left to
        them as far as it is not ``vacated`` before."""
        if not self._later:
            return 0.0
        count = Counter(order.hex for order in orders.values())
        found = list[tuple[float, float]]()
        for n, later in enumerate(self._later):
            values = [(1 - vacated.get(t, 0.0)) * self._open(n, later, t, count) for t in later.targets]
            found.append((max(values), later.chance))
        total, none = 0.0, 1.0
        for value, chance in sorted(found, reverse=True):
            total, none = total + none * chance * value, none * (1 - chance)
        return total

    def _open(self, n: int, later: Later, t: Hex, count: Mapping[Hex, int]) -> float:
        """What a command could bring against a target with the room that is left there."""
        rooms = tuple([self._left(later, h, count.get(h, 0)) for h in self._sides[t]])
        key = n, t, rooms
        found = self._known.get(key)
        if found is None:
            rows = dict(zip(self._sides[t], rooms, strict=True))
            found = self._known[key] = self._value(_against(self.k, later.strikes, t, rows), t)
        return found

    def _left(self, later: Later, h: Hex, taken: int) -> int:
        others = sum(u not in later.units for u in self._fixed.get(h, ()))
        return max(self.k.room(self.k.side, h) - others - taken, 0)

    def _value(self, attackers: list[tuple[Force, Hex]], t: Hex) -> float:
        """What an attack brings, nothing where it is not worth making."""
        if not attackers:
            return 0.0
        e = expected(self.k, attackers, self.maps.foes[t], t, self.maps.w.retreat)
        return max(e.worth(self.maps.ground(t)), 0.0) if e.carried else 0.0


def _against(k: Knowledge, strikes: Strikes, t: Hex, rooms: Mapping[Hex, int]) -> list[tuple[Force, Hex]]:
    """The strongest attack on a hex out of others that hold only so many."""
    best: dict[Unit, list[tuple[float, Hex]]] = {}
    known: dict[Unit, Force] = {}
    for h, n in rooms.items():
        for f in strikes.offers(h) if n else ():
            value = k.arriving(Stand(f.unit, h), t)
            if value > 0:
                best.setdefault(f.unit, []).append((-value, h))
                known[f.unit] = f
    options = {u: [h for _, h in sorted(found)] for u, found in best.items()}
    order = sorted(options, key=lambda u: (min(best[u])[0], u))
    found = seated(order, options, rooms)
    return [(known[u], found[u]) for u in order if u in found]
