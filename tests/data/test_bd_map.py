"""The board of Barbarossa Deluxe: hexes the rules quote, and what must hold of any map of 1941."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from engine.components.grid import Hex
from tests.support.maps import MapFile

MAP = MapFile("bd", ("lake", "sea"))
board, is_land, reach, sides = MAP.board, MAP.is_land, MAP.reach, MAP.sides

with (Path(__file__).parent / "bd_hexrefs.csv").open(encoding="utf-8", newline="") as file:
    QUOTED = [
        pytest.param(
            r, marks=pytest.mark.rule(f"bd:{r['rule']}"), id="-".join((r["hex"], r["rule"], r["check"], r["value"]))
        )
        for r in csv.DictReader(file)
    ]


def owner(h: Hex) -> str:
    return board().owner_names[board().owner[h]]


@pytest.mark.parametrize("row", QUOTED)
def test_quoted_hex(row: dict[str, str]) -> None:
    b, value = board(), row["value"]
    h = b.find(row["hex"])
    place = b.place_at.get(h)
    checks: dict[str, Callable[[], bool]] = {
        "land": lambda: True,
        "edge": lambda: (
            len(b.grid.adjacent[h]) < 6 or any(b.terrain_name(n) == "off board" for n in b.grid.adjacent[h])
        ),
        "terrain": lambda: b.terrain_name(h) == value,
        "owner": lambda: owner(h).startswith(value),
        "not owner": lambda: not owner(h).startswith(value),
        "city": lambda: place is not None and place.size == "city" and place.name.startswith(value),
        "value": lambda: place is not None and place.value == int(value),
        "mark": lambda: place is not None and value in place.marks,
        "zone": lambda: h in b.zone(value),
        "not zone": lambda: h not in b.zone(value),
        "side": lambda: any(b.side(value)[h * 6 + d] for d in range(6)),
        "river": lambda: any(b.river_names.get(h * 6 + d) == value for d in range(6)),
        "beside": lambda: b.find(value) in b.grid.adjacent[h],
    }
    assert is_land(h) or (row["check"] == "edge" and row["hex"] == "1624"), "every quoted hex is land"
    assert checks[row["check"]](), row["note"]


@pytest.mark.rule("bd:11.27", "bd:7.11", "bd:11.3")
def test_hexes_lie_as_the_examples_say() -> None:
    b = board()
    h = b.find
    names = dict(zip(b.grid.directions, b.grid.neighbours[h("2403")], strict=True))
    assert (names["W"], names["NW"]) == (h("2404"), h("2303"))
    assert [b.grid.distance(h("2210"), h(x)) for x in ("2208", "2308", "2409")] == [2, 2, 2]
    assert {h("2609"), h("2708")} <= set(b.grid.adjacent[h("2709")])


@pytest.mark.rule("bd:4.2")
def test_the_german_side_begins_with_fourteen_points() -> None:
    """Everything of value west of the Soviet Union and the Baltic states."""
    west = [p for p in board().places if p.value and not owner(p.hexes[0]).startswith("USSR")]
    assert sum(p.value for p in west) == 14, sorted(p.name for p in west)


def test_land_hangs_together() -> None:
    b = board()
    land = {h for h in b.grid if is_land(h) and owner(h) not in ("Sweden", "Finland")}
    found = reach([b.find("1606")], lambda x, y: y in land and not any(b.has(f, x, y) for f in ("lake", "sea")))
    assert sorted(b.label(h) for h in land - found) == []


@pytest.mark.parametrize("name", MAP.river_names())
def test_river_is_one_chain(name: str) -> None:
    own = MAP.river(name)
    assert len(own) == len(set(own))
    assert MAP.cut_off(name) == [] and MAP.breaks(name) == []


@pytest.mark.rule("bd:7.3")
def test_every_german_source_leads_into_the_board() -> None:
    b = board()
    for h in b.zones["supply_german"].hexes:
        assert any(is_land(n) and not b.has("sea", h, n) and b.grid.column(n) > 0 for n in b.grid.adjacent[h]), b.label(
            h
        )


def test_no_hex_has_water_on_all_sides() -> None:
    b = board()
    inner = [h for h in map(b.find, MAP.ringed()) if all(b.terrain_name(n) != "off board" for n in b.grid.adjacent[h])]
    assert inner == []


def test_corners_are_cut() -> None:
    b = board()
    off = {b.label(h) for h in b.grid if b.terrain_name(h) == "off board"}
    assert {"1024", "1019", "1524", "3024", "3222"} <= off and not {"1018", "1624", "2924", "3221"} & off


# ---------------------------------------------------------------------- what the rules draw on the board
@pytest.mark.rule("bd:3.7", "bd:R49")
def test_lithuania_has_five_hexes() -> None:
    assert {board().label(h) for h in board().grid if "Lithuanian" in owner(h)} == {
        "1516",
        "1616",
        "1615",
        "1715",
        "1714",
    }


@pytest.mark.rule("bd:11.21", "bd:7.20")
def test_fortified_lines_lie_on_their_side_of_the_border() -> None:
    soviet, german = board().zone("soviet_lines"), board().zone("german_lines")
    assert len(soviet) >= 8 and all(owner(h).startswith("USSR") for h in soviet)
    assert len(german) >= 4 and all(owner(h) in ("Germany", "General Government") for h in german)


@pytest.mark.rule("bd:10.9", "bd:11.19")
def test_volga_reservoir_and_manych_are_barred() -> None:
    b = board()
    assert b.has("lake", b.find("1407"), b.find("1506")), "between Kalinin and Dubna"
    manych = [n for x in ("2801", "2802") for n in b.grid.adjacent[b.find(x)] if b.has("lake", b.find(x), n)]
    assert [b.label(h) for h in manych] == ["2901", "2901"]
    area = b.zone("rostov_area")
    assert b.find("2901") in area and b.find("2802") not in area, "it bounds the area of 7.4"


@pytest.mark.rule("bd:7.5")
def test_sea_of_azov() -> None:
    b = board()
    azov = b.zone("azov")
    assert all(b.terrain_name(h) == "sea" for h in azov)
    shore = {b.label(n) for h in azov for n in b.grid.adjacent[h] if is_land(n)}
    assert {"3105", "3106", "2907"} <= shore and not {"3108", "2911", "3213"} & shore


@pytest.mark.rule("bd:8.10", "bd:7.9", "bd:4.11")
def test_ways_out_of_the_boxes() -> None:
    b = board()
    entry, sources = b.zones["rvgk_entry"].hexes, b.zones["supply_soviet"].hexes
    assert entry == sources[: len(entry)] and b.label(entry[-1]) == "2600"
    assert b.boxes["caucasus"].entry == "caucasus_exit" and b.boxes["rvgk"].entry == "rvgk_entry"


@pytest.mark.rule("bd:3.6", "bd:3.7", "bd:4.5", "bd:9.2")
def test_every_country_of_the_rules_is_on_the_map() -> None:
    countries = tomllib.loads(files("data").joinpath("bd", "game.toml").read_text("utf-8"))["countries"]
    names = [name for owners in countries.values() for name in owners]
    land = {owner(h) for h in board().grid if is_land(h)}
    variant = tomllib.loads(files("data").joinpath("bd", "scenarios", "grand.toml").read_text("utf-8"))["lithuania"]
    assert len(names) == len(set(names)) and set(names) - land == {variant["becomes"]}, "3.7 makes it"
    assert {n for n in land - set(names) if not n.startswith("USSR")} <= {"Sweden", "Finland", "Bulgaria", "Italy"}


@pytest.mark.rule("bd:1.4", "bd:2.2")
def test_four_edges_in_their_directions_and_one_grid() -> None:
    """The corners are printed; a corner belongs to both its edges, and no number stands twice."""
    b = board()
    x = {label: b.grid.column(b.find(label)) for label in ("1000", "3200", "1624", "2924")}
    y = {label: b.grid.row(b.find(label)) for label in x}
    assert x["1000"] == x["3200"] > x["1624"] == x["2924"] and y["1000"] < y["1624"] < y["2924"] < y["3200"]
    assert len({b.label(h) for h in b.grid}) == b.grid.size == 23 * 25 and len(b.sheets) == 1
    assert (
        b.place_at[b.find("2804")].name.startswith("Rostov") and b.place_at[b.find("2419")].size == "industrial region"
    )
