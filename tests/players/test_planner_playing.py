"""Plans played out on forks, and the player that carries the best one out, in a game that nobody has told it of."""

from __future__ import annotations

import gc
from collections import Counter as Counts
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.components.errors import BadInput
from engine.play.action import Action
from engine.play.state import copy_state
from engine.players import knowing, make, opponents, usual
from engine.players.planner.knowledge import Command
from engine.players.planner.lifelines import Lifelines
from engine.players.planner.mending import mendings
from engine.players.planner.placing import Placing
from engine.players.planner.plan import Order, Plan
from engine.players.planner.planning import Planning
from engine.players.planner.player import LEVELS, PlannerPlayer
from engine.players.planner.reply import Playout, concerned, unanswered, worst_cut
from engine.players.planner.situation import Situation
from engine.players.planner.weights import Weights
from engine.players.undisturbed import NEVER, YOUNG
from tests.support.front import PLANNING, FrontContext, FrontMatch
from tests.support.skirmish import Counter, Skirmish

MID = 22
AROUND = tuple(Skirmish([]).beside(MID))


def planning() -> Planning:
    """The front keeps the contract of deeds."""
    return PLANNING


def playout(front: Skirmish, leaves: int = 9) -> Playout:
    return Playout(planning(), FrontContext(front), "red", leaves, 60)


def plan(**orders: Order) -> Plan:
    return Plan({int(u[1:]): order for u, order in orders.items()}, ("attack",), MID)


def row(*counters: Counter, pace: int = 3, **more: object) -> Skirmish:
    return Skirmish(counters, columns=12, pace=pace, **{"rows": 1, **more})  # type: ignore[arg-type]


# ---------------------------------------------------------------------- played out
def test_every_result_is_a_branch_with_its_chance_and_the_position_stays() -> None:
    found = playout(Skirmish([Counter("red", 0, attack=4), Counter("blue", MID)], pace=5))
    before = copy_state(found.c.state)
    *_, ends = found.ends(plan(u0=Order(AROUND[0], MID)))
    assert sum(chance for chance, _ in ends) == pytest.approx(1) and len(ends) == 2
    assert {there.state.hex_of[0] for _, there in ends} == {AROUND[0]}
    assert len({tuple(there.state.steps_left) for _, there in ends}) == 2
    assert found.c.state == before


def test_no_more_positions_are_followed_than_allowed_and_the_likelier_stay() -> None:
    red = [Counter("red", AROUND[0], attack=2), Counter("red", AROUND[3], attack=2)]
    front = Skirmish([*red, Counter("blue", MID), Counter("blue", 40)], pace=9)
    found = playout(front, leaves=2)
    other = next(h for h in front.beside(40) if h not in AROUND)
    *_, ends = found.ends(plan(u0=Order(AROUND[0], MID), u1=Order(other, 40)))
    assert len(ends) <= 2 and sum(chance for chance, _ in ends) == pytest.approx(1)


def test_what_the_enemy_does_next_counts_by_the_chance_that_he_does_anything() -> None:
    counters = Counter("red", 2, attack=4, steps=(3.0, 3.0)), Counter("blue", 6, attack=0, defense=1, steps=(1.0,))
    mass = [Counter("blue", 9, attack=9, defense=9)] * 2
    go, stay = replace(plan(u0=Order(5, 6)), parts=(("enemy losses", 1.0), ("danger", -9.0))), plan(u0=Order(2))
    quiet = playout(row(*counters, *mass, commands={"blue": [Command(frozenset({2, 3}), 0.0)]}))
    loud = playout(row(*counters, *mass))
    assert quiet.judged(go).value > quiet.judged(stay).value
    assert loud.judged(go).value < quiet.judged(go).value and loud.judged(go).value < loud.judged(stay).value


def test_the_worst_cut_is_one_that_an_enemy_reaches() -> None:
    front = Skirmish([Counter("red", 6, steps=(4.0,)), Counter("blue", 21)], columns=9, rows=3, pace=3,
                     sources={"red": 0})  # fmt: skip
    (blow,) = worst_cut(front, Lifelines(front, "red"))
    assert blow.cost == 4.0 and blow.starts == {21}
    slow = Skirmish([Counter("red", 6, steps=(4.0,)), Counter("blue", 26)], columns=9, rows=3, pace=0,
                    sources={"red": 0})  # fmt: skip
    assert worst_cut(slow, Lifelines(slow, "red")) == []


def test_cuts_are_looked_for_along_the_whole_line_not_only_beside_each_other() -> None:
    front = Skirmish([Counter("red", 58, steps=(4.0,)), Counter("blue", 4)], columns=20, rows=5, pace=7,
                     sources={"red": 40})  # fmt: skip
    (blow,) = worst_cut(front, Lifelines(front, "red"))
    assert blow.cost == 4.0 and Lifelines(front, "red").lost({1: blow.hex}) == 4.0


