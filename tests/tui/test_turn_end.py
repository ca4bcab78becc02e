"""Which events the page about a turn that is over counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import cast

import pytest

from engine.play.event import Event
from engine.play.match import Match
from tui.game.controller import Controller
from tui.table import turn_end
from tui.table.desk import Desk
from tui.table.turn_end import TurnEnd


def test_the_first_turn_after_a_set_up_counts_its_own_events(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.new("bd", "grand")
    controller = Controller(match, None)
    settings = SimpleNamespace(turn_summary=True)
    desk = SimpleNamespace(controller=controller, stavka=SimpleNamespace(settings=settings))
    turns = TurnEnd(cast(Desk, desk))
    match.play("ready")
    assert turns.over() is None
    begun = next(n for n, event in enumerate(match.log) if event.kind == "turn")
    mark = match.log[begun]
    match.log += [replace(mark, kind="loss", text="Somebody is lost."), replace(mark, text="Game Turn 2 begins.")]
    match.state.turn += 1
    counted: list[Sequence[Event]] = []
    monkeypatch.setattr(turn_end, "report", lambda events, *_: counted.append(events))
    found = turns.over()
    assert found is not None and found[0].endswith("is over")
    texts = [event.text for event in counted[0]]
    assert "Somebody is lost." in texts and "Game Turn 2 begins." not in texts and match.log[begun].text not in texts
    assert cast("partial[object]", found[1]).args[-1] == "in this turn"
    opened = TurnEnd(cast(Desk, desk))
    match.state.turn += 1
    later = opened.over()
    assert later is not None and cast("partial[object]", later[1]).args[-1] == "since the game was opened"
