"""Matches at their beginning: the first of a kind is made as in play, those that follow are copies of it."""

from __future__ import annotations

from dataclasses import replace

from engine.components.load import GameData
from engine.play.match import Match
from engine.play.state import copy_state

MOST = 24
KEPT: dict[tuple[str, str, str, int], Match] = {}
"""Matches that nobody plays, by game, scenario, options and seed."""


def begun(game: str, scenario: str, options: dict[str, str] | None = None, seed: int = 1) -> Match:
    """What ``Match.new`` makes, data and state its own; the files are read, and lots drawn, only once."""
    key = game, scenario, repr(sorted((options or {}).items())), seed
    first = KEPT.get(key)
    if first is None:
        if len(KEPT) >= MOST:
            KEPT.clear()
        first = KEPT[key] = Match.new(game, scenario, seed=seed, options=options)
    match = Match(first.rules, _own(first.data), seed)
    match.c.state = copy_state(first.state)
    match.c.touch()
    match.log, match.rev = list(first.log), first.rev
    return match


def _own(data: GameData) -> GameData:
    return replace(data, scenario=dict(data.scenario), options=dict(data.options), extra=[], memo={})
