"""The counters of Barbarossa Deluxe against what the rules print about them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

import pytest

from engine.components.load import records
from engine.components.roster import CALLED_OUT
from tests.support.bd_data import arrival, board, front, of, pairs, roster, table, value

SUPPORT = ("air army", "artillery corps", "partisans", "interceptor corps", "airborne assault")
MECH = {
    "panzer",
    "parachute panzer",
    "tiger battalion",
    "guards",
    "guards tank",
    "tank",
    "mechanized",
    "cavalry-mechanized group",
}
TURNS = 32
LATER = range(1, TURNS + 1)


def markers() -> list[dict[str, object]]:
    return records(table("markers.toml"), "markers.toml", "rows")


# ---------------------------------------------------------------------- all counters
@pytest.mark.rule("bd:2.1", "bd:2.4", "bd:2.13")
def test_counters_and_markers_are_three_hundred_and_fifty_two() -> None:
    counts = {str(m["id"]): int(str(m["count"])) for m in markers()}
    assert len(roster()) + sum(counts.values()) == 352
    assert 10 <= counts["control"] <= 25, "too few for the front of 14.9, which needs coins besides"
    printed = {r[0]: r[1] for r in table("charts.toml")["unit_values"]["counts"]["rows"]}
    found = {
        "oversized_rifle_armies": len(of(oversized=True)),
        "tiger_battalions": len(of(kind="tiger battalion")),
        "cavalry_mechanized_groups": len(of(kind="cavalry-mechanized group")),
        "early_cavalry_groups": len(of(kind="cavalry")),
        "artillery_corps": len(of(kind="artillery corps")),
        "air_armies": len(of(kind="air army")),
        "hero_city_markers": counts["hero-city"],
        "fortress_city_markers": counts["fortress-city-1"] + counts["fortress-city"],
        "east_wall": counts["east-wall"],
        "fortress_commands": len(of(kind="fortress command")),
        "counters_total": 352,
    }
    assert found == printed


@pytest.mark.rule("bd:2.9", "bd:2.6", "bd:8.30")
def test_every_kind_has_units_and_the_mechanized_ones_are_those_of_the_list() -> None:
    r = roster()
    assert set(r.kind) == set(r.classes) - {"static"}, "that one is for counters given by their values"
    assert {k for k, c in r.classes.items() if c.mech} == MECH


@pytest.mark.rule("bd:2.9")
def test_signs_are_narrow_and_tell_the_kinds_of_a_side_apart() -> None:
    r = roster()
    letters = [c.ascii for c in r.classes.values()]
    assert len(letters) == len(set(letters))
    assert "H" not in letters, "the far zoom uses it"
    for c in r.classes.values():
        assert len(c.glyph) == 1 and unicodedata.east_asian_width(c.glyph) in ("N", "Na"), c.kind
        assert unicodedata.category(c.glyph) in ("So", "Sm") and re.fullmatch("[A-Z]", c.ascii), c.kind
    for side in ("axis", "soviet"):
        kinds = {r.kind[r.by_id[u]] for u in of(side)}
        assert len({r.classes[k].glyph for k in kinds}) == len(kinds), side


@pytest.mark.rule("bd:2.7", "bd:2.8", "bd:2.12")
def test_ids_names_and_sizes_are_tidy() -> None:
    r = roster()
    for u, unit in enumerate(r.ids):
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", unit), unit
        assert 1 <= len(r.short[u]) <= 5 and r.name[u], unit
        assert r.size[u] in ("army", "corps", "battalion") or r.kind[u] in SUPPORT, unit
        assert r.steps[u] == 1, "every unit has one step (2.12)"
    for side in ("axis", "soviet"):
        shorts = [r.short[r.by_id[u]] for u in of(side)]
        assert [s for s, n in Counter(shorts).items() if n > 1] == [], side


@pytest.mark.rule("bd:2.7")
def test_every_abbreviation_of_the_list_is_a_counter() -> None:
    listed = (
        "BCG CMB CMO CMP CMS DCG DVCG FCB FCD FCDK FCKB FCKS FCSL FCSE FCSW FHH FP GD GE GM GS GU HG Ho ICA KCG KSC "
        "LK MCG Abr Brn Hrt Jkl Kfl Koh LS Mnz Mos Neh Odr PPR Sbn SF Sil Skn Slr Sls Str Tet Tom vBn vRp Wdl Wse II "
        "III XX"
    )
    assert set(listed.split()) <= set(roster().short)


@pytest.mark.rule("bd:2.4")
def test_evidence_names_rules_and_confidence_is_told() -> None:
    t = table("counters.toml")
    for formation in t["formation"]:
        for row in records({"columns": t["columns"], "rows": formation["rows"]}, "counters.toml", formation["id"]):
            assert row["confidence"] in ("high", "medium", "low"), row["id"]
            assert all(re.fullmatch(r"\d+\.\d+", word) for word in row["evidence"].split(", ")), row["id"]


# ---------------------------------------------------------------------- entry
@pytest.mark.rule("bd:3.3", "bd:3.4", "bd:8.1")
def test_whoever_starts_has_a_place_on_the_reverse() -> None:
    """Starters have a letter or a hex, reinforcements a turn, and units of 3.5 and 4.17 the sign of their rule."""
    r = roster()
    for u, unit in enumerate(r.ids):
        turn, back, where = r.arrival[u], r.value("back", u), r.value("back_hex", u)
        if turn == 0:
            assert (back in ("N", "C", "S", "Rom")) != bool(where), unit
        elif turn == CALLED_OUT:
            assert back in ("MG", "?") or r.value("entry", u) == "conversion", unit
        else:
            assert turn in LATER and back in ("", "Yugo"), unit


@pytest.mark.rule("bd:3.3", "bd:6.3")
def test_army_groups_fit_into_their_hexes() -> None:
    for letter, zone in (("N", "start_north"), ("C", "start_centre"), ("S", "start_south")):
        group = of("axis", back=letter)
        assert len(board().zones[zone].hexes) < len(group) <= 5 * len(board().zones[zone].hexes), letter
        assert any(value("single", u) is False and roster().kind[roster().by_id[u]] == "panzer" for u in group), letter
    assert {"3ro", "4ro"} < set(of("axis", back="Rom"))


@pytest.mark.rule("bd:8.2", "bd:2.12")
def test_hexes_on_reverses_are_land_in_play() -> None:
    for unit in roster().ids:
        if where := value("back_hex", unit):
            h = board().find(str(where))
            assert board().terrain_name(h) not in ("sea", "lake", "off board"), unit


@pytest.mark.rule("bd:8.2")
def test_korpsgruppen_have_an_area_or_a_hex() -> None:
    """Two of them may come anywhere, some in one hex alone, none is replaceable."""
    kgs = [u for u in of("axis", entry="in situ")]
    assert all(value("zone", u) in ("north", "south", "any") and value("dot", u) for u in kgs)
    assert len([u for u in kgs if value("zone", u) == "any"]) == 2
    by_hex = [u for u in of("axis", entry="hex", dot=True) if roster().formation[roster().by_id[u]] == "kg"]
    assert by_hex and all(value("back_hex", u) and not value("zone", u) for u in by_hex)


@pytest.mark.rule("bd:8.3")
def test_units_with_a_place_of_entry() -> None:
    assert {value("back_hex", u) for u in ("1hu", "3hu")} == {2820} and value("entry", "2hu") == "regular"
    assert value("back_hex", "6ss") == 1415 and value("back_hex", "ksc") == 3106
    assert value("entry", "12a") == "west edge"
    assert set(of(entry="yugoslav edge", back="Yugo")) == {"21mtn", "22mtn", "91inf"}


@pytest.mark.rule("bd:8.4", "bd:8.35")
def test_factors_by_die() -> None:
    """One mechanized and five other emergency units, and the LCFC."""
    units = of("axis", entry="emergency")
    assert len(units) == 6 and sum(roster().mech[roster().by_id[u]] for u in units) == 1
    assert set(of(diced=True)) == {*units, "lcfc"} and all(value("dot", u) for u in (*units, "lcfc"))
    assert all(front(u) == (0, 0) for u in of(diced=True))


@pytest.mark.rule("bd:4.17", "bd:8.29")
def test_units_of_the_gambit() -> None:
    assert set(of(entry="gambit", back="MG")) == {"xivpz", "76pz", "2para"}
    assert front("2para")[1] == 6
    assert not {"xivpz", "76pz"} & {a for a, _ in pairs("late_panzer")}


@pytest.mark.rule("bd:8.17", "bd:4.17", "bd:15.8", "bd:8.28")
def test_turns_that_rules_name() -> None:
    assert (arrival("2ss"), arrival("3ss")) == (14, 22)
    assert (arrival("502tb"), arrival("503tb")) == (14, 14)
    assert (arrival("lpma"), arrival("lcfc"), arrival("mgp")) == (2, 20, 15)
    assert {arrival(u) for u in of(kind="cavalry-mechanized group")} == {25}
    assert {arrival(u) for u in of("axis", late=True)} == {22}
    assert {arrival(u) for u in of(kind="fortress command")} == {0, 30}
    assert 9 <= arrival("8it") <= 13, "set up by turn 13 (12.15), not in June 1942 (13.7)"


@pytest.mark.rule("bd:8.36", "bd:8.37", "bd:8.38", "bd:8.39", "bd:8.40")
def test_support_markers() -> None:
    air, guns = [sorted(map(arrival, of(kind=kind))) for kind in ("air army", "artillery corps")]
    assert (air[0], air[-1]) == (8, 30) and (guns[0], guns[-1]) == (16, 31)
    assert {arrival(u) for u in ("viic", "partisans", "airborne")} == {6}
    assert {u for kind in SUPPORT for u in of("soviet", kind)} == {u for u in of("soviet") if _support(u)}


def _support(unit: str) -> bool:
    return roster().formation[roster().by_id[unit]] in ("air", "artillery", "support")


@pytest.mark.rule("bd:7.10", "bd:7.12", "bd:9.1", "bd:9.2", "bd:8.5", "bd:8.18")
def test_markers() -> None:
    by = {m["id"]: m for m in markers()}
    assert [by[m]["range"] for m in "ABC"] == [4, 3, 2]
    assert by["A"]["arrival"] == 7 and all(7 < int(str(by[m]["arrival"])) <= 19 for m in "BC")
    turns = {"hero-city": 4, "fortress-city-1": 13, "fortress-city": 28, "east-wall": 19, "fortified-area": 16}
    assert {m: by[m]["arrival"] for m in turns} == turns
    most = max(row[1] for row in table("charts.toml")["luftwaffe"]["rows"])
    assert by["luftwaffe"]["count"] == most


# ---------------------------------------------------------------------- values
@pytest.mark.rule("bd:2.5", "bd:8.22", "bd:7.22")
def test_rifle_and_shock_armies() -> None:
    assert front("6ra-big") == (6, 6) and value("back_hex", "6ra-big") == 2314
    regular = of("soviet", "rifle", "army", "soviet", oversized=False)
    assert {front(u) for u in regular} == {front(u) for u in of(kind="shock")} == {(3, 3)}
    assert set(of(asterisk=True)) == set(of(kind="shock")) == {"1sh", "2sh", "3sh", "4sh", "5sh"}
    assert all(front(u) > (3, 3) and value("dot", u) for u in of(oversized=True))
    assert {front(u) for u in of("soviet", "rifle", nationality="bulgarian")} == {(3, 3)}


@pytest.mark.rule("bd:8.29", "bd:11.20", "bd:11.14")
def test_panzer_corps() -> None:
    early, late = [a for a, _ in pairs("late_panzer")], [b for _, b in pairs("late_panzer")]
    assert len(early) == 11 and {front(u) for u in early} == {(4, 3)}
    assert set(late) == set(of(late=True)) and {front(u) for u in late} == {(2, 4)}
    assert all(front(u)[1] > front(u)[0] for u in of(kind="mountain infantry"))


@pytest.mark.rule("bd:2.10")
def test_a_single_factor_counts_twice() -> None:
    assert all(front(u)[0] == front(u)[1] for u in of(single=True))


@pytest.mark.rule("bd:8.31", "bd:8.32", "bd:R15")
def test_supporting_units() -> None:
    assert set(of(arrow=True)) == {*of(kind="tiger battalion"), *of(kind="cavalry-mechanized group")}
    assert {u for u in of(kind="tiger battalion") if not value("dot", u)} == {"505tb", "509tb"}
    assert not any(value("dot", u) for u in of(kind="cavalry-mechanized group"))
    assert all(front(u) == (0, 0) and value("entry", u) == "atop" for u in of(arrow=True))


@pytest.mark.rule("bd:8.33", "bd:10.34", "bd:8.34")
def test_units_that_never_attack() -> None:
    still = {u for u in roster().ids if front(u)[0] == 0 and front(u)[1]}
    assert still == {*of(kind="fortress command"), "ica"}
    assert value("back_hex", "fcse") == 3220 and value("back_hex", "lpma") == value("back_hex", "lcfc") == 1011
    assert value("back_hex", "ica") in (2911, 3108)


@pytest.mark.rule("bd:8.12", "bd:8.22", "bd:8.30", "bd:8.34", "bd:15.8")
def test_non_replaceable_units() -> None:
    for kind in ("mechanized", "airborne", "cavalry", "fortress command", "militia", "counter-fire", "naval infantry"):
        assert all(value("dot", u) for u in of(kind=kind)), kind
    assert all(value("dot", u) for u in of("soviet", "rifle", "corps"))
    assert not any(value("dot", u) for u in of("soviet", "rifle", "army", oversized=False))


# ---------------------------------------------------------------------- pairs
@pytest.mark.rule("bd:8.22", "bd:8.23", "bd:3.7")
def test_oversized_armies_have_counterparts() -> None:
    found = dict(pairs("oversized"))
    assert len(found) == 7 and set(found) == set(of(oversized=True)) and {"6ra-big", "9ra-big"} < set(found)
    assert all(old == f"{new}-big" and arrival(new) == CALLED_OUT for old, new in found.items())
    assert set(found.values()) == set(of("soviet", "rifle", entry="conversion"))


@pytest.mark.rule("bd:8.19", "bd:8.20", "bd:R42")
def test_guards_and_shock_armies_come_by_conversion() -> None:
    found = dict(pairs("guards_tank"))
    assert set(found) == set(of(kind="tank")) - {"mgp"}
    assert set(found.values()) == set(of(kind="guards tank")) - {"6gt"}
    assert all(arrival(old) < arrival(new) for old, new in found.items())
    assert {value("entry", u) for u in (*of(kind="guards"), *of(kind="shock"))} == {"conversion"}
    assert value("entry", "6gt") == "regular"


@pytest.mark.rule("bd:3.5", "bd:6.4", "bd:1.5", "bd:1.6")
def test_satellites() -> None:
    red = {"pol", "1ro-red", "4ro-red", "1bu", "2bu", "4bu"}
    assert set(of("soviet", satellite=True)) == red == set(of(entry="on call", back="?"))
    assert set(of("axis", satellite=True)) == {"3ro", "4ro", "1hu", "2hu", "3hu", "8it"}


@pytest.mark.rule("bd:8.30", "bd:R17")
def test_cavalry_groups() -> None:
    zones = {u: value("zone", u) for u in of(kind="cavalry")}
    assert set(zones) == {"bcg", "kcg", "mcg", "dvcg", "dcg"}
    assert [u for u, zone in zones.items() if zone == "south"] == ["dcg"]
    assert all(arrival(u) <= 6 for u in zones)


# ---------------------------------------------------------------------- the track
@pytest.mark.rule("bd:8.1", "bd:3.2")
def test_the_chart_of_reinforcements_is_what_the_counters_say() -> None:
    r = roster()
    for row in records(table("charts.toml")["reinforcements"], "charts.toml", "reinforcements"):
        for word, side in (("german", "axis"), ("soviet", "soviet")):
            due = [r.short[u] for u in range(len(r)) if r.side[u] == side and r.arrival[u] == row["turn"]]
            assert row[word] == ", ".join(due), row["turn"]
    turns = {row[0] for row in table("charts.toml")["reinforcements"]["rows"]}
    assert turns == {turn for turn in r.arrival if turn > 0}


@pytest.mark.rule("bd:8.36", "bd:8.38", "bd:8.33", "bd:8.32", "bd:8.29", "bd:9.1")
def test_events_of_the_track_find_their_counters() -> None:
    """Every event that names a number and a turn has so many counters with it."""
    counts = Counter((roster().kind[u], turn) for u, turn in enumerate(roster().arrival))
    counts["late panzer", 22] = len(of(late=True))
    counts["hero city markers", 4] = next(int(str(m["count"])) for m in markers() if m["id"] == "hero-city")
    events = {(str(row[0]), str(row[2])) for row in table("charts.toml")["turn_track_events"]["rows"]}
    told = {
        ("25", "4 cavalry-mechanized groups; mobile assaults begin"): counts["cavalry-mechanized group", 25] == 4,
        ("30", "7 fortress commands"): counts["fortress command", 30] == 7,
        ("4", "5 hero city markers"): counts["hero city markers", 4] == 5,
        ("22", "11 late panzer corps (2-4) replace early ones (4-3); 3rd SS Panzer Corps"): counts["late panzer", 22]
        == 11,
    }
    assert set(told) <= events and all(told.values())
