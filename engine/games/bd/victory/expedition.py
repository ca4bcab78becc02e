"""4.13: the dice for the oil of the Caucasus, and what it brings."""

from __future__ import annotations

from engine.games.bd.caucasus import SUCCESSFUL, UNDER_WAY, held, inside, terms
from engine.games.bd.tables import Ctx
from engine.games.bd.victory.prizes import pay
from engine.play.citing import rule

BREAKS_THROUGH = 6
A_TURN = 1


@rule("bd:4.13", "bd:12.3", "bd:R5")
def resolve(c: Ctx) -> None:
    """Victory Check Phase: a die for an expedition under way; one that has succeeded brings a point each turn."""
    s = c.state
    if s.expedition == SUCCESSFUL and inside(c, "axis"):
        pay(c, A_TURN, "bd:4.13", "Oil from the Caucasus")
    elif s.expedition == UNDER_WAY and s.turn != c.scenario["victory"].get("expedition", {}).get("rolled"):
        _throw(c)


def _throw(c: Ctx) -> None:
    more = int(held(c, terms(c)["helped_by"]))
    outcome = ["a breakthrough" if n + more >= BREAKS_THROUGH else "nothing" for n in range(1, 7)]
    die = c.roll(6, results=outcome)
    text = f"The Caucasus expedition: roll {die}, +{more}: {outcome[die - 1]}."
    c.say("points", text, "bd:4.13", rolls=[die])
    if die + more >= BREAKS_THROUGH:
        c.state.expedition = SUCCESSFUL
        worth = c.roll(6, results=[f"{n} VP" for n in range(1, 7)])
        pay(c, worth, "bd:4.13", f"The oil of Transcaucasia, roll {worth}", rolls=[worth])
