"""10.41 to 10.44: what roads, railroads, woods and rivers make of a way; the five examples of the book first."""

from __future__ import annotations

import pytest

from engine.components.grid import Unit
from engine.games.efs.movement.classes import SKIS, Class
from engine.games.efs.movement.rates import rates
from engine.games.efs.movement.reach import Route, price, route
from engine.games.efs.state import QUARTERS, RAIL
from engine.games.efs.weather import FROZEN, THAWED
from engine.play.match import Match
from tests.support import efs as support
from tests.support.efs import EITHER, position, unit

MIDDLE = "B0630"
"""The hex of the examples: hills with woods."""
SIDES = "ABCDEF"
PANZER, FOOT, AXIS_GUNS = "18pz-pzr", "253inf", "art-xxxxviia"
SOVIET_MOTOR, SOVIET_ARMOR, RIFLES = "mr-qt", "td-26", "rd-5"


AROUND = dict(zip(SIDES, ("B0629", "B0729", "B0730", "B0631", "B0530", "B0529"), strict=True))
"""The hexes beyond its sides, lettered clockwise from the top."""
FIGURE = {
    "river": [f"{MIDDLE}-{AROUND[s]}" for s in "AB"],
    "main_road": [f"{AROUND['C']}-{MIDDLE}-{AROUND['F']}"],
    "minor_road": [f"{MIDDLE}-{AROUND['D']}"],
}
"""Sides A and B are river, main roads cross C and F, a minor road D."""


@pytest.fixture(scope="module")
def drawn() -> Match:
    """The map of the examples: hills with woods beyond D too (10.44c)."""
    return position(ground={MIDDLE: "wooded hills", AROUND["D"]: "wooded hills"}, lines=FIGURE)


@pytest.fixture
def figure(drawn: Match) -> Match:
    """The map of the examples in the terms of the test."""
    return in_terms(drawn)


def in_terms(m: Match) -> Match:
    """A position that several tests share, in the terms of the present one."""
    m.data.choices = support.TERMS
    m.c.forget()
    return m


def put(m: Match, who: str, start: str, way: int = -1) -> Unit:
    """Put a unit into the hex beyond a side of the example, or into the example with a way by which it came."""
    s, u = m.c.state, unit(m, who)
    s.hex_of[:] = [-1] * len(s.hex_of)
    s.hex_of[u], s.way[u], s.mp_left[u] = m.c.hex(AROUND.get(start, start)), way, 40
    s.side, s.weather = m.c.roster.side[u], "dry"
    s.phase = "axis-movement" if s.side == "axis" else "soviet-motorized"
    m.c.touch()
    return u


def into(m: Match, who: str, start: str) -> Route:
    """The cheapest way straight into the hex of the example from beyond a side."""
    u = put(m, who, start)
    found = route(m.c, [u], [m.c.hex(MIDDLE)])
    assert found is not None and len(found.path) == 2
    return found


def through(m: Match, start: str, end: str, who: str = PANZER) -> float:
    """Movement points from beyond one side of the example into it and straight on over another."""
    first = into(m, who, start)
    u = put(m, who, MIDDLE, first.way)
    out = price(m.c, [u], m.c.hex(AROUND[end]))
    assert out is not None
    return (first.cost + out) / QUARTERS


@EITHER
@pytest.mark.rule("efs2:10.43", "efs1:10.7.7")
@pytest.mark.parametrize(("start", "points"), [("C", 0.5), ("F", 0.5), ("D", 1)])
def test_example_1_a_unit_stops_on_the_road(figure: Match, start: str, points: float) -> None:
    assert into(figure, PANZER, start).cost / QUARTERS == points


@EITHER
@pytest.mark.rule("efs2:10.43", "efs1:10.7.7")
def test_example_2_along_one_road(figure: Match) -> None:
    assert through(figure, "C", "F") == through(figure, "F", "C") == 1


@pytest.mark.rule("efs2:10.43", "efs2:R161")
def test_example_3_from_one_road_to_another(figure: Match) -> None:
    assert through(figure, "D", "C") == through(figure, "D", "F") == 1.5
    # The hex beyond D is wooded hills too: a minor road costs 1 there, and 1 for the entry by the main road.
    assert through(figure, "C", "D") == through(figure, "F", "D") == 2


@pytest.mark.rule("efs2:10.43", "efs2:10.46")
def test_example_4_off_the_road(figure: Match) -> None:
    for start in "CD":
        assert through(figure, start, "E", SOVIET_MOTOR) == 4
        assert through(figure, start, "E") == 5


