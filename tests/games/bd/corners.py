"""Positions from which random play comes to decisions that it hardly ever meets from the start of a game."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.match import Match
from tests.games.bd.test_04_caucasus import FORCE, SOVIET, south
from tests.games.bd.test_04_last_offensives import begin
from tests.games.bd.test_05_declarations import game_turn, player_turn
from tests.games.bd.test_09_strongholds import at_the_gates
from tests.games.bd.test_11_assault import W, attack, front, result
from tests.games.bd.test_13_blue import summer


def corners() -> Iterator[Match]:
    """One position after another; each leads to the step that is named."""
    yield retreat()
    yield advance()
    yield losses()
    yield convert()
    yield strongholds()
    yield paulus_pause()
    yield effort()
    yield summer_offensive()
    yield withdrawal()
    yield watch()
    yield caucasus_answer()
    yield give_way()


def retreat() -> Match:
    """The step ``retreat``: a rifle army is driven back."""
    match = front({"3pz": W, "24pz": W}, ["16ra"], side="axis")
    result(match, "DR", "3pz", "24pz")
    return match


def advance() -> Match:
    """The step ``advance``: a rifle army is gone, panzer corps may follow."""
    match = front({"3pz": W, "24pz": W, "39pz": W, "40pz": W}, ["16ra"], side="axis")
    result(match, "DE", "3pz", "24pz", "39pz")
    return match


def losses() -> Match:
    """The step ``losses``: a bloodbath costs one of two corps."""
    match = front({"3pz": W, "24pz": W}, ["16ra"], side="axis")
    result(match, "BB", "3pz", "24pz")
    return match


def convert() -> Match:
    """The step ``convert``: in 1941 the German side may let the defenders go."""
    match = front({"3pz": W, "24pz": W}, ["16ra"], side="axis", turn=2)
    result(match, "BB", "3pz", "24pz")
    return match


def strongholds() -> Match:
    """The step ``strongholds``: a panzer corps has come to a city that can be declared."""
    return at_the_gates()


def paulus_pause() -> Match:
    """The step ``paulus-pause``: game turn 3 begins."""
    return game_turn(3)


def effort() -> Match:
    """The step ``effort``: the German player turn of game turn 9 begins."""
    return player_turn(9)


def summer_offensive() -> Match:
    """The step ``summer-offensive``: game turn 17 begins."""
    return begin(17)


def withdrawal() -> Match:
    """The step ``withdrawal``: game turn 25 begins with 2nd SS Panzer Corps on the map."""
    return begin(25, {"2ss": "1812", "3ra": "1606"})


def watch() -> Match:
    """The step ``watch``: game turn 28 begins."""
    return begin(28)


def caucasus_answer() -> Match:
    """The step ``caucasus-answer``: an expedition leaves."""
    match = south({**FORCE, **SOVIET, "3ra": "1406"})
    match.play("launch 49mtn 40pz 57pz")
    return match


def give_way() -> Match:
    """The step ``give-way``: on the first turn of Blue a rifle army in the south is attacked."""
    match = summer({"3pz": "2408", "24pz": "2408", "16ra": "2407"})
    attack(match, "3pz", "24pz", at_="2407")
    return match
