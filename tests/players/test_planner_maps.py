"""What the planner reckons on: strikes, exchanges, lifelines, sectors; on a made-up front, and by a game's rules."""

from __future__ import annotations

import pytest

from engine.games.ava.advice.knowledge import AvaKnowledge
from engine.games.ava.combat.battle import read_result
from engine.games.ava.queries.prospects import prospects
from engine.players.planner.exchange import NO_ATTACK, expected, ways_out
from engine.players.planner.knowledge import Force, Knowledge, Outcome, Stand
from engine.players.planner.lifelines import Lifelines
from engine.players.planner.plan import Order
from engine.players.planner.sectors import LONGEST, sectors
from engine.players.planner.situation import Situation
from engine.players.planner.strikes import Strikes
from engine.players.planner.weights import Weights
from engine.players.planner.worth import WEAKER, Worth
from tests.support.position import position
from tests.support.skirmish import Counter, Skirmish

MID = 22
"""A hex in the middle of nine columns by five rows."""


def ring(h: int = MID) -> tuple[int, ...]:
    return tuple(Skirmish([]).beside(h))


def check_type(front: Skirmish) -> Knowledge:
    """The made-up front keeps the contract."""
    return front


# ---------------------------------------------------------------------- strikes
def test_a_hex_is_struck_by_all_who_find_room_around_it_and_each_strikes_once() -> None:
    beside = ring()[0]
    red = [Counter("red", beside, attack=n) for n in (1, 5, 3)]
    front = Skirmish([*red, Counter("blue", MID)], pace=0)
    found = Strikes(check_type(front), "red").against(MID)
    assert [(f.attack, h) for f, h in found] == [(5, beside), (3, beside)]
    assert Strikes(front, "red").strength(MID, frozenset({1})) == 4


def test_the_weaker_unit_makes_room_where_it_has_another_place() -> None:
    one, other = ring()[:2]
    strong, weak = Counter("red", one, attack=2), Counter("red", one, attack=4)
    front = Skirmish([strong, weak, Counter("blue", MID)], pace=1, room=1)
    assert Strikes(front, "red").strength(MID) == 6
    narrow = Skirmish([strong, weak, Counter("blue", MID)], pace=0, room=1)
    assert Strikes(narrow, "red").strength(MID) == 4 and other in front.struck_from(MID, "red")


def test_dry_ways_come_first_and_headquarters_do_not_strike() -> None:
    one = ring()[0]
    front = Skirmish([Counter("red", one, attack=4), Counter("red", one, leads=True), Counter("blue", MID)], pace=1,
                     rivers=[(one, MID)])  # fmt: skip
    ((force, place),) = Strikes(front, "red").against(MID)
    assert force.unit == 0 and place != one and Strikes(front, "red").strength(MID) == 4
    front.steps = 0
    assert Strikes(front, "blue").strength(one) == 1  # back over the river, and nowhere else to go


# ---------------------------------------------------------------------- exchanges
def force(unit: int, attack: float, *steps: float) -> Force:
    return Force(unit, 0, attack, 2, steps)


def test_the_mean_of_an_attack_is_that_of_its_table() -> None:
    front = Skirmish([Counter("red", ring()[0]), Counter("blue", MID)])
    who, whom = (front.forces("red")[0], ring()[0]), front.forces("blue")
    even = expected(front, [who], whom, MID, out=1)
    assert (even.gain, even.loss, even.vacated) == (0, 0.5, 0.5) and even.worth(2.0) == 0.5
    held_fast = expected(front, [who], whom, MID, out=0)
    assert (held_fast.gain, held_fast.vacated) == (0.5, 0)
    assert expected(front, [who], [*whom, *whom], MID, out=1).worth(9.0) == NO_ATTACK


def test_who_has_no_way_out_loses_a_step_for_each_hex_and_may_be_gone() -> None:
    assert ways_out(lambda h: (h + 1,), 0, 2, closed=()) == 2
    assert ways_out(lambda h: (h + 1,), 0, 2, closed={2}) == 1 and ways_out(lambda h: (), 0, 2, closed=()) == 0
    front = Skirmish([Counter("red", ring()[0], attack=6), Counter("blue", MID, steps=(1.0, 3.0))])
    who, whom = (front.forces("red")[0], ring()[0]), front.forces("blue")
    assert expected(front, [who], whom, MID, out=2).gain == 1 and expected(front, [who], whom, MID, out=0).gain == 4
    assert expected(front, [who], whom, MID, out=0).vacated == 1


