"""What can be asked of Proud Monster: names and values as a side knows them, groups, attacks, what is left."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine.games.pm.tables import tables
from engine.play.action import Action, Impossible
from engine.play.match import Match
from engine.play.state import copy_state
from engine.play.timeline import Timeline
from engine.protocol import replies
from engine.protocol.session import Session
from tests.support.pm_position import play, position, unit

FRONT = {"7pz": "2510N", "20pz": "2510N", "12inf": "2510N", "rd-001": "2610N", "rd-002": "2610N"}


# ---------------------------------------------------------------------- secrets
def unrevealed(match: Match) -> set[str]:
    """Names of the identities that nobody may know yet."""
    s, pool = match.state, tables(match.c).pool
    known = {i for i, t in zip(s.identity, s.tried, strict=True) if t}  # type: ignore[attr-defined]
    shown = {pool[n][key] for n in known for key in ("name", "short")}
    printed = {*match.data.roster.name, *match.data.roster.short}
    found = {row[key] for n, row in enumerate(pool) if n not in known for key in ("name", "short")} - printed
    return {name for name in found if not any(name in other for other in shown)}


def tells(text: str, name: str) -> bool:
    """Whether a text holds a name, as a word of its own."""
    return name in text and re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None


def said(match: Match) -> Iterator[str]:
    """Everything that screens and other programs are told."""
    for side in ("axis", "soviet", ""):
        v = match.view(side)
        yield json.dumps(replies.view(v), default=str)
        yield repr(v.tasks())
        yield from (e.text for e in v.log(last=30))
        yield from (text for units in v.stacks.values() for u in units for text in (v.short(u), v.name(u), v.values(u)))
    yield match.prompt.text
    yield json.dumps(replies.status(match), default=str)


def some_action(match: Match, dice: random.Random) -> Action:
    """Something that is not only picking and holding, where there is such a thing; else what ends the step."""
    if match.state.stack[-1].step not in ("movement", "combat"):
        first = next(iter(match.legal.plain()), None)
        return match.prompt.default or first or next(iter(match.legal))
    subjects = match.legal.subjects()
    found = [a for s in dice.sample(subjects, min(len(subjects), 6)) for a in match.legal.of(s)]
    bold = [a for a in found if a.verb in ("assault", "target")]
    plain = [a for a in match.legal.plain() if a.verb in ("all", "roll")]
    moves = [a for a in found if a.verb == "move"] + ([Action("end")] if dice.random() < 0.1 else [])
    return dice.choice(plain or bold or moves or match.legal.plain())


@pytest.mark.rule("pm:2.15")
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_tells_who_an_untried_unit_is(seed: int) -> None:
    match, dice = Match.new("pm", "campaign", seed=seed), random.Random(seed)
    for number in range(200):
        match.play(some_action(match, dice))
        if number % 25 == 0:
            secret = unrevealed(match)
            assert secret and '"' not in "".join(secret)
            # No name has a quotation mark in it: what stands between two of them many times is looked through once.
            text = "\n".join({piece for part in said(match) for piece in part.split('"')})
            assert not [name for name in secret if tells(text, name)], number
    assert any(match.state.tried)  # type: ignore[attr-defined]


@pytest.mark.rule("pm:14.7")
def test_below_the_top_unit_of_an_enemy_stack_nothing_is_known() -> None:
    match = position(FRONT)
    view = match.view("axis")
    below = unit(match, "rd-002")
    assert view.hidden(below) and (view.short(below), view.values(below)) == ("?", "?")
    told = [entry for entry in view.units() if entry.get("hex") == "2610N"]
    assert [entry["id"] for entry in told] == ["rd-001", "covered-2610n-1"]
    assert told[1]["type"] is None and told[1]["move"] is None and told[1]["hidden"]
    assert view.hex(match.c.hex("2610N"))["units"] == ["rd-001", "covered-2610n-1"]
    assert match.view("soviet").short(below) == "RD"
    session = Session()
    session.current = match
    assert json.loads(session.handle('{"cmd": "unit", "unit": "rd-002"}'))["ok"] is False


@pytest.mark.rule("pm:2.15")
def test_values_of_an_untried_unit_are_unknown_even_to_its_owner() -> None:
    match = position(FRONT, identities={"rd-001": (4, 4, 5)})
    view = match.view("soviet")
    u = unit(match, "rd-001")
    assert view.values(u) == "?-?-5"
    entry = view.unit(u)
    assert (entry["attack"], entry["defense"], entry["move"]) == (None, None, 5)


@pytest.mark.rule("pm:14.7")
def test_the_odds_before_a_battle_know_no_more_than_the_attacker() -> None:
    seen: list[object] = []
    known = {"rd-001": (2, 2, 5), "rd-002": (9, 9, 5), "rd-003": (1, 1, 5)}
    for below, away in (("rd-002", "rd-003"), ("rd-003", "rd-002")):
        units = {"7pz": "2510N", "12inf": "2510N", "rd-001": "2610N", below: "2610N", away: "4010N"}
        match = position(units, phase="combat", identities=known, tried=known)
        play(match, "target 2610N", "all")
        view, target = match.view("axis"), match.c.hex("2610N")
        tally = view.tally("prepared", [unit(match, "7pz"), unit(match, "12inf")], target)
        seen.append((tally.odds, tally.column, [(line.value, line.text) for line in tally.lines], match.prompt.text,
                     [(p.target, p.tally.odds) for p in view.prospects()]))  # fmt: skip
        assert tally.odds
    assert seen[0] == seen[1]


# ---------------------------------------------------------------------- groups
@pytest.mark.rule("pm:12.7")
def test_a_group_is_told_with_its_factors_and_the_points_of_the_slowest() -> None:
    match = position(FRONT)
    play(match, "gather 7pz")
    units, words = match.view("axis").group(unit(match, "7pz"))
    assert len(units) == 3 and words.startswith("3 units ") and words.endswith(" 5 MP")
    assert "picked" in match.view("axis").flags(units[0])
    play(match, "drop 12inf")
    assert match.view("axis").group(unit(match, "7pz"))[1].endswith("12 MP")
    assert match.view("axis").group(unit(match, "12inf"))[0] == (unit(match, "12inf"),)


# ---------------------------------------------------------------------- attacks
@pytest.mark.rule("pm:15.2")
def test_mobile_assaults_on_the_way_are_listed_the_best_first() -> None:
    match = position({**FRONT, "rd-003": "2810N"}, identities={"rd-003": (0, 1, 5)}, tried=("rd-003",))
    found = match.view("axis").prospects()
    assert found and [p.order for p in found] == sorted(p.order for p in found)
    assert {p.tally.kind for p in found} == {"mobile"}
    r = match.data.roster
    assert all(r.ids[u] in ("7pz", "20pz") for p in found for u, _ in p.stands), "infantry makes no mobile assault"
    far = [p for p in found if p.movers]
    for p in far:
        label = match.c.label(p.stands[0][1])
        trial = position({**FRONT, "rd-003": "2810N"}, identities={"rd-003": (0, 1, 5)}, tried=("rd-003",))
        play(trial, *(f"pick {r.ids[u]}" for u, _ in p.stands)) if len(p.stands) > 1 else None
        play(trial, f"move {r.ids[p.stands[0][0]]} {label}")
        assert trial.check(f"assault {r.ids[p.stands[0][0]]} {match.c.label(p.target)}") is None


@pytest.mark.rule("pm:15.12")
def test_the_list_counts_the_cavalry_that_a_mobile_assault_spends() -> None:
    army = {"td-001": "3210N", "cd-001": "3210N", "12inf": "3010N"}
    who = {"td-001": (5, 4, 8), "cd-001": (5, 3, 8)}
    match = position(army, side="soviet", turn=6, identities=who, tried=("td-001", "cd-001"))
    with_cavalry = next(p for p in match.view("soviet").prospects() if len(p.stands) == 2)
    # At 1:1 the attacker loses 2 or 3 steps, but there is the tank division alone to lose one: and half for cavalry.
    assert with_cavalry.own_loss == pytest.approx(1.5)
    assert ("-1", "pm:15.12") in [(line.value, line.rule) for line in with_cavalry.tally.lines]


@pytest.mark.rule("pm:14.3")
def test_prepared_assaults_leave_out_who_changes_nothing() -> None:
    match = position({**FRONT, "253inf": "2509N"}, phase="combat", identities={"rd-001": (1, 1, 5)}, tried=("rd-001",))
    found = match.view("axis").prospects()
    assert [match.c.label(p.target) for p in found] == ["2610N"]
    assert found[0].tally.kind == "prepared" and 0 < found[0].enemy_loss <= 2 and found[0].own_loss >= 0
    assert len(found[0].stands) <= 4


def test_a_calculation_may_put_the_attackers_elsewhere_and_leaves_the_position_alone() -> None:
    match = position(FRONT)
    before = match.digest()
    view = match.view("axis")
    units = (unit(match, "7pz"),)
    there = view.tally("mobile", units, match.c.hex("2610N"), {"stands": "7pz@2609N"})
    assert there.attack > 0 and view.state.hex_of[units[0]] == match.c.hex("2510N")
    assert match.digest() == before


# ---------------------------------------------------------------------- what is left
@pytest.mark.rule("pm:12.2")
def test_what_is_left_forgets_who_is_held() -> None:
    match = position({**FRONT, "253inf": "2310N"})
    tasks = {t.subject: t for t in match.view("axis").tasks()}
    assert set(tasks) == {"7pz", "20pz", "12inf", "253inf"} and tasks["253inf"].pressing and not tasks["12inf"].pressing
    play(match, "hold 253inf")
    assert "253inf" not in {t.subject for t in match.view("axis").tasks()}


@pytest.mark.rule("pm:14.3")
def test_left_in_the_combat_phase_are_hexes_that_can_be_attacked() -> None:
    match = position(FRONT, phase="combat")
    assert [(t.subject, t.pressing) for t in match.view("axis").tasks()] == [("2610N", True)]
    assert match.view("axis").tally_now == "prepared"


def test_the_outline_knows_the_phase() -> None:
    for phase, title in (("movement", "axis-movement-1"), ("combat", "axis-combat-1")):
        now = [o.id for o in position(FRONT, phase=phase).view("axis").outline() if o.status == "now"]
        assert now == [title]


# ---------------------------------------------------------------------- the history
def begun(match: Match) -> Match:
    """The match with its history beginning at this position."""
    match.origin = copy_state(match.state)
    return match


@pytest.mark.rule("pm:14.7", "pm:8.1")
def test_the_history_tells_what_was_done_on_the_map_and_not_what_was_weighed_or_held_back() -> None:
    match = begun(position(FRONT))
    play(match, "pick 20pz", "pick 7pz", "move 7pz 2409N")
    theirs, ours = Timeline(match, "soviet").read_all(), Timeline(match, "axis").read_all()
    assert [e.hidden for e in theirs.entries] == [False, True, True, False]
    assert theirs.entries[3].events and not any(e.hidden for e in ours.entries)
    arriving = {"rd-010": "turn 4", "tb-001": "turn 4"}
    match = begun(position({"rd-001": "2610N"}, side="soviet", phase="soviet-reinforcement", turn=4, boxes=arriving))
    asked = [match.prompt.text]
    play(match, "hold-back tb")
    assert Timeline(match, "axis").read_all().entries[1].hidden
    match.undo()
    play(match, "hold-back rd")
    asked.append(match.prompt.text)
    assert not any(word in text for text in asked for word in ("RD", "TB"))
    assert [t.text for t in match.view("soviet").tasks()] == ["1 TB to place or to hold back"]
    assert match.view("axis").tasks() == []


@pytest.mark.rule("pm:14.24")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_every_layer_can_be_drawn_with_intact_and_fallen_works(side: str) -> None:
    match = position(FRONT, turn=12, destroyed=["2408N"])
    view = match.view(side)
    u = unit(match, "7pz" if side == "axis" else "rd-001")
    for name, _ in view.overlays():
        assert view.overlay(name, side, u).rule.startswith("pm:")
    signs = set(view.overlay("forts", side, None).marks.values())
    assert {"=", "f", "F"} & signs == {"=", "f", "F"}


@pytest.mark.rule("pm:6.1", "pm:6.3", "pm:6.5")
def test_stacking_is_counted_as_the_rule_counts_it() -> None:
    battalions = ["185stg", "184stg", "210stg", "192stg"]
    match = position(
        {"1pz": "2609N", "6pz": "2609N", "7pz": "2609N", **dict.fromkeys(battalions, "2609N"), "rd-001": "2817N"},
    )
    view = match.view("axis")
    assert view.hex(match.c.hex("2609N"))["stacking"] == {"used": 4, "limit": 5}
    assert view.hex(match.c.hex("2817N"))["stacking"] == {"used": 1, "limit": 10}
    without = position({"1pz": "2609N", "185stg": "2609N", "184stg": "2609N"}).view("axis")
    assert without.stacking(match.c.hex("2609N")) == (1.5, 5)


@pytest.mark.rule("pm:14.7")
def test_stacking_tells_nothing_of_who_lies_below() -> None:
    match = position({"184stg": "2609N", "185stg": "2609N"})
    assert match.view("axis").stacking(match.c.hex("2609N")) == (0.5, 5)
    assert match.view("soviet").stacking(match.c.hex("2609N")) == (1.25, 5)


# ---------------------------------------------------------------------- what cannot be
PLAN = {"7pz": "2510N", "20pz": "2509N", "rd-001": "2610N"}


@pytest.mark.parametrize(
    ("units", "kind", "attackers", "target", "more", "law"),
    [
        ({}, "prepared", ["7pz"], "2710N", {}, "pm:14.1"),
        ({"rd-002": "3010N"}, "prepared", ["7pz"], "3010N", {}, "pm:14.1"),
        ({}, "prepared", ["7pz"], "2510N", {}, "pm:14.1"),
        ({}, "prepared", ["7pz", "rd-001"], "2610N", {}, "pm:14.1"),
        ({}, "prepared", ["7pz", "6pz"], "2610N", {}, "pm:14.1"),
        ({"FLAK": "2510N"}, "prepared", ["7pz", "FLAK"], "2610N", {}, "pm:10.1"),
        ({"ARKO": "2510N"}, "prepared", ["ARKO"], "2610N", {}, "pm:14.41"),
        ({}, "prepared", ["7pz"], "2610N", {"memory": {"pause": 2}}, "pm:9.19"),
        ({"12inf": "2510N"}, "mobile", ["12inf"], "2610N", {}, "pm:15.1"),
        ({}, "mobile", ["7pz", "20pz"], "2610N", {}, "pm:15.8"),
        ({}, "mobile", ["20pz"], "2710N", {}, "pm:15.2"),
        ({}, "mobile", ["7pz"], "2610N", {"weather": "mud"}, "pm:15.3"),
        ({}, "mobile", ["7pz"], "2610N", {"ground": {"2610N": "marsh"}}, "pm:15.3"),
    ],
)  # fmt: skip
@pytest.mark.rule("pm:14.1", "pm:15.3", "pm:10.1", "pm:14.41")
def test_no_calculation_of_what_cannot_be(
    units: dict[str, str], kind: str, attackers: list[str], target: str, more: dict[str, Any], law: str
) -> None:
    roster = position({}).data.roster
    real = {"FLAK": roster.ids[roster.kind.index("flak")], "ARKO": roster.ids[roster.kind.index("siege artillery")]}
    match = position({real.get(u, u): h for u, h in {**PLAN, **units}.items()}, **{"ground": {}, **more})
    with pytest.raises(Impossible) as refused:
        match.view("axis").tally(kind, [unit(match, real.get(u, u)) for u in attackers], match.c.hex(target))
    assert refused.value.refusal.rule == law and f"[{law}]" in str(refused.value)


def test_a_calculation_is_made_for_whoever_could_attack_in_a_step_of_their_own() -> None:
    match = position({**PLAN, "61inf": "2510N"}, ground={})
    for side in ("axis", "soviet"):
        view = match.view(side)
        assert view.tally("prepared", [unit(match, "61inf")], match.c.hex("2610N")).attack > 0
        assert view.tally("prepared", [unit(match, "rd-001")], match.c.hex("2510N")).attack > 0


@pytest.mark.rule("pm:5.3", "pm:8.20", "pm:11.2")
def test_who_is_bound_for_the_whole_player_turn_reaches_nothing() -> None:
    romanian = next(u for u, n in enumerate(position({}).data.roster.nationality) if n == "romanian")
    match = position({"1pz": "2510N"}, still=["1pz"])
    found = match.view("axis").reach(unit(match, "1pz"))
    assert found.costs == {} and {law for law, _ in found.blocked.values()} == {"pm:9.18"}
    name = match.data.roster.ids[romanian]
    for turn, moves in ((1, False), (2, True)):
        home = position({name: "2919S"}, turn=turn)
        h = sorted(tables(home.c).zone("zomo_romania") & tables(home.c).land)[5]
        home = position({name: home.c.label(h)}, turn=turn)
        assert bool(home.view("axis").reach(romanian).costs) is moves
