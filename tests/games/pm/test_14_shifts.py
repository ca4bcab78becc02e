"""14.11 to 14.23: the column shifts of terrain, hexsides, places, position and weather."""

from __future__ import annotations

import pytest

from tests.games.pm.battles import MID, NE, NW, SE, SW, N, S, front, odds, shift_lines
from tests.support.pm_position import unit

ONE = {"61inf": N}


@pytest.mark.rule("pm:14.15", "pm:15.11")
def test_clear_and_forest_do_not_shift_but_forest_does_in_mobile_assaults() -> None:
    assert shift_lines(odds(front(ONE), ["61inf"])) == {}
    match = front({"6pz": N}, ground={MID: "forest"})
    assert shift_lines(odds(match, ["6pz"])) == {}
    assert shift_lines(odds(match, ["6pz"], kind="mobile")) == {"pm:15.11": "1L"}


@pytest.mark.rule("pm:14.16", "pm:14.11")
def test_hills() -> None:
    """The example of 14.16: a 3:1 becomes a 2:1."""
    match = front({"61inf": N, "1inf": N}, {"rd-001": (3, 3)}, ground={MID: "hills"}, tried=["rd-001"])
    found = odds(match, ["61inf", "1inf"])
    assert (found.odds, found.column, shift_lines(found)) == ("3:1", "2:1", {"pm:14.16": "1L"})


@pytest.mark.rule("pm:12.10", "pm:14.16", "pm:14.18", "pm:15.11")
@pytest.mark.parametrize("ground", ["forest", "hills", "marsh"])
def test_cities_are_clear_ground_in_battle_too(ground: str) -> None:
    match = front({"6pz": N}, ground={MID: ground}, places={MID: "city"})
    for kind in ("prepared", "mobile"):
        found = odds(match, ["6pz"], kind=kind)
        assert (found.attack, shift_lines(found)) == (10, {"pm:14.23": "2L"})
    town = front({"1mtn": N}, ground={MID: "hills"}, places={MID: "large town"})
    assert shift_lines(odds(town, ["1mtn"])) == {"pm:14.16": "1L", "pm:14.22": "1L"}, "large towns lie on their ground"
    assert odds(front({"1mtn": N}, ground={MID: "hills"}, places={MID: "city"}), ["1mtn"]).attack == 5


@pytest.mark.rule("pm:14.17", "pm:R58")
def test_mountain_infantry_attacks_hills_with_its_defense_factor() -> None:
    match = front({"1mtn": N}, ground={MID: "hills"})
    assert odds(match, ["1mtn"]).attack == 7
    assert odds(front({"1mtn": N}), ["1mtn"]).attack == 5


@pytest.mark.rule("pm:14.18", "pm:R27")
def test_armor_is_halved_into_marsh_unless_it_is_frozen() -> None:
    """Panzer 10 and assault guns 2 make 6; infantry and motorized infantry keep their factors."""
    units = {"6pz": N, "185stg": N, "61inf": N, "36mot": N}
    match = front(units, ground={MID: "marsh"})
    assert odds(match, ["6pz", "185stg"]).attack == 6
    assert odds(match, ["61inf", "36mot"]).attack == 11
    assert odds(front(units, ground={MID: "marsh"}, weather="frost", turn=9), ["6pz", "185stg"]).attack == 12


@pytest.mark.rule("pm:14.19")
def test_a_river_shifts_only_if_all_come_across_it() -> None:
    match = front({"61inf": N, "1inf": NE}, lines={"river": [f"{MID}-{N}"]})
    assert shift_lines(odds(match, ["61inf"])) == {"pm:14.19": "1L"}
    assert shift_lines(odds(match, ["61inf", "1inf"])) == {}


@pytest.mark.rule("pm:14.19", "pm:5.5", "pm:15.10")
def test_rivers_on_turn_one_and_in_frost() -> None:
    river = {"river": [f"{MID}-{N}"]}
    assert shift_lines(odds(front(ONE, lines=river, turn=1), ["61inf"])) == {}
    soviet = front({"rd-001": N}, ["61inf"], side="soviet", lines=river, turn=1)
    assert shift_lines(odds(soviet, ["rd-001"])) == {"pm:14.19": "1L"}
    assert shift_lines(odds(front(ONE, lines=river, turn=9, weather="frost"), ["61inf"])) == {}
    mobile = front({"6pz": N}, lines=river)
    assert shift_lines(odds(mobile, ["6pz"], kind="mobile")) == {"pm:14.19": "1L"}


@pytest.mark.rule("pm:14.20", "pm:R30", "pm:13.7")
def test_straits_shift_two_and_cut_armor_to_one() -> None:
    sides = {"sivash": [f"{MID}-{N}"]}
    match = front({"6pz": N, "36mot": N, "61inf": NE}, lines=sides)
    found = odds(match, ["6pz", "36mot"])
    assert (found.attack, shift_lines(found)) == (7, {"pm:14.20": "2L"})
    assert shift_lines(odds(match, ["6pz", "61inf"])) == {}
    snow = front({"6pz": N}, lines=sides, weather="snow", turn=12)
    assert (odds(snow, ["6pz"]).attack, shift_lines(odds(snow, ["6pz"]))) == (10, {})


