"""Aircraft and hedgehogs of the player that plans: each where it changes most of what is to come, attack or defence."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

from engine.components.grid import Hex, Unit
from engine.components.wording import counted
from engine.games.pm.advice.knowledge import PmKnowledge
from engine.games.pm.advice.thrust import TOGETHER, agreed
from engine.games.pm.allies import barred
from engine.games.pm.combat.air import aircraft, carrier, in_range
from engine.games.pm.greedy.assault import PREPARED, AssaultPlanner, Attack, measure
from engine.games.pm.greedy.chances import ALL
from engine.games.pm.greedy.danger import Danger
from engine.games.pm.greedy.ground import Ground
from engine.games.pm.hedgehogs import eligible
from engine.games.pm.movement.allowance import may_move
from engine.games.pm.movement.stacking import quarters
from engine.play.action import Action
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene
from engine.players.planner.lending import Help, Lending

SHIFTING = "viii-fk"
HOPELESS = -3.0
"""Attacks without aircraft that are worth no less are looked at: with them they may become good."""
WORTH = 0.3
"""What an aircraft must bring to be told where to go by it."""
STANDS = 2
"""Columns to the left in a hedgehog (14.40)."""
FORMED = 1.0
"""What a hedgehog must save."""


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
    terms = Help(
        at=g.s.hex_of,
        serves=partial(in_range, c, g.side),
        attack=g.attack,
        strength=lambda u: sum(g.expected(u)),
        helped=partial(_helped, g),
        saved=partial(_spared, g, Danger(g)),
    )
    yield None
    lines, free = list[tuple[Action, str]](), [p for p in aircraft(c, g.side) if carrier(c, p) >= 0]
    planes = sorted(aircraft(c, g.side), key=lambda p: g.r.ids[p] != SHIFTING)
    for loan in Lending(terms, made, g.mine).work(planes, WORTH):
        if loan is None:
            yield None
            continue
        what = f"to {'attack' if loan.attacks else 'hold'} {c.board.describe(loan.hex)}"
        why = f"{g.r.short[loan.helper]} helps {g.r.short[loan.unit]} {what}: worth {loan.gain:+.1f}."
        lines.append((Action("commit", (g.r.ids[loan.helper], g.r.ids[loan.unit])), why))
    end = Action("end"), f"{counted(len(lines), 'stack is', 'stacks are')} supported."
    for p in free if lines else ():
        scene.script.append((Action("release", (g.r.ids[p],)), f"{g.r.short[p]} is 1 that can go elsewhere."))
    scene.script += [*lines, end]


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
    pool, k = dict[Unit, Collection[Hex]](), PmKnowledge(g.c, g.side)
    for h, units in g.mine.items():
        able = [u for u in units if u not in bound and g.attack(u) > 0 and may_move(g.c, u) is None]
        pool.update({u: [h] if halted(u) else k.reach(u).keys() for u in able})
        yield None
    taken = {h: sum(quarters(g.c, u) for u in units) for h, units in g.mine.items()}
    targets = g.foes.keys() - {attack.target for attack in made}
    yield from AssaultPlanner(g, pool, taken).work(made, HOPELESS, g.menace, targets)


def _helped(g: Ground, attack: Attack, u: Unit, plane: Unit) -> float:
    """What an assault is worth with an aircraft beside one of those who make it."""
    g.__dict__["planes"] = {u: [g.r.ids[plane]]}
    extra = g.menace.get(attack.target, 0.0)
    found = measure(g, g.foes[attack.target], attack.units, PREPARED, extra).value
    g.__dict__["planes"] = {}
    return found


def _spared(g: Ground, danger: Danger, h: Hex, units: Sequence[Unit]) -> float:
    """What an aircraft saves in the enemy's next phase with a stack, which then defends better; nothing where he may
    not come."""
    if not danger.count.get(h) or (g.side == "axis" and h in barred(g.c, "soviet")):
        return 0.0
    defense, steps = sum(g.expected(u)[1] for u in units), sum(g.s.steps_left[u] for u in units)
    more = defense + min(g.plane_points, defense)
    return (danger.loss(h, defense, steps) - danger.loss(h, more, steps)) * g.w.step


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
