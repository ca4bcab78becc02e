"""7.53: results S of the Soviet Replacements Table: a hex is supplied for the turn, or a further point comes."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.games.efs.arrivals import further_unit
from engine.games.efs.state import GENERAL
from engine.games.efs.supply import status
from engine.games.efs.tables import Ctx
from engine.games.efs.units import fighters, to_box
from engine.play.action import Refusal
from engine.play.citing import rule

SOVIET, SUPPLY = "soviet", "S"


def left(c: Ctx, side: str) -> int:
    """Results S that a side may still use in this turn."""
    return c.state.events[SUPPLY] if side == SOVIET else 0


@rule("efs:7.53")
def short(c: Ctx) -> list[Hex]:
    """Hexes with Soviet units that have an Emergency Supply or Out of Supply marker."""
    own = fighters(c, SOVIET).items()
    return sorted(h for h, here in own if any(status.status(c, u) != GENERAL for u in here))


@rule("efs:7.53")
def usable(c: Ctx, side: str) -> bool:
    """Whether a side has a result S and something to use it for."""
    return bool(left(c, side)) and bool(short(c) or further_unit(c, side) >= 0)


def _any_left(c: Ctx, side: str) -> Refusal | None:
    return None if left(c, side) else Refusal("efs:7.53", "Your side has no result S left in this turn.")


@rule("efs:7.53", "efs:6.33", "efs:6.34")
def may_relieve(c: Ctx, side: str, h: Hex) -> Refusal | None:
    """Whether a result S may take the supply markers off a hex."""
    if (refusal := _any_left(c, side)) is not None or h in short(c):
        return refusal
    return Refusal("efs:7.53", f"No unit of yours in {c.board.describe(h)} has a supply marker.", (h,))


@rule("efs:7.53")
def relieve(c: Ctx, h: Hex) -> None:
    """The units of a hex have General Supply for the rest of the turn."""
    units = [u for u in fighters(c, SOVIET)[h] if status.status(c, u) != GENERAL]
    status.give(c, units)
    c.state.events[SUPPLY] -= 1
    c.touch()
    text = f"{c.roster.names(units)} in {c.board.describe(h)}: General Supply for this turn."
    c.say("supply", text, "efs:7.53", hexes=[h], units=units)


@rule("efs:7.53", "efs:6.43", "efs:6.45")
def may_demand(c: Ctx, side: str) -> Refusal | None:
    """Whether a result S may bring a further supply point."""
    if (refusal := _any_left(c, side)) is not None or further_unit(c, side) >= 0:
        return refusal
    return Refusal("efs:6.43", "No supply unit is at hand for a further point.")


@rule("efs:7.53", "efs:6.45")
def demand(c: Ctx) -> None:
    """A further Attack Supply Point waits to enter, as a Mobile Supply Unit or with one that waits as a dump."""
    u = further_unit(c, SOVIET)
    to_box(c, u, f"turn {c.state.turn}")
    c.state.asp[u] += 1
    c.state.events[SUPPLY] -= 1
    c.touch()
    c.say("arrival", f"{c.roster.short[u]}: one more Attack Supply Point may enter.", "efs:7.53", units=[u])
