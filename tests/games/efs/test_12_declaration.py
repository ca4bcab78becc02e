"""Rules 12.1 to 12.3, 15.12 to 15.16: who may attack what, required attacks, several hexes, minimum odds, mandates."""

from __future__ import annotations

import pytest

from engine.games.efs.combat import declare
from engine.games.efs.combat.access import HALVED, SHUT, WITH_OTHERS, access, company, may_attack
from engine.games.efs.combat.battles import BUNKER, battle, flags, number_at, open_battles, set_flag, targets
from engine.games.efs.combat.duties import flaw, open_duties, required
from engine.games.efs.combat.odds import initial, ratio
from engine.games.efs.combat.promises import broken_promise
from engine.games.efs.phases.declaration import Declaration
from engine.games.efs.phases.movement import Movement
from engine.games.efs.queries.prospects import best_battle
from engine.games.efs.state import ATTACKED
from engine.games.efs1.edition import EDITION as FIRST
from engine.games.efs2.edition import EDITION as SECOND
from engine.play.match import Match
from tests.support.efs import EITHER, column, hexes, play, position, refusal, unit
from tests.support.efs_battles import NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_WEST, TARGET, declared, facing
from tests.support.watching import watched


def why(m: Match, name: str, target: str = TARGET) -> str:
    """The rule that keeps a unit from attacking a hex; empty for none."""
    found = may_attack(m.c, unit(m, name), m.c.hex(target))
    return found.rule if found else ""


def duties(m: Match, side: str = "axis") -> list[str]:
    return [r.rule for r in open_duties(m.c, side)]


def phase(units: dict[str, str], side: str = "axis", **more: object) -> Match:
    """A match that waits in the Attack Declaration Phase."""
    given = {"ground": {}, "kinds": (Declaration,), "step": "declaration", "phase": f"{side}-declaration", **more}
    return position(units, side=side, **given)  # type: ignore[arg-type]


# ---------------------------------------------------------------------- who
@EITHER
@pytest.mark.rule("efs2:12.12", "efs2:15.31", "efs2:21.82", "efs2:12.1", "efs1:12.1.1")
def test_who_attacks_at_all() -> None:
    m = facing({"18pz-pzr": NORTH, "221sec": NORTH, "art-xiia": NORTH_EAST, "6inf": SOUTH, "23inf": "B0828"})
    assert why(m, "18pz-pzr") == ""
    assert why(m, "221sec") == "efs:12.12"  # attack strength 0
    assert why(m, "art-xiia") == "efs:15.31"
    assert why(m, "23inf") == "efs:12.12"  # not adjacent
    column(m, "garrison")[unit(m, "6inf")] = 1
    assert why(m, "6inf") == "efs:21.82"
    assert why(m, "18pz-pzr", SOUTH_WEST) == "efs:12.15"  # nobody there


@EITHER
@pytest.mark.rule("efs2:15.16", "efs1:15.2.3")
def test_nobody_attacks_twice() -> None:
    m = facing({"18pz-pzr": NORTH})
    column(m, "did")[unit(m, "18pz-pzr")] |= ATTACKED
    assert why(m, "18pz-pzr") == "efs:15.16"


@EITHER
@pytest.mark.rule("efs2:12.11", "efs2:12.12", "efs1:12.1.1")
def test_who_could_attack_is_kept_while_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    m = phase({"18pz-pzr": "B0828", "6inf": "B0828", "23inf": "B0926", "rd-100": "B0829", "rd-53": "B0827"})
    with watched(monkeypatch) as watch:
        near = [str(a) for a in m.legal if a.verb == "attack"]
        play(m, "attack 6inf B0829", "attack 18pz-pzr B0829", "withdraw 6inf")
        assert declare.attackable(m.c, "axis").keys() == {m.c.hex("B0827"), m.c.hex("B0829")}
        m.c.state.battles_done.append(number_at(m.c, m.c.hex("B0829")))
        m.c.touch()
        assert declare.attackable(m.c, "axis").keys() == {m.c.hex("B0827")}
    assert {"attack 6inf B0827", "attack 23inf B0827"} <= {*near} and watch.compared > 0


