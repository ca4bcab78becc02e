"""8.12, 8.32, 6.47, 7.43: units that wait beside the map come in, and pay for their first hex as for any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from engine.components.grid import Hex, Unit
from engine.games.efs.arrivals import (
    edge_hexes,
    has_taken,
    is_dump,
    may_stand,
    places_of,
    supply_cities,
    waiting,
    zap_ground,
)
from engine.games.efs.control import settle
from engine.games.efs.divisions import division_of
from engine.games.efs.edition import edition
from engine.games.efs.exits import barred_edge
from engine.games.efs.kinds import is_cavalry, is_combat, is_supply, is_zap
from engine.games.efs.limits import shut
from engine.games.efs.movement.allowance import GOING, NONE, column, conditions, granted, share, told
from engine.games.efs.movement.classes import Class, class_of, on_rails
from engine.games.efs.movement.entering import enter
from engine.games.efs.movement.ground import crossings
from engine.games.efs.movement.rates import Rates, march_rates, rates
from engine.games.efs.movement.search import tolls
from engine.games.efs.state import GENERAL, HALTED, MOTORIZED, MOVED, NOT_BEGUN, OPEN, RAIL
from engine.games.efs.tables import CITY, MAJOR_CITY, ROADS, Ctx, tables
from engine.games.efs.units import combat_units, enemy_combat_at, side_units
from engine.games.efs.weather import ice, key
from engine.games.efs.zones import zoc_stops
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import by_unit, derived, for_good
from engine.play.step import Verb

Words = tuple[str, ...]


# ---------------------------------------------------------------------- what the first hex costs
@rule("efs:8.12", "efs:10.43", "efs:14.65")
@derived()
def first_price(c: Ctx, kind: Class, h: Hex) -> tuple[int, int] | None:
    """Quarters that a unit of a class pays for its first hex, and how it enters; ``None`` where it is closed.

    A road that leads from the hex off the map in play is entered along, if it is cheaper than the open ground.
    """
    t, r = tables(c), _rates(c, kind, h)
    terrain, built = t.terrain(h), t.size(h) in (CITY, MAJOR_CITY)
    open_ground = None if r.bound(terrain) and not built else r.off_road(terrain, built)
    by_rail = r.along_rail(terrain, built) if RAIL in _ways_off(c, h) else None
    priced = [(by_rail, RAIL), (open_ground, OPEN)]
    found = [*_by_roads(c, kind, h), *((cost, way) for cost, way in priced if cost is not None)]
    if not found:
        return None
    cost, way = min(found)
    return cost + tolls(c, kind.side, True)[h], way


@rule("efs:8.12", "efs:11.22", "efs:11.25")
def road_price(c: Ctx, kind: Class, h: Hex) -> tuple[int, int] | None:
    """The same for one that comes in along a road by strategic movement, which enters no enemy zone."""
    found = min(_by_roads(c, kind, h, marching=True), default=None)
    return None if found is None else (found[0] + tolls(c, kind.side, False)[h], found[1])


@rule("efs:10.43", "efs:10.44", "efs:14.65")
def _by_roads(c: Ctx, kind: Class, h: Hex, *, marching: bool = False) -> list[tuple[int, int]]:
    """Quarters and way for each road that leads off the map; in a Zone of Interdiction its rate does not count."""
    slow = h in crossings(c, kind.side).slow
    if slow and marching:
        return []
    read = march_rates if marching and edition(c).marches_spare_roads else rates
    t, r = tables(c), read(c, kind, key(c, h), ice(c))
    terrain, built, roads = t.terrain(h), t.size(h) in (CITY, MAJOR_CITY), _ways_off(c, h) - {RAIL}
    if slow:
        priced = ((r.beside_road(way, terrain, built), OPEN) for way in roads)
    else:
        priced = ((r.on_road(way, terrain, built), way) for way in roads)
    return [(cost, way) for cost, way in priced if cost is not None]


def _rates(c: Ctx, kind: Class, h: Hex) -> Rates:
    return rates(c, kind, key(c, h), ice(c))


@for_good
def _ways_off(c: Ctx, h: Hex) -> set[int]:
    """The roads and railroads that lead from a hex out of what is played; at the edge of the map every line does."""
    inside, around, found = c.data.in_play, c.grid.neighbours[h], set[int]()
    outer = any(n < 0 or c.board.terrain_name(n) == "off board" for n in around)
    for kind, directions in c.board.lines_at(h).items():
        if outer or any(around[d] not in inside for d in directions):
            found.add(ROADS.get(kind, RAIL))
    return found


# ---------------------------------------------------------------------- whether
@rule("efs:8.12", "efs:8.16", "efs:10.12", "efs:7.43")
@by_unit(lambda c: (conditions(c), waiting(c, c.state.side)), "did", "way")
def may_come(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit of the side to move may come to the map in this phase."""
    name = c.roster.short[u]
    if c.roster.side[u] != c.state.side or u not in waiting(c, c.state.side):
        return Refusal("efs:8.11", f"{name} does not wait to enter for your side now.", units=(u,))
    late, horses = "motorized" in c.state.phase, edition(c).cavalry_picks_phase
    if share(c, u) == NONE or (late and (is_zap(c, u) or (is_cavalry(c, u) and not horses))):
        who = "motorized units and cavalry do" if horses else "a motorized unit does"
        text = f"{name} enters in the Movement Phase: only {who} so in this one."
        return Refusal("efs:8.12", text, units=(u,))
    if on_rails(c, u):
        return Refusal("efs:8.12", f"{name} runs on rails: it is placed, it does not enter.", units=(u,))
    return None


