"""Values derived from the state and kept while what they depend on stays the same: who stands where, zones, supply."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from itertools import compress, count
from operator import is_not
from typing import Any, ParamSpec, TypeVar

from engine.components.grid import Hex, Unit
from engine.play.step import Context

P = ParamSpec("P")
R = TypeVar("R")

MOST_KEPT = 4000
"""Values that a context keeps over changes of the state; when there are more, all are found anew."""


def derived(*columns: str) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Keep the result of ``function(c, *args)`` while the columns of the state that it reads stay the same.

    ``columns`` are all that it reads, those read by what it calls included; with none it is found anew after every
    change of the state. Whoever asks for the result must not change it.
    """

    def of(function: Callable[..., R]) -> Callable[..., R]:
        @wraps(function)
        def kept(c: Context[Any], *args: Any) -> R:
            if c.base is not None:
                c = c.base
            key = (function, args) if args else function
            try:
                found: R = c.cache[key]
            except KeyError:
                pass
            else:
                return found
            found = c.cache[key] = _lasting(c, key, columns, function, args) if columns else function(c, *args)
            return found

        return kept

    return of


def _lasting(c: Context[Any], key: Any, columns: tuple[str, ...], function: Callable[..., Any], args: Any) -> Any:
    marks = c.marks.of(c.state, columns)
    found = c.kept.get(key)
    if found is None or found[0] != marks:
        if len(c.kept) > MOST_KEPT:
            c.kept.clear()
        found = c.kept[key] = marks, function(c, *args)
    return found[1]


def for_good(function: Callable[..., R]) -> Callable[..., R]:
    """Keep the result of ``function(c, *args)`` for good: it reads counters, map, charts and scenario, never the state.

    Whoever asks for the result must not change it.
    """

    @wraps(function)
    def kept(c: Context[Any], *args: Any) -> R:
        if c.base is not None:
            c = c.base
        key = (function, args)
        found = c.kept.get(key)
        value: R = _lasting(c, key, (), function, args) if found is None else found[1]
        return value

    return kept


def by_unit(
    reads: Callable[[Any], Any], *columns: str
) -> Callable[[Callable[[Any, Unit], R]], Callable[[Any, Unit], R]]:
    """Keep the result of ``function(c, unit)`` for each unit by itself, while what it reads stays the same.

    That is of ``columns``, which hold a cell a unit, the cell of this unit alone; all else is what ``reads(c)`` finds,
    compared as a whole. For what is asked of all units after every move, which changes a few of them.
    """

    def of(function: Callable[[Any, Unit], R]) -> Callable[[Any, Unit], R]:
        @wraps(function)
        def kept(c: Any, unit: Unit) -> R:
            if c.base is not None:
                c = c.base
            found: dict[Unit, R] | None = c.cache.get(function)
            if found is None:
                found = c.cache[function] = _still_good(c, function, reads, columns)
            try:
                return found[unit]
            except KeyError:
                value = found[unit] = function(c, unit)
                return value

        return kept

    return of


def _still_good(c: Context[Any], function: Any, reads: Callable[[Any], Any], columns: tuple[str, ...]) -> Any:
    """The values that hold still, by unit: in a table of its own where some do not, since others may know the old."""
    seen, now = reads(c), c.marks.held(c.state, columns)
    kept = c.kept.get(function)
    found: dict[Unit, Any] = {}
    if kept is not None and kept[0] == seen:
        before, found = kept[1]
        pairs = zip(columns, before, now, strict=True)
        changed = set[Unit]().union(*[_changed(c, name, old, new) for name, old, new in pairs if old is not new])
        if changed:
            found = {u: value for u, value in found.items() if u not in changed}
    c.kept[function] = seen, (now, found)
    return found


def _changed(c: Context[Any], name: str, old: Any, new: Any) -> set[Unit]:
    """The units whose cells differ in two copies of a column; found once for all that is kept by unit."""
    found = c.cache.get(("changed", name))
    if found is None or found[0] is not old:
        found = c.cache["changed", name] = old, set(compress(count(), map(is_not, old, new)))
    units: set[Unit] = found[1]
    return units


def while_same(c: Context[Any], name: Any, reads: Any, find: Callable[[], R]) -> R:
    """The value last kept under a name if it was found from equal ``reads``, which are all that ``find`` reads.

    For what is found from other derived values, which often come out the same when columns change.
    """
    value: R = _held(c if c.base is None else c.base, name, reads, find)
    return value


def _held(c: Context[Any], name: Any, reads: Any, find: Callable[[], Any]) -> Any:
    found = c.kept.get(name)
    if found is None or found[0] != reads:
        found = c.kept[name] = reads, find()
    return found[1]


@derived("hex_of")
def stacks(c: Context[Any]) -> dict[Hex, tuple[Unit, ...]]:
    """The units in every occupied hex, in the order of the counters."""
    found: dict[Hex, tuple[Unit, ...]] = {}
    for alone, h in zip(_each_alone(len(c.state.hex_of)), c.state.hex_of, strict=True):
        if h >= 0:
            found[h] = found[h] + alone if h in found else alone
    return found


@lru_cache(maxsize=16)
def _each_alone(units: int) -> tuple[tuple[Unit], ...]:
    """Every unit as a stack of its own: found anew with each move, all stacks are made of these."""
    return tuple((unit,) for unit in range(units))


def units_at(c: Context[Any], h: Hex) -> tuple[Unit, ...]:
    """The units in a hex."""
    return stacks(c).get(h, ())
