"""16.1 to 16.3: what a cell demands of both sides; the examples of 16.32, 16.33 and 16.44 first."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from engine.games.efs.combat.results import (
    Code,
    Demand,
    Fight,
    attacker_demand,
    defender_demand,
    extra_steps,
    halves,
    ordered,
    read,
)
from engine.games.efs.edition import Edition
from engine.games.efs.tables import Ctx
from tests.support import efs as support
from tests.support.efs import EITHER, position

HERE = "A6039"
AXIS = ("18pz-pzr", "18pz-sr1", "mpi-xxxxvii", "stg210")
SOVIET = ("at-18", "rd-100", "nk-53")


def context() -> Ctx:
    """Axis units in one hex, Soviet ones in the next, in the terms of the test; nothing is changed here."""
    return _context(support.TERMS)


@cache
def _context(terms: Edition) -> Ctx:
    return position(dict.fromkeys(AXIS, HERE) | dict.fromkeys(SOVIET, "A6138"), ground={}, terms=terms).c


def fight(attackers: tuple[str, ...], defenders: tuple[str, ...], **what: Any) -> Fight:
    """An attack by some units on others."""
    c = context()
    mine, theirs = (tuple(c.unit(name) for name in names) for names in (attackers, defenders))
    return Fight(what.pop("side", "axis"), (c.hex("A6138"),), mine, theirs, **what)


def attacker(f: Fight, cell: str) -> Demand:
    return attacker_demand(context(), f, cell)


def defender(f: Fight, cell: str) -> Demand:
    return defender_demand(context(), f, cell)


def names(units: tuple[int, ...]) -> list[str]:
    return [context().roster.ids[u] for u in units]


# ---------------------------------------------------------------------- the cell
@EITHER
@pytest.mark.rule("efs2:16.11", "efs2:16.12", "efs1:16.1", "efs1:16.1.1", "efs1:16.2")
@pytest.mark.parametrize(
    ("cell", "found"),
    [
        ("1*/2R", (Code(1, False, True), Code(2, True))),
        ("R*/1", (Code(0, True, True), Code(1))),
        ("e/-", (Code(eliminated=True), Code())),
        ("-/e", (Code(), Code(eliminated=True))),
    ],
)
def test_a_cell_has_the_attacker_above_and_the_defender_below(cell: str, found: tuple[Code, Code]) -> None:
    assert halves(cell) == found


@EITHER
@pytest.mark.rule("efs2:16.12", "efs1:16.1.1")
def test_all_cells_of_the_table_are_read() -> None:
    for row in context().data.charts["crt"]["rows"]:
        for cell in row:
            above, below = halves(cell)
            assert not below.star and max(above.steps, below.steps) <= 4


@EITHER
@pytest.mark.rule("efs2:16.12", "efs1:16.4")
def test_an_e_takes_all() -> None:
    f = fight(("18pz-sr1",), ("rd-100",))
    assert defender(f, "-/e").eliminated and attacker(f, "e/-").eliminated


# ---------------------------------------------------------------------- Orders
@EITHER
@pytest.mark.rule("efs2:16.15", "efs2:16.45", "efs1:16.6.1")
@pytest.mark.parametrize(
    ("code", "order", "found"),
    [
        ("2R", "", (2, 2)), ("2R", "no retreat", (3, 0)), ("R", "no retreat", (1, 0)), ("2", "no retreat", (2, 0)),
        ("2R", "additional retreat", (1, 3)), ("R", "additional retreat", (0, 3)), ("2", "additional retreat", (2, 0)),
    ],
)  # fmt: skip
def test_orders_change_steps_and_retreat(code: str, order: str, found: tuple[int, int]) -> None:
    assert ordered(read(code), order) == found


@EITHER
@pytest.mark.rule("efs2:16.31", "efs2:16.45", "efs1:16.5.1", "efs1:16.6.1")
def test_additional_retreat_does_not_cancel_what_the_asterisk_costs() -> None:
    f = fight(("18pz-sr1",), ("rd-100",), attack_order="additional retreat", supplied=False)
    assert attacker(f, "R*/1")[:1] == (1,) and attacker(f, "R*/1").retreat == 3


@pytest.mark.rule("efs2:18.51")
def test_no_r_counts_in_a_citadel_nor_its_extra_step() -> None:
    f = fight(("18pz-sr1",), ("rd-100",), citadel=True, defense_order="no retreat")
    assert defender(f, "1/2R") == Demand(2)


@pytest.mark.rule("efs2:12.53", "efs2:16.46")
def test_no_order_holds_a_unit_without_an_allowance() -> None:
    c = position({"18pz-sr1": HERE, "mg-01": "A6138", "rd-100": "A6138"}, ground={}).c
    mg, rd = c.unit("mg-01"), c.unit("rd-100")
    f = Fight("axis", (c.hex("A6138"),), (c.unit("18pz-sr1"),), (mg, rd), defense_order="no retreat")
    assert defender_demand(c, f, "-/R").stuck == (mg,)
    assert defender_demand(c, f, "-/1").stuck == ()


# ---------------------------------------------------------------------- 16.32
@EITHER
@pytest.mark.rule("efs2:16.32", "efs1:16.5.1")
def test_example_1_an_unsupplied_mandated_attack_on_a_strongpoint_costs_three_more() -> None:
    f = fight(("rd-100",), ("18pz-sr1",), side="soviet", supplied=False, mandated=True, fort=True)
    assert attacker(f, "1*/1").steps == 4
    assert attacker(f, "1/1").steps == 1


@EITHER
@pytest.mark.rule("efs2:16.32", "efs1:16.5.1")
def test_example_2_an_unsupplied_attack_on_strongpoint_and_line_costs_two() -> None:
    f = fight(("18pz-sr1",), ("rd-100",), supplied=False, fort=True)
    assert attacker(f, "*/1").steps == 2


@pytest.mark.rule("efs2:16.32")
def test_tanks_without_fuel_cost_the_axis_a_step_as_attacker_and_as_defender() -> None:
    match = position({"18pz-pzr": HERE, "rd-100": "A6138"}, ground={})
    c = match.c
    c.state.fuel[c.unit("18pz-pzr")] = 1
    tank, rd = c.unit("18pz-pzr"), c.unit("rd-100")
    attack = Fight("axis", (c.hex("A6138"),), (tank,), (rd,))
    assert extra_steps(c, attack) == 1
    counter = Fight("soviet", (c.hex(HERE),), (rd,), (tank,))
    assert extra_steps(c, counter) == 0
    assert defender_demand(c, counter, "*/1").steps == 2
    assert defender_demand(c, counter, "1/1").steps == 1


@pytest.mark.rule("efs2:16.31")
def test_a_good_bombardment_cancels_the_asterisk() -> None:
    f = fight(("18pz-pzr", "18pz-sr1"), ("at-18",), fort=True, no_star=True)
    assert attacker(f, "1*/1") == Demand(1)


# ---------------------------------------------------------------------- 16.33
@pytest.mark.rule("efs2:16.33", "efs2:R45")
def test_the_example_of_armor_attrition() -> None:
    """1*/1 of supplied armor against an anti-tank unit in a strongpoint."""
    f = fight(("18pz-pzr", "18pz-sr1"), ("at-18", "rd-100"), fort=True)
    mine, theirs = attacker(f, "1*/1"), defender(f, "1*/1")
    assert mine.steps == 2 and names(mine.first) == ["18pz-pzr"]
    assert theirs.steps == 1 and names(theirs.first) == ["at-18"]


@EITHER
@pytest.mark.rule("efs2:16.33", "efs1:16.5.2")
@pytest.mark.parametrize(
    ("cell", "steps", "first"),
    [("1/1", 1, []), ("*/1", 1, ["mpi-xxxxvii"]), ("R*/1", 1, ["mpi-xxxxvii"]), ("1*/1", 2, ["mpi-xxxxvii"])],
)
def test_examples_1_to_3_of_engineer_loss(cell: str, steps: int, first: list[str]) -> None:
    f = fight(("18pz-sr1", "mpi-xxxxvii"), ("rd-100",), fort=True, engineers=True)
    found = attacker(f, cell)
    assert found.steps == steps and names(found.first) == first
    assert (found.retreat == 2) == ("R" in cell.split("/")[0])


@pytest.mark.rule("efs2:16.33")
def test_example_1_where_armor_takes_the_step_in_place_of_the_engineer() -> None:
    f = fight(("18pz-pzr", "mpi-xxxxvii"), ("at-18",), fort=True, engineers=True)
    assert names(attacker(f, "*/1").first) == ["18pz-pzr"]


@EITHER
@pytest.mark.rule("efs2:16.33", "efs1:16.5.2")
def test_example_4_engineers_not_declared_lose_no_more_than_others() -> None:
    f = fight(("18pz-sr1", "mpi-xxxxvii"), ("rd-100",), fort=True)
    assert attacker(f, "1*/1") == Demand(2)


@pytest.mark.rule("efs2:16.33")
def test_example_5_against_a_city_no_step_is_added() -> None:
    f = fight(("18pz-sr1", "mpi-xxxxvii"), ("rd-100",), engineers=True)
    assert attacker(f, "1*/1") == Demand(1)


@pytest.mark.rule("efs2:16.33")
def test_engineer_or_bunker_buster_where_both_are_declared() -> None:
    c = context()
    f = fight(("stg210", "mpi-xxxxvii", "18pz-sr1"), ("rd-100",), fort=True, engineers=True, buster=c.unit("stg210"))
    assert set(names(attacker(f, "*/1").first)) == {"stg210", "mpi-xxxxvii"}


@pytest.mark.rule("efs2:16.33", "efs2:R46")
def test_a_number_alone_makes_the_armor_pay_without_adding_a_step() -> None:
    f = fight(("18pz-pzr", "18pz-sr1"), ("at-18",))
    assert attacker(f, "1*/1").steps == 1 and names(attacker(f, "1*/1").first) == ["18pz-pzr"]
    assert attacker(f, "*/1") == Demand()
    assert defender(f, "*/1") == Demand(1)


@pytest.mark.rule("efs2:16.33")
def test_without_guns_against_tanks_the_armor_need_not_pay() -> None:
    f = fight(("18pz-pzr", "18pz-sr1"), ("rd-100",), supplied=False)
    assert attacker(f, "*/1") == Demand(1)
