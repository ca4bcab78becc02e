"""Chapter 18.2: the Smolensk game in both lengths."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from engine.play.match import Match
from tests.games.ava.battles import SOURCES
from tests.support.position import at, column, hexes, play, position, refusal, rules_of, steps, unit

FIRST = {"supply", "2pzg", "3pzg-1", "3pzg-2", "4a", "9a", "guderian", "s-3a", "s-4a", "s-10a"}
FREE = ["s-24a", "s-28a", "s-29a", "s-30a", "s-31a"]


def known(match: Match) -> set[str]:
    """The chits that a side may use by now."""
    return {k for k, where in column(match, "chits").items() if where not in ("later", "box", "hidden")}


# ---------------------------------------------------------------------- map and units
@pytest.mark.rule("ava:18.2", "ava:2.1")
def test_only_the_smolensk_map_is_in_play() -> None:
    match = Match.new("ava", "smolensk")
    assert {match.c.label(h)[0] for h in match.data.in_play} == {"S"}
    for u, h in enumerate(match.state.hex_of):
        here = match.c.label(h)[0] if h >= 0 else match.state.box[u]
        assert here == "S" or match.c.roster.sheet[u] == "S" or here == "not in play"


@pytest.mark.rule("ava:18.2", "ava:2.1")
@pytest.mark.parametrize(
    ("inside", "outside"),
    [("2730", "2701"), ("2730", "2801"), ("2830", "2801"), ("2930", "2801"), ("2930", "2901")],
)
def test_the_five_hexsides_of_the_clarification_border_the_map(inside: str, outside: str) -> None:
    match = position({"10rd": f"S{inside}"}, side="soviet")
    a, b = hexes(match, f"S{inside}", f"K{outside}")
    assert b in match.c.grid.adjacent[a]
    assert a in match.data.in_play and b not in match.data.in_play
    assert refusal(match, f"move 10rd K{outside}").rule == "ava:2.1"


# ---------------------------------------------------------------------- the calendar of the chits
@pytest.mark.rule("ava:18.2", "ava:15.2", "ava:4.0")
def test_ten_chits_are_there_at_the_start() -> None:
    assert known(position({}, turn=1)) == FIRST


@pytest.mark.rule("ava:18.2", "ava:15.2")
@pytest.mark.parametrize(
    ("turn", "new"),
    [
        (2, {"s-13a", "s-20a", "s-21a"}),
        (3, {"s-16a", "s-19a", "s-22a"}),
        (4, {"axis-reinf", "2a", "soviet-reinf"}),
        (5, set()),
        (9, set()),
    ],
)
def test_more_become_available(turn: int, new: set[str]) -> None:
    before, after = position({}, turn=turn - 1), position({}, turn=turn)
    assert known(after) - known(before) == new and known(before) <= known(after)


@pytest.mark.rule("ava:18.2", "ava:15.2")
def test_the_players_are_told() -> None:
    match = position({}, turn=1)
    match.c.state.turn = 2
    match.c.call("turn")
    match._after()
    told = [e.text for e in match.log if e.kind == "chit"]
    assert [text.split()[1] for text in told] == ["13A", "20A", "21A"]
    assert all(e.rule == "ava:15.2" for e in match.log if e.kind == "chit")


# ---------------------------------------------------------------------- the further army
@pytest.mark.rule("ava:18.2", "ava:15.2", "ava:R15")
def test_from_turn_four_the_soviet_player_adds_an_army_each_turn() -> None:
    for turn in (2, 3):
        assert position({}, turn=turn, phase="turn").prompt.rule != "ava:18.2"
    for turn in range(4, 10):
        match = position({}, turn=turn, phase="turn", options={"length": "full"})
        assert (match.side, match.prompt.rule) == ("soviet", "ava:18.2")
        assert [str(a) for a in match.legal] == [f"add {k}" for k in FREE]


@pytest.mark.rule("ava:18.2", "ava:R15")
def test_the_army_added_can_be_selected_from_then_on() -> None:
    match = position({}, turn=4, phase="turn")
    assert refusal(match, "add s-3a").rule == "ava:18.2"
    assert refusal(match, "add s-34a").rule == "ava:18.2"  # an army of the Leningrad map
    events = match.play("add s-30a")
    assert rules_of(events)[0] == ("chit", "ava:18.2")
    assert column(match, "chits")["s-30a"] == "ready" and match.check("select s-30a") is None
    assert [k for k in FREE if column(match, "chits")[k] == "later"] == ["s-24a", "s-28a", "s-29a", "s-31a"]


@pytest.mark.rule("ava:18.2", "ava:6.1")
def test_the_enemy_does_not_learn_which_army_it_is() -> None:
    match = position({}, turn=4, phase="turn")
    match.play("add s-30a")
    seen: Any = match.view("axis").state
    assert {seen.chits[k] for k in FREE} == {"hidden"}
    assert not any("30A" in e.text for e in match.view("axis").log())
    assert any("30A" in e.text for e in match.view("soviet").log())


@pytest.mark.rule("ava:18.2", "ava:R15")
def test_when_no_army_is_left_nothing_is_asked() -> None:
    match = position({}, turn=9, phase="turn", options={"length": "full"}, chits=dict.fromkeys(FREE, "ready"))
    assert match.prompt.rule == "ava:6.2"


# ---------------------------------------------------------------------- no fortresses
@pytest.mark.rule("ava:18.2", "ava:14.1")
@pytest.mark.parametrize("turn", [4, 6, 8])
def test_no_fortress_is_built(turn: int) -> None:
    match = position({"10rd": "S4112"}, turn=turn, phase="supply", options={"length": "full"}, chits={"s-3a": "cup"})
    asked = set()
    while match.prompt.rule != "ava:7.1":
        asked |= {action.verb for action in match.legal}
        match.play("end")
    assert asked <= {"end", "recall", "lift"} and column(match, "fortress") == {}


# ---------------------------------------------------------------------- withdrawal on turn 6
PANZERS = {"7pz": "S1512", "12pz": "S1512", "36mot": "S1513", "3mot": "S1513", "reich": "S1514"}


def leaving(units: dict[str, Any] | None = None, turn: int = 6, **more: Any) -> Match:
    """A position in which the Supply Check has just been drawn."""
    wanted: dict[str, Any] = {"ground": {}, "sources": SOURCES, "options": {"length": "full"}, "chits": {"s-3a": "cup"}}
    return position(PANZERS if units is None else units, turn=turn, phase="supply", **(wanted | more))


def give(match: Match, names: Iterable[str]) -> None:
    """Withdraw units, each of them asked for."""
    for name in names:
        assert (match.side, match.prompt.rule) == ("axis", "ava:18.2")
        match.play(f"give {name}")


@pytest.mark.rule("ava:18.2", "ava:R18")
@pytest.mark.parametrize(
    "names",
    [("7pz", "12pz", "36mot"), ("36mot", "3mot", "7pz"), ("7pz", "36mot", "3mot"), ("reich", "36mot", "3mot", "12pz")],
)
def test_mechanized_units_of_eighteen_attack_strength_leave(names: tuple[str, ...]) -> None:
    match = leaving()
    give(match, names)
    assert match.prompt.rule != "ava:18.2"
    assert all(at(match, name) == "[withdrawn]" for name in names)
    events = [e for e in match.log if e.kind == "withdraw"]
    assert [e.rule for e in events] == ["ava:18.2"] * len(names)


@pytest.mark.rule("ava:18.2")
@pytest.mark.parametrize("turn", [5, 7])
def test_on_turn_six_only(turn: int) -> None:
    assert leaving(turn=turn).prompt.rule != "ava:18.2"


@pytest.mark.rule("ava:18.2")
@pytest.mark.parametrize("name", ["291inf", "hq-3pzg", "5td", "rum-6inf", "1pz"])
def test_only_mechanized_units_on_the_map_count(name: str) -> None:
    units = PANZERS | {"291inf": "S1610", "hq-3pzg": "S1611", "5td": "S2810", "rum-6inf": "S1610"}
    match = leaving(units)
    assert refusal(match, f"give {name}").rule == "ava:18.2"
    assert "end" not in match.legal.verbs()


@pytest.mark.rule("ava:18.2", "ava:R18")
def test_reduced_units_count_with_the_side_that_is_up() -> None:
    match = leaving({"7pz": ("S1512", 1), "12pz": "S1512", "36mot": "S1513", "3mot": ("S1513", 1)})
    give(match, ("7pz", "12pz", "36mot"))  # 4 + 8 + 5 = 17
    assert match.prompt.rule == "ava:18.2" and "1 attack strength" in match.prompt.text
    give(match, ("3mot",))
    assert match.prompt.rule != "ava:18.2"


@pytest.mark.rule("ava:18.2", "ava:R18")
def test_if_there_is_less_all_of_it_leaves() -> None:
    match = leaving({"7pz": "S1512", "36mot": "S1513", "291inf": "S1514"})
    give(match, ("7pz", "36mot"))
    assert match.prompt.rule != "ava:18.2" and at(match, "291inf") == "S1514"
    assert leaving({"291inf": "S1514"}).prompt.rule != "ava:18.2"


@pytest.mark.rule("ava:18.2", "ava:R18", "ava:R27")
def test_the_withdrawal_comes_before_the_check_and_needs_no_line() -> None:
    match = leaving({"7pz": "S2512", "12pz": "S2512", "36mot": "S2514"})
    assert not any(e.kind == "supply" for e in match.log)
    give(match, ("7pz", "12pz", "36mot"))
    kinds = [e.kind for e in match.log if e.kind in ("withdraw", "supply", "loss")]
    assert kinds == ["withdraw", "withdraw", "withdraw", "supply", "supply"]
    assert steps(match, "7pz") == 2


@pytest.mark.rule("ava:18.2", "ava:16.1", "ava:12.2", "ava:R18")
def test_withdrawn_units_bring_no_points_and_never_return() -> None:
    match = leaving()
    give(match, ("7pz", "12pz", "36mot"))
    assert match.view().score().total == 2
    match.play("end")
    boxes = {"7pz": "withdrawn", "291inf": "available"}
    rail = {"railroad": ["S1510-S1610"]}
    again = position({}, turn=7, phase="reinforcements", ground={}, sources=SOURCES, lines=rail, boxes=boxes)
    assert refusal(again, "deploy 7pz S1610").rule == "ava:12.2"


# ---------------------------------------------------------------------- victory
def score_of(total: int) -> dict[str, Any]:
    """A position that scores this: ten for each city, one for each eliminated tank division."""
    columns = range(16, 16 + total // 10)
    tanks = [k for k in ("5td", "4td", "7td", "14td", "25td", "31td", "26td", "38td", "27td")][: total % 10]
    places = {f"S{number}10": "major city" for number in columns}
    rail = "-".join(["S1510", *places])
    return {
        "ground": {}, "sources": SOURCES, "places": places, "control": dict.fromkeys(places, "axis"),
        "lines": {"railroad": [rail]}, "boxes": dict.fromkeys(tanks, "eliminated"),
    }  # fmt: skip


@pytest.mark.rule("ava:18.2", "ava:16.4")
@pytest.mark.parametrize(
    ("length", "turn", "total", "winner"),
    [("short", 6, 60, "axis"), ("short", 6, 59, "soviet"), ("short", 6, 61, "axis"),
     ("full", 9, 85, "axis"), ("full", 9, 84, "soviet"), ("full", 9, 86, "axis")],
)  # fmt: skip
def test_the_axis_wins_with_sixty_or_eighty_five_points(length: str, turn: int, total: int, winner: str) -> None:
    match = position({}, turn=turn, phase="supply", options={"length": length}, **score_of(total))
    assert match.over and (match.state.winner, match.state.over_rule) == (winner, "ava:18.2")
    assert match.state.level == f"{total} victory points of {60 if length == 'short' else 85}"
    assert match.view("").score().total == total and len(match.legal) == 0


@pytest.mark.rule("ava:18.2")
def test_the_short_game_is_the_default() -> None:
    assert Match.new("ava", "smolensk").view().score().needed == 60
    assert Match.new("ava", "smolensk", options={"length": "full"}).view().score().needed == 85


@pytest.mark.rule("ava:18.2", "ava:16.4", "ava:R19")
def test_the_full_game_goes_on_after_turn_six() -> None:
    match = position({}, turn=6, phase="supply", options={"length": "full"}, **score_of(90))
    play(match, *["end"] * (match.prompt.rule in ("ava:11.2", "ava:16.2")))
    assert not match.over and match.state.turn == 7


@pytest.mark.rule("ava:18.2", "ava:R19")
def test_on_the_last_turn_of_the_short_game_the_axis_still_withdraws() -> None:
    match = leaving(options={"length": "short"})
    give(match, ("7pz", "12pz", "36mot"))
    assert match.prompt.rule == "ava:11.2"
    match.play("end")
    assert match.over and match.state.level == "2 victory points of 60"
    assert match.prompt.text == "The game is over: Soviet Union wins, 2 victory points of 60."


# ---------------------------------------------------------------------- breakthrough hexes
BREAKTHROUGH = {"S4230": "S3929", "S4730": "S5029"}
"""The hexes, and for each a place within six hexes of it, but not of the other."""
FIRST_HEX, LAST_HEX = BREAKTHROUGH


def broken_through(taken: Iterable[str], length: str = "full", cut: Iterable[str] = ()) -> list[int]:
    """Points for the breakthrough hexes of the scenario; beside each that is not cut lies an Axis source."""
    near = tuple(BREAKTHROUGH[h] for h in taken if h not in cut)
    sources = {"soviet": ("S5504",), "axis": near, "from_moscow": ()}
    match = position(
        {}, ground={}, sources=sources, control=dict.fromkeys(taken, "axis") if length == "full" else {},
        options={"length": length},
    )  # fmt: skip
    return [int(x.value) for x in match.view().score().lines if x.rule == "ava:18.2"]


@pytest.mark.rule("ava:18.2", "ava:16.3", "ava:R31")
def test_breakthrough_hexes_score_each_in_the_full_game() -> None:
    assert broken_through(()) == []
    assert broken_through([FIRST_HEX]) == broken_through([LAST_HEX]) == [10]
    assert broken_through(BREAKTHROUGH) == [10, 10]
    assert broken_through(BREAKTHROUGH, cut=[FIRST_HEX]) == [5, 10]
    assert broken_through(BREAKTHROUGH, cut=BREAKTHROUGH) == [5, 5]


@pytest.mark.rule("ava:18.2")
def test_breakthrough_hexes_are_nothing_in_the_short_game() -> None:
    match = position({}, options={"length": "short"})
    assert not set(BREAKTHROUGH) & set(column(match, "control"))
    assert broken_through(BREAKTHROUGH, "short") == []


@pytest.mark.rule("ava:18.2", "ava:3.4", "ava:R31")
def test_a_unit_takes_a_breakthrough_hex_by_entering_it() -> None:
    match = position({"7pz": "S4229"}, ground={}, sources=SOURCES, options={"length": "full"})
    assert column(match, "control")["S4230"] == "soviet"
    events = match.play("move 7pz S4230")
    assert ("control", "ava:3.4") in rules_of(events) and column(match, "control")["S4230"] == "axis"
    assert match.view().points(hexes(match, "S4230")[0]) == 10
    assert unit(match, "7pz") in match.view().stacks[hexes(match, "S4230")[0]]
