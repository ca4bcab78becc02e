"""10.42 to 10.48: the price of each step from hex to hex for a class of units, by the way in and the way out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.components.grid import Hex, Side
from engine.games.efs.bridges import BY_RAIL, BY_ROAD, damage, marker, touched
from engine.games.efs.edition import edition
from engine.games.efs.interdicted import interdicted
from engine.games.efs.movement.classes import HEAVY, Class
from engine.games.efs.movement.rates import Rates, march_rates, rates, wooded
from engine.games.efs.state import MAIN, MINOR, MOTORWAY, OPEN, RAIL
from engine.games.efs.tables import (
    CITY,
    LAKE,
    MAJOR_CITY,
    MAJOR_RIVER,
    MEANDER,
    NONE,
    ROADS,
    WATERS,
    Ctx,
    Tables,
    tables,
)
from engine.games.efs.weather import DRY, MUD, Ice, ice, mud_lingers, weather
from engine.play.citing import rule
from engine.play.fields import derived

ROAD_WAYS = (MOTORWAY, MAIN, MINOR)
WAYS_IN = 1 + max(OPEN, RAIL, *ROAD_WAYS)
_NO_MORE = (0,) * WAYS_IN
LAID = [
    [tuple(way for way in ROAD_WAYS if way <= best) + along for along in ((), (RAIL,))]
    for best in range(1 + max(ROAD_WAYS))
]  # fmt: skip
"""Ways over a side beside the open ground, by the best road that crosses it and by whether a railroad does."""
Exits = tuple[tuple[Side, Hex, tuple[tuple[int, int], ...]], ...]
"""What can be entered from a hex: the side, the hex behind it, and the price of each way that is open."""


class Crossings(NamedTuple):
    """What has changed on the map since it was printed, as a side finds it: sides of hexes, both of each."""

    no_road: frozenset[Side] = frozenset()
    """Road bridges that are destroyed (22.42)."""
    no_rail: frozenset[Side] = frozenset()
    """Railroad bridges that are destroyed."""
    spanned: frozenset[Side] = frozenset()
    """Sides under a finished bridge marker of the side (22.21)."""
    zoi: frozenset[Hex] = frozenset()
    """Hexes in an enemy Zone of Interdiction, woods left out (14.64, 14.65)."""
    slow: frozenset[Hex] = frozenset()
    """Those of them in which no road rate is left (14.65)."""

    def touched(self, c: Ctx) -> frozenset[Hex]:
        """Hexes from which a step may cost something else than on the printed map."""
        found = {s // 6 for s in self.no_road | self.no_rail | self.spanned}
        return frozenset(found | self.slow | {n for h in self.slow for n in c.grid.adjacent[h]})


NOTHING = Crossings()


@derived("broken", "spans", "zoi")
@rule("efs:22.21", "efs:22.26", "efs:22.42", "efs:14.65")
def crossings(c: Ctx, side: str) -> Crossings:
    """Destroyed bridges, own bridge markers and Zones of Interdiction as a side finds them now."""
    s = c.state
    if not (s.broken or s.spans or s.zoi):
        return NOTHING
    sides = touched(c)
    no_road, no_rail = ([ab for ab in sides if damage(c, *ab, sort)] for sort in (BY_ROAD, BY_RAIL))
    spanned = [(a, b) for a, b in sides if marker(c, a, b, side)]
    zoi = interdicted(c, side)
    slow = zoi if edition(c).zoi_shuts_roads else frozenset[Hex]()
    return Crossings(_both(c, no_road), _both(c, no_rail), _both(c, spanned), zoi, slow)


def _both(c: Ctx, pairs: Iterable[tuple[Hex, Hex]]) -> frozenset[Side]:
    between = c.grid.between
    return frozenset(side for a, b in pairs for side in (between(a, b), between(b, a)))


class Terms(NamedTuple):
    """What of the position the prices depend on, the changes on the map left out."""

    weather: str
    lingers: bool
    """Whether Mud lingers in woods (5.21)."""
    ice: Ice
    look_back: bool
    """Whether the way out of a road hex changes what its entry costs (10.43a)."""
    lower_road: bool
    """Whether a lower road out does so too, not only the open ground."""
    heavy_by_hex: bool
    """Whether super-heavy guns pay for roads by the hex (13.41)."""
    marching: bool = False
    """Whether roads cost what they do in Dry, as strategic movement has it in some editions (11.25)."""


@rule("efs:10.37", "efs:10.43", "efs:11.25")
def terms(c: Ctx, *, marching: bool = False) -> Terms:
    """The terms of the present turn, also those of strategic movement; the optional rule of 10.43b leaves the entry at
    its price."""
    look_back, e = c.options.get("road_exits", "off") != "on", edition(c)
    spared = marching and e.marches_spare_roads and (weather(c) != DRY or mud_lingers(c))
    return Terms(weather(c), mud_lingers(c), ice(c), look_back, e.lower_road_settles, e.heavy_by_hex, spared)


class Ground:
    """The map as a class of units pays for it, on given terms and with given changes."""

    def __init__(self, c: Ctx, kind: Class, on: Terms, changed: Crossings) -> None:
        self.kind, self.on, self.changed = kind, on, changed
        self._entries: dict[int, int | None] = {}
        """What ``entry`` has found, by side and way."""
        self._exits: dict[Hex, Exits] = {}
        self._neighbours, self._in_play, self._rails = c.grid.neighbours, c.data.in_play, tables(c).rails
        self._settled: dict[tuple[int, bool, int], tuple[int, ...]] = {}
        """What ``extras`` has found, by terrain, whether it is built, and the way in: the same wherever these are."""
        self._heavy = kind.how == HEAVY
        self._barred = [kind.barred(way) for way in range(WAYS_IN)]
        self._t: Tables = tables(c)
        self._waters = self._t.waters
        board = c.board
        self._names, self._terrain = board.terrain_names, board.terrain
        self._roads = {way: board.side(name) for name, way in ROADS.items()}
        self._built = frozenset(h for place in board.places if place.size in (CITY, MAJOR_CITY) for h in place.hexes)
        read = march_rates if on.marching else rates
        usual = read(c, kind, on.weather, on.ice)
        muddy = read(c, kind, MUD, on.ice) if on.lingers else usual
        if kind.how == HEAVY and on.heavy_by_hex:  # lingering Mud holds big guns on all minor roads
            usual = muddy
        self._rates = [muddy if wooded(name) else usual for name in self._names]
        """The column of the chart by the code of the terrain; so are the next three."""
        self._bound = [r.bound(name) for r, name in zip(self._rates, self._names, strict=True)]
        self._open = [r.off_road(name, built=False) for r, name in zip(self._rates, self._names, strict=True)]
        self._in_city = [r.built for r in self._rates]

    def terrain(self, h: Hex) -> str:
        """The terrain of a hex as the map names it."""
        return self._names[self._terrain[h]]

    def built(self, h: Hex) -> bool:
        """Whether a hex is part of a city."""
        return h in self._built

    def rates(self, h: Hex) -> Rates:
        """The column of the chart that counts in a hex."""
        return self._rates[self._terrain[h]]

    def off_road(self, h: Hex) -> int | None:
        """What a hex costs off the road (10.41); ``None`` where the class cannot enter it."""
        return (self._in_city if h in self._built else self._open)[self._terrain[h]]

    # ------------------------------------------------------------------ a step
    @rule("efs:10.43", "efs:10.42")
    def step(self, a: Hex, way_in: int, b: Hex, side: Side, way: int) -> int | None:
        """Quarters from a hex, entered by ``way_in``, over a side into the next by ``way``; ``None`` where closed.

        A road that does not exist for the class is open ground to it.
        """
        barred = self._barred
        if barred[way]:
            way = OPEN
        if barred[way_in]:
            way_in = OPEN
        key = side * WAYS_IN + way
        price = self._entries.get(key, -1)
        if price == -1:
            price = self._entries[key] = self.entry(a, b, side, way)
        return price if price is None or way_in == OPEN else price + self.settle(a, way_in, side, way)

    def exits(self, h: Hex) -> Exits:
        """The hexes in play that can be entered from one, with what ``entry`` asks by each way, open ground first."""
        found = self._exits.get(h)
        if found is None:
            found = self._exits[h] = tuple(self._exits_of(h))
        return found

    def _exits_of(self, h: Hex) -> Iterator[tuple[Side, Hex, tuple[tuple[int, int], ...]]]:
        roads, rails, barred = self._t.roads, self._rails, self._barred
        for side, n in enumerate(self._neighbours[h], h * 6):
            if n >= 0 and n in self._in_play:
                ways = (OPEN, *[way for way in LAID[roads[side]][rails[side]] if not barred[way]])
                prices = [(way, self.entry(h, n, side, way)) for way in ways]
                if open_ := tuple([(way, price) for way, price in prices if price is not None]):
                    yield side, n, open_

    def entry(self, a: Hex, b: Hex, side: Side, way: int) -> int | None:
        """What a hex costs to enter by a way, what the one before still asks left out."""
        if way == OPEN:
            return self._over_land(a, b, side)
        return self._by_rail(b, side) if way == RAIL else self._by_road(a, b, side, way)

    @rule("efs:10.41", "efs:10.48", "efs:13.41")
    def _over_land(self, a: Hex, b: Hex, side: Side) -> int | None:
        if not self.dry_land(a, b):
            return None
        hex_, water = self.off_road(b), self.water(a, b, side) if self._waters[side] else 0
        return None if hex_ is None or water is None else hex_ + water

    @rule("efs:10.45", "efs:10.48")
    def dry_land(self, a: Hex, b: Hex) -> bool:
        """Whether the class could go from a hex into the next if there were no water between."""
        bound, terrain = self._bound, self._terrain
        return not (self._heavy or bound[terrain[a]] or bound[terrain[b]]) and self.off_road(b) is not None

    @rule("efs:10.42", "efs:10.45")
    def _by_rail(self, b: Hex, side: Side) -> int | None:
        if not self._t.rails[side] or side in self.changed.no_rail:
            return None
        return self.rates(b).along_rail(self.terrain(b), self.built(b))

    @rule("efs:10.43", "efs:10.44", "efs:14.65")
    def _by_road(self, a: Hex, b: Hex, side: Side, way: int) -> int | None:
        if not self._open_road(side, way):
            return None
        r, terrain, built = self.rates(b), self.terrain(b), self.built(b)
        return r.beside_road(way, terrain, built) if self.rateless(a, b, side) else r.on_road(way, terrain, built)

    @rule("efs:14.65", "efs:R275")
    def rateless(self, a: Hex, b: Hex, side: Side) -> bool:
        """Whether a hex lies in a Zone of Interdiction that leaves the road into it, but not its rate."""
        return b in self.changed.slow and not self._sheltered(a, side)

    def _open_road(self, side: Side, way: int) -> bool:
        """Whether a road that the class may use crosses a side, its bridge whole or replaced by a marker."""
        if not self._roads[way][side] or self.kind.barred(way):
            return False
        return side not in self.changed.no_road or side in self.changed.spanned

    @rule("efs:14.65")
    def _sheltered(self, a: Hex, side: Side) -> bool:
        """Whether woods at the other end of a bridge keep its road open into a Zone of Interdiction."""
        return self.waters(side) != NONE and wooded(self.terrain(a))

    def waters(self, side: Side) -> str:
        """The water of a side, one of ``WATERS``."""
        return WATERS[self._waters[side]]

    @rule("efs:10.45", "efs:10.47", "efs:22.21", "efs:R165", "efs:R171", "efs:R172")
    def water(self, a: Hex, b: Hex, side: Side) -> int | None:
        """Quarters for the water of a side that no road or railroad is followed over; ``None`` where it bars."""
        code = self._waters[side]
        if not code:
            return 0
        kind, r = WATERS[code], self.rates(b)
        if kind == LAKE:
            return 0 if r.ice.lakes else None
        if side in self.changed.spanned or any(self._open_road(side, way) for way in ROAD_WAYS):
            return 0
        if kind == MAJOR_RIVER:
            return r.major
        return r.river * 2 if kind == MEANDER else r.river

    # ------------------------------------------------------------------ looking back
    @rule("efs:10.42", "efs:10.43", "efs:R160", "efs:R161", "efs:R164")
    def settle(self, h: Hex, way_in: int, side: Side, way: int) -> int:
        """What the entry of a hex costs more, now that it is left by ``way``: the worse of both ways counts.

        The water that the road in has crossed stays paid by its bridge.
        """
        if way_in == RAIL:
            lost = way == OPEN and not self._t.roads[side] and not self._t.rails[side]
            return self.rates(h).rebate(self.terrain(h), self.built(h)) if lost else 0
        return self.extras(h, way_in)[way]

    def extras(self, h: Hex, way_in: int) -> tuple[int, ...]:
        """The same by the way out of a hex that was not entered by rail; nothing but where it was by a road."""
        if way_in not in ROAD_WAYS or self._barred[way_in] or not self.on.look_back:
            return _NO_MORE
        key = self._terrain[h], h in self._built, way_in
        found = self._settled.get(key)
        if found is None:
            found = self._settled[key] = tuple(self._worse_way(h, way_in, way) for way in range(WAYS_IN))
        return found

    def _worse_way(self, h: Hex, way_in: int, way: int) -> int:
        r, terrain, built = self.rates(h), self.terrain(h), self.built(h)
        paid = r.on_road(way_in, terrain, built) or 0
        if way in ROAD_WAYS:
            dear = r.on_road(way, terrain, built) if way < way_in and self.on.lower_road else paid
        else:
            dear = r.off_road(terrain, built) if not r.bound(terrain) else r.along_rail(terrain, built)
        return max((dear or 0) - paid, 0)


def ground_of(c: Ctx, kind: Class, on: Terms, changed: Crossings) -> Ground:
    """The map as a class pays for it; as it is printed it is kept with the map, for all stacks with such a unit."""
    if changed != NOTHING:
        return Ground(c, kind, on, changed)
    memo, name = c.data.of_map, f"ground {c.data.game} {kind} {on}"
    if name not in memo:
        memo[name] = Ground(c, kind, on, changed)
    found: Ground = memo[name]
    return found
