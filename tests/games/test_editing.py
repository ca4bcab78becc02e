"""Positions put up by hand, in every game: counters by their values, phases by their names, nothing left over."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from engine.components.errors import BadInput
from engine.components.roster import Column
from engine.play.match import Match
from engine.protocol.session import Session
from tests.support.beginning import begun
from tests.support.position import column

LAND = {"ava": ("smolensk", "S0816", "S0915"), "pm": ("campaign", "2510N", "2610N"), "bd": ("citadel", "1812", "1811")}
"""Scenario and two land hexes by game."""
UNIT = {"ava": "7pz", "pm": "7pz", "bd": "3pz"}
LOST = {"ava": "eliminated", "pm": "eliminated", "bd": "dead pile"}
"""A counter of the German side, and the box of those that were lost, by game."""
GAMES = sorted(LAND)


def new(game: str) -> Match:
    return begun(game, LAND[game][0], seed=3)


def counter(match: Match, slug: str = "zz", /, **values: Any) -> dict[str, Any]:
    """A counter by its values."""
    basic = {"id": slug, "side": "axis", "type": "panzer", "attack": 9, "defense": 8, "move": 12}
    return {**basic, "hex": LAND[match.rules.id][1], **values}


def told(match: Match, name: str = "zz") -> dict[str, Any]:
    """What a view of its side tells of a unit."""
    return match.view("axis").unit(match.c.unit(name))


# ---------------------------------------------------------------------- counters by value
@pytest.mark.parametrize("game", GAMES)
def test_every_printed_value_is_taken(game: str) -> None:
    match = new(game)
    values = {
        "name": "Lehr", "short": "PzL", "nationality": "slovak", "size": "brigade", "mech": False,
        "formation": "corps-x", "attack2": 4, "defense2": 3, "steps": 1, "max_steps": 2,
    }  # fmt: skip
    match.edit({"clear": True, "place": [counter(match, **values)]})
    found = told(match)
    for key, value in {**values, "attack": 4, "defense": 3, "hex": LAND[game][1]}.items():
        if key in found:
            assert found[key] == value, key
    assert match.data.roster.faces[match.c.unit("zz")] == ((9, 8, 12), (4, 3, 12))


@pytest.mark.parametrize("game", GAMES)
def test_what_a_view_tells_of_a_unit_can_be_placed_again(game: str) -> None:
    match = new(game)
    match.edit({"clear": True, "place": [counter(match, size="regiment", attack2=4, defense2=3, steps=1)]})
    record = told(match)
    match.edit({"clear": True, "place": [record]})
    again = told(match)
    assert {k: v for k, v in again.items() if k != "flags"} == {k: v for k, v in record.items() if k != "flags"}


@pytest.mark.parametrize("game", GAMES)
def test_what_the_protocol_tells_of_a_unit_is_placed_as_it_is(game: str) -> None:
    session = Session()
    session.current = match = new(game)
    mine, theirs = LAND[game][1:]
    units = [{"unit": UNIT[game], "hex": mine, "steps": 1}, counter(match, hex=mine)]
    match.edit({"clear": True, "place": units, "phase": "movement axis"})

    def ask(**request: Any) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(session.handle(json.dumps({"id": 5, **request})))
        return found

    told = [ask(cmd="unit", unit=name) for name in (UNIT[game], "zz")]
    off = next(u for u, h in enumerate(match.state.hex_of) if h < 0 and match.data.roster.side[u] == "axis")
    told.append(ask(cmd="unit", unit=match.data.roster.ids[off]))
    before = match.digest()
    again = ask(cmd="edit", clear=True, place=told)
    assert again.get("digest") == before, again
    moved = [{**record, "hex": theirs} for record in told[:2]]
    assert ask(cmd="edit", place=moved)["ok"]
    assert match.c.state.hex_of[match.c.unit(UNIT[game])] == match.c.hex(theirs)
    for key, value in {
        "attack": 99,
        "side": "soviet",
        "type": "rifle",
        "max_steps": 1 + told[0]["max_steps"] % 4,
        "steps": 9,
    }.items():
        refused = ask(cmd="edit", place=[{**told[0], key: value}])
        assert not refused["ok"] and UNIT[game] in refused["error"]["message"], key


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("faces", [[[9, 8, 12], [7, 6, 11], [2, 2, 9]], "9-8-12 7-6-11 2-2-9"])
def test_all_faces_of_a_counter_are_kept(game: str, faces: Any) -> None:
    match = new(game)
    match.edit({"clear": True, "place": [counter(match, faces=faces, steps=2)]})
    found = told(match)
    assert (found["max_steps"], found["steps"]) == (3, 2)
    assert match.data.roster.faces[match.c.unit("zz")] == ((9, 8, 12), (7, 6, 11), (2, 2, 9))
    again = Match.from_record(match.record())
    assert again.digest() == match.digest() and told(again) == found


@pytest.mark.parametrize("game", GAMES)
def test_values_that_only_one_game_prints_are_taken_there(game: str) -> None:
    match = new(game)
    roster = match.data.roster = match.c.roster = deepcopy(match.data.roster)
    roster.further = roster.further | {"support": Column("support", "Support", "x:1", "number", 0, by_face=True)}
    roster.printed = roster.printed | {"support": [(0,)] * len(roster)}
    match.edit({"clear": True, "place": [counter(match, faces="9-8-12 4-3-12", support=5, support2=2, steps=1)]})
    assert told(match)["support"] == 2 and match.data.roster.value("support", match.c.unit("zz")) == 5
    with pytest.raises(BadInput, match="'support'"):
        match.edit({"place": [counter(match, "yy", support="much")]})
    match.edit({"clear": True})
    assert len(match.data.roster.printed["support"]) == len(match.data.roster)


@pytest.mark.parametrize("game", GAMES)
def test_clear_forgets_counters_given_by_value(game: str) -> None:
    match = new(game)
    units, plain = len(match.data.roster), match.data.roster
    for attack in (9, 5):
        match.edit({"clear": True, "place": [counter(match, attack=attack), counter(match, "yy")]})
        assert told(match)["attack"] == attack and len(match.data.roster) == units + 2 == len(match.state.hex_of)
    match.edit({"clear": True})
    assert len(match.data.roster) == units == len(match.state.hex_of) and match.data.extra == []
    assert "zz" not in match.data.roster.by_id and len(plain) == units
    assert match.rules.invariants(match.c) == []


@pytest.mark.parametrize("game", GAMES)
def test_an_id_that_is_taken_is_said_to_be(game: str) -> None:
    match = new(game)
    match.edit({"clear": True, "place": [counter(match)]})
    with pytest.raises(BadInput, match="'zz' is a counter already"):
        match.edit({"place": [counter(match)]})
    match.edit({"place": [{"unit": "zz", "hex": LAND[game][2]}]})
    assert told(match)["hex"] == LAND[game][2]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("key", ["bogus", "Attack", "strength"])
def test_unknown_keys_are_refused_with_the_known_ones(game: str, key: str) -> None:
    match = new(game)
    before = match.digest(), len(match.data.roster)
    with pytest.raises(BadInput, match=f"has no '{key}'; known are: id, .*nationality.*max_steps.*hex"):
        match.edit({"clear": True, "place": [counter(match, **{key: 2})]})
    with pytest.raises(BadInput, match=f"has no '{key}'; known are: unit, steps"):
        match.edit({"place": [{"unit": UNIT[game], "hex": LAND[game][1], key: 2}]})
    assert before == (match.digest(), len(match.data.roster))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "values",
    [
        {"size": "horde"}, {"mech": "yes"}, {"nationality": 3}, {"faces": []}, {"faces": [[1, 2]]}, {"faces": "1-2"},
        {"faces": [[1, 2, "x"]]}, {"faces": [[1, 2, 3]] * 5}, {"attack": None}, {"attack": True}, {"max_steps": 9},
        {"steps": 0}, {"side": "green"}, {"id": "Upper"}, {"id": 3}, {"box": "attic", "hex": None}, {"name": []},
        {"attack2": 1, "defense2": 1, "max_steps": 1},
    ],
)  # fmt: skip
def test_values_that_cannot_be_are_refused(game: str, values: dict[str, Any]) -> None:
    match = new(game)
    before = match.digest(), len(match.data.roster)
    with pytest.raises(BadInput):
        match.edit({"clear": True, "place": [counter(match, **values)]})
    assert before == (match.digest(), len(match.data.roster)) and match.data.extra == []


@pytest.mark.parametrize("game", GAMES)
def test_counters_are_put_into_boxes(game: str) -> None:
    match = new(game)
    match.edit(
        {"clear": True, "place": [counter(match, hex=None, box=LOST[game]), {"unit": UNIT[game], "box": LOST[game]}]}
    )
    assert told(match)["box"] == told(match, UNIT[game])["box"] == LOST[game]


# ---------------------------------------------------------------------- where it waits
@pytest.mark.parametrize("game", GAMES)
def test_every_phase_that_is_offered_can_be_answered(game: str) -> None:
    """Straight after the start, with units of both sides in contact and with none at all."""
    places = [counter(new(game)), counter(new(game), "yy", side="soviet", hex=LAND[game][2])]
    with pytest.raises(BadInput, match="'phase' is a phase") as refused:
        new(game).edit({"phase": "lunch"})
    offered = [part.partition(": ") for part in str(refused.value).split("; ")[1:]]
    assert len(offered) == 2
    for side, _, names in offered:
        for phase in names.split(", "):
            for place in (places, []):
                match = new(game)
                match.edit({"clear": True, "place": place, "phase": f"{phase} {side}"})
                assert match.over or match.legal.any(), phase
                if not match.over:
                    match.play(next(iter(match.legal)))
                    assert match.rules.invariants(match.c) == []


@pytest.mark.parametrize(
    ("game", "phase"), [("ava", "combat soviet"), ("pm", "movement soviet"), ("pm", "combat axis")]
)
def test_a_phase_is_taken_by_the_names_that_the_outline_gives_it(game: str, phase: str) -> None:
    place = {"unit": UNIT[game], "hex": LAND[game][1]}, {"id": "yy", "side": "soviet", "type": "rifle", "attack": 2,
             "defense": 4, "move": 5, "hex": LAND[game][2]}  # fmt: skip
    match = new(game)
    kinds = match.data.roster.classes
    place[1]["type"] = next(k for k in kinds if k in ("rifle", "infantry", "rifle division"))
    match.edit({"clear": True, "turn": 2, "place": list(place), "phase": phase})
    wanted, now = match.digest(), next(x for x in match.view("").outline() if x.status == "now")
    for name in (now.id, now.title):
        text = name if game == "pm" else f"{name} {phase.split()[1]}"
        match.edit({"phase": "movement axis"})
        match.edit({"phase": text})
        assert match.digest() == wanted, text


# ---------------------------------------------------------------------- one game at a time
@pytest.mark.rule("ava:15.1", "ava:10.3")
def test_rivers_count_in_every_position_that_is_put_up() -> None:
    match = new("ava")
    assert column(match, "rivers") is False, "the surprise attack is under way"
    match.edit({"clear": True, "place": [{"unit": "7pz", "hex": "S0816"}]})
    assert column(match, "rivers") is True
    match.edit({"tracks": {"rivers": False}})
    match.edit({"place": [{"unit": "20pz", "hex": "S0816"}]})
    assert column(match, "rivers") is False, "what was said stays said"
    match.edit({"clear": True})
    assert column(match, "rivers") is True


@pytest.mark.rule("ava:6.2")
@pytest.mark.parametrize("options", [{}, {"queue": "on"}, {"variant": "master", "players_count": "4"}])
def test_the_command_phase_has_a_chit_to_draw(options: dict[str, str]) -> None:
    match = Match.new("ava", "campaign" if options else "smolensk", seed=3, options=options)
    match.edit({"phase": "command axis"})
    assert column(match, "cup") >= 1 and match.check("draw") is None
    match.play("draw")
    assert match.over or match.legal.any()


def test_the_cup_holds_what_it_is_told() -> None:
    match = new("ava")
    match.edit({"turn": 2})
    chits = [k for k, where in column(match, "chits").items() if where == "ready"][:2]
    match.edit({"phase": "command axis", "tracks": {"cup": chits}})
    assert [k for k, where in column(match, "chits").items() if where == "cup"] == chits and column(match, "cup") == 2
    with pytest.raises(BadInput, match="no chit 'nobody'"):
        match.edit({"tracks": {"cup": ["nobody"]}})
