"""The attack panel of a combat with several target hexes and supporters."""

from __future__ import annotations

from engine.play.match import Match
from tui.widgets.tally_panel import Plan


def test_further_targets_and_support_are_named(drill: str) -> None:
    match = Match.new(drill, "review", seed=3)
    match.play_all(["engage", "target D0503", "target D0602", "add n1", "support ng"])
    c = match.c
    plan = Plan(match.view("north"), "north", c.hex("D0503"), "attack")
    assert plan.chosen == [c.unit("n1")] and len(plan.fight.targets) == 2
    text = "\n".join("".join(words for words, _ in row) for row in plan.lines(60, plain=True))
    assert "with: D0602" in text and "support: NG" in text and "their support" not in text
    assert "8 against 8" in text, "both hexes defend, guns double the attack"
    plan.toggle(0)
    match.play_all(["stop"])
    assert Plan(match.view("north"), "north", c.hex("D0503"), "attack").fight.targets == (c.hex("D0503"),)
