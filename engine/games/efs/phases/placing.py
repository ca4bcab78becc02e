"""8.13, 8.31, 8.43, 8.44: who is put on the map in the Reinforcements Phase, and where: cities, homes, works."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.efs.arrivals import (
    due_boxes,
    has_taken,
    in_boxes,
    is_dump,
    is_placed,
    is_raised,
    may_stand,
    placing_hexes,
)
from engine.games.efs.edition import edition
from engine.games.efs.holders import friendly
from engine.games.efs.kinds import is_flotilla, is_mg, is_supply, is_train, is_zap
from engine.games.efs.movement.entering import enter
from engine.games.efs.rails import is_rail, tracks
from engine.games.efs.stacking import fits
from engine.games.efs.state import GENERAL
from engine.games.efs.supply.routes import line_between, traced
from engine.games.efs.supply.status import supplied
from engine.games.efs.tables import CITY, MAJOR_CITY, Ctx, tables
from engine.games.efs.units import ACTIVE, combat_units, enemy_combat_at
from engine.games.efs.zones import in_zoc
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived, for_good
from engine.play.step import Verb

Words = tuple[str, ...]
CITIES = (CITY, MAJOR_CITY)
NEAR = 5
"""Hexes from its city within which a militia brigade is placed (8.43)."""


@rule("efs:8.31", "efs:6.47", "efs:7.43")
@derived("box", "turn", "memory", "asp")
def placeable(c: Ctx, side: str) -> list[Unit]:
    """Units that a side may place in cities now: rebuilt ones, and one new supply unit of the Soviet side."""
    rebuilt, due = ([u for u in in_boxes(c, boxes) if c.roster.side[u] == side] for boxes in ([ACTIVE], due_boxes(c)))
    found = [u for u in rebuilt if not is_zap(c, u)]
    found += [u for u in due if is_raised(c, u) or is_placed(c, u)]
    if side == "soviet" and not edition(c).supply_in_each_city and c.state.city_supply != c.state.turn:
        found += [u for u in due if is_supply(c, u) and not is_dump(c, u)]
    return found


@rule("efs:8.31", "efs:8.13", "efs:6.47", "efs:3.32", "efs:R231")
def may_place(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Whether a unit may be placed in a hex now: a friendly city with a Supply Route of its own."""
    if is_raised(c, u):
        return _may_raise(c, u, h)
    if is_placed(c, u):
        return _may_put(c, u, h)
    side, name = c.roster.side[u], c.roster.short[u]
    law = "efs:6.47" if is_supply(c, u) else "efs:8.31"
    if u not in placeable(c, side):
        return Refusal(law, f"{name} is not placed in a city now.", units=(u,))
    if (refusal := _no_city(c, u, h, law)) is not None:
        return refusal
    if is_train(c, u):
        return _may_rail(c, u, h)
    if (refusal := may_stand(c, side, h)) is not None:
        return refusal
    if not is_supply(c, u) and in_zoc(c, c.other(side))[h]:
        return Refusal(law, f"{c.board.describe(h)} lies in an enemy zone of control.", (h,), (u,))
    if not is_supply(c, u) and edition(c).one_rebuilt_a_city and has_taken(c, c.state.rebuilt_in, h):
        return Refusal(law, f"A unit was placed in {c.board.describe(h)} this turn.", (h,), (u,))
    if not traced(c, h, side):
        return Refusal(law, f"{c.board.describe(h)} has no Supply Route to a source.", (h,), (u,))
    return fits(c, [*combat_units(c, h, side), u], h)


@rule("efs:8.31", "efs:6.47")
def _no_city(c: Ctx, u: Unit, h: Hex, law: str) -> Refusal | None:
    """Whether a hex is no friendly city."""
    if tables(c).size(h) in CITIES and friendly(c, h) == c.roster.side[u]:
        return None
    return Refusal(law, f"{c.board.describe(h)} is no friendly city or major city.", (h,), (u,))


