"""16.3.2, 16.3.3: how many steps a unit has by its printed defense strength, and what a Step Loss marker leaves."""

from __future__ import annotations

from engine.components.grid import Unit
from engine.components.load import GameData
from engine.components.roster import Face, Roster
from engine.play.citing import rule

THREE_STEPS, MARKER = 5, 2
"""Printed defense strength from which a counter of two sides has three steps, and what a Step Loss marker takes off."""
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
    """A roster in which each two-sided counter of defense strength 5 or more has a step between its two sides."""
    found = shared.copied()
    for u, faces in enumerate(shared.faces):
        if len(faces) == 2 and faces[0][1] >= THREE_STEPS:
            _put_between(found, u, faces)
    return found


@rule("efs1:16.3.3", "efs1:R30")
def _put_between(roster: Roster, u: Unit, faces: tuple[Face, ...]) -> None:
    """The full side under a Step Loss marker: two points less in attack and defense, all else as printed there."""
    (attack, defense, move), reduced = faces
    marked = (max(attack - MARKER, reduced[0]), max(defense - MARKER, reduced[1]), move)
    roster.faces[u], roster.steps[u] = (faces[0], marked, reduced), 3
    for values in roster.printed.values():
        if len(values[u]) == 2:
            values[u] = (values[u][0], *values[u])
