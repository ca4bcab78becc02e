"""Named fields of a state that hold something only at times: numbers in the column ``memory``, by names of their own.

They are no columns, as a game saved before one of them was thought of must keep its record and its hash: what was
never noted is not in ``memory`` at all, which is not the same as a zero that was.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from itertools import compress
from operator import methodcaller
from typing import Any, Protocol, overload


class Remembers(Protocol):
    """A state with the column that the names lead to."""

    memory: dict[str, int]


class Noted:
    """A number under one key of ``memory``; reads as ``absent`` while nothing is noted. ``del`` forgets it.

    Asked of the class of states it is itself, so that ``PmState.pause_left.there(s)`` tells whether it is noted.
    """

    def __init__(self, key: str, absent: int = 0) -> None:
        self.key = key
        self.absent = absent

    @overload
    def __get__(self, state: None, owner: type) -> Noted: ...
    @overload
    def __get__(self, state: Remembers, owner: type) -> int: ...
    def __get__(self, state: Remembers | None, owner: type) -> Noted | int:
        return self if state is None else state.memory.get(self.key, self.absent)

    def __set__(self, state: Remembers, value: int) -> None:
        state.memory[self.key] = value

    def __delete__(self, state: Remembers) -> None:
        state.memory.pop(self.key, None)

    def there(self, state: Remembers) -> bool:
        """Whether anything is noted, be it a zero."""
        return self.key in state.memory


class NotedEach:
    """Numbers by a word each, such as the label of a hex: the keys of ``memory`` that begin with ``prefix``."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix

    @overload
    def __get__(self, state: None, owner: type) -> NotedEach: ...
    @overload
    def __get__(self, state: Remembers, owner: type) -> Notes: ...
    def __get__(self, state: Remembers | None, owner: type) -> NotedEach | Notes:
        return self if state is None else Notes(state.memory, self.prefix)


class Notes(MutableMapping[str, int]):
    """What is noted by words: a word that nothing is noted of counts 0."""

    def __init__(self, memory: dict[str, int], prefix: str) -> None:
        self._memory = memory
        self._prefix = prefix

    def __getitem__(self, word: str) -> int:
        return self._memory.get(self._prefix + word, 0)

    def __setitem__(self, word: str, value: int) -> None:
        self._memory[self._prefix + word] = value

    def __delitem__(self, word: str) -> None:
        self._memory.pop(self._prefix + word, None)

    def __contains__(self, word: Any) -> bool:
        return isinstance(word, str) and self._prefix + word in self._memory

    def __iter__(self) -> Iterator[str]:
        n = len(self._prefix)
        return iter([key[n:] for key in compress(self._memory, self._own())])

    def clear(self) -> None:
        """Forget all of it."""
        for word in self:
            del self._memory[self._prefix + word]

    def __len__(self) -> int:
        return sum(self._own())

    def __bool__(self) -> bool:
        return any(self._own())

    def _own(self) -> Iterator[bool]:
        """By word of the whole memory whether it is one of these: it is gone through often, and it is long."""
        return map(methodcaller("startswith", self._prefix), self._memory)
