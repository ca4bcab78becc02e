"""The second made-up game: what it costs before its first rule, and how the parts made for larger games work in one."""

from __future__ import annotations

import json
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

from engine.components.errors import BadInput
from engine.games import GAMES
from engine.kit.editing import Editor
from engine.play.engagement import Engagement
from engine.play.match import Match
from engine.play.ruleset import Ruleset
from engine.players.random import RandomPlayer
from engine.protocol.session import Session
from tests.support import drill as bare

HOOKS, LINES = 17, 130
"""What a game is asked for at least, and what that took here."""


@pytest.fixture
def review(drill: str) -> Match:
    """A fresh game of the drill."""
    return Match.new(drill, "review", seed=3)


def ids(match: Match, units: tuple[int, ...]) -> list[str]:
    return [match.c.roster.ids[u] for u in units]


def hexes(match: Match, *labels: str) -> tuple[int, ...]:
    return tuple(match.c.hex(label) for label in labels)


def fight(match: Match, targets: str, attackers: str, support: str = "", theirs: str = "") -> Engagement:
    units = [tuple(match.c.unit(name) for name in names.split()) for names in (attackers, support, theirs)]
    return Engagement(hexes(match, *targets.split()), units[0], (), units[1], units[2])


# ---------------------------------------------------------------------- before the first rule
def needed(record: type[Any]) -> int:
    return sum(each.default is each.empty for each in signature(record).parameters.values())


def test_the_price_before_the_first_rule() -> None:
    assert needed(Ruleset) + needed(Editor) <= HOOKS
    assert len(Path(bare.__file__).read_text("utf-8").splitlines()) <= LINES


def test_a_game_without_rules_plays(drill: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bare, "RULESET", bare.BARE, raising=False)
    monkeypatch.setitem(GAMES, "drill", "tests.support.drill")
    match = Match.new("drill", "review")
    view = match.view("north")
    assert view.unit(match.c.unit("n1"))["stacking"] == 2 and view.hex(match.c.hex("D0502"))["units"] == ["n1"]
    assert [row.status for row in view.outline()] == ["now", "later"] and view.tally_kinds == ()
    assert match.check("end") is None and view.reach(0).costs == {} and view.prospects() == []
    match.edit({"clear": True, "turn": 3, "phase": "movement south", "place": [
        {"unit": "s3", "hex": "D0503"},
        {"id": "x", "side": "north", "type": "guns", "attack": 0, "defense": 1, "move": 3, "support": 6, "range": 2,
         "morale": 9, "hex": "D0101"}]})  # fmt: skip
    assert match.view().unit(match.c.unit("x"))["support"] == 6 and match.state.side == "south"
    match = Match.from_record(match.record())
    match.play_all(["end"])
    assert match.over and match.state.winner == "south"


# ---------------------------------------------------------------------- railways and supply
def test_supply_goes_by_rail_by_road_and_over_country(review: Match) -> None:
    review.edit({"clear": True, "place": [{"unit": "n1", "hex": "D0504"}, {"unit": "s1", "hex": "D0705"}]})
    view = review.view("north")
    here = view.supply(review.c.unit("n1"))
    assert here.in_supply and review.c.label(here.source) == "D0102"
    assert review.c.label(here.path[0]) == "D0504"
    review.edit({"place": [{"unit": "s2", "hex": "D0302"}, {"unit": "n1", "hex": "D0407"}]})
    assert not review.view("north").supply(review.c.unit("n1")).in_supply


def test_whoever_marches_along_a_railway_takes_it_and_can_cut_it(review: Match) -> None:
    review.edit({"clear": True, "place": [{"unit": "n4", "hex": "D0502"}, {"unit": "s1", "hex": "D1002"}]})
    lines = review.view().hex(review.c.hex("D0602"))
    assert lines["line_owners"] == {"line": "south"} and list(lines["lines"]) == ["line"]
    review.play_all(["march n4 D0602", "end", "end", "cut n4"])
    state = review.state
    assert isinstance(state, bare.DrillState) and state.rails == {"D0602": "cut"}
    assert review.view().hex(review.c.hex("D0602"))["line_owners"] == {"line": "cut"}
    refusal = review.check("cut n4")
    assert refusal is not None and refusal.rule == "drill:3.1"


