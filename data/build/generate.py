"""Geography to a raw board: everything that is computed, before the corrections by hand."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from data.build.coast import LAKE, LAND, OFF_BOARD, SEA, Water, bar_sides, drown_islands, find_water
from data.build.cover import Cover, survey, town_distances
from data.build.geography import (
    FOLDER,
    Link,
    Place,
    by_name,
    read_borders,
    read_countries,
    read_courses,
    read_lakes,
    read_land,
    read_landmarks,
    read_links,
    read_places,
)
from data.build.lattice import Cell, Lattice, SheetRows, Side
from data.build.plane import Plane
from data.build.regions import Atlas, find_owners, follow_border_rivers, soviet, tidy
from data.build.rivers import Rivers, bank_towns
from data.build.routes import Router
from data.build.snap import Snapper

Settings = dict[str, Any]


@dataclass
class RiverRun:
    """A river or the part of it of one class (minor, major): its sides from source to mouth."""

    name: str
    kind: str
    sides: list[Side]


@dataclass
class City:
    """A place of the map: size in the rulebook's words, value in victory points, marks that rules ask for."""

    name: str
    cells: list[Cell]
    size: str
    note: str
    value: int = 0
    marks: list[str] = field(default_factory=list)


@dataclass
class Draft:
    """A board in the making; the corrections change it, the writer writes it."""

    lattice: Lattice
    terrain: dict[Cell, str]
    owner: dict[Cell, str]
    barred: set[Side]
    rivers: list[RiverRun]
    roads: dict[Side, str]
    railroads: dict[Side, str]
    cities: list[City]
    supply: dict[str, list[Cell]] = field(default_factory=dict)
    fixes: list[tuple[str, str, str]] = field(default_factory=list)
    shore: dict[Side, str] = field(default_factory=dict)
    """What water bars a side, where the rules tell lake from sea."""
    highways: dict[str, list[Cell]] = field(default_factory=dict)

    def is_land(self, cell: Cell) -> bool:
        """True for a land hex of the board."""
        return self.terrain.get(cell, SEA) not in (SEA, LAKE, OFF_BOARD)


def generate(settings: Settings, calibration: Path) -> Draft:
    """The raw board."""
    plane = Plane(calibration)
    lattice = make_lattice(settings)
    places = read_places(plane, lattice, settings["places"]["fixed"])
    water = make_water(settings["water"], plane, lattice, places)
    rivers = make_rivers(settings, plane, water, places)
    atlas = Atlas(read_countries(), read_borders())
    owner = find_owners(water, plane, atlas)
    follow_border_rivers(rivers, plane, atlas, owner, settings["rivers"]["border"])
    tidy(water, owner, places)
    terrain = _terrain(settings["terrain"], plane, water, rivers, places)
    cities = choose_cities(settings["places"], places, water)
    router = Router(
        water,
        plane,
        by_name(places),
        {c for city in cities for c in city.cells},
        terrain,
        set(rivers.snapper.used),
        lambda cell: soviet(owner.get(cell, "")),
    )
    nets = {name: router.net(_links(name, settings[name], router.towns)).joined for name in ("railroads", "roads")}
    on_board = {
        name: {s: kind for s, kind in net.items() if s[0] in lattice.cells and s[1] in lattice.cells}
        for name, net in nets.items()
    }
    land = {c: owner[c] for c in sorted(lattice.cells) if water.is_land(c)}
    return Draft(
        lattice,
        {c: terrain[c] for c in sorted(lattice.cells)},
        land,
        {s for s in water.barred if s[0] in lattice.cells and s[1] in lattice.cells},
        river_runs(rivers, settings["rivers"]),
        on_board["roads"],
        on_board["railroads"],
        cities,
    )


