"""R244: reinforcements that come later if their side spends Attack Supply where a scenario wants quiet."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.components.wording import counted
from engine.games.efs.arrivals import TURN, turn_of
from engine.games.efs.combat.battles import targets
from engine.games.efs.tables import Ctx
from engine.games.efs.units import to_box
from engine.play.citing import rule


@rule("efs:R244", "efs:15.45")
def look(c: Ctx, side: str) -> None:
    """The end of a Combat Phase, before its points are taken: units that a point spent in the wrong place holds up."""
    for row in c.scenario.get("delay", ()):
        if row["side"] != side or row["turn"] != c.state.turn or not (hexes := _supplied(c, row["north_of"])):
            continue
        units = [u for u in map(c.unit, row["units"]) if turn_of(c, u) > c.state.turn]
        for u in units:
            to_box(c, u, f"{TURN}{turn_of(c, u) + row['by']}")
        if units:
            late = counted(row["by"], "turn", "turns")
            text = f"{row['text']} {c.roster.names(units)} {'comes' if len(units) == 1 else 'come'} {late} later."
            c.say("arrival", text, "efs:R244", hexes=hexes, units=units)


@rule("efs:R244")
def _supplied(c: Ctx, label: str) -> list[Hex]:
    """Hexes north of the row of another that were attacked with Attack Supply in this phase."""
    line, found = c.grid.row(c.hex(label)), set[Hex]()
    for key, named in c.state.battle_asp.items():
        hexes = targets(c, int(key.partition(" ")[0]))
        if named and any(c.grid.row(h) < line for h in hexes):
            found.update(hexes)
    return sorted(found)
