"""Flows of the large game by keys that a first turn does not have: sea movement, supply orders, winter, the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.match import Match
from tests.support.pm_position import at, position, unit
from tests.tui.driving import Driver, driven, press, screen_text, start, table
from tui.app import StavkaApp
from tui.controller import Controller


def at_table(match: Match) -> Controller:
    """One person plays both sides."""
    return Controller(match, None, hand_over=False)


async def go(pilot: Driver, app: StavkaApp, label: str) -> None:
    """Find a hex by its number."""
    await press(pilot, "g", *label.lower(), "enter")


def bar(app: StavkaApp) -> str:
    """The three lines at the foot."""
    return "\n".join(screen_text(app).splitlines()[-3:])


# ---------------------------------------------------------------------- the Black Sea
BLACK_SEA = {"rd-001": "2512S", "rd-002": "2512S", "cd-001": "2919S", "rd-009": "4022S", "50inf": "3120S"}


@pytest.mark.rule("pm:11.2", "pm:11.4")
async def test_by_sea_from_port_to_port_into_the_box_and_ashore(tmp_path: Path) -> None:
    match = position(BLACK_SEA, side="soviet", turn=5, boxes={"rd-005": "ports"}, dice=[1])
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        assert not table(app).menu.open, "units that move on the map are no list, though one waits beside it"
        await press(pilot, "w")
        assert "by sea 5 of 5 units may still go" in screen_text(app)
        # The list has who waits off the map alone; from there it sails to where the cursor is put.
        await press(pilot, "escape", "a")
        assert [i.text for i in table(app).menu.items] == ["pick RD", "sail RD ...", "end"]
        await press(pilot, "2")
        assert table(app).acting.selected == "rd-005"
        await go(pilot, app, "2919S")
        await press(pilot, "enter")
        assert at(match, "rd-005") == "2919S"
        await go(pilot, app, "2512S")
        await press(pilot, "enter", "m")
        assert "sail RD Southern Ports" in [i.text for i in table(app).menu.items]
        await press(pilot, "escape", "escape")
        # Two together invade, and nothing but the die is asked then.
        await go(pilot, app, "2512S")
        await press(pilot, "G")
        await go(pilot, app, "3120S")
        await press(pilot, "enter")
        assert "will invade 3120S" in screen_text(app)
        await press(pilot, "e", "e")
        assert match.c.step.id == "combat" and "2 units to attack 3120S" in screen_text(app)
        await go(pilot, app, "3120S")
        await press(pilot, "enter")
        assert "▸1 roll at" in screen_text(app) and "§11.4" in screen_text(app)
        await press(pilot, "enter")
        assert match.state.box[unit(match, "rd-001")] == "eliminated", "who does not get ashore is lost"


# ---------------------------------------------------------------------- supply orders
EAST = {"7pz": "4512N", "20pz": "4512N", "14mot": "4512N", "12inf": "4513N", "rd-001": "4613N", "26inf": "3017N"}


@pytest.mark.rule("pm:9.20")
async def test_a_supply_concentration_is_marked_by_stacks_and_not_forgotten(tmp_path: Path) -> None:
    match = position(EAST, phase="orders", turn=6)
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        wanted = next(n for n, i in enumerate(table(app).menu.items) if i.text.startswith("concentrate"))
        await press(pilot, "home", *["down"] * wanted, "enter")
        assert not table(app).menu.open, "who gets a marker is chosen on the map"
        await press(pilot, "e")
        assert "5 supply concentration markers lie on nobody" in bar(app) and match.c.step.id == "orders"
        await go(pilot, app, "4512N")
        await press(pilot, "G")
        assert "3 of 18 markers placed" in screen_text(app)
        # A digit takes one of the stack out again, and puts it back.
        await press(pilot, "2")
        assert "2 of 18 markers placed" in screen_text(app)
        await press(pilot, "2")
        assert "3 of 18 markers placed" in screen_text(app)
        assert match.state.marked[unit(match, "7pz")] == 1  # type: ignore[attr-defined]
