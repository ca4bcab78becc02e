"""14.7, 2.15, 8.1: what nobody may know is told to nobody, by no door of the program."""

from __future__ import annotations

from random import Random

import pytest

from engine.play.action import Action
from engine.play.event import Event
from engine.play.match import Match
from engine.players import make
from tests.games.pm.twins import renamed, still_unknown, swapped_identities, swapped_places, twin
from tests.support.playing import play, unit
from tests.support.pm_position import Where, position
from tests.support.sight import differences, reply, sight

HERE, THERE, ASIDE = "2510N", "2512N", "2511N"
SIDES = ("axis", "soviet")


def told(events: list[Event], side: str) -> list[str]:
    """The sentences of events as a side reads them."""
    return [t.text for e in events if (t := e.told(side)) is not None]


def ids(match: Match, events: list[Event], side: str) -> set[str]:
    """The units that events name to a side."""
    return {match.data.roster.ids[u] for e in events if (t := e.told(side)) is not None for u in t.units}


# ---------------------------------------------------------------------- stacks on the move
@pytest.mark.rule("pm:14.7")
def test_of_a_stack_that_moves_the_enemy_is_told_the_top_unit_alone() -> None:
    match = position({"1pz": HERE, "6pz": HERE, "7pz": HERE}, ground={})
    events = play(match, "gather 7pz", f"move 7pz {THERE}")
    assert told(events, "axis") == [f"1Pz and 2 more move to {THERE} for 2 MP, 10 left."]
    assert told(events, "soviet") == told(events, "") == [f"1Pz and 2 more move to {THERE}."]
    assert ids(match, events, "axis") == {"1pz", "6pz", "7pz"} and ids(match, events, "soviet") == {"1pz"}


@pytest.mark.rule("pm:14.7")
def test_who_goes_from_under_a_stack_into_another_is_a_unit_and_no_more() -> None:
    match = position({"1pz": HERE, "7pz": HERE, "6pz": THERE}, ground={})
    events = play(match, f"move 7pz {THERE}")
    assert told(events, "soviet") == [f"A unit moves to {THERE}."] and not ids(match, events, "soviet")
    assert events[0].hexes and "7Pz" in told(events, "axis")[0]


@pytest.mark.rule("pm:14.7")
def test_who_comes_out_into_the_open_is_seen() -> None:
    match = position({"1pz": HERE, "7pz": HERE}, ground={})
    assert "7Pz" in told(play(match, f"move 7pz {THERE}"), "soviet")[0]
    match = position({"7pz": HERE, "1pz": THERE}, ground={})
    events = play(match, f"move 7pz {THERE}")
    assert "7Pz" in told(events, "soviet")[0] and ids(match, events, "soviet") == {"7pz"}


@pytest.mark.rule("pm:14.7", "pm:8.14", "pm:8.20")
def test_replacements_and_refits_under_a_stack_name_nobody() -> None:
    units: dict[str, Where] = {"291inf": HERE, "1pz": HERE, "7pz": (HERE, 2), "1inf": (HERE, 1)}
    match = position(units, phase="upkeep", dice=[6])
    events = play(match, "refit 7pz", "replace 1inf")
    assert all(name in " ".join(told(events, "axis")) for name in ("7th Panzer", "1st Infantry"))
    first, second = told(events, "soviet")
    assert first == f"A unit in {HERE} refits." and second.startswith(f"A unit in {HERE} takes a replacement step")
    assert "7Pz" not in repr(match.view("soviet").tracks()) and "7Pz" in repr(match.view("axis").tracks())


