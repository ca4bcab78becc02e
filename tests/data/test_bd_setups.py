"""The set-ups of Barbarossa Deluxe: every unit once, on land, within stacking, opposite the enemy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from engine.books.rules import load_rules
from engine.components.load import scenario_ids
from tests.support.bd_data import arrival, board, of, roster, table, value

SIDES = ("axis", "soviet")
FREE = {"tiger battalion", "cavalry-mechanized group", "fortress command", "militia", "counter-fire"}
"""Kinds that do not count for stacking (6.5, 8.31 to 8.35)."""
SCENARIOS = scenario_ids("bd")
LISTS = [("citadel", "soviet", "14.6"), ("citadel", "axis", "14.7")]
"""The lists that the rulebook prints, by the rule that has them."""
MISPRINTS = {"14.7 2503": "2505"}
"""Hexes that a ruling reads differently (R41)."""
PRINTED = {"citadel"}
"""Scenarios with both set-ups printed."""

FAR: dict[str, dict[str, str]] = {
    "citadel": {
        "1513": "reserve behind the front of Army Group North",
        "3106": "the Kerch side of the strait, behind 3105",
        "2702": "2nd Guards Army, reserve behind 2603",
        "2803": "reserve on the lower Don, behind 2804",
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
    return found


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
    seen: dict[int, str] = {}
    for side, where, units in set_up(name):
        h = board().find(where)
        assert board().terrain_name(h) not in ("sea", "lake", "off board"), where
        assert seen.setdefault(h, side) == side, where
        counted = [u for u in units if roster().kind[roster().by_id[u]] not in FREE]
        assert len(counted) <= 5, where
        assert sum(bool(value("satellite", u)) for u in units) <= 1, where


@every_scenario
@pytest.mark.rule("bd:8.1")
def test_whoever_is_set_up_has_come_by_then(name: str) -> None:
    first = scenario(name)["turns"]["first"]
    late = [u for _, _, units in set_up(name) for u in units if arrival(u) > first]
    assert late == []


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
    hexes = {u: where for _, where, units in set_up(name) for u in units}
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
        if owner == side
    }
    assert placed == listed(rule)


@pytest.mark.rule("bd:14.2", "bd:14.4", "bd:14.6", "bd:R43")
def test_citadel() -> None:
    s = scenario("citadel")
    assert (s["turns"]["first"], s["turns"]["last"], s["begins"]) == (19, 22, "soviet-player-turn")
    assert s["markers"]["heroes"] == ["1011", "1606", "1806"] and s["markers"]["offensive"] == ["A", "B", "C"]
    assert s["markers"]["fortified_area"] == "2207" and s["victory"]["cities"] == 7
    assert s["dead_pile"]["soviet"] == ["16ra", "21ra", "24ra", "30ra", "62ra", "64ra", "66ra"]
    assert s["out"]["soviet"] == ["ica", "19ra", "26ra", "29ra", "32ra"]
