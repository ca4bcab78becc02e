"""A defence without a free way: who is sent where, and who need not move."""

from __future__ import annotations

from random import Random

from engine.components.grid import Hex, Unit
from engine.games.ava.advice.knowledge import AvaKnowledge
from engine.players.planner.guard import Guard
from engine.study.counting import open_ways
from tests.support.position import position
from tests.support.skirmish import Counter, Skirmish


def free(u: Unit, h: Hex) -> float:
    return 0.01


def row(*counters: Counter, pace: int = 3) -> Skirmish:
    return Skirmish(counters, columns=12, rows=1, pace=pace)


def test_a_goal_is_open_to_whoever_walks_there_and_shut_by_a_unit_or_its_zone() -> None:
    goals = {4: 10.0}
    assert Guard(row(Counter("blue", 8)), "red", goals, 4).free_goals({}) == goals
    assert Guard(row(Counter("blue", 8)), "red", goals, 3).free_goals({}) == {}
    assert Guard(row(Counter("blue", 8, leads=True)), "red", goals, 9).free_goals({}) == {}
    front = row(Counter("blue", 8), Counter("red", 0))
    assert Guard(front, "red", goals, 4).free_goals({}) == goals
    assert [Guard(front, "red", goals, 4).free_goals({1: h}) for h in (4, 5, 6)] == [{}, {}, {}]
    assert Guard(front, "red", goals, 4).free_goals({1: 3}) == goals  # a zone stops who is in it, not who comes into it


def walked(front: Skirmish, pace: int, moved: dict[Unit, Hex]) -> set[Hex]:
    """Every hex that blue walks to in so many steps, looked for over the whole map."""
    held = {moved.get(f.unit, f.hex) for f in front.forces("red")}
    zones = {n for h in held for n in front.zone(h)}
    starts = {f.hex for f in front.forces("blue")}
    found, edge = set(starts), set(starts)
    for _ in range(pace):
        edge = {n for h in edge if h in starts or h not in zones for n in front.beside(h)} - found - held
        found |= edge
    return found


def test_ways_are_looked_for_only_where_one_could_lead_to_a_goal() -> None:
    opened = 0
    for seed in range(40):
        lot = Random(seed)
        places = lot.sample(range(45), 9)
        front = Skirmish([*(Counter("red", h) for h in places[:3]), *(Counter("blue", h) for h in places[3:6])])
        pace, moved = lot.randint(1, 6), {0: lot.randrange(45)}
        found = Guard(front, "red", dict.fromkeys(places[5:], 1.0), pace).free_goals(moved)
        assert set(found) == walked(front, pace, moved).intersection(places[5:])
        opened += len(found)
    assert opened > 40


def test_the_nearest_unit_shuts_the_way_and_the_others_stay() -> None:
    front = row(Counter("blue", 9), Counter("red", 3), Counter("red", 0))
    cost, places = Guard(front, "red", {5: 8.0}, 6).posted([1, 2], free, 200)
    assert set(places) == {1} and cost < 0.1


def test_who_already_stands_well_goes_nowhere() -> None:
    front = row(Counter("blue", 9), Counter("red", 5))
    assert Guard(front, "red", {5: 8.0}, 6).posted([1], free, 200) == (0.0, {})


def test_the_dearer_goal_is_kept_where_there_is_one_unit_for_two() -> None:
    front = Skirmish([Counter("blue", 18), Counter("red", 0)], columns=9, rows=5, pace=9)
    guard = Guard(front, "red", {8: 3.0, 44: 9.0}, 12)
    cost, places = guard.posted([1], free, 300)
    assert 44 not in guard.free_goals(places) and cost < 3.1


def test_the_budget_ends_it_and_a_full_hex_takes_nobody() -> None:
    front = row(Counter("blue", 9), Counter("red", 5), Counter("red", 5), Counter("red", 4))
    guard = Guard(front, "red", {5: 8.0, 6: 8.0}, 6)
    cost, places = guard.posted([3], free, 2)
    assert guard.looked <= 2 and cost >= 0
    _, places = Guard(front, "red", {5: 8.0, 6: 8.0}, 6).posted([3], free, 200)
    assert places.get(3) != 5


def test_on_a_board_of_a_game_it_shuts_what_is_counted_as_open() -> None:
    match = position({"18pz": "S3513", "27rd": "S3409"})
    c = match.c
    city, division = c.hex("S3510"), c.unit("27rd")
    assert city in open_ways(match, "soviet")
    k = AvaKnowledge(c, "soviet")
    _, places = Guard(k, "soviet", {city: 15.0}, c.roster.move[c.unit("18pz")]).posted([division], free, 100)
    c.state.hex_of[division] = places[division]
    c.touch()
    assert city not in open_ways(match, "soviet")
