"""8.1 to 8.4, 8.10, 8.27, 8.33 to 8.35: where units of the track, the dead pile and the RVGK come onto the map."""

from __future__ import annotations

from collections.abc import Callable

from engine.components.grid import Hex, Unit
from engine.games.bd.control import enter
from engine.games.bd.kinds import FORTRESS
from engine.games.bd.movement.costs import class_of, hex_cost
from engine.games.bd.movement.limits import may_go
from engine.games.bd.stacking import counts, fits
from engine.games.bd.supply import overland
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.units import held_by, occupied, side_units
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived

RVGK_EDGE = 26
"""Last row of the east edge over which units of the RVGK come on (8.10)."""
ANYWHERE = ("any", "")


def controls(c: Ctx, side: str, h: Hex) -> bool:
    """Whether a side controls a hex and the enemy is not in it."""
    return c.state.control.get(c.label(h)) == side and held_by(c, h) in ("", side)


@rule("bd:8.1", "bd:7.3", "bd:7.9")
@derived("hex_of", "control")
def edge(c: Ctx, side: str) -> frozenset[Hex]:
    """Friendly controlled supply source hexes of the board edge."""
    zone = tables(c).zone("supply_german" if side == "axis" else "supply_soviet")
    return frozenset(h for h in zone if controls(c, side, h))


@rule("bd:8.1")
@derived("hex_of", "control", "east_wall", "destroyed", "fortified_area")
def cities(c: Ctx, side: str) -> frozenset[Hex]:
    """Friendly controlled cities to which regular overland supply can be traced."""
    return frozenset(h for h in tables(c).cities if controls(c, side, h) and overland(c, side, h))


# ---------------------------------------------------------------------- by the manner of entry
@rule("bd:8.1", "bd:8.2", "bd:8.3", "bd:8.4", "bd:8.27", "bd:8.33", "bd:8.34", "bd:8.35")
def gates(c: Ctx, u: Unit) -> frozenset[Hex]:
    """Hexes in which a unit may enter in the Mutual Administrative Phase, stacking left out."""
    manner = str(c.roster.value("entry", u))
    found = MANNERS.get(manner, _regular)(c, u)
    return frozenset(h for h in found if may_go(c, u, h) is None)


def _regular(c: Ctx, u: Unit) -> frozenset[Hex]:
    side = c.roster.side[u]
    return cities(c, side) | edge(c, side)


@rule("bd:8.2", "bd:8.27")
def _in_situ(c: Ctx, u: Unit) -> frozenset[Hex]:
    """Hexes with friendly units, in the area that the counter names; the Soviet group needs overland supply."""
    side, area = c.roster.side[u], _area(c, u)
    held = occupied(c, side)
    if side == "soviet":
        return frozenset(h for h in held if overland(c, side, h))
    return frozenset(h for h in held if area in ANYWHERE or tables(c).area(h) == area)


def _area(c: Ctx, u: Unit) -> str:
    return str(c.roster.value("zone", u))


@rule("bd:8.30")
def _atop(c: Ctx, u: Unit) -> frozenset[Hex]:
    """Hexes with friendly units in overland supply, no cities, in the area that the counter names."""
    side, area, t = c.roster.side[u], _area(c, u), tables(c)
    return frozenset(h for h in occupied(c, side) if not t.city(h) and t.area(h) == area and overland(c, side, h))


@rule("bd:8.4")
def _emergency(c: Ctx, u: Unit) -> frozenset[Hex]:
    """Any hex with friendly units, and any friendly controlled city, supplied or not."""
    side = c.roster.side[u]
    return occupied(c, side) | {h for h in tables(c).cities if controls(c, side, h)}


@rule("bd:8.2", "bd:8.3", "bd:8.33", "bd:8.34", "bd:8.35")
def _hex(c: Ctx, u: Unit) -> frozenset[Hex]:
    """The one hex on the reverse; the 6th SS and fortress commands need it in overland supply."""
    h, side = c.board.index.get(str(c.roster.number("back_hex", u)), -1), c.roster.side[u]
    if h < 0 or not controls(c, side, h):
        return frozenset()
    needs = c.roster.ids[u] == "6ss" or c.roster.kind[u] == FORTRESS
    return frozenset() if needs and not overland(c, side, h) else frozenset((h,))


@rule("bd:8.3")
def _west(c: Ctx, u: Unit) -> frozenset[Hex]:
    return edge(c, c.roster.side[u])


@rule("bd:8.3")
def _yugoslav(c: Ctx, u: Unit) -> frozenset[Hex]:
    side = c.roster.side[u]
    return frozenset(h for h in tables(c).zone("yugoslav_edge") if controls(c, side, h))


