"""Section 13: headquarters."""

from __future__ import annotations

import pytest

from tests.support.position import at, column, draw, hexes, play, position, reach, rules_of, steps, unit


@pytest.mark.rule("ava:13.0")
def test_a_chit_without_its_headquarters_activates_nobody() -> None:
    match = position(
        {"27rd": "S2010"}, phase="draw", ground={}, chits={"s-3a": "cup", "9a": "cup"}, boxes={"s-hq-3a": "available"}
    )
    events = draw(match, "s-3a")
    assert ("activate", "ava:13.0") in rules_of(events)
    assert match.prompt.rule == "ava:7.1" and not any(column(match, "active"))
    assert column(match, "chits")["s-3a"] == "played"


@pytest.mark.rule("ava:13.0", "ava:3.2")
def test_a_headquarters_has_a_zone_and_strength_and_moves_on_foot() -> None:
    match = position({"hq-9a": "S2010", "27rd": "S2015"}, ground={"S2011": "heavy woods"})
    assert len(match.view().zoc("axis")) == 6
    assert match.view().strength(unit(match, "hq-9a")) == (2, 2, 5)
    assert reach(match, "hq-9a")["S2011"] == 2  # foot cost
    play(match, "move hq-9a S2012")


@pytest.mark.rule("ava:13.0", "ava:10.3(1)")
def test_a_headquarters_attacks_and_advances() -> None:
    match = position(
        {"hq-9a": "S2010", "7pz": "S2110", "27rd": "S2011"},
        phase="combat",
        ground={},
        sources={"axis": ["S2005"], "soviet": ["S2030"]},
        dice=[6],
    )
    tally = match.view().tally("attack", [unit(match, "hq-9a"), unit(match, "7pz")], hexes(match, "S2011")[0])
    assert tally.attack == 10
    play(match, "attack hq-9a S2011", "attack 7pz S2011", "fight")
    while match.prompt.rule != "ava:10.7":
        play(match, str(next(iter(match.legal))))
    play(match, "advance hq-9a S2011")
    assert at(match, "hq-9a") == "S2011"


def _lost_in_combat(hq: str, side: str) -> str:
    """Where a headquarters is after an attack that leaves no way out."""
    ring = {"7pz": "S2010", "12pz": "S2110", "19pz": "S2111", "20pz": "S2012", "3pz": "S1911", "4pz": "S1910"}
    if side == "soviet":
        enemies = ["5td", "7td", "4td", "14td", "18td", "13td"]
        ring = dict(zip(enemies, ring.values(), strict=True))
    attacker = "axis" if hq.startswith("s-") else "soviet"
    match = position({hq: "S2011", **ring}, side=attacker, phase="combat", ground={}, dice=[6])
    for name in ring:
        play(match, f"attack {name} S2011")
    play(match, "fight")
    return at(match, hq)


@pytest.mark.rule("ava:13.0", "ava:10.8", "ava:12.3")
def test_a_soviet_headquarters_lost_in_combat_may_return_a_german_one_not() -> None:
    assert _lost_in_combat("s-hq-3a", "axis") == "[available]"
    assert _lost_in_combat("hq-9a", "soviet") == "[eliminated]"


@pytest.mark.rule("ava:13.0", "ava:11.1", "ava:R4")
def test_a_headquarters_lost_for_want_of_supply_is_gone() -> None:
    match = position(
        {"s-hq-3a": "S2010", "27rd": "S2012"},
        phase="supply",
        turn=2,
        ground={},
        sources={"axis": [], "soviet": []},
        chits={"9a": "cup"},
    )
    assert at(match, "s-hq-3a") == "[eliminated]" and steps(match, "27rd") == 1


@pytest.mark.rule("ava:13.0", "ava:12.1")
def test_a_headquarters_comes_as_a_reinforcement_like_any_unit() -> None:
    match = position(
        {},
        side="soviet",
        phase="reinforcements",
        turn=4,
        ground={},
        lines={"railroad": ["S5510-S5410"]},
        boxes={"s-hq-3a": "available", "91rd": "available"},
    )
    play(match, "deploy s-hq-3a S5410")
    assert at(match, "s-hq-3a") == "S5410"
    assert column(match, "chits")["s-3a"] == "ready" and column(match, "chits")["s-24a"] == "later"
