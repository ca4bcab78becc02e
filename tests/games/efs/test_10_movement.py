"""10.1 to 10.3 and 10.5: who moves when and how far, stacks, enemy zones of control, supply units, untried units."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs.movement.allowance import granted, share
from engine.games.efs.movement.reach import reach_of
from engine.games.efs.phases.movement import Movement
from engine.games.efs.queries.reach import reach_query
from engine.games.efs.state import ACTIVATED, BACK, EMERGENCY, MOVED, OUT, QUARTERS
from engine.play.match import Match
from tests.support.efs import EITHER, at, column, play, position, refusal, unit

PANZER, RIFLES, FOOT, CAVALRY, GUNS = "18pz-pzr", "18pz-sr1", "253inf", "1cav", "art-xxxxviia"
TANKS, SOVIET, HORSE, HQ, TRAIN = "td-26", "rd-5", "cd-6", "hq-13a", "atr-n1"


def moving(units: dict[str, str], *, side: str = "axis", phase: str = "", **more: Any) -> Match:
    """A position in a movement phase on clear ground, unless a ground is given."""
    more = {"ground": {}, **more}
    return position(units, side=side, step="movement", phase=phase or f"{side}-movement", kinds=[Movement], **more)


def costs(m: Match, *who: str) -> dict[str, float]:
    """Movement points to every hex that a stack can go to, by label."""
    found = reach_of(m.c, [unit(m, name) for name in who]).hexes
    return {m.c.label(h): n / QUARTERS for h, n in found.items()}


def left(m: Match, who: str) -> float:
    """Movement points that a unit has left."""
    points: int = column(m, "mp_left")[unit(m, who)]
    return points / QUARTERS


# ---------------------------------------------------------------------- the Movement Phase Chart
@EITHER
@pytest.mark.rule(
    "efs2:10.1",
    "efs2:10.11",
    "efs2:10.12",
    "efs2:10.28",
    "efs2:11.43",
    "efs1:10.1.2",
    "efs1:10.2.2",
    "efs1:10.0",
    "efs1:10.5.10",
)
@pytest.mark.parametrize(
    ("who", "movement", "motorized"),
    [(PANZER, 7, 3.5), (FOOT, 5, 0), (GUNS, 5, 0), (CAVALRY, 6, 3), (TANKS, 2, 4), (SOVIET, 4, 0), (HORSE, 6, 3),
     (HQ, 5, 0), ("art-3a", 4, 0)],
)  # fmt: skip
def test_shares_of_the_allowance(who: str, movement: float, motorized: float) -> None:
    m = position({who: "B0630"})
    side = m.c.roster.side[unit(m, who)]
    for phase, points in ((f"{side}-movement", movement), (f"{side}-motorized", motorized)):
        m.c.state.phase = phase
        m.c.touch()
        assert granted(m.c, unit(m, who)) == points * QUARTERS


@EITHER
@pytest.mark.rule("efs2:10.13", "efs1:10.2.4")
def test_an_activated_unit_moves_with_all_it_has_and_not_again() -> None:
    m = position({SOVIET: "B0630"})
    u = unit(m, SOVIET)
    column(m, "did")[u] = ACTIVATED
    for phase, points in (("soviet-motorized", 4), ("soviet-movement", 0)):
        m.c.state.phase = phase
        m.c.touch()
        assert granted(m.c, u) == points * QUARTERS
    m = moving({SOVIET: "B0630", HQ: "B0731"}, side="soviet")
    column(m, "did")[unit(m, SOVIET)] = ACTIVATED
    m.c.touch()
    assert refusal(m, f"move {SOVIET} B0631").rule == "efs2:10.13"


@pytest.mark.rule("efs2:11.12", "efs2:21.32")
def test_a_train_moves_in_one_of_the_two_phases() -> None:
    m = position({TRAIN: "B0630"})
    u = unit(m, TRAIN)
    for phase in ("soviet-motorized", "soviet-movement"):
        m.c.state.phase = phase
        assert share(m.c, u) == "full"
    column(m, "did")[u] = MOVED
    assert share(m.c, u) == "none"


@pytest.mark.rule("efs2:10.37", "efs2:5.24", "efs2:6.35", "efs2:R21")
def test_supply_and_cold_shorten_the_allowance_before_it_is_halved() -> None:
    m = position({name: "B0630" for name in (PANZER, FOOT, CAVALRY, "asup-01")})

    def points(*names: str) -> list[float]:
        m.c.touch()
        return [granted(m.c, unit(m, name)) / QUARTERS for name in names]

    m.c.state.phase, m.c.state.weather = "axis-movement", "snow"
    assert points(PANZER, FOOT, CAVALRY) == [6, 5, 6]
    column(m, "supply")[:] = [OUT] * len(column(m, "supply"))
    assert points(PANZER, FOOT, CAVALRY, "asup-01") == [4, 3, 6, 7]
    m.c.state.frozen = True
    assert points(PANZER) == [4]
    m.c.state.phase = "axis-motorized"
    assert points(PANZER) == [2]
    column(m, "supply")[:] = [EMERGENCY] * len(column(m, "supply"))
    assert points(PANZER) == [3]


@pytest.mark.rule("efs2:10.26", "efs2:8.7", "efs2:21.82")
@pytest.mark.parametrize(("marker", "law"), [("hold", "10.26"), ("garrison", "21.82"), ("fuel", "10.26")])
def test_markers_that_hold_a_unit(marker: str, law: str) -> None:
    m = moving({PANZER: "B0630", FOOT: "B0630"})
    column(m, marker)[unit(m, PANZER)] = 1
    m.c.touch()
    assert refusal(m, f"move {PANZER} B0631").rule == f"efs2:{law}"


@pytest.mark.rule("efs2:10.51", "efs2:10.52")
def test_untried_units_move_by_what_their_untried_side_shows() -> None:
    m = moving({"mg-01": "B0630", "mil-mm1": "B0630"}, side="soviet")
    for name in ("mg-01", "mil-mm1"):
        column(m, "mode")[unit(m, name)] = BACK
    m.c.touch()
    assert refusal(m, "move mg-01 B0631").rule == "efs2:10.51"
    play(m, "move mil-mm1 B0634")
    assert left(m, "mil-mm1") == 0 and column(m, "mode")[unit(m, "mil-mm1")] == BACK


# ---------------------------------------------------------------------- moving
@EITHER
@pytest.mark.rule("efs2:10.21", "efs2:10.23", "efs2:10.1", "efs1:10.4", "efs1:10.5.1", "efs1:10.5.3", "efs1:10.7.1")
def test_a_move_is_paid_and_goes_on_from_what_is_left() -> None:
    m = moving({PANZER: "B0630"})
    told = play(m, f"move {PANZER} B0633")
    assert at(m, PANZER) == "B0633" and left(m, PANZER) == 4
    assert "3 MP, 4 left" in told[0].text
    play(m, f"move {PANZER} B0637")
    assert left(m, PANZER) == 0
    assert refusal(m, f"move {PANZER} B0638").rule == "efs2:10.23"


@EITHER
@pytest.mark.rule("efs2:10.21", "efs1:10.5.4")
def test_too_far_is_told_with_the_price() -> None:
    m = moving({FOOT: "B0630"})
    found = refusal(m, f"move {FOOT} B0636")
    assert found.rule == "efs2:10.21" and "5 MP" in found.reason


@pytest.mark.rule("efs2:10.22")
def test_a_stack_has_the_pace_of_its_slowest_and_drops_units_for_good() -> None:
    m = moving({PANZER: "B0630", FOOT: "B0630"})
    play(m, f"gather {FOOT}")
    play(m, f"move {PANZER} B0633")
    assert at(m, FOOT) == "B0633" and left(m, PANZER) == left(m, FOOT) == 2
    play(m, f"drop {FOOT}")
    play(m, f"move {PANZER} B0634")
    assert left(m, PANZER) == 1
    assert refusal(m, f"move {FOOT} B0634").rule == "efs2:10.23"


@EITHER
@pytest.mark.rule("efs2:10.22", "efs1:10.5.5")
def test_a_stack_on_the_move_takes_nobody_up() -> None:
    m = moving({PANZER: "B0630", FOOT: "B0632", RIFLES: "B0630"})
    play(m, f"move {PANZER} B0632")
    play(m, f"pick {PANZER}")
    assert refusal(m, f"pick {FOOT}").rule == "efs2:10.22"
    play(m, f"move {PANZER} B0630")
    assert refusal(m, f"pick {RIFLES}").rule == "efs2:10.22"


@EITHER
@pytest.mark.rule("efs2:10.21", "efs1:10.4")
def test_units_move_one_after_the_other() -> None:
    m = moving({PANZER: "B0630", FOOT: "B0640"})
    play(m, f"move {PANZER} B0631")
    play(m, f"move {FOOT} B0639")
    assert refusal(m, f"move {PANZER} B0632").rule == "efs2:10.23"


@pytest.mark.rule("efs2:10.23")
def test_hold_ends_the_movement_of_a_unit() -> None:
    m = moving({PANZER: "B0630", FOOT: "B0640"})
    play(m, f"hold {PANZER}")
    assert refusal(m, f"move {PANZER} B0632").rule == "efs2:10.23"
    assert not column(m, "did")[unit(m, PANZER)] & MOVED


@EITHER
@pytest.mark.rule("efs2:21.27", "efs1:10.5.9")
def test_no_more_units_set_out_near_a_non_op_headquarters_than_it_lets_go() -> None:
    units = {HQ: "B0730", "rd-5": "B0630", "rd-33": "B0630", "rd-188": "B0630"}
    before = position(units)
    column(before, "mode")[unit(before, HQ)] = BACK
    m = moving(units, side="soviet")
    column(m, "mode")[unit(m, HQ)] = BACK
    m.c.touch()
    m.c.step.begin(m.c)  # type: ignore[attr-defined]
    play(m, "move rd-5 B0631")
    play(m, "move rd-33 B0631")
    assert refusal(m, "move rd-188 B0631").rule == "efs2:21.27"


@pytest.mark.rule("efs2:21.27")
def test_a_non_op_headquarters_holds_no_enemy_back() -> None:
    m = moving({HQ: "B0635", PANZER: "B0632", RIFLES: "B0632", FOOT: "B0632"})
    column(m, "mode")[unit(m, HQ)] = BACK
    m.c.touch()
    m.c.step.begin(m.c)  # type: ignore[attr-defined]
    for name in (PANZER, RIFLES, FOOT):
        play(m, f"move {name} B0631")
    assert set(column(m, "zone")) == {-1}


@pytest.mark.rule("efs2:10.21", "efs2:10.22")
def test_units_that_only_came_in_may_still_move_when_another_one_has() -> None:
    m = moving({FOOT: "B0640"}, ground=None, boxes={PANZER: "turn 5", RIFLES: "turn 5"})
    for name in (PANZER, RIFLES):
        play(m, f"enter {name} A5739")
    assert left(m, PANZER) == 6.5
    play(m, f"move {PANZER} A5938")
    play(m, f"move {RIFLES} A5938")
    assert refusal(m, f"move {PANZER} A6039").rule == "efs2:10.23"


# ---------------------------------------------------------------------- enemies
@EITHER
@pytest.mark.rule("efs2:10.24", "efs2:6.42", "efs1:10.5", "efs1:10.5.6")
def test_enemy_combat_units_close_a_hex_and_supply_units_do_not() -> None:
    m = moving({PANZER: "B0630", SOVIET: "B0632", "ssup-01": "B0830"})
    assert refusal(m, f"move {PANZER} B0632").rule == "efs2:10.24"
    play(m, f"move {PANZER} B0830")
    assert at(m, "ssup-01") == "[supply pool]"
    trucks = moving({"asup-01": "B0630", "ssup-01": "B0830"})
    play(trucks, "move asup-01 B0830")
    assert (at(trucks, "asup-01"), at(trucks, "ssup-01")) == ("B0830", "[supply pool]"), "any enemy unit does that"


@EITHER
@pytest.mark.rule("efs2:10.32", "efs2:10.34", "efs2:10.21", "efs1:10.6.2", "efs1:10.6.4", "efs1:10.6.5")
def test_a_zone_costs_a_point_and_stops() -> None:
    m = moving({PANZER: "B0630", SOVIET: "B0633"})
    assert costs(m, PANZER)["B0632"] == 3
    play(m, f"move {PANZER} B0632")
    assert left(m, PANZER) == 4
    assert refusal(m, f"move {PANZER} B0631").rule == "efs2:10.32"


@EITHER
@pytest.mark.rule("efs2:10.32", "efs1:10.6.5")
def test_no_way_leads_through_a_zone() -> None:
    m = moving({PANZER: "B0630", SOVIET: "B0633"})
    assert refusal(m, f"move {PANZER} B0632 B0531").rule == "efs2:10.32"


@EITHER
@pytest.mark.rule("efs2:10.35", "efs2:10.36", "efs1:10.6.6", "efs1:10.6.7")
def test_from_zone_to_zone_only_by_the_way_round() -> None:
    m = moving({PANZER: "B0632", SOVIET: "B0633"})
    found = costs(m, PANZER)
    assert found["B0631"] == 1
    assert found["B0532"] == 3  # back, round, and into the zone again
    m = moving({FOOT: "B0632", SOVIET: "B0633"}, ground={"B0531": "woods"})
    column(m, "supply")[unit(m, FOOT)] = OUT
    m.c.touch()
    assert refusal(m, f"move {FOOT} B0532").rule == "efs2:10.35"


@EITHER
@pytest.mark.rule("efs2:10.31", "efs1:10.6.1")
def test_friendly_zones_do_nothing() -> None:
    m = moving({PANZER: "B0630", FOOT: "B0632"})
    assert costs(m, PANZER)["B0633"] == 3


@EITHER
@pytest.mark.rule("efs2:10.34", "efs1:10.6.4")
def test_the_point_for_the_zone_is_told_where_it_lacks() -> None:
    m = moving({FOOT: "B0631", SOVIET: "B0633"}, ground={"B0632": "wooded hills"})
    column(m, "supply")[unit(m, FOOT)] = OUT
    m.c.touch()
    found = refusal(m, f"move {FOOT} B0632")
    assert found.rule == "efs2:10.34" and "costs 4" in found.reason


@EITHER
@pytest.mark.rule("efs2:10.49", "efs1:10.7.12")
def test_major_city_hexes_are_never_in_a_zone() -> None:
    m = moving({PANZER: "B0632", SOVIET: "B0633"}, places={"B0632": "major city"})
    assert costs(m, PANZER)["B0532"] == 2
    m = moving({PANZER: "B0631", SOVIET: "B0633"}, places={"B0632": "major city"})
    assert costs(m, PANZER)["B0632"] == 0.5
    assert costs(m, PANZER)["B0532"] == 2.5


@pytest.mark.rule("efs2:10.25", "efs2:10.33")
def test_supply_units_enter_a_zone_only_with_or_to_a_combat_unit() -> None:
    units = {"asup-01": "B0630", FOOT: "B0630", RIFLES: "B0632", SOVIET: "B0633"}
    m = moving(units)
    assert refusal(m, "move asup-01 B0532").rule == "efs2:10.25"
    play(m, "move asup-01 B0632")
    m = moving(units)
    play(m, "gather asup-01")
    play(m, "move asup-01 B0532")
    assert at(m, FOOT) == "B0532"


@pytest.mark.rule("efs2:18.12", "efs2:18.21")
def test_enemy_works_cost_a_point_whatever_the_road() -> None:
    lines = {"main_road": ["B0630-B0631"], "line_x": ["B0631-B0632"]}
    zones = {"line_x": ("fortified line", ["B0632"])}
    m = moving({PANZER: "B0630"}, lines=lines, zones=zones)
    assert costs(m, PANZER)["B0631"] == 0.5 and costs(m, PANZER)["B0632"] == 3
    column(m, "works")["B0631"] = "soviet active"
    m.c.touch()
    assert costs(m, PANZER)["B0631"] == 1.5
    column(m, "works")["B0632"] = "soviet active"
    m.c.touch()
    assert costs(m, PANZER)["B0632"] == 4
    column(m, "ruined").append("B0632")
    column(m, "works").clear()
    m.c.touch()
    assert costs(m, PANZER)["B0632"] == 2


@EITHER
@pytest.mark.rule("efs2:10.27", "efs2:10.47", "efs1:10.5.7")
def test_outside_and_water() -> None:
    m = moving({PANZER: "B0630"}, ground={"B0631": "lake"})
    assert refusal(m, f"move {PANZER} B0631").rule == "efs2:10.47"
    assert refusal(m, f"move {PANZER} B6030").rule == "efs2:10.27"


# ---------------------------------------------------------------------- the end of the phase
@EITHER
@pytest.mark.rule("efs2:3.33", "efs2:3.32", "efs1:3.0", "efs1:10.5.2")
def test_the_phase_does_not_end_over_the_limit() -> None:
    units = {"253inf": "B0630", "206inf": "B0630"}
    m = moving(units)
    assert refusal(m, "end").rule == "efs2:3.33"
    play(m, "discard 206inf")
    assert at(m, "206inf") == "[cadre]"
    play(m, "end")
    assert m.c.frame.step == "below"


@pytest.mark.rule("efs2:10.12", "efs2:4.21")
def test_a_phase_that_nobody_may_move_in_passes() -> None:
    m = moving({FOOT: "B0630"}, phase="axis-motorized")
    assert m.c.frame.step == "below"


@pytest.mark.rule("efs2:10.48", "efs2:R167")
def test_a_unit_that_a_thaw_has_caught_in_a_swamp() -> None:
    m = moving({PANZER: "B0630", FOOT: "B0634"}, ground={"B0630": "swamp"})
    assert refusal(m, f"move {PANZER} B0631").rule == "efs2:10.48"
    assert refusal(m, f"abandon {FOOT}").rule == "efs2:10.48"
    play(m, f"abandon {PANZER}")
    assert at(m, PANZER) == "[cadre]"


# ---------------------------------------------------------------------- the query
def asked(m: Match, who: str, mode: str = "") -> dict[str, float]:
    """What the screens are told of the reach of a unit, by label."""
    return {m.c.label(h): n for h, n in reach_query(m.c, unit(m, who), mode).costs.items()}


@pytest.mark.rule("efs2:10.21")
def test_reach_is_told_with_halves_and_reasons() -> None:
    m = moving({PANZER: "B0630", SOVIET: "B0633", "rd-33": "B0930"}, lines={"main_road": ["B0630-B0631"]})
    found = reach_query(m.c, unit(m, PANZER), "")
    assert found.allowance == 7 and asked(m, PANZER)["B0631"] == 0.5
    why = {m.c.label(h): rule for h, (rule, _) in found.blocked.items()}
    assert why["B0633"] == why["B0930"] == "efs:10.24"


@pytest.mark.rule("efs2:10.21")
def test_reach_of_units_that_do_not_move_now() -> None:
    m = moving({PANZER: "B0630", TANKS: "B0830", SOVIET: "B0836"})
    assert max(asked(m, TANKS).values()) == 4, "its full allowance, in the Soviet Motorized Movement Phase"
    assert max(asked(m, SOVIET).values()) == 4
    play(m, f"move {PANZER} B0634")
    play(m, f"hold {PANZER}")
    assert max(asked(m, PANZER).values()) == 7
    assert left(m, PANZER) == 0


@pytest.mark.rule("efs2:11.1", "efs2:11.2", "efs2:11.4", "efs2:11.5")
def test_reach_of_the_special_kinds_of_movement() -> None:
    m = moving({PANZER: "B0632", SOVIET: "B0633", FOOT: "B0640"}, ground={"B0731": "swamp"})
    assert set(asked(m, PANZER, "infiltration")) == {"B0632", "B0532", "B0732"}
    assert asked(m, PANZER, "strategic") == asked(m, PANZER, "railroad") == {"B0632": 0}
    assert asked(m, PANZER, "one-hex") == asked(m, PANZER, "reaction") == {"B0632": 0}
    m = moving({SOVIET: "B1931"}, side="soviet", ground=None)
    assert asked(m, SOVIET, "railroad")["B1033"] == 9 and asked(m, SOVIET, "strategic")["B0933"] == 5
