"""What may not be looked at is on no page: screens of two positions that differ in covered units alone are equal."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.play.match import Match
from tests.support.pm_position import position
from tests.tui.driving import driven, press, screen_text, start, table
from tui.game.controller import Controller
from tui.settings.keys import load_keymap
from tui.table.play import PlayScreen

OWN = {"7pz": "2510N", "20pz": "2510N", "12inf": "2509N"}
OPEN = {"rd-001": "2610N", "rd-002": "2612N"}
LEAVING = ("quit", "home", "end", "log", "history", "dice")
"""Keys that leave the table or read the past bit by bit."""


def hiding(under: str, elsewhere: str) -> Match:
    """A front on which the first of two units lies below the top one beside the Germans, the other one farther off."""
    units = {**OWN, **OPEN, under: "2610N", elsewhere: "2612N"}
    known = {"td-001": (9, 4, 8), "rb-001": (1, 2, 5)}
    return position(units, turn=2, identities=known, tried=known)


async def pages(match: Match, home: Path) -> dict[str, str]:
    """What every key shows with the cursor on the stack; it is pressed on the table, and left with Esc."""
    found = {}
    async with driven(start(home, Controller(match, None, hand_over=False)), (100, 40)) as (app, pilot):
        keymap = load_keymap(None)
        commands = {c.id: c.keys[0] for c in (*keymap.in_scope("map"), *keymap.in_scope("all")) if c.keys}
        for name, key in [*commands.items(), ("second", "2")]:
            if name in LEAVING:
                continue
            table(app).go_to(match.c.hex("2610N"))
            await press(pilot, key)
            found[name] = screen_text(app)
            for _ in range(4):
                if not isinstance(app.screen, PlayScreen) or table(app).menu.open:
                    await press(pilot, "escape")
    return found


@pytest.mark.rule("pm:14.7")
async def test_no_key_tells_who_lies_below_the_top_unit(tmp_path: Path) -> None:
    one = await pages(hiding("td-001", "rb-001"), tmp_path / "one")
    other = await pages(hiding("rb-001", "td-001"), tmp_path / "two")
    assert one.keys() == other.keys() and len(one) > 30
    assert "you may not look at it" in one["second"]
    for name, text in one.items():
        assert text == other[name].replace("/two/", "/one/"), name


@pytest.mark.rule("pm:14.7")
def test_the_cover_between_two_people_tells_what_both_know() -> None:
    match = position({"7pz": "2510N", "20pz": "2510N", "1pz": "2512N"}, ground={})
    controller = Controller(match, None)
    controller.take_keyboard()
    assert controller.play("move 20pz 2512N").ok
    assert [e.text for e in controller.happened] == ["A unit moves to 2512N."] and not controller.happened[0].units


@pytest.mark.rule("pm:14.7")
def test_the_report_of_a_computer_player_names_nobody_under_a_stack() -> None:
    match = position({"7pz": "2510N", "20pz": "2510N", "rd-001": "2713N"}, ground={})
    match.meta["player.axis"] = "random"
    controller = Controller(match, None)
    assert controller.viewer == "soviet"
    for _ in range(40):
        if controller.match.side != "axis" or not controller.bot_step().ok:
            break
    told, hidden = controller.report()
    assert len(told) + hidden == len(controller.deeds) > 0
    for deed in told:
        named = {match.data.roster.ids[u] for event in deed.events for u in event.units}
        assert not deed.action or "20pz" not in deed.action or "20pz" in named