@pytest.mark.rule("pm:R53", "pm:14.19", "pm:14.20")
def test_rivers_and_straits_together_shift_one() -> None:
    match = front({"61inf": N, "1inf": NE}, lines={"kerch": [f"{MID}-{N}"], "river": [f"{MID}-{NE}"]})
    assert shift_lines(odds(match, ["61inf", "1inf"])) == {"pm:14.19": "1L"}


@pytest.mark.rule("pm:14.21", "pm:14.22", "pm:14.23")
@pytest.mark.parametrize(
    ("size", "lines"), [("town", {}), ("large town", {"pm:14.22": "1L"}), ("city", {"pm:14.23": "2L"})]
)
def test_places(size: str, lines: dict[str, str]) -> None:
    assert shift_lines(odds(front(ONE, places={MID: size}), ["61inf"])) == lines


@pytest.mark.rule("pm:14.11")
def test_all_shifts_add_up() -> None:
    match = front(
        ONE, ground={MID: "hills"}, places={MID: "large town"}, forts_at={MID: "fort"}, lines={"river": [f"{MID}-{N}"]}
    )
    assert odds(match, ["61inf"]).shift == -4


@pytest.mark.rule("pm:14.14")
@pytest.mark.parametrize(
    ("where", "concentric"),
    [
        ([N, S], True), ([NE, SW], True), ([SE, NW], True), ([N, SE, SW], True), ([NE, S, NW], True),
        ([N, NE, SE, SW], True), ([N], False), ([N, NE], False), ([N, SE], False), ([N, NE, SE], False),
        ([NW, N, NE], False),
    ],
)  # fmt: skip
def test_concentric_assault(where: list[str], concentric: bool) -> None:
    units = dict(zip(["61inf", "1inf", "58inf", "217inf"], where, strict=False))
    found = odds(front(units), list(units))
    assert shift_lines(found) == ({"pm:14.14": "1R"} if concentric else {})


@pytest.mark.rule("pm:14.14", "pm:14.41", "pm:10.1")
@pytest.mark.parametrize("helper", ["arko", "flak"])
def test_who_never_attacks_by_itself_makes_no_assault_concentric(helper: str) -> None:
    kind = {"arko": "siege artillery", "flak": "flak"}[helper]
    match = front({"61inf": N})
    u = next(u for u, k in enumerate(match.data.roster.kind) if k == kind)
    alone = front({"61inf": N, match.data.roster.ids[u]: S})
    together = front({"61inf": N, "1inf": S, match.data.roster.ids[u]: S})
    assert "pm:14.14" not in shift_lines(odds(alone, ["61inf", match.data.roster.ids[u]]))
    assert "pm:14.14" in shift_lines(odds(together, ["61inf", "1inf", match.data.roster.ids[u]]))


@pytest.mark.rule("pm:14.14", "pm:15.3")
def test_no_concentric_shift_in_a_mobile_assault_but_against_forts() -> None:
    match = front({"6pz": N, "7pz": S})
    assert shift_lines(odds(match, ["6pz", "7pz"], kind="mobile")) == {}
    fort = front({"6pz": N, "7pz": S}, forts_at={MID: "heavy fort"})
    assert shift_lines(odds(fort, ["6pz", "7pz"])) == {"pm:14.28": "2L", "pm:14.14": "1R"}


@pytest.mark.rule("pm:13.7")
def test_soviet_assaults_in_snow_shift_right() -> None:
    soviet = front({"rd-001": N}, ["61inf"], side="soviet", weather="snow", turn=11)
    assert shift_lines(odds(soviet, ["rd-001"])) == {"pm:13.7": "1R"}
    assert shift_lines(odds(front(ONE, weather="snow", turn=11), ["61inf"])) == {}


@pytest.mark.rule("pm:14.27", "pm:14.28", "pm:R35")
def test_forts_help_only_soviet_defenders() -> None:
    assert shift_lines(odds(front(ONE, forts_at={MID: "fort"}), ["61inf"])) == {"pm:14.27": "1L"}
    assert shift_lines(odds(front(ONE, forts_at={MID: "heavy fort"}), ["61inf"])) == {"pm:14.28": "2L"}
    german = front({"rd-001": N}, ["61inf"], side="soviet", forts_at={MID: "fort"})
    assert shift_lines(odds(german, ["rd-001"])) == {}


@pytest.mark.rule("pm:14.30")
def test_the_stalin_line_adds_one_to_each_unit() -> None:
    """The example of 14.30: a 3-1-7 and a 3-3-5 defend with 2 and 4."""
    match = front(ONE, {"td-001": (3, 1), "rd-001": (3, 3)}, forts_at={MID: "stalin line"}, tried=["td-001", "rd-001"])
    found = odds(match, ["61inf"])
    assert (found.defense, shift_lines(found)) == (6, {})
    assert sorted(line.value for line in found.lines if line.rule == "pm:14.30") == ["2", "4"]


@pytest.mark.rule("pm:14.11", "pm:R29")
def test_beginners_have_no_marked_shifts() -> None:
    match = front(
        {"1mtn": N, "61inf": S}, ground={MID: "hills"}, forts_at={MID: "fort"}, options={"rules": "beginners"}
    )
    found = odds(match, ["1mtn", "61inf"])
    assert shift_lines(found) == {"pm:14.16": "1L"}
    assert found.attack == 10
    assert match.state.hex_of[unit(match, "1mtn")] >= 0
