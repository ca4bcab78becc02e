"""The ground floor of Army Group Center: data of both editions, tables of the map, kinds and values of units."""

from __future__ import annotations

import pytest

from engine.components.load import load_shared
from engine.games.efs import kinds, units
from engine.games.efs.state import BACK, BY_UNIT, MAIN, MINOR, MOTORWAY
from engine.games.efs.tables import tables
from tests.support.efs import at, begun, column, position, unit


def test_editions_share_counters_air_and_supply_units() -> None:
    first, second = load_shared("efs1").roster, load_shared("efs2").roster
    assert first.ids == second.ids and len(first) > 850
    assert {"jg51-iv", "asup-01", "abridge-1", "18pz-pzr"} <= set(first.by_id)
    assert len({(side, short) for side, short in zip(first.side, first.short, strict=True)}) == len(first)


@pytest.mark.rule("efs2:14.32")
def test_ratings_of_aircraft() -> None:
    r = load_shared("efs2").roster
    rated = {r.value("aircraft", u): r.number("air_combat", u) for u in range(len(r)) if r.value("aircraft", u)}
    assert (rated["Bf 109F"], rated["MiG-3"], rated["I-16"]) == (4, 2, 1)


def test_sides_of_hexes() -> None:
    t = tables(position().c)
    a, b = (t.data.board.find(label) for label in ("B0135", "B0235"))
    assert t.river(a, b) == t.river(b, a) == "major river"
    assert t.road(a, b) == MOTORWAY and t.rail(a, b)
    assert t.city(b) and not t.town(b) and t.named("Borisov") == (b,)
    assert t.major_city(t.named("Minsk")[0]) and (t.first_turn, t.last_turn) == (5, 8)


def test_best_road_and_worst_water_count() -> None:
    roads = {"minor_road": ["A6039-A6138-A6239"], "main_road": ["A6039-A6138"], "river": ["A6039-A6138"]}
    m = position(ground={}, lines={**roads, "meander": ["A6039-A6138"]})
    t, (a, b, d) = tables(m.c), (m.c.hex(label) for label in ("A6039", "A6138", "A6239"))
    assert (t.road(a, b), t.road(b, d), t.river(a, b), t.river(b, d)) == (MAIN, MINOR, "meander", "")


@pytest.mark.rule("efs2:2.21")
def test_which_pieces_are_combat_units() -> None:
    m = position()
    fights = {
        name: kinds.is_combat(m.c, unit(m, name)) for name in ("mg-01", "hq-13a", "asup-01", "jg51-i", "abridge-1")
    }
    assert fights == {"mg-01": True, "hq-13a": True, "asup-01": False, "jg51-i": False, "abridge-1": False}


@pytest.mark.rule("efs2:2.22", "efs2:3.5")
def test_values_of_the_face_that_is_up() -> None:
    m = position({"18pz-pzr": "A6039", "hq-13a": "B1438", "mg-01": "B0235"}, steps={"18pz-pzr": 2})
    c, panzer, hq = m.c, unit(m, "18pz-pzr"), unit(m, "hq-13a")
    assert units.values(c, panzer) == (6, 4, 7) and units.face(c, panzer) == 1
    assert kinds.is_armor(c, panzer) and kinds.is_motorized(c, panzer) and kinds.colour(c, panzer) == "yellow"
    assert units.allowance(c, hq) == 5 and not units.is_nonop(c, hq)
    column(m, "mode")[hq] = BACK
    assert units.allowance(c, hq) == c.roster.number("nonop_move", hq) and units.is_nonop(c, hq)


@pytest.mark.rule("efs2:8.41", "efs2:8.42")
def test_an_untried_unit_shows_no_strength_and_has_the_values_dealt_to_it() -> None:
    m = begun()
    c, here = m.c, units.side_units(m.c, m.c.hex("B0235"), "soviet")
    mg = next(u for u in here if kinds.is_mg(c, u))
    assert units.is_untried(c, mg) and units.values(c, mg) == (0, 0, 0)
    dealt = units.whom(c, mg)
    column(m, "mode")[mg] = 0
    assert units.values(c, mg) == c.roster.faces[dealt][0] and c.roster.kind[dealt] == "machine gun"
    pool = [u for u in range(len(c.roster)) if c.roster.number("untried", u)]
    assert sorted(units.whom(c, u) for u in pool) == pool
    assert column(begun(seed=2), "identity") != column(m, "identity")


@pytest.mark.rule("efs2:8.11", "efs2:9.1", "efs2:6.43")
def test_borisov_is_set_up_by_its_lists() -> None:
    m = begun()
    assert [at(m, name) for name in ("18pz-pzr", "rd-50", "asup-01")] == ["A5938", "A6233", "A5739"]
    assert [at(m, name) for name in ("17pz-sr1", "zap-01", "kg3-ii", "a-24bap", "asup-02", "abridge-3", "3pz-pzr")] == [
        "[turn 6]", "[active]", "[ready]", "[damaged]", "[supply pool]", "[not in play]", "[not in play]",
    ]  # fmt: skip
    assert m.state.turn == 5 and m.state.steps_left[unit(m, "rd-50")] == 1
    assert all(len(column(m, name)) == len(m.c.roster) for name in BY_UNIT)
    assert {h for h in m.state.hex_of if h >= 0} <= tables(m.c).land


@pytest.mark.rule("efs2:10.24")
def test_who_holds_a_hex() -> None:
    m = position({"rd-50": "B0235", "asup-01": "B0335"})
    c, (town, beside) = m.c, (m.c.hex(label) for label in ("B0235", "B0335"))
    assert units.held_by(c, town) == "soviet" and units.held_by(c, beside) == ""
    assert units.enemy_combat_at(c, town, "axis") and not units.enemy_combat_at(c, beside, "soviet")
    units.to_box(c, unit(m, "rd-50"), units.ELIMINATED)
    assert units.held_by(c, town) == "" and m.state.steps_left[unit(m, "rd-50")] == 0
