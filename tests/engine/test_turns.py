"""What a turn has brought, counted from its events."""

from __future__ import annotations

from engine.play.event import Event
from engine.play.match import Match
from engine.play.turns import report


def test_losses_are_counted_by_side_and_a_unit_once(toy: str) -> None:
    match = Match.new(toy, "duel", seed=7)
    roster, sides = match.data.roster, list(match.data.meta["sides"])
    mine = [u for u in range(len(roster)) if roster.side[u] == sides[0]]
    other = next(u for u in range(len(roster)) if roster.side[u] == sides[1])
    events = [
        Event("combat", "an attack", "toy:3.1", rolls=(4,)),
        Event("loss", "a step", "toy:3.1", units=(mine[0],)),
        Event("loss", "a step of a unit that goes later", "toy:3.1", units=(mine[1],)),
        Event("eliminated", "gone", "toy:3.1", units=(mine[1],)),
        Event("eliminated", "gone", "toy:3.1", units=(mine[1],)),
        Event("combat", "no roll", "toy:3.1"),
        Event("eliminated", "gone", "toy:3.1", units=(other,)),
        Event("points", "a point is paid", "toy:1.1"),
        Event("move", "a move", "toy:2.1", units=(other,)),
    ]
    found = report(events, roster, sides)
    assert list(found.losses) == sides and found.battles == 1
    assert found.losses[sides[0]].gone == [mine[1]] and found.losses[sides[0]].steps == 1
    assert found.losses[sides[1]].gone == [other] and found.losses[sides[1]].steps == 0
    assert [e.text for e in found.told] == ["a point is paid"]
