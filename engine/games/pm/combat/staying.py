"""10.2: aircraft of a stack that parts in an attack stay with their unit where the player says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.components.grid import Unit
from engine.games.pm.combat.air import aircraft, at, carrier, supporting
from engine.games.pm.combat.mobile import may_assault
from engine.games.pm.combat.strengths import PREPARED
from engine.games.pm.state import DONE, FRESH
from engine.games.pm.tables import Ctx
from engine.games.pm.units import held_by, side_units
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.step import Verb
from engine.play.suppose import reckoning


@rule("pm:10.2", "pm:R51")
def riders(c: Ctx, kind: str, side: str, units: Sequence[Unit]) -> list[Unit]:
    """Aircraft that go with attackers from the hex of their unit, or would if they had not been told to stay."""
    free = told(c, dict.fromkeys((c.roster.ids[p] for p in aircraft(c, side)), False))
    return [p for p, stack in supporting(free, kind, side, units, True) if carrier(c, p) not in stack]


def told(c: Ctx, wishes: Mapping[str, bool]) -> Ctx:
    """For a calculation: aircraft by their ids stay with their units, or do not."""
    return reckoning(c, memory={f"stays {plane}": int(on) for plane, on in wishes.items()})


# ---------------------------------------------------------------------- saying so
Split = Callable[[Ctx, Unit], Refusal | None]
"""Whether the stack of an aircraft could part now, its unit staying behind."""


@rule("pm:10.2", "pm:R51")
def _in_movement(c: Ctx, p: Unit) -> Refusal | None:
    u, h, short = carrier(c, p), at(c, p), c.roster.short
    if c.state.moving[u] != FRESH:
        return Refusal("pm:R51", f"{short[u]} has moved or held: {short[p]} is with it anyway.", units=(p, u))
    near = any(held_by(c, n) not in ("", c.roster.side[u]) for n in c.grid.adjacent[h])
    others = [v for v in side_units(c, h, c.roster.side[u]) if v != u and c.state.origin[v] == c.state.origin[u]]
    if near and any(c.state.moving[v] != DONE and may_assault(c, v) is None for v in others):
        return None
    return Refusal("pm:R51", f"Nobody else can assault from {c.label(h)} without {short[u]}.", (h,), (p,))


@rule("pm:10.2", "pm:R51")
def _in_combat(c: Ctx, p: Unit) -> Refusal | None:
    if p in riders(c, PREPARED, c.state.side, c.frame.vars["attackers"]):
        return None
    text = f"No attackers are chosen from the hex of {c.roster.short[p]} without its unit."
    return Refusal("pm:R51", text, units=(p,))


def _verbs(split: Split) -> tuple[Verb, ...]:
    def check(c: Ctx, plane: str, on: bool) -> Refusal | None:
        p = c.unit(plane)
        if p not in aircraft(c, c.state.side) or carrier(c, p) < 0:
            return Refusal("pm:10.2", f"{c.roster.short[p]} supports nobody.", units=(p,))
        if bool(c.state.stays[plane]) == on:
            how = "stays with its unit" if on else "goes with those who attack"
            return Refusal("pm:R51", f"{c.roster.short[p]} {how} already.", units=(p,))
        return split(c, p)

    def stay_check(c: Ctx, plane: str) -> Refusal | None:
        """``stay viii-fk``: it stays with its unit when others of the hex attack."""
        return check(c, plane, True)

    def follow_check(c: Ctx, plane: str) -> Refusal | None:
        """``follow viii-fk``: it goes with those of its hex who attack first."""
        return check(c, plane, False)

    def options(c: Ctx, subject: str | None) -> Iterable[tuple[str]]:
        return [(i,) for i in _carried(c) if subject in (None, i)]

    return (
        Verb("stay", options, stay_check, _stay, "stay AIRCRAFT: with its unit", "pm:10.2", _carried, role="support"),
        Verb(
            "follow", options, follow_check, _follow, "follow AIRCRAFT: it goes with who attacks", "pm:10.2", _carried,
            role="support",
        ),
    )  # fmt: skip


def _carried(c: Ctx) -> list[str]:
    return [c.roster.ids[p] for p in aircraft(c, c.state.side) if carrier(c, p) >= 0]


def _stay(c: Ctx, plane: str) -> None:
    c.state.stays[plane] = 1
    c.touch()


def _follow(c: Ctx, plane: str) -> None:
    del c.state.stays[plane]
    c.touch()


MOBILE_VERBS = _verbs(_in_movement)
"""For the Movement & Mobile Assault Phase."""
PREPARED_VERBS = _verbs(_in_combat)
"""For the Prepared Assault Phase, while an attack is made up."""
