"""The set-ups of Barbarossa Deluxe: every unit once, on land, within stacking, opposite the enemy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from engine.books.rules import load_rules
from engine.components.load import records, scenario_ids
from tests.support.bd_data import arrival, board, of, roster, table, value

SIDES = ("axis", "soviet")
FREE = {"tiger battalion", "cavalry-mechanized group", "fortress command", "militia", "counter-fire"}
"""Kinds that do not count for stacking (6.5, 8.31 to 8.35)."""
SCENARIOS = scenario_ids("bd")
LISTS = [
    ("citadel", "soviet", "14.6"), ("citadel", "axis", "14.7"), ("road-back", "soviet", "12.14"),
    ("road-back", "axis", "12.15"), ("blue-kremlin", "soviet", "13.6"),
]  # fmt: skip
"""The lists that the rulebook prints, by the rule that has them."""
MISPRINTS = {"14.7 2503": "2505"}
"""Hexes that a ruling reads differently (R41)."""
ADDED = {"road-back": {"3220"}}
"""Hexes that no list names (R46)."""
PRINTED = {"citadel", "road-back"}
"""Scenarios with both set-ups printed."""

FAR: dict[str, dict[str, str]] = {
    "citadel": {
        "1513": "reserve behind the front of Army Group North",
        "3106": "the Kerch side of the strait, behind 3105",
        "2702": "2nd Guards Army, reserve behind 2603",
        "2803": "reserve on the lower Don, behind 2804",
    },
    "road-back": {
        "2207": "47th Panzer Corps, reserve behind Voronezh",
        "2404": "29th Corps behind the Italian 8th Army",
        "2603": "48th Panzer Corps, reserve in the bend of the Don",
        "2804": "17th Corps in Rostov",
        "3106": "42nd Corps in the Crimea",
        "3220": "fortress command of Belgrade",
        "1009": "2nd Shock Army, reserve east of Leningrad",
        "1806": "3rd Tank Army, reserve at Tula",
        "2600": "28th Army in the steppe south of Stalingrad",
    },
}
"""Set-up hexes that touch no enemy, and why."""


def scenario(name: str) -> dict[str, Any]:
    return table(f"scenarios/{name}.toml")


def set_up(name: str) -> Iterator[tuple[str, str, list[str]]]:
    """Side, hex and units of every set-up hex."""
    for side in SIDES:
        for where, units in scenario(name).get("setup", {}).get(side, {}).items():
            yield side, where, units


def named(name: str, side: str) -> list[str]:
    """All units of a side that a scenario places, kills or leaves out by name."""
    s = scenario(name)
    found = list(chain.from_iterable(units for owner, _, units in set_up(name) if owner == side))
    for key in ("dead_pile", "out", "rvgk", "caucasus", "withdrawn"):
        units = s.get(key, {}).get(side, [])
        found += [] if isinstance(units, str) else units
    found += s.get("free", {}).get(side, {}).get("units", [])
    return found


def ready(name: str) -> Iterator[tuple[str, str, list[str]]]:
    """The same with the units that are set up freely where they stand for whoever does not place them by hand."""
    yield from set_up(name)
    for side in SIDES:
        for where, units in scenario(name).get("ready", {}).get(side, {}).items():
            yield side, where, units


EARLY = {"manstein": {"3ss"}, "what-if": {"1hu", "3hu", "1t", "2t", "4t"}}
"""Units that a rule brings before their turn (4.17, 15.8)."""
every_scenario = pytest.mark.parametrize("name", SCENARIOS)


@every_scenario
@pytest.mark.rule("bd:3.1")
def test_every_unit_is_named_once_and_is_of_its_side(name: str) -> None:
    for side in SIDES:
        units = named(name, side)
        assert len(units) == len(set(units))
        assert set(units) <= set(of(side)), side


@every_scenario
@pytest.mark.rule("bd:3.1", "bd:6.3", "bd:6.4")
def test_set_up_hexes_are_land_of_one_side_within_stacking(name: str) -> None:
    stacks: dict[str, list[str]] = {}
    owner: dict[str, str] = {}
    for side, where, units in ready(name):
        assert board().terrain_name(board().find(where)) not in ("sea", "lake", "off board"), where
        assert owner.setdefault(where, side) == side, where
        stacks.setdefault(where, []).extend(units)
    for where, units in stacks.items():
        assert len([u for u in units if roster().kind[roster().by_id[u]] not in FREE]) <= 5, where
        assert sum(bool(value("satellite", u)) for u in units) <= 1, where


@every_scenario
@pytest.mark.rule("bd:13.7", "bd:14.9", "bd:15.3", "bd:R40", "bd:3.3")
def test_a_ready_set_up_places_whoever_is_free(name: str) -> None:
    s = scenario(name)
    for side in SIDES:
        placed = list(chain.from_iterable(s.get("ready", {}).get(side, {}).values()))
        placed += s.get("ready_rvgk", {}).get(side, [])
        free = s.get("free", {}).get(side, {}).get("units", of(side, back="N") if name == "grand" else [])
        if name == "grand" and side == "axis":
            free = [u for letter in ("N", "C", "S", "Rom") for u in of(side, back=letter)]
        assert sorted(placed) == sorted(free), side


@every_scenario
@pytest.mark.rule("bd:8.1")
def test_whoever_is_set_up_has_come_by_then(name: str) -> None:
    first = scenario(name)["turns"]["first"]
    late = [u for _, _, units in ready(name) for u in units if arrival(u) > first]
    assert set(late) == EARLY.get(name, set())


@every_scenario
@pytest.mark.rule("bd:14.6", "bd:14.7")
def test_opposing_fronts_touch(name: str) -> None:
    if name not in PRINTED:
        assert name not in FAR
        return
    sides = {board().find(where): side for side, where, _ in set_up(name)}
    far = {
        board().label(h)
        for h, side in sides.items()
        if not any(sides.get(n, side) != side for n in board().grid.adjacent[h])
    }
    assert far == set(FAR[name])


@every_scenario
@pytest.mark.rule("bd:14.7", "bd:8.31")
def test_battalions_lie_on_a_german_corps_of_their_hex(name: str) -> None:
    attached = {u: corps for u, corps in scenario(name).get("attached", {}).items() if u != "rule"}
    hexes = {u: where for _, where, units in ready(name) for u in units}
    assert set(attached) == {u for u in hexes if value("arrow", u)}
    for battalion, corps in attached.items():
        assert hexes[battalion] == hexes[corps]
        assert not value("arrow", corps) and roster().nationality[roster().by_id[corps]] == "german"


def listed(rule: str) -> dict[str, set[str]]:
    """The hexes of a printed list and the units of each in the words of the list."""
    found = {}
    text = load_rules("bd").find(rule).text
    for row in re.findall(r"(?:^|; )(\d{4}) ([^;\n]+?)(?=;|\.?$)", text, re.MULTILINE):
        units = {u.strip().lower() for u in row[1].split(",")} - {"hcm", "fa"}
        if units:
            found[MISPRINTS.get(f"{rule} {row[0]}", row[0])] = {WORDS.get(u, u.replace("mtn", "mt")) for u in units}
    return found


WORDS = {
    "hungarian 2nd army": "2h", "italian 8th army": "8i", "romanian 3rd army": "3r", "romanian 4th army": "4r",
}  # fmt: skip
"""Satellite armies are written out in the lists."""


@pytest.mark.parametrize(("name", "side", "rule"), LISTS)
@pytest.mark.rule("bd:14.6", "bd:14.7", "bd:12.14", "bd:12.15", "bd:13.6", "bd:R35", "bd:R41")
def test_set_up_is_the_printed_list(name: str, side: str, rule: str) -> None:
    placed = {
        where: {roster().short[roster().by_id[u]].lower() for u in units}
        for owner, where, units in set_up(name)
        if owner == side and where not in ADDED.get(name, ())
    }
    assert placed == listed(rule)


@pytest.mark.rule("bd:14.2", "bd:14.4", "bd:14.6", "bd:R43")
def test_citadel() -> None:
    s = scenario("citadel")
    assert (s["turns"]["first"], s["turns"]["last"], s["begins"]) == (19, 22, "soviet-player-turn")
    assert s["markers"]["heroes"] == ["1011", "1606", "1806"] and s["markers"]["offensive"] == ["A", "B", "C"]
    assert s["markers"]["fortified_area"] == "2207" and s["victory"]["gain_cities"] == 7
    assert s["dead_pile"]["soviet"] == ["16ra", "21ra", "24ra", "30ra", "62ra", "64ra", "66ra"]
    assert s["out"]["soviet"] == ["ica", "19ra", "26ra", "29ra", "32ra"]


# ---------------------------------------------------------------------- set-ups with freedom
def border(side: str) -> set[str]:
    """Land hexes of a side along the border of 1941."""
    b = board()
    own = {h for h in b.grid if b.owner_names[b.owner[h]].startswith("USSR") == (side == "soviet")}
    land = {h for h in b.grid if b.terrain_name(h) not in WATER}
    return {b.label(h) for h in own & land if any(b.has("border", h, n) for n in set(b.grid.adjacent[h]) & land)}


WATER = {"sea", "lake", "off board"}


@pytest.mark.rule("bd:15.3", "bd:R40")
def test_what_if_mans_the_border_within_the_countries() -> None:
    for side in SIDES:
        hexes = [where for owner, where, _ in ready("what-if") if owner == side]
        assert border(side) <= set(hexes)
        for where in hexes:
            owner = board().owner_names[board().owner[board().find(where)]]
            assert owner.startswith("USSR") == (side == "soviet"), where


@pytest.mark.rule("bd:15.8", "bd:8.22")
def test_who_plays_in_what_if() -> None:
    s = scenario("what-if")
    free = {side: set(s["free"][side]["units"]) for side in SIDES}
    assert {u for u in free["soviet"] if value("dot", u)} == {"ica"}
    assert {f"{n}t" for n in range(1, 6)} | set(of(kind="shock")) <= free["soviet"]
    assert free["axis"] == {
        u
        for u in of("axis")
        if (0 <= arrival(u) <= 9 or u in ("1hu", "3hu")) and u not in s["out"]["axis"] and u != "fcse"
    }
    assert set(s["out"]["axis"]) > {"8it", "gm", "ho", "wk3"} and len(s["ready_rvgk"]["soviet"]) <= 5


@pytest.mark.rule("bd:3.3", "bd:3.4", "bd:2.5", "bd:8.33")
def test_grand_campaign_starts_where_the_reverses_say() -> None:
    s = scenario("grand")
    assert "6ra-big" in s["setup"]["soviet"]["2314"] and s["setup"]["axis"] == {"3220": ["fcse"]}
    placed = {u: where for where, units in s["setup"]["soviet"].items() for u in units}
    assert placed == {u: str(value("back_hex", u)) for u in of("soviet") if arrival(u) == 0}
    for where, units in s["ready"]["axis"].items():
        h = board().find(where)
        country = board().owner_names[board().owner[h]]
        for u in units:
            area = s["areas"][str(value("back", u))]
            assert country == area if area == "Romania" else h in board().zone(area), u
    starts = {x for zone in ("start_north", "start_centre", "start_south") for x in board().zone(zone)}
    assert starts == {board().find(w) for w in s["ready"]["axis"]} & starts, "none is empty"


@pytest.mark.rule("bd:13.7", "bd:13.8", "bd:R33", "bd:R34", "bd:R45")
def test_blue_stands_west_of_the_soviet_front() -> None:
    s = scenario("blue-kremlin")
    text = load_rules("bd").find("13.7").text
    listed = re.findall(r"\d+(?:Mtn)?", text.split("panzer corps")[1].split("The aerial")[0])
    free = [roster().short[roster().by_id[u]] for u in s["free"]["axis"]["units"] if not value("satellite", u)]
    assert [f.removesuffix("Pz").replace("Mt", "Mtn") for f in free] == listed
    assert s["bonus_to"] == s["turns"]["first"] + 2, "the first three turns (R34)"
    front = [where for where in s["setup"]["soviet"] if where != "3105"]
    for where in s["ready"]["axis"]:
        row = [int(f[2:]) for f in front if f[:2] == where[:2]]
        assert all(int(where[2:]) > column for column in row), where


@pytest.mark.rule("bd:14.9", "bd:R36", "bd:R47")
def test_gambit_is_citadel_with_its_own_units() -> None:
    s, citadel = scenario("manstein"), scenario("citadel")
    extra = {"xivpz", "76pz", "2para", "3ss"}
    assert set(named("manstein", "axis")) == set(named("citadel", "axis")) | extra
    assert set(named("manstein", "soviet")) == set(named("citadel", "soviet"))
    assert set(s["setup"]["soviet"]) == {"1011", "3005", "3104"} and set(s["setup"]["axis"]) == {"3105", "3106"}
    assert set(s["front"]["hexes"]) == set(citadel["setup"]["soviet"]) - set(s["setup"]["soviet"])
    around = {n for where in (*s["front"]["hexes"], "1011") for n in board().grid.adjacent[board().find(where)]}
    assert all(board().find(where) in around for where in s["ready"]["axis"])
    assert s["ready"]["soviet"].items() <= citadel["setup"]["soviet"].items()


@every_scenario
@pytest.mark.rule("bd:5.1", "bd:8.38", "bd:9.1", "bd:9.2")
def test_turns_and_markers_fit_the_calendar(name: str) -> None:
    s = scenario(name)
    turns, m = s["turns"], s["markers"]
    assert turns["full"] == turns["last"] - turns["first"] + 1 and 1 <= turns["first"] <= turns["last"] <= 32
    assert len(m["heroes"]) + m["heroes_in_hand"] <= 5
    places = {board().label(p.hexes[0]) for p in board().places if p.size == "city"}
    assert set(m["heroes"]) | set(m["fortresses"]) <= places
    arrivals = {row[0]: row[4] for row in table("markers.toml")["rows"]}
    assert all(arrivals[marker] <= turns["first"] for marker in m["offensive"])
    assert m["aerial"] == (turns["first"] >= arrivals["aerial-supply"])


@pytest.mark.rule("bd:8.17", "bd:8.21", "bd:8.28", "bd:8.37")
def test_withdrawals_name_units_that_are_there() -> None:
    rows = records(table("track.toml")["withdrawals"], "track.toml", "withdrawals")
    for row in rows:
        units = [row["unit"]] if row["unit"] else of(row["side"], row["kind"], "army", oversized=False)
        assert len([u for u in units if arrival(u) < row["turn"]]) >= row["count"], row
    rifle = [(r["turn"], r["back"]) for r in rows if r["kind"] == "rifle"]
    assert rifle == [(6, 27), (7, 27), (8, 27), (20, 0)]
    assert [(r["turn"], r["back"]) for r in rows if r["unit"] == "2ss"] == [(19, 24), (25, 31)]


@pytest.mark.rule("bd:12.9", "bd:12.10", "bd:12.11", "bd:12.12", "bd:R30")
def test_units_off_the_map_in_the_road_back() -> None:
    s = scenario("road-back")
    assert s["caucasus"]["axis"] == ["40pz", "57pz", "52inf"] and s["caucasus"]["soviet"] == [
        "9ra",
        "37ra",
        "44ra",
        "46ra",
    ]
    assert s["dead_pile"] == {"axis": [], "soviet": ["2t", "4t", "12ra", "63ra"], "rule": "bd:12.10"}
    assert s["withdrawn"]["soviet"] == ["19ra", "26ra", "32ra"] and s["withdrawn"]["turn"] == 27
    assert s["rvgk"]["soviet"] == ["2g", "5sh"]
    missing = set(of("soviet")) - set(named("road-back", "soviet"))
    due = {u for u in missing if 0 <= arrival(u) <= 13 and not value("dot", u) and roster().size[roster().by_id[u]]}
    assert {u for u in due if roster().formation[roster().by_id[u]] not in ("air", "support")} == set()
    missing = set(of("axis")) - set(named("road-back", "axis"))
    assert [u for u in missing if 0 <= arrival(u) <= 13] == [], (
        "every German unit of the time is named (12.9, 12.15, R46)"
    )
    assert s["out"]["soviet"] == "dotted", "so are the units of 1941"
