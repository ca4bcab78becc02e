"""Searches in stages: along one net from the sources, from there along the next, each with its own length and blockers.

A supply route by railroad, then by road, then over open country is such a search. Nodes are hexes unless a game says
otherwise, and the same in all stages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import NamedTuple

Flags = bytes | bytearray
"""One byte a node."""
Tree = tuple[dict[int, int], dict[int, int]]
"""What one search has found: the cost of each node, and the node before it; where it began is not in it."""
FAR = 1 << 30


class Stage(NamedTuple):
    """One leg of a route: where its net leads, what a step costs, how long the leg may be, what stops it."""

    neighbours: Sequence[Sequence[int]]
    closed: Flags
    """Nodes that are not entered."""
    ends: Flags
    """Nodes that are not left: whatever stage has reached them, this one does not go on from there."""
    limit: int = FAR
    """Most that the leg may cost."""
    costs: Sequence[int] | None = None
    """What entering a node costs; without it each costs one."""
    hard: Flags | None = None
    """Nodes that shorten the leg which enters one of them ..."""
    hard_limit: int = 0
    """... to this cost."""
    easy: Sequence[Sequence[int]] | None = None
    """Those of ``neighbours`` that do not shorten the leg, as the others do, to ``hard_limit``; all when left out."""

    @property
    def shortens(self) -> bool:
        """Whether there is anything on the way that makes the leg shorter."""
        return self.hard is not None or self.easy is not None

    @property
    def searches(self) -> tuple[tuple[bool, Flags, int], ...]:
        """What is searched, the best first: whether by the easy steps alone, what is closed, and how far."""
        if not self.shortens:
            return ((False, self.closed, self.limit),)
        return (True, _without(self.closed, self.hard), self.limit), (False, self.closed, self.hard_limit)


@dataclass(frozen=True, slots=True)
class Routes:
    """What a search in stages has reached, and how."""

    trees: tuple[tuple[Tree, ...], ...]
    """Per stage its searches, the best first."""
    found: dict[int, tuple[int, int]]
    """Each node to the stage and the search that first reached it; stage -1 for the sources."""

    def looked(self, stages: Iterable[Stage]) -> set[int]:
        """Nodes whose being closed the search may have asked about: those beside what it reached."""
        seen = set[int]()
        for stage in stages:
            seen.update(*map(stage.neighbours.__getitem__, self.found))
        return seen

    def __contains__(self, node: int) -> bool:
        return node in self.found

    def legs(self, node: int) -> tuple[tuple[int, ...], ...]:
        """The nodes of each leg from its beginning to its end; a stage that is not needed is the one node where it is.

        Raises ``KeyError`` for a node that is not reached.
        """
        legs: list[tuple[int, ...]] = []
        stage, search = self.found[node]
        for number in range(len(self.trees) - 1, -1, -1):
            leg = [node]
            if number == stage:
                before = self.trees[stage][search][1]
                while leg[-1] in before:
                    leg.append(before[leg[-1]])
                node = leg[-1]
                stage, search = self.found[node]
            legs.append(tuple(reversed(leg)))
        return tuple(reversed(legs))

    def lengths(self, node: int) -> tuple[int, ...]:
        """What each leg costs. Raises ``KeyError`` for a node that is not reached."""
        found = []
        for number, leg in enumerate(self.legs(node)):
            stage, search = self.found[leg[-1]]
            found.append(self.trees[stage][search][0][leg[-1]] if stage == number else 0)
        return tuple(found)

    def path(self, node: int) -> tuple[int, ...]:
        """The whole way from a source, each node once a leg. Raises ``KeyError`` for a node that is not reached."""
        whole: list[int] = []
        for leg in self.legs(node):
            whole += leg[1:] if whole else leg
        return tuple(whole)


def in_stages(stages: Iterable[Stage], sources: Iterable[int]) -> Routes:
    """Everything that the stages reach one after the other from the sources; a stage may be left out by any route."""
    found = dict.fromkeys(sources, (-1, 0))
    trees: list[tuple[Tree, ...]] = []
    for number, stage in enumerate(stages):
        seeds = list(found)
        easy = stage if stage.easy is None else stage._replace(neighbours=stage.easy)
        done = [_search(easy if e else stage, seeds, closed, most) for e, closed, most in stage.searches]
        for search, (costs, _) in enumerate(done):
            found = found | dict.fromkeys(costs, (number, search)) | found
        trees.append(tuple(done))
    return Routes(tuple(trees), found)


def _without(closed: Flags, hard: Flags | None) -> Flags:
    """The nodes that a search keeps out of which nothing may shorten."""
    if hard is None:
        return closed
    both = int.from_bytes(closed, "little") | int.from_bytes(hard, "little")
    return both.to_bytes(len(closed), "little")


def _search(stage: Stage, seeds: Sequence[int], closed: Flags, limit: int) -> Tree:
    return (_steps if stage.costs is None else _cheapest)(stage, seeds, closed, limit)


def _steps(stage: Stage, seeds: Sequence[int], closed: Flags, limit: int) -> Tree:
    """Breadth first, where each step costs one."""
    costs: dict[int, int] = {}
    before: dict[int, int] = {}
    neighbours, ends, seen = stage.neighbours, stage.ends, bytearray(closed)
    for node in seeds:
        seen[node] = 1
    edge, far = list(seeds), 0
    while edge and far < limit:
        far += 1
        following = []
        for node in edge:
            if not ends[node]:
                for n in neighbours[node]:
                    if not seen[n]:
                        seen[n] = 1
                        costs[n] = far
                        before[n] = node
                        following.append(n)
        edge = following
    return costs, before


def _cheapest(stage: Stage, seeds: Sequence[int], closed: Flags, limit: int) -> Tree:
    """Cheapest first (Dijkstra), where nodes cost differently to enter."""
    entry = stage.costs
    assert entry is not None
    costs = dict.fromkeys(seeds, 0)
    before: dict[int, int] = {}
    queue = [(0, node) for node in seeds]
    while queue:
        so_far, node = heappop(queue)
        if so_far > costs[node] or stage.ends[node]:
            continue
        for n in stage.neighbours[node]:
            total = so_far + entry[n]
            if total <= limit and total < costs.get(n, FAR) and not closed[n]:
                costs[n] = total
                before[n] = node
                heappush(queue, (total, n))
    return {n: cost for n, cost in costs.items() if n in before}, before