def test_stacking_counts_points_of_the_face_that_is_up(review: Match) -> None:
    review.edit({"clear": True, "place": [{"unit": "n1", "hex": "D0101"}, {"unit": "n2", "hex": "D0101", "steps": 1}]})
    assert review.view().hex(review.c.hex("D0101"))["stacking"] == {"used": 3, "limit": 4}


# ---------------------------------------------------------------------- engagements
def test_several_hexes_are_attacked_with_guns_on_both_sides(review: Match) -> None:
    found = review.view("north").engaged("attack", fight(review, "D0503 D0602", "n1", "ng", "sg"))
    assert found.targets == hexes(review, "D0503", "D0602") and ids(review, found.defenders) == ["s1", "s2"]
    assert (found.attack, found.defense) == (8, 10), "support is never more than the strength it supports"
    assert found.odds == "1:2" and found.column is not None and len(found.results) == 10
    alone = review.view("north").engaged("attack", fight(review, "D0503", "n1 n2 n4"))
    assert alone.odds == "3:1" and sum(alone.distribution.values()) == pytest.approx(1)
    assert [line.value for line in alone.lines if line.rule == "drill:4.5"] == ["-1"]
    with pytest.raises(BadInput, match="beside every target"):
        review.view("north").engaged("attack", fight(review, "D0602", "n2"))
    with pytest.raises(BadInput, match="somebody"):
        review.view("north").engaged("attack", fight(review, "D0101", "n1"))


def test_it_is_made_up_answered_and_fought(review: Match) -> None:
    review.play_all(["engage", "target D0503", "add n1", "add n2"])
    far = review.check("target D0604")
    assert far is not None and far.units == (review.c.unit("n1"), review.c.unit("n2"))
    review.play_all(["support ng", "fight"])
    assert review.state.side == "south" and review.state.stack[-1].vars["attack_support"] == [review.c.unit("ng")]
    assert [sorted(ids(review, e.units)) for e in review.view("south").engagements()] == [["n1", "n2", "ng"]]
    assert review.view("south").declared() == {review.c.hex("D0503"): (review.c.unit("n1"), review.c.unit("n2"))}
    again = Match.from_record(review.record())
    for match in (review, again):
        match.dice.queue([6])
        match.play_all(["done"])
        assert match.state.side == "north" and match.state.steps_left[match.c.unit("s1")] == 1
        assert match.check("march ng D0302") is not None
    assert review.digest() == again.digest()


def test_the_protocol_takes_and_gives_targets_and_support(drill: str) -> None:
    session = Session()

    def send(**request: Any) -> Any:
        return json.loads(session.handle(json.dumps(request)))

    send(cmd="new", game="drill", scenario="review")
    reply = send(cmd="tally", kind="attack", attackers=["n1"], target=["D0503", "D0602"],
                 modifiers={"support": ["ng"], "defender_support": ["sg"]})  # fmt: skip
    assert reply["ok"], reply
    assert (reply["target"], reply["targets"]) == ("D0503", ["D0503", "D0602"])
    assert (reply["support"], reply["defender_support"]) == (["ng"], ["sg"])
    assert (reply["attack"], reply["defense"]) == (8, 10)


@pytest.mark.parametrize("seed", range(6))
def test_it_plays_at_random_to_its_end(drill: str, seed: int) -> None:
    match, player, seen = Match.new(drill, "review", seed=seed), RandomPlayer(seed), set[str]()
    for _ in range(3000):
        if match.over:
            break
        seen.add(match.c.frame.step)
        match.play(player.choose(match)[0])
        assert match.rules.invariants(match.c) == []
    assert match.over and seen >= {"march", "battle"}
    assert Match.from_record(match.record()).digest() == match.digest()
