"""Records that are tuples: the same as those of ``typing``."""

from __future__ import annotations

import pickle
import typing
from typing import Any

import pytest

from engine.components import named


class Ours(named.NamedTuple):
    """A record."""

    place: int
    word: str = "x"
    """What is said."""
    more: tuple[int, ...] = ()

    @property
    def twice(self) -> int:
        """A property."""
        return self.place * 2

    def __contains__(self, word: object) -> bool:
        return word == self.word


class Theirs(typing.NamedTuple):
    """A record."""

    place: int
    word: str = "x"
    """What is said."""
    more: tuple[int, ...] = ()

    @property
    def twice(self) -> int:
        """A property."""
        return self.place * 2

    def __contains__(self, word: object) -> bool:
        return word == self.word


APART = {"__orig_bases__", "__slotnames__"}
"""What ``typing`` notes of its records, and ``pickle`` of those that it has written."""


def test_a_record_is_what_that_of_typing_is() -> None:
    record: Any
    told = []
    for record in (Ours, Theirs):
        one = record(3, more=(1,))
        told.append([
            one, one.word, one.twice, "x" in one, one._replace(place=4), record._fields, record._field_defaults,
            record.__doc__, record.__module__, record.__bases__, repr(one).partition("(")[2], one._asdict(),
            typing.get_type_hints(record), hasattr(one, "__dict__"), hash(one), {*vars(record)} - APART,
        ])  # fmt: skip
    assert told[0] == told[1]
    one = Ours(3)
    assert pickle.loads(pickle.dumps(one)) == one and type(pickle.loads(pickle.dumps(one))) is Ours
    with pytest.raises(AttributeError):
        one.place = 4  # type: ignore[misc]
    with pytest.raises(TypeError, match="missing 1 required"):
        Ours()  # type: ignore[call-arg]


def test_what_is_no_record_is_refused() -> None:
    made: Any = type(named.NamedTuple)
    with pytest.raises(TypeError, match="nothing else"):
        made("Odd", (named.NamedTuple, str), {"__module__": "here"})
    body = {"__module__": "here", "__annotations__": {"a": "int", "b": "int"}, "a": 1}
    with pytest.raises(TypeError, match="without a default"):
        made("Odd", (named.NamedTuple,), body)
