"""2.2, R204: the Axis Logistics Pause: some turns of half the Attack Supply Points, then some with one more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.components.wording import counted
from engine.games.efs.tables import Ctx
from engine.games.efs.victory import AXIS, score
from engine.play.action import Refusal
from engine.play.citing import rule

LAW = "efs:R204"


def terms(c: Ctx) -> Mapping[str, Any]:
    """What the scenario says of the pause; empty for one without."""
    found: Mapping[str, Any] = c.scenario.get("pause", {})
    return found


@rule("efs:R204")
def may_pause(c: Ctx, side: str) -> Refusal | None:
    """Whether a side may declare the pause now: it runs in the turns that follow, all of them in its range."""
    row, turn = terms(c), c.state.turn
    if not row or side != AXIS:
        return Refusal(LAW, "Your side has no Logistics Pause to declare.")
    if c.state.paused:
        return Refusal(LAW, f"The pause was declared for turn {c.state.paused} on.")
    first, last = int(row["first"]) - 1, latest(c)
    if not first <= turn <= last:
        return Refusal(LAW, f"The pause is declared from turn {first} to turn {last}, for the turn after.")
    return None


@rule("efs:R204")
def calendar(c: Ctx) -> str:
    """The turns of half supply and those with a point more, if it were declared now."""
    row, first = terms(c), c.state.turn + 1
    last = first + int(row["length"]) - 1
    return f"T{first}-{last} half supply, T{last + 1}-{last + int(row['after'])} +1"


@rule("efs:R204")
def bargain(c: Ctx) -> str:
    """What the pause costs and brings, and what it costs never to declare it."""
    row = terms(c)
    turns = counted(int(row["length"]), "turn", "turns")
    return f"{turns} of half supply, then {row['after']} of 1 ASP more; never: -{row['cost']} VP"


@rule("efs:R204")
def latest(c: Ctx) -> int:
    """The last turn in which the pause can be declared."""
    return int(terms(c)["last"]) - int(terms(c)["length"])


@rule("efs:R204")
def pause(c: Ctx) -> None:
    """Declare the pause: it begins with the next turn."""
    c.state.paused = c.state.turn + 1
    c.touch()
    last = c.state.paused + int(terms(c)["length"]) - 1
    c.say("pause", f"Logistics Pause of the Axis from turn {c.state.paused} to turn {last}.", LAW)


@rule("efs:R204", "efs:6.45")
def points(c: Ctx, side: str, due: int) -> int:
    """Attack Supply Points of a turn with the pause taken in: half, rounded up, in it, one more after it."""
    row, began = terms(c), c.state.paused
    if side != AXIS or not row or not began:
        return due
    n, length = c.state.turn - began, int(row["length"])
    if 0 <= n < length:
        return -(-due // 2)
    return due + int(length <= n < length + int(row["after"]))


@rule("efs:R204", "efs:24.31")
def missed(c: Ctx) -> None:
    """When its turns are over a pause that was never declared costs the Axis side points."""
    row = terms(c)
    if row and c.state.turn == row["last"] and not c.state.paused:
        score(c, -int(row["cost"]), "no Logistics Pause was declared", LAW)
