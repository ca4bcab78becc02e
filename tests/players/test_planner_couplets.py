"""Proud Monster has two couplets a turn (5.2): what was planned in the first does not bind anybody in the second."""

from __future__ import annotations

from typing import Any

import pytest

from engine.players import make
from tests.players.cases_pm import FOOT, RD, plain, stack
from tests.players.cases_pm_map import known
from tests.support.asking import acts


def test_the_second_couplet_has_attacks_of_its_own() -> None:
    bot = make("normal", 1)
    strong = plain({"1inf": "2811N", **stack("2911N", *RD[:5])}, phase="combat", **known((5, 6, 5), *RD[:5]))
    assert str(bot.choose(strong)[0]) == "end"
    weak = {**stack("2811N", *FOOT[:4]), RD[0]: "2911N", RD[1]: "3411N"}
    bot.choose(plain(weak, phase="movement", couplet=2))
    assert str(bot.choose(plain(weak, phase="combat", couplet=2))[0]) == "target 2911N"


def test_who_stays_in_a_place_that_was_stormed_is_not_taken_along() -> None:
    units = {**stack("2911N", "1pz", "6pz", "3mot"), RD[0]: "3411N", **stack("3208N", *RD[1:4])}
    match = plain(units, turn=4, places={"3411N": ("large town", 3)}, **known((2, 2, 5), *RD[:4]))
    assert "assault 1pz 3411N" in acts(match, "normal")
    assert match.c.hex("3411N") in match.state.hex_of


@pytest.mark.rule("pm:8.21")
def test_security_divisions_are_called_out_where_foot_is_too_few() -> None:
    def called(*foot: str) -> bool:
        units = {**stack("2412N", *RD[:3]), **stack("2613N", "1pz", "6pz"), "126inf": "2211N", **stack("2110N", *foot)}
        zones = {"zomo_germany": [f"20{n:02}N" for n in range(6, 15)]}
        town: dict[str, Any] = {"places": {"2211N": ("large town", 1)}, "control": {"2211N": "axis"}}
        town["boxes"] = dict.fromkeys(("207sec", "281sec", "285sec"), "aside")
        match = plain(units, phase="german-reinforcement", turn=6, zones=zones, **town, **known((3, 3, 5), *RD[:3]))
        return "security" in acts(match, "normal")

    assert called() and not called(*FOOT[:4])
