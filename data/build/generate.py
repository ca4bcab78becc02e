"""The steps from geography to a raw board: everything that is computed, before the corrections by hand."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from pathlib import Path

from data.build.coast import LAKE, LAND, OFF_BOARD, SEA, Water, bar_sides, drown_islands, find_water
from data.build.cover import Cover, survey, town_distances
from data.build.draft import City, Draft, RiverRun, Settings
from data.build.field import cut_field
from data.build.geography import (
    FOLDER,
    Link,
    Settlement,
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
from data.build.honeycomb import Cell, Honeycomb
from data.build.lattice import Lattice, Panel, Side
from data.build.neighbours import neighbours
from data.build.plane import Plane
from data.build.regions import Atlas, find_owners, follow_border_rivers, soviet, tidy
from data.build.rivers import Rivers, bank_towns
from data.build.routes import Router
from data.build.snap import Snapper
from data.build.towns import choose_all, choose_cities, choose_graded, choose_places
from engine.components.mapnumbers import read_numbering


def generate(settings: Settings, calibration: Path) -> Draft:
    """The raw board."""
    folder = FOLDER / settings.get("geography", "")
    plane, lattice = Plane(calibration), make_lattice(settings)
    places = read_places(plane, lattice, settings["places"]["fixed"], folder)
    water = make_water(settings["water"], plane, lattice, places, folder)
    rivers = make_rivers(settings, plane, water, places, folder)
    atlas = Atlas(read_countries(folder), read_borders(folder))
    owner = find_owners(water, plane, atlas)
    follow_border_rivers(rivers, plane, atlas, owner, settings["rivers"]["border"])
    tidy(water, owner, places)
    terrain = make_terrain(settings["terrain"], plane, water, rivers, places, folder)
    cut_field(lattice, terrain, owner, settings.get("field", {}))
    field = {c for c in lattice.cells if terrain[c] != OFF_BOARD}
    draft = Draft(
        lattice,
        {c: terrain[c] for c in sorted(lattice.cells)},
        {c: owner[c] for c in sorted(field) if c in owner},
        {s for s in water.barred if s[0] in field and s[1] in field},
        river_runs(rivers, settings["rivers"], field),
        choose(settings["places"], places, water, field, owner),
        shore=dict(water.shore),
    )
    stops = {c for city in draft.cities for c in city.cells}
    wet = set(rivers.snapper.used)
    router = Router(water, plane, by_name(places), stops, terrain, wet, lambda c: soviet(owner.get(c, "")))
    draft.lines = make_lines(settings.get("lines", {}), router, field, folder)
    draft.highways = make_highways(settings.get("highways", {}), router, folder)
    return draft


def make_lattice(settings: Settings) -> Lattice:
    """The hexes of the board by its frame and sheets."""
    frame = settings["frame"]
    panels = [
        Panel(s["id"], s["first_row"], s["named_rows"], s.get("first_column", 1), s.get("columns", 0))
        for s in settings["sheets"]
    ]
    comb = Honeycomb(frame["shape"] == "flat", frame["odd"] in ("down", "right"))
    return Lattice(frame["columns"], frame["rows"], panels, read_numbering(frame, "settings.toml"), comb)


def choose(
    numbers: Settings, places: list[Settlement], water: Water, field: set[Cell], owner: dict[Cell, str]
) -> list[City]:
    """The places of the map: all of them, or those graded by the rules alone, or these and greater towns, or cities."""
    if numbers.get("choose") == "all":
        return choose_all(numbers, places, field)
    if numbers.get("choose") == "graded":
        return choose_graded(numbers, places, field)
    return (
        choose_places(numbers, places, field, owner) if "graded" in numbers else choose_cities(numbers, places, water)
    )


def make_water(numbers: Settings, plane: Plane, lattice: Lattice, places: list[Settlement], folder: Path) -> Water:
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


def make_rivers(settings: Settings, plane: Plane, water: Water, places: list[Settlement], folder: Path) -> Rivers:
    """All rivers laid along hexsides."""
    numbers, banks = settings["rivers"], settings["banks"]
    free = [water.lattice.cell(h) for h in numbers["bank_free"]]
    towns = bank_towns(places, banks, settings["places"]["fixed"], free, numbers["bank_rank"])
    rivers = Rivers(water, plane, Snapper(water, plane, banks, towns), numbers)
    rivers.lay(read_courses(plane, numbers["redrawn"], folder))
    return rivers


def make_terrain(
    numbers: Settings, plane: Plane, water: Water, rivers: Rivers, places: list[Settlement], folder: Path
) -> dict[Cell, str]:
    """Terrain of every hex of the extended lattice, with those that the rules print."""
    river_sides: dict[Cell, int] = defaultdict(int)
    for side in rivers.snapper.used:
        for cell in side:
            river_sides[cell] += 1
    cover = Cover(
        water,
        plane,
        survey(water, plane, read_landmarks(folder), folder),
        numbers,
        river_sides,
        town_distances(places, water.lattice),
    )
    terrain = cover.classify()
    for label, word in numbers.get("printed", {}).items():
        terrain[water.lattice.cell(label)] = word
    return terrain


def make_lines(numbers: Settings, router: Router, field: set[Cell], folder: Path) -> dict[str, dict[Side, str]]:
    """Roads, railroads and the like, each as its joined pairs of hexes of the field with their class."""
    found: dict[str, dict[Side, str]] = {}
    for kind, line in numbers.items():
        links = read_links(line["file"], router.towns, line["left_out"], line["vias"], folder) if "file" in line else []
        links = [x for x in links if x.kind in line.get("only", [x.kind])]
        towns = router.towns
        links += [Link(a, b, grade, [towns[a].lonlat, towns[b].lonlat], []) for a, b, grade in line["direct"]]
        greater = {s for other in line.get("beside", []) for s in found[other]}
        links += neighbours(towns.values(), line["neighbours"]) if "neighbours" in line else []
        joined = router.net(links, greater).joined
        found[kind] = {s: grade for s, grade in joined.items() if s[0] in field and s[1] in field and s not in greater}
    return found


def make_highways(numbers: Settings, router: Router, folder: Path) -> dict[str, list[Cell]]:
    """Each highway as one chain of hexes, through its towns in order."""
    out = {}
    for name, highway in numbers.items():
        by_pair = {(x.start, x.end): x for x in read_links(highway["file"], router.towns, [], {}, folder)}
        chains = router.net([by_pair[pair] for pair in pairwise(highway["stations"]) if pair in by_pair]).chains
        cells: list[Cell] = []
        for chain in chains:
            cells += chain if not cells else chain[1:]
        out[name] = cells
    return out


def river_runs(rivers: Rivers, numbers: Settings, field: set[Cell]) -> list[RiverRun]:
    """The shown sides of every river, cut where it turns from minor to major; of one class on some boards."""
    kinds, names = rivers.classes(numbers["major"]), numbers["printed_names"]
    runs = []
    for river in rivers.laid:
        canal = "canal" if river.name in numbers.get("canals", []) else ""
        for kind in ("minor", "major"):
            sides = [s for s in river.shown if kinds[s] == (river.name, kind) and s[0] in field and s[1] in field]
            if sides:
                word = canal or numbers.get("one_class", kind)
                runs.append(RiverRun(names.get(river.name, river.name), word, sides))
    return runs
