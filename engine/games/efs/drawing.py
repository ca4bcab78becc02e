"""A map drawn by hand for the match that it is used in: hexes, water, lines, places, works, sources, all by label.

The shipped board never changes: the match gets one of its own, and with it a scenario of its own.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from engine.components.board import Board, Place, Zone
from engine.components.errors import BadInput
from engine.components.grid import Hex
from engine.games.efs.bridges import BY_RAIL, BY_ROAD, break_down
from engine.games.efs.forts import BELT, BUILDING, CITADEL, LINE, READY, STRONGPOINT
from engine.games.efs.tables import CITY, MAJOR_CITY, TOWN, WATERS, Ctx
from engine.kit.editing import hexes, listed, table, whole
from engine.play.citing import rule
from engine.play.ground import ground, put_back

OFF = "off board"
GROUND = {
    ("clear",): "clear", ("woods",): "woods", ("hill",): "hills", ("hill", "woods"): "wooded hills",
    ("marsh",): "marsh", ("swamp",): "swamp", ("mountain",): "mountain", ("alpine",): "alpine", ("lake",): "lake",
    ("shallow water",): "shallow water",
}  # fmt: skip
"""Words of a hex to its terrain."""
SHALLOW = "shallow water"
WET = {"canal": "canal", "major river": "major river", "lake": "lake", SHALLOW: SHALLOW}
BRIDGES = {"road bridge": ("minor_road", BY_ROAD), "railroad bridge": ("railroad", BY_RAIL)}
"""Bridges to the line that crosses there and to what the state calls them."""
DESTROYED = " destroyed"
LINES = {"motorway": "motorway", "main road": "main_road", "minor road": "minor_road", "railroad": "railroad"}
SIZES = (TOWN, CITY, MAJOR_CITY, "port")
STARTED = f"{STRONGPOINT} under construction"
WORKS = {STRONGPOINT: READY, STARTED: BUILDING}
LAST = 99
"""Turn up to which a drawn victory location keeps its value."""
Change = Callable[[Ctx, Any], None]


@rule("efs:2.1")
def draw(c: Ctx, value: Any) -> None:
    """Change the map of this match. Raises ``BadInput``; whoever calls it puts the old one back then."""
    told = table(value, "map", '{"blank": true}')
    if unknown := sorted(set(told) - {"blank", *PARTS}):
        raise BadInput(f"'map' has no '{unknown[0]}'; known are: blank, {', '.join(PARTS)}")
    if not isinstance(told.get("blank", False), bool):
        raise BadInput("'blank' is true or false")
    data = c.data
    if not data.drawn:
        data.shipped = ground(c)
    data.drawn = [*data.drawn, told]
    data.board = c.board = _own(data.board)
    data.scenario = c.scenario = dict(data.scenario)
    if told.get("blank"):
        _blank(c)
    for key, change in PARTS.items():
        if key in told:
            change(c, told[key])
    data.memo.clear()
    c.forget()


def wipe(c: Ctx) -> None:
    """The shipped map again, where another was drawn."""
    if c.data.drawn:
        put_back(c, c.data.shipped)


def _own(shared: Board) -> Board:
    """A board that may be changed: that of the data is shared by all matches."""
    board = copy.copy(shared)
    board.terrain, board.memo = bytearray(shared.terrain), {}
    board.sides = {name: bytearray(flags) for name, flags in shared.sides.items()}
    board.river_names, board.place_at = dict(shared.river_names), dict(shared.place_at)
    board.zones, board.chains = dict(shared.zones), dict(shared.chains)
    return board


def _blank(c: Ctx) -> None:
    """All hexes of the board are clear and in play, with nothing on them."""
    board = c.board
    inside = frozenset(h for h in range(board.grid.size) if board.terrain_name(h) != OFF)
    clear = board.terrain_names.index("clear")
    for h in inside:
        board.terrain[h] = clear
    board.sides, board.river_names, board.chains, board.zones = {}, {}, {}, {}
    board.places, board.place_at = (), {}
    c.data.in_play = inside
    c.scenario |= {"vp": [], "supply": {side: [] for side in _sides_of(c)}, "held": {}, "railheads": {}, "exits": {}}
    s = c.state
    for column in (s.holder, s.gauge, s.works, s.broken, s.places):
        column.clear()
    s.ruined = []


# ---------------------------------------------------------------------- hexes and sides
def _hexes(c: Ctx, value: Any) -> None:
    """Terrain of hexes by their words."""
    board = c.board
    for text, words in table(value, "hexes", '{"B0235": ["hill", "woods"]}').items():
        name = GROUND.get(tuple(sorted(map(str, listed(words, "hexes")))))
        if name is None:
            raise BadInput(f"{words} is no terrain; known are: {', '.join(' and '.join(k) for k in GROUND)}")
        if name not in board.terrain_names:
            board.terrain_names = (*board.terrain_names, name)
        board.terrain[c.hex(text)] = board.terrain_names.index(name)


def _pair(c: Ctx, text: str) -> tuple[Hex, Hex]:
    """Two neighbours of ``B0135/B0235``."""
    ends = [c.hex(label) for label in text.split("/")]
    if len(ends) != 2 or ends[1] not in c.grid.adjacent[ends[0]]:
        raise BadInput(f"'{text}' names no two neighbours")
    return ends[0], ends[1]


@rule("efs:10.45")
def _sides(c: Ctx, value: Any) -> None:
    """Water and bridges of hexsides: what was there before is gone."""
    for text, features in table(value, "sides", '{"B0135/B0235": ["river"]}').items():
        a, b = _pair(c, text)
        for name in (*WATERS[1:], SHALLOW):
            _put(c, name, a, b, 0)
        words = [str(word) for word in listed(features, "sides")]
        if (crossings := words.count("river")) > 2:
            raise BadInput(f"{text}: a river is crossed once or twice")
        if crossings:
            _put(c, WATERS[crossings], a, b)
        for word in words:
            if word != "river":
                _feature(c, a, b, word)


def _feature(c: Ctx, a: Hex, b: Hex, word: str) -> None:
    line, sort = BRIDGES.get(word.removesuffix(DESTROYED), ("", ""))
    if word in WET:
        _put(c, WET[word], a, b)
    elif line:
        roads = [name for name in LINES.values() if (name == "railroad") == (line == "railroad")]
        if not any(c.board.has(name, a, b) for name in roads if name in c.board.sides):
            _put(c, line, a, b)
        if word.endswith(DESTROYED):
            break_down(c, a, b, sort)
    else:
        known = ["river", *WET, *BRIDGES, *(f"{bridge}{DESTROYED}" for bridge in BRIDGES)]
        raise BadInput(f"'{word}' is nothing that a hexside has; known are: {', '.join(known)}")


def _put(c: Ctx, name: str, a: Hex, b: Hex, on: int = 1) -> None:
    """Give a hexside a feature on both of its hexes, or take it away."""
    if on or name in c.board.sides:
        flags = c.board.side(name)
        flags[c.grid.between(a, b)] = flags[c.grid.between(b, a)] = on


# ---------------------------------------------------------------------- lines
def _chains(c: Ctx, value: Any, key: str) -> Iterator[tuple[Hex, ...]]:
    for chain in listed(value, key):
        found = tuple(c.hex(str(label)) for label in listed(chain, key))
        for a, b in pairwise(found):
            if b not in c.grid.adjacent[a]:
                raise BadInput(f"'{key}': {c.label(a)} and {c.label(b)} are no neighbours")
        yield found


@rule("efs:10.44")
def _roads(c: Ctx, value: Any) -> None:
    """Chains of roads, and of railroads that are Soviet ones."""
    for kind, chains in table(value, "roads", '{"main road": [["B0133", "B0134"]]}').items():
        if kind not in LINES:
            raise BadInput(f"'{kind}' is no line; known are: {', '.join(LINES)}")
        for chain in _chains(c, chains, "roads"):
            _lay(c, LINES[kind], chain)
            if kind == "railroad":
                c.state.gauge.update((c.label(h), _sides_of(c)[1]) for h in chain)


@rule("efs:19.1")
def _railroads(c: Ctx, value: Any) -> None:
    """Chains of railroads of a side's own gauge."""
    for side, chains in _by_side(c, value, "railroads"):
        for chain in _chains(c, chains, "railroads"):
            _lay(c, "railroad", chain)
            c.state.gauge.update((c.label(h), side) for h in chain)


