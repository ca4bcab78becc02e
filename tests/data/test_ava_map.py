"""The board of A Victory Awaits: hexes the rules quote, and what must hold of any sound map of 1941."""

from __future__ import annotations

import csv
from collections.abc import Callable
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from engine.components.grid import Hex
from tests.support.maps import MapFile, Pair

MAP = MapFile("ava", ("barred",))
board, table, pair, town, is_land, reach = MAP.board, MAP.table, MAP.pair, MAP.town, MAP.is_land, MAP.reach
sides = MAP.sides


def joined(kind: str) -> list[Pair]:
    """Every pair of hexes that roads or railroads of the file join, as often as it stands there."""
    chains = [chain.split() for line in table()[kind] for chain in line["chains"]]
    return [frozenset((board().find(a), board().find(b))) for chain in chains for a, b in pairwise(chain)]


def along(kind: str, start: Hex) -> set[Hex]:
    """All hexes reached by road or railroad."""
    return reach([start], lambda a, b: board().has(kind, a, b))


# ---------------------------------------------------------------------- hexes the rules quote
with (Path(__file__).parent / "ava_hexrefs.csv").open(encoding="utf-8", newline="") as file:
    QUOTED = [pytest.param(r, marks=pytest.mark.rule(f"ava:{r['rule']}"), id=f"{r['hex']}-{r['check']}-{r['value']}")
              for r in csv.DictReader(file)]  # fmt: skip


@pytest.mark.parametrize("row", QUOTED)
def test_quoted_hex(row: dict[str, str]) -> None:
    b = board()
    h, value = b.find(row["hex"]), row["value"]
    here = [b.features(h * 6 + d) for d in range(6)]
    place = b.place_at.get(h)
    checks: dict[str, Callable[[], bool]] = {
        "land": lambda: is_land(h),
        "terrain": lambda: b.terrain_name(h) == value,
        "owner": lambda: b.owner_names[b.owner[h]].startswith(value),
        "city": lambda: place is not None and (place.name, place.size) == (value, "city"),
        "major city": lambda: place is not None and (place.name, place.size) == (value, "major city"),
        "supply": lambda: h in b.supply[value],
        "railroad": lambda: any("railroad" in f for f in here),
        "road": lambda: any("road" in f for f in here),
        "river": lambda: any(value in f for f in here),
        "beside": lambda: b.find(value) in b.grid.adjacent[h],
    }
    assert checks[row["check"]](), row["note"]


@pytest.mark.rule("ava:2.1")
def test_rows_of_l_and_s_are_the_same_ground() -> None:
    for column, row in ((1, 21), (27, 25), (55, 30)):
        assert board().find(f"L{column:02d}{row}") == board().find(f"S{column:02d}{row - 20:02d}")
    assert board().label(board().find("L2723")) == "S2703"


# ---------------------------------------------------------------------- terrain, owners, places
def test_land_hangs_together() -> None:
    """All land but the Finnish shore, which has no part in play, is one piece; nothing lies behind barred sides."""
    b = board()
    land = {h for h in b.grid if is_land(h) and b.owner_names[b.owner[h]] != "Finland"}
    found = reach([town("Minsk")], lambda x, y: y in land and not b.has("barred", x, y))
    assert sorted(b.label(h) for h in land - found) == []


def test_no_reservoir_of_later_years() -> None:
    """The lakes are Ladoga, Peipus with Pskov, Vortsjarv and Ilmen, and no other."""
    b = board()
    lakes = {b.label(h) for h in b.grid if b.terrain_name(h) == "lake"}
    assert {label[0] for label in lakes} == {"L"}
    assert {"L2112", "L3912", "L3902"} & lakes == {"L2112", "L3912"}
    assert all(is_land(b.find(h)) for h in ("K3605", "K4313", "K4413", "K4514", "K5124", "K5224", "K5025"))


@pytest.mark.rule("ava:16.1")
def test_twenty_one_major_city_hexes() -> None:
    hexes = [h for p in board().places if p.size == "major city" for h in p.hexes]
    assert len(hexes) == len(set(hexes)) == 21
    by_sheet = {s: sum(board().label(h)[0] == s for h in hexes) for s in "LSK"}
    assert by_sheet == {"L": 7, "S": 8, "K": 6}


