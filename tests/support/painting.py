"""Maps that tests paint: the last ones are kept, with all that the rules make of them, for the tests that come next."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.components.board import Board

MOST = 8
"""Maps that are kept; what follows from one may take some megabytes."""
KEPT: OrderedDict[tuple[str, str], tuple[Board, Board]] = OrderedDict()
"""By scenario and what was painted: the map of the data and the painted one, which nobody changes."""


def painted(shared: Board, scenario: str, wanted: object, paint: Callable[[], Board]) -> Board:
    """The map of a scenario painted as ``wanted``, whose ``repr`` tells all of it; by ``paint`` if it is not kept."""
    key = scenario, repr(wanted)
    before, found = KEPT.pop(key, (None, None))
    if found is None or before is not shared:
        found = paint()
    KEPT[key] = shared, found
    if len(KEPT) > MOST:
        KEPT.popitem(last=False)
    return found


def listed(lines: Mapping[str, Iterable[Any]]) -> dict[str, list[Any]]:
    """Chains or hexes by name, to be gone through more than once."""
    return {name: list(some) for name, some in lines.items()}
