"""7.1 to 7.7: replacement points, the Soviet table, units marked, the Unit Rebuilding Track."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.games.efs.combat.access import never
from engine.games.efs.movement.allowance import bound
from engine.games.efs.phases.engineering import Engineering
from engine.games.efs.phases.replacements import Replacements, demand, row, table_name
from engine.games.efs.queries.turn import tracks
from engine.games.efs.replacing import mark, next_price, prices, receive, release_delayed, stock
from engine.games.efs.supply.status import fed_key
from engine.games.efs.tables import Tables
from engine.games.efs.units import to_box
from engine.play.match import Match
from tests.support.efs import EITHER, at, column, play, position, refusal, steps, unit

HERE, HOME = "A6039", "B1931"
PANZER, FOOT, GUNS, RIFLES = "18pz-pzr", "18pz-sr1", "flak101", "rd-50"
SOVIET = {"rd-50": HOME}


def points(m: Match, **given: int) -> None:
    """``axis_I=3``: points of a type."""
    for name, n in given.items():
        m.c.state.points[name.replace("_", " ")] = n


def engineering(
    side: str, units: dict[str, str] | None = None, marked: tuple[str, ...] = (), *, have: dict[str, int], **more: Any
) -> Match:
    """The Engineering Phase of a side that has points and marked units."""
    m = position(units, side=side, kinds=[Engineering], **more)
    points(m, **have)
    for name in marked:
        mark(m.c, unit(m, name))
    m.c.call("below")
    m.c.call("engineering", side=side, phase=f"{side}-engineering")
    m._after()
    return m


@pytest.fixture
def phase(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Match]:
    """The Replacements Phase of a turn in which the Axis card gives ``card`` and the Soviet one names a table."""

    def opened(m: Match, *dice: int, card: dict[str, int] | None = None, table: str = "") -> Match:
        due: dict[str, dict[str, Any]] = {"axis": {**(card or {})}, "soviet": {"table": table}}
        monkeypatch.setattr(Tables, "logistics", lambda _, side, turn: due[side])
        m.dice.queue(dice)
        m.c.steps["replacements"] = Replacements()
        m.c.call("below")
        m.c.call("replacements", side="axis", phase="replacements")
        m._after()
        return m

    return opened


Phase = Callable[..., Match]


# ---------------------------------------------------------------------- the Soviet table
@EITHER
@pytest.mark.rule("efs2:7.2", "efs2:7.21", "efs1:7.1")
def test_the_scenario_names_the_table_of_the_turn() -> None:
    for scenario, turn, name in (
        ("minsk-pocket", 1, "_a"), ("smolensk-pocket", 11, ""), ("smolensk-pocket", 17, "_c"),
    ):  # fmt: skip
        assert table_name(position(turn=turn, scenario=scenario).c) == f"soviet_replacements{name}"
    assert table_name(position(turn=8, scenario="lepel").c) == ""


@pytest.mark.rule("efs2:7.22", "efs2:7.41", "efs2:7.5")
def test_a_row_gives_points_strongpoints_and_events() -> None:
    got = row(position().c, "soviet_replacements", 1)
    assert (got.infantry, got.strongpoints) == (5, 2)
    assert got.codes == {"E": 2, "A": 1, "R": 2}
    assert row(position().c, "soviet_replacements_a", 13).codes == {"M": 2}
    for letter in ("", "_a", "_c", "_d"):
        assert [row(position().c, f"soviet_replacements{letter}", n).text for n in range(1, 14)]


@pytest.mark.rule("efs2:7.22", "efs2:7.31", "efs2:7.32", "efs2:7.51", "efs2:12.36")
def test_mud_and_mandates_add_to_the_die_three_at_most(phase: Phase) -> None:
    m = phase(position(turn=9), 5, table="B")
    assert (stock(m.c, "soviet", "I"), stock(m.c, "soviet", "A")) == (3, 1)
    assert m.c.state.strongpoints["soviet"] == 1 and m.c.state.mandates == 1 and m.c.state.events["E"] == 1
    m = position(turn=9, weather="mud")
    m.c.state.mandates = 9
    phase(m, 10, table="B")
    assert stock(m.c, "soviet", "I") == 0
    assert m.c.state.mandates == 9 and m.c.state.vp == 2


@pytest.mark.rule("efs2:7.51", "efs2:12.36")
def test_the_tenth_mandate_is_a_victory_point() -> None:
    m = position()
    m.c.state.mandates = 8
    demand(m.c, 2)
    assert m.c.state.mandates == 9 and m.c.state.vp == 1


@EITHER
@pytest.mark.rule("efs2:7.3", "efs2:7.31", "efs2:7.61", "efs2:R184", "efs1:7.3.1")
def test_points_beyond_the_end_of_the_track_are_lost() -> None:
    m = position()
    assert receive(m.c, "soviet", "I", 7) == 7
    assert receive(m.c, "soviet", "I", 7) == 2
    assert stock(m.c, "soviet", "I") == 9


# ---------------------------------------------------------------------- prices
@EITHER
@pytest.mark.rule(
    "efs2:7.31", "efs2:7.32", "efs2:7.61", "efs2:7.62", "efs2:R11", "efs2:R12", "efs1:7.3.1", "efs1:7.3.2"
)
def test_prices_are_those_of_side_and_type() -> None:
    m = position()
    told = {
        name: prices(m.c, unit(m, name)) for name in ("rd-50", "hq-13a", "mr-qt", PANZER, FOOT, GUNS, "art-xxxxviia")
    }
    assert told == {
        "rd-50": {"I": 1}, "hq-13a": {"I": 2}, "mr-qt": {"I": 2}, PANZER: {"A": 1}, FOOT: {"I": 2, "A": 1},
        GUNS: {"I": 2, "A": 1}, "art-xxxxviia": {"A": 1},
    }  # fmt: skip
    assert prices(m.c, unit(m, "atr-n1")) == prices(m.c, unit(m, "atr-a1")) == {"T": 1}


@EITHER
@pytest.mark.rule("efs2:7.13", "efs1:20.2.1")
def test_out_of_the_eliminated_box_one_point_of_either_type() -> None:
    m = position(boxes={"hq-13a": "eliminated"})
    assert next_price(m.c, unit(m, "hq-13a")) == {"I": 1, "A": 1}


# ---------------------------------------------------------------------- the phase
@pytest.mark.rule("efs2:7.0", "efs2:4.21")
def test_without_points_and_table_it_passes_by_itself(phase: Phase) -> None:
    m = phase(position({"rd-50": HOME}, steps={"rd-50": 1}))
    assert m.c.frame.step == "below"


@pytest.mark.rule("efs2:7.6", "efs2:7.61", "efs2:7.71")
def test_the_axis_receives_by_its_card_and_marks(phase: Phase) -> None:
    m = phase(position({FOOT: "A5739", PANZER: HERE}, steps={FOOT: 1}), card={"rp_i": 2})
    assert m.c.frame.step == "replacements" and stock(m.c, "axis", "I") == 2
    assert refusal(m, f"replace {PANZER}").rule == "efs2:7.71"
    play(m, f"replace {FOOT}")
    assert list(m.c.state.receiving) == [FOOT]
    assert refusal(m, f"replace {FOOT}").rule == "efs2:7.71"
    play(m, f"unmark {FOOT}", f"replace {FOOT}", "end")
    assert m.c.frame.step == "below" and list(m.c.state.receiving) == [FOOT]


@pytest.mark.rule("efs2:7.74", "efs2:R91", "efs2:R195")
def test_without_a_supply_route_nobody_receives_but_may_be_marked(phase: Phase) -> None:
    around = {"rd-50": "A6038", "rd-53": "A6139", "rd-100": "A5939", "rd-110": "A6138"}
    units = {FOOT: HERE, GUNS: "A5739", **around}
    m = phase(position(units, steps={FOOT: 1, GUNS: 1}), card={"rp_a": 1})
    play(m, f"replace {FOOT}")
    m = engineering("axis", units, (FOOT, GUNS), have={"axis_A": 2}, steps={FOOT: 1, GUNS: 1})
    assert refusal(m, f"rebuild {FOOT} A").rule == "efs2:7.74"
    play(m, f"rebuild {GUNS} A")


@pytest.mark.rule("efs2:7.74", "efs2:6.26", "efs2:7.53", "efs2:R233")
def test_who_was_fed_or_relieved_in_the_turn_receives_replacements() -> None:
    around = {"rd-50": "A6038", "rd-53": "A6139", "rd-100": "A5939", "rd-110": "A6138"}
    units = {FOOT: HERE, GUNS: "A5739", **around}
    m = engineering("axis", units, (FOOT, GUNS), have={"axis_A": 1}, steps={FOOT: 1, GUNS: 1})
    assert refusal(m, f"rebuild {FOOT} A").rule == "efs2:7.74"
    m.c.state.given[unit(m, FOOT)] = 1
    m.c.touch()
    assert m.check(f"rebuild {FOOT} A") is None
    m.c.state.given[unit(m, FOOT)], m.c.state.fed[fed_key(m.c, m.c.hex(HERE), "axis")] = 0, 1
    m.c.touch()
    play(m, f"rebuild {FOOT} A")
    assert steps(m, FOOT) == 2


@pytest.mark.rule("efs2:7.33", "efs2:7.63")
def test_an_aircraft_point_makes_one_unit_ready_and_is_not_kept(phase: Phase) -> None:
    m = phase(position(boxes={"a-401iap": "destroyed", "a-163iap": "flown"}), 2, table="A")
    assert m.c.frame.step == "below"
    m = phase(position(boxes={"a-401iap": "destroyed", "a-163iap": "flown"}), 1, table="A")
    assert m.c.state.side == "soviet"
    play(m, "ready a-401iap")
    assert at(m, "a-401iap") == "[ready]"
    assert refusal(m, "ready a-163iap").rule == "efs2:7.33"
    play(m, "end")
    assert not m.c.state.events["soviet V"]


# ---------------------------------------------------------------------- what a mark does
@pytest.mark.rule("efs2:7.72", "efs2:10.26", "efs2:12.12")
def test_a_marked_unit_neither_moves_nor_attacks_until_it_leaves() -> None:
    m = position({PANZER: HERE})
    u = unit(m, PANZER)
    assert bound(m.c, u) is None and never(m.c, u) is None
    mark(m.c, u)
    moves, attacks = bound(m.c, u), never(m.c, u)
    assert moves and attacks and (moves.rule, attacks.rule) == ("efs:7.72", "efs:7.72")
    to_box(m.c, u, "cadre")
    assert not m.c.state.receiving


# ---------------------------------------------------------------------- the Engineering Phase
@pytest.mark.rule("efs2:7.73", "efs2:7.76", "efs2:R12")
def test_an_axis_unit_regains_as_many_steps_as_are_paid_for() -> None:
    m = engineering("axis", {PANZER: "A5739", FOOT: "A5739"}, (PANZER,), have={"axis_A": 3}, steps={PANZER: 1, FOOT: 1})
    assert refusal(m, f"rebuild {FOOT} A").rule == "efs2:7.73"
    assert refusal(m, f"rebuild {PANZER} I").rule == "efs2:7.7"
    play(m, f"rebuild {PANZER} A", f"rebuild {PANZER} A")
    assert steps(m, PANZER) == 3 and stock(m.c, "axis", "A") == 1 and not m.c.state.receiving


@pytest.mark.rule("efs2:7.73")
def test_markers_come_off_at_the_end() -> None:
    m = engineering("axis", {PANZER: "A5739"}, (PANZER,), have={"axis_A": 1}, steps={PANZER: 1})
    play(m, "done")
    assert not m.c.state.receiving and steps(m, PANZER) == 1


@pytest.mark.rule("efs2:7.75", "efs2:7.31")
def test_a_soviet_unit_gains_one_step_and_pays_its_price() -> None:
    m = engineering(
        "soviet", {"rd-50": HOME, "mr-qt": HOME}, ("rd-50",), have={"soviet_I": 1}, steps={"rd-50": 1},
        boxes={"hq-13a": "cadre", "rd-53": "cadre"},
    )  # fmt: skip
    assert refusal(m, "rebuild hq-13a I").rule == "efs2:7.31"
    play(m, "rebuild rd-50 I")
    assert steps(m, "rd-50") == 2 and stock(m.c, "soviet", "I") == 0


@EITHER
@pytest.mark.rule("efs2:7.1", "efs2:7.11", "efs2:7.12", "efs2:7.13", "efs1:20.2", "efs1:20.2.1", "efs1:20.2.2")
def test_a_unit_rises_one_box_a_turn_and_stands_up_with_one_step() -> None:
    m = engineering("soviet", have={"soviet_I": 5}, boxes={"rd-50": "eliminated"})
    play(m, "rebuild rd-50 I")
    assert at(m, "rd-50") == "[cadre]"
    assert refusal(m, "rebuild rd-50 I").rule == "efs2:7.1"
    m.c.state.turn += 1
    play(m, "rebuild rd-50 I")
    assert at(m, "rd-50") == "[active]" and steps(m, "rd-50") == 1
    m.c.state.turn += 1
    play(m, "rebuild rd-50 I")
    assert steps(m, "rd-50") == 2 and stock(m.c, "soviet", "I") == 2


@EITHER
@pytest.mark.rule("efs2:7.14", "efs1:20.2")
def test_nothing_leaves_the_box_of_those_that_cannot_be_rebuilt() -> None:
    m = engineering("soviet", have={"soviet_I": 5}, boxes={"rd-50": "cannot rebuild", "rd-53": "cadre"})
    assert refusal(m, "rebuild rd-50 I").rule == "efs2:7.14"


@pytest.mark.rule("efs2:7.42", "efs2:7.45")
def test_armored_train_points_do_not_last_and_trains_do_not_wait() -> None:
    boxes = {"atr-n1": "cadre", "atr-a1": "cadre"}
    m = engineering("soviet", have={"soviet_T": 2}, boxes=boxes)
    play(m, "rebuild atr-n1 T")
    assert at(m, "atr-n1") == "[active]"
    play(m, "done")
    assert stock(m.c, "soviet", "T") == 0 and at(m, "atr-a1") == "[cadre]"


@pytest.mark.rule("efs2:7.45", "efs2:R18")
def test_a_rebuilt_nkvd_unit_waits_seven_turns() -> None:
    m = position()
    name = next(n for u, n in enumerate(m.c.roster.ids) if m.c.roster.number("nkvd", u) and "I" in prices(m.c, u))
    m = engineering("soviet", have={"soviet_I": 5, "soviet_A": 5}, boxes={name: "eliminated"})
    assert refusal(m, f"rebuild {name} A").rule == "efs2:7.7"
    play(m, f"rebuild {name} I")
    m.c.state.turn += 1
    play(m, f"rebuild {name} I")
    assert at(m, name) == "[turn 13]"
    m.c.state.turn = 12
    release_delayed(m.c)
    assert at(m, name) == "[turn 13]"
    m.c.state.turn = 13
    release_delayed(m.c)
    assert at(m, name) == "[active]" and not column(m, "memory").get("delayed " + name)


@pytest.mark.rule("efs2:7.31", "efs2:7.71")
def test_points_and_marked_units_are_told_beside_the_map() -> None:
    m = position({PANZER: "A5739"}, steps={PANZER: 1})
    assert not [track for track in tracks(m.c, "axis") if track.id == "replacements"]
    points(m, axis_A=2)
    mark(m.c, unit(m, PANZER))
    told = next(track for track in tracks(m.c, "axis") if track.id == "replacements")
    assert told.lines == ("Axis side: 2 A; marked: 18Pz",)


@pytest.mark.rule("efs2:7.22", "efs2:7.41", "efs2:7.5")
def test_a_row_of_the_table_is_told_in_words() -> None:
    m = position()
    told = {n: row(m.c, "soviet_replacements", n).text for n in (1, 5, 12)}
    assert told[1] == "5 type I, 2 strongpoints, 2 E strongpoints, 1 type A, 2 results R"
    assert told[5] == "3 type I, 1 strongpoint, 1 E strongpoint, 1 type A, 1 Mandated Attack"
    assert told[12] == "1 type I, 1 Mandated Attack"
