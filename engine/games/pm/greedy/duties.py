"""The smaller steps: reinforcements, upkeep, supply orders, aircraft, combat as planned, advances."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.components.grid import Hex
from engine.components.wording import counted
from engine.games.pm.combat.air import aircraft, carrier, in_range
from engine.games.pm.greedy.assault import PREPARED, AssaultPlanner, Attack, measure
from engine.games.pm.greedy.danger import Danger
from engine.games.pm.greedy.ground import Ground
from engine.games.pm.kinds import SIEGE
from engine.games.pm.movement.stacking import quarters
from engine.games.pm.phases.prepared_assault import attack_list
from engine.games.pm.phases.upkeep import calls, eligible, refit_check, replace_check
from engine.games.pm.supply import state_of
from engine.games.pm.units import name
from engine.play.action import Action
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene

SECURITY = "security"
ROVERS = 3
"""Enemies on the way into Greater Germany from which on security divisions are worth their point."""


# ---------------------------------------------------------------------- before the game
def set_up(scene: Scene) -> Iterator[Idea | None]:
    """The set-up of June 1941, from wherever the side stands."""
    if scene.prompt.default is None:
        yield Idea(Action("historical"), "set-up", "The set-up of June 1941 keeps all of section 3")
    else:
        yield Idea(Action("ready"), "set-up", "Nothing of section 3 is missing")


# ---------------------------------------------------------------------- combat
def combat(scene: Scene) -> Iterator[Idea | None]:
    """The planned attacks, the best first; planned once, looked at again after each battle."""
    key = (scene.c.state.turn, scene.c.state.couplet)
    plan: dict[str, Any] = scene.diary.setdefault("combat", {})
    g = Ground(scene.c, scene.side)
    yield None
    if plan.get("key") != key:
        plan.clear()
        plan.update(key=key, queue=_attacks(g))
    queue: list[Attack] = plan["queue"]
    able = attack_list(scene.c)
    if scene.c.frame.vars["attackers"]:
        yield Idea(
            Action("roll"), "attack", counted(len(scene.c.frame.vars["attackers"]), "unit attacks", "units attack")
        )
        return
    while queue:
        attack = queue.pop(0)
        near = able.get(attack.target, ())
        units = [(u, h) for u, h in attack.units if u in near]
        if not units:
            continue
        again = measure(g, g.foes[attack.target], units, PREPARED, g.menace.get(attack.target, 0.0))
        if again.value < g.w.least:
            continue
        parts = ", ".join(f"{name} {value:+.1f}" for name, value in again.parts if abs(value) >= 0.05)
        where = g.c.board.describe(attack.target)
        why = f"{len(units)} attack {where}: worth {again.value:+.1f} ({parts})."
        lines = [Action("target", (g.c.label(attack.target),))]
        lines += [Action("add", (g.r.ids[u],)) for u, _ in units]
        scene.script += [(a, why) for a in [*lines, Action("roll")]]
        return
    yield Idea(Action("end"), "end", f"No attack is worth {g.w.least:g} or more")


def _attacks(g: Ground) -> list[Attack]:
    able = attack_list(g.c)
    pool = {u: frozenset({g.s.hex_of[u]}) for units in able.values() for u in units}
    taken = {h: sum(quarters(g.c, u) for u in units) for h, units in g.mine.items()}
    return AssaultPlanner(g, pool, taken).plan(g.w.least, g.menace, able)


# ---------------------------------------------------------------------- the German rear
def called_out(scene: Scene, security_from: int = 1, within: int = 99) -> Iterator[Idea | None]:
    """Siege artillery at the first chance (14.41), security divisions when enemies threaten Greater Germany (8.21), not
    before a turn and only in places so near to it."""
    c = scene.c
    g = Ground(c, scene.side)
    yield None
    threat = sum(g.foes[h].count for h in g.menace)
    menace = f"{counted(threat, 'enemy threatens', 'enemies threaten')} Greater Germany"
    if not scene.anew("called out", c.state.turn):
        yield Idea(Action("end"), "end", f"{menace}: nobody else is called out")
        return
    held = [h for h in g.t.tracked if g.owner(h) == g.side]
    idle = {k: [u for u, kind in enumerate(g.r.kind) if kind == k and c.state.hex_of[u] < 0] for k in (SIEGE, SECURITY)}
    wanted = [h for h in g.values if g.owner(h) != g.side and g.t.city(h)]
    first = sorted(held, key=lambda h: (min((c.grid.distance(h, w) for w in wanted), default=0), h))
    why = "1 more increment in every assault on a city, large town or fort."
    scene.script += [(Action("organize", (g.r.ids[u], c.label(h))), why) for u in idle[SIEGE] for h in first]
    close = [h for h in held if within >= min((c.grid.distance(h, z) for z in g.zomo), default=0)]
    if threat >= ROVERS and close and idle[SECURITY] and c.state.turn >= security_from:
        near = sorted(close, key=lambda h: (min(c.grid.distance(h, f) for f in g.menace), h))
        why = f"{menace}, where each costs 1 VP a turn."
        scene.script.append((Action("security"), why))
        scene.script += [(Action("post", (g.r.ids[u], c.label(h))), why) for u in idle[SECURITY] for h in near]
    scene.script.append((Action("end"), f"{menace}."))


def upkeep(scene: Scene) -> Iterator[Idea | None]:
    """Withdrawals of the weakest, refits of the worn, replacements for the front."""
    c = scene.c
    g = Ground(c, scene.side)
    lines: list[tuple[Action, str]] = []
    gone: set[int] = set()
    for row in calls(c):
        owed = f"owed {row['nationality']} {row['kinds'][0]} {row['size']}"
        units = sorted(eligible(c, row), key=lambda u: (c.state.steps_left[u] * sum(g.expected(u)), u))
        for u in [u for u in units if u not in gone][: c.frame.vars.get(owed, 0)]:
            gone.add(u)
            lines.append((Action("withdraw", (g.r.ids[u],)), f"{name(c, u)} is the weakest of {len(units)}."))
    for u, h in enumerate(c.state.hex_of):
        if h < 0 or g.r.side[u] != "axis" or u in gone or c.state.steps_left[u] >= g.r.steps[u]:
            continue
        lost = g.r.steps[u] - c.state.steps_left[u]
        words = f"{name(c, u)} has lost {lost} of {g.r.steps[u]} steps."
        if lost >= 2 and refit_check(c, g.r.ids[u]) is None:
            lines.append((Action("refit", (g.r.ids[u],)), words))
        elif replace_check(c, g.r.ids[u]) is None:
            lines.append((Action("replace", (g.r.ids[u],)), words))
    scene.script += lines
    if not lines:
        yield Idea(
            Action("end"),
            "end",
            f"{counted(c.state.replacements, 'replacement step is', 'replacement steps are')} kept",
        )


def orders(scene: Scene) -> Iterator[Idea | None]:
    """Aerial supply for the strongest stacks that are cut off."""
    c = scene.c
    g = Ground(c, scene.side)
    if not scene.anew("orders", (c.state.turn, c.state.couplet)):
        yield Idea(Action("end"), "end", "0 further orders are useful")
        return
    lines = [(Action("lift", (m,)), "1 counter is free again.") for m in sorted(c.state.carries) if m[:6] == "aerial"]
    cut = [(sum(g.expected(u)[0] for u in us), h) for h, us in g.mine.items() if state_of(c, us[0]) > 2]
    for strength, h in sorted(cut, reverse=True)[:2]:
        best = max(g.mine[h], key=lambda u: (sum(g.expected(u)), -u))
        lines.append((Action("fly", (g.r.ids[best],)), f"{strength:.0f} factors are cut off in {c.label(h)}."))
    scene.script += [*lines, (Action("end"), f"{counted(len(cut), 'stack is', 'stacks are')} cut off.")]
    yield None


def commitment(scene: Scene) -> Iterator[Idea | None]:
    """The aircraft to the strongest mechanized stacks near the enemy, the VIII Fliegerkorps to the best of them."""
    c = scene.c
    g = Ground(c, scene.side)
    if not scene.anew("air", (c.state.turn, c.state.couplet)):
        yield Idea(Action("end"), "end", "All aircraft are where 0 moves would help")
        return
    for plane in aircraft(c, scene.side):
        if carrier(c, plane) >= 0:
            scene.script.append(
                (Action("release", (g.r.ids[plane],)), f"{g.r.short[plane]} is 1 that can go elsewhere.")
            )
    planes = sorted(aircraft(c, scene.side), key=lambda p: g.r.ids[p] != "viii-fk")
    wanted = _supported(g)[: len(planes)]
    for plane, h in zip(planes, wanted, strict=False):
        units = [u for u in g.mine[h] if g.r.mech[u] or scene.side != "axis"]
        best = max(units, key=lambda u: (g.attack(u), -u))
        why = f"{g.r.short[plane]} supports the stack in {c.label(h)}, where it helps most."
        scene.script.append((Action("commit", (g.r.ids[plane], g.r.ids[best])), why))
    scene.script.append((Action("end"), f"{counted(len(wanted), 'stack is', 'stacks are')} supported."))
    yield None


def _supported(g: Ground) -> list[Hex]:
    """Hexes of the stacks for which aircraft are most useful, the best first: strong and near the enemy."""
    scored = []
    for h, units in sorted(g.mine.items()):
        if not in_range(g.c, g.side, h):
            continue
        mech = [u for u in units if g.r.mech[u]] if g.side == "axis" else units
        near = min((g.c.grid.distance(h, f) for f in g.foes), default=99) if mech else 99
        strength = sum(g.attack(u) for u in mech)
        if near <= 6 and strength:
            scored.append((strength / (1 + 0.15 * near), h))
    return [h for _, h in sorted(scored, reverse=True)]


def stay(scene: Scene) -> Iterator[Idea | None]:
    """Nothing is gained here."""
    yield Idea(Action("end"), "end", "Going on is worth more than any of this: 0 changes")


def hedgehogs(scene: Scene) -> Iterator[Idea | None]:
    """In places of value that the enemy could attack with success: they neither attack nor go back there (14.40)."""
    c = scene.c
    g = Ground(c, scene.side)
    yield None
    if scene.anew("hedgehogs", (c.state.turn, c.state.couplet)):
        danger = Danger(g)
        for h in held_places(g):
            at = danger.at(h, sum(g.expected(u)[1] for u in g.mine[h]))
            if at >= 1:
                why = f"{c.board.describe(h)}, worth {g.values[h]:g} VP, could be attacked at {at + 1}:1."
                scene.script.append((Action("form", (c.label(h),)), why))
    scene.script.append((Action("end"), f"{len(scene.script)} hedgehogs are formed."))


def held_places(g: Ground) -> list[Hex]:
    """Places of value with units of the side in them."""
    return [h for h in sorted(g.values) if h in g.mine]
