"""Positions on the printed boards, and about lines: the player that plans must see 19 in 20, chance less than half."""

from __future__ import annotations

import pytest

from tests.players.cases_ava_bags import CASES as BAGS
from tests.players.cases_ava_center import CASES as CENTER
from tests.players.cases_ava_chits import CASES as CHITS
from tests.players.cases_ava_lines import CASES as LINES
from tests.players.cases_ava_map import CASES as AVA
from tests.players.cases_ava_needs import CASES as NEEDS
from tests.players.cases_ava_reply import CASES as REPLY
from tests.players.cases_ava_roads import CASES as ROADS
from tests.players.cases_ava_room import CASES as ROOM
from tests.players.cases_ava_sack import CASES as SACK
from tests.players.cases_ava_strokes import CASES as STROKES
from tests.players.cases_pm_map import CASES as PM

SUITES = {
    "ava": {**AVA, **LINES, **CENTER, **REPLY, **ROOM, **ROADS, **SACK, **BAGS, **STROKES, **CHITS, **NEEDS},
    "pm": PM,
}
PLANNED = 0.95


@pytest.mark.parametrize("game", SUITES)
def test_the_player_that_plans_sees_them(game: str) -> None:
    missed = [name for name, sees in SUITES[game].items() if not sees("normal")]
    assert len(missed) <= (1 - PLANNED) * len(SUITES[game]), missed


@pytest.mark.parametrize("game", SUITES)
def test_chance_sees_less_than_half_of_them(game: str) -> None:
    assert sum(sees("random") for sees in SUITES[game].values()) < len(SUITES[game]) / 2


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, suite in SUITES.items() for name in suite])
def test_nothing_is_solved_before_anybody_moves(game: str, name: str) -> None:
    assert not SUITES[game][name]("")
