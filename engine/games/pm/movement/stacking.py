"""Section 6: how many units may be in a hex, and what happens where there are too many."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.pm.allies import CHAPTER, may_stack, nations
from engine.games.pm.beginners import in_force
from engine.games.pm.state import PmState
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import eliminate, name
from engine.kit import overstack
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.step import Context

QUARTERS = {"brigade": 2, "regiment": 1, "battalion": 1}
"""Size of small German-side units in quarters of a unit (6.3)."""
WHOLE = 4
SMALL = ("regiment", "battalion")
AIRCRAFT, ARTILLERY = "ground support", "siege artillery"


# ---------------------------------------------------------------------- size and limit
@rule("pm:6.3", "pm:6.4", "pm:6.6", "pm:14.41")
def quarters(c: Ctx, u: Unit) -> int:
    """What a unit counts for stacking, in quarters of a unit."""
    r = c.roster
    if r.kind[u] == AIRCRAFT:
        return 0
    if r.side[u] != "axis" or r.kind[u] == ARTILLERY or not in_force(c, "6.3"):
        return WHOLE
    return QUARTERS.get(r.size[u], WHOLE)


def small(c: Ctx, u: Unit) -> bool:
    """Whether a unit is one of the German-side regiments and battalions of which a hex holds only a few (6.3)."""
    return quarters(c, u) == 1


@rule("pm:6.1", "pm:6.5")
def limit(c: Ctx, h: Hex) -> int:
    """What a side may have in a hex, in quarters of a unit."""
    city = tables(c).city(h) and in_force(c, "6.5")
    return WHOLE * c.data.constant("stacking") * (int(tables(c).effects["city"]["stacking_times"]) if city else 1)


@rule("pm:6.1", "pm:6.3", "pm:6.5", "pm:7.1", "pm:R11")
def fits(c: Ctx, units: Iterable[Unit], h: Hex) -> Refusal | None:
    """Whether these units of one side, all that would be there, may be stacked in a hex."""
    group, most = list(units), limit(c, h)
    total = sum(quarters(c, u) for u in group)
    if total > most:
        text = f"{c.board.describe(h)} would hold {total / WHOLE:g} units, the limit is {most // WHOLE}."
        return Refusal("pm:6.5" if tables(c).city(h) else "pm:6.1", text, (h,), tuple(group))
    few = c.data.constant("small_units")
    if (count := sum(1 for u in group if small(c, u))) > few:
        text = f"{c.board.describe(h)} would hold {count} regiments and battalions, the limit is {few}."
        return Refusal("pm:6.3", text, (h,), tuple(group))
    return may_stack(c, group)


@rule("pm:6.2", "pm:R49")
@derived("hex_of")
def overstacked(c: Ctx, side: str) -> list[Hex]:
    """Hexes in which a side breaks the stacking rules now."""
    return overstack.broken(c, side, fits)


def _most_kept(c: Ctx, units: Iterable[Unit], h: Hex) -> int:
    """The greatest number of some units that may stay together in a hex.

    The nationalities that may stay follow one of few patterns; within a pattern the smallest units stay first.
    """
    group = list(units)
    if not in_force(c, "7.1"):
        return _fill(c, group, h)
    bound = nations(c, group)
    germans = [u for u in group if c.roster.nationality[u] not in CHAPTER]
    patterns = [germans]
    for nation in bound:
        own = [u for u in group if c.roster.nationality[u] == nation]
        if nation == "hungarian":
            patterns.append(own + germans)
        else:
            patterns += [own, *([*own, g] for g in germans)]
    return max(_fill(c, pattern, h) for pattern in patterns)


def _fill(c: Ctx, units: list[Unit], h: Hex) -> int:
    room, few, kept = limit(c, h), c.data.constant("small_units"), 0
    for u in sorted(units, key=lambda u: quarters(c, u)):
        if quarters(c, u) <= room and not (small(c, u) and few == 0):
            room -= quarters(c, u)
            few -= small(c, u)
            kept += 1
    return kept


# ---------------------------------------------------------------------- too many units
@rule("pm:6.2", "pm:R96")
class Overstack(overstack.Overstack[PmState]):
    """The opponent takes the surplus away; he looks through these stacks (R96)."""

    law = "pm:6.2"
    verbs = (overstack.remove_verb("pm:6.2"),)

    def crowds(self, c: Context[PmState], side: str) -> list[Hex]:
        return overstacked(c, side)

    def most_kept(self, c: Context[PmState], units: Iterable[Unit], h: Hex) -> int:
        return _most_kept(c, units, h)

    def take(self, c: Context[PmState], u: Unit) -> None:
        eliminate(c, u, "pm:6.2")

    def name(self, c: Context[PmState], u: Unit) -> str:
        return name(c, u)
