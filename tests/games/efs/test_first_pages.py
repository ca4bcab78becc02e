"""What the pages on the editions say, in positions drawn by hand: each in both editions."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play.match import Match
from tests.games.efs.test_protocol_fields import A, B, C, D, E, asked, counter
from tests.support.efs import unit


@pytest.mark.rule("efs1:15.5.2", "efs2:15.41")
def test_armor_is_halved_against_mountains_by_the_second_edition_alone() -> None:
    tanks, foe = counter("tanks", A, type="armor", attack=8), counter("foe", B, "soviet")
    for game, ground, strength in (
        ("efs1", "mountain", 8), ("efs1", "city", 4), ("efs2", "mountain", 4), ("efs2", "city", 4),
    ):  # fmt: skip
        m = Match.new(game, "borisov", seed=1)
        drawn = {"hexes": {B: [ground]}} if ground == "mountain" else {"places": {B: ground}}
        m.edit({"clear": True, "map": {"blank": True, **drawn}, "place": [tanks, foe], "phase": "combat axis",
                "tracks": {"declared_attacks": [B]}})  # fmt: skip
        assert asked(m, "attack", attackers=["tanks"], target=B)["attack"] == strength


@pytest.mark.rule("efs2:15.44")
def test_nobody_is_doubled_as_a_bunker_buster_by_the_first_edition() -> None:
    for game, allowed, strength in (("efs1", False, 4), ("efs2", True, 8)):
        m = Match.new(game, "borisov", seed=1)
        place = [counter("gun", A, type="assault gun"), counter("foe", B, "soviet")]
        m.edit({"clear": True, "map": {"blank": True, "fortifications": {B: "strongpoint"}}, "place": place,
                "phase": "combat axis", "tracks": {"declared_attacks": [B]}})  # fmt: skip
        more = {"bunker_buster": "gun", "attack_supply": True}
        reply = asked(m, "attack", attackers=["gun"], target=B, modifiers=more)
        assert (reply["allowed"], reply["attack"]) == (allowed, strength)


@pytest.mark.rule("efs2:7.33", "efs2:7.63", "efs1:7.3.3")
def test_a_position_in_the_replacements_phase_has_the_results_that_it_was_given() -> None:
    for game, laws in (("efs1", ["efs1:7.3.3", None]), ("efs2", [None, None])):
        m = Match.new(game, "campaign", seed=1)
        planes = [{"unit": name, "box": box} for name, box in (("stg77-i", "flown"), ("stg77-ii", "damaged"))]
        results = {"replacement_results": {"axis": {"V": 1}}}
        m.edit({"clear": True, "place": planes, "phase": "replacements axis", "tracks": results})
        refused = [m.check(f"ready {name}") for name in ("stg77-i", "stg77-ii")]
        assert [found and found.rule for found in refused] == laws


@pytest.mark.rule("efs1:22.8.2", "efs2:16.24", "efs2:21.51")
def test_an_outcome_names_who_loses_before_the_nkvd() -> None:
    place = [counter("guard", B, "soviet", nkvd=True), counter("rifles", B, "soviet"), counter("foe", A)]
    for game, kind, first in (("efs1", "town", ["rifles"]), ("efs1", "", []), ("efs2", "city", ["rifles"])):
        m = Match.new(game, "borisov", seed=1)
        places = {"places": {B: kind}} if kind else {}
        m.edit({"clear": True, "map": {"blank": True, **places}, "place": place, "phase": "combat axis",
                "tracks": {"declared_attacks": [B]}})  # fmt: skip
        reply = asked(m, "attack", attackers=["foe"], target=B, modifiers={"result": "-/1"})
        assert reply["outcome"]["defender"]["first"] == first


@pytest.mark.rule("efs1:11.4.3", "efs1:15.5.4", "efs2:11.36", "efs2:15.43")
def test_an_untried_counter_given_without_defense_is_nobody() -> None:
    for game in ("efs1", "efs2"):
        m = Match.new(game, "borisov", seed=1)
        nobody = counter("nobody", B, "soviet", untried=True, attack=0, defense=0)
        tanks = counter("tanks", A, type="armor", attack=9, move=7, ma="yellow")
        m.edit({"clear": True, "map": {"blank": True}, "place": [nobody, tanks], "phase": "movement axis"})
        m.play(f"overrun tanks {B}")
        told = " ".join(e.text for e in m.log)
        assert "nobody is turned up: there is nobody." in told and " roll " not in told.partition("nobody is")[2]
        assert m.c.label(m.c.state.hex_of[unit(m, "tanks")]) == B


@pytest.mark.rule("efs2:2.22", "efs2:21.32", "efs2:22.51", "efs1:22.5.1", "efs1:22.6.1")
def test_trains_and_flotillas_given_by_value_keep_to_rails_and_water() -> None:
    for game in ("efs1", "efs2"):
        m = Match.new(game, "borisov", seed=1)
        place = [counter("train", A, "soviet", type="armored train"), counter("boat", D, "soviet", type="flotilla")]
        lines = {"blank": True, "roads": {"railroad": [[A, B, C]]}, "sides": {f"{D}/{E}": ["major river"]}}
        m.edit({"clear": True, "map": lines, "place": place, "phase": "movement soviet"})
        found = [{m.c.label(h) for h in m.view("soviet").reach(unit(m, name), "").costs} for name in ("train", "boat")]
        assert found == [{A, B, C}, {D, E}]


@pytest.mark.rule("efs2:7.6", "efs2:7.61", "efs1:7.3.1")
def test_points_of_the_axis_are_german_or_for_all_its_allies() -> None:
    worn: dict[str, Any] = {"attack2": 2, "defense2": 2, "steps": 1, "markers": ["receiving replacements"]}
    place = [counter("ours", A, **worn), counter("ally", A, nationality="romanian", **worn)]
    for game, laws in (("efs1", [None, None]), ("efs2", [None, "efs2:7.6"])):
        m = Match.new(game, "borisov", seed=1)
        lines = {"blank": True, "supply_sources": {"axis": [A]}, "roads": {"main road": [[A, B]]}}
        points = {"infantry_replacement_points": {"axis": 2}}
        m.edit({"clear": True, "map": lines, "place": place, "phase": "engineering axis", "tracks": points})
        refused = [m.check(f"rebuild {name} I") for name in ("ours", "ally")]
        assert [found and found.rule for found in refused] == laws


@pytest.mark.rule("efs1:7.1.1", "efs2:7.22")
def test_snow_is_told_with_the_replacements_only_where_it_counts() -> None:
    for game, lines in (("efs1", ["+0"]), ("efs2", ["+1", "+1"])):
        m = Match.new(game, "borisov", seed=1)
        m.edit({"clear": True, "map": {"blank": True}, "phase": "movement axis", "weather": "snow"})
        assert [line["value"] for line in asked(m, "replacements")["lines"]] == lines


@pytest.mark.rule("efs2:13.32", "efs1:14.2.2")
def test_rockets_given_by_value_support_no_defense_of_the_second_edition() -> None:
    place = [counter("foe", A), counter("rifles", B, "soviet"),
             counter("rockets", C, "soviet", type="rocket artillery", support=2, range=2)]  # fmt: skip
    for game, law in (("efs1", None), ("efs2", "efs2:13.32")):
        m = Match.new(game, "borisov", seed=1)
        m.edit({"clear": True, "map": {"blank": True}, "place": place, "phase": "reaction soviet",
                "tracks": {"declared_attacks": [B]}})  # fmt: skip
        refused = m.check(f"support rockets {B}")
        assert (refused and refused.rule) == law


@pytest.mark.rule("efs1:15.3.2", "efs1:15.3.1", "efs2:15.34", "efs2:15.21", "efs2:15.22")
def test_a_point_that_reaches_the_gun_alone_serves_it_or_nobody() -> None:
    gun = counter("gun", "B0632", type="field artillery", support=4, range=4, attack=0)
    place = [counter("foot", "B0630"), counter("foe", "B0629", "soviet"), gun,
             counter("point", "B0638", type="mobile supply unit", asp=1)]  # fmt: skip
    for game, law, left in (("efs1", "efs1:15.3.2", 1), ("efs2", None, 0)):
        m = Match.new(game, "campaign", seed=1)
        m.edit({"clear": True, "map": {"blank": True}, "place": place, "phase": "combat axis",
                "tracks": {"declared_attacks": ["B0629"]}})  # fmt: skip
        assert m.check("add gun") is not None
        m.play("supply point")
        refused = m.check("add gun")
        assert (refused and refused.rule) == law
        if law is None:
            m.play("add gun")
        m.dice.queue([5])
        m.play("resolve")
        assert "no Attack Supply +2" in " ".join(e.text for e in m.log)
        spent = any(e.text.startswith("point spends") for e in m.log)
        assert spent is (left == 0) and any(e.text.startswith("point keeps") for e in m.log) is (left == 1)


@pytest.mark.rule("efs1:19.2.1", "efs2:19.22")
def test_a_railroad_in_mountains_is_dear_by_the_second_edition_alone() -> None:
    lines = {"blank": True, "hexes": {B: ["mountain"], C: ["marsh"]}, "roads": {"railroad": [[B, C]]}}
    for game, costs in (("efs1", [1, 2]), ("efs2", [2, 2])):
        m = Match.new(game, "campaign", seed=1)
        m.edit({"clear": True, "map": lines, "phase": "engineering axis"})
        assert [asked(m, "conversion", target=label)["cost"] for label in (B, C)] == costs


@pytest.mark.rule("efs1:10.7.9", "efs2:10.45")
def test_a_bridge_drawn_as_destroyed_bears_nobody() -> None:
    sides = {f"{A}/{B}": ["major river", "road bridge destroyed", "railroad bridge destroyed"]}
    for game in ("efs1", "efs2"):
        m = Match.new(game, "borisov", seed=1)
        lines = {"blank": True, "sides": sides, "roads": {"main road": [[A, B]]}}
        m.edit({"clear": True, "map": lines, "place": [counter("foot", A)], "phase": "movement axis"})
        assert m.check(f"cross foot {B}") is None, "the water bars the way"


@pytest.mark.rule("efs1:23.3", "efs1:23.1", "efs2:23.23")
def test_regiments_of_the_first_edition_are_of_one_kind() -> None:
    for game, law in (("efs1", "efs1:23.1"), ("efs2", None)):
        m = Match.new(game, "campaign", seed=1)
        m.edit({"clear": True, "place": [{"unit": "6inf", "hex": "A5739"}], "phase": "movement axis"})
        refused = m.check("detach 6inf strong")
        assert (refused and refused.rule) == law and m.check("detach 6inf") is None
