"""23.2, 23.3: divisions lay off regiments at the start of the Axis Movement Phase and take regiments in."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Unit
from engine.games.efs.kinds import is_substitute
from engine.games.efs.movement.allowance import MOVEMENT, column
from engine.games.efs.movement.substitutes import (
    AXIS,
    detach,
    divided,
    is_divided,
    may_detach,
    may_recombine,
    may_split_now,
    recombine,
    substitutes,
)
from engine.games.efs.tables import Ctx
from engine.games.efs.units import side_units
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import by_unit, derived
from engine.play.step import Verb

Words = tuple[str, ...]
STRONG = "strong"


# ---------------------------------------------------------------------- detaching
@rule("efs:23.22", "efs:23.24")
def detach_check(c: Ctx, unit: str, sort: str = "") -> Refusal | None:
    """``detach 6inf`` or ``detach 6inf strong``: a step of a division becomes a regiment in its hex."""
    if sort not in ("", STRONG):
        return Refusal("efs:23.23", f"A regiment is regular, or '{STRONG}'.")
    return may_detach(c, c.unit(unit), strong=sort == STRONG)


def _detach(c: Ctx, unit: str, sort: str = "") -> None:
    detach(c, c.unit(unit), strong=sort == STRONG)


@derived()
def splitting(c: Ctx) -> list[str]:
    """Divisions that can lay off a regiment now."""
    if may_split_now(c) is not None:
        return []
    return [c.roster.ids[u] for u in divided(c) if c.state.hex_of[u] >= 0 and _splits(c, u)]


@by_unit(lambda c: (may_split_now(c), c.marks.of(c.state, ("box",))),
         "hex_of", "way", "did", "steps_left", "mode", "identity")  # fmt: skip
def _splits(c: Ctx, u: Unit) -> bool:
    """Whether a division can lay off a regiment of either kind."""
    return any(may_detach(c, u, strong=strong) is None for strong in (False, True))


def _detachings(c: Ctx, subject: str | None) -> Iterable[Words]:
    for name in splitting(c):
        if subject in (None, name):
            yield from ((name,), (name, STRONG))


# ---------------------------------------------------------------------- taking in
@rule("efs:23.32")
def recombine_check(c: Ctx, unit: str, regiment: str) -> Refusal | None:
    """``recombine 6inf rsc-r01``: a reduced division takes in a regiment of its hex."""
    return may_recombine(c, c.unit(unit), c.unit(regiment))


def _recombine(c: Ctx, unit: str, regiment: str) -> None:
    recombine(c, c.unit(unit), c.unit(regiment))


@derived()
def _pairs(c: Ctx) -> dict[Unit, list[Unit]]:
    """Divisions that can take in regiments now, with those of their hex."""
    s, found = c.state, dict[Unit, list[Unit]]()
    if s.side != AXIS or column(c) != MOVEMENT:
        return found
    for h in {s.hex_of[u] for u in substitutes(c) if s.hex_of[u] >= 0}:
        here = side_units(c, h, AXIS)
        for u in (u for u in here if is_divided(c, u)):
            if regiments := [v for v in here if is_substitute(c, v) and may_recombine(c, u, v) is None]:
                found[u] = regiments
    return dict(sorted(found.items()))


def joinable(c: Ctx) -> list[str]:
    """Divisions that can take in a regiment now."""
    return [c.roster.ids[u] for u in _pairs(c)]


def _joinings(c: Ctx, subject: str | None) -> Iterable[Words]:
    names = c.roster.ids
    for u, regiments in _pairs(c).items():
        if subject in (None, names[u]):
            yield from ((names[u], names[v]) for v in regiments)


REGIMENT_VERBS = (
    Verb("detach", _detachings, detach_check, _detach, "detach UNIT [strong]: lay off a regiment", "efs:23.22",
         splitting, rare=True),
    Verb("recombine", _joinings, recombine_check, _recombine, "recombine UNIT REGIMENT: take a regiment in",
         "efs:23.32", joinable, rare=True),
)  # fmt: skip
"""For the movement step."""
