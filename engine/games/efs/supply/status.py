"""6.3: General Supply, Emergency Supply, Out of Supply: found once a turn, and what the last costs."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.efs.edition import edition
from engine.games.efs.forts import BUILDING, in_citadel, strongpoints
from engine.games.efs.kinds import is_flotilla, is_supply, is_train
from engine.games.efs.state import EMERGENCY, GENERAL, OUT
from engine.games.efs.supply.routes import traced
from engine.games.efs.tables import Ctx
from engine.games.efs.units import fighters
from engine.play.citing import rule

WORDS = ("General Supply", "Emergency Supply", "Out of Supply")
"""The states by number, as the rulebook calls them (6.31)."""
RULES = ("efs:6.32", "efs:6.33", "efs:6.34")


# ---------------------------------------------------------------------- hexes
@rule("efs:6.12", "efs:6.26", "efs:R91")
def supplied(c: Ctx, h: Hex, side: str) -> bool:
    """Whether a hex is in General Supply for a side: a route leads from it, or a supply unit fed it in this turn."""
    return traced(c, h, side) or bool(c.state.fed[fed_key(c, h, side)])


def fed_key(c: Ctx, h: Hex, side: str) -> str:
    """The word under which the state notes that a hex was fed."""
    return f"{side} {c.label(h)}"


# ---------------------------------------------------------------------- units
@rule("efs:6.37", "efs:6.44", "efs:18.54", "efs:21.34", "efs:6.22")
def needs_none(c: Ctx, u: Unit) -> bool:
    """Whether a unit has General Supply without a route: supply units, trains, flotillas, in citadels, off the map."""
    h = c.state.hex_of[u]
    if h < 0 or is_supply(c, u):
        return True
    if (is_train(c, u) or is_flotilla(c, u)) and not edition(c).trains_need_supply:
        return True
    return in_citadel(c, h, c.roster.side[u])


@rule("efs:6.31", "efs:6.34", "efs:18.54")
def status(c: Ctx, u: Unit) -> int:
    """``GENERAL``, ``EMERGENCY`` or ``OUT``, as the Supply Status Phase of the turn has fixed it."""
    return GENERAL if needs_none(c, u) else c.state.supply[u]


@rule("efs:6.32", "efs:6.33", "efs:6.34", "efs:6.11")
def found(c: Ctx, u: Unit) -> int:
    """The status that a Supply Status Phase now would give a unit."""
    if needs_none(c, u) or traced(c, c.state.hex_of[u], c.roster.side[u]):
        return GENERAL
    return EMERGENCY if c.state.supply[u] == GENERAL else OUT


@rule("efs:6.11", "efs:6.22", "efs:6.31")
def settle(c: Ctx) -> None:
    """Find the status of every unit of both sides; those off the map have General Supply."""
    now = [GENERAL] * len(c.roster)
    for side in c.data.meta["sides"]:
        for units in fighters(c, side).values():
            for u in units:
                now[u] = found(c, u)
    before, c.state.supply = c.state.supply, now
    c.state.given = [0] * len(c.roster)
    c.state.fed.clear()
    c.touch()
    for side in c.data.meta["sides"]:
        _tell(c, side, before)


def _tell(c: Ctx, side: str, before: list[int]) -> None:
    """Log which units of a side changed for the better or worse, and how many have been without for longer."""
    own = [u for u, h in enumerate(c.state.hex_of) if h >= 0 and c.roster.side[u] == side]
    for state in (GENERAL, EMERGENCY, OUT):
        changed = [u for u in own if c.state.supply[u] == state != before[u]]
        if changed:
            again = " again" if state == GENERAL else ""
            text = f"{c.roster.names(changed)}: {WORDS[state]}{again}."
            c.say("supply", text, RULES[state], units=changed, hexes={c.state.hex_of[u] for u in changed})


@rule("efs:6.26", "efs:6.32", "efs:7.53")
def give(c: Ctx, units: Iterable[Unit]) -> None:
    """Put units into General Supply for this turn, by a supply unit or a special event."""
    for u in units:
        c.state.supply[u], c.state.given[u] = GENERAL, 1
    c.touch()


# ---------------------------------------------------------------------- effects
@rule("efs:6.35", "efs:6.33", "efs:R91")
def is_out(c: Ctx, u: Unit) -> bool:
    """Whether a unit suffers from being Out of Supply; in Emergency Supply it does not."""
    return status(c, u) == OUT


# ---------------------------------------------------------------------- strongpoints
@rule("efs:6.36")
def deserted(c: Ctx, side: str) -> list[Hex]:
    """Strongpoints of a side that nobody holds or guards from a hex beside them and that are Out of Supply now."""
    own = fighters(c, side)
    alone = (h for h in strongpoints(c, side) if h not in own and not any(n in own for n in c.grid.adjacent[h]))
    return [h for h in alone if not supplied(c, h, side)]


@rule("efs:6.36", "efs:18.13")
def deteriorate(c: Ctx) -> None:
    """Take away strongpoints that have been deserted for longer than the edition allows."""
    grace, turns = edition(c).works_last, c.state.works_out
    for side in c.data.meta["sides"]:
        empty = deserted(c, side)
        for h in strongpoints(c, side):
            label = c.label(h)
            if h not in empty:
                turns.pop(label, None)
                continue
            turns[label] += 1
            word = "unfinished strongpoint" if BUILDING in c.state.works[label] else "strongpoint"
            if turns[label] <= grace:
                c.say("fort", f"{c.board.describe(h)}: deserted {word} in Emergency Supply.", "efs:6.36", hexes=[h])
            else:
                del c.state.works[label]
                del turns[label]
                c.say("fort", f"{c.board.describe(h)}: deserted {word} removed.", "efs:6.36", hexes=[h])
    c.touch()
