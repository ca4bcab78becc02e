"""11.1: railroad movement, by sixty points over the railroad net and within the capacity of the side."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from heapq import heappop, heappush
from typing import Any, NamedTuple

from engine.components.grid import Hex, Unit
from engine.components.paths import trail
from engine.components.wording import plural
from engine.games.efs import rails
from engine.games.efs.arrivals import has_taken, rail_edge, waiting
from engine.games.efs.bridges import BY_RAIL, damaged
from engine.games.efs.command import held_back
from engine.games.efs.edition import edition
from engine.games.efs.exits import barred_edge
from engine.games.efs.kinds import is_hq, is_super_heavy, is_supply, is_zap
from engine.games.efs.limits import RAIL, forbidden, out_of_bounds, shut
from engine.games.efs.movement.allowance import GOING, MOVEMENT, bound, column, conditions, untouched
from engine.games.efs.movement.classes import afloat, on_rails
from engine.games.efs.movement.ground import crossings
from engine.games.efs.stacking import points
from engine.games.efs.state import ACTIVATED, BACK, OUT
from engine.games.efs.supply.routes import RAIL_NET, net
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import allowance, side_units
from engine.games.efs.weather import SNOW, weather
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import by_unit, derived, while_same

RANGE, IN_ZOI, FERRY_COST = 60, 12, 30
"""Railroad points of a unit in a phase; an interdicted hex; a ferry, the hex behind it not counted (11.13)."""


# ---------------------------------------------------------------------- capacity
@rule("efs:11.14", "efs:11.16")
def capacity(c: Ctx, side: str) -> int:
    """Stacking points that a side may move by railroad in this turn; in Snow perhaps half for the Axis side."""
    given = int(tables(c).logistics(side, c.state.turn).get("rail", 0))
    halved = side == "axis" and weather(c) == SNOW and edition(c).snow_halves_rails
    return given // 2 if halved else given


@rule("efs:11.14")
def capacity_left(c: Ctx, side: str) -> int:
    """Capacity that a side has not yet used in this turn."""
    return capacity(c, side) - c.state.rail_used[side]


@rule("efs:11.15", "efs:11.17")
def load(c: Ctx, u: Unit) -> int:
    """Capacity that a unit takes: its stacking points, one at least; a supply counter its Attack Supply Points.

    Special trains, which bring groups that the scenario names, take none.
    """
    if c.state.hex_of[u] < 0 and edition(c).special_trains and _special_train(c, u):
        return 0
    if is_supply(c, u):
        return max(c.state.asp[u], 1)
    return 1 if is_hq(c, u) else max(points(c, u), 1)


def _special_train(c: Ctx, u: Unit) -> bool:
    """Whether the set-up card brings a unit by a special train: ``special_trains`` of its arrival."""
    rows = (row for row in c.scenario.get("arrival", ()) if c.roster.ids[u] in row["units"])
    return any(row.get("special_trains", False) for row in rows)


# ---------------------------------------------------------------------- the lines
@rule("efs:6.16", "efs:11.11", "efs:11.13")
@derived("hex_of", "mode", "steps_left", "overrun", "identity", "ruined", "works", "weather", "frozen", "weathers",
         "climates", "broken", "spans", "holder", "gauge", "memory")  # fmt: skip
def net_hexes(c: Ctx, side: str) -> frozenset[Hex]:
    """Hexes of the friendly railroad net that are three hexes or more from every enemy combat unit."""
    near, found = rails.near_enemy(c, side), net(c, side)
    return while_same(c, ("net hexes", side), (near, found), lambda: _safe(c, near, found.nets.found))


def _safe(c: Ctx, near: bytes, found: Mapping[Hex, tuple[int, int]]) -> frozenset[Hex]:
    return frozenset(h for h, (stage, _) in found.items() if stage <= RAIL_NET and not near[h] and rails.is_rail(c, h))


Lines = tuple[dict[Hex, int], dict[Hex, Hex]]


@rule("efs:11.13", "efs:14.65", "efs:22.33")
def lines_from(c: Ctx, h: Hex, side: str) -> Lines:
    """Railroad points to every hex that a train of a side can go to from one, and the hex before each."""
    return _kept_lines(c, h, side)


@derived()
def _kept_lines(c: Ctx, h: Hex, side: str) -> Lines:
    inside, ways, zoi = net_hexes(c, side), rails.ways(c, side), crossings(c, side).zoi
    ferried = damaged(c, BY_RAIL)
    if not ferried and zoi.isdisjoint(inside):
        return _evenly(h, inside, ways)
    costs, before, queue = {h: 0}, dict[Hex, Hex](), [(0, h)]
    while queue:
        so_far, a = heappop(queue)
        if so_far > costs[a]:
            continue
        for b in ways[a]:
            if b not in inside:
                continue
            total = so_far + (IN_ZOI if b in zoi else 1) + (FERRY_COST if (a, b) in ferried else 0)
            if total <= RANGE and total < costs.get(b, RANGE + 1):
                costs[b], before[b] = total, a
                heappush(queue, (total, b))
    return costs, before


def _evenly(h: Hex, inside: Container[Hex], ways: rails.Ways) -> Lines:
    """The same where every hex costs a point, ring by ring."""
    costs, before, edge = {h: 0}, dict[Hex, Hex](), [h]
    for far in range(1, RANGE + 1):
        following = []
        for a in edge:
            for b in ways[a]:
                if b not in costs and b in inside:
                    costs[b], before[b] = far, a
                    following.append(b)
        edge = sorted(following)  # of several hexes before it the first counts, as in a queue
    return costs, before


@rule("efs:11.17")
def lines_of(c: Ctx, u: Unit) -> Lines:
    """The same from where a unit stands; one that waits beside the map pays a point for the hex where it comes in."""
    h, side = c.state.hex_of[u], c.roster.side[u]
    return lines_from(c, h, side) if h >= 0 else _kept_entry(c, u)


@derived()
def _kept_entry(c: Ctx, u: Unit) -> Lines:
    side, zoi = c.roster.side[u], crossings(c, c.roster.side[u]).zoi
    costs, before = dict[Hex, int](), dict[Hex, Hex]()
    for h in stations(c, u):
        first, (found, back) = IN_ZOI if h in zoi else 1, lines_from(c, h, side)
        for n, cost in found.items():
            if cost + first <= min(RANGE, costs.get(n, RANGE + 1) - 1):
                costs[n] = cost + first
                before.pop(n, None)
                before.update({n: back[n]} if n in back else {})
    return costs, before


@rule("efs:11.17", "efs:11.63", "efs:8.12", "efs:7.43", "efs:R231")
def stations(c: Ctx, u: Unit) -> list[Hex]:
    """Hexes of the railroad net where a unit that waits may come in."""
    free = _stations(c, c.roster.side[u], *rail_edge(c, u))
    return [h for h in free if not (is_zap(c, u) and has_taken(c, c.state.zaps, h))]


@derived()
def _stations(c: Ctx, side: str, *edge: Hex) -> list[Hex]:
    """Those of some hexes of the edge where trains of a side come in now."""
    found = [h for h in edge if h in net_hexes(c, side) and h not in barred_edge(c, side)]
    return [h for h in found if not side_units(c, h, c.other(side))]


def rail_path(c: Ctx, units: Sequence[Unit], to: Hex) -> list[Hex]:
    """The hexes of the cheapest way by railroad, that where a unit comes in among them."""
    return trail(lines_of(c, units[0])[1], to)


# ---------------------------------------------------------------------- who rides, and where to
@rule(
    "efs:11.11",
    "efs:11.12",
    "efs:11.13",
    "efs:11.17",
    "efs:10.13",
    "efs:10.26",
    "efs:10.51",
    "efs:13.41",
    "efs:6.35",
    "efs:R91",
)
def may_ride(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit may use railroad movement in this phase from where it stands."""
    return _rides(c, u) if c.state.hex_of[u] >= 0 else _comes_in(c, u)


