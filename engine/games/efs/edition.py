"""What the two editions print differently, as fields that the rules read: nobody asks which edition it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engine.games.efs.tables import Ctx


class Edition(NamedTuple):
    """The terms of one edition, as its ruleset gives them."""

    mud_limit: int
    """Turns of Mud in a row that Dry climate allows, 0 for any number (5.32)."""
    dry_limit: int
    """Turns of Dry in a row that Dry climate allows, 0 for any number (5.33)."""
    mud_lingers: tuple[str, ...]
    """Climates in which Mud lingers in woods for a turn (5.21)."""
    snow_thaws: int
    """Turns of Frost in a row that lift Snow, 0 when Frost never does (5.22)."""
    freezes_at_once: bool
    """Whether rivers, swamps and lakes freeze together, with a second Snow turn of Snow climate; else rivers in Snow,
    swamps in Frost and Snow, lakes for good from the first Snow on (5.23)."""
    cold_loss: int
    """Movement points that Axis motorized units lose while it is frozen (5.24)."""
    road_net_bad_hex: bool
    """Whether one hex where Mud lingers shortens a road net that passes it (6.15)."""
    trains_need_supply: bool
    """Whether armored trains and flotillas need a Supply Route and suffer without one like all others (6.37)."""
    cities_feed: bool
    """Whether a friendly major city is a source of the Soviet side whatever it is joined to, surrounded too (6.24)."""
    marsh_on_road_shortens: bool
    """Whether marsh shortens a Line of Communications along roads and railroads too, and swamp along main roads
    (6.14)."""
    works_block: bool
    """Whether a strongpoint under construction stops supply and trains of the enemy (18.46)."""
    works_last: int
    """Turns that a deserted strongpoint lasts without supply (6.36)."""
    dump_most: int
    """Most Attack Supply Points in one supply unit (6.48)."""
    truck_allowance: int
    """Movement allowance of a Mobile Supply Unit, 0 for what its counter shows (6.46)."""
    wagon_allowance: int
    """That of one of the wagons among them, which pay like units on foot, 0 where there are none (6.46)."""
    supply_activated: bool
    """Whether headquarters activate Mobile Supply Units (6.46)."""
    supply_in_each_city: bool
    """Whether a new Mobile Supply Unit may come in each Soviet major city that is not surrounded, in the Movement
    Phase, in place of one in one city with the reinforcements (6.47)."""
    recovery_factor: int
    """What the recovery value of a headquarters in supply is multiplied by (21.28)."""
    table_most: int
    """The most that weather and Mandated Attacks add to the die for replacements, 0 for any number (7.22)."""
    snow_adds: bool
    """Whether Snow too adds to that die, as Mud does (7.22)."""
    armaments_kept: bool
    """Whether Soviet armament points are kept from turn to turn (7.32)."""
    nkvd_points: bool
    """Whether results N bring points for NKVD units, which take no others and then do not wait (7.45)."""
    refits_flown: bool
    """Whether a type V point makes units of the Flown Box ready too (7.33)."""
    extra_radius: int
    """Hexes from a major city within which strongpoints of results E go (7.41)."""
    extra_in_cities: bool
    """Whether they go into any city besides, in place of near cities with an NKVD unit and to a Victory Point place
    (7.41)."""
    garrisons_freed: int
    """Hexes of garrisons that a result R releases (7.52)."""
    disbanded_vp: int
    """Victory points for a headquarters that is disbanded (24.32)."""
    disbanded_most: int
    """Headquarters that may be disbanded in a turn, 0 for any number (21.29)."""
    strict_placing: bool
    """Whether units that are put on the map need General Supply and a hex out of every enemy zone, whoever stands
    there, and militia no enemy beside it, in place of a line to its city (8.13, 8.43)."""
    one_rebuilt_a_city: bool
    """Whether one rebuilt unit a turn is placed in a city (8.31)."""
    withdrawals_bind: bool
    """Whether some withdrawals cannot be cancelled and others ask for full strength; else each is paid for, and a unit
    that is lost goes by another of its type with its strengths, or for a point (8.51, 8.54)."""
    lower_road_settles: bool
    """Whether a lower road out of a hex makes the entry by a better one dearer, as open ground does (10.43)."""
    stacks_split: bool
    """Whether units of a stack keep their own points, so that those it leaves behind may move before the others go on
    (10.22)."""
    one_hex_any_share: bool
    """Whether one-hex movement is for every phase in which a unit moves at all, reaction too, in place of those with
    its full allowance (11.51)."""
    heavy_by_hex: bool
    """Whether super-heavy guns pay a point for each hex of a road, go by minor ones in Dry alone and not by strategic
    movement, and by no railroad without a train (13.41)."""
    limited_artillery: bool
    """Whether artillery needs Attack Supply Points to defend in winter (13.5)."""
    overrun_waiting_law: str
    """By which rule nobody overruns from beside the map (8.12)."""
    overrun_mixed: int
    """Odds that an overrun needs by a force that is not German as a whole, 0 for those of all others (11.36)."""
    overrun_any_nation: bool
    """Whether Axis-Allied and NKVD units overrun (11.33, 21.53)."""
    overrun_cavalry: bool
    """Whether Soviet cavalry overruns beside motorized units (11.32)."""
    overrun_in_snow: bool
    """Whether the Soviet side overruns in Snow (11.35)."""
    overrun_unsupplied: bool
    """Whether units out of supply overrun (6.35)."""
    overrun_cities: bool
    """Whether cities and works of the map are overrun too, at the odds and with the engineer that strongpoints ask for
    (11.35)."""
    overrun_wet_in_frost: bool
    """Whether swamp and marsh are overrun in Frost alone, in place of along a road and on ice (11.35)."""
    overrun_past_zones: bool
    """Whether overrun units may retreat past an enemy zone of control; else they are lost (11.37)."""
    overrun_shut_in_dies: bool
    """Whether overrun units with enemy units and closed ground all around go to the Eliminated Box, in place of the
    Cadre Box like all others that cannot retreat (11.37)."""
    empty_overrun_pays: bool
    """Whether the point for an overrun is spent too where the hex turns out to be empty (11.36)."""
    slips_motorized_only: bool
    """Whether infiltration is for motorized units alone, those in supply (11.42, 11.48)."""
    weak_attack_lost: bool
    """Whether an attack at less than 1-4 is lost without a roll, in place of a column with a modifier (15.47)."""
    guards_vp: int
    """Victory points for each step of Soviet Guards that is lost, which then moves no marker (24.41)."""
    mandate_vp: int
    """Victory points for each Mandated Attack that is not made when a place is captured (12.36)."""
    zone_lets_attack: bool
    """Whether units attack from any hex that the defenders' zone of control reaches, enter it or not (12.15)."""
    declares_blind: bool
    """Whether Untried units and artillery count nothing in initial odds, in place of 1 and of guns alone (12.21)."""
    mandate_steps: int
    """Steps of attackers that a Mandated Attack needs (12.33)."""
    fractions_kept: bool
    """Whether halved strengths keep their fractions, and a force counts 1 at least (3.42, 3.44)."""
    arms_for_all: bool
    """Whether both sides have the Combined Arms Bonus, any engineer being a part of it (15.57)."""
    arms_lost_together: bool
    """Whether the Combined Arms Bonus is lost only where all defenders are covered (15.57)."""
    engineers_first: bool
    """Whether declared engineers give the first step of an asterisk before armor, which gives one only for a number
    and an asterisk (16.33)."""
    standing_costs_more: bool
    """Whether No Retreat costs a force that is not all German a second step, in cover only an attacker's (16.45)."""
    no_room_is_cadre: bool
    """Whether units without room to retreat to go to the Cadre Box whatever line they have (16.42)."""
    zap_units: bool
    """Whether there are Zap units and Reservists, in place of Reserve units, which are like any others (7.43, 7.8)."""
    non_op_apart: bool
    """Whether each Non-Op headquarters holds units back for itself, those in several ranges counting for all, in place
    of one zone where they overlap (21.27)."""
    guns_drawn_again: bool
    """Whether lost machine-gun units go back into their cup, in place of out of the game (21.63)."""
    points_spent_at_once: bool
    """Whether Attack Supply Points are taken with their battle, in place of the end of the phase (15.45)."""
    orders_open: bool
    """Whether the attacker gives his Orders face up, battle by battle, in place of all at first, face down (12.52)."""
    zoi_bars_orders: bool
    """Whether a Zone of Interdiction keeps Orders from a hex (14.65)."""
    flees_in_mud: bool
    """Whether Additional Retreat is ordered in Mud too (12.53)."""
    non_op_frees_nkvd: bool
    """Whether a Non-Op headquarters in range cancels the No Retreat of NKVD units (21.51)."""
    nkvd_order_lifted: bool
    """Whether a command point lifts the No Retreat of NKVD units (21.12)."""
    guns_by_stack: bool
    """Whether four guns of either side support a combat, Soviet ones beyond the first from the hex of an HQ
    (13.15)."""
    allied_guns_weak: bool
    """Whether Axis-Allied guns are fewer in a combat and halved in defense (13.31)."""
    guns_help_flotillas: bool
    """Whether artillery supports flotillas that fight alone (22.56)."""
    guns_fed_alone: bool
    """Whether artillery with a point of its own supports an attack that is not supplied (15.34)."""
    guns_bound: bool
    """Whether a gun in an enemy zone of control fires only at the hex that projects it (13.23)."""
    rockets_apart: bool
    """Whether rocket artillery supports attacks alone, stacks for them above the limit and leaves afterwards
    (13.32)."""
    fired_stays: bool
    """Whether guns that have fired stay so until the next Engineering Phase, in place of the end of the phase
    (13.12)."""
    big_guns_at_cities: bool
    """Whether big guns fire at cities beside works (13.42)."""
    zoi_shuts_roads: bool
    """Whether a Zone of Interdiction leaves no road rate (14.65)."""
    reacts_at_will: bool
    """Whether NKVD units, units in Defender hexes and in Zones of Interdiction react too, but all keep away from
    every enemy, not from attackers alone (12.41, 12.43)."""
    flies_from_bases: bool
    """Whether air units fly from bases, within a range (14.22)."""
    lifts_into_zoi: bool
    """Whether air transport begins and ends in Zones of Interdiction (14.65)."""
    trains_saved: bool
    """Whether armored trains that are lost by whatever way go to the Cadre Box (16.23)."""
    divisions_raze: bool
    """Whether it takes a division or an engineer to destroy works (18.13)."""
    units_are_sites: bool
    """Whether a strongpoint is begun in any hex with a Soviet unit, supplied or not (18.43)."""
    axis_sappers_begin: bool
    """Whether engineers alone begin Axis strongpoints, which one in the hex completes a turn later (18.45,
    22.11)."""
    defence_tires: bool
    """Whether a Soviet engineer that has defended in the turn does no task (19.3, 22.11)."""
    dear_to_convert: tuple[str, ...]
    """Terrain where a railroad hex costs two conversion points (19.22)."""
    hqs_convert: bool
    """Whether Operational headquarters convert railroads (19.3, 21.15)."""
    one_line_on: bool
    """Whether one line alone goes on from a junction that the railhead has reached in the phase (19.24)."""
    all_surrender: bool
    """Whether trains and flotillas surrender too, and units in a major city beside which the enemy stands (20.11,
    20.12)."""
    militia_freed: bool
    """Whether all militia stays near its city, and is free of it once driven away, in place of eliminated
    (21.74)."""
    garrisons_free_early: bool
    """Whether an enemy beside them and the lack of General Supply release garrisons (21.83)."""
    bridges_when_motorized: bool
    """Whether Soviet Bridge markers are laid in the Motorized Movement Phase (22.23)."""
    bridges_at_once: bool
    """Whether bridges over major rivers are ready at once, whoever holds the other bank, and move in a phase
    (22.24)."""
    one_of_four_spared: bool
    """Whether a motorized division of four components counts with any three (15.58)."""
    motorized_detach: bool
    """Whether Grossdeutschland detaches regiments too (23.11)."""
    detaches_before_it_moves: bool
    """Whether a division detaches regiments until it moves itself, in place of anybody (23.22)."""
    strong_regiments: bool
    """Whether a step that takes two points of attack strength makes a strong regiment (23.23)."""
    regiments_bought: bool
    """Whether a type I point makes a regiment (23.12)."""
    bridges_a_sheet: int
    """Bridges that a side may have on a quarter of the map, 0 for as many as there are markers (22.22)."""
    bridges_law: str
    """The rule that says so."""
    flotillas_apart: bool
    """Whether flotillas do not count in an overrun and retreat from it, in place of being like other units (22.57)."""
    cavalry_fires: bool
    """Whether German cavalry takes part in Anti-Aircraft Fire (14.42)."""
    unmet_fighters_roll: bool
    """Whether firing units that meet nobody in the air roll for the Ready Box at once (14.26)."""
    rides_from_zoi: bool
    """Whether railroad movement begins in a Zone of Interdiction (14.65)."""
    militia_rebuilt: bool
    """Whether lost militia is rebuilt like other units, in place of never (21.73)."""
    armor_crosses: bool
    """Whether armor goes over a major river without a bridge, which artillery never does (10.45)."""
    crosses_when_motorized: bool
    """Whether such a river is crossed in the phase of the full allowance; else in the Movement Phase with all that
    a unit has there (10.45)."""
    zoi_spares_woods: bool
    """Whether woods escape the effects of a Zone of Interdiction (14.64)."""
    zoi_shakes_hqs: bool
    """Whether headquarters in a Zone of Interdiction may become Non-Op (14.66)."""
    orders_need_cover: bool
    """Whether the defender gives Orders only in woods, mountains, cities and works (12.53)."""
    attacker_follows: bool
    """Whether the attacker gives Orders only where the defender has given some (12.53)."""
    nkvd_holds_cover: bool
    """Whether NKVD units hold wherever Orders are given, in place of towns and cities (21.51)."""
    ice_helps: bool
    """Whether a frozen major river modifies the die (15.41)."""
    mountains_halve: bool
    """Whether armor is halved against mountain and alpine hexes too, in place of cities alone (15.41)."""
    bunker_busting: bool
    """Whether a unit of the Axis may be doubled against works and cities (15.44)."""
    retreat_shuns_battles: bool
    """Whether no retreat ends in a hex that is still to be attacked (16.43)."""
    refill_in_zoc: bool
    """Whether units in an enemy zone of control receive replacements (7.74)."""
    axis_refills_once: bool
    """Whether Axis units too receive one step a turn (7.76)."""
    points_any_nation: bool
    """Whether Axis points are for units of every Axis nationality, in place of German ones (7.6)."""
    map_steps_one_point: bool
    """Whether a step on the map costs one point whatever the unit (7.31)."""
    one_reacts: bool
    """Whether one unit reacts for each Defender hex, in place of as many as can (12.41)."""
    unsupplied_react: bool
    """Whether units out of supply react (6.35)."""
    fleeing_advance: bool
    """Whether attackers under Additional Retreat advance where their result lets them stay (16.45)."""
    held_law: str
    """By which rule who may not move in a turn does not advance either (16.52)."""
    guns_advance: bool
    """Whether guns beside a Defender hex that supported the attack advance into it (16.52)."""
    orders_skip_fixed: bool
    """Whether No Retreat does not hold units without an allowance, which are then lost by an R (12.53)."""
    storm_holds_flotillas: bool
    """Whether flotillas neither move nor attack during a Storm (22.54)."""
    marked_fight: bool
    """Whether units that receive replacements attack, and keep their marker where they defend (7.72)."""
    boats_over_lakes: bool
    """Whether engineers bring units over lakes that are not frozen (10.47)."""
    towns_offset: bool
    """Whether engineers and big guns offset the modifier of a town in Mud or Snow (15.53, 15.54)."""
    rides_end_in_towns: bool
    """Whether units that move by railroad alone leave the train in a town or city (10.29)."""
    four_boxes: bool
    """Whether there is a box of its own for what cannot be rebuilt (7.14)."""
    snow_halves_rails: bool
    """Whether the Axis side has half its railroad capacity in Snow (11.16)."""
    special_trains: bool
    """Whether groups that the scenario names enter by railroad without using capacity (11.17)."""
    recaptures_call: bool
    """Whether a place taken anew calls Mandated Attacks in that are not made, as one taken for the first time does
    (12.36)."""
    refill_by_route: bool
    """Whether a unit needs a Supply Route of its own to receive replacements: no supply unit, no result S stands in for
    it (7.74)."""
    control_lasts: bool
    """Whether a hex stays with the side that moved a unit through it or controlled it last, for victory points too, in
    place of control of the moment (3.12)."""
    one_nkvd_step_last: bool
    """Whether of several NKVD steps in a hex one alone is lost last (16.24, 21.51)."""
    activates_all: bool
    """Whether headquarters activate cavalry, super-heavy guns and other headquarters too (10.13)."""
    activated_guns_fire: bool
    """Whether super-heavy guns with an Activated marker support a combat (10.13, 13.12)."""
    flotillas_unbound: bool
    """Whether flotillas move near Non-Op headquarters as they like (21.27)."""
    highest_terrain: bool
    """Whether of the terrain of a hex its highest modifier counts alone, cities and towns among it (15.51)."""
    surrender_by_route: bool
    """Whether units that have no Supply Route of any length check for surrender, in place of those without a line of
    hexes (20.11)."""
    bridges_fall_back: bool
    """Whether bridges are removed where the units in their hex are forced to retreat (22.26)."""
    one_mission_a_battle: bool
    """Whether all air units of a battle meet over one of its Defender hexes (14.52)."""
    ruins_wait: bool
    """Whether a railroad hex whose works have just been destroyed is converted from the next turn on alone (19.21)."""
    disbands_on_map: bool
    """Whether headquarters are disbanded on the map alone (21.29)."""
    orange_sinks: bool
    """Whether Mud holds the zones of units with orange allowance as it does those of motorized ones (3.24)."""
    sappers_unbound: bool
    """Whether Soviet engineers convert out of supply too, and cut a railroad whatever their task was (19.3, 19.4)."""
    marches_spare_roads: bool
    """Whether weather leaves the cost of roads alone in strategic movement, but for minor ones in Mud (11.25)."""
    rails_pass_zones: bool
    """Whether armored trains and railroad artillery retreat past an enemy zone of control like others (16.47)."""
    emergency_builds: bool
    """Whether engineers in Emergency Supply build strongpoints too (22.11)."""
    supply_fired_on: bool
    """Whether units that could attack remove supply units that are alone beside them, as attacks are declared
    (6.42)."""
    cities_save: bool
    """Whether a route to a major city that is not surrounded saves from surrender as one to the map edge does
    (20.11)."""
    ice_bears_guns: bool
    """Whether artillery goes over frozen major rivers without a bridge (10.45)."""
    fuel_runs_short: bool
    """Whether groups without supply roll for their fuel, so that Fuel Shortage markers exist (6.5)."""
    stuck_step_out: bool
    """Whether units that a thaw has caught in a swamp leave it by one-hex movement, in place of for the Cadre Box
    (10.48)."""
    wrecks_refit: bool
    """Whether a type V point brings back any air unit of the Destroyed Box, in place of those alone that may be rebuilt
    (7.63)."""
    fighters_at_will: bool
    """Whether fighters beyond those of the enemy take any target, and those with Local Tactical Advantage one that is
    engaged (14.32)."""
    missions_fire: bool
    """Whether air units on a mission fire back at those that fight them (14.32)."""
    sappers_step: bool
    """Whether Soviet engineers do their tasks after an overrun, infiltration or one-hex movement too (19.3, 22.11)."""
    ghosts_return: bool
    """Whether militia that turns out to be nobody may be rebuilt like other militia (21.73)."""
    one_train_a_hex: bool
    """Whether a hex holds one armored train at most (21.31)."""
    rivers_end_retreats: bool
    """Whether a retreat over a major river without a bridge begins beside it and ends behind it (16.47)."""
    cavalry_picks_phase: bool
    """Whether cavalry may enter in the Motorized Movement Phase too, as motorized units may (8.12)."""
    sources_wait: bool
    """Whether a supply source that is taken back serves again only after the next phase in which supply is found
    (6.21)."""
    supply_by_main_road: bool
    """Whether supply units come in along main roads and motorways alone, in place of any road (6.47)."""
    printed_works: tuple[str, ...]
    """Kinds of works of the map that there are: lines, belts and citadels (18.0)."""
    places_occupied: bool
    """Whether a place brings points only while a step stands in it, in place of control alone (24.24)."""
    points_go_back: bool
    """Whether a place that is lost costs the points that it brought, in place of its value of the turn (24.25)."""
    markers_between: bool
    """Whether Step Loss markers give counters of two sides a third and a fourth step, by their defense strength, in
    place of replacement counters with strengths of their own (3.51, 16.22)."""
    attackers_above: bool
    """Whether engineers and rocket units that are to attack may stand above the stacking limit (3.33)."""


def edition(c: Ctx) -> Edition:
    """The edition that is played."""
    found: Edition = c.data.choices
    return found
