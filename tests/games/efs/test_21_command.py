"""21.1, 21.2: what headquarters command, what they have left, and how Non-Op ones hold back who stands near them."""

from __future__ import annotations

import pytest

from engine.games.efs import command
from engine.games.efs.edition import Edition
from engine.games.efs.movement.allowance import MOTORIZED_MOVEMENT, MOVEMENT, share
from engine.games.efs.phases.activation import ACTIVATE_VERB, DOUBLE_VERB, may_activate
from engine.games.efs.state import ACTIVATED, BACK, EfsState
from engine.games.efs.units import place
from engine.games.efs1.edition import EDITION as FIRST
from engine.games.efs2.edition import EDITION as SECOND
from engine.play.match import Match
from engine.play.step import Context, Prompt, Step, Verb, always, no_words
from tests.support.efs import EITHER, column, hexes, play, position, refusal, unit
from tests.support.watching import watched

HQ, OTHER, NORTH = "hq-13a", "hq-5mc", "hq-20a"
GUARDS = "grd-1"


@EITHER
@pytest.mark.rule("efs2:21.11", "efs1:22.1.1")
def test_command_range_is_four_hexes() -> None:
    m = position({HQ: "B1034"}, side="soviet")
    inside, outside = hexes(m, "B1038", "B1039")
    assert command.commanders(m.c, inside) == (unit(m, HQ),)
    assert command.commanders(m.c, outside) == ()
    refused = command.commanded(m.c, outside, command.ORDERS)
    assert refused is not None and refused.rule == "efs:21.11"


@EITHER
@pytest.mark.rule("efs2:21.21", "efs2:21.22", "efs2:21.25", "efs1:22.2.1", "efs1:22.2.2")
def test_a_non_op_headquarters_takes_precedence() -> None:
    m = position({HQ: "B1034", OTHER: "B1038"}, side="soviet")
    column(m, "mode")[unit(m, OTHER)] = BACK
    m.c.touch()
    both, one = hexes(m, "B1036", "B1032")
    assert command.non_op_over(m.c, both) == (unit(m, OTHER),)
    assert command.commanders(m.c, both) == () and command.commanders(m.c, one) == (unit(m, HQ),)
    refused = command.commanded(m.c, both, command.ORDERS)
    assert refused is not None and refused.rule == "efs:21.22"


@EITHER
@pytest.mark.rule("efs2:21.12", "efs2:21.13", "efs2:R110", "efs1:22.1.2", "efs1:22.1.3", "efs1:R43")
def test_every_use_has_the_whole_value() -> None:
    m = position({HQ: "B1034"}, side="soviet")
    hq = unit(m, HQ)
    (h,) = hexes(m, "B1034")
    command.spend(m.c, hq, command.ORDERS, 2)
    assert command.left(m.c, hq, command.ORDERS) == 0 and command.left(m.c, hq, command.REACT) == 2
    refused = command.commanded(m.c, h, command.ORDERS)
    assert refused is not None and refused.rule == "efs:21.12"
    command.spend(m.c, hq, command.ORDERS, -1)
    assert command.ready(m.c, h, command.ORDERS) == [hq]


@EITHER
@pytest.mark.rule("efs2:21.27", "efs2:R62", "efs1:22.2.5")
def test_one_less_than_the_recovery_value_may_begin_to_move() -> None:
    units = {HQ: "B1034", "rd-50": "B1035", "rd-53": "B1036", "rd-73": "B1037", "rd-100": "B1039", "asup-01": "B1034"}
    m = position(units, side="soviet")
    column(m, "mode")[unit(m, HQ)] = BACK
    m.c.touch()
    command.fix_zones(m.c, "soviet")
    rifles = [unit(m, name) for name in ("rd-50", "rd-53", "rd-73")]
    assert [column(m, "zone")[u] for u in rifles] == [unit(m, HQ)] * 3
    assert column(m, "zone")[unit(m, "rd-100")] == column(m, "zone")[unit(m, HQ)] == -1
    refused = command.held_back(m.c, rifles)
    assert refused is not None and refused.rule == "efs:21.27"
    command.set_out(m.c, rifles[:2])
    command.set_out(m.c, rifles[:2])
    assert command.held_back(m.c, rifles[:2]) is None
    refused = command.held_back(m.c, rifles[2:])
    assert refused is not None and refused.rule == "efs:21.27"


@EITHER
@pytest.mark.rule("efs2:21.27", "efs2:R62", "efs1:22.2.5")
def test_an_operational_headquarters_counts_in_the_range_of_a_non_op_one() -> None:
    m = position({HQ: "B1034", NORTH: "B1036"}, side="soviet")
    column(m, "mode")[unit(m, HQ)] = BACK
    m.c.touch()
    command.fix_zones(m.c, "soviet")
    m.c.state.zone_left[HQ] = 0
    m.c.touch()
    assert command.held_back(m.c, [unit(m, HQ)]) is None, "it may always move"
    refused = command.held_back(m.c, [unit(m, NORTH)])
    assert refused is not None and refused.rule == "efs:21.27"


