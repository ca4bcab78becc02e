"""The scenarios of the first edition: what it lays over the files that both editions share, and their set-ups."""

from __future__ import annotations

import pytest

from engine.components.datafile import read_table
from engine.components.load import scenario_ids
from engine.games.efs.setup.lists import faults
from engine.games.efs.tables import tables
from engine.games.efs.victory import spots, worth
from engine.games.efs1.ruleset import RULESET
from engine.games.efs1.sequence import REGISTRY
from engine.kit.invariants import astray
from engine.play.match import Match
from tests.support.efs import PLAIN

SECOND = "efs2"
every_scenario = pytest.mark.parametrize("scenario", scenario_ids(RULESET.id))
LATER = ("plan", "pause", "rear", "ammunition", "conversions", "machine_guns")
"""Tables of what came with the second edition alone."""


def begun(scenario: str) -> Match:
    """A match of the first edition at its beginning, before the first step."""
    rules = PLAIN._replace(id=RULESET.id, load=RULESET.load)
    match = Match(rules, RULESET.load(scenario, {}, None), 1)
    rules.begin(match.c)
    return match


@pytest.mark.rule("efs1:22.9.4")
def test_both_editions_have_the_same_scenarios_over_the_same_files() -> None:
    assert scenario_ids(RULESET.id) == scenario_ids(SECOND)
    for name in scenario_ids(RULESET.id):
        first, second = (read_table(game, f"scenarios/{name}.toml")[0] for game in (RULESET.id, SECOND))
        assert first["turns"] == second["turns"] and first["logistics"] == second["logistics"]
        assert not [key for key in LATER if key in first] and {"victory", "vp"} <= set(first)
        assert (first["rule"], second["rule"]) == ("efs1:24.1", "efs2:24.1")
        assert first["supply"]["rule"] == "efs1:6.5" and second["supply"]["rule"] == "efs2:6.2"


@every_scenario
@pytest.mark.rule("efs1:3.0", "efs1:4.1")
def test_a_set_up_has_no_fault(scenario: str) -> None:
    m = begun(scenario)
    assert faults(m.c) == [] and astray(m.c, ()) == []
    s = m.c.scenario
    named = [*s["supply"]["axis"], *s["supply"]["soviet"], *(h for place in s["vp"] for h in place["hexes"])]
    cards = [row for part in ("arrival", "group", "returning") for row in s.get(part, ())]
    named += [h for card in cards for h in (*card.get("entry", ()), *card.get("place", ()))]
    assert [h for h in named if m.c.hex(h) not in tables(m.c).land] == []


@pytest.mark.rule("efs1:24.1.2")
def test_a_place_brings_the_same_points_up_to_its_turn_and_none_after_it() -> None:
    m = begun("smolensk-pocket")
    found = {spot.key: spot for spot in spots(m.c)}
    assert not [key for key in found if key in ("Nevel", "Velikie Luki")]
    assert [worth(m.c, found["Polotsk"], turn) for turn in (11, 14, 15)] == [2, 2, 0]
    assert [worth(m.c, found["Smolensk B3427"], turn) for turn in (11, 18)] == [3, 3]


@pytest.mark.rule("efs1:4.2", "efs1:12.0", "efs1:13.1.1")
def test_supply_comes_behind_the_weather_and_interdiction_behind_the_attacks_that_are_declared() -> None:
    rows = [row["id"] for row in read_table(RULESET.id, "sequence.toml")[0]["phase"]]
    order = ["weather", "supply-status", "replacements", "reinforcements", "air", "axis-movement", "axis-declaration",
             "interdiction", "soviet-reaction"]  # fmt: skip
    assert [id for id in rows if id in order] == order
    steps = {row["step"] for row in read_table(RULESET.id, "sequence.toml")[0]["phase"] if row.get("step")}
    assert steps <= set(REGISTRY.steps) == set(RULESET.steps)