def _lines_now(c: Ctx) -> tuple[Any, ...]:
    """What decides who may ride beside the units themselves."""
    side = c.state.side
    return conditions(c), net_hexes(c, side), rails.near_enemy(c, side), crossings(c, side).zoi


@by_unit(_lines_now, *GOING)
def _rides(c: Ctx, u: Unit) -> Refusal | None:
    return _may_ride(c, u)


@derived()
def _comes_in(c: Ctx, u: Unit) -> Refusal | None:
    return _may_ride(c, u)


def _may_ride(c: Ctx, u: Unit) -> Refusal | None:
    s, name, h, side = c.state, c.roster.short[u], c.state.hex_of[u], c.roster.side[u]
    if side != s.side or (h < 0 and u not in waiting(c, side)):
        return Refusal("efs:11.11", f"{name} is neither on the map nor about to enter for your side.", units=(u,))
    if column(c) != MOVEMENT:
        return Refusal("efs:11.12", "Railroad movement is made in the Movement Phase alone.", units=(u,))
    if on_rails(c, u) or afloat(c, u):
        return Refusal("efs:11.12", f"{name} moves by its own allowance, not by railroad movement.", units=(u,))
    if s.did[u] & ACTIVATED:
        return Refusal("efs:10.13", f"{name} was activated in this turn: it does not move again.", units=(u,))
    if (refusal := bound(c, u) or untouched(c, u) or forbidden(c, u, RAIL)) is not None:
        return refusal
    if is_super_heavy(c, u) and s.mode[u] == BACK:
        return Refusal("efs:13.41", f"{name} stands to fire: it moves only on its mobile side.", units=(u,))
    if c.roster.number("untried", u) and not allowance(c, u):
        return Refusal("efs:10.51", f"{name} has no known allowance above zero: it does not move at all.", units=(u,))
    if s.supply[u] == OUT:
        return Refusal("efs:11.11", f"{name} is out of supply: no railroad movement.", units=(u,))
    if not edition(c).rides_from_zoi and h in crossings(c, side).zoi:
        text = f"{name} is in a Zone of Interdiction: only armored trains start by rail there."
        return Refusal("efs:14.65", text, (h,), (u,))
    if h in net_hexes(c, side) or (h < 0 and stations(c, u)):
        return None
    if h < 0:
        return Refusal("efs:11.17", f"{name} does not come in at a hex of the friendly railroad net.", units=(u,))
    if rails.near_enemy(c, side)[h]:
        text = f"{name} is less than three hexes from an enemy combat unit: no trains go there."
        return Refusal("efs:11.13", text, (h,), (u,))
    return Refusal("efs:11.11", f"{c.board.describe(h)} is no hex of the friendly railroad net.", (h,), (u,))


