"""3.5: the strengths of a unit step by step where Step Loss markers lie between the two sides of a counter."""

from __future__ import annotations

from engine.components.roster import Face
from engine.play.citing import rule

THREE_STEPS, FOUR_STEPS, MARKER = 5, 8, 2
"""Printed defense strengths from which a counter of two sides has more than two steps, and what a marker takes off."""


@rule("efs:16.22")
def marked(full: Face, reduced: Face) -> Face:
    """The full side under a Step Loss marker: two points less in attack and defense, but no less than reduced."""
    attack, defense, move = full
    return max(attack - MARKER, reduced[0]), max(defense - MARKER, reduced[1]), move


@rule("efs:3.51", "efs:16.22")
def by_defense(full: Face, reduced: Face) -> tuple[Face, ...]:
    """All strengths of a counter of two sides, from the full one on: two, three or four by its defense strength."""
    if full[1] < THREE_STEPS:
        return full, reduced
    between = full, marked(full, reduced), reduced
    attack, defense, move = reduced
    return between if full[1] < FOUR_STEPS else (*between, (max(attack - MARKER, 0), max(defense - MARKER, 1), move))