def test_a_cut_is_a_blow_by_what_it_costs_where_the_enemy_comes_to() -> None:
    red = [Counter("red", 6, defense=9, steps=(4.0,)), Counter("red", 4, defense=9, steps=(1.0,))]
    front = Skirmish([*red, Counter("blue", 22, attack=1)], columns=9, rows=3, pace=3, sources={"red": 0})
    found, staying, w = playout(front), plan(u0=Order(6), u1=Order(4)), Weights()
    found.judged(staying)
    (blow,) = found.blows
    assert blow.cost == pytest.approx(w.answer * w.line * 5.0) and blow.starts == {22} and blow.hexes == {blow.hex}
    changes = mendings(Situation(front, [0, 1], w), staying, [blow], {})
    assert any(order.hex in (blow.hex, *front.beside(blow.hex)) for change in changes for order in change.values())


def test_where_units_end_counts_beside_what_the_enemy_does_about_it() -> None:
    quiet = playout(row(Counter("red", 2), Counter("blue", 11), commands={"blue": []}))
    ahead = plan(u0=Order(4))
    told = Plan(ahead.orders, ahead.patterns, ahead.aim, (("way to goals", 0.5), ("danger", -9.0)))
    assert quiet.judged(told).value - quiet.judged(ahead).value == pytest.approx(0.5)


def test_only_those_near_enough_to_answer_are_asked_for_a_reply() -> None:
    front = row(Counter("red", 1), Counter("blue", 6), Counter("blue", 11), pace=2)
    assert concerned(front, [plan(u0=Order(2))]) == {1} and concerned(front, [plan(u0=Order(7))]) == {1, 2}
    asked = worst_cut(front, Lifelines(front, "red"), ())
    assert asked == []


# ---------------------------------------------------------------------- the player
def played(front: Skirmish, level: str = "normal") -> tuple[FrontMatch, list[tuple[str, str]], PlannerPlayer]:
    """A turn of red; every action is checked before it is played."""
    match, bot, found = FrontMatch(front), PlannerPlayer(3, level), list[tuple[str, str]]()
    asked: Any = match
    while PLANNING.part(match.c) is not None:
        action, why = bot.choose(asked)
        assert match.check(action) is None and len(found) < 20
        match.play(action)
        found.append((str(action), why))
    return match, found, bot


def two_against_one() -> Skirmish:
    red = [Counter("red", 0, attack=3), Counter("red", 9, attack=3)]
    return Skirmish([*red, Counter("blue", MID), Counter("blue", 44)], pace=4)


def test_it_moves_up_attacks_together_and_tells_plan_parts_and_the_second_plan() -> None:
    _, found, bot = played(two_against_one())
    texts = [action for action, _ in found]
    assert f"attack {MID} 0 1" in texts and texts[-1] == "end"
    first, second = found[0][1], found[1][1]
    assert first.startswith("The plan is to ") and " at H22 (U0, U1)" in first
    assert first.split("\n")[0] == second.split("\n")[0]  # the plan is the same line as long as it is carried out
    assert all(" Second plan: " in why and "worth" in why for _, why in found[:-1])
    assert first.split("\n")[1:] == ["as planned: close the pocket."]
    assert "No attack is worth making" in found[-1][1]  # the die has fallen, and the plan was made anew
    assert [j.value for j in bot.plans] == sorted((j.value for j in bot.plans), reverse=True)


def test_the_same_seed_plays_the_same_and_thinking_leaves_the_game_alone() -> None:
    assert played(two_against_one())[1] == played(two_against_one())[1]
    match: Any = FrontMatch(two_against_one())
    before = copy_state(match.state)
    PlannerPlayer(3).choose(match)
    assert match.state == before


def test_a_choice_is_not_interrupted_by_a_search_for_garbage_and_leaves_the_interpreter_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, seen = gc.get_threshold(), set[tuple[int, int, int]]()
    plainly = PlannerPlayer._made

    def made(bot: Any, *words: Any) -> Iterator[None]:
        seen.add(gc.get_threshold())
        return plainly(bot, *words)

    monkeypatch.setattr(PlannerPlayer, "_made", made)
    played(two_against_one())
    assert seen == {(max(before[0], YOUNG), before[1], NEVER)} and gc.get_threshold() == before


def test_turns_of_fronts_made_at_random_are_played_without_a_refused_action() -> None:
    for seed in range(4):
        lot = Random(seed)
        places = lot.sample(range(45), 8)
        red = [Counter("red", h, attack=lot.randint(0, 5)) for h in places[:3] for _ in range(lot.randint(1, 2))]
        blue = [Counter("blue", h, attack=lot.randint(0, 5), defense=lot.randint(1, 4)) for h in places[3:6]]
        holders = {places[6]: "red", places[7]: "blue"}
        front = Skirmish([*red, *blue], pace=3, goals=dict.fromkeys(holders, 5.0), holders=holders)
        match, found, _ = played(front)
        assert found[-1][0] == "end" and max(Counts(h for h in match.state.hex_of if h >= 0).values()) <= front.most


