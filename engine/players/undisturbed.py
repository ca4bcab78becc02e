"""Thinking without a search through all that there is for garbage in the middle of it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

YOUNG = 10_000
"""Objects made until the youngest are searched, at least: a thought makes thousands, and keeps most to its end."""
NEVER = 1_000_000_000
"""Searches through what is younger after which all that there is would be searched."""


@contextmanager
def undisturbed() -> Iterator[None]:
    """While this lasts, the interpreter does not search all that there is for garbage, and what is young seldom.

    What a thought holds it would search again and again, a quarter of a second each time in a long campaign, and find
    nothing: it is freed as soon as nobody knows it (``players.planner.maps``). So the full search waits until the
    thought has come to its end or is dropped, when there is little left to be searched. A search that is switched off
    stays so.
    """
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young and max(young, YOUNG), middle, NEVER)
    try:
        yield
    finally:
        gc.set_threshold(young, middle, old)
