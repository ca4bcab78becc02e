"""What can be asked about units: what they have done, where they are when they are not on the map."""

from __future__ import annotations

from engine.components.grid import Unit
from engine.games.ava.choices import choices
from engine.games.ava.phases.command import label_of
from engine.games.ava.phases.movement import reach_query
from engine.games.ava.phases.seats import commander
from engine.games.ava.phases.transfer import BOX as TRANSFERRED
from engine.games.ava.setup.step import WAITING
from engine.games.ava.state import FRESH, HELD_BACK, OUT_OF_COMMAND, SPENT, STRATEGIC
from engine.games.ava.tables import Ctx
from engine.games.ava.units import reduced, strength
from engine.games.ava.zones import communicates, supply_of
from engine.play.citing import rule
from engine.play.queries import UnitQueries


def flags(c: Ctx, u: Unit) -> list[str]:
    """Words for what a unit is and has done: ``activated``, ``moved``, ``reduced`` ..."""
    s, found = c.state, []
    for on, word in (
        (reduced(c, u), "reduced"),
        (bool(s.active[u]), "activated"),
        (bool(s.active[u] & OUT_OF_COMMAND), "half strength out of command range"),
        (bool(s.active[u] & HELD_BACK), "Reserve: no attack"),
        (s.mode[u] not in (FRESH, STRATEGIC), "moved"),
        (s.mode[u] == STRATEGIC, "moved by road"),
        (s.mode[u] == SPENT, "spent its allowance"),
        (s.target[u] >= 0, "attacking"),
        (bool(s.fought[u]), "has attacked"),
        (bool(s.retreated[u]), "retreated"),
    ):
        if on:
            found.append(word)
    if s.hex_of[u] >= 0 and not communicates(c, c.roster.side[u], s.hex_of[u]):
        found.append("out of communications")
    return found


@rule("ava:5.0", "ava:12.1", "ava:15.3", "ava:17.3", "ava:18.1")
def whereabouts(c: Ctx, u: Unit) -> str:
    """Where a unit off the map is, and when it comes; empty for units that take no part."""
    box = c.state.box[u]
    kind, _, number = box.partition(" ")
    if kind == "track":
        return f"on the turn track: available from turn {number}"
    if kind == "turn":
        return _arrives(c, *number.split(": ", 1))
    if box.startswith(TRANSFERRED):
        return f"on the turn track: returns with a Reinforcements chit from turn {box.removeprefix(TRANSFERRED)} on"
    return {
        "available": "in the Available Box: comes with a Reinforcements chit",
        "eliminated": "eliminated, does not come back",
        "withdrawn": "withdrawn, does not come back",
        "not in play": "",
        WAITING: "to be set up",
    }.get(box, f"in the box '{box}'")


def _arrives(c: Ctx, turn: str, key: str) -> str:
    """How the units of one line of the scenario's arrivals come."""
    arrival = c.data.scenario["arrival"][key]
    chit = label_of(c, arrival["chit"])
    if arrival["entry"] == "reinforcement":
        return f"comes with the {chit} of turn {turn}"
    return f"enters over the map edge on turn {turn} with the {chit} chit"


UNITS = UnitQueries(
    strength=strength,
    reach=reach_query,
    supply=supply_of,
    flags=flags,
    whereabouts=whereabouts,
    commander=lambda c, u: commander(c, u) if choices(c).seats else "",
)
