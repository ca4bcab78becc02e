"""Values derived from the state and kept until it changes: who stands where, zones of control."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from engine.components.grid import Hex, Unit
from engine.play.step import Context

P = ParamSpec("P")
R = TypeVar("R")


def derived(function: Callable[..., R]) -> Callable[..., R]:
    """Keep the result of ``function(c, *args)`` in the context until the state changes."""
    name = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def kept(c: Context[Any], *args: Any) -> R:
        key = name if not args else f"{name}{args!r}"
        if key not in c.cache:
            c.cache[key] = function(c, *args)
        found: R = c.cache[key]
        return found

    return kept


@derived
def stacks(c: Context[Any]) -> dict[Hex, tuple[Unit, ...]]:
    """The units in every occupied hex, in the order of the counters."""
    # Most changes leave everybody where he is: to compare the column is much quicker than to sort it out again.
    kept: tuple[list[Hex], dict[Hex, tuple[Unit, ...]]] | None = c.data.memo.get("stacks")
    if kept is None or kept[0] != c.state.hex_of:
        kept = list(c.state.hex_of), _sorted_out(c.state.hex_of)
        c.data.memo["stacks"] = kept
    return kept[1]


def _sorted_out(places: list[Hex]) -> dict[Hex, tuple[Unit, ...]]:
    found: dict[Hex, list[Unit]] = {}
    for unit, h in enumerate(places):
        if h >= 0:
            found.setdefault(h, []).append(unit)
    return {h: tuple(units) for h, units in found.items()}


def units_at(c: Context[Any], h: Hex) -> tuple[Unit, ...]:
    """The units in a hex."""
    return stacks(c).get(h, ())
