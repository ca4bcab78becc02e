"""15.21, 15.33: all that a battle could have beside its attackers, in one go, and points that it could not use."""

from __future__ import annotations

from dataclasses import replace

from engine.components.grid import Hex, Unit
from engine.games.efs.combat.attack_supply import name, plan, reaches, unsupplied
from engine.games.efs.combat.battles import NONE, Battle, battle
from engine.games.efs.combat.support import firing, may_commit
from engine.games.efs.kinds import is_gun, is_heavy
from engine.games.efs.state import ATTACKED
from engine.games.efs.tables import Ctx
from engine.games.efs.units import number, on_map
from engine.play.citing import rule


@rule("efs:15.33", "efs:13.12")
def guns_at_hand(c: Ctx, b: Battle) -> list[Unit]:
    """Guns that could join those that support an attack, the strongest first, as many as may do so together."""
    free = [u for u in on_map(c, b.side) if is_gun(c, u) and c.state.committed[u] == NONE]
    free = [u for u in free if not c.state.did[u] & ATTACKED]
    found: list[Unit] = []
    for u in sorted(free, key=lambda u: (-number(c, u, "support"), u)):
        if may_commit(c, replace(b, guns=(*b.guns, *found)), u) is None:
            found.append(u)
    return found


@rule("efs:13.1")
def guns_near(c: Ctx, side: str, target: Hex, more: int, most: int) -> list[Unit]:
    """The strongest guns of a side that are in range of a hex, or so many hexes ``more`` away: ``most`` of them, and
    none that takes a turn to stand ready."""
    guns = (u for u in on_map(c, side) if is_gun(c, u) and not is_heavy(c, u))
    near = (u for u in guns if c.grid.distance(c.state.hex_of[u], target) <= number(c, u, "range") + more)
    return sorted(near, key=lambda u: (-number(c, u, "support"), u))[:most]


def support_near(c: Ctx, side: str, target: Hex, more: int, most: int) -> int:
    """What they add to a battle there."""
    return sum(number(c, u, "support") for u in guns_near(c, side, target, more, most))


def missing(c: Ctx, n: int) -> tuple[list[Unit], list[Unit]]:
    """Supply counters that would supply an attack that is not, and guns that could support it then."""
    b = battle(c, n)
    points = (plan(c, b) or []) if unsupplied(c, b) else []
    if points:
        b = replace(b, points=tuple(points))
    return points, guns_at_hand(c, b)


def equip(c: Ctx, n: int) -> tuple[list[Unit], list[Unit]]:
    """Give a battle all of it; what it was given."""
    points, guns = missing(c, n)
    if points:
        name(c, n, points)
    for u in guns:
        c.state.committed[u] = n
    c.touch()
    return points, guns


@rule("efs:15.21", "efs:15.34")
def keep_idle(c: Ctx, n: int) -> None:
    """A battle that was fought without Attack Supply spends no point but those that its guns fired with."""
    b = battle(c, n)
    if not b.points or not unsupplied(c, b):
        return
    guns = firing(c, b)
    used = [p for p in b.points if any(reaches(c, p, c.state.hex_of[u]) for u in guns)]
    if idle := [p for p in b.points if p not in used]:
        name(c, n, used)
        who = f"{c.roster.names(idle)} keep{'s' * (len(idle) == 1)}"
        text = f"{who} the point: the attack is not supplied, as not all its units trace a LOC to one."
        c.say("supply", text, "efs:15.21", hexes=b.targets, units=idle)
