"""8.1, 8.4, 21.8, 24.1: counters in their places by the lists of a scenario."""

from __future__ import annotations

from engine.components.grid import Unit
from engine.games.efs.arrivals import DUMP, LARGE
from engine.games.efs.bridges import READY, break_down
from engine.games.efs.conversion import open_line
from engine.games.efs.forts import READY as DUG
from engine.games.efs.kinds import is_air, is_combat, is_mg, is_span, is_strong, is_substitute, is_supply, untried_sorts
from engine.games.efs.stacking import fits
from engine.games.efs.state import BACK, BY_UNIT, GENERAL, NONES
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import ACTIVE, ASIDE, AWAY, CADRE, CUP_MG, LAID, POOL, SPANS, place, to_box
from engine.games.efs.victory import owe
from engine.kit.setting_up import lot
from engine.play.citing import rule
from engine.play.fields import stacks

CUP_MILITIA = "cup militia"
WAITING = {"active": ACTIVE, "cadre": CADRE}
"""Lists of a scenario to the boxes of their units (7.43)."""
NO_LIMIT = 100
"""Regiment Substitute Counters of a sort where the scenario sets no limit (23.13)."""


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
        for part, box in WAITING.items():
            for name in c.scenario.get(part, {}).get(side, ()):
                to_box(c, c.unit(name), box)
        for box, names in c.scenario.get("air", {}).get(side, {}).items():
            for name in names:
                c.state.box[c.unit(name)] = box
    _arrivals(c)
    _drawn(c)
    _marks(c)
    lay_supply(c)
    lay_gauge(c)
    c.state.turn = tables(c).first_turn
    c.state.vp = int(c.scenario.get("victory", {}).get("start", 0))
    if waiting := int(c.scenario.get("mandated", {}).get("start", 0)):
        owe(c, waiting)
    c.touch()


# ---------------------------------------------------------------------- Untried units
@rule("efs:8.42")
def _deal(c: Ctx) -> None:
    """Untried units lie with that side up, and the seed deals them their values within their own sort."""
    for sort, units in untried_sorts(c).items():
        order = sorted(units, key=lambda u: lot(c, sort, u))
        for u, dealt in zip(units, order, strict=True):
            c.state.mode[u], c.state.identity[u] = BACK, dealt


@rule("efs:8.42", "efs:8.44")
def _drawn(c: Ctx) -> None:
    """Machine-gun units that the scenario draws onto the map, in the order of their counters."""
    free = iter([u for u in range(len(c.roster)) if c.state.box[u] == CUP_MG])
    for label in c.scenario.get("draw", {}).get("mg", ()):
        place(c, next(free), c.hex(label))


# ---------------------------------------------------------------------- boxes
@rule("efs:8.42", "efs:6.43", "efs:23.13")
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
            word = r.kind[u] if is_span(c, u) else "large" if r.number("large", u) else "supply"
            if limits.get(word, 0) > 0:
                limits[word] -= 1
                c.state.box[u] = POOL if is_supply(c, u) else SPANS
        elif is_substitute(c, u):
            word = "strong" if is_strong(c, u) else "regular"
            limits[word] = limits.get(word, NO_LIMIT) - 1
            c.state.box[u] = ASIDE if limits[word] >= 0 else AWAY
        elif r.arrival[u] < 0 and not is_air(c, u):
            c.state.box[u] = ASIDE


@rule("efs:8.11", "efs:8.2")
def _arrivals(c: Ctx) -> None:
    """Reinforcements wait for their turn, those that are not whole with the steps that they bring."""
    for arrival in c.scenario.get("arrival", ()):
        for name in arrival["units"]:
            u = c.unit(name)
            c.state.box[u] = f"turn {arrival['turn']}"
            c.state.steps_left[u] = int(arrival.get("steps", {}).get(name, c.roster.steps[u]))
            c.state.mode[u] = BACK if name in arrival.get("nonop", ()) else c.state.mode[u]
    for group in c.scenario.get("group", ()):
        for name in group["units"]:
            to_box(c, c.unit(name), f"group {group['id']}")


@rule("efs:8.7", "efs:21.8", "efs:21.81", "efs:22.47", "efs:13.42", "efs:13.46", "efs:18.4", "efs:22.21")
def _marks(c: Ctx) -> None:
    """Steps of units that are not whole, Non-Op HQs, garrisons, guns that fire, strongpoints, bridges, who waits."""
    s = c.state
    for ends, sort in (text.split() for text in c.scenario.get("destroyed_bridges", ())):
        a, b = ends.split("/")
        break_down(c, c.hex(a), c.hex(b), sort)
    for name, left in c.scenario.get("steps", {}).items():
        s.steps_left[c.unit(name)] = int(left)
    for name in c.scenario.get("nonop", ()):
        s.mode[c.unit(name)] = BACK
    for name in c.scenario.get("garrison", ()):
        s.garrison[c.unit(name)] = 1
    for name in c.scenario.get("firing", ()):
        s.mode[c.unit(name)] = BACK
    for name, rounds in c.scenario.get("ammunition", {}).items():
        s.ammo[c.unit(name)] = int(rounds)
    for side, labels in c.scenario.get("works", {}).items():
        s.works.update({c.label(c.hex(label)): f"{side} {DUG}" for label in labels})
    for name, where in c.scenario.get("spans", {}).items():
        s.box[c.unit(name)], s.spans[name] = LAID, f"{where} {READY}"
    for name, turns in c.scenario.get("hold", {}).items():
        s.hold[c.unit(name)] = int(turns)


@rule("efs:3.32", "efs:8.1", "efs:24.24")
def faults(c: Ctx) -> list[str]:
    """What a set-up breaks, as sentences: both sides in a hex, too many units in one, units where none may stand."""
    found, r = [], c.roster
    for h, units in sorted(stacks(c).items()):
        sides = {r.side[u] for u in units}
        if len(sides) > 1:
            found.append(f"both sides stand in {c.label(h)}")
        crowd = fits(c, [u for u in units if is_combat(c, u)], h)
        if crowd is not None:
            found.append(crowd.reason)
        if h not in tables(c).land:
            found.append(f"{r.names(units)} stand in {c.label(h)}, which is no land of the map in play")
    return found


# ---------------------------------------------------------------------- supply and railroads
@rule("efs:6.41", "efs:6.43", "efs:6.48")
def lay_supply(c: Ctx) -> None:
    """Attack Supply Points on the map at the start, in as few supply units as the pool has."""
    for side, laid in c.scenario.get("asp", {}).items():
        for label, points in laid.items():
            left = int(points)
            while left > 0 and (u := _counter_for(c, side, left)) is not None:
                place(c, u, c.hex(label))
                c.state.asp[u] = min(left, LARGE if c.roster.number("large", u) else DUMP)
                left -= c.state.asp[u]


def _counter_for(c: Ctx, side: str, points: int) -> Unit | None:
    """A supply unit of the pool that is large if it must be; the other sort if there is no more of that."""
    free = [u for u in range(len(c.roster)) if c.state.box[u] == POOL and c.roster.side[u] == side]
    wanted = points > DUMP
    return min(free, key=lambda u: (bool(c.roster.number("large", u)) != wanted, u), default=None)


@rule("efs:19.1", "efs:19.12")
def lay_gauge(c: Ctx) -> None:
    """Lines from an Axis supply source to the railheads that are open at the start have the Axis gauge."""
    for label, turn in c.scenario.get("railheads", {}).get(c.data.meta["sides"][0], {}).items():
        if not turn:
            open_line(c, c.hex(label))
