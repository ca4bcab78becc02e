"""Aircraft and hedgehogs of the player that plans: each where it changes most of what is to come, attack or defence."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from engine.components.grid import Hex, Unit
from engine.components.wording import counted
from engine.games.pm.advice.thrust import TOGETHER, agreed
from engine.games.pm.allies import barred
from engine.games.pm.combat.air import aircraft, carrier, in_range
from engine.games.pm.greedy.assault import PREPARED, AssaultPlanner, Attack, measure
from engine.games.pm.greedy.chances import ALL
from engine.games.pm.greedy.danger import Danger
from engine.games.pm.greedy.ground import Ground
from engine.games.pm.hedgehogs import eligible
from engine.games.pm.movement.allowance import may_move
from engine.games.pm.movement.reach import reach_of
from engine.games.pm.movement.stacking import quarters
from engine.play.action import Action
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene

SHIFTING = "viii-fk"
FEW = 3
"""Units of an attack, the strongest, that an aircraft is tried with."""
HOPELESS = -3.0
"""Attacks without aircraft that are worth no less are looked at: with them they may become good."""
WORTH = 0.3
"""What an aircraft must bring to be told where to go by it."""
STANDS = 2
"""Columns to the left in a hedgehog (14.40)."""
FORMED = 1.0
"""What a hedgehog must save."""
Air = tuple[float, Unit, Unit, str]
"""What an aircraft brings with a unit, and for what."""


class Flown(Ground):
    """The same with aircraft that add no more than their stack brings (10.2)."""

    def lift(self, factor: float, target: Hex, stack: Sequence[Unit]) -> float:
        return min(self.plane_points, sum(self.factor(u, target) for u in stack))


# ---------------------------------------------------------------------- aircraft
def commitment(scene: Scene) -> Iterator[Idea | None]:
    """All aircraft are free first; then one after the other goes where it brings most, one a hex (10.2)."""
    c = scene.c
    if not scene.anew("air", (c.state.turn, c.state.couplet)):
        yield Idea(Action("end"), "end", "All aircraft are where 0 moves would help")
        return
    g = Flown(c, scene.side)
    g.__dict__["planes"] = {}
    made = list[Attack]()
    yield from _planned(scene, g, made)
    danger = Danger(g)
    yield None
    lines, served = list[tuple[Action, str]](), set[Hex]()
    for plane in sorted(aircraft(c, scene.side), key=lambda p: g.r.ids[p] != SHIFTING):
        found = [*_striking(g, made, plane, served), *_standing(g, danger, plane, served)]
        yield None
        best = max(found, key=lambda a: (a[0], -a[2]), default=None)
        if best is None or best[0] < WORTH:
            best = _spare(g, made, plane, served)
        if best is None:
            continue
        gain, _, u, what = best
        served.add(g.s.hex_of[u])
        why = f"{g.r.short[plane]} helps {g.r.short[u]} {what}: worth {gain:+.1f}."
        lines.append((Action("commit", (g.r.ids[plane], g.r.ids[u])), why))
    if lines:
        free = [p for p in aircraft(c, scene.side) if carrier(c, p) >= 0]
        lines[:0] = [(Action("release", (g.r.ids[p],)), f"{g.r.short[p]} is 1 that can go elsewhere.") for p in free]
    scene.script += [*lines, (Action("end"), f"{counted(len(served), 'stack is', 'stacks are')} supported.")]


def _planned(scene: Scene, g: Ground, made: list[Attack]) -> Iterator[None]:
    """What stacks will do together, then what foot can do; panzers go by their aims before they see what they meet."""
    if g.side != "axis" or g.s.turn < TOGETHER:
        yield from attacks(g, made)
        return
    storm = yield from agreed(scene, g)
    made += storm.made
    yield from attacks(g, made, {told.unit for told in storm.orders}, lambda u: bool(g.r.mech[u]))


def attacks(
    g: Ground, made: list[Attack], bound: Collection[Unit] = (), halted: Callable[[Unit], bool] = lambda u: False
) -> Iterator[None]:
    """Assaults that can be made after the movement that follows, those included that lack a little; units that are
    ``bound`` take no part, those ``halted`` from where they stand alone, and who is a target already is left out."""
    pool: dict[Unit, frozenset[Hex]] = {}
    kept: dict[tuple[object, ...], frozenset[Hex]] = {}
    for h, units in g.mine.items():
        for u in units:
            if u not in bound and g.attack(u) > 0 and may_move(g.c, u) is None:
                if halted(u):
                    pool[u] = frozenset({h})
                    continue
                key = (h, g.r.mech[u], g.r.kind[u], g.r.nationality[u], g.r.move[u])
                if key not in kept:
                    kept[key] = frozenset(reach_of(g.c, [u])[0])
                pool[u] = kept[key]
        yield None
    taken = {h: sum(quarters(g.c, u) for u in units) for h, units in g.mine.items()}
    targets = g.foes.keys() - {attack.target for attack in made}
    yield from AssaultPlanner(g, pool, taken).work(made, HOPELESS, g.menace, targets)


def _striking(g: Ground, made: Sequence[Attack], plane: Unit, served: set[Hex]) -> Iterator[Air]:
    """What an aircraft brings to the assaults of its carrier."""
    for attack in made:
        units = [u for u, _ in attack.units if g.s.hex_of[u] not in served and in_range(g.c, g.side, g.s.hex_of[u])]
        before = max(attack.value, 0.0)
        for u in sorted(units, key=lambda u: (-g.attack(u), u))[:FEW]:
            g.__dict__["planes"] = {u: [g.r.ids[plane]]}
            extra = g.menace.get(attack.target, 0.0)
            after = measure(g, g.foes[attack.target], attack.units, PREPARED, extra).value
            yield after - before, plane, u, f"to attack {g.c.board.describe(attack.target)}"
    g.__dict__["planes"] = {}


def _spare(g: Ground, made: Sequence[Attack], plane: Unit, served: set[Hex]) -> Air | None:
    """With the strongest of the best assault for which there is none yet: nobody knows who will be met there."""
    for attack in sorted(made, key=lambda a: (-a.value, a.target)):
        units = [u for u, _ in attack.units if g.s.hex_of[u] not in served and in_range(g.c, g.side, g.s.hex_of[u])]
        if units:
            best = max(units, key=lambda u: (g.attack(u), -u))
            return 0.0, plane, best, f"to attack {g.c.board.describe(attack.target)}"
    return None


def _standing(g: Ground, danger: Danger, plane: Unit, served: set[Hex]) -> Iterator[Air]:
    """What an aircraft saves in the enemy's next phase where it stands with a stack, which then defends better."""
    safe = barred(g.c, "soviet") if g.side == "axis" else frozenset()
    for h, units in sorted(g.mine.items()):
        if h in served or h in safe or not danger.count.get(h) or not in_range(g.c, g.side, h):
            continue
        defense, steps = sum(g.expected(u)[1] for u in units), sum(g.s.steps_left[u] for u in units)
        more = defense + min(g.plane_points, defense)
        saved = (danger.loss(h, defense, steps) - danger.loss(h, more, steps)) * g.w.step
        if saved > 0:
            best = max(units, key=lambda u: (sum(g.expected(u)), -u))
            yield saved, plane, best, f"to hold {g.c.board.describe(h)}"