def test_places_stand_on_land_one_to_a_hex() -> None:
    hexes = [h for p in board().places for h in p.hexes]
    assert len(hexes) == len(set(hexes))
    assert [board().label(h) for h in hexes if not is_land(h)] == []


@pytest.mark.rule("ava:4.0")
def test_start_line_parts_soviet_from_other_land() -> None:
    b = board()

    def soviet(h: Hex) -> bool:
        return b.owner_names[b.owner[h]].startswith("USSR")

    wanted = {frozenset((h, n)) for h in b.grid for n in b.grid.adjacent[h]
              if is_land(h) and is_land(n) and soviet(h) != soviet(n)}  # fmt: skip
    assert sides("start line") == wanted
    assert not [h for h in b.grid if b.label(h)[0] == "L" and any(h in s for s in wanted)], "Hanko is not in play"


# ---------------------------------------------------------------------- rivers
@pytest.mark.rule("ava:2.1")
@pytest.mark.parametrize("name", MAP.river_names())
def test_river_is_one_chain(name: str) -> None:
    """Sides follow each other corner to corner; a gap is allowed only where a lake, the sea, a barred side or another
    river takes over."""
    own = MAP.river(name)
    assert len(own) == len(set(own))
    assert MAP.cut_off(name) == []
    assert MAP.breaks(name) == []


def test_no_river_side_stands_twice_or_alone() -> None:
    every = [s for name in MAP.river_names() for s in MAP.river(name)]
    assert len(every) == len(set(every))
    assert MAP.lone_river_sides() == []


def test_no_hex_has_water_on_all_sides() -> None:
    assert MAP.ringed() == []


BANKS = [  # place, river, a hex on its bank, a hex across
    ("Mogilev", "Dnieper", "S3417", "S3618"), ("Smolensk", "Dnieper", "S4113", "S4111"),
    ("Dorogobuzh", "Dnieper", "S4612", "S4610"), ("Rogachev", "Dnieper", "S3421", "S3522"),
    ("Zhlobin", "Dnieper", "S3324", "S3524"), ("Rechitsa", "Dnieper", "S3427", "S3627"),
    ("Borisov", "Berezina", "S2916", "S2716"), ("Bobruisk", "Berezina", "S3022", "S3222"),
    ("Polotsk", "Western Dvina", "S3008", "S2909"), ("Daugavpils", "Western Dvina", "S2205", "S2106"),
    ("Krustpils", "Western Dvina", "S2202", "S2003"), ("Riga", "Western Dvina", "L1519", "L1320"),
    ("Vitebsk", "Western Dvina", "S3511", "S3410"), ("Grodno", "Niemen", "S1119", "S0919"),
    ("Kaunas", "Niemen", "S1211", "S1112"), ("Alytus", "Niemen", "S1114", "S1314"),
    ("Gomel", "Sozh", "S3625", "S3827"), ("Bryansk", "Desna", "S5021", "S5221"),
    ("Chernigov", "Desna", "K3801", "K3902"), ("Brest-Litovsk", "Western Bug", "S1027", "S0828"),
    ("Pskov", "Velikaya", "L3015", "L2815"), ("Novgorod", "Volkhov", "L3810", "L4010"),
    ("Narva", "Narva", "L2806", "L3006"), ("Cherkassy", "Dnieper", "K4214", "K4212"),
    ("Kremenchug", "Dnieper", "K4814", "K4816"), ("Kherson", "Dnieper", "K4428", "K4529"),
    ("Dnepropetrovsk", "Dnieper", "K5318", "K5417"), ("Nikopol", "Dnieper", "K5222", "K5323"),
    ("Poltava", "Vorskla", "K5211", "K5312"), ("Przemysl", "San", "K0410", "K0210"),
    ("Kingisepp", "Luga", "L3205", "L3006"),
    ("Windau", "Venta", "L0618", "L0717"), ("Lokhvitsa", "Sula", "K4607", "K4807"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "river", "near", "across"), BANKS)