def test_a_plan_is_made_anew_once_something_else_has_happened() -> None:
    match, bot = FrontMatch(two_against_one()), PlannerPlayer(3)
    asked: Any = match
    action, why = bot.choose(asked)
    match.play(action)
    match.play(next(a for a in (PLANNING.next(match.c, {1: Order(10)}),) if a is not None))
    _, again = bot.choose(asked)
    assert why.startswith("The plan is to ") and again.startswith("The plan is to ")


def test_a_plan_that_may_go_on_after_a_die_is_made_anew_where_there_is_time_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(type(PLANNING), "firm", True)
    (*_, (_, normal)), (*_, (_, hard)) = (played(two_against_one(), level)[1] for level in ("normal", "hard"))
    assert "No attack is worth making" not in normal, "the plan of before the attack"
    assert "No attack is worth making" in hard


def test_it_is_offered_where_it_knows_the_game() -> None:
    for level in LEVELS:
        bot = make(level, 1)
        assert isinstance(bot, PlannerPlayer) and bot.level == LEVELS[level]
    assert opponents({}) == ["greedy"] and usual({}) == "greedy" and not usual({"opponents": []})
    assert usual({"opponents": ["greedy", "easy", "normal", "hard"]}) == "normal"
    knowing("normal", {"opponents": ["normal"]})
    knowing("greedy", {"opponents": []})
    with pytest.raises(BadInput, match="'normal' does not play this game; there is: greedy, random"):
        knowing("normal", {})


def test_little_thought_plays_nothing_out() -> None:
    *_, bot = played(two_against_one(), "easy")
    assert all(j.leaves == 0 and j.value == j.plan.value for j in bot.plans)
    assert LEVELS["easy"].plans < LEVELS["normal"].plans < LEVELS["hard"].plans


# ---------------------------------------------------------------------- where units come to stand
def gone_to(front: Skirmish, ends: dict[Action, dict[int, int]]) -> list[Action]:
    """The actions by which red units come to stand elsewhere, the one that is worth most first."""
    w = Weights(pull=0.1, reply=1.0)
    units = sorted({u for moved in ends.values() for u in moved})
    places = {u: [moved[u] for moved in ends.values() if u in moved] for u in units}
    *_, found = Placing(Situation(front, units, w, places=places), ends).work()
    assert found is not None
    return [placed.action for placed in found]


def test_an_advance_is_made_towards_a_goal_and_not_away_from_it() -> None:
    goal = row(Counter("red", 3), Counter("blue", 11), goals={8: 10.0}, holders={8: "blue"})
    end, on, back = Action("end"), Action("go", ("0", "5")), Action("go", ("0", "2"))
    assert gone_to(goal, {end: {}, back: {0: 2}, on: {0: 5}}) == [on, end]
    assert gone_to(goal, {end: {}, back: {0: 2}}) == [end] and gone_to(goal, {back: {0: 2}}) == [back]


def test_an_advance_is_told_with_the_one_that_came_second() -> None:
    front = row(Counter("red", 3), Counter("blue", 11), goals={8: 10.0}, holders={8: "blue"})
    end, on, back = Action("end"), Action("go", ("0", "5")), Action("go", ("0", "2"))
    s = Situation(front, [0], Weights(pull=0.1, reply=1.0), places={0: [5, 2]})
    *_, found = Placing(s, {end: {}, back: {0: 2}, on: {0: 5}}).work()
    assert found is not None and [(p.action, p.second) for p in found] == [(on, end), (end, None)]
    *_, found = Placing(s, {end: {}, back: {0: 2}}).work()
    assert found is not None and [(p.action, p.second) for p in found] == [(end, back)] and found[0].less < 0


def test_two_advance_side_by_side_where_each_alone_would_be_lost() -> None:
    def front(defense: int) -> Skirmish:
        red = [Counter("red", 3, defense=defense), Counter("red", 3, defense=defense)]
        return row(*red, Counter("blue", 9, attack=4), goals={8: 10.0}, holders={8: "blue"})

    end, ways = Action("end"), [Action("go", (str(u), "6")) for u in range(2)]
    ends = {end: dict[int, int](), ways[0]: {0: 6}, ways[1]: {1: 6}}
    assert gone_to(front(1), ends) == [end] and gone_to(front(2), ends) == [*ways, end]


def test_a_plan_that_no_reply_could_make_the_best_is_not_played_out() -> None:
    match: Any = FrontMatch(two_against_one())
    bot = PlannerPlayer(3)
    bot.choose(match)
    best, *others = bot.plans
    left = [judged for judged in others if not judged.leaves]
    assert best.leaves and left and all(judged.value == unanswered(judged.plan) <= best.value for judged in left)
