"""21.28, 21.29, 8.73, 10.13: the Recovery Phase."""

from __future__ import annotations

import pytest

from engine.games.efs.edition import Edition
from engine.games.efs.phases.recovery import Recovery, limit
from engine.games.efs.state import ACTIVATED, BACK, OUT
from engine.games.efs1.edition import EDITION as FIRST
from engine.games.efs2.edition import EDITION as SECOND
from engine.play.match import Match
from tests.support.efs import at, column, play, position, refusal, unit

HQ, OTHER = "hq-13a", "hq-5mc"


def recovering(*, dice: tuple[int, ...] = (), supply: int = 0, terms: Edition | None = None) -> Match:
    """The Recovery Phase with two Non-Op headquarters, one of them in the Active Box."""
    boxes = {OTHER: "active", "hq-20a": "cadre"}
    m = position({HQ: "B1034", "rd-50": "B1035"}, boxes=boxes, dice=dice, terms=terms)
    for name in (HQ, OTHER, "hq-20a"):
        column(m, "mode")[unit(m, name)] = BACK
    column(m, "supply")[unit(m, HQ)] = supply
    column(m, "did")[unit(m, "rd-50")] = ACTIVATED
    column(m, "hold")[unit(m, "rd-50")] = 2
    m.c.touch()
    m.c.steps["recovery"] = Recovery()
    m.c.call("below")
    m.c.call("recovery", side="soviet", phase="recovery")
    m._after()
    return m


@pytest.mark.rule("efs2:21.28", "efs2:21.21")
def test_twice_the_recovery_value_or_less_makes_it_operational() -> None:
    m = recovering(dice=(6, 7))
    assert [limit(m.c, unit(m, name)) for name in (HQ, OTHER)] == [6, 6]
    play(m, "recover")
    modes = {name: column(m, "mode")[unit(m, name)] for name in (HQ, OTHER, "hq-20a")}
    assert modes == {HQ: 0, OTHER: BACK, "hq-20a": BACK}
    assert m.c.frame.step == "below"


@pytest.mark.rule("efs2:21.28", "efs2:21.29")
def test_headquarters_may_roll_one_by_one() -> None:
    m = recovering(dice=(7, 6))
    play(m, f"recover {HQ}")
    assert m.c.frame.step == "recovery" and column(m, "mode")[unit(m, HQ)] == BACK
    assert refusal(m, f"recover {HQ}").rule == "efs2:21.28"
    assert refusal(m, f"disband {HQ}").rule == "efs2:21.29", "who has rolled is not disbanded"
    play(m, f"recover {OTHER}")
    assert m.c.frame.step == "below" and column(m, "mode")[unit(m, OTHER)] == 0


@pytest.mark.rule("efs2:21.28")
def test_out_of_supply_the_value_is_not_doubled() -> None:
    m = recovering(supply=OUT)
    assert [limit(m.c, unit(m, name)) for name in (HQ, OTHER)] == [3, 6]


@pytest.mark.rule("efs2:21.29", "efs2:24.32", "efs2:R63")
def test_a_disbanded_headquarters_goes_to_the_cadre_box_for_a_point() -> None:
    m = recovering(dice=(1,))
    assert refusal(m, "disband hq-20a").rule == "efs2:21.29"
    play(m, f"disband {HQ}")
    assert at(m, HQ) == "[cadre]" and column(m, "vp") == 1
    play(m, "recover")
    assert column(m, "mode")[unit(m, OTHER)] == 0 and column(m, "mode")[unit(m, HQ)] == BACK


@pytest.mark.rule("efs1:22.2.6")
def test_in_the_first_edition_one_on_the_map_is_disbanded_for_two_points() -> None:
    for terms, first in ((FIRST, True), (SECOND, False)):
        m = recovering(terms=terms)
        assert (m.check(f"disband {OTHER}") is None) is not first
        play(m, f"disband {HQ}")
        assert (at(m, HQ), column(m, "vp")) == ("[cadre]", 2 if first else 1)


@pytest.mark.rule("efs2:8.73", "efs2:10.13", "efs2:12.35", "efs2:14.67")
def test_marks_of_the_turn_go() -> None:
    m = recovering(dice=(1, 1))
    column(m, "zoi")["B1034"] = 1
    m.c.state.doubled["hq-13a"] = 2
    play(m, "recover")
    u = unit(m, "rd-50")
    assert (column(m, "did")[u], column(m, "hold")[u]) == (0, 1) and not column(m, "zoi")
    assert not m.c.state.doubled
