"""The German movement phase: mobile assaults first, then the panzers through the gaps, then the infantry."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator
from dataclasses import dataclass
from typing import Any

from engine.components.grid import Hex, Unit
from engine.games.pm.allies import barred
from engine.games.pm.combat.mobile import assault_cost, may_assault, may_storm, may_together
from engine.games.pm.greedy.aims import Aims
from engine.games.pm.greedy.assault import MOBILE, Attack, measure
from engine.games.pm.greedy.ground import FAR, Ground
from engine.games.pm.greedy.march import March
from engine.games.pm.greedy.posting import ALLIES
from engine.games.pm.greedy.script import together
from engine.games.pm.kinds import FLAK
from engine.games.pm.movement.allowance import budget, may_move
from engine.games.pm.movement.costs import MECH
from engine.games.pm.movement.reach import reach_of
from engine.games.pm.movement.stacking import limit, quarters
from engine.games.pm.state import DONE
from engine.play.action import Action
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene


@dataclass(slots=True)
class Option:
    """A mobile assault that a group could make: from where, for how many points in all."""

    group: tuple[Unit, ...]
    launch: Hex
    attack: Attack


def movement(scene: Scene, marches: Callable[..., March] = March, kind: type[Aims] = Aims) -> Iterator[Idea | None]:
    """One stage after the other; each writes a script or hands over to the next. ``marches`` is how the march is
    planned, ``kind`` how aims are chosen."""
    plan = plan_of(scene)
    plan["kind"] = kind
    g = Ground(scene.c, scene.side)
    if plan["stage"] == "mobile":
        if (active := _under_way(g)) and plan["went"] != (g.s.parent, g.s.draws):
            option = yield from _go_on(g, plan, active)
            if option is not None:
                _write_assault(scene, g, option)
                return
            plan["went"] = (g.s.parent, g.s.draws)
            for _ in marches(g, _aims(g, plan, active), active).write(scene):
                yield None
            if scene.script:
                return
        option = yield from _best_assault(g, plan)
        if option is not None:
            _write_assault(scene, g, option)
            return
        plan["stage"] = "march"
    if plan["stage"] == "march":
        plan["stage"] = "close"
        yield None
        for _ in marches(g, _aims(g, plan, frozenset())).write(scene):
            yield None
        return
    yield Idea(Action("end"), "end", "Everybody has moved: 0 moves are left that are worth it")


def plan_of(scene: Scene) -> dict[str, Any]:
    """What is kept over the pieces of a movement phase."""
    key = (scene.c.state.turn, scene.c.state.couplet)
    plan: dict[str, Any] = scene.diary.setdefault("offensive", {})
    if plan.get("key") != key:
        plan.clear()
        plan.update(key=key, stage="mobile", queue=None, tries=0, went=None)
        plan["aim of"] = {}
    return plan


# ---------------------------------------------------------------------- the stack that is under way
def _under_way(g: Ground) -> frozenset[Unit]:
    """Units that may still move and began where the stack began that moves now: others moving ends it (12.6)."""
    s = g.s
    found = [u for us in g.mine.values() for u in us if s.origin[u] == s.parent and s.moving[u] != DONE]
    return frozenset(u for u in found if may_move(g.c, u) is None)


def _go_on(g: Ground, plan: dict[str, Any], active: frozenset[Unit]) -> Generator[None, None, Option | None]:
    """The best mobile assault that the stack under way can make."""
    aims, best = _aims(g, plan, active), None
    for group in groups(g, plan.get("spared", ())):
        if group[0] in active:
            option = _option(g, aims, plan["aim of"], group)
            if option is not None and (best is None or option.attack.value > best.attack.value):
                best = option
            yield None
    return best if best is not None and best.attack.value >= g.w.least_mobile else None


def _aims(g: Ground, plan: dict[str, Any], without: frozenset[Unit]) -> Aims:
    """Aims as they are now, with those that other groups have chosen in this phase."""
    aims: Aims = plan["kind"](g)
    for u, (aim, strength) in sorted(plan["aim of"].items()):
        if u not in without and aim >= 0 and g.s.hex_of[u] >= 0 and (without or g.s.moving[u] == DONE):
            aims.load[aim] = aims.load.get(aim, 0.0) + strength
    return aims


# ---------------------------------------------------------------------- mobile assaults
def groups(g: Ground, spared: Collection[Unit] = ()) -> list[tuple[Unit, ...]]:
    """Mechanized units that stand together, began together and may still assault, with armour among them; those
    ``spared`` do not."""
    found: dict[tuple[Hex, Hex], list[Unit]] = {}
    for h, units in sorted(g.mine.items()):
        for u in units:
            if u in spared:
                continue
            if g.r.mech[u] and g.s.moving[u] != DONE and g.r.kind[u] != FLAK and g.r.nationality[u] not in ALLIES:
                found.setdefault((h, g.s.origin[u]), []).append(u)
    kept = []
    for units in found.values():
        able = [u for u in units if may_move(g.c, u) is None and may_assault(g.c, u) is None]
        if able and sum(g.attack(u) for u in able) >= 7 and may_together(g.c, able) is None:
            kept.append(tuple(able))
    return kept


def _best_assault(g: Ground, plan: dict[str, Any]) -> Generator[None, None, Option | None]:
    """The most promising mobile assault now; old values are looked at again only as far as they may win."""
    if plan["tries"] > 70:
        return None
    plan["tries"] += 1
    found = groups(g, plan.get("spared", ()))
    kept: dict[tuple[Unit, ...], float] | None = plan["queue"]
    if not found:
        return None
    aims = plan.get("aims")
    if aims is None:
        aims = plan["aims"] = plan["kind"](g)
    order = sorted(found, key=lambda u: -(kept or {}).get(u, 1000.0))
    best: Option | None = None
    values: dict[tuple[Unit, ...], float] = {}
    for group in order:
        if kept is not None and group in kept and best is not None and kept[group] <= best.attack.value:
            values[group] = kept[group]
            continue
        option = _option(g, aims, plan["aim of"], group)
        values[group] = option.attack.value if option is not None else -1.0
        if option is not None and (best is None or option.attack.value > best.attack.value):
            best = option
        yield None
    plan["queue"] = values
    return best if best is not None and best.attack.value >= g.w.least_mobile else None


def _option(g: Ground, aims: Aims, aim_of: dict[Unit, tuple[Hex, float]], group: tuple[Unit, ...]) -> Option | None:
    """The best mobile assault of a group: what it brings, less the way to its aim that it does not go meanwhile."""
    strength = sum(g.attack(u) for u in group)
    if group[0] not in aim_of:
        aim_of[group[0]] = aims.choose(MECH, g.s.hex_of[group[0]], strength), strength
    aim = aim_of[group[0]][0]
    way = aims.field(MECH, aim) if aim >= 0 else aims.front
    have, nearest = budget(g.c, group), min(way[h] for h in reach_of(g.c, group)[0])
    best: Option | None = None
    for n, (total, launch) in sorted(_in_reach(g, group, have).items()):
        gained = nearest - max(0, way[n] - (have - total)) if way[n] < FAR else 0
        attack = _weighed(g, group, launch, n, gained)
        if best is None or attack.value > best.attack.value:
            best = Option(group, launch, attack)
    return best


def _in_reach(g: Ground, group: tuple[Unit, ...], have: int) -> dict[Hex, tuple[int, Hex]]:
    """Enemy hexes that a group can assault: the points it takes in all, and the hex to do it from (15.2, 15.7)."""
    c = g.c
    size, shut = sum(quarters(c, u) for u in group), barred(c, "german")
    found: dict[Hex, tuple[int, Hex]] = {}
    for a, spent in reach_of(c, group)[0].items():
        others = sum(quarters(c, u) for u in g.mine.get(a, ()) if u not in group)
        if size + others > limit(c, a):
            continue
        for n in c.grid.adjacent[a]:
            if n not in g.foes or n in shut or may_storm(c, a, n) is not None:
                continue
            total = spent + assault_cost(c, group, a, n)
            if total <= have and (total, a) < found.get(n, (FAR, a)):
                found[n] = (total, a)
    return found


def _weighed(g: Ground, group: tuple[Unit, ...], launch: Hex, target: Hex, gained: int) -> Attack:
    """An assault with what it opens; ``gained``: points nearer to the aim than by open ground, below 0 farther."""
    extra = g.w.progress * max(0, min(12, gained)) + (g.w.gap if gained > 0 else 0.0) + g.menace.get(target, 0.0)
    attack = measure(g, g.foes[target], [(u, launch) for u in group], MOBILE, extra)
    weight = max(0.3, sum(g.attack(u) for u in group) / 8)
    missed = g.w.rush * weight * max(0, min(12, -gained))
    attack.value -= missed
    attack.parts = (*attack.parts, ("way not gone", -missed))
    return attack


def _write_assault(scene: Scene, g: Ground, option: Option) -> None:
    group, me = option.group, g.r.ids[option.group[0]]
    target = option.attack.target
    parts = ", ".join(f"{name} {value:+.1f}" for name, value in option.attack.parts if abs(value) >= 0.05)
    why = f"Mobile assault on {g.c.board.describe(target)}: worth {option.attack.value:+.1f} ({parts})."
    picked = [u for u, on in enumerate(g.s.picked) if on]
    lines = [Action("drop", (g.r.ids[u],)) for u in picked if u not in group]
    lines += [a for a in together(g, group) if g.r.by_id[a.args[0]] not in picked]
    if option.launch != g.s.hex_of[group[0]]:
        lines.append(Action("move", (me, g.c.label(option.launch))))
    lines.append(Action("assault", (me, g.c.label(target))))
    scene.script += [(a, why) for a in lines]


def again(scene: Scene) -> Iterator[Idea | None]:
    """Another round of a mobile assault of the first turn, if it is still worth it."""
    g = Ground(scene.c, scene.side)
    v = scene.c.state.stack[-2].vars
    force = [u for u in v["force"] if g.s.hex_of[u] == v["launch"]]
    attack = measure(g, g.foes[v["target"]], [(u, v["launch"]) for u in force], MOBILE, g.w.gap)
    where = g.c.board.describe(v["target"])
    yield Idea(Action("again"), "attack", f"{where} is assaulted again", attack.parts)
    yield Idea(Action("halt"), "halt", f"{where} is left alone", (("nothing ventured", 0.5),))
