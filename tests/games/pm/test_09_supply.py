"""Section 9: supply."""

from __future__ import annotations

import random

import pytest

from engine.games.pm.state import AERIAL, ATTENUATED, SUPPLIED, UNSUPPLIED
from engine.games.pm.supply import (
    attack_barred,
    axis_field,
    axis_supplied,
    couplet_ends,
    lake_supply,
    lanes,
    line_of,
    one_hex_only,
    overland,
    reaches,
    soviet_field,
    soviet_supplied,
    state_of,
)
from engine.games.pm.tables import tables
from engine.play.asked import Supply
from engine.play.match import Match
from tests.support.pm_position import column, play, position, refusal, unit


def state(match: Match, name: str) -> int:
    return state_of(match.c, unit(match, name))


def ring(match: Match, label: str) -> list[str]:
    """The land hexes around a hex."""
    c = match.c
    return [c.label(h) for h in c.grid.adjacent[c.hex(label)] if h in tables(c).land]


def surrounded(target: str, name: str, guards: str, **more: object) -> Match:
    """A unit with an enemy in every land hex around it."""
    labels = ring(position(), target)
    ids = [f"rd-{n:03d}" if guards == "rd" else f"{n}" for n in range(1, 8)]
    names = ids if guards == "rd" else ["1inf", "11inf", "21inf", "61inf", "217inf", "58inf"]
    units = {name: target, **dict(zip(names, labels, strict=False))}
    return position(units, **more)  # type: ignore[arg-type]


# ---------------------------------------------------------------------- the states
@pytest.mark.rule("pm:9.2")
@pytest.mark.rule("pm:9.10")
def test_a_soviet_unit_is_supplied_by_a_path_to_the_east_edge_or_not_at_all() -> None:
    match = position({"rd-001": "4816N"})
    assert state(match, "rd-001") == SUPPLIED
    path = [match.c.label(h) for h in line_of(match.c, unit(match, "rd-001"))]
    assert path[0] == "4816N" and path[-1].startswith("60")
    cut = surrounded("4816N", "rd-001", "inf")
    assert state(cut, "rd-001") == UNSUPPLIED and line_of(cut.c, unit(cut, "rd-001")) == ()


@pytest.mark.rule("pm:9.10")
@pytest.mark.rule("pm:9.12")
def test_an_occupied_source_gives_nothing_to_either_side_until_it_is_free_again() -> None:
    match = position({"1pz": "6010N"})
    h = match.c.hex("6010N")
    assert h in tables(match.c).zone("supply_soviet")
    assert not reaches(match.c, "soviet", h)
    # The lone tank division has a line of its own to the west, through empty land, but not from the captured source.
    assert [match.c.label(x) for x in line_of(match.c, unit(match, "1pz"))][-1] != "6010N"
    assert reaches(position().c, "soviet", h)


@pytest.mark.rule("pm:9.3")
@pytest.mark.rule("pm:9.6")
def test_three_states_of_the_german_side() -> None:
    match = position({"1pz": "3810N", "3pz": "4110N"})
    assert state(match, "1pz") == SUPPLIED and state(match, "3pz") == ATTENUATED
    assert state(surrounded("3810N", "1pz", "rd"), "1pz") == UNSUPPLIED
    assert state(surrounded("4110N", "1pz", "rd"), "1pz") == UNSUPPLIED, "whichever side of the line"


@pytest.mark.rule("pm:9.3")
def test_the_ends_of_the_gas_line_and_the_crimea_lie_as_printed() -> None:
    match = position({"1pz": "4000N", "3pz": "4101N", "4pz": "3715S", "6pz": "3815S", "7pz": "3119S", "8pz": "3819S"})
    states = [state(match, u) for u in ("1pz", "3pz", "4pz", "6pz", "7pz", "8pz")]
    assert states == [SUPPLIED, ATTENUATED, SUPPLIED, ATTENUATED, SUPPLIED, SUPPLIED]


@pytest.mark.rule("pm:9.1")
def test_the_beginners_game_has_no_supply() -> None:
    match = surrounded("3810N", "1pz", "rd", options={"rules": "beginners"})
    assert state(match, "1pz") == SUPPLIED


