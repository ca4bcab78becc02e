"""Hexes that the present question can be answered with are marked, and the letters of a jump reach them."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.play.match import Match
from tests.games.ava.battles import NORTHWEST, SOUTHWEST, TARGET, duel, field, printed, strike
from tests.games.ava.test_14_building import checking, sites
from tests.support.position import hexes
from tests.tui.driving import driven, press, screen_text, start, table
from tui.app import StavkaApp
from tui.draw.scene import Mark
from tui.game.controller import Controller


def both(match: Match) -> Controller:
    """One person plays both sides without covering the screen."""
    return Controller(match, None, hand_over=False)


def marks(app: StavkaApp) -> dict[str, Mark]:
    """Label of every marked hex, with its mark."""
    scene = table(app).map.scene
    assert scene is not None
    return {table(app).label(h): mark for h, mark in scene.highlights.items()}


@pytest.mark.rule("ava:14.1")
async def test_cities_to_choose_from_are_marked_and_letters_lead_there(tmp_path: Path) -> None:
    match = checking()
    wanted = sites(match)
    assert len(wanted) > 1
    async with driven(start(tmp_path, both(match))) as (app, pilot):
        await press(pilot, "escape")
        assert marks(app) == dict.fromkeys(wanted, ("B", "reach"))
        await press(pilot, "f")
        letters = table(app).hand.letters
        assert {table(app).label(h) for h in letters} == wanted
        assert screen_text(app).splitlines()[-1].split() == ["a-z", "go", "there", "esc", "leave", "F1", "keys"]
        target, code = max(letters.items())
        await press(pilot, *code, "enter")
        assert match.history[-1].action == f"build {table(app).label(target)}"
        assert table(app).label(target) not in marks(app) or match.over or match.c.step.id != "fortify"


@pytest.mark.rule("ava:10.5")
async def test_units_that_may_take_a_loss_are_marked(tmp_path: Path) -> None:
    match = field({"7pz": NORTHWEST, "12pz": SOUTHWEST, "10rd": TARGET})
    printed(match, **{"7pz": (1, 4), "12pz": (1, 4), "10rd": (1, 2)})
    strike(match, "A1", "7pz", "12pz")
    async with driven(start(tmp_path, both(match))) as (app, _):
        assert match.c.step.id == "losses"
        assert set(marks(app)) == {NORTHWEST, SOUTHWEST} and set(marks(app).values()) == {("L", "reach")}


@pytest.mark.rule("ava:10.7")
async def test_the_hex_to_advance_into_is_marked_before_a_unit_is_chosen(tmp_path: Path) -> None:
    match = duel("2RR", {"10rd": TARGET}, {"7pz": NORTHWEST, "12pz": SOUTHWEST})
    async with driven(start(tmp_path, both(match))) as (app, pilot):
        await press(pilot, "escape", "escape")
        assert marks(app)[TARGET] == ("A", "reach")
        table(app).go_to(hexes(match, TARGET)[0])
        await press(pilot, "enter")
        assert "7Pz" in screen_text(app) and "12Pz" in screen_text(app)
        await press(pilot, "1")
        assert match.history[-1].action.startswith("advance ")


async def test_nothing_is_marked_while_units_move_one_after_the_other(tmp_path: Path) -> None:
    match = field({"7pz": NORTHWEST, "12pz": SOUTHWEST, "10rd": "S2210"}, phase="movement")
    async with driven(start(tmp_path, both(match))) as (app, pilot):
        assert marks(app) == {}
        await press(pilot, "tab")
        assert len(marks(app)) > 3


@pytest.mark.rule("ava:10.6")
async def test_a_way_back_costs_no_movement_points(tmp_path: Path) -> None:
    match = duel("R", {"10rd": TARGET}, {"7pz": NORTHWEST})
    async with driven(start(tmp_path, both(match))) as (app, pilot):
        assert match.c.step.id == "retreat"
        await press(pilot, "tab")
        assert table(app).hand.selected == "10rd"
        assert {mark[0] for h, mark in marks(app).items() if h != TARGET} == {"R"}
