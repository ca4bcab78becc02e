"""What can be attacked, what is left to do, where things are: questions that change nothing."""

from __future__ import annotations

import pytest

from engine.components.errors import BadInput
from engine.play.match import Match
from engine.play.state import digest
from engine.players import make
from tests.games.ava.battles import NORTH, NORTHWEST, RING, SOUTH, SOUTHWEST, TARGET, field, printed
from tests.support.position import hexes, play, position, unit

FAR = "S1707"
"""Away from the hex that is fought over, but within a move of it."""


def names(match: Match, units: object) -> list[str]:
    """Ids of units."""
    return [match.c.roster.ids[u] for u in units]  # type: ignore[attr-defined]


@pytest.mark.rule("ava:10.1", "ava:10.4")
def test_worth_is_what_the_enemy_loses_less_what_the_attacker_loses() -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET})
    (found,) = match.view().prospects()
    results = found.tally.results
    own = sum(int(r[1:]) for r in results if r.startswith("A")) / len(results)
    enemy = sum(min(2, int(r[0])) for r in results if r[:1].isdigit()) / len(results)
    assert found.own_loss == pytest.approx(own) and found.enemy_loss == pytest.approx(enemy)
    assert found.worth == pytest.approx(enemy - own)
    assert found.tally.column == match.view().tally("attack", [unit(match, "7pz")], found.target).column
    assert found.movers == () and found.stands == ((unit(match, "7pz"), hexes(match, NORTHWEST)[0]),)


@pytest.mark.rule("ava:10.1")
def test_the_best_attack_comes_first_and_hopeless_ones_are_left_out() -> None:
    match = field({"7pz": NORTHWEST, "12pz": SOUTHWEST, "10rd": TARGET, "90rd": NORTH, "48rd": SOUTH})
    printed(match, **{"10rd": (2, 2), "90rd": (2, 8), "48rd": (2, 99)})
    found = match.view().prospects()
    assert [p.target for p in found] == list(hexes(match, TARGET, NORTH))
    assert found[0].worth > found[1].worth


@pytest.mark.rule("ava:10.3")
def test_nobody_is_sent_whose_absence_changes_nothing() -> None:
    match = field({"7pz": NORTHWEST, "12pz": NORTHWEST, "291inf": SOUTHWEST, "10rd": TARGET})
    printed(match, **{"7pz": (40, 4), "12pz": (40, 4), "291inf": (1, 1), "10rd": (2, 2)})
    (found,) = match.view().prospects()
    assert len(found.stands) == 1 and found.tally.column == match.data.charts["crt"]["columns"][-1]


@pytest.mark.rule("ava:9.2", "ava:3.1")
def test_while_moving_units_that_can_come_beside_a_target_count_and_are_told() -> None:
    match = field({"7pz": FAR, "12pz": NORTHWEST, "10rd": TARGET}, phase="movement")
    before = digest(match.view().state)
    printed(match, **{"7pz": (8, 4), "12pz": (8, 4), "10rd": (2, 4)})
    (found,) = match.view().prospects()
    assert names(match, found.movers) == ["7pz"]
    place = dict(found.stands)[unit(match, "7pz")]
    assert match.check(f"move 7pz {match.c.label(place)}") is None
    assert (found.tally.attack, found.tally.column) == (16, "4:1")
    assert digest(match.view().state) == before
    play(match, f"move 7pz {match.c.label(place)}", "end")
    assert match.view().prospects()[0].tally.lines == found.tally.lines


@pytest.mark.rule("ava:3.1")
def test_no_more_than_two_stand_in_a_hex_and_they_make_room_for_each_other() -> None:
    units = {"7pz": FAR, "12pz": FAR, "36mot": "S1808", "3mot": "S1808"}
    match = field({**units, "10rd": TARGET}, phase="movement")
    printed(match, **dict.fromkeys(units, (8, 4)), **{"10rd": (2, 8)})
    (found,) = match.view().prospects()
    stands = [h for _, h in found.stands]
    assert len(stands) == 4 and max(stands.count(h) for h in stands) <= 2
    assert set(stands) <= set(hexes(match, *RING))


@pytest.mark.rule("ava:10.1")
def test_outside_the_two_segments_nothing_is_offered() -> None:
    match = position({"7pz": NORTHWEST, "10rd": TARGET}, phase="draw", chits={"2pzg": "cup"})
    assert match.view().prospects() == []


@pytest.mark.rule("ava:10.3")
def test_a_calculation_with_units_standing_elsewhere() -> None:
    bank = [f"{NORTH}-{TARGET}"]
    match = field({"7pz": FAR, "10rd": TARGET}, lines={"minor river": bank})
    seven, target = unit(match, "7pz"), hexes(match, TARGET)[0]

    def attack(where: str) -> float:
        return match.view().tally("attack", [seven], target, {"stands": f"7pz@{where}"}).attack

    assert (attack(NORTHWEST), attack(NORTH)) == (8, 4)
    assert match.view().state.hex_of[seven] == hexes(match, FAR)[0]
    with pytest.raises(BadInput, match="is not an attacker and a hex"):
        match.view().tally("attack", [seven], target, {"stands": "7pz"})


