"""What changes in a game of Proud Monster."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.play.noted import Noted, NotedEach
from engine.play.state import State

SUPPLIED, ATTENUATED, AERIAL, UNSUPPLIED = range(4)
"""Supply states of 9.2, 9.3 and 9.18, as they stand in ``PmState.supply``."""

FRESH, GOING, DONE = range(3)
"""Movement of a unit in this phase: not begun, part of the stack that moves now, ended (12.2, 12.6)."""

NOT_YET, REFITTING, REFITTED = range(3)
"""Refit of a mechanized division (8.20)."""


@dataclass
class PmState(State):
    """Columns by unit run along the roster; hexes in dicts and lists of strings are labels.

    Boxes of units off the map: ``turn 5`` (comes on that turn), ``arriving`` (in hand in this Mutual Reinforcement
    Phase), ``okh north``, ``okh south``, ``shift north`` and ``shift south`` (on the way to there), ``rvgk``,
    ``ports`` (the Southern Ports box), ``tank brigades`` (the 48 of 8.9), ``aside`` (Guards, security divisions, the
    siege artillery until called), ``air`` (aircraft), ``eliminated``, ``withdrawn``, ``converted``, ``to place``
    (during the set-up).
    """

    couplet: int = 1
    identity: list[int] = field(default_factory=list)
    """Per unit the row of the pool that an anonymous counter is; -1 for printed counters, and unknown in a view."""
    tried: list[int] = field(default_factory=list)
    """1 once an anonymous counter has been in combat (2.15)."""
    covered: list[int] = field(default_factory=list)
    """1 in a view for enemy units under the top one of their stack (14.7); never in the truth."""
    supply: list[int] = field(default_factory=list)
    """Supply state found at the start of the unit's movement in this phase (9.8)."""
    mp_left: list[int] = field(default_factory=list)
    """Movement points left in this phase; meaningful once the unit is GOING."""
    moving: list[int] = field(default_factory=list)
    """``FRESH``, ``GOING`` or ``DONE``."""
    origin: list[int] = field(default_factory=list)
    """Hex in which each unit began this movement phase, -1 off the map (12.5, 12.16, 15.8)."""
    parent: int = -1
    """Origin of the stack that moves now: who has moved of it may go on until another stack begins (12.6)."""
    picked: list[int] = field(default_factory=list)
    """1 for units picked to move or attack together; they stand in one hex."""
    still: list[int] = field(default_factory=list)
    """1 for units that may neither move nor attack in this player turn: refit (8.20), landing (11.2), new artillery,
    replacements by air (9.18)."""
    fought: list[int] = field(default_factory=list)
    """1 for units that have attacked in this combat phase (14.4)."""
    attacked: list[int] = field(default_factory=list)
    """Hexes attacked in this combat phase (14.4)."""
    fled: list[int] = field(default_factory=list)
    """1 for units that retreated in this combat phase (14.34)."""
    refit: list[int] = field(default_factory=list)
    """``NOT_YET``, ``REFITTING`` or ``REFITTED``."""
    marked: list[int] = field(default_factory=list)
    """1 for units with a Supply Concentration marker (9.20)."""
    carries: dict[str, str] = field(default_factory=dict)
    """Marker to the id of the unit that it lies on: aircraft by their id, ``aerial-1``, ``aerial-2`` (9.18, 10.2)."""
    hedgehogs: list[str] = field(default_factory=list)
    """Hexes with a hedgehog (14.40)."""
    weather: dict[str, str] = field(default_factory=dict)
    """``north`` and ``south`` to ``dry``, ``rain``, ``mud``, ``frost``, ``snow`` (13.2)."""
    control: dict[str, str] = field(default_factory=dict)
    """Every city and large town hex to the side that controls it (3.9)."""
    vp: int = 0
    """German Victory Points; may fall below zero (4.2, 4.4)."""
    lines: dict[str, str] = field(default_factory=dict)
    """Fort line to ``uncompleted``, ``active`` or ``aborted`` (14.24, 14.25)."""
    destroyed: list[str] = field(default_factory=list)
    """Fort and Stalin Line hexes destroyed for good (14.26)."""
    replacements: int = 0
    """German replacement steps left (8.15)."""
    memory: dict[str, int] = field(default_factory=dict)
    """What special rules must remember, read and written by the names below."""
    moscow_thrown = Noted("moscow")
    """1 once the sudden death die was thrown (4.6)."""
    bad_weather = Noted("bad weather")
    """1 after the first mud or snow anywhere (8.19)."""
    bad_weather_north = Noted("bad north")
    """1 after the first mud or snow in the northern zone (13.10)."""
    pause_left = Noted("pause")
    """Couplets of the Pause still to last (9.19)."""
    pause_complete = Noted("paused")
    """1 when the Pause is complete (9.19)."""
    concentration = Noted("concentration")
    """1 while a supply concentration is declared (9.20)."""
    by_sea = Noted("sea")
    """Units moved by sea in this player turn (11.1)."""
    invaded = Noted("invaded")
    """1 after an invasion in this player turn (11.4)."""
    invasion_hex = Noted("invasion", absent=-1)
    """Hex that the invasion of this player turn goes to (11.4)."""
    security_groups = Noted("security")
    """Groups of security divisions called out (8.21)."""
    points_paid = Noted("paid")
    """Points lost for good (4.4, 8.17, 8.21)."""
    cleared = Noted("cleared")
    """Result of the last battle: 1 if the defender's hex is empty."""
    stays = NotedEach("stays ")
    """1 by the id of aircraft that stay with their unit when others of its hex attack (10.2)."""
    entered = NotedEach("came ")
    """Units that entered in a hex in this game turn, by its label (8.7)."""