@pytest.mark.rule("efs2:21.27")
def test_overlapping_zones_are_one_with_the_lower_value() -> None:
    m = position({HQ: "B1030", NORTH: "B1038", OTHER: "D1010"}, side="soviet")
    for name in (HQ, NORTH, OTHER):
        column(m, "mode")[unit(m, name)] = BACK
    m.c.touch()
    value = {name: m.c.roster.number("recovery", unit(m, name)) for name in (HQ, NORTH, OTHER)}
    found = {frozenset(m.c.roster.ids[u] for u in group): limit for group, limit in command.zones(m.c)}
    assert value[HQ] != value[NORTH]
    assert found == {
        frozenset((HQ, NORTH)): min(value[HQ], value[NORTH]) - 1,
        frozenset((OTHER,)): value[OTHER] - 1,
    }


@pytest.mark.rule("efs2:21.27", "efs2:R273")
def test_a_common_zone_keeps_its_count_when_its_first_headquarters_moves_off() -> None:
    m = position({HQ: "B1030", NORTH: "B1038"}, side="soviet")
    first, last = sorted(unit(m, name) for name in (HQ, NORTH))
    for u in (first, last):
        column(m, "mode")[u] = BACK
    column(m, "origin")[:] = column(m, "hex_of")
    m.c.touch()
    command.fix_zones(m.c, "soviet")
    place(m.c, first, m.c.hex("D1010"))
    stayed = m.c.state.hex_of[last]
    assert [group for group, _ in command.zones(m.c)] == [[first], [last]]
    assert command.zone_at(m.c, stayed) == first and m.c.state.zone_left[m.c.roster.ids[first]] > 0
    m.c.state.zone_left.clear()
    assert command.zone_at(m.c, stayed) == -1, "Non-Op since the phase began"


@pytest.mark.rule("efs1:22.2.5")
def test_flotillas_count_near_a_non_op_headquarters_in_the_first_edition() -> None:
    for terms, first in ((FIRST, True), (SECOND, False)):
        m = position({HQ: "B1034", "flot-pinsk": "B1035"}, side="soviet", terms=terms)
        column(m, "mode")[unit(m, HQ)] = BACK
        m.c.touch()
        command.fix_zones(m.c, "soviet")
        assert (column(m, "zone")[unit(m, "flot-pinsk")] == unit(m, HQ)) is first


# ---------------------------------------------------------------------- activation
class Motorized(Step[EfsState]):
    """The Soviet Motorized Movement Phase as far as headquarters act in it."""

    id = "motorized"
    verbs = (ACTIVATE_VERB, DOUBLE_VERB, Verb("done", no_words, always, lambda c: c.done(), "done", "efs2:4.21"))

    def prompt(self, c: Context[EfsState]) -> Prompt:
        return Prompt(c.frame.vars["side"], "Activate.", "efs2:10.13")


def motorized(units: dict[str, str], terms: Edition | None = None) -> Match:
    return position(units, side="soviet", step="motorized", phase="soviet-motorized", kinds=[Motorized], terms=terms)


@EITHER
@pytest.mark.rule("efs2:10.13", "efs2:21.12", "efs2:R111", "efs1:22.1.2")
def test_headquarters_activate_units_without_motors_in_range() -> None:
    m = motorized({HQ: "B1034", "rd-50": "B1036", "td-26": "B1034", "rd-53": "B1039"})
    assert {name: refusal(m, f"activate {name}").rule for name in ("td-26", HQ, "rd-53")} == {
        "td-26": "efs2:10.13",
        HQ: "efs2:10.13",
        "rd-53": "efs2:21.11",
    }
    play(m, "activate rd-50")
    u = unit(m, "rd-50")
    assert column(m, "did")[u] == ACTIVATED and column(m, "leader")[u] == unit(m, HQ)
    assert refusal(m, "activate rd-50").rule == "efs2:10.13"


@pytest.mark.rule("efs1:10.2.4", "efs1:22.1.2")
def test_cavalry_and_other_headquarters_are_activated_in_the_first_edition() -> None:
    for terms, first in ((FIRST, True), (SECOND, False)):
        m = motorized({HQ: "B1034", OTHER: "B1035", "cd-6": "B1036"}, terms=terms)
        assert (m.check("activate cd-6") is None, m.check(f"activate {OTHER}") is None) == (first, first)
        assert refusal(m, f"activate {OTHER} {OTHER}").rule == "efs2:10.13"
        if first:
            play(m, f"activate {OTHER} {HQ}", "activate cd-6")
            for name in (OTHER, "cd-6"):
                full, rest = (share(m.c, unit(m, name), when) for when in (MOTORIZED_MOVEMENT, MOVEMENT))
                assert (full, rest) == ("full", "none")


