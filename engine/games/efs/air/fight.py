"""14.3: initiative in the air, who fights whom, and what their fire does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.components.grid import Unit
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import DAMAGED, DESTROYED, FLOWN
from engine.play.citing import rule

DIE = 10
NO_COMBAT = "no air combat"
BOXES = {"A": FLOWN, "D": DAMAGED, "X": DESTROYED}
"""Results of the Air Combat and AA Fire Tables to the boxes where they send a unit (14.33, 14.43)."""
WORDS = {"-": "no effect", "A": "aborted", "D": "damaged", "X": "destroyed"}


# ---------------------------------------------------------------------- initiative
def by_die(c: Ctx, chart: str) -> list[str]:
    """What each face of the die brings in a chart whose rows are ``2 or less``, ``3 to 5``, ``10 or more``."""
    return [row_of(c, chart, face) for face in range(1, DIE + 1)]


def row_of(c: Ctx, chart: str, die: int) -> str:
    """The result of a chart for a modified die."""
    for row in tables(c).chart(chart):
        words = str(row["die"]).split()
        low = int(words[0]) if words[-1] != "less" else -99
        high = 99 if words[-1] == "more" else int(words[-1]) if words[-1] != "less" else int(words[0])
        if low <= die <= high:
            return str(row["result"])
    raise AssertionError(f"{chart} has no row for {die}")


@rule("efs:14.31")
def initiative(c: Ctx, die: int, firing: Mapping[str, Sequence[Unit]]) -> tuple[str, bool]:
    """The side with Air Initiative, empty for no air combat, and whether it has Local Tactical Advantage.

    A side without firing units can have neither: its opponent gets the initiative.
    """
    result = row_of(c, "air_initiative", die)
    if result == NO_COMBAT:
        return "", False
    side = result.partition(" ")[0].lower()
    if not firing[side]:
        return c.other(side), False
    return side, "advantage" in result


# ---------------------------------------------------------------------- who fights whom
@rule("efs:14.32", "efs:R33")
def pairs(
    c: Ctx, firing: Sequence[Unit], enemy_firing: Sequence[Unit], enemy_missions: Sequence[Unit]
) -> dict[Unit, Unit]:
    """The side with initiative spreads its firing units: over enemy firing units first, then missions, then as surplus.

    Each takes the enemy against whom it is best; the strongest choose first.
    """
    found: dict[Unit, Unit] = {}
    free = sorted(firing, key=lambda u: (-c.roster.number("air_combat", u), u))
    for enemies in (enemy_firing, enemy_missions):
        for enemy in sorted(enemies, key=lambda v: (-threat(c, v), v)):
            if free:
                found[free.pop(0)] = enemy
    everybody = [*enemy_missions, *enemy_firing]
    for u in free:
        if everybody:
            found[u] = max(everybody, key=lambda v: (threat(c, v), -v))
    return found


def threat(c: Ctx, u: Unit) -> int:
    """What an air unit is worth as a target: its support, then how well it fights."""
    return c.roster.number("cas", u) * 10 + c.roster.number("air_combat", u)


@rule("efs:14.32")
def difference(c: Ctx, u: Unit, target: Unit) -> int:
    """The column of the Air Combat Table: the rating of who fires less that of its target."""
    return c.roster.number("air_combat", u) - c.roster.number("air_combat", target)


@rule("efs:14.32", "efs:14.33")
def outcomes(c: Ctx, u: Unit, target: Unit) -> list[str]:
    """What each face of the die does to the target: ``-``, ``A``, ``D`` or ``X``."""
    return by_column(c, column(c, difference(c, u, target)))


@rule("efs:14.32")
def column(c: Ctx, d: int) -> str:
    """The heading of the Air Combat Table for a difference of ratings: beyond its ends the last one."""
    most = max(int(name) for name in c.data.charts["air_combat"]["columns"][1:])
    d = max(-most, min(most, d))
    return f"{d:+d}" if d else "0"


def by_column(c: Ctx, name: str) -> list[str]:
    """What each face of the die brings in a column of the Air Combat Table."""
    return [str(row[name]) for row in tables(c).chart("air_combat")]


@rule("efs:14.32")
def hits(c: Ctx, u: Unit, target: Unit) -> int:
    """The chance in percent that the fire of an air unit does anything to another one."""
    faces = outcomes(c, u, target)
    return round(100 * sum(face != "-" for face in faces) / len(faces))


@rule("efs:14.12", "efs:14.32")
def odds(c: Ctx, units: Sequence[Unit], foes: Sequence[Unit]) -> str:
    """What the best enemy fighter would do to the best of some units, and what that would do to it as escort."""
    if not units or not foes:
        return ""
    best, foe = (max(some, key=lambda v: c.roster.number("air_combat", v)) for some in (units, foes))
    name, theirs = c.roster.short[best], c.roster.short[foe]
    return f" {theirs} hits {name} with {hits(c, foe, best)}%, as escort it hits back with {hits(c, best, foe)}%."


def worse(a: str, b: str) -> str:
    """The graver of two results for one unit."""
    return max(a, b, key="-ADX".index)


# ---------------------------------------------------------------------- from the ground
@rule("efs:14.43", "efs:14.44")
def flak_outcomes(c: Ctx, drm: int) -> list[str]:
    """What each face of the die does to a mission unit at a modifier."""
    return [row_of(c, "aa_fire", face + drm) for face in range(1, DIE + 1)]
