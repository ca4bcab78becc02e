"""The set-ups of all scenarios of the second edition: everybody where it may stand, nothing named that is not there."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.components.load import scenario_ids
from engine.games.efs.arrivals import cards
from engine.games.efs.kinds import is_air
from engine.games.efs.movement.classes import class_of, on_rails
from engine.games.efs.movement.entry import first_price
from engine.games.efs.rails import owner
from engine.games.efs.setup.lists import faults
from engine.games.efs.state import QUARTERS
from engine.games.efs.tables import tables
from engine.games.efs.units import allowance
from engine.kit.invariants import astray
from engine.play.fields import stacks
from engine.play.match import Match
from tests.support.efs import begun

every_scenario = pytest.mark.parametrize("scenario", scenario_ids("efs2"))


def listed(m: Match) -> list[str]:
    """Every unit that the lists of a scenario put somewhere, as often as they do."""
    s = m.c.scenario
    found = [u for part in ("setup", "air") for side in s[part].values() for units in side.values() for u in units]
    found += [u for part in ("active", "cadre") for units in s.get(part, {}).values() for u in units]
    return found + [u for entry in (*s["arrival"], *s.get("group", ())) for u in entry["units"]]


@every_scenario
@pytest.mark.rule("efs2:3.32", "efs2:8.1")
def test_a_set_up_has_no_fault(scenario: str) -> None:
    m = begun(scenario)
    assert faults(m.c) == [] and astray(m.c, ()) == []
    assert [name for name, n in Counter(listed(m)).items() if n > 1] == []


@every_scenario
def test_all_hexes_that_a_scenario_names_are_in_play(scenario: str) -> None:
    m = begun(scenario)
    c, s, t = m.c, m.c.scenario, tables(m.c)
    named = [*s["supply"]["axis"], *s["supply"]["soviet"], *s.get("held", {}).get("axis", ())]
    named += [h for part in ("setup", "asp") for side in s[part].values() for h in side]
    named += [h for place in s["vp"] for h in place["hexes"]]
    cards = [row for part in ("arrival", "group", "returning") for row in s.get(part, ())]
    named += [h for card in cards for h in (*card.get("entry", ()), *card.get("place", ()))]
    named += [h for hexes in s.get("machine_guns", {}).values() for h in hexes]
    assert [h for h in named if c.hex(h) not in t.land] == []
    for side in ("axis", "soviet"):
        rows = [t.logistics(side, turn) for turn in range(t.first_turn, t.last_turn + 1)]
        assert all({"asp", "rail"} <= set(row) for row in rows)


@every_scenario
@pytest.mark.rule("efs2:8.12")
def test_who_comes_later_can_come(scenario: str) -> None:
    """With its whole allowance in dry weather it pays for its first hex, wherever its card lets it in."""
    m = begun(scenario)
    c, stuck = m.c, list[str]()
    c.state.weather = "dry"
    for name, card in cards(c).items():
        u = m.c.unit(name)
        for label in card.get("entry", ()):
            price = (0, 0) if on_rails(c, u) or is_air(c, u) else first_price(c, class_of(c, u), c.hex(label))
            if price is None or price[0] > QUARTERS * allowance(c, u):
                stuck.append(f"{name} {label}")
    assert stuck == []


@every_scenario
def test_who_is_not_whole_or_comes_later_has_steps_that_it_can_have(scenario: str) -> None:
    m = begun(scenario)
    r, s = m.c.roster, m.c.scenario
    for name, left in s.get("steps", {}).items():
        assert 1 <= left < r.steps[r.by_id[name]], name
    for arrival in s["arrival"]:
        assert tables(m.c).first_turn <= arrival["turn"] <= tables(m.c).last_turn
        assert {r.side[r.by_id[name]] for name in arrival["units"]} == {arrival["side"]}
    for name in s.get("nonop", ()):
        assert r.hq[r.by_id[name]]


@pytest.mark.rule("efs2:6.43", "efs2:6.48")
def test_points_lie_in_as_few_supply_units_as_there_are() -> None:
    m = begun("campaign")
    found = {m.c.label(m.state.hex_of[u]): m.c.state.asp[u] for u, n in enumerate(m.c.state.asp) if n}
    assert found["A1435"] == 2 and found["C1308"] == 4
    assert Counter(m.state.box)["supply pool"] == 16 + 3 + 14 + 2 - len(found)


@pytest.mark.rule("efs2:19.1")
def test_lines_to_the_railheads_of_the_start_have_the_axis_gauge() -> None:
    m = begun("yelnya-dukhovshchina")
    east, front = m.c.hex("B3427"), m.c.hex("B4023")
    assert owner(m.c, east) == "axis" and owner(m.c, front) == "soviet"
    assert begun("borisov").c.state.gauge == {}


@pytest.mark.rule("efs2:24.24")
def test_in_june_each_side_stands_behind_the_border() -> None:
    m = begun("campaign")
    c = m.c
    wrong = [
        c.label(h)
        for h, units in stacks(c).items()
        if c.board.owner_names[c.board.owner[h]].startswith("USSR") != (c.roster.side[units[0]] == "soviet")
    ]
    assert wrong == []