@pytest.mark.rule("efs2:12.12", "efs2:22.54")
def test_a_flotilla_rests_in_a_storm() -> None:
    m = position(
        {"flot-berez": TARGET, "6inf": NORTH}, side="soviet", ground={}, lines={"major river": ["B0829-B0830"]}
    )
    assert why(m, "flot-berez", NORTH) == ""
    m.c.state.storm = True
    assert why(m, "flot-berez", NORTH) == "efs:22.54"


@pytest.mark.rule("efs2:12.12", "efs2:12.21")
def test_untried_attackers_need_a_known_one() -> None:
    m = position({"mg-01": NORTH, "rd-100": NORTH, "6inf": TARGET}, side="soviet", ground={})
    column(m, "mode")[unit(m, "mg-01")] = 1
    m.c.touch()
    b = declared(m, "mg-01")
    assert flaw(m.c, b).rule == "efs:12.12"  # type: ignore[union-attr]
    b = declared(m, "rd-100")
    assert flaw(m.c, b) is None and initial(m.c, b).attack == 5


@EITHER
@pytest.mark.rule("efs2:12.13", "efs2:15.15", "efs1:12.2")
def test_nobody_beside_an_enemy_has_to_attack() -> None:
    m = phase({"18pz-pzr": NORTH, "6inf": SOUTH, "rd-100": TARGET})
    play(m, f"attack 6inf {TARGET}")
    assert [m.c.roster.ids[u] for u in battle(m.c, 1).attackers] == ["6inf"]
    assert duties(m) == []


# ---------------------------------------------------------------------- where
@pytest.mark.rule("efs2:12.14", "efs2:12.15", "efs2:10.47")
def test_no_attack_over_a_lake_unless_frozen() -> None:
    m = facing({"6inf": NORTH}, lines={"lake": [f"{NORTH}-{TARGET}"]})
    assert why(m, "6inf") == "efs:12.15"
    m.c.state.frozen = True
    m.c.touch()
    assert why(m, "6inf") == ""


@pytest.mark.rule("efs2:12.15", "efs2:10.45")
def test_armor_over_a_major_river_needs_company_or_a_bridge() -> None:
    river = [f"{NORTH}-{TARGET}", f"{NORTH_EAST}-{TARGET}"]
    m = facing({"18pz-pzr": NORTH, "18pz-sr1": NORTH, "6inf": NORTH_EAST}, lines={"major river": river})
    armor, riders, others = (unit(m, name) for name in ("18pz-pzr", "18pz-sr1", "6inf"))
    a, h = hexes(m, NORTH, TARGET)
    assert access(m.c, armor, a, h) == WITH_OTHERS
    assert company(m.c, [armor], h) is not None
    assert company(m.c, [armor, others], h) is not None  # not across the same side
    assert company(m.c, [armor, riders], h) is None
    assert best_battle(m.c, h, (armor, riders)).attackers == (armor, riders)
    assert best_battle(m.c, h, (armor, others)).attackers == (others,), "nothing is proposed that cannot be declared"
    assert best_battle(m.c, h, (armor,)).attackers == ()
    m = facing({"18pz-pzr": NORTH}, lines={"major river": river, "main_road": river[:1]})
    assert company(m.c, [unit(m, "18pz-pzr")], h) is None
    m.c.state.broken[f"{min(NORTH, TARGET)}/{max(NORTH, TARGET)} road"] = 2
    m.c.touch()
    assert company(m.c, [unit(m, "18pz-pzr")], h) is not None


@pytest.mark.rule("efs2:12.15", "efs2:10.48", "efs2:15.41")
def test_motorized_units_attack_a_swamp_only_where_its_zone_reaches_them() -> None:
    swamp = {TARGET: "swamp"}
    m = facing({"18pz-sr1": NORTH, "flak101": NORTH}, ground=swamp)
    a, h = hexes(m, NORTH, TARGET)
    assert access(m.c, unit(m, "18pz-sr1"), a, h) == HALVED and why(m, "18pz-sr1") == ""
    assert access(m.c, unit(m, "flak101"), a, h) == SHUT  # orange: not motorized
    m = facing({"18pz-sr1": NORTH}, ["art-r318"], ground=swamp)  # a No ZOC band
    assert why(m, "18pz-sr1") == "efs:12.15"
    m = facing({"18pz-sr1": NORTH}, ground=swamp, lines={"minor_road": [f"{NORTH}-{TARGET}"]})
    assert access(m.c, unit(m, "18pz-sr1"), a, h) == "free"
    m = facing({"18pz-sr1": NORTH, "6inf": NORTH}, ground={NORTH: "swamp"})
    assert why(m, "18pz-sr1") == "efs:12.15" and why(m, "6inf") == ""  # no way out of it


