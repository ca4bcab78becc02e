"""Whether the three sheets of A Victory Awaits look like 1941: distances, shares of terrain, nets of lines, bridges."""

from __future__ import annotations

import csv
import math
from collections import Counter, deque
from functools import lru_cache
from itertools import combinations
from pathlib import Path

import pytest

from engine.components.board import Board, Place
from engine.components.grid import Hex
from engine.components.load import load_shared

GEOGRAPHY = Path(__file__).parents[2] / "data" / "build" / "geography"
KM = 19.5
"""From hex to hex. 1.1 says 16, but the hexes that the rules print lie wider apart."""
FAR = 250
"""Kilometres over which towns are compared."""


@lru_cache(maxsize=1)
def board() -> Board:
    return load_shared("ava").board


@lru_cache(maxsize=1)
def degrees() -> dict[str, tuple[float, float]]:
    """Latitude and longitude of the towns whose names on the map are those of the geography."""
    with (GEOGRAPHY / "places.csv").open(encoding="utf-8", newline="") as file:
        return {r["name_1941"]: (float(r["lat"]), float(r["lon"])) for r in csv.DictReader(file)}


def middle(place: Place) -> tuple[float, float]:
    """The centre of a place in hexes from the corner of the board."""
    grid = board().grid
    spots = [(grid.column(h) * math.sqrt(0.75), grid.row(h) + 0.5 * grid.shifted(grid.column(h))) for h in place.hexes]
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def kilometres(a: tuple[float, float], b: tuple[float, float]) -> float:
    (lat1, lon1), (lat2, lon2) = ((math.radians(x), math.radians(y)) for x, y in (a, b))
    half = math.sin((lat2 - lat1) / 2) ** 2 + math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2
    return 2 * 6371 * math.asin(math.sqrt(half))


def towns(sheet: str) -> list[Place]:
    return [p for p in board().places if board().label(p.hexes[0])[0] == sheet]


# ---------------------------------------------------------------------- towns
@pytest.mark.rule("ava:1.1")
@pytest.mark.parametrize("sheet", "LSK")
def test_distances_between_towns_are_true(sheet: str) -> None:
    """Within one and a half hexes. Krustpils was moved over the Dvina by hand."""
    known = [p for p in towns(sheet) if p.name in degrees() and p.name != "Krustpils"]
    wrong, compared = [], 0
    for a, b in combinations(known, 2):
        real = kilometres(degrees()[a.name], degrees()[b.name])
        if real <= FAR:
            compared += 1
            drawn = math.dist(middle(a), middle(b))
            if abs(drawn - real / KM) > 1.5:
                wrong.append(f"{a.name} - {b.name}: {drawn:.1f} hexes, {real:.0f} km")
    assert wrong == []
    assert compared > 100


def test_towns_that_the_maps_need() -> None:
    wanted = {
        "L": "Tallinn Parnu Tartu Narva Pskov Ostrov Luga Novgorod Tikhvin Mga Kingisepp Soltsy Demyansk Kholm Gdov",
        "K": "Lutsk Rovno Dubno Brody Tarnopol Zhitomir Berdichev Uman Pervomaisk Kremenchug Lokhvitsa Romny Iasi "
        "Kishinev Beltsy Kherson Zaporozhye",
    }
    for sheet, names in wanted.items():
        assert set(names.split()) <= {p.name for p in towns(sheet)}


def test_names_that_stand_close_do_not_begin_alike() -> None:
    """The map writes three or more letters of a town: of two within three hexes they must differ."""
    grid = board().grid
    near = [(a.name, b.name) for a, b in combinations(board().places, 2)
            if grid.distance(a.hexes[0], b.hexes[0]) <= 3 and a.name[:3] == b.name[:3]]  # fmt: skip
    assert near == []


# ---------------------------------------------------------------------- terrain
SHARES = {  # of the land of a sheet: plains, light woods, heavy woods, marsh, mountain, from and to in per cent
    "L": {"plains": (30, 45), "light woods": (30, 42), "heavy woods": (14, 24), "marsh": (4, 9), "mountain": (0, 0)},
    "S": {"plains": (50, 65), "light woods": (15, 25), "heavy woods": (10, 18), "marsh": (5, 9), "mountain": (0, 0)},
    "K": {"plains": (72, 82), "light woods": (4, 9), "heavy woods": (3, 7), "marsh": (1, 4), "mountain": (6, 10)},
}


@pytest.mark.rule("ava:TEC")
@pytest.mark.parametrize("sheet", "LSK")
def test_shares_of_terrain(sheet: str) -> None:
    b = board()
    count = Counter(b.terrain_name(h) for h in b.grid if b.label(h)[0] == sheet)
    land = sum(n for name, n in count.items() if name not in ("sea", "lake"))
    for name, (low, high) in SHARES[sheet].items():
        assert low <= 100 * count[name] / land <= high, f"{name}: {100 * count[name] / land:.1f} per cent"


@pytest.mark.rule("ava:3.2", "ava:9.2")
@pytest.mark.parametrize("text", ["L2613/L2712", "L1511/L1612", "L3812/L3813", "K4229/K4230"])
def test_narrows_bar_the_way(text: str) -> None:
    a, b = (board().find(h) for h in text.split("/"))
    assert board().has("barred", a, b)


