"""12.41 to 12.43: which units may react, where to, and how many."""

from __future__ import annotations

import pytest

from engine.games.efs.movement.reaction import may_react, may_react_to, reaction_reach, reserves, right_to_react
from engine.games.efs.state import BACK, QUARTERS, REACTED
from engine.play.match import Match
from tests.support.efs import EITHER, column, position, unit

PANZER, FOOT, SECOND = "18pz-pzr", "253inf", "206inf"
TANKS, MOTOR, RIFLES, HQ = "td-38", "mr-qt", "rd-5", "hq-13a"


def attacked(units: dict[str, str], *targets: str, side: str = "soviet", **more: object) -> Match:
    """A position in which some hexes are attacked by every enemy beside them."""
    m = position(units, side=side, ground={}, **more)  # type: ignore[arg-type]
    for n, label in enumerate(targets):
        column(m, "battle")[label] = n + 1
        around = m.c.grid.adjacent[m.c.hex(label)]
        for u, h in enumerate(column(m, "hex_of")):
            if h in around and m.c.roster.side[u] != side:
                column(m, "committed")[u] = n + 1
    m.c.touch()
    return m


def rule(m: Match, who: str, to: str = "") -> str:
    """The rule that keeps a unit from reacting, or from reacting to a hex; empty where it may."""
    u = unit(m, who)
    found = may_react_to(m.c, u, m.c.hex(to)) if to else may_react(m.c, u)
    return found.rule if found is not None else ""


BASE = {PANZER: "B0629", RIFLES: "B0630", TANKS: "B0632", HQ: "B0734"}
"""The rifles are attacked from the north, tanks stand two hexes behind them."""


@EITHER
@pytest.mark.rule("efs2:12.41", "efs1:14.1.1", "efs1:R25", "efs1:10.3.1")
def test_motorized_units_near_a_defender_hex_react_with_half_their_allowance() -> None:
    m = attacked({**BASE, MOTOR: "B0635", "rd-33": "B0732"}, "B0630")
    assert (rule(m, TANKS), rule(m, MOTOR), rule(m, "rd-33")) == ("", "efs:12.41", "efs:12.41")
    found = reaction_reach(m.c, unit(m, TANKS)).hexes
    assert max(found.values()) == m.c.roster.faces[unit(m, TANKS)][0][2] * QUARTERS // 2
    assert rule(m, RIFLES) == "efs:12.41"


@pytest.mark.rule("efs2:12.41")
def test_nobody_reacts_out_of_a_zone_or_a_defender_hex() -> None:
    m = attacked({PANZER: "B0629", TANKS: "B0630", MOTOR: "B0529", HQ: "B0734"}, "B0630")
    assert rule(m, TANKS) == rule(m, MOTOR) == "efs:12.41"


@pytest.mark.rule("efs2:12.41", "efs2:11.38", "efs2:10.26", "efs2:14.65")
@pytest.mark.parametrize(("marker", "law"), [("overrun", "efs:11.38"), ("fuel", "efs:10.26"), ("hold", "efs:10.26")])
def test_markers_bar_reaction(marker: str, law: str) -> None:
    m = attacked(BASE, "B0630")
    column(m, marker)[unit(m, TANKS)] = 1
    m.c.touch()
    assert rule(m, TANKS) == law


@pytest.mark.rule("efs2:12.41", "efs2:14.65")
def test_zones_of_interdiction_bar_reaction() -> None:
    m = attacked(BASE, "B0630")
    column(m, "zoi")["B0631"] = 1
    m.c.touch()
    assert rule(m, TANKS, "B0631") == "efs:14.65"
    column(m, "zoi")["B0632"] = 1
    m.c.touch()
    assert rule(m, TANKS) == "efs:14.65"


@EITHER
@pytest.mark.rule("efs2:12.41", "efs2:21.22", "efs2:21.12", "efs1:14.1.1", "efs1:22.2.4", "efs1:22.2.2")
def test_soviet_units_need_a_headquarters_and_no_non_op_one() -> None:
    m = attacked({**BASE, HQ: "B0640"}, "B0630")
    assert rule(m, TANKS) == "efs:21.11"
    m = attacked({**BASE, "hq-4a": "B0834"}, "B0630")
    assert rule(m, TANKS) == ""
    column(m, "mode")[unit(m, "hq-4a")] = BACK
    m.c.touch()
    assert rule(m, TANKS) == "efs:21.22"
    m = attacked({FOOT: "B0630", TANKS: "B0629", PANZER: "B0632"}, "B0630", side="axis")
    assert rule(m, PANZER) == ""


