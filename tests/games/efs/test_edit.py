"""Positions of Army Group Center put up by hand, and what views tell of them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.components.errors import BadInput
from engine.games.efs.air.bases import in_range
from engine.games.efs.holders import friendly
from engine.games.efs.units import allowance
from engine.games.efs2.ruleset import RULESET
from engine.play.match import Match
from tests.support.efs import at, column, play, unit


def new() -> Match:
    """A match of the learning scenario."""
    match = Match(RULESET, RULESET.load("borisov", {}, None), 1)
    RULESET.begin(match.c)
    match._after()
    return match


def edited(**changes: Any) -> Match:
    match = new()
    match.edit({"clear": True, "phase": "reinforcements soviet", **changes})
    return match


def counter(**values: Any) -> dict[str, Any]:
    """A counter by its values."""
    basic = {"id": "zz", "side": "axis", "type": "armor", "attack": 8, "defense": 7, "move": 7, "hex": "A6039"}
    return {**basic, **values}


PHASE = {"asp": 1, "unit": "ssup-01", "box": "turn 5"}
"""A Soviet supply unit that may be placed, so that somebody can decide something."""


@pytest.mark.rule("efs2:2.22")
def test_words_of_the_rules_are_taken_of_a_counter_given_by_value() -> None:
    values = {
        "motorized": True, "ma": "yellow", "stacking": 2, "no_zoc": False, "division": "lehr",
        "division_kind": "panzer", "supply": "out of supply", "markers": ["overrun", "do not move 2"],
        "step_values": [[8, 7], [6, 4]], "steps": 1,
    }  # fmt: skip
    m = edited(place=[counter(**values), PHASE])
    u, s = unit(m, "zz"), m.c.state
    told = m.view("axis").unit(u)
    assert (told["attack"], told["defense"], told["max_steps"]) == (6, 4, 2)
    assert (told["motorized"], told["ma"], told["stacking"], told["division"]) == (True, "yellow", 2, "lehr")
    assert (s.supply[u], s.overrun[u], s.hold[u]) == (2, 1, 2)
    assert m.c.roster.value("integrity", u) == "panzer regiment" and m.c.roster.number("red_attack", u)
    assert "overrun" in told["flags"] and "out of supply" in told["flags"]


@pytest.mark.rule("efs2:6.41", "efs2:8.41", "efs2:21.2", "efs2:14.1")
def test_supply_units_untried_units_headquarters_and_aircraft_are_placed() -> None:
    soviet = {"side": "soviet", "move": 0}
    m = edited(
        place=[
            counter(id="msu", type="mobile supply unit", asp=1),
            counter(
                id="ur", type="infantry", machine_gun=True, untried=True, attack=0, defense=2, hex="B0235", **soviet
            ),
            counter(id="hq", type="headquarters", operational=False, command=2, hex="B0834", **(soviet | {"move": 3})),
            {"id": "ju", "side": "axis", "type": "bomber", "box": "ready", "close_air_support": 2, "aircraft": "Ju 87"},
            PHASE,
        ]
    )
    told = {name: m.view("axis").unit(unit(m, name)) for name in ("msu", "ur", "hq", "ju")}
    assert told["msu"]["asp"] == 1 and told["ur"]["values"].startswith("?-?")
    assert allowance(m.c, unit(m, "hq")) == 3 and told["hq"]["operational"] is False and "Non-Op" in told["hq"]["flags"]
    assert at(m, "ju") == "[ready]" and m.c.roster.number("cas", unit(m, "ju")) == 2


@pytest.mark.rule("efs2:5.16", "efs2:5.21", "efs2:5.23")
def test_weather_is_a_word_or_a_table() -> None:
    m = edited(weather="mud", place=[PHASE])
    assert (column(m, "weather"), column(m, "storm"), column(m, "frozen")) == ("mud", False, False)
    m = edited(weather={"weather": "snow", "storm": True, "frozen": True}, place=[PHASE])
    assert (column(m, "weather"), column(m, "storm"), column(m, "frozen")) == ("snow", True, True)
    with pytest.raises(BadInput, match="lingering"):
        edited(weather={"weather": "dry", "fog": True}, place=[PHASE])
    with pytest.raises(BadInput, match="dry, mud"):
        edited(weather="fog", place=[PHASE])


@pytest.mark.rule("efs2:3.32", "efs2:10.24", "efs2:2.21")
def test_what_breaks_a_rule_of_placing_is_refused_with_it() -> None:
    with pytest.raises(BadInput, match="both sides") as found:
        edited(place=[counter(), counter(id="yy", side="soviet")])
    assert found.value.rule == "efs2:10.24"
    with pytest.raises(BadInput, match="12 stacking points") as found:
        edited(place=[counter(stacking=6), counter(id="yy", stacking=6)])
    assert found.value.rule == "efs2:3.32"
    with pytest.raises(BadInput, match="air units"):
        edited(place=[{"unit": "jg51-i", "hex": "A6039"}])


@pytest.mark.rule("efs2:3.11", "efs2:3.12")
def test_places_where_units_stand_are_those_of_their_side() -> None:
    m = edited(place=[counter(id="a", hex="B0834"), counter(id="b", hex="A6039"), PHASE], control={"B1332": "axis"})
    assert [friendly(m.c, m.c.hex(label)) for label in ("B0834", "B1332", "B0235")] == ["axis", "axis", "soviet"]


@pytest.mark.rule("efs2:3.11", "efs2:12.36", "efs2:14.63", "efs2:19.4", "efs2:24.11")
def test_control_and_tracks_are_set() -> None:
    tracks = {
        "victory_points": 9, "mandated_attacks": 2, "interdiction": {"B0235": 1}, "rail_cuts": ["B0834"],
        "railheads": ["A5739"], "step_losses": {"soviet": 3}, "infantry_replacement_points": {"soviet": 4},
    }  # fmt: skip
    m = edited(tracks=tracks, control={"B0834": "axis"}, place=[PHASE])
    s = m.c.state
    assert (s.vp, s.mandates, s.zoi, s.losses["soviet"], s.points["soviet I"]) == (9, 2, {"B0235": 1}, 3, 4)
    assert s.gauge == {"B0834": "cut", "A5739": "axis"} and s.holder["B0834"] == "axis"
    assert m.view("").hex(m.c.hex("B0834"))["line_owners"] == {"railroad": "cut"}
    with pytest.raises(BadInput, match="no railroad"):
        edited(tracks={"rail_cuts": ["A6234"]}, place=[PHASE])


@pytest.mark.rule("efs2:4.21")
def test_a_position_waits_in_a_phase_of_the_sequence() -> None:
    m = edited(place=[PHASE])
    assert (m.side, m.c.state.phase) == ("soviet", "reinforcements")
    now = [line.id for line in m.view("").outline() if line.status == "now"]
    assert now == ["reinforcements"]
    with pytest.raises(BadInput, match="'phase' is a phase"):
        edited(phase="siesta axis")


@pytest.mark.rule("efs2:3.34", "efs2:8.42")
def test_nobody_knows_who_an_untried_unit_is() -> None:
    m = new()
    mg = next(u for u, h in enumerate(m.state.hex_of) if h >= 0 and m.c.roster.kind[u] == "machine gun")
    assert column(m, "identity")[mg] >= 0
    for side in ("axis", "soviet"):
        view = m.view(side)
        assert view.unit(mg)["values"].startswith("?-?") and view.c.state.identity[mg] == -1


@pytest.mark.rule("efs2:24.21", "efs2:9.1", "efs2:6.45")
def test_the_score_and_the_tracks_of_the_start() -> None:
    m = new()
    view = m.view("axis")
    score = view.score()
    assert (score.total, score.needed) == (0, 7)
    assert {line.text: line.value for line in score.open}["Tolochin"] == "3"
    tracks = {track.id: track.lines for track in view.tracks()}
    assert tracks["weather"] == ("Dry",) and "2K3" in tracks["air-axis"][0]
    assert tracks["supply"][0] == "Axis side: 1 ASP on the map, 2 may enter, 2 bridge and ferry markers free"
    assert view.turn_name == "T5 30 Jun"


def test_overlays_tell_what_they_should() -> None:
    m = new()
    layers, c = {layer.id: layer for layer in RULESET.ask.map.layers}, m.c
    supply = layers["supply"].marks(c, "axis", None)[0]
    assert supply[c.hex("A5739")] == "S" and supply[c.hex("A5938")] in "012"
    assert layers["control"].marks(c, "axis", None)[0][c.hex("B0235")] == "S6"
    assert layers["command"].marks(c, "soviet", None)[0][c.hex("B1438")] == "1"
    assert layers["rails"].marks(c, "axis", None)[0][c.hex("B0235")].startswith("S")
    assert layers["zoc"].marks(c, "axis", None)[0][c.hex("A6039")] == "+"


@pytest.mark.rule("efs1:4.2", "efs1:6.0")
def test_a_phase_of_both_sides_is_called_by_its_title_too() -> None:
    match = Match.new("efs1", "borisov", seed=3)
    match.edit({"phase": "supply-determination"})
    assert match.c.state.phase == "supply-status"


@pytest.mark.rule("efs2:23.13", "efs2:6.43")
def test_counters_that_are_used_again_are_at_hand_on_an_empty_map() -> None:
    m = edited(phase="movement axis", place=[{"unit": "253inf", "hex": "A6039"}])
    assert any(str(action).startswith("detach 253inf") for action in m.legal)
    assert at(m, "asup-01") == "[supply pool]"


@pytest.mark.rule("efs2:4.1")
def test_a_turn_is_one_of_the_scenario() -> None:
    m = edited(turn=8)
    assert m.state.turn == 8 and RULESET.editable(m.c).turns == (5, 8)
    for turn in (4, 10):
        with pytest.raises(BadInput, match="5 to 8"):
            m.edit({"turn": turn})
    assert m.state.turn == 8


@pytest.mark.rule("efs2:7.33", "efs2:7.5", "efs1:7.2")
@pytest.mark.parametrize("game", ["efs2", "efs1"])
def test_results_told_of_the_replacements_are_there_in_their_phase_and_nothing_is_rolled(game: str) -> None:
    """Without them the phase deals out what the turn brings."""
    plane = {"unit": "a-401iap", "box": "damaged"}
    results = {"soviet": {"V": 2, "S": 1, "strongpoints": 3}}
    m = Match.new(game, "campaign", seed=1)
    told = {"clear": True, "place": [plane], "turn": 9, "phase": "replacements soviet"}
    m.edit({**told, "tracks": {"replacement_results": results, "infantry_replacement_points": {"soviet": 4}}})
    s, drawn = m.c.state, m.c.state.draws
    assert m.c.frame.step == "replacements" and m.side == "soviet"
    assert (s.events["soviet V"], s.events["S"], s.strongpoints["soviet"], s.points["soviet I"]) == (2, 1, 3, 4)
    m.edit(told)
    assert m.c.state.draws > drawn


@pytest.mark.rule("efs2:14.22")
def test_air_units_have_their_bases_in_a_position_behind_the_phase_that_finds_them() -> None:
    match = new()
    place = [{"unit": "18pz-pzr", "hex": "A6039"}, {"unit": "stg1-ii", "box": "ready"}]
    match.edit({"clear": True, "place": place, "phase": "axis-movement axis"})
    assert in_range(match.c, unit(match, "stg1-ii"), match.c.board.find("A6039"))


@pytest.mark.rule("efs2:3.11", "efs2:24.22")
def test_a_place_that_only_a_zone_reaches_brings_its_points_with_the_first_move() -> None:
    place = [counter(id="a", hex="B0834"), counter(id="b", hex="B1332", side="soviet")]
    spot = {"map": {"victory_locations": {"B0835": 3}}}
    m = edited(turn=5, phase="movement axis", place=place, **spot)
    play(m, "move a B0835")
    assert m.c.state.places["B0835"] == "axis 3" and m.c.state.vp >= 3
