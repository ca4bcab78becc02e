"""What changes in a game of Barbarossa: Army Group Center, in either edition."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.play.noted import Noted, NotedEach
from engine.play.state import LATE, State

GENERAL, EMERGENCY, OUT = range(3)
"""Supply status of 6.3, as it stands in ``EfsState.supply``."""

NOT_BEGUN, OPEN, RAIL, MINOR, MAIN, MOTORWAY = range(-1, 5)
"""Ways by which a unit entered its hex, as they stand in ``EfsState.way`` (10.43)."""

FRONT, BACK = 0, 1
"""Faces of a counter with two meanings, as they stand in ``EfsState.mode``."""

MOVED, MOTORIZED, REACTED, BY_RAIL, STRATEGIC, SPECIAL, ACTIVATED, OVERRAN = (1 << n for n in range(8))
ATTACKED, DEFENDED, ADVANCED, ENGINEERED, LIFTED, HALTED = (1 << n for n in range(8, 14))
"""What a unit has done in this turn, as bits of ``EfsState.did``; ``SPECIAL`` is any movement of chapter 11.

``HALTED`` holds for the phase: the unit has entered an enemy zone of control and stops there (10.32).
"""

QUARTERS = 4
"""Parts that a movement point is counted in: half of an allowance of 5 is 2 1/2, and half as much again 3 3/4."""

FLAGS = ("given", "fired", "overrun", "fuel", "garrison", "hold", "asp", "ammo", "picked", "mode", "did", "mp_left")
NONES = ("identity", "committed", "leader", "zone", "origin", "way", "sortie")
BY_UNIT = ("supply", *FLAGS, *NONES)
"""Columns by unit: those that begin as zeros, and those that begin as -1."""


@dataclass
class EfsState(State):
    """Columns by unit run along the roster; hexes in dicts and lists of strings are labels.

    Boxes of units off the map: ``turn 5`` (comes on that turn), ``active`` (7.43), ``cadre``, ``eliminated``,
    ``cannot rebuild``, ``cup mg``, ``cup militia``, ``group G1``, ``ready``, ``flown``, ``damaged`` and ``destroyed``
    for air units (9.1), ``supply pool``, ``withdrawn``, ``exited``, ``aside`` (a rule brings it), ``not in play``.
    """

    supply: list[int] = field(default_factory=list)
    """``GENERAL``, ``EMERGENCY`` or ``OUT``: fixed in the Supply Status Phase, good until the next (6.3, 6.34)."""
    given: list[int] = field(default_factory=list)
    """1 for units that an Attack Supply Point or a special event put into General Supply in this turn (6.26, 7.53)."""
    mode: list[int] = field(default_factory=list)
    """Face of two-faced counters: 1 for a Non-Op HQ (21.2), a gun in firing mode (13.42), an Untried unit (8.41)."""
    identity: list[int] = field(default_factory=list)
    """Counter whose values an Untried unit turns out to have, -1 for its own; unknown to both sides (8.42)."""
    mp_left: list[int] = field(default_factory=list)
    """Quarters of movement points left in this phase; meaningful once the unit has begun to move."""
    way: list[int] = field(default_factory=list)
    """``NOT_BEGUN`` in this phase, or how the unit entered its hex: ``OPEN``, ``RAIL``, ``MINOR`` ... (10.43)."""
    origin: list[int] = field(default_factory=list)
    """Hex in which each unit began this phase, -1 off the map (10.35, 11.41)."""
    did: list[int] = field(default_factory=list)
    """What each unit has done in this turn: ``MOVED``, ``STRATEGIC``, ``ATTACKED`` ... added up."""
    committed: list[int] = field(default_factory=list)
    """Number of the battle that a unit is declared for or supports, -1 for none (12.1, 13.11)."""
    fired: list[int] = field(default_factory=list)
    """1 for artillery with a Fired marker (13.12)."""
    overrun: list[int] = field(default_factory=list)
    """1 for units with an Overrun marker (11.38)."""
    fuel: list[int] = field(default_factory=list)
    """1 for units with a Fuel Shortage marker (6.54)."""
    garrison: list[int] = field(default_factory=list)
    """1 for units that are a garrison: Soviet units of 21.8, Axis units of 24.26."""
    hold: list[int] = field(default_factory=list)
    """Turns for which a unit may not move yet, 0 to 2 (8.7)."""
    leader: list[int] = field(default_factory=list)
    """HQ that activated a unit in this phase, -1 for none (12.35, 21.12)."""
    zone: list[int] = field(default_factory=list)
    """HQ that names the Non-Op zone in which a unit began this phase, -1 for none (21.27)."""
    asp: list[int] = field(default_factory=list)
    """Attack Supply Points in a supply counter on the map, 1 to 4 (6.41, 6.48)."""
    ammo: list[int] = field(default_factory=list)
    """Rounds that a super-heavy gun has left (13.46)."""
    sortie: list[int] = field(default_factory=list)
    """Hex to which an air unit is sent, -1 for none: the enemy does not know whom he sees there (14.23)."""
    picked: list[int] = field(default_factory=list)
    """1 for units picked to move, attack or overrun together; they stand in one hex unless they attack."""

    holder: dict[str, str] = field(default_factory=dict)
    """Town, city, supply source, exit and line hexes and places of points to the side that last held them (3.11)."""
    gauge: dict[str, str] = field(default_factory=dict)
    """Railroad hexes that are not of Soviet gauge: ``axis``, or ``cut`` (19.1, 19.4)."""
    works: dict[str, str] = field(default_factory=dict)
    """Strongpoints by hex: ``soviet active``, ``axis building`` with the id of the builder (18.4)."""
    ruined: list[str] = field(default_factory=list)
    """Fortified belts and citadels by hex, sides of fortified lines as ``a/b``, that are destroyed (18.13)."""
    broken: dict[str, int] = field(default_factory=dict)
    """Destroyed bridges as ``a/b road`` or ``a/b rail`` to the repair points that they still need (22.43)."""
    spans: dict[str, str] = field(default_factory=dict)
    """Bridge and ferry markers by id: ``a/b building`` or ``a/b ready``, from the hex of the builder (22.2, 22.3)."""
    zoi: dict[str, int] = field(default_factory=dict)
    """Hexes of Zones of Interdiction to their level (14.63)."""
    points_used: dict[str, int] = field(default_factory=dict)
    """Command points spent in this phase, by ``HQ USE`` (21.12)."""

    battle: dict[str, int] = field(default_factory=dict)
    """Hexes under a Declared Attack to the number of the battle; several where it has several targets (12.15)."""
    battle_order: dict[str, str] = field(default_factory=dict)
    """Retreat Orders as ``7 attacker`` or ``7 defender`` to ``no retreat`` or ``additional retreat`` (12.5)."""
    battle_asp: dict[str, str] = field(default_factory=dict)
    """``7 attacker`` to the supply counter that gives the battle Attack Supply (15.45)."""
    battle_flags: dict[str, str] = field(default_factory=dict)
    """What else was declared for a battle, words in a row: ``mandated engineer bunker bombard`` (12.32, 15.44)."""
    battles_done: list[int] = field(default_factory=list)
    """Battles of this phase that are fought."""

    places: dict[str, str] = field(default_factory=dict)
    """Places of victory points: who took it and what for, as ``axis 4`` (24.2)."""
    captured_ever: list[str] = field(default_factory=list)
    """Places that the Axis side has taken once (12.36)."""

    weather: str = ""
    """``dry``, ``mud``, ``frost`` or ``snow``: what is in force in this turn (5.16)."""
    weathers: list[str] = field(default_factory=list)
    """The weather in force turn by turn since the scenario began, this turn's last (5.2, 5.3)."""
    climates: list[str] = field(default_factory=list)
    """The climate of the same turns (5.13)."""
    storm: bool = False
    """Whether a storm goes along with the weather of this turn (5.31)."""
    frozen: bool = False
    """Whether rivers, lakes and swamps are frozen (5.23)."""
    vp: int = 0
    """Victory points of the Axis side (24.1)."""
    phase: str = ""
    """Id of the phase of the sequence that is running."""

    plan: str = field(default="", metadata=LATE)
    """The Victory Plan that the Axis side has written down: a secret until the end (R250)."""
    memory: dict[str, int] = field(default_factory=dict)
    """What is noted only at times, read and written by the names below."""
    points = NotedEach("rp ")
    """Replacement points by ``SIDE TYPE`` (7.1)."""
    losses = NotedEach("losses ")
    """Steps on the Step Loss Track by side (24.3)."""
    rail_used = NotedEach("rail ")
    """Railroad capacity used in this turn, in stacking points by side (11.14)."""
    city_supply = Noted("city supply")
    """Turn in which the Soviet side last put a new supply unit into a city (6.47)."""
    supplied_in = NotedEach("supplied in ")
    """Cities to the turn in which a new supply unit was last put there, where each may take one (6.47)."""
    rebuilt_in = NotedEach("rebuilt in ")
    """Cities to the turn in which a unit of the Active Box was last placed there (8.31)."""
    raised_in = NotedEach("raised in ")
    """Cities to the turn in which a unit was last rebuilt in them straight from the Cadre Box."""
    called = NotedEach("called up in ")
    """Towns and cities to the turn in which reservists were last called up there (7.83)."""
    flown = NotedEach("air transports ")
    """Missions of air transport by side, and by ``SIDE turn`` the turn of the last one, where they count (14.7)."""
    razed = NotedEach("razed in ")
    """Hexes to the turn in which works in them were last destroyed, where conversion waits for the next (19.21)."""
    roaming = NotedEach("roaming ")
    """Militia that a retreat has driven too far from its city to be bound to it any more (21.74)."""
    zaps = NotedEach("zap in ")
    """Places to the turn in which a Zap unit last came to the map there (7.43)."""
    frost_rolls = Noted("frost rolls")
    """Results of Frost in a row up to this turn (5.22)."""
    lost_sources = NotedEach("lost source ")
    """Supply sources that the enemy held when supply was last found: they give none before it is found again (6.21)."""
    ferried = Noted("ferried")
    """Stacking points that boats have carried over lakes in this phase (10.47)."""
    exits = NotedEach("exit ")
    """Exit areas that units have left the map through, by ``SIDE AREA`` (11.63)."""
    fed = NotedEach("fed ")
    """Hexes that a supply unit has put into General Supply for this turn, as ``SIDE HEX`` (6.26)."""
    works_out = NotedEach("works out ")
    """Turns for which a deserted strongpoint has been out of supply, by hex (6.36)."""
    mandates = Noted("mandates")
    """Mandated attacks that the Soviet side has not yet made (12.36)."""
    shares_made = NotedEach("mandates of ")
    """Mandated attacks made of those that the scenario asks of a corps or against some ground, by title (12.31)."""
    zone_left = NotedEach("zone ")
    """Units that may still begin to move in a zone of Non-Op headquarters, by the one that names it (21.27)."""
    strongpoints = NotedEach("strongpoints ")
    """Strongpoints by side: those that the Soviet side may still begin, those that the Axis side has begun (18.4)."""
    doubled = NotedEach("doubled ")
    """HQs that doubled in this turn for a Mandated Attack, to the command points that they gained (12.35)."""
    bases = NotedEach("base ")
    """Towns, cities and sources, by ``SIDE HEX``, that were in General Supply when supply was last found (14.22)."""
    flights = NotedEach("flight ")
    """How many air units of a side are over a hex, by ``SIDE HEX``, which both sides see (14.23)."""
    railhead = NotedEach("railhead ")
    """Conversion points of this phase that have brought a railhead to a hex, by hex (19.23, R58)."""
    turns_held = NotedEach("turns held ")
    """Turns at whose end the Axis side held a place whose points depend on that, by its key (R241)."""
    given_up = NotedEach("given up ")
    """1 for such a place that the Axis side did not hold at the end of some turn (R241)."""
    front_losses = Noted("front losses")
    """Axis steps lost near the place that the scenario pays to leave (R242)."""
    evacuated = Noted("evacuated")
    """Turn at whose end that place was evacuated, 0 before (R242)."""
    captures = Noted("captures")
    """Places captured up to the last Victory Determination Phase (12.36)."""
    conversion = NotedEach("rcp ")
    """Railroad conversion points left in this phase, by side (19.23)."""
    receiving = NotedEach("receiving ")
    """Units with a Receiving Replacements marker (7.71)."""
    rebuilt = NotedEach("refit ")
    """Units to the turn in which they last gained a step or rose a box by replacements (7.1, 7.75)."""
    delayed = NotedEach("delayed ")
    """NKVD units that were rebuilt to the turn in which they come to the Active Box (7.45)."""
    events = NotedEach("event ")
    """Results of the Soviet Replacements Table in this turn by letter, those of aircraft by ``SIDE V`` (7.33, 7.5)."""
    leaving = NotedEach("leaving ")
    """Withdrawals by unit: -1 when settled, else steps of those that have gone for a surrounded one (8.51, 8.54)."""
    owed = NotedEach("owed ")
    """Steps that like units still give for one that was withdrawn too weak, by its id (8.51)."""
    without_step = NotedEach("without step ")
    """Units that were withdrawn without a step and return, to the place of their box on the rebuilding track (R247)."""
    paused = Noted("paused")
    """First turn of the Axis Logistics Pause, 0 before it is declared (2.2)."""
    fuses = NotedEach("fuse ")
    """Bridges, by their ends, to the turn in which the die that a scenario asks was thrown to blow them (22.42)."""
    drawn = NotedEach("drawn ")
    """Machine-gun units of the set-up card that were placed, by ``TURN HEX`` (8.44)."""
