"""Section 7: lines, areas, supply by sea and air, garrisons, offensive supply."""

from __future__ import annotations

import pytest

from engine.games.bd.supply import attack_halvings, defense_halved
from tests.support.bd_position import at, costs, play, position, refusal, supply, unit

RUSSIA = {"supply_soviet": ["1800", "2300"]}
WEST = {"supply_german": ["1824", "2324"]}


# ---------------------------------------------------------------------- overland
@pytest.mark.rule("bd:7.3", "bd:7.2", "bd:7.9", "bd:7.8", "bd:7.14")
def test_a_line_of_any_length_leads_to_the_own_edge() -> None:
    match = position({"3pz": "1801", "16ra": "1823"}, ground={}, turn=5, order="move-fight")
    assert supply(match, "3pz") == supply(match, "16ra") == "regular overland supply"
    found = match.view("").supply(unit(match, "3pz"))
    assert match.c.label(found.path[0]) == "1801" and match.c.label(found.source).endswith("24")


@pytest.mark.rule("bd:7.3", "bd:7.9", "bd:7.14", "bd:7.16")
def test_enemy_ground_units_block_lines() -> None:
    """Six units around the corps, at the corner of the map there is no other way."""
    ring = dict(zip(("3ra", "4ra", "13ra", "16ra", "18ra", "20ra"), ("1711", "1712", "1811", "1813", "1911", "1912"),
                    strict=True))  # fmt: skip
    match = position({"3pz": "1812", **ring}, ground={})
    assert supply(match, "3pz") == "out of supply" and costs(match, "3pz") == {"1812": 0}
    assert defense_halved(match.c, unit(match, "3pz")) and attack_halvings(match.c, unit(match, "3pz")) == 1


@pytest.mark.rule("bd:7.3", "bd:7.9", "bd:7.19")
def test_a_source_is_none_while_the_enemy_stands_on_it() -> None:
    zones = {"supply_german": ["1824"], "supply_soviet": ["1800"]}
    match = position({"3pz": "1812", "16ra": "1824", "3ra": "1701"}, ground={}, zones=zones)
    assert supply(match, "3pz") == "out of supply" and supply(match, "3ra") == "regular overland supply"
    # 7.19: the edge of the enemy is no source for who took it.
    assert supply(position({"3pz": "1800"}, ground={}, zones={**zones, "supply_german": []}), "3pz") == "out of supply"


@pytest.mark.rule("bd:7.15")
def test_no_line_crosses_the_logistical_boundary() -> None:
    match = position({"3pz": "2110", "1inf": "2210"}, ground={}, zones={"supply_german": ["2324"]})
    assert supply(match, "3pz") == "out of supply" and supply(match, "1inf") == "regular overland supply"


@pytest.mark.rule("bd:7.20")
def test_soviet_works_block_german_lines_and_german_ones_soviet_lines() -> None:
    wall = [f"{row}12" for row in range(10, 22)] + [f"{row}11" for row in range(10, 22)]
    zones = {"soviet_lines": wall, "supply_german": ["1824"]}
    shut = position({"3pz": "1809"}, ground={}, zones=zones, control=dict.fromkeys(wall, "soviet"))
    assert supply(shut, "3pz") == "out of supply"
    taken = position({"3pz": "1809"}, ground={}, zones=zones, control=dict.fromkeys(wall, "axis"))
    assert supply(taken, "3pz") == "regular overland supply"
    german = {"german_lines": wall, "supply_soviet": ["1800"]}
    match = position({"16ra": "1816"}, side="soviet", ground={}, zones=german)
    assert supply(match, "16ra") == "out of supply"


# ---------------------------------------------------------------------- the areas of the south
@pytest.mark.rule("bd:7.4")
@pytest.mark.parametrize(("holder", "state"), [("axis", "regular overland supply"), ("soviet", "out of supply")])
@pytest.mark.parametrize("hex_", ["2806", "2200", "3100"])
def test_units_of_the_dnepr_area_trace_through_dnepropetrovsk(holder: str, state: str, hex_: str) -> None:
    # 7.5: without the far side of the strait there is no coastal supply on the Sea of Azov.
    control = {"2607": holder, "2804": "axis", "3105": "soviet"}
    match = position({"3pz": hex_}, control=control)
    assert supply(match, "3pz") == state


@pytest.mark.rule("bd:7.4")
def test_units_of_the_rostov_area_trace_through_rostov_too() -> None:
    match = position({"3pz": "3004", "24pz": "2704"}, control={"2607": "axis", "2804": "soviet"})
    assert (supply(match, "3pz"), supply(match, "24pz")) == ("out of supply", "regular overland supply")
    match = position({"3pz": "3004"}, control={"2607": "axis", "2804": "axis"})
    assert supply(match, "3pz") == "regular overland supply"


@pytest.mark.rule("bd:7.4", "bd:R9", "bd:R50")
def test_five_units_draw_crimea_supply_across_the_strait() -> None:
    """The bridgehead of 1943: no way over Rostov, Sevastopol held."""
    units = {"5inf": "3105", "44inf": "3105", "49mtn": "3105", "ksc": "3106", "16ra": "2907", "3ra": "3004"}
    match = position(units, control={"3108": "axis", "3107": "axis", "3008": "axis", "2607": "axis"})
    assert {supply(match, u) for u in ("5inf", "44inf", "49mtn")} == {"crimea supply"}
    assert supply(match, "ksc") == "regular overland supply"
    assert attack_halvings(match.c, unit(match, "5inf")) == 0
    lost = position(units, control={"3108": "soviet", "3107": "axis", "3008": "axis"})
    assert supply(lost, "5inf") != "crimea supply"
    many = {**units, "1inf": "3105", "2inf": "3105", "42inf": "3106", "18ra": "3008"}
    match = position(many, control={"3108": "axis", "3107": "axis"})
    drawing = [u for u in many if supply(match, u) == "crimea supply"]
    assert len(drawing) == 5


