"""Chapter 19: more than two people at the table."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from engine.games.ava.choices import choices
from engine.games.ava.phases.command import owned
from engine.games.ava.phases.drawing import in_cup, queued
from engine.games.ava.phases.seats import seat_of
from engine.play.match import Match
from tests.support.position import column, draw, play, position, refusal, rules_of, scripted, unit

PEOPLE = ("4", "5", "6", "7", "8")


def table(people: str = "4", units: dict[str, Any] | None = None, **more: Any) -> Match:
    """The campaign with several people."""
    options = {"players_count": people, **more.pop("options", {})}
    return position(units or {}, scenario="campaign", options=options, **more)


# ---------------------------------------------------------------------- 19.1
@pytest.mark.rule("ava:19.1")
def test_the_campaign_leaves_the_copies_of_the_third_panzergruppe_out_and_has_one_chit_of_each_common_kind() -> None:
    match = Match.new("ava", "campaign", options={"reserve": "on"})
    copies = [u for u, f in enumerate(match.c.roster.formation) if f == "L-A-3PzG"]
    assert len(copies) == 3 and {match.state.box[u] for u in copies} == {"not in play"}
    used = [k for k, where in column(match, "chits").items() if where != "box"]
    for chit in ("supply", "axis-reinf", "soviet-reinf", "reserve", "okh"):
        assert used.count(chit) == 1
    assert "not in play" not in {b for u, b in enumerate(match.state.box) if u not in copies}


# ---------------------------------------------------------------------- 19.2
@pytest.mark.rule("ava:19.2")
@pytest.mark.parametrize("people", PEOPLE)
def test_every_headquarters_has_one_person_of_its_side(people: str) -> None:
    match = table(people)
    seats = choices(match.c).seats
    assert len(seats) == int(people) and [seat.id for seat in seats] == [f"P{n + 1}" for n in range(int(people))]
    assert sum(seat.controller for seat in seats) == 1
    for u, hq in enumerate(match.c.roster.hq):
        seat = seat_of(match.c, u)
        assert seat is not None and seat.side == match.c.roster.side[u], (hq, match.c.roster.ids[u])
    named = [hq for seat in seats for hq in seat.hqs]
    assert len(named) == len(set(named))


COMMANDS = {
    "4": {"hq-4pzg": "P1", "hq-3pzg": "P2", "hq-2pzg": "P2", "hq-1pzg": "P3", "hq-rum3a": "P3", "s-hq-8a": "P4"},
    "5": {"hq-16a": "P1", "hq-9a": "P2", "hq-6a": "P3", "s-hq-8a": "P4", "s-hq-3a": "P4", "s-hq-5a": "P5"},
    "6": {"hq-3pzg": "P2", "hq-9a": "P2", "hq-4a": "P3", "hq-2pzg": "P3", "hq-17a": "P4", "s-hq-3a": "P5"},
    "7": {"hq-1pzg": "P4", "hq-11a": "P4", "s-hq-8a": "P5", "s-hq-3a": "P6", "s-hq-5a": "P7"},
    "8": {"hq-6a": "P4", "hq-17a": "P4", "hq-11a": "P5", "hq-rum4a": "P5", "s-hq-8a": "P6", "s-hq-5a": "P8"},
}
CONTROLLERS = {"4": "P4", "5": "P5", "6": "P6", "7": "P5", "8": "P5"}


@pytest.mark.rule("ava:19.2", "ava:19.3")
@pytest.mark.parametrize("people", PEOPLE)
def test_the_roles_are_those_of_the_table(people: str) -> None:
    match = table(people)
    for hq, label in COMMANDS[people].items():
        seat = seat_of(match.c, unit(match, hq))
        assert seat is not None and seat.id == label, hq
        assert match.view("").commander(unit(match, hq)).startswith(label)
    assert [seat.id for seat in choices(match.c).seats if seat.controller] == [CONTROLLERS[people]]


@pytest.mark.rule("ava:19.2")
def test_two_people_need_no_roles() -> None:
    match = Match.new("ava", "campaign")
    assert match.prompt.who == "" == match.view().deciding and match.view().commander(0) == ""
    assert not [t for t in match.view().tracks() if t.id == "people"]


@pytest.mark.rule("ava:19.2", "ava:R58", "ava:R60")
def test_who_decides_is_told_for_every_step() -> None:
    match = table("4", {"hq-9a": "S2010", "6inf": "S2011"}, phase="turn", turn=2)
    assert (match.side, match.prompt.rule, match.prompt.who) == ("soviet", "ava:6.2", "P4 Soviets")
    match = table("6", {"hq-9a": "S2010", "6inf": "S2011"}, phase="command", chit="9a", chits={"9a": "played"})
    assert match.prompt.rule == "ava:9.1" and match.prompt.who == "P2 Army Group Center, 3PzG and 9A"
    assert match.view().deciding == match.prompt.who
    team = table("6", {}, phase="reinforcements", turn=4, boxes={"291inf": "available"}, side="axis")
    assert team.prompt.who == "P1, P2, P3 and P4" and team.side == "axis"


@pytest.mark.rule("ava:19.2", "ava:R58")
def test_a_unit_belongs_to_whoever_has_activated_it() -> None:
    match = table("6", {"hq-9a": "S2010", "7pz": "S2011", "3pz": "S2012"}, phase="command", chit="9a")
    home = {name: seat_of(match.c, unit(match, name)) for name in ("7pz", "3pz")}
    assert [home[n].id for n in ("7pz", "3pz")] == ["P2", "P3"]  # type: ignore[union-attr]
    assert match.view().commander(unit(match, "3pz")).startswith("P2")
    play(match, "end")
    assert match.view().unit(unit(match, "3pz"))["commander"].startswith("P3")


@pytest.mark.rule("ava:19.2", "ava:R58", "ava:10.6")
def test_losses_and_retreats_are_those_of_the_defenders_commander() -> None:
    match = table("7", {"7pz": "S2010", "12pz": "S2110", "27rd": "S2011", "6rd": "S2011"}, phase="combat",
                  ground={}, sources={"axis": ["S2005"], "soviet": ["S2030"]}, dice=[5])  # fmt: skip
    play(match, "attack 7pz S2011", "attack 12pz S2011", "fight")
    assert match.side == "soviet" and match.prompt.who == "P6 Soviets, Smolensk"


@pytest.mark.rule("ava:19.2", "ava:R60", "ava:7.3")
def test_an_interrupt_is_for_the_commander_of_its_headquarters() -> None:
    match = table("6", {"hq-9a": "S2010"}, phase="draw", chits={"9a": "cup", "guderian": "hand"})
    assert match.prompt.who == "P6 Soviets, Kiev" and match.side == "soviet"
    draw(match, "9a")
    assert match.side == "axis" and match.prompt.who == "P3 Army Group Center, 4A and 2PzG"


@pytest.mark.rule("ava:19.2")
def test_the_people_and_their_chits_are_listed() -> None:
    match = table("5", {"hq-9a": "S2010"}, phase="draw", chits={"9a": "cup"})
    (track,) = [t for t in match.view("axis").tracks() if t.id == "people"]
    assert len(track.lines) == 5 and "9A" in track.lines[1] and "(Controller)" in track.lines[4]
    (hidden,) = [t for t in match.view("soviet").tracks() if t.id == "people"]
    assert "9A" not in hidden.lines[1]


# ---------------------------------------------------------------------- 19.3, 19.4
QUEUE = {"queue": "on"}
UNITS = {"hq-9a": "S2010", "6inf": "S2011", "hq-18a": "L2010", "hq-17a": "K2010", "s-hq-3a": "S4010"}


def lane(*chits: str, hand: tuple[str, ...] = (), people: str = "4", **more: Any) -> Match:
    """A turn with a queue, these chits in the cup."""
    places = {k: "cup" for k in chits} | dict.fromkeys(hand, "hand")
    return table(people, UNITS, phase="draw", ground={}, chits=places, options=QUEUE, **more)


def pull(match: Match, chit: str, *answers: str) -> list[Any]:
    """The Controller draws this chit and answers."""
    scripted(match, in_cup(match.c).index(chit) + 1)
    return play(match, "draw", *answers)


def places(match: Match, *chits: str) -> list[str]:
    """Where chits are."""
    return [column(match, "chits")[k] for k in chits]


@pytest.mark.rule("ava:19.3", "ava:19.4", "ava:R59")
def test_the_controller_draws_ahead_while_a_command_waits() -> None:
    match = lane("9a", "18a", "17a", "supply")
    assert match.side == "soviet" and match.prompt.who.startswith("P4")
    events = pull(match, "9a")
    assert ("draw", "ava:19.4(2)") in rules_of(events) and places(match, "9a") == ["up 1"]
    pull(match, "18a", "down")
    pull(match, "17a", "up")
    assert places(match, "9a", "18a", "17a", "supply") == ["up 1", "down 2", "up 3", "cup"]
    assert queued(match.c) == ["9a", "18a", "17a"] and column(match, "cup") == 1


@pytest.mark.rule("ava:19.4", "ava:R59")
def test_revealed_commands_come_first_then_the_face_down_ones_in_order() -> None:
    match = lane("9a", "18a", "17a", "supply")
    pull(match, "9a")
    pull(match, "18a", "down")
    pull(match, "17a", "up")
    done = []
    for _ in range(3):
        play(match, "next")
        done.append(column(match, "drawn"))
        assert match.prompt.rule == "ava:9.1"
        play(match, "end")
    assert done == ["9a", "17a", "18a"] and places(match, *done) == ["played"] * 3
    assert refusal(match, "next").rule == "ava:19.4(1)" and match.check("draw") is None


@pytest.mark.rule("ava:19.4")
def test_the_turn_ends_when_cup_and_queue_are_empty() -> None:
    match = lane("9a", "18a")
    pull(match, "9a")
    pull(match, "18a", "down")
    assert refusal(match, "draw").rule == "ava:19.4(8)"
    play(match, "next", "end")
    assert match.state.turn == 1 and match.c.frame.step == "queue"
    play(match, "next", "end")
    assert match.state.turn == 2


@pytest.mark.rule("ava:19.4")
def test_a_face_down_chit_may_be_revealed_when_the_controller_likes() -> None:
    match = lane("9a", "18a", "17a", "supply")
    pull(match, "9a")
    pull(match, "18a", "down")
    assert refusal(match, "reveal 1").rule == refusal(match, "reveal 7").rule == "ava:19.4(6)"
    assert refusal(match, "reveal x").rule == "ava:19.4(6)"
    play(match, "reveal 2")
    assert places(match, "18a") == ["up 2"] and not match.can_undo


@pytest.mark.rule("ava:19.4", "ava:6.1")
def test_a_face_down_chit_looks_to_everybody_as_if_it_were_in_the_cup() -> None:
    match = lane("9a", "s-3a", "supply", "18a")
    pull(match, "9a")
    pull(match, "s-3a")
    assert match.c.step.secret and match.side == "soviet" and "3A" in match.prompt.text
    play(match, "down")
    for side in ("axis", "soviet", ""):
        seen = match.view(side)
        assert seen.c.state.chits["s-3a"] == ("cup" if side == "soviet" else "hidden")
        assert not any("3A" in e.text for e in seen.log(6))
    pull(match, "supply", "down")
    assert match.view("").c.state.chits["supply"] == "cup"


@pytest.mark.rule("ava:19.4")
def test_without_a_controller_the_plain_draw_stays() -> None:
    match = table("8", UNITS, phase="draw", chits={"9a": "cup", "supply": "cup"})
    draw(match, "9a")
    assert match.prompt.rule == "ava:9.1" and match.check("draw") is not None


# ---------------------------------------------------------------------- 19.5
@pytest.mark.rule("ava:19.5", "ava:7.3", "ava:R61")
def test_an_interrupt_sends_the_cancelled_chit_and_all_behind_it_back() -> None:
    match = lane("9a", "18a", "17a", "supply", hand=("guderian",))
    pull(match, "9a", "pass")
    pull(match, "18a", "down")
    pull(match, "17a", "down")
    play(match, "reveal 2")
    assert match.side == "axis" and match.prompt.rule == "ava:7.3"
    events = play(match, "interrupt guderian")
    assert ("interrupt", "ava:19.5") in rules_of(events)
    assert places(match, "9a", "18a", "17a", "guderian") == ["up 1", "cup", "cup", "up 2"]
    assert column(match, "cup") == 3 and match.c.frame.step == "queue"
    play(match, "next")
    assert column(match, "drawn") == "9a"
    play(match, "end", "next")
    assert column(match, "drawn") == "guderian" or match.c.frame.step == "queue"
    assert places(match, "guderian") == ["played"]


@pytest.mark.rule("ava:19.5", "ava:R61", "ava:R13")
def test_the_chit_revealed_for_execution_can_be_cancelled_and_the_interrupt_runs_at_once() -> None:
    match = lane("9a", "18a", "supply", hand=("manstein",))
    match.c.state.hex_of[unit(match, "hq-4pzg")] = match.c.board.find("L2020")
    match.c.state.box[unit(match, "hq-4pzg")] = ""
    match.c.touch()
    pull(match, "9a", "interrupt manstein")
    assert places(match, "9a", "manstein") == ["cup", "up 1"]
    play(match, "next")
    assert column(match, "drawn") == "manstein" and match.prompt.rule == "ava:9.1"
    play(match, "end")
    pull(match, "18a")
    assert match.c.frame.step == "queue" and places(match, "18a") == ["up 1"]


@pytest.mark.rule("ava:19.5", "ava:R61")
def test_the_last_face_down_chit_is_cancelled_when_it_is_turned_up_to_be_carried_out() -> None:
    match = lane("9a", "18a", "17a", "supply", hand=("guderian",))
    pull(match, "9a", "pass")
    pull(match, "18a", "down")
    pull(match, "17a", "down")
    play(match, "next", "end", "next")
    assert match.prompt.rule == "ava:7.3" and column(match, "drawn") == "18a"
    play(match, "interrupt guderian")
    assert places(match, "18a", "17a", "guderian") == ["cup", "cup", "played"] and column(match, "cup") == 3


@pytest.mark.rule("ava:19.5", "ava:7.3")
def test_interrupts_left_in_hand_wait_for_cup_and_queue() -> None:
    match = lane("9a", "18a", hand=("guderian",))
    pull(match, "9a", "pass")
    pull(match, "18a", "down")
    play(match, "next", "end")
    assert places(match, "guderian") == ["hand"]
    play(match, "next", "pass", "end")
    assert places(match, "guderian")[0] in ("played", "ready") and owned(match.c, "axis", "hand") == []
    assert match.state.turn == 2


@pytest.mark.rule("ava:19.4")
def test_places_in_the_queue_never_repeat() -> None:
    match = lane("9a", "18a", "17a", "s-3a", "supply")
    pull(match, "9a")
    pull(match, "18a", "down")
    play(match, "next", "end")
    pull(match, "17a", "down")
    numbers = [int(column(match, "chits")[k].split()[1]) for k in queued(match.c)]
    assert numbers == [2, 3] and all(a < b for a, b in pairwise(numbers))
