"""3.3, 13.7, 14.9, 15.3: units that a side sets up as it likes: which, where they may start, what is still missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.components.grid import Hex, Unit
from engine.components.wording import counted
from engine.games.bd import gambit
from engine.games.bd.gambit import AIR
from engine.games.bd.kinds import COASTAL_ARMY, is_attached, is_satellite
from engine.games.bd.movement.limits import may_be
from engine.games.bd.stacking import counts, fits
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.units import side_units
from engine.kit.setting_up import Lack
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived

FREE, PRINTED, FRONT = "free", "setup", "front"
"""What a side does at its place in the order of a set-up: as it likes, as printed, or marking the front (14.9)."""
WAITING, RVGK = "to place", "rvgk"
"""Boxes of units that wait, and that start in the reserve."""
BORDER = "own country, border manned"
AREA = "FA"
"""Word of an action for the fortified area."""


# ---------------------------------------------------------------------- who
@rule("bd:3.3", "bd:14.9", "bd:15.3")
def sides(c: Ctx) -> list[str]:
    """The sides that set up freely, in their order; where none is printed those that have a ready set-up."""
    if "order" in c.scenario:
        return [row["side"] for row in rows(c) if row["what"] == FREE]
    return [side for side in c.data.meta["sides"] if side in c.scenario.get("ready", {})]


def rows(c: Ctx) -> list[dict[str, str]]:
    """The order of the set-up as the scenario has it, a row a side; empty where it has none."""
    table = c.scenario.get("order", {})
    return [dict(zip(table["columns"], row, strict=True)) for row in table.get("rows", ())]


def _own(c: Ctx, side: str) -> dict[str, Any]:
    found: dict[str, Any] = c.scenario.get("free", {}).get(side, {})
    return found


def law(c: Ctx, side: str) -> str:
    """The rule by which a side sets up freely."""
    return str(_own(c, side).get("rule") or c.scenario.get("areas", {}).get("rule", "bd:3.1"))


def units(c: Ctx, side: str) -> list[Unit]:
    """Units that a side sets up as it likes: those of its list, else those of the ready set-up."""
    named = _own(c, side).get("units")
    if named is None:
        named = [name for names in c.scenario.get("ready", {}).get(side, {}).values() for name in names]
    return [c.roster.find(name) for name in named]


@derived()
def waiting(c: Ctx, side: str) -> list[Unit]:
    """Units of a side that are not yet set up."""
    return [u for u, box in enumerate(c.state.box) if box == WAITING and c.roster.side[u] == side]


@derived()
def placed(c: Ctx, side: str) -> list[Unit]:
    """Units that a side has set up itself, on the map or beside it."""
    s = c.state
    return [u for u in sorted(units(c, side)) if s.hex_of[u] >= 0 or s.box[u] in (RVGK, AIR)]


# ---------------------------------------------------------------------- where
@rule("bd:3.6", "bd:13.7", "bd:R40")
def ground(c: Ctx, side: str) -> frozenset[Hex]:
    """Hexes that a side controls at the start."""
    index = c.board.index
    return frozenset(index[label] for label, owner in c.state.control.items() if owner == side)


def front(c: Ctx) -> list[Hex]:
    """The Soviet front that is marked (14.9)."""
    return [c.board.index[label] for label in c.scenario["front"]["hexes"]]


@rule("bd:14.9")
def marked_front(c: Ctx) -> list[Hex]:
    """The same, as long as anybody sets up; none in scenarios in which nobody marks one."""
    free_now = c.state.stack and any(f.step == "free-set-up" for f in c.state.stack)
    return front(c) if free_now and "front" in c.scenario else []


@rule("bd:14.9")
def _beside(c: Ctx, side: str) -> frozenset[Hex]:
    """Hexes of a side next to the marked front."""
    return ground(c, side) & {n for h in front(c) for n in c.grid.adjacent[h]}


@rule("bd:14.9", "bd:R71")
def _behind(c: Ctx, side: str) -> frozenset[Hex]:
    """Hexes of a side on the marked front and behind it, from the row of its first hex to that of its last."""
    line = front(c)
    first, last = c.grid.row(line[0]), c.grid.row(line[-1])
    return frozenset(h for h in ground(c, side) if first <= c.grid.row(h) <= last)


WHERE: dict[str, Callable[[Ctx, str], frozenset[Hex]]] = {
    "beside the front": _beside, "front and east": _behind, "own ground": ground, BORDER: ground,
}  # fmt: skip
"""Words of a scenario for where a side sets up."""


@derived("control")
def region(c: Ctx, side: str) -> frozenset[Hex]:
    """Hexes in which a side may set up."""
    return WHERE[_own(c, side).get("where", "own ground")](c, side)


@rule("bd:3.3", "bd:3.7")
def _area(c: Ctx, u: Unit) -> frozenset[Hex] | None:
    """Hexes that the letter on the reverse of a unit leaves it, or the variant; ``None`` where nothing binds it."""
    if (bound := c.scenario.get("bound", {}).get(c.roster.ids[u])) is not None:
        return frozenset(c.board.index[label] for label in bound)
    word = c.scenario.get("areas", {}).get(str(c.roster.value("back", u)), "")
    if not word:
        return None
    if word in c.board.zones:
        return tables(c).zone(word)
    return tables(c).countries.get(word, frozenset())


@rule("bd:3.1", "bd:3.3", "bd:13.7", "bd:14.9", "bd:15.3", "bd:10.22", "bd:10.34", "bd:R40")
def may_start(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Whether a unit may start in a hex, by its letter, the ground of its side and where it may be; no stacking."""
    side, area = c.roster.side[u], _area(c, u)
    if h not in (region(c, side) if area is None else area):
        text = f"{c.roster.short[u]} does not start in {c.board.describe(h)}."
        return Refusal(law(c, side), text, (h,), (u,))
    return may_be(c, u, h)


