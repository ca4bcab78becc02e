"""What is left in a step of the first edition where it does other work there than the second."""

from __future__ import annotations

import pytest

from engine.games.efs.queries.tasks import tasks as shared
from engine.games.efs.state import BACK
from engine.games.efs.units import CADRE, CUP_MG
from engine.games.efs1.drafts import Replacements
from engine.games.efs1.edition import EDITION as FIRST
from engine.games.efs1.engineering import Engineering
from engine.games.efs1.moving import Movement
from engine.games.efs1.tasks import tasks
from engine.play.action import Action
from engine.play.match import Match
from engine.play.step import outlook
from tests.support.efs import column, position, unit

CITY = "B1939"
MARKED, TURNED_UP = "units can be marked for replacements", "machine-gun units can be turned up"


def told(m: Match) -> dict[str, list[str]]:
    """The subjects of what is left, by sort."""
    found: dict[str, list[str]] = {}
    for task in tasks(m.c):
        found.setdefault(task.what, []).append(task.subject)
    return found


@pytest.mark.rule("efs1:10.1.1", "efs1:10.2.1", "efs1:11.6")
def test_marks_and_machine_guns_are_named_in_the_phases_that_have_them() -> None:
    units = {"rd-50": "B0830", "rd-100": "B0930", "mg-01": "B1030", "hq-13a": "B1031"}
    m = position(units, side="soviet", phase="soviet-motorized", step="movement", kinds=(Movement,), terms=FIRST,
                 ground={}, steps={"rd-50": 1})  # fmt: skip
    column(m, "mode")[unit(m, "mg-01")] = BACK
    m.c.state.points["soviet I"] = 1
    m.c.touch()
    assert told(m)[MARKED] == ["rd-50"] and TURNED_UP not in told(m)
    assert {verb.name: verb.rule for verb in m.verbs}["replace"] == "efs1:20.1", "the rule of both sides"
    m.c.state.mandates = 1
    m.c.touch()
    assert next(task.text for task in tasks(m.c) if task.subject == "hq-13a").endswith("to activate"), "none doubles"
    m.c.state.phase = "soviet-movement"
    m.c.touch()
    assert told(m)[TURNED_UP] == ["mg-01"] and MARKED not in told(m)


@pytest.mark.rule("efs1:7.2", "efs1:20.3", "efs1:20.2.2", "efs1:20.1")
def test_points_are_spent_in_their_own_phases() -> None:
    boxes = {"rd-50": CADRE, "mg-01": CUP_MG}
    m = position({"zap-01": CITY, "rd-23": CITY}, boxes=boxes, side="soviet", terms=FIRST, steps={"rd-23": 1},
                 kinds=(Replacements, Engineering))  # fmt: skip
    m.c.state.points["soviet I"], m.c.state.receiving["rd-23"] = 3, 1
    m.c.call("below")
    m.c.call("replacements", side="soviet", phase="replacements")
    m.c.touch()
    assert told(m)["units can become points"] == ["zap-01"] and CITY in told(m)["hexes can have machine guns"]
    assert outlook(m.c, Action("draw", (CITY,))) == "MG for 1 of 3 I"
    assert MARKED not in told(m) and {task.what for task in shared(m.c)} <= {MARKED}
    assert not any("mark" in verb.help for verb in m.verbs), "nobody is marked in this phase"
    m.c.done()
    m.c.call("engineering", side="soviet", phase="soviet-engineering")
    m.c.touch()
    found = {task.subject: task.rule for task in tasks(m.c) if task.what == "units can be rebuilt"}
    assert found["rd-50"] == "efs1:20.2.2" and found["rd-23"] == "efs1:20.1"
    assert not {what for what in told(m) if "bridge" in what or "Zap" in what}
