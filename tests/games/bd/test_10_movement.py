"""Section 10: movement by the factors of the track, terrain and water, stacks, the straits, movement by sea."""

from __future__ import annotations

import pytest

from tests.support.bd_position import at, costs, left, play, position, refusal

OPEN: dict[str, str] = {}
"""Ground without any feature."""


@pytest.mark.rule("bd:2.11", "bd:10.1", "bd:10.10")
@pytest.mark.parametrize(
    ("unit", "side", "turn", "factor"),
    [("3pz", "axis", 20, 9), ("1inf", "axis", 20, 5), ("3t", "soviet", 20, 8), ("16ra", "soviet", 20, 4),
     ("3pz", "axis", 5, 6), ("1inf", "axis", 5, 3)],
)  # fmt: skip
def test_the_track_gives_each_class_its_movement_factor(unit: str, side: str, turn: int, factor: int) -> None:
    match = position({unit: "1812"}, side=side, turn=turn, order="move-fight", ground=OPEN)
    assert max(costs(match, unit).values()) == factor


@pytest.mark.rule("bd:10.10", "bd:10.11", "bd:10.12", "bd:2.9", "bd:R22")
def test_terrain_costs_by_class() -> None:
    ground = {"1811": "rough", "1911": "marsh", "1813": "desert steppe"}
    match = position({"3pz": "1812", "1inf": "1812"}, ground=ground)
    mech, foot = costs(match, "3pz"), costs(match, "1inf")
    assert [mech[h] for h in ("1811", "1911", "1813")] == [2, 3, 1]
    assert [foot[h] for h in ("1811", "1911", "1813")] == [1, 1, 1]


@pytest.mark.rule("bd:10.12")
@pytest.mark.parametrize(("turn", "cost"), [(12, 3), (13, 1)])
def test_soviet_mechanized_units_pay_for_marsh_as_for_clear_from_turn_13_on(turn: int, cost: int) -> None:
    match = position({"3t": "1812"}, side="soviet", turn=turn, order="move-fight", ground={"1911": "marsh"})
    assert costs(match, "3t")["1911"] == cost


@pytest.mark.rule("bd:10.18", "bd:10.20")
def test_rivers_cost_more_and_costs_add_up() -> None:
    around = ("1711", "1712", "1811", "1813", "1911", "1912")
    river = {"river": [f"1812-{h}" for h in around]}
    match = position({"3pz": "1812", "1inf": "1812"}, ground={"1911": "rough"}, lines=river)
    assert (costs(match, "3pz")["1811"], costs(match, "1inf")["1811"]) == (3, 2)
    # The book's example: a mechanized unit over a river into rough pays four.
    assert costs(match, "3pz")["1911"] == 4


@pytest.mark.rule("bd:10.18")
def test_german_units_ignore_rivers_on_turn_one() -> None:
    match = position({"3pz": "1817"}, turn=1, order="fight-move", ground=OPEN, lines={"river": ["1817-1816"]})
    assert costs(match, "3pz")["1816"] == 1


@pytest.mark.rule("bd:5.13")
def test_two_marsh_hexes_are_clear_for_supplied_german_mechanized_units_on_turn_one() -> None:
    ground = {"2014": "marsh", "2013": "marsh", "2012": "marsh"}
    match = position({"3pz": "2015"}, turn=1, order="fight-move", ground=ground)
    found = costs(match, "3pz")
    assert (found["2014"], found["2013"], found["2012"]) == (1, 2, 5)


@pytest.mark.rule("bd:10.3", "bd:7.16", "bd:7.17", "bd:1.3")
def test_one_hex_can_always_be_entered_with_the_whole_factor() -> None:
    """Out of supply the 6 of turn 5 are 3: rough over a river costs 4."""
    ring = {f"{n}ra": h for n, h in zip((3, 4, 13, 16, 18), ("1711", "1811", "1911", "1912", "1813"), strict=True)}
    match = position(
        {"3pz": "1812", **ring}, turn=5, order="move-fight", ground={"1712": "rough"}, lines={"river": ["1812-1712"]},
        zones={"supply_german": []},
    )  # fmt: skip
    assert costs(match, "3pz") == {"1812": 0, "1712": 3}
    play(match, "move 3pz 1712")
    assert left(match, "3pz") == 0


@pytest.mark.rule("bd:10.4", "bd:10.13", "bd:10.21")
def test_hexes_that_nobody_enters() -> None:
    match = position({"3pz": "1812", "16ra": "1811"}, ground={"1813": "lake", "1712": "sea"})
    assert refusal(match, "move 3pz 1811").rule == "bd:10.4"
    assert refusal(match, "move 3pz 1813").rule == "bd:10.13"
    assert refusal(match, "move 3pz 1712").rule == "bd:10.13"
    assert not {"1811", "1813", "1712"} & costs(match, "3pz").keys()