@pytest.mark.rule("efs2:12.15", "efs2:21.32")
def test_an_armored_train_attacks_along_its_railroad() -> None:
    m = position({"atr-n1": NORTH, "6inf": TARGET}, side="soviet", ground={})
    assert why(m, "atr-n1") == "efs:12.15"
    m = position({"atr-n1": NORTH, "6inf": TARGET}, side="soviet", ground={}, lines={"railroad": [f"{NORTH}-{TARGET}"]})
    assert why(m, "atr-n1") == ""
    m.c.state.gauge[TARGET] = "axis"
    m.c.touch()
    assert why(m, "atr-n1") == "efs:12.15"


@pytest.mark.rule("efs2:15.53", "efs2:10.47")
def test_shallow_water_is_attacked_over_in_boats() -> None:
    water = {"shallow water": [f"{NORTH}-{TARGET}"]}
    m = facing({"abb-7": NORTH, "abb-8": NORTH, "18pz-pzr": SOUTH}, ["6inf"], side="soviet", lines=water)
    assert why(m, "abb-7") == "efs:15.53"
    m = facing(
        {"abb-7": NORTH, "abb-8": NORTH, "eng-10": NORTH, "td-5": NORTH}, ["rsc-r01"], side="soviet", lines=water
    )
    assert why(m, "abb-7") == "" and why(m, "td-5") == "efs:12.15"
    assert flaw(m.c, declared(m, "abb-7", "eng-10")) is None
    assert flaw(m.c, declared(m, "abb-8")).rule == "efs:15.53"  # type: ignore[union-attr]


# ---------------------------------------------------------------------- required attacks
MUD_FIGURE = {"td-5": "B0729", "rd-100": "B0831", "6inf": "B0730", "23inf": "B0728"}
"""12.16: the Soviet armor in A, infantry in D; the Axis in B, beside both, and in F, beside A alone."""


@EITHER
@pytest.mark.rule("efs2:12.16", "efs2:12.14", "efs1:12.7")
def test_who_attacks_fights_all_whose_zone_reaches_it() -> None:
    m = position({**MUD_FIGURE, "rd-5": "B0630"}, ground={}, weather="mud")
    c = m.c
    b = declared(m, "6inf", "23inf", target="B0729")
    assert [c.label(h) for h in required(c, b)] == ["B0630", "B0831"]  # not the armor: Mud takes its zone
    assert duties(m) == ["efs:12.16", "efs:12.16"]
    assert "B0831" in open_duties(c, "axis")[0].reason or "B0831" in open_duties(c, "axis")[1].reason


@EITHER
@pytest.mark.rule("efs2:12.16", "efs2:12.17", "efs1:12.7", "efs1:R18")
def test_a_second_unit_may_take_the_other_enemy_on() -> None:
    m = phase({**MUD_FIGURE, "28inf": "B0832"}, weather="mud")
    play(m, "attack 6inf B0729")
    assert refusal(m, "done").rule == "efs2:12.16"
    play(m, "attack 28inf B0831")
    assert m.check("done") is None
    assert sorted(targets(m.c, n)[0] for n in open_battles(m.c)) == sorted(hexes(m, "B0729", "B0831"))


@EITHER
@pytest.mark.rule("efs2:12.17", "efs2:15.13", "efs1:12.8", "efs1:15.2.6")
def test_one_unit_attacks_both_and_nobody_who_is_beside_one_alone_joins_it() -> None:
    m = phase(MUD_FIGURE, weather="mud")
    play(m, "attack 6inf B0729", "unite B0729 B0831")
    assert m.check("done") is None
    assert refusal(m, "attack 23inf B0729").rule == "efs2:12.17"
    play(m, "part B0831", "attack 23inf B0729")
    assert refusal(m, "unite B0729 B0831").rule == "efs2:12.17"
    assert refusal(m, "done").rule == "efs2:12.16"