@EITHER
@pytest.mark.rule("efs2:10.43", "efs2:10.45", "efs2:R160", "efs1:10.7.7", "efs1:10.7.4")
def test_example_5_off_the_road_and_over_a_river(figure: Match) -> None:
    assert through(figure, "C", "A") == 6


@EITHER
@pytest.mark.rule("efs2:10.41", "efs1:10.7.3", "efs1:10.7.4")
def test_example_of_rivers_woods_and_hills(figure: Match) -> None:
    u = put(figure, PANZER, "A")
    assert price(figure.c, [u], figure.c.hex(MIDDLE)) == 5 * QUARTERS


@pytest.mark.rule("efs2:10.43")
@pytest.mark.parametrize(("start", "end", "points"), [("C", "E", 1.5), ("D", "E", 2), ("C", "D", 1.5)])
def test_option_the_way_out_leaves_the_entry_at_its_price(start: str, end: str, points: float) -> None:
    m = position(ground={MIDDLE: "wooded hills", AROUND["D"]: "wooded hills"}, lines=FIGURE)
    m.data.options = {**m.data.options, "road_exits": "on"}
    m.c.options = m.data.options
    assert through(m, start, end) == points


@EITHER
@pytest.mark.rule("efs2:10.43", "efs2:10.21", "efs1:10.7.7")
def test_moving_hex_by_hex_costs_the_same_as_in_one_go(figure: Match) -> None:
    u = put(figure, PANZER, "C")
    whole = route(figure.c, [u], [figure.c.hex(MIDDLE), figure.c.hex(AROUND["D"])])
    assert whole is not None and whole.cost / QUARTERS == through(figure, "C", "D")


# ---------------------------------------------------------------------- single steps
NEEDED = {
    "": ("clear", "woods", "marsh", "swamp", "city"),
    "motorway": ("clear",), "main_road": ("clear", "woods", "swamp"), "minor_road": ("clear", "wooded hills"),
    "railroad": ("clear", "woods", "swamp"), "major river": ("clear", "woods"),
    **dict.fromkeys(("river", "meander", "canal", "lake"), ("clear",)),
    **{f"{water}+{way}": ("clear",) for water in ("river", "canal", "major river", "lake")
       for way in ("main_road", "railroad")},
}  # fmt: skip
"""Features of sides to the terrains behind them that steps are asked about."""


@pytest.fixture
def board(lanes: Match) -> Match:
    """One map for many steps in the terms of the test."""
    return in_terms(lanes)


@pytest.fixture(scope="module")
def lanes() -> Match:
    """One map for many steps: each pair of hexes has a feature between and a terrain behind it.

    With a water the pair has the roads too where its name says so: ``river+main_road``.
    """
    return position(ground=GROUND, lines=LINES, places=PLACES)


