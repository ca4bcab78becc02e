"""12.36: Mandated Attacks that were not made, and places that are the Axis side's from the start."""

from __future__ import annotations

import pytest

from engine.games.efs.combat.battles import Battle
from engine.games.efs.combat.shares import credit, idle, unmade
from engine.games.efs.command import ACTIVATE, commanded, value
from engine.games.efs.phases.replacements import roll
from engine.games.efs.queries.tasks import risks
from engine.games.efs.queries.turn import TURN, tracks
from engine.games.efs.victory import call_mandates, called_for, held_at_start, judge, last_account, look, owe, spots
from engine.play.match import Match
from tests.support.efs import begun, column


def lepel() -> Match:
    m = begun("lepel")
    held_at_start(m.c)
    return m


@pytest.mark.rule("efs2:24.22", "efs2:12.36", "efs2:R220")
def test_a_place_that_only_costs_points_costs_them_when_the_game_ends() -> None:
    m = lepel()
    assert "Lepel" not in column(m, "places") and m.c.state.vp == 2
    look(m.c)
    judge(m.c)
    assert m.c.state.vp == 2 and not column(m, "places")
    m.c.state.hex_of[m.c.unit("td-14")] = m.c.hex("B0426")
    m.c.state.mandates = 0
    m.c.touch()
    look(m.c)
    assert m.c.state.vp == 2
    m.c.state.turn = 10
    last_account(m.c)
    assert m.c.state.vp == -1


@pytest.mark.rule("efs2:12.36", "efs2:R220")
def test_mandated_attacks_that_were_never_made_are_points_at_the_end_of_the_game() -> None:
    m = lepel()
    m.c.state.turn = 10
    last_account(m.c)
    assert (m.c.state.mandates, m.c.state.vp) == (0, 6)


@pytest.mark.rule("efs2:12.31", "efs2:R221")
def test_a_mandated_attack_needs_a_unit_of_a_corps_that_has_one_left() -> None:
    c = lepel().c
    units = {name: c.unit(name) for name in ("td-13", "td-14", "rd-153")}

    def refused(*names: str) -> bool:
        return idle(c, Battle("soviet", (c.hex("B1024"),), tuple(units[name] for name in names))) is not None

    assert refused("rd-153") and not refused("rd-153", "td-13")
    both = Battle("soviet", (c.hex("B1024"),), (units["td-13"], units["td-14"]))
    assert [credit(c, both) for _ in range(2)] == ["by the 5th Mechanized Corps"] * 2
    c.state.mandates = 2
    assert refused("td-13") and not refused("td-14")
    assert unmade(c) == {"5th Mechanized Corps": 0, "7th Mechanized Corps": 2}


@pytest.mark.rule("efs2:21.12")
def test_in_its_first_turn_only_the_headquarters_of_the_scenario_activate() -> None:
    c = lepel().c
    late = c.unit("hq-19a")
    c.state.mode[late] = 0
    c.state.hex_of[late] = c.hex("B1721")
    c.touch()
    assert value(c, late, ACTIVATE) == 0 < value(c, c.unit("hq-5mc"), ACTIVATE)
    refusal = commanded(c, c.hex("B1721"), ACTIVATE)
    assert refusal is not None and "scenario" in refusal.reason
    c.state.turn = 9
    assert value(c, late, ACTIVATE) > 0


@pytest.mark.rule("efs2:12.36")
def test_outstanding_mandates_become_points_when_a_place_is_newly_captured() -> None:
    m = lepel()
    c = m.c
    assert c.state.mandates == 4
    call_mandates(c)
    assert (c.state.mandates, c.state.vp) == (4, 2), "nothing was captured"
    senno = next(spot for spot in spots(c) if spot.key == "Senno")
    c.state.hex_of[c.unit("17pz-pzr")] = senno.hexes[0]
    c.touch()
    look(c)
    gained = c.state.vp
    assert called_for(c) == ["Senno"]
    call_mandates(c)
    assert (c.state.mandates, c.state.vp) == (0, gained + 4) and called_for(c) == []
    assert c.events[-1].rule == "efs2:12.36"


@pytest.mark.rule("efs2:12.36")
def test_a_place_lost_again_or_recaptured_costs_nothing() -> None:
    m = lepel()
    c = m.c
    (senno,) = next(spot for spot in spots(c) if spot.key == "Senno").hexes
    panzer, tanks = c.unit("17pz-pzr"), c.unit("td-14")
    for taker in (panzer, tanks):
        c.state.hex_of[panzer], c.state.hex_of[tanks] = (senno, -1) if taker == panzer else (-1, senno)
        c.touch()
        look(c)
    call_mandates(c)
    assert (column(m, "places")["Senno"], c.state.mandates) == ("soviet", 4), "captured in this turn, and lost again"
    c.state.hex_of[panzer], c.state.hex_of[tanks] = senno, -1
    c.touch()
    look(c)
    call_mandates(c)
    assert column(m, "places")["Senno"].startswith("axis") and c.state.mandates == 4, "it was captured before"


@pytest.mark.rule("efs2:12.36")
def test_nine_mandates_are_kept_and_each_further_one_is_a_point() -> None:
    m = lepel()
    c = m.c
    owe(c, 5)
    assert (c.state.mandates, c.state.vp) == (9, 2)
    owe(c, 2)
    assert (c.state.mandates, c.state.vp) == (9, 4) and c.events[-1].rule == "efs2:12.36"


@pytest.mark.rule("efs2:12.36", "efs2:R221")
def test_mandated_attacks_to_be_made_are_told_beside_the_map() -> None:
    m = lepel()
    told = {track.id: track for track in tracks(m.c, "soviet")}
    assert told["mandates"].lines == ("2 by the 5th Mechanized Corps", "2 by the 7th Mechanized Corps")
    m.c.state.mandates = 0
    assert "mandates" not in {track.id for track in tracks(m.c, "soviet")}


@pytest.mark.rule("efs2:12.36")
def test_what_mandated_attacks_become_is_told_until_they_can_be_declared() -> None:
    """Also when the Soviet side is about to end the phase in which its units move up."""
    c = lepel().c
    (senno,) = next(spot for spot in spots(c) if spot.key == "Senno").hexes
    c.state.side, c.state.phase = "soviet", "soviet-motorized"
    assert risks(c) == []
    c.state.hex_of[c.unit("17pz-pzr")] = senno
    c.touch()
    look(c)
    text = "4 Mandated Attacks become 4 VP of the Axis in this turn, while it holds Senno"
    assert [task.text for task in risks(c)] == [text] == [task.text for task in TURN.risks(c)]
    c.state.phase = "soviet-movement"
    assert risks(c) == [], "too late"


@pytest.mark.rule("efs2:12.36", "efs2:7.22")
def test_what_changes_the_die_for_replacements_is_told_with_it() -> None:
    m = Match.new("efs2", "campaign", seed=1)
    m.c.state.mandates, m.c.state.weather = 2, "mud"
    m.c.touch()
    roll(m.c, "soviet_replacements")
    assert any(" +3 (2 Mandated Attacks, Mud): " in event.text for event in m.c.events)