# ---------------------------------------------------------------------- what is left
@pytest.mark.rule("ava:9.1")
def test_a_unit_that_could_reach_the_enemy_and_has_not_moved_is_pressing() -> None:
    match = field({"7pz": FAR, "12pz": NORTHWEST, "217inf": "S1502", "10rd": TARGET}, phase="movement")
    found = {t.subject: t for t in match.view().tasks()}
    assert {s: t.pressing for s, t in found.items()} == {"7pz": True, "12pz": False, "217inf": False}
    assert "can reach the enemy" in found["7pz"].text and "beside the enemy" in found["12pz"].text
    play(match, "move 7pz S1808")
    assert not any(t.pressing for t in match.view().tasks())


@pytest.mark.rule("ava:10.1", "ava:10.2")
def test_in_combat_declared_attacks_and_good_ones_are_left() -> None:
    match = field({"7pz": NORTHWEST, "12pz": SOUTHWEST, "10rd": TARGET, "90rd": NORTH, "48rd": SOUTH})
    printed(match, **{"10rd": (1, 1), "90rd": (1, 1), "48rd": (1, 8)})
    assert {t.subject: t.pressing for t in match.view().tasks()} == {TARGET: True, NORTH: True, SOUTH: False}
    play(match, f"attack 7pz {TARGET}")
    found = {t.subject: t for t in match.view().tasks()}
    assert "declared by 7Pz" in found[TARGET].text and not found[TARGET].pressing and NORTH not in found


@pytest.mark.rule("ava:6.2", "ava:7.1")
def test_chits_left_to_select_and_to_draw() -> None:
    match, player = Match.new("ava", "smolensk", seed=3), make("random", 3)
    while match.c.frame.step != "select":
        match.play(player.choose(match)[0])
    (task,) = match.view(match.side).tasks()
    before = int(task.text.split()[0])
    match.play(next(a for a in match.legal if a.verb == "select"))
    assert int(match.view(match.side).tasks()[0].text.split()[0]) == before - 1
    while match.c.frame.step != "draw":
        match.play(match.prompt.default or "")
    assert match.view().tasks()[0].text == f"{match.c.state.cup} chits to draw from the cup"


# ---------------------------------------------------------------------- where things are
@pytest.mark.rule("ava:12.1", "ava:15.3")
def test_where_units_off_the_map_are_and_when_they_come() -> None:
    boxes = {"7pz": "available", "12pz": "track 4", "10rd": "turn 3: 19a", "90rd": "eliminated", "48rd": "withdrawn"}
    match = position({"3pz": "S2010"}, boxes=boxes)
    found = {name: match.view().whereabouts(unit(match, name)) for name in boxes}
    assert "Reinforcements chit" in found["7pz"] and "turn 4" in found["12pz"] and "turn 3" in found["10rd"]
    assert "not come back" in found["90rd"] and "not come back" in found["48rd"]


@pytest.mark.rule("ava:17.3", "ava:18.1", "ava:15.3")
def test_who_comes_by_the_turn_track_is_told_with_its_chit() -> None:
    boxes = {"12pz-l": "turn 7: 3pzg", "hq-18a": "transfer to turn 5"}
    match = position({"8pz": "L2910"}, boxes=boxes, scenario="leningrad")
    found = {name: match.view().whereabouts(unit(match, name)) for name in boxes}
    assert found["12pz-l"] == "comes with the Axis Reinforcements of turn 7"
    assert found["hq-18a"] == "on the turn track: returns with a Reinforcements chit from turn 5 on"
    army = position({"3pz": "S2010"}, boxes={"10rd": "turn 3: 19a"})
    assert army.view().whereabouts(unit(army, "10rd")) == "enters over the map edge on turn 3 with the 19A chit"


@pytest.mark.rule("ava:6.1", "ava:8.2")
def test_a_chit_tells_where_its_headquarters_is_and_what_it_activates_but_no_secret() -> None:
    match = position(
        {"hq-2pzg": "S2010", "7pz": "S2011", "12pz": "S3010", "s-hq-3a": "S2610", "10rd": "S2611"},
        chits={"2pzg": "cup", "s-3a": "cup"},
    )
    axis = {n.id: n for n in match.view("axis").named()}
    soviet = {n.id: n for n in match.view("soviet").named()}
    assert axis["2pzg"].hex == hexes(match, "S2010")[0] and axis["2pzg"].note == "S2010, 1 unit"
    assert (axis["2pzg"].where, soviet["2pzg"].where) == ("in the cup", "not known to you")
    assert (axis["s-3a"].where, soviet["s-3a"].where) == ("not known to you", "in the cup")
    gone = position({"7pz": "S2011"}, chits={"2pzg": "cup"}).view("axis").named()
    assert next(n for n in gone if n.id == "2pzg").note.startswith("HQ off map")
