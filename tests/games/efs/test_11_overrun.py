"""11.3: overruns: who, where, for how much, at which odds, and what follows."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs.combat.casualties import Losses
from engine.games.efs.combat.overrun import cost, may_overrun, modifiers, odds, tally
from engine.games.efs.combat.overrunning import Overrun, call_overrun
from engine.games.efs.combat.retreat import Retreat
from engine.games.efs.edition import edition
from engine.games.efs.phases.movement import Movement
from engine.games.efs.queries.at_hand import aided
from engine.games.efs.queries.combat import kind_now, tally_query
from engine.games.efs.queries.prospects import prospects
from engine.games.efs.queries.units import flags
from engine.games.efs.state import BACK, ENGINEERED, HALTED, OPEN, QUARTERS
from engine.games.efs.units import CADRE
from engine.play.action import Action
from engine.play.engagement import Engagement
from engine.play.match import Match
from tests.support.efs import EITHER, at, column, play, position, refusal, unit

FROM, HERE = "B0229", "B0230"
TANKS = {"18pz-pzr": FROM}


def moving(units: dict[str, str], **how: Any) -> Match:
    """A position on bare ground in the Axis Movement Phase, waiting below an overrun."""
    how = {"ground": {}, "phase": "axis-movement", **how}
    match = position(units, kinds=(Overrun, Retreat, Losses), step="below", **how)
    match.c.state.phase = how["phase"]
    match.c.touch()
    return match


def law(match: Match, *names: str, to: str = HERE) -> str:
    """The rule that forbids an overrun, empty where it may be made."""
    found = may_overrun(match.c, [unit(match, n) for n in names], match.c.hex(to))
    return found.rule if found is not None else ""


def overrun(match: Match, *names: str, dice: tuple[int, ...] = (), to: str = HERE) -> Match:
    """Make one."""
    assert law(match, *names, to=to) == ""
    match.dice.queue(dice)
    call_overrun(match.c, [unit(match, n) for n in names], match.c.hex(to))
    match._after()
    return match


# ---------------------------------------------------------------------- which can be made
def moving_now(units: dict[str, str], **how: Any) -> Match:
    """The Axis Movement Phase on bare ground, before anybody has moved."""
    how = {"ground": {}, "phase": "axis-movement", "step": "movement", **how}
    return position(units, kinds=(Movement, Overrun, Retreat, Losses), **how)


@pytest.mark.rule("efs2:11.31", "efs2:11.37")
def test_the_list_of_attacks_tells_overruns_now_and_after_moving() -> None:
    far = "B0225"
    m = moving_now({"18pz-pzr": FROM, "17pz-pzr": far, "mcr-24": HERE})
    found = prospects(m.c)
    here, there = unit(m, "18pz-pzr"), unit(m, "17pz-pzr")
    assert [p.target for p in found] == [m.c.hex(HERE)] * 2
    assert {p.movers for p in found} == {(), (there,)}
    assert all(0 < p.retreat <= 1 and p.tally.kind == "overrun" for p in found)
    assert {u for p in found for u, _ in p.stands} == {here, there}
    assert [aided(m.c, p) for p in found] == [None, None], "no gun helps an overrun, wherever it starts"
    for p in found:
        (u, a) = p.stands[0]
        name = m.c.roster.ids[u]
        if p.movers:
            play(m, f"move {name} {m.c.label(a)}")
        assert m.check(f"overrun {name} {HERE}") is None, "what the list tells can be done"


@pytest.mark.rule("efs2:11.36", "efs2:11.34")
def test_no_overrun_is_listed_that_is_too_weak_or_costs_too_much() -> None:
    assert prospects(moving_now({"18pz-pzr": FROM, "rd-100": HERE}).c) == []
    m = moving_now({"18pz-pzr": FROM, "mcr-24": HERE})
    column(m, "way")[unit(m, "18pz-pzr")], column(m, "mp_left")[unit(m, "18pz-pzr")] = OPEN, QUARTERS
    m.c.touch()
    assert prospects(m.c) == []


# ---------------------------------------------------------------------- who
@pytest.mark.rule("efs2:11.32", "efs2:11.33", "efs2:21.53")
@pytest.mark.parametrize(
    ("side", "name", "found"),
    [
        ("axis", "art-xxxxviia", "efs:11.33"), ("axis", "1cav", "efs:11.32"), ("soviet", "nk-m1", "efs:21.53"),
        ("soviet", "rd-100", "efs:11.32"),
    ],
)  # fmt: skip
def test_who_makes_no_overrun(side: str, name: str, found: str) -> None:
    victim = "rd-50" if side == "axis" else "18pz-rec"
    match = moving({name: FROM, victim: HERE}, side=side, phase=f"{side}-movement")
    assert law(match, name) == found


@pytest.mark.rule("efs2:11.32")
def test_soviet_cavalry_does_and_any_combat_unit_suffers_it() -> None:
    match = moving({"cd-6": FROM, "cd-36": FROM, "stg210": HERE}, side="soviet", phase="soviet-movement")
    assert law(match, "cd-6", "cd-36") == ""


# ---------------------------------------------------------------------- where
@EITHER
@pytest.mark.rule("efs2:11.34", "efs2:R24", "efs1:11.4.2")
def test_examples_1_and_2_no_other_enemy_zone_in_the_own_hex() -> None:
    victim = {**TANKS, "mcr-24": HERE}
    assert law(moving(victim), "18pz-pzr") == ""
    assert law(moving({**victim, "rd-50": "B0329"}), "18pz-pzr") == "efs:11.34"
    # A zone that only reaches the Overrun hex forbids nothing.
    assert law(moving({**victim, "rd-50": "B0232"}), "18pz-pzr") == ""


@pytest.mark.rule("efs2:11.35", "efs2:18.14")
@pytest.mark.parametrize(
    ("how", "found"),
    [
        ({"weather": "mud"}, "efs:11.35"), ({"weather": "snow"}, "efs:11.35"),
        ({"places": {HERE: "city"}}, "efs:11.35"), ({"places": {HERE: "major city"}}, "efs:11.35"),
        ({"lines": {"major river": [f"{FROM}-{HERE}"], "main_road": [f"{FROM}-{HERE}"]}}, "efs:11.35"),
        ({"ground": {HERE: "swamp"}}, "efs:11.35"),
        ({"ground": {HERE: "marsh"}}, "efs:11.35"),
        ({"ground": {HERE: "marsh"}, "lines": {"minor_road": [f"{FROM}-{HERE}"]}}, ""),
        ({"zones": {"belt": ("fortified belt", [HERE])}}, "efs:18.14"),
        ({"places": {HERE: "town"}}, ""),
    ],
)  # fmt: skip
def test_weather_and_ground(how: dict[str, Any], found: str) -> None:
    assert law(moving({**TANKS, "mcr-24": HERE}, **how), "18pz-pzr") == found


@EITHER
@pytest.mark.rule("efs2:11.35", "efs2:18.15", "efs2:22.13", "efs2:22.14", "efs1:18.1.6", "efs1:22.3.4")
def test_a_strongpoint_needs_an_engineer_and_twelve_to_one() -> None:
    def fort(units: dict[str, str]) -> Match:
        match = moving(units)
        match.c.state.works[HERE] = "soviet active"
        match.c.touch()
        return match

    tanks = {"18pz-pzr": FROM, "18pz-sr1": FROM, "mcr-24": HERE}
    assert law(fort(tanks), "18pz-pzr", "18pz-sr1") == "efs:11.35"
    with_engineer = {**tanks, "mpi-xxxxvii": FROM}
    assert law(fort(with_engineer), "18pz-pzr", "18pz-sr1", "mpi-xxxxvii") == ""
    assert law(fort({"18pz-pzr": FROM, "mpi-xxxxvii": FROM, "mcr-24": HERE}), "18pz-pzr", "mpi-xxxxvii") == "efs:11.35"
    match = overrun(fort(with_engineer), "18pz-pzr", "18pz-sr1", "mpi-xxxxvii", dice=(10,))
    assert column(match, "did")[unit(match, "mpi-xxxxvii")] & ENGINEERED, "its one task of the turn"


# ---------------------------------------------------------------------- odds, price
@pytest.mark.rule("efs2:11.36", "efs2:11.37", "efs2:R153")
def test_five_to_one_at_least_without_any_halving() -> None:
    match = moving({"18pz-pzr": FROM, "18pz-sr1": FROM, "md-210": HERE}, steps={"md-210": 1})
    assert odds(match.c, [unit(match, "18pz-pzr")], match.c.hex(HERE)) == 8
    assert law(moving({**TANKS, "rd-155": HERE}), "18pz-pzr") == "efs:11.36"
    assert law(moving({"18pz-sr1": FROM, "mg-01": HERE}), "18pz-sr1") == "efs:11.36"


@EITHER
@pytest.mark.rule("efs2:11.37", "efs1:11.4.3")
def test_the_example_of_the_price_hill_and_one_point() -> None:
    match = moving({**TANKS, "mcr-24": HERE}, ground={HERE: "hills"})
    units, h = [unit(match, "18pz-pzr")], match.c.hex(HERE)
    assert cost(match.c, units, h) == 3 * QUARTERS
    road = moving({**TANKS, "mcr-24": HERE}, ground={HERE: "hills"}, lines={"main_road": [f"{FROM}-{HERE}"]})
    assert cost(road.c, units, h) == QUARTERS + QUARTERS // 2


@EITHER
@pytest.mark.rule("efs2:11.31", "efs2:11.37", "efs1:11.4.3")
def test_without_the_points_there_is_none() -> None:
    match = moving({**TANKS, "mcr-24": HERE})
    u = unit(match, "18pz-pzr")
    match.c.state.way[u], match.c.state.mp_left[u] = OPEN, QUARTERS
    match.c.touch()
    assert law(match, "18pz-pzr") == "efs:11.37"


@pytest.mark.rule("efs2:11.37", "efs2:11.38", "efs2:11.35")
def test_modifiers_add_up_and_are_limited_to_three() -> None:
    match = moving({**TANKS, "mcr-24": HERE}, ground={HERE: "wooded hills"}, lines={"river": [f"{FROM}-{HERE}"]})
    units, h = [unit(match, "18pz-pzr")], match.c.hex(HERE)
    assert [value for value, _, _ in modifiers(match.c, units, h)] == [-1, -1, 2, 2, 2]
    assert tally(match.c, units, h).lines[-1].value == "+3"
    match.c.state.overrun[unit(match, "mcr-24")] = 1
    match.c.touch()
    assert ("overrun before", -1) in [(text, value) for value, text, _ in modifiers(match.c, units, h)]


# ---------------------------------------------------------------------- what follows
@EITHER
@pytest.mark.rule("efs2:11.37", "efs2:11.38", "efs1:11.4.3", "efs1:11.4.4")
def test_success_the_mover_leads_the_retreat_and_goes_on() -> None:
    match = overrun(moving({**TANKS, "mcr-24": HERE}), "18pz-pzr", dice=(6,))
    assert match.prompt.side == "axis" and match.c.frame.step == "retreat"
    play(match, "to B0232")
    assert (at(match, "mcr-24"), at(match, "18pz-pzr")) == ("B0232", HERE)
    mcr, tank = unit(match, "mcr-24"), unit(match, "18pz-pzr")
    assert column(match, "overrun")[mcr] == 1
    assert column(match, "mp_left")[tank] == 5 * QUARTERS
    assert not column(match, "did")[tank] & HALTED


@EITHER
@pytest.mark.rule("efs2:11.37", "efs2:11.31", "efs1:11.4.5")
def test_in_another_zone_it_stops_but_may_overrun_again() -> None:
    match = overrun(moving({**TANKS, "mcr-24": HERE, "md-1": "B0231"}), "18pz-pzr", dice=(6,))
    while match.c.frame.step == "retreat":
        play(match, str(match.prompt.default))
    tank = unit(match, "18pz-pzr")
    assert column(match, "did")[tank] & HALTED and at(match, "18pz-pzr") == HERE
    assert law(match, "18pz-pzr", to="B0231") == "efs:11.36"


@pytest.mark.rule("efs2:11.37", "efs2:16.23")
def test_s1_takes_a_step_and_who_cannot_retreat_counts_as_it() -> None:
    match = overrun(moving({**TANKS, "mcr-24": HERE}), "18pz-pzr", dice=(1,))
    assert at(match, "mcr-24") == f"[{CADRE}]" and at(match, "18pz-pzr") == HERE
    fixed = {"18pz-pzr": FROM, "18pz-sr1": FROM, "mg-01": HERE, "mcr-24": HERE}
    both = overrun(moving(fixed), "18pz-pzr", "18pz-sr1", dice=(1,))
    assert at(both, "mg-01") == "[cannot rebuild]" and both.c.frame.step == "retreat"


@EITHER
@pytest.mark.rule("efs2:11.37", "efs1:11.4.3")
def test_failure_ends_the_movement_and_f1_costs_a_step() -> None:
    woods = {HERE: "woods"}
    match = overrun(moving({**TANKS, "mcr-24": HERE}, ground=woods), "18pz-pzr", dice=(8,))
    tank = unit(match, "18pz-pzr")
    assert (at(match, "18pz-pzr"), column(match, "mp_left")[tank]) == (FROM, 0)
    before = column(match, "steps_left")[tank]
    worse = overrun(moving({**TANKS, "mcr-24": HERE}, ground=woods), "18pz-pzr", dice=(10,))
    assert column(worse, "steps_left")[tank] == before - 1


@pytest.mark.rule("efs2:11.37", "efs2:R25")
def test_failure_costs_soviet_cavalry_a_step() -> None:
    units = {"cd-6": FROM, "cd-36": FROM, "stg210": HERE}
    match = overrun(moving(units, side="soviet", phase="soviet-movement"), "cd-6", "cd-36", dice=(9,))
    play(match, "lose cd-36")
    assert [column(match, "steps_left")[unit(match, n)] for n in ("cd-6", "cd-36")] == [2, 1]


@pytest.mark.rule("efs2:11.36", "efs2:21.61", "efs2:21.71")
def test_untried_units_are_turned_up_and_may_be_too_strong_or_nobody() -> None:
    def untried(name: str, victim: dict[str, str]) -> Match:
        match = moving({**TANKS, name: HERE, **victim})
        match.c.state.mode[unit(match, name)] = BACK
        match.c.touch()
        return overrun(match, "18pz-pzr")

    nobody = untried("mg-04", {})
    assert at(nobody, "mg-04") == "[cannot rebuild]" and at(nobody, "18pz-pzr") == HERE
    assert nobody.c.state.draws == 0
    strong = untried("mg-03", {})
    assert strong.c.state.draws == 0 and at(strong, "18pz-pzr") == FROM
    assert column(strong, "mp_left")[unit(strong, "18pz-pzr")] == 0


@EITHER
@pytest.mark.rule("efs2:11.38", "efs2:21.23", "efs2:21.24", "efs1:11.4.4")
def test_a_headquarters_under_an_overrun_marker_is_non_op_and_guns_have_fired() -> None:
    match = overrun(moving({**TANKS, "hq-13a": HERE}), "18pz-pzr", dice=(6,))
    play(match, "to B0232")
    assert column(match, "mode")[unit(match, "hq-13a")] == BACK
    guns = overrun(moving({**TANKS, "art-13a": HERE}), "18pz-pzr", dice=(6,))
    play(guns, "to B0232")
    assert column(guns, "fired")[unit(guns, "art-13a")] == 1


# ---------------------------------------------------------------------- in the movement step
def on_the_move(units: dict[str, str], **how: Any) -> Match:
    """A position in the Axis Movement Phase itself."""
    how = {"ground": {}, "phase": "axis-movement", "step": "movement", **how}
    return position(units, kinds=(Movement, Overrun, Retreat, Losses), **how)


@EITHER
@pytest.mark.rule("efs2:11.3", "efs2:11.31", "efs2:11.37", "efs2:10.32", "efs1:11.4")
def test_a_force_moves_up_overruns_and_goes_on() -> None:
    m = on_the_move({"18pz-pzr": "B0228", "18pz-sr1": "B0228", "md-210": HERE}, steps={"md-210": 1}, dice=[3])
    play(m, "gather 18pz-pzr")
    play(m, f"move 18pz-pzr {FROM}")
    assert refusal(m, "move 18pz-pzr B0228").rule == "efs2:10.32"
    play(m, "drop 18pz-sr1")
    play(m, "pick 18pz-sr1")
    assert Action("overrun", ("18pz-pzr", HERE)) in set(m.c.step.legal(m.c, "18pz-pzr"))
    play(m, f"overrun 18pz-pzr {HERE}")
    assert at(m, "18pz-pzr") == at(m, "18pz-sr1") == HERE
    assert [column(m, "mp_left")[unit(m, n)] for n in ("18pz-pzr", "18pz-sr1")] == [3 * QUARTERS] * 2


@EITHER
@pytest.mark.rule("efs2:8.12", "efs1:11.4.3")
def test_nobody_overruns_from_beside_the_map() -> None:
    m = on_the_move({"md-210": HERE}, boxes={"18pz-pzr": "turn 1"}, turn=1)
    found = refusal(m, f"overrun 18pz-pzr {HERE}")
    assert found.rule == edition(m.c).overrun_waiting_law and "waits beside the map" in str(found)


@pytest.mark.rule("efs2:10.21")
def test_the_points_that_are_left_are_told_beside_a_unit_as_in_sentences() -> None:
    m = on_the_move({"18pz-pzr": "B0228"})
    play(m, f"move 18pz-pzr {FROM}")
    u = unit(m, "18pz-pzr")
    m.c.state.mp_left[u] = 2 * QUARTERS + QUARTERS // 2
    m.c.touch()
    assert "2½ MP left" in flags(m.c, u)


@pytest.mark.rule("efs2:11.36", "efs2:11.32")
def test_who_did_not_begin_with_the_force_takes_no_part() -> None:
    m = on_the_move({"18pz-pzr": "B0228", "18pz-sr1": FROM, "md-210": HERE}, steps={"md-210": 1})
    play(m, f"move 18pz-pzr {FROM}")
    play(m, "pick 18pz-pzr")
    assert refusal(m, "pick 18pz-sr1").rule in ("efs2:10.22", "efs2:11.36")


@pytest.mark.rule("efs2:11.37")
def test_the_calculation_of_an_overrun_is_asked_about() -> None:
    m = on_the_move({"18pz-pzr": FROM, "md-210": HERE})
    u, h = unit(m, "18pz-pzr"), m.c.hex(HERE)
    found = tally_query(m.c, kind_now(m.c), Engagement((h,), (u,)), {})
    assert found.barred is not None and found.barred[0] == "efs:11.36" and len(found.results) == 10


@pytest.mark.rule("efs2:21.83", "efs2:R65")
def test_an_overrun_releases_a_garrison() -> None:
    match = moving({**TANKS, "mcr-24": HERE}, ground={HERE: "woods"})
    match.c.state.garrison[unit(match, "mcr-24")] = 1
    match.c.touch()
    overrun(match, "18pz-pzr", dice=(8,))
    assert column(match, "garrison")[unit(match, "mcr-24")] == 0