@pytest.mark.rule("bd:10.13")
def test_water_along_a_side_closes_it() -> None:
    match = position({"1inf": "1812"}, ground=OPEN, lines={"lake": ["1812-1811"], "sea": ["1812-1911"]})
    assert refusal(match, "move 1inf 1812").rule == "bd:10.1"
    assert costs(match, "1inf")["1811"] > 1 and costs(match, "1inf")["1911"] > 1


# ---------------------------------------------------------------------- stacks
@pytest.mark.rule("bd:10.5", "bd:10.7")
def test_a_stack_moves_at_the_pace_of_its_slowest_unit() -> None:
    match = position({"3pz": "1812", "1inf": "1812"}, ground=OPEN)
    play(match, "gather 3pz")
    assert max(costs(match, "3pz").values()) == 5
    play(match, "move 3pz 1810")
    assert (at(match, "3pz"), at(match, "1inf")) == ("1810", "1810")
    assert (left(match, "3pz"), left(match, "1inf")) == (7, 3)
    play(match, "drop 1inf", "move 3pz 1803")
    assert at(match, "3pz") == "1803" and at(match, "1inf") == "1810"


@pytest.mark.rule("bd:10.5")
def test_only_who_began_together_moves_together() -> None:
    match = position({"3pz": "1812", "24pz": "1811"}, ground=OPEN)
    play(match, "move 3pz 1811", "pick 3pz")
    assert refusal(match, "pick 24pz").rule == "bd:10.5"


@pytest.mark.rule("bd:10.2", "bd:10.6")
def test_a_stack_that_another_one_has_followed_moves_no_more() -> None:
    match = position({"3pz": "1812", "24pz": "1612"}, ground=OPEN)
    play(match, "move 3pz 1811", "move 3pz 1810", "move 24pz 1611")
    assert refusal(match, "move 3pz 1809").rule == "bd:10.6"


@pytest.mark.rule("bd:10.2", "bd:10.1")
def test_no_points_are_kept_and_nobody_moves_the_enemy() -> None:
    match = position({"1inf": "1812", "16ra": "1600"}, ground=OPEN)
    play(match, "move 1inf 1807")
    assert left(match, "1inf") == 0 and refusal(match, "move 1inf 1806").rule == "bd:10.1"
    assert refusal(match, "move 16ra 1601").rule == "bd:10.1"


@pytest.mark.rule("bd:2.9", "bd:8.33", "bd:8.34", "bd:8.35")
@pytest.mark.parametrize(("unit", "side"), [("fcse", "axis"), ("lpma", "soviet"), ("lcfc", "soviet")])
def test_static_units_never_move(unit: str, side: str) -> None:
    match = position({unit: "1812"}, side=side, ground=OPEN)
    assert refusal(match, f"move {unit} 1811").rule == "bd:2.9"


# ---------------------------------------------------------------------- straits and seas
@pytest.mark.rule("bd:10.14")
def test_one_stack_a_phase_crosses_the_kerch_strait_and_stops() -> None:
    match = position({"5inf": "3106", "44inf": "3106", "42inf": "3107"}, control={"3108": "axis", "3106": "axis"})
    assert "3105" in costs(match, "5inf") and "3105" not in costs(match, "42inf")
    play(match, "move 5inf 3105")
    assert at(match, "5inf") == "3105" and left(match, "5inf") == 0
    assert "3105" not in costs(match, "44inf")
    assert refusal(match, "move 44inf 3105").rule == "bd:10.14"


@pytest.mark.rule("bd:10.15")
def test_only_soviet_non_mechanized_units_cross_the_sivash_from_turn_seven_on() -> None:
    units = {"16ra": "2907", "3t": "2907", "1inf": "2908"}
    match = position(units, side="soviet", turn=7)
    # Clear ground and a river to cross.
    assert costs(match, "16ra")["3008"] == 2
    assert refusal(match, "move 3t 3008").rule == "bd:10.15"
    assert refusal(position(units, side="soviet", turn=6), "move 16ra 3008").rule == "bd:10.15"
    assert refusal(position({"1inf": "2907", "16ra": "2908"}, turn=20), "move 1inf 3008").rule == "bd:10.15"


@pytest.mark.rule("bd:10.16")
def test_one_german_infantry_corps_a_phase_sails_the_black_sea() -> None:
    control = {"2911": "axis", "3108": "axis"}
    match = position({"5inf": "2911", "44inf": "2911", "3pz": "2911", "4ro": "2911"}, control=control)
    assert refusal(match, "sail 3pz 3108").rule == "bd:10.16" and refusal(match, "sail 4ro 3108").rule == "bd:10.16"
    assert set(costs(match, "5inf", "sea")) == {"2911", "3108", "3213"}
    play(match, "sail 5inf 3108")
    assert at(match, "5inf") == "3108" and refusal(match, "sail 44inf 3108").rule == "bd:10.16"
    assert refusal(match, "move 5inf 3107").rule in ("bd:10.16", "bd:10.6")


