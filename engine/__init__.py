"""Hex-and-counter wargames without a screen: rules, boards, dice and the Match that plays them.

The names below are imported when they are first used: whoever only looks up a rule does not load the games.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.components.errors import BadInput
    from engine.play.action import Action, IllegalAction, Refusal
    from engine.play.event import Event
    from engine.play.history import HistoryLine
    from engine.play.match import Match

__all__ = ["Action", "BadInput", "Event", "HistoryLine", "IllegalAction", "Match", "Refusal"]

_HOMES = {
    "Action": "action", "BadInput": "action", "IllegalAction": "action", "Refusal": "action", "Event": "event",
    "HistoryLine": "history", "Match": "match",
}  # fmt: skip


def __getattr__(name: str) -> object:
    """A public name from the module where it lives."""
    if name in _HOMES:
        return getattr(import_module(f"engine.play.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'engine' has no attribute '{name}'")
