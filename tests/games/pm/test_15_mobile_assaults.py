"""Section 15: mobile assaults. A battle of the tests' own says how they end; one is fought with the real one."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from engine.games.pm.combat.mobile import assault_cost, assault_reach
from engine.games.pm.state import PmState
from engine.games.pm.units import eliminate, lose_step, side_units
from engine.play.match import Match
from engine.play.step import Context, Prompt, Step
from tests.support.pm_position import at, column, hexes, left, play, position, refusal, steps, unit


class Ordained(Step[PmState]):
    """A battle whose end is known: whether the hex is cleared, and who of the attackers loses a step."""

    id = "battle"
    ends: ClassVar[list[tuple[bool, tuple[str, ...]]]] = []

    def prompt(self, c: Context[PmState]) -> Prompt:
        return Prompt(c.state.side, "", "pm:15.14")

    def enter(self, c: Context[PmState]) -> None:
        v = c.frame.vars
        assert v["kind"] == "mobile" and all(c.state.hex_of[u] != v["target"] for u in v["attackers"])
        cleared, losses = self.ends.pop(0)
        for u in side_units(c, v["target"], "soviet" if c.state.side == "axis" else "axis") if cleared else []:
            eliminate(c, u, "pm:14.38")
        for name in losses:
            lose_step(c, c.roster.find(name), "pm:14.35")
        c.state.memory["cleared"] = int(cleared)
        c.done()


def ordained(match: Match, *ends: Any) -> Match:
    """Make the next battles end so: ``True``, ``False``, or with the ids of attackers that lose a step."""
    Ordained.ends = [end if isinstance(end, tuple) else (end, ()) for end in ends]
    match.c.steps = {**match.c.steps, "battle": Ordained()}
    return match


def axis(units: dict[str, Any], **words: Any) -> Match:
    return position(units, **{"ground": {}, **words})


def soviet(units: dict[str, Any], **words: Any) -> Match:
    return position(units, **{"ground": {}, "side": "soviet", **words})


# ---------------------------------------------------------------------- who
@pytest.mark.rule("pm:15.1")
def test_motorized_infantry_needs_armour() -> None:
    match = axis({"36mot": "2510N", "185stg": "2510N", "rd-001": "2511N"})
    assert refusal(match, "assault 36mot 2511N").rule == "pm:15.1"
    assert match.check("assault 185stg 2511N") is None
    play(match, "pick 36mot", "pick 185stg")
    assert match.check("assault 36mot 2511N") is None


@pytest.mark.rule("pm:15.1")
@pytest.mark.parametrize("name", ["1inf", "1cav", "ro-1arm", "it-3fast", "hf"])
def test_who_never_makes_a_mobile_assault(name: str) -> None:
    match = axis({name: "2510S", "rd-001": "2511S"})
    assert refusal(match, f"assault {name} 2511S").rule == "pm:15.1"


@pytest.mark.rule("pm:10.1")
def test_flak_does_not_ride_along() -> None:
    match = axis({"1pz": "2510N", "i-flak": "2510N", "rd-001": "2511N"})
    play(match, "gather 1pz")
    assert refusal(match, "assault 1pz 2511N").rule == "pm:10.1"


@pytest.mark.rule("pm:15.1", "pm:15.12")
def test_soviet_tanks_and_cavalry_may() -> None:
    units = {n: "2510N" for n in ("td-001", "mrd-001", "cd-001", "tb-001", "mrb-001")}
    match = soviet(units | {"1inf": "2511N", "rd-001": "2611N"})
    found = [match.check(f"assault {n} 2511N") for n in (*units, "rd-001")]
    assert [f.rule if f else "" for f in found] == ["", "pm:15.1", "", "", "pm:15.1", "pm:15.1"]
    play(match, "pick mrd-001", "pick td-001", "pick cd-001")
    assert match.check("assault mrd-001 2511N") is None


@pytest.mark.rule("pm:15.8", "pm:12.5")
def test_only_units_that_began_together_assault_together() -> None:
    match = axis({"1pz": "2510N", "6pz": "2509N", "rd-001": "2511N"})
    play(match, "move 6pz 2510N", "pick 6pz")
    assert refusal(match, "pick 1pz").rule == "pm:12.5"


@pytest.mark.rule("pm:15.0", "pm:R29")
def test_beginners_have_none() -> None:
    match = axis({"1pz": "2510N", "rd-001": "2511N"}, options={"rules": "beginners"})
    assert refusal(match, "assault 1pz 2511N").rule == "pm:15.0"
    assert not [a for a in match.legal.of("1pz") if a.verb == "assault"]


@pytest.mark.rule("pm:9.19", "pm:9.20", "pm:14.40")
def test_orders_that_forbid_attacks() -> None:
    units = {"1pz": "2510N", "rd-001": "2511N"}
    assert refusal(axis(units, memory={"pause": 2}), "assault 1pz 2511N").rule == "pm:9.19"
    assert refusal(axis(units, memory={"concentration": 1}), "assault 1pz 2511N").rule == "pm:9.20"
    assert axis(units, memory={"concentration": 1}, marked=["1pz"]).check("assault 1pz 2511N") is None
    laager = axis(units, places={"2510N": "town"}, turn=12, hedgehogs=["2510N"])
    assert refusal(laager, "assault 1pz 2511N").rule == "pm:14.40"


# ---------------------------------------------------------------------- cost
@pytest.mark.rule("pm:15.2", "pm:12.21")
def test_nine_points_over_a_river() -> None:
    # The example: 2608N to 2707N, 7 for the assault and 2 for the river.
    match = position({"1pz": "2608N", "rd-001": "2707N"})
    a, b = hexes(match, "2608N", "2707N")
    assert assault_cost(match.c, [unit(match, "1pz")], a, b) == 9
    ordained(match, True)
    events = play(match, "assault 1pz 2707N")
    assert at(match, "1pz") == "2707N" and left(match, "1pz") == 3
    assert (events[0].kind, events[0].rule) == ("assault", "pm:15.2")


@pytest.mark.rule("pm:15.2", "pm:5.6", "pm:5.5")
def test_costs_by_side_and_turn_whatever_the_ground() -> None:
    lines = {"river": ["2510N-2511N"]}
    for ground in ("clear", "forest", "hills"):
        match = axis({"1pz": "2510N", "rd-001": "2511N"}, ground={"2511N": ground})
        assert assault_cost(match.c, [unit(match, "1pz")], *hexes(match, "2510N", "2511N")) == 7
    first = axis({"1pz": "2510N", "rd-001": "2511N"}, turn=1, lines=lines)
    assert assault_cost(first.c, [unit(first, "1pz")], *hexes(first, "2510N", "2511N")) == 6
    reds = soviet({"td-001": "2510N", "cd-001": "2510N", "1inf": "2511N"}, turn=1, lines=lines)
    across = hexes(reds, "2510N", "2511N")
    assert assault_cost(reds.c, [unit(reds, "td-001")], *across) == 6
    assert assault_cost(reds.c, [unit(reds, "cd-001")], *across) == 5


@pytest.mark.rule("pm:15.3", "pm:12.3")
def test_without_the_points_there_is_none() -> None:
    match = axis({"1pz": "2504N", "rd-001": "2511N", "rd-002": "2509N"})
    play(match, "move 1pz 2508N")
    ordained(match, True)
    play(match, "assault 1pz 2509N")
    assert left(match, "1pz") == 1
    play(match, "move 1pz 2510N")
    assert refusal(match, "assault 1pz 2511N").rule == "pm:12.1"
    poor = axis({"1pz": "2504N", "rd-001": "2511N"})
    play(poor, "move 1pz 2510N")
    assert refusal(poor, "assault 1pz 2511N").rule == "pm:15.3"


# ---------------------------------------------------------------------- where
@pytest.mark.rule("pm:15.3", "pm:14.18", "pm:R27")
def test_never_into_marsh_unless_it_is_frozen() -> None:
    units = {"1pz": "2510N", "rd-001": "2511N"}
    assert refusal(axis(units, ground={"2511N": "marsh"}), "assault 1pz 2511N").rule == "pm:15.3"
    assert axis(units, ground={"2511N": "marsh"}, weather="frost").check("assault 1pz 2511N") is None


@pytest.mark.rule("pm:15.3", "pm:13.5", "pm:13.7")
@pytest.mark.parametrize("weather", ["mud", "snow"])
def test_none_in_mud_and_snow(weather: str) -> None:
    units = {"1pz": "2510N", "rd-001": "2511N"}
    assert refusal(axis(units, weather=weather), "assault 1pz 2511N").rule == "pm:15.3"
    assert axis(units, weather="rain").check("assault 1pz 2511N") is None


@pytest.mark.rule("pm:15.3", "pm:6.5")
def test_none_from_city_to_city() -> None:
    places = {"2510N": "city", "2511N": "city"}
    match = axis({"1pz": "2510N", "8pz": "2512N", "rd-001": "2511N"}, places=places)
    assert refusal(match, "assault 1pz 2511N").rule == "pm:15.3"
    assert match.check("assault 8pz 2511N") is None


@pytest.mark.rule("pm:15.3", "pm:12.16")
def test_none_across_the_straits() -> None:
    match = position({"1pz": "3820S", "rd-001": "3819S", "6pz": "3216S", "rd-002": "3315S"})
    assert refusal(match, "assault 1pz 3819S").rule == "pm:15.3"
    assert refusal(match, "assault 6pz 3315S").rule == "pm:15.3"


@pytest.mark.rule("pm:15.2", "pm:5.3")
def test_only_a_neighbouring_enemy_hex() -> None:
    match = axis({"1pz": "2510N", "rd-001": "2512N", "rd-002": "2501S"})
    assert refusal(match, "assault 1pz 2511N").rule == "pm:15.2"
    assert refusal(match, "assault 1pz 2512N").rule == "pm:15.2"
    calm = position({"td-001": "1907S", "1inf": "1808S"}, side="soviet", turn=1)
    assert refusal(calm, "assault td-001 1808S").rule == "pm:5.3"


@pytest.mark.rule("pm:15.7", "pm:6.2", "pm:R48")
def test_the_launch_hex_must_be_within_limits() -> None:
    divisions = ("1inf", "11inf", "21inf", "61inf", "217inf")
    match = axis({n: "2510N" for n in divisions} | {"1pz": "2509N", "rd-001": "2511N", "rd-002": "2410N"})
    play(match, "move 1pz 2510N")
    assert refusal(match, "assault 1pz 2511N").rule == "pm:15.7"
    five = axis({n: "2510N" for n in divisions[:4]} | {"1pz": "2509N"} | {f"rd-00{n}": "2511N" for n in range(1, 6)})
    play(five, "move 1pz 2510N")
    # The five defenders do not count against the attacker.
    assert refusal(five, "assault 1pz 2512N").rule == "pm:15.2"
    ordained(axis({"1pz": "2510N"} | {f"rd-00{n}": "2511N" for n in range(1, 6)}), True).play("assault 1pz 2511N")


# ---------------------------------------------------------------------- afterwards
@pytest.mark.rule("pm:15.9", "pm:R6")
def test_victors_are_in_the_hex_and_go_on_with_what_is_left() -> None:
    match = axis({"1pz": "2510N", "6pz": "2510N", "rd-001": "2511N"}, places={"2511N": ("large town", 1)})
    ordained(match, True)
    play(match, "gather 1pz", "assault 1pz 2511N")
    assert (at(match, "1pz"), at(match, "6pz"), column(match, "vp")) == ("2511N", "2511N", 1)
    play(match, "move 1pz 2516N")
    assert left(match, "6pz") == 0


@pytest.mark.rule("pm:15.6", "pm:R6")
def test_who_is_repelled_stands_where_it_came_from() -> None:
    match = axis({"1pz": "2510N", "6pz": "2510N", "rd-001": "2511N"}, places={"2511N": ("large town", 1)})
    ordained(match, False, True)
    play(match, "assault 1pz 2511N")
    assert at(match, "1pz") == "2510N" and column(match, "vp") == 0
    assert refusal(match, "move 1pz 2509N").rule == "pm:12.6"
    assert refusal(match, "assault 1pz 2511N").rule == "pm:12.6"
    # Others of the same stack make their own round against the same hex.
    play(match, "assault 6pz 2511N")
    assert at(match, "6pz") == "2511N"


@pytest.mark.rule("pm:15.6", "pm:5.6")
def test_on_the_first_turn_germans_go_in_again() -> None:
    match = ordained(axis({"1pz": "2510N", "rd-001": "2511N"}, turn=1), False, True)
    play(match, "assault 1pz 2511N")
    assert match.state.stack[-1].step == "mobile-again" and match.prompt.rule == "pm:15.6"
    play(match, "again")
    assert at(match, "1pz") == "2511N" and left(match, "1pz") == 0
    assert match.state.stack[-1].step == "movement"


@pytest.mark.rule("pm:R85", "pm:2.13", "pm:15.6")
def test_whole_mechanized_units_have_the_points_for_a_second_round() -> None:
    c = position({}).c
    two_rounds = 2 * c.data.constant("assault_cost_axis_first_turn")
    kinds = ("panzer", "motorized", "assault gun")
    whole = [u for u, k in enumerate(c.roster.kind) if k in kinds and c.roster.nationality[u] == "german"]
    assert len(whole) > 40 and {c.roster.faces[u][0][2] for u in whole} == {two_rounds}


@pytest.mark.rule("pm:15.6")
def test_or_they_halt() -> None:
    match = ordained(axis({"1pz": "2510N", "rd-001": "2511N"}, turn=1), False)
    play(match, "assault 1pz 2511N", "halt")
    assert at(match, "1pz") == "2510N"
    assert refusal(match, "move 1pz 2509N").rule == "pm:12.6"


@pytest.mark.rule("pm:15.6", "pm:R46")
def test_a_second_round_needs_six_points_which_losses_do_not_take() -> None:
    match = ordained(axis({"1pz": "2509N", "6pz": "2510N", "rd-001": "2511N"}, turn=1), False, (False, ("6pz",)))
    play(match, "move 1pz 2510N", "assault 1pz 2511N")
    assert match.state.stack[-1].step == "movement", "only 5 left"
    play(match, "assault 6pz 2511N")
    assert steps(match, "6pz") == 3 and left(match, "6pz") == 6
    assert match.state.stack[-1].step == "mobile-again"


@pytest.mark.rule("pm:15.6", "pm:15.1")
def test_a_second_round_needs_armour_too() -> None:
    units = {"185stg": "2510N", "36mot": "2510N", "rd-001": "2511N"}
    match = ordained(axis(units, turn=1), (False, ("185stg",)))
    play(match, "gather 36mot", "assault 36mot 2511N")
    assert match.state.stack[-1].step == "movement"
    assert column(match, "moving")[unit(match, "36mot")] == 2


@pytest.mark.rule("pm:15.6")
def test_soviets_have_one_round_even_then() -> None:
    match = ordained(soviet({"td-001": "2510N", "1inf": "2511N"}, turn=1), False)
    play(match, "assault td-001 2511N")
    assert match.state.stack[-1].step == "movement" and at(match, "td-001") == "2510N"


@pytest.mark.rule("pm:15.9", "pm:15.6")
def test_after_a_victory_another_hex_may_be_assaulted() -> None:
    match = ordained(soviet({"td-001": "2510N", "1inf": "2511N", "11inf": "2512N"}), True, True)
    play(match, "assault td-001 2511N", "assault td-001 2512N")
    assert at(match, "td-001") == "2512N" and left(match, "td-001") == 0


@pytest.mark.rule("pm:15.12")
def test_nobody_is_left_to_enter_when_the_cavalry_is_spent() -> None:
    match = ordained(soviet({"cd-001": "2510N", "1inf": "2511N"}), (True, ("cd-001",)))
    play(match, "assault cd-001 2511N")
    assert (at(match, "cd-001"), at(match, "1inf")) == ("[eliminated]", "[eliminated]")
    assert match.state.stack[-1].step == "movement"


@pytest.mark.rule("pm:15.4", "pm:9.8")
def test_the_supply_of_the_attacker_is_that_of_the_start_of_its_movement() -> None:
    match = axis({"1pz": "2504N", "rd-001": "2511N"})
    play(match, "move 1pz 2506N")
    soviets = [u for u, f in enumerate(match.c.roster.formation) if f == "rd"][::-1]
    for h, u in zip(sorted(match.c.board.zone("supply_german")), soviets, strict=False):
        match.state.hex_of[u], match.state.box[u] = h, ""
    match.c.touch()
    assert column(match, "supply")[unit(match, "1pz")] == 0
    play(match, "move 1pz 2509N")
    assert column(match, "supply")[unit(match, "1pz")] == 0


@pytest.mark.rule("pm:15.13", "pm:15.14")
def test_an_assault_fought_with_the_common_battle_leaves_the_prepared_one_open() -> None:
    units = {n: "2510N" for n in ("1pz", "6pz", "8pz")} | {"rd-001": "2511N", "rd-002": "2512N"}
    match = axis(units, identities={"rd-001": (1, 1, 5)})
    events = play(match, "gather 1pz", "assault 1pz 2511N")
    assert [e.kind for e in events if e.kind in ("assault", "reveal", "eliminated", "move")] == [
        "assault", "reveal", "eliminated", "move",
    ]  # fmt: skip
    assert at(match, "1pz") == "2511N" and column(match, "memory")["cleared"] == 1
    assert column(match, "fought")[unit(match, "1pz")] == 0
    play(match, "end")
    assert match.check("target 2512N") is None


@pytest.mark.rule("pm:15.2")
def test_what_could_be_assaulted_after_a_move() -> None:
    match = axis({"1pz": "2510N", "rd-001": "2514N", "rd-002": "2517N"})
    found = assault_reach(match.c, [unit(match, "1pz")])
    assert {match.c.label(h): cost for h, cost in found.items()} == {"2514N": 10}
