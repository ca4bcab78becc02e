"""12.5, 21.51: Orders face down, the points that Soviet ones take, and the No Retreat of the NKVD."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.games.efs.combat.battles import ADDITIONAL, ATTACKER, DEFENDER, NO_RETREAT
from engine.games.efs.combat.orders import (
    bound,
    confers,
    impose,
    lift,
    may_lift,
    may_order,
    may_take_back,
    order_of,
    place_order,
    stand_last,
    take_back,
    takes_orders,
)
from engine.games.efs.command import ORDERS, left
from engine.games.efs.fog import FACE_DOWN, blank
from engine.games.efs.state import BACK
from engine.games.efs.tables import Ctx
from engine.play.state import copy_state
from tests.support.efs import EITHER, position

HERE, FROM = "B0230", "B0229"
BASE = {"rd-100": HERE, "18pz-sr1": FROM}


def attacked(units: Mapping[str, str] = BASE, terrain: str = "woods", **how: Any) -> Ctx:
    """Soviet units in a hex that the unit in the next one is declared to attack, as battle 1."""
    c = position(dict(units), **{"ground": {HERE: terrain}, **how}).c
    c.state.battle[HERE] = 1
    c.state.committed[c.unit("18pz-sr1")] = 1
    c.touch()
    return c


def seen(c: Ctx, side: str) -> dict[str, str]:
    """The Orders of an Axis attack as a side sees them."""
    state = copy_state(c.state)
    state.phase = "axis-combat"
    blank(c.data, state, side)
    return state.battle_order


def law(c: Ctx, role: str, order: str = NO_RETREAT) -> str:
    """The rule that forbids an Order, empty where it may be given."""
    found = may_order(c, 1, role, order)
    return found.rule if found is not None else ""


# ---------------------------------------------------------------------- the ground
@pytest.mark.rule("efs2:12.53")
@pytest.mark.parametrize(
    ("terrain", "size", "weather", "allowed"),
    [
        ("woods", "", "dry", True), ("clear", "", "dry", False), ("hills", "", "dry", False),
        ("clear", "city", "dry", True), ("clear", "major city", "dry", True), ("clear", "town", "dry", False),
        ("clear", "town", "mud", True), ("clear", "town", "snow", True),
    ],
)  # fmt: skip
def test_terrain_that_takes_orders(terrain: str, size: str, weather: str, allowed: bool) -> None:
    c = attacked(terrain=terrain, places={HERE: size} if size else {}, weather=weather)
    assert takes_orders(c, c.hex(HERE), "soviet") is allowed


@pytest.mark.rule("efs2:12.53", "efs2:18.51")
def test_works_take_orders_but_no_citadel_does() -> None:
    c = attacked(terrain="clear")
    c.state.works[HERE] = "soviet active"
    c.touch()
    assert takes_orders(c, c.hex(HERE), "soviet") and not takes_orders(c, c.hex(HERE), "axis")
    fort = attacked(terrain="woods", zones={"brest": ("citadel", [HERE])})
    assert not takes_orders(fort, fort.hex(HERE), "soviet")


# ---------------------------------------------------------------------- who may give which
@EITHER
@pytest.mark.rule("efs2:12.54", "efs2:21.12", "efs2:21.11", "efs1:14.3.4", "efs1:22.1.2")
def test_a_soviet_order_takes_a_point_of_an_operational_headquarters_in_range() -> None:
    assert law(attacked(), DEFENDER) == "efs:21.11"
    near = attacked({**BASE, "hq-13a": "B0234"})
    hq = near.unit("hq-13a")
    before = left(near, hq, ORDERS)
    assert law(near, DEFENDER) == ""
    place_order(near, 1, DEFENDER, NO_RETREAT)
    assert (order_of(near, 1, DEFENDER), left(near, hq, ORDERS)) == (NO_RETREAT, before - 1)
    take_back(near, 1, DEFENDER)
    assert (near.state.battle_order, left(near, hq, ORDERS)) == ({}, before)


@EITHER
@pytest.mark.rule("efs2:12.54", "efs2:21.22", "efs2:21.25", "efs1:14.3.4", "efs1:22.2.2", "efs1:22.2.4")
def test_a_non_op_headquarters_forbids_it() -> None:
    c = attacked({**BASE, "hq-13a": "B0234", "hq-20a": "B0233"})
    c.state.mode[c.unit("hq-20a")] = BACK
    c.touch()
    assert law(c, DEFENDER) == "efs:21.22"


@pytest.mark.rule("efs2:12.51", "efs2:12.53")
def test_one_order_for_a_side_and_the_right_ground() -> None:
    c = attacked({**BASE, "hq-13a": "B0234"})
    place_order(c, 1, DEFENDER, ADDITIONAL)
    assert law(c, DEFENDER) == "efs:12.51"
    assert law(attacked({**BASE, "hq-13a": "B0234"}, "clear"), DEFENDER) == "efs:12.53"


@pytest.mark.rule("efs2:12.53", "efs2:12.52")
def test_the_attacker_only_where_the_defender_has_given_some() -> None:
    c = attacked({**BASE, "hq-13a": "B0234"})
    assert law(c, ATTACKER) == "efs:12.53"
    place_order(c, 1, DEFENDER, NO_RETREAT)
    assert law(c, ATTACKER) == ""


@pytest.mark.rule("efs2:12.53")
def test_no_additional_retreat_in_mud() -> None:
    c = attacked({**BASE, "hq-13a": "B0234"}, weather="mud")
    assert (law(c, DEFENDER, ADDITIONAL), law(c, DEFENDER)) == ("efs:12.53", "")


@pytest.mark.rule("efs2:12.53", "efs2:14.65", "efs2:R29")
def test_interdiction_keeps_orders_away_but_not_in_woods() -> None:
    c = attacked({**BASE, "hq-13a": "B0234"}, "clear", places={HERE: "city"})
    c.state.zoi[HERE] = 1
    assert law(c, DEFENDER) == "efs:12.53"
    woods = attacked({**BASE, "hq-13a": "B0234"})
    woods.state.zoi[HERE] = 1
    assert law(woods, DEFENDER) == ""


@EITHER
@pytest.mark.rule("efs2:12.53", "efs2:14.65", "efs1:14.3.3")
def test_the_own_interdiction_keeps_no_orders_away() -> None:
    c = attacked({**BASE, "hq-13a": "B0234"})
    place_order(c, 1, DEFENDER, NO_RETREAT)
    c.state.zoi[FROM] = 2
    c.touch()
    assert law(c, ATTACKER) == "", "the zone over the attackers is that of their own aircraft"


# ---------------------------------------------------------------------- NKVD
@pytest.mark.rule("efs2:12.54", "efs2:21.51")
def test_the_nkvd_orders_no_retreat_by_itself_and_face_up() -> None:
    c = attacked({"nk-53": HERE, "rd-100": HERE, "18pz-sr1": FROM})
    impose(c)
    assert order_of(c, 1, DEFENDER) == NO_RETREAT and bound(c, 1)
    assert law(c, DEFENDER, ADDITIONAL) == "efs:12.51"
    found = may_take_back(c, 1, DEFENDER)
    assert found is not None and found.rule == "efs:12.54"
    assert seen(c, "axis")["1 defender"] == NO_RETREAT


@pytest.mark.rule("efs2:21.51", "efs2:16.24")
def test_only_on_such_ground_and_from_turn_31_with_motors() -> None:
    c = attacked({"nk-53": HERE, "nk-m1": HERE, "18pz-sr1": FROM})
    assert stand_last(c, [c.unit("nk-53"), c.unit("nk-m1")]) == [c.unit("nk-53"), c.unit("nk-m1")]
    assert not confers(attacked({"nk-53": HERE, "18pz-sr1": FROM}, "clear"), c.unit("nk-53"))
    late = attacked({"nk-53": HERE, "nk-m1": HERE, "18pz-sr1": FROM}, turn=31)
    assert stand_last(late, [late.unit("nk-53"), late.unit("nk-m1")]) == [late.unit("nk-m1")]


@pytest.mark.rule("efs2:21.12", "efs2:21.51", "efs2:21.25")
def test_a_point_lifts_it_and_nothing_else_takes_its_place() -> None:
    units = {"nk-53": HERE, "18pz-sr1": FROM}
    far = attacked(units)
    impose(far)
    found = may_lift(far, 1)
    assert found is not None and found.rule == "efs:21.11"
    c = attacked({**units, "hq-13a": "B0234"})
    impose(c)
    hq, before = c.unit("hq-13a"), left(c, c.unit("hq-13a"), ORDERS)
    assert may_lift(c, 1) is None
    lift(c, 1)
    assert (order_of(c, 1, DEFENDER), left(c, hq, ORDERS)) == ("", before - 1)
    assert law(c, DEFENDER, ADDITIONAL) == "efs:21.12"
    impose(c)
    assert not bound(c, 1) and stand_last(c, [c.unit("nk-53")]) == [c.unit("nk-53")]


# ---------------------------------------------------------------------- face down
@EITHER
@pytest.mark.rule("efs2:12.53", "efs1:14.3.2")
def test_the_other_side_sees_that_there_is_an_order_and_not_which() -> None:
    c = attacked({**BASE, "hq-13a": "B0234"})
    place_order(c, 1, DEFENDER, NO_RETREAT)
    assert seen(c, "axis") == {"1 defender": FACE_DOWN}
    assert seen(c, "soviet") == c.state.battle_order
