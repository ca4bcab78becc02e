"""14.22: from where air units fly, and how far."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.floods import bits_of, flood
from engine.components.grid import Hex, Unit
from engine.games.efs.edition import edition
from engine.games.efs.holders import friendly
from engine.games.efs.kinds import FIGHTER, flag, is_air, kind
from engine.games.efs.supply.routes import net
from engine.games.efs.supply.sources import working
from engine.games.efs.supply.status import supplied
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import READY
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived, for_good


@rule("efs:14.22", "efs:R112", "efs:R233")
def fix_bases(c: Ctx) -> None:
    """Note, when supply has been found, the friendly towns, cities and sources in General Supply: bases of the turn."""
    bases = c.state.bases
    bases.clear()
    for side in c.data.meta["sides"]:
        bases.update((f"{side} {c.label(h)}", 1) for h in _supplied(c, side))
    c.touch()


@rule("efs:14.22", "efs:R112", "efs:R233")
def _supplied(c: Ctx, side: str) -> list[Hex]:
    """The friendly towns, cities and sources of a side that are in General Supply now."""
    reached, own = net(c, side), [h for h in (*working(c, side), *_places(c)) if friendly(c, h) == side]
    return [h for h in own if h in reached or supplied(c, h, side)]


@for_good
def _places(c: Ctx) -> list[Hex]:
    """The hexes of all towns and cities in play, in the order of the map."""
    return sorted({h for place in c.board.places for h in place.hexes} & c.data.in_play)


@rule("efs:14.22", "efs:R211")
def bases_now(c: Ctx, side: str) -> list[Hex]:
    """The bases of a side; where supply was not yet found those that would be."""
    return bases_of(c, side) if c.state.bases else _supplied(c, side)


@rule("efs:14.22", "efs:R112")
def bases_of(c: Ctx, side: str) -> list[Hex]:
    """The bases of a side in this turn, without those that the enemy has taken since."""
    found = (key.split() for key in c.state.bases)
    hexes = (c.board.index[label] for who, label in found if who == side)
    return [h for h in hexes if friendly(c, h) == side]


@rule("efs:14.22")
def in_range(c: Ctx, u: Unit, h: Hex, *, support: bool = True) -> bool:
    """Whether a unit can fly to a hex: 25 hexes from a base, Soviet long-range bombers anywhere.

    Axis units with more than one engine fly anywhere too, but not for Close Air ``support``.
    """
    return not edition(c).flies_from_bases or _far_flying(c, u, support) or h in near_bases(c, c.roster.side[u])


@rule("efs:14.22")
def far_flying(c: Ctx, u: Unit, *, support: bool = False) -> bool:
    """Whether a unit flies to any hex."""
    return not edition(c).flies_from_bases or _far_flying(c, u, support)


@for_good
def _far_flying(c: Ctx, u: Unit, support: bool) -> bool:
    return c.roster.number("reach", u) == 0 and (c.roster.side[u] == "soviet" or not support)


@rule("efs:14.22")
@derived("memory", "holder")
def near_bases(c: Ctx, side: str) -> frozenset[Hex]:
    """Hexes within the range of the bases of a side."""
    bases = bits_of(bases_of(c, side), c.grid.size)
    return frozenset(flood(tables(c).steps, bases, bytes(c.grid.size), c.data.constant("air_range")))


@rule("efs:14.24", "efs:14.21")
def most(c: Ctx, side: str, attacker: str) -> int:
    """Air units that a side may send to a hex: three, or two for the Soviet side against a mission of the enemy."""
    return c.data.constant("flight_soviet_defender" if side == "soviet" and side != attacker else "flight")


@rule("efs:14.14", "efs:14.21")
def ready(c: Ctx, side: str) -> list[Unit]:
    """Air units of a side in the Ready Box that are not sent anywhere."""
    return [u for u, box in enumerate(c.state.box) if box == READY and c.roster.side[u] == side and is_ready(c, u)]


@rule("efs:14.14", "efs:14.21")
def is_ready(c: Ctx, u: Unit) -> bool:
    """Whether an air unit is in the Ready Box and not sent anywhere."""
    return c.state.box[u] == READY and c.state.sortie[u] < 0 and is_air(c, u)


def is_fighter(c: Ctx, u: Unit) -> bool:
    """Whether an air unit is a fighter (14.11)."""
    return kind(c, u) == FIGHTER


def is_dummy(c: Ctx, u: Unit) -> bool:
    """Whether an air unit is a dummy, which flies and is taken off as soon as it is looked at (14.31)."""
    return flag(c, u, "dummy")


@rule("efs:14.12")
def is_dual(c: Ctx, u: Unit, rating: str = "cas") -> bool:
    """Whether a unit may be declared a mission unit or a firing unit: a fighter with a rating for the mission."""
    return is_fighter(c, u) and not is_dummy(c, u) and c.roster.number(rating, u) > 0


def flying(c: Ctx, side: str, h: Hex) -> list[Unit]:
    """Air units of a side that are sent to a hex."""
    here = _sent(c).get(h)
    return [u for u in here if c.roster.side[u] == side] if here else []


@derived("sortie")
def _sent(c: Ctx) -> dict[Hex, list[Unit]]:
    """The air units that are sent to each hex, in the order of the counters."""
    found: dict[Hex, list[Unit]] = {}
    for u, h in enumerate(c.state.sortie):
        if h >= 0:
            found.setdefault(h, []).append(u)
    return found


def points(c: Ctx, units: Iterable[Unit]) -> int:
    """Close Air Support ratings of some units together."""
    return sum(c.roster.number("cas", u) for u in units)


@rule("efs:14.21", "efs:14.22")
def may_join_flight(c: Ctx, u: Unit, h: Hex, attacker: str, counted: str = "", *, more: int = 0) -> Refusal | None:
    """Whether there is room for one more air unit of a side over a hex, and the unit reaches it from a base.

    ``counted`` are words about who else counts in the limit; ``more`` may fly by a special rule.
    """
    if h in _sent(c) and len(flying(c, c.roster.side[u], h)) >= (limit := most(c, c.roster.side[u], attacker) + more):
        return Refusal("efs:14.21", f"{limit} air units are all that may go to one hex{counted}.", (h,))
    if not in_range(c, u, h, support=False):
        within = c.data.constant("air_range")
        text = f"{c.roster.short[u]} has no base in General Supply within {within} hexes."
        return Refusal("efs:14.22", text, (h,), (u,))
    return None
