"""15.4: the cities on both sides of the border of 1941 decide, or nobody wins."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.charts import TallyLine
from engine.components.grid import Hex
from engine.games.bd.tables import SIDE_WORDS, Ctx, tables
from engine.games.bd.victory.aims import Aim, Demand, Way
from engine.play.asked import Score
from engine.play.citing import rule

HOMES = {"axis": "west", "soviet": "east"}
"""On which side of the border the cities lie that a side has to hold."""


@rule("bd:15.4")
def at_home(c: Ctx, side: str) -> list[Hex]:
    """The cities on a side's own side of the border."""
    t = tables(c)
    return [h for h in t.cities if t.in_ussr(h) == (side == "soviet")]


def industry(c: Ctx) -> Hex:
    """The Upper Silesian Industrial Region."""
    return c.board.index[c.scenario["victory"]["industry"]]


@rule("bd:15.4")
def to_keep(c: Ctx, side: str) -> list[Hex]:
    """What a side has to hold on its own side of the border: all cities, the German side the industrial region too."""
    return [*at_home(c, side), *([industry(c)] if side == "axis" else [])]


@rule("bd:15.4")
def to_take(c: Ctx, side: str) -> list[Hex]:
    """Of what a side has to hold one at least: the enemy's cities, for the Soviet side the industrial region too."""
    return [*at_home(c, c.other(side)), *([industry(c)] if side == "soviet" else [])]


def _held(c: Ctx, side: str, hexes: Iterable[Hex]) -> tuple[Hex, ...]:
    return tuple(h for h in hexes if c.state.control.get(c.label(h)) == side)


@rule("bd:15.4")
def aims_of(c: Ctx, side: str) -> list[Aim]:
    """What a side needs, and how far it is, whatever the supply."""
    keep, take, who = to_keep(c, side), to_take(c, side), SIDE_WORDS[side].replace("The ", "", 1)
    kept, taken = _held(c, side, keep), _held(c, side, take)
    region = "the industrial region or " if side == "soviet" else ""
    own = " and the industrial region" if side == "axis" else ""
    lost = tuple(h for h in keep if h not in kept)
    return [
        Aim(f"{who}: cities {HOMES[side]} of the border{own}", len(kept), len(keep), "bd:15.4", lost),
        Aim(f"{who}: {region}cities {HOMES[c.other(side)]} of it", len(taken), 1, "bd:15.4", taken),
    ]


def demands(c: Ctx) -> list[Demand]:
    """What each side has to hold, all of it, and to take, one of it."""
    sides = [(side, to_keep(c, side), to_take(c, side)) for side in HOMES]
    return [d for side, keep, take in sides for d in (Demand(side, keep, len(keep)), Demand(side, take, 1))]


def aims(c: Ctx) -> list[Aim]:
    """The conditions of both sides."""
    return [a for side in ("soviet", "axis") for a in aims_of(c, side)]


@rule("bd:15.2", "bd:15.4")
def check(c: Ctx) -> None:
    """At the end of the last turn the side with both its conditions wins; if neither has them, nobody does."""
    told = "; ".join(a.told for a in aims(c))
    if c.state.turn < tables(c).last_turn:
        c.say("victory", f"Play goes on. {told}.", "bd:15.4")
        return
    for side in ("soviet", "axis"):
        if all(a.met for a in aims_of(c, side)):
            c.say("victory", f"{SIDE_WORDS[side]} wins. {told}.", "bd:15.4")
            c.over(side, "conditions met", "bd:15.4")
            return
    c.say("victory", f"A draw. {told}.", "bd:15.4")
    c.over("", "draw", "bd:15.4")


def title(c: Ctx) -> str:
    """``What each side needs at the end``."""
    return "What each side needs at the end"


def score(c: Ctx) -> Score:
    """German victory points, which do not decide, and how far the conditions of both sides are met."""
    lines = tuple(TallyLine("yes" if a.met else "no", a.told, a.rule) for a in aims(c))
    east, west = (len(_held(c, side, to_take(c, side))) for side in ("axis", "soviet"))
    decides = f"{east} taken east, {west} west"
    return Score("axis", c.state.vp, 0, lines, "bd:4.2", decides=decides, measure=east + west, unit="cities taken")


BY_BORDER = Way(aims, check, title, score, demands)
"""The way of ``by = "border"``."""
