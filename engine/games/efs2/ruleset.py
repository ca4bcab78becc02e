"""The ruleset record of the second edition: its terms, loading, what each side may see, what must always hold."""

from __future__ import annotations

from pathlib import Path

from engine.components.load import GameData
from engine.games.efs.drawing import draw
from engine.games.efs.edit import edit, editable
from engine.games.efs.edition import Edition
from engine.games.efs.fog import blank
from engine.games.efs.invariants import invariants
from engine.games.efs.phases.dealt import deal
from engine.games.efs.phases.sequence import begin
from engine.games.efs.queries.combat import COMBAT
from engine.games.efs.queries.map import MAP
from engine.games.efs.queries.turn import TURN
from engine.games.efs.queries.units import UNITS
from engine.games.efs.setup.area import area
from engine.games.efs.state import EfsState
from engine.games.efs2.fuel import enquiry
from engine.games.efs2.sequence import REGISTRY
from engine.kit.opening import opened
from engine.play.queries import Queries
from engine.play.ruleset import Ruleset

GAME = "efs2"
EDITION = Edition(
    mud_limit=2,
    dry_limit=5,
    mud_lingers=("mud", "frost"),
    snow_thaws=0,
    freezes_at_once=True,
    cold_loss=1,
    limited_artillery=True,
    road_net_bad_hex=True,
    trains_need_supply=False,
    cities_feed=False,
    marsh_on_road_shortens=False,
    works_block=True,
    works_last=0,
    dump_most=4,
    truck_allowance=0,
    wagon_allowance=0,
    supply_activated=True,
    supply_in_each_city=False,
    recovery_factor=2,
    table_most=3,
    snow_adds=True,
    armaments_kept=True,
    nkvd_points=False,
    refits_flown=True,
    extra_radius=5,
    extra_in_cities=False,
    garrisons_freed=2,
    disbanded_vp=1,
    disbanded_most=0,
    strict_placing=False,
    one_rebuilt_a_city=True,
    withdrawals_bind=True,
    lower_road_settles=True,
    stacks_split=False,
    one_hex_any_share=False,
    heavy_by_hex=False,
    overrun_mixed=0,
    overrun_any_nation=False,
    overrun_cavalry=True,
    overrun_in_snow=True,
    overrun_unsupplied=True,
    overrun_cities=False,
    overrun_wet_in_frost=False,
    overrun_past_zones=True,
    empty_overrun_pays=True,
    slips_motorized_only=False,
    weak_attack_lost=False,
    guards_vp=0,
    mandate_vp=1,
    zone_lets_attack=False,
    declares_blind=False,
    mandate_steps=6,
    fractions_kept=False,
    arms_for_all=False,
    arms_lost_together=False,
    engineers_first=False,
    standing_costs_more=False,
    no_room_is_cadre=False,
    zap_units=True,
    non_op_apart=False,
    guns_drawn_again=False,
    points_spent_at_once=False,
    orders_open=False,
    zoi_bars_orders=True,
    flees_in_mud=False,
    non_op_frees_nkvd=False,
    nkvd_order_lifted=True,
    guns_by_stack=False,
    allied_guns_weak=True,
    guns_help_flotillas=False,
    guns_bound=True,
    rockets_apart=True,
    fired_stays=True,
    big_guns_at_cities=False,
    zoi_shuts_roads=True,
    reacts_at_will=False,
    flies_from_bases=True,
    lifts_into_zoi=True,
    trains_saved=True,
    divisions_raze=False,
    units_are_sites=True,
    axis_sappers_begin=False,
    defence_tires=True,
    hqs_convert=True,
    one_line_on=False,
    all_surrender=False,
    militia_freed=False,
    garrisons_free_early=False,
    bridges_when_motorized=True,
    bridges_at_once=False,
    one_of_four_spared=False,
    motorized_detach=False,
    detaches_before_it_moves=False,
    regiments_bought=True,
    bridges_a_sheet=0,
    flotillas_apart=True,
    cavalry_fires=True,
    unmet_fighters_roll=True,
    rides_from_zoi=True,
    militia_rebuilt=False,
    armor_crosses=False,
    crosses_when_motorized=True,
    zoi_spares_woods=True,
    zoi_shakes_hqs=True,
    orders_need_cover=True,
    attacker_follows=True,
    nkvd_holds_cover=True,
    ice_helps=True,
    bunker_busting=True,
    retreat_shuns_battles=True,
    refill_in_zoc=True,
    axis_refills_once=False,
    map_steps_one_point=False,
    one_reacts=True,
    unsupplied_react=True,
    fleeing_advance=False,
    guns_advance=True,
    orders_skip_fixed=True,
    storm_holds_flotillas=True,
    marked_fight=False,
    boats_over_lakes=True,
    towns_offset=True,
    rides_end_in_towns=True,
    recaptures_call=False,
    refill_by_route=False,
    control_lasts=False,
    one_nkvd_step_last=False,
    activates_all=False,
    activated_guns_fire=True,
    flotillas_unbound=True,
    highest_terrain=False,
    surrender_by_route=False,
    bridges_fall_back=False,
    one_mission_a_battle=True,
    ruins_wait=False,
    disbands_on_map=False,
    orange_sinks=True,
    sappers_unbound=False,
    printed_works=("fortified line", "fortified belt", "citadel"),
    places_occupied=True,
    points_go_back=False,
)
"""What the second edition prints where the two differ."""


def load(scenario: str, options: dict[str, str], overrides: Path | None) -> GameData:
    """The data of one scenario with its options. Raises ``BadInput`` or ``DataError``."""
    data = opened(GAME, scenario, options, overrides)
    data.choices = EDITION
    data.in_play = area(data)
    return data


ASK_COMBAT = COMBAT._replace(enquiries=(*COMBAT.enquiries, ("fuel-shortage", enquiry)))
"""Questions about dice, with that of Fuel Shortage, which only this edition has (6.5)."""
RULESET = Ruleset(
    id=GAME,
    title="Barbarossa: Army Group Center",
    state=EfsState,
    steps=dict(REGISTRY.steps),
    load=load,
    begin=begin,
    blank=blank,
    invariants=invariants,
    edit=edit,
    editable=editable,
    deal=deal,
    draw=draw,
    ask=Queries(map=MAP, units=UNITS, combat=ASK_COMBAT, turn=TURN),
)
"""Barbarossa: Army Group Center, 1941, second edition: two days a turn at five miles a hex."""
