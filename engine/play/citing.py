"""Which rule a piece of code enforces: the decorator ``@rule`` and the way back from a rule to its code."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, TypeVar

SECTION = r"[0-9]+(?:\.[0-9]+)*(?:\([0-9a-z]+\))*|[A-Z][A-Z0-9]*"
"""What may follow the colon of a rule id."""

RULE_ID = re.compile(rf"([a-z][a-z0-9]*):({SECTION})")
"""A rule id as code, events and data carry it: ``ava:10.6(3)``."""


class Enforced(NamedTuple):
    """Where a rule is enforced: source file, line of the definition, dotted name."""

    file: str
    line: int
    name: str


F = TypeVar("F", bound=Callable[..., object])

_enforced: dict[str, list[Callable[..., object]]] = {}
"""Rule id to the definitions that carry it. Grows while modules are imported and never afterwards."""


def rule(*ids: str) -> Callable[[F], F]:
    """Note that a function or class, returned unchanged, enforces these rules. Raises ``ValueError`` for a bad id."""
    for id in ids:
        if not RULE_ID.fullmatch(id):
            raise ValueError(f"not a rule id: {id!r} (write it like 'ava:10.6')")

    def record(definition: F) -> F:
        for id in ids:
            _enforced.setdefault(id, []).append(definition)
        return definition

    return record


def enforced() -> tuple[str, ...]:
    """The ids of all rules that some definition notes, among the modules imported so far."""
    return tuple(_enforced)


def places(id: str) -> tuple[Enforced, ...]:
    """The places that enforce the rule ``game:section``, among the modules imported so far."""
    found = {_place(definition) for definition in _enforced.get(id, ())}
    return tuple(sorted(found))


def _place(definition: Callable[..., object]) -> Enforced:
    import inspect  # slow to load, and only the trace of rules to code asks for places

    file = inspect.getsourcefile(definition) or ""
    name = f"{definition.__module__}.{definition.__qualname__}"
    return Enforced(file, inspect.getsourcelines(definition)[1], name)