@EITHER
@pytest.mark.rule("efs2:12.14", "efs2:12.16", "efs1:12.7", "efs1:12.5.2")
def test_enemies_behind_a_major_river_may_be_ignored() -> None:
    river = [f"{TARGET}-{NORTH_WEST}", f"{TARGET}-{NORTH}"]
    m = position({"6inf": TARGET, "rd-100": NORTH_WEST, "rd-5": NORTH}, ground={}, lines={"major river": river})
    declared(m, "6inf", target=NORTH)
    assert duties(m) == []


@pytest.mark.rule("efs2:12.16", "efs2:R141")
def test_an_enemy_that_nobody_could_attack_by_the_ground_obliges_nobody() -> None:
    m = position(
        {"atr-n1": TARGET, "221sec": SOUTH, "6inf": NORTH}, side="soviet", ground={},
        lines={"railroad": [f"{SOUTH}-{TARGET}"]},
    )  # fmt: skip
    b = declared(m, "atr-n1", target=SOUTH)
    assert required(m.c, b).keys() == {m.c.hex(SOUTH)}


# ---------------------------------------------------------------------- declaring
@EITHER
@pytest.mark.rule("efs2:12.11", "efs2:15.12", "efs1:15.2.5", "efs1:12.3.5")
def test_a_unit_joins_one_attack_and_withdraws_from_it() -> None:
    m = phase({"6inf": TARGET, "rd-100": NORTH, "rd-5": SOUTH, "23inf": NORTH_EAST})
    play(m, f"attack 6inf {NORTH}")
    assert refusal(m, f"attack 6inf {SOUTH}").rule == "efs2:15.12"
    assert refusal(m, f"attack 6inf {NORTH}").rule == "efs2:15.12"
    play(m, f"attack 23inf {NORTH}", "withdraw 6inf")
    assert number_at(m.c, m.c.hex(NORTH)) == 1
    play(m, "withdraw 23inf")
    assert m.c.state.battle == {} and open_battles(m.c) == []


@EITHER
@pytest.mark.rule("efs2:12.11", "efs2:12.17", "efs1:12.3.5", "efs1:12.8")
def test_attacks_are_called_off_and_united_with_all_that_belongs_to_them() -> None:
    m = phase({"6inf": TARGET, "stg184": TARGET, "rd-100": NORTH, "rd-5": NORTH_EAST})
    play(m, f"attack 6inf {NORTH}", f"attack stg184 {NORTH_EAST}")
    set_flag(m.c, 2, BUNKER, "stg184")
    m.c.state.battle_order["2 defender"] = "no retreat"
    m.c.state.battle_asp["1 attacker"], m.c.state.battle_asp["2 attacker"] = "asup-01", "asup-02"
    play(m, f"unite {NORTH} {NORTH_EAST}")
    assert flags(m.c, 1) == {BUNKER: "stg184"} and m.c.state.battle_order == {"1 defender": "no retreat"}
    assert m.c.state.battle_asp == {"1 attacker": "asup-01 asup-02"} and len(battle(m.c, 1).attackers) == 2
    play(m, f"cancel {NORTH_EAST}")
    assert (m.c.state.battle, m.c.state.battle_flags, m.c.state.battle_order, m.c.state.battle_asp) == ({}, {}, {}, {})
    assert set(m.c.state.committed) == {-1}


@pytest.mark.rule("efs2:12.12", "efs2:4.21")
def test_the_phase_passes_where_nobody_stands_beside_an_enemy() -> None:
    m = phase({"6inf": "B0826", "rd-100": TARGET})
    assert m.c.frame.step == "below"


# ---------------------------------------------------------------------- odds
@EITHER
@pytest.mark.rule("efs2:12.22", "efs1:15.5.7", "efs1:12.3.3")
@pytest.mark.parametrize(("defence", "heading"), [(2, "5-1"), (3, "3-1"), (4, "2-1"), (5, "2-1"), (6, "3-2")])
def test_odds_are_rounded_for_the_defender(defence: int, heading: str) -> None:
    assert ratio(facing({}, ()).c, 10, defence).heading == heading


@EITHER
@pytest.mark.rule("efs2:12.21", "efs2:12.23", "efs1:12.3.1", "efs1:12.3.2", "efs1:12.3.5")
def test_nothing_worse_than_one_to_four_is_declared() -> None:
    m = phase({"bg-17": NORTH, "td-33": NORTH, "6inf": TARGET}, "soviet")
    play(m, f"attack bg-17 {TARGET}")
    assert refusal(m, "done").rule == "efs2:12.21"  # 1 to 9
    play(m, f"attack td-33 {TARGET}")
    assert m.check("done") is None  # 4 to 9