def test_town_stands_on_its_bank(name: str, river: str, near: str, across: str) -> None:
    b, found = board(), MAP.bank(name)
    assert river in {b.river_names.get(s) for h in found for s in range(h * 6, h * 6 + 6)}
    assert b.find(near) in found
    assert b.find(across) not in found


# ---------------------------------------------------------------------- roads and railroads
@pytest.mark.parametrize("kind", ["road", "railroad"])
def test_lines_run_over_land_once(kind: str) -> None:
    pairs = joined(kind)
    assert len(pairs) == len(set(pairs))
    assert [s for s in pairs if any(not is_land(h) for h in s)] == []
    assert set(pairs) & sides("barred") == set()


@pytest.mark.parametrize("kind", ["road", "railroad"])
def test_no_three_hexes_joined_each_to_each(kind: str) -> None:
    """Only the hexes of one major city may be: the chart joins them all."""
    b = board()
    flags = sides(kind)
    for h in b.grid:
        for x, y in combinations(b.grid.adjacent[h], 2):
            if {frozenset((h, x)), frozenset((h, y)), frozenset((x, y))} <= flags:
                place = b.place_at.get(h)
                assert place is not None and {h, x, y} <= set(place.hexes), b.label(h)


@pytest.mark.rule("ava:2.1")
def test_major_city_hexes_are_joined_and_bridged() -> None:
    b = board()
    rivers = sides("major river")
    for place in b.places:
        for x, y in combinations(place.hexes, 2):
            if place.size == "major city" and y in b.grid.adjacent[x]:
                assert b.has("road", x, y) and b.has("railroad", x, y)
                assert b.has("bridge", x, y) == (frozenset((x, y)) in rivers)


RAIL_PAIRS = (
    "Brest-Litovsk Minsk/Minsk Smolensk/Smolensk Vyazma/Vyazma Gzhatsk/Tilsit Riga/Riga Pskov/Pskov Leningrad/"
    "Lublin Kiev/Lvov Kiev/Kiev Gomel/Gomel Vitebsk/Tallinn Leningrad/Kaunas Wilno/Wilno Daugavpils/"
    "Dnepropetrovsk Lvov/Bryansk Gomel/Rzhev Sychevka/Leningrad Bologoye/"
    "Iasi Kishinev/Riga Daugavpils/Daugavpils Polotsk/Polotsk Nevel/"
    "Polotsk Vitebsk/Orsha Krichev/Mogilev Zhlobin/Pskov Gdov/Windau Riga/Chernigov Ovruch/Zhitomir Fastov"
)
ROAD_PAIRS = (
    "Brest-Litovsk Smolensk/Smolensk Vyazma/Tilsit Riga/Riga Pskov/Pskov Leningrad/Lvov Kiev/Lublin Kiev/Kiev Gomel/"
    "Gomel Vitebsk/Leningrad Novgorod/Suwalki Wilno/Alytus Wilno/Smolensk Dorogobuzh/Borisov Lepel/Lepel Vitebsk/"
    "Vladimir-Volynsky Lutsk/Sokal Dubno/Roslavl Yukhnov/Minsk Mogilev/Pskov Gdov"
)


@pytest.mark.parametrize(("kind", "a", "b"), [
    (kind, *text.rsplit(" ", 1)) for kind, texts in (("railroad", RAIL_PAIRS), ("road", ROAD_PAIRS))
    for text in texts.split("/")])  # fmt: skip
def test_line_joins(kind: str, a: str, b: str) -> None:
    assert town(b) in along(kind, town(a))


WAYS = [  # from, to, hexes by road at the most: the axes that proof-reading found cut
    ("Brest-Litovsk", "Slonim", 10), ("Kobrin", "Slonim", 8), ("Brest-Litovsk", "Baranovichi", 12),
    ("Vyazma", "Yukhnov", 5), ("Suwalki", "Augustow", 1), ("Memel", "Tilsit", 5), ("Novgorod-Seversky", "Glukhov", 3),
]  # fmt: skip


