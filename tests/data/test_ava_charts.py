"""Charts, terrain and game constants of A Victory Awaits against everything the rulebook says about them."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from engine.components.load import read_table, records, scenario_ids
from engine.components.results import ResultsTable, build_results

Table = dict[str, Any]
DATES = (
    "22 Jun-1 Jul/2-11 Jul/12-21 Jul/22-31 Jul/1-10 Aug/11-20 Aug/21-31 Aug/1-10 Sep/11-20 Sep"  # ten days each (1.1)
)
SCENARIOS = ("campaign", "kiev", "leningrad", "smolensk")


@pytest.fixture(scope="module")
def charts() -> Table:
    return read_table("ava", "charts.toml")[0]


@pytest.fixture(scope="module")
def crt(charts: Table) -> ResultsTable:
    return build_results(charts["crt"])


def track(charts: Table, scenario: str) -> list[Table]:
    return records(charts["turn_track"][scenario], "charts.toml", scenario)


def column(charts: Table, scenario: str, key: str) -> list[int]:
    return [t[key] for t in track(charts, scenario)]


# ---------------------------------------------------------------------- combat results
@pytest.mark.rule("ava:10.3")
@pytest.mark.parametrize(
    ("attack", "defense", "heading"),
    [
        (15, 5, "3:1"),
        (26, 9, "2:1"),
        (12, 7, "1.5:1"),
        (18, 13, "1:1"),
        (25, 2, "10:1"),
        (12, 1, "10:1"),
        (5 + Fraction(3, 2) + Fraction(3, 2), 2, "4:1"),
        (10, 2, "5:1"),
    ],
)
def test_ratio_examples(crt: ResultsTable, attack: Fraction, defense: int, heading: str) -> None:
    assert crt.columns[crt.place(attack, defense)] == heading


@pytest.mark.rule("ava:10.3")
def test_shift_examples(crt: ResultsTable) -> None:
    at = crt.columns.index
    assert crt.columns[at("3:1") - 2] == "1.5:1"
    assert crt.columns[at("4:1") - 2] == "2:1"
    assert crt.columns[at("10:1") - 2] == "8:1"
    assert (crt.columns[0], crt.columns[-1]) == ("1:1", "10:1")


@pytest.mark.rule("ava:10.4")
def test_results_are_codes_of_the_rules(crt: ResultsTable, charts: Table) -> None:
    cells = {cell for row in crt.rows for cell in row}
    assert all(re.fullmatch(r"A[1-9]|-|R|RR|[1-9]RR", cell) for cell in cells)
    assert {"A1", "-", "R", "RR", "1RR", "2RR", "3RR"} <= cells
    assert cells == set(charts["crt"]["order"])


@pytest.mark.rule("ava:10.4")
def test_attack_example_is_the_one_sourced_result(crt: ResultsTable, charts: Table) -> None:
    assert crt.results(crt.columns.index("4:1"))[4 - 1] == "RR"
    (sourced,) = charts["crt"]["status"]
    assert sourced == {"column": "4:1", "roll": 4, "result": "RR", "provenance": "rulebook"}
    assert charts["crt"]["provenance"] == "reconstructed"


@pytest.mark.rule("ava:10.4")
def test_results_never_get_worse_with_the_die_or_the_odds(crt: ResultsTable, charts: Table) -> None:
    rank = {result: i for i, result in enumerate(charts["crt"]["order"])}
    grid = [[rank[cell] for cell in row] for row in crt.rows]
    assert len(grid) == 6
    assert all(row == sorted(row) for row in grid)
    assert all(list(col) == sorted(col) for col in zip(*grid, strict=True))


@pytest.mark.rule("ava:10.4")
def test_attacks_are_risky_up_to_about_four_to_one(crt: ResultsTable) -> None:
    def risk(heading: str) -> int:
        return sum(cell.startswith("A") for cell in crt.results(crt.columns.index(heading)))

    assert risk("1:1") > risk("3:1") > 0
    assert risk("6:1") == 0
    assert "-" in crt.results(crt.columns.index("4:1"))


# ---------------------------------------------------------------------- turn tracks
@pytest.mark.rule("ava:5.0", "ava:6.2")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nine_turns_of_growing_command(charts: Table, scenario: str) -> None:
    assert column(charts, scenario, "turn") == list(range(1, 10))
    assert [t["dates"] for t in track(charts, scenario)] == DATES.split("/")
    for key in ("ger", "rum", "su"):
        numbers = column(charts, scenario, key)
        assert numbers == sorted(numbers)
    table = charts["turn_track"][scenario]
    assert set(table["provenance"]) == set(table["columns"])


def available(scenario: str, turn: int) -> tuple[Counter[str], int]:
    """Chits of the calendar by nation up to a turn, and how many the Soviet player has freely added by then."""
    table = read_table("ava", "chits.toml")[0]
    by_id = {c["id"]: c for c in records(table, "chits.toml", "rows")}
    calendar = table["calendar"][scenario]
    count: Counter[str] = Counter()
    for t in range(1, turn + 1):
        for chit in calendar.get(str(t), []):
            c = by_id[chit]
            nation = {"soviet": "su", "both": "both"}.get(c["owner"]) or ("rum" if chit.startswith("rum-") else "ger")
            count[nation] += 1
    turns = max(0, turn - calendar["free_from_turn"] + 1)
    return count, min(turns * calendar["free_per_turn"], len(calendar["free"]))


@pytest.mark.rule("ava:6.2", "ava:18.2")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_axis_may_select_every_chit_and_the_soviets_not_more_than_they_have(charts: Table, scenario: str) -> None:
    for row in track(charts, scenario):
        count, free = available(scenario, row["turn"])
        assert (row["ger"], row["rum"]) == (count["ger"], count["rum"]), row
        assert row["su"] <= count["su"] + free, row
        if row["turn"] == 1:
            assert row["su"] == count["su"]
        assert count["both"] == 1  # the Supply Check is always in the cup


@pytest.mark.rule("ava:4.0", "ava:15.2", "ava:18.1", "ava:18.2", "ava:18.3")
@pytest.mark.parametrize(
    ("scenario", "german", "soviet"),
    [
        ("campaign", [14, 15, 15, 17], [8, 15, 19, 20]),
        ("leningrad", [4, 4, 4, 5], [2, 3, 4, 5]),
        ("smolensk", [6, 6, 6, 8], [3, 6, 9, 10]),
        ("kiev", [4, 5, 5, 6], [3, 6, 6, 7]),
    ],
)
def test_calendar_counts(scenario: str, german: list[int], soviet: list[int]) -> None:
    counts = [available(scenario, t)[0] for t in (1, 2, 3, 4)]
    assert [c["ger"] for c in counts] == german
    assert [c["su"] for c in counts] == soviet


@pytest.mark.rule("ava:15.2", "ava:18.2")
def test_smolensk_calendar() -> None:
    calendar = read_table("ava", "chits.toml")[0]["calendar"]["smolensk"]
    assert set(calendar["1"]) == {
        "supply", "2pzg", "3pzg-1", "3pzg-2", "4a", "9a", "guderian", "s-3a", "s-4a", "s-10a",
    }  # fmt: skip
    assert set(calendar["2"]) == {"s-13a", "s-20a", "s-21a"}
    assert set(calendar["3"]) == {"s-16a", "s-19a", "s-22a"}
    assert set(calendar["4"]) == {"axis-reinf", "2a", "soviet-reinf"}
    assert (calendar["free_from_turn"], calendar["free_per_turn"]) == (4, 1)


@pytest.mark.rule("ava:15.2")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_calendars_name_chits_of_their_maps_once(scenario: str) -> None:
    table = read_table("ava", "chits.toml")[0]
    by_id = {c["id"]: c for c in records(table, "chits.toml", "rows")}
    calendar = table["calendar"][scenario]
    named = [c for key in (*"123456789", "free", "optional") for c in calendar.get(key, [])]
    assert len(named) == len(set(named))
    sheets = {"leningrad": "L", "smolensk": "S", "kiev": "K"}.get(scenario, "LSK")
    assert {by_id[c]["map"] for c in named} <= {"", *sheets}
    # every chit of the maps is in the calendar
    assert {i for i, c in by_id.items() if c["map"] and c["map"] in sheets} <= set(named)


@pytest.mark.rule("ava:12.0", "ava:12.2", "ava:15.4")
def test_reinforcements_start_on_turn_four_and_the_reserve_on_turn_six(charts: Table) -> None:
    reserve = {"campaign": 12, "smolensk": 6, "leningrad": 0, "kiev": 0}
    for scenario in SCENARIOS:
        for key in ("ger_reinf", "rum_reinf", "su_reinf"):
            assert column(charts, scenario, key)[:3] == [0, 0, 0]
        assert all(n > 0 for n in column(charts, scenario, "su_reinf")[3:])
        assert column(charts, scenario, "strategic_reserve") == [0] * 5 + [reserve[scenario]] * 4
    for key in ("ger_reinf", "rum_reinf", "su_reinf"):
        parts = [column(charts, s, key) for s in ("leningrad", "smolensk", "kiev")]
        together = [sum(n) for n in zip(*parts, strict=True)]
        # Found by playing: who feeds three fronts where units are wanted most gets no more than the three together.
        most = column(charts, "campaign", key)
        assert all(n <= m for n, m in zip(most, together, strict=True))


# ---------------------------------------------------------------------- victory and optional tables
@pytest.mark.rule("ava:16.1", "ava:16.2", "ava:16.3", "ava:16.4", "ava:18.2")
def test_victory_points(charts: Table) -> None:
    points = {r["id"]: (r["points"], r["cut_off"]) for r in records(charts["victory"], "charts.toml", "victory")}
    assert points["major_city"] == (10, 5)
    assert points["stand_fast"] == (5, 2)
    assert points["breakthrough"] == (10, 5)
    assert points["breakthrough"][0] + points["from_moscow"][0] == 20
    assert points["smolensk_breakthrough"] == (10, 5)
    assert points["german_mech"][0] == points["soviet_mech"][0] == 1


@pytest.mark.rule("ava:17.2", "ava:18.1")
def test_reserve_and_okh_table(charts: Table) -> None:
    rows = records(charts["reserve_okh"], "charts.toml", "reserve_okh")
    assert [r["roll"] for r in rows] == [1, 2, 3, 4, 5, 6]
    assert [r["campaign"] for r in rows] == [r["smolensk"] for r in rows] == [3, 3, 3, 3, 4, 5]
    assert [r["leningrad"] for r in rows] == [1, 1, 2, 2, 3, 3]


@pytest.mark.rule("ava:20.2")
def test_master_cup(charts: Table) -> None:
    rows = records(charts["master_cup"], "charts.toml", "master_cup")
    assert [(r["from_turn"], r["two"], r["three"]) for r in rows] == [(1, 7, 5), (2, 8, 6), (4, 8, 6)]
    assert [r["reinforcements"] for r in rows] == [0, 0, 1]


# ---------------------------------------------------------------------- terrain, constants, sequence
@pytest.mark.rule("ava:9.2", "ava:10.3", "ava:10.7")
def test_terrain_effects() -> None:
    table = read_table("ava", "terrain.toml")[0]
    rows = {
        r["terrain"]: (r["mech"], r["foot"], r["shift"], r["advance"]) for r in records(table, "terrain.toml", "rows")
    }
    assert rows == {
        "plains": (1, 1, 0, 2),
        "light woods": (2, 1, 1, 1),
        "heavy woods": (3, 2, 2, 1),
        "marsh": (3, 2, 1, 1),
        "lake": (0, 0, 0, 0),
        "sea": (0, 0, 0, 0),
        "mountain": (0, 0, 2, 1),
    }
    assert (table["city"]["shift"], table["major_city"]["shift"], table["major_city"]["mp"]) == (1, 2, 1)
    assert table["minor_river"]["mp"] == 1
    assert table["minor_river"]["half"] is table["major_river"]["half"] is table["bridge"]["half"] is True
    assert table["zoc"]["each_way"] == 2


@pytest.mark.rule("ava:8.2", "ava:9.2", "ava:9.3")
def test_movement_example_adds_up() -> None:
    table = read_table("ava", "terrain.toml")[0]
    rows = {r["terrain"]: r for r in records(table, "terrain.toml", "rows")}
    road, clear = table["road"]["mp"], rows["plains"]["mech"]
    # The motorized division of the example: four road hexes, then a minor river into a clear hex in an enemy zone.
    assert 4 * road + clear + table["minor_river"]["mp"] + table["zoc"]["each_way"] == 8
    foot = [rows[t]["foot"] for t in ("plains", "heavy woods", "light woods")]
    assert foot == [1, 2, 1]
    assert rows["plains"]["foot"] + table["zoc"]["each_way"] == 3
    assert 10 * table["road"]["strategic_halves"] == 5 * 2  # ten road hexes for five points


@pytest.mark.rule("ava:3.1", "ava:3.3", "ava:8.2", "ava:14.1", "ava:14.2")
def test_constants() -> None:
    constants = read_table("ava", "game.toml")[0]["constants"]
    value = {k: v["value"] for k, v in constants.items()}
    assert (value["stacking"], value["command_range"], value["loc_rail_distance"]) == (2, 4, 6)
    assert (value["fortress_steps"], value["fortress_step_defense"]) == (2, 1)
    assert all(v["rule"].startswith("ava:") for v in constants.values())


@pytest.mark.rule("ava:5.0", "ava:15.1")
def test_sequence_of_play() -> None:
    phases = read_table("ava", "sequence.toml")[0]["phase"]
    ids = [p["id"] for p in phases]
    assert len(ids) == len(set(ids))
    seen: set[str] = set()
    for p in phases:
        assert p["side"] in ("axis", "soviet", "both", "active")
        assert p["rule"].startswith("ava:")
        assert p.get("parent", p["id"]) in seen | {p["id"]}, "a segment follows its phase"
        seen.add(p["id"])
    top = [p["id"] for p in phases if "parent" not in p]
    assert top == ["setup", "surprise", "selection", "command", "activation", "operations", "end", "victory"]


@pytest.mark.rule("ava:18.2")
def test_options_offer_their_default() -> None:
    meta = read_table("ava", "game.toml")[0]
    for option in meta["option"]:
        assert option["default"] in option["values"], option["id"]
    assert set(scenario_ids("ava")) == set(SCENARIOS)
    assert meta["default_scenario"] in SCENARIOS
