"""What is decided before the movement: aircraft, hedgehogs and the Pause, by what they change of what is to come."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from copy import copy
from functools import partial

from engine.components.grid import Hex, Unit
from engine.games.pm.advice.knowledge import Flown, PmKnowledge
from engine.games.pm.advice.movement import TOGETHER, WALK, agreed, harm
from engine.games.pm.advice.storm import cut_off
from engine.games.pm.allies import barred
from engine.games.pm.combat.air import SHIFTING, aircraft, carrier, in_range
from engine.games.pm.greedy import duties
from engine.games.pm.greedy.assault import PREPARED, AssaultPlanner, Attack, measure
from engine.games.pm.greedy.danger import Danger
from engine.games.pm.greedy.ground import FAR, Ground, spread
from engine.games.pm.hedgehogs import eligible
from engine.games.pm.movement.allowance import may_move, unmoved
from engine.games.pm.movement.costs import FOOT, edges
from engine.games.pm.movement.stacking import quarters
from engine.games.pm.supply import east_of_gas
from engine.play.action import Action
from engine.play.suppose import supposing
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene
from engine.players.planner.lending import Help, Lending
from engine.players.planner.pausing import balance, broken_off, pausing
from engine.players.planner.works import standing

HOPELESS, STANDS = -3.0, 2
"""Attacks without aircraft that are worth no less are looked at: with them they may become good. And the columns to the
left in a hedgehog (14.40)."""
QUIET, CLOSE, FREED = 5, 4, 0.15
"""The turn from which security divisions are called out for points, and hexes from Greater Germany, no farther; the
share of points beyond the line that the German side can reach only because its supply is no worse there."""


def called_out(scene: Scene) -> Iterator[Idea | None]:
    """Security divisions alone where more enemies can come into Greater Germany soon than foot is near (8.21)."""
    g = Ground(scene.c, scene.side)
    walk = partial(spread, edges(g.c, FOOT, g.enemy), limit=WALK)
    way = walk([(h, 0) for h in sorted(g.zomo - g.mine.keys())], dict.fromkeys(g.mine, FAR)).cost
    near = walk([(h, 0) for h in sorted(g.zomo)], {}).cost
    guards = sum(not g.r.mech[u] for h in g.mine.keys() & near for u in g.mine[h])
    come = sum(foe.count for h, foe in g.foes.items() if h in way)
    yield from duties.called_out(scene, QUIET if guards < come else FAR, CLOSE)


def commitment(scene: Scene) -> Iterator[Idea | None]:
    """All aircraft are free first; then one after the other goes where it brings most, one a hex (10.2)."""
    c = scene.c
    if not scene.anew("air", (c.state.turn, c.state.couplet)):
        yield Idea(Action("end"), "end", "All aircraft are where 0 moves would help")
        return
    g = Flown(c, scene.side)
    g.__dict__["planes"] = {}
    # What stacks will do together, then what foot can do; panzers go by their aims before they see what they meet.
    storm = (yield from agreed(scene, g)) if g.side == "axis" and g.s.turn >= TOGETHER else None
    made, bound, starved = storm.plans if storm is not None else ([], set(), set())
    yield from attacks(g, made, bound, lambda u: storm is not None and bool(g.r.mech[u]))
    strength, saved = lambda u: sum(g.expected(u)), partial(_spared, g, Danger(g))
    terms = Help(g.s.hex_of, partial(in_range, c, g.side), g.attack, strength, partial(_helped, g, starved), saved)
    yield None
    planes = sorted(aircraft(c, g.side), key=lambda p: g.r.ids[p] != SHIFTING)
    lent = [p for p in planes if carrier(c, p) >= 0]
    scene.script += yield from Lending(terms, made, g.mine).told(c, planes, lent, ("commit", "release"))


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
    yield from AssaultPlanner(g, pool, taken).work(made, HOPELESS, g.menace, g.foes.keys() - {a.target for a in made})


def _helped(g: Ground, starved: Collection[Hex], attack: Attack, u: Unit, plane: Unit) -> float:
    """What an assault is worth with an aircraft beside one of those who make it, some of them on who is cut off."""
    there, foe, extra = copy(g), g.foes[attack.target], g.menace.get(attack.target, 0.0)
    foe = cut_off(foe) if foe.h in starved else foe
    there.__dict__["planes"] = {u: [g.r.ids[plane]]}
    with_it, without = (measure(each, foe, attack.units, PREPARED, extra).value for each in (there, g))
    return attack.value + with_it - without


def _spared(g: Ground, danger: Danger, h: Hex, units: Sequence[Unit]) -> float:
    """What an aircraft saves with a stack in the enemy's next phase; nothing where he may not come."""
    if not danger.count.get(h) or (g.side == "axis" and h in barred(g.c, "soviet")):
        return 0.0
    return harm(g, danger, units, h) - harm(g, danger, units, h, g.plane_points)


def hedgehogs(scene: Scene) -> Iterator[Idea | None]:
    """Where standing fast saves more than an attack of those who stand there would bring (14.40)."""
    c = scene.c
    yield None
    if scene.anew("hedgehogs", (c.state.turn, c.state.couplet)):
        g = Flown(c, scene.side)
        saves, made = partial(_saved, g, Danger(g)), list[Attack]()
        yield from attacks(g, made)
        scene.script += standing(c, eligible(c), list(c.state.hedgehogs), saves, made, ("form", "lift"))
    scene.script.append((Action("end"), f"{len(scene.script)} hedgehogs are changed."))


def _saved(g: Ground, danger: Danger, h: Hex) -> float:
    """Steps, and the points of a place if all fall, that two columns save in a hex in the enemy's next phase."""
    at = danger.at(h, sum(g.expected(u)[1] for u in g.mine.get(h, ())))
    steps = float(sum(g.s.steps_left[u] for u in g.mine.get(h, ())))
    now, then = (g.chances.at(at - n, h, g.t.city(h)) for n in (0, STANDS))
    stake = g.values.get(h, 0.0) * g.w.point * (now.clears(steps) - then.clears(steps))
    return (now.mean(steps) - then.mean(steps)) * g.w.step + stake if at >= 0 else 0.0


def stay(scene: Scene) -> Iterator[Idea | None]:
    """The Pause where there is little to attack meanwhile and much to be had beyond the line (9.19)."""
    yield from pausing(*(yield from _balance(scene, scene.c.data.constant("pause_couplets"))))


def orders(scene: Scene) -> Iterator[Idea | None]:
    """Aerial supply; a Pause is broken off where it costs more than it brings."""
    if (left := scene.c.state.pause_left) and scene.anew("pause", None):
        scene.script += broken_off(*(yield from _balance(scene, left)))
    if not scene.script:
        yield from duties.orders(scene)


def _balance(scene: Scene, couplets: int) -> Generator[None, None, tuple[float, float]]:
    """What so many couplets without attacks cost, and what they bring."""
    g, made = Flown(supposing(scene.c, side=scene.side, **unmoved(scene.c)), scene.side), list[Attack]()
    yield from attacks(g, made)
    return balance(couplets, made, FREED * sum(g.capture(h) for h in g.values if east_of_gas(scene.c, h)))
