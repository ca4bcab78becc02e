"""The board of Army Group Center, on which both editions play: no rule prints a hex of it, geography is the judge."""

from __future__ import annotations

import csv
import re
from functools import lru_cache
from pathlib import Path

import pytest

from data.build.generate import make_lattice
from data.build.lattice import Lattice
from data.build.plane import Plane
from data.build.recipe import recipe
from engine.components.grid import Hex
from engine.components.load import games_with_map, load_board
from tests.support.maps import MapFile

MAP = MapFile("efs", ("lake",))
board, is_land, reach = MAP.board, MAP.is_land, MAP.reach
ROADS = ("motorway", "main_road", "minor_road")


def rows(name: str) -> list[dict[str, str]]:
    with (Path(__file__).parent / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@lru_cache(maxsize=1)
def ground() -> tuple[Plane, Lattice]:
    """The projection, and the hexes in its plane."""
    made = recipe("efs")
    return Plane(made.folder / "calibration.json"), make_lattice(made.settings)


def hex_at(row: dict[str, str]) -> Hex:
    """The hex in which a place given in degrees lies, or the one of the board's edge beside it."""
    plane, lattice = ground()
    column, row_ = lattice.nearest(plane.forward(float(row["lon"]), float(row["lat"])))
    return board().find(lattice.label((min(max(column, 1), lattice.columns), min(max(row_, 1), lattice.rows))))


def test_both_editions_play_on_the_one_board() -> None:
    assert {"efs1", "efs2"} <= set(games_with_map()) and "efs" not in games_with_map()
    assert load_board("efs1").labels == load_board("efs2").labels


@pytest.mark.parametrize("row", rows("efs_places.csv"), ids=lambda r: r["name"])
def test_a_place_of_the_scenarios_stands_on_the_board(row: dict[str, str]) -> None:
    b = board()
    place = next((p for p in b.places if p.name == row["name"]), None)
    assert place is not None and len(place.hexes) == int(row["hexes"])
    assert min(b.grid.distance(hex_at(row), h) for h in place.hexes) <= 1


@pytest.mark.parametrize("row", rows("efs_sources.csv"), ids=lambda r: f"{r['scenario']}-{r['place']}"[:60])
@pytest.mark.rule("efs2:6.25")
def test_a_source_of_the_scenarios_has_a_road_or_railroad(row: dict[str, str]) -> None:
    """Within three hexes of where a scenario's edge is crossed runs a line of the kind that may be a source."""
    b = board()
    near = {hex_at(row)}
    for _ in range(3):
        near |= {n for h in near for n in b.grid.adjacent[h]}
    assert any(
        b.side(kind)[h * 6 + d] for h in near for d in range(6) for kind in ("railroad", "main_road", "motorway")
    )


@pytest.mark.rule("efs2:10.44", "efs2:11.1")
@pytest.mark.parametrize(
    ("kinds", "start", "goal"),
    [
        (("motorway",), "Minsk", "Vyazma"),
        (("motorway", "main_road"), "Brest-Litovsk", "Roslavl"),
        (("railroad",), "Brest-Litovsk", "Vyazma"),
        (("railroad",), "Grodno", "Velikie Luki"),
        (("railroad",), "Gomel", "Bryansk"),
        (("railroad",), "Brest-Litovsk", "Konotop"),
    ],
)
def test_lines_join_the_great_towns(kinds: tuple[str, ...], start: str, goal: str) -> None:
    b = board()
    at = {p.name: p.hexes for p in b.places}
    found = reach([*at[start]], lambda x, y: any(b.has(kind, x, y) for kind in kinds))
    assert found & {*at[goal]}


def test_every_town_lies_on_a_road() -> None:
    b = board()
    lonely = [
        p.name for p in b.places if not any(b.side(k)[h * 6 + d] for h in p.hexes for d in range(6) for k in ROADS)
    ]
    assert lonely == []


def test_land_hangs_together() -> None:
    b = board()
    land = {h for h in b.grid if is_land(h)}
    assert 9_000 < len(land) < 10_000
    found = reach([b.find("A5739")], lambda x, y: y in land and not b.has("lake", x, y))
    assert sorted(b.label(h) for h in land - found) == []


@pytest.mark.rule("efs2:10.45")
def test_rivers_canals_and_meanders() -> None:
    b = board()
    for name in ("river", "major river", "canal"):
        assert any(b.side(name))
    twice = [i for i, there in enumerate(b.side("meander")) if there]
    assert len(twice) == 2 * 15 and all(b.side("river")[i] for i in twice), "only rivers bend so deeply"
    north, south = sorted(next(p for p in b.places if p.name == "Smolensk").hexes)
    assert b.has("major river", north, south), "the Dnieper runs through Smolensk"


LINES = ["alytus", "grodno", "osowiec", "zambrow", "brest_north", "brest_south"]


@pytest.mark.rule("efs2:18.2", "efs2:18.21")
@pytest.mark.parametrize("name", LINES)
def test_a_fortified_line_faces_outward(name: str) -> None:
    """Every side of a line lies between one of its Soviet hexes, which follow each other, and one that is not of it."""
    b = board()
    line = b.zones[f"line_{name}"]
    sides = [i for i, there in enumerate(b.side(line.id)) if there and i // 6 in line.inside]
    outside: list[Hex] = [b.grid.neighbours[i // 6][i % 6] for i in sides]
    assert [z.id for z in b.zones.values() if z.group == "fortified line"].count(line.id) == 1
    assert sides and not line.inside & {*outside}
    assert {i // 6 for i in sides} == line.inside, "each hex of it faces somewhere"
    assert all(b.owner_names[b.owner[h]].startswith("USSR") for h in line.inside)
    assert reach([line.hexes[0]], lambda x, y: y in line.inside) == line.inside


@pytest.mark.rule("efs2:18.3", "efs2:18.5")
def test_belts_and_the_citadel_lie_where_history_has_them() -> None:
    b = board()
    belts = [z for z in b.zones.values() if z.group == "fortified belt"]
    assert len(belts) == 5 and all(is_land(h) for z in belts for h in z.hexes)
    citadel = b.zones["citadel"].hexes[0]
    town = next(p for p in b.places if p.name == "Brest-Litovsk").hexes[0]
    assert town in b.grid.adjacent[citadel]
    assert b.owner_names[b.owner[citadel]].startswith("USSR")
    foreign = [n for n in b.grid.adjacent[citadel] if b.owner_names[b.owner[n]] == "General Government"]
    assert any(b.has("major river", citadel, n) for n in foreign), "on the Bug"


def test_everything_on_it_says_that_it_is_rebuilt() -> None:
    table = MAP.table()
    assert table["provenance"] == "reconstructed"
    assert all(entry["provenance"] == "reconstructed" for entry in [*table["zone"], *table["side_group"]])


@pytest.mark.rule("efs2:2.1")
@pytest.mark.parametrize(("start", "goal", "km"), [("Minsk", "Smolensk", 312), ("Minsk", "Vitebsk", 222)])
def test_hexes_have_labels_of_their_own_and_are_eight_kilometres_wide(start: str, goal: str, km: int) -> None:
    labels = [board().labels[h] for h in board().grid]
    assert len(set(labels)) == len(labels) and all(re.fullmatch(r"[A-Z]{1,2}\d{4}", label) for label in labels)
    here, there = (next(p.hexes for p in board().places if p.name == name) for name in (start, goal))
    hexes = min(board().grid.distance(a, b) for a in here for b in there)
    assert 0.95 * km <= hexes * 8 <= 1.17 * km, "a way from hex to hex is a little longer than the straight line"
