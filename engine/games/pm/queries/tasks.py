"""What is left in a step, for the list and for the question before a phase is ended early."""

from __future__ import annotations

from collections.abc import Iterator

from engine.components.grid import Hex
from engine.components.wording import counted
from engine.games.pm.combat.air import aircraft, carrier
from engine.games.pm.combat.mobile import may_assault
from engine.games.pm.movement.allowance import AREAS, movers, waiting
from engine.games.pm.movement.stacking import fits, overstacked
from engine.games.pm.phases.prepared_assault import attack_list
from engine.games.pm.phases.sea import sailors
from engine.games.pm.phases.soviet_reinforcement import ARRIVING
from engine.games.pm.phases.supply_orders import unused_markers
from engine.games.pm.phases.upkeep import first_to_leave, to_refit, to_replace
from engine.games.pm.queries.prospects import beside, fast, promising
from engine.games.pm.setup.strictures import lacks
from engine.games.pm.state import FRESH, GOING
from engine.games.pm.supply import without_supply
from engine.games.pm.tables import Ctx
from engine.games.pm.units import short, side_units
from engine.kit.setting_up import left
from engine.play.asked import Task
from engine.play.citing import rule
from engine.play.fields import derived


def tasks(c: Ctx) -> list[Task]:
    """What is left in the present step, what is pressing first; empty for steps that are one question."""
    step = c.frame.step if c.state.stack else ""
    found = list(_LEFT[step](c)) if step in _LEFT else []
    return sorted(found, key=lambda t: not t.pressing)


@derived()
def _far(c: Ctx) -> dict[Hex, int]:
    """Hexes by their distance from the nearest enemy: 0 beside it, as far as anything matters."""
    shore = sorted(beside(c))
    found = dict.fromkeys(shore, 0)
    for distance in range(1, 6):
        shore = sorted({n for h in shore for n in c.grid.adjacent[h]}.difference(found))
        found |= dict.fromkeys(shore, distance)
    return found


@rule("pm:12.1", "pm:6.2")
def _movement(c: Ctx) -> Iterator[Task]:
    """Units that may still move, those that could come beside the enemy first; hexes with too many are pressing."""
    s = c.state
    for h in overstacked(c, s.side):
        crowd = fits(c, side_units(c, h, s.side), h)
        text, law = (crowd.reason, crowd.rule) if crowd else ("too many units", "pm:6.2")
        yield Task(c.label(h), text, law, True, "hexes too full")
    far, what = _far(c), "units near the enemy have not moved"
    for name in movers(c):
        u = c.roster.by_id[name]
        away, kind = far.get(s.hex_of[u], 99), c.roster.kind[u]
        if s.moving[u] == GOING:
            yield Task(name, f"may go on, {s.mp_left[u]} MP left", "pm:12.6")
        elif not away:
            pressing = may_assault(c, u) is None and s.turn == 1
            yield Task(name, "beside the enemy, not moved", "pm:12.1", pressing, what, kind)
        else:
            near = away <= fast(c, u)
            text = f"not moved, {away} from the front" if near else "not moved"
            yield Task(name, text, "pm:12.1", near, what if near else "more not moved", kind)
    if sailors(c):
        most = c.data.constant("sea_units")
        text = f"by sea {most - s.by_sea} of {most} units may still go, before any move by land"
        yield Task("", text, "pm:11.1")
    for name in waiting(c):
        u = c.roster.by_id[name]
        if s.moving[u] == FRESH:
            where = "northern" if s.box[u] == next(iter(AREAS)) else "southern"
            yield Task(name, f"in the {where} OKH Area", "pm:8.3")


@rule("pm:14.3")
def _combat(c: Ctx) -> Iterator[Task]:
    """Hexes that can be attacked; pressing where the factors alone are three to one and no other one is under way."""
    under_way = c.frame.vars["target"] >= 0
    for h, units in attack_list(c).items():
        names = ", ".join(short(c, u) for u in units[:3]) + (f" and {len(units) - 3} more" if len(units) > 3 else "")
        good, what = not under_way and promising(c, h, units), "attacks at 3:1 or better are left"
        yield Task(c.label(h), f"could be attacked by {names}", "pm:14.3", good, what, lost=True)


@rule("pm:3.1")
def _set_up(c: Ctx) -> Iterator[Task]:
    """What the set-up still lacks."""
    return left(c, lacks(c, c.frame.vars["side"]), "pm:3.1")


@rule("pm:8.1", "pm:8.7")
def _arrivals(c: Ctx) -> Iterator[Task]:
    """Kinds of Soviet units that wait for a place, as far as the view knows of them."""
    waiting = [c.roster.formation[u] for u, box in enumerate(c.state.box) if box == ARRIVING]
    for kind in sorted(set(waiting)):
        number = waiting.count(kind)
        text = f"{number} {kind.upper()} to place or to hold back"
        yield Task("", text, "pm:8.7", True, "kinds of units to place or to hold back", kind.upper())


@rule("pm:10.2", "pm:10.4")
def _aircraft(c: Ctx) -> Iterator[Task]:
    """Aircraft that support nobody."""
    idle = [p for p in aircraft(c, c.state.side) if carrier(c, p) < 0]
    for p in idle:
        yield Task(c.roster.ids[p], "supports nobody", "pm:10.2", True, "aircraft support nobody")
    if not idle:
        yield Task("", "All aircraft are committed.", "pm:10.2")


@rule("pm:9.18", "pm:9.20")
def _orders(c: Ctx) -> Iterator[Task]:
    """Markers of a concentration that nobody has; units that an order about supply could help."""
    if unused := unused_markers(c):
        text = counted(unused, "supply concentration marker lies", "supply concentration markers lie")
        yield Task("", f"{text} on nobody", "pm:9.20", True)
    for u in without_supply(c, "axis"):
        yield Task(c.roster.ids[u], "out of supply: aerial supply can help", "pm:9.18")
    if not unused:
        yield Task("", "Nothing must be ordered.", "pm:9.18")


@rule("pm:8.16", "pm:8.14", "pm:8.20")
def _upkeep(c: Ctx) -> Iterator[Task]:
    """A withdrawal that is owed, with the weakest unit for it; then divisions that can be made up."""
    s, r = c.state, c.roster
    if (u := first_to_leave(c)) is not None:
        yield Task(r.ids[u], "to be withdrawn, or declined", "pm:8.16", True)
    for name in to_refit(c):
        u = r.by_id[name]
        yield Task(name, f"can refit, {s.steps_left[u]} of {r.steps[u]} steps left", "pm:8.20")
    for name in to_replace(c):
        text, what = "reduced, one step makes it up", "divisions could take a replacement step"
        yield Task(name, text, "pm:8.14", True, what)


_LEFT = {
    "upkeep": _upkeep,
    "movement": _movement,
    "combat": _combat,
    "set-up": _set_up,
    "soviet-reinforcement": _arrivals,
    "commitment": _aircraft,
    "orders": _orders,
}
