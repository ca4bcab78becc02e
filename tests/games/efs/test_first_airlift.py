"""Air transport of the first edition: who flies, between which hexes, how often, and what is over then."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs.state import ACTIVATED
from engine.games.efs1.airlift import left, lifters
from engine.games.efs1.edition import EDITION as FIRST
from engine.games.efs1.moving import Movement
from engine.play.action import Action
from engine.play.match import Match
from engine.play.step import outlook
from tests.support.efs import at, column, play, position, refusal, unit

HQ, SUPPLY, RIFLES = "hq-13a", "ssup-01", "rd-50"
FROM, TO, FAR = "B0630", "B1030", "B1830"


def flying(units: dict[str, str] | None = None, phase: str = "soviet-movement", **how: Any) -> Match:
    """The Soviet Movement Phase on clear land with three friendly towns."""
    places = {FROM: "town", TO: "town", FAR: "city"}
    m = position(units or {HQ: FROM, SUPPLY: FROM, RIFLES: FROM}, side="soviet", step="movement", phase=phase,
                 kinds=[Movement], ground={}, places=places, terms=FIRST, **how)  # fmt: skip
    column(m, "holder").update(dict.fromkeys(places, "soviet"))
    m.c.touch()
    return m


def law(m: Match, action: str) -> str:
    return refusal(m, action).rule


@pytest.mark.rule("efs1:11.7.1", "efs1:11.7.2", "efs1:11.7.3")
def test_headquarters_and_supply_units_fly_any_distance_after_all_others() -> None:
    m = flying()
    assert lifters(m.c) == [HQ, SUPPLY] and law(m, f"airlift {RIFLES} {TO}") == "efs1:11.7.1"
    assert law(m, f"airlift {HQ} B0830") == law(m, f"airlift {HQ} {FROM}") == "efs1:11.7.2"
    assert outlook(m.c, Action("airlift", (HQ, FAR))).startswith("ends the movement of ")
    told = play(m, f"airlift {HQ} {FAR}")
    assert at(m, HQ) == FAR and m.state.draws == 0
    assert any("after all other movement; 2 missions are left" in event.text for event in told)
    assert m.check(f"move {RIFLES} B0631") is not None, "all others have moved"
    dump = flying()
    column(dump, "asp")[unit(dump, SUPPLY)] = 2
    dump.c.touch()
    assert law(dump, f"airlift {SUPPLY} {TO}") == "efs1:11.7.1"


@pytest.mark.rule("efs1:11.7.7", "efs1:R80")
def test_one_mission_a_phase_and_three_a_game() -> None:
    m = flying()
    play(m, f"airlift {HQ} {TO}")
    assert law(m, f"airlift {SUPPLY} {TO}") == "efs1:11.7.7" and left(m.c, "soviet") == 2
    m.c.state.turn += 1
    m.c.state.flown["soviet"] = 3
    m.c.touch()
    assert lifters(m.c) == [] and law(m, f"airlift {SUPPLY} {TO}") == "efs1:11.7.7"
    assert law(flying(phase="soviet-motorized"), f"airlift {HQ} {TO}") == "efs1:11.7.2"


@pytest.mark.rule("efs1:11.7.2", "efs1:11.7.4", "efs1:11.7.5", "efs1:13.2.6")
def test_both_ends_are_friendly_free_of_interdiction_and_of_neighbours() -> None:
    m = flying()
    column(m, "holder")[TO] = "axis"
    m.c.touch()
    assert law(m, f"airlift {HQ} {TO}") == "efs1:11.7.2"
    for where in (FROM, TO):
        m = flying()
        m.c.state.zoi = {where: 1}
        m.c.touch()
        assert law(m, f"airlift {HQ} {TO}") == "efs1:11.7.4"
    m = flying({HQ: FROM, "art-xiia": "B1031"})
    assert law(m, f"airlift {HQ} {TO}") == "efs1:11.7.5" and m.check(f"airlift {HQ} {FAR}") is None


@pytest.mark.rule("efs1:11.7.6", "efs1:22.3.3")
def test_in_mud_a_town_needs_an_engineer_and_a_city_none() -> None:
    r = position({}).c.roster
    sapper = next(r.ids[u] for u, kind in enumerate(r.kind) if kind == "engineer" and r.side[u] == "soviet")
    m = flying({HQ: FROM, sapper: FROM}, weather="mud")
    assert law(m, f"airlift {HQ} {TO}") == "efs1:11.7.6" and m.check(f"airlift {HQ} {FAR}") is None
    assert law(flying(weather="mud"), f"airlift {HQ} {FAR}") == "efs1:11.7.6"


@pytest.mark.rule("efs1:6.8.4", "efs1:11.7.2")
def test_a_new_supply_unit_comes_in_by_air() -> None:
    m = flying({HQ: FROM, RIFLES: FROM}, boxes={SUPPLY: "turn 5"})
    column(m, "asp")[unit(m, SUPPLY)] = 1
    m.c.touch()
    assert lifters(m.c) == [HQ, SUPPLY] and law(m, f"airlift {SUPPLY} B0830") == "efs1:11.7.2"
    play(m, f"airlift {SUPPLY} {TO}")
    assert (at(m, SUPPLY), column(m, "asp")[unit(m, SUPPLY)], left(m.c, "soviet")) == (TO, 1, 2)
    assert m.check(f"move {RIFLES} B0631") is not None, "all others have moved"


@pytest.mark.rule("efs1:10.2.4", "efs1:11.7.1")
def test_who_was_activated_is_not_flown() -> None:
    m = flying()
    column(m, "did")[unit(m, HQ)] = ACTIVATED
    m.c.touch()
    assert lifters(m.c) == [SUPPLY] and law(m, f"airlift {HQ} {TO}") == "efs1:10.2.4"
