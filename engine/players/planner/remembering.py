"""Answers that are found once: what is asked again of the same position, or of the same map, is not found again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, MutableMapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


def once(memo: MutableMapping[Any, Any], key: Hashable, find: Callable[[], T]) -> T:
    """What is found for a key, the first time only."""
    if key not in memo:
        memo[key] = find()
    found: T = memo[key]
    return found


def kept(find: Callable[Concatenate[Any, P], R]) -> Callable[Concatenate[Any, P], R]:
    """Keep what a method finds for what it is asked, in ``known`` of its object: a dictionary by method."""

    @wraps(find)
    def found(me: Any, /, *words: P.args, **named: P.kwargs) -> R:
        memo = me.known.get(find)
        if memo is None:
            memo = me.known[find] = {}
        if words not in memo:
            memo[words] = find(me, *words, **named)
        answer: R = memo[words]
        return answer

    return found