@pytest.mark.rule("pm:9.5")
@pytest.mark.rule("pm:9.7")
def test_words_for_the_state() -> None:
    match = position({"1pz": "3810N"})
    found = match.view("axis").supply(unit(match, "1pz"))
    assert isinstance(found, Supply) and (found.status, found.in_supply) == ("supplied", True)
    cut = surrounded("3810N", "1pz", "rd")
    found = cut.view("axis").supply(unit(cut, "1pz"))
    assert (found.status, found.in_supply, found.rule) == ("out of supply", False, "pm:9.7")


@pytest.mark.rule("pm:9.9")
def test_a_unit_may_move_out_of_supply_on_purpose() -> None:
    labels = ring(position(), "2817N")
    guards = {f"rd-{n:03d}": label for n, label in enumerate(labels[:-1], 1)}
    match = position({"1pz": labels[-1], **guards}, ground=None)
    match.play("move 1pz 2817N")
    assert match.c.label(column(match, "hex_of")[unit(match, "1pz")]) == "2817N"


# ---------------------------------------------------------------------- lines
@pytest.mark.rule("pm:9.4")
def test_lines_go_over_any_land_but_not_over_the_sea_or_the_enemy() -> None:
    match = position({"rd-001": "2919S"})
    assert "2919S" in [match.c.label(h) for h in line_of(match.c, unit(match, "rd-001"))]
    c = position({"1inf": "3115S", "11inf": "3820S"}).c
    # Perekop and Kerch are held: the Crimea has no line over land, and the Sivash is the only way left.
    simferopol = c.hex("3119S")
    assert reaches(c, "soviet", simferopol), "over the Sivash (9.15)"
    c = position({"1inf": "3115S", "11inf": "3820S", "21inf": "3215S", "61inf": "3315S"}).c
    assert not reaches(c, "soviet", simferopol)


@pytest.mark.rule("pm:9.15")
@pytest.mark.parametrize("label", ["3216S", "3819S"])
def test_the_straits_carry_lines_of_both_sides(label: str) -> None:
    match = position()
    a = match.c.hex(label)
    across = {"3216S": ("3215S", "3315S"), "3819S": ("3820S",)}[label]
    for other in across:
        assert match.c.hex(other) in lanes(match.c, False)[a] and a in lanes(match.c, False)[match.c.hex(other)]


@pytest.mark.rule("pm:9.4")
@pytest.mark.rule("pm:9.14")
def test_lakes_carry_soviet_lines_always_german_ones_in_snow() -> None:
    dry, snow = position(), position(weather="snow", turn=11)
    lake = next(h for h in sorted(dry.data.in_play) if dry.c.board.terrain_name(h) == "lake")
    lakes = [h for h in dry.data.in_play if dry.c.board.terrain_name(h) == "lake" and h in soviet_field(dry.c)[0]]
    assert lakes and all(dry.c.board.terrain_name(h) == "lake" for h in lakes)
    assert all(h not in tables(dry.c).zone("weather_south") for h in [lake, *lakes]), "all lakes lie in the north"
    assert not any(h in axis_field(dry.c)[0] for h in lakes)
    assert any(h in axis_field(snow.c)[0] for h in lakes)


@pytest.mark.parametrize("lakes", [True, False])
def test_lines_run_to_and_fro(lakes: bool) -> None:
    near = lanes(position().c, lakes)
    assert all(h in near[n] for h, beside in enumerate(near) for n in beside)


def test_what_is_supplied_is_where_lines_lead_while_units_move() -> None:
    match = Match.new("pm", "campaign", seed=4)
    while match.state.turn == 0 or match.c.frame.step == "set-up":
        match.play("ready" if "ready" in match.legal else "random")
    lot, units = random.Random(5), [u for u, h in enumerate(match.state.hex_of) if h >= 0]
    for _ in range(120):
        u, v = lot.sample(units, 2)
        match.state.hex_of[u] = lot.choice([*match.c.grid.adjacent[match.state.hex_of[v]], match.state.hex_of[v]])
        match.c.touch()
        for nationality in ("german", "romanian", "hungarian"):
            found = axis_supplied(match.c, nationality)
            assert {h for h in match.c.grid if h in found} == axis_field(match.c, nationality)[0].keys()
        for lakes in (True, False):
            found = soviet_supplied(match.c, lakes)
            assert {h for h in match.c.grid if h in found} == soviet_field(match.c, lakes)[0].keys()


