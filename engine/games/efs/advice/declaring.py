"""Which attacks a side declares together: whoever attacks must take on all whose zones reach him (12.16)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from engine.components.grid import Hex, Unit
from engine.games.efs.advice.stakes import Stakes
from engine.games.efs.combat.attack_supply import counters, left, plan
from engine.games.efs.combat.battles import CAS, ENGINEER, Battle
from engine.games.efs.combat.declare import attackable
from engine.games.efs.combat.duties import flaw, mandate_flaw, required
from engine.games.efs.combat.equipping import guns_at_hand
from engine.games.efs.combat.modifiers import may_engineer
from engine.games.efs.combat.strengths import attack_force
from engine.games.efs.tables import Ctx
from engine.play.action import Action
from engine.players.planner.exchange import NO_ATTACK
from engine.players.planner.obliging import Aims, Chosen, Obliging
from engine.players.planner.remembering import kept
from engine.players.planner.situation import Situation

PRICE = 0.12
"""What an Attack Supply Point is worth elsewhere."""
MANDATE = 0.8
"""What a Mandated Attack is worth that is made (12.36)."""


class Declaring(Obliging):
    """The attacks of one Declaration Phase; a point is one of Attack Supply (15.21)."""

    def __init__(self, c: Ctx, side: str) -> None:
        self.c, self.side, self.stakes = c, side, Stakes(c, side)
        self.known: dict[Any, Any] = {}
        beside = attackable(c, side)
        able = {u for units in beside.values() for u in units}
        around = Situation(self.stakes.k, able, self.stakes.w, halted=able)
        super().__init__(around, beside, sum(left(c, p) for p in counters(c, side)))
        self.stakes.more = around.lifted

    @kept
    def gains(self, aims: Aims, units: tuple[Unit, ...]) -> tuple[float, float]:
        """What a battle brings without supply, and what supply with guns adds; ``NO_ATTACK`` for one not allowed."""
        c, b = self.c, Battle(self.side, aims, units, supplied=False)
        if flaw(c, b) is not None:
            return NO_ATTACK, 0.0
        air = self.stakes.k.air(self.side)
        flags = {CAS: str(air)} if air else {}
        flags |= {ENGINEER: ""} if may_engineer(c, b) is None else {}
        bare = self.stakes.value(replace(b, flags=flags))
        due = MANDATE if self._mandated(b) else 0.0
        if plan(c, b) is None:
            return bare + due, 0.0
        full = replace(b, flags=flags, supplied=True)
        return bare + due, self.stakes.value(replace(full, guns=tuple(guns_at_hand(c, full)))) - bare - PRICE

    def _mandated(self, b: Battle) -> bool:
        """Whether a battle would count as a Mandated Attack (12.33)."""
        return bool(self.c.state.mandates) and self.side == "soviet" and mandate_flaw(self.c, b) is None

    def obliges(self, aims: Aims, units: tuple[Unit, ...]) -> Iterable[Hex]:
        """Whose zones reach the attackers (12.16)."""
        return required(self.c, Battle(self.side, aims, units))

    def spent(self, h: Hex, units: tuple[Unit, ...]) -> Collection[Unit]:
        """Whose strength comes to nothing there (3.44)."""
        return attack_force(self.c, Battle(self.side, (h,), units), initial=True).spent

    def actions(self, chosen: Chosen) -> list[tuple[Action, str]]:
        """The actions that declare a set, each with its reason; the end of the phase last."""
        c, found = self.c, list[tuple[Action, str]]()
        for aims, units in sorted(self.battles(chosen).items(), key=lambda p: -self.gains(*p)[0]):
            bare, more = self.gains(aims, units)
            labels = [c.label(h) for h in aims]
            told = f"The attack on {' and '.join(labels)} is worth {bare:+.1f}, with supply {bare + max(more, 0):+.1f}."
            found += [(Action("attack", (c.roster.ids[u], labels[0])), told) for u in units]
            found += [(Action("unite", (labels[0], label)), told) for label in labels[1:]]
            if self._mandated(Battle(self.side, aims, units)):
                found.append((Action("mandate", (labels[0],)), told))
        return [*found, (Action("done"), f"All attacks together are worth {self.value(chosen):+.1f}.")]
