"""What a result of the Combat Results Table would ask of both sides of an attack, before any die is thrown."""

from __future__ import annotations

from typing import Any

from engine.components.errors import BadInput
from engine.components.grid import Unit
from engine.games.efs.combat.battle import fight_of
from engine.games.efs.combat.battles import Battle
from engine.games.efs.combat.casualties import free_to_lose
from engine.games.efs.combat.orders import stand_last
from engine.games.efs.combat.results import Demand, attacker_demand, defender_demand
from engine.games.efs.tables import Ctx
from engine.games.efs.units import steps
from engine.games.efs.victory import SOVIET, counts
from engine.play.citing import rule


@rule("efs:16.11", "efs:16.15", "efs:16.32", "efs:16.33")
def outcome(c: Ctx, b: Battle, cell: str) -> dict[str, Any]:
    """Steps, hexes of retreat and who gives the first step, by side. Raises ``BadInput`` for what is none."""
    _check(c, cell)
    f = fight_of(c, b)
    mine, theirs = attacker_demand(c, f, cell), _with_last(c, defender_demand(c, f, cell), f.defenders)
    found: dict[str, Any] = {"attacker": _told(c, mine, f.attackers), "defender": _told(c, theirs, f.defenders)}
    points = [_points(c, d, units) for d, units in ((mine, f.attackers), (theirs, f.defenders))]
    if None not in points:
        found["victory_points"] = sum(n for n in points if n)
    return found


@rule("efs:16.24", "efs:21.51")
def _with_last(c: Ctx, d: Demand, units: tuple[Unit, ...]) -> Demand:
    """What is asked of defenders, those named who may give the first step while the NKVD stands last."""
    free = free_to_lose(c, units, stand_last(c, units))
    return d if d.first or len(free) == len(units) else d._replace(first=tuple(free))


@rule("efs:24.41", "efs:24.42")
def _points(c: Ctx, d: Demand, units: tuple[Unit, ...]) -> int | None:
    """Victory points of the Axis side for the steps that are lost; ``None`` where their owner's choice decides."""
    count = _told(c, d, units)["steps"]
    tracked = [u for u in units if counts(c, u)]
    named = d.first if count == 1 and d.first else units
    if not count or not tracked:
        lost = 0
    elif count == sum(steps(c, u) for u in units):
        lost = sum(steps(c, u) for u in tracked)
    elif len({counts(c, u) for u in named}) == 1:
        lost = count if counts(c, named[0]) else 0
    else:
        return None
    side = c.roster.side[units[0]] if units else ""
    box = c.data.constant("steps_per_vp")
    points = (c.state.losses[side] + lost) // box - c.state.losses[side] // box if lost else 0
    return points if side == SOVIET else -points


def _check(c: Ctx, cell: str) -> None:
    """Raise ``BadInput`` for what is no attacker's and defender's result."""
    chart, codes = c.data.charts["crt"], cell.split("/")
    orders = [str(chart[f"{who}_order"]) for who in ("attacker", "defender")]
    if len(codes) != 2 or any(code not in known.split(", ") for code, known in zip(codes, orders, strict=True)):
        raise BadInput(f"'{cell}' is no result such as '1*/1R'; attacker: {orders[0]}; defender: {orders[1]}")


def _told(c: Ctx, d: Demand, units: tuple[Unit, ...]) -> dict[str, Any]:
    have = sum(steps(c, u) for u in units)
    count = have if d.eliminated else min(d.steps, have)
    return {"steps": count, "retreat": d.retreat, "first": [c.roster.ids[u] for u in d.first]}
