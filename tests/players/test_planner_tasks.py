"""Tasks of A Victory Awaits beside the front, whom headquarters lead, and what the planner's own duties know."""

from __future__ import annotations

import pytest

from engine.games.ava.advice.knowledge import AvaKnowledge
from engine.games.ava.advice.landings import NEXT, TOGETHER, Barring, Landings, awaited, comers
from engine.games.ava.advice.planning import AvaPlanning
from engine.games.ava.advice.tasks import Tasks
from engine.games.ava.greedy.ground import Facts
from engine.games.ava.greedy.trunk import Trunk
from engine.games.ava.zones import rail_net
from engine.play.match import Match
from engine.play.suppose import supposing
from engine.players.planner.commanded import SHARED
from engine.players.planner.incursions import AHEAD, MOST
from engine.players.planner.plugging import Plugs
from tests.players.cases import _rail, plain

CITY = {"places": {"S4014": "major city"}, "control": {"S4014": "soviet"}}
BOXES = {"258inf": "available"}


def far_behind(**more: object) -> Match:
    units = {"7pz": "S1612", "27rd": "S2811", "85rd": "S4905", "s-hq-3a": "S3010"}
    told = {"turn": 4, "chits": {"axis-reinf": "cup"}, "boxes": BOXES, "lines": _rail(41), **CITY, **more}
    return plain(units, side="soviet", **told)


def tasks(match: Match, side: str) -> Tasks:
    facts = Facts(match.c, side)
    return Tasks(facts, Trunk(facts))


@pytest.mark.rule("ava:12.0", "ava:12.2")
def test_reinforcements_are_awaited_with_a_chit_somebody_in_the_box_and_a_turn_to_come_in() -> None:
    assert awaited(Facts(far_behind().c, "soviet")) == 1.0
    assert awaited(Facts(far_behind(chits={"axis-reinf": "played"}).c, "soviet")) == NEXT
    assert awaited(Facts(far_behind(boxes={}).c, "soviet")) == 0.0
    assert awaited(Facts(far_behind(turn=2, chits={}).c, "soviet")) == 0.0


@pytest.mark.rule("ava:12.2", "ava:12.1")
def test_railroads_are_barred_for_no_more_goals_than_enemies_come() -> None:
    """The number of this turn while the chit is still to come up, else that of the next one."""
    cities = {"S3414": "major city", "S3614": "major city", "S3814": "major city", "S4014": "major city"}
    towns = {"places": cities, "control": dict.fromkeys(cities, "soviet")}
    match = far_behind(**towns)
    track = match.c.data.charts["turn_track"]["smolensk"]
    row = {r[0]: dict(zip(track["columns"], r, strict=True)) for r in track["rows"]}
    number = [row[turn]["ger_reinf"] + row[turn]["rum_reinf"] for turn in (4, 5)]
    facts = Facts(match.c, "soviet")
    assert comers(facts) == number[0] < len(cities)
    assert sum(Barring(facts).danger.values()) == pytest.approx(10 * TOGETHER * number[0])
    assert comers(Facts(far_behind(**towns, chits={"axis-reinf": "played"}).c, "soviet")) == number[1]


@pytest.mark.rule("ava:12.1")
def test_one_unit_is_told_to_bar_the_railroad_and_does_so_there() -> None:
    match = far_behind()
    c = match.c
    city = c.hex("S4014")
    assert city in rail_net(c, "axis")
    told = tasks(match, "soviet").told
    assert set(told) == {c.unit("27rd")}
    value, spot = told[c.unit("27rd")]
    assert value == pytest.approx(10 * TOGETHER) and city not in rail_net(
        supposing(c, hex_of={c.unit("27rd"): spot}), "axis"
    )
    worth = tasks(match, "soviet").worth
    assert worth(c.unit("27rd"), spot) == value > worth(c.unit("27rd"), c.hex("S2801"))
    assert worth(c.unit("85rd"), spot) == 0


@pytest.mark.rule("ava:12.1", "ava:3.3")
def test_who_bars_the_railroad_of_the_enemy_is_told_to_go_on_with_it() -> None:
    """The lines of all others run along it behind him; those of whom nobody may go need not be told."""
    mine = {"7inf": "S2514", "7pz": "S2711", "12pz": "S2711", "20pz": "S2611", "hq-3pzg": "S2611"}
    boxes = {"310rd": "available", "286rd": "available"}
    for active, barring in ((["7inf"], ["7inf"]), (["7pz"], [])):
        match = plain({**mine, "27rd": "S4005", "s-hq-3a": "S4305"}, turn=4, lines=_rail(41), active=active,
                      sources={"axis": ["S0115"], "soviet": ["S4014"]}, chits={"soviet-reinf": "cup"},
                      boxes=boxes)  # fmt: skip
        facts, c = Facts(match.c, "axis"), match.c
        assert [c.label(h) for _, h in Landings(facts, Trunk(facts)).spots()] == ["S2514"] * len(barring)
        assert [c.roster.ids[u] for u in tasks(match, "axis").told] == barring


@pytest.mark.rule("ava:12.1", "ava:16.3")
def test_nothing_is_barred_where_the_enemy_comes_to_nothing_that_counts() -> None:
    match = far_behind(control={"S4014": "axis"})
    assert not list(Barring(Facts(match.c, "soviet")).spots())
    assert not list(Landings(Facts(match.c, "soviet"), Trunk(Facts(match.c, "soviet"))).spots())


