"""The counters of Proud Monster against what the rules print about them."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from engine.components.counters import build_roster
from engine.components.datafile import DataError
from engine.components.load import records
from engine.components.roster import CALLED_OUT, SIZES, Roster

POOL = {"rd": 343, "cd": 49, "td": 57, "mrd": 26, "rb": 69, "mrb": 1, "tb": 64}
"""Sums of the columns of table 17.6."""
ORDER = ("RD", "CD", "TD", "MRD", "RB", "MRB", "TB")
MECH = {
    "panzer", "motorized", "assault gun", "recon", "flak",
    "tank division", "motorized division", "tank brigade", "motorized rifle brigade",
}  # fmt: skip


def table(name: str) -> dict[str, Any]:
    """A data file of the game."""
    return tomllib.loads(files("data").joinpath("pm", *name.split("/")).read_text("utf-8"))


@pytest.fixture(scope="module")
def roster() -> Roster:
    return build_roster(table("counters.toml"), table("classes.toml"))


def of(roster: Roster, side: str = "", kind: str = "", size: str = "", nationality: str = "") -> list[str]:
    """Ids of the counters that fit."""
    wanted = ((roster.side, side), (roster.kind, kind), (roster.size, size), (roster.nationality, nationality))
    return [i for u, i in enumerate(roster.ids) if all(not word or column[u] == word for column, word in wanted)]


def faces(roster: Roster, unit: str) -> tuple[tuple[int, int, int], ...]:
    return roster.faces[roster.by_id[unit]]


def arrival(roster: Roster, unit: str) -> int:
    return roster.arrival[roster.by_id[unit]]


# ---------------------------------------------------------------------- kinds and columns
@pytest.mark.rule("pm:2.11")
def test_every_kind_has_units_and_the_mechanized_ones_are_those_of_the_list(roster: Roster) -> None:
    assert set(roster.kind) == set(roster.classes)
    assert {k for k, c in roster.classes.items() if c.mech} == MECH
    assert not any(c.hq for c in roster.classes.values())


@pytest.mark.rule("pm:2.11")
def test_signs_are_narrow_and_tell_the_kinds_of_a_side_apart(roster: Roster) -> None:
    letters = [c.ascii for c in roster.classes.values()]
    assert len(letters) == len(set(letters))
    assert "H" not in letters, "the far zoom uses it"
    for c in roster.classes.values():
        assert len(c.glyph) == 1 and unicodedata.east_asian_width(c.glyph) in ("N", "Na"), c.kind
        assert unicodedata.category(c.glyph) in ("So", "Sm") and re.fullmatch("[A-Z]", c.ascii), c.kind
    for side in ("axis", "soviet"):
        kinds = {roster.kind[u] for u in range(len(roster)) if roster.side[u] == side}
        assert len({roster.classes[k].glyph for k in kinds}) == len(kinds), side


@pytest.mark.rule("pm:2.9", "pm:2.10")
def test_ids_and_names_are_tidy(roster: Roster) -> None:
    for u, unit in enumerate(roster.ids):
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", unit), unit
        assert 1 <= len(roster.short[u]) <= 6 and roster.name[u], unit
        assert roster.size[u] in SIZES, unit
    known = [s for u, s in enumerate(roster.short) if roster.formation[u] not in POOL]
    assert len(known) == len(set(known))
    for short in ("ArKo", "FG", "FL", "GD", "HF", "3JN", "900L"):
        assert short in known


@pytest.mark.rule("pm:2.16", "pm:2.12", "pm:2.13")
def test_every_step_lost_weakens_and_slows(roster: Roster) -> None:
    for u, unit in enumerate(roster.ids):
        assert len(roster.faces[u]) == roster.steps[u], unit
        assert roster.faces[u][0] == (roster.attack[u], roster.defense[u], roster.move[u]), unit
        for (a, d, m), (a2, d2, m2) in zip(roster.faces[u], roster.faces[u][1:], strict=False):
            assert a2 <= a and d2 <= d and a2 + d2 < a + d and m2 < m, unit
            assert a2 and d2, unit


@pytest.mark.rule("pm:2.14", "pm:2.15")
def test_steps(roster: Roster) -> None:
    four = {i for u, i in enumerate(roster.ids) if roster.steps[u] == 4}
    assert four == {
        i
        for kind in ("panzer", "motorized")
        for i in of(roster, "axis", kind, "division", "german")
    }  # fmt: skip
    assert {roster.steps[u] for u in range(len(roster)) if roster.ids[u] not in four} == {1, 2}
    two = {i for u, i in enumerate(roster.ids) if roster.steps[u] == 2 and roster.side[u] == "soviet"}
    assert len(two) == 15 and {roster.formation[roster.by_id[i]] for i in two} == {"guards"}


@pytest.mark.rule("pm:15.6", "pm:5.6")
def test_a_german_stack_may_assault_twice_on_turn_1(roster: Roster) -> None:
    for kind in ("panzer", "motorized", "assault gun"):
        for unit in of(roster, "axis", kind, nationality="german"):
            assert faces(roster, unit)[0][2] >= 12, unit


@pytest.mark.rule("pm:15.2", "pm:9.18")
def test_a_panzer_division_may_cross_a_river_and_assault(roster: Roster) -> None:
    for unit in of(roster, "axis", "panzer", "division", "german"):
        assert all(move >= 9 for _, _, move in faces(roster, unit)), unit


# ---------------------------------------------------------------------- the German side
@pytest.mark.rule("pm:2.10", "pm:2.14")
def test_panzer_and_motorized_divisions(roster: Roster) -> None:
    panzer = of(roster, "axis", "panzer", "division", "german")
    assert sorted(panzer) == sorted({f"{n}pz" for n in (*range(1, 15), 16, 17, 18, 19, 20)})
    motorized = set(of(roster, "axis", "motorized", "division", "german"))
    assert {"1ss", "2ss"} <= motorized and len(motorized) == 14
    assert {"1ss-bde", "2ss-bde"} <= set(of(roster, "axis", "motorized", "brigade", "german"))
    assert roster.size[roster.by_id["gd"]] == "regiment"


@pytest.mark.rule("pm:2.17", "pm:8.18", "pm:3.6")
def test_printed_turns_of_arrival(roster: Roster) -> None:
    assert arrival(roster, "2pz") == arrival(roster, "5pz") == 7
    assert arrival(roster, "7para") == 6 and roster.kind[roster.by_id["7para"]] == "parachute"
    late = [u for u in of(roster, "axis", "panzer") if arrival(roster, u)]
    assert set(late) == {"2pz", "5pz"}
    second = [u for u in of(roster, "axis", nationality="german") if arrival(roster, u) == 2]
    assert len(second) >= 3, "several reinforcements on turn 2 (8.3)"
    assert max(roster.arrival) <= 12


@pytest.mark.rule("pm:8.21")
def test_nine_security_divisions_of_one_step_wait_to_be_called_out(roster: Roster) -> None:
    units = of(roster, "axis", "security", "division", "german")
    assert len(units) == 9
    assert all(arrival(roster, u) == CALLED_OUT and len(faces(roster, u)) == 1 for u in units)


@pytest.mark.rule("pm:14.41", "pm:8.3")
def test_siege_artillery(roster: Roster) -> None:
    assert of(roster, "axis", "siege artillery") == ["arko"]
    assert faces(roster, "arko") == ((0, 1, 4),)
    assert arrival(roster, "arko") == CALLED_OUT
    assert {u for u in roster.ids if arrival(roster, u) == CALLED_OUT} == {"arko", *of(roster, "axis", "security")}


@pytest.mark.rule("pm:10.1", "pm:17.4", "pm:6.3")
def test_three_flak_corps_that_never_attack(roster: Roster) -> None:
    units = of(roster, "axis", "flak", "corps", "german")
    assert len(units) == 3 == len(of(roster, kind="flak"))
    assert all(attack == 0 < defense for u in units for attack, defense, _ in faces(roster, u))


@pytest.mark.rule("pm:10.2", "pm:10.3", "pm:10.4", "pm:17.4")
def test_aircraft(roster: Roster) -> None:
    units = of(roster, "axis", "ground support", "corps", "german")
    assert len(units) == 5 and "viii-fk" in units
    assert all(faces(roster, u) == ((0, 0, 0),) and arrival(roster, u) == 0 for u in units)
    assert of(roster, "soviet", "ground support") == ["6-iak"]
    assert faces(roster, "6-iak")[0][0] == 5 and arrival(roster, "6-iak") == 12


@pytest.mark.rule("pm:7.5", "pm:8.13", "pm:2.9")
def test_volunteers(roster: Roster) -> None:
    assert of(roster, nationality="spanish", kind="infantry", size="division") == ["250sp"]
    assert of(roster, nationality="french") == ["638fr"] and of(roster, nationality="croat") == ["369cr"]
    for unit in ("250sp", "638fr", "369cr", "fl"):
        assert arrival(roster, unit) > 0, unit
    assert len(faces(roster, "250sp")) == 2, "else it could not take replacements"


@pytest.mark.rule("pm:7.2", "pm:7.3", "pm:7.4", "pm:15.1", "pm:3.7")
def test_allies(roster: Roster) -> None:
    assert of(roster, nationality="hungarian") == of(roster, size="corps", kind="motorized") == ["hf"]
    assert arrival(roster, "hf") == 0
    for nation in ("hungarian", "italian", "romanian"):
        assert any(roster.mech[roster.by_id[u]] for u in of(roster, nationality=nation)), nation
    assert all(arrival(roster, u) > 1 for u in of(roster, nationality="italian"))
    assert {"ro-g", "ro-gr"} <= set(of(roster, "axis", "infantry", "division", "romanian"))


@pytest.mark.rule("pm:8.13")
def test_kinds_that_take_replacements_have_two_steps(roster: Roster) -> None:
    for kind in table("scenarios/campaign.toml")["replacements"]["german_kinds"]:
        units = of(roster, "axis", kind, "division", "german")
        assert units and all(len(faces(roster, u)) == 2 for u in units), kind


@pytest.mark.rule("pm:14.17")
def test_mountain_infantry_defends_better_than_it_attacks(roster: Roster) -> None:
    assert all(d > a for u in of(roster, "axis", "mountain") for a, d, _ in faces(roster, u))


@pytest.mark.rule("pm:6.3")
def test_assault_guns_are_battalions_and_never_stronger_than_a_division(roster: Roster) -> None:
    guns = of(roster, "axis", "assault gun")
    assert of(roster, size="battalion", kind="assault gun") == guns and len(guns) >= 12
    assert all(len(faces(roster, u)) == 1 for u in guns)


@pytest.mark.rule("pm:17.4", "pm:8.16")
def test_withdrawals_find_units_of_their_kind(roster: Roster) -> None:
    rows = records(table("scenarios/campaign.toml")["withdrawals"], "campaign.toml", "withdrawals")
    asked: Counter[tuple[str, str, str]] = Counter()
    for row in rows:
        (kind,) = row["kinds"]
        asked[row["nationality"], kind, row["size"]] += row["count"]
        group = of(roster, "axis", kind, row["size"], row["nationality"])
        assert len([u for u in group if 0 <= arrival(roster, u) < row["turn"]]) >= row["count"], row
    assert asked == {
        ("german", "light infantry", "division"): 1,
        ("german", "infantry", "division"): 4,
        ("german", "cavalry", "division"): 1,
        ("hungarian", "motorized", "corps"): 1,
        ("german", "flak", "corps"): 3,
        ("german", "ground support", "corps"): 5,
    }
    assert [r["turn"] for r in rows] == [9, 10, 11, 11, 11, 12, 12, 12]
    assert {r["kinds"][0] for r in rows if r["must"]} == {"flak", "ground support"}, "8.17"


@pytest.mark.rule("pm:2.1", "pm:2.18")
def test_the_counters_leave_room_for_the_markers(roster: Roster) -> None:
    second = sum(n == 4 for n in roster.steps)
    markers = (
        1 + 1 + 2 + (second - 2) + 2 + 3 + 18
    )  # turn, points, replacements, refits, aerial supply, pause, concentration
    hedgehogs = 959 - len(roster) - second - markers
    assert 10 <= hedgehogs <= 25


# ---------------------------------------------------------------------- the Soviet side
@pytest.mark.rule("pm:17.6", "pm:3.2", "pm:2.15")
def test_pieces_are_as_many_as_the_schedule_draws(roster: Roster) -> None:
    schedule = records(table("charts.toml")["soviet_schedule"], "charts.toml", "soviet_schedule")
    drawn = {name.lower(): sum(row[name] for row in schedule) for name in ORDER}
    assert drawn == POOL
    assert Counter(f for f in roster.formation if f in POOL) == POOL
    assert sum(POOL.values()) + len([u for u in roster.formation if u == "guards"]) == 624


@pytest.mark.rule("pm:2.15")
def test_a_piece_shows_its_type_and_movement_and_nothing_else(roster: Roster) -> None:
    for u, unit in enumerate(roster.ids):
        if roster.formation[u] in POOL:
            twin = roster.by_id[f"{roster.formation[u]}-001"]
            assert re.fullmatch(rf"{roster.formation[u]}-\d{{3}}", unit)
            assert roster.faces[u] == ((0, 0, roster.move[twin]),) and roster.arrival[u] == 0
            assert (roster.short[u], roster.name[u]) == (roster.short[twin], roster.name[twin])
    assert roster.ids.count("rd-343") == 1 and "rd-344" not in roster.by_id


@pytest.mark.rule("pm:2.15", "pm:17.6")
def test_identities_fit_their_pieces(roster: Roster) -> None:
    pool = table("pool.toml")
    assert {k for k, v in pool.items() if isinstance(v, dict)} == set(POOL)
    seen: set[str] = set(roster.ids)
    for formation, count in POOL.items():
        rows = records(pool[formation], "pool.toml", formation)
        assert len(rows) == count
        assert len({row["short"] for row in rows}) == count, formation
        assert len({row["name"] for row in rows}) == count, formation
        for row in rows:
            assert row["move"] == roster.move[roster.by_id[f"{formation}-001"]], row
            assert 1 <= row["attack"] <= 9 and 1 <= row["defense"] <= 9, row
            assert row["id"] not in seen and re.fullmatch(r"[a-z0-9]+(-[a-z]+)?", row["id"]), row
            assert len(row["short"]) <= 6, row
            seen.add(row["id"])


@pytest.mark.rule("pm:2.15", "pm:14.30")
def test_quoted_values_are_in_the_pool(roster: Roster) -> None:
    pool = table("pool.toml")
    values = {f: {(r[3], r[4], r[5]) for r in pool[f]["rows"]} for f in POOL}
    assert {(1, 1, 5), (6, 7, 5), (3, 3, 5)} <= values["rd"]
    assert (3, 1, 7) in values["cd"]
    rifle = [r[3] for r in pool["rd"]["rows"]]
    assert (min(rifle), max(rifle)) == (1, 6), "a rifle division is a 1-1-5 at worst and a 6-7-5 at best"


@pytest.mark.rule("pm:2.9", "pm:2.11")
def test_militia_naval_and_parachute_names(roster: Roster) -> None:
    pool = table("pool.toml")
    shorts = " ".join(r[1] for r in pool["rd"]["rows"])
    for code in ("CM", "GM", "IM", "KM", "KRM", "LM", "MM", "OM", "SM", "STM", "VM", "YM"):
        assert re.search(rf"(^| )\d*{code}\d?( |$)", shorts), code
    names = " ".join(r[2] for r in pool["rb"]["rows"])
    assert "Naval" in names and "Airborne" in names
    assert not any("Guards" in r[2] and "Militia" not in r[2] for f in POOL for r in pool[f]["rows"])


@pytest.mark.rule("pm:8.11", "pm:17.6")
def test_guards_by_type_and_turn(roster: Roster) -> None:
    schedule = records(table("charts.toml")["soviet_schedule"], "charts.toml", "soviet_schedule")
    kinds = {"GdsRD": "rifle division", "GdsCD": "cavalry division", "GdsMRD": "motorized division"}
    kinds["GdsTB"] = "tank brigade"
    guards = Counter((roster.kind[u], roster.arrival[u]) for u, f in enumerate(roster.formation) if f == "guards")
    wanted = {(kind, int(r["turn"])): r[name] for r in schedule for name, kind in kinds.items() if r[name]}
    assert guards == wanted
    best = max(r[3] + r[4] for r in table("pool.toml")["rd"]["rows"])
    assert all(sum(faces(roster, u)[0][:2]) > best for u in roster.ids if u.endswith("grd"))


# ---------------------------------------------------------------------- reading the file
def small(**changes: Any) -> Roster:
    """A Roster of one counter, or of pieces."""
    row: dict[str, Any] = {"id": "x", "short": "X", "name": "X", "map": "", "kind": "panzer", "size": "division"}
    row |= {"faces": "9-7-12 7-6-11", "arrival": 3, "note": ""} | changes
    formation: dict[str, Any] = {"id": "f", "side": "axis", "nationality": "german", "rows": [list(row.values())]}
    if "count" in changes:
        formation = {k: v for k, v in formation.items() if k != "rows"} | {"pieces": row}
    return build_roster({"columns": list(row), "formation": [formation]}, table("classes.toml"))


def test_faces_as_printed() -> None:
    roster = small()
    assert roster.faces == [((9, 7, 12), (7, 6, 11))] and roster.steps == [2] and roster.arrival == [3]
    assert (roster.attack2, roster.defense2) == ([7], [6])


def test_pieces_are_numbered() -> None:
    roster = small(count=2, move=8)
    assert roster.ids == ["x-001", "x-002"] and roster.faces == [((0, 0, 8),)] * 2


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"faces": "9-7"}, "x.faces"),
        ({"faces": "9-7-10 " * 5}, "x.faces"),
        ({"faces": 3}, "x.faces"),
        ({"faces": "٩-7-10"}, "x.faces"),
        ({"size": "troop"}, "x.size"),
        ({"arrival": "soon"}, "x.arrival"),
        ({"arrival": -2}, "x.arrival"),
        ({"kind": "elephant"}, "elephant"),
        ({"count": 0, "move": 5}, "count"),
        ({"count": 3, "move": True}, "move"),
    ],
)
def test_faults_are_named(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(DataError, match=words):
        small(**changes)
