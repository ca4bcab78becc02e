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
    found: T
    try:
        found = memo[key]
    except KeyError:
        found = memo[key] = find()
    return found


def kept(find: Callable[Concatenate[Any, P], R]) -> Callable[Concatenate[Any, P], R]:
    """Keep what a method finds for what it is asked, in ``known`` of its object: a dictionary by method."""

    @wraps(find)
    def found(me: Any, /, *words: P.args, **named: P.kwargs) -> R:
        answer: R
        try:
            answer = me.known[find][words]
        except KeyError:
            answer = find(me, *words, **named)
            me.known.setdefault(find, {})[words] = answer
        return answer

    return found
