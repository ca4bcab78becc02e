"""4.2, 4.14: victory points against the Victory Check Chart at the end of a turn."""

from __future__ import annotations

from collections.abc import Callable

from engine.components.charts import TallyLine
from engine.games.bd.stalingrad import reward
from engine.games.bd.summer import judge
from engine.games.bd.tables import SIDE_WORDS, Ctx, tables
from engine.games.bd.victory.aims import Aim, Way
from engine.games.bd.victory.campaign import debit_intruders, intruders
from engine.games.bd.victory.expedition import resolve
from engine.games.bd.victory.pending import pending
from engine.games.bd.victory.siege import settle_siege
from engine.play.asked import Score
from engine.play.citing import rule

BEFORE_CHECK: tuple[Callable[[Ctx], None], ...] = (debit_intruders, settle_siege, reward, resolve, judge)
"""What brings or costs points in a Victory Check Phase before the total is looked at, in this order."""


@rule("bd:4.14")
def limits(c: Ctx) -> tuple[int, int] | None:
    """The most points with which the Soviet side wins now and the least with which the German does, if any count."""
    if c.state.turn < int(c.scenario["victory"]["first_check"]):
        return None
    return tables(c).victory_check.get(c.state.turn)


@rule("bd:4.14")
def aims(c: Ctx) -> list[Aim]:
    """How far the German total is from winning."""
    found = limits(c)
    if found is None:
        return []
    return [Aim("German points", c.state.vp, found[1], "bd:4.14")]


# ---------------------------------------------------------------------- forgiveness points
@rule("bd:4.20")
def final(c: Ctx) -> int:
    """The points to compare: at the end of the last turn those forgiven are added or taken."""
    last = c.state.turn >= tables(c).last_turn
    return c.state.vp + (c.state.forgiven if last else 0)


@rule("bd:4.20")
def forgiving(c: Ctx) -> bool:
    """Whether play goes on beyond the numbers of the chart: by the option, before the last turn."""
    return c.options.get("forgiveness") == "on" and c.state.turn < tables(c).last_turn


@rule("bd:4.20")
def _forgive(c: Ctx, low: int, high: int) -> None:
    """A point is noted for each that the total is outside of the range in which play goes on."""
    points = c.state.vp
    more = points - high + 1 if points >= high else points - low - 1
    c.state.forgiven += more
    c.touch()
    text = f"Play goes on with {points} VP: {more:+d} FP, {c.state.forgiven:+d} in all."
    c.say("victory", text, "bd:4.20")


# ---------------------------------------------------------------------- the check
@rule("bd:4.14")
def check(c: Ctx) -> None:
    """The total is compared with the chart; between its two numbers the game goes on."""
    for count in BEFORE_CHECK:
        count(c)
        if c.state.over:
            return
    found, points = limits(c), final(c)
    if found is None:
        return
    low, high = found
    if not low < points < high and forgiving(c):
        _forgive(c, low, high)
        return
    chart = f"the Soviet side wins with {low} or fewer, the German side with {high} or more"
    if low < points < high:
        c.say("victory", f"Play goes on with {points} VP: {chart}.", "bd:4.14")
        return
    winner = "soviet" if points <= low else "axis"
    c.say("victory", f"{SIDE_WORDS[winner]} wins with {points} VP: {chart}.", "bd:4.14")
    c.over(winner, "points", "bd:4.14")


def title(c: Ctx) -> str:
    """``Victory Check``."""
    return "Victory Check"


@rule("bd:4.2", "bd:4.14")
def score(c: Ctx) -> Score:
    """The points, with what decides at the end of this turn."""
    found, first = limits(c), int(c.scenario["victory"]["first_check"])
    low, high = found or tables(c).victory_check[first]
    when = "this turn" if found else f"turn {first}, the first that looks at points"
    lines = [
        TallyLine(f">={high}", f"the German side wins at the end of {when}", "bd:4.14"),
        TallyLine(f"<={low}", f"the Soviet side wins at the end of {when}", "bd:4.14"),
    ]
    if c.state.forgiven:
        lines.append(TallyLine(f"{c.state.forgiven:+d}", "forgiveness points, counted at the end", "bd:4.20"))
    for h in intruders(c):
        lines.append(TallyLine("-1", f"Soviet units in {c.board.describe(h)} at the end of this turn", "bd:4.2"))
    still = tuple(TallyLine(value, text, law) for value, text, law in pending(c))
    return Score(
        "axis", c.state.vp, found[1] if found else 0, tuple(lines), "bd:4.2", "bd:4.14" if found else "", still
    )


BY_POINTS = Way(aims, check, title, score)
"""The way of ``by = "points"``."""
