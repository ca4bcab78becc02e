"""18.4, 22.11, 11.38, 13.12: what is built in the Engineering Phase, and the markers that go in it."""

from __future__ import annotations

import pytest

from engine.games.efs.phases.engineering import Engineering
from engine.games.efs.state import ATTACKED, BACK, MOVED, OVERRAN, SPECIAL
from engine.games.efs.units import place
from engine.play.match import Match
from tests.support.efs import EITHER, column, play, position, refusal, unit

SAPPER, GUNS, PANZER, FOOT = "mpi-xxxxvii", "flak101", "18pz-pzr", "18pz-sr1"
HERE, THERE = "A6039", "A6138"


def works(units: dict[str, str], side: str = "axis", *, did: dict[str, int] | None = None, soviet: int = 0) -> Match:
    """The Engineering Phase of a side in a turn without a limit; ``soviet`` strongpoints may be begun."""
    m = position(units, side=side, turn=9, kinds=[Engineering])
    for name, bits in (did or {}).items():
        column(m, "did")[unit(m, name)] = bits
    if soviet:
        m.c.state.strongpoints["soviet"] = soviet
    m.c.touch()
    m.c.call("below")
    m.c.call("engineering", side=side, phase=f"{side}-engineering")
    m._after()
    return m


def next_turn(m: Match, side: str = "axis") -> None:
    """The next Engineering Phase of a side."""
    m.c.frame.vars["side"] = side
    Engineering().begin(m.c)


@pytest.mark.rule("efs2:18.44", "efs2:18.45", "efs2:R55")
def test_an_axis_unit_that_stood_still_builds_and_must_stay() -> None:
    m = works({FOOT: HERE, "18pz-sr2": THERE, PANZER: "A5938"}, did={"18pz-sr2": MOVED})
    assert refusal(m, "fortify 18pz-sr2").rule == refusal(m, f"fortify {PANZER}").rule == "efs2:18.45"
    play(m, f"fortify {FOOT}")
    assert column(m, "works") == {HERE: f"axis building {FOOT}"}
    assert refusal(m, f"fortify {FOOT}").rule == "efs2:18.43"
    next_turn(m)
    assert column(m, "works") == {HERE: "axis active"}


@pytest.mark.rule("efs2:18.45")
def test_without_its_builder_it_is_given_up() -> None:
    m = works({FOOT: HERE})
    play(m, f"fortify {FOOT}")
    place(m.c, unit(m, FOOT), m.c.hex(THERE))
    next_turn(m)
    assert column(m, "works") == {}


@pytest.mark.rule("efs2:22.11", "efs2:22.14", "efs2:18.44")
def test_an_engineer_is_done_at_once() -> None:
    m = works({SAPPER: HERE})
    play(m, f"fortify {SAPPER}")
    assert column(m, "works") == {HERE: "axis active"}
    fought = works({SAPPER: HERE, FOOT: THERE}, did={SAPPER: ATTACKED})
    assert refusal(fought, f"fortify {SAPPER}").rule == "efs2:22.11"
    special = works({SAPPER: HERE, FOOT: THERE}, did={SAPPER: SPECIAL})
    assert refusal(special, f"fortify {SAPPER}").rule == "efs2:22.11"
    overran = works({SAPPER: HERE, FOOT: THERE}, did={SAPPER: OVERRAN})
    assert refusal(overran, f"fortify {SAPPER}").rule == "efs2:22.11"


@EITHER
@pytest.mark.rule("efs2:18.42", "efs2:18.43", "efs2:7.41", "efs1:18.3.3")
def test_soviet_strongpoints_as_many_as_were_received() -> None:
    m = works({"rd-50": HERE, "rd-53": "A6439", FOOT: "A5839"}, "soviet", soviet=1)
    assert refusal(m, "build A5839").rule == "efs2:18.43"
    play(m, f"build {HERE}")
    assert column(m, "works") == {HERE: "soviet building"}
    assert refusal(m, "build A6439").rule == "efs2:18.42"


