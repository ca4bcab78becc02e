"""Patterns that propose, and plans that come of them: small fronts with one idea each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from engine.components.grid import Hex
from engine.players.planner import patterns
from engine.players.planner.gathering import guarded
from engine.players.planner.knowledge import Stand
from engine.players.planner.making import Maker
from engine.players.planner.plan import NOBODY, Judged, Order, Plan, Proposal, beside, share
from engine.players.planner.sets import DEEP, finished
from engine.players.planner.situation import Situation
from engine.players.planner.weights import Weights
from engine.players.planner.worth import Worth
from tests.support.skirmish import Counter, Skirmish

MID = 22
AROUND = tuple(Skirmish([]).beside(MID))
W = Weights(pull=0.1)


def situation(front: Skirmish, w: Weights = W) -> Situation:
    return Situation(front, [f.unit for f in front.forces("red")], w)


def row(*counters: Counter, pace: int = 3, **more: object) -> Skirmish:
    return Skirmish(counters, columns=12, rows=1, pace=pace, **more)  # type: ignore[arg-type]


def proposed(pattern: Callable[[Situation], Iterator[Proposal | None]], front: Skirmish) -> list[Proposal]:
    """What a pattern proposes; each could be carried out."""
    s = situation(front)
    found = [p for p in pattern(s) if p is not None]
    assert all(s.may(u, order) for p in found for u, order in p.orders.items())
    assert all(not s.crowded(p.orders) for p in found)
    return found


# ---------------------------------------------------------------------- patterns
def test_the_weak_stack_is_struck_by_no_more_than_are_needed() -> None:
    red = [Counter("red", AROUND[0], attack=6), Counter("red", AROUND[1], attack=1)]
    found = proposed(patterns.strike_the_weak_stack, Skirmish([*red, Counter("blue", MID)], pace=0))
    assert [(p.aim, set(p.orders)) for p in found] == [(MID, {0})]
    assert proposed(patterns.strike_the_weak_stack, Skirmish([red[1], Counter("blue", MID, defense=9)], pace=0)) == []


def test_a_goal_that_is_held_by_few_is_stormed_and_an_empty_one_seized() -> None:
    storm = row(Counter("red", 3, attack=6), Counter("blue", 6), goals={6: 9.0}, holders={6: "blue"})
    assert [(p.aim, p.orders[0].target) for p in proposed(patterns.storm_the_goal, storm)] == [(6, 6)]
    empty = row(Counter("red", 3), Counter("blue", 11), goals={6: 9.0, 2: 9.0}, holders={6: "blue", 2: "red"})
    assert [dict(p.orders) for p in proposed(patterns.seize, empty)] == [{0: Order(6)}]


def test_of_those_who_would_all_leave_what_counts_to_attack_one_stays_behind() -> None:
    red = [Counter("red", 3, attack=6), Counter("red", 3, attack=2), Counter("red", 2, attack=3)]
    front = row(*red, Counter("blue", 6), goals={3: 9.0}, holders={3: "red"}, room=3)
    s = situation(front)
    orders = {u: Order(5, 6) for u in range(3)}
    assert guarded(s, orders).keys() == {0, 2}  # the weakest of the two
    assert guarded(s, {0: orders[0], 2: orders[2]}).keys() == {0, 2}, "somebody stays anyway"
    assert guarded(s, {**orders, 2: Order(3)}) == {**orders, 2: Order(3)}, "somebody comes"
    quiet = situation(row(*red, Counter("blue", 6), room=3))
    assert guarded(quiet, orders) == orders, "the hex does not count"
    maker = Maker(
        situation(row(red[0], red[1], Counter("blue", 6, defense=4), goals={3: 9.0}, holders={3: "red"})), 40, 40
    )
    for _ in maker.work():
        pass
    assert {0} in [set(p.orders) for p in maker.proposals if p.aim == 6]
    assert {0, 1} in [set(p.orders) for p in maker.proposals if p.aim == 6]


def test_two_close_the_pocket_from_both_sides() -> None:
    red = [Counter("red", AROUND[0], attack=3), Counter("red", AROUND[0], attack=3)]
    (found,) = proposed(patterns.close_the_pocket, Skirmish([*red, Counter("blue", MID)], pace=3))
    grid = Skirmish([]).grid
    places = [order.hex for order in found.orders.values()]
    assert found.aim == MID and len(places) == 2 and grid.distance(*places) == 2


def test_a_line_is_cut_by_one_unit_where_that_is_enough_and_else_by_two_abreast() -> None:
    blue = [Counter("blue", 2), Counter("blue", 4)]
    narrow = Skirmish([Counter("red", 24), *blue], columns=12, rows=3, pace=7, sources={"blue": 11})
    found = proposed(patterns.cut_the_line, narrow)
    assert found and {p.pattern for p in found} == {"cut the line"}
    red = [Counter("red", 0), Counter("red", 36)]
    wide = Skirmish([*red, Counter("blue", 20)], columns=9, rows=5, pace=4, sources={"blue": 26})
    found = proposed(patterns.cut_the_line, wide)
    assert found and {p.pattern for p in found} == {"cut the line by two"}


def test_whoever_is_cut_off_is_relieved_by_an_attack_on_who_stands_in_the_way() -> None:
    front = row(Counter("red", 8, attack=9), Counter("red", 3, attack=9), Counter("blue", 6), sources={"red": 0})
    assert [p.aim for p in proposed(patterns.relieve, front)] == [6]
    assert proposed(patterns.relieve, row(Counter("red", 3), Counter("blue", 9), sources={"red": 0})) == []


def test_a_strong_stack_is_pinned_by_the_unit_that_is_least_use_elsewhere() -> None:
    front = row(Counter("red", 4, attack=1), Counter("red", 5, attack=5), Counter("blue", 7, attack=9))
    (found,) = proposed(patterns.pin, front)
    assert found.aim == 7 and dict(found.orders) == {0: Order(6)}


def test_a_river_is_held_from_behind() -> None:
    front = Skirmish([Counter("red", 5), Counter("blue", 8, attack=4)], columns=12, rows=1, pace=2,
                     rivers=[(3, 4)])  # fmt: skip
    assert [dict(p.orders)[0].hex for p in proposed(patterns.hold_behind_a_river, front)] == [3]


def test_a_free_way_is_shut_and_an_empty_goal_garrisoned() -> None:
    front = row(Counter("red", 1), Counter("blue", 9), goals={4: 9.0}, holders={4: "red"}, pace=6)
    (shut,) = proposed(patterns.shut_the_way, front)
    assert situation(front).guard.free_goals({u: order.hex for u, order in shut.orders.items()}) == {}
    assert [dict(p.orders) for p in proposed(patterns.garrison, front)] == [{0: Order(4)}]


def test_who_falls_back_ends_out_of_touch() -> None:
    front = row(Counter("red", 6), Counter("blue", 7, attack=9))
    (found,) = proposed(patterns.fall_back, front)
    assert found.orders[0].hex < 6 and [dict(p.orders)[0].hex for p in proposed(patterns.stand, front)] == [6]


def test_two_who_stand_alone_stand_together_and_three_never_in_one_hex() -> None:
    alone = [Counter("red", h) for h in (3, 4, 5)]
    (found,) = proposed(patterns.stand_together, row(*alone, Counter("blue", 7), pace=2))
    places = [found.orders.get(u, Order(h)).hex for u, h in enumerate((3, 4, 5))]
    assert sorted(places.count(h) for h in set(places)) == [1, 2]
    together = [Counter("red", 4), Counter("red", 4), Counter("blue", 7)]
    assert proposed(patterns.stand_together, row(*together)) == []


def test_the_way_to_a_goal_is_barred_and_reserves_close_up_to_where_the_front_is_weak() -> None:
    front = row(Counter("red", 0), Counter("blue", 8), goals={1: 9.0}, holders={1: "red"}, pace=4)
    near = Weights(fading=0.99)
    (found,) = [p for p in patterns.bar_the_way(situation(front, near)) if p is not None]
    assert 1 < found.orders[0].hex < 8 and found.aim == 1
    behind = row(Counter("red", 0), Counter("red", 4), Counter("blue", 6), pace=4)
    assert [dict(p.orders) for p in proposed(patterns.close_up, behind)] == [{0: Order(4)}]


def test_fifteen_patterns_have_a_name_each() -> None:
    assert len(set(patterns.PATTERNS)) == len(patterns.PATTERNS) >= 15


# ---------------------------------------------------------------------- plans
def made(front: Skirmish, w: Weights = W, plans: int = 120, one_in: int = 1) -> list[Plan]:
    s = situation(front, w)
    maker = Maker(s, plans, 300, one_in)
    for _ in maker.work():
        pass
    found = maker.best()
    assert all(set(p.orders) == set(s.ready) and not s.crowded(p.orders) for p in found)
    assert all(s.may(u, order) for p in found for u, order in p.orders.items())
    assert all(abs(p.value - Worth(s).value(p.orders)) < 1e-6 for p in found)
    return found


def test_between_two_pieces_of_thought_hardly_anything_is_valued() -> None:
    lot = Random(5)
    places = lot.sample(range(45), 12)
    red = [Counter("red", h, attack=3) for h in places[:6]]
    blue = [Counter("blue", h, attack=4) for h in places[6:10]]
    goals: dict[str, Any] = {"goals": {places[10]: 9.0, places[11]: 9.0},
                             "holders": {places[10]: "red", places[11]: "blue"}}  # fmt: skip
    s = situation(Skirmish([*red, *blue], pace=3, **goals), replace(W, line=0.5, cut=0.5))
    maker, attacks, worth = Maker(s, 200, 300), list[int](), s.assault.worth
    s.assault.worth = lambda *asked: attacks.append(1) or worth(*asked)  # type: ignore[method-assign,func-returns-value]

    def valued() -> tuple[int, int, int]:
        return maker.worth.valued, s.guard.looked, len(attacks)

    seen = [valued()]
    for _ in maker.work():
        seen.append(valued())
    most = [max(later[n] - first[n] for first, later in pairwise(seen)) for n in range(3)]
    assert seen[-1][0] > 50 and seen[-1][1] > 50 and seen[-1][2] > 20
    assert most[0] <= 1 and most[1] <= 2 and most[2] <= 3 * DEEP


def hexes(plan: Plan) -> dict[int, Hex]:
    return {u: order.hex for u, order in plan.orders.items()}


def test_plans_differ_in_kind_and_come_best_first() -> None:
    front = Skirmish([*[Counter("red", h, attack=3) for h in AROUND[:2]], Counter("blue", MID), Counter("blue", 40)])
    found = made(front)
    assert len(found) > 1 and len({p.kind for p in found}) == len(found)
    assert [p.value for p in found] == sorted((p.value for p in found), reverse=True)
    assert found[0].attacks.keys() == {MID}


def test_what_patterns_propose_for_two_places_comes_together_in_one_plan_with_hardly_a_thought() -> None:
    goals: dict[str, Any] = {"goals": {2: 9.0, 9: 9.0}, "holders": {2: "blue", 9: "blue"}}
    s = situation(row(Counter("red", 4), Counter("red", 7), **goals))
    maker = Maker(s, 1, 10)
    start = finished(maker._weighed(s.staying, ("wait",), NOBODY))
    maker.proposals = [*patterns.stand(s), *patterns.seize(s)]
    list(maker._joined(start))
    best = maker.best()[0]
    assert hexes(best) == {0: 2, 1: 9} and best.told == "seize" and maker.worth.valued == 4


def test_an_attack_before_a_mass_is_left_and_an_empty_goal_is_walked_into() -> None:
    mass = [Counter("blue", 10, attack=9, defense=9)] * 2
    red, lone = Counter("red", 2, attack=4, steps=(3.0, 3.0)), Counter("blue", 7, attack=0)
    assert made(row(red, lone, *mass), Weights(reply=1.0))[0].attacks == {}
    best = made(row(Counter("red", 2), Counter("blue", 11, attack=1), goals={5: 9.0}, holders={5: "blue"}))[0]
    assert hexes(best) == {0: 5}


def test_who_starves_far_behind_is_left_for_the_way_ahead() -> None:
    """His steps are half lost already, and his hex is on nobody's way."""
    red, blue = Counter("red", 5, attack=6), Counter("blue", 2)
    front = row(red, blue, goals={11: 30.0}, holders={11: "blue"}, sources={"blue": 11})
    assert hexes(made(front)[0]) == {0: 8} and made(front)[0].attacks == {}
    assert made(front, replace(W, doomed=1.0))[0].attacks.keys() == {2}
    assert made(row(red, blue, goals={11: 30.0}, holders={11: "blue"}, sources={"blue": 0}))[0].attacks.keys() == {2}
    bare = row(red, blue, goals={11: 30.0}, holders={11: "blue"}, sources={"blue": -1})
    assert situation(bare).foe_lines.cut_off() and not situation(bare).foe_lines.runs
    assert made(bare)[0].attacks.keys() == {2}, "nobody has a line: that he has none tells nothing"


