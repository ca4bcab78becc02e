"""Plans of Proud Monster: what the planner is told of a position, and assaults as they are planned and carried out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from engine.games.pm.advice.knowledge import PmKnowledge
from engine.games.pm.advice.movement import Bulwark, Focus, Thrust, holding
from engine.games.pm.advice.planning import PmPlanning
from engine.games.pm.advice.storm import Storm
from engine.games.pm.advice.support import attacks
from engine.games.pm.combat.odds import tally
from engine.games.pm.combat.strengths import PREPARED
from engine.games.pm.greedy.aims import Aims
from engine.games.pm.greedy.assault import Attack
from engine.games.pm.greedy.danger import Danger
from engine.games.pm.greedy.ground import Ground
from engine.games.pm.movement.allowance import allowance
from engine.play.match import Match
from engine.players import make
from engine.players.greedy import GreedyPlayer
from engine.players.planner.exchange import expected
from engine.players.planner.knowledge import Outcome, Stand
from engine.players.planner.plan import Order
from engine.players.planner.player import PlannerPlayer
from tests.players.deciding import longest_piece
from tests.players.test_greedy_pm import shuffled, swapped
from tests.support.asking import acts
from tests.support.pm_position import play, position, unit

WEST_EAST = {"supply_german": ["2510N"], "supply_soviet": ["3310N"]}
FRONT = {"6inf": "2811N", "26inf": "2811N", "rd-001": "2911N"}


def plains(units: Mapping[str, Any] = FRONT, **more: Any) -> Match:
    return position(units, ground={}, **{"phase": "combat", "zones": WEST_EAST, **more})


def spot(match: Match, label: str) -> int:
    return match.c.hex(label)


def known(match: Match, side: str = "axis") -> PmKnowledge:
    return PmKnowledge(match.c, side)


@pytest.mark.rule("pm:14.8", "pm:14.31")
@pytest.mark.parametrize("lines", [{}, {"river": ["2811N-2911N"]}])
def test_chances_are_those_of_the_odds_that_are_shown(lines: Mapping[str, list[str]]) -> None:
    match = plains(lines=lines, identities={"rd-001": (2, 3, 5)}, tried=["rd-001"])
    k, h, target = known(match), spot(match, "2811N"), spot(match, "2911N")
    units = [unit(match, "6inf"), unit(match, "26inf")]
    strength = sum(k.arriving(Stand(u, h), target) for u in units)
    (defender,) = k.forces("soviet")
    shown = tally(match.c, PREPARED, units, target).distribution
    found = {f"{o.attacker}/{'E' if o.defender > 9 else o.defender}": p
             for o, p in k.chances(strength, defender.defense, target, {h})}  # fmt: skip
    assert found == pytest.approx(shown)


@pytest.mark.rule("pm:14.32", "pm:14.33")
def test_german_defenders_go_back_for_one_increment_and_soviet_ones_stay() -> None:
    match = plains()
    k, west, east = known(match), spot(match, "2811N"), spot(match, "2911N")
    assert any(o.retreat for o, _ in k.chances(30, 10, west, {east}))
    assert not any(o.retreat for o, _ in k.chances(30, 10, east, {west}))
    assert all(o == Outcome(o.attacker, o.defender, o.retreat) for o, _ in k.chances(30, 10, west))


@pytest.mark.rule("pm:12.1", "pm:9.4")
def test_there_are_no_zones_and_a_line_goes_round_whoever_does_not_stand_in_it() -> None:
    match = plains({**FRONT, "1pz": "2711N"})
    k = known(match)
    here, beyond = spot(match, "2911N"), spot(match, "3011N")
    assert not k.zone(here) and beyond in k.reach(unit(match, "1pz")) and here not in k.reach(unit(match, "1pz"))
    assert k.supplied("soviet", {})[here]
    around = dict(zip((f.unit for f in k.forces("axis")), k.beside(here), strict=False))
    assert k.supplied("soviet", around)[here], "three of six hexes are not all around it"
    assert not k.supplied("axis", {unit(match, "rd-001"): spot(match, "2510N")})[here], "on the only source"


@pytest.mark.rule("pm:4.4")
def test_soviet_units_in_greater_germany_are_worth_the_points_that_they_cost() -> None:
    match = plains(
        {"6inf": "2811N", "rd-001": "2911N", "rd-002": "3111N"}, zones={**WEST_EAST, "zomo_germany": ["2911N"]}
    )
    there, elsewhere = (f.steps[0] for f in known(match).forces("soviet"))
    assert there >= elsewhere + 0.5


@pytest.mark.rule("pm:14.1", "pm:14.6")
def test_a_good_assault_is_made_with_its_reason_and_a_hopeless_one_is_not() -> None:
    def play(match: Match) -> list[tuple[str, str]]:
        player, found = make("normal", 1), []
        while match.side == "axis" and match.c.frame.step == "combat":
            action, why = player.choose(match)
            assert match.check(action) is None
            found.append((str(action), why))
            match.play(action)
        return found

    made = play(plains({**FRONT, "5inf": "2811N", "32inf": "2812N"}))
    assert [text.split()[0] for text, _ in made[:2]] == ["target", "add"] and "roll" in {text for text, _ in made}
    assert "The plan is to attack" in made[0][1] and all(re.search(r"plan", why) for _, why in made)
    many = {f"rd-{n:03}": "2911N" for n in range(1, 4)}
    assert [text for text, _ in play(plains({"6inf": ("2811N", 1), **many}))] == ["end"]


@pytest.mark.rule("pm:14.14")
def test_attackers_all_around_count_for_more() -> None:
    match = plains({"6inf": "2811N", "26inf": "2811N", "rd-001": "2911N"})
    k, target = known(match), spot(match, "2911N")
    around = match.c.grid.neighbours[target]
    mine, defenders = k.forces("axis"), k.forces("soviet")
    together = expected(k, [(f, around[0]) for f in mine], defenders, target, 0)
    opposite = expected(k, [(mine[0], around[0]), (mine[1], around[3])], defenders, target, 0)
    assert opposite.gain > together.gain


@pytest.mark.rule("pm:14.41")
def test_siege_artillery_beside_the_attackers_is_reckoned_with() -> None:
    units = {**FRONT, "arko": "2811N"}
    match = plains(units, places={"2911N": ("city", 2)}, identities={"rd-001": (2, 3, 5)}, tried=["rd-001"])
    k, h, target = known(match), spot(match, "2811N"), spot(match, "2911N")
    mine = [unit(match, "6inf"), unit(match, "26inf")]
    strength = sum(k.arriving(Stand(u, h), target) for u in mine)
    found = {f"{o.attacker}/{'E' if o.defender > 9 else o.defender}": p
             for o, p in k.chances(strength, k.forces("soviet")[0].defense, target, {h})}  # fmt: skip
    assert found == pytest.approx(tally(match.c, PREPARED, mine, target).distribution)


@pytest.mark.rule("pm:2.15")
def test_who_untried_units_are_changes_no_plan() -> None:
    def choices(swap: bool) -> list[str]:
        match, player = plains({**FRONT, "5inf": "2811N", "rd-002": "3011N"}), make("normal", 1)
        if swap:
            s, (a, b) = match.c.state, (unit(match, "rd-001"), unit(match, "rd-002"))
            assert s.identity[a] != s.identity[b]
            s.identity[a], s.identity[b] = s.identity[b], s.identity[a]
            match.c.touch()
        found = []
        for _ in range(4):
            action, why = player.choose(match)
            found.append(f"{action} {why}")
            match.play(action)
        return found

    assert choices(False) == choices(True)


@pytest.mark.rule("pm:2.15")
def test_an_attack_that_just_reaches_a_column_on_the_mean_may_fall_short_of_it_against_untried_units() -> None:
    match = plains(identities={"rd-001": (2, 3, 5)})
    target, h = spot(match, "2911N"), spot(match, "2811N")
    unsure = dict(known(match).chances(9, 3, target, {h}))
    match.c.state.tried[unit(match, "rd-001")] = 1
    match.c.touch()
    sure = dict(known(match).chances(9, 3, target, {h}))
    assert sum(unsure.values()) == pytest.approx(1) and len(unsure) >= len(sure)
    assert sum(o.attacker * p for o, p in unsure.items()) > sum(o.attacker * p for o, p in sure.items())


# ---------------------------------------------------------------------- one plan for a phase
SOUTH = {**dict.fromkeys(("1inf", "11inf", "21inf"), "2815N"), "rd-002": "2915N"}
TWO = {**FRONT, "5inf": "2811N", "32inf": "2811N", **SOUTH}


def test_a_plan_goes_on_when_a_die_has_fallen() -> None:
    match, player = plains(TWO), PlannerPlayer(1)
    made, targets = set[int](), 0
    while match.side == "axis" and any(f.step == "combat" for f in match.state.stack):
        action, _ = player.choose(match)
        made.add(id(player.plans[0].plan))
        targets += action.verb == "target"
        match.play(action)
    assert targets == 2 and len(made) == 1


def test_a_plan_is_made_anew_where_somebody_is_missing_from_an_attack() -> None:
    match = plains(TWO)
    planning, c = PmPlanning(), match.c
    orders = {unit(match, u): Order(spot(match, "2811N"), spot(match, "2911N")) for u in ("6inf", "26inf")}
    assert not planning.spent(c, orders)
    c.state.hex_of[unit(match, "6inf")] = spot(match, "2611N")
    c.touch()
    assert planning.spent(c, orders)


@pytest.mark.rule("pm:14.4")
def test_a_hex_that_was_attacked_is_no_target_any_more() -> None:
    match = plains(TWO, dice=[1])
    target = spot(match, "2911N")
    assert known(match).struck_from(target, "axis")
    play(match, "target 2911N", "add 6inf", "roll")
    while match.c.frame.step != "combat":
        match.play(match.prompt.default or next(iter(match.legal)))
    assert not known(match).struck_from(target, "axis") and known(match).struck_from(spot(match, "2915N"), "axis")


@pytest.mark.rule("pm:7.2")
def test_of_nations_that_may_not_attack_together_the_one_with_more_units_does() -> None:
    match = plains({**dict.fromkeys(("ro-g", "ro-11inf"), "3010S"), "hf": "3011S", "rd-001": "3110S"})
    planning, target = PmPlanning(), spot(match, "3110S")
    assert {spot(match, h) for h in ("3010S", "3011S")} <= set(match.c.grid.adjacent[target])
    orders = {unit(match, u): Order(spot(match, "3010S"), target) for u in ("ro-g", "ro-11inf")}
    orders[unit(match, "hf")] = Order(spot(match, "3011S"), target)
    joined = set[str]()
    for _ in range(5):
        action = planning.next(match.c, orders)
        assert action is not None and match.check(action) is None
        if action.verb == "roll":
            break
        joined.update(action.args[:1] if action.verb == "add" else ())
        match.play(action)
    assert joined == {"ro-g", "ro-11inf"}


# ---------------------------------------------------------------------- duties
@pytest.mark.rule("pm:6.5", "pm:14.23")
def test_a_garrison_is_as_safe_as_it_is_large() -> None:
    match = plains({"1pz": "2711N", "rd-001": "2911N"}, places={"2911N": ("city", 3)})
    stand, h = Bulwark(Ground(match.c, "soviet")), spot(match, "2911N")
    fall = holding(stand, Danger(stand.g), stand.coming).fall
    chances = [fall(h, 60.0, 3.0 * n, n) for n in range(1, 11)]
    assert chances == sorted(chances, reverse=True) and chances[9] < chances[1]


@pytest.mark.rule("pm:14.23")
def test_a_german_division_is_no_garrison_where_one_assault_eliminates_it() -> None:
    city: dict[str, Any] = {"places": {"2811N": ("city", 3)}, "control": {"2811N": "axis"}}

    def stay(*foes: str) -> int:
        who: dict[str, Any] = {"identities": dict.fromkeys(foes, (4, 4, 5)), "tried": foes}
        units = {**dict.fromkeys(("6inf", "26inf", "5inf"), "2811N"), **dict.fromkeys(foes, "3011N"), "1pz": "3510N"}
        match = plains(units, phase="movement", turn=3, **city, **who)
        plan = thrust(match)
        plan.prepare()
        return list(plan.goal.values()).count(spot(match, "2811N"))

    assert stay("rd-001") == 1 and stay("rd-001", "rd-002", "rd-003") == 2


def test_who_can_come_for_a_place_counts_and_who_is_far_does_not() -> None:
    near = Bulwark(Ground(plains({"1pz": "2711N", "rd-001": "3311N"}).c, "soviet"))
    away = Bulwark(Ground(plains({"1pz": "2711N", "6inf": "2611N", "rd-001": "3311N"}).c, "soviet"))
    match = plains()
    assert near.coming(spot(match, "2911N")) > 0 and not near.coming(spot(match, "5011N"))
    assert away.coming(spot(match, "2811N")) > near.coming(spot(match, "2811N"))


@pytest.mark.rule("pm:9.4")
def test_a_line_is_exposed_by_what_the_enemy_can_come_into() -> None:
    def exposed(units: dict[str, str]) -> int:
        match = plains({"1pz": "2611N", **units})
        g = Ground(match.c, "axis")
        return Thrust(g, Aims(g)).exposed.get(spot(match, "3111N"), 0)

    far, near = exposed({"rd-001": "4011N"}), exposed({"rd-001": "2913N", "rd-002": "2909N"})
    assert far == 0 < near


@pytest.mark.rule("pm:14.7")
def test_defenders_who_were_turned_over_are_remembered() -> None:
    units = {**dict.fromkeys(("6inf", "26inf", "5inf"), "2811N"), **{f"rd-{n:03}": "2911N" for n in range(3, 7)}}
    match = plains({**units, **SOUTH}, dice=[1])
    play(match, "target 2911N", "all", "roll")
    while match.c.frame.step != "combat":
        match.play(match.prompt.default or next(iter(match.legal)))
    under = {unit(match, f"rd-{n:03}") for n in range(4, 7)}
    assert under <= GreedyPlayer(1, "DUTIES").scene(match).known
    assert not GreedyPlayer(1).scene(match).known, "the frozen player has no memory"


# ---------------------------------------------------------------------- thinking can be left
def test_no_piece_of_thought_is_long() -> None:
    assert longest_piece("pm", "campaign", 5, 230) < 0.1


# ---------------------------------------------------------------------- what it cannot see
@pytest.mark.rule("pm:2.15", "pm:14.7")
def test_what_cannot_be_seen_changes_no_choice() -> None:
    match, seen = Match.new("pm", "campaign", seed=9), set[tuple[str, str]]()
    bots = {"axis": make("normal", 1), "soviet": make("normal", 2)}
    while ("soviet", "combat") not in seen:
        key = (match.side, match.c.frame.step)
        if key not in seen and key[1] in ("movement", "combat", "commitment"):
            seen.add(key)
            expected = make("normal", 1).choose(match)
            assert make("normal", 1).choose(shuffled(match, 7)) == expected
            if match.side == "soviet":
                assert make("normal", 1).choose(swapped(match)) == expected
        match.play(bots[match.side].choose(match)[0])
    assert len(seen) == 5


# ---------------------------------------------------------------------- acting together
def thrust(match: Match) -> Thrust:
    g = Ground(match.c, "axis")
    return Thrust(g, Focus(g))


@pytest.mark.rule("pm:6.1")
def test_whoever_stands_in_a_full_hex_lets_nobody_else_in() -> None:
    many = ("6inf", "26inf", "5inf", "32inf", "1inf")
    match = plains({**dict.fromkeys(many, "2811N"), "11inf": "2711N", "rd-001": "3111N"}, phase="movement")
    plan, h = thrust(match), spot(match, "2811N")
    here, comer = unit(match, "6inf"), unit(match, "11inf")
    assert plan.fits([here], h) and not plan.fits([comer], h) and not plan.fits([here, comer], h)
    plan.put(here, spot(match, "2711N"), "")
    assert plan.fits([comer], h)


@pytest.mark.rule("pm:9.7")
def test_a_ring_is_closed_where_the_assault_on_who_is_in_it_is_better_for_it() -> None:
    names = [f"rd-{n:03}" for n in range(1, 6)]
    corps = {
        **dict.fromkeys(("6inf", "26inf", "5inf", "32inf"), "2811N"),
        **dict.fromkeys(("1pz", "6pz", "8pz"), "2809N"),
    }
    units = {
        **corps,
        **dict.fromkeys(("7pz", "20pz", "12pz"), "2813N"),
        **dict.fromkeys(names, "2911N"),
        "rd-020": "3311N",
    }
    match = plains(units, phase="movement", places={"2911N": ("city", 3)}, identities=dict.fromkeys(names, (4, 5, 5)),
                   tried=names)  # fmt: skip
    plan = thrust(match)
    storm = Storm(plan.g, plan, plan.planner)
    for _ in storm.work():
        pass
    ring = {told.hex for told in storm.orders}
    target = spot(match, "2911N")
    assert set(match.c.grid.adjacent[target]) <= ring and [attack.target for attack in storm.made] == [target]


@pytest.mark.rule("pm:10.2")
def test_an_aircraft_adds_no_more_than_its_stack() -> None:
    match = plains({"184stg": "2811N", "6inf": "2811N", "rd-001": "2911N"}, boxes={"i-fk": "air"},
                   carries={"i-fk": "184stg"})  # fmt: skip
    k, target, h = known(match), spot(match, "2911N"), spot(match, "2811N")
    gun, foot = unit(match, "184stg"), unit(match, "6inf")
    alone = sum(k.ground("axis").factor(u, target) for u in (gun, foot))
    assert k.arriving(Stand(gun, h), target) == k.ground("axis").factor(gun, target) + min(10, alone)


@pytest.mark.rule("pm:8.20")
def test_the_last_of_a_division_that_may_still_refit_is_worth_more() -> None:
    match = plains({"1pz": ("2811N", 1), "rd-001": "2911N"})
    (fresh,) = known(match).forces("axis")
    match.c.state.refit[unit(match, "1pz")] = 2
    match.c.touch()
    (spent,) = known(match).forces("axis")
    assert fresh.steps[0] > spent.steps[0]


@pytest.mark.rule("pm:8.21")
def test_security_divisions_are_not_called_out_for_places_far_from_home() -> None:
    raiders = {f"rd-{n:03}": "2411N" for n in range(1, 5)}
    for town, called in (("2811N", False), ("2311N", True)):
        zones, held = {**WEST_EAST, "zomo_germany": ["2211N"]}, {town: ("large town", 1)}
        aside = dict.fromkeys(("207sec", "281sec", "285sec"), "aside")
        match = plains({"6inf": town, **raiders}, phase="german-reinforcement", turn=6, places=held, boxes=aside,
                       control={town: "axis"}, zones=zones)  # fmt: skip
        assert any(text.startswith("security") for text in acts(match, "normal")) is called


@pytest.mark.rule("pm:6.3")
def test_of_battalions_no_more_are_sent_to_a_hex_than_may_be_there() -> None:
    guns = ("184stg", "185stg", "190stg", "191stg")
    match = plains({**dict.fromkeys(guns, "2811N"), "192stg": "2711N", "6inf": "2711N", "rd-001": "3111N"},
                   phase="movement")  # fmt: skip
    plan, h = thrust(match), spot(match, "2811N")
    comer = unit(match, "192stg")
    assert plan.fits([unit(match, "6inf")], h) and not plan.fits([comer], h)
    plan.put(unit(match, "184stg"), spot(match, "2711N"), "")
    assert plan.fits([comer], h)


@pytest.mark.rule("pm:4.4")
def test_who_guards_the_border_alone_and_could_be_lost_brings_nothing_into_an_assault() -> None:
    zones = {**WEST_EAST, "zomo_germany": ["2811N"]}
    (alone,) = known(plains({"10mg": "2811N", "rd-001": "2911N"}, zones=zones)).forces("axis")
    together = known(plains({"10mg": "2811N", "6inf": "2811N", "rd-001": "2911N"}, zones=zones)).forces("axis")
    assert alone.attack == 0 and all(f.attack > 0 for f in together)


@pytest.mark.rule("pm:2.13")
def test_who_is_worn_comes_to_an_assault_by_what_he_still_moves() -> None:
    worn = plains({"6inf": "2511N", "26inf": ("2511N", 1), "rd-001": "3111N"}, phase="commitment")
    whole, slow = unit(worn, "6inf"), unit(worn, "26inf")
    assert allowance(worn.c, slow) < allowance(worn.c, whole)
    made = list[Attack]()
    for _ in attacks(Ground(worn.c, "axis"), made):
        pass
    assert [[u for u, _ in attack.units] for attack in made] == [[whole]], "the other comes too late"