LANES: dict[tuple[str, str], tuple[str, str]] = {}
GROUND: dict[str, str] = {}
LINES: dict[str, list[str]] = {}
PLACES: dict[str, str] = {}
for i, (feature, terrain) in enumerate([(f, t) for f, terrains in NEEDED.items() for t in terrains]):
    column_, row = 2 + i % 15, 26 + 3 * (i // 15)
    near, far = f"B{column_:02d}{row:02d}", f"B{column_:02d}{row + 1:02d}"
    LANES[feature, terrain] = near, far
    if terrain == "city":
        PLACES[far] = "city"
    elif terrain != "clear":
        GROUND[far] = terrain
    for part in filter(None, feature.split("+")):
        LINES.setdefault("river" if part == "meander" else part, []).append(f"{near}-{far}")
        if part == "meander":
            LINES.setdefault("meander", []).append(f"{near}-{far}")


def step_cost(
    m: Match, who: str, feature: str = "", terrain: str = "clear", weather: str = "dry", *, frozen: bool = False,
    back: bool = False,
) -> float | None:  # fmt: skip
    """Movement points of a unit for one step over a side with a feature into a terrain; ``None`` where it is closed."""
    here, there = LANES[feature, terrain]
    if back:
        here, there = there, here
    s, u = m.c.state, unit(m, who)
    s.weather, s.frozen, s.hex_of[u], s.way[u] = weather, frozen, m.c.hex(here), -1
    m.c.touch()
    cost = price(m.c, [u], m.c.hex(there))
    s.hex_of[u] = -1
    return None if cost is None else cost / QUARTERS


# ---------------------------------------------------------------------- other weather
@EITHER
@pytest.mark.rule("efs2:10.44", "efs2:R22", "efs1:10.7.8", "efs1:11.3.4")
def test_minor_road_in_mud(board: Match) -> None:
    assert step_cost(board, PANZER, "minor_road", "wooded hills", "mud") == 3
    clear = {PANZER: 3, SOVIET_MOTOR: 3, AXIS_GUNS: 3, SOVIET_ARMOR: 2, RIFLES: 2, FOOT: 2}
    for who, points in clear.items():
        assert step_cost(board, who, "minor_road", "clear", "mud") == points, who


@pytest.mark.rule("efs2:10.44", "efs2:10.37")
@pytest.mark.parametrize(
    ("weather", "motorway", "main", "minor"), [("dry", 0.5, 0.5, 0.5), ("frost", 0.5, 0.5, 1), ("snow", 0.5, 1, 2)]
)
def test_roads_in_the_weathers(board: Match, weather: str, motorway: float, main: float, minor: float) -> None:
    for feature, points in (("motorway", motorway), ("main_road", main), ("minor_road", minor)):
        assert step_cost(board, PANZER, feature, "clear", weather) == points


@pytest.mark.rule("efs2:10.44", "efs2:R165")
def test_the_motorway_is_closed_to_axis_foot_alone(board: Match) -> None:
    costs = {who: step_cost(board, who, "motorway") for who in (PANZER, FOOT, RIFLES, AXIS_GUNS)}
    assert costs == {PANZER: 0.5, FOOT: 1, RIFLES: 0.5, AXIS_GUNS: 0.5}


@pytest.mark.rule("efs2:13.41", "efs2:10.44")
def test_super_heavy_guns_keep_to_roads(board: Match) -> None:
    for weather, points in (("dry", 0.5), ("frost", 1), ("mud", None), ("snow", None)):
        assert step_cost(board, "sha833", "minor_road", "clear", weather) == points
    assert step_cost(board, "sha833", "railroad") == 1
    assert step_cost(board, "sha833") is None


@pytest.mark.rule("efs2:5.21", "efs2:10.37")
def test_mud_lingers_in_woods_alone(board: Match) -> None:
    s = board.c.state
    s.weathers, s.climates = ["mud", "dry"], ["mud", "mud"]
    try:
        assert step_cost(board, FOOT, "", "woods") == 4
        assert step_cost(board, FOOT, "", "clear") == 1
    finally:
        s.weathers, s.climates = ["dry"], ["dry"]


# ---------------------------------------------------------------------- railroads, rivers, swamp
@pytest.mark.rule("efs2:10.46")
def test_soviet_units_pay_a_point_less_for_woods(board: Match) -> None:
    costs = {who: step_cost(board, who, "", "woods") for who in (PANZER, FOOT, SOVIET_MOTOR, RIFLES)}
    assert costs == {PANZER: 3, FOOT: 2, SOVIET_MOTOR: 2, RIFLES: 1}


@EITHER
@pytest.mark.rule("efs2:10.42", "efs2:R164", "efs1:10.7.6")
def test_a_railroad_saves_a_point_in_woods_until_the_unit_leaves_it_there(board: Match) -> None:
    assert step_cost(board, PANZER, "railroad", "woods") == 2
    assert step_cost(board, PANZER, "", "woods") == 3
    u, (here, there) = unit(board, PANZER), LANES["railroad", "woods"]
    board.c.state.hex_of[u], board.c.state.way[u], board.c.state.mp_left[u] = board.c.hex(there), RAIL, 20
    board.c.touch()
    off = next(n for n in board.c.grid.adjacent[board.c.hex(there)] if n != board.c.hex(here))
    cost = price(board.c, [u], off)
    board.c.state.hex_of[u] = -1
    assert cost == 2 * QUARTERS


@EITHER
@pytest.mark.rule("efs2:10.42", "efs2:10.45", "efs2:10.47", "efs1:10.7.6")
@pytest.mark.parametrize(("water", "open_"), [("river", 2), ("canal", 2), ("major river", None), ("lake", None)])
def test_water_with_and_without_road_and_railroad(board: Match, water: str, open_: float | None) -> None:
    assert step_cost(board, PANZER, water) == open_
    assert step_cost(board, PANZER, f"{water}+railroad") == 1
    assert step_cost(board, PANZER, f"{water}+main_road") == 0.5


@pytest.mark.rule("efs2:10.45")
def test_a_meander_is_crossed_twice(board: Match) -> None:
    assert step_cost(board, PANZER, "meander") == 3


@pytest.mark.rule("efs2:10.45", "efs2:22.42", "efs2:22.21", "efs2:22.26")
def test_destroyed_bridges_and_bridge_markers(board: Match) -> None:
    feature, s = "major river+main_road", board.c.state
    side = "/".join(LANES[feature, "clear"])
    s.broken[f"{side} road"] = 2
    try:
        assert step_cost(board, PANZER, feature) is None
        for marker, state, points in (("sbridge-1", "ready", None), ("abridge-1", "building", None),
                                      ("abridge-1", "ready", 0.5)):  # fmt: skip
            s.spans[marker] = f"{side} {state}"
            assert step_cost(board, PANZER, feature) == points
    finally:
        s.broken.clear()
        s.spans.clear()
    assert step_cost(board, PANZER, feature) == 0.5


@pytest.mark.rule("efs2:22.21")
def test_a_marker_where_no_road_was_saves_the_water_alone(board: Match) -> None:
    there, here = LANES["major river", "woods"]
    board.c.state.spans["abridge-1"] = f"{here}/{there} ready"
    try:
        assert step_cost(board, PANZER, "major river", "woods") == 3
    finally:
        board.c.state.spans.clear()


@pytest.mark.rule("efs2:10.45", "efs2:5.23", "efs2:10.47", "efs2:R171")
@pytest.mark.parametrize(("water", "points"), [("river", 2), ("major river", 3), ("lake", 2)])
def test_ice(board: Match, water: str, points: float) -> None:
    assert step_cost(board, PANZER, water, "clear", "snow", frozen=True) == points


@EITHER
@pytest.mark.rule("efs2:10.48", "efs2:10.42", "efs1:10.7.11")
@pytest.mark.parametrize("who", [PANZER, AXIS_GUNS, SOVIET_MOTOR])
def test_swamp_by_road_or_railroad_for_wheels(board: Match, who: str) -> None:
    assert step_cost(board, who, "", "swamp") is None
    assert step_cost(board, who, "", "swamp", back=True) is None
    assert step_cost(board, who, "railroad", "swamp") == 3
    assert step_cost(board, who, "main_road", "swamp") == 0.5
    assert step_cost(board, who, "main_road", "swamp", back=True) == 0.5
    assert step_cost(board, who, "", "swamp", "snow", frozen=True) == 3
    assert step_cost(board, FOOT, "", "swamp") == 3


@EITHER
@pytest.mark.rule("efs2:10.4", "efs2:10.41", "efs2:10.28", "efs1:10.7.2")
def test_marsh_and_soviet_armor(board: Match) -> None:
    costs = {who: step_cost(board, who, "", "marsh") for who in (PANZER, FOOT, AXIS_GUNS, SOVIET_MOTOR, SOVIET_ARMOR)}
    assert costs == {PANZER: 3, FOOT: 2, AXIS_GUNS: 3, SOVIET_MOTOR: 3, SOVIET_ARMOR: 2}


@pytest.mark.rule("efs2:5.24")
def test_skis_on_frozen_ground(board: Match) -> None:
    skis = rates(board.c, Class("soviet", SKIS), "snow", FROZEN)
    assert {skis.off_road(terrain, False) for terrain in ("clear", "hills", "marsh", "swamp")} == {QUARTERS}
    thawed = rates(board.c, Class("soviet", SKIS), "snow", THAWED)
    assert thawed.off_road("hills", False) == 3 * QUARTERS


@pytest.mark.rule("efs2:14.65", "efs2:R172")
@pytest.mark.parametrize(("terrain", "points"), [("clear", 1), ("woods", 0.5)])
def test_a_zone_of_interdiction_closes_roads_but_in_woods(board: Match, terrain: str, points: float) -> None:
    assert step_cost(board, SOVIET_MOTOR, "main_road", terrain) == 0.5
    board.c.state.zoi[LANES["main_road", terrain][1]] = 1
    try:
        assert step_cost(board, SOVIET_MOTOR, "main_road", terrain) == points
        assert step_cost(board, PANZER, "main_road", terrain) == 0.5
    finally:
        board.c.state.zoi.clear()


@EITHER
@pytest.mark.rule("efs2:10.41", "efs1:10.7.2")
@pytest.mark.parametrize("weather", ["dry", "mud", "frost", "snow"])
def test_cities_cost_half_a_point_in_every_weather(board: Match, weather: str) -> None:
    assert step_cost(board, PANZER, "", "city", weather) == 0.5


@pytest.mark.rule("efs2:10.22", "efs2:R163")
def test_a_stack_pays_what_its_dearest_unit_pays(board: Match) -> None:
    here, there = LANES["motorway", "clear"]
    both = [unit(board, PANZER), unit(board, FOOT)]
    board.c.state.weather = "dry"
    for u in both:
        board.c.state.hex_of[u], board.c.state.way[u] = board.c.hex(here), -1
    board.c.touch()
    cost = price(board.c, both, board.c.hex(there))
    for u in both:
        board.c.state.hex_of[u] = -1
    assert cost == QUARTERS
