"""The board of Proud Monster: hexes the rules quote, what its rules need, and what must hold of any map of 1941."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from engine.components.grid import Hex
from engine.components.load import read_table
from tests.support.maps import MapFile

MAP = MapFile("pm", ("lake", "sea", "sivash", "kerch"))
board, town, is_land, reach, sides = MAP.board, MAP.town, MAP.is_land, MAP.reach, MAP.sides
SOVIET = "USSR"


def labels(hexes: list[Hex] | set[Hex] | frozenset[Hex]) -> list[str]:
    """For a readable failure."""
    return sorted(board().label(h) for h in hexes)


def zone(name: str) -> list[str]:
    """The labels of a zone in its order."""
    return [board().label(h) for h in board().zones[name].hexes]


def soviet(h: Hex) -> bool:
    """Land of the Soviet Union."""
    return board().owner_names[board().owner[h]].startswith(SOVIET)


def open_land(a: Hex, b: Hex) -> bool:
    """A step of a ground unit in dry weather, straits apart."""
    return is_land(b) and not any(board().has(f, a, b) for f in ("lake", "sea", "sivash", "kerch"))


@pytest.mark.rule("pm:12.10")
@pytest.mark.parametrize("label", ["4712N", "5011N", "5112N", "4302N", "3907N", "3913N", "4014N", "4115N", "5315N"])
def test_country_of_fields_and_woods_is_clear(label: str) -> None:
    """Found by proof-reading: half open in 1941, not the forest that costs a mechanized unit two points."""
    assert board().terrain_name(board().find(label)) == "clear"


# ---------------------------------------------------------------------- hexes the rules quote
with (Path(__file__).parent / "pm_hexrefs.csv").open(encoding="utf-8", newline="") as file:
    QUOTED = [pytest.param(r, marks=pytest.mark.rule(f"pm:{r['rule']}"), id=f"{r['hex']}-{r['check']}-{r['value']}")
              for r in csv.DictReader(file)]  # fmt: skip


@pytest.mark.parametrize("row", QUOTED)
def test_quoted_hex(row: dict[str, str]) -> None:
    b, value, check = board(), row["value"], row["check"]
    if check.startswith("column"):
        assert _column(row), row["note"]
        return
    h = b.find(row["hex"])
    place = b.place_at.get(h)
    ends = {*zone(value)[:1], *zone(value)[-1:]} if check == "end" else set()
    way = [[b.label(x) for x in chain] for chain in b.chains["highway"]]
    checks: dict[str, Callable[[], bool]] = {
        "land": lambda: is_land(h),
        "place": lambda: place is not None and place.name == value,
        "city": lambda: place is not None and (place.name, place.size) == (value, "city"),
        "value": lambda: place is not None and place.value == int(value),
        "mark": lambda: place is not None and value in place.marks,
        "no mark": lambda: place is not None and value not in place.marks,
        "zone": lambda: h in b.zone(value),
        "not zone": lambda: h not in b.zone(value),
        "end": lambda: row["hex"] in ends,
        "beside": lambda: b.find(value) in b.grid.adjacent[h],
        "highway": lambda: row["hex"] == (way[0][0] if value == "west" else way[-1][-1]),
        "side gas_line": lambda: b.has("gas_line", h, b.find(value)),
        "side river": lambda: b.has("river", h, b.find(value)),
        "strait": lambda: any(b.side(value)[h * 6 + d] for d in range(6)),
    }
    assert checks[check](), row["note"]


def _column(row: dict[str, str]) -> bool:
    b, column = board(), int(row["hex"][:2])
    found = [h for h in b.grid if b.column_numbers[b.grid.column(h)] == column and b.label(h)[-1] == row["hex"][-1]]
    if row["check"] == "column of":
        return town(row["value"]) in found
    return all(h in b.zone(row["value"]) for h in found if soviet(h)) and any(soviet(h) for h in found)


@pytest.mark.rule("pm:2.4")
def test_the_edge_rows_of_both_sheets_are_the_same_ground() -> None:
    b = board()
    for column in (10, 28, 41, 60):
        assert b.find(f"{column}28N") == b.find(f"{column}00S")
    assert b.label(b.find("2828N")) == "2800S"
    assert b.find("2800S") in b.grid.adjacent[b.find("2827N")]


@pytest.mark.rule("pm:9.15")
@pytest.mark.parametrize(("kind", "hexes"), [("sivash", "3215S 3216S 3315S"), ("kerch", "3719S 3819S 3820S")])
def test_each_strait_is_two_sides_of_three_hexes(kind: str, hexes: str) -> None:
    three = {board().find(h) for h in hexes.split()}
    assert len(sides(kind)) == 2
    assert all(pair <= three for pair in sides(kind))
    assert not sides(kind) & sides("sea", "lake", "river")


@pytest.mark.rule("pm:8.7")
def test_minsk_takes_forty_units_and_moscow_sixty() -> None:
    b = board()
    for name, most in (("Minsk", 40), ("Moscow", 60)):
        own = next(p.hexes for p in b.places if p.name == name)
        near = {n for h in own for n in b.grid.adjacent[h] if is_land(n)} - set(own)
        assert 10 * len(own) + 5 * len(near) == most


@pytest.mark.rule("pm:14.3", "pm:4.3")
def test_moscow_is_two_hexes_side_by_side() -> None:
    moscow = [p for p in board().places if len(p.hexes) > 1]
    assert [p.name for p in moscow] == ["Moscow"]
    assert moscow[0].hexes[1] in board().grid.adjacent[moscow[0].hexes[0]]


# ---------------------------------------------------------------------- land and water
@pytest.mark.rule("pm:12.14")
def test_land_hangs_together() -> None:
    land = {h for h in board().grid if is_land(h)}
    assert labels(land - reach([town("Minsk")], open_land)) == []


@pytest.mark.rule("pm:9.15")
def test_the_crimea_hangs_on_perekop() -> None:
    """Without the hex of the Perekop lines only the two straits lead to the Crimea."""
    perekop = board().zone("perekop")
    found = reach([town("Minsk")], lambda a, b: open_land(a, b) and b not in perekop)
    assert found & board().zone("weather_south") == set()
    assert town("Kerch") in reach([town("Sevastopol")], open_land)


def test_no_reservoir_of_later_years() -> None:
    lakes = {h for h in board().grid if board().terrain_name(h) == "lake"}
    assert labels(lakes) == ["3502N", "3503N", "4400N", "4600N", "4601N", "5503N"]


@pytest.mark.rule("pm:9.16")
def test_lake_supply_of_leningrad() -> None:
    """With 4301N German and the land side shut only the lake leads out; with 4401N and 4500N too nothing does."""
    b = board()
    east = b.zone("supply_soviet")
    wall = {b.find(h) for h in ("4100N", "4101N", "4202N", "4301N")}
    shore = {b.find(h) for h in ("4401N", "4500N")}

    def by_water(x: Hex, y: Hex) -> bool:
        return b.terrain_name(y) in ("lake", *LAND) and not b.has("sea", x, y)

    start = [town("Leningrad")]
    assert reach(start, open_land) & east
    assert not reach(start, lambda x, y: open_land(x, y) and y not in wall) & east
    assert reach(start, lambda x, y: by_water(x, y) and y not in wall) & east
    assert not reach(start, lambda x, y: by_water(x, y) and y not in wall | shore) & east


LAND = ("clear", "forest", "hills", "marsh")


@pytest.mark.rule("pm:12.8", "pm:12.10")
def test_terrain_is_of_the_chart_and_cities_stand_in_the_clear() -> None:
    b = board()
    chart = {row[0] for row in read_table("pm", "terrain.toml")[0]["rows"]}
    assert set(b.terrain_names) == chart | {"off board"}
    for place in b.places:
        for h in place.hexes:
            assert is_land(h) and soviet(h), place.name
            assert place.size != "city" or b.terrain_name(h) == "clear", place.name


def test_share_of_forest() -> None:
    """Between a quarter and a third of the north sheet, hardly any on the south one."""
    b = board()
    forest = [h for h in b.grid if b.terrain_name(h) == "forest"]
    north = [h for h in forest if b.label(h)[-1] == "N"]
    assert 300 <= len(north) <= 350 and len(forest) - len(north) < 20


# ---------------------------------------------------------------------- rivers
@pytest.mark.rule("pm:12.15")
@pytest.mark.parametrize("name", MAP.river_names())
def test_river_is_one_chain(name: str) -> None:
    own = MAP.river(name)
    assert len(own) == len(set(own))
    assert MAP.cut_off(name) == []
    assert MAP.breaks(name) == []


def test_no_river_side_stands_twice_or_alone() -> None:
    every = [s for name in MAP.river_names() for s in MAP.river(name)]
    assert len(every) == len(set(every))
    assert MAP.lone_river_sides() == []
    assert not set(every) & sides("sea", "lake")


def test_no_hex_has_water_on_all_sides() -> None:
    assert MAP.ringed() == []


BANKS = [  # place, river, a hex across
    ("Riga", "Western Dvina", "2606N"), ("Daugavpils", "Western Dvina", "2911N"), ("Polotsk", "Western Dvina", "3212N"),
    ("Vitebsk", "Western Dvina", "3513N"), ("Mogilev", "Dnieper", "3518N"), ("Smolensk", "Dnieper", "3816N"),
    ("Kiev", "Dnieper", "3101S"), ("Kremenchug", "Dnieper", "3407S"), ("Dnepropetrovsk", "Dnieper", "3908S"),
    ("Zaporozhye", "Dnieper", "3610S"), ("Kherson", "Dnieper", "3014S"), ("Cherkassy", "Dnieper", "3304S"),
    ("Gomel", "Sozh", "3424N"), ("Bryansk", "Desna", "4222N"), ("Chernigov", "Desna", "3427N"),
    ("Bobruisk", "Berezina", "3120N"), ("Kaunas", "Niemen", "2211N"), ("Pskov", "Velikaya", "3505N"),
    ("Novgorod", "Volkhov", "4305N"), ("Narva", "Narva", "3702N"), ("Kalinin", "Volga", "4812N"),
    ("Kaluga", "Oka", "4720N"), ("Ryazan", "Oka", "5521N"), ("Voronezh", "Don", "4902S"),
    ("Rostov-on-Don", "Don", "4716S"),
    ("Voroshilovgrad", "Donets", "4910S"), ("Poltava", "Vorskla", "3706S"), ("Nikolaev", "Southern Bug", "2811S"),
    ("Brest-Litovsk", "Western Bug", "1718N"), ("Leningrad", "Neva", "4300N"), ("Lutsk", "Styr", "1824N"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "river", "across"), BANKS)
def test_town_stands_on_its_bank(name: str, river: str, across: str) -> None:
    b, found = board(), MAP.bank(name)
    assert river in {b.river_names.get(s) for h in found for s in range(h * 6, h * 6 + 6)}
    assert b.find(across) not in found


# ---------------------------------------------------------------------- border and zones
@pytest.mark.rule("pm:12.18", "pm:3.7")
def test_border_and_the_strip_beyond_it() -> None:
    b = board()
    strip = b.zone("zomo_germany") | b.zone("zomo_hungary") | b.zone("zomo_romania")
    assert {h for h in b.grid if is_land(h) and not soviet(h)} == strip
    wanted = {frozenset((h, n)) for h in strip for n in b.grid.adjacent[h] if is_land(n) and soviet(n)}
    assert sides("border") == wanted
    behind = {h for h in strip if not any(h in pair for pair in wanted)}
    assert labels(behind) == ["1912N"]  # 8.2: 1913N does not touch the OKH area
    assert labels(b.zone("supply_german")) == labels(strip - {b.find(h) for h in ("1913N", "2013N", "2014N")})


@pytest.mark.rule("pm:8.2")
def test_both_okh_areas_reach_the_whole_strip_but_the_hexes_left_out() -> None:
    b = board()
    north, south = b.zone("okh_north_entry"), b.zone("okh_south_entry")
    out = {b.find(h) for h in ("1906N", "1907N", "1913N", "2013N", "2014N")}
    assert north == b.zone("zomo_germany") - out
    assert south == b.zone("zomo_hungary") | b.zone("zomo_romania")
    assert (b.boxes["okh_north"].entry, b.boxes["okh_south"].entry) == ("okh_north_entry", "okh_south_entry")


@pytest.mark.rule("pm:3.3")
def test_border_hexes_in_order() -> None:
    """From Memel to the Danube each touches the next and the border; the two stretches make up the whole of it."""
    b = board()
    line = [*b.zones["border_every"].hexes, *b.zones["border_alternate"].hexes]
    assert len(line) == len(set(line))
    border = {h for pair in sides("border") for h in pair if soviet(h)}
    assert labels(border) == labels(set(line))
    assert [b.label(x) for x, y in pairwise(line) if b.grid.distance(x, y) > 2] == []
    assert all(b.column_numbers[b.grid.column(h)] <= 22 for h in line)


@pytest.mark.rule("pm:3.3", "pm:3.4")
def test_frontier_and_interior_share_the_soviet_union() -> None:
    b = board()
    frontier, interior = b.zone("frontier"), b.zone("interior")
    assert frontier | interior == b.zone("soviet") and not frontier & interior
    large = [p.name for p in b.places if p.size != "town" and p.hexes[0] in frontier]
    assert large == ["Bialystok", "Brest-Litovsk", "Lvov"]
    columns = [b.grid.column(h) for h in interior]
    assert all(columns.count(c) >= 4 for c in range(13, 51))


@pytest.mark.rule("pm:13.2")
def test_weather_zones_share_the_land() -> None:
    b = board()
    south = b.zone("weather_south")
    assert b.zone("weather_north") == {h for h in b.grid if is_land(h)} - south
    crimea = reach([town("Sevastopol")], lambda x, y: open_land(x, y) and y not in b.zone("perekop"))
    assert labels(south) == labels(crimea)


@pytest.mark.rule("pm:9.3")
def test_attenuated_supply_line_parts_west_from_east() -> None:
    b = board()
    west = b.zone("west_of_gas")
    cut = {p for p in sides("gas_line") if all(is_land(h) for h in p)}
    land = {frozenset((h, n)) for h in west for n in b.grid.adjacent[h] if is_land(n) and n not in west}
    assert land - sides("kerch") == cut
    assert all(town(n) in west for n in ("Pskov", "Smolensk", "Gomel", "Dnepropetrovsk", "Kerch", "Simferopol"))
    assert all(town(n) not in west for n in ("Leningrad", "Novgorod", "Moscow", "Bryansk", "Kharkov", "Mariupol"))
    assert b.zone("weather_south") <= west


@pytest.mark.rule("pm:11.4")
def test_invasion_coast_is_the_black_sea_shore_of_the_crimea() -> None:
    b = board()
    line = b.zones["invasion_coast"].hexes
    assert all(y in b.grid.adjacent[x] or b.grid.distance(x, y) == 2 for x, y in pairwise(line))
    assert all(any(b.terrain_name(n) == "sea" for n in b.grid.adjacent[h]) for h in line)
    assert set(line) <= b.zone("weather_south") and town("Sevastopol") in line


@pytest.mark.rule("pm:9.17", "pm:11.2")
def test_ports_lie_on_the_sea() -> None:
    b = board()
    ports = {p.name: p.hexes[0] for p in b.places if "port" in p.marks}
    assert set(ports) == {"Odessa", "Sevastopol", "Novorossiysk"}
    assert all(any(b.terrain_name(n) == "sea" for n in b.grid.adjacent[h]) for h in ports.values())
    assert "southern_ports" in b.boxes


# ---------------------------------------------------------------------- lines
@pytest.mark.rule("pm:12.20")
def test_highway_is_unbroken_and_passes_its_towns() -> None:
    b = board()
    (way,) = b.chains["highway"]
    assert all(y in b.grid.adjacent[x] for x, y in pairwise(way))
    assert not {frozenset(p) for p in pairwise(way)} & sides("lake", "sea")
    on = [b.place_at[h].name for h in way if h in b.place_at]
    assert [n for n in ("Minsk", "Borisov", "Orsha", "Yartsevo", "Vyazma", "Mozhaisk", "Moscow") if n not in on] == []
    assert set(b.grid.adjacent[town("Smolensk")]) & set(way), "it passed Smolensk on the north"


@pytest.mark.rule("pm:12.20", "pm:12.15")
def test_highway_crosses_the_dnieper_once() -> None:
    b = board()
    (way,) = b.chains["highway"]
    crossed = [b.river_names.get(b.grid.between(x, y)) for x, y in pairwise(way)]
    assert crossed.count("Dnieper") == 1


FORTS = {
    "fort": ["luga_north", "luga_south", "vyazma", "mozhaisk", "border_forts", "kiev", "perekop"],
    "heavy fort": ["leningrad", "moscow", "sea_fortresses"],
    "stalin line": ["stalin_line"],
}


@pytest.mark.rule("pm:14.24", "pm:14.25", "pm:14.28", "pm:14.30")
def test_lines_of_forts() -> None:
    b = board()
    assert {group: [z.id for z in b.zones_of(group)] for group in FORTS} == FORTS
    forts = [h for group in ("fort", "heavy fort") for z in b.zones_of(group) for h in z.hexes]
    assert len(forts) == len(set(forts)) and all(soviet(h) for h in forts)
    assert not set(forts) & b.zone("stalin_line")
    assert zone("leningrad") == ["4300N"] and "4921N" in zone("mozhaisk")


@pytest.mark.rule("pm:14.25", "pm:14.30")
@pytest.mark.parametrize("name", ["luga_north", "luga_south", "vyazma", "moscow", "stalin_line"])
def test_line_is_a_chain(name: str) -> None:
    """Each hex touches the next one; in the ring round Moscow one of the two next ones."""
    b = board()
    line = b.zones[name].hexes
    for i, h in enumerate(line[:-1]):
        assert set(line[i + 1 : i + 3]) & set(b.grid.adjacent[h]), b.label(h)


@pytest.mark.rule("pm:14.25")
def test_fort_lines_face_west() -> None:
    """Vyazma and Moscow lie behind their lines, on the highway the lines follow each other to the east."""
    b = board()
    (way,) = b.chains["highway"]
    lines = ("vyazma", "mozhaisk", "moscow")
    crossed = [next(i for i, h in enumerate(way) if h in b.zone(name)) for name in lines]
    assert crossed == sorted(crossed)
    assert way.index(town("Vyazma")) > crossed[0]


# ---------------------------------------------------------------------- places and values
DISTRICTS = ["Kharkov", "Kiev", "Leningrad", "Minsk", "Moscow", "Odessa", "Orel", "Rostov-on-Don"]


@pytest.mark.rule("pm:4.2", "pm:8.7")
def test_grades_and_values() -> None:
    b = board()
    assert all(1 <= p.value <= 9 for p in b.places if p.size == "city")
    large = [p for p in b.places if p.size == "large town"]
    assert all(0 <= p.value <= 9 for p in large) and 2 * sum(p.value > 0 for p in large) > len(large)
    assert all(p.value == 0 and not p.marks for p in b.places if p.size == "town")
    assert sorted(p.name for p in b.places if "district" in p.marks) == DISTRICTS
    assert all(p.note for p in b.places if p.value)


def _turn(day: int, month: int) -> int:
    """The game turn of a day of 1941: June is turn 1, then two turns a month."""
    return 1 if month == 6 else 2 * (month - 7) + (2 if day <= 15 else 3)


@pytest.mark.rule("pm:4.2", "pm:17.2")
def test_the_pace_of_1941_never_quite_wins() -> None:
    """Points of the places by the dates of their fall stay below table 17.2, but never by more than six."""
    table = read_table("pm", "charts.toml")[0]["victory"]
    needed = {row[0]: row[1] for row in table["rows"]}
    gains = dict.fromkeys(range(1, 13), 0)
    for place in board().places:
        if date := re.search(r"\((\d+)\.(\d+)\)", place.note):
            gains[_turn(int(date[1]), int(date[2]))] += place.value
    totals = [sum(gains[t] for t in range(1, turn + 1)) for turn in range(1, 13)]
    assert totals[:10] == [2, 5, 12, 14, 18, 23, 27, 29, 34, 34]
    assert all(0 < needed[turn] - total <= 6 for turn, total in enumerate(totals, 1))
    near_misses = {
        p.name: p.value for p in board().places if p.name in ("Tula", "Rostov-on-Don", "Leningrad", "Moscow")
    }
    assert totals[-1] + near_misses["Leningrad"] >= 36 and totals[-1] + near_misses["Moscow"] >= 36
    assert totals[-1] + near_misses["Tula"] + near_misses["Rostov-on-Don"] >= 36


NAMED = (  # every place that a rule names
    "Leningrad Odessa Minsk Sevastopol Riga Moscow Novorossiysk Tula Oranienbaum Kharkov Lvov Luga Vyazma Mozhaisk"
)


@pytest.mark.parametrize("name", NAMED.split())
def test_place_that_a_rule_names(name: str) -> None:
    assert is_land(town(name))


def test_one_place_to_a_hex() -> None:
    hexes = [h for p in board().places for h in p.hexes]
    assert len(hexes) == len(set(hexes))
    names = [p.name for p in board().places]
    assert len(names) == len(set(names))


# ---------------------------------------------------------------------- the file
def test_every_change_by_hand_has_a_reason() -> None:
    fixes = MAP.table()["fix"]
    assert len(fixes) >= 10
    assert all(fix["hex"] and fix["what"] and len(fix["why"]) > 5 for fix in fixes)


def test_every_zone_group_and_box_has_a_rule_and_says_where_it_is_from() -> None:
    entries = [e for kind in ("zone", "side_group", "box") for e in MAP.table()[kind]]
    assert all(e["rule"].startswith("pm:") and e["provenance"] in ("rulebook", "reconstructed") for e in entries)


# ---------------------------------------------------------------------- what proof-reading found
@pytest.mark.rule("pm:9.16", "pm:9.13")
def test_no_land_leads_round_leningrad_over_the_neva_bay() -> None:
    """Oranienbaum and the Karelian shore meet only in Leningrad; the Neva flows between the city and that shore."""
    b = board()
    assert b.has("sea", b.find("4100N"), b.find("4200N"))
    assert not b.has("river", b.find("4100N"), b.find("4200N"))
    assert b.river_names[b.grid.between(b.find("4201N"), b.find("4200N"))] == "Neva"
    leningrad = town("Leningrad")
    south = reach([b.find("4100N")], lambda x, y: open_land(x, y) and y != leningrad and not b.has("river", x, y))
    assert b.find("4200N") not in south


def test_the_foothills_are_a_plain() -> None:
    b = board()
    assert {b.terrain_name(b.find(h)) for h in ("1400S", "1501S", "1502S", "1603S")} == {"clear"}
    assert b.terrain_name(b.find("1403S")) == "hills", "the Carpathians"


TOWNS_MENDED = [
    ("Kamenets-Podolsk", "Khotin"), ("Kingisepp", "Narva"), ("Kashira", "Tula"), ("Lodeinoye Pole", "Tikhvin"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "other"), TOWNS_MENDED)
def test_rivers_part_or_join_towns(name: str, other: str) -> None:
    """Kamenets-Podolsk and Kingisepp lie beyond a river, Kashira and Lodeinoye Pole on this side of it."""
    b = board()
    closed = sides("river", "lake", "sea")
    near = {h for h in b.grid if b.grid.distance(h, town(other)) <= 4}
    dry = reach([town(other)], lambda x, y: is_land(y) and y in near and frozenset((x, y)) not in closed)
    assert (town(name) in dry) == (name in ("Kashira", "Lodeinoye Pole"))
