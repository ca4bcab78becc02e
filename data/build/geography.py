"""Reads the geography of the folder beside this file and carries it into the hex plane of one board."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from data.build.honeycomb import Cell
from data.build.lattice import Lattice
from data.build.plane import Plane, Point
from data.build.shapes import Area, Ring

FOLDER = Path(__file__).parent / "geography"
WIDE = FOLDER / "wide"
"""The same kinds of files for boards of greater hexes: coarser, and as far as the Volga and the Caucasus."""


@dataclass(frozen=True)
class Settlement:
    """A town of 1941: the hexes it fills on the board, its position, size rank (1 greatest) and country."""

    name: str
    full_name: str
    cells: tuple[Cell, ...]
    lonlat: Point
    at: Point
    rank: int
    kind: str
    country: str


@dataclass(frozen=True)
class Course:
    """One piece of a river from source to mouth, in the hex plane, with its rank (1 greatest)."""

    name: str
    rank: int
    line: list[Point]


@dataclass(frozen=True)
class Link:
    """A road or railroad from town to town, its class, its points in degrees and hexes it must pass."""

    start: str
    end: str
    kind: str
    points: list[Point]
    vias: list[str]


@dataclass(frozen=True)
class Landmark:
    """A named marsh, range of hills, mountain area or forest, in degrees."""

    kind: str
    name: str
    area: Area


class Cells:
    """A grid of small cells over longitude and latitude, one text or number each."""

    def __init__(self, table: dict[str, Any], comma: bool) -> None:
        self.rows: list[list[str]] = [list(r.split(",")) if comma else list(r) for r in table["rows"]]
        self.north, self.west, self.step = float(table["lat0"]), float(table["lon0"]), float(table["step"])

    def at(self, lon: float, lat: float) -> str | None:
        """What stands in the cell of a place, or None outside the grid."""
        i, j = int((self.north - lat) / self.step), int((lon - self.west) / self.step)
        if 0 <= i < len(self.rows) and 0 <= j < len(self.rows[i]):
            return self.rows[i][j]
        return None


def read(name: str, folder: Path = FOLDER) -> Any:
    """A JSON file of a geography folder; what a folder does not have itself stands in the one above it."""
    return json.loads(_found(name, folder).read_text(encoding="utf-8"))


def _found(name: str, folder: Path) -> Path:
    return folder / name if (folder / name).is_file() else FOLDER / name


def rings(entry: dict[str, Any], plane: Plane | None) -> list[Ring]:
    """The rings of an area, in the hex plane if one is given, else in degrees."""
    found = [[(p[0], p[1]) for p in ring] for ring in entry["rings"]]
    return [plane.line(ring) for ring in found] if plane else found


def read_land(plane: Plane, folder: Path = FOLDER) -> Area:
    """All land."""
    return Area(ring for entry in read("land.json", folder)["rows"] for ring in rings(entry, plane))


def read_lakes(plane: Plane, left_out: list[str], folder: Path = FOLDER) -> Area:
    """All lakes of 1941 but those left out by name."""
    return Area(
        ring
        for entry in read("lakes.json", folder)["rows"]
        if entry["name"] not in left_out
        for ring in rings(entry, plane)
    )


def read_courses(plane: Plane, redrawn: dict[str, list[list[float]]], folder: Path = FOLDER) -> list[Course]:
    """All rivers; those redrawn by hand (bends too small for the hexes) take the redrawn course."""
    out = []
    for entry in read("rivers.json", folder)["rows"]:
        lines = [redrawn[entry["name"]]] if entry["name"] in redrawn else entry["lines"]
        out += [Course(entry["name"], entry["rank"], plane.line([(p[0], p[1]) for p in line])) for line in lines]
    return out


def read_borders(folder: Path = FOLDER) -> list[list[Point]]:
    """State borders of 22 June 1941, in degrees."""
    rows = read("borders_1941.json", folder)["rows"]
    return [[(p[0], p[1]) for p in line] for entry in rows for line in entry["lines"]]


def read_landmarks(folder: Path = FOLDER) -> list[Landmark]:
    """Named marshes, hills, mountains and forests."""
    rows = read("terrain_named.json", folder)["rows"]
    return [Landmark(e["type"], e["name"], Area(rings(e, None))) for e in rows]


def read_countries(folder: Path = FOLDER) -> list[tuple[float, float, str]]:
    """Longitude, latitude and country of every town. Hanko was a lease and says nothing about its region."""
    with _found("places.csv", folder).open(encoding="utf-8", newline="") as file:
        return [
            (float(r["lon"]), float(r["lat"]), r["country_1941"])
            for r in csv.DictReader(file)
            if r["name_1941"] != "Hanko"
        ]


def read_places(plane: Plane, lattice: Lattice, fixed: dict[str, list[str]], folder: Path = FOLDER) -> list[Settlement]:
    """Towns on or near the board; a town named in ``fixed`` takes the hexes given there (those the rules print)."""
    out: list[Settlement] = []
    seen: set[str] = set()
    with _found("places.csv", folder).open(encoding="utf-8", newline="") as file:
        for r in csv.DictReader(file):
            name = r["name_1941"].split(" (")[0]
            lonlat = float(r["lon"]), float(r["lat"])
            at = plane.forward(*lonlat)
            cells = (
                [lattice.cell(h) for h in fixed[name]] if name in fixed and name not in seen else [lattice.nearest(at)]
            )
            if cells[0] not in lattice.extended:
                continue
            seen.add(name)
            out.append(
                Settlement(
                    name,
                    r["name_1941"],
                    tuple(cells),
                    lonlat,
                    at,
                    int(r["population_rank"] or 7),
                    r["kind"],
                    r["country_1941"],
                )
            )
    return out


def by_name(places: list[Settlement]) -> dict[str, Settlement]:
    """Towns by name; the greater town wins where two share one."""
    found: dict[str, Settlement] = {}
    for place in sorted(places, key=lambda p: p.rank):
        found.setdefault(place.name, place)
        found.setdefault(place.full_name, place)
    return found


def read_links(
    name: str, towns: dict[str, Settlement], dropped: list[list[str]], vias: dict[str, list[str]], folder: Path = FOLDER
) -> list[Link]:
    """The links of a road or railroad file; ``vias`` maps "A - B" to hexes that the link must pass."""
    out = []
    for a, b, kind, points in read(name, folder)["rows"]:
        a, b = (n.split(" (")[0] if n.split(" (")[0] in towns else n for n in (a, b))
        if [a, b] in dropped or [b, a] in dropped:
            continue
        way = vias.get(f"{a} - {b}") or vias.get(f"{b} - {a}", [])[::-1]
        out.append(Link(a, b, kind, [(p[0], p[1]) for p in points], way))
    return out
