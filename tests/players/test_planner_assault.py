"""The attacks of one phase: what carries which column, what the reply costs, who closes the way out."""

from __future__ import annotations

from dataclasses import replace

from engine.games.ava.advice.knowledge import AvaKnowledge
from engine.games.ava.queries.prospects import prospects
from engine.players.planner.assault import Assault, Valued, moves
from engine.players.planner.exchange import Expected
from engine.players.planner.situation import Situation
from engine.players.planner.weights import Weights
from tests.support.position import position
from tests.support.skirmish import Counter, Skirmish

MID = 22
AROUND = tuple(Skirmish([]).beside(MID))
PLAIN = Weights(reply=0.0)


def row(*counters: Counter, pace: int = 2, **more: object) -> Skirmish:
    return Skirmish(counters, columns=12, rows=1, pace=pace, **more)  # type: ignore[arg-type]


def best(front: Skirmish, w: Weights = PLAIN, budget: int = 2000) -> list[Valued]:
    ready = [f.unit for f in front.forces("red")]
    value, found = Assault(front, ready, w).best(budget)
    assert abs(value - sum(v.value for v in found)) < 1e-6
    return found


def test_two_that_alone_reach_no_column_attack_together() -> None:
    red = [Counter("red", AROUND[0], attack=4), Counter("red", AROUND[2], attack=4)]
    (found,) = best(Skirmish([*red, Counter("blue", MID, defense=4, steps=(3.0, 3.0))], pace=0))
    assert {s.unit for s in found.stands} == {0, 1} and found.target == MID
    assert best(Skirmish([red[0], Counter("blue", MID, defense=4)], pace=0)) == []


def test_a_second_unit_goes_behind_the_enemy_and_closes_the_way() -> None:
    """At 3:1 the defender retreats two hexes: one attacker in front of it and one behind cost him every step."""
    red = [Counter("red", AROUND[0], attack=3), Counter("red", AROUND[0], attack=3)]
    (found,) = best(Skirmish([*red, Counter("blue", MID, defense=2, steps=(2.0, 2.0))], pace=3))
    places = moves([found])
    grid = Skirmish([]).grid
    assert len(places) == 2 and grid.distance(*places.values()) == 2
    assert dict(found.parts)["enemy losses"] == 4.0


def test_an_attack_that_ends_before_a_mass_is_not_made_and_without_the_mass_it_is() -> None:
    red, lone = Counter("red", 2, attack=4, steps=(3.0, 3.0)), Counter("blue", 6, attack=0)
    mass = [Counter("blue", 9, attack=9, defense=9)] * 2
    quiet = Skirmish([red, lone], columns=12, rows=1, pace=3)
    hard = Skirmish([red, lone, *mass], columns=12, rows=1, pace=3)
    wary = Weights(reply=1.0)
    assert [v.target for v in best(quiet, wary)] == [v.target for v in best(hard)] == [6]
    assert best(hard, wary) == []


def test_whoever_would_be_worth_more_elsewhere_attacks_only_for_more_than_that() -> None:
    front = row(Counter("red", 2, attack=4), Counter("red", 2, attack=4), Counter("blue", 4, defense=2))
    (both,) = best(front)
    goes = {0: 9.0, 1: 0.0}
    (found,) = Assault(front, [0, 1], replace(PLAIN, instead=0.5), instead=lambda u, h: goes[u]).best(100)[1]
    assert len(both.stands) == 2 and [s.unit for s in found.stands] == [1]
    assert ("instead", 0.0) in [(name, value + 0.0) for name, value in found.parts]
    goes[1] = 9.0
    assert Assault(front, [0, 1], replace(PLAIN, instead=0.5), instead=lambda u, h: goes[u]).best(100)[1] == []


def test_an_attack_in_front_of_a_goal_that_others_could_reach_does_not_keep_them_there() -> None:
    front = row(Counter("red", 2, attack=4), Counter("blue", 3), goals={8: 20.0}, pace=3)
    s = Situation(front, [0], Weights(reply=0.0, pull=0.1, instead=1.0))
    assert s.assault.best(100)[1], "it could go no farther"
    open_ = Skirmish([Counter("red", 11, attack=4), Counter("blue", 3)], goals={17: 90.0}, pace=3)
    plain, minded = (
        Situation(open_, [0], Weights(reply=0.0, pull=0.1, instead=share)).assault.best(100)[1] for share in (0.0, 1.0)
    )
    assert [v.target for v in plain] == [3] and minded == []


def test_headquarters_and_who_may_not_act_attack_nobody_and_take_up_room() -> None:
    red = [Counter("red", AROUND[0], leads=True), Counter("red", AROUND[0]), Counter("red", AROUND[0], attack=9)]
    front = Skirmish([*red, Counter("blue", MID)], pace=0)
    assert list(Assault(front, [0, 2], PLAIN).options) == [2]
    assert Assault(front, [0, 2], PLAIN).best(100) == (0.0, [])
    assert Assault(front, [1, 2], PLAIN).best(100)[1] != []


def test_on_a_board_of_a_game_it_finds_attacks_that_the_rules_carry() -> None:
    match = position({"hq-2pzg": "S2010", "18pz": "S2110", "3pz": "S2111", "7pz": "S2211", "27rd": "S2410",
                      "4pz": "S2309"})  # fmt: skip
    k = AvaKnowledge(match.c, "axis")
    ready = [f.unit for f in k.forces("axis")]
    value, found = Assault(k, ready, Weights()).best(500)
    targets = {p.target for p in prospects(match.c)}
    assert value > 0 and found and {v.target for v in found} <= targets
    assert Assault(k, ready, Weights()).best(500) == (value, found)


def test_ground_that_only_luck_could_win_counts_less() -> None:
    poor, fair, dear = Expected(0.0, 0.25, 1 / 6), Expected(0.2, 0.3, 1 / 3), Expected(0.0, 0.6, 0.5)
    assert poor.hope(0.3) == 0.3 * poor.vacated and poor.hope(1.0) == poor.vacated
    assert fair.hope(0.3) == fair.vacated, "not much more than the enemy loses"
    assert dear.hope(0.3) == dear.vacated, "it is won as often as not"
    assert 0.3 / 3 < Expected(0.2, 0.6, 1 / 3).hope(0.3) < 1 / 3