@rule("efs:10.29", "efs:6.48", "efs:11.13", "efs:11.14", "efs:11.15", "efs:21.27")
def may_ride_to(c: Ctx, units: Sequence[Unit], to: Hex) -> Refusal | None:
    """Whether units may go to a hex together by railroad."""
    aboard = _aboard(c, *units)
    if (refusal := aboard.refusal or out_of_bounds(c, units, to)) is not None:
        return refusal
    if to == c.state.hex_of[units[0]] or to not in lines_of(c, units[0])[0]:
        where = c.board.describe(to)
        text = f"No friendly railroad leads to {where} within {RANGE} points and three hexes from the enemy."
        return Refusal("efs:11.13", text, (to,), tuple(units))
    if aboard.need > aboard.left:
        told = f"{c.roster.names(units)}: {aboard.need}"
        text = f"Railroad capacity for {plural(max(aboard.left, 0), 'more point')} in this turn; {told}."
        return Refusal("efs:11.14", text, (to,), tuple(units))
    if aboard.fixed is not None and not tables(c).size(to):
        text = f"{c.roster.short[aboard.fixed]} cannot move otherwise: it leaves the train in a town or city."
        return Refusal("efs:10.29", text, (to,), (aboard.fixed,))
    return None


class Aboard(NamedTuple):
    """What a ride of some units together asks, wherever it leads."""

    refusal: Refusal | None
    need: int
    left: int
    fixed: Unit | None
    """One of them that cannot move otherwise, supply dumps left aside, which are unloaded anywhere."""


@derived()
def _aboard(c: Ctx, *units: Unit) -> Aboard:
    refusal = next((found for u in units if (found := may_ride(c, u)) is not None), None) or held_back(c, units)
    need, left = sum(load(c, u) for u in units), capacity_left(c, c.roster.side[units[0]])
    fixed = (u for u in units if edition(c).rides_end_in_towns and not allowance(c, u) and not is_supply(c, u))
    return Aboard(refusal, need, left, next(fixed, None))


def rideable(c: Ctx, units: Sequence[Unit]) -> list[Hex]:
    """Hexes that units may go to together by railroad: what ``may_ride_to`` allows, its limits asked once for all."""
    aboard = _aboard(c, *units)
    if aboard.refusal is not None or aboard.need > aboard.left:
        return []
    here, kept_out, lines = c.state.hex_of[units[0]], shut(c, units), lines_of(c, units[0])[0]
    found = [h for h in sorted(lines) if h != here and h not in kept_out]
    return found if aboard.fixed is None else [h for h in found if tables(c).size(h)]
