"""What the first edition prints otherwise on ground, stacks and special movement, each term in both editions."""

from __future__ import annotations

import pytest

from engine.games.efs.combat.overrun import may_overrun
from engine.games.efs.movement.reach import price
from engine.games.efs.movement.reaction import may_react_to, reaction_reach
from engine.games.efs.movement.strategic import march_of
from engine.games.efs.phases.weather import Turns, freezes
from engine.games.efs.state import BACK, OVERRAN, QUARTERS
from engine.games.efs.weather import FROZEN, THAWED, Ice, ice
from engine.games.efs1.edition import EDITION as FIRST
from engine.games.efs2.edition import EDITION as SECOND
from engine.play.match import Match
from tests.games.efs.test_10_movement import costs, left, moving
from tests.games.efs.test_11_overrun import moving as overrunning
from tests.games.efs.test_11_overrun import overrun
from tests.games.efs.test_12_reaction_reach import attacked
from tests.support.efs import EITHER, at, column, own_board, play, position, refusal, unit

PANZER, RIFLES, FOOT, CAVALRY, GUNS = "18pz-pzr", "18pz-sr1", "253inf", "1cav", "art-xxxxviia"


@pytest.mark.rule("efs1:10.7.9", "efs1:10.7.10", "efs1:10.7.11")
def test_what_is_frozen_by_the_weather_and_for_good() -> None:
    assert [freezes(terms, Turns(), "frost", "snow") for terms in (FIRST, SECOND)] == [True, False]
    after = Turns(("snow",), ("snow",), 0, True)
    assert [freezes(terms, after, "mud", "mud") for terms in (FIRST, SECOND)] == [True, False]
    m = position({}, terms=FIRST)
    found = {}
    for word in ("dry", "frost", "snow"):
        m.c.state.weather = word
        found[word] = ice(m.c)
    assert found == {"dry": THAWED, "frost": Ice(swamps=True), "snow": FROZEN}
    m.c.state.frozen = True
    assert ice(m.c) == FROZEN
    m.c.state.weather = "dry"
    assert ice(m.c) == Ice(lakes=True)


@pytest.mark.rule("efs1:10.7.9", "efs1:10.7.10", "efs1:10.7.11")
@pytest.mark.parametrize(("how", "first", "second"), [
    ({"weather": "frost", "ground": {"B0631": "swamp"}}, 3, None),
    ({"weather": "dry", "ground": {"B0631": "lake"}}, 2, 2),
    ({"weather": "frost", "lines": {"major river": ["B0630-B0631"]}}, None, None),
    ({"weather": "snow", "lines": {"major river": ["B0630-B0631"]}}, 3, None),
])  # fmt: skip
def test_what_ice_opens(how: dict[str, object], first: int | None, second: int | None) -> None:
    for terms, points in ((FIRST, first), (SECOND, second)):
        m = position({PANZER: "B0630"}, terms=terms, **{"ground": {}, "phase": "axis-movement", **how})  # type: ignore[arg-type]
        m.c.state.frozen = "lake" in str(how)
        m.c.touch()
        found = price(m.c, [unit(m, PANZER)], m.c.hex("B0631"))
        assert (found and found / QUARTERS) == points


@pytest.mark.rule("efs1:5.1.4", "efs1:10.5.11")
def test_where_mud_lingers_big_guns_leave_every_minor_road_alone() -> None:
    for weathers, points in ((["dry", "dry"], 1), (["mud", "dry"], None)):
        m = position({"sha624": "B0630"}, terms=FIRST, ground={}, lines={"minor_road": ["B0630-B0631"]})
        m.c.state.weathers, m.c.state.climates = weathers, ["dry", "dry"]
        m.c.touch()
        found = price(m.c, [unit(m, "sha624")], m.c.hex("B0631"))
        assert (found and found / QUARTERS) == points


