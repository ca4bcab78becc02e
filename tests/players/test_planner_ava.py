"""Plans of A Victory Awaits: whose chits can be expected, plans as moves and declared attacks, the player itself."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from engine.games.ava.advice.commands import LATER, SOON, STRAY, chance, commands
from engine.games.ava.advice.knowledge import AvaKnowledge
from engine.games.ava.advice.planning import AvaPlanning
from engine.games.ava.phases.command import quota
from engine.games.ava.zones import lines
from engine.play.match import Match
from engine.play.suppose import supposing
from engine.players import make
from engine.players.planner.plan import Order, Plan
from engine.players.planner.planning import Planning, planning_of
from engine.players.planner.reply import Playout
from engine.players.planner.threats import Threat
from tests.players.deciding import longest_piece
from tests.support.asking import acts
from tests.support.position import position

WEST_EAST = {"axis": ["S0115"], "soviet": ["S5513"]}
UNITS = {"hq-2pzg": "S1910", "18pz": "S2010", "3pz": "S2011", "27rd": "S2210"}


def plains(units: Mapping[str, str] = UNITS, **more: object) -> Match:
    return position(units, ground={}, sources=WEST_EAST, **more)  # type: ignore[arg-type]


def planning(match: Match) -> Planning:
    found = planning_of(match.rules)
    assert isinstance(found, AvaPlanning)
    return found


def orders(match: Match, **told: tuple[str, str]) -> dict[int, Order]:
    """Orders by unit, as labels; an underscore begins the name of a unit that begins with a digit."""
    c = match.c
    return {c.unit(u.strip("_")): Order(c.hex(h), c.hex(t) if t else -1) for u, (h, t) in told.items()}


# ---------------------------------------------------------------------- what counts
@pytest.mark.rule("ava:11.1", "ava:15.1")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_both_sides_reckon_with_the_checks_that_follow_the_next_one(side: str) -> None:
    """Who is cut off loses a step in each; what is freed in time loses none."""
    weights = AvaPlanning().weights(plains(turn=5).c, side)
    assert weights.line > 0 and weights.after > 0 and weights.relief > 0


# ---------------------------------------------------------------------- who can be expected
@pytest.mark.rule("ava:7.1", "ava:8.1", "ava:6.2")
def test_a_headquarters_is_expected_by_where_its_chits_are() -> None:
    match = plains(chits={"2pzg": "cup", "guderian": "later"})
    c = match.c
    (found,) = commands(c, "axis")
    assert found.units == {c.unit(u) for u in ("hq-2pzg", "18pz", "3pz")} and found.chance == pytest.approx(SOON)
    both = commands(plains(chits={"2pzg": "cup", "guderian": "hand"}).c, "axis")
    assert both[0].chance == pytest.approx(1 - (1 - SOON) ** 2)
    c.state.chits["2pzg"] = "played"
    assert 0 < chance(c, "axis", "2pzg") <= LATER * min(quota(c, "axis")["german"], 1)
    c.state.chits["2pzg"] = "later"
    c.touch()
    assert commands(c, "axis") == []


@pytest.mark.rule("ava:6.2", "ava:13.0")
def test_a_chit_competes_for_the_next_turn_with_those_alone_that_can_be_selected_and_activate_somebody() -> None:
    """Two Soviet armies are on the map; three more have no headquarters there, and all others are of other maps."""
    ready = dict.fromkeys(("s-3a", "s-13a", "s-4a", "s-10a", "s-16a"), "ready")
    match = plains({**UNITS, "s-hq-3a": "S4010", "s-hq-13a": "S4011"}, chits=ready)
    c = match.c
    c.state.chits.update({k: "later" for k, where in c.state.chits.items() if where == "ready" and k not in ready})
    number = quota(c, "soviet")["soviet"]
    assert number > 1 and chance(c, "soviet", "s-3a") == LATER
    for further, name in enumerate(("s-4a", "s-10a", "s-16a"), 1):
        c.state.hex_of[c.unit(f"s-hq-{name[2:]}")] = c.hex("S4112")
        c.touch()
        assert chance(c, "soviet", "s-3a") == pytest.approx(LATER * min(number / (2 + further), 1))


@pytest.mark.rule("ava:8.1")
def test_who_no_headquarters_leads_is_hardly_expected_to_strike() -> None:
    led = plains(chits={"2pzg": "cup", "guderian": "later"})
    alone = plains({u: h for u, h in UNITS.items() if u != "hq-2pzg"})
    costs = []
    for match in (led, alone):
        k, c = AvaKnowledge(match.c, "soviet"), match.c
        stack = [f for f in k.forces("soviet") if f.unit == c.unit("27rd")]
        costs.append(Threat(k, "axis").blow(c.hex("S2210"), stack, 2).cost)
    assert costs[1] == pytest.approx(costs[0] * STRAY / SOON) and costs[1] > 0


@pytest.mark.rule("ava:9.2", "ava:9.3")
def test_travel_reaches_farther_by_road_and_pace_is_the_fastest_unit() -> None:
    road = "-".join(f"S{n}10" for n in range(20, 36))
    match = position({"hq-2pzg": "S1910", "18pz": "S2010"}, ground={}, lines={"road": [road]}, sources=WEST_EAST)
    k, u = AvaKnowledge(match.c, "axis"), match.c.unit("18pz")
    assert set(k.reach(u)) < set(k.travel(u)) and match.c.hex("S3510") in k.travel(u).keys() - k.reach(u).keys()
    assert k.pace("axis") == match.c.roster.move[u] and not k.pace("soviet")


@pytest.mark.rule("ava:3.2", "ava:3.3")
@pytest.mark.parametrize(
    "moved", [{}, {"18pz": "S2309"}, {"18pz": "S2309", "3pz": "S2311"}, {"27rd": "S1811"}, {"27rd": ""}]
)
def test_supply_once_units_stand_elsewhere_is_that_of_the_lines_there(moved: dict[str, str]) -> None:
    match = plains(lines={"railroad": ["-".join(f"S{n:02}10" for n in range(1, 26))]})
    c = match.c
    there = {c.unit(u): c.hex(h) if h else -1 for u, h in moved.items()}
    for side in ("axis", "soviet"):
        found = AvaKnowledge(c, side).supplied(side, there)
        assert {h for h in c.grid if found[h]} == lines(supposing(c, hex_of=there), side).length.keys()


# ---------------------------------------------------------------------- the end of the game
@pytest.mark.rule("ava:16.1")
def test_on_the_last_turn_steps_count_for_their_points_and_little_more() -> None:
    units = {"7pz": "S2010", "7inf": "S2011", "7td": "S2210", "27rd": "S2211"}

    def worth(turn: int) -> dict[str, tuple[float, ...]]:
        k = AvaKnowledge(plains(units, turn=turn).c, "axis")
        return {k.c.roster.ids[f.unit]: f.steps for side in ("axis", "soviet") for f in k.forces(side)}

    early, late = worth(2), worth(6)
    for name in ("7inf", "27rd"):
        assert late[name] == pytest.approx([0.25 * step for step in early[name]])
    assert late["7pz"][0] == pytest.approx(1 + 0.25 * (early["7pz"][0] - 1)) and late["7pz"][1] < 0.5 * early["7pz"][1]
    assert late["7td"][-1] == pytest.approx(1 + 0.25 * (early["7td"][-1] - 1))


@pytest.mark.rule("ava:16.4")
def test_with_the_last_chit_of_the_last_turn_nothing_is_done_for_later() -> None:
    def pull(turn: int, place: str) -> float:
        match = plains(turn=turn, chits={"2pzg": place, "guderian": "played"})
        return planning(match).weights(match.c, "axis").pull

    assert pull(6, "played") == 0 < pull(6, "cup") == pull(2, "played")


# ---------------------------------------------------------------------- plans as actions
def done(match: Match, told: dict[int, Order]) -> list[str]:
    """The actions by which orders are carried out, up to the fight."""
    found: list[str] = []
    while match.c.frame.step in ("movement", "combat") and len(found) < 20:
        action = planning(match).next(match.view().c, told)
        assert action is not None and match.check(action) is None
        match.play(action)
        found.append(str(action))
    return found


@pytest.mark.rule("ava:9.1", "ava:10.2")
def test_a_plan_becomes_moves_and_attacks_declared_together() -> None:
    match = plains()
    found = done(match, orders(match, _18pz=("S2110", "S2210"), _3pz=("S2109", "S2210")))
    assert sorted(found[:2]) == ["move 18pz S2110", "move 3pz S2109"] and found[2] == "end"
    assert sorted(found[3:5]) == ["attack 18pz S2210", "attack 3pz S2210"] and found[5] == "fight"


@pytest.mark.rule("ava:10.3")
def test_an_attack_below_the_table_is_not_declared() -> None:
    """Strength 3 against 6."""
    match = plains({"hq-2pzg": "S1910", "7inf": "S2012", "7td": "S2210", "4td": "S2210"})
    assert done(match, orders(match, _7inf=("S2110", "S2210"))) == ["move 7inf S2110", "end", "end"]


def test_a_plan_is_played_out_to_the_end_of_its_command_and_the_game_stays() -> None:
    match = plains()
    before = match.digest()
    playout = Playout(planning(match), match.c, "axis", 3, 20)
    told = orders(match, _18pz=("S2110", "S2210"), _3pz=("S2109", "S2210"))
    *_, ends = playout.ends(Plan(told, ("attack",), match.c.hex("S2210")))
    assert 1 <= len(ends) <= 3 and sum(chance for chance, _ in ends) == pytest.approx(1)
    assert all(planning(match).part(there) is None for _, there in ends)
    assert match.digest() == before and playout.standing(match.c) == playout.standing(match.c)


# ---------------------------------------------------------------------- the player
def test_it_moves_up_and_attacks_the_lone_division_and_says_why() -> None:
    match = plains({"hq-2pzg": "S1910", "7pz": "S2010", "12pz": "S2010", "27rd": "S2210"})
    _, why = make("normal", 1).choose(match)
    assert re.fullmatch(
        r"The plan is to .* at S2210.* \(7Pz, 12Pz\).*\. It .*\. Second plan: .*\.\n"
        r"attack: \+\d\.\d \(enemy losses \+\d\.\d.*\)\.",
        why,
    ), why
    moved = acts(match, "normal")
    assert moved[-1] == "end" and len(moved) > 1
    declared = acts(match, "normal")
    assert {text.split()[0] for text in declared} == {"attack", "fight"}


@pytest.mark.rule("ava:10.7")
def test_both_panzer_divisions_advance_two_hexes_towards_the_city() -> None:
    units = {"hq-2pzg": "S1910", "7pz": "S2010", "12pz": "S2010", "27rd": "S2110"}
    match = plains(units, phase="combat", dice=[6], places={"S2710": "major city"})
    match.play_all(["attack 7pz S2110", "attack 12pz S2110", "fight"])
    assert match.c.frame.step == "advance"
    assert sorted(text.split()[1] for text in acts(match, "normal")) == ["12pz", "7pz"]
    c = match.c
    assert all(c.grid.distance(c.state.hex_of[c.unit(u)], c.hex("S2710")) == 5 for u in ("7pz", "12pz"))


@pytest.mark.rule("ava:3.3")
def test_one_panzer_division_closes_the_gap_through_which_four_divisions_are_supplied() -> None:
    soviets = {"27rd": "S2310", "56rd": "S2310", "85rd": "S2311", "113rd": "S2311"}
    units = {"hq-2pzg": "S2010", "18pz": "S2312", "7inf": "S2209", "23inf": "S2411", "258inf": "S2409", **soviets}
    match = plains(units, active=["18pz"])
    acts(match, "normal")
    view = match.view("axis")
    assert not any(view.supply(match.c.unit(u)).in_supply for u in soviets)


# ---------------------------------------------------------------------- thinking can be left
def test_no_piece_of_thought_is_long() -> None:
    assert longest_piece("ava", "kiev", 11, 45) < 0.1


@pytest.mark.rule("ava:3.1", "ava:9.1", "ava:10.1")
def test_who_is_kept_out_of_a_full_hex_attacks_from_where_he_is() -> None:
    """Two full stacks are told to change places beside their target: nobody finds room, so another plan is made."""
    stacks = {"18pz": "S2010", "3pz": "S2010", "29mot": "S2011", "10mot": "S2011"}
    match = plains({"hq-2pzg": "S1909", **stacks, "27rd": "S2110"}, phase="combat")
    found, there = planning(match), "S2110"
    swapped = orders(
        match, _18pz=("S2011", there), _3pz=("S2011", there), _29mot=("S2010", there), _10mot=("S2010", there)
    )
    kept = {u: Order(match.state.hex_of[u], order.target) for u, order in swapped.items()}
    assert found.spent(match.c, swapped) and not found.spent(match.c, kept)
    moving = plains({"hq-2pzg": "S1909", **stacks, "27rd": "S2110"})
    assert not found.spent(moving.c, swapped), "they may still move"
    assert acts(match, "normal")[0].startswith("attack ")