def make_lattice(settings: Settings) -> Lattice:
    """The hexes of the board by its frame and sheets."""
    frame = settings["frame"]
    sheets = [SheetRows(s["id"], s["first_row"], s["named_rows"]) for s in settings["sheets"]]
    first = tuple(frame.get("first", (1, 1)))
    return Lattice(frame["columns"], frame["rows"], sheets, (first[0], first[1]), frame.get("letter_last", False))


def make_water(numbers: Settings, plane: Plane, lattice: Lattice, places: list[Place], folder: Path = FOLDER) -> Water:
    """Land and water, with the hexes and sides that the settings force."""
    towns = {c for p in places if p.rank <= numbers["town_rank"] for c in p.cells}
    water = find_water(
        lattice,
        read_land(plane, folder),
        read_lakes(plane, numbers["lakes_left_out"], folder),
        towns,
        numbers["share"],
        numbers["town_share"],
    )
    for kind in (SEA, LAKE, LAND):
        for label in numbers.get(kind, []):
            water.kind[lattice.cell(label)] = kind
    drown_islands(water, numbers["smallest_island"])
    bar_sides(water, numbers["barred_share"])
    for text in numbers.get("open", []):
        water.barred.discard(lattice.side(text))
    for text in numbers.get("shut", []):
        water.barred.add(lattice.side(text))
        water.shore[lattice.side(text)] = SEA
    return water


def make_rivers(settings: Settings, plane: Plane, water: Water, places: list[Place], folder: Path = FOLDER) -> Rivers:
    """All rivers laid along hexsides."""
    numbers, banks = settings["rivers"], settings["banks"]
    free = [water.lattice.cell(h) for h in numbers["bank_free"]]
    towns = bank_towns(places, banks, settings["places"]["fixed"], free, numbers["bank_rank"])
    rivers = Rivers(water, plane, Snapper(water, plane, banks, towns), numbers)
    rivers.lay(read_courses(plane, numbers["redrawn"], folder))
    return rivers


def _terrain(numbers: Settings, plane: Plane, water: Water, rivers: Rivers, places: list[Place]) -> dict[Cell, str]:
    river_sides: dict[Cell, int] = defaultdict(int)
    for side in rivers.snapper.used:
        for cell in side:
            river_sides[cell] += 1
    cover = Cover(
        water,
        plane,
        survey(water, plane, read_landmarks()),
        numbers,
        river_sides,
        town_distances(places, water.lattice.extended),
    )
    terrain = cover.classify()
    for label, word in numbers["printed"].items():
        terrain[water.lattice.cell(label)] = word
    return terrain


def _links(name: str, numbers: Settings, towns: dict[str, Place]) -> list[Link]:
    links = read_links(f"{name}_1941.json", towns, numbers["left_out"], numbers["vias"])
    return links + [Link(a, b, kind, [towns[a].lonlat, towns[b].lonlat], []) for a, b, kind in numbers["direct"]]


def river_runs(rivers: Rivers, numbers: Settings) -> list[RiverRun]:
    """The shown sides of every river, cut where it turns from minor to major."""
    kinds, names = rivers.classes(numbers["major"]), numbers["printed_names"]
    runs = []
    for river in rivers.laid:
        for kind in ("minor", "major"):
            sides = [s for s in river.shown if kinds[s] == (river.name, kind)]
            if sides:
                runs.append(RiverRun(names.get(river.name, river.name), kind, sides))
    return runs


def choose_cities(numbers: Settings, places: list[Place], water: Water) -> list[City]:
    """Major cities by the list, cities by population rank or by the list of smaller ones."""
    best = by_name(places)
    out = []
    for place in places:
        seen = [c for c in place.cells if c in water.lattice.cells and water.is_land(c)]
        if not seen or best[place.name] is not place or place.name in numbers["cities"]["left_out"]:
            continue
        if place.name in numbers["major"]:
            out.append(City(place.name, list(place.cells), "major city", numbers["major"][place.name]))
        elif (place.rank <= 5 and place.kind != "village") or place.name in numbers["cities"]["smaller"]:
            out.append(City(place.name, list(place.cells), "city", ""))
    return out