# ---------------------------------------------------------------------- lifelines
def corridor() -> Skirmish:
    """One row: a source on the left, two red units on the right, blue far off."""
    return Skirmish([Counter("red", 6, steps=(2.0,)), Counter("red", 4), Counter("blue", 8)], rows=1, columns=9,
                    sources={"red": 0})  # fmt: skip


def test_a_line_is_closed_by_an_enemy_in_it_and_costs_what_hangs_on_it() -> None:
    front = corridor()
    lines = Lifelines(front, "red")
    assert not lines.cut_off() and lines.fed == {0, 1}
    assert lines.closed(2, [1, 5]) == {1: 3.0, 5: 2.0}
    asked = front.asked
    assert lines.closed(2, [1]) == {1: 3.0} and front.asked == asked


def test_who_is_cut_off_by_moves_is_feared_by_half() -> None:
    """Red goes behind a blue stack that stands alone before its source."""
    front = Skirmish([Counter("red", 1), Counter("red", 1), Counter("blue", 3, attack=9)], rows=1, columns=9, pace=5,
                     sources={"blue": 8, "red": 0})  # fmt: skip
    s = Situation(front, [0, 1], Weights(reply=0.5, cut=0.5))
    behind, stays = {0: Order(1), 1: Order(5)}, {0: Order(1), 1: Order(1)}
    assert s.foe_lines.parted({1: 5}) == {2} and not s.foe_lines.parted({}) and not s.foe_lines.parted({2: 5})
    feared = sum(s.posts.danger(h, (u,)) - WEAKER * s.posts.danger(h, (u,)) for u, h in ((0, 1), (1, 5)))
    assert dict(Worth(s).parts(behind))["danger"] == pytest.approx(-feared) and feared > 0
    assert dict(Worth(s).parts(stays))["danger"] == -s.posts.danger(1, (0, 1)) < 0


def test_a_hex_whose_units_hold_a_line_open_in_an_enemy_zone_is_worth_what_lies_behind() -> None:
    front = Skirmish([Counter("red", 8, steps=(2.0,)), Counter("red", 4), Counter("blue", 13)], rows=2, columns=9,
                     sources={"red": 0})  # fmt: skip
    lines = Lifelines(front, "red")
    assert {h: lines.left(h) for h in range(18) if lines.left(h)} == {4: 2.0}
    assert lines.lost({2: 12}) == 3.0 and lines.lost({2: 17}) == 0


def test_what_would_be_fed_again_counts_against_what_is_lost() -> None:
    front = Skirmish([Counter("red", 8, steps=(2.0,)), Counter("red", 1), Counter("blue", 5)], rows=1, columns=9,
                     sources={"red": 0})  # fmt: skip
    lines = Lifelines(front, "red")
    assert [f.unit for f in lines.cut_off()] == [0]
    assert lines.lost({2: -1}) == -2.0


def test_steps_that_follow_the_next_one_count_by_their_share() -> None:
    front = Skirmish([Counter("red", 8, steps=(2.0, 4.0)), Counter("red", 1), Counter("blue", 5)], rows=1, columns=9,
                     sources={"red": 0})  # fmt: skip
    assert Lifelines(front, "red", 0.5).lost({2: -1}) == -4.0
    assert Lifelines(front, "red", 0.5).flow == {0: 1.5}


def test_who_has_no_way_home_loses_all_of_his_steps_besides() -> None:
    front = Skirmish([Counter("red", 8, steps=(2.0, 4.0)), Counter("red", 1), Counter("blue", 6)], rows=1, columns=9,
                     sources={"red": 0})  # fmt: skip
    lines = Lifelines(front, "red", penned=0.5)
    assert lines.penned(8) and not lines.penned(1)
    assert lines.lost({2: -1}) == -2.0 - 0.5 * 6.0
    assert not lines.penned(5), "the zone of an enemy is no hindrance to who stands in it"
    assert not Lifelines(front, "red").penned(8), "unless it counts for nothing"


