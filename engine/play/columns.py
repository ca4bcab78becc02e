"""What the columns of a state hold, told by marks: values derived from columns are good as long as the marks are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.play.state import State, copy_column

Mark = object


class Marks:
    """A mark for every column that was asked for: while it is the same object, the column holds the same.

    Columns are changed in place, so they are compared with a copy, but only once after a change of the state.
    """

    __slots__ = ("_now", "_seen")

    def __init__(self, now: dict[str, Mark] | None = None, seen: dict[str, tuple[Mark, Any]] | None = None) -> None:
        self._now: dict[str, Mark] = {} if now is None else now
        """Marks of the columns that were compared since the last change."""
        self._seen: dict[str, tuple[Mark, Any]] = {} if seen is None else seen
        """The last mark of each column, and what the column held then."""

    def of(self, state: State, columns: Iterable[str]) -> tuple[Mark, ...]:
        """The marks of some columns."""
        now = self._now
        return tuple([now[name] if name in now else self._compared(state, name) for name in columns])

    def _compared(self, state: State, name: str) -> Mark:
        column = getattr(state, name)
        kept = self._seen.get(name)
        if kept is None or kept[1] != column:
            kept = self._seen[name] = object(), copy_column(column)
        self._now[name] = kept[0]
        return kept[0]

    def held(self, state: State, columns: Sequence[str]) -> tuple[Any, ...]:
        """What some columns hold, as copies that nobody changes: the same objects as long as they hold the same."""
        for name, mark in zip(columns, self.of(state, columns), strict=True):
            if self._seen[name][0] is not mark:  # another state of the same game was looked at in the meantime
                self._seen[name] = mark, copy_column(getattr(state, name))
        return tuple([self._seen[name][1] for name in columns])

    def look_again(self) -> None:
        """The state has changed: every column is compared when it is next asked for."""
        self._now.clear()

    def shared(self) -> Marks:
        """Those of another state of the same game: what both hold in turn has one mark."""
        return Marks(seen=self._seen)

    def copied(self, changed: Iterable[str] = ()) -> Marks:
        """Those of a state in thought, which holds the same but for some columns."""
        now = self._now.copy()
        for name in changed:
            now.pop(name, None)
        return Marks(now, self._seen.copy())
