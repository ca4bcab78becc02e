"""The set-up and the scenarios of A Victory Awaits on the map: zones, stacking, the red line, markers, arrivals."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import pytest

from engine.components.board import Board
from engine.components.counters import build_roster
from engine.components.grid import Hex
from engine.components.load import build_board, read_table, records, scenario_ids
from engine.components.roster import Roster
from engine.games.ava.ruleset import play_area

Table = dict[str, Any]
SHEET = {"leningrad": "L", "smolensk": "S", "kiev": "K"}
WET = ("sea", "lake", "off board")
NO_SET_UP = (*WET, "mountain")
STAND_FAST = {
    "Leningrad": {"L3602", "L3603", "L3702"},
    "Vitebsk": {"S3510"},
    "Smolensk": {"S4112"},
    "Gomel": {"S3726"},
    "Rzhev": {"S5003"},
    "Vyazma": {"S5009"},
    "Bryansk": {"S5120"},
    "Kiev": {"K3507", "K3607", "K3608"},
}


@pytest.fixture(scope="module")
def board() -> Board:
    return build_board(read_table("ava", "map.toml")[0])


@pytest.fixture(scope="module")
def roster() -> Roster:
    return build_roster(read_table("ava", "counters.toml")[0], read_table("ava", "classes.toml")[0])


@pytest.fixture(scope="module")
def deployment() -> Table:
    return read_table("ava", "deployment.toml")[0]


def formations(deployment: Table) -> list[Table]:
    found: list[Table] = deployment["formation"]
    return found


def scenario(name: str) -> Table:
    return read_table("ava", f"scenarios/{name}.toml")[0]


def stacks(deployment: Table) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for f in formations(deployment):
        for unit, label in f["setup"].items():
            found[label].append(unit)
    return found


# ---------------------------------------------------------------------- who is set up
@pytest.mark.rule("ava:4.0")
def test_every_unit_is_deployed_or_in_its_box_and_none_twice(deployment: Table, roster: Roster) -> None:
    placed = Counter(u for f in formations(deployment) for u in f["setup"])
    assert max(placed.values()) == 1
    elsewhere = {"S-S-19A", "L-A-3PzG"}
    for u, unit in enumerate(roster.ids):
        boxed = "available" in roster.formation[u] or roster.formation[u] in elsewhere
        assert (placed[unit] == 0) == boxed, unit
    assert set(placed) <= set(roster.ids)


@pytest.mark.rule("ava:4.0")
def test_units_stand_with_their_formation(deployment: Table, roster: Roster) -> None:
    for f in formations(deployment):
        for unit in f["setup"]:
            u = roster.by_id[unit]
            mine = (f["id"], f["side"], f["map"], f["nationality"])
            assert mine == (roster.formation[u], roster.side[u], roster.sheet[u], roster.nationality[u]), unit
        zoned = [u for z in f["zone"] for u in z["units"] if u != f["hq"]]
        assert sorted([*zoned, *([f["hq"]] if f["hq"] else [])]) == sorted(f["setup"]), f["id"]


@pytest.mark.rule("ava:3.1", "ava:4.0")
def test_no_more_than_two_to_a_hex_and_never_both_sides(deployment: Table, roster: Roster) -> None:
    for label, units in stacks(deployment).items():
        assert len(units) <= 2, label
        assert len({roster.side[roster.by_id[u]] for u in units}) == 1, label


# ---------------------------------------------------------------------- zones
@pytest.mark.rule("ava:4.0")
def test_headquarters_stand_in_their_hexes(deployment: Table, roster: Roster) -> None:
    for f in formations(deployment):
        own = [u for u in f["setup"] if roster.hq[roster.by_id[u]]]
        assert own == ([f["hq"]] if f["hq"] else []), f["id"]
        if f["hq"]:
            assert f["setup"][f["hq"]] == f["hq_hex"], f["id"]


@pytest.mark.rule("ava:4.0")
def test_2nd_panzergruppe_hq_starts_with_one_combat_unit(deployment: Table) -> None:
    (group,) = [f for f in formations(deployment) if f["hq"] == "hq-2pzg"]
    mates = [u for u, h in group["setup"].items() if h == group["hq_hex"] and u != "hq-2pzg"]
    assert len(mates) == 1


@pytest.mark.rule("ava:4.0")
def test_areas_are_filled_ranges_kept_and_single_hexes_used(deployment: Table, board: Board) -> None:
    for f in formations(deployment):
        setup: dict[str, str] = f["setup"]
        for z in f["zone"]:
            at = [setup[u] for u in z["units"] if u != f["hq"]]
            if z["kind"] == "range":
                centre = board.index[z["centre"]]
                far = [h for h in at if board.grid.distance(centre, board.index[h]) > z["radius"]]
                assert not far, f"{f['id']}: {far}"
                continue
            assert set(at) <= set(z["hexes"]), f["id"]
            assert set(z["hexes"]) <= set(setup.values()), f"{f['id']}: an empty hex in {z['kind']}"
            if z["kind"] == "hex":
                assert len(z["hexes"]) == 1
                assert 1 <= sum(h == z["hexes"][0] for h in setup.values()) <= 2, f["id"]
            else:
                assert z["kind"] == "area"
                assert one_block(board, z["hexes"]), f["id"]


def one_block(board: Board, labels: list[str]) -> bool:
    hexes = {board.index[h] for h in labels}
    return flood(board, min(hexes), hexes) == hexes


def flood(board: Board, start: Hex, allowed: set[Hex], barrier: str = "") -> set[Hex]:
    """Hexes reached from a start inside a set without crossing sides of a kind."""
    seen, todo = {start}, [start]
    while todo:
        h = todo.pop()
        for n in board.grid.adjacent[h]:
            if n in allowed and n not in seen and not (barrier and board.has(barrier, h, n)):
                seen.add(n)
                todo.append(n)
    return seen


@pytest.mark.rule("ava:4.0")
def test_a_free_set_up_is_always_possible(deployment: Table) -> None:
    """No hex of an area belongs to two formations, and each zone has room for its units and units for its hexes."""
    owner: dict[str, str] = {}
    for f in formations(deployment):
        for z in f["zone"]:
            if z["kind"] == "range":
                continue
            own = [u for u in z["units"] if u != f["hq"]]
            with_hq = f["hq_hex"] in z["hexes"]
            assert len(z["hexes"]) - with_hq <= len(own), f["id"]
            assert len(own) + with_hq <= 2 * len(z["hexes"]), f["id"]
            for h in z["hexes"]:
                assert owner.setdefault(h, f["id"]) == f["id"], h


# ---------------------------------------------------------------------- on the map
@pytest.mark.rule("ava:2.1", "ava:4.0")
def test_nobody_starts_in_water_or_outside_his_map(deployment: Table, board: Board) -> None:
    areas = {sheet: play_area(board, scenario(name), name) for name, sheet in SHEET.items()}
    for f in formations(deployment):
        for unit, label in f["setup"].items():
            h = board.index[label]
            assert board.labels[h] == label, f"{unit}: {label} is an alias"
            assert board.terrain_names[board.terrain[h]] not in NO_SET_UP, f"{unit} {label}"
            assert h in areas[f["map"]], f"{unit} {label}"


@pytest.mark.rule("ava:9.2")
def test_every_terrain_of_the_map_has_its_row_in_the_chart(board: Board) -> None:
    table = read_table("ava", "terrain.toml")[0]
    rows = {r["terrain"] for r in records(table, "terrain.toml", "rows")}
    assert set(board.terrain_names) - {"off board"} <= rows


@pytest.mark.rule("ava:2.1", "ava:3.4")
def test_the_red_line_parts_the_two_sides(deployment: Table, board: Board, roster: Roster) -> None:
    land = {h for h in range(board.grid.size) if board.terrain_names[board.terrain[h]] not in WET}
    side_of = {board.index[label]: roster.side[roster.by_id[units[0]]] for label, units in stacks(deployment).items()}
    seen: set[Hex] = set()
    for h, side in side_of.items():
        if h in seen:
            continue
        region = flood(board, h, land, "start line")
        seen |= region
        strangers = [board.labels[n] for n, other in side_of.items() if n in region and other != side]
        assert not strangers, f"{board.labels[h]} ({side}) is not parted from {strangers}"
        for group, hexes in board.supply.items():
            if side == "axis" and group != "axis":
                assert not region & set(hexes), f"a {group} supply hex lies west of the red line"


@pytest.mark.rule("ava:15.1")
def test_every_panzergruppe_can_make_a_surprise_attack(deployment: Table, board: Board, roster: Roster) -> None:
    soviet = {
        board.index[label]
        for label, units in stacks(deployment).items()
        if roster.side[roster.by_id[units[0]]] == "soviet"
    }
    groups = [f for f in formations(deployment) if f["hq"].endswith("pzg")]
    assert {f["hq"] for f in groups} == set(scenario("campaign")["surprise"]["hqs"])
    for f in groups:
        hexes = {board.index[h] for h in f["setup"].values()}
        targets = {n for h in hexes for n in board.grid.adjacent[h]} & soviet
        assert len(targets) >= 2, f["id"]


# ---------------------------------------------------------------------- scenarios
@pytest.mark.rule("ava:18.1", "ava:18.2", "ava:18.3", "ava:19.1")
@pytest.mark.parametrize("name", ["campaign", "kiev", "leningrad", "smolensk"])
def test_scenario_refers_to_what_exists(name: str, roster: Roster) -> None:
    assert name in scenario_ids("ava")
    s = scenario(name)
    assert s["id"] == name
    assert s["turn_track"] in read_table("ava", "charts.toml")[0]["turn_track"]
    chits = read_table("ava", "chits.toml")[0]
    assert s["calendar"] in chits["calendar"]
    ids = {c["id"] for c in records(chits, "chits.toml", "rows")}
    assert set(s["optional"]["chits"]) <= ids
    assert set(s["optional"]["chits"]) == set(chits["calendar"][name]["optional"])
    options = {o["id"]: o["values"] for o in read_table("ava", "game.toml")[0]["option"]}
    for option, values in s["options"].items():
        assert set(values) <= set(options[option])
    assert set(s["sheets"]) == ({SHEET[name]} if name in SHEET else {"L", "S", "K"})
    for arrival in s.get("arrival", {}).values():
        assert arrival["formation"] in roster.formation_titles
        assert arrival["chit"] in ids
    for hq in s["surprise"]["hqs"]:
        assert roster.sheet[roster.by_id[hq]] in s["sheets"]


def rules_missing(table: Table, path: str) -> list[str]:
    return [
        f"{path}.{key}"
        for key, value in table.items()
        if isinstance(value, dict) and key not in ("options", "arrival") and "ava:" not in str(value.get("rule", ""))
    ]


@pytest.mark.rule("ava:18.2")
@pytest.mark.parametrize("name", ["campaign", "kiev", "leningrad", "smolensk"])
def test_every_scenario_key_names_its_rule(name: str) -> None:
    s = scenario(name)
    assert not rules_missing(s, name)
    assert not rules_missing(s.get("arrival", {}), "arrival")


@pytest.mark.rule("ava:18.1", "ava:18.2", "ava:18.3", "ava:16.4")
def test_lengths_and_thresholds() -> None:
    smolensk = scenario("smolensk")
    assert (smolensk["turns"]["short"], smolensk["turns"]["full"]) == (6, 9)
    assert (smolensk["threshold"]["short"], smolensk["threshold"]["full"]) == (60, 85)
    for name, limit in {"campaign": 191, "leningrad": 54, "kiev": 52}.items():
        s = scenario(name)
        assert s["turns"]["full"] == 9
        assert s["threshold"]["full"] == limit


@pytest.mark.rule("ava:16.2")
def test_stand_fast_markers_lie_on_their_major_cities(board: Board) -> None:
    everywhere = {h for hexes in STAND_FAST.values() for h in hexes}
    assert set(scenario("campaign")["stand_fast"]["hexes"]) == everywhere
    assert len(everywhere) == 12
    for name, sheet in SHEET.items():
        s = scenario(name)["stand_fast"]
        assert set(s["hexes"]) == {h for h in everywhere if h[0] == sheet}
        assert (s["first_removal"], s["removals_a_check"]) == (6, 1)
    for city, labels in STAND_FAST.items():
        for label in labels:
            place = board.place_at[board.index[label]]
            assert place.size == "major city", label
            assert place.name.replace("'", "") == city, label


@pytest.mark.rule("ava:4.0", "ava:18.2")
def test_brest_has_its_fortress_and_smolensk_builds_none(board: Board) -> None:
    assert board.place_at[board.index["S0927"]].name.startswith("Brest")
    for name in ("smolensk", "campaign"):
        assert [(m["hex"], m["steps"]) for m in scenario(name)["fortress"]["at_start"]] == [("S0927", 1)]
    plans = {n: scenario(n)["fortress"] for n in scenario_ids("ava")}
    built = {n: (f["build_steps"], f["build_hexes"]) for n, f in plans.items()}
    assert built == {"campaign": (2, 6), "leningrad": (1, 3), "kiev": (1, 3), "smolensk": (0, 0)}


@pytest.mark.rule("ava:15.3")
def test_19th_army_arrives_on_turn_three(roster: Roster) -> None:
    group = {roster.ids[u] for u in range(len(roster)) if roster.formation[u] == "S-S-19A"}
    assert len(group) == 11, "its headquarters and ten units, all with the one chit"
    for name in ("smolensk", "campaign"):
        arrival = scenario(name)["arrival"]["19a"]
        assert (arrival["turn"], arrival["chit"], arrival["formation"]) == (3, "s-19a", "S-S-19A")
        calendar = read_table("ava", "chits.toml")[0]["calendar"][name]
        assert "s-19a" in calendar["3"]


@pytest.mark.rule("ava:18.1")
def test_three_units_of_3rd_panzergruppe_arrive_at_leningrad(roster: Roster) -> None:
    group = {roster.ids[u] for u in range(len(roster)) if roster.formation[u] == "L-A-3PzG"}
    assert group == {"12pz-l", "18mot-l", "20mot-l"}
    assert scenario("leningrad")["arrival"]["3pzg"]["turn"] == 7
    assert scenario("campaign")["left_out"] == ["L-A-3PzG"]


@pytest.mark.rule("ava:15.4", "ava:16.3")
def test_strategic_reserve_comes_from_moscow(board: Board) -> None:
    moscow = ["S5504", "S5507", "S5513"]
    per_turn = {n: scenario(n)["strategic_reserve"]["units"] for n in scenario_ids("ava")}
    assert per_turn == {"campaign": 12, "smolensk": 6, "leningrad": 0, "kiev": 0}
    for name in ("campaign", "smolensk"):
        s = scenario(name)
        assert s["strategic_reserve"]["from_turn"] == 6
        assert s["strategic_reserve"]["entry"] == s["moscow"]["hexes"] == moscow
    assert {board.index[h] for h in moscow} == set(board.supply["from_moscow"])


@pytest.mark.rule("ava:18.2")
def test_smolensk_withdrawal_and_breakthrough(board: Board, roster: Roster, deployment: Table) -> None:
    s = scenario("smolensk")
    assert (s["withdrawal"]["turn"], s["withdrawal"]["attack"]) == (6, 18)
    assert s["breakthrough"]["length"] == "full"
    assert [board.labels[board.index[h]] for h in s["breakthrough"]["hexes"]] == ["S4230", "S4730"]
    strength = sum(
        roster.attack[roster.by_id[u]]
        for f in formations(deployment)
        if f["map"] == "S" and f["side"] == "axis"
        for u in f["setup"]
        if roster.mech[roster.by_id[u]]
    )
    assert strength >= 5 * s["withdrawal"]["attack"], "withdrawing must cost, not ruin"