@pytest.mark.rule("pm:5.3")
def test_on_the_first_turn_no_soviet_line_enters_romania_or_hungary() -> None:
    for turn, open_ in ((1, False), (2, True)):
        match = position(turn=turn)
        allies = tables(match.c).zone("zomo_romania") | tables(match.c).zone("zomo_hungary")
        assert any(h in soviet_field(match.c)[0] for h in allies) is open_


@pytest.mark.rule("pm:14.29")
def test_german_lines_never_enter_intact_forts() -> None:
    hexes = [*ring(position(), "3010N"), "3010N"]
    match = position(
        {"1pz": "3010N"}, ground={}, forts_at={label: "fort" for label in hexes if label != "3010N"}, turn=5
    )
    assert state(match, "1pz") == UNSUPPLIED
    open_ = position({"1pz": "3010N"}, ground={}, forts_at={label: "stalin line" for label in hexes}, turn=5)
    assert state(open_, "1pz") == SUPPLIED, "the Stalin Line lets lines through (14.30)"


# ---------------------------------------------------------------------- sources of the German side
@pytest.mark.rule("pm:9.11")
def test_all_of_the_zomo_is_a_source_but_three_hexes() -> None:
    match = position()
    german = tables(match.c).zone("supply_german")
    assert not {match.c.hex(h) for h in ("1913N", "2013N", "2014N")} & german
    assert {match.c.hex(h) for h in ("1906N", "1025N")} <= german
    assert german & tables(match.c).zone("zomo_romania") and german & tables(match.c).zone("zomo_hungary")


@pytest.mark.rule("pm:9.11")
@pytest.mark.rule("pm:R23")
def test_romanians_and_hungarians_trace_to_their_own_country() -> None:
    match = position({"ro-5inf": "2210N", "hf": "2211N", "it-9inf": "2212N", "250sp": "2213N"})
    zone = tables(match.c).zone
    homes = {"ro-5inf": "zomo_romania", "hf": "zomo_hungary", "it-9inf": "zomo_germany", "250sp": "zomo_germany"}
    for name, home in homes.items():
        assert line_of(match.c, unit(match, name))[-1] in zone(home), name
    c = match.c
    blocked = {f"rd-{n:03d}": c.label(h) for n, h in enumerate(sorted(zone("supply_romanian")), 1)}
    match = position({"ro-5inf": "2210N", "1inf": "2210N", **blocked})
    assert state(match, "ro-5inf") == UNSUPPLIED and state(match, "1inf") == SUPPLIED


# ---------------------------------------------------------------------- special Soviet cases
def besieged(extra: dict[str, str] | None = None, control: dict[str, str] | None = None) -> Match:
    """Leningrad shut off by land: German units on every land hex from the Gulf to Lake Ladoga."""
    free = position()
    c = free.c
    near = {h for h in tables(c).land if c.grid.distance(h, c.hex("4201N")) == 2}
    near -= {c.hex("4100N")}
    german = [c.roster.ids[u] for u in range(len(c.roster)) if c.roster.kind[u] == "infantry"]
    units = dict(zip(german, [c.label(h) for h in sorted(near)], strict=False))
    return position({**units, **(extra or {})}, control=control)


@pytest.mark.rule("pm:9.16")
def test_leningrad_is_on_lake_supply_when_only_the_lake_is_left() -> None:
    match = besieged({"rd-001": "4201N"})
    assert lake_supply(match.c) and state(match, "rd-001") == SUPPLIED
    assert not overland(match.c, match.c.hex("4201N"))
    assert not lake_supply(position().c)


