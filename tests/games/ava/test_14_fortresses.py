"""Chapter 14: the fortress marker of Brest. Building comes with other scenarios; here none is built (18.2)."""

from __future__ import annotations

import pytest

from engine.components.errors import BadInput
from engine.games.ava.zones import communicates, zone
from engine.play.match import Match
from tests.games.ava.battles import (
    NORTHWEST,
    SOUTHEAST,
    SOUTHWEST,
    TARGET,
    defaults,
    duel,
    field,
    lines,
    printed,
    strike,
    tally,
)
from tests.support.position import at, column, hexes, position, reach, refusal, rules_of, steps, unit

BREST = "S0927"


# ---------------------------------------------------------------------- the set-up
@pytest.mark.rule("ava:14.2", "ava:4.0", "ava:18.2", "ava:R21")
def test_brest_has_a_fortress_from_the_start() -> None:
    match = Match.new("ava", "smolensk")
    assert match.c.state.fortress == {BREST: 1}
    assert match.view().markers[hexes(match, BREST)[0]] == ("fortress +1",)


# ---------------------------------------------------------------------- 14.2: effects
@pytest.mark.rule("ava:14.2", "ava:10.3")
@pytest.mark.parametrize("level", [1, 2])
def test_each_step_defends_with_one(level: int) -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET}, fortress={TARGET: level})
    found = tally(match, "7pz")
    assert found.defense == 2 + level and (str(level), "ava:14.2") in lines(found)
    alone = field({"7pz": NORTHWEST}, fortress={TARGET: level})
    assert alone.check(f"attack 7pz {TARGET}") is None
    assert tally(alone, "7pz").defense == level


@pytest.mark.rule("ava:14.2")
def test_the_marker_exerts_a_zone_and_bars_the_way_like_a_unit() -> None:
    match = field({"7pz": "S1809"}, phase="movement", fortress={TARGET: 1})
    assert set(hexes(match, NORTHWEST, SOUTHEAST)) <= {h for h in match.data.in_play if zone(match.c, "soviet")[h]}
    costs = reach(match, "7pz")
    assert costs[NORTHWEST] == 3 and TARGET not in costs
    assert refusal(match, f"move 7pz {TARGET}").rule == "ava:3.1"


@pytest.mark.rule("ava:14.2", "ava:3.2")
def test_enemy_zones_have_no_effect_on_its_hex() -> None:
    units = {"7pz": NORTHWEST, "12pz": SOUTHWEST, "10rd": TARGET}
    plain, strong = field(units), field(units, fortress={TARGET: 1})
    target = hexes(plain, TARGET)[0]
    assert zone(plain.c, "axis")[target] and not zone(strong.c, "axis")[target]
    free = field(units, side="soviet", phase="movement", fortress={TARGET: 1})
    held = field(units, side="soviet", phase="movement")
    assert reach(free, "10rd")[SOUTHEAST] == 1 and reach(held, "10rd")[SOUTHEAST] == 3


@pytest.mark.rule("ava:14.2", "ava:3.3")
def test_a_line_passes_through_it() -> None:
    # Only the hex of the fortress leads to the division behind it.
    walls = [f"{SOUTHWEST}-{n}" for n in ("S1909", "S1911", "S1810", "S1811", "S2011")]
    units = {"90rd": SOUTHWEST, "7pz": "S2009"}
    cut = field(units, lines={"barred": walls})
    joined = field(units, lines={"barred": walls}, fortress={TARGET: 1})
    h = hexes(cut, SOUTHWEST)[0]
    assert not communicates(cut.c, "soviet", h) and communicates(joined.c, "soviet", h)


@pytest.mark.rule("ava:14.2", "ava:3.1", "ava:R2")
def test_the_marker_takes_no_room() -> None:
    match = field({"10rd": TARGET, "90rd": SOUTHEAST}, side="soviet", phase="movement", fortress={TARGET: 2})
    match.play(f"move 90rd {TARGET}")
    assert at(match, "10rd") == at(match, "90rd") == TARGET and match.rules.invariants(match.c) == []