@pytest.mark.rule("bd:7.5", "bd:R10")
def test_coastal_supply_defends_and_no_more() -> None:
    ring = dict(zip(("3ra", "4ra", "13ra"), ("1514", "1515", "1414"), strict=True))
    match = position({"1inf": "1415", "4ro": "2911", **ring}, zones={"supply_german": []}, control={"3108": "soviet"})
    assert supply(match, "1inf") == "coastal supply"
    # 1.5: German units alone.
    assert supply(match, "4ro") == "out of supply"
    assert not defense_halved(match.c, unit(match, "1inf")) and attack_halvings(match.c, unit(match, "1inf")) == 1
    # Five are halved to two.
    assert max(costs(match, "1inf").values()) <= 2


@pytest.mark.rule("bd:7.6", "bd:9.5", "bd:7.22")
def test_fortress_cities_at_home_have_garrison_supply() -> None:
    places = {"2021": "city", "1812": "city"}
    match = position({"3pz": "2021", "24pz": "1812"}, ground={}, places=places, fortresses=["2021", "1812"],
                     zones={"supply_german": []})  # fmt: skip
    assert (supply(match, "3pz"), supply(match, "24pz")) == ("garrison supply", "out of supply")
    assert attack_halvings(match.c, unit(match, "3pz")) == 0 and max(costs(match, "3pz").values()) == 9


@pytest.mark.rule("bd:7.7")
def test_aerial_supply_is_for_defense_alone() -> None:
    match = position({"3pz": "1812"}, ground={}, zones={"supply_german": []}, aerial="1812", aerial_ready=13)
    assert supply(match, "3pz") == "aerial supply"
    assert not defense_halved(match.c, unit(match, "3pz")) and attack_halvings(match.c, unit(match, "3pz")) == 1
    assert max(costs(match, "3pz").values()) == 4


# ---------------------------------------------------------------------- the Soviet side
@pytest.mark.rule("bd:7.9", "bd:7.10", "bd:7.22")
@pytest.mark.parametrize(
    ("turn", "where", "halvings", "state"),
    [(6, "1806", 0, "regular overland supply"), (7, "1806", 1, "regular overland supply"),
     (7, "1808", 0, "offensive supply")],
)  # fmt: skip
def test_offensive_supply_is_needed_from_turn_seven_on(turn: int, where: str, halvings: int, state: str) -> None:
    match = position({"16ra": where}, side="soviet", turn=turn, ground={}, offensive={"C": "1809"})
    assert supply(match, "16ra") == state and attack_halvings(match.c, unit(match, "16ra")) == halvings


@pytest.mark.rule("bd:7.10", "bd:7.11")
@pytest.mark.parametrize(("marker", "reach"), [("A", 4), ("B", 3), ("C", 2)])
def test_markers_have_their_ranges(marker: str, reach: int) -> None:
    for far in (reach, reach + 1):
        match = position({"16ra": "1810"}, side="soviet", ground={}, offensive={marker: f"{1800 + 10 - far}"})
        assert (supply(match, "16ra") == "offensive supply") == (far == reach)


@pytest.mark.rule("bd:7.10", "bd:7.16", "bd:7.22", "bd:7.13", "bd:9.4")
def test_a_marker_does_not_help_units_without_overland_supply() -> None:
    none: dict[str, list[str]] = {"supply_soviet": []}
    match = position({"16ra": "1810"}, side="soviet", ground={}, zones=none, offensive={"A": "1810"})
    assert supply(match, "16ra") == "out of supply" and attack_halvings(match.c, unit(match, "16ra")) == 2
    hero = position({"16ra": "1810"}, side="soviet", ground={}, zones=none, places={"1810": "city"}, heroes=["1810"])
    assert supply(hero, "16ra") == "garrison supply" and attack_halvings(hero.c, unit(hero, "16ra")) == 1
    early = position({"16ra": "1810"}, side="soviet", turn=6, ground={}, zones=none, places={"1810": "city"},
                     heroes=["1810"])  # fmt: skip
    assert attack_halvings(early.c, unit(early, "16ra")) == 0


@pytest.mark.rule("bd:7.14")
def test_soviet_lines_cross_the_straits_and_german_ones_do_not() -> None:
    crimea = {"supply_soviet": ["3100"]}
    match = position({"16ra": "3107"}, side="soviet", zones=crimea, control={"3105": "soviet", "3104": "soviet"})
    assert supply(match, "16ra") == "regular overland supply"
    found = [match.c.label(h) for h in match.view("").supply(unit(match, "16ra")).path]
    assert "3105" in found and "3106" in found


@pytest.mark.rule("bd:7.12")
def test_markers_are_put_down_first_and_lie_for_the_player_turn() -> None:
    match = position({"16ra": "1810", "3ra": "1600"}, side="soviet", phase="offensive-supply", ground={})
    play(match, "mark A 1810")
    assert refusal(match, "mark B 1810").rule == "bd:7.12"
    play(match, "mark B 1600", "end")
    assert match.c.step.id == "phase-order" and match.state.offensive == {"A": "1810", "B": "1600"}  # type: ignore[attr-defined]


@pytest.mark.rule("bd:7.18")
def test_a_unit_may_move_where_it_will_be_out_of_supply() -> None:
    match = position({"3pz": "2110"}, ground={})
    play(match, "move 3pz 2210")
    assert at(match, "3pz") == "2210"
