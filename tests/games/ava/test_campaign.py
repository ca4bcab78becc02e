"""The campaign: what joins the three maps (2.1, 4.0, 15, 16, 19.1)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.games.ava.setup.step import formations
from engine.games.ava.tables import tables
from engine.games.ava.zones import communicates
from engine.play.match import Match
from engine.players.random import RandomPlayer
from tests.games.looks import legal_is_sound
from tests.support.position import at, column, draw, find_pair, hexes, play, position, refusal, rules_of, unit


def campaign(units: dict[str, Any] | None = None, **more: Any) -> Match:
    """A position of the campaign."""
    return position(units or {}, scenario="campaign", **more)


# ---------------------------------------------------------------------- map and setup
@pytest.mark.rule("ava:2.1", "ava:5.0", "ava:R65")
def test_every_hex_of_the_three_maps_is_in_play() -> None:
    match = Match.new("ava", "campaign")
    board = match.c.board
    on_board = {h for h in board.grid if board.terrain_name(h) != "off board"}
    shore = {board.labels[h] for h in on_board - match.data.in_play}
    assert shore == {f"L{column}{row:02}" for column in range(11, 19) for row in (1, 2)}  # the Finnish shore (R65)
    assert Counter(board.labels[h][0] for h in board.grid) == {"L": 20 * 55, "S": 30 * 55, "K": 30 * 55}


@pytest.mark.rule("ava:2.1", "ava:R44")
def test_the_sheets_lie_over_one_another() -> None:
    match = Match.new("ava", "campaign")
    for below, above in (("L3521", "S3501"), ("L5030", "S5010")):
        assert hexes(match, below) == hexes(match, above) and match.c.label(hexes(match, below)[0]) == above
    for north, south in (("L2520", "S2501"), ("S2930", "K2901")):
        a, b = hexes(match, north, south)
        assert b in match.c.grid.adjacent[a] and b in tables(match.c).beside[a]


@pytest.mark.rule("ava:2.1", "ava:9.2", "ava:3.3")
def test_units_and_lines_pass_from_map_to_map() -> None:
    match = campaign({"9pz": "S2930", "1pz": "L2520", "99rd": "K4402"})
    start = unit(match, "9pz"), unit(match, "1pz")
    sheets = [{match.c.label(h)[0] for h in match.view().reach(u, "normal").costs} for u in start]
    assert sheets[0] == {"S", "K"} and sheets[1] == {"L", "S"}
    assert communicates(match.c, "soviet", hexes(match, "K4402")[0])


@pytest.mark.rule("ava:4.0", "ava:19.1", "ava:18.1")
def test_every_formation_stands_and_the_copies_stay_out() -> None:
    match = Match.new("ava", "campaign")
    deployed = {u for f in formations(match.c) for u in f["setup"]}
    assert all(match.state.hex_of[unit(match, u)] >= 0 for u in deployed)
    out = [match.c.roster.ids[u] for u, box in enumerate(match.state.box) if box == "not in play"]
    assert sorted(out) == ["12pz-l", "18mot-l", "20mot-l"]
    assert at(match, "12pz") != "[not in play]"
    assert match.rules.invariants(match.c) == []


@pytest.mark.rule("ava:4.0", "ava:2.1", "ava:9.1")
def test_the_red_line_runs_unbroken_between_the_two_sides() -> None:
    match = Match.new("ava", "campaign")
    t, r, line = tables(match.c), match.c.roster, match.c.board.side("start line")
    for u, h in enumerate(match.state.hex_of):
        if h >= 0:
            assert (h in t.east) is (r.side[u] == "soviet"), r.ids[u]
    open_soviet = t.open_to("soviet")
    for h in sorted(t.east):
        assert not [n for n in open_soviet[h] if n not in t.east], match.c.label(h)
        for d, n in enumerate(match.c.grid.neighbours[h]):
            assert not line[h * 6 + d] or n not in t.east, match.c.label(h)


@pytest.mark.rule("ava:4.0", "ava:15.1")
def test_markers_chits_and_surprise() -> None:
    match = Match.new("ava", "campaign")
    assert column(match, "fortress") == {"S0927": 1} and len(column(match, "stand_fast")) == 12
    r = match.c.roster
    active = {r.formation[u] for u, on in enumerate(column(match, "active")) if on}
    assert active == {"L-A-4PzG", "S-A-3PzG", "S-A-2PzG", "K-A-1PzG"}
    for side, count in (("axis", 14), ("soviet", 8)):
        ready = position({}, scenario="campaign", turn=1)
        chits = [
            k for k, v in tables(ready.c).chits.items() if v["owner"] == side and column(ready, "chits")[k] == "ready"
        ]
        assert len(chits) == count


@pytest.mark.rule("ava:18.1", "ava:7.3")
def test_zhukov_does_not_command_here() -> None:
    match = campaign(turn=6, memory={"near": 1}, phase="turn")
    assert not any(t.id == "zhukov" for t in match.view().tracks())
    while match.side == "soviet":
        assert refusal(match, "hold soviet-reinf").rule in ("ava:6.1", "ava:15.2")
        match.play(match.prompt.default or "ready")


# ---------------------------------------------------------------------- 15.2: further armies
@pytest.mark.rule("ava:15.2", "ava:R15")
def test_one_further_army_for_each_map() -> None:
    match = campaign(turn=4, phase="turn")
    assert match.prompt.rule == "ava:15.2" and "Leningrad, Smolensk, Kiev" in match.prompt.text
    assert len(list(match.legal)) == 14
    play(match, "add s-42a")
    assert refusal(match, "add s-34a").rule == "ava:15.2" and "Leningrad" not in match.prompt.text
    play(match, "add s-coastal", "add s-24a")
    assert match.prompt.rule == "ava:6.2"
    assert all(column(match, "chits")[k] == "ready" for k in ("s-42a", "s-coastal", "s-24a"))


@pytest.mark.rule("ava:15.2", "ava:R15")
def test_a_map_without_a_further_army_gives_none() -> None:
    match = campaign(turn=8, phase="turn", chits=dict.fromkeys(("s-37a", "s-38a", "s-40a", "s-coastal"), "ready"))
    play(match, "add s-42a", "add s-24a")
    assert match.prompt.rule == "ava:6.2"


# ---------------------------------------------------------------------- 15.3, 15.4
@pytest.mark.rule("ava:15.3")
def test_the_19th_army_comes_through_one_source_of_the_east_edge() -> None:
    match = campaign(turn=3, phase="draw", chits={"s-19a": "cup", "9a": "cup"},
                     boxes=dict.fromkeys(("s-hq-19a", "127rd", "134rd"), "turn 3: 19a"))  # fmt: skip
    draw(match, "s-19a")
    gates = {a.args[1] for a in match.legal if a.verb == "enter"}
    assert {g[0] for g in gates} == {"L", "S", "K"} and {g[1:3] for g in gates} == {"55"}
    play(match, "enter 127rd L5519 L5519")
    assert {a.args[1] for a in match.legal if a.verb == "enter"} == {"L5519"}


@pytest.mark.rule("ava:15.4", "ava:12.2")
@pytest.mark.parametrize(("turn", "most"), [(5, 0), (6, 12), (9, 12)])
def test_twelve_units_of_the_strategic_reserve(turn: int, most: int) -> None:
    r = campaign().c.roster
    names = [r.ids[u] for u in range(len(r)) if r.side[u] == "soviet" and r.kind[u] == "rifle"][:20]
    match = campaign(turn=turn, phase="reinforcements", side="soviet", boxes=dict.fromkeys(names, "available"),
                     chits={"9a": "cup"})  # fmt: skip
    play(match, *["end"] * (match.prompt.rule == "ava:12.1"))
    entered = 0
    while match.prompt.rule == "ava:15.4":
        action = next(a for a in match.legal if a.verb == "enter")
        assert action.args[1] in ("S5504", "S5507", "S5513")
        match.play(action)
        entered += 1
    assert entered == most


# ---------------------------------------------------------------------- 16: victory
@pytest.mark.rule("ava:16.2", "ava:R25", "ava:R44")
def test_one_stand_fast_marker_on_each_map() -> None:
    markers = ["L3602", "L3603", "S3510", "S4112", "K3507", "K3607"]
    match = campaign(turn=6, phase="supply", stand_fast=markers, chits={"9a": "cup"}, fortress={},
                     control=dict.fromkeys(markers, "soviet"))  # fmt: skip
    play(match, *["end"] * (match.prompt.rule == "ava:14.1"))
    assert {a.args[0] for a in match.legal if a.verb == "lift"} == set(markers)
    play(match, "lift S3510")
    assert refusal(match, "lift S4112").rule == "ava:16.2"
    play(match, "lift L3603", "lift K3507")
    assert column(match, "stand_fast") == ["K3607", "L3602", "S4112"] and match.prompt.rule == "ava:7.1"


@pytest.mark.rule("ava:16.4", "ava:16.1", "ava:5.0")
def test_the_axis_needs_191_points_after_turn_nine() -> None:
    match = campaign(turn=9, phase="supply", chits={"9a": "cup"}, control=dict.fromkeys(("S3510", "K3507"), "axis"))
    while not match.over:
        match.play("end")
    assert match.state.winner == "soviet" and match.state.level.endswith("of 191")
    assert campaign(turn=8, phase="supply", chits={"9a": "cup"}).over is False


# ---------------------------------------------------------------------- 7.3: two interrupt chits
HELD = {"manstein": "hand", "guderian": "hand", "9a": "cup"}
GROUPS = {"hq-4pzg": "L2515", "1pz": "L2515", "hq-2pzg": "S2515", "3pz": "S2515"}


@pytest.mark.rule("ava:7.3", "ava:R14")
@pytest.mark.parametrize(("first", "hq", "second"), [("manstein", "1pz", "3pz"), ("guderian", "3pz", "1pz")])
def test_the_axis_chooses_the_order_of_two_chits_left_over(first: str, hq: str, second: str) -> None:
    match = campaign(GROUPS, phase="draw", chits=HELD)
    play(match, "draw", "pass")
    assert (match.side, match.prompt.rule) == ("axis", "ava:7.3")
    assert sorted(str(a) for a in match.legal) == ["play guderian", "play manstein"]
    assert refusal(match, "play 9a").rule == "ava:7.3"
    events = match.play(f"play {first}")
    assert rules_of(events)[0] == ("interrupt", "ava:7.3")
    assert hq in match.legal.subjects() and second not in match.legal.subjects()
    play(match, "end")
    assert second in match.legal.subjects()  # the other follows without a question
    play(match, "end")
    assert match.state.turn == 2


@pytest.mark.rule("ava:7.3")
def test_either_can_interrupt() -> None:
    match = campaign(GROUPS, phase="draw", chits=HELD)
    play(match, "draw")
    assert "interrupt it: Manstein, Guderian" in match.prompt.text
    play(match, "interrupt manstein")
    assert "1pz" in match.legal.subjects() and column(match, "chits")["guderian"] == "hand"


@pytest.mark.rule("ava:7.3", "ava:R14")
@pytest.mark.parametrize("seed", [1, 2])
def test_random_play_goes_on_soundly_from_that_choice(seed: int) -> None:
    match, player = campaign(GROUPS, phase="draw", chits=HELD), RandomPlayer(seed)
    play(match, "draw", "pass")
    for n in range(100):
        assert match.rules.invariants(match.c) == []
        if n % 20 == 0:
            legal_is_sound(match)
        match.play(player.choose(match)[0])
    assert not match.over


# ---------------------------------------------------------------------- 3.3: sources in enemy zones
@pytest.mark.rule("ava:3.3", "ava:R36")
@pytest.mark.parametrize(("guard", "joined"), [({}, False), ({"11rd": "S3010"}, True)])
def test_an_empty_source_in_an_enemy_zone_serves_its_own_hex_only(guard: dict[str, str], joined: bool) -> None:
    sources = {"soviet": ("S3010",), "axis": ("S1510",), "from_moscow": ()}
    match = position({"7pz": "S3011", "10rd": "S2808", **guard}, ground={}, sources=sources)
    assert communicates(match.c, "soviet", hexes(match, "S3010")[0])
    assert communicates(match.c, "soviet", hexes(match, "S2808")[0]) is joined


@pytest.mark.rule("ava:2.1")
def test_hexes_of_neighbouring_maps_are_found_by_their_full_label() -> None:
    match = campaign()
    a, b = find_pair(match, lambda a, b: match.c.label(a)[0] == "S" and match.c.label(b)[0] == "K")
    assert a[0] == "S" and b[0] == "K" and a.endswith("30") and b.endswith("01")
