"""11.4, R26: the assault of an invasion."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.pm.combat.landing import invaders
from engine.games.pm.state import SUPPLIED
from engine.games.pm.supply import state_of
from engine.play.match import Match
from tests.games.pm.battles import odds, result, settle, shift_lines
from tests.support.pm_position import at, column, play, position, refusal, unit

COAST = "3120S"


def landing(invading: dict[str, tuple[int, int]], garrison: list[str], land: Any = None, **more: Any) -> Match:
    """Soviet units off the southern coast of the Crimea, before their combat phase."""
    probe = position({}).c
    coast = probe.board.find(COAST)
    sea = next(n for n in probe.grid.adjacent[coast] if probe.board.terrain_name(n) == "sea")
    units: dict[str, Any] = dict.fromkeys(invading, probe.label(sea)) | dict.fromkeys(garrison, COAST) | (land or {})
    identities = {u: (*factors, 5) for u, factors in invading.items()}
    return position(
        units, side="soviet", phase="combat", identities=identities, memory={"invasion": coast, "invaded": 1}, **more
    )


@pytest.mark.rule("pm:11.4", "pm:14.5", "pm:14.1")
def test_the_invasion_is_the_first_assault_and_cannot_be_called_off() -> None:
    match = landing({"rd-001": (4, 4)}, ["ro-1mtn"], {"rd-003": "2510N", "61inf": "2511N"})
    assert match.prompt.default is not None and str(match.prompt.default) == "roll"
    for action in ("target 2511N", "cancel", "drop rd-001", "end"):
        assert refusal(match, action).rule in ("pm:11.4", "pm:14.1")
    assert "roll" in match.legal


@pytest.mark.rule("pm:11.4", "pm:14.11")
def test_one_column_left() -> None:
    match = landing({"rd-001": (4, 4)}, ["ro-1mtn"])
    found = odds(match, ["rd-001"], at=COAST)
    assert shift_lines(found)["pm:11.4"] == "1L"
    assert not any(line.rule == "pm:9.7" for line in found.lines)
    assert state_of(match.c, unit(match, "rd-001")) == SUPPLIED


@pytest.mark.rule("pm:11.4")
def test_invaders_who_fail_are_eliminated() -> None:
    match = landing({"rd-001": (1, 4), "rd-002": (1, 4)}, ["ro-1mtn"], dice=[1])
    # 2 to 3 is 1:2, one column left 1:3.
    assert result(play(match, "roll")) == "4/0"
    assert at(match, "rd-001") == at(match, "rd-002") == "[eliminated]"
    assert not invaders(match.c)


@pytest.mark.rule("pm:11.4", "pm:14.39")
def test_invaders_who_win_are_ashore_and_stand_still() -> None:
    match = landing({"rd-001": (19, 4), "rd-002": (19, 4)}, ["ro-1fort"], dice=[6])
    play(match, "roll")
    assert at(match, "rd-001") == at(match, "rd-002") == COAST
    assert not invaders(match.c)


@pytest.mark.rule("pm:R26", "pm:11.4")
def test_land_units_join_and_only_invaders_are_lost() -> None:
    probe = landing({"rd-001": (1, 4)}, ["ro-1mtn"]).c
    coast = probe.board.find(COAST)
    dry = next(n for n in probe.grid.adjacent[coast] if probe.board.terrain_name(n) not in ("sea", "lake"))
    match = landing({"rd-001": (1, 4), "rd-002": (1, 4)}, ["ro-1mtn"], {"1grd": probe.label(dry)}, dice=[2])
    play(match, "add 1grd")
    assert shift_lines(odds(match, ["rd-001", "1grd"], at=COAST))["pm:11.4"] == "1L"
    # 9 to 3 less a column, and another for the hills, is 1:1: 2/0. The Guards and an invader pay; the other has failed.
    assert result(play(match, "roll")) == "2/0"
    settle(match)
    assert at(match, "rd-001") == at(match, "rd-002") == "[eliminated]"
    assert at(match, "1grd") == probe.label(dry)


@pytest.mark.rule("pm:11.4")
def test_a_hex_that_is_free_by_now_is_landed_in_without_a_fight() -> None:
    match = landing({"rd-001": (1, 4)}, [], {"rd-003": "2510N", "61inf": "2511N"})
    assert at(match, "rd-001") == COAST
    assert column(match, "still")[unit(match, "rd-001")] == 1
