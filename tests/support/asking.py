"""Asking a computer player: what it does in one step of a position."""

from __future__ import annotations

from engine.play.match import Match
from engine.players import make


def acts(match: Match, player: str = "greedy", seed: int = 1, most: int = 80) -> list[str]:
    """What the player does until the step is over, or another side or step decides, as texts."""
    bot = make(player, seed)
    found: list[str] = []
    side, step = match.side, match.c.frame.step
    while not match.over and match.side == side and match.c.frame.step == step and len(found) < most:
        action, _ = bot.choose(match)
        match.play(action)
        found.append(str(action))
    return found


def first(match: Match, player: str = "greedy", seed: int = 1) -> str:
    """The first action of the player, which is not played."""
    return str(make(player, seed).choose(match)[0])


def attacks(found: list[str]) -> dict[str, set[str]]:
    """Declared attacks among actions: target to units."""
    plans: dict[str, set[str]] = {}
    for text in found:
        verb, *words = text.split()
        if verb == "attack":
            plans.setdefault(words[1], set()).add(words[0])
    return plans
