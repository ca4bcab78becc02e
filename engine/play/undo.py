"""The points that a game can go back to: the latest ones whole, the others as what differs from the one after them.

A game with free undo keeps a point for every action of a campaign; whole states would take more than a gigabyte then.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from itertools import compress
from operator import is_, is_not
from typing import Any

from engine.play.state import Frame, State, copy_state

WHOLE = 32
"""Points that are kept whole: most undoing goes no further back."""


@dataclass(slots=True)
class Point:
    """A moment of a match: its state, and how many events and lines of history there were."""

    state: State
    log: int
    history: int


@dataclass(slots=True)
class Change:
    """What a point has other than the one after it: fields, cells of columns, and its numbers."""

    fields: dict[str, Any]
    cells: dict[str, list[tuple[int, Any]]]
    log: int
    history: int


@dataclass(slots=True)
class UndoStack:
    """Points in order; the last one is the next to go back to. Whoever takes a point off owns its state."""

    _older: list[Change] = field(default_factory=list)
    _whole: list[Point] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self._older) + len(self._whole)

    def push(self, point: Point) -> None:
        """Add a point, which nobody changes from now on."""
        self._whole.append(point)
        if len(self._whole) > WHOLE:
            self._older.append(_change(self._whole.pop(0), self._whole[0]))

    def pop(self) -> Point:
        """Take the last point off. Raises ``IndexError`` when there is none."""
        if len(self._whole) == 1 and self._older:
            self._whole.insert(0, _before(self._whole[0], self._older.pop()))
        return self._whole.pop()

    def cut(self, lines: int) -> None:
        """Let go of the points after so many lines of history."""
        while len(self) and self._whole[-1].history >= lines:
            self.pop()

    def clear(self) -> None:
        """Let go of all points."""
        self._older.clear()
        self._whole.clear()

    def copy(self) -> UndoStack:
        """The same points, for coming back to them; taking them off here takes none off there."""
        return UndoStack(self._older.copy(), self._whole.copy())


def _change(point: Point, after: Point) -> Change:
    """How ``point`` differs from the point after it. Cells are compared as objects: a copied column shares them."""
    change = Change({}, {}, point.log, point.history)
    for name, old in vars(point.state).items():
        new = getattr(after.state, name)
        if isinstance(old, list) and name != "stack" and len(old) == len(new):
            if all(map(is_, old, new)):
                continue  # as nearly all columns are, and this is the quickest way to know
            if cells := [(n, old[n]) for n in compress(range(len(old)), map(is_not, old, new))]:
                change.cells[name] = cells
        elif not _same(old, new):
            change.fields[name] = old
    return change


def _same(old: Any, new: Any) -> bool:
    """Whether two values are written alike: ``True`` is no 1, and the order of a table counts."""
    if old is new:
        return True
    if type(old) is not type(new):
        return False
    if isinstance(old, dict):
        return list(old) == list(new) and _same([*old.values()], [*new.values()])
    if isinstance(old, list):
        # Columns are copied with the objects in them: what has not changed is nearly always the same object.
        return len(old) == len(new) and (all(map(is_, old, new)) or all(map(_same, old, new)))
    if isinstance(old, Frame):
        return old.step == new.step and _same(old.vars, new.vars)
    return bool(old == new)


def _before(point: Point, change: Change) -> Point:
    """The point that differs from ``point`` by ``change``, with a state of its own."""
    state = copy(point.state)
    for name, value in change.fields.items():
        setattr(state, name, value)
    state = copy_state(state)
    for name, cells in change.cells.items():
        column = getattr(state, name)
        for n, value in cells:
            column[n] = value
    return Point(state, change.log, change.history)
