"""Playing a match in rule tests and asking about it, the same for every game."""

from __future__ import annotations

from typing import Any

from engine.components.grid import Hex, Unit
from engine.play.action import Refusal
from engine.play.event import Event
from engine.play.match import Match


def play(match: Match, *actions: str) -> list[Event]:
    """Play actions one after the other; all their events."""
    return [event for action in actions for event in match.play(action)]


def refusal(match: Match, action: str) -> Refusal:
    """Why an action is refused; fails if it is allowed."""
    found = match.check(action)
    assert found is not None, f"'{action}' is allowed"
    return found


def unit(match: Match, name: str) -> Unit:
    """The number of a counter."""
    return match.c.roster.find(name)


def at(match: Match, name: str) -> str:
    """Where a unit is: the label of its hex, or its box in brackets."""
    u = unit(match, name)
    h = match.state.hex_of[u]
    return match.c.label(h) if h >= 0 else f"[{match.state.box[u]}]"


def steps(match: Match, name: str) -> int:
    """Strength steps that a unit has left."""
    return match.state.steps_left[unit(match, name)]


def column(match: Match, name: str) -> Any:
    """A column of the state of this game, such as ``control``."""
    return getattr(match.state, name)


def hexes(match: Match, *labels: str) -> tuple[Hex, ...]:
    """The numbers of hexes."""
    return tuple(match.c.board.find(label) for label in labels)