@pytest.mark.rule("pm:9.16")
@pytest.mark.parametrize(
    ("held", "lake", "supplied"),
    [
        ((), False, True),
        (("4301N",), True, True),
        (("4301N", "4401N"), True, True),
        (("4301N", "4401N", "4500N"), False, False),
        (("4301N", "4300N"), False, False),
    ],
)
def test_leningrad_is_strangled_where_the_rules_say(held: tuple[str, ...], lake: bool, supplied: bool) -> None:
    german = ("1inf", "11inf", "21inf", "61inf", "217inf", "58inf")
    match = position(dict(zip(german, ("4101N", "4202N", "4100N", *held), strict=False)))
    assert lake_supply(match.c) is lake and reaches(match.c, "soviet", match.c.hex("4201N")) is supplied


@pytest.mark.rule("pm:9.13")
def test_oranienbaum_shares_the_supply_of_leningrad() -> None:
    match = besieged({"rd-001": "4100N"})
    assert state(match, "rd-001") == SUPPLIED
    guards = dict(zip(("3pz", "4pz", "6pz", "7pz", "8pz"), ring(match, "4100N"), strict=False))
    fallen = {"rd-001": "4100N", "1pz": "4201N", **guards}
    lost = besieged(fallen, {"4201N": "axis"})
    assert state(lost, "rd-001") == UNSUPPLIED


@pytest.mark.rule("pm:9.17")
@pytest.mark.parametrize("port", ["2512S", "2919S", "4022S"])
def test_black_sea_ports_always_supply_the_units_in_them(port: str) -> None:
    match = surrounded(port, "rd-001", "inf")
    assert state(match, "rd-001") == SUPPLIED
    outside = ring(match, port)[0]
    assert not reaches(match.c, "soviet", match.c.hex(outside)), "units outside may not trace to them"


# ---------------------------------------------------------------------- aerial supply
@pytest.mark.rule("pm:9.18")
def test_aerial_supply_lies_on_one_hex_each() -> None:
    labels = ring(position(), "3810N")
    guards = {f"rd-{n:03d}": label for n, label in enumerate(labels, 1)}
    match = position({"1pz": "3810N", "1inf": "3810N", **guards}, phase="orders")
    assert state(match, "1pz") == UNSUPPLIED
    match.play("fly 1pz")
    assert state(match, "1pz") == state(match, "1inf") == AERIAL
    assert refusal(match, "fly 1inf").rule == "pm:9.18"
    match.play("lift aerial-1")
    assert state(match, "1inf") == UNSUPPLIED


@pytest.mark.rule("pm:9.18")
def test_there_are_two_aerial_supply_counters() -> None:
    match = position({"1pz": "3810N", "3pz": "3610N", "4pz": "3410N"}, phase="orders")
    play(match, "orders", "fly 1pz", "fly 3pz")
    assert refusal(match, "fly 4pz").rule == "pm:9.18"
    play(match, "lift aerial-1", "fly 4pz")
    assert column(match, "carries") == {"aerial-1": "4pz", "aerial-2": "3pz"}


@pytest.mark.rule("pm:9.18")
@pytest.mark.rule("pm:R71")
def test_a_foot_division_replenished_by_air_neither_moves_nor_attacks() -> None:
    guards = {f"rd-{n:03d}": label for n, label in enumerate(ring(position(), "3810N"), 1)}
    match = position({"1inf": ("3810N", 1), "11inf": ("3810N", 1), **guards}, phase="orders")
    play(match, "fly 1inf", "end", "replace 1inf", "end")
    while match.state.stack[-1].step != "movement":
        match.play("end")
    assert refusal(match, "move 1inf 3809N").rule == "pm:9.18" and "by air" in refusal(match, "move 1inf 3809N").reason
    match.play("end")
    target = next(iter(guards.values()))
    match.play(f"target {target}")
    assert refusal(match, "add 1inf").rule == "pm:9.18" and match.check("add 11inf") is None


