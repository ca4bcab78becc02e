"""What changes in a game of Barbarossa Deluxe."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.play.noted import Noted, NotedEach
from engine.play.state import State

OVERLAND, CRIMEA, OFFENSIVE, GARRISON, AERIAL, COASTAL, OUT = range(7)
"""Supply states of 7.2 and 7.8, as they stand in ``BdState.supply``."""

FRESH, GOING, DONE = range(3)
"""Movement of a unit in this phase: not begun, part of the stack that moves now, ended (10.2, 10.6)."""

FIGHT_MOVE, MOVE_FIGHT, FIGHT_FIGHT = ORDERS = ("fight-move", "move-fight", "fight-fight")
"""Orders of the phases of a player turn (5.4, 5.5)."""


@dataclass
class BdState(State):
    """Columns by unit run along the roster; hexes in dicts and lists of strings are labels.

    Boxes of units off the map: ``turn 5`` (comes on that turn), ``arriving`` (in hand in this segment), ``rvgk``,
    ``dead pile``, ``removed`` (out of play for good), ``caucasus``, ``not in play``.
    """

    supply: list[int] = field(default_factory=list)
    """Supply state found at the start of the unit's movement in this phase (7.17)."""
    mp_left: list[int] = field(default_factory=list)
    """Movement points left in this phase; meaningful once the unit is GOING."""
    moving: list[int] = field(default_factory=list)
    """``FRESH``, ``GOING`` or ``DONE``."""
    origin: list[int] = field(default_factory=list)
    """Hex in which each unit began this movement phase, -1 off the map (10.5, 10.14, 10.27)."""
    parent: int = -1
    """Origin of the stack that moves now: who has moved of it may go on until another stack begins (10.6)."""
    picked: list[int] = field(default_factory=list)
    """1 for units picked to move together; they stand in one hex."""
    still: list[int] = field(default_factory=list)
    """1 for units that may neither move in another way nor attack in this player turn: by sea (10.16, 10.17)."""
    stormed: list[int] = field(default_factory=list)
    """1 for units that have made a mobile assault in this movement phase (10.24)."""
    fought: list[int] = field(default_factory=list)
    """1 for units that have attacked in this combat phase (11.4)."""
    attacked: list[int] = field(default_factory=list)
    """Hexes attacked in this combat phase (11.4)."""
    fled: list[int] = field(default_factory=list)
    """1 for units that retreated in this combat phase (11.29)."""
    covered: list[int] = field(default_factory=list)
    """1 in a view for enemy units under the top one of their stack (11.7); never in the truth."""
    attached: dict[str, str] = field(default_factory=dict)
    """Tiger battalion or cavalry-mechanized group to the unit that it supports (8.31, 8.32); they stand in one hex."""
    control: dict[str, str] = field(default_factory=dict)
    """Every land hex to the side that controls it (3.6)."""
    order: str = ""
    """Order of the phases of this player turn, one of ``ORDERS``; empty while it is not declared (5.4)."""
    heroes: list[str] = field(default_factory=list)
    """Hero cities (9.1)."""
    fortresses: list[str] = field(default_factory=list)
    """Fortress cities (9.2)."""
    fortified_area: str = ""
    """Hex of the fortified area marker, empty while it is not on the map (8.18)."""
    east_wall: list[str] = field(default_factory=list)
    """Hexes with an intact East Wall counter (8.5)."""
    destroyed: list[str] = field(default_factory=list)
    """German fortified line hexes destroyed for good (11.21)."""
    offensive: dict[str, str] = field(default_factory=dict)
    """Soviet offensive supply markers on the map to their hexes (7.12)."""
    aerial: str = ""
    """Hex of the German aerial supply marker, empty while it is off the map (7.7)."""
    starting: dict[str, str] = field(default_factory=dict)
    """Cities to who controlled them when the scenario began (4.16, 13.4, 14.4, 14.10)."""
    vp: int = 0
    """German victory points (4.2)."""
    memory: dict[str, int] = field(default_factory=dict)
    """What special rules must remember, read and written by the names below."""
    paused = Noted("paused")
    """1 when the Paulus Pause was used, 2 when it was declined (5.10)."""
    pause_dice = NotedEach("pause die ")
    """Dice of a declined pause by the hex in which the stack began the movement phase (5.10)."""
    bonus_zone = Noted("bonus zone")
    """Zone of the fight/move bonus of 1942: 1 for the north, 2 for the south (5.6)."""
    double_fights = NotedEach("fight-fight ")
    """Fight/fight sequences by side and year (5.5)."""
    area_marker = Noted("area marker")
    """1 while the fortified area is to be placed (8.18)."""
    area_turn = Noted("area turn")
    """Game turn in which the fortified area marker was placed (8.18)."""
    aerial_ready = Noted("aerial ready")
    """Game turn from which the aerial supply marker is available; 0 while there is none (7.7)."""
    planes_used = Noted("planes")
    """Luftwaffe counters used in this game turn (11.23)."""
    sea_supply = Noted("sea supply")
    """Which supply by sea holds in the south this turn: 1 Crimea supply, 2 coastal supply, 0 not chosen (7.4)."""
    straits_crossed = Noted("straits")
    """1 after a stack has crossed the Kerch Straits in this movement phase (10.14)."""
    sailed_south = Noted("black sea")
    """1 after the sea movement of the Black Sea in this phase (10.16)."""
    sailed_north = Noted("baltic")
    """1 after the sea movement of the Baltic in this phase (10.17)."""
    deployed = Noted("deployed")
    """1 after the emergency deployment out of the RVGK in this German movement phase (8.11)."""
    shifted = Noted("rvgk moves")
    """Units that have entered or left the RVGK in this phase (8.9)."""
    trains = Noted("trains")
    """Strategic movement used in this phase, in units (8.7)."""
    railed = NotedEach("by rail ")
    """Units that have moved strategically in this player turn, by id: they go nowhere by sea (10.16, 10.17)."""
    hero_markers = Noted("hero markers")
    """Hero city markers in hand (9.1)."""
    fortress_markers = Noted("fortress markers")
    """Fortress city markers in hand (9.2)."""
    first_fortress = Noted("first fortress marker")
    """1 while the first fortress city marker, which goes into any city, is in hand (9.2)."""
    used = NotedEach("used ")
    """Support markers used in this combat phase, by kind (8.36 to 8.39)."""
    drops = NotedEach("airborne ")
    """Airborne assaults by year (8.40)."""
    gambit = Noted("gambit")
    """Game turn on which Manstein's Gambit was declared; 0 without it (4.16)."""
    losses_out = Noted("losses out of supply")
    """Soviet units eliminated while out of supply (14.10)."""
    sent_back = NotedEach("sent back ")
    """Romanian armies, by id, that have been eliminated once (8.15)."""
    moscow_rolled = Noted("moscow rolled")
    """1 once the die for the fall of Moscow is thrown (4.15)."""
    kiev_fell = Noted("kiev fell")
    """1 once the German side has taken Kiev for the first time (4.21)."""
    forgiven = Noted("forgiveness")
    """Forgiveness points of the German side, below 0 for those of the Soviet side (4.20)."""
    cleared = Noted("cleared")
    """Result of the last battle: 1 if the defender's hex is empty."""
    no_markers = Noted("no markers")
    """1 while the loss of Moscow keeps offensive supply markers off the map (7.21)."""
    edge_entries = NotedEach("edge ")
    """Units that entered over the map edge in this game turn, by id: the points that their hex costs them (8.1)."""
    situ = NotedEach("situ ")
    """Hexes that took a KG or an emergency unit in this segment (8.2, 8.4)."""
    withdrawals = Noted("withdrawals")
    """Rifle armies still to be withdrawn in this segment (8.21)."""
    mech_steps = Noted("mech steps")
    """Replacement steps for mechanized units left in this segment (8.12)."""
    foot_steps = Noted("foot steps")
    """Replacement steps for non-mechanized units left in this segment (8.12)."""
    entered = NotedEach("came ")
    """Units that entered in a hex in this game turn, by its label (8.1)."""
    fallen = NotedEach("fallen ")
    """Places with a die of their own that the Soviet side has taken once, by label (4.7, 4.8)."""
    stretches = NotedEach("stretch ")
    """Stretches of land whose loss the German side has paid for (4.5, 4.6)."""
    siege_lifted = Noted("siege lifted")
    """1 while the siege of Leningrad is lifted (12.13)."""
    siege_won = Noted("siege won")
    """1 once the besieged city was German: the point is not lost any more (12.13)."""
    standing = NotedEach("stand fast ")
    """Units that may neither move nor attack in this game turn, by id (12.7)."""
    stand_ended = Noted("stand fast ended")
    """1 once the order to stand fast has ended (12.7)."""
    bulgaria_turn = Noted("bulgaria")
    """Game turn in which a Soviet unit went into Bulgaria; it comes back in a later one (8.26)."""
    walls_in_hand = Noted("walls")
    """East Wall counters that are to be placed (8.5)."""
    comb_outs = NotedEach("comb-out ")
    """Comb-outs by year (8.16)."""
    withdrawn = NotedEach("withdrawal ")
    """Withdrawals by the turn that calls for them: 1 made, 2 declined, 3 delayed (8.17)."""
    summer = Noted("summer offensive")
    """Game turn of the German summer offensive of 1943 (4.4)."""
    summer_asked = Noted("summer asked")
    """Last game turn in which it was put off (4.4)."""
    summer_failed = Noted("summer failed")
    """1 once its die was thrown (4.4)."""
    watch = Noted("watch")
    """Watch on the Rhine, 1, or on the Oder, 2; known to the German side alone until it is revealed (4.18)."""
    watch_shown = Noted("watch shown")
    """1 once the choice is revealed (4.18)."""
    held = NotedEach("held ")
    """Cities at the start of the game turn that counts: 1 German, 2 Soviet, by label (4.4, 4.19)."""
    soviet_losses = Noted("soviet losses")
    """Soviet units eliminated in the turn of Watch on the Oder, strong ones twice (4.19)."""
    expedition = Noted("expedition")
    """The Caucasus expedition: 1 under way, 2 successful, 3 over (4.11 to 4.13)."""
    expedition_ready = Noted("expedition ready")
    """Game turn that began with what an expedition takes (4.11)."""
