"""What is left in a step where the first edition does other work there: marks, machine guns, militia, cities."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.efs.phases.replacements import refittable
from engine.games.efs.queries.tasks import LEFT, building, listed
from engine.games.efs.replacing import rebuildable
from engine.games.efs.supply import events
from engine.games.efs.tables import Ctx
from engine.games.efs1.drafts import dissolvable, sites
from engine.games.efs1.moving import markable, revealable
from engine.games.efs1.rebuilding import raisable
from engine.play.asked import Task
from engine.play.citing import rule


@rule("efs1:10.1.1", "efs1:10.2.1", "efs1:11.6")
def _movement(c: Ctx) -> Iterator[Task]:
    """Units that can be marked as long as nobody has moved, and machine guns to turn up when others have."""
    law = "efs1:10.1.1" if c.state.side == "axis" else "efs1:10.2.1"
    for name in markable(c):
        yield Task(name, "can be marked", law, False, "units can be marked for replacements")
    yield from LEFT["movement"](c)
    for name in revealable(c):
        yield Task(name, "can be turned up; all others are done", "efs1:11.6", False,
                   "machine-gun units can be turned up")  # fmt: skip


@rule("efs1:7.2", "efs1:7.3.3", "efs1:20.3")
def _replacements(c: Ctx) -> Iterator[Task]:
    """Results S and aircraft, whose points are lost, then militia to dissolve and cities that can draw guns."""
    if events.left(c, c.state.side):
        yield from LEFT["feeding"](c)
    for name in refittable(c):
        yield Task(name, "can be made ready", "efs1:7.3.3", True, "air units can be made ready")
    for name in dissolvable(c):
        yield Task(name, "can become type I points", "efs1:7.2", False, "units can become points")
    for label in sites(c):
        yield Task(label, "a machine-gun unit can be drawn for it", "efs1:20.3", False, "hexes can have machine guns")


@rule("efs1:20.2.2")
def _engineering(c: Ctx) -> Iterator[Task]:
    """What is built and converted, and who gains a step or is rebuilt straight in a city; no bridge is blown."""
    yield from building(c)
    in_cadre = set(raisable(c))
    for name in rebuildable(c, c.state.side):
        text = "can be rebuilt in a city" if name in in_cadre else "can be rebuilt"
        yield Task(name, text, "efs1:20.2.2" if name in in_cadre else "efs1:20.1", True, "units can be rebuilt")


OWN = {**LEFT, "movement": _movement, "replacements": _replacements, "engineering": _engineering}


def tasks(c: Ctx) -> list[Task]:
    """What is left in the present step, what is pressing first."""
    return listed(c, OWN)