# ---------------------------------------------------------------------- stacks
@pytest.mark.rule("efs1:10.5.5")
def test_a_stack_splits_and_the_rest_goes_on_with_its_own_points() -> None:
    for terms, points, law in ((FIRST, 4, ""), (SECOND, 2, "efs2:10.23")):
        m = moving({PANZER: "B0630", FOOT: "B0630", RIFLES: "B0630"}, terms=terms)
        play(m, f"gather {FOOT}")
        play(m, f"move {PANZER} B0633")
        assert left(m, PANZER) == points and left(m, FOOT) == 2
        play(m, f"drop {FOOT}")
        play(m, f"drop {RIFLES}")
        play(m, f"move {FOOT} B0634")
        found = m.check(f"move {PANZER} B0636")
        assert ("" if found is None else found.rule) == law


@pytest.mark.rule("efs1:10.5.5")
def test_another_stack_ends_the_movement_of_those_left_behind() -> None:
    m = moving({PANZER: "B0630", FOOT: "B0630", RIFLES: "B0640"}, terms=FIRST)
    play(m, f"gather {FOOT}")
    play(m, f"move {PANZER} B0632")
    play(m, f"move {RIFLES} B0639")
    assert refusal(m, f"move {PANZER} B0633").rule == "efs2:10.23"


# ---------------------------------------------------------------------- one hex
@pytest.mark.rule("efs1:10.5.3")
def test_one_hex_movement_at_half_the_allowance_too() -> None:
    for terms, law in ((FIRST, ""), (SECOND, "efs2:11.51")):
        m = moving({PANZER: "B0630"}, phase="axis-motorized", ground={"B0631": "wooded hills"}, terms=terms)
        assert refusal(m, f"move {PANZER} B0631").rule == "efs2:10.21"
        found = m.check(f"onehex {PANZER} B0631")
        assert ("" if found is None else found.rule) == law
        assert m.check(f"onehex {PANZER} B0629") is not None, "the points suffice"


# ---------------------------------------------------------------------- overrun
HERE, FROM = "B0230", "B0229"
FORCE = {PANZER: FROM, RIFLES: FROM, "mpi-xxxxvii": FROM, "mcr-24": HERE}


def barred(m: Match, *names: str) -> str:
    """The rule that forbids an overrun, empty where it may be made."""
    found = may_overrun(m.c, [unit(m, n) for n in names], m.c.hex(HERE))
    return "" if found is None else found.rule


@pytest.mark.rule("efs1:11.4.2", "efs1:22.3.4")
@pytest.mark.parametrize("size", ["city", "major city"])
def test_a_city_is_overrun_at_twelve_to_one_with_a_motorized_engineer(size: str) -> None:
    for terms, law in ((FIRST, ""), (SECOND, "efs:11.35")):
        m = overrunning(FORCE, places={HERE: size}, terms=terms)
        assert barred(m, PANZER, RIFLES) == "efs:11.35"
        assert barred(m, PANZER, RIFLES, "mpi-xxxxvii") == law


@pytest.mark.rule("efs1:11.4.2")
def test_swamp_and_marsh_are_overrun_in_frost_alone() -> None:
    for terrain in ("marsh", "swamp"):
        how = {"ground": {HERE: terrain}, "lines": {"main_road": [f"{FROM}-{HERE}"]}}
        for weather, laws in (("dry", ("efs:11.35", "")), ("frost", ("", ""))):
            found = tuple(barred(overrunning(FORCE, weather=weather, terms=terms, **how), PANZER, RIFLES)
                          for terms in (FIRST, SECOND))  # fmt: skip
            assert found == laws


@pytest.mark.rule("efs1:11.4.3")
def test_overrun_units_do_not_retreat_past_an_enemy_zone() -> None:
    # The recon units around leave a way back through their zones alone.
    ring = {"18pz-rec": "B0232", "17pz-rec": "B0430", "29mot-rec": "B0130"}
    for terms, lost in ((FIRST, True), (SECOND, False)):
        m = overrun(overrunning({PANZER: FROM, "mcr-24": HERE, **ring}, terms=terms), PANZER, dice=(6,))
        while m.c.frame.step == "retreat":
            play(m, str(m.prompt.default))
        assert at(m, "mcr-24") == "[cadre]" or not lost
        assert any("past the enemy" in e.text for e in m.log) is not lost


