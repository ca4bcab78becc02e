"""14.7, 8.1: what lies out of an enemy's sight, under the top unit of a stack or beside the map."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.components.load import GameData
from engine.games.pm.state import PmState
from engine.play.citing import rule

UNSEEN = "off map"
"""Box, in the view of the German player, of Soviet units that are not on the map (8.1)."""
OUT_OF_SIGHT = ("rvgk", "turn", "arriving")
"""Boxes of Soviet units that the German player does not look into; how many tank brigades are left to come is told
with the dice (8.9)."""
FIGHTING = ("battle", "mobile-again")
"""Steps that begin once both sides have looked at who takes part in a battle."""


@rule("pm:8.1")
def out_of_sight(data: GameData, state: PmState, side: str) -> list[Unit]:
    """Units beside the map that a side may not see."""
    if side == "soviet":
        return []
    own, boxes = data.roster.side, {box for box in set(state.box) if box.split(" ")[0] in OUT_OF_SIGHT}
    return [u for u, box in enumerate(state.box) if box in boxes and own[u] == "soviet"] if boxes else []


@rule("pm:14.7", "pm:R96")
def covered(data: GameData, state: PmState, side: str) -> list[Unit]:
    """Units under the top one of a stack that is not the side's own, save those that both sides are looking at."""
    if "14.7" in data.choices:
        return []
    own, found, tops = data.roster.side, list[Unit](), {-1}
    for u, h in enumerate(state.hex_of):
        if h not in tops:
            if own[u] != side:
                tops.add(h)
        elif h >= 0 and own[u] != side:
            found.append(u)
    open_units, open_hexes = _examined(state)
    return [u for u in found if u not in open_units and state.hex_of[u] not in open_hexes]


def _examined(state: PmState) -> tuple[set[Unit], set[Hex]]:
    """Who takes part in the battle under way, with the hex attacked; hexes from which the enemy takes units away."""
    units, hexes = set[Unit](), set[Hex]()
    fighting = any(f.step in FIGHTING for f in state.stack)
    for f in state.stack if fighting else ():
        for name in ("attackers", "units", "force"):
            units.update(f.vars.get(name, ()))
        hexes.add(f.vars.get("target", -1))
    for f in state.stack:
        if f.step == "overstack":
            hexes.update(f.vars.get("hexes", ()))
    return units, hexes


@rule("pm:14.7", "pm:8.1")
def concealed(data: GameData, state: PmState, side: str) -> list[Unit]:
    """Every unit that a side may not look at."""
    return [*covered(data, state, side), *out_of_sight(data, state, side)]