@pytest.mark.rule("efs2:12.21", "efs2:12.22", "efs2:R132")
def test_untried_defenders_count_one_and_guns_nothing_in_initial_odds() -> None:
    m = facing({"6inf": NORTH}, ["mg-03", "rd-100", "art-r318"])
    column(m, "mode")[unit(m, "mg-03")] = 1
    m.c.touch()
    assert initial(m.c, declared(m, "6inf")).defence == 6
    m = facing({"6inf": NORTH}, ["art-r318"])
    assert initial(m.c, declared(m, "6inf")).defence == 1
    m = facing({"6inf": NORTH}, ["mg-04"])  # defense strength 0
    assert initial(m.c, declared(m, "6inf")).heading == "8-1"


@pytest.mark.rule("efs2:12.22", "efs2:3.44", "efs2:15.41")
def test_initial_odds_count_terrain_and_nobody_attacks_with_nothing() -> None:
    river = [f"{NORTH}-{TARGET}", f"{SOUTH}-{TARGET}"]
    m = facing({"6inf": NORTH, "18pz-pzr": SOUTH_WEST}, lines={"major river": river})
    assert initial(m.c, declared(m, "6inf")).attack == 4
    m = facing({"rsc-r01": NORTH, "18pz-pzr": SOUTH_WEST}, lines={"major river": river})
    b = declared(m, "rsc-r01", "18pz-pzr")
    assert flaw(m.c, b).rule == "efs:3.44"  # type: ignore[union-attr]


# ---------------------------------------------------------------------- mandates
@pytest.mark.rule("efs2:12.31", "efs2:12.32", "efs2:12.33", "efs2:12.3", "efs2:R140")
def test_a_mandated_attack_is_due_and_has_six_steps_at_three_to_two() -> None:
    units = {"rd-5": NORTH, "rd-33": NORTH, "rd-188": NORTH_EAST, "rsc-s01": TARGET, "art-3a": NORTH}
    m = phase(units, "soviet")
    play(m, f"attack rd-5 {TARGET}", f"attack rd-33 {TARGET}")
    assert refusal(m, f"mandate {TARGET}").rule == "efs2:12.31"
    m.c.state.mandates = 1
    assert refusal(m, f"mandate {TARGET}").rule == "efs2:12.33"  # four steps
    play(m, f"attack rd-188 {TARGET}", f"mandate {TARGET}")
    assert m.check("done") is None
    play(m, "withdraw rd-188")
    assert refusal(m, "done").rule == "efs2:12.33"


@pytest.mark.rule("efs2:12.33")
def test_three_to_two_is_asked_of_initial_odds() -> None:
    units = {"rd-5": NORTH, "rd-33": NORTH, "rd-188": NORTH_EAST, "6inf": TARGET}
    m = phase(units, "soviet")
    m.c.state.mandates = 1
    play(m, *(f"attack {name} {TARGET}" for name in ("rd-5", "rd-33", "rd-188")))
    assert refusal(m, f"mandate {TARGET}").rule == "efs2:12.33"  # 12 to 9


@EITHER
@pytest.mark.rule("efs2:12.33", "efs2:12.34", "efs2:12.36", "efs1:12.3.6", "efs1:12.4")
def test_a_mandated_attack_counts_if_it_is_still_at_one_to_four() -> None:
    m = facing({"rd-5": NORTH}, ["rsc-s01"], side="soviet")
    m.c.state.mandates = 2
    declare.fulfil(m.c, declared(m, "rd-5"))
    assert m.c.state.mandates == 2
    declare.fulfil(m.c, declared(m, "rd-5", flags=["mandated"]))
    assert m.c.state.mandates == 1
    m = facing({"bg-17": NORTH}, ["6inf"], side="soviet")
    m.c.state.mandates = 1
    declare.fulfil(m.c, declared(m, "bg-17", flags=["mandated"]))
    assert m.c.state.mandates == 1


