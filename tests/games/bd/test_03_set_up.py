"""Chapter 3 and the lists of chapters 12 to 15: the position in which each scenario begins."""

from __future__ import annotations

import pytest

from engine.components.load import scenario_ids
from engine.games.bd import ruleset
from engine.games.bd.setup.free import sides
from engine.games.bd.setup.lists import faults
from engine.games.bd.state import OUT
from engine.games.bd.supply import state_of
from engine.play.match import Match
from tests.support.bd_data import table

SCENARIOS = scenario_ids("bd")
POINTS = {"grand": 14, "what-if": 14, "road-back": 33}
"""Points of 4.2, 12.3 and, of the border of 1941, 15.1."""


def begun(name: str, **options: str) -> Match:
    """A scenario with both sides set up, before its first turn."""
    match = Match.new("bd", name, options=options)
    if match.c.step.id == "effort":
        match.play("south")
    while match.c.step.id == "free-set-up" and match.c.frame.vars["side"] != sides(match.c)[-1]:
        match.play("ready")
    return match


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.rule("bd:3.1", "bd:3.2", "bd:6.2", "bd:7.3", "bd:7.9")
def test_every_scenario_begins_in_supply_and_within_its_limits(name: str) -> None:
    match = begun(name)
    c = match.c
    assert faults(c) == [] and ruleset.invariants(c) == []
    there = [u for u, h in enumerate(c.state.hex_of) if h >= 0]
    assert len(there) > 90
    assert [c.roster.ids[u] for u in there if state_of(c, u) == OUT] == []
    if name in POINTS:
        assert c.state.vp == POINTS[name]


@pytest.mark.rule("bd:12.9", "bd:12.10", "bd:12.11", "bd:12.12", "bd:12.6")
def test_boxes_of_the_road_back() -> None:
    c = Match.new("bd", "road-back").c
    boxes = {
        name: c.state.box[c.unit(name)] for name in ("40pz", "9ra", "2t", "2g", "19ra", "mgp", "1mc", "67ra", "3lw")
    }
    assert boxes == {
        "40pz": "caucasus", "9ra": "caucasus", "2t": "dead pile", "2g": "rvgk", "19ra": "turn 27", "mgp": "not in play",
        "1mc": "not in play", "67ra": "turn 14", "3lw": "turn 14",
    }  # fmt: skip
    assert c.state.fortresses == ["2501"] and c.state.heroes == ["1011", "1606", "1806"]


@pytest.mark.rule("bd:13.6", "bd:13.7", "bd:R45")
def test_nobody_comes_to_blue_whom_the_list_leaves_out() -> None:
    c = Match.new("bd", "blue-kremlin").c
    boxes = {name: c.state.box[c.unit(name)] for name in ("2hu", "8it", "44ra", "1t", "66ra", "51ra")}
    assert boxes == {
        "2hu": "not in play", "8it": "not in play", "44ra": "not in play", "1t": "turn 10", "66ra": "rvgk",
        "51ra": "dead pile",
    }  # fmt: skip


@pytest.mark.rule("bd:3.3", "bd:3.4", "bd:3.5", "bd:3.6")
def test_the_grand_campaign_begins_at_the_border() -> None:
    c = Match.new("bd", "grand").c
    boxes = {name: c.state.box[c.unit(name)] for name in ("27inf", "lpma", "pol", "xivpz", "6ra", "2ss")}
    assert boxes == {
        "27inf": "turn 4", "lpma": "turn 2", "pol": "aside", "xivpz": "aside", "6ra": "aside", "2ss": "turn 14",
    }  # fmt: skip
    assert [c.state.control[h] for h in ("2314", "2416", "1516", "3015")] == ["soviet", "axis", "soviet", "axis"]


@pytest.mark.rule("bd:14.9", "bd:R47", "bd:15.3", "bd:15.8")
def test_free_units_stand_ready() -> None:
    c = begun("manstein").c
    assert c.label(c.state.hex_of[c.unit("3ss")]) == "2407" and c.state.fortified_area == "2207"
    assert c.state.attached == {k: v for k, v in table("scenarios/manstein.toml")["attached"].items() if k != "rule"}
    c = begun("what-if").c
    assert {c.state.box[c.unit(u)] for u in table("scenarios/what-if.toml")["ready_rvgk"]["soviet"]} == {"rvgk"}
    assert {c.state.box[c.unit(u)] for u in ("gm", "8it", "bcg", "6ra-big")} == {"not in play"}