@pytest.mark.rule("efs1:11.4.3", "efs1:16.3.4", "efs1:R115", "efs2:11.37")
def test_overrun_units_with_enemies_all_around_are_eliminated() -> None:
    ring = ("18pz-rec", "17pz-rec", "29mot-rec", "18pz-sr1", "17pz-sr1")
    around = dict(zip(ring, ("B0329", "B0330", "B0231", "B0130", "B0129"), strict=True))
    for terms, box in ((FIRST, "[eliminated]"), (SECOND, "[cadre]")):
        m = overrun(overrunning({PANZER: FROM, "mcr-24": HERE, **around}, terms=terms), PANZER, dice=(6,))
        assert at(m, "mcr-24") == box
    # One hex is free of them, but not of their zones.
    around["17pz-sr1"] = "A6430"
    m = overrun(overrunning({PANZER: FROM, "mcr-24": HERE, **around}, terms=FIRST), PANZER, dice=(6,))
    assert at(m, "mcr-24") == "[cadre]"


@pytest.mark.rule("efs1:11.4.3")
def test_the_point_for_an_overrun_of_nobody_is_given_back() -> None:
    for terms, points in ((FIRST, 6), (SECOND, 5)):
        m = overrunning({PANZER: FROM, "mg-04": HERE}, terms=terms)
        m.c.state.mode[unit(m, "mg-04")] = BACK
        m.c.touch()
        overrun(m, PANZER)
        assert at(m, PANZER) == HERE and left(m, PANZER) == points
        assert bool(column(m, "did")[unit(m, PANZER)] & OVERRAN) is (terms is SECOND)


@pytest.mark.rule("efs1:10.5.3", "efs1:14.1.2", "efs1:10.3.1")
def test_one_hex_movement_in_reaction() -> None:
    for terms, law in ((FIRST, ""), (SECOND, "efs:12.41")):
        units = {PANZER: "B0629", "rd-5": "B0630", "td-38": "B0633", "hq-13a": "B0734"}
        m = attacked(units, "B0630", terms=terms, weather="mud")
        m.c.board = own_board(m.c.board)
        m.c.board.terrain[m.c.hex("B0632")] = m.c.board.terrain_names.index("wooded hills")
        m.c.forget()
        u, to = unit(m, "td-38"), m.c.hex("B0632")
        found = may_react_to(m.c, u, to)
        assert ("" if found is None else found.rule) == law
        assert (to in reaction_reach(m.c, u).hexes) is (law == "")


# ---------------------------------------------------------------------- super-heavy guns
@pytest.mark.rule("efs1:10.5.11", "efs1:10.5.10", "efs1:22.7.1")
def test_super_heavy_guns_pay_for_roads_by_the_hex_and_go_by_minor_ones_in_dry_weather() -> None:
    lines = {"main_road": ["B0630-B0631"], "minor_road": ["B0630-B0629"], "railroad": ["B0630-B0730"]}
    found = {}
    for terms in (FIRST, SECOND):
        for weather in ("dry", "mud", "frost"):
            m = position(
                {"sha833": "B0630"}, ground={}, lines=lines, weather=weather, terms=terms, phase="axis-movement"
            )
            costs = [price(m.c, [unit(m, "sha833")], m.c.hex(label)) for label in ("B0631", "B0629", "B0730")]
            found[terms is FIRST, weather] = [None if n is None else n / QUARTERS for n in costs]
    assert found == {
        (True, "dry"): [1, 1, None], (True, "mud"): [1, None, None], (True, "frost"): [1, None, None],
        (False, "dry"): [0.5, 0.5, 1], (False, "mud"): [1, None, 3], (False, "frost"): [0.5, 1, 1],
    }  # fmt: skip


@pytest.mark.rule("efs1:10.5.11", "efs1:11.3.1")
def test_super_heavy_guns_march_on_no_minor_road() -> None:
    for terms, first in ((FIRST, True), (SECOND, False)):
        lines = {"minor_road": ["A5739-A5740-A5840"]}
        m = moving({"sha833": "A5739"}, lines=lines, terms=terms)
        assert (m.c.hex("A5840") not in march_of(m.c, [unit(m, "sha833")]).hexes) is first


