"""The past of a game as plain text: its dice, and how it came out. Shown on pages and printed on the shell."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

from engine.components.wording import counted, plural
from engine.play.match import Match
from engine.play.timeline import Timeline
from engine.study.luck import Faces, by_side, rolls_of, words

LAST = 12
"""Rolls that are listed at the end of the page."""
Title = Callable[[str], str]
"""A side as the rules call it."""


def dice_text(timeline: Timeline, title: Title, width: int) -> list[str]:
    """The dice page: faces and results of each side, actual and expected; then the last rolls."""
    rolls, lots = rolls_of(timeline)
    rows: list[str] = []
    for faces in by_side(rolls):
        plural = "dice" if faces.rolls != 1 else "die"
        rows += [f"{title(faces.side)}, {faces.kind}: {faces.rolls} {plural} with {faces.sides} sides"]
        rows += _table(
            "face", [str(n) for n in range(1, faces.sides + 1)], faces.counts, [faces.expected] * faces.sides
        )
        for sentence in words(faces):
            rows += textwrap.wrap(sentence, width, initial_indent="  ", subsequent_indent="  ")
        if faces.results:
            names = [name for name, _, _ in faces.results]
            rows += _table("result", names, [n for _, n, _ in faces.results], [x for *_, x in faces.results])
        rows.append("")
    if not rolls:
        rows += ["No dice have been thrown yet.", ""]
    if lots:
        draws = f"{lots} blind choice{'s' if lots != 1 else ''}, such as chits from the cup, are no dice: not counted."
        rows += [*textwrap.wrap(draws, width), ""]
    if rolls:
        rows.append("The last rolls")
        for roll in reversed(rolls[-LAST:]):
            text = f"{roll.line:>5}  {title(roll.side)}: {roll.value}  {roll.text}"
            rows += textwrap.wrap(text, width, initial_indent="  ", subsequent_indent=" " * 9)
    if timeline.problem:
        rows += ["", *textwrap.wrap(f"{timeline.problem}; later dice are not counted.", width)]
    return rows


def _table(head: str, names: list[str], counts: list[int], expected: list[float]) -> list[str]:
    size = max(6, max(map(len, names)) + 1)
    return [
        f"  {head:<9}" + "".join(f"{name:>{size}}" for name in names),
        f"  {'came':<9}" + "".join(f"{n:>{size}}" for n in counts),
        f"  {'expected':<9}" + "".join(f"{x:>{size}.1f}" for x in expected),
    ]


def luck_line(faces: Faces, title: Title) -> str:
    """The dice of a side in one line."""
    return f"{title(faces.side)}, {faces.kind}: {counted(faces.rolls, 'die', 'dice')}. {words(faces)[0]}"


# ---------------------------------------------------------------------- how it came out
def losses(match: Match, side: str, timeline: Timeline) -> tuple[int, int, int]:
    """Units eliminated, units on the map that have lost steps, and steps lost by both together.

    What a unit lacked when the game began, or who lay in a box of the lost then, is no loss.
    """
    r, s, boxes = match.data.roster, match.state, match.data.meta.get("lost_boxes", ["eliminated"])
    own = [u for u in range(len(r)) if r.side[u] == side]
    whole = {u: timeline.first_steps[u] or r.steps[u] for u in own}
    dead = [u for u in own if s.box[u] in boxes and s.box[u] != timeline.first_boxes[u]]
    weak = [u for u in own if s.hex_of[u] >= 0 and s.steps_left[u] < whole[u]]
    steps = sum(whole[u] for u in dead) + sum(whole[u] - s.steps_left[u] for u in weak)
    return len(dead), len(weak), steps


def told_losses(timeline: Timeline, match: Match, side: str) -> int:
    """Times that a unit of a side was eliminated, as far as the past has been read."""
    side_of = match.data.roster.side
    told = (e.units for entry in timeline.entries for e in entry.events if e.kind == "eliminated")
    return sum(side_of[u] == side for units in told for u in units)


def loss_line(match: Match, side: str, title: Title, timeline: Timeline) -> str:
    """The losses of a side in one line; of one-step counters, which come back, how often one was eliminated."""
    if match.data.roster.one_steppers:
        return f"{title(side)}: {plural(told_losses(timeline, match, side), 'unit')} eliminated"
    dead, weak, steps = losses(match, side, timeline)
    units = f"{dead} unit{'s' if dead != 1 else ''} eliminated"
    return f"{title(side)}: {units}, {weak} on the map weakened; {steps} step{'s' if steps != 1 else ''} lost"


def swings(timeline: Timeline, most: int = 3) -> list[tuple[str, int, int]]:
    """The turns in which the score changed most: the turn in words, points before, points after; the largest first."""
    names = {entry.turn: entry.turn_name for entry in timeline.entries}
    before, found = timeline.first_score, []
    for turn, after in timeline.scores:
        if after != before:
            found.append((names.get(turn, f"turn {turn}"), before, after))
        before = after
    return sorted(found, key=lambda s: -abs(s[2] - s[1]))[:most]


def swing_line(swing: tuple[str, int, int], unit: str = "points") -> str:
    """One of them in words; ``unit`` is what is counted."""
    name, before, after = swing
    return f"{name}: {after - before:+} {unit}, from {before} to {after}"
