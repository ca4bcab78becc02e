"""R242: a place that a scenario pays the Axis side to leave late in the game and without great losses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.components.grid import Hex, Unit
from engine.components.wording import counted
from engine.games.efs.tables import Ctx
from engine.games.efs.units import on_map
from engine.games.efs.victory import AXIS, score
from engine.play.citing import rule
from engine.play.fields import for_good

LAW = "efs:R242"


def terms(c: Ctx) -> Mapping[str, Any]:
    """What the scenario says of the evacuation; empty for one without."""
    found: Mapping[str, Any] = c.scenario.get("evacuation", {})
    return found


@for_good
def ground(c: Ctx) -> frozenset[Hex]:
    """The hexes that no Axis unit may stand in: those about the place that the scenario names."""
    row = terms(c)
    centre = c.board.find(row["hex"])
    return frozenset(h for h in c.data.in_play if c.grid.distance(h, centre) <= row["range"])


@rule("efs:R242")
def note_loss(c: Ctx, u: Unit, h: Hex, steps: int) -> None:
    """A unit has lost steps in a hex: those of the Axis side near that place are counted."""
    if terms(c) and c.roster.side[u] == AXIS and h >= 0 and h in ground(c):
        c.state.front_losses += steps
        c.touch()


def left_behind(c: Ctx) -> list[Unit]:
    """Axis units of any kind that stand on that ground."""
    return [u for u in on_map(c, AXIS) if c.state.hex_of[u] in ground(c)]


@rule("efs:R242", "efs:24.31")
def look(c: Ctx) -> None:
    """At the end of a turn that is late enough: the points come once, if nobody is there and few steps were lost."""
    row, s = terms(c), c.state
    if not row or s.evacuated or s.turn < row["from"] or s.front_losses > row["losses"] or left_behind(c):
        return
    s.evacuated = s.turn
    lost = counted(s.front_losses, "step", "steps")
    score(c, int(row["vp"]), f"{row['place']} was evacuated, {lost} lost there", LAW, [c.board.find(row["hex"])])


@rule("efs:R242")
def told(c: Ctx) -> str:
    """How it stands with the evacuation, as a sentence; empty where there is none or it can no more be had."""
    row, s = terms(c), c.state
    if not row or s.front_losses > row["losses"] or s.over:
        return ""
    if s.evacuated:
        return f"{row['place']} was evacuated on turn {s.evacuated}."
    lost = counted(s.front_losses, "Axis step", "Axis steps")
    return (f"Evacuation: no Axis unit within {row['range']} hexes of {row['place']} at the end of turn {row['from']} "
            f"or later, at most {row['losses']} steps lost there; {lost} so far.")  # fmt: skip
