"""10.2, 10.3, 10.43: the cheapest ways of a stack over its network, and the hexes that close, stop or tax it."""

from __future__ import annotations

from collections.abc import Container, Mapping
from heapq import heappop, heappush
from typing import NamedTuple

from engine.components.grid import Hex
from engine.components.paths import trail
from engine.games.efs.forts import BELT, CITADEL, builds_printed, lines, standing, strongpoints
from engine.games.efs.movement.network import WAYS, Steps
from engine.games.efs.state import QUARTERS
from engine.games.efs.tables import Ctx
from engine.games.efs.units import fighters
from engine.games.efs.zones import in_zoc
from engine.play.citing import rule
from engine.play.fields import derived

FAR = 1 << 30
NO_SIDES: Mapping[tuple[Hex, Hex], int] = {}


class Field(NamedTuple):
    """What of the position a search goes by: closed hexes, hexes where it ends, and what is paid beside the ground."""

    closed: Container[Hex]
    stops: bytes
    """One byte a hex: 1 where movement ends (10.32)."""
    toll: bytes
    """Quarters on top of entering each hex (10.34, 18.12)."""
    lined: Mapping[tuple[Hex, Hex], int] = NO_SIDES
    """The same for fortified lines, by the hex outside and the hex of the line; no more where the hex is taxed so."""


class Search(NamedTuple):
    """What a search has found: per node its cost and the node before; per hex the cheapest cost and its node."""

    costs: dict[int, int]
    before: dict[int, int]
    hexes: dict[Hex, int]
    ends: dict[Hex, int]

    def path(self, h: Hex) -> list[int]:
        """The nodes of the cheapest way to a hex, from the start on."""
        return trail(self.before, self.ends[h])


def search(net: Steps, starts: Mapping[int, int], budget: int, f: Field, fresh_in_zoc: bool = False) -> Search:
    """Cheapest costs from some nodes, which have cost something already, within the budget (Dijkstra).

    Hexes where movement ends are not left, unless it begins there: ``fresh_in_zoc`` says so, and that no step leads
    from there to another such hex (10.35).
    """
    closed, stops, toll, lined, rows = f.closed, f.stops, f.toll, f.lined, net.rows
    costs, before, beyond = dict(starts), dict[int, int](), budget + 1
    queue, known = [(cost, node) for node, cost in starts.items()], costs.get
    while queue:
        so_far, node = heappop(queue)
        h = node // WAYS
        if so_far > costs[node] or (stops[h] and not (fresh_in_zoc and node in starts)):
            continue
        bond = fresh_in_zoc and node in starts and stops[h]
        for n, b, step in rows.get(node) or net.row(node):
            total = so_far + step + toll[b]
            if total >= known(n, beyond) or b in closed or (bond and stops[b]):  # the first says most often no
                continue
            if lined and (h, b) in lined:
                total += lined[h, b]
                if total >= known(n, beyond):
                    continue
            costs[n], before[n] = total, node
            heappush(queue, (total, n))
    return _by_hex(costs, before)


def _by_hex(costs: dict[int, int], before: dict[int, int]) -> Search:
    hexes: dict[Hex, int] = {}
    ends: dict[Hex, int] = {}
    for node in sorted(costs):
        h, cost = node // WAYS, costs[node]
        if h not in hexes or cost < hexes[h]:
            hexes[h], ends[h] = cost, node
    return Search(costs, before, hexes, ends)


# ---------------------------------------------------------------------- what counts on the way
@rule("efs:10.31", "efs:10.32", "efs:10.34", "efs:18.12")
@derived("hex_of", "mode", "steps_left", "overrun", "identity", "ruined", "works", "weather", "frozen", "weathers",
         "climates")  # fmt: skip
def tolls(c: Ctx, side: str, zoc: bool) -> bytes:
    """Quarters on top of the ground for every hex: a point for an active enemy work, one for an enemy zone."""
    enemy = c.other(side)
    found = bytearray(in_zoc(c, enemy).translate(_ONE_POINT)) if zoc else bytearray(c.grid.size)
    for h in taxed(c, side):
        found[h] += QUARTERS
    return bytes(found)


_ONE_POINT = bytes([0, *[QUARTERS] * 255])


@rule("efs:18.12")
def taxed(c: Ctx, side: str) -> set[Hex]:
    """Hexes that cost a side a point more from everywhere: active enemy belts, citadels and strongpoints."""
    enemy = c.other(side)
    found = {h for h, done in strongpoints(c, enemy).items() if done}
    return found | (standing(c, BELT) | standing(c, CITADEL) if builds_printed(c, enemy) else set())


@rule("efs:18.12", "efs:18.21")
@derived("ruined", "works")
def line_tolls(c: Ctx, side: str) -> Mapping[tuple[Hex, Hex], int]:
    """What active enemy fortified lines cost a side beside that, by the step over them."""
    if not builds_printed(c, c.other(side)):
        return NO_SIDES
    already = taxed(c, side)
    return {pair: QUARTERS for pair in lines(c) if pair[1] not in already}


@rule("efs:10.24", "efs:10.25", "efs:18.46")
def closed_to(c: Ctx, side: str, unarmed: bool) -> Container[Hex]:
    """Hexes that a stack may not enter: those of enemy combat units.

    Without a combat unit nor any zone of theirs that no combat unit of its own stands in, nor an enemy strongpoint.
    """
    return _unarmed_closed(c, side) if unarmed else fighters(c, c.other(side)).keys()


@derived("hex_of", "mode", "steps_left", "overrun", "identity", "ruined", "works", "weather", "frozen", "weathers",
         "climates")  # fmt: skip
def _unarmed_closed(c: Ctx, side: str) -> frozenset[Hex]:
    enemy = c.other(side)
    zone = {h for h, there in enumerate(in_zoc(c, enemy)) if there} | set(strongpoints(c, enemy))
    return frozenset(zone - fighters(c, side).keys()) | frozenset(fighters(c, enemy))


def field_of(c: Ctx, side: str, unarmed: bool = False) -> Field:
    """What counts for ordinary movement of a side."""
    return Field(closed_to(c, side, unarmed), in_zoc(c, c.other(side)), tolls(c, side, True), line_tolls(c, side))
