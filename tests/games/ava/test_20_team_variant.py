"""Chapter 20: the team variant with Master chits."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from engine.components.errors import BadInput
from engine.games.ava.choices import choices
from engine.games.ava.phases.command import owned
from engine.games.ava.phases.drawing import in_cup
from engine.games.ava.phases.teams import cup_of, missing, team
from engine.play.match import Match
from engine.players.random import RandomPlayer
from tests.games.looks import sights
from tests.support.position import column, play, position, refusal


def options(people: str = "4", **more: str) -> dict[str, str]:
    """The variant for so many people."""
    return {"variant": "master", "players_count": people, **more}


def fresh(people: str = "4") -> Match:
    """A new game: the Soviets divide their chits."""
    return Match.new("ava", "campaign", options=options(people))


def round_of(chits: dict[str, str], units: dict[str, Any] | None = None, people: str = "4", **more: Any) -> Match:
    """A turn in which these chits lie in these cups; a Master chit is to be drawn."""
    match = position(
        units or {}, scenario="campaign", phase="draw", ground={}, options=options(people), chits=chits, **more
    )
    match.state.stack[1].vars["player"] = ""
    return match


def pull(match: Match, chit: str, *dice: int) -> list[Any]:
    """Draw this chit from the Master cup; the dice draw from the players' cups."""
    match.dice.queue([in_cup(match.c).index(chit) + 1, *dice])
    return match.play("draw")


def places(match: Match, *chits: str) -> list[str]:
    """Where chits are."""
    return [column(match, "chits")[k] for k in chits]


# ---------------------------------------------------------------------- 20.1
@pytest.mark.rule("ava:20.1", "ava:R64")
@pytest.mark.parametrize(("people", "size"), [("2", 2), ("4", 2), ("6", 3)])
def test_every_player_of_a_team_has_a_cup(people: str, size: int) -> None:
    match = fresh(people)
    for side in ("axis", "soviet"):
        assert [cup_of(seat) for seat in team(match.c, side)] == [f"cup {side[0].upper()}{n + 1}" for n in range(size)]
    assert match.prompt.who == ("S1, S2 and S3" if size == 3 else "S1 and S2")


@pytest.mark.rule("ava:20.1", "ava:R64")
@pytest.mark.parametrize("people", ["5", "7", "8"])
def test_other_numbers_make_no_teams(people: str) -> None:
    with pytest.raises(BadInput, match="two or three"):
        fresh(people)


@pytest.mark.rule("ava:20.1", "ava:R64")
def test_the_variant_excludes_the_queue_and_is_for_the_campaign() -> None:
    with pytest.raises(BadInput, match="exclude"):
        Match.new("ava", "campaign", options=options(queue="on"))
    with pytest.raises(BadInput, match="no option"):
        Match.new("ava", "smolensk", options={"variant": "master"})


# ---------------------------------------------------------------------- 20.2: dividing
@pytest.mark.rule("ava:20.2", "ava:20.1")
def test_a_team_divides_all_its_hq_chits_in_secret() -> None:
    match = fresh()
    assert (match.side, match.prompt.rule) == ("soviet", "ava:20.2") and match.c.step.secret
    assert len(owned(match.c, "soviet", "ready")) == 9  # eight armies and Reserve, which is no HQ chit
    play(match, "assign s-8a S1", "assign s-11a S2")
    assert refusal(match, "assign s-8a S2").rule == refusal(match, "assign s-3a A1").rule == "ava:20.2"
    assert refusal(match, "assign reserve S1").rule == refusal(match, "ready").rule == "ava:20.2"
    play(match, "take s-8a", "assign s-8a S2")
    assert places(match, "s-8a", "s-11a") == ["cup S2", "cup S2"]
    assert match.view("soviet").c.state.chits["s-8a"] == "cup S2"
    assert match.view("axis").c.state.chits["s-8a"] == "hidden"
    play(match, "deal", "ready")
    assert owned(match.c, "soviet", "ready") == ["reserve"] and match.side == "axis"


@pytest.mark.rule("ava:20.2")
def test_twins_go_to_the_same_player_and_the_interrupts_to_the_team() -> None:
    match = fresh()
    play(match, "deal", "ready", "assign 1pzg-2 A2", "assign 3pzg-1 A1")
    assert places(match, "1pzg-1", "1pzg-2", "3pzg-1", "3pzg-2") == ["cup A2", "cup A2", "cup A1", "cup A1"]
    assert refusal(match, "assign guderian A1").rule == "ava:20.2"
    play(match, "take 1pzg-1")
    assert places(match, "1pzg-2") == ["ready"]
    play(match, "deal", "ready")
    assert places(match, "manstein", "guderian") == ["hand", "hand"]