@rule("bd:8.25", "bd:8.26")
def _on_call(c: Ctx, u: Unit) -> frozenset[Hex]:
    """Romanian armies enter in Bucharest, Bulgarian ones over their border; once rebuilt they are like others."""
    if not bound_to_place(c, u):
        return _regular(c, u)
    if c.roster.nationality[u] == "romanian":
        return frozenset({tables(c).named("Bucharest")}) & cities(c, "soviet")
    return frozenset(h for h in tables(c).zone("bulgarian_edge") if held_by(c, h) != "axis")


@rule("bd:8.25", "bd:8.26", "bd:8.34", "bd:8.35")
def bound_to_place(c: Ctx, u: Unit) -> bool:
    """Whether a unit enters in its place or not at all; rebuilt ones may go where others do, but for static ones."""
    manner = c.roster.value("entry", u)
    called = manner == "on call" and c.roster.nationality[u] in ("romanian", "bulgarian")
    return manner == "hex" or (called and u not in c.frame.vars.get("replaced", ()))


MANNERS: dict[str, Callable[[Ctx, Unit], frozenset[Hex]]] = {
    "in situ": _in_situ, "emergency": _emergency, "hex": _hex, "west edge": _west, "yugoslav edge": _yugoslav,
    "atop": _atop, "on call": _on_call,
}  # fmt: skip
EMERGENCY = "emergency"
ONE_A_HEX = ("in situ", EMERGENCY)
"""Manners of entry of which a hex takes one unit in a segment (8.2, 8.4)."""


WAYS = {
    "in situ": "where friendly units of its area are", "emergency": "where friendly units are, or in a city",
    "hex": "in the hex on its reverse", "west edge": "over the west edge", "yugoslav edge": "over the Yugoslav edge",
    "atop": "with supplied units of its area, outside cities",
}  # fmt: skip
"""The manners of entry in words; all others come through supplied cities or over the map edge."""


# ---------------------------------------------------------------------- one unit, one hex
@rule("bd:8.2", "bd:8.4", "bd:R97")
def _one_a_hex(c: Ctx, u: Unit, h: Hex) -> bool:
    """Whether a hex takes one such unit in a segment: where units stand; emergency units come freely into cities."""
    manner = str(c.roster.value("entry", u))
    return manner in ONE_A_HEX and not (manner == EMERGENCY and tables(c).city(h))


@rule("bd:8.1", "bd:8.10", "bd:8.11")
def _why_shut(c: Ctx, u: Unit, h: Hex) -> str:
    """What keeps a unit from entering in a hex that is no door for it."""
    side, where, name = c.roster.side[u], c.board.describe(h), c.roster.short[u]
    if not controls(c, side, h):
        return f"{where} is not under friendly control: {name} cannot enter there."
    if tables(c).city(h) and not overland(c, side, h):
        return f"{where} is not in regular overland supply: {name} cannot enter there."
    way = WAYS.get(str(c.roster.value("entry", u)), "in supplied cities or over the map edge")
    return f"{name} enters {way}, not in {where}."


@rule("bd:8.1", "bd:6.3", "bd:8.2", "bd:8.4", "bd:R97")
def may_enter(c: Ctx, u: Unit, h: Hex, doors: frozenset[Hex], law: str) -> Refusal | None:
    """Whether a unit may enter in a hex: a place that lets it in, with room, and not more than a stack in a turn."""
    where, side = c.board.describe(h), c.roster.side[u]
    if h not in doors:
        return Refusal(law, _why_shut(c, u, h), (h,), (u,))
    most = c.data.constant("stacking")
    if counts(c, u) and c.state.entered[c.label(h)] >= most:
        return Refusal("bd:8.1", f"{where} has taken a full stack in this turn.", (h,), (u,))
    if side == "axis" and _one_a_hex(c, u, h) and c.state.situ[c.label(h)]:
        return Refusal("bd:8.2", f"{where} has taken such a unit in this segment.", (h,), (u,))
    return fits(c, [*side_units(c, h, side), u], h)


@rule("bd:8.1", "bd:8.10")
def come_in(c: Ctx, u: Unit, h: Hex, law: str, *, free: bool = False) -> None:
    """A unit enters in a hex. Over the board edge it pays for the hex when it moves, unless it comes ``free``."""
    label, side = c.label(h), c.roster.side[u]
    over_edge = not free and h in edge(c, side) and h not in cities(c, side)
    if over_edge and str(c.roster.value("entry", u)) not in ONE_A_HEX:
        c.state.edge_entries[c.roster.ids[u]] = hex_cost(c, class_of(c, u), h)
    if counts(c, u):
        c.state.entered[label] += 1
    if _one_a_hex(c, u, h):
        c.state.situ[label] = 1
    enter(c, [u], h)
    where = c.board.describe(h)
    plain = "" if side == "axis" else f"A unit enters at {where}."
    c.say("reinforcement", f"{c.roster.short[u]} enters at {where}.", law, hexes=[h], units=[u], plain=plain)