@pytest.mark.rule("pm:14.7")
def test_in_battle_everybody_is_named_and_afterwards_the_stacks_are_closed() -> None:
    units = {"1pz": HERE, "7pz": HERE, "rd-001": ASIDE, "rd-002": ASIDE}
    match = position(units, phase="combat", ground={}, identities={"rd-001": (1, 9, 5), "rd-002": (1, 9, 5)}, dice=[1])
    assert match.view("soviet").hidden(unit(match, "7pz")) and match.view("axis").hidden(unit(match, "rd-002"))
    events = play(match, f"target {ASIDE}", "all", "roll")
    assert ids(match, events, "soviet") >= {"1pz", "7pz"} and ids(match, events, "axis") >= {"rd-001", "rd-002"}
    assert match.side == "axis" and match.c.frame.step == "losses"
    assert not match.view("soviet").hidden(unit(match, "7pz")) and not match.view("axis").hidden(unit(match, "rd-002"))
    play(match, "all")
    assert match.view("axis").hidden(unit(match, "rd-002"))


@pytest.mark.rule("pm:R96", "pm:6.2")
def test_an_overstacked_hex_is_looked_through_by_who_takes_units_away() -> None:
    crowd = [f"rd-{n:03}" for n in range(1, 7)]
    match = position(dict.fromkeys(crowd, HERE) | {"rd-007": THERE, "rd-008": THERE}, side="soviet", ground={})
    assert match.view("axis").hidden(unit(match, "rd-006"))
    play(match, "end")
    assert match.c.frame.step == "overstack" and match.side == "axis"
    view = match.view()
    assert not any(view.hidden(unit(match, name)) for name in crowd) and view.hidden(unit(match, "rd-008"))
    events = play(match, "remove rd-003")
    assert "rd-003" in ids(match, events, "axis") and match.view("axis").hidden(unit(match, "rd-006"))


# ---------------------------------------------------------------------- what others plan and have
@pytest.mark.rule("pm:14.7")
def test_nobody_is_told_what_the_enemy_has_picked_or_could_attack() -> None:
    match = position({"1pz": HERE, "7pz": HERE, "rd-001": "2610N"}, ground={}, turn=1)
    play(match, "pick 1pz", "pick 7pz")
    mine, theirs, top = match.view("axis"), match.view("soviet"), unit(match, "1pz")
    assert len(mine.group(top)[0]) == 2 and theirs.group(top)[0] == (top,)
    assert mine.prospects() and not theirs.prospects() and not theirs.tasks()


@pytest.mark.rule("pm:14.7", "pm:10.2")
def test_of_aircraft_the_enemy_sees_the_hex() -> None:
    match = position({"1pz": HERE, "7pz": HERE}, phase="commitment", boxes={"viii-fk": "air"})
    events = play(match, "commit viii-fk 7pz")
    assert "7Pz" in told(events, "axis")[0]
    assert told(events, "soviet") == [t.replace("7Pz", "a unit") for t in told(events, "axis")]
    plane = unit(match, "viii-fk")
    assert "7Pz" in match.view("axis").whereabouts(plane) and match.view("soviet").whereabouts(plane) == f"in {HERE}"


@pytest.mark.rule("pm:14.7")
def test_the_line_protocol_tells_each_side_its_own_story() -> None:
    match = position({"1pz": HERE, "7pz": HERE, "6pz": THERE}, ground={})
    other = twin(match)
    mine = reply(match, cmd="do", action=f"move 7pz {THERE}")
    assert (
        '"7pz"' in mine and '"7pz"' in reply(match, cmd="log") and '"7pz"' not in reply(match, cmd="log", side="soviet")
    )
    theirs = reply(other, cmd="do", action=f"move 7pz {THERE}", viewer="soviet")
    assert '"7pz"' not in theirs and "A unit moves" in theirs
    refused = reply(other, cmd="check", action="move rd-001 2610N")
    assert "covered-" not in refused


# ---------------------------------------------------------------------- whole games
def after(match: Match, action: Action, viewer: str) -> list[dict[str, object]]:
    """What a side reads of an action."""
    return [t.to_record() for e in match.play(action) if (t := e.told(viewer)) is not None]


def open_units(match: Match, viewer: str, random: Random) -> list[int]:
    """A few units that a side may look at."""
    view = match.view(viewer)
    found = [u for u, h in enumerate(match.state.hex_of) if h >= 0 and not view.hidden(u)]
    return random.sample(found, min(2, len(found)))


