"""Watches derived values at work: which columns of the state each one reads, and whether what was kept still holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from typing import Any

import pytest

from engine.play import fields as deriving
from engine.play.state import State
from engine.play.step import Context


class Watch:
    """Every derived value is found by reading the state through a spy, and checked against what was declared."""

    def __init__(self) -> None:
        self.found: set[str] = set()
        """Derived functions that were at work."""
        self.compared = 0
        """Values that had been kept and were found again."""
        self._held: dict[Any, tuple[Any, Any]] = {}

    def work(self, c: Context[Any], key: Any, columns: tuple[str, ...], function: Callable[..., Any], args: Any) -> Any:
        """Find a value afresh and through a spy. Complains of a column that is not declared, and of a kept value that
        does not hold."""
        name = f"{function.__module__}.{function.__qualname__}"
        self.found.add(name)
        marks = c.marks.of(c.state, columns)
        with spied(c) as read:
            found = function(c, *args)
        assert read <= set(columns), f"{name} reads {sorted(read - set(columns))}, which it does not declare"
        kept = c.kept.get(key)
        if kept is not None and kept[0] == marks:
            self.compared += 1
            assert kept[1] == found, f"{name}{args} was kept and does not hold any more"
        c.kept[key] = marks, found
        return found

    def hold(self, c: Context[Any], name: Any, reads: Any, find: Callable[[], Any]) -> Any:
        """Find a value afresh that is kept while what it is found from is the same; complains of one that is not."""
        found, kept = find(), self._held.get(name)
        if kept is not None and kept[0] == reads:
            self.compared += 1
            assert kept[1] == found, f"{name} was kept and does not hold any more"
        self._held[name] = reads, found
        return found

    def by_unit(self, c: Context[Any], function: Callable[..., Any], reads: Any, columns: tuple[str, ...]) -> Any:
        """What is kept unit by unit; each value is found afresh, and one that does not hold is complained of."""
        found = _BY_UNIT(c, function, reads, columns)
        self.found.add(f"{function.__module__}.{function.__qualname__}")
        for u, value in list(found.items()):
            self.compared += 1
            assert function(c, u) == value, f"{function.__qualname__} of {c.roster.ids[u]} does not hold any more"
        return found


_BY_UNIT = deriving._still_good


@contextmanager
def spied(c: Context[Any]) -> Iterator[set[str]]:
    """For a while the state tells which of its columns are read; nothing that is kept is used."""
    read: set[str] = set()
    names = {f.name for f in fields(c.state)}

    class Spy(type(c.state)):  # type: ignore[misc]
        def __getattribute__(self, name: str) -> Any:
            if name in names:
                read.add(name)
            return super().__getattribute__(name)

    state: State = c.state
    spy = object.__new__(Spy)
    spy.__dict__ = state.__dict__
    inner, kept = c.cache, c.kept
    c.state, c.cache, c.kept = spy, {}, {}
    try:
        yield read
    finally:
        c.state, c.cache, c.kept = state, inner, kept


@contextmanager
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    """All derived values of the games are watched."""
    watch = Watch()
    with monkeypatch.context() as patch:
        patch.setattr(deriving, "_lasting", watch.work)
        patch.setattr(deriving, "_held", watch.hold)
        patch.setattr(deriving, "_still_good", watch.by_unit)
        yield watch
