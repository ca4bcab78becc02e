"""8.42, 12.53, 14.23, R250: positions as a side could imagine them keep what it sees, and none of the truth beside."""

from __future__ import annotations

import pytest

from engine.games.efs.kinds import untried_sorts
from engine.games.efs.state import BACK, FRONT
from engine.games.efs.units import whom
from engine.play.determined import determinised
from engine.play.match import Match
from engine.play.state import digest
from tests.games.efs.corners import ENEMY, FIGHTERS, air_fight, missions, reaction, victory_plan
from tests.support.efs import column, play, unit
from tests.support.imagined import imagined, worlds

SIDES = ("axis", "soviet")


def answered(match: Match, step: str) -> Match:
    """Take the proposals until a step waits."""
    while match.c.frame.step != step:
        match.play(str(match.prompt.default or "done"))
    return match


@pytest.mark.rule("efs2:8.42", "efs2:15.43")
@pytest.mark.parametrize("side", SIDES)
def test_untried_units_get_values_of_their_sort_that_nobody_has_seen(side: str) -> None:
    match = Match.new("efs2", "borisov", seed=3)
    sort = max(untried_sorts(match.c).values(), key=len)
    tried = sort[0]
    match.c.state.mode[tried] = FRONT
    match.c.touch()
    seen, values = whom(match.c, tried), set()
    for seed in range(3):
        c = imagined(match, side, seed)
        assert whom(c, tried) == seen
        assert sorted(whom(c, u) for u in sort) == sorted(sort), "each counter once"
        values.add(tuple(whom(c, u) for u in sort))
    assert len(values) == 3 and tuple(whom(match.c, u) for u in sort) not in values


@pytest.mark.rule("efs2:8.42", "efs1:22.9.1")
@pytest.mark.parametrize("game", ["efs1", "efs2"])
def test_which_untried_unit_is_which_changes_no_deal(game: str) -> None:
    first, second = (Match.new(game, "borisov", seed=3) for _ in range(2))
    a, b = max(untried_sorts(first.c).values(), key=len)[:2]
    dealt = second.c.state.identity
    dealt[a], dealt[b] = dealt[b], dealt[a]
    second.c.touch()
    assert all(first.c.state.mode[u] == BACK for u in (a, b)) and digest(first.state) != digest(second.state)
    for seed in range(2):
        assert digest(determinised(first, "axis", seed).state) == digest(determinised(second, "axis", seed).state)


@pytest.mark.rule("efs2:12.53", "efs2:21.12")
def test_an_order_face_down_may_be_either_and_a_headquarters_has_paid_for_it() -> None:
    match = reaction()
    play(match, f"order {ENEMY} no-retreat")
    dealt = [imagined(match, "axis", seed).state.battle_order for seed in range(8)]
    assert {orders["1 defender"] for orders in dealt} == {"no retreat", "additional retreat"}
    assert {orders["1 defender paid"] for orders in dealt} == {"hq-13a"}
    assert imagined(match, "soviet", 1).state.battle_order == match.c.state.battle_order


@pytest.mark.rule("efs2:14.23", "efs2:14.24")
def test_as_many_aircraft_fly_as_are_seen_whoever_they_are() -> None:
    match = missions()
    more = [name for name in match.c.roster.ids if name.startswith("jg51")][:2]
    for name in more:
        match.c.state.box[unit(match, name)] = "ready"
    match.c.touch()
    answered(match, "missions")
    play(match, f"send {FIGHTERS['axis']} {ENEMY}")
    assert {tuple(imagined(match, "soviet", seed).state.sortie) for seed in range(2)} == {(-1,) * len(match.c.roster)}
    play(match, "done")
    assert match.c.state.side == "soviet"
    dealt = {tuple(u for u, h in enumerate(imagined(match, "soviet", n).state.sortie) if h >= 0) for n in range(12)}
    assert {len(sent) for sent in dealt} == {1} and len(dealt) == 1 + len(more)
    assert len(worlds(match, "axis", 2)) <= 2 and imagined(match, "axis", 1).state.sortie == column(match, "sortie")


@pytest.mark.rule("efs2:14.23", "efs2:14.31")
def test_of_flights_that_are_not_fought_yet_it_is_imagined_who_they_are() -> None:
    match = air_fight()
    c, here = match.c, int(match.c.frame.vars["hex"])
    other = next(h for h in c.grid.adjacent[c.hex(ENEMY)] if h > here)
    away = c.roster.find("a-163iap")
    c.state.box[away], c.state.sortie[away] = "ready", other
    c.state.flights[f"soviet {c.label(other)}"] = 1
    c.state.battle[c.label(other)], c.state.committed[c.roster.find("18pz-sr2")] = 2, 2
    c.touch()
    match._after()
    world = imagined(match, "axis", 1).state.sortie
    assert [u for u, h in enumerate(world) if h == here] == [u for u, h in enumerate(c.state.sortie) if h == here]
    assert sum(h == other for h in world) == 1 and match.view("axis").c.state.sortie[away] == -1


@pytest.mark.rule("efs2:R250", "efs2:R252")
def test_the_soviet_side_imagines_every_plan_that_fits_the_withdrawals() -> None:
    match = victory_plan()
    assert {imagined(match, "soviet", seed).state.plan for seed in range(2)} == {""}, "it is being written"
    play(match, "plan kiev")
    assert imagined(match, "soviet", 1).state.plan == ""
    play(match, "seal")
    assert {imagined(match, "soviet", seed).state.plan for seed in range(12)} == {"kiev", "moscow", "flanks"}
    assert imagined(match, "axis", 1).state.plan == "kiev"
    match.c.state.turn, column(match, "leaving")["12pz-pzr"] = 28, -1
    match._after()
    assert {imagined(match, "soviet", seed).state.plan for seed in range(6)} == {"flanks"}, "gone a turn early"
