"""Events know which of their units a side could look at neither before the action that brought them nor after it."""

from __future__ import annotations

from typing import Any

from engine.components.grid import Unit
from engine.play.event import Event
from engine.play.ruleset import Ruleset
from engine.play.state import State
from engine.play.step import Context


class Veil:
    """What each side may not look at; after one action that is what it is before the next, and found once."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._found: dict[str, tuple[int, frozenset[Unit]]] = {}
        """By side what was found last, and of which revision of the context."""

    def over(self, c: Context[Any], events: list[Event], before: State, rev: int) -> list[Event]:
        """The events of an action that is done, as the sides may be told them.

        ``before`` is the state in which the action began, when the context had this ``rev``.
        """
        if not any(e.units or e.named for e in events):
            return events
        about, own = {u for e in events for u in (*e.units, *(e.named or ()))} - c.shown, c.roster.side
        sides = {}
        for side in c.data.meta["sides"]:
            found = {u for u in about if own[u] != side}
            found = found and found.intersection(self._hidden(c, before, rev, side))
            sides[side] = found and found.intersection(self._hidden(c, c.state, c.rev, side))
        return [e.hide(sides) for e in events]

    def _hidden(self, c: Context[Any], state: State, rev: int, side: str) -> frozenset[Unit]:
        kept = self._found.get(side)
        if kept is None or kept[0] != rev:
            kept = self._found[side] = rev, frozenset(self._rules.concealed(c.data, state, side))
        return kept[1]
