"""Searches in stages: against walking every way, and against the lines of communications of A Victory Awaits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components.grid import Grid
from engine.components.stages import Routes, Stage, in_stages
from engine.games.ava import zones
from engine.games.ava.tables import tables
from engine.play.match import Match
from engine.players.random import RandomPlayer

GRID = Grid(4, 4)
NOTHING = bytes(GRID.size)
flags = st.lists(st.integers(0, 9), min_size=16, max_size=16).map(lambda found: bytes(n > 6 for n in found))
nets = st.lists(st.booleans(), min_size=16, max_size=16).map(
    lambda on: [[n for n in GRID.adjacent[h] if on[h] and on[n]] for h in GRID]
)
stages = st.builds(
    # A hard leg is never longer than an easy one.
    lambda limit, hard_limit, **given: Stage(limit=limit, hard_limit=min(limit, hard_limit), **given),
    neighbours=nets, closed=flags, ends=flags, limit=st.integers(0, 5),
    costs=st.none() | st.lists(st.integers(1, 3), min_size=16, max_size=16), hard=st.none() | flags,
    hard_limit=st.integers(0, 3),
)  # fmt: skip


def slow(chain: Sequence[Stage], sources: set[int]) -> set[int]:
    """Every node that any way reaches: all states of node, stage, cost of the leg, and whether it was hard."""
    todo = [(s, 0, 0, False) for s in sources]
    seen = set(todo)
    while todo:
        node, number, spent, hard = todo.pop()
        following = [(node, number + 1, 0, False)]
        if number < len(chain) and not chain[number].ends[node]:
            stage = chain[number]
            for n in stage.neighbours[node]:
                cost = spent + (stage.costs[n] if stage.costs else 1)
                now = hard or bool(stage.hard and stage.hard[n])
                if not stage.closed[n] and cost <= (stage.hard_limit if now else stage.limit):
                    following.append((n, number, cost, now))
        for state in following:
            if state[1] <= len(chain) and state not in seen:
                seen.add(state)
                todo.append(state)
    return {node for node, *_ in seen}


def check_way(chain: Sequence[Stage], sources: set[int], found: Routes, node: int) -> None:
    """The way back to a node is one that the stages allow, and costs what it says."""
    legs = found.legs(node)
    assert legs[0][0] in sources and legs[-1][-1] == node and len(legs) == len(chain)
    assert all(a[-1] == b[0] for a, b in pairwise(legs))
    for stage, leg, length in zip(chain, legs, found.lengths(node), strict=True):
        assert all(b in stage.neighbours[a] and not stage.ends[a] and not stage.closed[b] for a, b in pairwise(leg))
        assert length == sum(stage.costs[n] if stage.costs else 1 for n in leg[1:])
        hard = stage.hard is not None and any(stage.hard[n] for n in leg[1:])
        assert length <= (stage.hard_limit if hard else stage.limit)
    assert found.path(node)[0] == legs[0][0] and found.path(node)[-1] == node


@settings(deadline=None)
@given(st.lists(stages, min_size=1, max_size=3), st.sets(st.integers(0, 15), min_size=1, max_size=3))
def test_it_reaches_what_walking_every_way_reaches(chain: list[Stage], sources: set[int]) -> None:
    found = in_stages(chain, sorted(sources))
    assert set(found.found) == slow(chain, sources)
    for node in found.found:
        check_way(chain, sources, found, node)


def test_each_leg_has_its_own_length() -> None:
    row = Grid(12, 1)
    rail = [[n for n in row.adjacent[h] if max(h, n) <= 3] for h in row]
    road = [[n for n in row.adjacent[h] if min(h, n) >= 3] for h in row]
    free = bytes(12)
    chain = [Stage(rail, free, free), Stage(road, free, free, 3), Stage(row.adjacent, free, free, 2)]
    found = in_stages(chain, [0])
    assert max(found.found) == 8 and found.lengths(8) == (3, 3, 2) and found.lengths(2) == (2, 0, 0)
    assert found.legs(7) == ((0, 1, 2, 3), (3, 4, 5, 6), (6, 7)) and found.path(7) == tuple(range(8))
    assert found.legs(1) == ((0, 1), (1,), (1,)) and 9 not in found
    mud = bytes(h == 7 for h in row)
    short = [*chain[:2], Stage(row.adjacent, free, free, 2, hard=mud, hard_limit=1)]
    assert max(in_stages(short, [0]).found) == 7
    with pytest.raises(KeyError):
        found.legs(11)


@pytest.mark.rule("ava:3.3")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_gives_the_lines_of_communications_that_the_game_has_found(seed: int) -> None:
    """Rail of any length, then up to six hexes; into mountains a line ends without a road, which is no net (R39)."""
    match, player = Match.new("ava", "kiev", seed=seed), RandomPlayer(seed)
    level = {h for h in match.c.grid if not tables(match.c).high(h)}
    for number in range(240):
        if number % 80 == 79:
            c, t = match.c, tables(match.c)
            closed, ends, starts = zones._rules_of_lines(c, "axis")
            limit = c.data.constant("loc_rail_distance")
            chain = [Stage(t.along("railroad", "axis"), closed, ends), Stage(t.lines_over("axis"), closed, ends, limit)]
            found = in_stages(chain, starts)
            assert set(found.found) & level == set(zones.lines(c, "axis").length) & level
            assert all(found.lengths(h)[1] <= limit for h in found.found) and len(found.found) > len(starts)
        match.play(player.choose(match)[0])


def test_some_ways_shorten_the_leg() -> None:
    """A leg of three that takes the way from 1 to 2 goes on for two alone."""
    row = [[1], [0, 2], [1, 3], [2]]
    open_ = bytes(4)
    easy = [[1], [0], [3], [2]]
    found = in_stages([Stage(row, open_, open_, 3, hard_limit=2, easy=easy)], [0])
    assert sorted(found.found) == [0, 1, 2] and found.lengths(2) == (2,)
    assert sorted(in_stages([Stage(row, open_, open_, 3, hard_limit=3, easy=easy)], [0]).found) == [0, 1, 2, 3]
