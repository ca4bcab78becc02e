"""What must hold of every board that is built: towns on their bank, trunk roads joined, no way over open water."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

import pytest

from data.build.draft import Settings
from data.build.generate import make_lattice
from data.build.geography import (
    FOLDER,
    Settlement,
    by_name,
    read_courses,
    read_lakes,
    read_land,
    read_links,
    read_places,
)
from data.build.lattice import Lattice, Side
from data.build.plane import Plane, Point
from data.build.recipe import Recipe, games, map_file, recipe
from data.build.shapes import box_of, nearest_on
from data.build.snap import COMPASS
from engine.components.board import Board
from engine.components.grid import Hex
from engine.components.load import build_board

GAMES = [game for game in games() if map_file(game).is_file()]


class Atlas:
    """A board with the geography that it was made from."""

    def __init__(self, game: str) -> None:
        self.recipe: Recipe = recipe(game)
        self.settings: Settings = self.recipe.settings
        self.table: dict[str, Any] = tomllib.loads(map_file(game).read_text(encoding="utf-8"))
        self.board: Board = build_board(self.table)
        self.lattice: Lattice = make_lattice(self.settings)
        self.plane = Plane(self.recipe.folder / "calibration.json")
        self.folder = FOLDER / self.settings.get("geography", "")
        fixed = self.settings["places"]["fixed"]
        self.towns: dict[str, Settlement] = by_name(read_places(self.plane, self.lattice, fixed, self.folder))

    def courses(self) -> dict[str, list[list[Point]]]:
        """The courses of every river by its name on the map."""
        names, found = self.settings["rivers"]["printed_names"], dict[str, list[list[Point]]]()
        for course in read_courses(self.plane, self.settings["rivers"]["redrawn"], self.folder):
            found.setdefault(names.get(course.name, course.name), []).append(course.line)
        return found

    def chains(self) -> dict[str, list[list[Point]]]:
        """The chains of hexsides of every river, from source to mouth."""
        found = dict[str, list[list[Point]]]()
        for river in self.table["river"]:
            found.setdefault(river["name"], []).extend(self._runs([self.lattice.side(s) for s in river["sides"]]))
        return found

    def _runs(self, sides: list[Side]) -> Iterator[list[Point]]:
        """Sides that follow each other corner to corner, as lines of corners."""
        ends, run = [self.lattice.ends[s] for s in sides], list[tuple[int, int]]()
        for i, (a, b) in enumerate(ends):
            if run and run[-1] in (a, b):
                run.append(b if run[-1] == a else a)
                continue
            if run:
                yield [self.lattice.position[v] for v in run]
            following = ends[i + 1] if i + 1 < len(ends) else ()
            run = [a, b] if b in following or a not in following else [b, a]
        yield [self.lattice.position[v] for v in run]

    def told_bank(self, town: Settlement, river: str) -> str | None:
        """The bank that the settings name for a town, as a point of the compass."""
        names = {v: k for k, v in self.settings["rivers"]["printed_names"].items()}
        banks: dict[str, str] = self.settings["banks"].get(town.name, {})
        return banks.get(names.get(river, river).split(" (")[0])

    def true_bank(self, town: Settlement, river: str, courses: list[list[Point]]) -> int:
        """+1 or -1 for the right or left bank in geography; 0 where the town lies away, at an end or on the river."""
        distance, course = min((nearest_on(town.at, line)[0], line) for line in courses)
        _, sign, foot = nearest_on(town.at, course)
        if distance > NEAR or foot in (course[0], course[-1]):
            return 0
        where = self.told_bank(town, river)
        if where is None:
            return sign if distance > ON_IT else 0
        off = COMPASS[where]
        x, y = self.plane.forward(town.lonlat[0] + off[0], town.lonlat[1] + off[1])
        dx, dy = x - town.at[0], y - town.at[1]
        n = math.hypot(dx, dy)
        return nearest_on((foot[0] + dx / n * 0.3, foot[1] + dy / n * 0.3), course)[1]


@lru_cache(maxsize=4)
def atlas(game: str) -> Atlas:
    """The atlas of a game, read once."""
    return Atlas(game)


# ---------------------------------------------------------------------- towns and rivers
NEAR, ON_IT = 0.55, 0.05
"""Hexes from a river at which its bank means something, and at which geography cannot tell it."""
BOTH_BANKS = {
    "ava": {
        "Kiev Dnieper": "three printed hexes on both banks",
        "Leningrad Neva": "three printed hexes on both banks",
        "Ostrov Velikaya": "castle on an island, a bridge to each bank",
        "Novograd-Volynsky Sluch": "the town lies on both banks",
    },
    "efs": {
        "Smolensk Dnieper": "two hexes, one on each bank",
        "Vitebsk Western Dvina": "two hexes, one on each bank",
        "Bryansk Bolva": "the town lies on the far bank of the Desna, where the Bolva ends",
    },
    "pm": {"Luga Luga": "the town lies on both banks of its winding river"},
}


def beside(point: Point, box: tuple[Point, Point]) -> bool:
    """Whether a point lies within NEAR of a box: quickly told of rivers that are far away."""
    (west, north), (east, south) = box
    return west - NEAR <= point[0] <= east + NEAR and north - NEAR <= point[1] <= south + NEAR


@pytest.mark.parametrize("game", GAMES)
def test_a_town_lies_on_its_bank(game: str) -> None:
    a = atlas(game)
    courses, chains = a.courses(), a.chains()
    boxes = {river: [box_of(line) for line in lines] for river, lines in courses.items()}
    compared, wrong = 0, set()
    for place in a.board.places:
        town = a.towns.get(place.name)
        for river in chains.keys() & courses.keys() if town else ():
            if town and not any(beside(town.at, box) for box in boxes[river]):
                continue
            truth = a.true_bank(town, river, courses[river]) if town else 0
            for h in place.hexes if truth else ():
                middle = a.lattice.centre(a.lattice.cell(a.board.label(h)))
                distance, sign, _ = min(nearest_on(middle, line) for line in chains[river])
                compared += distance < 0.9
                if distance < 0.9 and sign != truth:
                    wrong.add(f"{place.name} {river}")
    assert wrong == set(BOTH_BANKS.get(game, {}))
    assert compared >= 15


# ---------------------------------------------------------------------- roads
def joined(board: Board, kinds: list[str]) -> dict[Hex, list[Hex]]:
    """The hexes that lines of these kinds join to each hex."""
    found: dict[Hex, list[Hex]] = {}
    for kind in kinds:
        for i, there in enumerate(board.side(kind)):
            if there:
                found.setdefault(i // 6, []).append(board.grid.neighbours[i // 6][i % 6])
    return found


def steps(net: dict[Hex, list[Hex]], start: Hex, most: float) -> dict[Hex, int]:
    """Hexes from one by the lines of a net, as far as asked."""
    found, front = {start: 0}, [start]
    for here in front:
        if found[here] <= most:
            for n in net.get(here, ()):
                if n not in found:
                    found[n] = found[here] + 1
                    front.append(n)
    return found


ROUND_ABOUT = {
    "ava": {
        "road Berislav - Kakhovka": "no bridge stood there; 11th Army crossed the Dnieper in boats",
    },
}


@pytest.mark.parametrize("game", GAMES)
def test_neighbours_on_a_trunk_line_are_joined(game: str) -> None:
    """A main road or railroad from town to town is there without a detour of more than a third and two hexes."""
    a = atlas(game)
    at = {place.name: place.hexes for place in a.board.places}
    compared, wrong = 0, set()
    for kind, line in a.settings.get("lines", {}).items():
        net = joined(a.board, [kind, *line.get("beside", [])])
        for link in read_links(line["file"], a.towns, [], {}, a.folder):
            if link.kind in line.get("only", ["main"]) and link.start in at and link.end in at:
                compared += 1
                direct = min(a.board.grid.distance(x, y) for x in at[link.start] for y in at[link.end])
                most = direct * 4 / 3 + 2
                by_line = [steps(net, x, most).get(y, 999) for x in at[link.start] for y in at[link.end]]
                if min(by_line) > most:
                    wrong.add(f"{kind} {link.start} - {link.end}")
    assert wrong == set(ROUND_ABOUT.get(game, {}))
    assert compared > 100 or "lines" not in a.settings


# ---------------------------------------------------------------------- water
def wet(point: Point, land: Any, lakes: Any) -> bool:
    return lakes.contains(point) or not land.contains(point)


@pytest.mark.parametrize("game", GAMES)
def test_no_way_leads_over_open_water(game: str) -> None:
    """A side between two land hexes that lies in the water is barred or a strait, if the settings do not open it."""
    a, b = atlas(game), atlas(game).board
    water = ("lake", "sea", "off board")
    land = read_land(a.plane, a.folder)
    lakes = read_lakes(a.plane, a.settings["water"]["lakes_left_out"], a.folder)
    corrections = tomllib.loads((a.recipe.folder / "corrections.toml").read_text(encoding="utf-8"))
    opened = {
        *a.settings["water"].get("open", []),
        *(s for e in corrections.get("barred", []) for s in e.get("open", [])),
    }
    free = {frozenset(b.find(h) for h in text.split("/")) for text in opened}
    shut = {name for name in b.sides if name in ("barred", "lake", "sea", "sivash", "kerch")}
    wrong, lines = [], [k for k in ("road", "railroad", "highway") if any(b.side(k))]
    for side, corners in a.lattice.ends.items():
        if side[0] not in a.lattice.cells or side[1] not in a.lattice.cells:
            continue
        x, y = (b.find(a.lattice.label(c)) for c in side)
        dry = b.terrain_name(x) not in water and b.terrain_name(y) not in water
        barred = any(b.has(name, x, y) for name in shut)
        text = a.lattice.side_text(side)
        if any(b.has(kind, x, y) for kind in lines) and (barred or not dry):
            wrong.append(f"{text}: a line in the water")
        if dry and not barred and frozenset((x, y)) not in free and _open_water(a, corners, land, lakes):
            wrong.append(text)
    assert wrong == []


def _open_water(a: Atlas, corners: tuple[Any, Any], land: Any, lakes: Any) -> bool:
    """Whether as much of a side lies in the water as bars it."""
    (px, py), (qx, qy) = (a.lattice.position[v] for v in corners)
    spots = [(px + (qx - px) * (i + 0.5) / 11, py + (qy - py) * (i + 0.5) / 11) for i in range(11)]
    if not any(wet(spots[i], land, lakes) for i in (2, 5, 8)):
        return False
    return sum(wet(spot, land, lakes) for spot in spots) / 11 >= float(a.settings["water"]["barred_share"])


def test_every_chain_of_a_line_is_unbroken() -> None:
    for game in GAMES:
        board = atlas(game).board
        for chains in board.chains.values():
            assert all(y in board.grid.adjacent[x] for chain in chains for x, y in pairwise(chain))