@pytest.mark.rule("ava:20.2", "ava:6.1")
def test_the_other_team_sees_nothing_of_the_division() -> None:
    match = fresh("6")
    for _ in range(2):
        seen: dict[tuple[str, str], set[str]] = {}
        for action, other, sight in sights(list(match.legal), match):
            seen.setdefault((action.verb, other), set()).add(sight)
        assert seen and all(len(found) == 1 for found in seen.values())
        play(match, "deal", "ready")


@pytest.mark.rule("ava:20.2", "ava:R63")
def test_a_soviet_player_with_fewer_chits_takes_dummies() -> None:
    match = fresh()
    play(match, *(f"assign {k} S1" for k in owned(match.c, "soviet", "ready") if k != "reserve"))
    assert missing(match.c) == {"S1": 0, "S2": 8}
    play(match, "ready")
    assert missing(match.c) == {"S1": 0, "S2": 0}
    kinds = {k.rpartition("-")[0] for k in owned(match.c, "soviet", "cup S2")}
    assert kinds == {"s-dummy"} and len(owned(match.c, "soviet", "cup S2")) == 8


@pytest.mark.rule("ava:20.2", "ava:R63")
def test_a_division_that_needs_too_many_dummies_is_refused() -> None:
    match = position({}, scenario="campaign", phase="turn", turn=9, options=options("4"))
    while match.c.frame.step == "add-army":
        play(match, str(match.prompt.default))
    play(match, *(f"assign {k} S1" for k in owned(match.c, "soviet", "ready") if k.startswith("s-")))
    assert "dummies" in refusal(match, "ready").reason


# ---------------------------------------------------------------------- 20.2: the Master cup
@pytest.mark.rule("ava:20.2", "ava:20.1")
@pytest.mark.parametrize(
    ("people", "turn", "masters", "reinforcements"),
    [("4", 1, 7, 0), ("4", 2, 8, 0), ("4", 3, 8, 0), ("4", 4, 8, 1), ("6", 1, 5, 0), ("6", 3, 6, 0), ("6", 9, 6, 1)],
)
def test_the_master_cup_holds_what_the_chart_says(people: str, turn: int, masters: int, reinforcements: int) -> None:
    match = position({}, scenario="campaign", phase="turn", turn=turn, options=options(people))
    while match.c.frame.step in ("add-army", "distribute"):
        play(match, str(match.prompt.default))
    cup = in_cup(match.c)
    assert match.c.frame.step == "master-draw" and len(cup) == column(match, "cup")
    for side in ("axis", "soviet"):
        assert sum(k.startswith(f"{side}-master") for k in cup) == masters
        assert cup.count(f"{side}-reinf") == reinforcements
    assert all(cup.count(k) == 1 for k in ("supply", "okh", "reserve"))
    assert len(cup) == 2 * (masters + reinforcements) + 3


@pytest.mark.rule("ava:20.2", "ava:15.1")
def test_the_surprise_attack_follows_the_division_of_turn_one() -> None:
    match = fresh()
    assert not [e for e in match.log if e.rule == "ava:15.1"]
    play(match, "deal", "ready", "deal", "ready")
    assert match.prompt.rule == "ava:10.2" and match.side == "axis" and match.prompt.who == "A1 and A2"
    assert [f.step for f in match.state.stack] == ["game", "master-turn", "surprise", "combat"]
    play(match, "end")
    assert match.c.frame.step == "master-draw"


# ---------------------------------------------------------------------- 20.2: drawing
UNITS = {"hq-9a": "S2010", "6inf": "S2011", "hq-18a": "L2010", "s-hq-3a": "S4010", "27rd": "S4011", "hq-2pzg": "S2020"}


@pytest.mark.rule("ava:20.2", "ava:R62", "ava:20.2(1)")
def test_an_axis_master_lets_every_axis_player_draw_and_activate() -> None:
    match = round_of({"axis-master-1": "cup", "supply": "cup", "9a": "cup A1", "18a": "cup A2"}, UNITS)
    events = pull(match, "axis-master-1", 1, 1)
    assert [e.rule for e in events if e.kind == "draw"] == ["ava:20.2", "ava:20.2(1)", "ava:20.2(1)"]
    assert places(match, "9a", "18a") == ["played", "drawn A2"]
    assert match.prompt.rule == "ava:9.1" and match.prompt.who.startswith("A1")
    assert match.check("move 6inf S2012") is None
    play(match, "end")
    assert column(match, "drawn") == "18a" and match.prompt.who.startswith("A2")
    play(match, "end")
    assert match.c.frame.step == "master-draw"


@pytest.mark.rule("ava:20.2", "ava:20.2(2)")
def test_a_soviet_master_does_the_same_and_a_dummy_has_no_effect() -> None:
    match = round_of({"soviet-master-1": "cup", "supply": "cup", "s-3a": "cup S2", "s-dummy-1": "cup S1"}, UNITS)
    events = pull(match, "soviet-master-1", 1, 1)
    assert any("dummy" in e.text for e in events) and places(match, "s-dummy-1") == ["box"]
    assert match.side == "soviet" and match.prompt.who.startswith("S2") and match.check("move 27rd S4012") is None


