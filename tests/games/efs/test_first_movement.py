"""What the first edition prints otherwise on ground, stacks and special movement, each term in both editions."""

from __future__ import annotations

import pytest

from engine.games.efs.movement.reach import price
from engine.games.efs.phases.weather import Turns, freezes
from engine.games.efs.state import QUARTERS
from engine.games.efs.weather import FROZEN, THAWED, Ice, ice
from engine.games.efs1.edition import EDITION as FIRST
from engine.games.efs2.ruleset import EDITION as SECOND
from tests.support.efs import position, unit

PANZER, RIFLES, FOOT, CAVALRY, GUNS = "18pz-pzr", "18pz-sr1", "253inf", "1cav", "art-xxxxviia"


@pytest.mark.rule("efs1:10.7.9", "efs1:10.7.10", "efs1:10.7.11")
def test_what_is_frozen_by_the_weather_and_for_good() -> None:
    assert [freezes(terms, Turns(), "frost", "snow") for terms in (FIRST, SECOND)] == [True, False]
    after = Turns(("snow",), ("snow",), 0, True)
    assert [freezes(terms, after, "mud", "mud") for terms in (FIRST, SECOND)] == [True, False]
    m = position({}, terms=FIRST)
    found = {}
    for word in ("dry", "frost", "snow"):
        m.c.state.weather = word
        found[word] = ice(m.c)
    assert found == {"dry": THAWED, "frost": Ice(swamps=True), "snow": Ice(rivers=True, swamps=True)}
    m.c.state.frozen = True
    assert ice(m.c) == FROZEN
    m.c.state.weather = "dry"
    assert ice(m.c) == Ice(lakes=True)


@pytest.mark.rule("efs1:10.7.9", "efs1:10.7.10", "efs1:10.7.11")
@pytest.mark.parametrize(("how", "first", "second"), [
    ({"weather": "frost", "ground": {"B0631": "swamp"}}, 3, None),
    ({"weather": "dry", "ground": {"B0631": "lake"}}, 2, 2),
    ({"weather": "frost", "lines": {"major river": ["B0630-B0631"]}}, None, None),
    ({"weather": "snow", "lines": {"major river": ["B0630-B0631"]}}, 3, None),
])  # fmt: skip
def test_what_ice_opens(how: dict[str, object], first: int | None, second: int | None) -> None:
    for terms, points in ((FIRST, first), (SECOND, second)):
        m = position({PANZER: "B0630"}, terms=terms, **{"ground": {}, "phase": "axis-movement", **how})  # type: ignore[arg-type]
        m.c.state.frozen = "lake" in str(how)
        m.c.touch()
        found = price(m.c, [unit(m, PANZER)], m.c.hex("B0631"))
        assert (found and found / QUARTERS) == points