@pytest.mark.rule("efs2:12.35", "efs2:R27")
def test_doubled_points_promise_a_mandated_attack() -> None:
    units = {"rd-5": NORTH, "rd-33": NORTH, "rd-188": NORTH_EAST, "rsc-s01": TARGET, "hq-3a": "B0828"}
    m = phase(units, "soviet")
    m.c.state.mandates, m.c.state.doubled["hq-3a"] = 1, 1
    column(m, "leader")[unit(m, "rd-188")] = unit(m, "hq-3a")
    play(m, f"attack rd-5 {TARGET}", f"attack rd-33 {TARGET}")
    assert refusal(m, "done").rule == "efs2:12.35"
    assert "It could on" in refusal(m, "done").reason
    play(m, f"attack rd-188 {TARGET}")
    assert f"'mandate' makes that on {TARGET} one" in refusal(m, "done").reason
    play(m, f"mandate {TARGET}")
    assert m.check("done") is None and "1 attack declared, 1 of 1 mandated." in m.prompt.text
    column(m, "hex_of")[unit(m, "rd-188")] = m.c.hex("B0826")
    column(m, "committed")[unit(m, "rd-188")] = -1
    m.c.touch()
    assert broken_promise(m.c, "soviet") is None  # it could not: nothing follows


@pytest.mark.rule("efs2:12.35", "efs2:12.33", "efs2:R27")
def test_a_promise_that_cannot_be_kept_binds_nobody() -> None:
    m = phase({"rd-5": NORTH, "rd-188": NORTH_EAST, "18pz-pzr": TARGET, "hq-3a": "B0828"}, "soviet")
    m.c.state.mandates, m.c.state.doubled["hq-3a"] = 1, 2
    column(m, "leader")[unit(m, "rd-188")] = unit(m, "hq-3a")
    m.c.touch()
    assert m.check("done") is None  # four steps: no Mandated Attack could be declared


@pytest.mark.rule("efs2:12.35", "efs2:12.16", "efs2:R27")
def test_what_a_promised_attack_obliges_to_must_be_possible_too() -> None:
    """A German unit whose zone reaches two of the attackers: with nobody left to attack it there is no promise."""
    units = {"rd-5": NORTH, "rd-33": NORTH, "rd-188": NORTH_EAST, "rsc-s01": TARGET, "hq-3a": "B0828"}
    m = phase(units, "soviet")
    m.c.state.mandates, m.c.state.doubled["hq-3a"] = 1, 1
    column(m, "leader")[unit(m, "rd-188")] = unit(m, "hq-3a")
    m.c.touch()
    refused = refusal(m, "done")
    assert refused.rule == "efs2:12.35" and refused.hexes == (m.c.hex(TARGET),)
    assert m.prompt.rule == "efs2:12.35"
    near = m.c.grid.adjacent
    far = {*near[m.c.hex(TARGET)], *near[m.c.hex(NORTH_EAST)], m.c.hex("B0828")}
    beside = next(h for h in near[m.c.hex(NORTH)] if h not in far)
    column(m, "hex_of")[unit(m, "18pz-pzr")] = beside
    m.c.touch()
    assert m.check("done") is None


@pytest.mark.rule("efs2:12.35", "efs2:R27")
def test_two_headquarters_make_two_promises() -> None:
    units = {"rd-5": NORTH, "rd-33": NORTH, "rd-188": NORTH_EAST, "rd-50": SOUTH, "rsc-s01": TARGET}
    more = {"rd-53": "B0836", "rd-73": "B0836", "rsc-s02": "B0837"}
    m = phase({**units, **more, "hq-3a": "B0828", "hq-13a": "B0833"}, "soviet")
    m.c.state.mandates = 2
    for hq, led in (("hq-3a", "rd-188"), ("hq-13a", "rd-50")):
        m.c.state.doubled[hq] = 1
        column(m, "leader")[unit(m, led)] = unit(m, hq)
    m.c.touch()
    play(m, f"attack rd-5 {TARGET}", f"attack rd-33 {TARGET}", f"attack rd-188 {TARGET}")
    assert unit(m, "hq-3a") in refusal(m, "done").units
    play(m, f"mandate {TARGET}")
    assert m.check("done") is None  # the other cannot make one while this one stands
    column(m, "hex_of")[unit(m, "rd-50")] = m.c.hex("B0838")
    m.c.touch()
    assert unit(m, "hq-13a") in refusal(m, "done").units
    play(m, "attack rd-50 B0837", "attack rd-53 B0837", "attack rd-73 B0837", "mandate B0837")
    assert m.check("done") is None