@rule("efs:7.42", "efs:21.31")
def _may_rail(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Whether a rebuilt armored train may be placed in a friendly city: on a railroad, one train to a hex."""
    if not tracks(c)[h]:
        return Refusal("efs:7.42", f"No railroad runs through {c.board.describe(h)}.", (h,), (u,))
    side = c.roster.side[u]
    return may_stand(c, side, h) or fits(c, [*combat_units(c, h, side), u], h)


@rule("efs:8.31", "efs:8.13")
@derived()
def coming(c: Ctx, side: str) -> list[str]:
    """Ids of the units that find a hex where they can be placed now."""
    return [c.roster.ids[u] for u in placeable(c, side) if any(may_place(c, u, h) is None for h in _around(c, u))]


def _placings(c: Ctx, subject: str | None) -> Iterable[Words]:
    for u in placeable(c, c.state.side):
        if subject in (None, c.roster.ids[u]):
            yield from ((c.roster.ids[u], c.label(h)) for h in _around(c, u))


def _around(c: Ctx, u: Unit) -> list[Hex]:
    """Hexes where a unit could be placed as far as they lie right: cities, or what is near the city of a militia."""
    if is_placed(c, u):
        return placing_hexes(c, u)
    if not is_raised(c, u):
        return _cities(c)
    return list(_near(c, str(c.roster.value("city", u))))


def _near(c: Ctx, city: str) -> dict[Hex, None]:
    """The land near a city, in the order of the hexes."""
    memo, name = c.data.of_map, f"near {city}"
    if name not in memo:
        found = {h for part in tables(c).named(city) for h in c.grid.within(part, NEAR)} & tables(c).land
        memo[name] = dict.fromkeys(sorted(found))
    near: dict[Hex, None] = memo[name]
    return near


@rule("efs:8.43", "efs:8.13", "efs:3.32")
def _may_raise(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Whether a militia brigade may be placed in a hex: friendly, near its city and joined to it by a line."""
    side, name, city = c.roster.side[u], c.roster.short[u], str(c.roster.value("city", u))
    if u not in placeable(c, side):
        return Refusal("efs:8.43", f"{name} is not raised now.", units=(u,))
    if h not in _near(c, city):
        text = f"{name} is placed within {NEAR} hexes of {city}: {c.board.describe(h)} is farther."
        return Refusal("efs:8.43", text, (h,), (u,))
    if friendly(c, h) != side:
        return Refusal("efs:8.13", f"{c.board.describe(h)} is not friendly.", (h,), (u,))
    if (refusal := may_stand(c, side, h)) is not None:
        return Refusal("efs:8.43", refusal.reason, (h,), (u,))
    strict = edition(c).strict_placing
    if strict and any(enemy_combat_at(c, n, side) for n in c.grid.adjacent[h]):
        return Refusal("efs:8.43", f"The enemy is beside {c.board.describe(h)}.", (h,), (u,))
    if not strict and not any(line_between(c, h, home, side) for home in tables(c).named(city)):
        text = f"No Line of Communications leads from {c.board.describe(h)} to its city."
        return Refusal("efs:8.43", text, (h,), (u,))
    return fits(c, [*combat_units(c, h, side), u], h)


@rule("efs:8.13", "efs:8.44", "efs:21.31", "efs:3.32")
def _may_put(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Whether a unit that does not enter may be put into a hex: of its card, friendly, not blocked, with room."""
    side, name, where = c.roster.side[u], c.roster.short[u], c.board.describe(h)
    if u not in placeable(c, side):
        return Refusal("efs:8.13", f"{name} is not placed now.", units=(u,))
    if h not in placing_hexes(c, u):
        known = ", ".join(c.label(n) for n in placing_hexes(c, u)[:4])
        return Refusal("efs:8.13", f"{name} does not come to {where}, but to: {known}.", (h,), (u,))
    if is_train(c, u) and not is_rail(c, h):
        return Refusal("efs:21.32", f"No railroad runs through {where}.", (h,), (u,))
    if is_mg(c, u):
        refusal = may_dig_in(c, u, h)
        if refusal is None and not traced(c, h, side):
            refusal = Refusal("efs:8.44", f"{where} is not in General Supply.", (h,), (u,))
        return refusal
    if friendly(c, h) != side and not is_flotilla(c, u):
        return Refusal("efs:8.13", f"{where} is not friendly.", (h,), (u,))
    if edition(c).strict_placing and not supplied(c, h, side):
        return Refusal("efs:8.13", f"{where} is not in General Supply.", (h,), (u,))
    return may_stand(c, side, h) or fits(c, [*combat_units(c, h, side), u], h)


@rule("efs:8.44", "efs:3.32")
def may_dig_in(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Whether a machine-gun unit may come to a hex: none is there, it is friendly, no enemy zone unless held."""
    side, where = c.roster.side[u], c.board.describe(h)
    if any(is_mg(c, v) for v in combat_units(c, h, side)):
        return Refusal("efs:8.44", f"There is a machine-gun unit in {where} already.", (h,), (u,))
    if friendly(c, h) != side:
        return Refusal("efs:8.13", f"{where} is not friendly.", (h,), (u,))
    return may_stand(c, side, h) or fits(c, [*combat_units(c, h, side), u], h)


@for_good
def _cities(c: Ctx) -> list[Hex]:
    """All city hexes in play."""
    return sorted(h for p in c.board.places if p.size in CITIES for h in p.hexes if h in c.data.in_play)


def _place_check(c: Ctx, unit: str, hex: str) -> Refusal | None:
    """``place 5rd B2031``"""
    u = c.unit(unit)
    if c.roster.side[u] != c.state.side:
        return Refusal("efs:8.31", f"{c.roster.short[u]} is not yours to place.", units=(u,))
    return may_place(c, u, c.hex(hex))


@rule("efs:8.13", "efs:8.31", "efs:6.47", "efs:6.42")
def _place(c: Ctx, unit: str, hex: str) -> None:
    u, h = c.unit(unit), c.hex(hex)
    law = _law(c, u)
    if is_supply(c, u):
        c.state.city_supply = c.state.turn
    elif c.state.box[u] == ACTIVE:
        c.state.rebuilt_in[c.label(h)] = c.state.turn
    enter(c, [u], h)
    c.state.supply[u] = GENERAL
    c.say("arrival", f"{c.roster.agree(u, 'is', 'are')} placed in {c.board.describe(h)}.", law, hexes=[h], units=[u])


def _law(c: Ctx, u: Unit) -> str:
    """The rule by which a unit is placed."""
    if is_supply(c, u):
        return "efs:6.47"
    return "efs:8.43" if is_raised(c, u) else "efs:8.13" if is_placed(c, u) else "efs:8.31"


def _subjects(c: Ctx) -> Iterable[str]:
    return [c.roster.ids[u] for u in placeable(c, c.state.side)]


PLACE_VERB = Verb("place", _placings, _place_check, _place, "place UNIT HEX: put a unit into a city", "efs:8.31",
                  _subjects)  # fmt: skip
"""For the Reinforcements Phase."""
