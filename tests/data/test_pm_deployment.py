"""The ready set-up of Proud Monster against every limit of 3.2 to 3.8, 5.3, 6 and 17.6."""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from importlib.resources import files
from itertools import pairwise
from typing import Any

import pytest

from engine.components.board import Board
from engine.components.counters import build_roster
from engine.components.grid import Hex
from engine.components.load import build_board, records
from engine.components.roster import Roster

TYPES = ("rd", "cd", "td", "mrd", "rb")
QUARTERS = {"corps": 4, "division": 4, "brigade": 2, "regiment": 1, "battalion": 1}
"""Stacking by size in quarters of a unit (6.3)."""
LIMIT = 5
GERMAN = ("german", "french", "croat", "spanish")


def table(name: str) -> dict[str, Any]:
    """A data file of the game."""
    return tomllib.loads(files("data").joinpath("pm", *name.split("/")).read_text("utf-8"))


@pytest.fixture(scope="module")
def board() -> Board:
    return build_board(table("map.toml"))


@pytest.fixture(scope="module")
def roster() -> Roster:
    return build_roster(table("counters.toml"), table("classes.toml"))


@pytest.fixture(scope="module")
def campaign() -> dict[str, Any]:
    return table("scenarios/campaign.toml")


@pytest.fixture(scope="module")
def axis() -> dict[str, str]:
    """Unit to hex label or Reserve Area."""
    return dict(table("deployment.toml")["axis"]["setup"])


def soviet(board: Board, zone: str) -> dict[Hex, Counter[str]]:
    """Pieces of each type by hex. A hex named twice fails here."""
    rows = records(table("deployment.toml")["soviet"][zone], "deployment.toml", zone)
    found = {board.index[row["hex"]]: Counter({t: row[t] for t in TYPES}) for row in rows}
    assert len(found) == len(rows)
    return found


def stacks(board: Board, axis: dict[str, str]) -> dict[Hex, list[str]]:
    """Units by hex, those in Reserve Areas left out."""
    found: dict[Hex, list[str]] = defaultdict(list)
    for unit, where in axis.items():
        if where in board.index:
            found[board.index[where]].append(unit)
    return found


# ---------------------------------------------------------------------- the Soviet side
@pytest.mark.rule("pm:3.2", "pm:17.6")
@pytest.mark.parametrize("zone", ["frontier", "interior"])
def test_a_zone_gets_exactly_the_pieces_of_the_table(board: Board, zone: str) -> None:
    row = next(r for r in records(table("charts.toml")["soviet_schedule"], "charts.toml", "") if r["turn"] == zone)
    total = sum(soviet(board, zone).values(), Counter())
    assert total == {t: row[t.upper()] for t in TYPES}


@pytest.mark.rule("pm:3.3", "pm:3.4")
@pytest.mark.parametrize("zone", ["frontier", "interior"])
def test_pieces_stand_on_land_of_their_zone(board: Board, zone: str) -> None:
    allowed = board.zone(zone) & board.zone("soviet")
    for h in soviet(board, zone):
        assert h in allowed, board.labels[h]
        assert board.terrain_name(h) not in ("sea", "lake", "off board"), board.labels[h]
        column = int(board.labels[h][:2])
        assert (column <= 22) == (zone == "frontier"), board.labels[h]


@pytest.mark.rule("pm:3.3")
def test_every_border_hex_is_held(board: Board) -> None:
    held = soviet(board, "frontier")
    border = board.zones["border_every"].hexes
    assert (board.labels[border[0]], board.labels[border[-1]]) == ("2006N", "1703S")
    assert all(sum(held.get(h, Counter()).values()) for h in border)


@pytest.mark.rule("pm:3.3")
def test_every_other_hex_of_the_romanian_border_is_held(board: Board) -> None:
    held = soviet(board, "frontier")
    line = board.zones["border_alternate"].hexes
    assert (board.labels[line[0]], board.labels[line[-1]]) == ("1804S", "2114S")
    assert line[0] in held and line[-1] in held
    assert all(a in held or b in held for a, b in pairwise(line))
    assert all(h in held for h in line[::2]), "also counted strictly from the northern end"


@pytest.mark.rule("pm:3.3")
def test_the_three_large_towns_of_the_frontier_are_held(board: Board) -> None:
    held = soviet(board, "frontier")
    towns = [p for p in board.places if p.size in ("city", "large town") and p.hexes[0] in board.zone("frontier")]
    assert len(towns) == 3 and all(h in held for p in towns for h in p.hexes)