def test_of_two_goals_the_one_is_made_for_that_is_sooner_reached() -> None:
    goals: dict[str, Any] = {"goals": {1: 9.0, 9: 9.0}, "holders": {1: "blue", 9: "blue"}}
    assert hexes(made(row(Counter("red", 5), **goals, pace=2))[0]) == {0: 3}
    assert hexes(made(row(Counter("red", 5), **goals, pace=2, swamps=dict.fromkeys(range(5), 3.0)))[0]) == {0: 7}


def test_the_unit_that_closes_the_way_to_a_goal_does_not_go_hunting() -> None:
    """It could walk into nothing better; were it away, the enemy would walk past it."""
    front = row(Counter("red", 5), Counter("blue", 10), goals={1: 20.0}, holders={1: "red"}, pace=9)
    best = made(front)[0]
    assert situation(front).guard.free_goals(hexes(best)) == {}


def test_a_plan_cuts_the_line_of_a_mass_by_going_round_it() -> None:
    mass = Counter("blue", 11, attack=1, defense=9, steps=(5.0, 5.0))
    front = Skirmish([Counter("red", 18), mass], columns=9, rows=3, pace=5, sources={"blue": 17})
    best = made(front, Weights(cut=1.0))[0]
    assert situation(front).foe_lines.lost(hexes(best)) == 5.0 and best.kind == "cut the line"


