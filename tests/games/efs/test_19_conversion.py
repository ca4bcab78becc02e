"""Chapter 19: whose the railroads are and how they change hands."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs import conversion, forts, rails
from engine.games.efs.edition import edition
from engine.games.efs.phases.engineering import Engineering
from engine.games.efs.queries.railways import barred, served
from engine.games.efs.state import ATTACKED, BACK, ENGINEERED, OUT, SPECIAL
from engine.games.efs.supply.routes import RAIL_NET, net
from engine.games.efs1.edition import EDITION as FIRST
from engine.games.efs2.edition import EDITION as SECOND
from engine.play.match import Match
from engine.play.state import Frame
from tests.support.efs import EITHER, column, play, position, refusal, unit

TRACK = [f"B08{n}" for n in range(26, 40)]
"""A line north to south. Its first three hexes are converted, and the first is the Axis source."""


def line(
    units: dict[str, str] | None = None, *, points: int = 8, side: str = "axis", converted: int = 3, **drawn: Any
) -> Match:
    """The Engineering Phase of a side on a line; the Soviet source is its other end."""
    lines = {"railroad": ["-".join(TRACK)], **drawn.pop("lines", {})}
    m = position(units, lines=lines, side=side, kinds=(Engineering,), **{"ground": {}, **drawn})
    rcp = {"columns": ["turn", "rcp"], "rows": [[5, points]]}
    supply = {"axis": [TRACK[0]], "soviet": [TRACK[-1]]}
    m.data.scenario = {**m.data.scenario, "without": {}, "supply": supply, "logistics": {"axis": rcp}}
    m.c.scenario = m.data.scenario
    m.data.memo.clear()
    column(m, "gauge").update(dict.fromkeys(TRACK[:converted], "axis"))
    m.c.forget()
    m.c.state.stack = [Frame("below")]
    m.c.call("engineering", side=side, phase=f"{side}-engineering")
    m._after()
    return m


def owners(m: Match, *labels: str) -> list[str]:
    return [rails.owner(m.c, m.c.hex(label)) for label in labels]


# ---------------------------------------------------------------------- 19.1 and 19.2
@EITHER
@pytest.mark.rule(
    "efs2:19.11",
    "efs2:19.12",
    "efs2:19.21",
    "efs2:19.22",
    "efs2:19.24",
    "efs1:19.1.1",
    "efs1:19.1.3",
    "efs1:19.2",
    "efs1:19.2.3",
)
def test_points_advance_the_railhead_hex_by_hex() -> None:
    m = line()
    assert rails.railheads(m.c, "axis") == [m.c.hex(TRACK[2])]
    assert "not next to a railhead" in refusal(m, f"convert {TRACK[4]}").reason
    play(m, f"convert {TRACK[3]}", f"convert {TRACK[4]}")
    assert owners(m, *TRACK[3:6]) == ["axis", "axis", "soviet"] and column(m, "conversion")["axis"] == 6
    assert net(m.c, "axis").nets.found[m.c.hex(TRACK[4])][0] == RAIL_NET
    assert "is converted already" in refusal(m, f"convert {TRACK[4]}").reason


@pytest.mark.rule("efs1:19.2.1", "efs1:18.1.1")
def test_where_works_were_destroyed_the_first_edition_converts_a_turn_later() -> None:
    for terms, first in ((FIRST, True), (SECOND, False)):
        m = line({"6inf": TRACK[3]}, terms=terms)
        m.c.state.works[TRACK[3]] = "soviet active"
        m.c.touch()
        assert refusal(m, f"convert {TRACK[3]}").rule == "efs2:18.11"
        forts.fall(m.c, "axis")
        found = m.check(f"convert {TRACK[3]}")
        assert (found and found.rule) == ("efs2:18.11" if first else None)
        m.c.state.turn += 1
        m.c.touch()
        assert m.check(f"convert {TRACK[3]}") is None


@EITHER
@pytest.mark.rule("efs2:19.23", "efs1:19.2.2")
def test_a_railhead_advances_four_points_in_a_turn() -> None:
    m = line()
    play(m, *(f"convert {label}" for label in TRACK[3:7]))
    found = refusal(m, f"convert {TRACK[7]}")
    assert found.rule == "efs2:19.23" and conversion.convertible(m.c) == []
    conversion.begin(m.c, "axis")
    assert conversion.convertible(m.c) == [m.c.hex(TRACK[7])]


@EITHER
@pytest.mark.rule("efs2:19.23", "efs2:19.22", "efs1:19.2.2")
def test_points_that_are_not_there_or_were_saved_convert_nothing() -> None:
    m = line(points=1)
    play(m, f"convert {TRACK[3]}")
    assert refusal(m, f"convert {TRACK[4]}").rule == "efs2:19.22"
    assert line(points=0).c.frame.step == "below"
    conversion.begin(m.c, "axis")
    assert column(m, "conversion")["axis"] == 1


@EITHER
@pytest.mark.rule("efs2:19.22", "efs1:19.2.1")
def test_swamp_marsh_and_mud_cost_two() -> None:
    m = line(ground={TRACK[3]: "swamp", TRACK[4]: "marsh"})
    play(m, f"convert {TRACK[3]}", f"convert {TRACK[4]}")
    assert column(m, "conversion")["axis"] == 4
    assert refusal(m, f"convert {TRACK[5]}").rule == "efs2:19.23"
    assert conversion.cost(line(weather="mud").c, m.c.hex(TRACK[6])) == 2
    assert conversion.cost(line(weather="frost").c, m.c.hex(TRACK[6])) == 1


@EITHER
@pytest.mark.rule("efs2:19.21", "efs1:19.2.1")
def test_no_conversion_in_an_enemy_zone_but_where_an_own_unit_stands() -> None:
    m = line({"rd-100": "B0929"})
    found = conversion.may_convert(m.c, m.c.hex(TRACK[3]))
    assert found is not None and found.rule == "efs:19.21" and "zone" in found.reason
    assert line({"rd-100": "B0929", "253inf": TRACK[3]}).check(f"convert {TRACK[3]}") is None


@pytest.mark.rule("efs2:19.21", "efs2:18.11", "efs2:18.46")
@pytest.mark.parametrize("text", ["soviet active", "soviet building"])
def test_enemy_works_stop_conversion(text: str) -> None:
    m = line()
    column(m, "works")[TRACK[3]] = text
    m.c.touch()
    assert refusal(m, f"convert {TRACK[3]}").rule == "efs2:18.11"


@EITHER
@pytest.mark.rule("efs2:19.21", "efs2:18.11", "efs2:18.21", "efs1:18.1.1", "efs1:19.2.1")
def test_a_fortified_line_stops_conversion_over_its_sides() -> None:
    walls: dict[str, Any] = {
        "lines": {"wall": [f"{TRACK[2]}-{TRACK[3]}"]},
        "zones": {"wall": ("fortified line", [TRACK[3]])},
    }
    assert conversion.convertible(line(**walls).c) == []


@EITHER
@pytest.mark.rule("efs2:19.12", "efs2:19.21", "efs1:19.1.3")
def test_only_a_functioning_net_is_joined() -> None:
    m = line()
    column(m, "gauge")[TRACK[1]] = "cut"
    m.c.touch()
    assert "not next to a railhead" in refusal(m, f"convert {TRACK[3]}").reason


@pytest.mark.rule("efs2:19.12", "efs2:22.34", "efs2:22.42")
def test_a_destroyed_bridge_stops_the_railhead_until_a_ferry_is_there() -> None:
    m = line(lines={"major river": [f"{TRACK[2]}-{TRACK[3]}"]})
    column(m, "broken")[f"{TRACK[2]}/{TRACK[3]} rail"] = 2
    m.c.touch()
    assert conversion.convertible(m.c) == []
    column(m, "spans")["aferry-1"] = f"{TRACK[2]}/{TRACK[3]} ready"
    m.c.touch()
    assert conversion.convertible(m.c) == [m.c.hex(TRACK[3])]


@pytest.mark.rule("efs2:19.24", "efs2:R58")
def test_a_junction_opens_all_lines_within_the_four_points() -> None:
    m = line(lines={"railroad": ["-".join(TRACK), "B0829-B0929-B1029-B1129-B1229-B1329"]})
    play(m, f"convert {TRACK[3]}", "convert B0929", "convert B1029", f"convert {TRACK[4]}", "convert B1129")
    assert refusal(m, "convert B1229").rule == "efs2:19.23"
    play(m, f"convert {TRACK[5]}", f"convert {TRACK[6]}")
    assert column(m, "conversion")["axis"] == 1


@EITHER
@pytest.mark.rule("efs2:19.25", "efs2:19.21", "efs2:R59", "efs1:19.2.3")
def test_a_cut_behind_the_railhead_is_repaired_without_moving_it() -> None:
    m = line(converted=6)
    column(m, "gauge")[TRACK[2]] = "cut"
    m.c.touch()
    assert [m.c.label(h) for h in conversion.convertible(m.c)] == [TRACK[2]]
    play(m, f"convert {TRACK[2]}", *(f"convert {label}" for label in TRACK[6:10]))
    assert column(m, "conversion")["axis"] == 3 and owners(m, TRACK[2], TRACK[9]) == ["axis", "axis"]


@pytest.mark.rule("efs2:19.24", "efs2:19.12")
def test_a_railhead_of_the_scenario_brings_the_line_behind_it() -> None:
    m = line(converted=0)
    m.data.scenario["railheads"] = {"axis": {TRACK[4]: 5, TRACK[6]: 6}}
    conversion.arrive(m.c)
    assert owners(m, *TRACK[:6]) == ["axis"] * 5 + ["soviet"]
    assert conversion.open_line(m.c, m.c.hex(TRACK[4])) == []


# ---------------------------------------------------------------------- 19.3 and 19.4
@pytest.mark.rule("efs2:19.3", "efs2:21.15", "efs2:22.12", "efs2:22.14")
@pytest.mark.parametrize("name", ["eng-10", "hq-13a"])
def test_an_engineer_or_hq_takes_a_hex_back(name: str) -> None:
    m = line({name: TRACK[2]}, side="soviet")
    play(m, f"regain {name}")
    assert owners(m, TRACK[2]) == ["soviet"] and column(m, "did")[unit(m, name)] & ENGINEERED
    assert column(m, "gauge") == dict.fromkeys(TRACK[:2], "axis")


@pytest.mark.rule("efs2:19.3", "efs2:19.12", "efs2:22.14", "efs2:21.2")
def test_who_cannot_take_a_hex_back() -> None:
    units = {"eng-10": TRACK[2], "hq-13a": TRACK[2], "rd-100": TRACK[2], "eng-45": TRACK[1]}
    m = line({name: where for name, where in units.items() if name in position().c.roster.by_id}, side="soviet")
    engineer, hq = unit(m, "eng-10"), unit(m, "hq-13a")
    assert "no Soviet engineer" in refusal(m, "regain rd-100").reason
    for did in (ATTACKED, SPECIAL):
        column(m, "did")[engineer] = did
        assert "fought or moved" in refusal(m, "regain eng-10").reason
    column(m, "did")[engineer] = ENGINEERED
    assert refusal(m, "regain eng-10").rule == "efs2:22.14"
    column(m, "did")[engineer] = 0
    column(m, "supply")[engineer] = OUT
    assert "Out of Supply" in refusal(m, "regain eng-10").reason
    column(m, "mode")[hq] = BACK
    m.c.touch()
    assert "no Soviet engineer" in refusal(m, "regain hq-13a").reason
    column(m, "supply")[engineer] = 0
    column(m, "hex_of")[engineer] = m.c.hex(TRACK[1])
    m.c.touch()
    assert refusal(m, "regain eng-10").rule == "efs2:19.12"


@pytest.mark.rule("efs1:19.3")
def test_an_engineer_out_of_supply_converts_in_the_first_edition() -> None:
    for terms, first in ((FIRST, True), (SECOND, False)):
        m = line({"eng-10": TRACK[2]}, side="soviet", terms=terms)
        column(m, "supply")[unit(m, "eng-10")] = OUT
        m.c.touch()
        assert (m.check("regain eng-10") is None) is first


@EITHER
@pytest.mark.rule("efs2:19.4", "efs2:22.11", "efs1:19.4")
def test_a_combat_unit_cuts_what_the_axis_has_converted() -> None:
    m = line({"rd-100": TRACK[1]}, side="soviet")
    assert refusal(m, f"cut {TRACK[0]}").rule == "efs2:19.4" and refusal(m, f"cut {TRACK[5]}").rule == "efs2:19.4"
    play(m, f"cut {TRACK[1]}")
    assert column(m, "gauge")[TRACK[1]] == "cut" and rails.is_cut(m.c, m.c.hex(TRACK[1]))
    assert m.c.hex(TRACK[2]) not in net(m.c, "axis")
    m = line({"eng-10": TRACK[1]}, side="soviet")
    column(m, "did")[unit(m, "eng-10")] = ENGINEERED
    m.c.touch()
    found = m.check(f"cut {TRACK[1]}")
    assert found is None if edition(m.c).sappers_unbound else found is not None and "is free" in found.reason


@EITHER
@pytest.mark.rule("efs2:19.4", "efs2:19.3", "efs1:19.4")
def test_each_side_has_its_own_ways() -> None:
    assert "Axis units cut no railroads" in refusal(line({"253inf": TRACK[1]}), f"cut {TRACK[1]}").reason
    m = line({"rd-100": TRACK[2]}, side="soviet")
    assert refusal(m, f"convert {TRACK[3]}").rule == "efs2:19.3"


@pytest.mark.rule("efs2:19.2")
def test_a_scenario_may_go_without_conversion() -> None:
    m = line({"rd-100": TRACK[1]}, side="soviet")
    m.data.scenario["without"] = {"phases": ["conversion"]}
    assert refusal(m, f"cut {TRACK[1]}").rule == "efs2:19.4"
    conversion.begin(m.c, "axis")
    assert column(m, "conversion")["axis"] == 0


# ---------------------------------------------------------------------- for whoever plans
@EITHER
@pytest.mark.rule("efs2:19.21", "efs2:6.13", "efs1:19.2.1")
def test_hexes_that_a_zone_bars_are_told_until_a_unit_stands_there() -> None:
    m = line({"rd-100": "B0929"})
    closed = {m.c.label(h) for h in barred(m.c, "axis")}
    assert TRACK[3] in closed and closed <= set(TRACK[:4])
    stood = line({"rd-100": "B0929", "253inf": TRACK[3]})
    assert TRACK[3] not in {stood.c.label(h) for h in barred(stood.c, "axis")}
    assert barred(line().c, "axis") == []


@EITHER
@pytest.mark.rule("efs2:19.21", "efs2:19.24", "efs1:19.2.3")
def test_a_railhead_serves_whom_it_comes_nearer_to_and_nobody_behind_it() -> None:
    ahead, behind = line({"253inf": TRACK[12]}), line({"253inf": TRACK[0]})
    assert served(ahead.c, ahead.c.hex(TRACK[3]), "axis") > 0 == served(behind.c, behind.c.hex(TRACK[3]), "axis")
    two = line({"253inf": TRACK[12], "252inf": TRACK[12]})
    assert served(two.c, two.c.hex(TRACK[3]), "axis") > served(ahead.c, ahead.c.hex(TRACK[3]), "axis")
