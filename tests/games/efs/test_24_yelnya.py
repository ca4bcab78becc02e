"""R240 to R243: places counted at the end, an evacuation, Mandated Attacks by parts of the front, held reserves."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs import evacuation, garrisons
from engine.games.efs.combat.access import never
from engine.games.efs.combat.battles import Battle
from engine.games.efs.combat.shares import credit, idle, outstanding, unmade
from engine.games.efs.forts import strongpoints
from engine.games.efs.losses import eliminate, lose_step
from engine.games.efs.movement.allowance import bound
from engine.games.efs.movement.railroad import may_ride
from engine.games.efs.queries.turn import score, tracks
from engine.games.efs.reckoning import reckon
from engine.games.efs.standing import expected, note_turn
from engine.games.efs.state import BACK
from engine.games.efs.supply.routes import traced
from engine.games.efs.units import place
from engine.games.efs.victory import decide, deserted, held_at_start, judge, look
from engine.games.efs.withdrawals import may_keep, settle
from engine.play.match import Match
from tests.support.efs import at, begun, column, position, unit

YELNYA, NEAR, FAR = "B4529", "B4430", "B4326"
INFANTRY, PIONEERS, RIFLES = "78inf", "pi-ix", "rd-19"


def salient(units: dict[str, str], **more: Any) -> Match:
    """A position of the scenario in which places have been looked at."""
    m = position(units, scenario="yelnya-dukhovshchina", **{"turn": 31, **more})
    held_at_start(m.c)
    return m


def leads(m: Match, name: str, label: str) -> None:
    place(m.c, unit(m, name), m.c.hex(label))
    look(m.c)


def ends(m: Match, turn: int) -> None:
    """What the Victory Determination Phase of a turn notes."""
    m.state.turn = turn
    m.c.touch()
    look(m.c)
    judge(m.c)
    note_turn(m.c)


@pytest.mark.rule("efs2:R241", "efs2:24.21", "efs2:24.24")
def test_places_bring_points_only_when_the_game_ends_and_only_with_a_unit_in_them() -> None:
    m = salient({INFANTRY: "B3832", PIONEERS: YELNYA, "7inf": "B4624"})
    look(m.c)
    assert m.c.state.vp == 0 and column(m, "places")["Dorogobuzh"] == "axis 0"
    assert column(m, "captured_ever")[-1] == "Dorogobuzh", "newly captured for 12.36"
    assert expected(m.c) == 6 + 3 + 3
    for turn in range(31, 41):
        ends(m, turn)
    assert m.c.state.vp == 0
    assert {spot.key for spot in deserted(m.c)} == {
        "Dukhovshchina", "Yartsevo", "Smolensk B3427", "Smolensk B3526", "Roslavl"}  # fmt: skip
    reckon(m.c)
    assert m.c.state.vp == 12 and m.c.events[-1].rule == "efs2:R241"
    decide(m.c)
    assert expected(m.c) == 0
    told = {(line.value, line.text) for line in score(m.c).lines}
    assert told == {(n, f"{where} is held at the end") for n, where in
                    (("6", "Yelnya"), ("3", "Pochinok"), ("3", "Dorogobuzh"))}  # fmt: skip


@pytest.mark.rule("efs2:R241")
def test_yelnya_given_up_brings_a_point_for_two_turns_even_if_it_is_retaken() -> None:
    m = salient({PIONEERS: YELNYA, RIFLES: "B4729"})
    for turn in range(31, 36):
        ends(m, turn)
    assert {spot.key for spot in deserted(m.c)} == set() and expected(m.c) == 6
    leads(m, PIONEERS, FAR)
    assert [spot.key for spot in deserted(m.c)] == ["Yelnya"] and expected(m.c) == 2
    leads(m, RIFLES, YELNYA)
    assert column(m, "places")["Yelnya"] == "soviet" and m.c.state.vp == 0
    ends(m, 36)
    place(m.c, unit(m, RIFLES), m.c.hex("B4729"))
    leads(m, PIONEERS, YELNYA)
    for turn in range(37, 41):
        ends(m, turn)
    reckon(m.c)
    assert m.c.state.vp == 4, "nine turns of ten"
    assert "held at the end of 9 turns" in m.c.events[-1].text


@pytest.mark.rule("efs2:R241")
def test_the_score_tells_what_counts_at_the_end() -> None:
    m = salient({PIONEERS: YELNYA})
    told = {line.text: line.value for line in score(m.c).open}
    assert told["Yelnya, held now, counts at the end"] == "6"
    assert told["Dorogobuzh, if the Axis holds it at the end"] == "3"
    levels = next(track for track in tracks(m.c, "axis") if track.id == "levels").lines
    assert any(line.split()[:2] == ["6", "more"] for line in levels)
    leads(m, PIONEERS, FAR)
    ends(m, 31)
    told = {line.text: line.value for line in score(m.c).open}
    assert told["Yelnya, given up, for the turns at whose end it was held"] == "0"


@pytest.mark.rule("efs2:R242", "efs2:24.31")
def test_the_salient_left_late_with_few_losses_is_worth_three_points_once() -> None:
    m = salient({INFANTRY: NEAR, PIONEERS: FAR}, turn=37)
    u = unit(m, INFANTRY)
    for _ in range(3):
        lose_step(m.c, u, "efs2:16.22")
    lose_step(m.c, unit(m, PIONEERS), "efs2:16.22")
    assert m.c.state.front_losses == 3, "only what is lost within two hexes of Yelnya"
    place(m.c, u, m.c.hex(FAR))
    for turn, vp in ((37, 0), (38, 3), (39, 3)):
        m.state.turn = turn
        evacuation.look(m.c)
        assert m.c.state.vp == vp
    assert evacuation.told(m.c) == "Yelnya was evacuated on turn 38."


@pytest.mark.rule("efs2:R242")
def test_nothing_for_a_salient_that_cost_five_steps_or_still_holds_a_unit() -> None:
    m = salient({INFANTRY: NEAR}, turn=38)
    evacuation.look(m.c)
    assert m.c.state.vp == 0 and evacuation.left_behind(m.c) and "0 Axis steps so far" in evacuation.told(m.c)
    eliminate(m.c, [unit(m, INFANTRY)], "efs2:16.23")
    assert m.c.state.front_losses == 4
    column(m, "memory")["front losses"] = 5
    evacuation.look(m.c)
    assert not m.c.state.evacuated and evacuation.told(m.c) == ""


@pytest.mark.rule("efs2:R240", "efs2:12.31", "efs2:12.33")
def test_three_mandated_attacks_each_are_made_at_yelnya_and_in_the_north() -> None:
    c = begun("yelnya-dukhovshchina").c

    def against(*labels: str) -> Battle:
        return Battle("soviet", tuple(c.hex(label) for label in labels), (c.unit(RIFLES),))

    assert c.state.mandates == 6 and outstanding(c)[0] == "3 against units within four hexes of Yelnya"
    salient_, north, south = against("B4629"), against("B3924"), against("B4637")
    assert idle(c, salient_) is None and idle(c, north) is None
    refusal = idle(c, south)
    assert refusal is not None and refusal.rule == "efs:R221" and "Yelnya" in refusal.reason
    for _ in range(3):
        assert credit(c, salient_) == "against units within four hexes of Yelnya"
    assert list(unmade(c).values()) == [0, 3]
    c.state.mandates = 3
    assert idle(c, salient_) is not None and idle(c, north) is None and idle(c, against("B4637", "B3924")) is None
    c.state.mandates = 4
    assert idle(c, south) is None, "one that the Replacements Table has added"


@pytest.mark.rule("efs2:R200", "efs2:R243", "efs2:21.83")
def test_the_army_at_vyazma_waits_until_dorogobuzh_has_fallen() -> None:
    m = salient({"rd-248": "B4816", "mil-mm2": "B5219", "rd-244": "B4818", "7inf": "B4422"}, side="soviet",
                phase="soviet-movement")  # fmt: skip
    c, held, militia = m.c, unit(m, "rd-248"), unit(m, "mil-mm2")
    column(m, "garrison")[militia] = 1
    c.touch()
    for refusal in (bound(c, held), may_ride(c, held), never(c, held)):
        assert refusal is not None and refusal.rule == "efs:R200" and "Dorogobuzh" in refusal.reason
    assert bound(c, unit(m, "rd-244")) is None
    garrisons.release(c)
    assert column(m, "garrison")[militia] == 1
    leads(m, "7inf", "B4624")
    garrisons.release(c)
    assert bound(c, held) is None and never(c, held) is None and bound(c, militia) is None
    assert c.events[-1].rule == "efs2:R243"


@pytest.mark.rule("efs2:R200", "efs2:8.54", "efs2:12.12")
def test_reich_and_grossdeutschland_rest_and_leave() -> None:
    m = salient({"gd": "B4327", "ssr-ir1": "B3730", INFANTRY: "B4530"}, turn=33)
    gd = unit(m, "gd")
    refusal = never(m.c, gd)
    assert refusal is not None and refusal.rule == "efs:R200" and never(m.c, unit(m, INFANTRY)) is None
    m.state.turn = 34
    m.c.touch()
    assert never(m.c, gd) is None
    kept = may_keep(m.c, gd)
    assert kept is not None and kept.rule == "efs:8.54"
    settle(m.c, "axis")
    assert at(m, "gd") == at(m, "ssr-ir1") == "[withdrawn]"


@pytest.mark.rule("efs2:18.4", "efs2:R200")
def test_six_strongpoints_stand_at_the_start() -> None:
    m = begun("yelnya-dukhovshchina")
    found = {m.c.label(h): done for h, done in strongpoints(m.c, "axis").items()}
    assert found == dict.fromkeys(("B4428", "B4528", "B4629", "B4530", "B3722", "B3723"), True)


@pytest.mark.rule("efs2:6.1", "efs2:6.23")
def test_a_route_leads_to_everybody_at_the_start() -> None:
    m = begun("yelnya-dukhovshchina")
    r, at_ = m.c.roster, m.state.hex_of
    assert [r.ids[u] for u, h in enumerate(at_) if h >= 0 and not traced(m.c, h, r.side[u])] == []


@pytest.mark.rule("efs2:8.12")
def test_the_102nd_division_comes_by_the_road_from_velizh() -> None:
    rows = begun("yelnya-dukhovshchina").c.scenario["arrival"]
    assert [row["entry"] for row in rows if "102inf" in row["units"]] == [["B3011"]]


@pytest.mark.rule("efs2:21.23", "efs2:8.2")
def test_the_headquarters_of_the_54th_army_comes_non_op_in_every_scenario() -> None:
    for scenario in ("yelnya-dukhovshchina", "guderian-drives-south"):
        m = begun(scenario)
        assert column(m, "mode")[unit(m, "hq-54a")] == BACK