@pytest.mark.rule("ava:12.1")
def test_who_bars_a_railroad_at_the_front_or_may_leave_it_is_not_taken_to_bar_it_next_turn() -> None:
    front = {"7pz": "S2414", "27rd": "S2615", "56rd": "S3410", "s-hq-3a": "S3810"}
    told = {"side": "soviet", "turn": 4, "chits": {"axis-reinf": "cup"}, "boxes": BOXES, "lines": _rail(41), **CITY}
    match = plain(front, active=["56rd", "s-hq-3a"], **told)
    c = match.c
    city, barring = c.hex("S4014"), Barring(Facts(c, "soviet"))
    assert city not in rail_net(c, "axis") and barring.danger == {city: pytest.approx(10 * TOGETHER * AHEAD)}
    ((value, spot),) = barring.spots()
    assert value == barring.danger[city] and Facts(c, "soviet").foe[spot] > 3
    behind = plain({**front, "56rd": c.label(spot)}, active=["27rd"], **told)
    assert not Barring(Facts(behind.c, "soviet")).danger
    leaving = plain({**front, "56rd": c.label(spot)}, active=["56rd"], **told)
    assert [h for _, h in Barring(Facts(leaving.c, "soviet")).spots()] == [spot]


@pytest.mark.rule("ava:12.1", "ava:16.3")
def test_ways_to_two_supply_sources_are_barred_for_one_breakthrough() -> None:
    match = far_behind(places={}, control={}, sources={"axis": ["S0115"], "soviet": ["S4014", "S3914"]})
    c = match.c
    facts = Facts(c, "soviet")
    barring = Barring(facts)
    found = {h for h in facts.goals if h in facts.t.sources("soviet")}
    assert len(found) == 2 and not found.intersection(barring.danger)
    assert sum(barring.danger.values()) == pytest.approx(TOGETHER * max(facts.goals[h] for h in found))
    spots = list(barring.spots())
    assert len(spots) == 1 and spots[0][0] == pytest.approx(min(sum(barring.danger.values()), MOST))


@pytest.mark.rule("ava:3.3")
def test_two_guards_of_one_railroad_have_not_the_same_task() -> None:
    foot = {"7inf": "S2013", "23inf": "S2013", "258inf": "S2014"}
    units = {**foot, "18pz": "S2615", "27rd": "S1911", "s-hq-3a": "S3310"}
    match = plain(units, turn=5, lines=_rail(28))
    spots = [spot for _, spot in tasks(match, "axis").told.values()]
    assert len(spots) == len(set(spots)) and set(tasks(match, "axis").told) <= {match.c.unit(u) for u in units}


@pytest.mark.rule("ava:8.2")
def test_whom_another_headquarters_leads_counts_half() -> None:
    """2nd Panzergruppe leads twice a turn, by its own chit and Guderian's."""
    units = {"7inf": "S2009", "18pz": "S2609", "hq-2pzg": "S2307", "27rd": "S3510"}
    alone = AvaKnowledge(plain(units).c, "axis")
    two = AvaKnowledge(plain({**units, "hq-4a": "S1909"}).c, "axis")
    u, h = alone.c.unit("hq-2pzg"), alone.c.hex("S2309")
    infantry, panzers = (alone.c.roster.attack[alone.c.unit(name)] for name in ("7inf", "18pz"))
    assert alone.leading(u, h, {}) == 2 * (infantry + panzers)
    assert two.leading(u, h, {}) == pytest.approx(2 * (SHARED * infantry + panzers))
    assert two.leading(u, h, {two.c.unit("hq-4a"): two.c.hex("S0515")}) == 2 * (infantry + panzers)


@pytest.mark.rule("ava:3.3")
def test_the_way_home_is_the_surer_the_nearer_to_the_neck() -> None:
    units = {"27rd": "S2010", "7inf": "S1709", "18pz": "S2304", "4pz": "S2316", "s-hq-3a": "S2810"}
    k = AvaKnowledge(plain(units, side="soviet").c, "soviet")
    chances = [k.peril(k.c.hex(h)) for h in ("S1910", "S2210", "S2510", "S4510")]
    assert chances == sorted(chances, reverse=True) and chances[0] > chances[2] and chances[3] == 0


@pytest.mark.rule("ava:3.3", "ava:12.1")
def test_a_railroad_that_could_be_cut_calls_whoever_comes_to_the_map() -> None:
    """The raider cannot come beside the railroad any more where somebody stands before him."""

    def wanted(raider: str, h: str) -> float:
        units = {"7pz": "S3114", "hq-3pzg": "S3015", "5inf": "S3215", "27rd": raider, "s-hq-3a": "S2408"}
        match = plain(units, phase="reinforcements", turn=5, lines=_rail(31), boxes=BOXES)
        return Plugs(AvaPlanning(), match.c, "axis", match.c.unit("258inf")).worth(match.c.board.find(h))

    assert wanted("S2209", "S2214") > 1 and wanted("S2209", "S3014") == 0
    assert wanted("S2206", "S2214") == 0, "he comes too late"


def test_whom_nobody_leads_has_no_task_elsewhere() -> None:
    units = {"hq-3pzg": "S3015", "5inf": "S2715", "35inf": "S2015", "8inf": "S1910", "27rd": "S2009"}
    match = plain({**units, "7pz": "S3114", "18mot": "S3116", "s-hq-3a": "S2007"}, turn=5, lines=_rail(31), active=())
    told = AvaKnowledge(match.c, "axis")._tasks.told
    assert match.c.unit("35inf") not in told and match.c.unit("5inf") in told