# ---------------------------------------------------------------------- the Pause
@pytest.mark.rule("pm:9.19")
def test_a_pause_lasts_three_couplets_and_frees_from_the_gas_line() -> None:
    match = position({"1pz": "4110N"}, memory={"pause": 3}, turn=3)
    u = unit(match, "1pz")
    for left in (2, 1):
        assert attack_barred(match.c, u) is not None and state(match, "1pz") == ATTENUATED
        couplet_ends(match.c)
        assert column(match, "memory")["pause"] == left
    couplet_ends(match.c)
    assert attack_barred(match.c, u) is None and state(match, "1pz") == SUPPLIED


def to_step(match: Match, step: str, side: str, turn: int, couplet: int) -> None:
    """End everything until a step of a side waits."""
    while (match.state.stack[-1].step, match.side, match.state.turn, column(match, "couplet")) != (
        step, side, turn, couplet,
    ):  # fmt: skip
        match.play("end")


@pytest.mark.rule("pm:9.19")
def test_a_pause_after_turn_two_lasts_to_the_end_of_the_first_couplet_of_turn_four() -> None:
    units = {"1pz": "4110N", "rd-001": "4111N"}
    match = position(units, side="soviet", phase="combat", turn=2, couplet=2, identities={"rd-001": (1, 1, 5)})
    if match.state.stack[-1].step == "combat":
        match.play("end")
    match.play("pause")
    for turn, couplet in ((3, 1), (3, 2), (4, 1)):
        to_step(match, "movement", "axis", turn, couplet)
        assert refusal(match, "assault 1pz 4111N").rule == "pm:9.19", (turn, couplet)
        assert match.check("move 1pz 4109N") is None
    to_step(match, "movement", "soviet", 4, 1)
    assert column(match, "memory")["pause"] == 1
    to_step(match, "movement", "axis", 4, 2)
    assert match.check("assault 1pz 4111N") is None and state(match, "1pz") == SUPPLIED


@pytest.mark.rule("pm:9.19")
@pytest.mark.parametrize(("turn", "asked"), [(1, False), (2, True), (3, True), (4, False)])
def test_the_pause_is_offered_at_the_end_of_turns_two_and_three(turn: int, asked: bool) -> None:
    match = position({"1inf": "2010N"}, side="soviet", phase="combat", turn=turn, couplet=2 if turn > 1 else 1)
    if match.state.stack[-1].step == "combat":
        match.play("end")
    assert (match.state.stack[-1].step == "pause") is asked
    if asked:
        match.play("pause")
        assert column(match, "memory")["pause"] == 3 and match.state.turn == turn + 1


@pytest.mark.rule("pm:9.19")
def test_a_pause_may_be_aborted_without_benefit() -> None:
    match = position({"1pz": "4110N"}, memory={"pause": 2}, turn=3, phase="orders")
    match.play("abort")
    assert attack_barred(match.c, unit(match, "1pz")) is None and state(match, "1pz") == ATTENUATED


@pytest.mark.rule("pm:9.19")
def test_a_pause_does_not_touch_the_soviet_side() -> None:
    match = position({"rd-001": "4110N"}, memory={"pause": 2}, turn=3)
    assert attack_barred(match.c, unit(match, "rd-001")) is None


# ---------------------------------------------------------------------- concentration
@pytest.mark.rule("pm:9.20")
def test_concentrated_supply_serves_eighteen_units_and_stills_the_rest() -> None:
    match = position({"1pz": "4110N", "3pz": "4110N"}, phase="orders", turn=6)
    assert refusal(match, "mark 1pz").rule == "pm:9.20"
    play(match, "concentrate", "mark 1pz")
    assert state(match, "1pz") == SUPPLIED and state(match, "3pz") == ATTENUATED
    first, second = unit(match, "1pz"), unit(match, "3pz")
    assert attack_barred(match.c, first) is None and not one_hex_only(match.c, first)
    assert attack_barred(match.c, second) is not None and one_hex_only(match.c, second)