@rule("efs:8.12", "efs:8.13", "efs:10.24", "efs:10.25", "efs:7.43", "efs:6.48")
def may_enter(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Whether a unit that waits may come in at a hex now, and can pay for it."""
    if (refusal := may_come(c, u)) is not None:
        return refusal
    if is_supply(c, u) and is_dump(c, u):
        text = f"{c.roster.short[u]} is a dump: it comes in by railroad movement alone."
        return Refusal("efs:6.48", text, (h,), (u,))
    if h not in places_of(c, u):
        known = ", ".join(c.label(n) for n in places_of(c, u)[:4]) or "nowhere now"
        text = f"{c.roster.short[u]} does not come in at {c.board.describe(h)}, but at: {known}."
        return Refusal("efs:8.12", text, (h,), (u,))
    return None if _is_open(c, alike(c)[u], h) else _open(c, u, h)


@rule("efs:8.12", "efs:8.13", "efs:10.24", "efs:10.25", "efs:7.43", "efs:R231")
def _open(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Whether one of its places is open to a unit that may come."""
    side = c.roster.side[u]
    if enemy_combat_at(c, h, side) or (side_units(c, h, c.other(side)) and not _placed(c, u, h)):
        return Refusal("efs:8.12", f"The enemy is in {c.board.describe(h)}.", (h,), (u,))
    if h in barred_edge(c, side):
        text = f"The enemy has left the map through {c.board.describe(h)}: nobody comes in there."
        return Refusal("efs:11.63", text, (h,), (u,))
    if is_zap(c, u) and has_taken(c, c.state.zaps, h):
        return Refusal("efs:7.43", f"A Zap unit has come to {c.board.describe(h)} in this turn.", (h,), (u,))
    if _placed(c, u, h):
        return may_stand(c, side, h)
    if not is_combat(c, u) and zoc_stops(c, side, h) and not combat_units(c, h, side):
        text = f"{c.board.describe(h)} lies in an enemy zone of control: {c.roster.short[u]} cannot enter it."
        return Refusal("efs:10.25", text, (h,), (u,))
    found = first_price(c, class_of(c, u), h)
    if found is None:
        return Refusal("efs:10.48", f"{c.roster.short[u]} cannot enter {c.board.describe(h)}.", (h,), (u,))
    if found[0] > granted(c, u):
        text = f"{c.roster.short[u]} has {told(granted(c, u))} MP in this phase"
        text += f": {c.board.describe(h)} costs {told(found[0])}."
        return Refusal("efs:8.12", text, (h,), (u,))
    return None


@derived()
def alike(c: Ctx) -> dict[Unit, Unit]:
    """The units of the side to move that wait, each with the first that may come in by the same hexes at one price."""
    first = dict[tuple[Any, ...], Unit]()
    return {u: first.setdefault(_means(c, u), u) for u in waiting(c, c.state.side)}


def _terms(c: Ctx) -> tuple[Any, ...]:
    """What decides that beside the units themselves: phase and weather, whose the edge is, who waits where."""
    return conditions(c), ice(c), c.marks.of(c.state, ("holder", "box", "turn", "memory"))


@by_unit(_terms, *GOING)
def _means(c: Ctx, u: Unit) -> tuple[Any, ...]:
    """All of a unit that decides which hexes are open to it."""
    sorts = is_combat(c, u), is_zap(c, u), is_supply(c, u) and (is_dump(c, u), c.roster.side[u])
    return class_of(c, u), granted(c, u), sorts, shut(c, [u]), tuple(edge_hexes(c, u))


@derived()
def _is_open(c: Ctx, u: Unit, h: Hex) -> bool:
    return _open(c, u, h) is None


@derived()
def _any_open(c: Ctx, u: Unit) -> bool:
    return any(_open(c, u, h) is None for h in places_of(c, u))


@rule("efs:7.43", "efs:6.47")
def _placed(c: Ctx, u: Unit, h: Hex) -> bool:
    """Whether a unit is put into a hex without paying: a Zap unit in a friendly town or city, a supply unit in a city
    where an edition has it so."""
    if is_supply(c, u):
        return h in supply_cities(c, c.roster.side[u])
    return is_zap(c, u) and h in zap_ground(c)


# ---------------------------------------------------------------------- coming in
@rule("efs:8.12", "efs:8.13", "efs:6.44")
def come(c: Ctx, u: Unit, h: Hex) -> None:
    """A unit comes in: in General Supply for this turn, with what is left of its points after the first hex.

    A Zap unit that is put into a place has not begun to move: it goes on as it would if it had stood there (8.13).
    """
    s, free = c.state, _placed(c, u, h)
    cost, way = (0, OPEN) if free else first_price(c, class_of(c, u), h) or (0, OPEN)
    left, stopped = granted(c, u) - cost, not free and zoc_stops(c, c.roster.side[u], h)
    enter(c, [u], h)
    s.supply[u], s.origin[u], s.way[u], s.mp_left[u] = GENERAL, h, way, left
    s.did[u] |= MOVED | (MOTORIZED if column(c) == "motorized_movement" else 0) | (HALTED if stopped else 0)
    if free and is_zap(c, u):
        s.did[u], s.way[u] = s.did[u] & ~MOVED, NOT_BEGUN
    if is_zap(c, u):
        s.zaps[c.label(h)] = s.turn
    elif free:
        s.supplied_in[c.label(h)] = s.turn
    c.touch()
    settle(c, [h])
    pay = "" if free else f" for {told(cost)} MP, {told(left)} left"
    law = "efs:6.47" if is_supply(c, u) else "efs:7.43" if free else "efs:8.12"
    c.say("arrival", f"{c.roster.short[u]} comes in at {c.board.describe(h)}{pay}.", law, hexes=[h], units=[u])


@derived()
def comers(c: Ctx) -> list[str]:
    """Units of the side to move that can come in somewhere in this phase."""
    return [c.roster.ids[u] for u, first in alike(c).items() if may_come(c, u) is None and _any_open(c, first)]


def _options(c: Ctx, subject: str | None) -> Iterable[Words]:
    for name in comers(c) if subject is None else [subject]:
        u = c.roster.by_id.get(name, -1)
        if u >= 0 and may_come(c, u) is None:
            yield from ((name, c.label(h)) for h in places_of(c, u))


def _check(c: Ctx, unit: str, hex: str) -> Refusal | None:
    """``enter 17pz-pzr A5739``"""
    return may_enter(c, c.unit(unit), c.hex(hex))


def _enter(c: Ctx, unit: str, hex: str) -> None:
    come(c, c.unit(unit), c.hex(hex))


# ---------------------------------------------------------------------- a division as one stack
@rule("efs:8.12")
def comrades(c: Ctx, u: Unit, h: Hex) -> list[Unit]:
    """A unit that waits and the other parts of its division that can come in at a hex with it."""
    return [v for v in _parts(c, u) if may_enter(c, v, h) is None]


@derived()
def _parts(c: Ctx, u: Unit) -> list[Unit]:
    """A unit and the parts of its division that wait as it does."""
    division = division_of(c, u)
    return [v for v in waiting(c, c.roster.side[u]) if v == u or (division and division_of(c, v) == division)]


@rule("efs:8.12")
def bring_check(c: Ctx, unit: str, hex: str) -> Refusal | None:
    """``bring 17pz-pzr A5739``: its division comes in stacked."""
    u, h = c.unit(unit), c.hex(hex)
    if (refusal := may_enter(c, u, h)) is not None:
        return refusal
    if len(comrades(c, u, h)) > 1:
        return None
    text = f"No other part of its division can come in with {c.roster.short[u]}: 'enter' brings it alone."
    return Refusal("efs:8.12", text, (h,), (u,))


@rule("efs:8.12", "efs:10.22")
def _bring(c: Ctx, unit: str, hex: str) -> None:
    """All come in, and are picked to go on together if no enemy zone stops them."""
    u, h = c.unit(unit), c.hex(hex)
    group = comrades(c, u, h)
    for v in group:
        come(c, v, h)
    on = not any(c.state.did[v] & HALTED for v in group)
    c.state.picked = [int(on and v in group) for v in range(len(c.roster))]
    c.touch()


def _divisions(c: Ctx, subject: str | None) -> Iterable[Words]:
    parts = Counter(division for name in comers(c) if (division := division_of(c, c.unit(name))))
    for name, label in _options(c, subject):
        if parts[division_of(c, c.unit(name))] > 1:
            yield name, label


BRING_VERB = Verb("bring", _divisions, bring_check, _bring, "bring UNIT HEX: its division comes in as one stack",
                  "efs:8.12", comers, rare=True)  # fmt: skip
ENTER_VERB = Verb("enter", _options, _check, _enter, "enter UNIT HEX: come to the map", "efs:8.12", comers)
