"""Whose a place is: in the first edition that of the side that last went through it or controlled it; zones in Mud."""

from __future__ import annotations

import pytest

from engine.games.efs.holders import friendly
from engine.games.efs.movement.entering import arrive
from engine.games.efs.victory import holder, spots
from engine.games.efs.zones import in_zoc
from engine.games.efs1.edition import EDITION as FIRST
from engine.games.efs2.edition import EDITION as SECOND
from engine.play.match import Match
from tests.support.efs import position, unit

PANZER, KRUPKI = "18pz-pzr", "B0834"
EDITIONS = ((FIRST, True), (SECOND, False))


@pytest.mark.rule("efs1:3.0", "efs1:24.1.2")
def test_a_place_is_taken_by_who_goes_through_it() -> None:
    for terms, first in EDITIONS:
        m = position({PANZER: "B0836"}, terms=terms)
        path = [m.c.hex(label) for label in ("B0833", KRUPKI, "B0835", "B0836")]
        arrive(m.c, path, [unit(m, PANZER)])
        found = friendly(m.c, m.c.hex(KRUPKI)), m.c.state.places.get("Krupki", "").partition(" ")[0]
        assert found == (("axis", "axis") if first else ("soviet", ""))
        arrive(m.c, path)
        assert friendly(m.c, m.c.hex(KRUPKI)) == found[0]


@pytest.mark.rule("efs1:3.0", "efs1:24.1.2")
def test_a_place_that_nobody_controls_now_stays_with_its_last_owner() -> None:
    for terms, first in EDITIONS:
        m = position({}, terms=terms)
        m.c.state.holder[KRUPKI] = "axis"
        m.c.touch()
        spot = next(spot for spot in spots(m.c) if spot.key == "Krupki")
        assert holder(m.c, spot) == ("axis" if first else "")


@pytest.mark.rule("efs1:24.1.2", "efs1:3.0", "efs2:24.22")
@pytest.mark.parametrize("game", ["efs1", "efs2"])
@pytest.mark.parametrize(("scenario", "place", "hex_"), [
    ("lepel", "Ulla crossing", "B1021"), ("campaign", "Citadel of Brest", "C1823"),
])  # fmt: skip
def test_a_place_without_a_town_brings_its_points_too(game: str, scenario: str, place: str, hex_: str) -> None:
    m = Match.new(game, scenario, seed=1)
    m.edit({"clear": True, "turn": m.state.turn, "place": [{"unit": PANZER, "hex": hex_}], "phase": "movement axis"})
    m.c.state.places[place] = "soviet"
    before = m.c.state.vp
    m.play("end")
    assert m.c.state.places[place].startswith("axis ") and m.c.state.vp > before


@pytest.mark.rule("efs1:3.0", "efs2:3.12")
def test_a_place_that_was_passed_is_told_to_be_held() -> None:
    for game, whose in (("efs1", "axis"), ("efs2", None)):
        m = Match.new(game, "borisov", seed=1)
        town = {"blank": True, "places": {"B0632": "town"}}
        where = {"clear": True, "map": town, "control": {"B0632": "soviet"}, "phase": "movement axis"}
        m.edit({**where, "place": [{"unit": PANZER, "hex": "B0630"}]})
        m.play(f"move {PANZER} B0634")
        told = [m.view("axis").hex(m.c.hex(label))["control"] for label in ("B0631", "B0632", "B0633")]
        assert told == [None, whose, "axis"], "of open ground the zone of the moment decides"


@pytest.mark.rule("efs1:10.6.7", "efs1:3.0")
def test_mud_holds_the_zones_of_motorized_units_alone() -> None:
    for terms, first in EDITIONS:
        for name, reaches in (("atb-7", first), ("td-26", False), ("rd-100", True)):
            m = position({name: "B0630"}, terms=terms, weather="mud", ground={})
            assert bool(in_zoc(m.c, "soviet")[m.c.hex("B0631")]) is reaches
