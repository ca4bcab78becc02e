"""The keys of the protocol that tell of a unit, in their order, with what never changes about it."""

from __future__ import annotations

from typing import Any

from engine.components.grid import Unit
from engine.components.roster import Roster


def hidden_unit(roster: Roster, u: Unit) -> dict[str, Any]:
    """What is known of a unit that may not be looked at, with the keys of the protocol."""
    blank = (
        "nationality",
        "type",
        "size",
        "mech",
        "formation",
        "hex",
        "steps",
        "max_steps",
        "attack",
        "defense",
        "move",
    )
    known = {"side": roster.side[u], "flags": [], "commander": "", "values": "?", "hidden": True}
    return {**dict.fromkeys((*roster.further, *blank)), **known}


def printed_unit(r: Roster, u: Unit, lost: int, where: str) -> dict[str, Any]:
    """All keys of a unit that lies open, in their order, with what is printed on it; kept, as it never changes."""
    found: dict[str, Any] = {
        **r.further_of(u, lost), "id": r.ids[u], "name": "", "short": "", "side": r.side[u],
        "nationality": "", "type": r.kind[u],
        "size": "headquarters" if r.hq[u] else r.size[u] or "division", "mech": r.mech[u],
        "formation": r.formation_titles.get(r.formation[u], r.formation[u]), where: "",
        "steps": 0, "max_steps": r.steps[u], "attack": None, "defense": None, "move": None,
        "flags": [], "commander": "", "values": "", "hidden": False, "provenance": r.provenance,
    }  # fmt: skip
    r.prepared[u, lost, where] = found
    return found
