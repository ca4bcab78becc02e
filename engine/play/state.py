"""Everything that changes in a game, as flat columns: cheap to copy, to hash, to write and to read."""

from __future__ import annotations

import dataclasses
import json
import marshal
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from operator import is_
from typing import Any, TypeVar

Value = int | bool | str
S = TypeVar("S", bound="State")


PLAIN = 2
"""The form of marshalled values that depends on the values alone, not on which of them are the same object."""
LATE = {"late": True}
"""Metadata of a field that records may lack."""


@dataclass(slots=True)
class Frame:
    """A step that waits on the stack, and its variables: ints, bools, strings or flat lists of these."""

    step: str
    vars: dict[str, Any] = field(default_factory=dict)


@dataclass
class State:
    """Columns common to all games. A game subclasses it once and adds fields, never methods.

    Allowed field types: int, bool, str, flat lists and flat dicts (with string keys) of these, and the stack. A field
    added after games were saved without it is marked ``LATE``: it is written, and counts for the hash, only while it
    holds something, so that older saves and their hashes stay good.
    """

    turn: int = 0
    side: str = ""
    """Who decides now."""
    draws: int = 0
    """Dice thrown so far: the number of the next draw."""
    stack: list[Frame] = field(default_factory=list)
    over: bool = False
    winner: str = ""
    level: str = ""
    over_rule: str = ""
    analysis: bool = False
    """The position was edited by hand."""
    hex_of: list[int] = field(default_factory=list)
    """Per unit its hex, -1 off the map."""
    steps_left: list[int] = field(default_factory=list)
    """Per unit its strength steps, 0 when eliminated."""
    box: list[str] = field(default_factory=list)
    """Per unit the box it is in, empty on the map: ``available``, ``eliminated``, ``track 3`` ..."""
    chosen: dict[str, str] = field(default_factory=dict, metadata=LATE)
    """Options that a side has changed for itself while playing: ``axis pause_luftwaffe`` to the value."""


def copy_state(state: S) -> S:
    """An independent copy: lists and dicts one level deep, frames with their variables."""
    new: S = object.__new__(type(state))
    held = new.__dict__
    for name, value in vars(state).items():
        kind = type(value)
        if kind is list:
            held[name] = copy_column(value) if value and type(value[0]) is Frame else value.copy()
        else:
            held[name] = value.copy() if kind is dict else value
    return new


def copy_column(column: Any) -> Any:
    """An independent copy of what one column holds."""
    if isinstance(column, list) and column and isinstance(column[0], Frame):
        return [Frame(f.step, _copy_vars(f.vars)) for f in column]
    return column.copy() if isinstance(column, list | dict) else column


def share_columns(state: State, other: State) -> None:
    """Let ``state`` hold the columns of ``other`` where they hold the same objects. For copies that nobody changes."""
    for name, value in vars(state).items():
        column = getattr(other, name)
        if isinstance(value, list) and len(value) == len(column) and all(map(is_, value, column)):
            setattr(state, name, column)


def _copy(value: Any) -> Any:
    return value.copy() if isinstance(value, list | dict) else value


def _copy_vars(variables: dict[str, Any]) -> dict[str, Any]:
    return {k: _copy(v) for k, v in variables.items()}


def to_record(state: State) -> dict[str, Any]:
    """The state as plain values, in the order of its fields; a copy, which play does not change."""
    record: dict[str, Any] = {}
    for f in dataclasses.fields(state):
        value = getattr(state, f.name)
        if not value and f.metadata.get("late"):
            continue
        if f.name == "stack":
            value = [{"step": fr.step, **({"vars": _copy_vars(fr.vars)} if fr.vars else {})} for fr in value]
        record[f.name] = _copy(value)
    return record


def from_record(kind: type[S], record: dict[str, Any]) -> S:
    """Read back ``to_record``. Raises ``ValueError`` naming the column that is missing, unknown or of a wrong type."""
    fields = {f.name: f for f in dataclasses.fields(kind)}
    known = set(fields)
    if unknown := sorted(set(record) - known):
        raise ValueError(f"unknown column '{unknown[0]}'")
    blank = kind()
    for name in sorted(known):
        if name not in record:
            if fields[name].metadata.get("late"):
                continue
            raise ValueError(f"column '{name}' is missing")
        value, model = record[name], getattr(blank, name)
        if type(value) is not type(model):
            raise ValueError(f"column '{name}' holds {type(value).__name__}, not {type(model).__name__}")
        if name == "stack":
            value = [_frame(v) for v in value]
        elif isinstance(value, list | dict):
            _check_flat(name, value)
            value = value.copy()
        elif isinstance(value, int) and abs(value) > 2**62:
            raise ValueError(f"column '{name}' is out of range")
        setattr(blank, name, value)
    return blank


def _frame(value: Any) -> Frame:
    if not isinstance(value, dict) or not isinstance(value.get("step"), str):
        raise ValueError("column 'stack' holds something that is no step")
    variables = value.get("vars", {})
    if not isinstance(variables, dict):
        raise ValueError("column 'stack' holds a step without a table of variables")
    for v in variables.values():
        if isinstance(v, list | dict):
            _check_flat("stack", v)
    return Frame(value["step"], _copy_vars(variables))


def _check_flat(name: str, value: list[Any] | dict[str, Any]) -> None:
    cells: list[Any] = value if isinstance(value, list) else list(value.values())
    kinds = set(map(type, cells))
    if kinds == {str} or (kinds == {int} and min(cells) >= -(2**62) and max(cells) <= 2**62):
        return  # nearly all columns are such, and long
    for v in cells:
        if not isinstance(v, int | str) or (isinstance(v, int) and abs(v) > 2**62):
            raise ValueError(f"column '{name}' holds {v!r}, which is no plain value")


def digest(state: State) -> str:
    """A hash of everything that matters for play, 16 hexadecimal digits."""
    columns = sorted(to_record(state).items())
    text = ",".join([f'"{name}":{_written(marshal.dumps(value, PLAIN))}' for name, value in columns])
    return sha256(f"{{{text}}}".encode()).hexdigest()[:16]


@lru_cache(maxsize=256)
def _written(held: bytes) -> str:
    """The JSON of what a column holds; most columns hold what they did a moment ago, and this is the quicker key."""
    return json.dumps(marshal.loads(held), sort_keys=True, separators=(",", ":"))
