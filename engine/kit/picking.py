"""Units that move together: picked one by one or as a stack, left behind again, held where they are for the phase.

A state with ``picked``, ``origin``, ``moving`` and ``mp_left`` per unit is all that is asked of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from engine.components.grid import Unit
from engine.play.action import Refusal
from engine.play.fields import derived
from engine.play.step import Context, Options, Verb

Ctx = Context[Any]
FRESH = 0
"""``moving`` of a unit that has done nothing in this phase, in every game that has this."""


# ---------------------------------------------------------------------- stacks on the move
def group_of(c: Ctx, u: Unit) -> list[Unit]:
    """Who moves when a unit is told to: itself, or all picked units if it is one of them."""
    if not c.state.picked[u]:
        return [u]
    return [v for v, on in enumerate(c.state.picked) if on]


def let_tired_go(c: Ctx, group: Iterable[Unit]) -> None:
    """Who has no points left is no longer among the picked units: nothing is left to pick it for."""
    for u in group:
        if c.state.moving[u] != FRESH and c.state.mp_left[u] == 0:
            c.state.picked[u] = 0
    c.touch()


@derived()
def picked(c: Ctx) -> list[str]:
    """Ids of the units that are picked."""
    return [c.roster.ids[u] for u, on in enumerate(c.state.picked) if on] if 1 in c.state.picked else []


def one_of(known: Callable[[Ctx], list[str]]) -> Options:
    """Options of a verb that names one of the units of a list."""

    def options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
        ids = known(c)
        return [(i,) for i in ids] if subject is None else [(subject,)] if subject in ids else []

    return options


class Picking(NamedTuple):
    """What a game says of units that move together, and the verbs that follow from it."""

    together: str
    """Rule id of stacks that move together."""
    held: str
    """Rule id of units that do not move, or have moved."""
    may_move: Callable[[Ctx, Unit], Refusal | None]
    may_pick: Callable[[Ctx, Unit], Refusal | None]
    """Whether a unit could go with others by what it is and has done."""
    may_hold: Callable[[Ctx, Unit], Refusal | None]
    place: Callable[[Ctx, Unit], object]
    """Where a unit is: who moves together sets out from one place."""
    end_movement: Callable[[Ctx, Unit], None]

    # ------------------------------------------------------------------ joining
    def may_join(self, c: Ctx, u: Unit) -> Refusal | None:
        """Whether a unit may be picked beside those that are picked: one place, and together from the start."""
        s, name = c.state, c.roster.short[u]
        if s.picked[u]:
            return Refusal(self.together, f"{name} is picked already; 'drop' puts it back.", units=(u,))
        for v in (v for v, on in enumerate(s.picked) if on) if 1 in s.picked else ():
            if self.place(c, u) != self.place(c, v):
                text = f"{name} is not where {c.roster.short[v]} is: 'drop' that one first."
                return Refusal(self.together, text, units=(u, v))
            if s.origin[u] != s.origin[v]:
                text = f"{name} and {c.roster.short[v]} did not begin the phase in one hex: no common move."
                return Refusal(self.together, text, units=(u, v))
        return None

    def companions(self, c: Ctx, u: Unit) -> list[Unit]:
        """Units in the hex of another that began where it began and may still move, itself included."""
        s, side = c.state, c.roster.side
        here, start = s.hex_of[u], s.origin[u]
        found = [v for v, h in enumerate(s.hex_of) if h == here and s.origin[v] == start and side[v] == s.side]
        return [v for v in found if self.may_move(c, v) is None]

    # ------------------------------------------------------------------ the verbs
    def pick_check(self, c: Ctx, unit: str) -> Refusal | None:
        """``pick 3pz``: it will move with the other picked units."""
        u = c.unit(unit)
        return self.may_pick(c, u) or self.may_join(c, u)

    def drop_check(self, c: Ctx, unit: str) -> Refusal | None:
        """``drop 3pz``: take it from the picked units."""
        u = c.unit(unit)
        if not c.state.picked[u]:
            return Refusal(self.together, f"{c.roster.short[u]} is not picked.", units=(u,))
        return None

    def gather_check(self, c: Ctx, unit: str) -> Refusal | None:
        """``gather 3pz``: pick everybody in its hex that began where it began and may still move."""
        u = c.unit(unit)
        if (refusal := self.may_move(c, u)) is not None:
            return refusal
        if group_of(c, u) == self.companions(c, u):
            text = f"Everybody in {c.label(c.state.hex_of[u])} who may move with {c.roster.short[u]} is picked."
            return Refusal(self.together, text, units=(u,))
        return None

    def hold_check(self, c: Ctx, unit: str) -> Refusal | None:
        """``hold 3pz``: it, or the picked group, stays where it is for the rest of the phase."""
        return next((refusal for u in group_of(c, c.unit(unit)) if (refusal := self.may_hold(c, u))), None)

    def _gather(self, c: Ctx, unit: str) -> None:
        group = self.companions(c, c.unit(unit))
        c.state.picked = [int(u in group) for u in range(len(c.roster))]
        c.touch()

    def _hold(self, c: Ctx, unit: str) -> None:
        for u in group_of(c, c.unit(unit)):
            self.end_movement(c, u)
        c.touch()

    def verbs(
        self, movers: Callable[[Ctx], list[str]], pickable: Callable[[Ctx], list[str]] | None = None,
        holdable: Callable[[Ctx], list[str]] | None = None,
    ) -> tuple[Verb, ...]:  # fmt: skip
        """``pick``, ``drop``, ``gather`` and ``hold`` for a movement phase; other units than movers where named."""
        pickable, holdable = pickable or movers, holdable or movers
        return (
            Verb("pick", one_of(pickable), self.pick_check, lambda c, unit: _set(c, unit, 1),
                 "pick UNIT: it joins those that move together", self.together, pickable, role="pick"),
            Verb("drop", one_of(picked), self.drop_check, lambda c, unit: _set(c, unit, 0),
                 "drop UNIT: leave it behind", self.together, picked, role="drop"),
            Verb("gather", one_of(movers), self.gather_check, self._gather,
                 "gather UNIT: pick its stack", self.together, movers, role="all"),
            Verb("hold", one_of(holdable), self.hold_check, self._hold,
                 "hold UNIT: it has moved", self.held, holdable, role="hold"),
        )  # fmt: skip


def _set(c: Ctx, unit: str, on: int) -> None:
    c.state.picked[c.unit(unit)] = on
    c.touch()
