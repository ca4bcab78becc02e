"""What orders are worth on the maps alone: attacks by their table, ends of moves by what can happen to them there."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from functools import cached_property

from engine.components.grid import Hex, Unit
from engine.players.planner.distances import within
from engine.players.planner.exchange import NO_ATTACK
from engine.players.planner.knowledge import Stand
from engine.players.planner.lifelines import AWAY
from engine.players.planner.plan import NOBODY, Order, Orders, Parts
from engine.players.planner.posts import NAMES
from engine.players.planner.sets import finished
from engine.players.planner.situation import Situation
from engine.players.planner.strikes import NOBODY as NO_UNITS

Key = tuple[tuple[Unit, Order], ...]
DEAR = ("danger", "free ways", "own lines")
"""Parts that take their time: thinking may stop after each."""
WEAKER = 0.5
"""Share of the danger from enemies that is gone once moves have cut them off: as if half of them struck."""


class Worth:
    """Values orders for one situation. ``valued`` counts those that were reckoned; the same again costs nothing."""

    def __init__(self, s: Situation) -> None:
        self.s = s
        self.valued = 0
        self._known: dict[Key, Parts] = {}
        self._attacks: dict[tuple[Hex, tuple[Stand, ...], frozenset[Hex]], list[tuple[str, float]]] = {}

    def value(self, orders: Mapping[Unit, Order]) -> float:
        """The sum of the parts; ``NO_ATTACK`` where an attack among them is not carried."""
        return sum(value for _, value in self.parts(orders))

    def parts(self, orders: Mapping[Unit, Order]) -> Parts:
        """What speaks for and against orders for all units that may act."""
        return finished(self.weighing(orders))

    def weighing(self, orders: Mapping[Unit, Order]) -> Generator[None, None, Parts]:
        """The same in pieces."""
        key = tuple(sorted(orders.items()))
        found = self._known.get(key)
        if found is None:
            total: dict[str, float] = {}
            for name, value in self._each(orders):
                total[name] = total.get(name, 0.0) + value
                if name in DEAR:
                    yield
            self.valued += 1
            found = self._known[key] = tuple(total.items())
        return found

    def mended(self, orders: Mapping[Unit, Order]) -> Orders:
        """The same without the attacks that are not carried."""
        taken = _taken(orders)
        hopeless = {t for t, stands in self._stands(orders).items()
                    if self._attack(t, stands, taken)[0][1] == NO_ATTACK}  # fmt: skip
        return {u: Order(o.hex) if o.target in hopeless else o for u, o in orders.items()} if hopeless else {**orders}

    def share(self, u: Unit, orders: Mapping[Unit, Order]) -> Parts:
        """What speaks for the order of one unit: the attack that it takes part in, or its post against staying."""
        s, order = self.s, orders[u]
        if order.target != NOBODY:
            return tuple(self._attack(order.target, self._stands(orders)[order.target], _taken(orders)))
        here = dict(s.posts.parts(u, s.mine[u].hex))
        found = [(name, value - here[name]) for name, value in s.posts.parts(u, order.hex)]
        heads = self._heads(orders)
        found.append(("command", s.posts.command(u, order.hex, heads) - s.posts.command(u, s.mine[u].hex, heads)))
        found.append(("danger", s.posts.danger(s.mine[u].hex, (u,)) - s.posts.danger(order.hex, (u,))))
        if s.mine[u].leads:
            moved = {v: o.hex for v, o in orders.items() if v != u}
            more = s.k.leading(u, order.hex, moved) - s.k.leading(u, s.mine[u].hex, moved)
            found.append(("lead", s.w.lead * more))
        return tuple(found)

    def _heads(self, orders: Mapping[Unit, Order]) -> dict[Unit, Hex]:
        """Where headquarters go that may move."""
        return {u: order.hex for u, order in orders.items() if self.s.mine[u].leads}

    # ------------------------------------------------------------------ the parts
    def _each(self, orders: Mapping[Unit, Order]) -> Iterable[tuple[str, float]]:
        s = self.s
        taken = _taken(orders)
        for target, stands in sorted(self._stands(orders).items()):
            yield from self._attack(target, stands, taken)
        heads, sent = self._heads(orders), sorted(orders.items())
        if sent:
            columns = zip(*[s.posts.values(u, order.hex) for u, order in sent], strict=True)
            yield from zip(NAMES, map(sum, columns), strict=True)
            if s.w.risked < 1:
                striking = sum([s.posts.caught(u, order.hex) for u, order in sent if order.target != NOBODY])
                yield "neck", (1 - s.w.risked) * striking
            yield "neck", s.w.risked * sum(self._freed(t, stands, taken) for t, stands in self._stands(orders).items())
            yield "command", sum([s.posts.command(u, order.hex, heads) for u, order in sent])
        moved = {u: o.hex for u, o in sent if o.hex != s.mine[u].hex}
        yield "goals", self._won(orders)
        if s.w.shared:
            yield "way to goals", -s.w.shared * self._spared(orders, moved)
        yield "lead", self._led(orders, moved)
        vacated = self._vacated(orders, taken)
        cut = s.foe_lines.parted(moved) if s.w.cut and self._tightens(moved) else NO_UNITS
        for h, units, targets in self._stacks(orders):
            yield "danger", -self._danger(h, units, targets, vacated, cut)
        if s.w.prospect:
            yield "prospects", s.w.prospect * self._prospects(orders)
        if s.room:
            yield "room", s.w.room * s.room.left(orders, vacated)
        if s.w.open:
            yield "free ways", -s.w.open * sum(s.free_goals(moved).values())
        if s.w.line and self._loosens(moved):
            driven = self._driven(orders) if s.w.relief else {}
            yield "own lines", -s.w.line * s.lines.lost({**moved, **driven}, movers=bool(s.w.relief))
        if s.w.cut and self._tightens(moved):
            yield "enemy lines", s.w.cut * s.foe_lines.lost(moved)
        if s.w.cut and s.w.release:
            yield "way out", -s.w.cut * s.w.release * self._released(orders, moved)

    def _freed(self, target: Hex, stands: tuple[Stand, ...], taken: frozenset[Hex]) -> float:
        """By how much less those who attack are in danger to be cut off for it that nobody is left in the target."""
        posts, around = self.s.posts, self.s.assault.around
        spared = sum(posts.spared(u, h, target) for u, h in stands)
        return spared * self.s.assault.mean(target, stands, around(target) & taken).vacated if spared else 0.0

    def _vacated(self, orders: Mapping[Unit, Order], taken: frozenset[Hex]) -> dict[Hex, float]:
        """By target the chance that attacks empty it."""
        around, mean = self.s.assault.around, self.s.assault.mean
        return {t: mean(t, stands, around(t) & taken).vacated for t, stands in self._stands(orders).items()}

    def _prospects(self, orders: Mapping[Unit, Order]) -> float:
        """What the attacks would bring that could be made from where everybody then stands, each on his best target."""
        s, taken = self.s, _taken(orders)
        found: dict[Hex, list[Stand]] = {}
        for u, f in s.mine.items():
            h = orders[u].hex if u in orders else f.hex
            if f.attack > 0 and not f.leads and h in s.aims:
                found.setdefault(s.aims[h][0], []).append(Stand(u, h))
        values = (sum(v for _, v in self._attack(t, tuple(stands), taken)) for t, stands in sorted(found.items()))
        return sum(value for value in values if value > 0)

    def _released(self, orders: Mapping[Unit, Order], moved: Mapping[Unit, Hex]) -> float:
        """What the enemy gets back in the mean whom attacks drive out of a pocket."""
        s, taken, total = self.s, _taken(orders), 0.0
        shut = taken.union(s.fixed)
        for t, stands in self._stands(orders).items():
            near = within(lambda h: [n for n in s.k.beside(h) if n not in shut], (t,), s.w.retreat)
            stake = s.foe_lines.released(t, near, moved)
            if stake:
                total += stake * s.assault.mean(t, stands, s.assault.around(t) & taken).driven
        return total

    def _loosens(self, moved: Mapping[Unit, Hex]) -> bool:
        """Whether moves could change who of the side is in supply: they leave a line, or somebody may get one again."""
        lines = self.s.lines
        return bool(moved) and (len(lines.fed) < len(lines.forces) or any(
            self.s.mine[u].hex in lines.flow for u in moved))  # fmt: skip

    def _driven(self, orders: Mapping[Unit, Order]) -> dict[Unit, Hex]:
        """Enemies that are rather driven out by the attacks than not, as if they were nowhere."""
        taken, found = _taken(orders), dict[Unit, Hex]()
        for t, stands in self._stands(orders).items():
            ground = self.s.ground(t)
            if ground > 0 and dict(self._attack(t, stands, taken)).get("ground", 0.0) >= ground / 2:
                found.update((f.unit, AWAY) for f in self.s.foes[t])
        return found

    def _tightens(self, moved: Mapping[Unit, Hex]) -> bool:
        """The same of the enemy's: they end on a line or beside it, or let somebody have one again."""
        s, lines = self.s, self.s.foe_lines
        return bool(moved) and (len(lines.fed) < len(lines.forces) or any(
            n in lines.flow for h in moved.values() for n in (h, *s.k.beside(h))))  # fmt: skip

    @staticmethod
    def _stands(orders: Mapping[Unit, Order]) -> dict[Hex, tuple[Stand, ...]]:
        found: dict[Hex, list[Stand]] = {}
        for u, order in sorted(orders.items()):
            if order.target != NOBODY:
                found.setdefault(order.target, []).append(Stand(u, order.hex))
        return {t: tuple(stands) for t, stands in found.items()}

    def _attack(self, target: Hex, stands: tuple[Stand, ...], taken: frozenset[Hex]) -> list[tuple[str, float]]:
        """An attack while some hexes are taken; what the reply costs is in the danger of the stacks."""
        near = self.s.assault.around(target) & taken
        key = (target, stands, near)
        found = self._attacks.get(key)
        if found is None:
            found = self._attacks[key] = self.s.assault.exchange(target, stands, near)
        return found

    def _won(self, orders: Mapping[Unit, Order]) -> float:
        """Goals that somebody comes into, or stays in, where nobody else stands anyway."""
        mine = self.s.mine
        come = {o.hex for u, o in orders.items() if not mine[u].leads}
        return sum([self.s.posts.taking(h) for h in sorted(come - self._held)])

    @cached_property
    def _held(self) -> set[Hex]:
        """Hexes with others who fight."""
        mine = self.s.mine
        return {h for h, units in self.s.fixed.items() if any(not mine[u].leads for u in units)}

    def _spared(self, orders: Mapping[Unit, Order], moved: Mapping[Unit, Hex]) -> float:
        """What all others make of nearing goals into which somebody goes."""
        s, total = self.s, 0.0
        for goal in s.posts.entered(o.hex for u, o in orders.items() if not s.mine[u].leads):
            nearer = {u: s.posts.nearing((goal,), h, s.mine[u].hex) for u, h in moved.items()}
            total += sum(nearer.values()) - max(nearer[u] for u, h in moved.items() if h == goal)
        return total

    def _led(self, orders: Mapping[Unit, Order], moved: Mapping[Unit, Hex]) -> float:
        s = self.s
        leaders = [u for u in orders if s.mine[u].leads]
        return s.w.lead * sum(s.k.leading(u, orders[u].hex, moved) for u in sorted(leaders))

    def _danger(
        self, h: Hex, units: list[Unit], targets: set[Hex], vacated: Mapping[Hex, float], cut: frozenset[Unit]
    ) -> float:
        """What a stack must expect to lose; whom it attacks is out of its way as often as it drives him out, and those
        who are ``cut`` off are half the danger."""
        found = self._feared(h, units, NO_UNITS, cut)
        if not found or not targets:
            return found
        gone = frozenset([f.unit for t in targets for f in self.s.foes[t]])
        return found + min(vacated[t] for t in targets) * (self._feared(h, units, gone, cut) - found)

    def _feared(self, h: Hex, units: list[Unit], gone: frozenset[Unit], cut: frozenset[Unit]) -> float:
        found = self.s.posts.danger(h, units, gone)
        return found + WEAKER * (self.s.posts.danger(h, units, gone | cut) - found) if found and cut else found

    def _stacks(self, orders: Mapping[Unit, Order]) -> Iterable[tuple[Hex, list[Unit], set[Hex]]]:
        """All stacks that orders change, with what they attack."""
        s = self.s
        stacks: dict[Hex, list[Unit]] = {}
        targets: dict[Hex, set[Hex]] = {}
        for u, order in sorted(orders.items()):
            stacks.setdefault(order.hex, []).append(u)
            stacks.setdefault(s.mine[u].hex, [])
            if order.target != NOBODY:
                targets.setdefault(order.hex, set()).add(order.target)
        for h, units in sorted(stacks.items()):
            yield h, [*units, *s.fixed.get(h, ())], targets.get(h, set())


def _taken(orders: Mapping[Unit, Order]) -> frozenset[Hex]:
    """Hexes in which somebody stands who may act."""
    return frozenset([o.hex for o in orders.values()])
