"""4.18, 4.19: Watch on the Rhine or on the Oder: what the choice changes on its turn, and what the Oder needs."""

from __future__ import annotations

from typing import Any

from engine.components.grid import Hex, Unit
from engine.games.bd.kinds import is_satellite
from engine.games.bd.tables import Ctx, tables
from engine.play.citing import rule

RHINE, ODER = 1, 2
"""Values of ``watch``."""
GERMAN, SOVIET = 1, 2
"""Values of ``held``."""
STRONG = 3
"""Printed combat factor above which a Soviet unit counts twice (4.19)."""
NEEDS = ((2, 0), (1, 10), (0, 20))
"""Cities gained and Soviet units eliminated, each pair of which is enough (4.19)."""


def terms(c: Ctx) -> dict[str, Any]:
    """What the track says of the operation."""
    found: dict[str, Any] = c.data.tables["track"]["watch"]
    return found


@rule("bd:4.18")
def oder(c: Ctx) -> bool:
    """Whether this is the turn of Watch on the Oder."""
    return c.state.turn == terms(c)["revealed"] and c.state.watch == ODER


@rule("bd:4.18")
def luftwaffe(c: Ctx) -> int:
    """Luftwaffe counters that the operation adds to those of the track."""
    return int(terms(c)["luftwaffe"]) if oder(c) else 0


@rule("bd:4.18")
def steps(c: Ctx, side: str) -> tuple[int, int] | None:
    """German replacement steps of the operation in place of those of the track."""
    if side != "axis" or not oder(c):
        return None
    mech, foot = (int(n) for n in terms(c)["replacements"].split("/"))
    return mech, foot


@rule("bd:4.4", "bd:4.19")
def note_cities(c: Ctx) -> None:
    """Remember who controls which city now, at the start of a game turn."""
    c.state.held.clear()
    for h in tables(c).cities:
        c.state.held[c.label(h)] = GERMAN if c.state.control.get(c.label(h)) == "axis" else SOVIET
    c.touch()


def kept(c: Ctx) -> bool:
    """Whether the German side controls all cities that it did when they were noted."""
    return all(c.state.control.get(label) == "axis" for label, who in c.state.held.items() if who == GERMAN)


def gained(c: Ctx) -> list[Hex]:
    """Cities that it has gained since."""
    state = c.state
    return [
        c.board.index[label]
        for label, who in sorted(state.held.items())
        if who == SOVIET and state.control.get(label) == "axis"
    ]


@rule("bd:4.19", "bd:R84")
def note_loss(c: Ctx, u: Unit) -> None:
    """A Soviet unit is eliminated in the turn of the operation."""
    r = c.roster
    if not oder(c) or r.side[u] != "soviet" or is_satellite(c, u):
        return
    c.state.soviet_losses += 2 if max(r.attack[u], r.defense[u]) > STRONG else 1


@rule("bd:4.19")
def succeeded(c: Ctx) -> bool:
    """Whether the operation has won the war."""
    cities, losses = len(gained(c)), c.state.soviet_losses
    return kept(c) and any(cities >= need and losses >= dead for need, dead in NEEDS)
