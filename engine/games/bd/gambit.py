"""4.16, 4.17: Manstein's Gambit, the all-out offensive of summer 1943, and its paratroop corps that may drop."""

from __future__ import annotations

from typing import Any

from engine.components.grid import Unit
from engine.games.bd.tables import Ctx
from engine.games.bd.units import REMOVED, to_box
from engine.play.citing import rule

AIR = "air drop"
"""Box of the paratroop corps while it is kept for its drop."""


def terms(c: Ctx) -> dict[str, Any]:
    """What the Gambit brings, as the data of the game have it."""
    found: dict[str, Any] = c.data.meta["gambit"]
    return found


@rule("bd:14.8")
def begin(c: Ctx) -> None:
    """In a scenario of the Gambit it runs from the first turn on."""
    if turn := c.scenario.get("gambit", {}).get("from_turn"):
        c.state.gambit = int(turn)


@rule("bd:14.8", "bd:4.16")
def running(c: Ctx) -> bool:
    """Whether the Gambit has been declared."""
    return bool(c.state.gambit)


@rule("bd:4.17", "bd:14.11")
def replacements(c: Ctx, side: str) -> tuple[int, int] | None:
    """German steps for mechanized and other units while the Gambit runs; ``None`` where those of the track count."""
    if side != "axis" or not running(c):
        return None
    mech, foot = (int(n) for n in terms(c)["replacements"].split("/"))
    return mech, foot


@rule("bd:4.17", "bd:R6")
def stays(c: Ctx, u: Unit) -> bool:
    """Whether the Gambit keeps a unit from being withdrawn."""
    return running(c) and c.roster.ids[u] in terms(c)["no_withdrawal"]


# ---------------------------------------------------------------------- the air drop
@rule("bd:4.17")
def drops(c: Ctx, u: Unit) -> bool:
    """Whether a unit may come by air drop."""
    return bool(c.roster.ids[u] == terms(c)["air_drop"])


@rule("bd:4.17", "bd:R47")
def paratroops(c: Ctx) -> Unit | None:
    """The corps that can drop now: kept for it, on the first turn of the Gambit; ``None`` where there is none."""
    u = c.roster.by_id[terms(c)["air_drop"]]
    return u if c.state.box[u] == AIR and c.state.turn == c.state.gambit else None


@rule("bd:4.17", "bd:R72")
def keep_for_drop(c: Ctx, u: Unit) -> None:
    """A paratroop corps that has not entered over land stands ready to drop in this turn."""
    to_box(c, u, AIR)
    c.say("reinforcement", f"{c.roster.name[u]} stands ready for its air drop.", "bd:4.17", units=[u])


@rule("bd:4.17", "bd:R72")
def missed(c: Ctx, side: str) -> None:
    """End of the German player turn: who has not dropped never does."""
    u = paratroops(c)
    if side == "axis" and u is not None:
        to_box(c, u, REMOVED)
        text = f"{c.roster.name[u]} has made no air drop and is forfeit."
        c.say("reinforcement", text, "bd:4.17", units=[u])
