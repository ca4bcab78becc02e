"""Which headquarters can be expected to act, and with whom: read from where the chits of a whole position are."""

from __future__ import annotations

from engine.components.grid import Unit
from engine.games.ava.phases.command import activates, in_command, nationality, quota
from engine.games.ava.tables import Ctx, tables
from engine.players.planner.knowledge import Command

THIS_TURN = ("cup", "hand", "up ", "down ", "chosen", "kept")
"""Where chits are that come up in this turn."""
NEXT_TURN = ("ready", "played", "hidden")
"""Where those are of which the next turn's are selected."""
AWAY = ("box", "later")
"""Where those are that cannot be: of other maps, or of a later turn."""
SOON = 0.8
"""Chance that a chit of this turn comes up before those whom it strikes have had theirs again."""
STRAY = 0.1
"""The same of units that no headquarters leads."""
LATER = 0.5
"""The same of one that is selected for the next turn."""


def commands(c: Ctx, side: str) -> list[Command]:
    """Every headquarters on the map with all whom it activates; two chits of one are two chances (8.1, 6.2). Those whom
    none leads are one more: a headquarters may come up to them."""
    likely = acting(c, side)
    led = {hq: frozenset(in_command(c, hq)) for hq in sorted(likely)}
    found = [Command(units, likely[hq]) for hq, units in led.items() if likely[hq] > 0]
    sides = c.roster.side
    stray = frozenset(u for u, h in enumerate(c.state.hex_of) if h >= 0 and sides[u] == side).difference(*led.values())
    return [*found, Command(stray, STRAY)] if stray else found


def acting(c: Ctx, side: str) -> dict[Unit, float]:
    """By headquarters on the map the chance that it acts."""
    found: dict[Unit, float] = {}
    for chit, entry in tables(c).chits.items():
        hq = c.roster.by_id.get(entry["hq"], -1)
        if entry["owner"] == side and hq >= 0 and c.state.hex_of[hq] >= 0:
            found[hq] = 1 - (1 - found.get(hq, 0.0)) * (1 - chance(c, side, chit))
    return found


def pending(c: Ctx, side: str) -> bool:
    """Whether a side will have another chit in this turn."""
    places = c.state.chits
    return any(e["owner"] == side and places.get(k, "later").startswith(THIS_TURN) for k, e in tables(c).chits.items())


def chance(c: Ctx, side: str, chit: str) -> float:
    """How likely a chit is to come up before the units of the other side have acted again."""
    where = c.state.chits.get(chit, "later")
    if where.startswith(THIS_TURN):
        return SOON
    if where not in NEXT_TURN or c.state.turn >= tables(c).last_turn:
        return 0.0
    nation, places = nationality(c, chit), c.state.chits
    own = [k for k, entry in tables(c).chits.items() if entry["owner"] == side and places.get(k, "box") not in AWAY]
    rivals = sum(nationality(c, k) == nation and (k == chit or activates(c, k)) for k in own)
    return LATER * min(quota(c, side).get(nation, 0) / rivals, 1.0)
