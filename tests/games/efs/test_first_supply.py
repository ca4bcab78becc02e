"""What the first edition prints otherwise on supply and supply units, each term in both editions."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs.combat.odds import calculate
from engine.games.efs.edition import Edition
from engine.games.efs.movement.allowance import granted
from engine.games.efs.movement.classes import FOOT, MOTOR, class_of
from engine.games.efs.movement.entry import come, may_enter
from engine.games.efs.phases.activation import unfit
from engine.games.efs.phases.placing import may_place, placeable
from engine.games.efs.state import OUT, QUARTERS
from engine.games.efs.supply.routes import traced
from engine.games.efs.supply.status import deteriorate, needs_none
from engine.games.efs.units import allowance
from engine.games.efs1.edition import EDITION as FIRST
from engine.games.efs2.edition import EDITION as SECOND
from engine.play.match import Match
from tests.support.efs import EITHER, column, position, unit
from tests.support.efs_battles import NORTH, declared, facing, supplied

PANZER, FOOTMEN, CAVALRY, TRAIN = "18pz-pzr", "253inf", "1cav", "atr-n1"
CITY, HERE = "B0730", "B0731"
RING = ("B0729", "B0830", "B0831", "B0731", "B0630", "B0629")


@pytest.mark.rule("efs1:6.7.1", "efs1:6.6.1")
def test_cavalry_alone_is_spared_out_of_supply_and_trains_need_a_route() -> None:
    for terms, lost in ((FIRST, 2), (SECOND, 0)):
        m = position({FOOTMEN: "B0630", CAVALRY: "B0630", TRAIN: "B0640"}, ground={}, terms=terms)
        m.c.state.phase, m.c.state.supply = "axis-movement", [OUT] * len(m.c.roster)
        m.c.touch()
        short = {
            n: allowance(m.c, unit(m, n)) - granted(m.c, unit(m, n)) // QUARTERS for n in (FOOTMEN, CAVALRY, TRAIN)
        }
        assert short == {FOOTMEN: 2, CAVALRY: 0, TRAIN: lost}
        assert needs_none(m.c, unit(m, TRAIN)) is not lost


def besieged(terms: Edition, **more: Any) -> Match:
    """A Soviet major city with Axis units all around."""
    names = ("6inf", "26inf", "5inf", "35inf", "8inf", "28inf")
    units = {"rd-50": CITY, **dict(zip(names, RING, strict=True))}
    return position(units, ground={}, places={CITY: "major city"}, terms=terms, **more)


@pytest.mark.rule("efs1:6.5.1")
def test_a_major_city_is_a_source_surrounded_too() -> None:
    for terms, first in ((FIRST, True), (SECOND, False)):
        m = besieged(terms)
        assert traced(m.c, m.c.hex(CITY), "soviet") is first
        assert not traced(m.c, m.c.hex(CITY), "axis")


@pytest.mark.rule("efs1:6.8.3", "efs2:6.48")
def test_a_pair_of_supply_units_is_listed_once_and_a_truck_with_a_wagon_both_ways() -> None:
    both = ["combine asup-01 asup-02"], ["combine asup-01 asup-02", "combine asup-02 asup-01"]
    for game, wagons, found in (("efs1", 0, both[0]), ("efs1", 1, both[1]), ("efs2", 1, both[0])):
        m = Match.new(game, "campaign", seed=1)
        counters = m.c.scenario["counters"]
        m.c.scenario = {**m.c.scenario, "counters": {**counters, "axis": {"supply": 2, "wagon": wagons}}}
        m.c.forget()
        place = [{"unit": name, "hex": "B0630", "asp": 1} for name in ("asup-01", "asup-02")]
        m.edit({"clear": True, "place": place, "phase": "movement axis"})
        assert [str(a) for a in m.legal if a.verb == "combine"] == found
        assert m.check("combine asup-02 asup-01") is None, "in words both ways"


@pytest.mark.rule("efs1:6.8.4", "efs1:10.5.10", "efs1:R60")
def test_trucks_and_wagons() -> None:
    for terms, truck, wagon, soviet in ((FIRST, 8, 4, 8), (SECOND, 7, 7, 6)):
        m = position({"asup-01": "B0630", "asup-03": "B0630", "ssup-01": "B0640"}, ground={}, terms=terms)
        counters = m.c.scenario["counters"]
        m.c.scenario = {**m.c.scenario, "counters": {**counters, "axis": {"supply": 3, "wagon": 1}}}
        m.c.forget()
        for name in ("asup-01", "asup-03", "ssup-01"):
            column(m, "asp")[unit(m, name)] = 1
        m.c.touch()
        assert [allowance(m.c, unit(m, name)) for name in ("asup-01", "asup-03", "ssup-01")] == [truck, wagon, soviet]
        how = [class_of(m.c, unit(m, name)).how for name in ("asup-01", "asup-03")]
        assert how == [MOTOR, FOOT if wagon < truck else MOTOR]
        column(m, "asp")[unit(m, "asup-01")] = 2
        m.c.touch()
        assert allowance(m.c, unit(m, "asup-01")) == 0, "a dump"
        assert (unfit(m.c, unit(m, "ssup-01")) is None) is (terms is SECOND)


@pytest.mark.rule("efs1:6.8.4")
def test_a_new_supply_unit_comes_in_each_major_city_that_is_not_surrounded() -> None:
    waiting = {"ssup-01": "turn 5", "ssup-02": "turn 5"}
    where = {"B1836": "major city", "B1838": "city"}
    for terms, first in ((FIRST, True), (SECOND, False)):
        m = position({"rd-50": "B1836"}, ground={}, places=where, boxes=waiting, terms=terms, side="soviet",
                     phase="soviet-movement")  # fmt: skip
        u, v, major, city = unit(m, "ssup-01"), unit(m, "ssup-02"), m.c.hex("B1836"), m.c.hex("B1838")
        assert (u in placeable(m.c, "soviet")) is not first, "with the reinforcements"
        assert [may_enter(m.c, u, h) is None for h in (major, city)] == [first, False], "as it moves"
        if not first:
            assert [may_place(m.c, u, h) for h in (major, city)] == [None, None]
            continue
        come(m.c, u, major)
        assert column(m, "mp_left")[u] == granted(m.c, v) > 0, "it may move normally"
        assert may_enter(m.c, v, major) is not None, "one in each"
        m.c.state.phase = "soviet-motorized"
        m.c.state.supplied_in.clear()
        m.c.touch()
        assert may_enter(m.c, v, major) is not None, "in the Movement Phase alone"
    m = besieged(FIRST, boxes=waiting, side="soviet", phase="soviet-movement")
    assert may_enter(m.c, unit(m, "ssup-01"), m.c.hex(CITY)) is not None


@pytest.mark.rule("efs1:6.7.6")
def test_a_deserted_strongpoint_lasts_for_a_turn_of_emergency() -> None:
    for terms, turns in ((FIRST, 2), (SECOND, 1)):
        m = position({}, ground={}, terms=terms)
        m.c.state.works["B0630"] = "soviet active"
        m.c.touch()
        for _ in range(turns):
            assert "B0630" in m.c.state.works
            deteriorate(m.c)
        assert "B0630" not in m.c.state.works


@EITHER
@pytest.mark.rule("efs1:6.7.5")
def test_a_defender_out_of_supply_gives_one() -> None:
    m = facing({PANZER: NORTH}, ("rd-100", "rd-50"))
    b = supplied(declared(m, PANZER))
    before = calculate(m.c, b).lines
    column(m, "supply")[unit(m, "rd-50")] = OUT
    m.c.touch()
    new = [(line.value, line.rule) for line in calculate(m.c, b).lines if line not in before]
    assert new[0] == ("-1", "efs:15.56")
