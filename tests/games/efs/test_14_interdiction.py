"""14.6: Interdiction: who flies it, the markers and their zones, and what it does to headquarters."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs.air.interdiction import mark
from engine.games.efs.command import ACTIVATE, GUARDS, commands, left
from engine.games.efs.interdicted import interdicted, level
from engine.games.efs.movement.classes import ARMOR, FOOT, MOTOR, Class
from engine.games.efs.movement.ground import crossings, terms
from engine.games.efs.movement.network import WAYS, Network
from engine.games.efs.movement.railroad import lines_from
from engine.games.efs.movement.strategic import march_of
from engine.games.efs.phases.dogfight import AirFight
from engine.games.efs.phases.interdiction import Interdiction, _why_not, may_interdict
from engine.games.efs.phases.missions import Missions
from engine.games.efs.phases.movement import Movement
from engine.games.efs.queries.layers import LAYERS
from engine.games.efs.queries.reach import reach_query
from engine.games.efs.queries.tasks import tasks
from engine.games.efs.state import BACK
from engine.games.efs.supply.routes import traced
from engine.play.match import Match
from tests.support.efs import EITHER, at, column, play, position, refusal, unit

OVER, FAR = "B0830", "B1030"
STUKA, BOMBER, FIGHTER, TWIN, ASSAULT = "stg77-i", "kg3-ii", "jg51-iv", "skg210-ii", "lg2-10"
MIG, SB, DUMMY, TRANSPORT = "a-401iap", "a-128bap", "a-dum1", "tg-lf2"
KINDS = [Interdiction, Missions, AirFight]
HQ = "hq-13a"


def phase(*ready: str, units: dict[str, str] | None = None, dice: tuple[int, ...] = ()) -> Match:
    """The Interdiction missions of a turn on clear land, both sides with a base near by."""
    boxes = dict.fromkeys(ready, "ready")
    m = position(units or {}, boxes=boxes, kinds=KINDS, dice=dice, ground={})
    s = m.c.state
    s.bases["axis B0735"] = s.bases["soviet B1931"] = 1
    s.holder["B0735"], s.holder["B1931"] = "axis", "soviet"
    m.c.touch()
    m.c.call("below")
    m.c.call("interdiction", side="axis", phase="interdiction")
    m._after()
    return m


# ---------------------------------------------------------------------- who flies
@EITHER
@pytest.mark.rule("efs2:14.6", "efs2:14.61", "efs2:14.24", "efs1:13.0", "efs1:17.1.4")
def test_units_with_a_rating_interdict_and_fighters_escort_or_oppose() -> None:
    m = phase(STUKA, ASSAULT, FIGHTER, TRANSPORT, MIG, SB)
    assert m.state.side == "axis" and m.c.frame.step == "missions"
    assert refusal(m, f"send {ASSAULT} {OVER}").rule == "efs2:14.6", "a bomber without a rating"
    assert refusal(m, f"send {TRANSPORT} {OVER}").rule == "efs2:14.6"
    play(m, f"send {STUKA} {OVER}", f"send {FIGHTER} {OVER}", "done")
    assert m.state.side == "soviet" and m.c.state.flights == {f"axis {OVER}": 2}
    assert refusal(m, f"send {SB} {OVER}").rule == "efs2:14.61", "no fighter"
    assert refusal(m, f"send {MIG} {FAR}").rule == "efs2:14.61", "nobody is there"
    assert [str(a) for a in m.legal] == ["done", f"send {MIG} {OVER}"]


@EITHER
@pytest.mark.rule("efs2:14.6", "efs2:14.61", "efs1:13.0")
def test_the_phase_passes_without_an_axis_unit_that_can_interdict() -> None:
    m = phase(ASSAULT, MIG, SB, "a-96dbap")
    assert m.c.frame.step == "below", "Soviet ratings are for an optional rule"


@pytest.mark.rule("efs2:14.64", "efs2:14.66")
def test_the_question_names_the_hexes_with_most_of_the_enemy() -> None:
    m = phase(STUKA, units={HQ: OVER, "rd-50": "B0831", "rd-100": "B1230"})
    first, *others = [task for task in tasks(m.c) if task.rule == "efs:14.64"]
    assert m.c.grid.distance(m.c.hex(first.subject), m.c.hex(OVER)) <= 1
    assert "13Aq would roll, 2 units" in first.text and "1 unit" in others[-1].text and not first.pressing
    assert f"most is at {first.subject}" in m.prompt.text
    column(m, "mode")[unit(m, HQ)] = BACK
    m.c.touch()
    assert not any("roll" in task.text for task in tasks(m.c) if task.rule == "efs:14.64")


@pytest.mark.rule("efs2:14.62", "efs2:14.22", "efs2:R211")
def test_one_engine_flies_twenty_five_hexes_and_two_anywhere() -> None:
    m = phase(STUKA, BOMBER)
    c = m.c
    for away in (25, 26):
        base = next(h for h in c.grid if c.grid.distance(h, c.hex(OVER)) == away)
        c.state.bases.clear()
        c.state.bases[f"axis {c.label(base)}"], c.state.holder[c.label(base)] = 1, "axis"
        c.touch()
        assert (m.check(f"send {STUKA} {OVER}") is None) == (away == 25)
    assert refusal(m, f"send {STUKA} {OVER}").rule == "efs2:14.22"
    assert m.check(f"send {BOMBER} {OVER}") is None
    assert refusal(m, f"send {BOMBER} A1010").rule == "efs2:14.62", "outside the area"
    assert {f"{a.args[1]}" for a in m.legal if a.verb == "send"} == {c.label(h) for h in c.data.in_play}


@pytest.mark.rule("efs2:14.21", "efs2:14.24")
def test_three_units_a_mission_against_two() -> None:
    m = phase(STUKA, BOMBER, FIGHTER, TWIN, MIG, "a-163iap", "a-161iap")
    play(m, *(f"send {name} {OVER}" for name in (STUKA, BOMBER, FIGHTER)))
    assert refusal(m, f"send {TWIN} {OVER}").rule == "efs2:14.21"
    play(m, f"send {TWIN} {FAR}", "done", f"send {MIG} {OVER}", f"send a-163iap {OVER}")
    assert refusal(m, f"send a-161iap {OVER}").rule == "efs2:14.21"
    assert m.check(f"send a-161iap {FAR}") is None
    u, known = unit(m, "a-161iap"), sorted(m.c.data.in_play)
    agree = {h: _why_not(m.c, u, h, "axis") is None for h in known}
    assert [h for h in known if may_interdict(m.c, u, h, "axis") is None] == [h for h, yes in agree.items() if yes]


# ---------------------------------------------------------------------- markers and zones
@pytest.mark.rule("efs2:14.63", "efs2:14.64", "efs2:14.61")
@pytest.mark.parametrize(
    ("senders", "expected"), [((BOMBER,), 1), ((STUKA,), 2), ((STUKA, BOMBER, TWIN), 2), ((FIGHTER,), 1)]
)
def test_the_ratings_make_the_level_of_the_hex_and_the_six_around(senders: tuple[str, ...], expected: int) -> None:
    m = phase(*senders)
    play(m, *(f"send {name} {OVER}" for name in senders), "done")
    zone = {OVER, *(m.c.label(h) for h in m.c.grid.adjacent[m.c.hex(OVER)])}
    assert m.c.state.zoi == dict.fromkeys(zone, expected) and len(zone) == 7
    assert all(at(m, name) == "[flown]" for name in senders) and m.c.frame.step == "below"


@EITHER
@pytest.mark.rule("efs2:14.64", "efs1:13.1.3", "efs1:13.1.2")
def test_zones_overlap_and_add_up_to_two() -> None:
    m = phase(BOMBER, TWIN, "kg3-i")
    play(m, f"send {BOMBER} {OVER}", f"send {TWIN} B0831", "send kg3-i B0832", "done")
    c = m.c
    assert (level(c, c.hex(OVER)), level(c, c.hex("B0831")), level(c, c.hex("B0829"))) == (2, 2, 1)
    assert max(c.state.zoi.values()) == 2


@EITHER
@pytest.mark.rule("efs2:14.63", "efs2:14.61", "efs2:14.25", "efs1:13.1.2")
def test_those_who_are_driven_off_leave_no_marker() -> None:
    m = phase(STUKA, MIG, dice=(9, 4, 9))
    play(m, f"send {STUKA} {OVER}", "done", f"send {MIG} {OVER}", "done")
    assert not m.c.state.zoi and at(m, STUKA) == at(m, MIG) == "[flown]" and not m.c.state.flights


@EITHER
@pytest.mark.rule("efs2:14.61", "efs2:14.41", "efs1:17.3.4")
def test_fire_from_the_ground_comes_before_the_marker() -> None:
    m = phase(BOMBER, units={"rd-50": OVER}, dice=(10,))
    play(m, f"send {BOMBER} {OVER}", "done")
    assert at(m, BOMBER) == "[damaged]" and not m.c.state.zoi


@EITHER
@pytest.mark.rule("efs2:14.12", "efs2:14.61", "efs1:17.2.2")
def test_a_fighter_interdicts_unless_it_is_declared_to_fire() -> None:
    m = phase(FIGHTER, MIG, dice=(6, 5, 5))
    play(m, f"send {FIGHTER} {OVER}", "done", f"send {MIG} {OVER}", "done")
    assert [str(a) for a in m.legal] == [f"escort {FIGHTER}", "go"]
    assert "interdict, or 'escort'?" in m.prompt.text
    play(m, f"escort {FIGHTER}", "go")
    assert not m.c.state.zoi, "it met nobody, but it came to fight"


@pytest.mark.rule("efs2:14.61", "efs2:14.23")
def test_what_can_be_sent_is_told_with_its_rating() -> None:
    m = phase(STUKA, FIGHTER, MIG)
    found = {task.subject: task.text for task in tasks(m.c)}
    assert found == {STUKA: "interdiction 2, air combat 1", FIGHTER: "interdiction 1, air combat 4"}
    assert "2 ready, 3 points" in m.c.step.prompt(m.c).text
    play(m, f"send {STUKA} {OVER}", "done")
    assert {task.subject: task.text for task in tasks(m.c)} == {MIG: "air combat 2"}
    assert f"1 ready, 2 points; 1 of the enemy over {OVER}" in m.c.step.prompt(m.c).text


# ---------------------------------------------------------------------- effects on movement
def zone(units: dict[str, str] | None = None, *hexes: str, **more: Any) -> Match:
    """A position with these hexes in an Axis zone of level 1."""
    m = position(units or {}, **more)
    column(m, "zoi").update(dict.fromkeys(hexes or (OVER,), 1))
    m.c.touch()
    return m


@pytest.mark.rule("efs2:14.64", "efs2:14.65")
def test_woods_are_free_of_every_effect() -> None:
    m = zone({"rd-50": "B0829"}, OVER, "B0831", ground={OVER: "woods"})
    c = m.c
    assert interdicted(c, "soviet") == {c.hex("B0831")} and not interdicted(c, "axis")
    assert (level(c, c.hex(OVER)), level(c, c.hex("B0831"))) == (0, 1)


@pytest.mark.rule("efs2:14.65", "efs2:11.13")
@pytest.mark.parametrize(("terrain", "cost"), [("clear", 13), ("woods", 2)])
def test_trains_pay_twelve_points_but_not_in_woods(terrain: str, cost: int) -> None:
    m = zone(
        {"rd-50": "B1931"}, "B1933", ground={"B1933": terrain}, lines={"railroad": ["B1931-B1932-B1933"]},
        places={"B1931": "town", "B1933": "town"}, side="soviet", phase="soviet-movement",
    )  # fmt: skip
    assert lines_from(m.c, m.c.hex("B1931"), "soviet")[0][m.c.hex("B1933")] == cost


@pytest.mark.rule("efs2:14.65", "efs2:11.23")
@pytest.mark.parametrize(("terrain", "reached"), [("clear", False), ("woods", True)])
def test_strategic_movement_stops_before_the_zone(terrain: str, reached: bool) -> None:
    m = zone(
        {"rd-50": "B1931"}, "B1933", ground={"B1933": terrain}, lines={"main_road": ["B1931-B1932-B1933"]},
        side="soviet", phase="soviet-movement",
    )  # fmt: skip
    found = march_of(m.c, [unit(m, "rd-50")]).hexes
    assert m.c.hex("B1932") in found and (m.c.hex("B1933") in found) == reached


@EITHER
@pytest.mark.rule("efs2:14.65", "efs1:13.2.7")
def test_supply_routes_run_through_zones() -> None:
    plain = position({"rd-50": "B1933"}, lines={"main_road": ["B1931-B1932-B1933"]}, ground={})
    before = traced(plain.c, plain.c.hex("B1933"), "soviet")
    m = zone({"rd-50": "B1933"}, "B1932", "B1933", lines={"main_road": ["B1931-B1932-B1933"]}, ground={})
    assert before and traced(m.c, m.c.hex("B1933"), "soviet")


ROAD = ("B1930", "B1931", "B1932", "B1933", "B1934")


def along(who: str, where: str, terrain: dict[str, str], *hexes: str) -> dict[str, float]:
    """Where a unit of the Soviet side goes on the main road, some hexes of which lie in a Zone of Interdiction."""
    walls = {h: "lake" for col in ("B18", "B20") for h in (f"{col}{n}" for n in range(28, 37))}
    ends = {"B1929": "lake", "B1935": "lake"}
    m = position({who: where}, kinds=[Movement], step="movement", side="soviet", phase="soviet-movement",
                 ground={**walls, **ends, **terrain}, lines={"main_road": ["-".join(ROAD)]})  # fmt: skip
    column(m, "zoi").update(dict.fromkeys(hexes, 1))
    m.c.touch()
    found = reach_query(m.c, unit(m, who), "").costs
    return {m.c.label(h): cost for h, cost in found.items()}


@pytest.mark.rule("efs2:14.65", "efs2:R275", "efs2:10.43", "efs2:10.48", "efs2:13.41")
def test_a_road_in_a_zone_loses_its_rate_and_is_still_a_road() -> None:
    rough = {"B1931": "wooded hills", "B1932": "clear"}
    assert along("rd-50", "B1930", rough)["B1932"] == 1
    assert along("rd-50", "B1930", rough, "B1932", "B1933") == {
        "B1930": 0, "B1931": 0.5, "B1932": 1.5, "B1933": 2.5, "B1934": 3,
    }  # fmt: skip
    wet = {"B1931": "swamp"}
    tanks = along("td-13", "B1930", wet, "B1932")
    assert (tanks["B1931"], tanks["B1932"]) == (0.5, 1.5), "out of the swamp along the road"
    assert along("td-13", "B1930", wet, "B1931")["B1931"] == 3, "into it, as along a railroad"


@pytest.mark.rule("efs2:14.65", "efs2:R275")
@pytest.mark.parametrize("how", [MOTOR, FOOT, ARMOR])
def test_a_unit_alone_goes_through_a_zone_as_in_a_stack(how: str) -> None:
    m = position({}, kinds=[Movement], step="movement", side="soviet", phase="soviet-movement",
                 ground={"B1931": "wooded hills"}, lines={"main_road": ["-".join(ROAD)]})  # fmt: skip
    column(m, "zoi").update({"B1932": 1, "B1933": 1})
    m.c.touch()
    kind, now = Class("soviet", how), (terms(m.c), crossings(m.c, "soviet"))
    alone, stack = (Network(m.c, kinds, *now) for kinds in ((kind,), (kind, kind)))
    nodes = [m.c.hex(label) * WAYS + way for label in ROAD for way in range(WAYS)]
    assert now[1].slow and [alone.row(n) for n in nodes] == [stack.row(n) for n in nodes]


# ---------------------------------------------------------------------- headquarters
@EITHER
@pytest.mark.rule("efs2:14.66", "efs2:21.13", "efs1:13.2.5", "efs1:22.8.1")
def test_headquarters_lose_command_points_but_not_the_guards_unit() -> None:
    m = position({HQ: OVER}, ground={}, side="soviet", phase="soviet-motorized")
    hq, full = unit(m, HQ), m.c.roster.number("command", unit(m, HQ))
    assert commands(m.c, hq) == left(m.c, hq, ACTIVATE) == full > 0
    column(m, "zoi")[OVER] = 1
    m.c.touch()
    assert left(m.c, hq, ACTIVATE) == full - 1 and left(m.c, hq, GUARDS) == 1
    column(m, "zoi")[OVER] = 2
    m.c.touch()
    assert left(m.c, hq, ACTIVATE) == max(full - 2, 0)


@pytest.mark.rule("efs2:14.66", "efs2:14.64")
def test_headquarters_in_woods_lose_nothing() -> None:
    m = zone({HQ: OVER}, OVER, ground={OVER: "woods"})
    assert commands(m.c, unit(m, HQ)) == m.c.roster.number("command", unit(m, HQ))


@pytest.mark.rule("efs2:14.66", "efs2:21.23")
@pytest.mark.parametrize(("die", "down"), [(1, True), (2, True), (3, False)])
def test_headquarters_under_the_marker_become_non_op_on_its_level_or_less(die: int, down: bool) -> None:
    m = phase(STUKA, units={HQ: "B0831"}, dice=(5, die))
    play(m, f"send {STUKA} {OVER}", "done")
    assert column(m, "mode")[unit(m, HQ)] == (BACK if down else 0)


@pytest.mark.rule("efs2:14.66", "efs2:14.64")
def test_who_is_in_woods_outside_or_non_op_already_does_not_roll() -> None:
    m = position({HQ: "B0831", "hq-3a": FAR, "hq-4a": OVER}, ground={"B0831": "woods"})
    column(m, "mode")[unit(m, "hq-4a")] = BACK
    m.c.touch()
    mark(m.c, m.c.hex(OVER), [unit(m, STUKA)])
    assert m.c.state.zoi[OVER] == 2 and m.state.draws == 0


@pytest.mark.rule("efs2:14.66", "efs2:R210")
@pytest.mark.parametrize(("die", "down"), [(1, True), (2, False)])
def test_headquarters_that_enter_roll_once(die: int, down: bool) -> None:
    m = position(
        {HQ: "B0827"}, ground={}, side="soviet", step="movement", phase="soviet-movement", kinds=[Movement],
        dice=(die, 1),
    )  # fmt: skip
    column(m, "zoi").update({"B0829": 1, OVER: 1})
    m.c.touch()
    play(m, f"move {HQ} {OVER}")
    assert m.state.draws == 1 and column(m, "mode")[unit(m, HQ)] == (BACK if down else 0)


@pytest.mark.rule("efs2:14.66", "efs2:R210")
def test_a_second_zone_is_entered_where_the_level_rises() -> None:
    m = position(
        {HQ: "B0828"}, ground={}, side="soviet", step="movement", phase="soviet-movement", kinds=[Movement],
        dice=(2, 1),
    )  # fmt: skip
    column(m, "zoi").update({"B0829": 1, OVER: 2})
    m.c.touch()
    play(m, f"move {HQ} {OVER}")
    assert m.state.draws == 2 and column(m, "mode")[unit(m, HQ)] == BACK, "2 and then 1, each against one"


# ---------------------------------------------------------------------- what is shown
@pytest.mark.rule("efs2:14.64")
def test_the_overlay_shows_the_levels_that_count() -> None:
    m = zone({}, OVER, "B0831", ground={OVER: "woods"})
    column(m, "zoi")["B0829"] = 2
    m.c.touch()
    layer = next(layer for layer in LAYERS if layer.id == "interdiction")
    marks = layer.marks(m.c, "soviet", None)[0]
    assert {m.c.label(h): mark for h, mark in marks.items()} == {OVER: "w", "B0831": "1", "B0829": "2"}
