"""Rules 6.41 to 6.48: supply units, their points, dumps."""

from __future__ import annotations

import pytest

from engine.games.efs.arrivals import edge_hexes, receive
from engine.games.efs.edition import edition
from engine.games.efs.movement.allowance import may_move
from engine.games.efs.movement.railroad import load, may_ride, stations
from engine.games.efs.state import BY_RAIL
from engine.games.efs.supply import points
from engine.games.efs.tables import tables
from engine.games.efs.units import POOL, allowance
from engine.games.efs2.ruleset import RULESET
from engine.play.match import Match
from tests.support.efs import EITHER, at, column, position, unit


def stock(asp: dict[str, int], *, pool: tuple[str, ...] = ()) -> Match:
    """Supply units of so many points in B0730, and counters that are free."""
    m = position(dict.fromkeys(asp, "B0730"), ground={}, boxes=dict.fromkeys(pool, POOL))
    for name, n in asp.items():
        column(m, "asp")[unit(m, name)] = n
    m.c.touch()
    return m


def points_there(m: Match) -> list[str]:
    """What lies on the map of the Axis side."""
    return sorted(points.title(m.c, u) for u in points.on_map(m.c, "axis"))


@pytest.mark.rule("efs2:6.41", "efs2:6.48")
def test_sides_of_a_supply_unit() -> None:
    m = stock({"asup-01": 1, "asup-02": 2, "adump-1": 3, "adump-2": 4})
    assert points_there(m) == ["2-ASP dump", "3-ASP large dump", "4-ASP large dump", "MSU"]


@EITHER
@pytest.mark.rule("efs2:6.48", "efs2:6.43", "efs1:6.8.3", "efs1:6.8.2")
def test_two_msus_make_a_dump_and_free_a_counter() -> None:
    m = stock({"asup-01": 1, "asup-02": 1})
    points.join(m.c, unit(m, "asup-01"), unit(m, "asup-02"))
    assert points_there(m) == ["2-ASP dump"] and at(m, "asup-02") == "[supply pool]"
    assert points.free(m.c, "axis", False) == [unit(m, "asup-02")]


@pytest.mark.rule("efs2:6.48")
def test_an_msu_makes_a_dump_a_large_one() -> None:
    m = stock({"asup-01": 2, "asup-02": 1}, pool=("adump-1",))
    assert points.may_join(m.c, unit(m, "asup-01"), unit(m, "asup-02")) is None
    points.join(m.c, unit(m, "asup-01"), unit(m, "asup-02"))
    assert points_there(m) == ["3-ASP large dump"] and at(m, "adump-1") == "B0730" and at(m, "asup-01") != "B0730"


@pytest.mark.rule("efs2:6.48")
def test_two_dumps_make_one_of_four_and_no_more() -> None:
    m = stock({"asup-01": 2, "adump-1": 3, "adump-2": 2})
    refused = points.may_join(m.c, unit(m, "asup-01"), unit(m, "adump-1"))
    assert refused is not None and "4 at most" in refused.reason
    points.join(m.c, unit(m, "asup-01"), unit(m, "adump-2"))
    assert points_there(m) == ["3-ASP large dump", "4-ASP large dump"]


@pytest.mark.rule("efs2:6.48", "efs2:6.45")
def test_a_large_dump_needs_its_counter_and_the_same_hex() -> None:
    m = stock({"asup-01": 2, "asup-02": 2})
    refused = points.may_join(m.c, unit(m, "asup-01"), unit(m, "asup-02"))
    assert refused is not None and "No Large" in refused.reason
    column(m, "hex_of")[unit(m, "asup-02")] = m.c.hex("B0731")
    apart = points.may_join(m.c, unit(m, "asup-01"), unit(m, "asup-02"))
    assert apart is not None and "one hex" in apart.reason
    assert points.may_join(m.c, unit(m, "asup-01"), unit(m, "asup-01")) is not None


