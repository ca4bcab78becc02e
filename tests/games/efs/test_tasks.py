"""What the play screen tells of the turn: its phases, and what is left to do in each."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from engine.components.wording import counted
from engine.games.efs.combat.declare import join
from engine.games.efs.phases.combat import Combat
from engine.games.efs.phases.declaration import Declaration
from engine.games.efs.phases.engineering import Engineering
from engine.games.efs.phases.movement import Movement
from engine.games.efs.queries.combat import COMBAT
from engine.games.efs.queries.tasks import tasks
from engine.games.efs.queries.turn import outline
from engine.games.efs.units import place
from engine.games.efs.victory import look
from engine.games.efs2.ruleset import RULESET
from engine.play.action import Action
from engine.play.match import Match
from engine.play.step import no_words, outlook
from tests.games.efs import corners
from tests.games.efs.corners import feeding
from tests.games.efs.test_19_conversion import TRACK, line
from tests.support.efs import position, unit
from tui.game.controller import Controller
from tui.table.hand import Hand
from tui.table.remaining import Remaining
from tui.widgets.panels import outline_lines

PANZER, RIFLES = "18pz-pzr", "mcr-24"


def told(m: Match) -> dict[str, list[str]]:
    """The subjects of what is left, by sort; those that press are marked."""
    found: dict[str, list[str]] = {}
    for task in tasks(m.c):
        found.setdefault(task.what, []).append(task.subject + "!" * task.pressing)
    return found


@pytest.mark.rule("efs2:4.21")
def test_the_present_segment_is_told_phase_by_phase_and_the_others_in_a_line() -> None:
    m = position({PANZER: "B0830"}, step="movement", phase="axis-movement", kinds=[Movement])
    lines = [(line.depth, line.id, line.status) for line in outline(m.c)]
    assert [id for depth, id, _ in lines if not depth] == [
        "strategic-segment", "axis-segment", "soviet-segment", "administrative-segment",
    ]  # fmt: skip
    inside = {id: status for depth, id, status in lines if depth}
    assert inside["axis-movement"] == "now" and inside["axis-combat"] == "later" and "soviet-combat" not in inside
    assert dict((id, status) for _, id, status in lines)["strategic-segment"] == "done"


@pytest.mark.rule("efs2:10.1")
def test_who_has_not_moved_near_the_enemy_and_elsewhere() -> None:
    units = {PANZER: "B0830", "asup-01": "B0830", "18pz-sr1": "B0735", RIFLES: "B0832"}
    m = position(units, ground={}, step="movement", phase="axis-movement", kinds=[Movement])
    found = told(m)
    assert found["units near the enemy have not moved"] == [f"{PANZER}!", "asup-01"]
    assert found["more not moved"] == ["18pz-sr1"]


@pytest.mark.rule("efs2:24.24", "efs2:24.25")
def test_a_place_that_nobody_occupies_presses_in_the_last_movement_of_the_axis() -> None:
    m = position({PANZER: "B0235"}, step="movement", phase="axis-motorized", kinds=[Movement])
    look(m.c)
    assert "places are not occupied" not in told(m)
    place(m.c, unit(m, PANZER), m.c.hex("B0433"))
    m.c.touch()
    assert told(m)["places are not occupied"] == ["B0235!"]
    m.c.state.phase = "axis-movement"
    m.c.touch()
    assert told(m)["places are not occupied"] == ["B0235"]


@pytest.mark.rule("efs2:6.45", "efs2:8.12")
def test_supply_that_waits_is_lost_and_units_that_wait_are_not() -> None:
    boxes = {"asup-01": "turn 5", "17pz-pzr": "turn 5"}
    m = position({PANZER: "B0830"}, boxes=boxes, step="movement", phase="axis-movement", kinds=[Movement])
    found = told(m)
    assert found["supply units wait to enter"] == ["asup-01!"] and found["units wait to enter"] == ["17pz-pzr"]


@pytest.mark.rule("efs2:21.12", "efs2:10.13")
def test_headquarters_with_points_left_press() -> None:
    m = position(
        {"hq-13a": "B0830", "rd-50": "B0831"}, ground={}, side="soviet", step="movement", phase="soviet-motorized",
        kinds=[Movement],
    )  # fmt: skip
    assert told(m)["headquarters have points left"] == ["hq-13a!"]
    assert "2 of 2 points left to activate" in [task.text for task in tasks(m.c)]
    m.c.state.mandates = 1
    m.c.touch()
    assert "2 of 2 points left, may double" in [task.text for task in tasks(m.c)]


@pytest.mark.rule("efs2:12.11", "efs2:12.16")
def test_hexes_that_could_be_attacked_and_duties() -> None:
    m = position(
        {PANZER: "B0830", RIFLES: "B0831", "rd-50": "B0829"}, ground={}, step="declaration", phase="axis-declaration",
        kinds=[Declaration],
    )  # fmt: skip
    assert told(m) == {"hexes could be attacked": ["B0829!", "B0831!"]}, "nothing is declared: that presses"
    join(m.c, [unit(m, PANZER)], m.c.hex("B0831"))
    assert told(m)["duties are open"] == ["B0829!"] and told(m)["hexes could be attacked"] == ["B0829"]


@pytest.mark.rule("efs2:15.1")
def test_battles_that_are_to_be_fought_press() -> None:
    m = position({PANZER: "B0830", RIFLES: "B0831"}, ground={}, kinds=[Combat])
    join(m.c, [unit(m, PANZER)], m.c.hex("B0831"))
    m.c.call("below")
    m.c.call("combat", side="axis", phase="axis-combat")
    assert told(m)["battles are to be fought"] == ["B0831!"]


@pytest.mark.rule("efs2:22.42")
def test_units_beside_a_bridge_that_they_could_blow() -> None:
    m = position({"mr-qt": "B0235", PANZER: "A6138"}, side="soviet", step="engineering", phase="soviet-engineering",
                 kinds=[Engineering])  # fmt: skip
    assert told(m) == {"units can blow a bridge": ["mr-qt"]}


# ---------------------------------------------------------------------- what an answer says
ROOM = 39
"""Columns of an answer in its list at eighty columns, beside its number and its rule."""


def test_answers_of_one_word_are_told_whole_at_eighty_columns() -> None:
    verbs = (verb for step in RULESET.steps.values() for verb in step.verbs if verb.options is no_words)
    told = [" ".join(verb.help.split(": ", 1)) for verb in verbs]
    assert told and [text for text in told if len(text) > ROOM] == []


@pytest.mark.rule("efs2:4.21")
def test_phases_in_which_nobody_decides_are_marked() -> None:
    lines = {line.id: line.note for line in Match.new("efs2", "lepel", seed=1).view("").outline()}
    assert (lines["weather"], lines["air"], lines["reinforcements"]) == ("auto", "auto", "")


@pytest.mark.rule("efs2:8.31", "efs2:6.26")
def test_what_may_be_placed_or_fed_is_asked_about_before_the_step_ends() -> None:
    found = {task.what for task in tasks(feeding().c) if task.pressing}
    assert found == {"hexes lack supply"}
    m = Match.new("efs2", "borisov", seed=1)
    place = [{"unit": "ssup-01", "box": "turn 5", "asp": 1}, {"unit": "rd-50", "hex": "B0235"}]
    m.edit({"clear": True, "place": place, "phase": "reinforcements soviet"})
    assert [(task.what, task.pressing) for task in tasks(m.c)] == [("units can be placed", True)]


# ---------------------------------------------------------------------- what is told where nothing else is left
@pytest.mark.rule("efs2:21.12", "efs2:10.13")
def test_where_headquarters_alone_have_points_nobody_is_said_to_have_moved() -> None:
    m = position(
        {"hq-13a": "B0830", "rd-50": "B0831"}, ground={}, side="soviet", step="movement", phase="soviet-motorized",
        kinds=[Movement],
    )  # fmt: skip
    assert m.prompt.text == "Move, then end: nobody else can move, 1 could be activated."
    assert m.prompt.rule == "efs2:10.12"
    refusal = m.check("move hq-13a B0829")
    assert refusal is not None and "2 points left to activate" in refusal.reason


@pytest.mark.rule("efs2:4.21")
def test_a_position_before_a_phase_is_said_to_be_one() -> None:
    m = corners.poised()
    assert m.prompt.text == "The position stands before the Weather Phase: end begins it."


@pytest.mark.rule("efs2:18.13")
def test_what_is_left_is_not_to_give_a_strongpoint_up() -> None:
    m = Match.new("efs2", "borisov", seed=3)
    works = {"B1931": "strongpoint"}
    place = [{"unit": "rd-50", "hex": "B1931"}, {"unit": PANZER, "hex": "A6039"}]
    m.edit({"clear": True, "place": place, "phase": "engineering soviet", "map": {"fortifications": works}})
    assert [str(a) for a in m.legal if a.verb == "remove"] == ["remove B1931"]
    desk = SimpleNamespace(controller=Controller(m, None, hand_over=False))
    hand = Hand(desk.controller)
    items = Remaining(desk, hand, None, None)._items()  # type: ignore[arg-type]
    assert not any("remove" in item.text for item in items)


@pytest.mark.rule("efs2:4.21")
def test_empty_phases_are_told_at_eighty_columns_too() -> None:
    m = corners.retreat()
    text = ["".join(part for part, _ in row) for row in outline_lines(m.view(), 24, 10, False)]
    assert any("Engineering" in row and row.endswith("empty") for row in text)


@pytest.mark.rule("efs2:19.21", "efs2:19.24")
def test_a_railhead_that_can_go_on_is_left_as_long_as_there_are_points() -> None:
    m = line(points=1)
    (task,) = [task for task in tasks(m.c) if task.rule == "efs:19.21"]
    assert (task.subject, task.pressing, task.lost) == (TRACK[3], True, True)
    assert task.text == "a railhead can go on, 1 point"
    m.play(f"convert {TRACK[3]}")
    assert [task for task in tasks(m.c) if task.rule == "efs:19.21"] == []


@pytest.mark.rule("efs2:11.37")
def test_every_code_of_the_overrun_table_is_told_in_words() -> None:
    m = corners.new()
    codes = {str(cell) for row in m.c.data.charts["overrun"]["rows"] for cell in row[1:]}
    told = dict(COMBAT.keys)["overrun"]
    assert codes and codes <= {part.split()[0] for part in told.split(" · ")}


@pytest.mark.rule("efs2:16.21", "efs2:16.22")
def test_losses_as_proposed_take_from_whom_they_say() -> None:
    m = corners.losses()
    told, before = outlook(m.c, Action("all")), list(m.c.state.steps_left)
    m.play("all")
    lost = [(u, n - m.c.state.steps_left[u]) for u, n in enumerate(before) if n != m.c.state.steps_left[u]]
    assert lost and told == ", ".join(f"{m.c.roster.short[u]} {counted(n, 'step', 'steps')}" for u, n in lost)
