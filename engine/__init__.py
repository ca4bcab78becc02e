"""Hex-and-counter wargames without a screen: rules, boards, dice and the Match that plays them.

The names below are imported when they are first used: whoever only looks up a rule does not load the games.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.action import Action, BadInput, IllegalAction, Refusal
    from engine.event import Event
    from engine.history import HistoryLine
    from engine.match import Match

__all__ = ["Action", "BadInput", "Event", "HistoryLine", "IllegalAction", "Match", "Refusal"]

_HOMES = {
    "Action": "action", "BadInput": "action", "IllegalAction": "action", "Refusal": "action", "Event": "event",
    "HistoryLine": "history", "Match": "match",
}  # fmt: skip


def __getattr__(name: str) -> object:
    """A public name from the module where it lives."""
    if name in _HOMES:
        return getattr(import_module(f"engine.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'engine' has no attribute '{name}'")