def test_who_goes_where_only_another_held_the_line_open_is_lost_too() -> None:
    front = Skirmish([Counter("red", 7, steps=(2.0,)), Counter("red", 4), Counter("blue", 13)], rows=2, columns=9,
                     sources={"red": 0})  # fmt: skip
    lines = Lifelines(front, "red")
    assert lines.reaches(8) and lines.lost({0: 8}, movers=True) == 0
    assert lines.lost({0: 8, 1: 3}) == 0
    assert lines.lost({0: 8, 1: 3}, movers=True) == 2.0, "the other has gone from the enemy zone"


# ---------------------------------------------------------------------- sectors
def test_a_long_front_is_cut_into_sectors_and_a_gap_parts_two() -> None:
    red = [Counter("red", h) for h in range(20)]
    front = Skirmish([*red, Counter("blue", 2 * 40 + 3), *[Counter("red", h) for h in range(30, 34)],
                      *[Counter("blue", 40 * 2 + h) for h in range(0, 40, 2)]], columns=40, rows=3)  # fmt: skip
    found = sectors(front)
    assert [len(s.hexes) for s in found] == [6, 7, 7, 4] and max(len(s.hexes) for s in found) <= LONGEST
    assert sorted(h for s in found for h in s.hexes) == [*range(20), *range(30, 34)]
    assert all(s.facing and len(s.forces) == len(s.hexes) for s in found)
    assert found[3].weight == 8 / sum(f.defense for f in found[3].facing)


def test_who_is_far_from_the_enemy_is_in_no_sector() -> None:
    assert sectors(Skirmish([Counter("red", 0), Counter("blue", 44)])) == []


# ---------------------------------------------------------------------- a game's own rules
UNITS = {"hq-2pzg": "S2010", "18pz": "S2110", "3pz": "S2111", "7pz": "S2211", "27rd": "S2410"}


@pytest.mark.rule("ava:10.3", "ava:10.4")
def test_the_adapter_reckons_an_attack_as_the_rules_do() -> None:
    match = position(UNITS)
    k = AvaKnowledge(match.c, "axis")
    found = prospects(match.c)
    assert found
    for p in found:
        attack = int(sum(k.arriving(Stand(u, h), p.target) for u, h in p.stands))
        defense = sum(f.defense for f in k.forces("soviet") if f.hex == p.target)
        table = {Outcome(*read_result(r, False), each=True): 0.0 for r in p.tally.distribution}
        for r, share in p.tally.distribution.items():
            table[Outcome(*read_result(r, False), each=True)] += share
        reckoned = dict.fromkeys(table, 0.0)
        for outcome, share in k.chances(attack, defense, p.target):
            reckoned[outcome] += share
        assert reckoned == pytest.approx(table)
        assert Strikes(k, "axis").strength(p.target) >= p.tally.attack


@pytest.mark.rule("ava:3.3")
def test_supply_in_a_supposed_position_is_that_of_the_rule() -> None:
    match = position(UNITS)
    k, c = AvaKnowledge(match.c, "axis"), match.c
    u, h = c.unit("18pz"), c.hex("S2211")
    there = k.supplied("axis", {u: h})
    before = list(c.state.hex_of)
    c.state.hex_of[u] = h
    c.touch()
    assert bytes(there) == bytes(AvaKnowledge(c, "axis").supplied("axis", {}))
    assert before != c.state.hex_of and Lifelines(k, "axis").forces


# ---------------------------------------------------------------------- lines that are barred
def test_who_bars_a_line_from_beside_it_is_worth_driving_out_and_each_of_several_a_part_of_it() -> None:
    barred = ring()[0]
    beside = next(n for n in ring(barred) if n != MID and n not in ring())
    away = next(n for n in ring(beside) if n not in ring(barred) and n != barred)
    units = [Counter("red", away), Counter("blue", MID)]
    alone, two = Skirmish(units), Skirmish([*units, Counter("blue", beside)])
    assert Situation(alone, [0], Weights()).lifted(MID) == 0
    alone.barred = two.barred = {barred: 1.0}
    assert Situation(alone, [0], Weights()).lifted(MID) == 1
    assert Situation(two, [0], Weights()).lifted(MID) == Situation(two, [0], Weights()).lifted(beside) == 0.5
