"""What positions put up by hand have in common in every game: named changes in a fixed order, and their shapes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.components.errors import BadInput
from engine.play.step import Context

Change = Callable[[Any, Any], None]
"""Carries out one change: the context and the value that was given."""


def carry_out(c: Context[Any], changes: Mapping[str, Any], known: Mapping[str, Change]) -> None:
    """Apply the changes in the order of ``known``, whatever their order in the request. Raises ``BadInput``."""
    if unknown := sorted(set(changes) - set(known)):
        raise BadInput(f"'{unknown[0]}' cannot be edited; known are: {', '.join(known)}")
    for key, change in known.items():
        if key in changes:
            change(c, changes[key])
            c.touch()


def listed(value: Any, key: str) -> list[Any]:
    """The value as a list. Raises ``BadInput``."""
    if not isinstance(value, list):
        raise BadInput(f"'{key}' is a list, not {value!r}")
    return value