@pytest.mark.rule("ava:14.2", "ava:11.1")
def test_supply_checks_leave_the_marker_alone() -> None:
    sides = [f"{TARGET}-{n}" for n in ("S2009", "S2109", "S2110", "S2011", "S1910", "S1909")]
    match = position({"10rd": TARGET}, ground={}, lines={"barred": sides}, fortress={TARGET: 1}, turn=4,
                     phase="supply")  # fmt: skip
    assert steps(match, "10rd") == 1 and column(match, "fortress") == {TARGET: 1}


# ---------------------------------------------------------------------- 14.2: results
@pytest.mark.rule("ava:14.2", "ava:10.4", "ava:R22")
@pytest.mark.parametrize(("result", "losses"), [("R", 1), ("RR", 2), ("1RR", 3)])
def test_retreats_become_losses(result: str, losses: int) -> None:
    match = duel(result, {"29md": TARGET, "5td": TARGET}, fortress={TARGET: 1})
    asked = 0
    while match.prompt.rule == "ava:10.5":
        assert match.side == "soviet"
        # The marker falls first; the units stay all the same.
        match.play("lose fortress" if not asked else "lose 29md" if steps(match, "29md") == 2 else "lose 5td")
        asked += 1
    assert asked == losses
    assert column(match, "fortress") == {} and at(match, "29md") == at(match, "5td") == TARGET
    assert steps(match, "29md") + steps(match, "5td") == 4 - (losses - 1)
    assert not any(e.kind == "retreat" for e in match.log) and match.prompt.rule != "ava:10.7"


@pytest.mark.rule("ava:14.2", "ava:10.5", "ava:R22")
@pytest.mark.parametrize(
    ("bearers", "fortress", "rifles"),
    [(("fortress", "10rd"), {}, 1), (("10rd", "fortress"), {}, 1), (("10rd", "10rd"), {TARGET: 1}, 0)],
)
def test_the_owner_divides_losses_between_units_and_marker(
    bearers: tuple[str, str], fortress: dict[str, int], rifles: int
) -> None:
    match = duel("RR", {"10rd": TARGET}, fortress={TARGET: 1})
    assert sorted(str(a) for a in match.legal) == ["lose 10rd", "lose fortress"]
    start = len(match.log)
    for name in bearers:
        if match.prompt.rule == "ava:10.5":  # the last loss needs no key when one alone can bear it
            match.play(f"lose {name}")
    events = match.log[start:]
    assert column(match, "fortress") == fortress
    assert at(match, "10rd") == (TARGET if rifles else "[available]")
    told = [e for e in events if "fortress" in e.text]
    assert all((e.kind, e.rule) == ("loss", "ava:14.2") for e in told)
    assert len(told) == bearers.count("fortress")


@pytest.mark.rule("ava:14.2")
def test_a_strong_marker_falls_to_its_weaker_side_first() -> None:
    match = duel("R", {}, fortress={TARGET: 2})
    assert column(match, "fortress") == {TARGET: 1}
    assert any(e.rule == "ava:14.2" and "falls to +1" in e.text for e in match.log)


@pytest.mark.rule("ava:14.2", "ava:10.7")
def test_the_attacker_advances_once_marker_and_units_are_gone() -> None:
    match = duel("2RR", {"10rd": TARGET}, fortress={TARGET: 1})
    assert column(match, "fortress") == {} and at(match, "10rd") == "[available]"
    match.play(f"advance 7pz {TARGET}")
    assert at(match, "7pz") == TARGET


@pytest.mark.rule("ava:14.2", "ava:10.3(1)")
def test_after_the_marker_is_gone_the_hex_is_attacked_as_any_other() -> None:
    match = duel("R", {"10rd": TARGET}, fortress={TARGET: 1})
    match.play("lose fortress")
    assert tally(match, "7pz").defense == 2


