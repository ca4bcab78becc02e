"""14.7: air transport: who is flown where, escort and interception, fire from the ground, the unit on board."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs.air import fight
from engine.games.efs.air.flak import fires, is_flak
from engine.games.efs.command import zone_at
from engine.games.efs.movement import airlift
from engine.games.efs.phases.airlift import Airlift
from engine.games.efs.phases.dogfight import AirFight
from engine.games.efs.phases.missions import Missions
from engine.games.efs.phases.movement import Movement
from engine.games.efs.queries.tasks import tasks
from engine.games.efs.state import ACTIVATED, BACK
from engine.play.match import Match
from tests.support.efs import at, column, play, position, refusal, unit

KINDS = [Movement, Airlift, Missions, AirFight]
HOME, THERE, OPEN, FOE = "B0830", "B0836", "B0832", "B1230"
PLANE, RED_PLANES = "tg-lf2", ("a-magon1", "a-magon2")
HQ = "hq-13a"
ONE, TWO, THREE = "nk-226", "nk-16m", "rd-50"
"""Soviet infantry of one stacking point, of two and of more."""
FIGHTER, STUKA, MIG, I16 = "jg51-iv", "stg77-i", "a-401iap", "a-163iap"


def field(units: dict[str, str], *ready: str, side: str = "soviet", **more: Any) -> Match:
    """Clear land with friendly towns ``HOME`` and ``THERE`` and one of the enemy, in the Movement Phase of a side.

    ``south`` is one more friendly town.
    """
    south = more.pop("south", "")
    towns = dict.fromkeys((HOME, THERE, FOE, *([south] if south else [])), "town")
    boxes = dict.fromkeys(ready or (PLANE if side == "axis" else RED_PLANES[0],), "ready") | more.pop("boxes", {})
    m = position(
        units, boxes=boxes, side=side, step="movement", phase=f"{side}-movement", kinds=KINDS, ground={}, places=towns,
        **more,
    )  # fmt: skip
    s, enemy = m.c.state, m.c.other(side)
    s.holder.update({HOME: side, THERE: side, FOE: enemy, **({south: side} if south else {})})
    s.bases[f"{side} {HOME}"] = s.bases[f"{enemy} {FOE}"] = 1
    m.c.touch()
    return m


def go(name: str, to: str = THERE) -> str:
    return f"airlift {name} {to}"


def truck() -> str:
    """A supply unit of the Soviet side."""
    r = position().c.roster
    return r.ids[next(u for u in range(len(r)) if r.side[u] == "soviet" and r.kind[u] == "supply unit")]


# ---------------------------------------------------------------------- who and where
@pytest.mark.rule("efs2:14.75", "efs2:R200")
def test_nobody_flies_over_a_line_of_the_scenario() -> None:
    m = field({"hq-11a": HOME, HQ: HOME}, scenario="campaign", turn=2, south="C2203")
    assert refusal(m, go("hq-11a", "C2203")).rule == "efs2:R200"
    assert m.check(go("hq-11a")) is None and m.check(go(HQ, "C2203")) is None


@pytest.mark.rule("efs2:14.71", "efs2:14.75")
def test_a_unit_flies_from_town_to_town_in_the_movement_phase() -> None:
    m = field({ONE: HOME})
    assert [task.subject for task in tasks(m.c) if task.what == "units can be flown"] == [ONE]
    play(m, go(ONE))
    assert not [task for task in tasks(m.c) if task.what == "units can be flown"], "its transport has flown"
    assert at(m, ONE) == THERE and at(m, RED_PLANES[0]) == "[flown]" and m.c.frame.step == "movement"
    assert column(m, "hold")[unit(m, ONE)] == 1 and refusal(m, f"move {ONE} B0835").rule == "efs2:10.26"
    assert refusal(m, go(ONE, HOME)).rule == "efs2:14.72", "it has a Do Not Move marker now"
    m = field({ONE: HOME}, PLANE)
    assert refusal(m, go(ONE)).rule == "efs2:14.71", "no transport of its own is ready"
    assert "needs 1 transport unit in the Ready Box, 0 are there" in refusal(m, go(ONE)).reason
    m = field({ONE: HOME})
    m.c.state.phase = "soviet-motorized"
    m.c.touch()
    assert refusal(m, go(ONE)).rule == "efs2:14.71" and not airlift.lifters(m.c)


@pytest.mark.rule("efs2:14.72", "efs2:21.25")
def test_who_can_be_flown() -> None:
    """Airborne, infantry, mountain and engineer units, MSUs and HQs; no Non-Op HQ, nobody with a marker."""
    m = field({HQ: HOME, ONE: HOME, "td-5": HOME, "hq-3a": HOME})
    assert m.check(go(HQ)) is None and m.check(go(ONE)) is None
    assert refusal(m, go("td-5")).rule == "efs2:14.72", "tanks"
    column(m, "mode")[unit(m, "hq-3a")] = BACK
    for mark in ("overrun", "hold"):
        column(m, mark)[unit(m, ONE)] = 1
        m.c.touch()
        assert refusal(m, go(ONE)).rule == "efs2:14.72", mark
        column(m, mark)[unit(m, ONE)] = 0
    m.c.touch()
    assert refusal(m, go("hq-3a")).rule == "efs2:14.72"
    kinds = {m.c.roster.kind[m.c.unit(i)] for i in airlift.lifters(m.c)}
    assert kinds == {"headquarters", "infantry"}


@pytest.mark.rule("efs2:14.73")
def test_a_transport_carries_a_stacking_point_and_two_carry_two() -> None:
    m = field({ONE: HOME, TWO: HOME, THREE: HOME, HQ: HOME})
    assert [airlift.load(m.c, unit(m, name)) for name in (HQ, ONE, TWO, THREE)] == [1, 1, 2, 4]
    assert refusal(m, go(TWO)).rule == refusal(m, go(THREE)).rule == "efs2:14.73"
    m = field({TWO: HOME, THREE: HOME}, *RED_PLANES)
    assert refusal(m, go(THREE)).rule == "efs2:14.73"
    play(m, go(TWO))
    assert at(m, TWO) == THERE and [at(m, p) for p in RED_PLANES] == ["[flown]", "[flown]"]


@pytest.mark.rule("efs2:14.73", "efs2:14.72")
def test_a_mobile_supply_unit_flies_and_a_dump_does_not() -> None:
    name = truck()
    m = field({name: HOME})
    column(m, "asp")[unit(m, name)] = 1
    m.c.touch()
    assert m.check(go(name)) is None
    column(m, "asp")[unit(m, name)] = 2
    m.c.touch()
    assert refusal(m, go(name)).rule == "efs2:14.73"


@pytest.mark.rule("efs2:14.75")
def test_flights_begin_and_end_in_friendly_towns() -> None:
    m = field({ONE: OPEN, HQ: HOME})
    assert refusal(m, go(ONE)).rule == "efs2:14.75", "it stands in the open"
    assert refusal(m, go(HQ, OPEN)).rule == "efs2:14.75" and refusal(m, go(HQ, HOME)).rule == "efs2:14.75"
    assert refusal(m, go(HQ, FOE)).rule == "efs2:14.75", "a town of the enemy"
    m.c.state.holder[FOE] = "soviet"
    m.c.touch()
    assert m.check(go(HQ, FOE)) is None
    assert {str(a) for a in m.legal if a.verb == "airlift"} == {go(HQ), go(HQ, FOE)}


@pytest.mark.rule("efs2:14.75")
def test_who_has_moved_in_the_phase_is_not_flown() -> None:
    m = field({HQ: "B0831"})
    play(m, f"move {HQ} {HOME}")
    assert refusal(m, go(HQ)).rule == "efs2:14.75"


@pytest.mark.rule("efs2:10.13", "efs2:14.71")
def test_who_was_activated_in_the_turn_is_not_flown() -> None:
    m = field({ONE: HOME})
    column(m, "did")[unit(m, ONE)] = ACTIVATED
    m.c.touch()
    assert refusal(m, go(ONE)).rule == "efs2:10.13" and not airlift.lifters(m.c)


@pytest.mark.rule("efs2:14.74")
def test_the_range_is_sixty_hexes_and_the_start_needs_no_supply(monkeypatch: pytest.MonkeyPatch) -> None:
    m = field({ONE: HOME})
    column(m, "supply")[unit(m, ONE)] = 2
    m.c.touch()
    assert airlift.RANGE == 60 and m.check(go(ONE)) is None
    monkeypatch.setattr(airlift, "RANGE", 5)
    m.c.touch()
    assert refusal(m, go(ONE)).rule == "efs2:14.74", "six hexes"


@pytest.mark.rule("efs2:14.74", "efs2:14.75", "efs2:R213")
def test_out_of_the_active_box_the_range_counts_from_the_edge() -> None:
    m = field({}, boxes={ONE: "active"})
    c, u = m.c, unit(m, ONE)
    begin = airlift.start(c, u, c.hex(THERE))
    assert c.grid.column(begin) == max(c.grid.column(h) for h in c.data.in_play)
    play(m, go(ONE))
    assert at(m, ONE) == THERE and column(m, "supply")[u] == 0 and column(m, "hold")[u] == 1


@pytest.mark.rule("efs2:21.27", "efs2:14.75")
def test_a_flight_counts_as_the_movement_of_a_unit_near_a_non_op_headquarters() -> None:
    m = field({ONE: HOME, HQ: "B0829"})
    s, hq = m.c.state, unit(m, HQ)
    column(m, "mode")[hq] = BACK
    m.c.touch()
    assert zone_at(m.c, m.c.hex(HOME)) == -1, "Non-Op since the phase began"
    s.zone_left[HQ] = 0
    assert zone_at(m.c, m.c.hex(HOME)) == hq
    m.c.touch()
    assert refusal(m, go(ONE)).rule == "efs2:21.27"
    s.zone_left[HQ] = 1
    m.c.touch()
    play(m, go(ONE))
    assert s.zone_left[HQ] == 0 and at(m, ONE) == THERE


# ---------------------------------------------------------------------- in the air
@pytest.mark.rule("efs2:14.75", "efs2:14.21", "efs2:14.3")
def test_fighters_escort_and_oppose_within_the_limit() -> None:
    m = field({HQ: HOME}, RED_PLANES[0], MIG, I16, "a-161iap", FIGHTER, "jg51-i", STUKA, dice=(6, 5, 5, 5, 5))
    play(m, go(HQ))
    assert m.c.frame.step == "missions" and m.state.side == "soviet"
    assert refusal(m, f"recall {RED_PLANES[0]}").rule == "efs2:14.75"
    assert refusal(m, f"send {MIG} {HOME}").rule == "efs2:14.75"
    play(m, f"send {MIG} {THERE}", f"send {I16} {THERE}")
    assert refusal(m, f"send a-161iap {THERE}").rule == "efs2:14.21", "three with the transport"
    play(m, "done")
    assert m.state.side == "axis" and refusal(m, f"send {STUKA} {THERE}").rule == "efs2:14.75"
    play(m, f"send {FIGHTER} {THERE}", f"send jg51-i {THERE}", "done")
    assert at(m, HQ) == THERE and at(m, RED_PLANES[0]) == "[flown]" and m.c.frame.step == "movement"


def shot(m: Match, fall: str) -> None:
    """An enemy fighter has the initiative and does this to the transport; then the flight ends."""
    table = fight.outcomes(m.c, unit(m, FIGHTER), unit(m, RED_PLANES[0]))
    m.dice.queue([4, table.index(fall) + 1, 10])
    play(m, f"send {FIGHTER} {THERE}", "done")


@pytest.mark.rule("efs2:14.77", "efs2:14.3")
@pytest.mark.parametrize(
    ("fall", "where", "plane"),
    [("A", HOME, "[flown]"), ("D", THERE, "[damaged]"), ("X", "[eliminated]", "[destroyed]")],
)
def test_what_becomes_of_the_unit_on_board(fall: str, where: str, plane: str) -> None:
    m = field({ONE: HOME}, RED_PLANES[0], FIGHTER)
    play(m, go(ONE))
    assert m.state.side == "axis", "the Soviet side has no fighter to send"
    shot(m, fall)
    assert at(m, ONE) == where and at(m, RED_PLANES[0]) == plane
    assert column(m, "hold")[unit(m, ONE)] == (0 if fall == "X" else 1), "it stays, even where it started"


@pytest.mark.rule("efs2:14.77")
def test_supply_that_is_shot_down_is_at_hand_again() -> None:
    name = truck()
    m = field({name: HOME}, RED_PLANES[0], FIGHTER)
    column(m, "asp")[unit(m, name)] = 1
    m.c.touch()
    play(m, go(name))
    shot(m, "X")
    assert at(m, name) == "[supply pool]" and column(m, "asp")[unit(m, name)] == 0


@pytest.mark.rule("efs2:14.77", "efs2:R34")
@pytest.mark.parametrize(
    ("results", "end"),
    [("-", "arrives"), ("D", "arrives"), ("A", "back"), ("X", "lost"), ("--", "arrives"), ("-D", "arrives"),
     ("A-", "back"), ("X-", "back"), ("XD", "back"), ("XA", "back"), ("XX", "lost")],
)  # fmt: skip
def test_one_of_two_transports_that_fails_sends_the_unit_back(results: str, end: str) -> None:
    assert airlift.outcome(list(results)) == end


# ---------------------------------------------------------------------- fire from the ground
def guns(count: int) -> list[str]:
    """German divisions, which fire at aircraft."""
    m = position({})
    r = m.c.roster
    found = (u for u in range(len(r)) if r.side[u] == "axis" and r.kind[u] == "infantry" and fires(m.c, u))
    return [r.ids[u] for u, _ in zip((u for u in found if not is_flak(m.c, u)), range(count), strict=False)]


def drm(m: Match) -> int | None:
    return airlift.flak_drm(m.c, m.c.hex(HOME), m.c.hex(THERE), unit(m, RED_PLANES[0]))


@pytest.mark.rule("efs2:14.76", "efs2:14.65", "efs2:R36")
@pytest.mark.parametrize("end", [HOME, THERE])
def test_a_zone_of_interdiction_at_either_end_brings_fire_without_a_modifier(end: str) -> None:
    """Example 1 of 14.76."""
    m = field({ONE: HOME}, dice=(10,))
    assert drm(m) is None, "nobody fires"
    column(m, "zoi")[end] = 2
    m.c.touch()
    assert drm(m) == 0
    play(m, go(ONE))
    assert at(m, ONE) == THERE and at(m, RED_PLANES[0]) == "[damaged]"


@pytest.mark.rule("efs2:14.76", "efs2:R232")
def test_nobody_fires_at_the_start_of_a_flight_out_of_the_active_box_or_without_being_eligible() -> None:
    m = field({ONE: HOME, "zap-01": THERE}, PLANE, side="axis")
    plane, home, there = unit(m, PLANE), m.c.hex(HOME), m.c.hex("B0837")
    assert airlift.flak_drm(m.c, home, there, plane) is None, "a Soviet battalion beside the field is not eligible"
    m = field({ONE: HOME})
    column(m, "zoi")[HOME] = 1
    m.c.touch()
    start, to, red = m.c.hex(HOME), m.c.hex(THERE), unit(m, RED_PLANES[0])
    assert airlift.flak_drm(m.c, start, to, red) == 0 and airlift.flak_drm(m.c, start, to, red, landed=False) is None


@pytest.mark.rule("efs2:14.76", "efs2:R212")
def test_each_unit_that_the_flight_has_to_pass_over_is_worth_a_point() -> None:
    """Example 2 of 14.76: a ring of units around the start leaves no way but over one of them."""
    m = field({ONE: HOME})
    ring = [m.c.label(h) for h in m.c.grid.adjacent[m.c.hex(HOME)]]
    m = field({ONE: HOME, **dict(zip(guns(6), ring, strict=True))})
    column(m, "zoi")[THERE] = 1
    m.c.touch()
    assert drm(m) == 1
    m = field({ONE: HOME, **dict(zip(guns(5), ring, strict=False))})
    assert drm(m) == 0, "through the gap: they fire from beside the start, and that is all"
    flight = airlift.path(m.c, m.c.hex(HOME), m.c.hex(THERE), "soviet")
    assert m.c.label(flight[1]) == ring[5]


@pytest.mark.rule("efs2:14.76", "efs2:14.44")
def test_units_beside_the_destination_are_worth_a_point_each_up_to_two() -> None:
    m = field({ONE: HOME, guns(1)[0]: "B0837"})
    assert drm(m) == 1
    m = field({ONE: HOME, **dict.fromkeys(guns(3), "B0837")})
    assert drm(m) == 2
    m = field({ONE: HOME, "flak101": "B0837"})
    assert drm(m) == 2, "one for the unit, one for the guns"


@pytest.mark.rule("efs2:14.76", "efs2:14.77")
@pytest.mark.parametrize(("die", "where"), [(6, THERE), (7, HOME), (9, THERE), (10, "[eliminated]")])
def test_fire_from_the_ground_drives_transports_off(die: int, where: str) -> None:
    """With +1: 7 or less nothing, 8 and 9 aborted, 10 damaged, 11 destroyed."""
    m = field({ONE: HOME, guns(1)[0]: "B0837"}, dice=(die,))
    play(m, go(ONE))
    assert at(m, ONE) == where and m.state.draws == 1


@pytest.mark.rule("efs2:14.66", "efs2:14.75")
def test_a_headquarters_that_lands_in_a_zone_rolls() -> None:
    m = field({HQ: HOME}, dice=(5, 1))
    column(m, "zoi")[THERE] = 1
    m.c.touch()
    play(m, go(HQ))
    assert at(m, HQ) == THERE and column(m, "mode")[unit(m, HQ)] == BACK


@pytest.mark.rule("efs2:14.75")
def test_the_question_for_escort_tells_the_fire_to_come() -> None:
    m = field({ONE: HOME, guns(1)[0]: "B0837"}, RED_PLANES[0], MIG)
    play(m, go(ONE))
    assert f"to {THERE}, flak +1" in m.c.step.prompt(m.c).text
