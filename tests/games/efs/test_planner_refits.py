"""Who rests to be refilled, what points are spent on, and who is called away: small decisions of computer players."""

from __future__ import annotations

import pytest

from engine.games.efs.replacing import payable
from engine.play.match import Match
from engine.players import make
from engine.players.planner.exchange import regained
from tests.support.efs import EITHER, position
from tests.support.playing import column, steps

MOST = 60


def asked(phase: str, *, side: str = "axis", place: str = "", **tracks: object) -> Match:
    """A match of Guderian Drives South put up by hand, with what stands where and how many points there are."""
    match = Match.new("efs2", "guderian-drives-south", seed=1)
    told = [row.split() for row in place.split(",")]
    units = [{"unit": name, "hex": h, "steps": int(left)} for name, h, left in told]
    match.edit({"clear": True, "place": units, "turn": 34, "phase": f"{phase} {side}", "tracks": dict(tracks)})
    return match


def deeds(match: Match, step: str) -> list[str]:
    """What a computer player does in a step."""
    bot, found = make("normal", 1), list[str]()
    while match.c.frame.step == step and len(found) < MOST:
        action, _ = bot.choose(match)
        match.play(action)
        found.append(str(action))
    return found


@pytest.mark.rule("efs2:7.71")
def test_as_many_rest_as_there_are_points_for_and_only_the_worn() -> None:
    place = "17inf D2021 2, 31inf D2122 2, 34inf D2220 3, 45inf D4021 2, rd-55 D4124 2"
    match = asked("replacements", place=place, infantry_replacement_points={"axis": 1})
    found = [x for x in deeds(match, "replacements") if x.startswith("replace")]
    assert len(found) == 1 and found[0] in ("replace 17inf", "replace 31inf"), found


@pytest.mark.rule("efs2:7.73")
def test_points_are_spent_on_the_map_first() -> None:
    place = "17inf D2021 2, rd-55 D4124 2"
    match = asked("replacements", place=place, infantry_replacement_points={"axis": 1})
    deeds(match, "replacements")
    bot, n = make("normal", 1), 0
    while match.state.phase != "axis-engineering" and n < MOST:  # type: ignore[attr-defined]
        match.play(bot.choose(match)[0])
        n += 1
    assert "rebuild 17inf I" in deeds(match, "engineering")
    assert steps(match, "17inf") == 3


@EITHER
@pytest.mark.rule("efs2:7.71")
def test_points_pay_for_all_who_are_marked_or_not() -> None:
    match = position({"6inf": "B0830", "23inf": "B0831"}, steps={"6inf": 1, "23inf": 1})
    c = match.c
    both = [c.roster.find("6inf"), c.roster.find("23inf")]
    column(match, "points")["axis I"] = 1
    assert payable(c, "axis", both[:1]) and not payable(c, "axis", both)
    column(match, "points")["axis I"] = 2
    assert payable(c, "axis", both)


def test_what_a_step_brings_back_is_told_by_the_faces() -> None:
    faces = ((8, 9), (6, 7), (4, 5))
    assert regained(faces, 3, 2) == 2.0
    assert regained(faces, 3, 1) == 2.0
    assert regained(faces, 3, 0) == 4.5
