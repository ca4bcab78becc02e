"""Section 17: the Terrain Effects Chart decides; an owner of the game may give it other values."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.pm.combat.mobile import may_storm
from engine.games.pm.hedgehogs import eligible
from engine.games.pm.movement.stacking import WHOLE, limit
from engine.games.pm.supply import axis_field
from engine.play.match import Match
from tests.games.pm.battles import MID, NE, N, front, odds, shift_lines
from tests.support.pm_position import hexes, position, refusal


def changed(match: Match, feature: str, **values: Any) -> Match:
    """The match with other values for a feature of the chart."""
    tables = match.data.tables
    terrain = {**tables["terrain"], feature: {**tables["terrain"][feature], **values}}
    match.data.tables = {**tables, "terrain": terrain}
    match.data.memo.clear()
    match.c.forget()
    return match


@pytest.mark.rule("pm:17.9", "pm:14.17", "pm:14.18")
def test_whom_the_ground_halves_or_helps() -> None:
    marsh = front({"6pz": N, "61inf": N}, ground={MID: "marsh"})
    assert [odds(marsh, [u]).attack for u in ("6pz", "61inf")] == [5, 5]
    changed(marsh, "marsh", halves=["infantry"])
    assert [odds(marsh, [u]).attack for u in ("6pz", "61inf")] == [10, 3]
    assert may_storm(marsh.c, *hexes(marsh, N, MID)) is not None
    changed(marsh, "marsh", mobile_assault=True)
    assert may_storm(marsh.c, *hexes(marsh, N, MID)) is None
    hills = changed(front({"1mtn": N}, ground={MID: "hills"}), "hills", mountain_uses_defense=False)
    assert odds(hills, ["1mtn"]).attack == 5


@pytest.mark.rule("pm:17.9", "pm:14.20", "pm:12.16", "pm:15.3")
def test_what_the_straits_do() -> None:
    lines = {"kerch": [f"{MID}-{N}"], "sivash": [f"{MID}-{NE}"], "sea": [f"{MID}-{N}", f"{MID}-{NE}"]}
    match = front({"6pz": N, "7pz": NE}, lines=lines)
    changed(match, "kerch", armor_attack=3, shift=3, mobile_assault=True)
    assert odds(match, ["6pz"]).attack == 3 and odds(match, ["7pz"]).attack == 1
    assert shift_lines(odds(match, ["6pz"])) == {"pm:14.20": "3L"}
    assert shift_lines(odds(match, ["6pz", "7pz"])) == {"pm:14.20": "2L"}, "the lesser one where both are crossed"
    refused = [may_storm(match.c, *hexes(match, h, MID)) for h in (N, NE)]
    assert [r and r.rule for r in refused] == ["pm:12.16", "pm:15.3"], "the hexside itself still bars the first"
    c = match.c
    island = [f"{N}-{c.label(n)}" for n in c.grid.adjacent[c.hex(N)]]
    sound = {"kerch": [f"{MID}-{N}"], "sea": island}
    walk = position({"61inf": N}, ground={}, lines=sound)
    walk.play(f"move 61inf {MID}")
    assert refusal(walk, "move 61inf 3011N").rule == "pm:12.1", "the strait took the whole allowance"
    free = changed(position({"61inf": N}, ground={}, lines=sound), "kerch", whole_allowance=False)
    free.play(f"move 61inf {MID}")
    assert free.check("move 61inf 3011N") is None


@pytest.mark.rule("pm:17.9", "pm:14.29", "pm:14.30")
def test_which_works_stop_supply() -> None:
    wall = {f"{column}10N": "stalin line" for column in range(28, 33)}
    match = position({"61inf": MID}, ground={}, forts_at=wall)
    at = match.c.hex(MID)
    assert at in axis_field(match.c)[0]
    assert at not in axis_field(changed(match, "stalin line", stops_supply=True).c)[0]


@pytest.mark.rule("pm:17.9", "pm:6.5", "pm:14.40")
def test_what_places_allow() -> None:
    match = position({"61inf": MID, "1inf": N}, ground={}, places={MID: "town", N: "city"}, turn=12)
    town, city = hexes(match, MID, N)
    assert (limit(match.c, city), eligible(match.c)) == (10 * WHOLE, sorted((town, city)))
    changed(match, "city", stacking_times=3)
    changed(match, "town", hedgehog=False)
    assert (limit(match.c, city), limit(match.c, town)) == (15 * WHOLE, 5 * WHOLE)
    assert eligible(match.c) == [city]