# ---------------------------------------------------------------------- 14.3: restrictions
@pytest.mark.rule("ava:14.3")
def test_the_marker_neither_moves_nor_attacks() -> None:
    for phase in ("movement", "combat"):
        match = field({"10rd": SOUTHEAST, "7pz": NORTHWEST}, side="soviet", phase=phase, fortress={TARGET: 2})
        assert not any(str(a).split()[1:2] in ([TARGET], ["fortress"]) for a in match.legal)
        verb = "move" if phase == "movement" else "attack"
        with pytest.raises(BadInput, match="no unit 'fortress'"):
            match.check(f"{verb} fortress {NORTHWEST}")


@pytest.mark.rule("ava:14.3")
def test_the_marker_stays_when_its_garrison_is_gone() -> None:
    match = field({"10rd": TARGET}, side="soviet", phase="movement", fortress={TARGET: 1})
    match.play(f"move 10rd {SOUTHEAST}")
    assert column(match, "fortress") == {TARGET: 1}
    assert match.legal.verbs() == ["move", "cross", "climb", "march", "end"]  # nothing takes a marker off


@pytest.mark.rule("ava:14.3", "ava:18.2", "ava:R21")
def test_a_marker_once_lost_stays_lost() -> None:
    match = duel("RR", {}, fortress={TARGET: 1}, control={})
    assert column(match, "fortress") == {}
    defaults(match, "ava:10.7")
    while match.state.turn < 3 and not match.over:
        default = match.prompt.default
        assert default is not None or match.legal.plain(), match.prompt
        match.play(default or match.legal.plain()[0])
    assert column(match, "fortress") == {}


@pytest.mark.rule("ava:14.3", "ava:18.2", "ava:R21")
def test_the_marker_of_brest_is_not_raised_in_this_scenario() -> None:
    match = position({"10rd": BREST, "7pz": "S0115"}, fortress={BREST: 1}, turn=4, phase="supply")
    asked = []
    while match.state.turn == 4 and match.prompt.default is not None:
        asked.append(match.prompt.rule)
        match.play(match.prompt.default)
    assert asked and set(asked) <= {"ava:11.2", "ava:16.2"}
    assert column(match, "fortress") == {BREST: 1}


# ---------------------------------------------------------------------- at Brest itself
@pytest.mark.rule("ava:14.2", "ava:15.1", "ava:4.0")
def test_the_fortress_helps_to_hold_brest() -> None:
    match = position({"10rd": BREST}, fortress={BREST: 1})
    west = next(
        match.c.label(n) for n in match.c.grid.adjacent[match.c.board.find(BREST)]
        if not match.c.board.has("barred", match.c.board.find(BREST), n)
    )  # fmt: skip
    match = position({"10rd": BREST, "7pz": west}, fortress={BREST: 1}, phase="combat", rivers=False)
    found = tally(match, "7pz", target=BREST)
    assert (found.attack, found.defense) == (8, 3)
    printed(match, **{"7pz": (40, 4)})
    strike(match, "2RR", "7pz", target=BREST)
    assert column(match, "fortress") == {} and at(match, "10rd") == "[available]"
    events = match.play(f"advance 7pz {BREST}")
    assert ("control", "ava:3.4") in rules_of(events) and column(match, "control")[BREST] == "axis"


@pytest.mark.rule("ava:14.2")
def test_soviet_units_may_retreat_into_it_without_loss() -> None:
    match = field({"7pz": NORTHWEST, "12pz": "S2211", "10rd": TARGET}, fortress={SOUTHEAST: 1},
                  ground=dict.fromkeys(("S2009", "S2109", "S2011", "S1910"), "lake"))  # fmt: skip
    strike(printed(match, **{"7pz": (8, 4)}), "R", "7pz")
    assert (at(match, "10rd"), steps(match, "10rd")) == (SOUTHEAST, 2)
    assert "reduced" not in match.view().flags(unit(match, "10rd"))
