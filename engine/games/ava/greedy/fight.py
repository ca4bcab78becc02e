"""Attacks: which enemy, with whom and from where, what each result of the table would be worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from engine.components.grid import Hex, Unit
from engine.games.ava.combat.battle import read_result
from engine.games.ava.greedy.position import Ground
from engine.games.ava.units import strength
from engine.players.greedy.expect import BELOW, cheapest_losses, expectation, fill
from engine.players.greedy.maps import NO_WAY, way_out

Pool = dict[Unit, frozenset[Hex]]
"""Per unit the hexes from which it could attack."""
WORST = -1000.0


@dataclass(frozen=True)
class Attack:
    """A way to attack a hex: who from where, at which column, and what may be expected."""

    target: Hex
    units: tuple[tuple[Unit, Hex], ...]
    column: int
    value: float
    parts: tuple[tuple[str, float], ...] = ()


@dataclass
class AttackSearch:
    """Finds attacks on one ground. ``taken`` units and ``full`` hexes grow as attacks are settled."""

    g: Ground
    pool: Pool
    room: dict[Hex, int]
    moving: bool = True
    """Whether the units of the pool are still to move to where they attack from."""
    stand: dict[Unit, Hex] = field(default_factory=dict)
    """Where units that are settled will stand."""
    used: set[Unit] = field(default_factory=set)
    aims: set[Hex] = field(default_factory=set)
    places: dict[Unit, dict[Hex, float]] = field(default_factory=dict)
    """While moving: what each hex is worth to a unit by itself."""
    prices: dict[Unit, float] = field(default_factory=dict)
    """While moving: what the best hex is worth to it, which an attack from another forgoes."""

    def targets(self) -> list[Hex]:
        """Enemy hexes that somebody in the pool could attack."""
        near = {n for hexes in self.pool.values() for h in hexes for n in self.g.c.grid.adjacent[h]}
        return sorted((near & self.g.enemies) - self.aims - set(self.g.c.state.attacked))

    # ------------------------------------------------------------------ one target
    def best(self, target: Hex) -> Attack | None:
        """The best attack on a hex with units that are not yet used; ``None`` if none is worth making."""
        g = self.g
        slots = [h for h in g.t.open_to("axis")[target] if self.room.get(h, 0) > 0]
        slots = [h for h in slots if target in g.t.open_to("axis")[h]]
        able = {
            u: [h for h in slots if h in hexes]
            for u, hexes in self.pool.items()
            if u not in self.used and not hexes.isdisjoint(slots)
        }
        if not able:
            return None
        view = _Target(self, target)
        value, units = max(
            (
                fill(order, slot_order, room, view.weigh)
                for order in self._orders(able, target)
                for slot_order in self._slot_orders(able, target)
                for room in ({h: self.room[h] for h in slots}, dict.fromkeys(slots, 1))
            ),
            key=lambda f: f[0],
        )
        if not units or value < g.w.least:
            return None
        return Attack(target, tuple(units), view.column(units), value, view.parts(units))

    def _orders(self, able: dict[Unit, list[Hex]], target: Hex) -> list[list[Unit]]:
        """Who is asked to join first: the strong, or those who cost least for their strength."""
        g = self.g
        force = {u: max(_force(g, u, h, target) for h in hexes) for u, hexes in able.items()}
        firm = sorted(able, key=lambda u: (-force[u], g.worth(u), u))
        cheap = sorted(able, key=lambda u: ((g.worth(u) + self._regret(u, able[u])) / max(force[u], 0.5), u))
        return [firm, cheap]

    def _regret(self, u: Unit, hexes: list[Hex]) -> float:
        here = self.places.get(u)
        return self.prices[u] - max(here[h] for h in hexes) if here else 0.0

    def _slot_orders(self, able: dict[Unit, list[Hex]], target: Hex) -> list[Callable[[Unit], Sequence[Hex]]]:
        """From where a unit attacks: where it stands best, or from behind the defender."""
        g = self.g
        line = g.enemy_lines
        safe = {u: sorted(hexes, key=lambda h: (-_force(g, u, h, target), -self._place(u, h), h))
                for u, hexes in able.items()}  # fmt: skip
        behind = {u: sorted(hexes, key=lambda h: (-_force(g, u, h, target), line.get(h, 999), h))
                  for u, hexes in able.items()}  # fmt: skip
        return [safe.__getitem__, behind.__getitem__]

    def _place(self, u: Unit, h: Hex) -> float:
        return self.places.get(u, {}).get(h, 0.0)

    def forgone(self, units: Sequence[tuple[Unit, Hex]]) -> float:
        """What the units give up by attacking from these hexes instead of going to their best ones."""
        return sum(self.prices[u] - self.places[u][h] for u, h in units if u in self.places)

    def measure(self, target: Hex, units: list[tuple[Unit, Hex]]) -> Attack:
        """What an attack that is declared already may be expected to bring."""
        view = _Target(self, target)
        parts = view.parts(units)
        return Attack(target, tuple(units), view.column(units), sum(v for _, v in parts), parts)

    def standing(self) -> Iterable[Hex]:
        """Hexes where units of mine are sure to stand."""
        g = self.g
        yield from (g.c.state.hex_of[u] for u in g.mine if not self.moving or u not in self.pool)
        yield from self.stand.values()

    # ------------------------------------------------------------------ all targets
    def plan(self) -> Iterator[Attack | None]:
        """Attacks in the order of their worth, each settled before the next is weighed; ``None`` is a breath."""
        queue: list[Attack] = []
        for target in self.targets():
            attack = self.best(target)
            if attack is not None:
                queue.append(attack)
            yield None
        while queue:
            queue.sort(key=lambda a: (-a.value, a.target))
            first = queue.pop(0)
            if any(u in self.used for u, _ in first.units) or not self._fits(first):
                again = self.best(first.target)
                if again is not None:
                    queue.append(again)
                yield None
                continue
            self.settle(first)
            yield first

    def _fits(self, attack: Attack) -> bool:
        wanted: dict[Hex, int] = {}
        for _, h in attack.units:
            wanted[h] = wanted.get(h, 0) + 1
        return all(self.room.get(h, 0) >= n for h, n in wanted.items())

    def settle(self, attack: Attack) -> None:
        """Bind the units of an attack."""
        self.aims.add(attack.target)
        for u, h in attack.units:
            self.used.add(u)
            self.stand[u] = h
            self.room[h] = self.room.get(h, 0) - 1


def _force(g: Ground, u: Unit, h: Hex, target: Hex) -> float:
    """Attack strength of a unit from a hex: half over a river (10.3)."""
    value = strength(g.c, u)[0]
    return value / 2 if g.c.state.rivers and g.t.river(h, target) else float(value)


class _Target:
    """One enemy hex, and what each result against it is worth."""

    def __init__(self, field: AttackSearch, target: Hex) -> None:
        self.field, self.g, self.target = field, field.g, target
        g, c, stand = self.g, self.g.c, list(field.standing())
        self.units = [u for u in g.at(target)]
        self.fort = c.state.fortress.get(c.label(target), 0)
        self.defense = sum(strength(c, u)[1] for u in self.units if not c.state.retreated[u]) + self.fort
        self.steps = [g.steps(u) for u in self.units] + [[0.4] * self.fort] * bool(self.fort)
        self.prize = self._prize()
        self.zone = g.zones_of(stand)
        self.closed = set(stand)
        self._weighed: dict[tuple[tuple[Unit, Hex], ...], float] = {}
        """What was weighed: several orders of the same units begin alike."""
        self._retreats: dict[frozenset[Hex], tuple[int, int]] = {}
        self._hurts: dict[tuple[int, tuple[int, int]], float] = {}
        self._clear: dict[int, float] = {}

    def _prize(self) -> float:
        """What holding the hex would bring: the points of a city, or the ground alone."""
        g, target = self.g, self.target
        found = g.w.ground
        if target in g.goals:
            found += g.goals[target] * g.w.capture
        return found + g.relief.roads_through.get(target, 0.0) + (0.0 if g.brief else g.trunk.hunted.get(target, 0.0))

    def column(self, units: Sequence[tuple[Unit, Hex]]) -> int:
        """Column of an attack."""
        force = sum(_force(self.g, u, h, self.target) for u, h in units)
        return self.g.odds.column(int(force), self.defense, self.g.shift(self.target))

    def weigh(self, units: Sequence[tuple[Unit, Hex]]) -> float:
        """Worth of an attack with these units."""
        key = tuple(units)
        found = self._weighed.get(key)
        if found is None:
            found = self._weighed[key] = sum([value for _, value in self.parts(units)])
        return found

    def parts(self, units: Sequence[tuple[Unit, Hex]]) -> tuple[tuple[str, float], ...]:
        """What speaks for and against it."""
        g = self.g
        column = self.column(units)
        if column <= BELOW:
            return (("below 1:1", WORST),)
        chances = g.odds.chances[column]
        own = [g.steps(u) for u, _ in units]
        ways = self._ways(frozenset([h for _, h in units]))
        spent = {0: 0.0}

        def cost(result: str) -> float:
            losses = read_result(result, bool(self.fort))[0]
            if losses not in spent:
                spent[losses] = cheapest_losses(own, losses)[0]
            return spent[losses]

        lost = expectation(chances, cost)
        hurt = self._hurts.get((column, ways))
        if hurt is None:
            hurt = self._hurts[column, ways] = expectation(chances, lambda r: self._hurt(r, ways))
        clear = self._clear.get(column)
        if clear is None:
            clear = self._clear[column] = expectation(chances, lambda r: float(self._clears(r)))
        bound = g.w.effort * sum(strength(g.c, u)[0] for u, _ in units)
        return (
            ("enemy losses", hurt),
            ("ground", clear * self.prize),
            ("own losses", -lost),
            ("position", -g.w.regret * self.field.forgone(units)),
            ("effort", -bound),
        )

    def _ways(self, hexes: frozenset[Hex]) -> tuple[int, int]:
        """Fewest losses on a retreat of one and of two hexes once the attackers stand."""
        if hexes not in self._retreats:
            self._retreats[hexes] = self._ways_out(hexes)
        return self._retreats[hexes]

    def _ways_out(self, hexes: frozenset[Hex]) -> tuple[int, int]:
        g = self.g
        beside: dict[Hex, int] = {}
        for h in hexes:
            for n in g.t.beside[h]:
                beside[n] = 1
        closed = self.closed | hexes

        def toll(h: Hex) -> int:
            return 1 if beside.get(h) or self.zone[h] else 0

        near = g.t.open_to(g.enemy)
        one = way_out(near, self.target, 1, toll, closed)
        return one, way_out(near, self.target, 2, toll, closed) if one < NO_WAY else NO_WAY

    def _hurt(self, result: str, ways: tuple[int, int]) -> float:
        """Worth of the steps that the defenders lose by a result, those of the retreat included."""
        _, losses, retreat = read_result(result, bool(self.fort))
        total, lost = cheapest_losses(self.steps, losses)
        if retreat:
            toll = ways[retreat - 1]
            for values, gone in zip(self.steps, lost, strict=True):
                left = values[gone:]
                total += sum(left[:toll]) if toll < len(left) else sum(left)
        return total

    def _clears(self, result: str) -> bool:
        """Whether a result empties the hex."""
        _, losses, retreat = read_result(result, bool(self.fort))
        return bool(retreat) or losses >= sum(len(s) for s in self.steps)