# ---------------------------------------------------------------------- roads and railroads
def ways(kind: str, h: Hex) -> list[Hex]:
    """Where roads or railroads lead from a hex."""
    b = board()
    return [n for d, n in enumerate(b.grid.neighbours[h]) if n >= 0 and b.side(kind)[h * 6 + d]]


def nets(kind: str) -> list[set[Hex]]:
    """The pieces of the road or railroad net, the greatest first."""
    left = {h for h in board().grid if ways(kind, h)}
    found = []
    while left:
        piece, queue = set[Hex](), deque([min(left)])
        while queue:
            here = queue.popleft()
            if here not in piece:
                piece.add(here)
                queue.extend(ways(kind, here))
        left -= piece
        found.append(piece)
    return sorted(found, key=len, reverse=True)


def test_roads_are_one_net() -> None:
    assert len(nets("road")) == 1


def test_railroads_are_one_net() -> None:
    """The line up the Mures enters and leaves over the south edge."""
    great, *rest = nets("railroad")
    assert len(great) > 1400
    assert [sorted(board().label(h) for h in piece) for piece in rest] == [
        ["K0830", "K0929", "K1029", "K1128", "K1229", "K1329", "K1330"]
    ]


DEAD_ENDS = {
    "L3302": "Krasnaya Gorka",
    "L1308": "Haapsalu",
    "S0315": "Angerburg",
    "K1722": "Dorohoi",
    "K1628": "Piatra",
}


@pytest.mark.parametrize("kind", ["road", "railroad"])
def test_lines_end_in_towns_or_at_the_edge(kind: str) -> None:
    b = board()
    ends = {b.label(h) for h in b.grid
            if len(ways(kind, h)) == 1 and h not in b.place_at and len(b.grid.adjacent[h]) == 6}  # fmt: skip
    assert ends <= set(DEAD_ENDS)


def test_every_town_lies_on_a_road_or_railroad() -> None:
    none = [p.name for p in board().places if not any(ways(k, h) for k in ("road", "railroad") for h in p.hexes)]
    assert none == []
    for place in board().places:
        if place.size == "major city":
            for h in place.hexes:
                assert ways("road", h) and ways("railroad", h), place.name


@pytest.mark.parametrize("sheet", "LSK")
def test_most_towns_lie_on_a_road(sheet: str) -> None:
    """Four in five; those in the marshes and on branch lines have the railroad only."""
    found = towns(sheet)
    with_road = [p for p in found if any(ways("road", h) for h in p.hexes)]
    assert len(with_road) >= 0.8 * len(found)


BRIDGES = {  # every bridge over a river where it is major
    "Neva": "L3602/L3603 L3603/L3702",
    "Volkhov": "L4202/L4302 L4203/L4302 L4104/L4205 L4106/L4206 L4007/L4107 L3910/L4011",
    "Narva": "L2906/L3006 L2906/L2907",
    "Western Dvina": "L1320/L1420 L1420/S1401 S2003/S2102 S2106/S2206 S2909/S3009 S3410/S3510",
    "Niemen": "S0409/S0410 S0410/S0509 S1012/S1111 S1215/S1314 S1115/S1216",
    "Pripyat": "S3029/S3128",
    "Dnieper": "S3514/S3614 S3514/S3615 S3517/S3518 S3517/S3618 S3422/S3522 S3424/S3524 S3526/S3626 K3503/K3603 "
    "K3507/K3607 K3607/K3608 K3608/K3707 K3608/K3708 K3911/K4012 K4212/K4213 K4715/K4815 K5417/K5418 K5418/K5518 "
    "K5422/K5521",
    "Dniester": "K1818/K1819 K2220/K2319 K2823/K2922 K3029/K3128",
    "Southern Bug": "K3721/K3722 K3622/K3721 K3825/K3924 K4028/K4127",
}


@pytest.mark.rule("ava:2.1")
def test_great_rivers_have_only_known_bridges() -> None:
    b = board()
    found: dict[str, set[frozenset[Hex]]] = {}
    for h in b.grid:
        for n in b.grid.adjacent[h]:
            if b.has("bridge", h, n) and b.has("major river", h, n):
                found.setdefault(b.river_names[b.grid.between(h, n)], set()).add(frozenset((h, n)))
    known = {
        river: {frozenset(b.find(h) for h in s.split("/")) for s in text.split()} for river, text in BRIDGES.items()
    }
    assert found == known


@pytest.mark.rule("ava:2.1", "ava:TEC")
@pytest.mark.parametrize("name", ["Neva", "Volkhov", "Narva", "Niemen", "Pripyat", "Dnieper", "Dniester",
                                  "Southern Bug", "Western Dvina"])  # fmt: skip
def test_great_rivers_are_major_in_one_piece(name: str) -> None:
    """From where a river is major it stays so down to its mouth or the edge: its major sides hang together."""
    b = board()
    sides = {frozenset((h, n)) for h in b.grid for n in b.grid.adjacent[h]
             if b.has("major river", h, n) and b.river_names[b.grid.between(h, n)] == name}  # fmt: skip
    found, queue = set[frozenset[Hex]](), deque([next(iter(sorted(sides, key=sorted)))])
    while queue:
        here = queue.popleft()
        if here not in found:
            found.add(here)
            queue.extend(s for s in sides if len(s & here) == 1 and _touch(s ^ here))
    assert found == sides


def _touch(pair: frozenset[Hex]) -> bool:
    a, b = sorted(pair)
    return b in board().grid.adjacent[a]