@EITHER
@pytest.mark.rule("efs2:21.12", "efs2:21.13", "efs1:22.1.2", "efs1:22.1.3")
def test_activation_costs_a_point_each() -> None:
    m = motorized({HQ: "B1034", "rd-50": "B1035", "rd-53": "B1035", "rd-73": "B1035"})
    play(m, "activate rd-50", f"activate rd-53 {HQ}")
    assert refusal(m, "activate rd-73").rule == refusal(m, f"activate rd-73 {HQ}").rule == "efs2:21.12"
    assert [str(a) for a in m.legal] == ["done"]


@EITHER
@pytest.mark.rule("efs2:10.13", "efs2:21.12", "efs1:22.1.2")
def test_who_can_be_activated_is_kept_while_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {HQ: "B1034", OTHER: "B1038", GUARDS: "B1035", "rd-50": "B1035", "rd-53": "B1037", "rd-73": "B1035"}
    m = motorized(units)
    with watched(monkeypatch) as watch:
        for name in ("rd-50", GUARDS, "rd-73"):
            assert f"activate {name}" in [str(a) for a in m.legal]
            play(m, f"activate {name} {HQ}")
        place(m.c, unit(m, HQ), m.c.hex("B1025"))
        assert [str(a) for a in m.legal] == ["activate rd-53", "done"]
    assert f"{may_activate.__module__}.may_activate" in watch.found and watch.compared > 5


@EITHER
@pytest.mark.rule("efs2:21.41", "efs2:21.42", "efs1:22.8.1")
def test_one_guards_unit_comes_free() -> None:
    m = motorized({HQ: "B1034", GUARDS: "B1035", "rd-50": "B1035", "rd-53": "B1035"})
    play(m, "activate rd-50", "activate rd-53", f"activate {GUARDS}")
    assert command.left(m.c, unit(m, HQ), command.GUARDS) == 0
    lame = motorized({HQ: "B1034", OTHER: "B1038", GUARDS: "B1035"})
    column(lame, "mode")[unit(lame, OTHER)] = BACK
    lame.c.touch()
    assert refusal(lame, f"activate {GUARDS}").rule == "efs2:21.22"


# ---------------------------------------------------------------------- doubling
@pytest.mark.rule("efs2:12.35", "efs2:12.31", "efs2:R27")
def test_a_headquarters_doubles_what_it_has_left_for_each_mandated_attack() -> None:
    m = motorized({HQ: "B1034", NORTH: "B1030", "rd-50": "B1035", "rd-53": "B1035", "rd-73": "B1035"})
    assert refusal(m, f"double {HQ}").rule == "efs2:12.35"
    m.c.state.mandates = 1
    m.c.touch()
    hq, value = unit(m, HQ), m.c.roster.number("command", unit(m, HQ))
    assert value == 2 and {"double hq-13a", "double hq-20a"} <= {str(a) for a in m.legal}
    play(m, f"activate rd-50 {HQ}", f"double {HQ}")
    assert command.left(m.c, hq, command.ACTIVATE) == 2  # one was left
    play(m, f"activate rd-53 {HQ}", f"activate rd-73 {HQ}")
    assert command.left(m.c, hq, command.ACTIVATE) == 0
    assert refusal(m, f"double {HQ}").rule == refusal(m, f"double {NORTH}").rule == "efs2:12.35"
    assert not any(str(a).startswith("double") for a in m.legal)
    m.c.state.phase = "soviet-movement"
    m.c.touch()
    assert command.value(m.c, hq, command.ACTIVATE) == value


@pytest.mark.rule("efs2:12.35", "efs2:21.25")
def test_only_an_operational_headquarters_with_points_left_doubles() -> None:
    m = motorized({HQ: "B1034", NORTH: "D1010", "rd-50": "B1035", "rd-53": "B1035"})
    m.c.state.mandates = 3
    column(m, "mode")[unit(m, NORTH)] = BACK
    m.c.touch()
    play(m, "activate rd-50", "activate rd-53")
    assert {name: refusal(m, f"double {name}").rule for name in (HQ, NORTH, "rd-50")} == dict.fromkeys(
        (HQ, NORTH, "rd-50"), "efs2:12.35"
    )


@pytest.mark.rule("efs2:21.41", "efs2:12.35")
def test_the_free_guards_unit_is_not_doubled() -> None:
    m = motorized({HQ: "B1034", GUARDS: "B1035", "rd-50": "B1035"})
    m.c.state.mandates = 1
    m.c.touch()
    play(m, f"double {HQ}")
    assert command.left(m.c, unit(m, HQ), command.GUARDS) == 1 and command.left(m.c, unit(m, HQ), command.ACTIVATE) == 4