@pytest.mark.rule("ava:20.2", "ava:R63")
def test_an_empty_cup_lets_its_player_draw_nothing() -> None:
    match = round_of({"axis-master-1": "cup", "supply": "cup", "18a": "cup A2"}, UNITS)
    events = pull(match, "axis-master-1", 1)
    assert any("A1 has no HQ chit left" in e.text for e in events) and column(match, "drawn") == "18a"


@pytest.mark.rule("ava:20.2", "ava:17.2", "ava:11.1", "ava:12.1", "ava:20.2(3)", "ava:20.2(4)", "ava:20.2(5)")
@pytest.mark.parametrize(
    ("chit", "kind"),
    [
        ("supply", "supply"),
        ("axis-reinf", "reinforce"),
        ("soviet-reinf", "reinforce"),
        ("okh", "reserve"),
        ("reserve", "reserve"),
    ],
)
def test_the_other_chits_work_as_in_the_plain_game(chit: str, kind: str) -> None:
    match = round_of({chit: "cup", "soviet-master-1": "cup"}, UNITS, turn=4)
    events = pull(match, chit, *([1] if kind == "reserve" else []))
    assert kind in {e.kind for e in events} or match.c.frame.step == "reinforce"


# ---------------------------------------------------------------------- 20.2: interrupts
@pytest.mark.rule("ava:20.2", "ava:7.3", "ava:R62")
def test_a_cancelled_hq_chit_returns_to_the_cup_of_its_player() -> None:
    chits = {"soviet-master-1": "cup", "supply": "cup", "s-3a": "cup S1", "s-8a": "cup S2", "guderian": "hand"}
    match = round_of(chits, UNITS)
    pull(match, "soviet-master-1", 1, 1)
    assert match.side == "axis" and match.prompt.rule == "ava:7.3" and column(match, "drawn") == "s-3a"
    play(match, "interrupt guderian")
    assert places(match, "s-3a", "s-8a", "guderian") == ["cup S1", "drawn S2", "played"]
    assert column(match, "cup") == 1 and match.side == "axis" and match.prompt.rule == "ava:9.1"
    assert match.prompt.who == "A1 and A2"
    play(match, "end")
    assert column(match, "drawn") == "" and places(match, "s-8a") == ["played"]  # its headquarters is not on the map
    assert match.c.frame.step == "master-draw"


@pytest.mark.rule("ava:20.2", "ava:R63")
def test_a_master_chit_is_not_interrupted_but_a_supply_check_is() -> None:
    match = round_of({"axis-master-1": "cup", "supply": "cup", "guderian": "hand"}, UNITS)
    pull(match, "axis-master-1")
    assert match.c.frame.step == "master-draw"
    pull(match, "supply")
    assert match.prompt.rule == "ava:7.3"
    play(match, "interrupt guderian")
    assert places(match, "supply") == ["cup"] and column(match, "cup") == 1


@pytest.mark.rule("ava:20.2", "ava:7.3", "ava:R63")
def test_the_turn_ends_with_all_chits_back_where_they_belong() -> None:
    chits = {"axis-master-1": "cup", "9a": "cup A1", "18a": "cup A1", "s-dummy-1": "cup S1", "guderian": "hand"}
    match = round_of(chits, UNITS)
    pull(match, "axis-master-1", 1)
    play(match, "pass", "end")
    assert column(match, "drawn") == "guderian"
    play(match, "end")
    assert match.state.turn == 2
    assert places(match, "axis-master-1", "9a", "18a", "s-dummy-1", "guderian") == [
        "box",
        "ready",
        "ready",
        "box",
        "ready",
    ]


@pytest.mark.rule("ava:20.2")
def test_a_view_of_the_tracks_tells_the_cups_of_the_own_team_only() -> None:
    match = round_of({"supply": "cup", "9a": "cup A1", "s-3a": "cup S1", "s-dummy-1": "cup S2"}, UNITS)
    tracks = {t.id: "\n".join(t.lines) for t in match.view("axis").tracks()}
    assert "in the cup of A1: 9A" in tracks["chits-axis"] and "S1" not in tracks["chits-soviet"]
    assert "Dummy" not in tracks["chits-soviet"]
    assert choices(match.c).seats[0].label in tracks["people"]


@pytest.mark.rule("ava:20.2")
def test_a_random_turn_draws_every_master_chit() -> None:
    match, player = fresh("6"), RandomPlayer(3)
    for _ in islice(iter(int, 1), 2000):
        if match.state.turn == 2:
            break
        match.play(player.choose(match)[0])
    assert match.state.turn == 2
    drawn = [e.text for e in match.log if e.rule == "ava:20.2" and "Drawn from the Master cup" in e.text]
    assert sum("Axis Master" in t for t in drawn) == sum("Soviet Master" in t for t in drawn) == 5