@pytest.mark.parametrize(("a", "b", "most"), WAYS)
def test_axes_of_1941_lead_straight(a: str, b: str, most: int) -> None:
    front, grid = {town(a)}, board().grid
    for _ in range(most):
        front |= {n for h in front for n in grid.adjacent[h] if board().has("road", h, n)}
    assert town(b) in front


@pytest.mark.rule("ava:2.1")
def test_the_desna_is_bridged_at_novgorod_seversky() -> None:
    b = board()
    assert b.has("bridge", b.find("S4628"), b.find("S4728"))
    assert b.river_names[b.grid.between(b.find("S4628"), b.find("S4728"))] == "Desna"


@pytest.mark.rule("ava:10.3")
def test_the_river_that_the_example_attacks_over() -> None:
    """The 179th in L1523 is attacked over a river, which does not part it from L1522 (the HQ adds its full value)."""
    b = board()
    target = b.find("L1523")
    assert b.label(target) == "S1503"
    over = {n: b.has("minor river", target, b.find(n)) for n in ("L1422", "L1423", "L1424", "L1522", "L1622", "L1623")
            if b.find(n) in b.grid.adjacent[target]}  # fmt: skip
    assert over == {"L1423": True, "L1424": True, "L1522": False, "L1623": False}
    assert b.terrain_name(b.find("L1624")) == "heavy woods"


INVENTED = (
    "S1701/S1802 S2004/S2104 S2105/S2206 S1501/S1601 S2506/S2607 S2607/S2707 S2707/S2808 S2908/S3009 S2808/S2907 "
    "S3422/S3423:Dnieper S3322/S3423:Dnieper S3423/S3424:Dnieper S2127/S2228 S4103/S4203 S1116/S1117 S1116/S1216"
)


@pytest.mark.rule("ava:2.1")
@pytest.mark.parametrize("text", INVENTED.split())
def test_no_bridge_where_none_stood(text: str) -> None:
    side, _, river = text.partition(":")
    x, y = sorted(pair(side))
    b = board()
    bridged = b.has("bridge", x, y)
    assert not (bridged and (not river or b.river_names[b.grid.between(x, y)] == river))


TRUE_DOUBLE_CROSSINGS = {
    "S3319 S3419 S3418 S3317 S3218",  # Bobruisk - Mogilev and Mogilev - Minsk, two roads over the Drut
    "L4104 L4205 L4206 L4106",  # Mga - Kirishi and Kirishi - Chudovo over the Volkhov
    "L1220 L1320 S1301 S1202",  # Tukums - Riga and Riga - Jelgava over the Lielupe
    "K0520 K0521 K0622 K0721",  # Khust - Sighet - Rakhov, left bank of the Tisza at Sighet
    "S4718 S4819 S4919 S5020",  # Roslavl - Bryansk by Zhukovka, left bank of the Desna
}


@pytest.mark.parametrize("kind", ["road", "railroad"])
def test_no_line_hops_over_the_river_it_follows(kind: str) -> None:
    """No line of the file crosses a river and is back on its first bank within three hexes, towns apart."""
    b = board()
    hops = []
    for line in table()[kind]:
        hexes = [h for i, c in enumerate(line["chains"]) for h in c.split()[1 if i else 0 :]]
        cells = [b.find(h) for h in hexes]
        crossed = [(i, b.river_names.get(b.grid.between(x, y))) for i, (x, y) in enumerate(pairwise(cells))]
        over = [(i, river) for i, river in crossed if river]
        for (i, first), (j, second) in pairwise(over):
            if first == second and j - i <= 3 and not any(h in b.place_at for h in cells[i : j + 2]):
                hops.append(" ".join(hexes[i : j + 2]))
    assert [h for h in hops if not {h, " ".join(h.split()[::-1])} & TRUE_DOUBLE_CROSSINGS] == []


