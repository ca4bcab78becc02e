"""Geography to the raw board of Proud Monster: a field cut to the Soviet Union and a strip beyond its border."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from data.build.coast import OFF_BOARD, Water
from data.build.cover import Cover, between, survey, town_distances
from data.build.generate import City, Draft, Settings, make_lattice, make_rivers, make_water, river_runs
from data.build.geography import (
    WIDE,
    Place,
    by_name,
    read_borders,
    read_countries,
    read_landmarks,
    read_links,
    read_places,
)
from data.build.lattice import Cell, Lattice, around, centre
from data.build.plane import Plane
from data.build.regions import Atlas, find_owners, follow_border_rivers, soviet, tidy
from data.build.rivers import Rivers
from data.build.routes import Router

SHORE = 3
"""Hexes from land of the field up to which water is drawn."""


class Ground(Cover):
    """The rules by which ground becomes terrain at 20 miles a hex."""

    def terrain_of(self, cell: Cell) -> str:
        """Hills before marsh before forest; everything else is clear."""
        ground, numbers = self.ground[cell], self.numbers
        height, named = ground.height, ground.named
        if height > numbers["high"] or (ground.shares.get("mountains", 0) >= 0.4 and height > numbers["foothills"]):
            return "hills"
        near = [self.ground[c].height for c in (cell, *around(cell)) if c in self.ground]
        if max(near) - min(near) > numbers["steep"] and height > numbers["foothills"]:
            return "hills"
        low = max(-0.4, min(0.6, ground.above_ring / 60))
        marsh = ground.shares.get("marsh", 0)
        if marsh >= numbers["marsh_share"] and marsh - low >= numbers["marsh_cut"]:
            return "marsh"
        if max((named.get(n, 0.0) for n in numbers["ridges"]), default=0.0) >= 0.5 and height > numbers["ridge_height"]:
            return "hills"
        lat = self.plane.inverse(*centre(cell))[1]
        return "forest" if self.wood_of_1941(cell) >= between(lat, numbers["forest"]) else "clear"


def generate(settings: Settings, calibration: Path) -> Draft:
    """The raw board."""
    plane, lattice = Plane(calibration), make_lattice(settings)
    places = read_places(plane, lattice, settings["places"]["fixed"], WIDE)
    water = make_water(settings["water"], plane, lattice, places, WIDE)
    rivers = make_rivers(settings, plane, water, places, WIDE)
    atlas = Atlas(read_countries(WIDE), read_borders(WIDE))
    owner = find_owners(water, plane, atlas)
    follow_border_rivers(rivers, plane, atlas, owner, settings["rivers"]["border"])
    tidy(water, owner, places)
    terrain = _terrain(settings["terrain"], plane, water, rivers, places)
    cut_field(lattice, terrain, owner, settings["field"])
    field = {c for c in lattice.cells if terrain[c] != OFF_BOARD}
    runs = river_runs(rivers, settings["rivers"])
    for run in runs:
        run.kind = "river"
        run.sides = [s for s in run.sides if s[0] in field and s[1] in field]
    draft = Draft(
        lattice,
        {c: terrain[c] for c in sorted(lattice.cells)},
        {c: owner[c] for c in sorted(field) if c in owner},
        {s for s in water.barred if s[0] in field and s[1] in field},
        [run for run in runs if run.sides],
        {},
        {},
        choose_places(settings["places"], places, field, owner),
        shore=dict(water.shore),
    )
    draft.highways = _highways(settings["highway"], draft, water, plane, places, set(rivers.snapper.used))
    return draft


def _terrain(numbers: Settings, plane: Plane, water: Water, rivers: Rivers, places: list[Place]) -> dict[Cell, str]:
    ground = survey(water, plane, read_landmarks(WIDE), WIDE)
    return Ground(water, plane, ground, numbers, {}, town_distances(places, water.lattice.extended)).classify()


def cut_field(lattice: Lattice, terrain: dict[Cell, str], owner: dict[Cell, str], numbers: Settings) -> None:
    """Off the board is all foreign land but the strip named in the settings, and all water far from what is left."""
    strip = {lattice.cell(h): country for country, hexes in numbers["beyond_the_border"].items() for h in hexes}
    owner.update(strip)
    owner.update(
        {lattice.cell(h): numbers["soviet_country"] for h in numbers["soviet"] if not soviet(owner[lattice.cell(h)])}
    )
    land = {c for c in lattice.cells if c in strip or (c in owner and soviet(owner[c]))}
    near, front = set(land), set(land)
    for _ in range(SHORE):
        front = {n for c in front for n in around(c) if n in lattice.cells} - near
        near |= front
    for cell in lattice.cells:
        if cell not in near or (cell in owner and cell not in land):
            terrain[cell] = OFF_BOARD
            owner.pop(cell, None)


def choose_places(numbers: Settings, places: list[Place], field: set[Cell], owner: dict[Cell, str]) -> list[City]:
    """Places of the list first, then greater towns; one to a hex."""
    wanted = [*numbers["graded"], *numbers["named"]]
    best = by_name(places)
    found: list[Place] = []
    for place in places:
        town = place.rank <= 5 or (place.rank == 6 and place.kind.startswith(("city", "town")))
        seen = soviet(place.country) and best[place.name] is place
        seen = seen and all(c in field and soviet(owner.get(c, "")) for c in place.cells)
        if seen and place.name not in numbers["left_out"] and (town or place.name in wanted):
            found.append(place)
    taken: dict[Cell, Place] = {}
    for place in sorted(found, key=lambda p: (wanted.index(p.name) if p.name in wanted else len(wanted), p.rank)):
        if all(c not in taken for c in place.cells):
            taken.update(dict.fromkeys(place.cells, place))
    return [City(p.name, list(p.cells), "town", "") for p in found if taken.get(p.cells[0]) is p]


def _highways(
    numbers: Settings, draft: Draft, water: Water, plane: Plane, places: list[Place], wet: set[tuple[Cell, Cell]]
) -> dict[str, list[Cell]]:
    """Each highway as one chain of hexes, through its towns in order."""
    towns = by_name(places)
    stops = {c for city in draft.cities for c in city.cells}
    router = Router(water, plane, towns, stops, draft.terrain, wet, lambda cell: soviet(draft.owner.get(cell, "")))
    links = read_links("roads_1941.json", towns, [], {}, WIDE)
    out = {}
    for name, stations in numbers.items():
        by_pair = {(x.start, x.end): x for x in links}
        chains = router.net([by_pair[pair] for pair in pairwise(stations) if pair in by_pair]).chains
        cells: list[Cell] = []
        for chain in chains:
            cells += chain if not cells else chain[1:]
        out[name] = cells
    return out