# ---------------------------------------------------------------------- roads
@pytest.mark.rule("efs1:10.7.7")
def test_case_3_both_ways_cost_the_same() -> None:
    lines = {"main_road": ["B0629-B0630"], "minor_road": ["B0630-B0631"]}
    ground = {"B0630": "wooded hills", "B0631": "wooded hills"}
    for terms, points in ((FIRST, 1.5), (SECOND, 2)):
        m = moving({PANZER: "B0629"}, ground=ground, lines=lines, terms=terms)
        play(m, f"move {PANZER} B0630 B0631")
        assert 7 - left(m, PANZER) == points


# ---------------------------------------------------------------------- infiltration
@pytest.mark.rule("efs1:11.5.1", "efs1:11.5.2", "efs1:11.5.3")
def test_motorized_units_infiltrate_from_beside_the_enemy_in_the_phase_of_their_full_allowance() -> None:
    between = {PANZER: "B0632", "rd-5": "B0633"}
    m = moving(between, terms=FIRST)
    assert refusal(m, f"slip {PANZER} B0631").rule == "efs2:11.41"
    play(m, f"slip {PANZER} B0532")
    assert at(m, PANZER) == "B0532" and left(m, PANZER) == 0
    assert refusal(moving(between, phase="axis-motorized", terms=FIRST), f"slip {PANZER} B0532").rule == "efs2:11.43"
    soviet = {"mr-qt": "B0632", FOOT: "B0633"}
    m = moving(soviet, side="soviet", terms=FIRST)
    assert refusal(m, "slip mr-qt B0532").rule == "efs2:11.43"
    m = moving(soviet, side="soviet", phase="soviet-motorized", terms=FIRST)
    assert refusal(m, "slip mr-qt B0532").rule == "efs2:11.42", "no yellow allowance"


@pytest.mark.rule("efs1:10.7.9", "efs2:10.45")
def test_soviet_armor_is_told_in_which_phase_it_crosses() -> None:
    lines = {"major river": ["B0630-B0631"]}
    m = moving({"td-26": "B0630"}, side="soviet", phase="soviet-motorized", lines=lines, terms=FIRST)
    assert "Movement Phase alone" in refusal(m, "cross td-26 B0631").reason


# ---------------------------------------------------------------------- flotillas
@pytest.mark.rule("efs1:11.2.5", "efs1:11.2.6")
def test_flotillas_go_along_canals_and_stop_in_an_enemy_zone() -> None:
    lines = {"canal": ["B0630-B0730", "B0631-B0730", "B0631-B0731", "B0632-B0731"]}
    for terms in (FIRST, SECOND):
        m = moving({"flot-berez": "B0630"}, side="soviet", lines=lines, terms=terms)
        assert "B0631" in costs(m, "flot-berez")
        m = moving({"flot-berez": "B0630", FOOT: "B0531"}, side="soviet", lines=lines, terms=terms)
        assert costs(m, "flot-berez")["B0631"] == 2, "a point for the enemy zone"
        play(m, "move flot-berez B0631")
        assert refusal(m, "move flot-berez B0632").rule == "efs2:10.32"
        m = moving({"flot-berez": "B0630", FOOT: "B0631"}, side="soviet", lines=lines, terms=terms)
        assert refusal(m, "move flot-berez B0631").rule == "efs2:10.24"


# ---------------------------------------------------------------------- the kinds of movement of a phase
@EITHER
@pytest.mark.rule("efs1:10.1.3", "efs1:10.2.3")
def test_special_movement_by_the_phase() -> None:
    by_phase = {}
    for phase in ("soviet-movement", "soviet-motorized"):
        m = moving({"rd-5": "B1931", "mr-qt": "B1931", "hq-13a": "B1935"}, side="soviet", phase=phase, ground=None)
        by_phase[phase] = [m.check(words) is None for words in ("rail mr-qt B0834", "strategic mr-qt B0933")]
    assert by_phase == {"soviet-movement": [True, True], "soviet-motorized": [False, False]}
    m = overrunning(FORCE)
    assert barred(m, PANZER, RIFLES) == ""
    m.c.state.phase = "axis-motorized"
    m.c.touch()
    assert barred(m, PANZER, RIFLES) == "", "overruns are made in both"
