"""8.7: where Soviet units enter the map, and how many find room there."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.games.pm.movement.entering import enter
from engine.games.pm.movement.stacking import WHOLE, fits, limit, quarters
from engine.games.pm.supply import lake_supply, occupied, reaches
from engine.games.pm.tables import Ctx, tables
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived, units_at


@rule("pm:8.7", "pm:9.16", "pm:R90")
@derived()
def gates(c: Ctx) -> dict[Hex, Hex]:
    """Every hex in which Soviet units may enter now, with the city or large town that they come through."""
    t, enemy = tables(c), occupied(c, "axis")
    found: dict[Hex, Hex] = {}
    for h in t.tracked:
        if c.state.control[c.label(h)] == "soviet" and reaches(c, "soviet", h):
            found[h] = h
    leningrad = t.named("Leningrad") if lake_supply(c) else ()
    for h in [h for h in found if h in t.districts and h not in leningrad]:
        for n in c.grid.adjacent[h]:
            # R90: the district looks after the hexes around it, whatever hexside lies between.
            if n in t.land and n not in enemy:
                found.setdefault(n, h)
    return found


@rule("pm:8.7", "pm:9.16", "pm:R11", "pm:R70")
def may_enter(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Whether a unit that waits off the map may enter in a hex."""
    if h not in gates(c):
        text = f"{c.board.describe(h)} is no supplied Soviet city or large town, nor beside a Military District."
        return Refusal("pm:8.7", text, (h,))
    if (refusal := fits(c, [*units_at(c, h), u], h)) is not None:
        return refusal
    if (most := limit(c, h) // WHOLE) <= c.state.entered[c.label(h)]:
        text = f"{most} units have entered in {c.board.describe(h)} on this game turn: it takes no more."
        return Refusal("pm:8.7", text, (h,))
    return None


def places_left(c: Ctx, h: Hex) -> int:
    """How many more Soviet units may enter in a hex now."""
    free = (limit(c, h) - sum(quarters(c, u) for u in units_at(c, h))) // WHOLE
    return max(0, min(free, limit(c, h) // WHOLE - c.state.entered[c.label(h)]))


@rule("pm:8.7", "pm:R70")
def forget_entries(c: Ctx) -> None:
    """A game turn begins: every entry hex takes in units again."""
    c.state.entered.clear()
    c.touch()


@rule("pm:8.8", "pm:3.9", "pm:R70")
def come_in(c: Ctx, u: Unit, h: Hex) -> None:
    """A unit enters the map, whole; a place beside a Military District may change hands by it."""
    c.state.steps_left[u] = c.roster.steps[u]
    if c.roster.side[u] == "soviet":
        c.state.entered[c.label(h)] += 1
    enter(c, [u], h)


def next_of(c: Ctx, box: str, kind: str) -> Unit | None:
    """The next unit of a formation, or with this id, in a box."""
    return next((u for u in _in_boxes(c).get(box, ()) if kind in (c.roster.formation[u], c.roster.ids[u])), None)


def kinds_in(c: Ctx, box: str) -> list[str]:
    """The formations of the units in a box, sorted."""
    return sorted({c.roster.formation[u] for u in _in_boxes(c).get(box, ())})


@derived("box")
def _in_boxes(c: Ctx) -> dict[str, list[Unit]]:
    """The units in every box, none where they are on the map, in the order of the counters."""
    found: dict[str, list[Unit]] = {}
    for u, box in enumerate(c.state.box):
        if box:
            found.setdefault(box, []).append(u)
    return found