def _lay(c: Ctx, name: str, chain: tuple[Hex, ...]) -> None:
    for a, b in pairwise(chain):
        _put(c, name, a, b)
    c.board.chains[name] = (*c.board.chains.get(name, ()), chain)


def _sides_of(c: Ctx) -> list[str]:
    found: list[str] = c.data.meta["sides"]
    return found


def _by_side(c: Ctx, value: Any, key: str) -> Iterator[tuple[str, Any]]:
    for side, told in table(value, key, '{"axis": [...]}').items():
        if side not in _sides_of(c):
            raise BadInput(f"'{side}' is no side; the sides are: {', '.join(_sides_of(c))}")
        yield side, told


# ---------------------------------------------------------------------- places and works
def _places(c: Ctx, value: Any) -> None:
    """Towns and cities, each in one hex."""
    board = c.board
    for text, size in table(value, "places", '{"B0235": "city"}').items():
        h = c.hex(text)
        if size not in SIZES:
            raise BadInput(f"'{size}' is no place; known are: {', '.join(SIZES)}")
        place = Place(f"{size} of {c.label(h)}", (h,), str(size))
        board.places = (*(p for p in board.places if h not in p.hexes), place)
        board.place_at[h] = place


@rule("efs:18.11")
def _fortifications(c: Ctx, value: Any) -> None:
    """Belts and citadels of the map; strongpoints wait for who stands there (``own_works``)."""
    for h, word, side in _works(c, value):
        if word in WORKS:
            c.state.works[c.label(h)] = f"{side or _sides_of(c)[1]} {WORKS[word]}"
        else:
            zone = f"drawn {word} {c.label(h)}"
            c.board.zones[zone] = Zone(zone, word, (h,), word, inside=frozenset((h,)))


