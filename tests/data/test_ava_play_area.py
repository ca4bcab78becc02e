"""What each scenario of A Victory Awaits plays on: its border, its supply sources and the lines that lead from them."""

from __future__ import annotations

from functools import lru_cache

import pytest

from engine import Match
from engine.components.grid import Hex
from engine.components.load import DataError, load_shared
from engine.components.paths import flood
from engine.games.ava.ruleset import play_area
from engine.games.ava.setup.step import formations, zone_hexes
from engine.games.ava.tables import Ctx, tables
from engine.games.ava.zones import lines

SCENARIOS = ("leningrad", "smolensk", "kiev", "campaign")
MAJOR = {"leningrad": 7, "smolensk": 8, "kiev": 6, "campaign": 21}


@lru_cache(maxsize=4)
def start(scenario: str) -> Ctx:
    """The position before the first decision."""
    c: Ctx = Match.new("ava", scenario, seed=1).c
    return c


def labels(c: Ctx, hexes: set[Hex] | frozenset[Hex]) -> list[str]:
    return sorted(c.label(h) for h in hexes)


def by_line(c: Ctx, kind: str, side: str, sources: tuple[Hex, ...] | list[Hex]) -> set[Hex]:
    """Hexes that a side reaches from sources along roads or railroads, mountains and start line minded."""
    return set(flood(tables(c).along(kind, side), sources, lambda h: True, lambda h: True)[0])


def has_line(c: Ctx, kind: str, h: Hex) -> bool:
    return any(c.board.side(kind)[h * 6 : h * 6 + 6])


# ---------------------------------------------------------------------- the border
@pytest.mark.rule("ava:2.1", "ava:16.1", "ava:R65")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_scenario_has_its_own_major_cities_and_no_other(scenario: str) -> None:
    c = start(scenario)
    hexes = {h for p in c.board.places if p.size == "major city" for h in p.hexes} & c.data.in_play
    assert len(hexes) == MAJOR[scenario]
    sheets = {c.label(h)[0] for h in hexes}
    assert sheets == set(c.data.scenario["sheets"])


@pytest.mark.rule("ava:2.1", "ava:15.4", "ava:R65")
def test_leningrad_has_no_hex_from_moscow() -> None:
    assert tables(start("leningrad")).moscow == ()
    assert len(tables(start("smolensk")).moscow) == len(tables(start("campaign")).moscow) == 3


@pytest.mark.rule("ava:2.1", "ava:18.2")
def test_smolensk_and_kiev_share_the_border_of_the_clarification() -> None:
    smolensk, kiev = start("smolensk"), start("kiev")
    for text in ("S2730/K2701", "S2730/K2801", "S2830/K2801", "S2930/K2801", "S2930/K2901"):
        north, south = (smolensk.board.find(h) for h in text.split("/"))
        assert south in smolensk.grid.adjacent[north]
        assert north in smolensk.data.in_play - kiev.data.in_play
        assert south in kiev.data.in_play - smolensk.data.in_play


def test_a_border_with_an_unknown_hex_is_refused() -> None:
    with pytest.raises(DataError, match="S0101x"):
        play_area(load_shared("ava").board, {"play_area": {"blocks": ["S0101x-S0202"]}}, "own.toml")


# ---------------------------------------------------------------------- supply sources and lines
@pytest.mark.rule("ava:3.3")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_axis_sources_reach_the_start_line_and_the_east_by_railroad(scenario: str) -> None:
    """Line by line as supply is traced: a railroad in the mountains counts only beside a road."""
    c = start(scenario)
    assert tables(c).sources("axis")
    for source in tables(c).sources("axis"):
        assert has_line(c, "railroad", source)
        assert source not in tables(c).east
        assert len(by_line(c, "railroad", "axis", [source]) & tables(c).east) > 300, c.label(source)


@pytest.mark.rule("ava:3.3", "ava:12.1")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_soviet_sources_reach_every_railroad_and_road_of_their_side(scenario: str) -> None:
    """All but a few pieces that hang on the rest only beyond the start line or the border of the scenario."""
    c = start(scenario)
    east, sources = tables(c).east, tables(c).sources("soviet")
    assert all(has_line(c, "railroad", h) and h in east for h in sources)
    cut = {h for h in east if has_line(c, "railroad", h)} - by_line(c, "railroad", "soviet", sources)
    known = {
        "leningrad": ["S2510"],  # Molodechno - Polotsk leaves the play area twice
        "smolensk": ["S0717"],  # Suwalki - Augustow
        "kiev": ["K0409", "K0508", "K0801", "K0802"],  # Jaroslau - Rava-Russkaya, Brest - Chelm
        "campaign": ["K0409", "K0508", "S0717"],
    }
    assert labels(c, cut) == known[scenario]


