"""24.3: what a scenario counts when it ends, beyond the places of its schedule."""

from __future__ import annotations

from collections import Counter

from engine.components.grid import Unit
from engine.components.wording import counted
from engine.games.efs.kinds import formation, is_motorized
from engine.games.efs.limits import west
from engine.games.efs.plans import reveal
from engine.games.efs.standing import count
from engine.games.efs.supply.routes import traced
from engine.games.efs.tables import Ctx
from engine.games.efs.units import EXITED, on_map
from engine.games.efs.victory import AXIS, SOVIET, score
from engine.play.citing import rule

LARGE = ("division", "corps", "army")
"""Sizes of units whose steps count in a pocket."""


@rule("efs:24.31", "efs:R200", "efs:R201", "efs:R205", "efs:R241", "efs:R250")
def reckon(c: Ctx) -> None:
    """At the end of the game: divisions caught in a pocket, divisions that left, places counted then, the plan."""
    count(c)
    if (row := c.scenario.get("pocket")) is not None:
        n = pocketed(c, row["west_of"])
        lost = counted(n, "step of a Soviet division is", "steps of Soviet divisions are")
        score(c, n // int(row["steps"]), f"{lost} cut off", "efs:R201")
    if (row := c.scenario.get("exit_points")) is not None:
        gone = exited(c, int(row["units"]))
        titles = ", ".join(c.roster.formation_titles.get(name, name) for name in gone)
        score(c, len(gone) * int(row["vp"]), f"left the map: {titles}", "efs:R205")
    reveal(c)


@rule("efs:R205", "efs:11.6")
def exited(c: Ctx, least: int) -> list[str]:
    """Motorized divisions of the Axis side of which so many units at least have left by an exit area."""
    found = Counter(
        formation(c, u)
        for u, box in enumerate(c.state.box)
        if box == EXITED and c.roster.side[u] == AXIS and is_motorized(c, u) and c.roster.value("integrity", u)
    )
    return [name for name, n in sorted(found.items()) if n >= least]


@rule("efs:R201")
def pocketed(c: Ctx, label: str) -> int:
    """Steps of Soviet divisions west of the column of a hex that can trace no Supply Route."""
    r, at = c.roster, c.state.hex_of
    large = (u for u in on_map(c, SOVIET) if r.size[u] in LARGE and west(c, at[u], label))
    return sum(c.state.steps_left[u] for u in large if not traced(c, at[u], SOVIET))


@rule("efs:R205")
def leavers(c: Ctx) -> dict[Unit, float]:
    """What each unit on the map would bring by leaving it, as its share of the points of its division; nothing where
    too few of that are left, or enough have gone."""
    row = c.scenario.get("exit_points", {})
    least, gone, there = int(row.get("units", 0)), Counter[str](), dict[str, list[Unit]]()
    for u, box in enumerate(c.state.box):
        if c.roster.side[u] == AXIS and is_motorized(c, u) and c.roster.value("integrity", u):
            gone[formation(c, u)] += box == EXITED
            there.setdefault(formation(c, u), []).extend([u] * (c.state.hex_of[u] >= 0))
    able = {name for name, units in there.items() if gone[name] < least <= gone[name] + len(units)}
    return {u: row["vp"] / (least - gone[name]) for name in able for u in there[name]}