@pytest.mark.rule("bd:10.17")
def test_the_baltic_has_a_corps_of_its_own() -> None:
    match = position({"5inf": "1415", "44inf": "2911"}, control={"1719": "axis", "3108": "axis"})
    play(match, "sail 5inf 1719", "sail 44inf 3108")
    assert (at(match, "5inf"), at(match, "44inf")) == ("1719", "3108")


@pytest.mark.rule("bd:10.16", "bd:8.31")
def test_a_corps_takes_its_tiger_battalion_along_where_no_other_is() -> None:
    units = {"5inf": "2911", "505tb": "2911", "44inf": "3108", "503tb": "3108"}
    match = position(units, turn=20, control={"3108": "axis", "3213": "axis"})
    assert refusal(match, "sail 5inf 3108").rule == "bd:8.31" and "3108" not in costs(match, "5inf", "sea")
    play(match, "sail 5inf 3213")
    assert at(match, "505tb") == "3213"


@pytest.mark.rule("bd:10.16", "bd:11.4")
def test_who_has_attacked_goes_nowhere_by_sea() -> None:
    units = {"5inf": "2911", "44inf": "2911", "9ra": "2811"}
    match = position(units, phase="combat", order="fight-move", control={"2911": "axis", "3108": "axis"})
    play(match, "target 2811", "add 5inf", "roll")
    while match.c.step.id != "movement":
        play(match, str(match.prompt.default or "end"))
    assert at(match, "5inf") == at(match, "44inf") == "2911"
    refused = refusal(match, "sail 5inf 3108")
    assert refused.rule == "bd:10.16" and "attacked" in refused.reason and "3108" not in costs(match, "5inf", "sea")
    play(match, "sail 44inf 3108")


@pytest.mark.rule("bd:10.17", "bd:8.7")
def test_who_came_by_rail_goes_no_further_by_sea() -> None:
    units, control = {"5inf": "1812", "44inf": "1415"}, {"1415": "axis", "1719": "axis"}
    match = position(units, turn=9, phase="strategic-movement", control=control, places={"1812": "city"})
    play(match, "rail 5inf 1415", "end")
    while match.c.step.id != "movement":
        play(match, "order move-fight" if match.c.step.id == "phase-order" else "end")
    refused = refusal(match, "sail 5inf 1719")
    assert refused.rule == "bd:10.17" and "strategically" in refused.reason
    play(match, "sail 44inf 1719")


@pytest.mark.rule("bd:10.34")
def test_the_coastal_army_goes_between_odessa_and_sevastopol() -> None:
    match = position({"ica": "2911"}, side="soviet", turn=2, order="fight-move", control={"3108": "soviet"})
    assert refusal(match, "move ica 2910").rule == "bd:10.34"
    play(match, "end") if match.c.step.id == "combat" else None
    play(match, "coast ica")
    assert at(match, "ica") == "3108"
    lost = position({"ica": "2911"}, side="soviet", turn=2, order="fight-move", control={"3108": "axis"})
    assert refusal(lost, "coast ica").rule == "bd:10.34"


# ---------------------------------------------------------------------- who may not go where
@pytest.mark.rule("bd:10.22")
def test_axis_satellites_stay_south_of_the_boundary() -> None:
    match = position({"4ro": "2210", "1inf": "2210"}, ground=OPEN)
    assert "2110" not in costs(match, "4ro") and "2110" in costs(match, "1inf")
    assert refusal(match, "move 4ro 2110").rule == "bd:10.22"


@pytest.mark.rule("bd:8.3")
def test_two_corps_are_bound_to_their_areas() -> None:
    match = position({"ksc": "3106", "6ss": "1415"}, control={"3106": "axis"})
    assert refusal(match, "move ksc 2907").rule == "bd:8.3"
    assert set(costs(match, "ksc")) <= {"3008", "3106", "3107", "3108", "3005", "3104", "3105"}
    assert refusal(match, "move 6ss 1710").rule == "bd:8.3"


@pytest.mark.rule("bd:8.30")
def test_cavalry_groups_pay_one_point_whatever_the_terrain_and_stay_in_their_zone() -> None:
    match = position({"bcg": "2010"}, side="soviet", turn=2, order="fight-move", ground={"2009": "marsh"})
    assert costs(match, "bcg")["2009"] == 1
    assert not any(label >= "2200" for label in costs(match, "bcg"))


# ---------------------------------------------------------------------- what moves along
@pytest.mark.rule("bd:8.31", "bd:8.32")
def test_a_tiger_battalion_goes_with_its_corps_and_never_alone() -> None:
    match = position({"3pz": "1812", "505tb": "1812"}, ground=OPEN)
    assert refusal(match, "move 505tb 1811").rule == "bd:8.31"
    play(match, "move 3pz 1810")
    assert at(match, "505tb") == "1810"
