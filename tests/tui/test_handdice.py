"""Dice that a person throws: asked for one by one; blind choices are the program's."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.components.errors import BadInput
from tests.games.ava.battles import NORTHWEST, TARGET, field
from tests.support.position import position
from tests.tui.driving import driven, press, screen_text, start
from tui.game.controller import Controller
from tui.game.hand_dice import DieWanted, HandDice


async def test_the_program_draws_from_the_cup(tmp_path: Path) -> None:
    match = position({"7pz": "S1707"}, phase="draw", chits={"s-3a": "cup", "supply": "cup"})
    match.meta["dice"] = "hand"
    async with driven(start(tmp_path, Controller(match, None), hints=False)) as (app, pilot):
        await press(pilot, "escape", "e")
        assert match.history[0].action == "draw" and len(match.history[0].rolls) == 1
        assert "Die 1" not in screen_text(app)


def test_a_die_is_used_once_and_played_again_with_redo() -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET})
    match.meta["dice"] = "hand"
    controller = Controller(match, None)
    assert controller.play(f"attack 7pz {TARGET}").ok
    assert controller.play("fight").die is not None and match.history[-1].action != "fight"
    controller.throw(6)
    assert controller.play("fight").ok and match.history[-1].rolls == (6,)
    assert isinstance(match.dice, HandDice) and match.dice.hand == []


def test_dice_are_asked_for_in_order_and_a_try_begins_with_the_first() -> None:
    dice = HandDice(1)
    with pytest.raises(DieWanted) as first:
        dice.throw(0, 6)
    dice.hand.append(3)
    assert dice.throw(0, 6) == 3 and dice.throw(1, 20, lot=True) <= 20
    with pytest.raises(DieWanted) as second:
        dice.throw(2, 6)
    assert (first.value.number, second.value.number) == (1, 2)
    dice.hand.append(8)
    dice.begin()
    assert dice.throw(0, 6) == 3
    with pytest.raises(BadInput, match="cannot show 8"):
        dice.throw(1, 6)
    dice.forget()
    dice.queue([2, 5])
    assert (dice.throw(0, 6), dice.throw(1, 9, lot=True)) == (2, 5), "a replay has its lots queued as well"
