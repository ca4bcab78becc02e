"""16.3.2, 16.3.3: how many steps a unit has by its printed defense strength, and what a Step Loss marker leaves."""

from __future__ import annotations

from engine.components.grid import Unit
from engine.components.load import GameData
from engine.components.roster import Face, Roster
from engine.games.efs.step_markers import THREE_STEPS, marked
from engine.play.citing import rule

MEMO = "steps by defense"


@rule("efs1:16.3.2", "efs1:R30")
def counters(data: GameData) -> Roster:
    """The counters of both editions with the steps of this one; made once for a map."""
    memo = data.board.memo
    if MEMO not in memo or memo[MEMO][0] is not data.roster:
        memo[MEMO] = data.roster, _with_steps(data.roster)
    found: Roster = memo[MEMO][1]
    return found


def _with_steps(shared: Roster) -> Roster:
    """A roster in which each counter of defense strength 5 to 7 has a step between its two sides, the full one marked.

    The other edition has replacement counters for some of these, with strengths of their own.
    """
    found = shared.copied()
    for u, faces in enumerate(shared.faces):
        if len(faces) == 2 and faces[0][1] >= THREE_STEPS:
            _put_between(found, u, faces)
        elif len(faces) == 3:
            full, _, reduced = faces
            found.faces[u] = (full, marked(full, reduced), reduced)
    return found


@rule("efs1:16.3.2", "efs1:16.3.3", "efs1:R30")
def _put_between(roster: Roster, u: Unit, faces: tuple[Face, ...]) -> None:
    """A step between the two sides of a counter; all but its strengths is as printed on the full side."""
    full, reduced = faces
    roster.faces[u], roster.steps[u] = (full, marked(full, reduced), reduced), 3
    for values in roster.printed.values():
        if len(values[u]) == 2:
            values[u] = (values[u][0], *values[u])
