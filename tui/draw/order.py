"""The order in which some pieces of the screen are sent: the way between them should need few bytes."""

from __future__ import annotations

from itertools import pairwise

MOST = 24
"""Up to so many pieces an order is improved; for more, that would take longer than it saves."""
RUN = 5
"""Up to so many pieces are tried in another place together."""


def shortest(legs: list[list[int]]) -> list[int]:
    """A short order of the pieces 0 to n-1: always to the nearest, then improved by moving runs of pieces.

    ``legs[a][b]`` is the cost from piece a to piece b; row n begins where the cursor is, column n leads to where it
    shall end. Not always the shortest order there is, but near to it and quickly found.
    """
    count = len(legs) - 1
    left, order, here = list(range(count)), [count], count
    while left:
        row = legs[here]
        here = min(left, key=row.__getitem__)
        left.remove(here)
        order.append(here)
    order.append(count)
    if count <= MOST:
        while (better := _moved(legs, order)) is not None:
            order = better
    return order[1:-1]


def _moved(legs: list[list[int]], order: list[int]) -> list[int] | None:
    """The order with one run of pieces in a better place; ``None`` when there is none."""
    for start in range(1, len(order) - 1):
        for end in range(start + 1, min(start + RUN + 1, len(order))):
            before, first, last, after = order[start - 1], order[start], order[end - 1], order[end]
            gain = legs[before][first] + legs[last][after] - legs[before][after]
            if gain <= 0:
                continue
            rest = order[:start] + order[end:]
            costs = [legs[a][first] + legs[last][b] - legs[a][b] for a, b in pairwise(rest)]
            least = min(costs)
            if least < gain:
                place = costs.index(least) + 1
                return rest[:place] + order[start:end] + rest[place:]
    return None
