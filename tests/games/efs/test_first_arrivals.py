"""What the first edition prints otherwise on replacements, arrivals and withdrawals, each term in both editions."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs import withdrawals
from engine.games.efs.arrivals import may_stand
from engine.games.efs.edition import Edition
from engine.games.efs.movement.entry import come
from engine.games.efs.phases.placing import may_place
from engine.games.efs.phases.reinforcements import Reinforcements
from engine.games.efs.phases.replacements import by_card, may_refit, modifier, roll, row
from engine.games.efs.phases.strongpoints import entrench_check
from engine.games.efs.replacing import finish, next_price, prices, receive, stock
from engine.games.efs.tables import Tables
from engine.games.efs1.edition import EDITION as FIRST
from engine.games.efs1.engineering import Engineering as FirstEngineering
from engine.games.efs2.edition import EDITION as SECOND
from engine.play.match import Match
from tests.games.efs.test_07_replacements import engineering
from tests.support.efs import EITHER, at, column, play, position, refusal, unit

RIFLES, GUARDS, NKVD, PANZER = "rd-50", "rd-53", "nk-53", "18pz-pzr"
CITY = "B0235"


# ---------------------------------------------------------------------- replacements
@pytest.mark.rule("efs1:7.1.1")
def test_mud_alone_and_all_mandates_add_to_the_die() -> None:
    for terms, found in ((FIRST, [1, 0, 9]), (SECOND, [1, 1, 3])):
        m = position({}, terms=terms)
        told = []
        for weather, mandates in (("mud", 0), ("snow", 0), ("dry", 9)):
            m.c.state.weather, m.c.state.mandates = weather, mandates
            told.append(modifier(m.c))
        assert told == found
        assert row(m.c, "soviet_replacements", 19) == row(m.c, "soviet_replacements", 13), "beyond the last row"


@pytest.mark.rule("efs1:7.2")
def test_armaments_of_the_turn_and_points_for_nkvd_units(monkeypatch: pytest.MonkeyPatch) -> None:
    for terms, kept, price in ((FIRST, 0, {"N": 1}), (SECOND, 1, {"I": 1})):
        m = position({NKVD: CITY}, terms=terms, side="soviet", dice=[5])
        got = row(m.c, "soviet_replacements", 5)._replace(codes={"A": 1, "N": 1})
        monkeypatch.setattr("engine.games.efs.phases.replacements.row", lambda *_, got=got: got)
        roll(m.c, "soviet_replacements")
        assert stock(m.c, "soviet", "A") == 1 and stock(m.c, "soviet", "N") == 1 - kept
        assert prices(m.c, unit(m, NKVD)) == price
        receive(m.c, "axis", "A", 1)
        for side in ("axis", "soviet"):
            finish(m.c, side)
        assert [stock(m.c, "soviet", "A"), stock(m.c, "soviet", "N"), stock(m.c, "axis", "A")] == [kept, 0, 1]


@pytest.mark.rule("efs1:7.2", "efs1:20.2.2")
def test_a_point_rebuilds_an_nkvd_unit_that_does_not_wait() -> None:
    for terms, type_, where in ((FIRST, "N", "[active]"), (SECOND, "I", "[turn 12]")):
        m = engineering("soviet", have={f"soviet_{type_}": 1}, boxes={NKVD: "cadre"}, terms=terms)
        play(m, f"rebuild {NKVD} {type_}")
        assert at(m, NKVD) == where


@pytest.mark.rule("efs1:7.2", "efs1:7.3.3")
def test_who_has_only_flown_is_made_ready_by_no_point() -> None:
    for terms, first in ((FIRST, True), (SECOND, False)):
        m = position(boxes={"a-401iap": "destroyed", "a-163iap": "flown"}, terms=terms, side="soviet")
        m.c.state.events["soviet V"] = 1
        assert may_refit(m.c, unit(m, "a-401iap")) is None
        assert (may_refit(m.c, unit(m, "a-163iap")) is not None) is first


@pytest.mark.rule("efs1:7.2")
def test_strongpoints_of_e_go_to_cities_and_near_major_ones() -> None:
    places = {"B1332": "major city", "B0628": "city"}
    for terms, first in ((FIRST, True), (SECOND, False)):
        m = position(
            {RIFLES: "B0832", GUARDS: "B0932", NKVD: "B0628"}, ground={}, places=places, terms=terms, side="soviet"
        )
        m.c.state.events["E"] = 1
        for label in ("B0832", "B0932", "B0628"):
            m.c.state.fed[f"soviet {label}"] = 1
        m.c.touch()
        allowed = {label: entrench_check(m.c, label) is None for label in ("B0832", "B0932", "B0628")}
        assert allowed == {"B0832": not first, "B0932": True, "B0628": True}
        m.c.state.hex_of[unit(m, NKVD)], m.c.state.hex_of[unit(m, RIFLES)] = -1, m.c.hex("B0628")
        m.c.touch()
        assert (entrench_check(m.c, "B0628") is None) is first


@pytest.mark.rule("efs1:7.2")
def test_a_result_r_releases_one_garrison_hex() -> None:
    for terms, second in ((FIRST, "efs2:7.52"), (SECOND, "")):
        m = position({RIFLES: CITY, GUARDS: "B0834"}, terms=terms, side="soviet", kinds=[Reinforcements])
        for name in (RIFLES, GUARDS):
            column(m, "garrison")[unit(m, name)] = 1
        m.c.state.events["R"] = 1
        m.c.call("below")
        m.c.call("reinforcements", side="axis", phase="reinforcements")
        m._after()
        play(m, f"free {CITY}")
        found = m.check("free B0834")
        assert ("" if found is None else found.rule) == second


# ---------------------------------------------------------------------- on the map
@pytest.mark.rule("efs1:8.1.4")
def test_no_unit_is_placed_in_an_enemy_zone_whoever_stands_there() -> None:
    for terms, first in ((FIRST, True), (SECOND, False)):
        m = position({PANZER: "B0730", RIFLES: "B0731"}, ground={}, terms=terms)
        assert (may_stand(m.c, "soviet", m.c.hex("B0731")) is not None) is first
        assert may_stand(m.c, "soviet", m.c.hex("B0733")) is None


@pytest.mark.rule("efs1:8.4")
def test_any_number_of_rebuilt_units_comes_to_a_supplied_city() -> None:
    for terms, second in ((FIRST, ""), (SECOND, "efs:8.31")):
        m = position({PANZER: "B0134"}, boxes={"rd-2": "active", "rd-8": "active"}, terms=terms, side="soviet")
        for label, law in (("B1939", ""), (CITY, "efs:8.13")):
            found = may_place(m.c, unit(m, "rd-2"), m.c.hex(label))
            assert ("" if found is None else found.rule) == law
        m.c.state.rebuilt_in["B1939"] = m.c.state.turn
        m.c.touch()
        found = may_place(m.c, unit(m, "rd-8"), m.c.hex("B1939"))
        assert ("" if found is None else found.rule) == second


@pytest.mark.rule("efs1:8.5")
def test_militia_is_not_placed_beside_the_enemy_whoever_stands_there() -> None:
    for terms, law in ((FIRST, "efs:8.43"), (SECOND, "")):
        units = {PANZER: "B2028", RIFLES: "B2029"}
        m = position(units, boxes={"mil-06": "turn 8"}, scenario="lepel", turn=8, terms=terms, side="soviet")
        found = {label: may_place(m.c, unit(m, "mil-06"), m.c.hex(label)) for label in ("B2029", "B2031")}
        assert found["B2031"] is None
        assert ("" if found["B2029"] is None else found["B2029"].rule) == law


# ---------------------------------------------------------------------- withdrawals
def called(terms: Edition, units: dict[str, str], rows: list[list[Any]], **more: Any) -> Match:
    """Units in Minsk Pocket of whom a card calls some away in turn 4."""
    m = position(units, scenario="minsk-pocket", turn=4, terms=terms, **more)
    table = {"columns": ["turn", "side", "unit", "must", "strength", "returns"], "rows": rows}
    m.data.scenario = m.c.scenario = {**m.data.scenario, "withdrawals": table}
    m.c.forget()
    m.c.steps["reinforcements"] = Reinforcements()
    m.c.state.stack = []
    m.c.call("below")
    m.c.call("reinforcements", side="axis", phase="reinforcements")
    m._after()
    return m


@pytest.mark.rule("efs1:8.6", "efs1:8.6.1", "efs1:8.6.3")
def test_any_withdrawal_is_cancelled_for_a_point_and_strength_does_not_count() -> None:
    m = called(FIRST, {"rd-5": "A4322", "6inf": "A1838"}, [[4, "soviet", "rd-5", True, "full", 0]], steps={"rd-5": 1})
    play(m, "keep rd-5")
    assert m.c.state.vp == 1 and at(m, "rd-5") == "A4322"
    m = called(FIRST, {"rd-5": "A4322"}, [[4, "soviet", "rd-5", True, "full", 0]], steps={"rd-5": 1})
    play(m, "withdraw rd-5")
    assert at(m, "rd-5") == "[withdrawn]" and not m.c.state.owed and m.c.state.vp == 0
    m = called(SECOND, {"rd-5": "A4322"}, [[4, "soviet", "rd-5", True, "any", 0]])
    assert at(m, "rd-5") == "[withdrawn]", "it must"


@pytest.mark.rule("efs1:8.6.1")
def test_for_a_lost_unit_a_like_one_of_its_strengths_goes_or_a_point_is_paid() -> None:
    rows = [[4, "soviet", "rd-33", False, "any", 0]]
    m = called(FIRST, {"rd-5": "B0235", "rd-24": "B0335"}, rows, boxes={"rd-33": "eliminated"})
    assert refusal(m, "withdraw rd-24").rule == "efs2:8.51" and refusal(m, "withdraw rd-33").rule == "efs2:8.51"
    play(m, "withdraw rd-5")
    assert at(m, "rd-5") == "[withdrawn]" and at(m, "rd-33") == "[eliminated]" and m.c.state.vp == 0
    m = called(FIRST, {"rd-24": "B0335"}, rows, boxes={"rd-33": "eliminated"})
    assert m.c.state.vp == 1 and withdrawals.due(m.c, "soviet") == []


# ---------------------------------------------------------------------- rebuilding
@pytest.mark.rule("efs1:20.1")
def test_a_step_on_the_map_costs_one_point() -> None:
    for terms, cost in ((FIRST, 1), (SECOND, 2)):
        m = position({"mr-qt": CITY}, boxes={"hq-13a": "active"}, terms=terms)
        assert next_price(m.c, unit(m, "mr-qt")) == {"I": cost} and next_price(m.c, unit(m, "hq-13a")) == {"I": 2}


@pytest.mark.rule("efs1:20.2.2")
def test_a_soviet_unit_is_rebuilt_straight_into_a_supplied_city() -> None:
    boxes = {RIFLES: "cadre", GUARDS: "cadre", "rd-100": "active"}
    m = position({PANZER: "B0134"}, boxes=boxes, terms=FIRST, side="soviet", kinds=[FirstEngineering])
    m.c.state.points["soviet I"] = 3
    m.c.call("below")
    m.c.call("engineering", side="soviet", phase="soviet-engineering")
    m._after()
    for label in (CITY, "B1332"):
        assert refusal(m, f"raise {RIFLES} {label} I").rule == "efs1:20.2.2", "in an enemy zone; a town"
    assert refusal(m, "raise rd-100 B1939 I").rule == "efs1:20.2.2", "not in the Cadre Box"
    play(m, f"raise {RIFLES} B1939 I")
    assert at(m, RIFLES) == "B1939" and column(m, "steps_left")[unit(m, RIFLES)] == 1
    assert stock(m.c, "soviet", "I") == 2
    assert refusal(m, f"raise {GUARDS} B1939 I").rule == "efs1:20.2.2", "one a turn"
    play(m, f"rebuild {GUARDS} I")
    assert at(m, GUARDS) == "[active]"


@EITHER
@pytest.mark.rule("efs1:7.3", "efs1:7.3.1", "efs1:7.3.2", "efs1:7.3.3")
def test_the_axis_side_receives_by_its_card(monkeypatch: pytest.MonkeyPatch) -> None:
    m = position()
    due: dict[str, dict[str, int]] = {"axis": {"rp_i": 2, "rp_a": 1, "rp_v": 1}, "soviet": {}}
    monkeypatch.setattr(Tables, "logistics", lambda _, side, turn: due[side])
    by_card(m.c)
    assert [stock(m.c, "axis", type_) for type_ in "IA"] == [2, 1] and m.c.state.events["axis V"] == 1


@EITHER
@pytest.mark.rule("efs1:8.2.2", "efs1:8.1.5", "efs1:8.2.1")
def test_scheduled_reinforcements_cost_nothing_and_are_supplied() -> None:
    m = position(boxes={"29mot-ir1": "turn 8"}, phase="axis-movement", turn=8)
    u = unit(m, "29mot-ir1")
    m.c.state.supply[u] = 2
    come(m.c, u, m.c.hex("A5739"))
    assert at(m, "29mot-ir1") == "A5739" and (m.c.state.supply[u], m.c.state.vp) == (0, 0)