def test_an_attack_that_costs_more_than_it_brings_is_in_no_best_plan() -> None:
    """At 1:1 the attacker may lose a step and the enemy none; nothing is to be had in the hex."""
    red = Counter("red", AROUND[0], attack=2, steps=(3.0, 3.0))
    assert made(Skirmish([red, Counter("blue", MID, attack=0)], pace=0))[0].attacks == {}


def test_a_poor_attack_is_given_up_though_nothing_is_left_to_be_valued() -> None:
    red = Counter("red", AROUND[0], attack=2, steps=(3.0, 3.0))
    s = situation(Skirmish([red, Counter("blue", MID, attack=0)], pace=0))
    maker = Maker(s, 0, 10)
    poor = finished(maker._weighed({0: Order(AROUND[0], MID)}, ("attack",), MID))
    list(maker._improved(poor, 0))
    assert poor.value < 0 and not maker.best()[0].attacks


def test_who_is_attacked_is_out_of_the_way_as_often_as_he_is_driven_out() -> None:
    red, blue = Counter("red", AROUND[0], attack=2, defense=2), Counter("blue", MID, attack=4, defense=2)
    s = situation(Skirmish([red, blue], pace=0), Weights(reply=1.0))
    worth, here, target = Worth(s), AROUND[0], frozenset([1])
    there, gone = s.posts.danger(here, (0,)), s.posts.danger(here, (0,), target)
    chance = s.assault.mean(MID, (Stand(0, here),), frozenset([here])).vacated
    assert there > gone == 0 and 0 < chance < 1
    found = dict(worth.parts({0: Order(here, MID)}))["danger"]
    assert abs(found + (1 - chance) * there) < 1e-9