@pytest.mark.rule("efs2:6.48", "efs2:R10", "efs2:11.15")
def test_new_points_make_a_large_dump_before_it_comes_in() -> None:
    new = ("ssup-01", "ssup-02", "ssup-03", "ssup-04")
    boxes = {**dict.fromkeys(new, "turn 5"), "sdump-1": POOL}
    m = position(boxes=boxes, side="soviet", phase="soviet-movement", turn=5)
    for name in new:
        column(m, "asp")[unit(m, name)] = 1
    m.c.touch()
    first, second, third, fourth = (unit(m, name) for name in new)
    both = points.join(m.c, first, second)
    large = points.join(m.c, both, third)
    large = points.join(m.c, large, fourth)
    assert large == unit(m, "sdump-1") and at(m, "sdump-1") == "[turn 5]" and points.title(m.c, large).startswith("4")
    assert load(m.c, large) == 4 and may_ride(m.c, large) is None
    points.lower(m.c, large)
    assert [column(m, "asp")[unit(m, name)] for name in ("sdump-1", "ssup-01")] == [3, 1] and at(m, "ssup-01")[0] == "["


@EITHER
@pytest.mark.rule("efs2:6.47", "efs2:11.17", "efs1:6.8.4")
def test_an_msu_rides_in_at_a_source_on_a_railroad_alone() -> None:
    m = position(boxes={"ssup-01": "turn 5"}, side="soviet", phase="soviet-movement", turn=5, scenario="lepel")
    u = unit(m, "ssup-01")
    column(m, "asp")[u] = 1
    m.c.touch()
    track, main_road = m.c.hex("B2826"), m.c.hex("B1937")
    assert main_road in stations(m.c, u) and track not in edge_hexes(m.c, u), "no road to drive in by"
    assert (track in stations(m.c, u)) is not edition(m.c).supply_by_main_road


@EITHER
@pytest.mark.rule("efs2:6.45", "efs2:6.41", "efs1:6.8.1", "efs1:6.8.2")
def test_points_are_lost_only_when_no_counter_takes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = {(2, 1): [2], (3, 2): [1, 2], (4, 3): [1, 1, 2], (5, 2): [2, 2], (2, 0): []}
    for (due, free), held in cases.items():
        m = position(boxes={f"ssup-0{n + 1}": POOL for n in range(free)}, turn=5)
        monkeypatch.setitem(vars(tables(m.c)), "_logistics", {("soviet", 5): {"asp": due, "rail": 9}})
        assert [column(m, "asp")[u] for u in receive(m.c, "soviet")] == held
    for due, held in ((4, [1, 3]), (5, [2, 3]), (3, [3]), (7, [1, 3, 3]), (9, [2, 3, 4])):
        m = position(boxes={"ssup-01": POOL, "sdump-1": POOL, "sdump-2": POOL}, turn=5)
        monkeypatch.setitem(vars(tables(m.c)), "_logistics", {("soviet", 5): {"asp": due, "rail": 9}})
        got = sorted(column(m, "asp")[u] for u in receive(m.c, "soviet"))
        assert got == (held if edition(m.c).dump_most > 2 else [2]), "Large Supply Dumps are of the second edition"


@EITHER
@pytest.mark.rule("efs2:6.48", "efs2:11.14", "efs1:6.8.3", "efs1:11.1.3")
def test_points_come_as_msus_where_no_dump_could_enter(monkeypatch: pytest.MonkeyPatch) -> None:
    m = position(boxes={"ssup-01": POOL}, turn=5)
    monkeypatch.setitem(vars(tables(m.c)), "_logistics", {("soviet", 5): {"asp": 2, "rail": 1}})
    assert [column(m, "asp")[u] for u in receive(m.c, "soviet")] == [1]


@EITHER
@pytest.mark.rule("efs2:6.48", "efs2:R10", "efs1:6.8.3")
def test_a_dump_of_two_is_lowered_at_the_loss_of_a_point() -> None:
    m = stock({"asup-01": 2})
    points.lower(m.c, unit(m, "asup-01"))
    assert points_there(m) == ["MSU"]
    assert points.may_lower(m.c, unit(m, "asup-01")) is not None


@pytest.mark.rule("efs2:6.48")
@pytest.mark.parametrize(
    ("pool", "left"), [(("asup-01", "asup-02"), ["2-ASP dump", "MSU"]), (("asup-01",), ["2-ASP dump"])]
)
def test_a_dump_of_three_by_the_counters_that_are_free(pool: tuple[str, ...], left: list[str]) -> None:
    m = stock({"adump-1": 3}, pool=pool)
    points.lower(m.c, unit(m, "adump-1"))
    assert points_there(m) == left
    assert points.may_lower(stock({"adump-1": 3}).c, unit(m, "adump-1")) is not None