# ---------------------------------------------------------------------- supply
@pytest.mark.rule("ava:3.3")
@pytest.mark.parametrize("label", table()["supply"]["axis"])
def test_axis_source_reaches_russia_by_rail(label: str) -> None:
    """From the map edge an unbroken railroad leads over the start line to Minsk or Kiev."""
    b = board()
    h = b.find(label)
    assert b.grid.column(h) == 0 or b.grid.row(h) == b.grid.rows - 1
    assert not b.owner_names[b.owner[h]].startswith("USSR")
    found = along("railroad", h)
    assert town("Minsk" if label[0] == "S" else "Kiev") in found


@pytest.mark.rule("ava:3.3")
@pytest.mark.parametrize("label", table()["supply"]["soviet"])
def test_soviet_source_lies_on_the_east_edge_with_a_railroad(label: str) -> None:
    b = board()
    h = b.find(label)
    assert b.grid.column(h) == b.grid.columns - 1
    assert {town("Minsk"), town("Kiev")} <= along("railroad", h)


@pytest.mark.rule("ava:2.1", "ava:17.4")
@pytest.mark.parametrize("label", ["S0124", "S0127"])
def test_a_road_that_ends_at_the_edge_of_poland_ends_in_its_source(label: str) -> None:
    b = board()
    assert label in table()["supply"]["axis"] and town("Minsk") in along("road", b.find(label))


BEYOND = {
    "L3401": "Finland", "L4401": "the railroad to Murmansk, cut by the Finns on the Svir", "K5330": "the Crimea",
    "K5430": "the Crimea", "S0120": "East Prussia", "S0129": "joins at the source S0130 beside it",
    "K0530": "Hungary", "K0830": "Transylvania", "K1330": "Transylvania", "K2930": "the Danube delta",
}  # fmt: skip
"""Hexes at the edge where a line ends and no source stands: nothing for the front came from there."""


@pytest.mark.rule("ava:2.1", "ava:17.4")
@pytest.mark.parametrize("kind", ["road", "railroad"])
def test_a_line_that_leaves_the_board_leads_to_a_source_or_to_where_nothing_comes_from(kind: str) -> None:
    b, sources = board(), set(table()["supply"]["axis"]) | set(table()["supply"]["soviet"])
    ends = []
    for h in map(b.find, {b.label(h) for line in b.chains[kind] for h in line}):
        at_edge = b.grid.column(h) in (0, b.grid.columns - 1) or len(b.grid.adjacent[h]) < 6
        if at_edge and sum(b.has(kind, h, n) for n in b.grid.adjacent[h]) == 1 and b.label(h) not in sources:
            ends.append(b.label(h))
    assert set(ends) - BEYOND.keys() - SIDINGS == set()


SIDINGS = {"K5520"}
"""Ends beside the source that another branch of the line leads into."""


@pytest.mark.rule("ava:17.4")
def test_the_highway_by_dmitrovsk_leads_on_to_the_source_of_orel() -> None:
    b = board()
    assert b.has("road", b.find("S5523"), b.find("S5522")) and b.has("road", b.find("S5522"), b.find("S5521"))


# ---------------------------------------------------------------------- found by proof-reading
@pytest.mark.rule("ava:9.2")
def test_the_way_of_the_movement_example_is_there() -> None:
    """Light woods, a bridged major river, a town: 9.2 goes that way."""
    b = board()
    a, krustpils = b.find("S2003"), town("Krustpils")
    assert b.terrain_name(a) == "light woods"
    assert all(b.has(name, a, krustpils) for name in ("major river", "bridge", "road"))


def test_no_way_leads_over_the_lake_of_zhizhitsa() -> None:
    b = board()
    assert b.has("barred", b.find("S3805"), b.find("S3904"))


def test_one_railroad_bridge_stood_at_mosty() -> None:
    b = board()
    south = b.find("S1320")
    assert [b.labels[n] for n in b.grid.adjacent[south] if b.has("bridge", south, n)] == ["S1420"]
    assert {b.find(h) for h in ("S1219", "S1419", "S0821")} <= along("railroad", south), "Grodno, Lida and Volkovysk"


# ---------------------------------------------------------------------- the file
def test_every_change_by_hand_has_a_reason() -> None:
    assert len(table()["fix"]) > 100
    assert all(fix["hex"] and fix["what"] and len(fix["why"]) > 5 for fix in table()["fix"])