def _works(c: Ctx, value: Any) -> Iterator[tuple[Hex, str, str]]:
    """Hex, word and owner of each work; no owner where none is told."""
    known = (*WORKS, BELT, CITADEL)
    for text, told in table(value, "fortifications", '{"B0235": "strongpoint"}').items():
        owned = dict(_by_side(c, told, "fortifications")) if isinstance(told, dict) else {"": told}
        for side, words in owned.items():
            for word in words if isinstance(words, list) else [words]:
                if word not in known:
                    raise BadInput(f"'{word}' is no work; known are: {', '.join(known)}")
                yield c.hex(text), word, side


@rule("efs:18.11")
def own_works(c: Ctx, value: Any) -> None:
    """Strongpoints that nobody was named for belong to the side whose units stand there, else to the Soviets."""
    for h, word, side in _works(c, value):
        if word in WORKS and not side:
            here = [c.roster.side[u] for u, at in enumerate(c.state.hex_of) if at == h]
            c.state.works[c.label(h)] = f"{here[0] if here else _sides_of(c)[1]} {WORKS[word]}"
    c.touch()


@rule("efs:18.21")
def _fortified_lines(c: Ctx, value: Any) -> None:
    """The sides that the line of a hex faces."""
    for text, facing in table(value, "fortified_lines", '{"B0235": ["B0335"]}').items():
        h = c.hex(text)
        zone = f"drawn line {c.label(h)}"
        c.board.zones[zone] = Zone(zone, LINE, (h,), LINE, inside=frozenset((h,)))
        for label in listed(facing, "fortified_lines"):
            a, b = _pair(c, f"{text}/{label}")
            c.board.side(zone)[c.grid.between(a, b)] = 1


# ---------------------------------------------------------------------- the scenario
@rule("efs:6.2")
def _sources(c: Ctx, value: Any) -> None:
    """The supply sources of sides, in place of those that they had."""
    told = {side: hexes(c, labels, "supply_sources") for side, labels in _by_side(c, value, "supply_sources")}
    c.scenario["supply"] = {**c.scenario.get("supply", {}), **told}


@rule("efs:24.21")
def _locations(c: Ctx, value: Any) -> None:
    """Victory locations with their points, in place of those of the scenario in the same hexes."""
    told = table(value, "victory_locations", '{"B0235": 4}')
    found = {c.label(c.hex(text)): whole(n, "victory_locations", -99, 99) for text, n in told.items()}
    kept = [row for row in c.scenario.get("vp", ()) if found.keys().isdisjoint(row["hexes"])]
    drawn = [{"place": label, "hexes": [label], "schedule": [[LAST, n]]} for label, n in found.items()]
    c.scenario["vp"] = [*kept, *drawn]


PARTS: dict[str, Change] = {
    "hexes": _hexes, "roads": _roads, "railroads": _railroads, "sides": _sides, "places": _places,
    "fortifications": _fortifications, "fortified_lines": _fortified_lines, "supply_sources": _sources,
    "victory_locations": _locations,
}  # fmt: skip
"""What can be drawn, in the order in which it is: bridges after the lines that they carry."""