@EITHER
@pytest.mark.rule("efs2:12.32", "efs2:15.14", "efs2:R37", "efs1:12.4")
def test_the_attackers_of_a_mandated_attack_are_fixed() -> None:
    m = facing({"rd-5": NORTH}, ["rsc-s01"], side="soviet")
    b = declared(m, "rd-5")
    assert declare.may_exchange(m.c, b) is None
    assert declare.may_exchange(m.c, declared(m, "rd-5", flags=["mandated"])).rule == "efs:12.32"  # type: ignore[union-attr]


@EITHER
@pytest.mark.rule("efs2:12.11", "efs2:15.14", "efs2:R142", "efs1:12.3.6")
def test_declared_attacks_must_all_find_somebody() -> None:
    m = position({"6inf": TARGET, "23inf": TARGET, "rd-5": NORTH, "rd-33": SOUTH}, ground={})
    declared(m, "6inf", target=NORTH)
    b = declared(m, "23inf", target=SOUTH)
    assert declare.starves(m.c, unit(m, "6inf"), b.number).rule == "efs:12.11"  # type: ignore[union-attr]
    m = position({"6inf": TARGET, "23inf": TARGET, "28inf": NORTH_EAST, "rd-5": NORTH, "rd-33": SOUTH}, ground={})
    declared(m, "6inf", target=NORTH)
    b = declared(m, "23inf", target=SOUTH)
    assert declare.starves(m.c, unit(m, "6inf"), b.number) is None


@pytest.mark.rule("efs2:12.16", "efs2:15.14")
def test_who_joins_later_may_not_bring_in_an_enemy_that_nobody_attacks() -> None:
    m = position({"6inf": NORTH, "23inf": SOUTH, "rd-100": TARGET, "rd-5": "B0832"}, ground={})
    n = declared(m, "6inf").number
    assert declare.provokes(m.c, unit(m, "23inf"), n).rule == "efs:12.16"  # type: ignore[union-attr]
    m = facing({"6inf": NORTH, "23inf": SOUTH})
    assert declare.provokes(m.c, unit(m, "23inf"), declared(m, "6inf").number) is None


@pytest.mark.rule("efs2:3.33", "efs2:15.53", "efs1:3.0")
def test_an_engineer_that_can_attack_may_stand_above_the_limit_when_movement_ends() -> None:
    full = {"6inf": NORTH, "1cav": NORTH, "pi-xii": NORTH}
    for terms, foe, where, free in (
        (SECOND, TARGET, "axis-movement", True), (SECOND, TARGET, "axis-motorized", False),
        (SECOND, "B0840", "axis-movement", False), (FIRST, TARGET, "axis-movement", False),
    ):  # fmt: skip
        given = {"ground": {}, "kinds": (Movement,), "step": "movement", "phase": where, "terms": terms}
        m = position({**full, "rd-100": foe}, side="axis", **given)  # type: ignore[arg-type]
        refused = m.check("end")
        assert (refused is None) == free, (where, foe)
        assert ("discard pi-xii" in {str(a) for a in m.legal}) == (not free)
    m = position({**full, "23inf": NORTH, "rd-100": TARGET}, side="axis", ground={}, kinds=(Movement,), step="movement",
                 phase="axis-movement", terms=SECOND)  # fmt: skip
    assert refusal(m, "end").rule == "efs2:3.33"


@pytest.mark.rule("efs2:3.33", "efs2:15.53", "efs2:R2")
def test_who_stands_above_the_limit_and_does_not_attack_is_given_up() -> None:
    m = phase({"6inf": NORTH, "1cav": NORTH, "pi-xii": NORTH, "rd-100": TARGET, "23inf": SOUTH})
    assert refusal(m, "discard 23inf").rule == refusal(m, "discard 6inf").rule.replace("R2", "3.33") == "efs2:3.33"
    play(m, "discard pi-xii")
    assert m.check("done") is None and refusal(m, "discard 1cav").rule == "efs2:3.33"


@pytest.mark.rule("efs2:3.33", "efs2:15.53")
def test_who_stands_above_the_limit_attacks() -> None:
    m = phase({"6inf": NORTH, "1cav": NORTH, "pi-xii": NORTH, "rd-100": TARGET})
    assert refusal(m, "done").rule == "efs2:3.33"
    play(m, f"attack pi-xii {TARGET}")
    assert m.check("done") is None
