"""Searches that are kept: one for which nothing is different that it looked at comes to the same."""

from __future__ import annotations

from collections.abc import Container, Sequence

from engine.components.paths import Edges, reach
from engine.components.wide import Bits, marked

Search = tuple[dict[int, int], dict[int, int]]
"""The cheapest cost to every node, and for each the node before it."""
EACH, MOST = 4, 1500
"""Searches that are kept of each start and budget, and of how many of those."""


class Searches:
    """Searches by ``reach`` of one graph whose nodes have a toll or none; nobody changes what is found."""

    def __init__(self, edges: Edges) -> None:
        self._edges = edges
        self._around: dict[int, Bits] = {}
        self._known: dict[tuple[int, int], list[tuple[Bits, Bits, Bits, Search]]] = {}
        """By start and budget what each search looked at, where there were tolls and what was closed of that."""

    def reach(
        self, start: int, budget: int, toll: Sequence[int], closed: Container[int], tolled: Bits, shut: Bits
    ) -> Search:
        """As ``reach`` finds it; ``tolled`` and ``shut`` are the bits of the nodes with a toll and of those closed."""
        kept = self._known.setdefault((start, budget), [])
        for n, (looked, tolls, shuts, found) in enumerate(kept):
            if tolled & looked == tolls and shut & looked == shuts:
                if n:
                    kept.insert(0, kept.pop(n))
                return found
        if len(self._known) > MOST:
            self._known = {(start, budget): kept}
        found = reach(self._edges, start, budget, toll, closed)
        looked = self._looked(found)
        kept.insert(0, (looked, tolled & looked, shut & looked, found))
        del kept[EACH:]
        return found

    def _looked(self, found: Search) -> Bits:
        """The nodes that a search reached, and all beside them."""
        looked, around = 0, self._around
        for node in found[0]:
            bits = around.get(node)
            if bits is None:
                bits = around[node] = marked([node, *(n for n, _ in self._edges[node])])
            looked |= bits
        return looked
