"""The plain player: always allowed, the same for a seed, and frozen: others are measured against it."""

from __future__ import annotations

import re

import pytest

from engine.play.match import Match
from engine.players import PLAYERS, make
from engine.study.gauntlet import play_pair
from tests.players.deciding import decisions
from tests.support.bd_position import at, position

FROZEN = {("bd", "citadel", 40): "a417e9def58e", ("efs2", "borisov", 12): "a3c75008ed09"}
"""Hash of the first decisions in a scenario and their reasons; written anew only where a rule or a chart is mended."""


def first(game: str, scenario: str, actions: int) -> list[tuple[str, str]]:
    """Decisions of two plain players; each is checked before it is played."""
    match = Match.new(game, scenario, seed=4)
    bots = {side: make("plain", n) for n, side in enumerate(match.data.meta["sides"])}
    found = []
    for _ in range(actions):
        action, why = bots[match.side].choose(match)
        assert match.check(action) is None, action
        match.play(action)
        found.append((str(action), why))
    return found


@pytest.mark.parametrize(("game", "scenario", "actions"), sorted(FROZEN))
def test_it_is_the_yardstick_that_it_was(game: str, scenario: str, actions: int) -> None:
    assert decisions(first(game, scenario, actions)) == FROZEN[game, scenario, actions]


def test_it_is_measured_against_and_not_offered(toy: str) -> None:
    assert "plain" not in PLAYERS
    pair = play_pair(toy, "duel", ("plain", "random"), 3)
    assert pair == play_pair(toy, "duel", ("plain", "random"), 3)


def test_it_attacks_where_the_table_gives_more_than_it_takes_and_takes_all_who_help() -> None:
    match = position({"3pz": "1809", "24pz": "1809", "48pz": "1909", "16ra": "1810"}, phase="combat", ground={})
    bot, log = make("plain", 1), []
    for _ in range(8):
        if match.c.step.id != "combat":
            break
        action, _ = bot.choose(match)
        log.append(str(action))
        match.play(action)
    assert any(a.startswith("target 1810") for a in log) and re.search("roll", " ".join(log))


def test_it_goes_to_what_counts_and_stays_where_nothing_is_better() -> None:
    match = position({"3pz": "1804", "16ra": "1815"}, ground={}, places={"1808": ("city", 2)})
    bot, before = make("plain", 1), at(match, "3pz")
    for _ in range(12):
        if match.side != "axis" or match.c.step.id != "movement":
            break
        match.play(bot.choose(match)[0])
    grid, goal = match.c.grid, match.c.hex("1808")
    assert grid.distance(match.c.hex(at(match, "3pz")), goal) < grid.distance(match.c.hex(before), goal)
