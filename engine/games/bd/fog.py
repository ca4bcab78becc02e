"""11.7: what lies out of an enemy's sight, under the top unit of a Soviet stack or beside the map."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.components.load import GameData
from engine.games.bd.state import BdState
from engine.play.citing import rule

UNSEEN = "off map"
"""Box, in the view of the opponent, of units that he may not look at (11.7)."""
HIDDEN = {"axis": ("turn", "arriving"), "soviet": ("turn", "arriving", "rvgk")}
"""By the owner the boxes that the opponent does not look into: stacked reinforcements, and the RVGK."""
FIGHTING = ("battle",)
"""Steps that begin once the attacker has looked at who defends."""


@rule("bd:11.7")
def out_of_sight(data: GameData, state: BdState, side: str) -> list[Unit]:
    """Units beside the map that a side may not see; side ``""`` sees what both do."""
    own = data.roster.side
    places = {box: box.split(" ")[0] for box in set(state.box) if box}
    closed = {owner: {box for box, place in places.items() if place in names} for owner, names in HIDDEN.items()}
    return [u for u, box in enumerate(state.box) if own[u] != side and box in closed[own[u]]]


@rule("bd:11.7")
def covered(data: GameData, state: BdState, side: str) -> list[Unit]:
    """Soviet units under the top one of a stack, for the German player, save those that both are looking at."""
    if side == "soviet":
        return []
    own, found, tops = data.roster.side, list[Unit](), set[Hex]()
    for u, h in enumerate(state.hex_of):
        if h >= 0 and own[u] == "soviet":
            if h in tops:
                found.append(u)
            tops.add(h)
    open_units, open_hexes = _examined(state)
    return [u for u in found if u not in open_units and state.hex_of[u] not in open_hexes]


def _examined(state: BdState) -> tuple[set[Unit], set[Hex]]:
    """Who takes part in the battle under way, with the hex attacked; hexes from which the enemy takes units away."""
    units, hexes = set[Unit](), set[Hex]()
    for f in state.stack if any(f.step in FIGHTING for f in state.stack) else ():
        for name in ("attackers", "units", "force"):
            units.update(f.vars.get(name, ()))
        hexes.add(f.vars.get("target", -1))
    for f in state.stack:
        if f.step == "overstack":
            hexes.update(f.vars.get("hexes", ()))
    return units, hexes


@rule("bd:11.7")
def concealed(data: GameData, state: BdState, side: str) -> list[Unit]:
    """Every unit that a side may not look at."""
    return [*covered(data, state, side), *out_of_sight(data, state, side)]
