"""A map drawn by hand: hexes, water, lines, places, works, sources and locations, for one match alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.components.errors import BadInput
from engine.games.efs import bridges, forts, rails
from engine.games.efs.supply.routes import route
from engine.games.efs.tables import tables
from engine.games.efs.victory import spots
from engine.play.match import Match
from saves.codec import Head, decode, encode
from saves.errors import SaveError
from saves.store import Store

A, B, C, D = "B0133", "B0134", "B0135", "B0136"


def drawn(**told: Any) -> Match:
    m = Match.new("efs2", "borisov", seed=1)
    m.edit({"clear": True, "map": {"blank": True, **told}})
    return m


def test_the_empty_field_has_nothing_on_it_and_the_shipped_board_stays() -> None:
    m, shipped = drawn(), Match.new("efs2", "borisov", seed=1)
    t = tables(m.c)
    assert {t.terrain(h) for h in m.data.in_play} == {"clear"} and len(m.data.in_play) > len(shipped.data.in_play)
    assert not m.c.board.places and not any(t.waters) and not any(t.roads) and spots(m.c) == []
    assert shipped.c.board.places and tables(shipped.c).size(shipped.c.hex("B0235")) == "city"


def test_hexes_sides_and_places_are_as_they_are_drawn() -> None:
    sides = {f"{A}/{B}": ["river", "river"], f"{B}/{C}": ["major river", "road bridge destroyed"]}
    m = drawn(hexes={A: ["woods", "hill"], B: ["mountain"]}, sides=sides, places={C: "major city"})
    c, t, a, b, h = m.c, tables(m.c), *(m.c.hex(label) for label in (A, B, C))
    assert (t.terrain(a), t.terrain(b), t.major_city(h)) == ("wooded hills", "mountain", True)
    assert (t.river(a, b), t.river(b, h)) == ("meander", "major river")
    assert bridges.printed(c, b, h) == ("road",) and bridges.standing(c, b, h) == ()
    assert m.view("").hex(h)["place"]["kind"] == "major city"


@pytest.mark.rule("efs2:19.1", "efs2:6.2")
def test_railroads_have_owners_and_routes_lead_to_drawn_sources() -> None:
    m = drawn(
        roads={"main road": [[A, B]], "railroad": [[C, D]]}, railroads={"axis": [[A, B]]}, supply_sources={"axis": [A]},
        victory_locations={D: 3},
    )  # fmt: skip
    c = m.c
    assert [rails.owner(c, c.hex(label)) for label in (A, B, C, D)] == ["axis", "axis", "soviet", "soviet"]
    assert tables(c).road(c.hex(A), c.hex(B)) and route(c, c.hex(C), "axis")
    assert [(spot.key, spot.schedule[0][1]) for spot in spots(c)] == [(D, 3)]


@pytest.mark.rule("efs2:18.1", "efs2:18.21")
def test_works_belong_to_who_stands_there_and_lines_face_their_sides() -> None:
    m = Match.new("efs2", "borisov", seed=1)
    m.edit({
        "clear": True, "place": [{"unit": "18pz-pzr", "hex": A}],
        "map": {"blank": True, "fortified_lines": {D: [C]},
                "fortifications": {A: "strongpoint", B: ["strongpoint under construction", "citadel"]}},
    })  # fmt: skip
    c = m.c
    assert forts.strongpoint(c, c.hex(A)) == "axis" and forts.under_construction(c, c.hex(B)) == "soviet"
    assert c.hex(B) in forts.standing(c, forts.CITADEL)
    assert forts.line_faces(c, c.hex(C), c.hex(D)) and not forts.line_faces(c, c.hex(D), c.hex(C))


def test_a_drawn_map_is_kept_in_the_record_and_a_wrong_one_changes_nothing() -> None:
    m = drawn(hexes={A: ["swamp"]})
    again = Match.from_record(m.record())
    assert tables(again.c).terrain(again.c.hex(A)) == "swamp" and again.digest() == m.digest()
    with pytest.raises(BadInput, match="no terrain"):
        m.edit({"map": {"blank": True, "hexes": {B: ["jungle"]}}})
    with pytest.raises(BadInput, match="no neighbours"):
        m.edit({"map": {"hexes": {A: ["clear"]}, "roads": {"main road": [[A, D]]}}})
    assert tables(m.c).terrain(m.c.hex(A)) == "swamp" and len(m.data.drawn) == 1


@pytest.mark.rule("efs2:7.71")
def test_a_game_on_a_drawn_map_is_saved_and_a_damaged_map_is_refused(tmp_path: Path) -> None:
    m = drawn(hexes={A: ["woods", "hill"]}, places={C: "major city"})
    store = Store(tmp_path)
    store.put(m, "drawn")
    again = store.open("drawn").match
    assert again.digest() == m.digest() and tables(again.c).terrain(again.c.hex(A)) == "wooded hills"
    record = {**m.record(), "maps": [["no", "map"]]}
    with pytest.raises(SaveError, match="drawn"):
        decode(encode(record, Head(game="efs2", scenario="borisov")))


def test_a_unit_can_be_told_to_receive_replacements() -> None:
    m = Match.new("efs2", "borisov", seed=1)
    m.edit({"place": [{"unit": "rd-50", "hex": "A6233", "markers": ["receiving replacements"]}]})
    assert m.c.state.receiving["rd-50"] == 1


@pytest.mark.parametrize("phase", [
    "movement soviet", "supply-status", "weather", "surrender", "victory", "replacements axis", "reinforcements axis",
    "combat axis",
])  # fmt: skip
def test_a_position_waits_in_its_phase_also_when_nobody_has_anything_to_do(phase: str) -> None:
    m = Match.new("efs2", "campaign", seed=1)
    m.edit({"clear": True, "turn": 7, "phase": phase, "place": [{"unit": "18pz-pzr", "hex": A}]})
    now = next(line for line in m.view("").outline() if line.status == "now")
    assert now.id.endswith(phase.split()[0]) and m.state.turn == 7
    m.play("end")
