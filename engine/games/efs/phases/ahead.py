"""What lies ahead in the sequence of play: the phases of the segment that pass by themselves as things stand."""

from __future__ import annotations

from engine.games.efs.phases.phase import EMPTY, Phase
from engine.games.efs.phases.sequence import Row, Turn, everybody_fresh, stages
from engine.games.efs.tables import Ctx
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.state import Frame
from engine.play.suppose import fork


@rule("efs:4.21")
@derived()
def idle(c: Ctx) -> frozenset[str]:
    """Ids of the phases after the present one, in its segment, that would pass if they began in this position.

    None where phases without a decision wait for their end. What is done in them by itself is done in thought.
    """
    if c.state.over or c.options.get(EMPTY) == "wait" or not any(f.step == Turn.id for f in c.state.stack):
        return frozenset()
    new = fork(c)
    while new.frame.step != Turn.id:
        new.state.stack.pop()
    return frozenset(str(row["id"]) for row in _ahead(c) if _passes(new, row))


def _ahead(c: Ctx) -> list[Row]:
    """The rows of the segment behind the present phase, in which somebody may have something to decide."""
    rows, now = stages(c), c.state.phase
    here = next((n for n, row in enumerate(rows) if row["id"] == now), len(rows))
    later = [row for row in rows[here + 1 :] if row.get("parent") == rows[here].get("parent")]
    return [row for row in later if isinstance(c.steps[row["step"]], Phase)]


@rule("efs:4.21")
def _passes(c: Ctx, row: Row) -> bool:
    """Whether a phase would pass, in a position to play on in; it is opened there and left again."""
    step = c.steps[str(row["step"])]
    assert isinstance(step, Phase)
    everybody_fresh(c, row)
    c.state.stack.append(Frame(str(row["step"]), {"side": str(row["side"]), "phase": str(row["id"])}))
    c.state.side = step.acts(c) or c.state.side
    step.begin(c)
    found = step.nothing(c) is not None
    c.state.stack.pop()
    return found