def test_plans_of_fronts_made_at_random_break_no_limit() -> None:
    for seed in range(4):
        lot = Random(seed)
        places = lot.sample(range(45), 12)
        red = [Counter("red", h, attack=lot.randint(0, 5)) for h in places[:4] for _ in range(lot.randint(1, 2))]
        blue = [Counter("blue", h, attack=lot.randint(0, 5), defense=lot.randint(1, 4)) for h in places[4:8]]
        goals = dict.fromkeys(places[8:], 5.0)
        holders = {h: lot.choice(("red", "blue")) for h in goals}
        front = Skirmish([*red, *blue], pace=3, goals=goals, holders=holders, sources={"red": 0, "blue": 44})
        assert made(front, plans=60)


def test_supply_is_asked_for_wherever_moves_change_it() -> None:
    changed = 0
    for seed in range(6):
        lot = Random(seed)
        places = lot.sample(range(1, 44), 9)
        counters = [*(Counter("red", h) for h in places[:5]), *(Counter("blue", h) for h in places[5:])]
        s = situation(Skirmish(counters, pace=3, sources={"red": 0, "blue": 44}), Weights(line=1.0, cut=1.0))
        worth = Worth(s)
        for _ in range(12):
            orders = {u: Order(lot.choice(sorted(s.choices(u)))) for u in s.ready}
            moved = {u: o.hex for u, o in orders.items() if o.hex != s.mine[u].hex}
            parts = dict(worth.parts(orders))
            assert parts.get("own lines", 0.0) == -s.lines.lost(moved)
            assert parts.get("enemy lines", 0.0) == s.foe_lines.lost(moved)
            changed += bool(s.lines.lost(moved) or s.foe_lines.lost(moved))
    assert changed > 6


