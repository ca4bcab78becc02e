"""The terms of the first edition: each field of the shared record as its rulebook prints it."""

from __future__ import annotations

from engine.games.efs.edition import Edition

EDITION = Edition(
    mud_limit=0,  # 5.1.2: the table alone decides
    dry_limit=0,
    mud_lingers=("dry", "mud", "frost", "snow"),  # 5.1.4a: in every climate
    snow_thaws=2,  # 5.1.4b
    freezes_at_once=False,  # 10.7.9 to 10.7.11
    cold_loss=0,
    road_net_bad_hex=False,  # 6.3: only turns of Mud and Snow
    trains_need_supply=True,  # 6.6.1, 6.7.1
    cities_feed=True,  # 6.5.1
    marsh_on_road_shortens=True,  # 6.2.2
    works_block=False,  # 18.3.1
    works_last=1,  # 6.7.6
    dump_most=2,  # 6.8.2
    truck_allowance=8,  # 6.8.4
    wagon_allowance=4,  # 6.8.4
    supply_activated=False,  # 6.8.4, R60
    supply_in_each_city=True,  # 6.8.4
    recovery_factor=1,  # 22.2.6a
    table_most=0,  # 7.1.1
    snow_adds=False,  # 7.1.1
    armaments_kept=False,  # 7.2d
    nkvd_points=True,  # 7.2d
    refits_flown=False,  # 7.2d, 7.3.3
    extra_radius=4,  # 7.2a
    extra_in_cities=True,  # 7.2a
    garrisons_freed=1,  # 7.2e
    disbanded_vp=2,  # 22.2.6b
    disbanded_most=1,
    strict_placing=True,  # 8.1.4, 8.4, 8.5, 20.3.3
    one_rebuilt_a_city=False,  # 8.4
    withdrawals_bind=False,  # 8.6.1, 8.6.3
    lower_road_settles=False,  # 10.7.7, case three
    limited_artillery=False,
    overrun_mixed=7,  # 11.4.2a
    overrun_any_nation=True,  # 11.4.1
    overrun_cavalry=False,  # 11.4.1
    overrun_in_snow=False,  # 11.4.2b
    overrun_unsupplied=False,  # 11.4.2e, 6.7.2
    slips_motorized_only=True,  # 10.1.5, 10.2.4a, 11.5.2
    weak_attack_lost=True,  # 15.5.7
    guards_vp=1,  # 16.3.5
    mandate_vp=2,  # 7.2e
    zone_lets_attack=True,  # 12.5.1
    declares_blind=True,  # 12.3.4, R17
    mandate_steps=0,  # 12.4: the odds alone
    fractions_kept=True,  # 15.5.1
    arms_for_all=True,  # 15.6.7a, R29
    arms_lost_together=True,  # 15.6.7b
    engineers_first=True,  # 16.5.2
    standing_costs_more=True,  # 16.6.1, R33
    no_room_is_cadre=True,  # 16.6.7
    zap_units=False,  # 22.11
    guns_drawn_again=True,  # 22.9.3, 11.6.3
    points_spent_at_once=True,  # 15.5.6
    orders_open=True,  # 15.5.8
    armor_crosses=True,  # 10.7.9
    crosses_when_motorized=False,  # 10.7.9c, R13
    zoi_spares_woods=False,  # 13.1.3
    zoi_shakes_hqs=False,  # 13.2.5: it costs command points alone
    orders_need_cover=False,  # 14.3.1
    attacker_follows=False,  # 15.5.8
    nkvd_holds_cover=False,  # 14.3.5: town, city, major city
    ice_helps=False,  # 15.5.2b
    bunker_busting=False,
    retreat_shuns_battles=False,  # 16.6.7: room is all that it asks for
    refill_in_zoc=False,  # 20.1
    axis_refills_once=True,  # 20.1
    one_reacts=False,  # 14.1.1
    unsupplied_react=False,  # 14.1.1d, 6.7.2
    printed_works=("fortified line",),  # 18.0
    places_occupied=False,  # 24.1.2
    points_go_back=True,  # 24.1.2
)
"""What the first edition prints where the two differ."""
