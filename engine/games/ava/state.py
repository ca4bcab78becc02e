"""What changes in a game of A Victory Awaits."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.play.noted import Noted, NotedEach
from engine.play.state import LATE, State

FRESH, NORMAL, STRATEGIC, SPENT = range(4)
"""How a unit has moved in this Movement Segment: not yet, normally, by road at half cost, with its whole allowance."""

OUT_OF_COMMAND, HELD_BACK = 2, 4
"""Flags of an activated unit: normal movement only and half strength (17.2); out of enemy zones, no attack (18.1)."""


@dataclass
class AvaState(State):
    """Columns by unit run along the roster; hexes in dicts are labels."""

    active: list[int] = field(default_factory=list)
    """1 for the units activated by the present command (8.1), with flags for what Reserve bars (17.2)."""
    mp_left: list[int] = field(default_factory=list)
    """Half movement points left in this segment (9.2)."""
    mode: list[int] = field(default_factory=list)
    """``FRESH``, ``NORMAL``, ``STRATEGIC`` or ``SPENT``."""
    moving: int = -1
    """The unit that moved last: it alone may go on, no unit moves after another has begun (9.1)."""
    target: list[int] = field(default_factory=list)
    """Per unit the hex it is declared to attack, -1 for none (10.2(1))."""
    fought: list[int] = field(default_factory=list)
    """1 for units that have attacked in this segment (10.1)."""
    attacked: list[int] = field(default_factory=list)
    """Hexes attacked in this segment (10.1)."""
    retreated: list[int] = field(default_factory=list)
    """1 for units that retreated in this segment: they do not defend (10.3(1))."""
    chits: dict[str, str] = field(default_factory=dict)
    """Chit to where it is: ``later``, ``ready``, ``chosen``, ``kept`` (chosen, to be held), ``cup``, ``hand``,
    ``played``; ``hidden`` in the view of the other.

    ``up 2`` and ``down 2`` are places in the queue (19.4); ``cup A1`` is the cup of one player (20.1).
    """
    cup: int = 0
    """How many chits are in the cup; both sides may count them."""
    drawn: str = ""
    """The chit being resolved."""
    rivers: bool = True
    """Whether rivers halve attacks: not in the surprise attack (15.1)."""
    control: dict[str, str] = field(default_factory=dict)
    """Hexes whose control matters to the side that entered last (3.4)."""
    fortress: dict[str, int] = field(default_factory=dict)
    """Fortress steps by hex (14)."""
    stand_fast: list[str] = field(default_factory=list)
    """Hexes with a Stand Fast marker (16.2)."""
    memory: dict[str, int] = field(default_factory=dict, metadata=LATE)
    """What special rules must remember, read and written by the names below."""
    markers_lost = NotedEach("lost ")
    """Fortress markers lost for good, by map (14.3)."""
    zhukov_turn = Noted("zhukov")
    """Turn in which Zhukov's Command was declared (18.1)."""
    near_leningrad = Noted("near")
    """1 once an Axis unit has come near Leningrad in the present command (18.1)."""