def test_a_headquarters_follows_those_whom_it_leads() -> None:
    fast = [Counter("red", 4, attack=5), Counter("red", 4, attack=5), Counter("red", 1, leads=True)]
    best = made(row(*fast, Counter("blue", 11, attack=0), goals={8: 9.0}, holders={8: "blue"}, pace=4))[0]
    assert hexes(best)[2] == 5 and 8 in hexes(best).values()


def test_those_who_are_led_go_as_far_as_their_headquarters_can_follow() -> None:
    """From where it stands it would lead nobody beyond hex 4."""
    fast = [Counter("red", 4, attack=5), Counter("red", 4, attack=5), Counter("red", 2, leads=True)]
    best = made(row(*fast, goals={11: 9.0}, holders={11: "blue"}), replace(W, led=2.0, lead=0.1))[0]
    assert hexes(best) == {0: 6, 1: 6, 2: 5}


def test_attacks_that_no_table_carries_are_in_no_plan_and_less_thought_makes_fewer_plans() -> None:
    front = Skirmish([Counter("red", AROUND[0], attack=1), Counter("blue", MID, defense=9)])
    assert all(order.target == NOBODY for p in made(front) for order in p.orders.values())
    s = situation(front)
    few = Maker(s, 3, 10, 3)
    list(few.work())
    assert few.worth.valued <= 3 + 2 * (len(few.proposals) + 2)


def test_the_same_question_has_the_same_plans_and_the_reason_names_parts_and_the_second() -> None:
    front = Skirmish([*[Counter("red", h, attack=3) for h in AROUND[:3]], Counter("blue", MID), Counter("blue", 31)])
    first, again = made(front), made(front)
    assert first == again
    told = beside(Judged(first[0], 2.0), Judged(first[1], 1.5))
    assert told == f" Second plan: {first[1].told}, -0.5 against it." and beside(Judged(first[0], 2.0), None) == ""
    u = min(first[0].orders)
    own = share(u, (("enemy losses", 1.25), ("danger", -0.01)), first[0])
    assert own == f"{first[0].ideas.get(u, first[0].kind)}: +1.2 (enemy losses +1.2)"