@pytest.mark.rule("pm:3.4")
def test_every_city_and_large_town_of_the_interior_is_held(board: Board) -> None:
    held = soviet(board, "interior")
    towns = [h for p in board.places if p.size in ("city", "large town") for h in p.hexes]
    inside = [h for h in towns if h in board.zone("interior")]
    assert len(inside) > 40 and [board.labels[h] for h in inside if h not in held] == []


@pytest.mark.rule("pm:3.4")
def test_every_column_of_the_interior_has_four_units(board: Board) -> None:
    columns: Counter[str] = Counter()
    for h, pieces in soviet(board, "interior").items():
        columns[board.labels[h][:2]] += sum(pieces.values())
    assert set(columns) == {str(n) for n in range(23, 61)} and min(columns.values()) >= 4


@pytest.mark.rule("pm:6.1", "pm:6.4", "pm:6.5")
def test_soviet_stacks(board: Board) -> None:
    for zone in ("frontier", "interior"):
        for h, pieces in soviet(board, zone).items():
            place = board.place_at.get(h)
            limit = 2 * LIMIT if place is not None and place.size == "city" else LIMIT
            assert 1 <= sum(pieces.values()) <= limit, board.labels[h]


# ---------------------------------------------------------------------- the German side
@pytest.mark.rule("pm:3.6", "pm:3.7", "pm:8.21", "pm:14.41", "pm:10.2")
def test_the_starting_units_and_no_others_are_set_up(roster: Roster, axis: dict[str, str]) -> None:
    units = range(len(roster))
    start = {roster.ids[u] for u in units if roster.side[u] == "axis" and roster.arrival[u] == 0}
    assert set(axis) == {i for i in start if roster.kind[roster.by_id[i]] != "ground support"}


@pytest.mark.rule("pm:3.7", "pm:8.3", "pm:8.5")
def test_units_start_in_their_country(board: Board, roster: Roster, axis: dict[str, str]) -> None:
    north, south = ("zomo_germany", "okh north"), ("zomo_romania", "okh south")
    home = {"german": north, "romanian": south, "hungarian": ("zomo_hungary",)}
    guests = []
    for unit, where in axis.items():
        nation = roster.nationality[roster.by_id[unit]]
        zone = next((z for z in ("germany", "romania", "hungary") if where in _labels(board, f"zomo_{z}")), where)
        places = home["german" if nation in GERMAN else nation]
        if f"zomo_{zone}" in places or where in places:
            continue
        assert nation == "german" and (zone == "romania" or where == "okh south"), (unit, where)
        guests.append(unit)
    kinds = Counter(roster.kind[roster.by_id[u]] for u in guests)
    assert kinds.pop("assault gun") <= 1
    assert sum(kinds.values()) <= table("game.toml")["constants"]["romania_germans"]["value"] == 7
    assert not any(roster.classes[k].mech for k in kinds)
    assert all(roster.size[roster.by_id[u]] == "division" for u in guests if u != "190stg")


def _labels(board: Board, zone: str) -> set[str]:
    return {board.labels[h] for h in board.zone(zone)}


@pytest.mark.rule("pm:3.7", "pm:5.3")
def test_only_the_fast_corps_starts_in_hungary(board: Board, axis: dict[str, str]) -> None:
    assert [u for u, where in axis.items() if where in _labels(board, "zomo_hungary")] == ["hf"]


@pytest.mark.rule("pm:8.2", "pm:8.4")
def test_reserve_areas_are_boxes_of_the_map(board: Board, axis: dict[str, str]) -> None:
    areas = {where for where in axis.values() if where not in board.index}
    assert areas == {"okh north", "okh south"}
    assert {a.replace(" ", "_") for a in areas} <= set(board.boxes)


@pytest.mark.rule("pm:6.1", "pm:6.3")
def test_axis_stacks(board: Board, roster: Roster, axis: dict[str, str]) -> None:
    for h, units in stacks(board, axis).items():
        sizes = [roster.size[roster.by_id[u]] for u in units]
        assert sum(QUARTERS[size] for size in sizes) <= 4 * LIMIT, board.labels[h]
        assert sum(size in ("regiment", "battalion") for size in sizes) <= 4, board.labels[h]


@pytest.mark.rule("pm:7.1", "pm:7.3", "pm:7.4")
def test_nationalities_in_a_stack(board: Board, roster: Roster, axis: dict[str, str]) -> None:
    for h, units in stacks(board, axis).items():
        nations = Counter(roster.nationality[roster.by_id[u]] for u in units)
        assert len(nations.keys() & {"romanian", "hungarian", "italian"}) <= 1, board.labels[h]
        if nations["romanian"]:
            assert nations["german"] <= 1, board.labels[h]
            assert not board.labels[h].endswith("N")


