"""Positions from which random play comes to decisions that it hardly ever meets from the start of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.play.match import Match

PANZERS, AT, ENEMY = ("18pz-pzr", "18pz-sr1", "18pz-sr2"), "A6239", "A6339"


def corners() -> Iterator[Match]:
    """One position after another; each leads to the step that is named."""
    yield reaction()
    yield losses()
    yield retreat()


def attacked(soviet: Mapping[str, str], side: str = "axis") -> Match:
    """An attack of three panzer units on a Soviet hex is declared."""
    match = Match.new("efs2", "borisov", seed=3)
    units = {**dict.fromkeys(PANZERS, AT), **soviet}
    place = [{"unit": name, "hex": label} for name, label in units.items()]
    match.edit({"clear": True, "place": place, "phase": f"attack-declaration {side}"})
    for name in PANZERS:
        match.play(f"attack {name} {ENEMY}")
    match.play("done")
    return match


def fought(soviet: Mapping[str, str], die: int) -> Match:
    """The same, and the die of the battle fell."""
    match = attacked(soviet)
    while match.c.frame.step != "combat":
        match.play(match.prompt.default or "done")
    match.dice.queue([die])
    match.play("resolve")
    return match


def reaction() -> Match:
    """The step ``reaction``: headquarters have points for reserves and Orders."""
    return attacked({"rd-100": ENEMY, "td-13": "A6440", "hq-13a": "A6440"})


def losses() -> Match:
    """The step ``losses``: two divisions share a loss."""
    return fought({"rd-100": ENEMY, "rd-50": ENEMY}, 3)


def retreat() -> Match:
    """The step ``retreat``: one division goes back."""
    return fought({"rd-50": ENEMY}, 5)
