"""Behind the front, in a made-up game: what is there for the taking, who stays in places, works, who serves others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest

from engine.components.charts import Tally
from engine.components.grid import Hex, Unit
from engine.play.action import Action
from engine.play.asked import Prospect
from engine.players.planner.booty import Booty
from engine.players.planner.commanded import FADING, FOLLOWED, Ranged
from engine.players.planner.commanded import felt as ranged
from engine.players.planner.dashes import dashed
from engine.players.planner.garrisons import (
    HEAP,
    OCCUPY,
    RING,
    SOME,
    Holding,
    Place,
    against,
    felt,
    garrisoned,
    left_in,
    occupiers,
    occupying,
    redirected,
    regained,
    rested,
    sent,
    staying,
)
from engine.players.planner.knowledge import Force, Outcome
from engine.players.planner.lending import MOST, shared_out
from engine.players.planner.placing import easiest
from engine.players.planner.works import LEAST, building, fast, standing
from tests.support.meadow import BAGGAGE, GUIDE, Meadow
from tests.support.skirmish import Counter, Skirmish


class Train(Booty, Meadow):
    """A meadow on which baggage that stands alone is lost; ``worth`` is of hexes beside it."""

    worth: Mapping[Hex, float] = {}

    def held(self, side: str) -> Collection[Hex]:
        at, sides = self.c.state.hex_of, self.c.roster.side
        return {h for u, h in enumerate(at) if h >= 0 and sides[u] == side and u != BAGGAGE}

    def taken(self, u: Unit) -> float:
        return 0.5 * (u == BAGGAGE)

    def goals(self) -> Mapping[Hex, float]:
        return {**self.booty, **self.worth}


def test_baggage_alone_is_a_goal_and_nobody_to_fight() -> None:
    k = Train()
    assert k.booty == {40: 0.5} and [f.unit for f in k.forces("blue")] == [3]
    assert k.way(40) == {40: 0.0}, "nobody goes a long way for it"
    assert len(k.way(13)) > 1
    guarded = Train(at=(20, 20, 22, 13, 13))
    assert not guarded.booty and [f.unit for f in guarded.forces("blue")] == [3, 4]
    own = Train("blue")
    assert not own.booty and [f.unit for f in own.forces("blue")] == [3, 4], "one's own is not for the taking"


def test_a_place_that_is_worth_something_itself_is_felt_from_afar_with_baggage_in_it() -> None:
    k = Train()
    k.worth = {40: 3.0}
    assert len(k.way(40)) > 1


def far(a: Hex, b: Hex) -> int:
    return abs(a - b)


def test_places_are_occupied_by_who_is_in_them_else_by_the_nearest_and_weakest() -> None:
    forces = [Force(u, h, 0, 1, (1.0,), u == 3) for u, h in enumerate([1, 5, 5, 9])]
    town, village = Place(frozenset({8, 9}), 9, 2.0), Place(frozenset({7}), 7, 1.0)
    posts = occupiers([town, village], forces, far, lambda u: -u)
    assert posts == {3: [(town.hexes, 2.0 * OCCUPY)], 2: [(village.hexes, OCCUPY)]}
    assert occupying(posts, 3, 8) == 2.0 * OCCUPY and occupying(posts, 3, 7) == occupying(posts, 0, 8) == 0.0
    assert occupiers([village], forces[3:], far, float).keys() == {3}, "who leads stays if there is nobody else"
    assert occupiers([town], [], far, float) == {}


def test_one_is_sent_to_each_place_the_nearest_to_the_dearest() -> None:
    at = {1: 3, 2: 6, 3: 40}
    told = sent([(1.0, 5), (2.0, 4), (0.5, 60)], list(at), lambda u, h: far(at[u], h))
    assert told == {1: (2.0, 4), 2: (1.0, 5)}, "nobody goes to what is far away"
    assert sent([(1.0, 5), (2.0, 4)], [2], lambda u, h: far(at[u], h)) == {2: (2.0, 4)}
    assert sent([(2.0, 5)], list(at), lambda u, h: far(at[u], h), {1}) == {2: (2.0, 5)}, "beside it already"
    assert sent([(2.0, 4)], list(at), lambda u, h: far(at[u], h), {3}) == {1: (2.0, 4)}
    assert sent([(2.0, 5)], [1, 3], lambda u, h: far(at[u], h), {3}) == {}, "nobody leads the nearest there"
    assert felt((2.0, 4), 0) == felt((2.0, 4), 1) == 2.0 > felt((2.0, 4), 2) > felt((2.0, 4), 3) > 0


@dataclass
class Roster:
    """A plan of movement in which whoever has the lowest number comes first."""

    free: list[Unit]
    goal: dict[Unit, Hex] = field(default_factory=dict)
    why: list[str] = field(default_factory=list)

    def nearest(self, h: Hex) -> Unit:
        return self.free[0] if self.free else -1

    def put(self, u: Unit, h: Hex, why: str) -> None:
        self.free.remove(u)
        self.goal[u] = h
        self.why.append(why)


def garrisons(
    roll: Roster, room: int = 9, coming: float = 30.0, bound: Mapping[Hex, Sequence[Unit]] = MappingProxyType({})
) -> None:
    """Those of the places 7 and 8. Who is ``bound`` stays."""
    for _ in garrisoned(roll, [7, 8], holding(room, coming, bound)):
        pass


def holding(room: int = 9, coming: float = 30.0, bound: Mapping[Hex, Sequence[Unit]] = MappingProxyType({})) -> Holding:
    """Nobody can come to place 7, only to 8; each unit halves the chance of the fall."""
    return Holding(
        coming=lambda h: coming * (h == 8), staying=bound, room=lambda h: room, defense=lambda u: 2.0, steps=[1] * 10,
        fall=lambda h, attack, defense, steps: 0.5 ** steps, name=lambda h: f"hex {h}",
    )  # fmt: skip


def test_units_go_where_the_next_one_spares_most_not_to_the_dearest_place_until_it_is_full() -> None:
    values = {7: 4.0, 8: 3.0}
    terms = replace(holding(), coming=lambda h: 30.0, worth=values.__getitem__)
    roll = Roster([1, 2, 3, 4])
    for _ in garrisoned(roll, [7, 8], terms):
        pass
    assert roll.goal == {1: 7, 2: 8, 3: 7, 4: 8}
    lost = Roster([1, 2])
    hopeless = replace(terms, fall=lambda h, attack, defense, steps: 1.0 if h == 7 else 0.5**steps)
    for _ in garrisoned(lost, [7, 8], hopeless):
        pass
    assert lost.goal[1] == 8, "where nobody spares anything all are too many"


def test_as_many_go_to_a_place_as_make_its_fall_unlikely() -> None:
    roll = Roster([1, 2, 3, 4, 5])
    garrisons(roll)
    assert roll.goal == {1: 8, 2: 8, 3: 8} and roll.why[1] == "Number 2 in hex 8, against 30 factors that can come."
    there = Roster([1, 2, 3], {9: 8, 6: 7})
    garrisons(there)
    assert there.goal == {9: 8, 6: 7, 1: 8, 2: 8}, "who is there counts"
    bound = Roster([1, 2, 3])
    garrisons(bound, bound=staying({8: [5, 1], 7: [2, 3]}, [1, 2, 3]))
    assert staying({8: [5, 1], 7: [2, 3]}, [1, 2, 3]) == {8: [5]} and bound.goal == {1: 8, 2: 8}, "who cannot go too"
    for roll, count in ((Roster([1, 2]), 2), (Roster([]), 0)):
        garrisons(roll)
        assert len(roll.goal) == count, "nobody else is left"
    small = Roster([1, 2, 3])
    garrisons(small, room=1)
    assert small.goal == {1: 8}
    huge = Roster([1])
    garrisons(huge, coming=1e6)
    assert f"against {HEAP:.0f} factors" in huge.why[0], "no more find room around it"


def test_the_last_one_in_a_place_stays_whoever_is_wanted_elsewhere() -> None:
    for first, goal in ((1, {1: 8}), (2, {})):
        roll = Roster([first, 3])
        left_in(roll, [7, 8], holding(), [0, 8, 7, 5])
        assert roll.goal == goal, "only who is in it, and only where the enemy comes"
    held = Roster([1], {4: 8})
    left_in(held, [8], holding(), [0, 8])
    assert held.goal == {4: 8}, "there is somebody already"


def test_who_comes_in_does_so_where_a_place_would_fall() -> None:
    c: Any = SimpleNamespace(hex=int, label=str)
    script = [(Action("put", (h, "rd")), "") for h in ("3", "8", "4", "5")]
    redirected(c, script, [7, 8], holding(), {8: [1]}, {7: 9, 8: 9}, 2.0)
    assert [action.args[0] for action, _ in script] == ["3", "8", "4", "8"], "three make its fall unlikely"
    redirected(c, script, [8], holding(), {}, {8: 2}, 2.0)
    assert [action.args[0] for action, _ in script] == ["3", "8", "4", "8"], "there is no more room"


def test_who_is_worn_rests_where_it_is_quiet_near_the_front() -> None:
    c: Any = SimpleNamespace(roster=SimpleNamespace(steps=[4, 4, 3]), state=SimpleNamespace(steps_left=[2, 1, 2]))
    roll, quiet = Roster([0, 1, 2]), {0: [9, 6, 5], 1: [], 2: [5]}
    rested(c, roll, [0, 1, 2], quiet.__getitem__, lambda h: -h if h < 8 else 0)
    assert roll.goal == {0: 6} and roll.why == ["Goes where it can refit: 2 of 4 steps are lost."]


def test_what_rest_would_bring_back_is_gone_with_who_rests() -> None:
    state = SimpleNamespace(steps_left=[2, 1, 2, 1], hex_of=[5, 5, 7, 9])
    c: Any = SimpleNamespace(roster=SimpleNamespace(steps=[4, 4, 4, 4]), state=state)
    assert regained(c, {5, 7}, lambda u: u != 2, 0.5) == {5: 2.5}


class Camp(Ranged, Meadow):
    """A meadow on which headquarters lead, and serve, two hexes far."""

    command = 2

    def heads(self, side: str) -> Sequence[Force]:
        return [f for f in self.forces(side) if f.leads]

    def serves(self, u: Unit) -> int:
        return 2


def test_who_serves_others_counts_those_in_range_in_full_and_others_less() -> None:
    camp: Any = Camp(at=(10, 20, 10, -1, -1), columns=21, rows=1)
    far = FOLLOWED * FADING**10
    assert camp.leading(GUIDE, 8, {}) == pytest.approx(1.0 + far)
    assert camp.leading(GUIDE, 8, {0: 12}) == pytest.approx(0.6 - 2 * 0.06 + far)
    assert camp.leading(GUIDE, 19, {}) == pytest.approx(1.0 + 0.6 - 7 * 0.06)


def test_who_serves_others_far_behind_comes_up_to_them() -> None:
    camp: Any = Camp(at=(39, 40, 0, -1, -1), columns=41, rows=1)
    felt_there = [camp.leading(GUIDE, h, {}) for h in range(0, 38)]
    assert felt_there == sorted(felt_there) and len(set(felt_there)) > 30 and felt_there[0] > 0


def test_whoever_is_near_a_headquarters_is_led_and_all_are_where_there_is_none() -> None:
    camp: Any = Camp(at=(10, 20, 10, 0, -1), columns=21, rows=1)
    assert [camp.led(0, h, {}) for h in (8, 12, 13, 20)] == [1.0, 1.0, ranged(1), 0.0]
    assert camp.led(0, 8, {GUIDE: 14}) == ranged(4) and camp.led(3, 20, {}) == 1.0


def test_help_that_is_ready_for_a_phase_is_shared_by_its_battles() -> None:
    found = [shared_out(ready) for ready in (0, 3, 4, 10, 99)]
    assert found == sorted(found) and found[0] == 0 and found[-1] == MOST and 0 < found[2] <= MOST


def test_of_several_ways_together_the_easiest_are_asked_about() -> None:
    go: Callable[[Hex], Action] = lambda h: Action("to", (str(h),))  # noqa: E731
    assert easiest([4, 5], {3: 1, 2: 0, 7: 0}, go) == {go(2): {4: 2, 5: 2}, go(7): {4: 7, 5: 7}}
    assert easiest([4], {3: 1, 2: 0}, go) == {} == easiest([4], {}, go), "there is no choice"


def test_an_attack_that_is_offered_is_made_from_where_it_is_offered() -> None:
    roster = SimpleNamespace(ids=["a", "b"])
    c: Any = SimpleNamespace(roster=roster, label=str, state=SimpleNamespace(picked=[0, 0]))
    tally = Tally("rush", distribution={"won": 0.25, "lost": 0.75}, targets=(7,))
    results = {"won": Outcome(0, 1), "lost": Outcome(1)}

    def made(movers: tuple[Unit, ...]) -> Sequence[str]:
        dash = dashed(c, Prospect(((0, 6), (1, 6)), movers, tally, 0.0, 0.0, 0.0), results, "rush", "go", ["hard"])
        assert dash.units == (0, 1) and (dash.hex, dash.target) == (6, 7)
        assert dash.results == [(Outcome(0, 1), 0.25), (Outcome(1), 0.75)]
        return [str(action) for action in dash.actions]

    assert made(()) == ["pick a", "pick b", "rush a 7 hard"]
    assert made((0, 1)) == ["pick a", "pick b", "go a 6", "rush a 7 hard"]


class Bunkers(Skirmish):
    """The made-up front with what is asked of it besides."""

    def held(self, side: str) -> Collection[Hex]:
        return {f.hex for f in self.forces(side)}

    def away(self, h: Hex, side: str = "") -> int:
        return min((self.grid.distance(h, foe) for foe in self.held(side or self.enemy)), default=0)

    @property
    def c(self) -> Any:
        return SimpleNamespace(grid=self.grid, label=lambda h: f"H{h}")

    @property
    def known(self) -> dict[Any, Any]:
        return {}


def test_works_are_built_where_the_enemy_could_do_most() -> None:
    blue = [Counter("blue", 6, attack=9), Counter("blue", 6, attack=9)]
    k = Bunkers([Counter("red", 4), Counter("red", 0), *blue], columns=12, rows=1)
    asked = list[Hex]()

    def begin(h: Hex, forces: Sequence[Force]) -> Action:
        asked.append(h)
        return Action("dig", (str(h),))

    (idea,) = [idea for idea in building(k, begin, 1, "A bunker") if idea is not None]
    assert asked == [4], "nobody comes to the other one"
    assert idea.action == Action("dig", ("4",)) and idea.what == "A bunker at H4 holds the enemy up"
    assert idea.score > LEAST
    assert not [i for i in building(k, lambda h, forces: None, 1, "A bunker") if i is not None]
    weak = Bunkers([Counter("red", 4, defense=9), Counter("blue", 6, attack=1)], columns=12, rows=1)
    assert not [i for i in building(weak, begin, 1, "A bunker") if i is not None], "it would spare nothing"


def test_who_saves_more_by_standing_fast_than_his_attack_would_bring_stands_fast() -> None:
    strikes = [SimpleNamespace(units=[(0, 9), (1, 9)], value=2.0), SimpleNamespace(units=[(1, 8)], value=-3.0)]
    saves: dict[Hex, float] = {1: 3.5, 2: 2.5, 3: 0.5, 4: 1.5}
    found = list(fast([1, 2, 3, 4], saves.__getitem__, strikes, [1, 2]))
    assert found == [(1, 3.5, 2.0), (4, 1.5, 0.0)]
    assert list(fast([2], saves.__getitem__, strikes[1:], [1, 2])) == [(2, 2.5, -3.0)], "a bad attack is not missed"


def test_who_stands_fast_is_told_and_where_that_is_over() -> None:
    board = SimpleNamespace(describe=lambda h: f"hex {h}", find=int)
    c: Any = SimpleNamespace(board=board, label=str, state=SimpleNamespace(hex_of=[1, 2]))
    saves: dict[Hex, float] = {1: 3.5, 2: 0.5, 6: 0.0}
    told = list(standing(c, [1, 2], ["6", "2"], saves.__getitem__, [], ("dig", "leave")))
    assert told == [
        (Action("dig", ("1",)), "hex 1 stands fast: +3.5 saved, 0.0 not won."),
        (Action("leave", ("6",)), "0 enemies can attack 6 with success."),
    ]


def test_so_many_that_they_can_close_a_ring_count_twice() -> None:
    assert against() == SOME
    assert against(20.0, RING - 1) == 20.0
    assert against(20.0, RING) == 40.0
