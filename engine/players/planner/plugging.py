"""Who comes to the map, where he keeps the lines by which his side lives from being cut."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.components.grid import Hex, Unit
from engine.play.step import Context
from engine.play.suppose import supposing
from engine.players.planner.knowledge import Knowledge
from engine.players.planner.lifelines import Lifelines
from engine.players.planner.planning import Planning, weights_of
from engine.players.planner.remembering import kept
from engine.players.planner.reply import comers, costs, worst_cut

LEAST = 1.0
"""What the worst cut costs at least for anybody to come for it."""


class Plugs:
    """What one unit more saves of a side's lines in a position. Each hex is looked at once, those near no cut never."""

    def __init__(self, planning: Planning, c: Context[Any], side: str, u: Unit) -> None:
        """``u`` is one of those who could come; all are taken to be alike."""
        w = weights_of(planning, c, side)
        self.known: dict[Any, Any] = {}
        self._planning, self._c, self._side, self._u = planning, c, side, u
        self._share, self._starving = w.answer * w.line, (w.after, w.penned / w.line) if w.line else (0.0, 0.0)
        self._foes: Collection[Unit] = ()
        self._near: Collection[Hex] = ()
        self._before = 0.0
        if self._share:
            k, lines = self._asked(c)
            coming = comers(k, lines, None)
            self._foes = {v for found in coming.values() for _, v in found}
            self._near = {n for h in coming for n in (h, *k.beside(h))}
            self._before = costs(worst_cut(k, lines))

    def _asked(self, c: Context[Any]) -> tuple[Knowledge, Lifelines]:
        k = self._planning.knowledge(c, c.other(self._side))
        return k, Lifelines(k, self._side, *self._starving)

    @kept
    def worth(self, h: Hex) -> float:
        """How much less the worst that the same enemies could do to the lines costs with somebody in a hex."""
        if h not in self._near or self._share * self._before < LEAST:
            return 0.0
        k, lines = self._asked(supposing(self._c, hex_of={self._u: h}))
        return self._share * max(self._before - costs(worst_cut(k, lines, self._foes)), 0.0)
