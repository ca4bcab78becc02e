"""8.12 to 8.15: replacement steps, which bring units back from the dead pile."""

from __future__ import annotations

from engine.components.grid import Unit
from engine.games.bd import gambit, watch
from engine.games.bd.kinds import is_attached, is_satellite
from engine.games.bd.tables import Ctx, single_month, tables, year
from engine.games.bd.units import DEAD, to_box
from engine.play.action import Refusal
from engine.play.citing import rule

ARRIVING = "arriving"


@rule("bd:8.12", "bd:4.17", "bd:4.18", "bd:14.5", "bd:14.11", "bd:15.6")
def receive(c: Ctx, side: str) -> None:
    """The steps of the track for this turn; those of the turn before are forfeit."""
    row = tables(c).track[c.state.turn, side]
    special = watch.steps(c, side) or gambit.replacements(c, side)
    c.state.mech_steps, c.state.foot_steps = special or (row.mech_steps, row.foot_steps)
    c.touch()


@rule("bd:8.12", "bd:R13")
def _step_for(c: Ctx, u: Unit) -> str:
    """The kind of step that a unit would take, ``mech`` or ``foot``; empty where none is left."""
    s = c.state
    if c.roster.mech[u]:
        return "mech" if s.mech_steps else ""
    if s.foot_steps:
        return "foot"
    # R13: a Soviet mechanized step may bring back a non-mechanized unit.
    return "mech" if c.roster.side[u] == "soviet" and s.mech_steps else ""


@rule("bd:8.12", "bd:8.13", "bd:8.15", "bd:8.31", "bd:8.32")
def replace_check(c: Ctx, unit: str) -> Refusal | None:
    """``replace 16ra``: a step brings a unit back from the dead pile, to enter like a reinforcement."""
    return _replaceable(c, c.unit(unit)) or _has_step(c, c.unit(unit))


@rule("bd:8.12", "bd:8.13", "bd:8.15", "bd:8.31", "bd:8.32")
def _replaceable(c: Ctx, u: Unit) -> Refusal | None:
    """Whether steps bring a unit back at all."""
    name = c.roster.short[u]
    if c.roster.side[u] != c.state.side or c.state.box[u] != DEAD:
        return Refusal("bd:8.12", f"{name} is not in your dead pile.", units=(u,))
    if c.roster.number("dot", u):
        return Refusal("bd:8.12", f"{name} has a dot: it cannot be replaced.", units=(u,))
    if is_attached(c, u):
        return Refusal("bd:8.31", f"{name} comes back by a die, not by replacements.", units=(u,))
    if c.roster.side[u] == "axis" and is_satellite(c, u):
        return Refusal("bd:8.15", f"{name} is a satellite army: no replacements for it.", units=(u,))
    return None


@rule("bd:8.12")
def _has_step(c: Ctx, u: Unit) -> Refusal | None:
    if not _step_for(c, u):
        kind = "mechanized" if c.roster.mech[u] else "non-mechanized"
        return Refusal("bd:8.12", f"No replacement step for {kind} units is left.", units=(u,))
    return None


@rule("bd:8.12", "bd:8.13")
def replace(c: Ctx, unit: str) -> None:
    """Spend the step; the unit is in hand."""
    u = c.unit(unit)
    if _step_for(c, u) == "mech":
        c.state.mech_steps -= 1
    else:
        c.state.foot_steps -= 1
    to_box(c, u, ARRIVING)
    c.frame.vars["replaced"] = sorted([*c.frame.vars.get("replaced", []), u])
    c.touch()
    c.say("replacement", f"{c.roster.name[u]} is rebuilt.", "bd:8.13", units=[u])


def _dead(c: Ctx) -> list[str]:
    return [
        c.roster.ids[u]
        for u, box in enumerate(c.state.box)
        if box == DEAD and c.roster.side[u] == c.state.side
    ]  # fmt: skip


def to_replace(c: Ctx) -> list[str]:
    """Units that a step could bring back now."""
    if not (c.state.mech_steps or c.state.foot_steps):
        return []
    return [i for i in _dead(c) if replace_check(c, i) is None]


@rule("bd:8.13")
def forfeit(c: Ctx) -> None:
    """End of a segment: rebuilt units that found no place are in the dead pile again, steps left are lost."""
    for u in c.frame.vars.get("replaced", []):
        if c.state.box[u] == ARRIVING:
            to_box(c, u, DEAD)
    c.state.mech_steps = c.state.foot_steps = 0
    c.touch()


def steps_left(c: Ctx) -> str:
    """The steps in words: ``2 mechanized, 4 other``; ``none``."""
    found = [f"{n} {word}" for n, word in ((c.state.mech_steps, "mechanized"), (c.state.foot_steps, "other")) if n]
    return ", ".join(found) or "none"


# ---------------------------------------------------------------------- comb-outs
@rule("bd:8.16", "bd:R83")
def comb_out_check(c: Ctx) -> Refusal | None:
    """``comb-out``: rear services give up men, once in a single-month turn of each of two years."""
    now, years = year(c.state.turn), c.data.tables["track"]["combouts"]["years"]
    if now not in years or not single_month(c):
        return Refusal("bd:8.16", "A comb-out is made in a single-month turn of 1943 and in one of 1944.")
    if c.state.comb_outs[str(now)]:
        return Refusal("bd:8.16", f"The comb-out of {now} has been made.")
    return None


@rule("bd:8.16", "bd:1.3")
def comb_out(c: Ctx) -> None:
    """Half a die, rounded down, of steps for non-mechanized units."""
    die = c.roll(6, results=[f"{n // 2} steps" for n in range(1, 7)])
    c.state.comb_outs[str(year(c.state.turn))] = 1
    c.state.foot_steps += die // 2
    c.touch()
    text = f"Rear-area comb-out: roll {die}, {die // 2} more steps for non-mechanized units."
    c.say("replacement", text, "bd:8.16", rolls=[die])


@rule("bd:8.16")
def comb_out_helps(c: Ctx) -> bool:
    """Whether a comb-out could be made now and the dead pile has somebody for it."""
    if comb_out_check(c) is not None:
        return False
    return any(not c.roster.mech[c.unit(i)] and _replaceable(c, c.unit(i)) is None for i in _dead(c))