def look_alike(one: Match, other: Match, viewer: str, hexes: list[int], units: list[int]) -> None:
    """Two positions tell a side the same."""
    assert not differences(sight(one, viewer, hexes, units), sight(other, viewer, hexes, units)), one.history[-1:]


def compare_places(match: Match, action: Action, viewer: str, random: Random) -> int:
    """Covered units change places: the viewer sees no difference, nor in what the next action brings."""
    counted = 0
    for alike in (False, True):
        found = swapped_places(match, viewer, random, alike=alike, about=action.args)
        if found is None:
            continue
        other, a, b = found
        hexes, units = [match.state.hex_of[a], match.state.hex_of[b]], open_units(match, viewer, random)
        look_alike(match, other, viewer, hexes, units)
        if viewer == match.side:
            compare_refusals(match, other, match.data.roster.ids[a], match.c.label(hexes[0]))
        same = action if viewer == match.side else renamed(action, match, a, b)
        if (alike or viewer == match.side) and other.check(same) is None:
            here = twin(match)
            texts = after(here, action, viewer), after(other, same, viewer)
            if still_unknown(here, viewer, a, b) and still_unknown(other, viewer, a, b):
                assert texts[0] == texts[1], str(action)
                look_alike(here, other, viewer, hexes, [])
                counted += 1
    return counted


def compare_refusals(match: Match, other: Match, *words: str) -> None:
    """Why something is refused with an enemy unit tells nothing of where that is."""
    for verb in match.c.step.verbs:
        for n in range(1, len(words) + 1):
            action = " ".join((verb.name, *words[:n]))
            assert reply(match, cmd="check", action=action) == reply(other, cmd="check", action=action)


def compare_identities(match: Match, action: Action, random: Random) -> int:
    """Two untried counters change their identities: nobody sees a difference, their owner neither."""
    found = swapped_identities(match, random)
    if found is None:
        return 0
    other, a, b = found
    for viewer in (*SIDES, ""):
        open_here = [u for u in (a, b) if not match.view(viewer).hidden(u)]
        look_alike(match, other, viewer, [match.state.hex_of[a]], open_here)
    here = twin(match)
    told_here, told_there = here.play(action), other.play(action)
    tried = here.state.tried  # type: ignore[attr-defined]
    if tried[a] or tried[b]:
        return 0
    assert told_here == told_there
    return 1


@pytest.mark.rule("pm:14.7", "pm:2.15", "pm:8.1")
@pytest.mark.parametrize(
    ("player", "every", "most"),
    [
        ("random", 227, 2000),
        ("greedy", 122, 500),
    ],
)
def test_positions_that_differ_in_secrets_alone_look_the_same(player: str, every: int, most: int) -> None:
    random, match, places, identities = Random(5), Match.new("pm", "campaign", seed=5), 0, 0
    bots = {side: make(player, 10 + n) for n, side in enumerate(SIDES)}
    for n in range(most):
        if match.over:
            break
        action, _ = bots[match.side].choose(match)
        if n % every == 0:
            places += sum(compare_places(match, action, viewer, random) for viewer in (*SIDES, ""))
            identities += compare_identities(match, action, random)
        match.play(action)
    assert places > 10 and identities > 3


@pytest.mark.rule("pm:14.7", "pm:2.15")
def test_the_computer_player_does_not_know_what_it_may_not_know() -> None:
    random, match = Random(3), Match.new("pm", "campaign", seed=8)
    bots, compared = {side: make("greedy", n) for n, side in enumerate(SIDES)}, 0
    for n in range(330):
        if n % 100 == 99:
            for found in (
                swapped_places(match, match.side, random, alike=False),
                swapped_identities(match, random),
            ):
                if found is not None:
                    assert make("greedy", 1).choose(twin(match)) == make("greedy", 1).choose(found[0])
                    compared += 1
        match.play(bots[match.side].choose(match)[0])
    assert compared > 2