@pytest.mark.rule("pm:4.4", "pm:3.7")
def test_every_hex_of_greater_germany_is_held(board: Board, axis: dict[str, str]) -> None:
    assert board.zone("zomo_germany") <= set(stacks(board, axis))


@pytest.mark.rule("pm:3.8", "pm:3.1")
def test_panzer_groups_stand_where_they_stood(board: Board, axis: dict[str, str], roster: Roster) -> None:
    """Each panzer division is within two hexes of another of its group, the groups from north to south."""
    groups: dict[str, list[Hex]] = defaultdict(list)
    for unit, where in axis.items():
        group = roster.formation[roster.by_id[unit]][:4]
        if unit.endswith("pz") and where in board.index:
            groups[group].append(board.index[where])
    assert set(groups) == {"4pzg", "3pzg", "2pzg", "1pzg"} and sum(map(len, groups.values())) == 17
    for hexes in groups.values():
        assert all(
            min(board.grid.distance(h, k) for i, k in enumerate(hexes) if i != n) <= 2 for n, h in enumerate(hexes)
        )
    rows = [sum(board.grid.row(h) for h in groups[g]) / len(groups[g]) for g in ("4pzg", "3pzg", "2pzg", "1pzg")]
    assert rows == sorted(rows)


# ---------------------------------------------------------------------- the campaign
@pytest.mark.rule("pm:5.1", "pm:5.4")
def test_calendar(campaign: dict[str, Any]) -> None:
    rows = records(campaign["calendar"], "campaign.toml", "calendar")
    assert [r["turn"] for r in rows] == list(range(1, campaign["turns"]["full"] + 1))
    assert [r["couplets"] for r in rows] == [1, *[2] * 11]
    assert (rows[0]["title"], rows[1]["title"], rows[6]["title"]) == ("II June", "I July", "II September")
    assert (rows[9]["title"], rows[11]["title"]) == ("I November", "I December")


@pytest.mark.rule("pm:13.2", "pm:17.1", "pm:17.10", "pm:8.13")
def test_what_the_date_decides(campaign: dict[str, Any]) -> None:
    rows = records(campaign["calendar"], "campaign.toml", "calendar")

    def month(row: dict[str, Any]) -> str:
        return str(row["title"]).split()[1].lower()

    weather = [r["when"] for r in records(table("charts.toml")["weather"], "charts.toml", "weather")]
    assert [w for r in rows for w in r["weather"]] == weather
    assert all(len(r["weather"]) == (2 if r["turn"] >= 7 else 0) for r in rows)
    points = {"june": 0, "july": 0, "august": 0, "december": 2}
    assert all(r["attenuation"] == points.get(month(r), 1) for r in rows)
    rate = {"august": 2, "september": 3, "october": 4, "november": 5, "december": 6}
    assert [r["replacements"] for r in rows[:3]] == [0, 0, 1]
    assert all(r["replacements"] == rate[month(r)] for r in rows[3:])


@pytest.mark.rule("pm:3.5", "pm:8.9", "pm:8.11")
def test_schedule_names_formations(roster: Roster, campaign: dict[str, Any]) -> None:
    guards = campaign["schedule"]["guards"]
    columns = set(table("charts.toml")["soviet_schedule"]["columns"]) - {"turn"}
    assert {c for c in columns if c.startswith("Gds")} == set(guards)
    assert {c.lower() for c in columns - {*guards, "GSA"}} == {*TYPES, "mrb", "tb"} >= set(guards.values())
    rows = records(table("charts.toml")["soviet_schedule"], "charts.toml", "soviet_schedule")
    assert next(r["TB"] for r in rows if r["turn"] == str(campaign["tank_brigades"]["from_turn"])) == 48


@pytest.mark.rule("pm:8.18", "pm:8.21", "pm:14.41", "pm:8.3", "pm:8.5")
def test_names_of_the_campaign_exist(board: Board, roster: Roster, campaign: dict[str, Any]) -> None:
    assert set(campaign["refits"]["never"]) == {"2pz", "5pz"} <= set(roster.ids)
    assert set(campaign["arrivals"]["boxes"]) == {
        n for u, n in enumerate(roster.nationality) if roster.side[u] == "axis"
    }
    assert campaign["replacements"]["soviet_formation"] in roster.formation_titles
    assert set(campaign["replacements"]["german_kinds"]) | set(campaign["refits"]["kinds"]) <= set(roster.classes)
