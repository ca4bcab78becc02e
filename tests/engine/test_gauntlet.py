"""Pairs of games between two computer players, and what is counted in them."""

from __future__ import annotations

import json

import pytest

from engine.play.event import Event
from engine.study.counting import Counter, Counts, open_ways
from engine.study.gauntlet import Pair, play_pair, report, summary
from engine.study.simulate import Result
from tests.support.pm_position import position as in_the_east
from tests.support.position import position
from tui.cli import main

SIDES = ("axis", "soviet")


def game(points: int, winner: str) -> Result:
    return Result(1, winner, points, 50, 6, 900, {"axis": 0, "soviet": 0})


def pair(first: Result, second: Result, scorer: str = "axis") -> Pair:
    return Pair(1, first, second, scorer, SIDES, {"0 a": {s: Counts(2) for s in SIDES}})


# ---------------------------------------------------------------------- pairs
def test_the_margin_is_what_the_challenger_made_less_what_he_let_the_other_make() -> None:
    found = pair(game(60, "axis"), game(45, "soviet"))
    assert (found.margin, found.won, found.better) == (15, 2, 1.0)
    worse = pair(game(40, "soviet"), game(45, "soviet"))
    assert (worse.margin, worse.won, worse.better) == (-5, 1, 0.0)
    assert pair(game(40, "soviet"), game(45, "soviet"), "soviet").margin == 5


def test_equal_points_are_decided_by_games_won() -> None:
    assert pair(game(50, "axis"), game(50, "soviet")).better == 1.0
    assert pair(game(50, "soviet"), game(50, "axis")).better == 0.0
    assert pair(game(50, "axis"), game(50, "axis")).better == 0.5


def test_the_figures_have_intervals() -> None:
    pairs = [pair(game(50 + n, "axis"), game(50, "axis")) for n in (-4, 2, 4, 6)]
    s = summary(pairs)
    assert s["better"] == 3 and s["margin"] == 2 and s["interval"][0] < 0.75 < s["interval"][1]
    low, high = s["margin interval"]
    assert low < 2 < high and s["counts"]["0 a"]["axis"]["attacks"] == 2
    text = "\n".join(report("a trial", pairs))
    assert "better in 3 of 4 pairs: 75%" in text and "margin +2.0 a pair" in text and "a as soviet: 2.0 attacks" in text
    assert report("a trial", []) == ["a trial", "No pair was finished."]


def test_a_pair_changes_sides_and_keeps_the_dice(toy: str) -> None:
    found = play_pair(toy, "duel", ("random", "random"), 4)
    again = play_pair(toy, "duel", ("random", "random"), 4)
    assert found == again and set(found.counts) == {"0 random", "1 random"}
    assert found.margin == 0 and found.better == 0.5  # the same player, the same dice: the same game twice


def test_the_command_plays_pairs(toy: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", toy, "duel", "--gauntlet", "--games", "2", "--axis", "random", "--soviet", "greedy"]
    assert main(words) == 0
    text = capsys.readouterr().out
    assert "each pair on both sides" in text and "of 2 pairs" in text and "margin" in text
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["pairs"]) == 2 and found["summary"]["pairs"] == 2


# ---------------------------------------------------------------------- what is counted
def test_attacks_and_losses_without_supply_are_counted_for_their_side() -> None:
    match = position({"hq-2pzg": "S2010", "18pz": "S2110", "27rd": "S2410"})
    unit = match.c.roster.find
    counter = Counter(match)
    lost = [Event("eliminated", "", rule, units=(unit(name),)) for rule, name in (
        ("ava:11.1", "hq-2pzg"), ("ava:11.1", "18pz"), ("ava:11.1", "27rd"), ("ava:10.5", "18pz"))]  # fmt: skip
    counter.happened("axis", [Event("combat", "", "", rolls=(3,)), Event("combat", "", ""), *lost])
    assert (
        counter.sides["axis"] == Counts(1, cut_headquarters=1, cut_mechanized=1) and counter.sides["soviet"] == Counts()
    )


def test_attacks_that_cost_more_than_they_bring_are_poor_and_the_same_again_is_told() -> None:
    match = position({"7inf": "S2010", "12pz": "S2011", "7pz": "S2011", "7td": "S2110", "27rd": "S2111"})
    c, unit = match.c, match.c.roster.find
    counter = Counter(match, judging=True)

    def attack(target: str, *names: str) -> None:
        counter.coming()
        units = tuple(unit(name) for name in names)
        counter.happened("axis", [Event("combat", "", "", rolls=(3,), hexes=(c.hex(target),), units=units)])

    attack("S2111", "12pz", "7pz")
    assert counter.sides["axis"] == Counts(1)
    attack("S2110", "7inf")
    assert counter.sides["axis"] == Counts(2, poor=1)
    attack("S2110", "7inf")
    attack("S2110")
    assert counter.sides["axis"] == Counts(4, poor=2, again=1)


@pytest.mark.parametrize(
    ("units", "there"),
    [
        ({"18pz": "S3513"}, ["S3510"]),
        ({"18pz": "S3513", "27rd": "S3510"}, []),
        ({"18pz": "S2010"}, []),
        ({"27rd": "S3513"}, []),
        ({"hq-2pzg": "S3512"}, []),
    ],
)
def test_a_way_to_points_is_open_while_nobody_stands_there_and_an_enemy_is_near(
    units: dict[str, str], there: list[str]
) -> None:
    match = position(units)
    assert [match.c.label(h) for h in open_ways(match, "soviet") if match.c.label(h) == "S3510"] == there


@pytest.mark.parametrize(
    ("name", "holder", "start", "town", "there"),
    [
        ("1pz", "soviet", "2512S", "2919S", False),  # over the sea
        ("1pz", "soviet", "3012S", "2911S", True),
        ("1inf", "soviet", "2711S", "2911S", True),
        ("1inf", "soviet", "2312S", "2911S", False),  # a panzer division would come as far
        ("1pz", "soviet", "2312S", "2911S", True),
        ("rd-001", "axis", "3012S", "2911S", True),  # whose attack nobody knows yet
        ("1pz", "soviet", "4105N", "3514N", False),  # twelve hexes, through forests
    ],
)
def test_a_way_leads_over_land_and_as_far_as_he_comes_who_goes_it(
    name: str, holder: str, start: str, town: str, there: bool
) -> None:
    match = in_the_east({name: start}, control={town: holder})
    assert (match.c.hex(town) in open_ways(match, holder)) == there


def test_zones_all_around_close_the_way() -> None:
    match = position({"18pz": "S3514"})
    c, r = match.c, match.c.roster
    city = c.hex("S3510")
    divisions = [u for u in range(len(r)) if r.kind[u] == r.kind[r.find("27rd")] and r.side[u] == "soviet"]
    assert city in open_ways(match, "soviet")
    for u, h in zip(divisions, c.grid.adjacent[city][::2], strict=False):
        c.state.hex_of[u], c.state.box[u], c.state.steps_left[u] = h, "", r.steps[u]
    c.touch()
    assert city not in open_ways(match, "soviet")
