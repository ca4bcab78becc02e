"""16.2, 24.4: who loses steps, into which box the lost go, and what the Step Loss Track makes of them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs.combat.casualties import Losses, demand
from engine.games.efs.losses import Counter, counter, lose_step, remove, resting_place
from engine.games.efs.state import BACK
from engine.games.efs.tables import Ctx
from engine.games.efs.units import ASIDE, CADRE, ELIMINATED, POOL, REMOVED
from engine.play.match import Match
from tests.support.efs import EITHER, at, column, play, position, refusal, unit

HERE, THERE = "A6039", "A6138"


def losing(units: dict[str, str], count: int, side: str = "axis", **how: list[str]) -> Match:
    """A match in which some units of one side must lose steps."""
    match = position(units, kinds=[Losses], ground={}, side=side, step="below")
    return call(match, list(units), count, side, **how)


def call(match: Match, names: list[str], count: int, side: str, **how: list[str]) -> Match:
    """Call the step for some units; the position must be waiting in the step below."""
    c: Ctx = match.c
    found: dict[str, Any] = {key: [c.unit(n) for n in value] for key, value in how.items()}
    demand(c, side, [c.unit(n) for n in names], count, "efs2:16.21", law="efs2:16.33", **found)
    match._after()
    return match


# ---------------------------------------------------------------------- steps
@pytest.mark.rule("efs2:16.22", "efs2:3.51", "efs2:3.52")
def test_a_three_step_unit_turns_over_is_replaced_and_goes() -> None:
    match = position({"18pz-pzr": HERE}, ground={})
    c, tank = match.c, unit(match, "18pz-pzr")
    assert counter(c, tank) == Counter(replacement=False, reduced=False)
    lose_step(c, tank, "efs2:16.22")
    assert counter(c, tank) == Counter(replacement=False, reduced=True)
    lose_step(c, tank, "efs2:16.22")
    assert counter(c, tank) == Counter(replacement=True, reduced=False)
    lose_step(c, tank, "efs2:16.22")
    assert (c.state.hex_of[tank], c.state.box[tank]) == (-1, CADRE)


@pytest.mark.rule("efs2:3.52", "efs2:16.22")
@pytest.mark.parametrize(
    ("left", "found"),
    [(4, (False, False)), (3, (False, True)), (2, (True, False)), (1, (True, True))],
)
def test_counters_of_a_four_step_unit(left: int, found: tuple[bool, bool]) -> None:
    match = position({}, ground={})
    c = match.c
    u = next(u for u in range(len(c.roster)) if c.roster.steps[u] == 4)
    c.state.steps_left[u] = left
    assert counter(c, u) == found


@EITHER
@pytest.mark.rule("efs2:16.21", "efs2:16.2", "efs1:16.3.1")
def test_the_owner_picks_who_loses_the_steps_of_the_group() -> None:
    match = losing({"18pz-sr1": HERE, "18pz-sr2": HERE}, 2)
    play(match, "lose 18pz-sr2", "lose 18pz-sr1")
    assert [column(match, "steps_left")[unit(match, n)] for n in ("18pz-sr1", "18pz-sr2")] == [1, 1]
    assert match.c.frame.step == "below"


@EITHER
@pytest.mark.rule("efs2:16.21", "efs1:16.3.1")
def test_without_a_choice_nobody_is_asked() -> None:
    match = losing({"18pz-sr1": HERE, "18pz-sr2": HERE}, 5)
    assert match.c.frame.step == "below"
    assert all(h < 0 for h in (column(match, "hex_of")[unit(match, n)] for n in ("18pz-sr1", "18pz-sr2")))


@pytest.mark.rule("efs2:16.33")
def test_the_first_step_comes_from_those_named_and_the_rest_from_anybody() -> None:
    match = losing({"18pz-pzr": HERE, "pj611": HERE, "18pz-sr1": HERE}, 2, first=["18pz-pzr", "pj611"])
    assert refusal(match, "lose 18pz-sr1").rule == "efs2:16.33"
    play(match, "lose pj611", "lose 18pz-sr1")
    assert match.c.frame.step == "below"


@EITHER
@pytest.mark.rule("efs2:16.24", "efs2:21.51", "efs1:22.8.2", "efs1:R46")
def test_the_nkvd_gives_no_step_while_another_unit_of_its_hex_is_left() -> None:
    units = {"nk-53": THERE, "rd-100": THERE, "rd-50": THERE}
    match = losing(units, 3, "soviet", last=["nk-53"])
    assert refusal(match, "lose nk-53").rule == "efs2:16.24"
    play(match, "all")
    assert column(match, "hex_of")[unit(match, "nk-53")] >= 0


@pytest.mark.rule("efs2:16.24", "efs2:16.33", "efs2:R150")
def test_who_must_give_the_first_step_does_though_the_nkvd_stands_last() -> None:
    match = losing({"nk-53": THERE, "at-18": THERE, "rd-100": THERE}, 2, "soviet", first=["nk-53"], last=["nk-53"])
    assert at(match, "nk-53") == f"[{CADRE}]"
    assert match.c.frame.step == "losses" and match.c.frame.vars["left"] == 1


# ---------------------------------------------------------------------- boxes
@pytest.mark.rule("efs2:16.23", "efs2:7.14", "efs2:21.63", "efs2:21.73", "efs2:23.13", "efs2:6.43", "efs2:R64")
@pytest.mark.parametrize(
    ("name", "box"),
    [
        ("18pz-sr1", ELIMINATED), ("zap-01", CADRE), ("atr-a1", CADRE), ("rsc-r01", ASIDE), ("pzf100", REMOVED),
        ("mil-mm1", REMOVED), ("mg-01", REMOVED),
    ],
)  # fmt: skip
def test_where_the_eliminated_go(name: str, box: str) -> None:
    match = position({name: HERE}, ground={})
    c, u = match.c, unit(match, name)
    assert resting_place(c, u, ELIMINATED) == box
    assert resting_place(c, u, CADRE) == (CADRE if box == ELIMINATED else box)
    remove(c, u, ELIMINATED, "efs2:16.23")
    assert (c.state.box[u], c.state.steps_left[u]) == (box, 0)


@pytest.mark.rule("efs2:6.43", "efs2:16.23")
def test_a_supply_unit_is_at_hand_again() -> None:
    match = position({}, ground={})
    c = match.c
    u = next(u for u, kind in enumerate(c.roster.kind) if kind == "supply unit")
    c.state.asp[u] = 2
    remove(c, u, ELIMINATED, "efs2:6.43")
    assert (c.state.box[u], c.state.asp[u]) == (POOL, 0)


@pytest.mark.rule("efs2:16.26", "efs2:21.24")
def test_a_lost_headquarters_lies_on_its_non_op_side() -> None:
    match = position({"hq-13a": THERE}, ground={})
    remove(match.c, unit(match, "hq-13a"), CADRE, "efs2:16.26")
    assert column(match, "mode")[unit(match, "hq-13a")] == BACK


@pytest.mark.rule("efs2:24.31", "efs2:R57")
def test_a_lost_headquarters_is_worth_what_the_schedule_says() -> None:
    match = position({"hq-13a": THERE}, ground={})
    remove(match.c, unit(match, "hq-13a"), CADRE, "efs2:16.26")
    assert match.c.state.vp == 2


# ---------------------------------------------------------------------- the Step Loss Track
@pytest.mark.rule("efs2:16.25", "efs2:24.41", "efs2:R57")
def test_six_steps_of_armor_and_artillery_are_a_point() -> None:
    match = position({"td-26": THERE, "td-38": THERE, "art-r318": THERE, "rd-100": THERE, "eng-122": THERE}, ground={})
    c = match.c
    before = c.state.vp
    c.state.losses["soviet"] = 4
    for name in ("rd-100", "eng-122", "td-26"):
        lose_step(c, unit(match, name), "efs2:16.22")
    assert (c.state.losses["soviet"], c.state.vp) == (5, before)
    lose_step(c, unit(match, "art-r318"), "efs2:16.22")
    assert (c.state.losses["soviet"], c.state.vp) == (0, before + 1)


@pytest.mark.rule("efs2:24.41")
def test_axis_losses_take_a_point_off() -> None:
    match = position({"18pz-pzr": HERE}, ground={})
    match.c.state.losses["axis"] = 5
    lose_step(match.c, unit(match, "18pz-pzr"), "efs2:16.22")
    assert (match.c.state.losses["axis"], match.c.state.vp) == (0, -1)