@pytest.mark.rule("ava:9.3")
def test_roads_of_the_east_are_one_net() -> None:
    c = start("campaign")
    east = tables(c).east
    found = by_line(c, "road", "soviet", [c.board.find("S2418")])
    assert labels(c, {h for h in east if has_line(c, "road", h)} - found) == []


@pytest.mark.rule("ava:3.3")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_unit_has_its_line_at_the_start(scenario: str) -> None:
    c = start(scenario)
    for side in ("axis", "soviet"):
        reached = lines(c, side).length
        cut = [c.roster.ids[u] for u, h in enumerate(c.state.hex_of)
               if h >= 0 and c.roster.side[u] == side and h not in reached]  # fmt: skip
        assert cut == []
        assert sum(h >= 0 and c.roster.side[u] == side for u, h in enumerate(c.state.hex_of)) > 20


@pytest.mark.rule("ava:2.1", "ava:3.3")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_land_in_play_is_cut_off(scenario: str) -> None:
    """All land can be reached by both sides, mountains without a road and ground west of the start line apart."""
    c = start(scenario)
    t = tables(c)
    low = {h for h in t.land if c.board.terrain_name(h) != "mountain"}
    for side, wanted in (("axis", low), ("soviet", low & t.east)):
        found = flood(t.open_to(side), t.sources(side), lambda h: True, lambda h: True)[0]
        assert labels(c, wanted - set(found)) == []


@pytest.mark.rule("ava:4.0", "ava:9.1")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nobody_starts_on_the_wrong_side_of_the_line(scenario: str) -> None:
    c = start(scenario)
    for u, h in enumerate(c.state.hex_of):
        if h >= 0:
            assert (h in tables(c).east) == (c.roster.side[u] == "soviet"), c.roster.ids[u]


# ---------------------------------------------------------------------- set-up
@pytest.mark.rule("ava:4.0")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_historical_set_up_is_a_legal_free_one(scenario: str) -> None:
    """Set up by hand as in 1941, both sides are ready and stand where the historical game puts them."""
    match = Match.new("ava", scenario, seed=1, options={"setup": "free"})
    for side in ("soviet", "axis"):
        assert match.side == side
        assert match.check("ready") is not None
        match.play("history")
        assert match.check("ready") is None
        match.play("ready")
    assert match.state.hex_of == start(scenario).state.hex_of


@pytest.mark.rule("ava:4.0", "ava:R66")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_zones_hold_only_ground_where_a_unit_may_stand(scenario: str) -> None:
    c = start(scenario)
    found = [zone_hexes(c, z) for f in formations(c) for z in f["zone"]]
    assert len(found) > 10
    for hexes in found:
        assert hexes <= tables(c).land
        assert not any(c.board.terrain_name(h) == "mountain" for h in hexes)


@pytest.mark.rule("ava:4.0", "ava:R66")
def test_a_range_leaves_out_the_mountains() -> None:
    match = Match.new("ava", "kiev", seed=1, options={"setup": "free"})
    refusal = match.check("place 15td K0917")
    assert refusal is not None
    assert refusal.rule == "ava:4.0(2)"
    assert match.check("place 15td K1017") is not None
    assert match.check("place 15td K1016") is None


@pytest.mark.rule("ava:4.0", "ava:8.2")
@pytest.mark.parametrize("scenario", ["leningrad", "kiev"])
def test_every_headquarters_has_somebody_to_command(scenario: str) -> None:
    """At least three units of its own formation are within range where it starts."""
    c = start(scenario)
    for u, h in enumerate(c.state.hex_of):
        if h >= 0 and c.roster.hq[u]:
            own = [v for v, g in enumerate(c.state.hex_of) if v != u and g >= 0 and c.grid.distance(h, g) <= 4
                   and c.roster.formation[v] == c.roster.formation[u]]  # fmt: skip
            assert len(own) >= 3, c.roster.ids[u]
