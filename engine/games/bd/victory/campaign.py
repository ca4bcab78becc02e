"""4.2, 4.15, 4.21: what the campaign counts besides places held: Soviet units in the Reich, Moscow, an early Kiev."""

from __future__ import annotations

import re
from typing import Any

from engine.components.grid import Hex
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.units import occupied
from engine.play.citing import rule

NEAR = 2
"""Hexes from which a Soviet unit is near to the Reich."""


def _terms(c: Ctx) -> dict[str, Any]:
    """The scenario's ``[victory]``; what it has no table of is not counted."""
    found: dict[str, Any] = c.scenario["victory"]
    return found


# ---------------------------------------------------------------------- Soviet units in the Reich
@rule("bd:4.2")
def homeland(c: Ctx) -> frozenset[Hex]:
    """Hexes of Greater Germany and the General Government, on the turns when Soviet units there cost points."""
    terms = _terms(c).get("occupation")
    if terms is None or not terms["first"] <= c.state.turn <= terms["last"]:
        return frozenset()
    key = "homeland " + " ".join(terms["countries"])
    found: frozenset[Hex] | None = c.board.memo.get(key)
    if found is None:
        home = {name for country in terms["countries"] for name in c.data.meta["countries"][country]}
        found = c.board.memo[key] = frozenset(h for h in range(c.grid.size) if tables(c).country(h) in home)
    return found


def intruders(c: Ctx) -> list[Hex]:
    """Those of them in which Soviet units stand."""
    return sorted(homeland(c) & occupied(c, "soviet"))


@rule("bd:4.2")
def threatened_home(c: Ctx) -> set[Hex]:
    """Those of them that Soviet units are near to, or in."""
    return {h for h in homeland(c) if any(c.grid.distance(h, n) <= NEAR for n in occupied(c, "soviet"))}


@rule("bd:4.2")
def debit_intruders(c: Ctx) -> None:
    """At the end of a turn each of these hexes costs a point, whatever the supply."""
    if found := intruders(c):
        c.state.vp -= len(found)
        c.touch()
        text = f"Soviet units in {len(found)} hex{'es' * (len(found) != 1)} of the Reich: -{len(found)} VP,"
        c.say("points", f"{text} {c.state.vp} now.", "bd:4.2", hexes=found)


# ---------------------------------------------------------------------- Moscow
@rule("bd:4.15")
def surrender_bonus(c: Ctx) -> int:
    """What Kiev and Leningrad in German hands add to the die for Moscow."""
    terms = _terms(c).get("surrender", {})
    chart = c.data.charts["moscow_sudden_death"]["modifiers"]
    bonus = {what: value for what, value in chart["rows"]}
    held = [name for name, label in terms.get("helped_by", {}).items() if c.state.control.get(label) == "axis"]
    return int(bonus["both"] if len(held) > 1 else sum(bonus[name] for name in held))


@rule("bd:4.15")
def moscow_falls(c: Ctx, side: str, h: Hex) -> None:
    """The first time that the German side takes Moscow, a die may end the war."""
    terms = _terms(c).get("surrender")
    if terms is None or side != "axis" or c.label(h) != terms["city"] or c.state.moscow_rolled:
        return
    needed = int(re.findall(r"\d+", c.data.charts["moscow_sudden_death"]["rows"][1][0])[0])
    bonus = surrender_bonus(c)
    outcome = ["surrender" if n + bonus >= needed else "no surrender" for n in range(1, 7)]
    die = c.roll(6, results=outcome)
    c.state.moscow_rolled = 1
    c.touch()
    text = f"Moscow falls: roll {die}, +{bonus}: {outcome[die - 1]}."
    c.say("victory", text, "bd:4.15", rolls=[die], hexes=[h])
    if outcome[die - 1] == "surrender":
        c.over("axis", "sudden death", "bd:4.15")


# ---------------------------------------------------------------------- an early Kiev
@rule("bd:4.21")
def early_kiev(c: Ctx, side: str, h: Hex) -> tuple[int, str] | None:
    """By the option the first capture of Kiev up to a turn is worth a die less one in place of its point."""
    terms = _terms(c).get("early_kiev")
    if terms is None or side != "axis" or c.label(h) != terms["city"] or c.state.kiev_fell:
        return None
    c.state.kiev_fell = 1
    if c.options.get("kiev") != "on" or c.state.turn > terms["last"]:
        return None
    less = int(terms["less"])
    die = c.roll(6, results=[f"{n - less} VP" for n in range(1, 7)])
    text = f"Kiev falls early: roll {die}, it is worth {die - less} VP."
    c.say("points", text, "bd:4.21", rolls=[die], hexes=[h])
    return die - less, "bd:4.21"