@pytest.mark.rule("efs2:18.44")
def test_a_soviet_strongpoint_is_completed_in_general_supply_alone() -> None:
    supplied, cut_off = "B1931", HERE
    around = {FOOT: "A6038", "18pz-sr2": "A6139", PANZER: "A5939"}
    m = works({"rd-50": cut_off, "rd-53": supplied, **around}, "soviet", soviet=2)
    play(m, f"build {cut_off}", f"build {supplied}")
    next_turn(m, "soviet")
    assert column(m, "works") == {cut_off: "soviet building", supplied: "soviet active"}


@EITHER
@pytest.mark.rule("efs2:21.26", "efs2:18.43", "efs1:22.2.5")
def test_nothing_is_begun_near_a_non_op_headquarters() -> None:
    m = works({"rd-50": HERE, "hq-13a": "A6439"}, "soviet", soviet=1)
    column(m, "mode")[unit(m, "hq-13a")] = BACK
    m.c.touch()
    assert refusal(m, f"build {HERE}").rule == "efs2:21.26"
    m = works({"eng-ok": HERE, "hq-13a": "A6439"}, "soviet", soviet=1)
    assert m.check("fortify eng-ok") is None
    column(m, "mode")[unit(m, "hq-13a")] = BACK
    m.c.touch()
    assert refusal(m, "fortify eng-ok").rule == "efs2:21.26"
    column(m, "works")[HERE] = "soviet building"
    m.c.touch()
    assert m.check("fortify eng-ok") is None, "what is under construction can be completed"


@pytest.mark.rule("efs2:18.13", "efs2:R53")
def test_the_owner_gives_a_strongpoint_up() -> None:
    m = works({SAPPER: HERE, FOOT: THERE})
    assert refusal(m, f"remove {HERE}").rule == "efs2:18.13"
    play(m, f"fortify {SAPPER}", f"remove {HERE}")
    assert column(m, "works") == {}


@EITHER
@pytest.mark.rule("efs2:11.38", "efs2:13.12", "efs1:11.4.4")
def test_overrun_markers_of_the_enemy_and_fired_markers_go() -> None:
    m = works({SAPPER: HERE, "rd-50": "B0535", FOOT: THERE})
    for name in ("rd-50", FOOT):
        column(m, "overrun")[unit(m, name)] = 1
    column(m, "fired")[unit(m, SAPPER)] = 1
    next_turn(m)
    assert [column(m, "overrun")[unit(m, name)] for name in ("rd-50", FOOT)] == [0, 1]
    assert sum(column(m, "fired")) == 0


@pytest.mark.rule("efs2:18.45")
def test_the_scenario_limits_axis_strongpoints() -> None:
    m = position({FOOT: HERE}, turn=5, kinds=[Engineering], step="engineering", phase="axis-engineering")
    assert m.c.frame.step == "below", "none may be built in the learning scenario, so that the phase passes"


@pytest.mark.rule("efs2:18.42", "efs2:7.41", "efs2:19.21")
def test_the_question_of_the_engineering_phase_tells_what_is_left_to_build_with() -> None:
    m = Match.new("efs2", "borisov", seed=1)
    results = {"replacement_results": {"soviet": {"strongpoints": 2, "E": 1}}}
    place = [{"unit": "rd-50", "hex": "B0235"}]
    m.edit({"clear": True, "place": place, "phase": "engineering soviet", "tracks": results})
    assert m.prompt.text.endswith("Left: 2 strongpoints, 1 near a city.")
    m.play("build B0235")
    assert m.prompt.text.endswith("Left: 1 strongpoint, 1 near a city.")


@pytest.mark.rule("efs2:4.21")
def test_the_question_names_the_work_that_can_be_done() -> None:
    m = works({SAPPER: HERE})
    text = m.prompt.text
    assert "Engineering: build" in text and not any(word in text for word in ("blow", "repair", "rebuild"))
