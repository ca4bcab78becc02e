"""Chapter 16: victory points, Stand Fast markers, breakthrough, the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play.match import Match
from tests.games.ava.battles import touched
from tests.support.position import at, column, play, position, refusal, rules_of, unit

SOURCES = {"soviet": ("S3010", "S3020", "S3030"), "axis": ("S1510",), "from_moscow": ("S3010",)}
NEAR, FARTHER, CUT = "S1812", "S1814", "S2512"
"""Three cities: two within six hexes of the Axis source, one where no line leads."""
CITIES = {NEAR: "major city", FARTHER: "major city", CUT: "major city"}


def standing(units: dict[str, Any] | None = None, taken: tuple[str, ...] = (), **more: Any) -> Match:
    """A position with three major cities, those in ``taken`` under Axis control."""
    wanted: dict[str, Any] = {"ground": {}, "sources": SOURCES, "places": CITIES, "phase": "movement"}
    return position(units or {}, control={h: "axis" for h in taken}, **(wanted | more))


def points(match: Match, rule: str) -> list[int]:
    """The scoring lines of a rule that bring something."""
    return [int(line.value) for line in match.view().score().lines if line.rule == rule and line.value != "0"]


# ---------------------------------------------------------------------- 16.1: cities
@pytest.mark.rule("ava:16.0", "ava:16.1")
def test_only_the_axis_scores() -> None:
    match = standing()
    found = match.view("soviet").score()
    assert (found.side, found.total, found.rule) == ("axis", 0, "ava:16.1")


@pytest.mark.rule("ava:16.1", "ava:R24")
def test_a_major_city_in_communications_is_worth_ten_and_five_if_not() -> None:
    assert points(standing(taken=(NEAR,)), "ava:16.1") == [10]
    assert points(standing(taken=(CUT,)), "ava:16.1") == [5]
    assert sorted(points(standing(taken=(NEAR, FARTHER, CUT)), "ava:16.1")) == [5, 10, 10]


@pytest.mark.rule("ava:16.1", "ava:R24")
def test_the_line_to_a_city_may_end_in_a_soviet_zone_but_not_pass_one() -> None:
    assert points(standing({"10rd": "S1912"}, (NEAR,)), "ava:16.1") == [10]
    ring = {"10rd": "S1911", "90rd": "S1811", "48rd": "S1711", "125rd": "S1712", "11rd": "S1813", "5rd": "S1912"}
    assert points(standing(ring, (NEAR,)), "ava:16.1") == [5]


@pytest.mark.rule("ava:16.1")
def test_towns_bring_nothing() -> None:
    match = standing(places={NEAR: "city", FARTHER: "major city"}, taken=(NEAR, FARTHER))
    assert match.view().score().total == 10


# ---------------------------------------------------------------------- what could still score
def missing(match: Match) -> set[tuple[int, str]]:
    """Points and rule of what could still score."""
    return {(int(line.value), line.rule) for line in match.view().score().open}


@pytest.mark.rule("ava:16.1", "ava:16.2", "ava:R24")
def test_cities_that_are_not_held_could_still_score_and_a_line_to_one_that_is_cut_off() -> None:
    match = standing(taken=(NEAR, CUT), stand_fast=[FARTHER])
    cities = [line for line in match.view().score().open if line.rule in ("ava:16.1", "ava:16.2")]
    assert {(line.value, line.rule, FARTHER in line.text) for line in cities if "mechanized" not in line.text} == {
        ("10", "ava:16.1", True), ("5", "ava:16.2", True), ("5", "ava:16.1", False)
    }  # fmt: skip
    before = match.view().score().total
    match.edit({"control": {FARTHER: "axis"}})
    assert match.view().score().total - before == 15


@pytest.mark.rule("ava:16.3")
def test_a_supply_source_could_still_score_until_one_is_taken() -> None:
    match = standing(taken=(NEAR,))
    assert {rule for _, rule in missing(match)} >= {"ava:16.3"}
    taken = standing(taken=("S3010",))
    gained = [line for line in taken.view().score().lines if line.rule == "ava:16.3"]
    left = [line for line in taken.view().score().open if line.rule == "ava:16.3"]
    whole = [line for line in match.view().score().open if line.rule == "ava:16.3"]
    assert len(gained) == len(left) == len(whole) == 2  # far from the Axis source: cut off
    for won, more, all_of_it in zip(gained, left, whole, strict=True):
        assert int(won.value) + int(more.value) == int(all_of_it.value)


@pytest.mark.rule("ava:16.1")
def test_soviet_mechanized_units_on_the_map_could_still_score() -> None:
    assert not any("eliminated (" in line.text for line in standing().view().score().open)
    assert any("(1 on the map)" in line.text for line in standing({"5td": "S2512"}).view().score().open)


# ---------------------------------------------------------------------- 16.1: units
@pytest.mark.rule("ava:16.1")
@pytest.mark.parametrize(
    ("where", "total"),
    [
        ({"7pz": "S1511", "36mot": "S1511", "reich": "S1512"}, 3),
        ({"7pz": ("S1511", 1)}, 0),
        ({"291inf": "S1511", "hq-3pzg": "S1512"}, 0),
        ({"rum-1arm": "S1511"}, 0),
        ({"5td": "S2512"}, 0),
        ({"7pz": CUT}, 1),
    ],
    ids=["whole", "reduced", "foot and HQ", "Romanian", "Soviet", "out of communications"],
)
def test_each_whole_german_mechanized_unit_on_the_map_is_worth_one(where: dict[str, Any], total: int) -> None:
    assert standing(where).view().score().total == total


@pytest.mark.rule("ava:16.1", "ava:18.2")
@pytest.mark.parametrize("box", ["available", "eliminated", "withdrawn"])
def test_units_off_the_map_bring_nothing(box: str) -> None:
    assert standing(boxes={"7pz": box}).view().score().total == 0


@pytest.mark.rule("ava:16.1", "ava:10.8")
@pytest.mark.parametrize(
    ("boxes", "total"),
    [
        ({"5td": "eliminated", "29md": "eliminated"}, 2),
        ({"10rd": "eliminated", "s-hq-3a": "eliminated", "25cd": "eliminated"}, 0),
        ({"5td": "available"}, 0),
        ({"7pz": "eliminated"}, 0),
    ],
    ids=["mechanized", "others", "available", "German"],
)
def test_each_eliminated_soviet_mechanized_unit_is_worth_one(boxes: dict[str, str], total: int) -> None:
    assert standing(boxes=boxes).view().score().total == total


@pytest.mark.rule("ava:16.1", "ava:11.1", "ava:R4")
def test_mechanized_units_that_starve_count_too() -> None:
    walls = [f"S2020-{n}" for n in ("S2019", "S2119", "S2120", "S2021", "S1920", "S1919")]
    match = standing({"5td": ("S2020", 1)}, phase="supply", turn=4, lines={"barred": walls})
    assert at(match, "5td") == "[eliminated]" and match.view().score().total == 1


# ---------------------------------------------------------------------- 16.2: Stand Fast
@pytest.mark.rule("ava:16.2")
def test_a_stand_fast_marker_adds_five_and_two_if_cut_off() -> None:
    marked: dict[str, Any] = {"stand_fast": (NEAR, CUT)}
    assert points(standing(taken=(NEAR,), **marked), "ava:16.2") == [5]
    assert points(standing(taken=(CUT,), **marked), "ava:16.2") == [2]
    assert points(standing(taken=(FARTHER,), **marked), "ava:16.2") == []
    assert points(standing(**marked), "ava:16.2") == []
    assert standing(taken=(NEAR, FARTHER, CUT), **marked).view().score().total == 15 + 10 + 7


@pytest.mark.rule("ava:16.2", "ava:18.2", "ava:4.0")
def test_six_cities_of_the_smolensk_map_begin_with_a_marker() -> None:
    match = Match.new("ava", "smolensk")
    assert column(match, "stand_fast") == ["S3510", "S3726", "S4112", "S5003", "S5009", "S5120"]
    places = match.c.board.place_at
    assert all(places[match.c.board.find(h)].size == "major city" for h in column(match, "stand_fast"))


def lifting(turn: int = 6, **more: Any) -> Match:
    """A Supply Check with two markers, one of them in a Soviet city that no Soviet line reaches."""
    wall = [f"{CUT}-{n}" for n in ("S2511", "S2612", "S2613", "S2513", "S2413", "S2412")]
    wanted: dict[str, Any] = {"stand_fast": (NEAR, FARTHER, CUT), "lines": {"barred": wall}, "phase": "supply"}
    match = standing(turn=turn, options={"length": "full"}, **(wanted | more))
    while match.prompt.rule == "ava:11.2":
        match.play("end")
    return match


@pytest.mark.rule("ava:16.2", "ava:R25")
def test_the_soviet_player_may_lift_one_marker_in_a_check() -> None:
    match = lifting(chits={"s-3a": "cup"})
    assert (match.side, match.prompt.rule) == ("soviet", "ava:16.2")
    assert [str(a) for a in match.legal] == ["end", f"lift {NEAR}", f"lift {FARTHER}"]
    events = match.play(f"lift {FARTHER}")
    assert rules_of(events)[0] == ("marker", "ava:16.2")
    assert column(match, "stand_fast") == [NEAR, CUT] and match.prompt.rule != "ava:16.2"


@pytest.mark.rule("ava:16.2", "ava:R25")
def test_or_none() -> None:
    match = lifting(chits={"s-3a": "cup"})
    match.play("end")
    assert column(match, "stand_fast") == [NEAR, FARTHER, CUT] and match.prompt.rule != "ava:16.2"


@pytest.mark.rule("ava:16.2")
@pytest.mark.parametrize(
    ("hex_", "words"), [(CUT, "no Soviet line"), (NEAR, "not under Soviet control"), ("S2010", "no Stand Fast marker")]
)
def test_a_marker_is_lifted_only_from_a_soviet_city_in_communications(hex_: str, words: str) -> None:
    match = lifting(taken=(NEAR,))
    found = refusal(match, f"lift {hex_}")
    assert found.rule == "ava:16.2" and words in found.reason


@pytest.mark.rule("ava:16.2")
@pytest.mark.parametrize("turn", [1, 4, 5, 6, 9])
def test_markers_are_lifted_from_turn_six(turn: int) -> None:
    asked = lifting(turn).prompt.rule == "ava:16.2"
    assert asked is (turn >= 6)


@pytest.mark.rule("ava:16.2")
def test_nothing_is_asked_when_no_marker_can_go() -> None:
    assert lifting(stand_fast=(CUT,), chits={"s-3a": "cup"}).prompt.rule != "ava:16.2"
    assert lifting(stand_fast=(NEAR,), taken=(NEAR,), chits={"s-3a": "cup"}).prompt.rule != "ava:16.2"


# ---------------------------------------------------------------------- 16.3: breakthrough
PLAIN, SECOND, MOSCOW = "S3020", "S3030", "S3010"


def through(taken: tuple[str, ...], joined: tuple[str, ...] = ()) -> list[int]:
    """Points for Soviet supply sources; railroads lead to those in ``joined``."""
    lines: dict[str, list[str]] = {"railroad": []}
    for h in joined:
        lines["railroad"].append(railroad(h))
    return points(standing(taken=taken, lines=lines), "ava:16.3")


def railroad(end: str) -> str:
    """A chain of hexes from the Axis source to another hex."""
    match = standing()
    here, goal = match.c.board.find("S1510"), match.c.board.find(end)
    chain = [here]
    while chain[-1] != goal:
        chain.append(min(match.c.grid.adjacent[chain[-1]], key=lambda n: (match.c.grid.distance(n, goal), n)))
    return "-".join(match.c.label(h) for h in chain)


@pytest.mark.rule("ava:16.3", "ava:R31", "ava:R33")
@pytest.mark.parametrize(
    ("taken", "joined", "found"),
    [
        ((), (), []),
        ((PLAIN,), (PLAIN,), [10]),
        ((PLAIN,), (), [5]),
        ((PLAIN, SECOND), (PLAIN, SECOND), [10]),
        ((PLAIN, SECOND), (SECOND,), [10]),
        ((MOSCOW,), (MOSCOW,), [10, 10]),
        ((MOSCOW,), (), [5, 5]),
        ((MOSCOW, PLAIN), (PLAIN,), [10, 5]),
        ((MOSCOW, PLAIN), (MOSCOW,), [10, 10]),
    ],
    ids=["none", "one", "one cut off", "two", "two, one cut off", "Moscow", "Moscow cut off", "mixed", "mixed back"],
)
def test_supply_sources_and_the_roads_to_moscow(
    taken: tuple[str, ...], joined: tuple[str, ...], found: list[int]
) -> None:
    assert through(taken, joined) == found


@pytest.mark.rule("ava:16.3")
def test_the_hex_in_communications_is_the_one_that_is_named() -> None:
    match = standing(taken=(PLAIN, SECOND), lines={"railroad": [railroad(SECOND)]})
    named = [line.text for line in match.view().score().lines if line.rule == "ava:16.3"]
    assert len(named) == 1 and SECOND in named[0]


@pytest.mark.rule("ava:16.3", "ava:15.4")
def test_three_hexes_of_the_map_lead_from_moscow() -> None:
    match = Match.new("ava", "smolensk")
    board = match.c.board
    assert [match.c.label(h) for h in board.supply["from_moscow"]] == ["S5504", "S5507", "S5513"]
    assert set(board.supply["from_moscow"]) <= set(board.supply["soviet"])


# ---------------------------------------------------------------------- 16.4: the end
@pytest.mark.rule("ava:16.4", "ava:18.2", "ava:R19")
@pytest.mark.parametrize(("length", "last"), [("short", 6), ("full", 9)])
def test_the_game_ends_after_the_supply_check_of_the_last_turn(length: str, last: int) -> None:
    running = standing(turn=last - 1, phase="supply", options={"length": length}, chits={"s-3a": "cup"})
    play(running, *["end"] * (running.prompt.rule == "ava:11.2"))
    assert not running.over
    match = standing(turn=last, phase="supply", options={"length": length}, chits={"s-3a": "cup", "guderian": "hand"})
    while match.prompt.rule == "ava:16.2":
        match.play("end")
    # Chits are left in the cup and in hand; nobody draws them any more.
    assert match.over and column(match, "chits")["s-3a"] == "cup" and column(match, "chits")["guderian"] == "hand"
    assert match.log[-1].kind == "victory" and match.log[-1].rule == "ava:18.2"
    assert len(match.legal) == 0 and refusal(match, "draw").rule == "ava:18.2"


@pytest.mark.rule("ava:16.4", "ava:5.0")
def test_a_last_turn_without_its_chit_ends_the_game_too() -> None:
    match = standing({"7pz": "S1511"}, turn=9, options={"length": "full"}, phase="movement")
    match.play("end")
    assert match.over and match.state.winner == "soviet"


@pytest.mark.rule("ava:16.4", "ava:16.1")
def test_units_are_counted_as_they_stand_after_the_last_check() -> None:
    # The check takes a step of the panzers that are cut off: they no longer count.
    match = standing({"7pz": CUT, "36mot": "S1511"}, turn=9, phase="supply", options={"length": "full"})
    match.play("end")
    assert match.over and match.state.level.startswith("1 victory point of")
    assert touched(match).c.state.steps_left[unit(match, "7pz")] == 1


@pytest.mark.rule("ava:16.3")
@pytest.mark.parametrize(
    ("taken", "joined", "staked"),
    [
        ((), (), {PLAIN: 10, SECOND: 10, MOSCOW: 20}),
        ((PLAIN,), (PLAIN,), {PLAIN: 10, SECOND: 0, MOSCOW: 10}),
        ((PLAIN,), (), {PLAIN: 10, SECOND: 5, MOSCOW: 15}),
        ((PLAIN, SECOND), (PLAIN, SECOND), {PLAIN: 0, SECOND: 0, MOSCOW: 10}),
        ((MOSCOW,), (MOSCOW,), {PLAIN: 0, SECOND: 0, MOSCOW: 20}),
    ],
)
def test_a_supply_source_brings_no_more_than_the_one_that_counts_leaves(
    taken: tuple[str, ...], joined: tuple[str, ...], staked: dict[str, int]
) -> None:
    match = standing(taken=taken, lines={"railroad": [railroad(h) for h in joined]})
    assert {h: match.view().points(match.c.hex(h)) for h in staked} == staked
