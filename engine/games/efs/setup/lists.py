"""8.1, 8.4, 21.8, 24.1: counters in their places by the lists of a scenario."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.components.grid import Unit
from engine.games.efs.kinds import is_air, is_mg, is_span, is_supply
from engine.games.efs.state import BACK, BY_UNIT, GENERAL, NONES
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import ACTIVE, ASIDE, AWAY, POOL, SPANS, place
from engine.kit.setting_up import lot
from engine.play.citing import rule

CUP_MG, CUP_MILITIA = "cup mg", "cup militia"


def blank_columns(c: Ctx) -> None:
    """Every counter whole and out of play, every column as long as the roster."""
    s, r, n = c.state, c.roster, len(c.roster)
    s.hex_of, s.steps_left, s.box = [-1] * n, list(r.steps), [AWAY] * n
    for column in BY_UNIT:
        setattr(s, column, [-1 if column in NONES else 0] * n)
    s.supply = [GENERAL] * n
    c.touch()


def prepare(c: Ctx) -> None:
    """The lists of the scenario: units on the map and in boxes, who is not whole, who may not move, supply counters."""
    blank_columns(c)
    _deal(c)
    for side in c.data.meta["sides"]:
        _cups_and_pools(c, side)
        for label, names in c.scenario.get("setup", {}).get(side, {}).items():
            for name in names:
                place(c, c.unit(name), c.hex(label))
        for name in c.scenario.get("active", {}).get(side, ()):
            c.state.box[c.unit(name)] = ACTIVE
        for box, names in c.scenario.get("air", {}).get(side, {}).items():
            for name in names:
                c.state.box[c.unit(name)] = box
    _arrivals(c)
    _drawn(c)
    _marks(c)
    lay_supply(c)
    c.state.turn = tables(c).first_turn
    c.state.vp = int(c.scenario.get("victory", {}).get("start", 0))
    c.touch()


# ---------------------------------------------------------------------- Untried units
@rule("efs2:8.42")
def _deal(c: Ctx) -> None:
    """Untried units lie with that side up, and the seed deals them their values within their own sort."""
    r, sorts = c.roster, dict[tuple[Any, ...], list[Unit]]()
    for u in range(len(r)):
        if r.number("untried", u):
            c.state.mode[u] = BACK
            sorts.setdefault((r.kind[u], r.size[u], r.number("untried_move", u), r.value("city", u)), []).append(u)
    for sort, units in sorts.items():
        order = sorted(units, key=lambda u: lot(c, sort, u))
        for u, dealt in zip(units, order, strict=True):
            c.state.identity[u] = dealt


@rule("efs2:8.42", "efs2:8.44")
def _drawn(c: Ctx) -> None:
    """Machine-gun units that the scenario draws onto the map, in the order of their counters."""
    free = iter([u for u in range(len(c.roster)) if c.state.box[u] == CUP_MG])
    for label in c.scenario.get("draw", {}).get("mg", ()):
        place(c, next(free), c.hex(label))


# ---------------------------------------------------------------------- boxes
def _cups_and_pools(c: Ctx, side: str) -> None:
    """Cups, pools and who waits for a rule; all others stay out of play unless the lists name them."""
    r, limits = c.roster, dict(c.scenario.get("counters", {}).get(side, {}))
    for u in range(len(r)):
        if r.side[u] != side:
            continue
        if is_mg(c, u) and r.size[u] == "battalion":
            c.state.box[u] = CUP_MG
        elif r.number("militia", u) and r.value("city", u):
            c.state.box[u] = CUP_MILITIA
        elif is_supply(c, u) or is_span(c, u):
            word = "supply" if is_supply(c, u) else r.kind[u]
            if limits.get(word, 0) > 0:
                limits[word] -= 1
                c.state.box[u] = POOL if is_supply(c, u) else SPANS
        elif r.arrival[u] < 0 and not is_air(c, u):
            c.state.box[u] = ASIDE


@rule("efs2:8.11")
def _arrivals(c: Ctx) -> None:
    """Reinforcements wait for their turn, those that are not whole with the steps that they bring."""
    for arrival in c.scenario.get("arrival", ()):
        for name in arrival["units"]:
            u = c.unit(name)
            c.state.box[u] = f"turn {arrival['turn']}"
            c.state.steps_left[u] = int(arrival.get("steps", {}).get(name, c.roster.steps[u]))
            c.state.mode[u] = BACK if name in arrival.get("nonop", ()) else c.state.mode[u]


@rule("efs2:8.7", "efs2:21.8")
def _marks(c: Ctx) -> None:
    """Steps of units that are not whole, Non-Op HQs, garrisons, and who may not move yet."""
    s = c.state
    for name, left in c.scenario.get("steps", {}).items():
        s.steps_left[c.unit(name)] = int(left)
    for name in c.scenario.get("nonop", ()):
        s.mode[c.unit(name)] = BACK
    for name in c.scenario.get("garrison", ()):
        s.garrison[c.unit(name)] = 1
    for name, turns in c.scenario.get("hold", {}).items():
        s.hold[c.unit(name)] = int(turns)


# ---------------------------------------------------------------------- supply counters
@rule("efs2:6.41", "efs2:6.43")
def lay_supply(c: Ctx) -> None:
    """Attack Supply Points on the map at the start, one supply counter each."""
    for side, laid in c.scenario.get("asp", {}).items():
        for label, points in laid.items():
            u = next(iter(free_counters(c, side)), None)
            if u is not None:
                place(c, u, c.hex(label))
                c.state.asp[u] = int(points)


def free_counters(c: Ctx, side: str) -> Iterable[Unit]:
    """Supply counters of a side that are in its pool, in their order."""
    return (u for u, box in enumerate(c.state.box) if box == POOL and c.roster.side[u] == side and is_supply(c, u))
