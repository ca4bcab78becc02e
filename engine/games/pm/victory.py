"""Section 4: Victory Points, the check at the end of each turn, and Moscow."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.components.wording import counted
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import pay
from engine.play.citing import rule


@rule("pm:4.2")
def expected_points(c: Ctx) -> int:
    """Points of the places held, less what was paid for good: ``points_paid``."""
    held = sum(
        place.value
        for place in c.board.places
        if place.value and all(c.state.control.get(c.label(h)) == "axis" for h in place.hexes)
    )
    return held - c.state.points_paid


@rule("pm:4.2", "pm:4.3")
def points(c: Ctx, h: Hex) -> int:
    """Victory points of the place in a hex; they stand in its first hex alone, for they are won by all together."""
    place = tables(c).place(h)
    return place.value if place and place.hexes[0] == h else 0


@rule("pm:4.6")
def moscow_falls(c: Ctx) -> None:
    """The first time both hexes are German a die decides: even ends the war."""
    s, moscow = c.state, tables(c).moscow
    if s.moscow_thrown or not moscow or any(s.control.get(c.label(h)) != "axis" for h in moscow):
        return
    s.moscow_thrown = 1
    die = c.roll(6, results=["the war goes on", "the Soviet system collapses"] * 3)
    if die % 2 == 0:
        c.say("victory", "Moscow falls and the Soviet system collapses.", "pm:4.6", rolls=[die])
        c.over("axis", "Moscow sudden death", "pm:4.6")
    else:
        c.say("victory", "Moscow falls, but the Soviet side fights on.", "pm:4.6", rolls=[die])


@rule("pm:4.4", "pm:R8")
def incursions(c: Ctx) -> None:
    """One point less for every Soviet ground unit in the ZOMO of Greater Germany at the end of a game turn."""
    zone = tables(c).zone("zomo_germany")
    there = [u for u, h in enumerate(c.state.hex_of) if h in zone and c.roster.side[u] == "soviet"]
    if there:
        who = counted(len(there), "Soviet unit stands", "Soviet units stand")
        pay(c, len(there), f"{who} in the ZOMO of Greater Germany", "pm:4.4")


@rule("pm:4.5", "pm:17.2")
def needed(c: Ctx, turn: int) -> int:
    """Points with which the German side wins at the end of a turn."""
    return int(next(r["german_win_min"] for r in tables(c).chart("victory") if r["turn"] == turn))


@rule("pm:4.1", "pm:4.5")
def check(c: Ctx) -> None:
    """The Victory Check Phase."""
    incursions(c)
    s = c.state
    wanted = needed(c, s.turn)
    if s.vp >= wanted:
        text = f"The German side has {s.vp} of {wanted} VP at the end of turn {s.turn} and wins."
        c.say("victory", text, "pm:4.5")
        c.over("axis", "victory points", "pm:4.5")
    elif s.turn >= tables(c).last_turn:
        c.say("victory", f"The German side has {s.vp} of {wanted} VP at the end: the Soviet side wins.", "pm:4.5")
        c.over("soviet", "the German side fell short", "pm:4.5")
    else:
        c.say("victory", f"The German side has {s.vp} VP and needs {wanted} now to win: play goes on.", "pm:4.5")