@pytest.mark.rule("pm:9.20")
@pytest.mark.rule("pm:R24")
def test_one_marker_a_unit_and_no_more_than_eighteen() -> None:
    c = position().c
    names = [c.roster.ids[u] for u in range(len(c.roster)) if c.roster.kind[u] == "infantry"][:19]
    spots = [c.label(h) for h in sorted(tables(c).zone("zomo_germany"))]
    match = position(dict(zip(names, spots, strict=False)), phase="orders", turn=6)
    play(match, "orders", "concentrate", *(f"mark {name}" for name in names[:18]))
    assert refusal(match, f"mark {names[18]}").rule == "pm:9.20"
    assert refusal(match, f"mark {names[0]}").rule == "pm:9.20"
    play(match, f"unmark {names[0]}", f"mark {names[18]}")


@pytest.mark.rule("pm:9.20")
@pytest.mark.rule("pm:R72")
def test_units_in_reserve_may_have_a_marker_the_others_come_one_hex() -> None:
    boxes = {"6pz": "okh north", "7pz": "okh north", "2pz": "turn 7"}
    match = position({"1inf": "4110N", "rd-001": "4810N"}, phase="orders", turn=6, boxes=boxes)
    play(match, "concentrate", "mark 6pz")
    assert refusal(match, "mark 2pz").rule == refusal(match, "mark rd-001").rule == "pm:9.20"
    while match.state.stack[-1].step != "movement":
        match.play("end")
    play(match, "enter 7pz 1908N")
    assert refusal(match, "move 7pz 2008N").rule == "pm:9.20"
    play(match, "enter 6pz 1908N")
    assert match.check("move 6pz 2008N") is None


@pytest.mark.rule("pm:9.20")
def test_no_aerial_supply_while_supply_is_concentrated() -> None:
    match = position({"1pz": "4110N"}, phase="orders", turn=6)
    play(match, "fly 1pz", "concentrate")
    assert column(match, "carries") == {} and refusal(match, "fly 1pz").rule == "pm:9.20"
    play(match, "disperse", "fly 1pz")
    assert state(match, "1pz") == ATTENUATED, "a unit with a line needs no aircraft"


@pytest.mark.rule("pm:9.20")
def test_a_marked_unit_still_needs_a_line() -> None:
    match = surrounded("4110N", "1pz", "rd", phase="orders", turn=6)
    play(match, "concentrate", "mark 1pz")
    assert state(match, "1pz") == UNSUPPLIED


# ---------------------------------------------------------------------- turns with nothing to order
@pytest.mark.rule("pm:R71")
def test_supply_orders_are_passed_by_where_everybody_is_supplied_and_can_be_given_after_all() -> None:
    match = position({"1pz": "2510N", "6pz": "2510N", "rd-001": "2713N"}, phase="orders", turn=2)
    assert match.c.frame.step == "movement" and match.state.memory.get("concentration") is None  # type: ignore[attr-defined]
    assert "orders" in match.legal
    play(match, "orders")
    assert match.c.frame.step == "orders" and "fly 1pz" in match.legal and "concentrate" in match.legal
    play(match, "concentrate", "mark 1pz", "end")
    assert match.c.frame.step == "movement" and "orders" in match.legal
    play(match, "move 1pz 2610N")
    assert refusal(match, "orders").rule == "pm:R71" and "orders" not in match.legal


@pytest.mark.rule("pm:R71")
def test_the_log_tells_that_supply_orders_were_passed_by() -> None:
    match = position({"1pz": "2510N", "rd-001": "3013N"}, side="soviet", phase="combat", turn=2)
    while match.side != "axis":
        play(match, "end")
    assert any(e.rule == "pm:R71" and "No supply orders" in e.text for e in match.log)


@pytest.mark.rule("pm:R71")
@pytest.mark.parametrize("change", ["attenuated", "cut off", "pause", "marker", "concentration"])
def test_supply_orders_are_asked_for_where_there_is_something_to_order(change: str) -> None:
    memory = {"pause": {"pause": 2}, "concentration": {"concentration": 1}}.get(change)
    carries = {"aerial-1": "1pz"} if change == "marker" else None
    where = "4110N" if change == "attenuated" else "2510N"
    if change == "cut off":
        match = surrounded("2510N", "1pz", "rd", phase="orders", turn=2)
    else:
        match = position({"1pz": where}, phase="orders", turn=2, memory=memory, carries=carries)
    assert match.c.frame.step == "orders"
    assert refusal(match, "orders")
