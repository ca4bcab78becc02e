"""21.74: militia brigades, which stay near the town that raised them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.components.grid import Hex, Unit
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_militia
from engine.games.efs.tables import Ctx, tables
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import for_good

BRIGADE, STRAY = "brigade", 5
"""Size of militia that stays near its city, and how many hexes from it that is (21.74)."""


@for_good
def _city(c: Ctx, u: Unit) -> str:
    """The city that a unit stays near: militia brigades do, in an edition that may set them free all militia."""
    bound = c.roster.size[u] == BRIGADE or edition(c).militia_freed
    return str(c.roster.value("city", u)) if is_militia(c, u) and bound else ""


@rule("efs:21.74")
def _beyond(c: Ctx, city: str) -> frozenset[Hex]:
    """The hexes that lie too far from a city; none for one that the map does not have."""
    memo, key = c.data.of_map, f"beyond {city}"
    if key not in memo:
        near = {h for part in tables(c).named(city) for h in c.grid.within(part, STRAY)}
        memo[key] = frozenset(h for h in c.grid if h not in near) if near else frozenset[Hex]()
    found: frozenset[Hex] = memo[key]
    return found


@rule("efs:21.74")
def strays(c: Ctx, u: Unit, h: Hex) -> bool:
    """Whether a militia brigade would be too far from its city in a hex."""
    return h in _too_far(c, u) and not c.state.roaming[c.roster.ids[u]]


@for_good
def _too_far(c: Ctx, u: Unit) -> frozenset[Hex]:
    city = _city(c, u)
    return _beyond(c, city) if city else frozenset()


@rule("efs:21.74")
def beyond(c: Ctx, units: Iterable[Unit]) -> frozenset[Hex]:
    """Hexes that are too far from the city of a militia brigade among some units."""
    bound = {city for u in units if (city := _city(c, u)) and not c.state.roaming[c.roster.ids[u]]}
    return frozenset[Hex]().union(*[_beyond(c, city) for city in sorted(bound)])


@rule("efs:21.74", "efs:R230")
def kept_near(c: Ctx, units: Sequence[Unit], h: Hex) -> Refusal | None:
    """Whether a militia brigade among some units would go too far from its city in a hex."""
    u = next((u for u in units if strays(c, u, h)), None)
    if u is None:
        return None
    text = f"{c.roster.short[u]} is a militia brigade of {_city(c, u)} and stays within {STRAY} hexes of it."
    return Refusal("efs:21.74", text, (h,), (u,))
