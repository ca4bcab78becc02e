"""Positions in thought: contexts beside that of a game, which is not touched by what is asked or done in them."""

from __future__ import annotations

from typing import Any, TypeVar

from engine.components.dice import Dice
from engine.play.action import Action
from engine.play.columns import Marks
from engine.play.state import State, copy_state
from engine.play.step import Context

S = TypeVar("S", bound=State)


def supposing(c: Context[S], **columns: Any) -> Context[S]:
    """The context of a position that differs from this one in some columns; for questions only.

    A mapping says what single units or keys of a column hold, as in ``supposing(c, hex_of={u: h})``; anything else
    is the whole column. Columns that are not named are shared, so nothing may be carried out in it. What is derived
    from those alone is not found again. Raises ``KeyError`` for a column that there is not.
    """
    state, changed = _other(c.state, columns)
    return _beside(c, state, 0, c.kept.copy(), c.marks.copied(changed))


def reckoning(c: Context[S], **columns: Any) -> Context[S]:
    """The same for a calculation: all that is derived, such as who stands where and who is in supply, is that of ``c``.

    It costs next to nothing, and is right where only what is read straight from the columns matters.
    """
    state, changed = _other(c.state, columns)
    new = _beside(c, state, 0, c.kept, c.marks.copied(changed))
    new.base = c if c.base is None else c.base
    return new


def _other(state: S, columns: dict[str, Any]) -> tuple[S, list[str]]:
    """A state that shares all columns but those given, and the names of the columns that are others."""
    held, changed = dict(vars(state)), []
    for name, given in columns.items():
        before = held[name]
        held[name] = _with(before, given) if isinstance(given, dict) else given
        if held[name] is not before:
            changed.append(name)
    new = object.__new__(type(state))
    new.__dict__.update(held)
    return new, changed


def _with(column: Any, given: dict[Any, Any]) -> Any:
    """A column with other entries; the same object where they are what it holds."""
    if isinstance(column, dict):
        return column if all(k in column and column[k] == v for k, v in given.items()) else {**column, **given}
    if all(column[k] == v for k, v in given.items()):
        return column
    new = column.copy()
    for k, v in given.items():
        new[k] = v
    return new


def fork(c: Context[S], seed: int = 0) -> Context[S]:
    """A context of the same position to play on in: its own state, dice of its own ``seed``, no log and no history."""
    return _beside(c, copy_state(c.state), seed, c.kept.copy(), c.marks.copied())


def after(c: Context[S], action: Action, seed: int = 0) -> Context[S]:
    """The position after an action that is allowed, thrown dice included; ``c`` stays as it is."""
    new = fork(c, seed)
    new.step.apply(new, action)
    new.touch()
    return new


def lay_beside(c: Context[S], state: S) -> Context[S]:
    """A context of another state of the same game, such as what one side sees; what holds in both is found once."""
    return _beside(c, state, 0, c.kept, c.marks.shared())


def _beside(c: Context[S], state: S, seed: int, kept: dict[Any, Any], marks: Marks) -> Context[S]:
    new: Context[S] = object.__new__(type(c))
    new.__dict__.update(c.__dict__)
    new.state, new.dice = state, Dice(seed)
    new.events, new.thrown, new.shown, new.barrier = [], [], set(), False
    new.cache, new.kept, new.marks, new.base = {}, kept, marks, None
    return new