@pytest.mark.rule("efs2:R200", "efs2:12.41")
def test_nobody_reacts_over_a_line_of_the_scenario_and_the_map_shows_it() -> None:
    units = {FOOT: "C2203", RIFLES: "C2202", "td-5": "A2240", "td-25": "A2240", HQ: "A2239"}
    m = attacked(units, "C2202", scenario="campaign", turn=2)
    # On turn 2 the 11th Army does not go farther south; the 25th Tank Division is of another.
    assert rule(m, "td-5") == "" and rule(m, "td-5", "C2202") == "efs:R200"
    assert m.c.hex("C2202") not in reaction_reach(m.c, unit(m, "td-5")).hexes
    assert rule(m, "td-25", "C2202") == "" and m.c.hex("C2202") in reaction_reach(m.c, unit(m, "td-25")).hexes


@pytest.mark.rule("efs2:18.45", "efs2:R55")
def test_who_builds_a_strongpoint_does_not_react_in_that_turn() -> None:
    m = attacked({FOOT: "B0630", TANKS: "B0629", "18pz-sr1": "B0632", "18pz-sr2": "B0632"}, "B0630", side="axis")
    column(m, "works")["B0632"] = "axis building 18pz-sr1"
    m.c.touch()
    assert rule(m, "18pz-sr1") == rule(m, "18pz-sr1", "B0630") == "efs:18.45" and rule(m, "18pz-sr2") == ""


@EITHER
@pytest.mark.rule("efs2:12.43", "efs2:10.33", "efs2:10.34", "efs1:14.1.2")
def test_into_a_zone_only_to_a_friend_without_paying_for_it() -> None:
    m = attacked(BASE, "B0630")
    found = reaction_reach(m.c, unit(m, TANKS)).hexes
    assert found[m.c.hex("B0630")] == 2 * QUARTERS
    m = attacked({**BASE, TANKS: "B0631"}, "B0630")
    assert rule(m, TANKS, "B0529") == "efs:12.43"
    assert m.c.hex("B0529") not in reaction_reach(m.c, unit(m, TANKS)).hexes


@pytest.mark.rule("efs2:12.43")
def test_hexes_beside_an_attacker_count_even_without_a_zone() -> None:
    units = {"stg184": "B0629", RIFLES: "B0630", TANKS: "B0631", HQ: "B0734"}
    m = attacked(units, "B0630")
    assert rule(m, TANKS, "B0529") == "efs:12.43"
    column(m, "committed")[unit(m, "stg184")] = -1
    m.c.touch()
    assert rule(m, TANKS, "B0529") == ""


@pytest.mark.rule("efs2:12.41", "efs2:12.42", "efs2:R28")
def test_one_unit_for_each_defender_hex_and_one_into_it() -> None:
    units = {PANZER: "B0629", FOOT: "B0829", RIFLES: "B0630", "rd-33": "B0830", TANKS: "B0632", MOTOR: "B0731"}
    m = attacked({**units, "md-1": "B0633", HQ: "B0734"}, "B0630", "B0830")
    three = [unit(m, name) for name in (TANKS, MOTOR, "md-1")]
    assert right_to_react(m.c, three[:2]) is not None
    assert right_to_react(m.c, three) is None
    u = unit(m, MOTOR)
    column(m, "did")[u], column(m, "origin")[u] = REACTED, column(m, "hex_of")[u]
    column(m, "hex_of")[u] = m.c.hex("B0630")
    m.c.touch()
    assert rule(m, TANKS, "B0630") == "efs:12.42"
    assert rule(m, MOTOR) == "efs:12.41"


@EITHER
@pytest.mark.rule("efs2:12.41", "efs1:14.1.1")
def test_who_could_come_is_known_before_an_attack_is_declared() -> None:
    m = attacked({**BASE, MOTOR: "B0635"})
    there = m.c.hex("B0630")
    assert reserves(m.c, there, "soviet") == [unit(m, TANKS)]
    assert reserves(attacked({**BASE, HQ: "B0640"}).c, there, "soviet") == []