@pytest.mark.rule("efs2:6.48")
def test_a_dump_of_four_keeps_three() -> None:
    m = stock({"adump-1": 4}, pool=("asup-01",))
    points.lower(m.c, unit(m, "adump-1"))
    assert points_there(m) == ["3-ASP large dump", "MSU"]


@EITHER
@pytest.mark.rule("efs2:6.48", "efs2:15.45", "efs2:6.43", "efs1:6.8.2")
def test_points_are_spent_one_by_one() -> None:
    m = stock({"adump-1": 3}, pool=("asup-01",))
    second = points.spend(m.c, unit(m, "adump-1"))
    assert second == unit(m, "asup-01") and points_there(m) == ["2-ASP dump"]
    assert points.spend(m.c, second) == second and points_there(m) == ["MSU"]
    assert points.spend(m.c, second) == -1 and points_there(m) == []
    assert points.free(m.c, "axis", False) == [second]


@EITHER
@pytest.mark.rule("efs2:6.42", "efs2:10.24", "efs1:6.8.2", "efs1:10.5.6")
def test_an_enemy_removes_supply_units_that_stand_alone() -> None:
    m = stock({"asup-01": 1, "asup-02": 2})
    h = m.c.hex("B0730")
    points.taken(m.c, h, "axis")
    assert len(points_there(m)) == 2
    column(m, "hex_of")[unit(m, "18pz-pzr")] = h
    m.c.touch()
    points.taken(m.c, h, "soviet")
    assert len(points_there(m)) == 2
    column(m, "hex_of")[unit(m, "18pz-pzr")] = -1
    m.c.touch()
    points.taken(m.c, h, "soviet")
    assert points_there(m) == [] and at(m, "asup-02") == "[supply pool]"


@EITHER
@pytest.mark.rule("efs2:6.48", "efs2:6.46", "efs1:6.8.3")
def test_a_dump_does_not_move_by_itself() -> None:
    m = stock({"asup-01": 1, "asup-02": 2, "adump-1": 3})
    found = [allowance(m.c, unit(m, u)) for u in ("asup-01", "asup-02", "adump-1")]
    assert found == [edition(m.c).truck_allowance or 7, 0, 0]
    assert may_move(m.c, unit(m, "asup-01")) is None and may_move(m.c, unit(m, "asup-02")) is not None


@pytest.mark.rule("efs2:10.23", "efs2:11.12", "efs2:R10")
def test_a_counter_that_comes_out_of_a_dump_has_moved_as_the_dump_has() -> None:
    m = stock({"adump-1": 3}, pool=("asup-01", "asup-02"))
    column(m, "did")[unit(m, "adump-1")] = BY_RAIL
    column(m, "origin")[unit(m, "adump-1")] = m.c.hex("B0735")
    points.lower(m.c, unit(m, "adump-1"))
    for name in ("asup-01", "asup-02"):
        assert column(m, "did")[unit(m, name)] == BY_RAIL
        assert column(m, "origin")[unit(m, name)] == m.c.hex("B0735")


@pytest.mark.rule("efs2:15.21", "efs2:6.26")
def test_the_map_shows_how_many_points_reach_a_hex() -> None:
    m = stock({"asup-01": 1, "asup-02": 2})
    c = m.c
    column(m, "hex_of")[unit(m, "asup-02")] = c.hex("B0734")
    c.touch()
    layer = next(found for found in RULESET.ask.map.layers if found.id == "points")
    marks = layer.marks(c, "axis", None)[0]
    where = ("B0730", "B0731", "B0734", "B0726", "B0739", "B1730")
    assert [marks.get(c.hex(label), "") for label in where] == ["1!", "3", "2!", "1", "2", ""]
    assert layer.marks(c, "axis", unit(m, "asup-01"))[0][c.hex("B0731")] == "1"
    assert layer.marks(c, "soviet", None)[0] == {}


@pytest.mark.rule("efs2:R182", "efs2:6.48")
def test_a_large_counter_stands_for_what_is_left_where_no_other_is_free() -> None:
    m = stock({"adump-1": 3})
    dump = unit(m, "adump-1")
    assert points.spend(m.c, dump) == dump and points_there(m) == ["2-ASP large dump"]
    assert points.spend(m.c, dump) == dump and allowance(m.c, dump) == 0
    assert points.spend(m.c, dump) == -1 and at(m, "adump-1") == "[supply pool]"