# ---------------------------------------------------------------------- hedgehogs
def hedgehogs(scene: Scene) -> Iterator[Idea | None]:
    """Where standing fast saves more than an attack of those who stand there would bring (14.40)."""
    c = scene.c
    yield None
    if scene.anew("hedgehogs", (c.state.turn, c.state.couplet)):
        g = Flown(c, scene.side)
        danger = Danger(g)
        made = list[Attack]()
        yield from attacks(g, made)
        for h in eligible(c):
            saved = _saved(g, danger, h)
            missed = max((a.value for a in made if any(g.s.hex_of[u] == h for u, _ in a.units)), default=0.0)
            if saved - max(missed, 0.0) >= FORMED:
                why = f"{c.board.describe(h)} stands fast: {saved:+.1f} saved, {missed:.1f} not won."
                scene.script.append((Action("form", (c.label(h),)), why))
        for label in c.state.hedgehogs:
            if _saved(g, danger, c.board.find(label)) <= 0:
                scene.script.append((Action("lift", (label,)), f"0 enemies can attack {label} with success."))
    scene.script.append((Action("end"), f"{len(scene.script)} hedgehogs are changed."))


def _saved(g: Ground, danger: Danger, h: Hex) -> float:
    """Steps and points that two columns save in a hex in the enemy's next phase."""
    units = g.mine.get(h, [])
    at = danger.at(h, sum(g.expected(u)[1] for u in units))
    if at < 0:
        return 0.0
    steps = float(sum(g.s.steps_left[u] for u in units))
    return _lost(g, h, at, steps) - _lost(g, h, at - STANDS, steps)


def _lost(g: Ground, h: Hex, at: int, steps: float) -> float:
    """What an assault on a hex at a place of the scale costs its holders: steps, and the place if all fall."""
    chance = g.chances.at(at, h, g.t.city(h))
    lost = sum(p * (steps if n == ALL else min(steps, n)) for n, p in chance.enemy)
    return lost * g.w.step + chance.clears(steps) * g.values.get(h, 0.0) * g.w.point