@rule("bd:3.1", "bd:6.3", "bd:8.31")
def room(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Whether a hex holds one more unit; support needs a corps there to go with."""
    here = side_units(c, h, c.roster.side[u])
    if is_attached(c, u) and not carriers(c, h, c.roster.side[u]):
        text = f"{c.roster.short[u]} goes with a corps: set one up in {c.board.describe(h)} first."
        return Refusal("bd:8.31", text, (h,), (u,))
    return fits(c, [*here, u], h)


@rule("bd:8.31")
def carriers(c: Ctx, h: Hex, side: str) -> list[Unit]:
    """Corps in a hex that support can go with, armored and strong ones first."""
    r = c.roster
    found = [u for u in side_units(c, h, side) if counts(c, u) and not is_satellite(c, u)]
    return sorted(found, key=lambda u: (-r.mech[u], -sum(r.faces[u][0][:2]), u))


# ---------------------------------------------------------------------- beside the map
@rule("bd:15.3")
def reserve(c: Ctx, side: str) -> int:
    """How many units of a side may start in the RVGK."""
    return int(_own(c, side).get("rvgk", 0))


@rule("bd:4.17", "bd:15.3", "bd:R47")
def may_wait(c: Ctx, u: Unit, box: str) -> Refusal | None:
    """Whether a unit may start beside the map: in the reserve, or ready for its air drop."""
    short, side = c.roster.short[u], c.roster.side[u]
    if box == AIR:
        able = gambit.running(c) and gambit.drops(c, u)
        return None if able else Refusal("bd:4.17", f"{short} makes no air drop.", units=(u,))
    most, there = reserve(c, side), [v for v in placed(c, side) if c.state.box[v] == RVGK]
    if not most or not counts(c, u) or c.roster.kind[u] == COASTAL_ARMY:
        return Refusal("bd:15.3", f"{short} does not start in the RVGK.", units=(u,))
    if len(there) >= most:
        return Refusal("bd:15.3", f"{most} units start in the RVGK already.", units=tuple(there))
    return None


# ---------------------------------------------------------------------- what is missing
@rule("bd:15.3")
@derived("control")
def border(c: Ctx, side: str) -> tuple[Hex, ...]:
    """Hexes of a side along the border of 1941, where each has to hold a unit; none in other scenarios."""
    if _own(c, side).get("where") != BORDER:
        return ()
    t = tables(c)
    return tuple(
        h
        for h in sorted(region(c, side))
        if any(n in t.land and t.in_ussr(n) != t.in_ussr(h) for n in c.grid.adjacent[h])
    )


@derived()
def lacks(c: Ctx, side: str) -> list[Lack]:
    """Everything that keeps a side from being ready."""
    return list(_lacks(c, side))


@rule("bd:3.1", "bd:14.9", "bd:15.3", "bd:4.17")
def _lacks(c: Ctx, side: str) -> Iterator[Lack]:
    if empty := tuple(h for h in border(c, side) if not side_units(c, h, side)):
        text = counted(len(empty), "border hex needs a unit", "border hexes need a unit each")
        yield Lack("bd:15.3", text, empty)
    if left := waiting(c, side):
        text = counted(len(left), "unit is not set up yet", "units are not set up yet")
        # Its place beside the map is on no hex: told when it alone is left, or nobody would look for it.
        dropping = c.roster.short[left[0]] if len(left) == 1 and may_wait(c, left[0], AIR) is None else ""
        more = f"; {dropping} may wait for its air drop ('air-drop' in place of a hex)" if dropping else ""
        yield Lack("bd:4.17" if dropping else law(c, side), text + more)
    if area_waits(c, side):
        yield Lack("bd:14.9", "the fortified area is not on the map")


@rule("bd:14.9")
def lays_area(c: Ctx, side: str) -> bool:
    """Whether a side puts down the fortified area with its units."""
    return side == "soviet" and "fortified_area" in c.scenario.get("ready", {}).get("markers", {})


def area_waits(c: Ctx, side: str) -> bool:
    """Whether the fortified area still has to be put down."""
    return lays_area(c, side) and not c.state.fortified_area
